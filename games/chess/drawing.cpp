// The drawing of a position. The pieces were drawn for this project, in a frame of 100 units a square with
// the origin in its centre: a filled silhouette and the strokes inside it.
#include "games/chess/notation.hpp"
#include "games/common/grid_text.hpp"
#include "games/common/svg.hpp"

namespace ludex::games::chess {

namespace {

struct Glyph {
  std::string_view silhouette;
  std::string_view strokes;
};

constexpr std::array<Glyph, kPieceTypes> kGlyphs{{
    // Pawn: head, collar, bell, foot.
    {"M0 -31A12.5 12.5 0 0 1 8 -9L14 -3V1H6C7 11 11 18 18 24Q21 27 21 31V37H-21V31Q-21 27 -18 24C-11 18 -7 "
     "11 "
     "-6 1H-14V-3L-8 -9A12.5 12.5 0 0 1 0 -31Z",
     "M-7 1H7M-17 27H17"},
    // Knight: a horse's head looking left.
    {"M-21 37V32C-21 15 1 13 1 -3C-4 3 -10 4 -14 5L-21 11C-24 13 -27 11 -28 9C-33 7 -33 1 -31 -2L-22 -14C-20 "
     "-22 "
     "-16 -27 -10 -30L-9 -41L-1 -33C18 -34 29 -14 27 12L26 37Z",
     "M-16 -17L-11 -19M-27 3L-25 2M-21 5L-24 9M5 -27C17 -22 21 -6 20 14M-20 29H26"},
    // Bishop: a mitre with its slit, collar, foot.
    {"M0 -34C17 -25 25 -8 14 4H18V9H12C12 17 17 22 24 26Q27 28 27 32V37H-27V32Q-27 28 -24 26C-17 22 -12 17 "
     "-12 "
     "9H-18V4H-14C-25 -8 -17 -25 0 -34ZM0 -43A5 5 0 0 1 0 -33A5 5 0 0 1 0 -43Z",
     "M5 -26L-4 -11M-14 4H14M-12 9H12M-23 28H23"},
    // Rook: battlements, tower, foot.
    {"M-24 -36H-13V-28H-5V-36H5V-28H13V-36H24V-20L16 -13L19 19L26 27V37H-26V27L-19 19L-16 -13L-24 -20Z",
     "M-23 -20H23M-15 -13H15M-19 19H19M-25 27H25"},
    // Queen: a crown of five points, each with its pearl.
    {"M-34 -25A4.5 4.5 0 1 1 -29 -21L-17 2L-18 -26A4.5 4.5 0 1 1 -13 -27L-5 0L-2 -31A4.5 4.5 0 1 1 2 -31L5 "
     "0L13 "
     "-27A4.5 4.5 0 1 1 18 -26L17 2L29 -21A4.5 4.5 0 1 1 34 -25L22 15C20 20 22 24 25 28V37H-25V28C-22 24 -20 "
     "20 "
     "-22 15Z",
     "M-21 15C-8 10 8 10 21 15M-21 21C-8 17 8 17 21 21M-24 29C-8 25 8 25 24 29"},
    // King: a cross above two lobes.
    {"M-2.5 -23V-31H-9V-36H-2.5V-43H2.5V-36H9V-31H2.5V-23Q6 -20 6 -15C14 -24 33 -20 32 -3C31 6 22 9 22 16C20 "
     "20 22 "
     "24 25 28V37H-25V28C-22 24 -20 20 -22 16C-22 9 -31 6 -32 -3C-33 -20 -14 -24 -6 -15Q-6 -20 -2.5 -23Z",
     "M0 12V-2C0 -8 -3 -12 -6 -15M0 -2C0 -8 3 -12 6 -15M-21 15C-8 10 8 10 21 15M-21 21C-8 17 8 17 21 21M-24 "
     "29C-8 "
     "25 8 25 24 29"},
}};

constexpr std::string_view kLight = "#f3ead7";
constexpr std::string_view kDark = "#bfa67e";
constexpr std::string_view kLightMarked = "#eedb7c";
constexpr std::string_view kDarkMarked = "#cdb04e";
constexpr std::string_view kInk = "#1c1a17";

constexpr double kLeft = 0.62;
constexpr double kTop = 0.12;

}  // namespace

std::string svg_cells() {
  return svg_grid_cells(kLeft, kTop, 8, 8,
                        [](std::uint32_t x, std::uint32_t y) { return cell_text(x, 8 - y); });
}

std::string svg_text(const Position& p, Move last) {
  SvgWriter svg(9.12, 8.74);
  const Bitboard marked = last == kNoMove ? 0 : bit(from_of(last)) | bit(to_of(last));
  for (Square s = 0; s < 64; ++s) {
    const bool is_light = (file_of(s) + rank_of(s)) % 2 == 1;
    const bool is_marked = (marked & bit(s)) != 0;
    const double x = kLeft + file_of(s);
    const double y = kTop + 7 - rank_of(s);
    svg.rectangle(x, y, 1, 1,
                  is_light ? (is_marked ? kLightMarked : kLight) : (is_marked ? kDarkMarked : kDark));
    if ((p.occupied() & bit(s)) == 0) continue;
    const Glyph& glyph = kGlyphs[p.type_on(s)];
    const bool is_white = (p.color[kWhite] & bit(s)) != 0;
    svg.path(glyph.silhouette, x + 0.5, y + 0.53, 0.0112, is_white ? "#ffffff" : "#2b2825", kInk, 0.032);
    svg.path(glyph.strokes, x + 0.5, y + 0.53, 0.0112, "none", is_white ? kInk : kLight, 0.026);
  }
  svg.rectangle(kLeft, kTop, 8, 8, "none", kInk, 0.035);
  svg.coordinates(kLeft, kTop, 8, 8);
  // Side to move: a disc next to the player's own edge.
  const bool white = p.mover() == kWhite;
  svg.circle(kLeft + 8.25, kTop + (white ? 7.75 : 0.25), 0.11, white ? "#ffffff" : "#2b2825", kInk, 0.03);
  return std::move(svg).finish();
}

}  // namespace ludex::games::chess
