// Virtual connections, fill-in and must-play of Hex against exhaustive search.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "games/hex/connections.hpp"
#include "games/hex/inferior.hpp"
#include "games/hex/knowledge.hpp"
#include "tests/support/hex_solver.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using games::Bits;
using namespace games::hex;
using Board = Bits<1>;
using Stones = std::array<Board, 2>;

struct Wide {
  std::uint32_t width;
  std::uint32_t height;
};

// A random position in which nobody has joined the edges; `stones` in turn, or of any number a side.
Stones random_position(const HexBoard<1>& board, Rng& rng, std::uint32_t stones) {
  for (std::uint32_t tries = 1;; ++tries) {
    // Narrow boards have no such position with many stones.
    if (tries % 20 == 0 && stones > 0) --stones;
    Stones out{};
    Board empty = board.all();
    for (std::uint32_t n = 0; n < stones;) {
      const std::uint32_t cell = rng.below(board.cells());
      if (!empty.test(cell)) continue;
      empty.reset(cell);
      out[n++ % 2].set(cell);
    }
    bool over = false;
    for (Player p = 0; p < 2; ++p) over = over || board.reached(p, out[p]).intersects(board.last_edge(p));
    if (!over) return out;
  }
}

// Whether the player can join two ends within a carrier; everything else is the opponent's. Plain search of
// all moves of both.
class Joiner {
 public:
  Joiner(const HexBoard<1>& board, Player player, const Connections<1>& connections, Board own)
      : board_(board), player_(player), connections_(connections), own_(own) {}

  bool holds(std::uint32_t x, std::uint32_t y, const Board& carrier, bool opponent_first) {
    memory_.clear();
    x_ = x;
    y_ = y;
    base_ = own_;
    if (connections_.is_cell(x)) base_.set(connections_.cell_of(x));
    if (connections_.is_cell(y)) base_.set(connections_.cell_of(y));
    return opponent_first ? survives(Board{}, carrier) : reaches(Board{}, carrier);
  }

 private:
  // A stone of the end, and the line of cells if it is an edge.
  Board start(std::uint32_t end) const {
    if (connections_.is_edge(end))
      return end == connections_.edge(kFirstEdge) ? board_.first_edge(player_) : board_.last_edge(player_);
    return Board::single(connections_.cell_of(end));
  }
  bool joined(const Board& more) const {
    const Board stones = base_ | more;
    // The other edge joins nothing here: a chain along it is not needed for a claim to be wrong or right.
    return board_.flood(stones & start(x_), stones).intersects(start(y_));
  }
  bool survives(const Board& taken, const Board& open) {
    if (joined(taken)) return true;
    if (!joined(taken | open)) return false;
    const std::uint64_t key = taken.word[0] << 32 | open.word[0];
    if (const auto known = memory_.find(key); known != memory_.end()) return known->second;
    bool all = true;
    for (std::uint32_t cell = 0; cell < board_.cells() && all; ++cell) {
      if (!open.test(cell)) continue;
      Board rest = open;
      rest.reset(cell);
      all = reaches(taken, rest);
    }
    return memory_[key] = all;
  }
  bool reaches(const Board& taken, const Board& open) {
    for (std::uint32_t cell = 0; cell < board_.cells(); ++cell) {
      if (!open.test(cell)) continue;
      Board rest = open;
      rest.reset(cell);
      if (survives(taken | Board::single(cell), rest)) return true;
    }
    return false;
  }

  const HexBoard<1>& board_;
  Player player_;
  const Connections<1>& connections_;
  Board own_;
  Board base_;
  std::uint32_t x_ = 0;
  std::uint32_t y_ = 0;
  std::unordered_map<std::uint64_t, bool> memory_;
};

TEST_CASE("every virtual connection found holds against exhaustive search") {
  Rng rng = Rng::seeded(17);
  std::uint32_t claims = 0;
  std::uint32_t fulls = 0;
  std::uint32_t largest = 0;
  for (const Wide size : {Wide{3, 3}, Wide{4, 4}, Wide{5, 4}, Wide{4, 5}, Wide{5, 5}}) {
    const HexBoard<1> board(size.width, size.height);
    const Patterns<1> patterns(board);
    Connections<1> connections;
    const std::uint32_t positions = kSanitized ? 3 : 18;
    for (std::uint32_t i = 0; i < positions; ++i) {
      // Few stones on small boards, more on the largest, where carriers of many cells take long to check.
      const std::uint32_t empty_cells = kSanitized ? 9 : 9 + i % 4;
      const std::uint32_t stones = board.cells() > empty_cells ? board.cells() - empty_cells : i % 4;
      const Stones s = random_position(board, rng, stones);
      for (Player p = 0; p < 2; ++p) {
        connections.build(board, patterns, p, s[p], s[1 - p], {});
        CHECK(connections.complete());
        Joiner joiner(board, p, connections, s[p]);
        for (std::size_t k = 1; k < connections.all().size(); ++k) {
          const auto& link = connections.all()[k];
          const bool full = link.key == Connections<1>::kNoKey;
          if (!full) REQUIRE(link.carrier.test(link.key));
          REQUIRE_FALSE(link.carrier.intersects(s[0] | s[1]));
          const bool right = joiner.holds(link.x, link.y, link.carrier, full);
          if (!right) {
            CAPTURE(size.width);
            CAPTURE(link.x);
            CAPTURE(link.y);
            FAIL_CHECK("a " << (full ? "full" : "semi") << " connection that does not hold");
          }
          ++claims;
          fulls += full ? 1 : 0;
          largest = std::max(largest, link.carrier.count());
        }
      }
    }
  }
  MESSAGE(claims << " claims, " << fulls << " full, carriers up to " << largest << " cells");
  if (!kSanitized) CHECK(claims >= 10'000);
}

// The Joiner without its list of connections: whether a stone reaches an edge, the opponent to move first,
// within a carrier. The opponent need not try cells outside what the player uses when the opponent passes, or
// has moved elsewhere: there the same play wins. Smaller templates, which have been proven before, are taken
// for granted.
class Reacher {
 public:
  Reacher(const HexBoard<1>& board, const Patterns<1>& patterns, Player player, std::uint32_t stone,
          std::uint32_t edge)
      : board_(board),
        patterns_(patterns),
        player_(player),
        edge_(edge),
        stone_(Board::single(stone)),
        line_(edge == kFirstEdge ? board.first_edge(player) : board.last_edge(player)) {}

  bool holds(const Board& carrier) {
    Board used;
    return survives(Board{}, carrier, used);
  }

 private:
  struct Known {
    bool holds = false;
    Board used;
  };
  [[nodiscard]] bool joined(const Board& more) const {
    return board_.flood(stone_, stone_ | more).intersects(line_);
  }
  // Not of the stone itself.
  bool has_template(const Board& taken, const Board& open, Board& used) const {
    bool found = false;
    board_.flood(stone_, stone_ | taken).without(stone_).for_each([&](std::uint32_t cell) {
      for (const auto& t : patterns_.templates(player_, cell)) {
        if (found || t.edge != edge_ || t.carrier.without(taken | open).any()) continue;
        used = t.carrier & open;
        found = true;
      }
    });
    return found;
  }
  bool survives(const Board& taken, const Board& open, Board& used) {
    used = {};
    if (joined(taken) || has_template(taken, open, used)) return true;
    return remembered(survived_, taken, open, used, [&](Board& out) {
      Board left = open;
      while (left.any()) {
        std::uint32_t cell = 0;
        while (!left.test(cell)) ++cell;
        Board rest = open;
        rest.reset(cell);
        Board here;
        if (!reaches(taken, rest, here)) return false;
        out |= here;
        left &= here;
      }
      return out.any();
    });
  }
  bool reaches(const Board& taken, const Board& open, Board& used) {
    used = {};
    if (!joined(taken | open)) return false;
    return remembered(reached_, taken, open, used, [&](Board& out) {
      bool found = false;
      open.for_each([&](std::uint32_t cell) {
        if (found) return;
        Board rest = open;
        rest.reset(cell);
        found = survives(taken | Board::single(cell), rest, out);
        out.set(cell);
      });
      return found;
    });
  }
  using Memory = std::unordered_map<std::uint64_t, std::unordered_map<std::uint64_t, Known>>;
  template <class F>
  bool remembered(Memory& memory, const Board& taken, const Board& open, Board& used, F&& find) {
    auto& of_open = memory[open.word[0]];
    if (const auto known = of_open.find(taken.word[0]); known != of_open.end()) {
      used = known->second.used;
      return known->second.holds;
    }
    Known result;
    result.holds = find(result.used);
    used = result.used;
    memory[open.word[0]][taken.word[0]] = result;
    return result.holds;
  }

  const HexBoard<1>& board_;
  const Patterns<1>& patterns_;
  Player player_;
  std::uint32_t edge_;
  Board stone_;
  Board line_;
  Memory survived_;
  Memory reached_;
};

TEST_CASE("edge templates hold against exhaustive search, and every cell of them is needed") {
  const HexBoard<1> board(8, 8);
  const Patterns<1> patterns(board);
  std::uint32_t checked = 0;
  for (Player p = 0; p < 2; ++p) {
    for (std::uint32_t cell = 0; cell < board.cells(); ++cell) {
      // One of each shape a side: the others are the same cells moved along.
      const std::uint32_t along = p == 0 ? cell % 8 : cell / 8;
      if (along < 3 || along > 4) continue;
      for (const auto* list : {&patterns.templates(p, cell), &patterns.wide_templates(p, cell)}) {
        for (const auto& t : *list) {
          // Those of the fourth row take minutes.
          if (t.carrier.count() > 10 && (std::getenv("LUDEX_LONG") == nullptr || along != 4)) continue;
          CAPTURE(cell);
          Reacher reacher(board, patterns, p, cell, t.edge);
          CHECK(reacher.holds(t.carrier));
          ++checked;
          if (t.carrier.count() > 10) continue;
          t.carrier.for_each([&](std::uint32_t one) {
            Board less = t.carrier;
            less.reset(one);
            CHECK_FALSE(reacher.holds(less));
          });
        }
      }
    }
  }
  CHECK(checked >= 30);
}

// Every cell filled in, every move left out, every move called a win and every position called lost is a
// claim. LUDEX_LONG=1: a million of them.
TEST_CASE("fill-in, wins and must-play agree with exhaustive search") {
  const bool thorough = std::getenv("LUDEX_LONG") != nullptr;
  std::uint64_t claims = 0;
  Rng rng = Rng::seeded(23);
  std::uint32_t filled = 0;
  std::uint32_t wins_known = 0;
  std::uint32_t wins_there = 0;
  std::uint32_t losses_known = 0;
  std::uint32_t lost_by_region = 0;
  std::uint32_t losses_there = 0;
  std::uint32_t pruned = 0;
  std::uint32_t checked = 0;
  for (const Wide size : {Wide{1, 1}, Wide{1, 4}, Wide{4, 1}, Wide{2, 2}, Wide{3, 3}, Wide{4, 3}, Wide{3, 5},
                          Wide{4, 4}, Wide{5, 4}, Wide{5, 5}, Wide{6, 5}, Wide{6, 6}}) {
    const HexBoard<1> board(size.width, size.height);
    KnowledgeOptions options;
    options.must_play = MustPlayKind::kAll;
    // With little search for connections must-play regions are larger and inferior cells matter more.
    for (const std::uint32_t steps : {100'000U, 40U}) {
      options.limits.steps = steps;
      const Knowledge<1> knowledge(board, options);
      KnowledgeOptions fewer = options;
      fewer.must_play = MustPlayKind::kRegion;
      const Knowledge<1> regions(board, fewer);
      HexSolver solver(board);
      const std::uint32_t positions = kSanitized ? 20 : thorough ? 5000 : 250;
      for (std::uint32_t i = 0; i < positions; ++i) {
        const std::uint32_t most_empty = kSanitized ? 9 : 12;
        const std::uint32_t least = board.cells() > most_empty ? board.cells() - most_empty : 0;
        const std::uint32_t stones = least + rng.below((board.cells() - least) * 2 / 3 + 1);
        const Stones s = random_position(board, rng, stones);
        const Board empty = board.all().without(s[0] | s[1]);
        if (!empty.any()) continue;
        const Player mover = rng.below(2);
        const bool won = solver.wins(s, mover);
        ++checked;

        Stones full = s;
        knowledge.inferior().fill_in(full);
        const Board left = board.all().without(full[0] | full[1]);
        filled += empty.count() - left.count();
        for (Player p = 0; p < 2; ++p) {
          // Both to move: the fortunes of the filled-in position are those of the position.
          REQUIRE(solver.wins(full, p) == solver.wins(s, p));
        }

        const Board wins = knowledge.winning_cells(s, mover);
        (won ? wins_there : losses_there) += 1;
        if (wins.any()) {
          ++wins_known;
          REQUIRE(won);
          wins.for_each([&](std::uint32_t cell) {
            REQUIRE(empty.test(cell));
            REQUIRE(solver.wins_with(s, mover, cell));
          });
        }
        for (const Knowledge<1>* const asked : {&knowledge, &regions}) {
          const Board kept = asked->must_play(s, mover);
          if (!kept.any()) {
            (asked == &knowledge ? losses_known : lost_by_region) += 1;
            REQUIRE_FALSE(won);
          } else if (won) {
            bool has_win = false;
            kept.for_each([&](std::uint32_t cell) { has_win = has_win || solver.wins_with(s, mover, cell); });
            REQUIRE(has_win);
          }
          REQUIRE_FALSE(kept.without(empty).any());
          // What both say counts once.
          if (asked == &regions) continue;
          pruned += empty.count() - kept.count();
          claims += empty.count() - kept.count() + (kept.any() ? 0 : 1);
        }
        claims += empty.count() - left.count() + wins.count();
      }
    }
  }
  // Whether the mover wins at once has nothing to do with it.
  CHECK(lost_by_region == losses_known);
  MESSAGE(checked << " positions: " << filled << " cells filled in, " << wins_known << " of " << wins_there
                  << " wins known, " << losses_known << " of " << losses_there << " losses known, " << pruned
                  << " moves pruned");
  if (thorough) {
    MESSAGE(claims << " claims");
    CHECK(claims >= 1'000'000);
  }
  CHECK(filled > 0);
  CHECK(wins_known * 2 > wins_there);
  CHECK(losses_known * 2 > losses_there);
}

}  // namespace
}  // namespace ludex::tests
