#include "games/lud/language/forms.hpp"

#include <cctype>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ludex::games::lud {

void Cursor::advance() {
  if (text_[at_] == '\n') {
    ++place_.line;
    place_.column = 1;
  } else {
    ++place_.column;
  }
  ++at_;
}

void Cursor::skip_space() {
  while (!done()) {
    if (std::isspace(static_cast<unsigned char>(peek())) != 0) {
      advance();
    } else if (starts_with("//")) {
      while (!done() && peek() != '\n') advance();
    } else {
      return;
    }
  }
}

void Cursor::skip_string() {
  advance();
  while (!done() && peek() != '"') advance(peek() == '\\' ? 2 : 1);
  advance(1);
}

namespace {

// Guesses from the indentation which bracket lacks its end: one that is still open when a line begins with
// another bracket no further right.
class Indentation {
 public:
  void open(const Cursor& cursor) {
    const Place place = cursor.place();
    const bool first = cursor.since_line().find_first_not_of(" \t") == std::string_view::npos;
    if (first && !suspect_) {
      for (auto at = open_.rbegin(); at != open_.rend() && !suspect_; ++at) {
        if (at->first && at->place.line < place.line && at->place.column >= place.column)
          suspect_ = {at->place, place};
      }
    }
    open_.push_back({place, first});
  }
  void close() {
    if (!open_.empty()) open_.pop_back();
  }
  // "; ..." or "".
  [[nodiscard]] std::string guess() const {
    if (!suspect_) return "";
    const auto text = [](const Place& place) {
      return std::to_string(place.line) + ":" + std::to_string(place.column);
    };
    return "; perhaps the bracket at " + text(suspect_->first) + " is not closed: it is still open at " +
           text(suspect_->second) + ", which is not indented further";
  }

 private:
  struct Open {
    Place place;
    bool first;  // on its line
  };
  std::vector<Open> open_;
  std::optional<std::pair<Place, Place>> suspect_;
};

}  // namespace

Result<std::vector<Form>> split_forms(const Source& source, const Sources& sources) {
  std::vector<Form> forms;
  Cursor cursor(source.text, {&source, 1, 1, 0});
  while (true) {
    cursor.skip_space();
    if (cursor.done()) return forms;
    if (cursor.peek() != '(') {
      return Error{sources.text(cursor.place()) +
                   ": expected '(' and game, define, option, rulesets or metadata"};
    }
    const std::size_t begin = cursor.offset();
    Form form{{}, {}, cursor.place()};
    Indentation indentation;
    for (int depth = 0; !cursor.done();) {
      const char c = cursor.peek();
      if (c == '"') {
        cursor.skip_string();
        continue;
      }
      if (cursor.starts_with("//")) {
        cursor.skip_space();
        continue;
      }
      if (c == '(' || c == '{') indentation.open(cursor);
      if (c == ')' || c == '}') indentation.close();
      cursor.advance();
      if (c == '(') ++depth;
      if (c == ')' && --depth == 0) {
        form.text = cursor.since(begin);
        break;
      }
    }
    // Skips the metadata of a game; some texts leave it unclosed.
    if (form.text.empty() && source.text.compare(begin, 9, "(metadata") == 0) return forms;
    if (form.text.empty())
      return Error{sources.text(form.start) + ": this '(' is never closed" + indentation.guess()};
    std::size_t end = 1;
    while (end < form.text.size() && std::isalpha(static_cast<unsigned char>(form.text[end])) != 0) ++end;
    form.head = form.text.substr(1, end - 1);
    forms.push_back(form);
  }
}

}  // namespace ludex::games::lud
