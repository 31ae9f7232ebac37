#include "arena/results/log/log_cursor.hpp"

#include <utility>

namespace ludex::arena::log {

LogCursor::LogCursor(std::string_view text, std::string file) : file_(std::move(file)), text_(text) {}
LogCursor::LogCursor(const MappedFile& text, std::string file) : LogCursor(text.bytes(), std::move(file)) {
  mapped_ = &text;
}

bool LogCursor::next() {
  if (next_ == text_.size()) return false;
  if (mapped_ != nullptr && next_ >= give_back_) {
    mapped_->give_back(text_.data() + next_);
    give_back_ = next_ + kPiece;
  }
  ++number_;
  const std::size_t in_piece = text_.substr(next_, kLongestLine).find('\n');
  if (in_piece == std::string_view::npos && text_.size() - next_ > kLongestLine) {
    // This text is not JSON, so every reader reports it.
    line_ = "(a line longer than 64 MiB)";
    next_ = text_.size();
    return true;
  }
  const std::size_t end = in_piece == std::string_view::npos ? in_piece : next_ + in_piece;
  torn_ = end == std::string_view::npos;
  line_ = text_.substr(next_, torn_ ? end : end - next_);
  next_ = torn_ ? text_.size() : end + 1;
  if (number_ == 1 && line_.starts_with("\xEF\xBB\xBF")) line_.remove_prefix(3);
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  return true;
}

TornLine LogCursor::torn_line() const noexcept {
  const std::size_t before = text_.rfind('\n') + 1;  // npos + 1 is 0
  return {number_, before, text_.size() - before};
}

Error LogCursor::error_at(std::uint64_t line, const std::string& message) const {
  return {file_ + ":" + std::to_string(line) + ": " + message};
}

}  // namespace ludex::arena::log
