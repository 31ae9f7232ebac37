// The lines of a log, one after the other. Where a line ends, that the last one may have been cut short and
// how an error names its place is known here alone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "arena/files/mapped_file.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// A last line without its end: the write was cut short.
struct TornLine {
  std::uint64_t line = 0;    // from 1
  std::uint64_t offset = 0;  // bytes before it
  std::uint64_t size = 0;    // bytes of it
};

class LogCursor {
 public:
  // `file` is the name in messages. The text outlives the cursor and the lines it has shown.
  LogCursor(std::string_view text, std::string file);
  // The same for a file, of which no more than some 64 MiB are in memory at once.
  LogCursor(const MappedFile& text, std::string file);

  // No line is longer: a file of zeros is not read to its end to find out that it has no lines.
  static constexpr std::size_t kLongestLine = std::size_t{64} << 20;

  // To the next line; false if there is none. In the place of one that is too long stands a text that says
  // so, and it is the last.
  [[nodiscard]] bool next();
  // Without its end ("\n" or "\r\n"), and without a byte order mark.
  [[nodiscard]] std::string_view line() const noexcept { return line_; }
  [[nodiscard]] const std::string& file() const noexcept { return file_; }
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }  // from 1
  // Whether the line has no end. Ludex appends whole lines, so its writer was killed, and the game counts as
  // not played even if all of it seems to be there; other writers may leave out the last end.
  [[nodiscard]] bool torn() const noexcept { return torn_; }
  // Precondition: torn().
  [[nodiscard]] TornLine torn_line() const noexcept;

  [[nodiscard]] std::string place() const { return file_ + ":" + std::to_string(number_); }  // "file:line"
  // "file:line: message", of this line or of an earlier one.
  [[nodiscard]] Error error(const std::string& message) const { return error_at(number_, message); }
  [[nodiscard]] Error error_at(std::uint64_t line, const std::string& message) const;

 private:
  static constexpr std::size_t kPiece = std::size_t{64} << 20;

  std::string file_;
  std::string_view text_;
  const MappedFile* mapped_ = nullptr;
  std::size_t give_back_ = kPiece;  // the place at which what is before it is given back
  std::size_t next_ = 0;            // where the next line begins
  std::string_view line_;
  std::uint64_t number_ = 0;
  bool torn_ = false;
};

}  // namespace ludex::arena
