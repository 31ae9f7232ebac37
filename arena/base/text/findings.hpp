// Collects irregularities of foreign files. All readers of such files follow one policy: read on, record the
// place, count, and report what was left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::arena {

// One kind of oddity: "4 games without a usable result left out: "?", "0-0" (x.pgn:8, x.pgn:31, ...)".
struct Finding {
  std::string noun;       // the counted thing, in the singular: "game"
  std::string what;       // the rest of the sentence: "without a usable result left out"
  bool left_out = false;  // whether the result lacks these records
  std::uint64_t count = 0;
  std::vector<std::string> values;  // distinct, in order of appearance, at most kMostShown
  std::vector<std::string> places;  // "file:line" or "file:line:column", the first kMostShown

  static constexpr std::size_t kMostShown = 10;
  [[nodiscard]] std::string text() const;
};

class Findings {
 public:
  // `value`: the text found, shown in quotes; not shown if empty.
  void left_out(std::string_view noun, std::string_view what, std::string place, std::string_view value = "");
  // Likewise for a record that is used all the same.
  void noted(std::string_view noun, std::string_view what, std::string place, std::string_view value = "");

  [[nodiscard]] bool empty() const noexcept { return list_.empty(); }
  // Number of records left out.
  [[nodiscard]] std::uint64_t missing() const noexcept;
  // In order of first appearance.
  [[nodiscard]] const std::vector<Finding>& list() const noexcept { return list_; }
  // All findings, separated by `separator`.
  [[nodiscard]] std::string text(std::string_view separator) const;

 private:
  void add(std::string_view noun, std::string_view what, bool left_out, std::string place,
           std::string_view value);

  std::vector<Finding> list_;
};

}  // namespace ludex::arena
