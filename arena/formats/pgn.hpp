// Portable Game Notation (the standard of 1994, sections 7 and 8), for any game whose moves are words: the
// tags and the moves of the main line. Comments, variations and annotation glyphs are skipped. The standard
// asks readers to be liberal in what they accept: nothing ends the reading, what is odd becomes a remark.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::arena {

// A word of the text and where it stands.
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
  std::uint32_t line = 0;  // where it starts
  std::vector<PgnTag> tags;
  std::uint32_t fen_line = 0;  // of the tag FEN, if there is one
  std::vector<PgnWord> moves;  // PgnParts::kAll only
  std::string_view result;     // what ends the moves: "1-0", "*", ...; empty: nothing does

  // Its value, whatever the case of its name; nullptr without such a tag.
  [[nodiscard]] const std::string* tag(std::string_view name) const;
};

// Reads [Name "value"] at the start of `text`, with \" and \\ in the value, and removes it from `text`.
// Quotes within the value that are not escaped, typographic quotes, and blanks anywhere are read. False if
// this is no tag. `flawed` becomes true if a quote or the bracket is missing; the value is then the rest of
// the line.
bool read_pgn_tag(std::string_view& text, std::string_view& name, std::string& value, bool& flawed);
// The same tag as text.
[[nodiscard]] std::string pgn_tag(std::string_view name, std::string_view value);

enum class PgnParts { kAll, kTagsOnly };

// What is odd about the text.
enum class PgnOddity {
  kOpenComment,    // never closed: it ends where the tags of the next game begin
  kOpenVariation,  // likewise
  kClosesNothing,  // a ')' or '}'
  kBadTag,         // a line that begins with '[' and is no tag: skipped
  kFlawedTag,      // a tag without a quote or bracket at its end: read
  kTagTwice,       // the first one counts
  kAfterResult,    // words between the result and the next game: skipped
};

struct PgnRemark {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  PgnOddity oddity{};
  std::string text;  // the word, the line or the name of the tag
};

// The games of a text one after the other; the text must outlive what is read.
class PgnReader {
 public:
  explicit PgnReader(std::string_view text, PgnParts parts = PgnParts::kAll);

  // False at the end. What `game` held before is overwritten.
  [[nodiscard]] bool next(PgnGame& game);
  // Remarks on what was read since the last call.
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
  // Whether the tags of a game begin here, after an empty line; `at` is the '['.
  [[nodiscard]] bool game_begins(std::size_t at) const;
  // From '{' past '}'.
  void skip_comment();
  // From '(' past its ')'.
  void skip_variation();
  void remark(PgnOddity oddity, std::string_view text);
  // False if the tag belongs to the next game; nothing was read then.
  bool read_tag(PgnGame& game);
  [[nodiscard]] std::string_view word() noexcept;
  // Returns whether it was a result, which ends the game.
  bool read_word(PgnGame& game);
  void skip_rest_after_result();

  std::string_view text_;
  PgnParts parts_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  std::size_t close_ = kUnknown;  // the next '}' at or after at_, as far as known; npos: there is none
  bool blank_line_ = false;       // since the last tag or word
  std::vector<PgnRemark> remarks_;
};

}  // namespace ludex::arena
