// Counts games lost by faults, per loser and reason, for runs, ratings and reports.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace ludex::arena {

// Not thread-safe.
class Forfeits {
 public:
  // Number of games by reason; kept for each loser.
  using Reasons = std::map<std::string, std::uint64_t, std::less<>>;

  // `reason` as in to_text(Termination), or as written in a foreign log.
  void add(std::string_view loser, std::string_view reason);
  [[nodiscard]] bool empty() const noexcept { return total_ == 0; }
  [[nodiscard]] std::uint64_t total() const noexcept { return total_; }
  [[nodiscard]] const std::map<std::string, Reasons, std::less<>>& by_loser() const noexcept {
    return by_loser_;
  }
  // "odd 8 (crash 5, hang 3), slow 1 (over-time 1)": at most ten losers, those with most games first.
  [[nodiscard]] std::string text() const;

 private:
  std::map<std::string, Reasons, std::less<>> by_loser_;
  std::uint64_t total_ = 0;
};

}  // namespace ludex::arena
