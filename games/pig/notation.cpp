#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "games/common/fen.hpp"
#include "games/common/grid_text.hpp"
#include "games/common/svg.hpp"
#include "games/pig/rules.hpp"

namespace ludex::games::pig {

std::string PigRules::move_text(const State&, Move move) const {
  if (move == kHold) return "hold";
  return move == kRoll ? "roll" : std::to_string(pips_of(move));
}

std::string PigRules::position_text(const State& s) const {
  return std::to_string(s.points[0]) + ' ' + std::to_string(s.points[1]) +
         (s.mover == 0 ? " first " : " second ") + std::to_string(s.total) +
         (s.rolling ? " die " : " player ") + std::to_string(s.ply);
}

Result<PigRules::State> PigRules::parse_position(std::string_view text) const {
  const auto fields = fen::fields(text);
  if (fields.size() != 6)
    return Error{"expected 'POINTS POINTS first|second TOTAL player|die PLY', got " +
                 std::to_string(fields.size()) + " fields"};
  State s{};
  if (fields[2] != "first" && fields[2] != "second")
    return Error{"the side is '" + std::string(fields[2]) + "', expected first or second"};
  s.mover = fields[2] == "first" ? 0 : 1;
  if (fields[4] != "player" && fields[4] != "die")
    return Error{"'" + std::string(fields[4]) + "' decides, expected player or die"};
  s.rolling = fields[4] == "die";
  // A winner holds at most five points more than the target.
  for (Player p = 0; p < 2; ++p) {
    const auto points = fen::number(fields[p], "points", 0, p == s.mover ? target_ + 5 : target_ - 1);
    if (!points) return Error{points.error()};
    s.points[p] = static_cast<std::uint16_t>(*points);
  }
  const bool won = s.points[s.mover] >= target_;
  const auto total = fen::number(fields[3], "the turn's total", 0, won ? 0 : target_ - 1 - s.points[s.mover]);
  if (!total) return Error{total.error()};
  if (*total == 1) return Error{"a turn's total is never 1"};
  if (won && s.rolling) return Error{"the game is over, nothing is rolled"};
  const auto ply = fen::number(fields[5], "the ply", 0, max_plies_);
  if (!ply) return Error{ply.error()};
  s.total = static_cast<std::uint16_t>(*total);
  s.ply = static_cast<std::uint16_t>(*ply);
  if (won) {
    s.status = static_cast<std::uint8_t>(win_for(s.mover));
  } else if (s.ply == max_plies_) {
    s.status = static_cast<std::uint8_t>(GameStatus::kDraw);
  }
  return s;
}

std::string PigRules::board_text(const State& s) const {
  std::string text;
  for (Player p = 0; p < 2; ++p) {
    text += p == 0 ? " first  " : " second ";
    text += std::to_string(s.points[p]);
    if (p == s.mover && s.total > 0) text += " + " + std::to_string(s.total);
    text += " of " + std::to_string(target_) + "\n";
  }
  if (s.rolling) return text + "the die is rolled for " + (s.mover == 0 ? "first\n" : "second\n");
  return text + status_line(status(s), s.mover, "first", "second");
}

// A bar of points a player, with the turn's total behind it; the last roll.
std::string PigRules::svg(const State& s, Move last) const {
  constexpr double kLength = 8;
  SvgWriter out(kLength + 3.2, 3);
  for (Player p = 0; p < 2; ++p) {
    const double y = 0.5 + 1.2 * p;
    const double points = std::min(kLength, kLength * s.points[p] / target_);
    const double total = p == s.mover ? kLength * s.total / target_ : 0;
    out.rectangle(0.5, y, kLength, 0.8, "#eeeeee", "#555555");
    out.rectangle(0.5, y, points, 0.8, side(s, p).colour);
    out.rectangle(0.5 + points, y, total, 0.8, "#f4c430");
    out.label(std::to_string(s.points[p]), kLength + 1.3, y + 0.4, 0.5, "#222222");
  }
  const bool rolled = last != kNoMove && last != kRoll && last != kHold;
  if (rolled) out.die(kLength + 2, 1, 1, pips_of(last), "#ffffff", "#222222");
  return std::move(out).finish();
}

}  // namespace ludex::games::pig
