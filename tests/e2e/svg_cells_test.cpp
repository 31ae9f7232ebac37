// ludex.draft.svg-cells/1 of every game of the tree: each move can be pointed at, and where one points is
// where the drawing changes.
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/abi/text.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"
#include "paths.hpp"
#include "tests/support/plugins.hpp"

namespace ludex::tests {
namespace {

struct Cell {
  double x, y, width, height;
  [[nodiscard]] bool has(double px, double py) const {
    return px > x && px < x + width && py > y && py < y + height;
  }
};

std::map<std::string, Cell> cells_of(const SvgCells& cells, const Position& position) {
  StringSink sink;
  cells.write_cells(position.state(), sink);
  std::istringstream in(sink.text());
  std::map<std::string, Cell> found;
  std::string name;
  for (Cell cell{}; in >> name >> cell.x >> cell.y >> cell.width >> cell.height;)
    CHECK_MESSAGE(found.emplace(name, cell).second, name << " twice");
  CHECK(in.eof());
  return found;
}

std::vector<std::string> path_of(const SvgCells& cells, const Position& position, Move move) {
  StringSink sink;
  cells.write_move_cells(position.state(), move, sink);
  std::istringstream in(sink.text());
  std::vector<std::string> path;
  for (std::string name; in >> name;) path.push_back(name);
  return path;
}

std::set<std::string> lines_of(const Svg& svg, const Position& position, double* width, double* height) {
  StringSink sink;
  svg.draw_svg(position.state(), kNoMove, sink);
  const std::string text = sink.take();
  const auto box = text.find("viewBox=\"0 0 ");
  REQUIRE(box != std::string::npos);
  REQUIRE(std::sscanf(text.c_str() + box, "viewBox=\"0 0 %lf %lf\"", width, height) == 2);
  std::istringstream in(text);
  std::set<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.insert(line);
  return lines;
}

// The middle of what a line of a drawing shows, if it says so.
bool middle_of(const std::string& line, double& x, double& y) {
  const auto number = [&](const char* key, double& out) {
    const auto at = line.find(key);
    return at != std::string::npos &&
           std::sscanf(line.c_str() + at + std::string(key).size(), "%lf", &out) == 1;
  };
  if (number(" cx=\"", x) && number(" cy=\"", y)) return true;
  double x2 = 0, y2 = 0;
  if (number(" x1=\"", x) && number(" y1=\"", y) && number(" x2=\"", x2) && number(" y2=\"", y2)) {
    x = (x + x2) / 2, y = (y + y2) / 2;
    return true;
  }
  const auto at = line.find("translate(");
  return at != std::string::npos && std::sscanf(line.c_str() + at, "translate(%lf %lf)", &x, &y) == 2;
}

// That of `ludex new game`.
OwnedGame template_game(const Settings& settings) {
  const PluginEntry& entry = plugin(LUDEX_BUILD_DIR "/tests/templates/game-sticks.so");
  return make_game(*static_cast<const GameFactory*>(entry.factory(GameFactory::kInterface)), settings);
}

struct Case {
  const char* game;
  Settings settings;
  // Whether what a move puts on its last cell is drawn there (in awari the seeds of the first cell go away).
  bool lands = true;
};

}  // namespace

TEST_CASE("every move of every game can be pointed at, and lands where one points") {
  const std::vector<Case> cases{{"hex", {{"size", "4"}, {"swap", "true"}}},
                                {"hex", {{"width", "5"}, {"height", "3"}}},
                                {"othello", {{"size", "6"}}},
                                {"mnk", {{"m", "4"}, {"n", "3"}}},
                                {"gomoku", {{"size", "9"}}},
                                {"connect-k", {}},
                                {"breakthrough", {{"width", "5"}, {"height", "6"}}},
                                {"knightthrough", {{"width", "5"}, {"height", "6"}}},
                                {"chess", {}},
                                {"checkers", {}},
                                {"loa", {{"size", "7"}}},
                                {"chinese-checkers", {{"players", "3"}, {"size", "2"}}},
                                {"minishogi", {}},
                                {"awari", {}, false},
                                {"einstein", {}},
                                {"backgammon", {}},
                                {"sticks", {}, false}};
  for (const Case& one : cases) {
    CAPTURE(one.game);
    const OwnedGame game =
        one.game == std::string("sticks") ? template_game(one.settings) : make_game(one.game, one.settings);
    const auto* const svg = find<Svg>(*game);
    const auto* const cells = find<SvgCells>(*game);
    REQUIRE(svg != nullptr);
    REQUIRE(cells != nullptr);
    Rng rng = Rng::seeded(5);
    std::size_t pointed = 0, landed = 0;
    for (int round = 0; round < 4; ++round) {
      Position position(*game);
      for (int ply = 0; ply < 60 && !position.over(); ++ply) {
        double width = 0, height = 0;
        const auto before = lines_of(*svg, position, &width, &height);
        const auto known = cells_of(*cells, position);
        for (const auto& [name, cell] : known) {
          const std::string& shown = name;  // a lambda cannot name a structured binding
          CHECK_MESSAGE((cell.x >= 0 && cell.y >= 0 && cell.width > 0 && cell.height > 0 &&
                         cell.x + cell.width <= width + 1e-3 && cell.y + cell.height <= height + 1e-3),
                        shown);
        }
        const auto moves = position.legal_moves();
        std::set<std::string> seen;
        for (const Move move : moves) {
          const auto path = path_of(*cells, position, move);
          const std::string text = position.move_text(move);
          CHECK_MESSAGE((!path.empty() || text == "pass" || text == "swap" || position.to_move() == kChance),
                        text);
          for (const std::string& name : path) CHECK_MESSAGE(known.contains(name), text << " by " << name);
          CHECK_MESSAGE(seen.insert(text).second, text);
          if (path.empty()) continue;
          ++pointed;
          Position next = position;
          next.apply(move);
          const auto after = lines_of(*svg, next, &width, &height);
          const Cell& target = known.at(path.back());
          // Something new is drawn in the cell, or something that was there has gone.
          const bool there = std::any_of(after.begin(), after.end(), [&](const std::string& line) {
            double x = 0, y = 0;
            return !before.contains(line) && middle_of(line, x, y) && target.has(x, y);
          });
          const bool gone = std::any_of(before.begin(), before.end(), [&](const std::string& line) {
            double x = 0, y = 0;
            return !after.contains(line) && middle_of(line, x, y) && target.has(x, y);
          });
          CHECK_MESSAGE((one.lands ? there : gone), text << " in " << position.text());
          landed += there || gone ? 1 : 0;
        }
        position.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      }
    }
    CHECK(pointed > 20);
    CHECK(landed == pointed);
  }
}

TEST_CASE("cells are where rules.md says: corners that anyone can name") {
  const OwnedGame chess = make_game("chess");
  const Position start(*chess);
  const auto& cells = *find<SvgCells>(*chess);
  const auto known = cells_of(cells, start);
  REQUIRE(known.size() == 64);
  CHECK(known.at("a1").x < known.at("h1").x);
  CHECK(known.at("a1").y > known.at("a8").y);
  CHECK(path_of(cells, start, *start.parse_move("g1f3")) == std::vector<std::string>{"g1", "f3"});
  const auto promoting = Position::from_text(*chess, "7k/P7/8/8/8/8/8/K7 w - - 0 1");
  REQUIRE(promoting);
  for (const char* const text : {"a7a8q", "a7a8n"})
    CHECK(path_of(cells, *promoting, *promoting->parse_move(text)) == std::vector<std::string>{"a7", "a8"});

  // Row 1 is the upper one in Othello and Hex, and squares of draughts are numbered from the upper left.
  const OwnedGame othello = make_game("othello");
  const auto squares = cells_of(*find<SvgCells>(*othello), Position(*othello));
  CHECK(squares.at("a1").y < squares.at("a8").y);
  const OwnedGame checkers = make_game("checkers");
  const auto dark = cells_of(*find<SvgCells>(*checkers), Position(*checkers));
  REQUIRE(dark.size() == 32);
  CHECK(dark.at("1").y < dark.at("32").y);
  CHECK(dark.at("1").x < dark.at("4").x);
  CHECK(dark.at("5").x < dark.at("1").x);

  // A piece in hand is a cell as long as there is one.
  const OwnedGame shogi = make_game("minishogi");
  const auto& drops = *find<SvgCells>(*shogi);
  CHECK(cells_of(drops, Position(*shogi)).size() == 25);
}

}  // namespace ludex::tests
