// MiniShogi diagrams: pentagonal pieces that point away from their owner, with the usual one-character names
// drawn in strokes (simplified outlines of our own, no font), promoted ones red.
#include <string>
#include <string_view>

#include "games/common/svg.hpp"
#include "games/minishogi/rules.hpp"

namespace ludex::games::minishogi {
namespace {

// Strokes in a unit square, y downwards.
std::string_view glyph(Type type, bool promoted, Side side) {
  switch (type) {
    case kPawn:
      return promoted ? "M.32 .05L.42 .42M.85 .3C.55 .38 .18 .55 .18 .75C.18 .98 .5 .95 .88 .92"
                      : "M.5 .02V.42M.5 .2H.8M.25 .18V.42M.05 .44H.95M.5 .5V.8L.4 .76M.28 .56L.1 .76M.72 .56"
                        "L.9 .72M.85 .74C.7 .9 .5 .95 .2 .98";
    case kSilver:
      return promoted ? "M.5 .02L.05 .4M.5 .02L.95 .4M.25 .46H.75M.25 .68H.75M.08 .94H.92M.5 .46V.94"
                      : "M.25 .02L.02 .35M.25 .02L.46 .3M.12 .38H.4M.06 .6H.44M.25 .38V.92M.12 .68L.17 .84"
                        "M.38 .68L.32 .84M.02 .95L.48 .88M.56 .08H.9V.44H.56M.56 .26H.9M.56 .08V.95L.74 .82"
                        "M.66 .46L.95 .95M.9 .52L.74 .66";
    case kGold:
      return "M.5 .02L.05 .4M.5 .02L.95 .4M.25 .4H.75M.15 .62H.85M.5 .4V.93M.28 .7L.36 .86M.72 .7L.62 .86"
             "M.05 .95H.95";
    case kBishop:
      return promoted
                 ? "M.2 .05V.6M.2 .07H.78M.2 .24H.74M.2 .41H.74M.48 .07V.58M.2 .6H.85C.85 .85 .8 .98 .65 "
                   ".95M.1 .72L.04 .9M.26 .72L.28 .86M.42 .71L.46 .85M.58 .7L.65 .82"
                 : "M.35 .02L.1 .3M.3 .12H.68L.55 .28M.2 .28V.7C.2 .85 .15 .92 .05 .98M.2 .28H.85V.9L.72 "
                   ".96M.2 .48H.85M.2 .68H.85M.52 .28V.95";
    case kRook:
      return promoted
                 ? "M.5 0V.12M.15 .14H.85M.34 .2L.38 .34M.66 .2L.6 .34M.08 .36H.92M.22 .46H.78V.74H.22Z"
                   "M.22 .6H.78M.5 .46V.86C.5 .97 .6 .97 .92 .94V.82"
                 : "M.08 .1H.6C.6 .3 .7 .42 .95 .42V.34M.88 .12L.68 .24L.9 .32M.4 .25L.08 .4M.26 .36V.95"
                   "M.05 .58H.7M.52 .25V.95M.55 .56H.62C.62 .78 .75 .92 .96 .92V.82M.9 .56L.72 .68L.92 .78";
    case kKing:
      return side == 0 ? "M.1 .15H.9M.2 .5H.8M.05 .9H.95M.5 .15V.9M.65 .65L.8 .78"
                       : "M.1 .15H.9M.2 .5H.8M.05 .9H.95M.5 .15V.9";
  }
  return "";
}

// Draws a piece around (x, y), Gote's rotated.
void draw_piece(SvgWriter& out, double x, double y, double size, Side side, Type type, bool promoted) {
  const double turn = side == 0 ? 0 : 180;
  const double up = side == 0 ? 1 : -1;
  out.path("M0 -.46L.3 -.34L.4 .44H-.4L-.3 -.34Z", x, y, size, "#f6e2b3", "#5a4320", 0.03, turn);
  const double height = 0.5 * size;
  // The glyph's origin is the upper left corner of the piece as its owner sees it.
  out.path(glyph(type, promoted, side), x - up * 0.25 * size, y - up * 0.2 * size, height, "none",
           promoted ? "#b3261e" : "#111", 0.045 * size, turn);
}

constexpr double kLeft = 1.2;  // beside the board: Gote's hand on the left, Sente's on the right
constexpr double kTop = 0.6;

// Calls visit(type, number, x, y) for each kind of piece that a side has in hand.
template <class Visit>
void for_each_in_hand(const Position& p, Side side, const Visit& visit) {
  double y = side == 0 ? kTop + 4.5 : kTop + 0.5;
  for (const Type type : {kRook, kBishop, kGold, kSilver, kPawn}) {
    const unsigned n = p.in_hand(side, type);
    if (n == 0) continue;
    visit(type, n, side == 0 ? kLeft + 5.75 : 0.45, y);
    y += side == 0 ? -0.85 : 0.85;
  }
}

}  // namespace

// Squares as in moves; a hand's pieces as in drops: "P*", Gote's "p*".
std::string svg_cells(const Position& p) {
  SvgCellList cells;
  for (unsigned row = 0; row < 5; ++row) {
    for (unsigned column = 0; column < 5; ++column) {
      const char name[] = {static_cast<char>('5' - column), static_cast<char>('a' + row)};
      cells.add({name, 2}, kLeft + column, kTop + row, 1, 1);
    }
  }
  for (const Side side : {0U, 1U}) {
    for_each_in_hand(p, side, [&](Type type, unsigned, double x, double y) {
      cells.add(hand_text(side, type), x - 0.42, y - 0.42, 0.84, 0.84);
    });
  }
  return std::move(cells).finish();
}

std::string svg_move_cells(const Position& p, Move move) {
  const MoveParts m = unpack(move);
  const std::string text = to_usi(move);
  return (m.drop ? hand_text(p.mover, m.type) : text.substr(0, 2)) + ' ' + text.substr(2, 2);
}

std::string draw_svg(const Position& p, Move last) {
  SvgWriter out(5 + 2 * kLeft + 0.3, 5 + kTop + 0.2);
  const auto x = [&](Square s) { return kLeft + s % 5; };
  const auto y = [&](Square s) { return kTop + (4 - s / 5); };
  out.rectangle(kLeft, kTop, 5, 5, "#eccb86");
  if (last != kNoMove) {
    const MoveParts m = unpack(last);
    if (!m.drop) out.rectangle(x(m.from), y(m.from), 1, 1, "#f3e2a4");
    out.rectangle(x(m.to), y(m.to), 1, 1, "#c8d67a");
  }
  for (int i = 1; i < 5; ++i) {
    out.line(kLeft + i, kTop, kLeft + i, kTop + 5, "#333", 0.02);
    out.line(kLeft, kTop + i, kLeft + 5, kTop + i, "#333", 0.02);
  }
  out.rectangle(kLeft, kTop, 5, 5, "none", "#333", 0.05);
  for (int i = 0; i < 5; ++i) {
    out.label(std::to_string(5 - i), kLeft + i + 0.5, kTop - 0.3, 0.26, "#444");
    const char rank = static_cast<char>('a' + i);
    out.label({&rank, 1}, kLeft + 5.22, kTop + i + 0.5, 0.24, "#444");
  }
  for (Bitboard b = p.occupied(); b != 0; b &= b - 1) {
    const Square s = first(b);
    draw_piece(out, x(s) + 0.5, y(s) + 0.5, 0.95, (p.side[1] >> s) & 1U, p.type_on(s),
               (p.promoted >> s) & 1U);
  }
  for (const Side side : {0U, 1U}) {
    for_each_in_hand(p, side, [&](Type type, unsigned n, double middle, double at) {
      draw_piece(out, middle, at, 0.8, side, type, false);
      if (n > 1) out.label(std::to_string(n), middle + 0.45, at, 0.24, "#111");
    });
  }
  return std::move(out).finish();
}

}  // namespace ludex::games::minishogi
