// Portable Game Notation (the standard of 1994, sections 7 and 8), for any game whose moves are words: the
// tags and the moves of the main line. Comments, variations and annotation glyphs are skipped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/util/result.hpp"

namespace ludex::arena {

// A word of the text and where it stands.
struct PgnWord {
  std::string_view text;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

struct PgnGame {
  std::uint32_t line = 0;  // where it starts
  std::vector<std::pair<std::string, std::string>> tags;
  std::uint32_t fen_line = 0;  // of the tag FEN, if there is one
  std::vector<PgnWord> moves;

  // nullptr without such a tag.
  [[nodiscard]] const std::string* tag(std::string_view name) const;
};

// Reads [Name "value"], with \" and \\ in the value. False if the line, less blanks around it, is something
// else.
bool read_pgn_tag(std::string_view line, std::string_view& name, std::string& value);
// The same tag as text.
[[nodiscard]] std::string pgn_tag(std::string_view name, std::string_view value);

// The games of a text one after the other; the text must outlive what is read.
class PgnReader {
 public:
  explicit PgnReader(std::string_view text);

  struct Problem {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::string message;
  };

  // Nothing at the end. After a problem nothing more can be read.
  [[nodiscard]] std::optional<PgnGame> next();
  [[nodiscard]] const std::optional<Problem>& problem() const noexcept { return problem_; }

 private:
  [[nodiscard]] bool at_end() const noexcept { return at_ == text_.size(); }
  [[nodiscard]] std::uint32_t column() const noexcept {
    return static_cast<std::uint32_t>(at_ - line_start_) + 1;
  }
  [[nodiscard]] std::string_view rest_of_line() const noexcept;
  void step() noexcept;
  void skip_line() noexcept;
  // From '{' past '}'.
  bool skip_comment();
  // From '(' past its ')'.
  bool skip_variation();
  bool fail(std::string message);
  bool read_tag(PgnGame& game);
  // Returns whether it was a result, which ends the game.
  bool read_word(PgnGame& game);

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  std::optional<Problem> problem_;
};

}  // namespace ludex::arena
