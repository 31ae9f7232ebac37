// Reads a log line by line. The only place that knows how lines end, that the last one may be cut short, and
// how errors name a line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "arena/base/files/mapped_file.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::log {

// A last line without its newline: the write was cut short.
struct TornLine {
  std::uint64_t line = 0;    // from 1
  std::uint64_t offset = 0;  // before the line
  std::uint64_t size = 0;    // of the line
};

class LogCursor {
 public:
  // `file` is the name in messages. The text must outlive the cursor and its lines.
  LogCursor(std::string_view text, std::string file);
  // Likewise for a file, of which at most about 64 MiB are in memory at once.
  LogCursor(const MappedFile& text, std::string file);

  // Limits line length, so that a file of zeros is not read to its end in search of a newline.
  static constexpr std::size_t kLongestLine = std::size_t{64} << 20;

  // Moves to the next line; false if there is none. A line that is too long is replaced by a text that says
  // so, and ends the log.
  [[nodiscard]] bool next();
  // The line without its end ("\n" or "\r\n") and without a byte order mark.
  [[nodiscard]] std::string_view line() const noexcept { return line_; }
  [[nodiscard]] const std::string& file() const noexcept { return file_; }
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }  // from 1
  // Whether the line lacks its newline. Ludex appends whole lines, so its writer was killed, and the game
  // counts as not played even if it seems complete; other writers may omit the last newline.
  [[nodiscard]] bool torn() const noexcept { return torn_; }
  // Precondition: torn().
  [[nodiscard]] TornLine torn_line() const noexcept;

  [[nodiscard]] std::string place() const { return file_ + ":" + std::to_string(number_); }  // "file:line"
  // "file:line: message" for this line, or for an earlier one.
  [[nodiscard]] Error error(const std::string& message) const { return error_at(number_, message); }
  [[nodiscard]] Error error_at(std::uint64_t line, const std::string& message) const;

 private:
  static constexpr std::size_t kPiece = std::size_t{64} << 20;

  std::string file_;
  std::string_view text_;
  const MappedFile* mapped_ = nullptr;
  std::size_t give_back_ = kPiece;  // offset at which the memory before it is released
  std::size_t next_ = 0;            // start of the next line
  std::string_view line_;
  std::uint64_t number_ = 0;
  bool torn_ = false;
};

}  // namespace ludex::arena::log
