// Names of a board's sites: a1 style where the board is a grid, else numbers.
#pragma once

#include <string>

#include "games/lud/program/program.hpp"

namespace ludex::games::lud {

class SiteNames {
 public:
  explicit SiteNames(const Program& program);

  // True if sites have names such as a1: every row of the board is level, every column upright, and no two
  // sites share both. Boards with sites of several kinds use numbers.
  [[nodiscard]] bool grid() const { return grid_; }
  // The name of a site of the board's own kind or of a hand, which always has a number; of another kind its
  // letter and its number, as "v12". "-" for an invalid site.
  [[nodiscard]] std::string of(int site, int type) const;
  [[nodiscard]] std::string of(int site) const { return of(site, static_cast<int>(program_->site_type)); }
  // "a", "b", ..., "z", "aa": the letters of a grid's column.
  [[nodiscard]] static std::string column(int column);

 private:
  const Program* program_;
  bool grid_ = false;
};

}  // namespace ludex::games::lud
