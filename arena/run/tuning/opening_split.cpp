#include "arena/run/tuning/opening_split.hpp"

#include "core/game/position.hpp"

namespace ludex::arena::tuning {
namespace {

constexpr std::uint32_t kPatience = 4096;  // rounds without a new position

}  // namespace

Result<void> OpeningSplit::scan() {
  auto opening = source_.opening(scanned_);
  if (!opening) return Error{opening.error()};
  Position position(game_);
  if (!opening->position.empty()) {
    auto start = Position::from_text(game_, opening->position);
    if (!start) return Error{start.error()};
    position = std::move(*start);
  }
  for (const Move move : opening->moves) position.apply(move);
  const auto [at, fresh] = sides_.try_emplace(position.hash(), sides_.size() % 4 == 1);
  if (!at->second) tuning_.push_back(scanned_);
  if (at->second && fresh) validation_.push_back(std::move(*opening));
  ++scanned_;
  return {};
}

Result<std::uint32_t> OpeningSplit::tuning_round(std::uint64_t n) {
  // The first position is for tuning, and sources are cyclic, so this ends.
  while (tuning_.size() <= n) {
    if (auto scanned = scan(); !scanned) return Error{scanned.error()};
  }
  return tuning_[n];
}

Result<std::vector<Opening>> OpeningSplit::validation(std::size_t count) {
  std::uint32_t last = scanned_;
  while (validation_.size() < count && scanned_ - last < kPatience) {
    const std::size_t known = sides_.size();
    if (auto scanned = scan(); !scanned) return Error{scanned.error()};
    if (sides_.size() != known) last = scanned_;
  }
  if (validation_.empty())
    return Error{"all openings start from one position, so none is left that was not used in tuning"};
  if (validation_.size() <= count) return validation_;
  return std::vector<Opening>(validation_.begin(), validation_.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace ludex::arena::tuning
