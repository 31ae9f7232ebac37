// What is odd about files that others wrote. All readers of such files have one policy: read on, collect the
// place, count, and name what was left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::arena {

// One kind of oddity: "4 games without a usable result left out: "?", "0-0" (x.pgn:8, x.pgn:31, ...)".
struct Finding {
  std::string noun;       // what is counted, in the singular: "game"
  std::string what;       // the rest of the sentence: "without a usable result left out"
  bool left_out = false;  // whether the records are missing from the result
  std::uint64_t count = 0;
  std::vector<std::string> values;  // distinct, in order of appearance, at most kMostShown
  std::vector<std::string> places;  // "file:line" or "file:line:column", the first kMostShown

  static constexpr std::size_t kMostShown = 10;
  [[nodiscard]] std::string text() const;
};

class Findings {
 public:
  // `value`: what was found instead of what was expected, shown in quotes; empty: nothing is shown.
  void left_out(std::string_view noun, std::string_view what, std::string place, std::string_view value = "");
  // The record is used all the same.
  void noted(std::string_view noun, std::string_view what, std::string place, std::string_view value = "");

  [[nodiscard]] bool empty() const noexcept { return list_.empty(); }
  // Records that were left out.
  [[nodiscard]] std::uint64_t missing() const noexcept;
  // In order of first appearance.
  [[nodiscard]] const std::vector<Finding>& list() const noexcept { return list_; }
  // Each finding, separated by `separator`.
  [[nodiscard]] std::string text(std::string_view separator) const;

 private:
  void add(std::string_view noun, std::string_view what, bool left_out, std::string place,
           std::string_view value);

  std::vector<Finding> list_;
};

}  // namespace ludex::arena
