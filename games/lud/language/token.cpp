#include "games/lud/language/token.hpp"

#include <cctype>

namespace ludex::games::lud {

namespace {

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}
bool is_alpha(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

class Lexer {
 public:
  Lexer(std::string_view text, Place start, const Sources& sources)
      : text_(text), place_(start), sources_(sources) {}

  Result<Tokens> run() {
    while (true) {
      skip_space();
      if (at_ == text_.size()) return std::move(tokens_);
      if (tokens_.size() >= kMaxTokens) return error("the text is too long: more than 4,000,000 words");
      const char c = text_[at_];
      if (c == '(' || c == '{') {
        push(TokenKind::kOpen, 1);
      } else if (c == ')' || c == '}') {
        push(TokenKind::kClose, 1);
      } else if (c == '"') {
        if (auto read = string(); !read) return Error{read.error()};
      } else if (c == '<' && placeholder_size() != 0) {
        push(TokenKind::kPlaceholder, placeholder_size());
      } else {
        word();
      }
    }
  }

 private:
  void advance() {
    if (text_[at_] == '\n') {
      ++place_.line;
      place_.column = 1;
    } else {
      ++place_.column;
    }
    ++at_;
  }
  void skip_space() {
    glued_ = at_ != 0;
    while (at_ < text_.size()) {
      if (is_space(text_[at_])) {
        advance();
      } else if (text_.substr(at_, 2) == "//") {
        while (at_ < text_.size() && text_[at_] != '\n') advance();
      } else {
        return;
      }
      glued_ = false;
    }
  }
  void push(TokenKind kind, std::size_t size, std::size_t skip = 0) {
    Token token{kind, glued_, std::string(text_.substr(at_ + skip, size)), place_};
    for (std::size_t i = 0; i < size + 2 * skip; ++i) advance();
    tokens_.push_back(std::move(token));
  }
  // A quote preceded by a backslash does not end the string.
  Result<void> string() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
    if (end >= text_.size())
      return Error{sources_.text(place_) + ": this string is not closed: expected '\"'"};
    push(TokenKind::kString, end - at_ - 1, 1);
    return {};
  }
  // "<Board:size>", with no space except before '>'.
  [[nodiscard]] std::size_t placeholder_size() const {
    std::size_t end = at_ + 1;
    if (end >= text_.size() || !is_alpha(text_[end])) return 0;
    while (end < text_.size() && (is_word(text_[end]) || text_[end] == ':' || text_[end] == '-')) ++end;
    while (end < text_.size() && text_[end] == ' ') ++end;
    return end < text_.size() && text_[end] == '>' ? end + 1 - at_ : 0;
  }
  void word() {
    std::size_t end = at_;
    if (is_alpha(text_[end])) {
      while (end < text_.size() && is_word(text_[end])) ++end;
      if (end < text_.size() && text_[end] == ':') {
        push(TokenKind::kLabel, end - at_);
        advance();
        return;
      }
    }
    end = at_ + 1;
    while (end < text_.size() && !is_space(text_[end]) &&
           std::string_view("(){}\"").find(text_[end]) == std::string_view::npos) {
      if (text_[end] == '<' && end + 1 < text_.size() && is_alpha(text_[end + 1])) break;
      ++end;
    }
    push(TokenKind::kAtom, end - at_);
  }
  [[nodiscard]] Error error(const std::string& what) const { return {sources_.text(place_) + ": " + what}; }

  std::string_view text_;
  Place place_;
  const Sources& sources_;
  std::size_t at_ = 0;
  bool glued_ = false;
  Tokens tokens_;
};

}  // namespace

Result<Tokens> tokenize(std::string_view text, Place start, const Sources& sources) {
  return Lexer(text, start, sources).run();
}

}  // namespace ludex::games::lud
