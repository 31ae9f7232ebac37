// Writes C++ text: patterns with values, lines in blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace ludex::games::lud::codegen {

// A value of a pattern: text, or a number. It refers to the text, so it lives no longer than the call.
struct CodeValue {
  CodeValue(const std::string& given) : text(given) {}
  CodeValue(const char* given) : text(given) {}
  CodeValue(int given) : number(given) {}
  CodeValue(std::size_t given) : number(static_cast<std::int64_t>(given)) {}

  std::string_view text{};  // without data: the number is meant
  std::int64_t number = 0;
};

// The pattern with $0 replaced by the first value, $1 by the second, and so on to $9.
[[nodiscard]] std::string code(std::string_view pattern, std::initializer_list<CodeValue> values);

// True if a text has a word.
[[nodiscard]] bool names(std::string_view text, std::string_view word);

// Lines of code, indented by the blocks around them.
class CodeWriter {
 public:
  // Closes its block at the end of the scope.
  class Block {
   public:
    explicit Block(CodeWriter& writer) : writer_(writer) {}
    ~Block() { writer_.close(); }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

   private:
    CodeWriter& writer_;
  };

  void line(std::string_view pattern, std::initializer_list<CodeValue> values = {});
  // Opens "pattern {", or "{" if there is no pattern.
  [[nodiscard]] Block block(std::string_view pattern = "", std::initializer_list<CodeValue> values = {});
  // Lines that another writer made.
  void add(std::string_view lines);

  // Writes lines that declare a variable, then `body`; without them if `body` does not name the variable.
  template <class F>
  void for_body(std::string_view declaration, std::string_view variable, F&& body) {
    const std::size_t begin = text_.size();
    add(declaration);
    const std::size_t end = text_.size();
    body();
    if (!names(std::string_view(text_).substr(end), variable)) text_.erase(begin, end - begin);
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool empty() const { return text_.empty(); }

 private:
  void close();

  std::string text_;
  std::size_t depth_ = 0;
};

// An initialiser of an array: "{1,2,3}".
class ArrayText {
 public:
  void add(int number);
  void add(const std::string& item);
  [[nodiscard]] std::string text() const;

 private:
  std::string text_ = "{";
};

}  // namespace ludex::games::lud::codegen
