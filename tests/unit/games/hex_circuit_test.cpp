// Circuits of Hex against an independent dense solution, and against published figures of Benzene.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "core/util/rng.hpp"
#include "games/hex/circuit.hpp"
#include "games/hex/knowledge.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using games::Bits;
using namespace games::hex;

// Gauss with partial pivoting, on the full matrix.
std::vector<double> solve_densely(std::vector<std::vector<double>> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double f = a[i][k] / a[k][k];
      if (f == 0) continue;
      for (std::size_t j = k; j < n; ++j) a[i][j] -= f * a[k][j];
      b[i] -= f * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

// A board of characters, its circuit by the definition: groups by walking, wires by looking at every pair of
// cells, carriers as sets of cells, the matrix full. Black only: white's is black's on the mirrored board.
class Naive {
 public:
  explicit Naive(std::vector<std::string> rows)
      : rows_(std::move(rows)),
        height_(static_cast<int>(rows_.size())),
        width_(static_cast<int>(rows_[0].size())) {}

  [[nodiscard]] Naive mirrored() const {
    std::vector<std::string> out(rows_[0].size(), std::string(rows_.size(), '.'));
    for (int r = 0; r < height_; ++r) {
      for (int c = 0; c < width_; ++c) {
        const char x = at(r, c);
        out[static_cast<std::size_t>(c)][static_cast<std::size_t>(r)] = x == 'b' ? 'w' : x == 'w' ? 'b' : '.';
      }
    }
    return Naive(out);
  }

  // Nothing if black has joined the edges or cannot any more.
  bool solve(bool bridges) {
    label();
    if (group(top()) == group(bottom())) return false;
    for (int a = 0; a < nodes(); ++a)
      for (int b : around(a)) carriers_[key(a, b)] = {std::set<int>{}};
    if (bridges) {
      add_bridges();
      add_ziggurats();
    }
    // Which groups current can reach.
    std::map<int, std::map<int, double>> wires;
    for (const auto& [ends, list] : carriers_) {
      const auto [a, b] = ends;
      if (!is_empty(a) && !is_empty(b)) continue;
      std::set<int> common = list.front();
      for (const auto& carrier : list) {
        std::set<int> both;
        std::set_intersection(common.begin(), common.end(), carrier.begin(), carrier.end(),
                              std::inserter(both, both.begin()));
        common = both;
      }
      const double base = is_empty(a) && is_empty(b) ? 1 : 2;
      wires[a][b] = wires[b][a] = base / (1 + static_cast<double>(common.size()));
    }
    std::vector<int> live{group(top())};
    std::map<int, std::size_t> index{{group(top()), 0}};
    for (std::size_t i = 0; i < live.size(); ++i) {
      for (const auto& [next, g] : wires[live[i]]) {
        if (!index.emplace(next, live.size()).second) continue;
        live.push_back(next);
      }
    }
    const int sink = group(bottom());
    if (index.count(sink) == 0) return false;
    // The sink's equation is replaced by "voltage 0".
    const std::size_t n = live.size();
    std::vector<std::vector<double>> a(n, std::vector<double>(n, 0.0));
    std::vector<double> rhs(n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      if (live[i] == sink) {
        a[i][i] = 1;
        continue;
      }
      for (const auto& [next, g] : wires[live[i]]) {
        a[i][i] += g;
        a[i][index[next]] -= g;
      }
    }
    rhs[0] = 1;
    const std::vector<double> v = solve_densely(a, rhs);
    resistance = v[0];
    score.assign(static_cast<std::size_t>(width_ * height_), 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      if (live[i] >= width_ * height_ || !is_empty(live[i])) continue;
      for (const auto& [next, g] : wires[live[i]])
        score[static_cast<std::size_t>(live[i])] += g * std::abs(v[i] - v[index[next]]);
    }
    return true;
  }

  double resistance = 0;
  std::vector<double> score;

 private:
  [[nodiscard]] char at(int r, int c) const {
    return rows_[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
  }
  [[nodiscard]] bool inside(int r, int c) const { return r >= 0 && c >= 0 && r < height_ && c < width_; }
  [[nodiscard]] int top() const { return width_ * height_; }
  [[nodiscard]] int bottom() const { return width_ * height_ + 1; }
  [[nodiscard]] int nodes() const { return width_ * height_ + 2; }
  [[nodiscard]] bool is_empty(int node) const {
    return node < top() && at(node / width_, node % width_) == '.';
  }
  [[nodiscard]] bool is_black(int node) const {
    return node >= top() || at(node / width_, node % width_) == 'b';
  }
  [[nodiscard]] std::pair<int, int> key(int a, int b) { return std::minmax(group(a), group(b)); }
  [[nodiscard]] static bool touch(int r, int c, int r2, int c2) {
    const int dr = r2 - r;
    const int dc = c2 - c;
    return (dr == 0 && std::abs(dc) == 1) || (dc == 0 && std::abs(dr) == 1) ||
           (dr == -dc && std::abs(dr) == 1);
  }
  // Nodes beside this one that are not white.
  [[nodiscard]] std::vector<int> around(int node) const {
    std::vector<int> out;
    if (node < top() && !is_empty(node) && !is_black(node)) return out;
    for (int other = 0; other < top(); ++other) {
      if (!is_empty(other) && !is_black(other)) continue;
      const bool beside = node == top() ? other / width_ == 0
                          : node == bottom()
                              ? other / width_ == height_ - 1
                              : touch(node / width_, node % width_, other / width_, other % width_);
      if (beside) out.push_back(other);
    }
    if (node < top() && node / width_ == 0) out.push_back(top());
    if (node < top() && node / width_ == height_ - 1) out.push_back(bottom());
    return out;
  }
  // The name of a node's group: its least member, but an edge's own name for what touches it.
  void label() {
    carriers_.clear();
    group_.assign(static_cast<std::size_t>(nodes()), -1);
    for (const int start : {top(), bottom()}) spread(start, start);
    for (int node = 0; node < top(); ++node) {
      if (group(node) >= 0) continue;
      if (is_black(node))
        spread(node, node);
      else
        group(node) = node;
    }
  }
  void spread(int node, int name) {
    group(node) = name;
    for (int next : around(node)) {
      if (!is_black(next)) continue;
      if (group(next) == name) continue;
      spread(next, name);
    }
  }
  void add(int a, int b, const std::set<int>& carrier) {
    if (group(a) == group(b)) return;
    for (int c : carrier)
      if (!is_empty(c)) return;
    carriers_[key(a, b)].push_back(carrier);
  }
  void add_bridges() {
    // Two nodes with exactly two common neighbours, which touch each other: also a cell and an edge.
    for (int a = 0; a < top(); ++a) {
      if (!is_empty(a) && !is_black(a)) continue;
      for (int b = 0; b < top(); ++b) {
        if (a == b || touch(a / width_, a % width_, b / width_, b % width_)) continue;
        if (!is_empty(b) && !is_black(b)) continue;
        std::set<int> common;
        for (int c = 0; c < top(); ++c) {
          if (touch(a / width_, a % width_, c / width_, c % width_) &&
              touch(b / width_, b % width_, c / width_, c % width_))
            common.insert(c);
        }
        if (common.size() == 2) add(a, b, common);
      }
      const int r = a / width_;
      const int c = a % width_;
      if (r == 1 && c + 1 < width_) add(a, top(), {a - width_, a - width_ + 1});
      if (r == height_ - 2 && c >= 1) add(a, bottom(), {a + width_, a + width_ - 1});
    }
  }
  // By drawing: rows from the stone's own towards the edge. '*' is the stone.
  void add_ziggurats() {
    const std::vector<std::vector<std::string>> drawings{
        {"..*o", ".ooo", "oooo"},  // towards the bottom, each row half a cell further to the right
        {".o*.", "ooo.", "oooo"}};
    for (int a = 0; a < top(); ++a) {
      if (!is_empty(a)) continue;
      const int r = a / width_;
      const int c = a % width_;
      for (const auto& drawing : drawings) {
        for (const bool down : {true, false}) {
          if (r != (down ? height_ - 3 : 2)) continue;
          std::set<int> carrier;
          bool fits = true;
          for (int dr = 0; dr < 3; ++dr) {
            for (int dc = 0; dc < 4; ++dc) {
              if (drawing[static_cast<std::size_t>(dr)][static_cast<std::size_t>(dc)] != 'o') continue;
              // The second drawing's last row reaches a cell further to the left.
              const int shift = &drawing == &drawings[1] && dr == 2 ? -1 : 0;
              const int x = dc - 2 + shift;
              const int rr = down ? r + dr : r - dr;
              const int cc = down ? c + x : c - x;
              fits = fits && inside(rr, cc);
              carrier.insert(rr * width_ + cc);
            }
          }
          if (fits) add(a, down ? bottom() : top(), carrier);
        }
      }
    }
  }

  std::vector<std::string> rows_;
  int height_;
  int width_;
  [[nodiscard]] int& group(int node) { return group_[static_cast<std::size_t>(node)]; }
  [[nodiscard]] const int& group(int node) const { return group_[static_cast<std::size_t>(node)]; }

  std::vector<int> group_;
  std::map<std::pair<int, int>, std::vector<std::set<int>>> carriers_;
};

template <std::size_t W>
void compare(std::uint32_t width, std::uint32_t height, std::uint32_t positions, Rng& rng, double& worst,
             std::uint32_t& solved) {
  const HexBoard<W> board(width, height);
  const Patterns<W> patterns(board);
  Network<W> network;
  for (std::uint32_t i = 0; i < positions; ++i) {
    std::array<Bits<W>, 2> stones{};
    std::vector<std::string> rows(height, std::string(width, '.'));
    const std::uint32_t count = rng.below(board.cells() * 3 / 4 + 1);
    for (std::uint32_t n = 0; n < count;) {
      const std::uint32_t cell = rng.below(board.cells());
      if ((stones[0] | stones[1]).test(cell)) continue;
      stones[n % 2].set(cell);
      rows[cell / width][cell % width] = "bw"[n++ % 2];
    }
    for (Player p = 0; p < 2; ++p) {
      for (const bool bridges : {false, true}) {
        const auto ends = network.begin(board, patterns, p, stones[p], stones[1 - p]);
        Naive naive = p == 0 ? Naive(rows) : Naive(rows).mirrored();
        const bool open = naive.solve(bridges);
        REQUIRE(open == (ends == Network<W>::Ends::kOpen));
        if (!open) continue;
        network.wire_patterns(bridges);
        network.solve();
        const auto error = [&](double got, double want) {
          return std::abs(got - want) / std::max(std::abs(want), 1e-6);
        };
        double here = error(network.resistance(), naive.resistance);
        for (std::uint32_t cell = 0; cell < board.cells(); ++cell) {
          const std::uint32_t there = p == 0 ? cell : cell % width * height + cell / width;
          here = std::max(here, error(network.score(cell), naive.score[there]));
        }
        worst = std::max(worst, here);
        ++solved;
      }
    }
  }
}

TEST_CASE("circuits equal an independent dense solution on 1,000 positions") {
  Rng rng = Rng::seeded(5);
  double worst = 0;
  std::uint32_t solved = 0;
  const std::uint32_t part = kSanitized ? 10 : 1;
  compare<1>(1, 4, 50 / part, rng, worst, solved);
  compare<1>(3, 3, 100 / part, rng, worst, solved);
  compare<1>(5, 5, 300 / part, rng, worst, solved);
  compare<1>(7, 6, 250 / part, rng, worst, solved);
  compare<2>(9, 9, 180 / part, rng, worst, solved);
  compare<2>(11, 11, 100 / part, rng, worst, solved);
  compare<3>(12, 14, 15 / part, rng, worst, solved);
  compare<6>(19, 19, 5 / part, rng, worst, solved);
  MESSAGE(solved << " circuits, largest relative error " << worst);
  CHECK(worst <= 1e-6);
  CHECK(solved * part > 1'500);
}

TEST_CASE(
    "given its conductances a circuit has the resistance and cell scores published with Benzene's figures") {
  const auto path = oracle("hex/circuit_vectors.json");
  if (!path) return;
  std::ostringstream text;
  text << std::ifstream(*path).rdbuf();
  const auto positions = arena::json::Value::parse(text.str());
  std::uint32_t cells = 0;
  for (const auto& position : positions) {
    for (const char* color : {"b", "w"}) {
      const auto& wanted = position["circuit"][color];
      // The file's own order of nodes, but for source and sink: any order must do.
      std::map<std::string, std::uint32_t> index{{wanted["source"], 0}, {wanted["sink"], Circuit::kSink}};
      std::uint32_t nodes = 1;
      for (const auto& node : wanted["nodes"]) {
        if (index.emplace(node[0], nodes).second) ++nodes;
      }
      Circuit circuit;
      circuit.clear(nodes);
      for (const auto& wire : wanted["conductance"]) {
        std::uint32_t a = index[wire[0]];
        std::uint32_t b = index[wire[1]];
        if (a == Circuit::kSink) std::swap(a, b);
        circuit.link(a, b, wire[2]);
      }
      circuit.solve();
      CHECK(std::abs(circuit.resistance() - position["R"][color].get<double>()) < 1e-9);
      for (const auto& item : position["cell_score_mine"][color].items()) {
        const std::string& cell = item.name;
        if (index.count(cell) == 0) continue;
        CAPTURE(cell);
        CHECK(std::abs(circuit.flow(index[cell]) - item.value.get<double>()) < 1e-9);
        ++cells;
      }
    }
  }
  CHECK(cells > 100);
}

}  // namespace
}  // namespace ludex::tests
