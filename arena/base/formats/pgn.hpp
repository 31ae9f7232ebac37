// Portable Game Notation (the standard of 1994, sections 7 and 8), for any game whose moves are words: reads
// the tags and the moves of the main line; skips comments, variations and annotation glyphs. The standard
// demands lenient readers: nothing stops the reader, and irregularities become remarks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::arena {

// A word of the text and its place.
struct PgnWord {
  std::string_view text;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

struct PgnTag {
  std::string name;
  std::string value;
};

struct PgnGame {
  std::uint32_t line = 0;  // of its start
  std::vector<PgnTag> tags;
  std::uint32_t fen_line = 0;  // of the tag FEN, if there is one
  std::vector<PgnWord> moves;  // PgnParts::kAll only
  std::string_view result;     // the text that ends the moves: "1-0", "*", ...; empty: none

  // The value of the tag, ignoring the case of its name; nullptr without such a tag.
  [[nodiscard]] const std::string* tag(std::string_view name) const;
};

// Reads [Name "value"] at the start of `text`, with \" and \\ in the value, and removes it from `text`.
// Accepts unescaped quotes within the value, typographic quotes, and blanks anywhere. False if there is no
// tag. `flawed` becomes true if a quote or the bracket is missing; the value is then the rest of the line.
bool read_pgn_tag(std::string_view& text, std::string_view& name, std::string& value, bool& flawed);
// Formats a tag.
[[nodiscard]] std::string pgn_tag(std::string_view name, std::string_view value);

enum class PgnParts { kAll, kTagsOnly };

// Irregularities of the text.
enum class PgnOddity {
  kOpenComment,    // never closed: ends at the tags of the next game
  kOpenVariation,  // likewise
  kClosesNothing,  // a ')' or '}'
  kBadTag,         // a line that begins with '[' but is no tag: skipped
  kFlawedTag,      // a tag without its closing quote or bracket: read
  kTagTwice,       // the first one counts
  kAfterResult,    // words between the result and the next game: skipped
};

struct PgnRemark {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  PgnOddity oddity{};
  std::string text;  // the word, the line or the name of the tag
};

// Reads the games of a text one by one; the text must outlive the results.
class PgnReader {
 public:
  explicit PgnReader(std::string_view text, PgnParts parts = PgnParts::kAll);

  // False at the end. Overwrites `game`.
  [[nodiscard]] bool next(PgnGame& game);
  // Remarks since the last call.
  [[nodiscard]] std::vector<PgnRemark> take_remarks() { return std::exchange(remarks_, {}); }

 private:
  static constexpr std::size_t kUnknown = std::string_view::npos - 1;

  [[nodiscard]] bool at_end() const noexcept { return at_ == text_.size(); }
  [[nodiscard]] std::uint32_t column() const noexcept {
    return static_cast<std::uint32_t>(at_ - line_start_) + 1;
  }
  [[nodiscard]] std::string_view rest_of_line() const noexcept;
  void step() noexcept;
  void move_to(std::size_t at) noexcept;
  void skip_line() noexcept;
  // Whether a game's tags begin at `at`, a '[', after an empty line.
  [[nodiscard]] bool game_begins(std::size_t at) const;
  // Skips from '{' past '}'.
  void skip_comment();
  // Skips from '(' past its ')'.
  void skip_variation();
  void remark(PgnOddity oddity, std::string_view text);
  // False, without reading, if the tag belongs to the next game.
  bool read_tag(PgnGame& game);
  [[nodiscard]] std::string_view word() noexcept;
  // Returns whether the word was a result, which ends the game.
  bool read_word(PgnGame& game);
  void skip_rest_after_result();

  std::string_view text_;
  PgnParts parts_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  std::size_t close_ = kUnknown;  // the next known '}' at or after at_; npos: none
  bool blank_line_ = false;       // since the last tag or word
  std::vector<PgnRemark> remarks_;
};

}  // namespace ludex::arena
