#include "arena/model/spec.hpp"

namespace ludex::arena {

std::string_view limit_result_text(GameResult result) noexcept {
  if (result == GameResult::kDraw) return "draw";
  return result == GameResult::kFirstWins ? "first" : "second";
}

}  // namespace ludex::arena
