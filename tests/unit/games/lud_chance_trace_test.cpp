// Ludii's recorded games with dice, draws, stacks, teams and several players (../shared/data/lud2): every ply
// of the games that are not refused, given its rolls. Of each game a sample; all of it with LUDEX_LONG=1, of
// one game with LUDEX_LUD_GAME=NAME. Generated code replays the same (in the sample: that of a few games),
// and is compared with the interpreter.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "games/lud/codegen/library.hpp"
#include "games/lud/game/lud_game.hpp"
#include "tests/support/lud_native.hpp"
#include "tests/support/ludii_trace.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;
using json = ludex::arena::json::Value;
namespace fs = std::filesystem;
using Position = std::vector<std::byte>;

// Not worse than this: games of the 112 that are played.
constexpr int kPlayable = 75;
// Those that are compiled in the sample: with dice, with stacks, with both and teams.
const std::set<std::string> kCompiled{"EinStein_Wurfelt_Nicht", "Lasca", "Nyout"};

std::string fields(int what, int count, int state, int rotation, int value) {
  std::string text = std::to_string(what);
  if (count != (what == 0 ? 0 : 1)) text += 'c' + std::to_string(count);
  if (state != 0) text += 's' + std::to_string(state);
  if (rotation != 0) text += 'r' + std::to_string(rotation);
  if (value != 0) text += 'v' + std::to_string(value);
  return text;
}
// What stands on a site, in the notation of the records.
std::string cell(const Eval& e, int i) {
  if (!e.layout.has_stacks) return fields(e.what(i), e.count(i), e.state(i), e.rotation(i), e.cell_value(i));
  std::string text;
  for (int k = 0; k < e.height(i); ++k) {
    const Level piece = e.level_of(i, k);
    text += (k == 0 ? "" : "/") + fields(piece.what, 1, piece.state, piece.rotation, piece.value);
  }
  return text.empty() ? "0" : text;
}

// Numbers with a separator between them, f(1) to f(n).
template <class F>
std::string list(int n, char separator, F&& f) {
  std::string text;
  for (int q = 1; q <= n; ++q) text += (q == 1 ? "" : std::string(1, separator)) + f(q);
  return text;
}
std::string rank_text(float rank) {
  const int twice = static_cast<int>(2 * rank + 0.01F);
  return std::to_string(twice / 2) + (twice % 2 != 0 ? ".5" : "");
}

// The effect of a ply: changed cells, then the parts that begin with the letters of the records.
std::string effect(const LudGame& game, const Position& before, const Position& after,
                   const std::string& first_dice) {
  const Program& p = game.program();
  const Eval a = reader(p, before.data());
  const Eval b = reader(p, after.data());
  const Head& g = a.head();
  const Head& h = b.head();
  const int n = p.players;
  std::string text;
  for (int k = 0; k < kSiteTypes; ++k) {
    // The board's own type comes first.
    const int own = static_cast<int>(p.site_type);
    const int type = k == 0 ? own : k <= own ? k - 1 : k;
    const auto t = static_cast<std::size_t>(type);
    for (int at = 0; p.layout.base[t] >= 0 && at < p.layout.size[t]; ++at) {
      if (type == own && !p.dice.empty() && at >= p.first_die) break;
      const int i = at + p.layout.base[t];
      if (cell(a, i) == cell(b, i)) continue;
      const char* const letter = type == own ? "" : type == 0 ? "c" : type == 1 ? "v" : "e";
      text += (text.empty() ? "" : ",") + std::string(letter) + std::to_string(at) + "=" + cell(b, i);
    }
  }
  const auto changed = [&](const char* letter, const std::string& old, const std::string& now) {
    if (old != now) text += ";" + (letter + now);
  };
  const auto number = [](int value) { return std::to_string(value); };
  if (p.uses_score) text += ";" + list(n, '/', [&](int q) { return number(b.scores()[q]); });
  const auto dice = [&](const Eval& e) {
    return list(static_cast<int>(p.dice.size()), ',', [&](int k) { return number(e.more().dice[k - 1]); }) +
           (e.more().equal != 0 ? "=" : "");
  };
  if (!p.dice.empty())
    changed("D", g.plies == 0 && a.more().rolling == kToRoll ? first_dice : dice(a), dice(b));
  if (p.layout.pending != 0 && (a.pending().count != 0 || b.pending().count != 0)) {
    std::vector<int> pending(b.pending().values, b.pending().values + b.pending().count);
    std::sort(pending.begin(), pending.end());
    text += ";P" + list(b.pending().count, '.',
                        [&](int k) { return number(pending[static_cast<std::size_t>(k - 1)]); });
  }
  const auto each = [&](const char* letter, auto&& of) {
    changed(letter, list(n, '.', [&](int q) { return number(of(a, q)); }),
            list(n, '.', [&](int q) { return number(of(b, q)); }));
  };
  if (p.phases.size() > 1) each("F", [](const Eval& e, int q) { return e.phase_of(q); });
  if (p.teams) each("T", [](const Eval& e, int q) { return e.more().team[q]; });
  if (p.layout.player_values != 0) each("W", [](const Eval& e, int q) { return e.player_values()[q]; });
  std::map<std::string, int> named;
  bool any = false;
  for (std::size_t k = 0; k < p.variables.size(); ++k) {
    const int old = a.variables(static_cast<int>(k));
    const int now = b.variables(static_cast<int>(k));
    any = any || old != now;
    if (now != kOff || old != now) named[p.variables[k]] = now;
  }
  std::string variables;
  for (const auto& [name, value] : named)
    variables += (variables.empty() ? "" : ".") + name + "=" + number(value);
  if (any) text += ";V{" + variables + "}";
  if (p.layout.rest != 0) changed("t", number(a.rest().variable), number(b.rest().variable));
  const bool over = h.status != 0;
  if (n > 2 && (over || p.goes_on)) {
    std::vector<float> final_ranks(static_cast<std::size_t>(n));
    if (over) game.ranks(after.data(), final_ranks.data());
    const auto before_ranks = list(n, '/', [&](int q) {
      return rank_text(p.goes_on ? static_cast<float>(a.more().rank[q]) / 2 : 0.0F);
    });
    changed("r", before_ranks, list(n, '/', [&](int q) {
              return rank_text(over ? final_ranks[static_cast<std::size_t>(q - 1)]
                                    : static_cast<float>(b.more().rank[q]) / 2);
            }));
  }
  if (over) return text + ";end" + number(h.status < kFirstWins ? 0 : static_cast<int>(h.status) - 1);
  if (h.mover == g.mover) return text + ";+";
  return h.mover == player_after(g.mover, n) ? text : text + ";n" + number(h.mover);
}

// A record's move and effect in parts, without what the texts here do not have: remembered values, the
// counter, amounts, draws.
std::string comparable(const std::string& record) {
  const auto blank = std::min(record.find(' '), record.size());
  std::istringstream rest(record.substr(std::min(blank + 1, record.size())));
  std::vector<std::string> parts;
  bool first = true;
  for (std::string part; std::getline(rest, part, ';'); first = false) {
    if (first && !part.empty()) parts.push_back("." + part);
    if (part[0] == 'F' && record.find(";end") != std::string::npos)
      continue;  // phases of a game that is over
    if (!first && part.find_first_of("MkA*") != 0) parts.push_back(part);
  }
  std::sort(parts.begin(), parts.end());
  std::string text = record.substr(0, blank);
  for (const std::string& part : parts) text += " " + part;
  return text;
}
// The numbers drawn while a recorded move was made: "*v1/4" is 1 more than the lowest.
std::vector<int> draws_of(const std::string& record) {
  std::vector<int> draws;
  for (auto at = record.find("v", record.find(";*"));
       at != std::string::npos && record.find(";*") != std::string::npos; at = record.find("v", at + 1))
    if (const auto slash = record.find('/', at); slash != std::string::npos)
      draws.push_back(std::stoi(record.substr(at + 1, slash - at - 1)));
  return draws;
}

class Replay {
 public:
  Replay(const LudGame& game, std::string first_dice)
      : game_(game), first_dice_(std::move(first_dice)), moves_(game.traits().max_moves) {}

  // Plays a recorded ply from a position; adds the positions that it can have led to. Says what differs.
  std::string follow(const Position& before, const json& ply, std::vector<Position>& next) {
    std::string roll;
    if (ply.contains("r"))
      for (const auto& each : ply["r"])
        if (const auto text = each.get<std::string>(); text[0] == 'R') roll = text;
    Position state = before;
    if (game_.is_chance(state.data()) == roll.empty()) return "one rolls, the other does not: " + roll;
    if (!roll.empty()) {
      const auto outcome = game_.parse_move(state.data(), roll);
      if (!outcome) return outcome.error();
      game_.apply(state.data(), *outcome);
    }
    if (reader(game_.program(), state.data()).head().mover != ply["m"].get<int>()) return "another mover";
    const bool effects = ply["d"] == 1 && ply.contains("l");
    const std::string played = ply["a"].get<std::string>();
    std::vector<std::string> records{played};
    if (effects)
      for (const auto& each : ply["l"]) records.push_back(each.get<std::string>());
    std::vector<std::string> ours, theirs;
    const std::vector<std::string> texts = game_.plain_texts(state.data());
    const std::uint32_t count = game_.legal_moves(state.data(), moves_.data());
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::string plain = without_words(texts[i]);
      if (!effects) ours.push_back(plain);
      // A move that draws is made with the numbers of each record of its sites.
      bool matched = false;
      std::string whole;
      for (const std::string& record : records) {
        if (record.substr(0, record.find(' ')) != plain) continue;
        Position after = state;
        if (!apply(after, moves_[i], draws_of(record))) continue;
        whole = comparable(plain + " " + effect(game_, before, after, first_dice_));
        if (whole != comparable(record)) continue;
        matched = true;
        if (effects) ours.push_back(whole);
        if (&record == records.data() && std::find(next.begin(), next.end(), after) == next.end())
          next.push_back(std::move(after));
      }
      if (effects && !matched) ours.push_back("here " + plain + " " + whole);
    }
    if (ply.contains("l"))
      for (const auto& each : ply["l"])
        theirs.push_back(effects ? comparable(each.get<std::string>()) : each.get<std::string>());
    for (auto* list_of : {&ours, &theirs}) {
      std::sort(list_of->begin(), list_of->end());
      list_of->erase(std::unique(list_of->begin(), list_of->end()), list_of->end());
    }
    if (ply.contains("l") && ours != theirs) {
      next.clear();
      std::string text = played;
      for (const auto& each : ours)
        if (!std::binary_search(theirs.begin(), theirs.end(), each)) text += "\n  too many: " + each;
      for (const auto& each : theirs)
        if (!std::binary_search(ours.begin(), ours.end(), each)) text += "\n  missing: " + each;
      return text;
    }
    return next.empty() ? played : "";
  }

 private:
  // The records have the kind of a vote alone.
  [[nodiscard]] static std::string without_words(std::string text) {
    for (const char* const kind : {"vote", "propose"})
      if (text.starts_with(std::string(kind) + "-")) text = kind;
    return text;
  }
  // False if it draws other numbers.
  bool apply(Position& state, Move move, const std::vector<int>& draws) const {
    game_.apply(state.data(), move);
    const int low =
        game_.program().most_draws != 0 ? reader(game_.program(), state.data()).more().draw_low : 0;
    for (const int each : draws) {
      if (game_.program().most_draws == 0 || !game_.is_chance(state.data())) return false;
      const auto outcome = game_.parse_move(state.data(), "V" + std::to_string(low + each));
      if (!outcome) return false;
      game_.apply(state.data(), *outcome);
    }
    return game_.program().most_draws == 0 || reader(game_.program(), state.data()).more().draw_size == 0;
  }

  const LudGame& game_;
  std::string first_dice_;  // before the first roll
  std::vector<Move> moves_;
};

// Makes the choices of chance at the start of a trial: "s2/7" is the third of seven sites, chosen anew if it
// is taken.
void make_start(const LudGame& game, const json& trial, Position& state) {
  if (!trial.contains("start") || !game.program().random_start) return;
  std::vector<std::string> sites;
  for (const auto& each : trial["start"]) {
    const std::string draw = each.get<std::string>();
    const std::size_t slash = draw.find('/');
    const auto index = static_cast<std::size_t>(std::stoi(draw.substr(1, slash - 1)));
    REQUIRE(game.is_chance(state.data()));
    std::vector<Move> outcomes(game.traits().max_moves);
    const std::uint32_t count = game.legal_moves(state.data(), outcomes.data());
    if (count == static_cast<std::uint32_t>(std::stoi(draw.substr(slash + 1)))) {
      sites.clear();
      for (std::uint32_t k = 0; k < count; ++k) sites.push_back(game.move_text(state.data(), outcomes[k]));
    }
    REQUIRE(index < sites.size());
    if (const auto outcome = game.parse_move(state.data(), sites[index])) game.apply(state.data(), *outcome);
  }
}

// Replays the trials until `plies` are used up.
void check_trials(const LudGame& game, std::istream& lines, const std::string& first_dice, long plies) {
  Replay replay(game, first_dice);
  int trial_index = 0;
  for (std::string line; std::getline(lines, line) && plies > 0; ++trial_index) {
    const json trial = json::parse(line);
    std::vector<Position> states(1, Position(game.bytes()));
    game.initial(states[0].data());
    CAPTURE(trial_index);
    make_start(game, trial, states[0]);
    for (std::size_t ply = 0; ply < trial["p"].size() && plies-- > 0; ++ply) {
      CAPTURE(ply);
      std::vector<Position> next;
      std::string why_not;
      for (const Position& state : states) {
        std::vector<Position> after;
        const std::string why = replay.follow(state, trial["p"][ply], after);
        if (!why.empty()) why_not = why;
        next.insert(next.end(), after.begin(), after.end());
      }
      CHECK_MESSAGE(!next.empty(), why_not);
      if (next.empty()) return;
      std::sort(next.begin(), next.end());
      next.erase(std::unique(next.begin(), next.end()), next.end());
      REQUIRE(next.size() <= 64);
      states = std::move(next);
    }
    if (plies > 0) {
      CHECK(std::any_of(states.begin(), states.end(), [&](const Position& state) {
        return is_over(game.status(state.data())) == trial["over"].get<bool>();
      }));
    }
  }
}

}  // namespace

TEST_CASE("the recorded games of Ludii with dice, stacks and several players") {
  const auto folder = oracle("lud2/traces");
  if (!folder) return;
  const fs::path root = folder->parent_path();
  const char* const only = std::getenv("LUDEX_LUD_GAME");
  const bool everything = only != nullptr || std::getenv("LUDEX_LONG") != nullptr;
  int playable = 0;
  int compiled = 0;
  bool compiles = true;
  static_cast<void>(cache());
  for (const auto& entry : fs::directory_iterator(*folder)) {
    const std::string file = entry.path().filename().string();
    const std::string name = file.substr(0, file.find(".jsonl"));
    if (tests::kSanitized && std::hash<std::string>{}(name) % 5 != 0) continue;
    if (only != nullptr && name != only) continue;
    CAPTURE(name);
    const auto text = read_text((root / "lud" / (name + ".lud")).string());
    REQUIRE(text.ok());
    auto description = describe(name + ".lud", *text, (root.parent_path() / "lud" / "def").string(), {});
    if (!description || !(*description)->program) continue;
    ++playable;
    const std::string records = unzip(entry.path());
    const auto replay = [&](const LudGame& game) {
      std::istringstream lines(records);
      std::string head;
      std::getline(lines, head);
      const json first = json::parse(head);
      check_trials(game, lines, first.contains("init_dice") ? first["init_dice"].get<std::string>() : "",
                   everything          ? 1'000'000'000
                   : tests::kSanitized ? 20
                                       : 60);
    };
    Pair pair(*description, false);
    replay(pair.plain);
    if (!compiles || (!everything && kCompiled.find(name) == kCompiled.end())) continue;
    const std::string source = codegen::source_of(pair.plain.program());
    CHECK(!source.empty());
    auto library = codegen::Library::load(source);
    if (!library && library.error().find("there is no compiler") != std::string::npos) {
      MESSAGE("not compiled: " << library.error());
      compiles = false;
      continue;
    }
    REQUIRE_MESSAGE(library.ok(), (library.ok() ? "" : library.error()));
    pair.fast.use(std::move(*library));
    ++compiled;
    replay(pair.fast);
    compare(pair, everything ? 200 : 20, everything ? 6 : 2);
  }
  if (only == nullptr && compiles && !tests::kSanitized) CHECK(compiled >= (everything ? kPlayable : 3));
  if (only == nullptr && !tests::kSanitized) CHECK(playable >= kPlayable);
}

}  // namespace ludex::games::lud
