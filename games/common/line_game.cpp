#include "games/common/line_game.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/game/game.hpp"
#include "core/game/rules.hpp"
#include "core/util/result.hpp"
#include "games/common/grid_text.hpp"
#include "games/common/line_playout.hpp"
#include "games/common/placement.hpp"
#include "games/common/svg.hpp"

namespace ludex::games {

namespace {

// Margins of the drawing around the board.
constexpr double kLeft = 0.8;
constexpr double kTop = 0.3;

}  // namespace

std::string line_game_text(const LineGameSpec& spec, const std::vector<std::uint8_t>& cells,
                           GameStatus status, Player to_move) {
  std::string text;
  for (std::uint32_t y = spec.height; y-- > 0;) {
    text += y + 1 < 10 ? " " : "";
    text += std::to_string(y + 1);
    for (std::uint32_t x = 0; x < spec.width; ++x) {
      const std::uint32_t stone = cells[(spec.height - 1 - y) * spec.width + x];
      text += ' ';
      text += stone == 0 ? '.' : spec.stones[stone - 1];
    }
    text += '\n';
  }
  text += "  ";
  for (std::uint32_t x = 0; x < spec.width; ++x) {
    text += ' ';
    text += static_cast<char>('a' + x);
  }
  const char names[2][2] = {{spec.stones[0], '\0'}, {spec.stones[1], '\0'}};
  return text + '\n' + status_line(status, to_move, names[0], names[1]);
}

std::string line_game_svg(const LineGameSpec& spec, const std::vector<std::uint8_t>& cells,
                          std::uint32_t last) {
  const bool wooden = spec.look == LineGameLook::kStones;
  const double w = spec.width;
  const double h = spec.height;
  SvgWriter out(w + 1.2, h + 1.2);
  const double x0 = kLeft;
  const double y0 = kTop;
  out.rectangle(x0, y0, w, h, wooden ? "#e3bd75" : "#ffffff", "#444444", 0.04);
  for (double i = wooden ? 0.5 : 1; i < w; ++i)
    out.line(x0 + i, wooden ? y0 + 0.5 : y0, x0 + i, wooden ? y0 + h - 0.5 : y0 + h, "#444444");
  for (double i = wooden ? 0.5 : 1; i < h; ++i)
    out.line(wooden ? x0 + 0.5 : x0, y0 + i, wooden ? x0 + w - 0.5 : x0 + w, y0 + i, "#444444");
  for (std::uint32_t y = 0; y < spec.height; ++y) {
    for (std::uint32_t x = 0; x < spec.width; ++x) {
      const std::uint32_t place = (spec.height - 1 - y) * spec.width + x;
      const std::uint32_t stone = cells[place];
      if (stone == 0) continue;
      const double cx = x0 + x + 0.5;
      const double cy = y0 + (spec.height - 1 - y) + 0.5;
      const bool is_last = last == place;
      if (wooden) {
        out.circle(cx, cy, 0.45, stone == 1 ? "#111111" : "#ffffff", "#111111");
        if (is_last) out.circle(cx, cy, 0.14, "#d7382d");
        continue;
      }
      if (is_last) out.rectangle(cx - 0.47, cy - 0.47, 0.94, 0.94, "#fbe9a3");
      if (stone == 1) {
        out.line(cx - 0.3, cy - 0.3, cx + 0.3, cy + 0.3, "#1f4e8c", 0.1);
        out.line(cx - 0.3, cy + 0.3, cx + 0.3, cy - 0.3, "#1f4e8c", 0.1);
      } else {
        out.circle(cx, cy, 0.32, "none", "#b3261e", 0.1);
      }
    }
  }
  out.coordinates(x0, y0, static_cast<int>(spec.width), static_cast<int>(spec.height));
  return std::move(out).finish();
}

std::string line_game_svg_cells(const LineGameSpec& spec) {
  return svg_grid_cells(kLeft, kTop, spec.width, spec.height,
                        [&](std::uint32_t x, std::uint32_t y) { return cell_text(x, spec.height - y); });
}

template <std::size_t W>
PlayoutResult LineGameRules<W>::playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
  if (trace != nullptr) trace->size = 0;
  if (is_over(s.status)) return {s.status, 0};
  if constexpr (W == 1) {
    return trace == nullptr ? playout_by_plies<false>(s, rng, trace) : playout_by_plies<true>(s, rng, trace);
  } else {
    return playout_by_order(s, rng, trace);
  }
}

// Small boards: ply by ply.
template <std::size_t W>
template <bool traced>
PlayoutResult LineGameRules<W>::playout_by_plies(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
  std::array<std::uint8_t, Board::kCapacity> cells;
  std::uint32_t n = 0;
  empty(s).for_each([&](std::uint32_t cell) { cells[n++] = static_cast<std::uint8_t>(cell); });
  const std::uint32_t first_ply = s.ply;
  for (;;) {
    const std::uint32_t i = rng.below(n);
    const std::uint32_t cell = cells[i];
    cells[i] = cells[--n];
    if constexpr (traced) record(trace, Move{cell}, class_of_[cell], to_move(s));
    if (is_over(apply(s, Move{cell}))) return {s.status, s.ply - first_ply};
  }
}

// Large boards: draws the order of the cells, then finds the ply of the first line; later plies are never
// played. The draws stop at 60 % of the board, where most games of five in a row are over, and continue to
// the end if there is no line by then.
template <std::size_t W>
PlayoutResult LineGameRules<W>::playout_by_order(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
  // Four words hold at most 243 cells: plies fit into a byte.
  using Clock = LineClock<Board::kCapacity, std::conditional_t<W <= 4, std::uint8_t, std::uint16_t>>;
  constexpr std::uint32_t kWorthStopping = 24;
  Clock clock;
  for (Player p = 0; p < 2; ++p) s.stones[p].for_each([&](std::uint32_t cell) { clock.fill(p, cell, 0); });
  std::array<std::uint16_t, Board::kCapacity> cells;
  std::array<std::uint16_t, Board::kCapacity> order;
  std::uint32_t n = 0;
  empty(s).for_each([&](std::uint32_t cell) { cells[n++] = static_cast<std::uint16_t>(cell); });

  const Player first = to_move(s);
  const std::uint32_t stop = spec_.cells() * 3 / 5;
  std::uint32_t drawn = 0;
  std::uint32_t plies = Clock::kNever;
  while (plies == Clock::kNever && drawn < n) {
    const std::uint32_t until = s.ply + drawn + kWorthStopping <= stop ? stop - s.ply : n;
    draw_cells(rng, cells.data(), n - drawn, order.data() + drawn, until - drawn);
    for (; drawn < until; ++drawn) clock.fill((first + drawn) % 2, order[drawn], drawn + 1);
    plies = clock.first_line(steps_, spec_.bits(), spec_.k, spec_.exact);
  }

  const bool won = plies != Clock::kNever;
  if (!won) plies = n;
  for (std::uint32_t i = 0; i < plies; ++i) {
    const Player mover = (first + i) % 2;
    s.stones[mover].set(order[i]);
    s.hash ^= stone_key(mover, order[i]);
    if (trace != nullptr) record(trace, Move{order[i]}, class_of_[order[i]], mover);
  }
  s.ply += plies;
  s.status = won ? win_for((first + plies - 1) % 2) : GameStatus::kDraw;
  return {s.status, plies};
}

template <std::size_t W>
auto LineGameRules<W>::parse_position(std::string_view text) const -> Result<State> {
  const Result<GridPosition> grid = parse_grid_position(text, spec_.width, spec_.height, spec_.stones);
  if (!grid) return Error{grid.error()};
  if (const auto turn = check_alternation(*grid, spec_.stones); !turn) return Error{turn.error()};
  State s{};
  s.ply = grid->count[0] + grid->count[1];
  for (std::uint32_t y = 0; y < spec_.height; ++y) {
    for (std::uint32_t x = 0; x < spec_.width; ++x) {
      const std::uint32_t stone = grid->cells[(spec_.height - 1 - y) * spec_.width + x];
      if (stone == 0) continue;
      s.stones[stone - 1].set(bit(x, y));
      s.hash ^= stone_key(stone - 1, bit(x, y));
    }
  }
  const std::string line = (spec_.exact ? "exactly " : "") + std::to_string(spec_.k) + " in a row";
  const std::array<bool, 2> won{has_line(s.stones[0]), has_line(s.stones[1])};
  if (won[0] && won[1]) return Error{"both players have " + line};
  if (won[to_move(s)])
    return Error{std::string("'") + spec_.stones[to_move(s)] + "' has " + line + " but is to move"};
  if (won[0] || won[1]) {
    // The position before the winning stone, the last one, must have no line.
    const Player winner = won[0] ? 0 : 1;
    bool possible = false;
    s.stones[winner].for_each([&](std::uint32_t cell) {
      Board before = s.stones[winner];
      before.reset(cell);
      possible = possible || !has_line(before);
    });
    if (!possible) return Error{"the game was over before the last move"};
    s.status = win_for(winner);
  } else if (s.ply == spec_.cells()) {
    s.status = GameStatus::kDraw;
  }
  return s;
}

template PlayoutResult LineGameRules<1>::playout(LineGameRules<1>::State&, Rng&,
                                                 PlayoutTrace*) const noexcept;
template PlayoutResult LineGameRules<2>::playout(LineGameRules<2>::State&, Rng&,
                                                 PlayoutTrace*) const noexcept;
template PlayoutResult LineGameRules<4>::playout(LineGameRules<4>::State&, Rng&,
                                                 PlayoutTrace*) const noexcept;
template PlayoutResult LineGameRules<6>::playout(LineGameRules<6>::State&, Rng&,
                                                 PlayoutTrace*) const noexcept;
template Result<LineGameRules<1>::State> LineGameRules<1>::parse_position(std::string_view) const;
template Result<LineGameRules<2>::State> LineGameRules<2>::parse_position(std::string_view) const;
template Result<LineGameRules<4>::State> LineGameRules<4>::parse_position(std::string_view) const;
template Result<LineGameRules<6>::State> LineGameRules<6>::parse_position(std::string_view) const;

}  // namespace ludex::games
