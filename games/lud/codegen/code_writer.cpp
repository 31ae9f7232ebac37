#include "games/lud/codegen/code_writer.hpp"

#include <algorithm>
#include <cctype>

namespace ludex::games::lud::codegen {

std::string code(std::string_view pattern, std::initializer_list<CodeValue> values) {
  std::string text;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    const bool is_value = pattern[at] == '$' && at + 1 < pattern.size() && pattern[at + 1] >= '0' &&
                          pattern[at + 1] < '0' + static_cast<int>(values.size());
    if (!is_value) {
      text += pattern[at];
      continue;
    }
    const CodeValue& value = values.begin()[pattern[++at] - '0'];
    if (value.text.data() != nullptr)
      text += value.text;
    else
      text += std::to_string(value.number);
  }
  return text;
}

bool names(std::string_view text, std::string_view word) {
  const auto part_of_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !part_of_word(text[at - 1])) && (end == text.size() || !part_of_word(text[end])))
      return true;
  }
  return false;
}

void CodeWriter::line(std::string_view pattern, std::initializer_list<CodeValue> values) {
  add(code(pattern, values));
}

CodeWriter::Block CodeWriter::block(std::string_view pattern, std::initializer_list<CodeValue> values) {
  const std::string head = code(pattern, values);
  add(head.empty() ? "{" : head + " {");
  ++depth_;
  return Block(*this);
}

void CodeWriter::close() {
  --depth_;
  add("}");
}

void CodeWriter::add(std::string_view lines) {
  while (!lines.empty()) {
    const std::string_view each = lines.substr(0, lines.find('\n'));
    text_.append(2 * depth_, ' ').append(each) += '\n';
    lines.remove_prefix(std::min(each.size() + 1, lines.size()));
  }
}

void ArrayText::add(int number) {
  add(std::to_string(number));
}
void ArrayText::add(const std::string& item) {
  text_.append(item) += ',';
}
std::string ArrayText::text() const {
  return text_ + "}";
}

}  // namespace ludex::games::lud::codegen
