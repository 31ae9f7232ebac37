// Drawings: first's men go from 24 to 1 and off at the lower right.
#include <string>
#include <utility>

#include "games/backgammon/identifiers.hpp"
#include "games/backgammon/rules.hpp"
#include "games/common/grid_text.hpp"
#include "games/common/svg.hpp"

namespace ludex::games::backgammon {
namespace {

using State = BackgammonRules::State;

// The drawing has thirteen columns, the bar in the middle.
constexpr double kLeft = 0.3;
constexpr double kTop = 0.7;
constexpr double kHeight = 11;
constexpr double kOff = kLeft + 13.3;

// The left edge of a point's column, numbered by first.
double column(std::uint32_t point) {
  const double i = point <= 12 ? 12.0 - point : point - 13.0;
  return kLeft + i + (i >= 6 ? 1 : 0);
}

// Men on a point as first numbers it: positive first's, negative second's.
int men_on(const State& s, std::uint32_t point) {
  return static_cast<int>(s.men[0].count(point)) - static_cast<int>(s.men[1].count(kBar - point));
}

// A cell of a column of men, `row` 0 at the edge; at row 4 a number if there are more than five.
std::string cell_of(int men, int row, const char* letters) {
  const int size = men < 0 ? -men : men;
  if (row >= size) return "   ";
  if (row == 4 && size > 5) return (size < 10 ? " " : "") + std::to_string(size) + " ";
  return std::string(" ") + letters[men > 0 ? 0 : 1] + " ";
}

}  // namespace

std::string BackgammonRules::board_text(const State& s) const {
  constexpr const char* kLetters = "XO";
  std::string text = " +13-14-15-16-17-18------19-20-21-22-23-24-+\n";
  const auto bar_and_off = [&](Player p, int row, bool off) {
    const int men = static_cast<int>(off ? s.men[p].off() : s.men[p].count(kBar));
    return cell_of(p == 0 ? men : -men, row, kLetters);
  };
  for (int line = 0; line < 11; ++line) {
    if (line == 5) {
      text += " |                  |BAR|                  |\n";
      continue;
    }
    const bool upper = line < 5;
    const int row = upper ? line : 10 - line;
    const Player p = upper ? 1 : 0;
    text += " |";
    for (std::uint32_t i = 0; i < 12; ++i) {
      if (i == 6) text += "|" + bar_and_off(p, row, false) + "|";
      text += cell_of(men_on(s, upper ? 13 + i : 12 - i), row, kLetters);
    }
    text += "|" + bar_and_off(p, row, true) + "\n";
  }
  text += " +12-11-10--9--8--7-------6--5--4--3--2--1-+   X first, O second, men off on the right\n";
  text += "pips " + std::to_string(pips_left(s.men[0])) + " and " + std::to_string(pips_left(s.men[1])) +
          ", position id " + gnubg_id(s.men[s.mover], s.men[1U - s.mover]) + "\n";
  if (match_ != 0)
    text += "match to " + std::to_string(match_) + ": first " + std::to_string(s.score(0)) + ", second " +
            std::to_string(s.score(1)) + "\n";
  const std::string name = s.mover == 0 ? "first" : "second";
  if (is_over(status(s)) || s.high != 0) {
    if (s.high != 0) text += name + " rolled " + std::to_string(s.high) + std::to_string(s.low) + "\n";
    return text + status_line(status(s), s.mover, "first", "second");
  }
  return text + (s.opening != 0 ? "the opening roll\n" : "the dice are rolled for " + name + "\n");
}

std::string BackgammonRules::svg(const State& s, Move last) const {
  SvgWriter out(16.2, kHeight + 1.4, 40);
  out.rectangle(kLeft, kTop, 13, kHeight, "#e9dcc0", "#5b4630", 0.12);
  out.rectangle(kLeft + 6, kTop, 1, kHeight, "#5b4630");
  // Men in a column from the edge on; more than five overlap.
  const auto stack = [&](double x, bool upper, Player p, std::uint32_t men) {
    const double step = men > 5 ? 4.0 / (men - 1) : 1;
    for (std::uint32_t i = 0; i < men; ++i) {
      const double y = upper ? kTop + 0.5 + step * i : kTop + kHeight - 0.5 - step * i;
      out.circle(x + 0.5, y, 0.46, side(s, p).colour, "#222222", 0.05);
    }
  };
  for (std::uint32_t point = 1; point <= 24; ++point) {
    const bool upper = point > 12;
    const double x = column(point);
    const double edge = upper ? kTop : kTop + kHeight;
    out.polygon({{x + 0.04, edge}, {x + 0.96, edge}, {x + 0.5, edge + (upper ? 4.6 : -4.6)}},
                point % 2 == 0 ? "#b98d5a" : "#d8bd8c");
    out.label(std::to_string(point), x + 0.5, upper ? kTop - 0.35 : kTop + kHeight + 0.35, 0.3, "#444444");
    const int men = men_on(s, point);
    stack(x, upper, men > 0 ? 0 : 1, static_cast<std::uint32_t>(men < 0 ? -men : men));
  }
  for (Player p = 0; p < 2; ++p) {
    stack(kLeft + 6, p == 1, p, s.men[p].count(kBar));
    for (std::uint32_t i = 0; i < s.men[p].off(); ++i) {
      const double y = p == 1 ? kTop + 0.2 + 0.32 * i : kTop + kHeight - 0.2 - 0.32 * i;
      out.line(kOff, y, kOff + 0.9, y, "#222222", 0.3);
      out.line(kOff, y, kOff + 0.9, y, side(s, p).colour, 0.22);
    }
  }
  // The roll to be played, or the one that was just played from.
  const bool rolled = s.high != 0 || is_outcome(last);
  if (rolled) {
    const Roll roll = s.high != 0 ? Roll{s.high, s.low} : roll_of(last);
    const char* const fill = side(s, s.mover).colour;
    const char* const ink = s.mover == 0 ? "#222222" : "#ffffff";
    out.die(kLeft + 14.4, kTop + 4.3, 1, roll.high, fill, ink);
    out.die(kLeft + 14.4, kTop + 5.6, 1, roll.low, fill, ink);
  }
  // The points of a match, above and below the men borne off.
  for (Player p = 0; match_ != 0 && p < 2; ++p)
    out.label(std::to_string(s.score(p)), kOff + 0.45, p == 1 ? kTop - 0.35 : kTop + kHeight + 0.35, 0.4,
              "#444444");
  return std::move(out).finish();
}

// Points by first's numbers, "bar", and "off" of the side to move.
std::string BackgammonRules::svg_cells(const State& s) const {
  SvgCellList cells;
  for (std::uint32_t point = 1; point <= 24; ++point)
    cells.add(std::to_string(point), column(point), point > 12 ? kTop : kTop + kHeight / 2, 1, kHeight / 2);
  cells.add("bar", kLeft + 6, kTop, 1, kHeight);
  cells.add("off", kOff - 0.2, s.mover == 1 ? kTop : kTop + kHeight / 2, 1.3, kHeight / 2);
  return std::move(cells).finish();
}

}  // namespace ludex::games::backgammon
