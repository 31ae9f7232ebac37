#include "games/lud/language/forms.hpp"

#include <cctype>

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

Result<std::vector<Form>> split_forms(const Source& source, const Sources& sources) {
  std::vector<Form> forms;
  Cursor cursor(source.text, {&source, 1, 1, 0});
  while (true) {
    cursor.skip_space();
    if (cursor.done()) return forms;
    if (cursor.peek() != '(') {
      return Error{sources.text(cursor.place()) +
                   ": expected '(' and one of game, define, option, rulesets, metadata"};
    }
    const std::size_t begin = cursor.offset();
    Form form{{}, {}, cursor.place()};
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
      cursor.advance();
      if (c == '(') ++depth;
      if (c == ')' && --depth == 0) {
        form.text = cursor.since(begin);
        break;
      }
    }
    // Skips the metadata of a game; some texts leave it unclosed.
    if (form.text.empty() && source.text.compare(begin, 9, "(metadata") == 0) return forms;
    if (form.text.empty()) return Error{sources.text(form.start) + ": this '(' is never closed"};
    std::size_t end = 1;
    while (end < form.text.size() && std::isalpha(static_cast<unsigned char>(form.text[end])) != 0) ++end;
    form.head = form.text.substr(1, end - 1);
    forms.push_back(form);
  }
}

}  // namespace ludex::games::lud
