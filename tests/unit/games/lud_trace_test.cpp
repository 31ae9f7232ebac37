// Ludii's recorded games (../shared/data/lud): expanded texts, boards, and every ply of the games that are
// not refused: legal moves, what they change, results. Of long games a sample; all of it with LUDEX_LONG=1,
// of one game with LUDEX_LUD_GAME=NAME. Games recorded elsewhere in the same format: LUDEX_LUD_TRACES=FOLDER
// of the records, whose `path` is below LUDEX_LUD_LIBRARY=FOLDER, with LUDEX_LUD_DEFINITIONS=FOLDER.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "games/lud/game/lud_game.hpp"
#include "tests/support/ludii_trace.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;
using json = ludex::arena::json::Value;
namespace fs = std::filesystem;

// Not worse than this: games of the 101 that are played.
constexpr int kPlayable = 96;

std::vector<std::string> words_of(const std::string& text) {
  // Words and brackets, whatever stands between them.
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  for (const char c : text) {
    const bool bracket = !quoted && (c == '(' || c == ')' || c == '{' || c == '}');
    const bool space = !quoted && (c == ' ' || c == '\n' || c == '\t');
    if (c == '"') quoted = !quoted;
    if (bracket || space) {
      if (!word.empty()) words.push_back(word);
      word.clear();
      if (bracket) words.emplace_back(1, c);
    } else {
      word += c;
    }
  }
  return words;
}

std::vector<std::string> sorted_unique(std::vector<std::string> list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}
std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

void check_board(const Topology& board, const json& dumped) {
  const auto numbers = [](const json& list) {
    std::vector<int> out;
    for (const auto& each : list) out.push_back(each.get<int>());
    std::sort(out.begin(), out.end());
    return out;
  };
  const auto steps = [&](int kind, int at) {
    const auto& list = board.steps(kind, at);
    std::vector<int> out(list.begin(), list.end());
    std::sort(out.begin(), out.end());
    return out;
  };
  const auto same = [](const char* what, const std::vector<int>& ours, const std::vector<int>& theirs) {
    CHECK_MESSAGE(ours == theirs,
                  (std::string(what) + ": " + json(ours).dump() + ", expected " + json(theirs).dump()));
  };
  REQUIRE(static_cast<std::size_t>(board.size()) == dumped["xyrcl"].size());
  for (int at = 0; at < board.size(); ++at) {
    CAPTURE(at);
    const auto k = static_cast<std::size_t>(at);
    CHECK(std::abs(board.points[k].x - dumped["xyrcl"][k][0].get<double>()) < 2e-3);
    CHECK(std::abs(board.points[k].y - dumped["xyrcl"][k][1].get<double>()) < 2e-3);
    same("orthogonal", steps(static_cast<int>(Absolute::kOrthogonal), at), numbers(dumped["orthogonal"][k]));
    same("diagonal", steps(static_cast<int>(Absolute::kDiagonal), at), numbers(dumped["diagonal"][k]));
    for (int d = 0; d < kConcrete; ++d) {
      std::vector<int> expected;
      if (const json* const found = dumped["dirs"].find(absolute_text(d))) {
        const json& to = (*found)[k];
        if (to.is_array()) expected = numbers(to);
        if (to.is_number() && to != -1) expected = {to.get<int>()};
      }
      same(std::string(absolute_text(d)).c_str(), steps(d, at), expected);
    }
  }
  const auto sorted = [](std::vector<int> list) {
    std::sort(list.begin(), list.end());
    return list;
  };
  same("outer", sorted(board.outer), numbers(dumped["outer"]));
  same("top", sorted(board.top), numbers(dumped["top"]));
  same("bottom", sorted(board.bottom), numbers(dumped["bottom"]));
  same("left", sorted(board.left), numbers(dumped["left"]));
  same("right", sorted(board.right), numbers(dumped["right"]));
  // Empty: of a board of this shape it is not known, and descriptions that ask for it are refused.
  if (!board.centre.empty()) same("centre", sorted(board.centre), numbers(dumped["centre"]));
}

// What is in one list of moves only.
std::string difference(std::vector<std::string> ours, std::vector<std::string> theirs) {
  ours = sorted_unique(std::move(ours)), theirs = sorted_unique(std::move(theirs));
  std::vector<std::string> more, less;
  std::set_difference(ours.begin(), ours.end(), theirs.begin(), theirs.end(), std::back_inserter(more));
  std::set_difference(theirs.begin(), theirs.end(), ours.begin(), ours.end(), std::back_inserter(less));
  std::string text = "too many:";
  for (const auto& move : more) text += "\n  " + move;
  text += "\nmissing:";
  for (const auto& move : less) text += "\n  " + move;
  return text;
}

using Position = std::vector<std::byte>;

// What the recorded ply can have led to from a position: several moves may have its text and its effect and
// differ in what is not recorded. None, and why, if the position has other moves than the recorded ones.
struct Followed {
  std::vector<Position> after;
  std::string why_not;
};
Followed follow(const LudGame& game, const Position& state, const json& p, std::vector<Move>& moves) {
  const bool effects = p["d"] == 1 && p.contains("l");
  const std::string played = trimmed(p["a"].get<std::string>());
  const std::string plain = played.substr(0, played.find(' '));
  const std::uint32_t count = game.legal_moves(state.data(), moves.data());
  Followed result;
  std::vector<std::string> list;
  std::string alike;  // what the moves do that have the text of the one played
  for (std::uint32_t i = 0; i < count; ++i) {
    std::string text = game.plain_text(state.data(), moves[i]);
    if (effects || text == plain) {
      Position after = state;
      game.apply(after.data(), moves[i]);
      const std::string whole_text =
          trimmed(text + " " + effect_text(game.program(), state.data(), after.data()));
      if (text == plain) alike += "\n  here " + whole_text;
      if (effects) text = whole_text;
      if (whole_text == played) result.after.push_back(std::move(after));
    }
    list.push_back(std::move(text));
  }
  if (result.after.empty()) result.why_not = played + alike;
  if (p.contains("l")) {
    std::vector<std::string> expected;
    for (const auto& each : p["l"]) expected.push_back(trimmed(each.get<std::string>()));
    if (sorted_unique(list) != sorted_unique(expected)) {
      result.after.clear();
      result.why_not = difference(list, expected);
    }
  }
  return result;
}

// Replays the recorded games until `plies` are used up. The games' own positions are walked, all moves of a
// list tried.
void check_trials(const LudGame& game, const std::vector<std::string>& lines, long plies) {
  constexpr std::size_t kMostPositions = 64;
  std::vector<Move> moves(game.traits().max_moves);
  const auto same = [&](const Position& a, const Position& b) {
    const std::size_t used = game.used(a.data());
    return used == game.used(b.data()) && std::memcmp(a.data(), b.data(), used) == 0;
  };
  for (std::size_t line = 1; line < lines.size() && plies > 0; ++line) {
    const json trial = json::parse(lines[line]);
    std::vector<Position> states(1, Position(game.bytes()));
    game.initial(states[0].data());
    CAPTURE(line);
    bool whole = true;
    for (std::size_t ply = 0; ply < trial["p"].size(); ++ply) {
      if (plies-- <= 0) {
        whole = false;
        break;
      }
      CAPTURE(ply);
      std::vector<Position> next;
      std::string why_not;
      for (const Position& state : states) {
        Followed followed = follow(game, state, trial["p"][ply], moves);
        if (!followed.why_not.empty()) why_not = std::move(followed.why_not);
        for (Position& after : followed.after) {
          const bool known = std::any_of(next.begin(), next.end(),
                                         [&](const Position& other) { return same(after, other); });
          if (!known) next.push_back(std::move(after));
        }
      }
      CHECK_MESSAGE(!next.empty(), why_not);
      REQUIRE(next.size() <= kMostPositions);
      if (next.empty()) return;
      states = std::move(next);
    }
    if (whole) {
      CHECK(std::any_of(states.begin(), states.end(), [&](const Position& state) {
        return is_over(game.status(state.data())) == trial["over"].get<bool>();
      }));
    }
  }
}

}  // namespace

TEST_CASE("games that somebody else recorded") {
  const char* const traces = std::getenv("LUDEX_LUD_TRACES");
  const char* const library = std::getenv("LUDEX_LUD_LIBRARY");
  const char* const definitions = std::getenv("LUDEX_LUD_DEFINITIONS");
  if (traces == nullptr || library == nullptr || definitions == nullptr) return;
  const char* const only = std::getenv("LUDEX_LUD_GAME");
  int playable = 0;
  int refused = 0;
  for (const auto& entry : fs::directory_iterator(traces)) {
    if (only != nullptr && entry.path().filename().string().find(only) == std::string::npos) continue;
    std::istringstream content(unzip(entry.path()));
    std::vector<std::string> lines;
    for (std::string line; std::getline(content, line);) lines.push_back(line);
    const json head = json::parse(lines[0]);
    const std::string path = head["path"].get<std::string>();
    CAPTURE(path);
    const auto text = read_text((fs::path(library) / path).string());
    REQUIRE(text.ok());
    auto description = describe(path, *text, definitions, {});
    REQUIRE_MESSAGE(description.ok(), (description.ok() ? "" : description.error()));
    CHECK(words_of((*description)->expanded.game.to_text()) == words_of(head["expanded"].get<std::string>()));
    if (!(*description)->program) {
      ++refused;
      continue;
    }
    ++playable;
    const LudGame game(std::move(*description), false);
    if (!head["topology"].empty())
      check_board(game.program().board(), head["topology"][head["default_site"].get<std::string>()]);
    check_trials(game, lines, 1'000'000'000);
  }
  MESSAGE(playable, " games played as recorded or not, ", refused, " refused");
}

TEST_CASE("the recorded games of Ludii") {
  const auto folder = oracle("lud/traces");
  if (!folder) return;
  const char* const only = std::getenv("LUDEX_LUD_GAME");  // one of them, to its end
  const bool everything = only != nullptr || std::getenv("LUDEX_LONG") != nullptr;
  const fs::path root = folder->parent_path();
  int playable = 0;
  for (const auto& entry : fs::directory_iterator(*folder)) {
    const std::string file = entry.path().filename().string();
    const std::string name = file.substr(0, file.find(".jsonl"));
    // Under a sanitizer a part of the games: reading them alone takes minutes.
    if (tests::kSanitized && std::hash<std::string>{}(name) % 5 != 0) continue;
    if (only != nullptr && name != only) continue;
    CAPTURE(name);
    std::istringstream content(unzip(entry.path()));
    std::vector<std::string> lines;
    for (std::string line; std::getline(content, line);) lines.push_back(line);
    const json head = json::parse(lines[0]);
    const auto text = read_text((root / "lud" / (name + ".lud")).string());
    REQUIRE(text.ok());
    auto description = describe(name + ".lud", *text, (root / "def").string(), {});
    REQUIRE_MESSAGE(description.ok(), (description.ok() ? "" : description.error()));
    CHECK(words_of((*description)->expanded.game.to_text()) == words_of(head["expanded"].get<std::string>()));
    if (!(*description)->program) {
      CHECK(!(*description)->problems.empty());
      continue;
    }
    ++playable;
    const LudGame game(std::move(*description), false);
    check_board(game.program().board(), head["topology"][head["default_site"].get<std::string>()]);
    check_trials(game, lines, everything ? 1'000'000'000 : tests::kSanitized ? 20 : 60);
  }
  if (only == nullptr && !tests::kSanitized) CHECK(playable >= kPlayable);
}

}  // namespace ludex::games::lud
