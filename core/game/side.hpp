// A player's side: its name and its colour.
#pragma once

namespace ludex {

// Texts of static lifetime. `name` as in rules.md, "White"; `colour` of its pieces in the drawing of
// ludex.svg/1, "#rrggbb".
struct Side {
  const char* name;
  const char* colour;
};

namespace sides {

inline constexpr Side kBlack{"Black", "#222222"};
inline constexpr Side kWhite{"White", "#ffffff"};

}  // namespace sides

}  // namespace ludex
