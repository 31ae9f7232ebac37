// The kinds of sites of a board, and the directions from one site to another.
#pragma once

#include <cstdint>

namespace ludex::games::lud {

enum class SiteType : std::uint8_t { kCell, kVertex, kEdge };
inline constexpr int kSiteTypes = 3;

// Compass points clockwise from north, so that opposites differ by 8; then the directions of circles; then
// kinds of neighbours.
enum class Absolute : std::uint8_t {
  kN,
  kNNE,
  kNE,
  kENE,
  kE,
  kESE,
  kSE,
  kSSE,
  kS,
  kSSW,
  kSW,
  kWSW,
  kW,
  kWNW,
  kNW,
  kNNW,
  kCW,
  kCCW,
  kIn,
  kOut,
  kAll,
  kAdjacent,
  kOrthogonal,
  kDiagonal,
  kOff,
  kRotational,
};
inline constexpr int kConcrete = 20;        // number of directions of a step
inline constexpr int kDirectionKinds = 26;  // the same with the kinds

}  // namespace ludex::games::lud
