// Who lost games by faults, and by which: what a run, a rating and a report say of them.
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
  // Reasons by the name of the loser; each with its number of games.
  using Reasons = std::map<std::string, std::uint64_t, std::less<>>;

  // `reason` as to_text(Termination) has it, or the word of whoever wrote the log.
  void add(std::string_view loser, std::string_view reason);
  [[nodiscard]] bool empty() const noexcept { return total_ == 0; }
  [[nodiscard]] std::uint64_t total() const noexcept { return total_; }
  [[nodiscard]] const std::map<std::string, Reasons, std::less<>>& by_loser() const noexcept {
    return by_loser_;
  }
  // "odd 8 (crash 5, hang 3), slow 1 (over-time 1)", those with most first and no more than ten of them.
  [[nodiscard]] std::string text() const;

 private:
  std::map<std::string, Reasons, std::less<>> by_loser_;
  std::uint64_t total_ = 0;
};

}  // namespace ludex::arena
