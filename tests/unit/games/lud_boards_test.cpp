// Boards: the sites of shapes, neighbours, lines of sites. Those of the games are Ludii's recorded ones
// (../shared/data/lud, lines computed from them); the shapes on hexagons and triangles are computed by the
// rules of
// ../shared/spec/lud-behaviour.md, 2, of which they are vectors.
#include <cmath>
#include <cstddef>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "games/lud/board/topology.hpp"
#include "tests/support/lud_walk.hpp"

namespace ludex::games::lud {
namespace {

using Sites = std::vector<int>;

// The boards of games, put together in our own way.
constexpr const char* kAmazons = "(board (square 10))";
constexpr const char* kCamelot =
    "(board (keep (rectangle 12 16) (poly {{3 0} {13 0} {15 2} {16 5} {16 7} {15 10} {12 13} {4 13} {1 10} "
    "{0 7} {0 5} {1 2}})))";
constexpr const char* kHex = "(board (hex Diamond 11))";
constexpr const char* kY = "(board (hex Triangle 11))";
constexpr const char* kYavalath = "(board (rotate 90 (hex 5)))";
constexpr const char* kAnnuvin = "(board (rotate 30 (hex 4)))";
constexpr const char* kFoxAndGeese =
    "(board (merge (shift 0 2 (rectangle 3 7 diagonals:Alternating)) (shift 2 0 (rectangle 7 3 "
    "diagonals:Alternating))) use:Vertex)";
constexpr const char* kThreeMensMorris = "(board (rectangle 3 3 diagonals:Alternating) use:Vertex)";
constexpr const char* kHaretavl =
    "(board (merge (merge (square 3 diagonals:Alternating) (shift 1 0 (shift 0.5 0.5 (rotate 270 (wedge "
    "2))))) (shift -1 0 (shift -0.5 0.5 (rotate 90 (wedge 2))))) use:Vertex)";
constexpr const char* kGo = "(board (square 19) use:Vertex)";
constexpr const char* kHexGo = "(board (tri Hexagon 6) use:Vertex)";
constexpr const char* kFanorona = "(board (rectangle 5 9 diagonals:Alternating) use:Vertex)";
constexpr const char* kKharbaga = "(board (rectangle 5 diagonals:Solid) use:Vertex)";
constexpr const char* kAdugo =
    "(board (merge (shift 0 2 (rectangle 5 diagonals:Alternating)) (wedge 3)) use:Vertex)";
constexpr const char* kNineMensMorris = "(board (concentric Square rings:3 joinMidpoints:True) use:Vertex)";
constexpr const char* kKalah = "(mancalaBoard 2 6 (track \"Ring\" \"0,ESE,E,ENE,WNW,N,W\" loop:True))";
constexpr const char* kMuTorere = "(board (concentric {1 8}) use:Vertex)";
constexpr const char* kChoko = "(board (square 5) use:Vertex)";
constexpr const char* kGlinskiChess = "(board (rotate 90 (hex 6)))";

class Board {
 public:
  explicit Board(const std::string& equipment) {
    const std::string game = game_of(equipment + " (piece \"Disc\" Each)", kPlay + kUntilFull);
    auto read_text = read(game);
    REQUIRE_MESSAGE(read_text.ok(), (read_text.ok() ? "" : read_text.error()));
    REQUIRE_MESSAGE((*read_text)->program != nullptr, problems_of(game));
    description_ = *read_text;
  }
  [[nodiscard]] const Graph& graph() const { return description_->program->graph; }
  [[nodiscard]] const Topology& own() const { return description_->program->board(); }
  [[nodiscard]] Topology of(SiteType type) const { return Topology(graph(), type); }

 private:
  inline static const std::string kPlay = "(play (move Add (to (sites Empty))))";
  std::shared_ptr<Description> description_;
};

Sites steps(const Topology& board, Absolute kind, int site) {
  const auto& list = board.steps(static_cast<int>(kind), site);
  return {list.begin(), list.end()};
}
const std::vector<Radial>& radials(const Topology& board, Absolute kind, int site) {
  return board.radials(static_cast<int>(kind), site);
}
std::vector<Sites> lines(const Topology& board, Absolute kind, int site) {
  std::vector<Sites> all;
  for (const Radial& radial : radials(board, kind, site))
    all.emplace_back(radial.sites, radial.sites + radial.size);
  return all;
}

struct Neighbours {
  const char* board;
  SiteType type;
  int site;
  Sites orthogonal, diagonal, off;  // clockwise from north
};
const Neighbours kNeighbours[] = {
    {kAmazons, SiteType::kCell, 0, {10, 1}, {11}, {}},
    {kAmazons, SiteType::kCell, 5, {15, 6, 4}, {16, 14}, {}},
    {kAmazons, SiteType::kCell, 44, {54, 45, 34, 43}, {55, 35, 33, 53}, {}},
    {kCamelot, SiteType::kCell, 0, {11, 1}, {12, 10}, {}},
    {kCamelot, SiteType::kCell, 3, {14, 4, 2}, {15, 13}, {}},
    {kCamelot, SiteType::kCell, 11, {24, 12, 0, 10}, {25, 1, 23}, {}},
    {kCamelot, SiteType::kCell, 12, {25, 13, 1, 11}, {26, 2, 0, 24}, {}},
    {kHex, SiteType::kCell, 0, {4, 2, 1}, {8, 7}, {}},
    {kHex, SiteType::kCell, 1, {7, 4, 0, 3}, {12, 2, 11}, {}},
    {kHex, SiteType::kCell, 4, {12, 8, 2, 0, 1, 7}, {18, 5, 3, 17}, {}},
    {kHex, SiteType::kCell, 60, {80, 71, 50, 40, 49, 70}, {89, 61, 32, 31, 59, 88}, {}},
    {kHex, SiteType::kCell, 55, {66, 45}, {56}, {}},
    {kY, SiteType::kCell, 0, {11, 1}, {12}, {}},
    {kY, SiteType::kCell, 10, {9, 20}, {19}, {}},
    {kY, SiteType::kCell, 65, {64, 63}, {61}, {}},
    {kY, SiteType::kCell, 30, {38, 31, 22, 21}, {39, 23, 12}, {}},
    {kYavalath, SiteType::kCell, 0, {1, 5, 6}, {12, 7}, {}},
    {kYavalath, SiteType::kCell, 4, {3, 9, 10}, {8, 16}, {}},
    {kYavalath, SiteType::kCell, 30, {31, 22, 21, 29, 38, 39}, {23, 14, 20, 37, 46, 40}, {}},
    {kAnnuvin, SiteType::kCell, 0, {5, 1, 4}, {6, 10}, {}},
    {kAnnuvin, SiteType::kCell, 18, {25, 19, 12, 11, 17, 24}, {26, 13, 6, 10, 23, 30}, {}},
    {kFoxAndGeese, SiteType::kCell, 0, {2, 1}, {18}, {19, 17, 7, 16}},
    {kFoxAndGeese, SiteType::kCell, 2, {7, 0}, {4, 19}, {18, 17, 6, 5, 3, 1, 16}},
    {kFoxAndGeese, SiteType::kCell, 3, {4, 33}, {35, 7}, {6, 5, 8, 10, 34, 32, 2}},
    {kFoxAndGeese, SiteType::kCell, 5, {9, 4, 6}, {22, 8, 2}, {23, 21, 13, 3, 7, 20}},
    {kFoxAndGeese, SiteType::kCell, 6, {20, 5, 7}, {21, 3, 17}, {23, 22, 13, 9, 4, 2}},
    {kFoxAndGeese, SiteType::kCell, 17, {20, 7, 18}, {29, 6, 1}, {28, 23, 2, 0, 16, 19}},
    {kThreeMensMorris, SiteType::kCell, 0, {1, 2}, {7}, {6, 5, 3, 4}},
    {kThreeMensMorris, SiteType::kCell, 1, {3, 0}, {6}, {7, 5, 2, 4}},
    {kThreeMensMorris, SiteType::kCell, 5, {3, 7}, {2}, {1, 0, 4, 6}},
    {kHaretavl, SiteType::kCell, 0, {3, 1}, {9, 2}, {10, 8, 5, 6}},
    {kHaretavl, SiteType::kCell, 6, {10, 1, 7}, {5, 2}, {9, 8, 3, 0}},
    {kHaretavl, SiteType::kCell, 9, {8, 10}, {11, 0}, {5, 3, 1, 6}},
    {kGo, SiteType::kVertex, 0, {19, 1}, {20}, {}},
    {kGo, SiteType::kVertex, 20, {39, 21, 1, 19}, {40, 2, 0, 38}, {}},
    {kHexGo, SiteType::kVertex, 0, {7, 1, 6}, {}, {}},
    {kHexGo, SiteType::kVertex, 45, {56, 46, 35, 34, 44, 55}, {}, {}},
    {kFanorona, SiteType::kVertex, 0, {9, 10, 1}, {}, {}},
    {kFanorona, SiteType::kVertex, 1, {10, 2, 0}, {}, {}},
    {kFanorona, SiteType::kVertex, 10, {19, 20, 11, 2, 1, 0, 9, 18}, {}, {}},
    {kFanorona, SiteType::kVertex, 11, {20, 12, 2, 10}, {}, {}},
    {kKharbaga, SiteType::kVertex, 0, {9, 5, 1}, {}, {}},
    {kKharbaga, SiteType::kVertex, 5, {10, 1, 0, 9}, {}, {}},
    {kKharbaga, SiteType::kVertex, 6, {11, 2, 1, 10}, {}, {}},
    {kKharbaga, SiteType::kVertex, 20, {29, 25, 21, 16, 11, 15, 19, 24}, {}, {}},
    {kAdugo, SiteType::kVertex, 1, {6, 2, 0}, {}, {}},
    {kAdugo, SiteType::kVertex, 2, {7, 8, 3, 27, 26, 25, 1, 6}, {}, {}},
    {kAdugo, SiteType::kVertex, 25, {2, 26, 28}, {29}, {}},
    {kAdugo, SiteType::kVertex, 26, {2, 27, 29, 25}, {30, 28}, {}},
    {kAdugo, SiteType::kVertex, 28, {25, 29}, {26}, {}},
    {kHaretavl, SiteType::kVertex, 0, {3, 4, 1, 10}, {}, {}},
    {kHaretavl, SiteType::kVertex, 2, {5, 9, 1, 4}, {}, {}},
    {kHaretavl, SiteType::kVertex, 8, {9, 5, 4, 7}, {}, {}},
    {kNineMensMorris, SiteType::kVertex, 0, {9, 1}, {}, {}},
    {kNineMensMorris, SiteType::kVertex, 1, {4, 2, 0}, {}, {}},
    {kNineMensMorris, SiteType::kVertex, 3, {10, 4}, {}, {}},
    {kNineMensMorris, SiteType::kVertex, 9, {21, 10, 0}, {}, {}},
    {kKalah, SiteType::kVertex, 0, {7, 1}, {}, {}},
    {kKalah, SiteType::kVertex, 1, {7, 2, 0}, {8}, {}},
    {kKalah, SiteType::kVertex, 6, {12, 13, 5}, {11}, {}},
    {kKalah, SiteType::kVertex, 7, {8, 1, 0}, {2}, {}},
    {kKalah, SiteType::kVertex, 13, {6, 12}, {}, {}},
    {kMuTorere, SiteType::kVertex, 0, {8, 7, 6, 5, 4, 3, 2, 1}, {}, {}},
    {kMuTorere, SiteType::kVertex, 1, {8, 0, 2}, {}, {}},
    {kMuTorere, SiteType::kVertex, 8, {7, 0, 1}, {}, {}},
    {kChoko, SiteType::kVertex, 0, {5, 1}, {6}, {}},
    {kChoko, SiteType::kVertex, 12, {17, 13, 7, 11}, {18, 8, 6, 16}, {}},
    {kChoko, SiteType::kEdge, 0, {5, 1, 4}, {}, {}},
    {kChoko, SiteType::kEdge, 10, {15, 11, 6, 5, 9, 14}, {}, {}},
    {kNineMensMorris, SiteType::kEdge, 0, {2, 1, 5}, {}, {}},
    {kNineMensMorris, SiteType::kEdge, 5, {24, 14, 0}, {}, {}},
};

struct Lines {
  const char* board;
  SiteType type;
  Absolute kind;
  int site;
  std::vector<Sites> lines;
};
const Lines kLines[] = {
    {kHex, SiteType::kCell, Absolute::kE, 55, {{56, 57, 58, 59, 60, 61, 62, 63, 64, 65}}},
    {kHex, SiteType::kCell, Absolute::kN, 0, {{4, 12, 24, 40, 60, 80, 96, 108, 116, 120}}},
    {kHex, SiteType::kCell, Absolute::kN, 55, {}},
    {kHex, SiteType::kCell, Absolute::kENE, 0, {{2, 5, 9, 14, 20, 27, 35, 44, 54, 65}}},
    {kHex,
     SiteType::kCell,
     Absolute::kOrthogonal,
     60,
     {{80, 96, 108, 116, 120},
      {71, 81, 90, 98, 105},
      {50, 41, 33, 26, 20},
      {40, 24, 12, 4, 0},
      {49, 39, 30, 22, 15},
      {70, 79, 87, 94, 100}}},
    {kHex, SiteType::kCell, Absolute::kDiagonal, 0, {{8, 25, 51, 82, 105}, {7, 23, 48, 78, 100}}},
    {kHex,
     SiteType::kCell,
     Absolute::kDiagonal,
     60,
     {{89, 109}, {61, 62, 63, 64, 65}, {32, 13}, {31, 11}, {59, 58, 57, 56, 55}, {88, 107}}},
    {kYavalath,
     SiteType::kCell,
     Absolute::kOrthogonal,
     0,
     {{1, 2, 3, 4}, {5, 11, 18, 26}, {6, 13, 21, 30, 39, 47, 54, 60}}},
    {kGlinskiChess,
     SiteType::kCell,
     Absolute::kDiagonal,
     45,
     {{36, 28}, {25, 9}, {33, 22}, {54, 62}, {65, 81}, {57, 68}}},
    {kKalah, SiteType::kVertex, Absolute::kOrthogonal, 0, {{7}, {1}}},
    {kKalah, SiteType::kVertex, Absolute::kOrthogonal, 1, {{7}, {2, 3, 4, 5, 6}, {0}}},
    {kKalah, SiteType::kVertex, Absolute::kOrthogonal, 2, {{8}, {3, 4, 5, 6}, {1}}},
    {kKalah, SiteType::kVertex, Absolute::kOrthogonal, 7, {{8, 9, 10, 11, 12}, {1}, {0}}},
    {kKalah, SiteType::kVertex, Absolute::kOrthogonal, 13, {{6}, {12}}},
    {kKalah, SiteType::kVertex, Absolute::kW, 6, {{5, 4, 3, 2, 1}}},
    {kKalah, SiteType::kVertex, Absolute::kWNW, 1, {{0}}},
    {kAdugo,
     SiteType::kVertex,
     Absolute::kOrthogonal,
     2,
     {{7, 12, 17, 22}, {8, 14}, {3, 4}, {27, 30}, {26, 29}, {25, 28}, {1, 0}, {6, 10}}},
    {kAdugo, SiteType::kVertex, Absolute::kOrthogonal, 26, {{2, 7, 12, 17, 22}, {27}, {29}, {25}}},
    {kAdugo, SiteType::kVertex, Absolute::kOrthogonal, 28, {{25, 2, 8, 14}, {29, 30}}},
    {kNineMensMorris, SiteType::kVertex, Absolute::kOrthogonal, 0, {{9, 21}, {1, 2}}},
    {kNineMensMorris, SiteType::kVertex, Absolute::kOrthogonal, 1, {{4, 7}, {2}, {0}}},
    {kNineMensMorris, SiteType::kVertex, Absolute::kOrthogonal, 4, {{7}, {5}, {1}, {3}}},
    {kHexGo,
     SiteType::kVertex,
     Absolute::kOrthogonal,
     0,
     {{7, 15, 24, 34, 45, 56, 66, 75, 83, 90}, {1, 2, 3, 4, 5}, {6, 13, 21, 30, 40}}},
    {kHexGo,
     SiteType::kVertex,
     Absolute::kOrthogonal,
     45,
     {{56, 66, 75, 83, 90},
      {46, 47, 48, 49, 50},
      {35, 26, 18, 11, 5},
      {34, 24, 15, 7, 0},
      {44, 43, 42, 41, 40},
      {55, 64, 72, 79, 85}}},
    {kMuTorere, SiteType::kVertex, Absolute::kCW, 1, {{8, 7, 6, 5, 4, 3, 2}}},
    {kMuTorere, SiteType::kVertex, Absolute::kCCW, 1, {{2, 3, 4, 5, 6, 7, 8}}},
    {kMuTorere, SiteType::kVertex, Absolute::kIn, 1, {{0}}},
    {kMuTorere, SiteType::kVertex, Absolute::kOut, 0, {{8}, {7}, {6}, {5}, {4}, {3}, {2}, {1}}},
    {kMuTorere, SiteType::kVertex, Absolute::kOrthogonal, 0, {{8}, {7}, {6}, {5}, {4}, {3}, {2}, {1}}},
    {kMuTorere, SiteType::kVertex, Absolute::kOrthogonal, 1, {{8}, {0, 5}, {2}}},
    {kFanorona,
     SiteType::kVertex,
     Absolute::kOrthogonal,
     0,
     {{9, 18, 27, 36}, {10, 20, 30, 40}, {1, 2, 3, 4, 5, 6, 7, 8}}},
    {kFanorona, SiteType::kVertex, Absolute::kOrthogonal, 1, {{10, 19, 28, 37}, {2, 3, 4, 5, 6, 7, 8}, {0}}},
    {kFanorona,
     SiteType::kVertex,
     Absolute::kOrthogonal,
     22,
     {{31, 40}, {32, 42}, {23, 24, 25, 26}, {14, 6}, {13, 4}, {12, 2}, {21, 20, 19, 18}, {30, 38}}},
    {kFoxAndGeese,
     SiteType::kVertex,
     Absolute::kOrthogonal,
     0,
     {{7, 14}, {8, 16, 28, 32}, {1, 2, 3, 4, 5, 6}}},
    {kFoxAndGeese,
     SiteType::kVertex,
     Absolute::kOrthogonal,
     20,
     {{13, 6}, {12, 4, 25, 21}, {19, 18, 17, 16, 15, 14}}},
    {kCamelot,
     SiteType::kCell,
     Absolute::kOrthogonal,
     0,
     {{11, 24, 38, 52, 67, 83, 98, 112, 126, 139, 150}, {1, 2, 3, 4, 5, 6, 7, 8, 9}}},
    {kCamelot,
     SiteType::kCell,
     Absolute::kOrthogonal,
     11,
     {{24, 38, 52, 67, 83, 98, 112, 126, 139, 150}, {12, 13, 14, 15, 16, 17, 18, 19, 20, 21}, {0}, {10}}},
    {kHaretavl, SiteType::kVertex, Absolute::kOrthogonal, 2, {{5, 8}, {9}, {1, 0}, {4, 6}}},
    {kHaretavl, SiteType::kVertex, Absolute::kOrthogonal, 8, {{9}, {5, 2}, {4, 0}, {7, 6}}},
};

// Sites in rows from below, by the half step to the right of the origin where a row begins, and its length.
struct Shape {
  std::vector<std::string> lattices;
  const char* text;
  int lowest;  // row, the origin's is 0
  std::vector<std::pair<int, int>> rows;
};
const Shape kShapes[] = {
    {{"hex"}, "1", 0, {{0, 1}}},
    {{"hex"}, "2", 0, {{0, 2}, {-1, 3}, {0, 2}}},
    {{"hex"}, "3", 0, {{0, 3}, {-1, 4}, {-2, 5}, {-1, 4}, {0, 3}}},
    {{"hex", "tri"}, "Hexagon 2", 0, {{0, 2}, {-1, 3}, {0, 2}}},
    {{"hex", "tri"}, "Hexagon 3", 0, {{0, 3}, {-1, 4}, {-2, 5}, {-1, 4}, {0, 3}}},
    {{"hex", "tri"}, "Triangle 1", 0, {{0, 1}}},
    {{"hex", "tri"}, "Star 1", 0, {{2, 1}, {-1, 4}, {0, 3}, {-1, 4}, {2, 1}}},
    {{"hex", "tri"}, "Limping 1", -1, {{-1, 2}, {0, 1}}},
    {{"hex", "tri"}, "Triangle 2", 0, {{0, 2}, {1, 1}}},
    {{"hex", "tri"}, "Limping 2", -3, {{-1, 3}, {-2, 4}, {-1, 3}, {0, 2}}},
    {{"hex", "tri"}, "Triangle 3", 0, {{0, 3}, {1, 2}, {2, 1}}},
    {{"hex", "tri"}, "Limping 3", -5, {{-1, 4}, {-2, 5}, {-3, 6}, {-2, 5}, {-1, 4}, {0, 3}}},
    {{"hex", "tri"}, "Triangle 4", 0, {{0, 4}, {1, 3}, {2, 2}, {3, 1}}},
    {{"hex", "tri"}, "Rectangle 1 1", 0, {{0, 1}}},
    {{"hex", "tri"}, "Rectangle 1 4", 0, {{0, 4}}},
    {{"hex", "tri"}, "Rectangle 2 3", 0, {{0, 3}, {1, 2}}},
    {{"hex", "tri"}, "Rectangle 3 2", 0, {{0, 2}, {1, 1}, {0, 2}}},
    {{"hex", "tri"}, "Rectangle 3 4", 0, {{0, 4}, {1, 3}, {0, 4}}},
    {{"hex", "tri"}, "Rectangle 4 3", 0, {{0, 3}, {1, 2}, {0, 3}, {1, 2}}},
    {{"hex", "tri"}, "Rectangle 5 5", 0, {{0, 5}, {1, 4}, {0, 5}, {1, 4}, {0, 5}}},
    {{"hex", "tri"}, "{3}", -4, {{0, 3}, {-1, 4}, {-2, 5}, {-1, 4}, {0, 3}}},
    {{"hex", "tri"}, "{2 4}", -4, {{-2, 4}, {-3, 5}, {-2, 4}, {-1, 3}, {0, 2}}},
    {{"hex", "tri"}, "{1 4}", -3, {{-3, 4}, {-2, 3}, {-1, 2}, {0, 1}}},
    {{"hex", "tri"}, "{1 3 4}", -5, {{-1, 1}, {-2, 2}, {-3, 3}, {-2, 3}, {-1, 2}, {0, 1}}},
    {{"hex", "tri"}, "{4 2 2}", -2, {{0, 4}, {-1, 5}, {0, 4}}},
    {{"hex", "tri"},
     "{1 5 5}",
     -8,
     {{0, 1}, {-1, 2}, {-2, 3}, {-3, 4}, {-4, 5}, {-3, 4}, {-2, 3}, {-1, 2}, {0, 1}}},
    {{"hex", "tri"}, "{2 3 4}", -5, {{-1, 2}, {-2, 3}, {-3, 4}, {-2, 4}, {-1, 3}, {0, 2}}},
    {{"hex", "tri"}, "{3 2 4 2 3}", -4, {{0, 2}, {-1, 3}, {-2, 4}, {-1, 4}, {0, 3}}},
    {{"hex", "tri"}, "{3 3 4 2 4}", -5, {{1, 2}, {0, 3}, {-1, 4}, {-2, 5}, {-1, 4}, {0, 3}}},
    {{"hex", "tri"}, "{2 2 3 3 1}", -3, {{-3, 3}, {-2, 3}, {-1, 3}, {0, 2}}},
    {{"hex", "tri"}, "{1 5 1 4 2}", -4, {{-2, 4}, {-3, 4}, {-2, 3}, {-1, 2}, {0, 1}}},
    {{"hex", "tri"}, "{2 3 2 3 2 3}", -3, {{-1, 3}, {-2, 4}, {-1, 3}, {0, 2}}},
    {{"hex"}, "2 4", -4, {{-2, 4}, {-3, 5}, {-2, 4}, {-1, 3}, {0, 2}}},
    {{"tri"}, "4", 0, {{0, 4}, {1, 3}, {2, 2}, {3, 1}}},
};

// Larger ones: how many sites, the first and the last, in half steps and rows from the origin.
struct Extent {
  std::vector<std::string> lattices;
  const char* text;
  int sites;
  std::pair<int, int> first, last;
};
const Extent kExtents[] = {
    {{"tri"}, "Hexagon 5", 61, {0, 0}, {8, 8}},        {{"hex"}, "4", 37, {0, 0}, {6, 6}},
    {{"hex", "tri"}, "Star 2", 37, {4, 0}, {4, 8}},    {{"hex", "tri"}, "Star 3", 73, {6, 0}, {6, 12}},
    {{"hex", "tri"}, "Star 4", 121, {8, 0}, {8, 16}},  {{"hex", "tri"}, "Limping 4", 48, {-1, -7}, {6, 0}},
    {{"hex", "tri"}, "{7 3 3}", 39, {0, -4}, {12, 0}},
};

// Neighbours are a step apart.
double step_of(const std::string& lattice) {
  return lattice == "hex" ? std::sqrt(3.0) : 1;
}
std::string shape_board(const std::string& lattice, const std::string& text) {
  return "(board (" + lattice + " " + text + ")" + (lattice == "hex" ? ")" : " use:Vertex)");
}
bool is_at(Point point, const std::string& lattice, std::pair<int, int> place) {
  const double step = step_of(lattice);
  return std::abs(point.x - place.first * step / 2) < 1e-4 &&
         std::abs(point.y - place.second * step * std::sqrt(0.75)) < 1e-4;
}

}  // namespace

TEST_CASE("neighbours are those of the recorded boards, clockwise from north") {
  for (const Neighbours& each : kNeighbours) {
    CAPTURE(each.board);
    CAPTURE(each.site);
    const Topology board = Board(each.board).of(each.type);
    CHECK(steps(board, Absolute::kOrthogonal, each.site) == each.orthogonal);
    CHECK(steps(board, Absolute::kDiagonal, each.site) == each.diagonal);
    CHECK(steps(board, Absolute::kOff, each.site) == each.off);
    CHECK(steps(board, Absolute::kAll, each.site).size() ==
          each.orthogonal.size() + each.diagonal.size() + each.off.size());
  }
}

TEST_CASE("adjacent is what shares a corner, or an edge of the board") {
  // Hexagons in line beyond an edge are diagonal without touching.
  const Topology hexagons = Board(kHex).of(SiteType::kCell);
  CHECK(steps(hexagons, Absolute::kAdjacent, 60) == steps(hexagons, Absolute::kOrthogonal, 60));
  CHECK(steps(hexagons, Absolute::kAll, 60).size() == 12);
  const Topology squares = Board(kAmazons).of(SiteType::kCell);
  CHECK(steps(squares, Absolute::kAdjacent, 44) == Sites{54, 55, 45, 35, 34, 33, 43, 53});
  const Topology vertices = Board(kGo).of(SiteType::kVertex);
  CHECK(steps(vertices, Absolute::kAdjacent, 20) == Sites{39, 21, 1, 19});
  CHECK(steps(vertices, Absolute::kAll, 20).size() == 8);
}

TEST_CASE("corners across a cell are diagonal unless an edge joins them") {
  const auto diagonal = [](const std::string& vertices, const std::string& edges) {
    const Board board("(board (graph vertices:{" + vertices + "} edges:{" + edges + "}) use:Vertex)");
    return steps(board.own(), Absolute::kDiagonal, 0);
  };
  const std::string hexagon = "{0 0} {2 0} {3 2} {2 4} {0 4} {-1 2}";
  CHECK(diagonal(hexagon, "{0 1} {1 2} {2 3} {3 4} {4 5} {5 0}") == Sites{3});
  CHECK(diagonal(hexagon, "{0 1} {1 2} {2 3} {3 4} {4 5} {5 0} {0 3}") == Sites{4, 2});
  // Of five corners the one most nearly straight beyond the middle.
  CHECK(diagonal("{0 0} {3 0} {4 3} {2 5} {-1 3}", "{0 1} {1 2} {2 3} {3 4} {4 0}") == Sites{3});
  CHECK(diagonal("{0 0} {2 0} {1 2}", "{0 1} {1 2} {2 0}").empty());
}

TEST_CASE("lines of sites go straight on, or around") {
  for (const Lines& each : kLines) {
    CAPTURE(each.board);
    CAPTURE(absolute_text(static_cast<int>(each.kind)));
    CAPTURE(each.site);
    CHECK(lines(Board(each.board).of(each.type), each.kind, each.site) == each.lines);
  }
}

TEST_CASE("a line bends by less than fifteen degrees") {
  // Three sites in a row, the third so far off the line.
  const auto line = [](const std::string& third) {
    const Board board("(board (graph vertices:{{0 0} {1 0} " + third + "} edges:{{0 1} {1 2}}) use:Vertex)");
    return lines(board.own(), Absolute::kOrthogonal, 0);
  };
  CHECK(line("{2 0}") == std::vector<Sites>{{1, 2}});
  CHECK(line("{2 0.244}") == std::vector<Sites>{{1, 2}});  // 13.7 degrees
  CHECK(line("{2 0.27}") == std::vector<Sites>{{1}});      // 15.1
}

TEST_CASE("circles: in, out and around") {
  const Topology board = Board(kMuTorere).of(SiteType::kVertex);
  CHECK(steps(board, Absolute::kIn, 1) == Sites{0});
  CHECK(steps(board, Absolute::kIn, 0).empty());
  CHECK(steps(board, Absolute::kOut, 0).size() == 8);
  CHECK(steps(board, Absolute::kRotational, 1) == Sites{8, 0, 2});
  // Of two lines that begin alike the longer: around, and through the middle.
  CHECK(lines(board, Absolute::kRotational, 1) ==
        std::vector<Sites>{{8, 7, 6, 5, 4, 3, 2}, {0, 5}, {2, 3, 4, 5, 6, 7, 8}});
  const Radial& clockwise = radials(board, Absolute::kCW, 1)[0];
  CHECK(clockwise.opposite == &radials(board, Absolute::kCCW, 1)[0]);
  // No others have such directions.
  CHECK(steps(Board(kGo).own(), Absolute::kOut, 20).empty());
}

TEST_CASE("directions of circles are refused where there is no middle, or sites are edges") {
  const auto problem = [](const std::string& board, const std::string& direction) {
    return problems_of(game_of(
        "(board " + board + ") (piece \"Disc\" Each (move Step " + direction + " (to if:(is Empty (to)))))",
        "(start {(place \"Disc1\" 0)}) (play (forEach Piece))" + kUntilFull));
  };
  const std::string refused = "directions in, out and around are implemented on";
  for (const std::string direction : {"Out", "CW", "Rotational"}) {
    CHECK(problem("(concentric {1 8 8}) use:Vertex", direction).empty());
    CHECK(contains(problem("(concentric {8 8}) use:Vertex", direction), refused));
    CHECK(contains(problem("(remove (concentric {1 8}) vertices:{0}) use:Vertex", direction), refused));
    CHECK(contains(problem("(concentric {1 8 8}) use:Edge", direction), refused));
  }
  CHECK(problem("(concentric {8 8}) use:Vertex", "Orthogonal").empty());
}

TEST_CASE("rows and columns: stores of mancala boards stand beside the lower pits") {
  // As recorded (Kalah).
  const Board board(kKalah);
  CHECK(board.own().row == Sites{0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0});
  CHECK(board.own().column == Sites{0, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("lines that continue each other") {
  const auto pairs = [](const Topology& board, Absolute kind, int site) {
    int found = 0;
    for (const Radial& radial : radials(board, kind, site))
      if (radial.opposite != nullptr && radial.opposite->opposite == &radial) ++found;
    return found;
  };
  const Topology hexagons = Board(kHex).of(SiteType::kCell);
  for (const Absolute kind : {Absolute::kOrthogonal, Absolute::kDiagonal, Absolute::kAdjacent})
    CHECK(pairs(hexagons, kind, 60) == 6);
  const Radial& north = radials(hexagons, Absolute::kN, 60)[0];
  REQUIRE(north.opposite != nullptr);
  CHECK(north.opposite == &radials(hexagons, Absolute::kS, 60)[0]);
  CHECK(radials(hexagons, Absolute::kN, 0)[0].opposite == nullptr);  // the lowest site
  // A store of Kalah is 30 degrees off the rows.
  const Topology stores = Board(kKalah).of(SiteType::kVertex);
  CHECK(pairs(stores, Absolute::kOrthogonal, 0) == 0);
  CHECK(pairs(stores, Absolute::kOrthogonal, 1) == 0);
  CHECK(pairs(stores, Absolute::kOrthogonal, 2) == 2);
}

TEST_CASE("shapes on hexagons and triangles: sites and their numbers") {
  for (const Shape& shape : kShapes) {
    for (const std::string& lattice : shape.lattices) {
      CAPTURE(shape_board(lattice, shape.text));
      const Board made(shape_board(lattice, shape.text));
      const Topology& board = made.own();
      std::vector<std::pair<int, int>> places;
      int row = shape.lowest;
      for (const auto& [first, count] : shape.rows) {
        for (int k = 0; k < count; ++k) places.emplace_back(first + 2 * k, row);
        ++row;
      }
      REQUIRE(board.points.size() == places.size());
      for (std::size_t i = 0; i < places.size(); ++i) CHECK(is_at(board.points[i], lattice, places[i]));
    }
  }
  for (const Extent& extent : kExtents) {
    for (const std::string& lattice : extent.lattices) {
      CAPTURE(shape_board(lattice, extent.text));
      const Board made(shape_board(lattice, extent.text));
      const Topology& board = made.own();
      CHECK(board.size() == extent.sites);
      CHECK(is_at(board.points.front(), lattice, extent.first));
      CHECK(is_at(board.points.back(), lattice, extent.last));
    }
  }
}

TEST_CASE("sides that do not close are refused") {
  for (const std::string sides :
       {"{2 3 2 4 2}", "{4 6 4 7 4}", "{1 2 3 4 5 6 7}", "{3 0}", "{3 -2}", "{2 3 2 3 2 4}"}) {
    CAPTURE(sides);
    const std::string game = game_of(shape_board("hex", sides) + " (piece \"Disc\" Each)",
                                     "(play (move Add (to (sites Empty))))" + kUntilFull);
    CHECK(contains(problems_of(game), "a board of such sides is not implemented"));
  }
}

TEST_CASE("a wedge: an apex, and rows of as many vertices each") {
  const Board board("(board (wedge 3) use:Vertex)");
  const std::pair<double, double> expected[] = {{2, 2}, {1, 1}, {2, 1}, {3, 1}, {0, 0}, {2, 0}, {4, 0}};
  REQUIRE(board.own().points.size() == std::size(expected));
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    CHECK(board.own().points[i].x == expected[i].first);
    CHECK(board.own().points[i].y == expected[i].second);
  }
  CHECK(steps(board.own(), Absolute::kOrthogonal, 0) == Sites{3, 2, 1});
  CHECK(steps(board.own(), Absolute::kOrthogonal, 2) == Sites{0, 3, 5, 1});
  CHECK(steps(board.own(), Absolute::kOrthogonal, 4) == Sites{1, 5});
}

}  // namespace ludex::games::lud
