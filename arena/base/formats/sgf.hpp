// Smart Game Format (FF[4], https://www.red-bean.com/sgf): reads the main line of every game of a text. Skips
// text between properties, as the format demands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::arena {

struct SgfProperty {
  std::string name;  // its capital letters: "B" of "Black"
  std::vector<std::string> values;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

struct SgfGame {
  std::uint32_t line = 0;               // of its start
  std::vector<SgfProperty> properties;  // of all nodes of the main line, in order
  bool cut_short = false;               // the text ends within it

  // The first property of that name; nullptr if there is none.
  [[nodiscard]] const SgfProperty* find(std::string_view name) const;
};

// The text must outlive the reader.
class SgfReader {
 public:
  explicit SgfReader(std::string_view text) : text_(text) {}
  // False at the end. Overwrites `game`.
  [[nodiscard]] bool next(SgfGame& game);

 private:
  [[nodiscard]] bool at_end() const noexcept { return at_ == text_.size(); }
  void step() noexcept;
  // Reads from '[' past ']'. False if the text ends first.
  bool read_value(std::string& value);

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace ludex::arena
