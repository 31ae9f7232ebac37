// Moves as text: by the names on the board, and by numbers of sites as in the reference program, which logs
// of earlier versions use.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/util/nearest.hpp"
#include "games/lud/game/lud_game.hpp"
#include "games/lud/game/site_names.hpp"
#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

namespace {

// The piece is `names ? its name : its number`; the number also if the name cannot be read back.
std::string changed_cell(const Eval& e, int i, bool names) {
  const int what = e.what(i);
  std::string text = std::to_string(what);
  if (names) {
    const std::string& name = e.program.components[static_cast<std::size_t>(what)].name;
    const bool plain =
        std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
    if (what == 0) {
      text = "-";
    } else if (plain && !name.empty()) {
      text = name;
    }
  }
  for (int k = e.height(i) - 2; e.layout.has_stacks && k >= 0; --k)
    text = std::to_string(e.level_of(i, k).what) + '.' + text;
  if (e.program.shows_counts && !e.layout.has_stacks) text += 'c' + std::to_string(e.count(i));
  if (e.layout.has_state) text += 's' + std::to_string(e.state(i));
  if (e.layout.has_rotation) text += 'r' + std::to_string(e.rotation(i));
  if (e.layout.has_value) text += 'v' + std::to_string(e.cell_value(i));
  return text;
}

// Sites of a type other than the board's own are prefixed with its letter.
std::string numbered_site(const Program& program, int at, int type) {
  const auto kind = at >= program.first_hand ? SiteType::kCell : static_cast<SiteType>(type);
  const char* letter = kind == program.site_type   ? ""
                       : kind == SiteType::kCell   ? "c"
                       : kind == SiteType::kVertex ? "v"
                                                   : "e";
  return at < 0 ? "-" : letter + std::to_string(at);
}

// `names`: null for numbers.
std::string sites_of(const Eval& e, const ListedMove& move, const SiteNames* names) {
  switch (move.special) {
    case kPassMove:
    case kForcedPass:
      return "pass";
    case kSwapMove:
      return "swap";
    case kMessageMove: {
      const Action& action = e.workspace.actions[move.first];
      return (action.kind == ActionKind::kPropose ? "propose-" : "vote-") +
             e.program.votes[static_cast<std::size_t>(action.what)];
    }
    default:
      break;
  }
  const int from_type = move.from == move.to ? move.type : e.own();
  // The levels of what moves from a stack, unless it is the lowest piece alone.
  const std::string levels =
      move.high == 0 ? "" : "^" + std::to_string(move.low) + "." + std::to_string(move.high);
  if (names == nullptr)
    return numbered_site(e.program, move.from, from_type) + levels + "-" +
           numbered_site(e.program, move.to, move.type);
  if (move.from == move.to) return names->of(move.to, move.type) + levels;
  return names->of(move.from, from_type) + levels + "-" + names->of(move.to, move.type);
}

std::string changes_text(const Program& program, const std::byte* before, const std::byte* after,
                         const SiteNames* names) {
  const Eval a = reader(program, before);
  const Eval b = reader(program, after);
  std::string text;
  for (int type = 0; type < kSiteTypes; ++type) {
    const auto k = static_cast<std::size_t>(type);
    for (int at = 0; program.layout.base[k] >= 0 && at < program.layout.size[k]; ++at) {
      const int i = at + program.layout.base[k];
      if (changed_cell(a, i, false) == changed_cell(b, i, false)) continue;
      text += (text.empty() ? "" : ",") + (names == nullptr ? std::to_string(at) : names->of(at, type)) +
              "=" + changed_cell(b, i, names != nullptr);
    }
  }
  if (program.uses_score) {
    text += ';';
    for (int q = 1; q <= 2; ++q)  // as in the traces, whatever the number of players
      text += (q > 1 ? "/" : "") + std::to_string(b.scores()[q]);
  }
  const auto status = static_cast<GameStatus>(b.head().status);
  if (is_over(status)) {
    text += ";end" + std::to_string(winner_of(status) == kNobody ? 0 : winner_of(status) + 1);
  } else if (b.head().mover == a.head().mover) {
    text += ";+";
  }
  return text;
}

// The rest of a text that begins with a move's sites: empty, or "/" and more. "40" and "40-40" are the same
// sites.
std::optional<std::string_view> behind(std::string_view text, const std::string& sites) {
  const auto after = [&](const std::string& head) -> std::optional<std::string_view> {
    if (!text.starts_with(head)) return std::nullopt;
    const std::string_view rest = text.substr(head.size());
    return rest.empty() || rest[0] == '/' ? std::optional(rest) : std::nullopt;
  };
  if (const auto rest = after(sites)) return rest;
  const auto dash = sites.find('-');
  if (dash == std::string::npos) return after(sites + "-" + sites);
  return sites.substr(0, dash) == sites.substr(dash + 1) ? after(sites.substr(0, dash)) : std::nullopt;
}

}  // namespace

std::string effect_text(const Program& program, const std::byte* before, const std::byte* after) {
  return changes_text(program, before, after, nullptr);
}

std::string LudGame::plain_text(const std::byte* state, Move move) const {
  if (is_chance(state)) return roll_text(state, move);
  std::vector<Move> moves(max_moves_);
  const std::uint32_t count = interpreted_moves(state, moves.data());
  const Eval eval = reader(program(), state);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (moves[i] == move) return sites_of(eval, eval.workspace.moves[i], nullptr);
  }
  return "?";
}

std::vector<std::string> LudGame::plain_texts(const std::byte* state) const {
  std::vector<Move> moves(max_moves_);
  const std::uint32_t count = interpreted_moves(state, moves.data());
  const Eval eval = reader(program(), state);
  std::vector<std::string> texts;
  for (std::uint32_t i = 0; i < count; ++i) texts.push_back(sites_of(eval, eval.workspace.moves[i], nullptr));
  return texts;
}

std::string LudGame::move_text(const std::byte* state, Move move) const {
  if (is_chance(state)) return roll_text(state, move);
  return whole_text(state, move, &names_);
}

std::string LudGame::whole_text(const std::byte* state, Move move, const SiteNames* names) const {
  std::vector<Move> moves(max_moves_);
  const std::uint32_t count = interpreted_moves(state, moves.data());
  const Eval eval = reader(program(), state);
  const std::size_t found =
      static_cast<std::size_t>(std::find(moves.begin(), moves.begin() + count, move) - moves.begin());
  if (found == count) return "?";
  const std::string plain = sites_of(eval, eval.workspace.moves[found], names);
  // Only moves between the same sites can have equal texts.
  std::vector<std::size_t> alike;
  for (std::size_t i = 0; i < count; ++i) {
    if (static_cast<std::uint32_t>(moves[i]) >> 8 == static_cast<std::uint32_t>(move) >> 8 &&
        sites_of(eval, eval.workspace.moves[i], names) == plain)
      alike.push_back(i);
  }
  if (alike.size() == 1) return plain;
  const auto effect_of = [&](std::size_t i) {
    std::vector<std::byte> after(state, state + bytes());
    apply(after.data(), moves[i]);
    return changes_text(program(), state, after.data(), names);
  };
  const std::string effect = effect_of(found);
  // Numbers distinguish moves without a visible difference.
  std::size_t same_before = 0;
  for (const std::size_t i : alike) {
    if (i == found) break;
    if (effect_of(i) == effect) ++same_before;
  }
  return plain + "/" + effect + (same_before == 0 ? "" : "#" + std::to_string(same_before));
}

Result<Move> LudGame::parse_move(const std::byte* state, std::string_view text) const {
  if (is_chance(state)) return parse_roll(state, text);
  std::vector<Move> moves(max_moves_);
  moves.resize(interpreted_moves(state, moves.data()));
  const std::string wanted = lower_case(text);
  std::string known;
  // The moves whose sites the text names, each with the rest of the text. Names come first: where names are
  // numbers both spellings agree.
  std::vector<std::pair<Move, std::string_view>> alike;
  {
    const Eval eval = reader(program(), state);
    for (const SiteNames* const names : {&names_, static_cast<const SiteNames*>(nullptr)}) {
      if (!alike.empty()) break;
      for (std::size_t i = 0; i < moves.size(); ++i) {
        const std::string sites = sites_of(eval, eval.workspace.moves[i], names);
        if (names != nullptr && i < 8) known += " " + sites;
        if (const auto rest = behind(wanted, lower_case(sites))) alike.emplace_back(moves[i], *rest);
      }
    }
  }
  std::string message = "'" + std::string(text) + "' is not a legal move here; ";
  if (alike.size() == 1 && alike[0].second.empty()) return alike[0].first;
  for (const auto& [move, rest] : alike) {
    for (const SiteNames* const names : {&names_, static_cast<const SiteNames*>(nullptr)}) {
      const std::string whole = lower_case(whole_text(state, move, names));
      if (!rest.empty() && whole.substr(std::min(whole.find('/'), whole.size())) == rest) return move;
    }
  }
  if (alike.size() > 1) {
    message += "the legal moves between these sites are";
    for (const auto& [move, rest] : alike) message += " " + move_text(state, move);
  } else {
    message += "legal moves are" + known + (moves.size() > 8 ? " ..." : "");
  }
  return Error{std::move(message)};
}

}  // namespace ludex::games::lud
