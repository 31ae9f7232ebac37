// The sites of the board with the same contents.
#pragma once

#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

class Alike {
 public:
  Alike(const Eval& e, int piece)
      : pieces_(e.position + e.layout.what + e.index(e.own(), 0)), piece_(static_cast<std::byte>(piece)) {}
  [[nodiscard]] bool has(int at) const { return pieces_[at] == piece_; }

 private:
  const std::byte* pieces_;
  std::byte piece_;
};

}  // namespace ludex::games::lud
