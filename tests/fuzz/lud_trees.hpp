// Descriptions of games at random, from the table of ludemes: every one is well-formed, few mean anything.
// What becomes of them must be an error with its place or a game that can be played.
#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/util/rng.hpp"
#include "games/lud/game/description.hpp"
#include "games/lud/game/lud_game.hpp"
#include "games/lud/language/expand.hpp"
#include "games/lud/program/signature.hpp"

namespace ludex::tests::fuzz {

class LudemeTrees {
 public:
  explicit LudemeTrees(std::uint64_t seed) : rng_(Rng::seeded(seed)) {
    for (const auto& [head, overloads] : games::lud::ludemes().all()) {
      for (const auto& signature : overloads) by_type_[at(signature.row->type)].push_back(&signature);
    }
  }

  std::string game() {
    using games::lud::Type;
    std::string text = "(game \"Random\" (players {(player W) (player E)}) (equipment {(board ";
    text += rng_.below(4) == 0 ? make(Type::kGraph, 2) : rng_.below(2) == 0 ? "(square 4)" : "(hex 3)";
    text += std::string(" (track \"Track\" {0 1 2 5 8 7 6 3} loop:True)") +
            (rng_.below(3) == 0 ? " use:Vertex)" : ")");
    text += "(piece \"Disc\" Each " + make(Type::kMoves, 3) + ") (piece \"Seed\" Shared) (hand Each size:2) ";
    text += "(regions \"A\" P1 " + make(Type::kRegion, 2) + ") (regions \"B\" P2 (sites Top)) ";
    text += "(map \"M\" {(pair 1 2) (pair P1 5)})}) (rules (start {(place \"Disc1\" {0 1} count:2) ";
    text += "(place \"Disc2\" {7 8}) (place \"Seed\" (sites {4}) count:3)}) (play " + make(Type::kMoves, 4) +
            ") ";
    text += "(end {(if " + make(Type::kBool, 3) + " (result Mover Win)) " + make(Type::kEndRule, 3) + "})))";
    return text;
  }

 private:
  static std::size_t at(games::lud::Type type) { return static_cast<std::size_t>(type); }
  const char* one_of(std::initializer_list<const char*> words) {
    return words.begin()[rng_.below(static_cast<std::uint32_t>(words.size()))];
  }

  // A word of the type; empty if it has none.
  std::string word(games::lud::Type type) {
    using games::lud::Type;
    switch (type) {
      case Type::kInt:
        return one_of({"-1", "0", "1", "2", "3", "4", "8", "15", "40", "Off", "Infinity", "(to)", "(from)",
                       "(site)", "(last To)", "(handSite Mover)", "(between)"});
      case Type::kFloat:
        return one_of({"0", "1", "0.5", "-2", "45"});
      case Type::kBool:
        return one_of({"True", "False", "(is Empty (to))", "(is Enemy (who at:(to)))"});
      case Type::kRegion:
        return one_of({"(sites Board)", "(sites Empty)", "(sites Occupied by:Mover)", "(sites {1 2 5})",
                       "(sites \"A\")"});
      case Type::kMoves:
        return one_of({"(move Add (to (sites Empty)))", "(forEach Piece)",
                       "(move Step (to if:(is Empty (to))))", "(moveAgain)", "(remove (to))",
                       "(move Select (from (sites Board)) (then (sow)))"});
      case Type::kRole:
        return one_of(
            {"P1", "P2", "Mover", "Next", "Prev", "Shared", "Neutral", "Each", "All", "Player", "Enemy"});
      case Type::kSiteType:
        return one_of({"Cell", "Vertex", "Edge"});
      case Type::kAbsolute:
        return one_of({"Adjacent", "Orthogonal", "Diagonal", "All", "N", "SE", "Off", "CW"});
      case Type::kRelative:
        return one_of({"Forward", "FR", "BLL", "Backwards", "SameDirection", "OppositeDirection"});
      case Type::kDirections:
        return one_of({"Adjacent", "Diagonal", "Forward", "FL", "Rightwards"});
      case Type::kString:
        return one_of(
            {"\"Disc\"", "\"Disc1\"", "\"Seed\"", "\"Track\"", "\"A\"", "\"M\"", "\"Hand\"", "\"B2\""});
      case Type::kLandmark:
        return one_of({"FirstSite", "LastSite", "CentreSite"});
      case Type::kGraph:
        return one_of({"(square 3)", "(rectangle 2 5)", "(hex 2)", "(tri Hexagon 3)"});
      default:
        return "";
    }
  }

  std::string make(games::lud::Type type, int depth) {
    const auto& rows = by_type_[at(type)];
    std::string simple = word(type);
    if (depth <= 0 || rows.empty() || (!simple.empty() && rng_.below(4) == 0)) {
      if (!simple.empty()) return simple;
      if (rows.empty()) return "0";
    }
    const auto& signature = *rows[rng_.below(static_cast<std::uint32_t>(rows.size()))];
    std::string text = "(" + signature.head;
    for (const std::string& keyword : signature.keywords) text += " " + keyword;
    for (const auto& parameter : signature.parameters) {
      if (parameter.optional && rng_.below(depth > 0 ? 2 : 8) != 0) continue;
      text += ' ';
      if (!parameter.label.empty()) text += parameter.label + ":";
      text += array(parameter, parameter.array, depth - 1);
    }
    return text + ")";
  }

  std::string array(const games::lud::Parameter& parameter, int levels, int depth) {
    using games::lud::Type;
    if (levels > 0) {
      std::string text = "{";
      for (std::uint32_t k = rng_.below(3) + 1; k > 0; --k) text += array(parameter, levels - 1, depth) + " ";
      return text + "}";
    }
    const Type type = parameter.types[rng_.below(static_cast<std::uint32_t>(parameter.types.size()))];
    if (type == Type::kWord)
      return parameter.words[rng_.below(static_cast<std::uint32_t>(parameter.words.size()))];
    return depth < -3 && word(type).empty() ? "0" : make(type, depth);
  }

  Rng rng_;
  std::array<std::vector<const games::lud::Signature*>, 64> by_type_;
};

// Reads a description and expands its definitions and options, no more: thousands of texts a second. What
// comes out is written and read as the same. Whether it could be read. Throws if anything does not hold.
inline bool check_expansion(const std::string& text) {
  using namespace games::lud;
  Sources sources;
  const Source* const source = sources.add("f.lud", text);
  const auto expanded = expand(*source, Definitions(), {}, sources);
  if (!expanded) {
    if (expanded.error().find("f.lud:") == std::string::npos)
      throw std::runtime_error("a refusal without a place: " + expanded.error());
    return false;
  }
  const std::string written = expanded->game.to_text();
  // Words of other characters are no ludemes: refused later.
  const auto odd = [](unsigned char c) { return c < 0x20 || c > 0x7e || c == '<'; };
  if (std::any_of(written.begin(), written.end(), odd)) return true;
  const Source* const again = sources.add("again.lud", written);
  const auto tokens = tokenize(again->text, {again, 1, 1, 0}, sources);
  if (!tokens) throw std::runtime_error("what is written has no tokens: " + tokens.error());
  const auto trees = parse(*tokens, sources);
  if (!trees || trees->size() != 1 || (*trees)[0].to_text() != written)
    throw std::runtime_error("a tree that is not read as it was written: " + written);
  return true;
}

// Reads a description; plays it if it can be played. Whether it could. Throws if anything does not hold.
inline bool check_description(std::string text, std::uint64_t seed = 1) {
  using namespace games::lud;
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::runtime_error(what);
  };
  auto description = describe("f.lud", std::move(text), "", {});
  if (!description) {
    require(!description.error().empty(), "an error without a message");
    return false;
  }
  require((*description)->program != nullptr || !(*description)->problems.empty(),
          "neither a game nor a problem");
  if (!(*description)->program) return false;
  if ((*description)->start.size() > 131072) return false;
  const LudGame game(std::move(*description), false);
  Rng rng = Rng::seeded(seed);
  std::vector<std::byte> state(game.bytes());
  std::vector<std::byte> read(game.bytes());
  std::vector<Move> moves(game.traits().max_moves);
  game.initial(state.data());
  for (int ply = 0; ply < 30 && !is_over(game.status(state.data())); ++ply) {
    const std::uint32_t count = game.legal_moves(state.data(), moves.data());
    require(count != 0 && count <= moves.size(), "no move in a game that is not over");
    const Move move = moves[rng.below(count)];
    require(!game.move_text(state.data(), move).empty(), "a move without a text");
    const std::string position = game.position_text(state.data());
    const auto back = game.parse_position(position, read.data());
    require(back.ok() && game.position_text(read.data()) == position, "a position that does not round-trip");
    game.apply(state.data(), move);
  }
  static_cast<void>(game.board_text(state.data()));
  static_cast<void>(game.svg(state.data(), kNoMove));
  return true;
}

}  // namespace ludex::tests::fuzz
