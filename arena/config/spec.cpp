#include "arena/config/spec.hpp"

namespace ludex::arena {

std::string_view to_text(FormatType type) noexcept {
  switch (type) {
    case FormatType::kRoundRobin:
      return "round-robin";
    case FormatType::kGauntlet:
      return "gauntlet";
    case FormatType::kSwiss:
      return "swiss";
    case FormatType::kKnockout:
      return "knockout";
    case FormatType::kSprt:
      break;
  }
  return "sprt";
}

std::string_view to_text(SeatMode mode) noexcept {
  switch (mode) {
    case SeatMode::kInline:
      return "inline";
    case SeatMode::kShared:
      return "shared";
    case SeatMode::kDedicated:
      break;
  }
  return "dedicated";
}

std::string_view to_text(OpeningOrder order) noexcept {
  return order == OpeningOrder::kRandom ? "random" : "sequential";
}

std::string_view limit_result_text(GameResult result) noexcept {
  if (result == GameResult::kDraw) return "draw";
  return result == GameResult::kFirstWins ? "first" : "second";
}

std::optional<SeatMode> seat_mode_from_text(std::string_view text) noexcept {
  for (const SeatMode mode : {SeatMode::kInline, SeatMode::kShared, SeatMode::kDedicated}) {
    if (text == to_text(mode)) return mode;
  }
  return std::nullopt;
}

}  // namespace ludex::arena
