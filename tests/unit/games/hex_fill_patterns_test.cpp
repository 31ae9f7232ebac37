// The patterns of fill-in: a search of all sets of up to four cells finds the same table, and exhaustive
// search of positions says that nothing was changed.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "games/hex/fill_patterns.hpp"
#include "tests/support/hex_solver.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using games::Bits;
using namespace games::hex;
using Board = Bits<1>;
using Stones = std::array<Board, 2>;

struct Cell {
  int row = 0;
  int column = 0;
  auto operator<=>(const Cell&) const = default;
  friend Cell operator+(Cell a, Cell b) { return {a.row + b.row, a.column + b.column}; }
  friend Cell operator-(Cell a, Cell b) { return {a.row - b.row, a.column - b.column}; }
};
using Cells = std::vector<Cell>;

constexpr std::array<Cell, 6> kAround{{{-1, 0}, {-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}}};

bool touch(Cell a, Cell b) {
  return std::find(kAround.begin(), kAround.end(), b - a) != kAround.end();
}

// One of the twelve turns and mirror images of the grid.
Cell turned(Cell cell, std::uint32_t turn) {
  for (std::uint32_t n = 0; n < turn % 6; ++n) cell = {cell.row + cell.column, -cell.row};
  return turn < 6 ? cell : Cell{cell.column, cell.row};
}
Cells turned(Cells cells, std::uint32_t turn) {
  for (Cell& cell : cells) cell = turned(cell, turn);
  std::sort(cells.begin(), cells.end());
  return cells;
}
Cells moved(Cells cells, Cell by) {
  for (Cell& cell : cells) cell = cell + by;
  return cells;
}

bool is_one_piece(const Cells& cells) {
  Cells reached{cells.front()};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const Cell cell : cells) {
      if (touch(reached[i], cell) && std::find(reached.begin(), reached.end(), cell) == reached.end())
        reached.push_back(cell);
    }
  }
  return reached.size() == cells.size();
}

// A pattern, moved so that its first empty cell is the origin.
struct Found {
  Cells empty;
  Cells filled;
  Cells own;
  Cells other;
  auto operator<=>(const Found&) const = default;

  [[nodiscard]] Found seen(std::uint32_t turn) const {
    Found out{turned(empty, turn), turned(filled, turn), turned(own, turn), turned(other, turn)};
    const Cell back = Cell{} - out.empty.front();
    for (Cells* cells : {&out.empty, &out.filled, &out.own, &out.other}) *cells = moved(*cells, back);
    return out;
  }
  // The first of all turns.
  [[nodiscard]] Found normal() const {
    Found least = seen(0);
    for (std::uint32_t turn = 1; turn < 12; ++turn) least = std::min(least, seen(turn));
    return least;
  }
  [[nodiscard]] std::string text() const {
    std::string out = "{";
    for (const Cells* cells : {&empty, &filled, &own, &other}) {
      std::string list;
      for (const Cell cell : *cells) {
        list += list.empty() ? "" : " ";
        list += static_cast<char>('d' + cell.column);
        list += std::to_string(2 + cell.row);
      }
      out += (cells == &empty ? "\"" : ", \"") + list + "\"";
    }
    return out + "},";
  }
};

// A set of cells and those around it. A state says of each of the latter whether it is nobody's for certain,
// X's or the opponent's, as a number of base 3. "Ends" are sets of the cells, as masks: those that are X's
// when all are taken.
class Shape {
 public:
  enum : std::uint32_t { kFree, kOwn, kOther };

  explicit Shape(Cells cells) : cells_(std::move(cells)) {
    std::set<Cell> around;
    for (const Cell cell : cells_) {
      for (const Cell step : kAround) around.insert(cell + step);
    }
    for (const Cell cell : cells_) around.erase(cell);
    around_.assign(around.begin(), around.end());
    power_.push_back(1);
    for (std::size_t i = 0; i < around_.size(); ++i) power_.push_back(3 * power_.back());

    same_.resize(power_.back());
    for (auto& idle : idle_) idle.resize(power_.back());
    // Around all taken first: what X's cells around are joined.
    for (std::uint32_t own = 0; own < 1U << around_.size(); ++own) {
      std::uint32_t state = 0;
      for (std::size_t i = 0; i < around_.size(); ++i)
        state += power_[i] * ((own >> i & 1) != 0 ? kOwn : kOther);
      std::vector<std::vector<std::uint32_t>> joined;
      for (std::uint32_t end = 0; end <= all(); ++end) joined.push_back(joins(own, end));
      for (std::uint32_t end = 0; end <= all(); ++end) {
        if (joined[end] == joined[all()]) same_[state] |= 1U << end;
        for (std::uint32_t i = 0; i < size(); ++i) {
          if (joined[end | 1U << i] == joined[end & ~(1U << i)]) idle_[i][state] |= 1U << end;
        }
      }
    }
    // What holds whoever takes a free cell.
    for (std::size_t i = 0; i < around_.size(); ++i) {
      for (std::uint32_t state = 0; state < states(); ++state) {
        if (digit(state, i) != kFree) continue;
        const std::uint32_t own = state + power_[i] * kOwn;
        const std::uint32_t other = state + power_[i] * kOther;
        same_[state] = same_[own] & same_[other];
        for (auto& idle : idle_) idle[state] = idle[own] & idle[other];
      }
    }
  }

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(cells_.size()); }
  [[nodiscard]] std::uint32_t all() const { return (1U << size()) - 1; }
  [[nodiscard]] std::uint32_t states() const { return power_.back(); }
  [[nodiscard]] const Cells& cells() const { return cells_; }
  [[nodiscard]] const Cells& around() const { return around_; }
  [[nodiscard]] std::uint32_t digit(std::uint32_t state, std::size_t i) const {
    return state / power_[i] % 3;
  }
  [[nodiscard]] std::uint32_t power(std::size_t i) const { return power_[i]; }

  // Whether X, the opponent to move, can end as if all were X's.
  [[nodiscard]] bool captured(std::uint32_t state, std::uint32_t own = 0, std::uint32_t other = 0) const {
    if ((own | other) == all()) return (same_[state] >> own & 1) != 0;
    for (std::uint32_t i = 0; i < size(); ++i) {
      const std::uint32_t taken = other | 1U << i;
      if (((own | other) >> i & 1) != 0) continue;
      bool answered = (own | taken) == all() && captured(state, own, taken);
      for (std::uint32_t j = 0; j < size() && !answered; ++j)
        answered = ((own | taken) >> j & 1) == 0 && captured(state, own | 1U << j, taken);
      if (!answered) return false;
    }
    return true;
  }
  // Whether it does not matter whose the cell is, whoever takes the rest.
  [[nodiscard]] bool dead(std::uint32_t state, std::uint32_t cell, std::uint32_t own,
                          std::uint32_t other) const {
    for (std::uint32_t end = 0; end <= all(); ++end) {
      if ((end & own) == own && (end & other) == 0 && (idle_[cell][state] >> end & 1) == 0) return false;
    }
    return true;
  }
  // Permanently inferior for X, by the killer.
  [[nodiscard]] bool inferior(std::uint32_t state, std::uint32_t cell, std::uint32_t killer) const {
    if (!dead(state, cell, 0, 1U << killer)) return false;
    for (std::uint32_t i = 0; i < size(); ++i) {
      if (i == killer) continue;
      if (!captured(state, 1U << killer, 1U << i)) return false;
      if (i != cell && !dead(state, cell, 1U << i, 0)) return false;
    }
    return true;
  }

 private:
  // For each cell around the first one that it is joined with, if it is X's.
  [[nodiscard]] std::vector<std::uint32_t> joins(std::uint32_t own, std::uint32_t end) const {
    Cells stones;
    for (std::uint32_t i = 0; i < size(); ++i) {
      if ((end >> i & 1) != 0) stones.push_back(cells_[i]);
    }
    for (std::size_t i = 0; i < around_.size(); ++i) {
      if ((own >> i & 1) != 0) stones.push_back(around_[i]);
    }
    std::vector<std::uint32_t> group(stones.size());
    for (std::uint32_t i = 0; i < stones.size(); ++i) group[i] = i;
    for (std::size_t a = 0; a < stones.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        if (!touch(stones[a], stones[b]) || group[a] == group[b]) continue;
        const std::uint32_t from = std::max(group[a], group[b]);
        const std::uint32_t to = std::min(group[a], group[b]);
        std::replace(group.begin(), group.end(), from, to);
      }
    }
    // Named by the first around, whatever there is of the set.
    std::vector<std::uint32_t> out;
    const std::size_t inside = stones.size() - static_cast<std::size_t>(std::popcount(own));
    for (std::size_t i = inside; i < stones.size(); ++i) {
      std::size_t first = inside;
      while (group[first] != group[i]) ++first;
      out.push_back(static_cast<std::uint32_t>(first - inside));
    }
    return out;
  }

  Cells cells_;
  Cells around_;
  std::vector<std::uint32_t> power_;
  std::vector<std::uint32_t> same_;  // of each state: the ends like all being X's
  std::array<std::vector<std::uint32_t>, 4>
      idle_;  // of each cell and state: the ends where it does not matter
};

class PatternSearch {
 public:
  explicit PatternSearch(std::uint32_t most) {
    std::set<Cells> shapes{{Cell{}}};
    for (std::uint32_t size = 1; size <= most; ++size) {
      for (const Cells& cells : shapes) search(shape(cells));
      std::set<Cells> larger;
      for (const Cells& cells : shapes) {
        for (const Cell cell : cells) {
          for (const Cell step : kAround) {
            Cells more = cells;
            if (std::find(cells.begin(), cells.end(), cell + step) != cells.end()) continue;
            more.push_back(cell + step);
            std::sort(more.begin(), more.end());
            larger.insert(Found{more, {}, {}, {}}.normal().empty);
          }
        }
      }
      shapes = std::move(larger);
    }
  }

  [[nodiscard]] const std::set<Found>& found() const { return found_; }

 private:
  const Shape& shape(const Cells& cells) {
    const Cells at_origin = moved(cells, Cell{} - cells.front());
    auto known = shapes_.find(at_origin);
    if (known == shapes_.end()) known = shapes_.emplace(at_origin, Shape(at_origin)).first;
    return known->second;
  }

  // Whether the claim holds, and no longer when any cell around is anyone's.
  template <class Claim>
  static bool is_minimal(const Shape& shape, std::uint32_t state, Claim&& claim) {
    if (!claim(state)) return false;
    for (std::size_t i = 0; i < shape.around().size(); ++i) {
      const std::uint32_t digit = shape.digit(state, i);
      if (digit != Shape::kFree && claim(state - digit * shape.power(i))) return false;
    }
    return true;
  }
  // Calls f(mask, part, state of the part) for the pieces of a set.
  template <class F>
  void for_each_part(const Shape& whole, std::uint32_t state, F&& f) {
    for (std::uint32_t mask = 1; mask <= whole.all(); ++mask) {
      Cells cells;
      for (std::uint32_t i = 0; i < whole.size(); ++i) {
        if ((mask >> i & 1) != 0) cells.push_back(whole.cells()[i]);
      }
      if (!is_one_piece(cells)) continue;
      const Shape& part = shape(cells);
      std::uint32_t of_part = 0;
      for (std::size_t i = 0; i < part.around().size(); ++i) {
        const Cell at = part.around()[i] + cells.front();
        const auto place = std::find(whole.around().begin(), whole.around().end(), at);
        if (place == whole.around().end()) continue;
        of_part +=
            part.power(i) * whole.digit(state, static_cast<std::size_t>(place - whole.around().begin()));
      }
      f(mask, part, of_part);
    }
  }
  static std::uint32_t colours_exchanged(const Shape& shape, std::uint32_t state) {
    std::uint32_t out = 0;
    for (std::size_t i = 0; i < shape.around().size(); ++i)
      out += shape.power(i) * ((3 - shape.digit(state, i)) % 3);
    return out;
  }

  void search(const Shape& whole) {
    for (std::uint32_t state = 0; state < whole.states(); ++state) {
      if (!is_minimal(whole, state, [&](std::uint32_t s) { return whole.captured(s); })) continue;
      bool explained = false;
      for_each_part(whole, state, [&](std::uint32_t mask, const Shape& part, std::uint32_t of_part) {
        explained = explained || (mask != whole.all() && part.captured(of_part));
      });
      if (!explained) add(whole, state, whole.all());
    }
    for (std::uint32_t cell = 0; cell < whole.size(); ++cell) {
      for (std::uint32_t killer = 0; killer < whole.size(); ++killer) {
        if (killer == cell) continue;
        const auto claim = [&](std::uint32_t s) { return whole.inferior(s, cell, killer); };
        for (std::uint32_t state = 0; state < whole.states(); ++state) {
          if (!is_minimal(whole, state, claim)) continue;
          bool explained = false;
          for_each_part(whole, state, [&](std::uint32_t mask, const Shape& part, std::uint32_t of_part) {
            const auto place = [&](std::uint32_t i) {
              return static_cast<std::uint32_t>(std::popcount(mask & ((1U << i) - 1)));
            };
            explained = explained || part.captured(of_part) ||
                        part.captured(colours_exchanged(part, of_part)) ||
                        (mask != whole.all() && (mask >> cell & mask >> killer & 1) != 0 &&
                         part.inferior(of_part, place(cell), place(killer)));
          });
          if (!explained) add(whole, state, 1U << cell);
        }
      }
    }
  }
  void add(const Shape& whole, std::uint32_t state, std::uint32_t filled) {
    Found out;
    out.empty = whole.cells();
    for (std::uint32_t i = 0; i < whole.size(); ++i) {
      if ((filled >> i & 1) != 0) out.filled.push_back(whole.cells()[i]);
    }
    for (std::size_t i = 0; i < whole.around().size(); ++i) {
      const std::uint32_t digit = whole.digit(state, i);
      if (digit != Shape::kFree) (digit == Shape::kOwn ? out.own : out.other).push_back(whole.around()[i]);
    }
    found_.insert(out.normal());
  }

  std::map<Cells, Shape> shapes_;
  std::set<Found> found_;
};

Cells read(std::string_view text) {
  Cells out;
  for (std::size_t i = 0; i < text.size(); i += 3) out.push_back({text[i + 1] - '2', text[i] - 'd'});
  return out;
}
Found read(const FillPattern& pattern) {
  return {read(pattern.empty), read(pattern.filled), read(pattern.own), read(pattern.other)};
}

TEST_CASE("a search of all sets of up to four cells finds the patterns of fill-in, and no others") {
  const std::uint32_t most = kSanitized ? 3 : 4;  // sets of four take half a minute then
  const PatternSearch search(most);
  std::set<Found> table;
  for (const FillPattern& pattern : kFillPatterns) {
    const Found row = read(pattern);
    CHECK_MESSAGE(table.insert(row.normal()).second, "twice: " << row.text());
    if (row.empty.size() > most) continue;
    CHECK_MESSAGE(search.found().contains(row.normal()), "not found by the search: " << row.text());
  }
  for (const Found& found : search.found()) CHECK_MESSAGE(table.contains(found), "missing: " << found.text());
}

// Each pattern, turned and put anywhere, where lines may be part of it, with anything around it.
TEST_CASE("each pattern of fill-in fills what it says and changes nobody's fortune, by exhaustive search") {
  const HexBoard<1> board(7, 6);
  const FillPatterns<1> patterns(board);
  Rng rng = Rng::seeded(41);
  std::uint32_t checked = 0;
  std::uint32_t decisive = 0;
  std::uint32_t at_lines = 0;
  std::uint32_t whole = 0;
  for (const FillPattern& pattern : kFillPatterns) {
    const std::uint32_t wanted = kSanitized ? 2 : 40;
    for (std::uint32_t done = 0; done < wanted;) {
      const Found found = read(pattern).seen(rng.below(12));
      const Player player = rng.below(2);
      const Cell origin{static_cast<int>(rng.below(6)), static_cast<int>(rng.below(7))};
      Stones stones{};
      Board kept;
      bool fits = true;
      bool at_line = false;
      const auto put = [&](const Cells& cells, Player owner) {
        for (const Cell cell : moved(cells, origin)) {
          const bool rows = cell.row >= 0 && cell.row < 6;
          const bool columns = cell.column >= 0 && cell.column < 7;
          if (rows && columns) {
            const auto at = static_cast<std::uint32_t>(cell.row * 7 + cell.column);
            kept.set(at);
            if (owner != kNobody) stones[owner].set(at);
          } else {
            at_line = true;
            fits = fits && ((owner == 0 && columns) || (owner == 1 && rows));
          }
        }
      };
      put(found.own, player);
      put(found.other, 1 - player);
      put(found.empty, kNobody);
      if (!fits) continue;
      std::vector<std::uint32_t> rest;
      board.all().without(kept).for_each([&](std::uint32_t cell) { rest.push_back(cell); });
      for (std::size_t i = rest.size(); i > 1; --i)
        std::swap(rest[i - 1], rest[rng.below(static_cast<std::uint32_t>(i))]);
      const std::uint32_t open = rng.below(kSanitized ? 5 : 8);
      for (std::size_t i = open; i < rest.size(); ++i) stones[rng.below(2)].set(rest[i]);
      bool over = false;
      for (Player p = 0; p < 2; ++p)
        over = over || board.reached(p, stones[p]).intersects(board.last_edge(p));
      if (over) continue;

      HexSolver solver(board);
      Stones filled = stones;
      for (const Cell cell : moved(found.filled, origin))
        filled[player].set(static_cast<std::uint32_t>(cell.row * 7 + cell.column));
      Stones by_patterns = stones;
      REQUIRE(patterns.fill(by_patterns));
      // What else is there may have made it another pattern's, or the opponent's.
      const Board taken = by_patterns[0] | by_patterns[1];
      whole += (filled[0] | filled[1]).without(taken).any() ? 0 : 1;
      std::array<bool, 2> won{};
      for (Player p = 0; p < 2; ++p) {
        won[p] = solver.wins(stones, p);
        REQUIRE(solver.wins(filled, p) == won[p]);
        REQUIRE(solver.wins(by_patterns, p) == won[p]);
      }
      decisive += won[0] == won[1] ? 0 : 1;
      at_lines += at_line ? 1 : 0;
      ++checked;
      ++done;
    }
  }
  MESSAGE(checked << " positions, " << at_lines << " at lines, in " << decisive
                  << " of which who moves wins or loses");
  CHECK(whole * 10 > checked * 9);
  CHECK(at_lines > 0);
  CHECK(decisive > 0);
}

}  // namespace
}  // namespace ludex::tests
