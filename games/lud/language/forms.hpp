// The outermost parts of a description's file: (game ...), (define ...), (option ...), (rulesets ...),
// (metadata ...).
#pragma once

#include <string_view>
#include <vector>

#include "core/util/result.hpp"
#include "games/lud/language/source.hpp"

namespace ludex::games::lud {

struct Form {
  std::string_view head;
  std::string_view text;  // from '(' to ')'
  Place start;
};

// Walks over a text and tracks its place.
class Cursor {
 public:
  Cursor(std::string_view text, Place start) : text_(text), place_(start) {}

  [[nodiscard]] bool done() const { return at_ == text_.size(); }
  [[nodiscard]] char peek() const { return done() ? '\0' : text_[at_]; }
  [[nodiscard]] std::size_t offset() const { return at_; }
  [[nodiscard]] const Place& place() const { return place_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::string_view since(std::size_t offset) const {
    return text_.substr(offset, at_ - offset);
  }
  // The text of this line before the place.
  [[nodiscard]] std::string_view since_line() const {
    const std::size_t end = text_.substr(0, at_).rfind('\n');
    return since(end == std::string_view::npos ? 0 : end + 1);
  }
  void advance();
  void advance(std::size_t n) {
    while (n-- != 0 && !done()) advance();
  }
  // Skips spaces and comments.
  void skip_space();
  // Skips a string, from its opening quote.
  void skip_string();
  [[nodiscard]] bool starts_with(std::string_view prefix) const {
    return text_.substr(at_).starts_with(prefix);
  }

 private:
  std::string_view text_;
  Place place_;
  std::size_t at_ = 0;
};

[[nodiscard]] Result<std::vector<Form>> split_forms(const Source& source, const Sources& sources);

}  // namespace ludex::games::lud
