// Reads a few fields of a line of a log, several times faster than a document of it is made. It looks only at
// what it is asked for: whoever uses it hands a line that it refuses to a full JSON parser, which judges.
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace ludex::arena {

// A pull parser for one line. Every method that reads a value fails on anything else; after a failure nothing
// more is read.
class LineScanner {
 public:
  explicit LineScanner(std::string_view line) : at_(line.data()), end_(line.data() + line.size()) {}

  [[nodiscard]] bool ok() const noexcept { return ok_; }
  [[nodiscard]] bool at_end() noexcept { return blank(), ok_ && at_ == end_; }
  bool fail() noexcept {
    at_ = end_;
    return ok_ = false;
  }

  // Calls `member(key)` for each member of an object; it must read the value.
  template <class Member>
  void object(const Member& member) {
    if (!eat('{')) return void(fail());
    if (eat('}')) return;
    do {
      const std::string_view key = plain_text();
      if (!eat(':')) return void(fail());
      member(key);
    } while (ok_ && eat(','));
    if (!eat('}')) fail();
  }
  template <class Item>
  void array(const Item& item) {
    if (!eat('[')) return void(fail());
    if (eat(']')) return;
    do item();
    while (ok_ && eat(','));
    if (!eat(']')) fail();
  }

  // A text without escapes and control characters; any other fails.
  std::string_view plain_text() {
    if (!eat('"')) return fail(), std::string_view();
    const char* const first = at_;
    while (at_ != end_ && *at_ != '"' && *at_ != '\\' && static_cast<unsigned char>(*at_) >= 0x20) ++at_;
    if (at_ == end_ || *at_ != '"') return fail(), std::string_view();
    return {first, static_cast<std::size_t>(at_++ - first)};
  }
  void number(std::uint64_t& out) {
    blank();
    const auto [rest, error] = std::from_chars(at_, end_, out);
    if (error != std::errc() || (rest != end_ && (*rest == '.' || *rest == 'e' || *rest == 'E')))
      return void(fail());
    at_ = rest;
  }
  void number(std::uint32_t& out) {
    std::uint64_t wide = 0;
    number(wide);
    if (wide > std::numeric_limits<std::uint32_t>::max()) fail();
    out = static_cast<std::uint32_t>(wide);
  }
  void number(double& out) {
    blank();
    const auto [rest, error] = std::from_chars(at_, end_, out);
    if (error != std::errc()) return void(fail());
    at_ = rest;
  }
  void list(std::vector<std::uint64_t>& out) {
    out.clear();
    array([&] {
      std::uint64_t value = 0;
      number(value);
      out.push_back(value);
    });
  }

  // Any value, unread; what stands there.
  std::string_view skip() {
    blank();
    const char* const first = at_;
    int depth = 0;
    while (at_ != end_) {
      const char c = *at_;
      if (c == '"') {
        skip_text();
      } else {
        if (c == '[' || c == '{') ++depth;
        if (c == ']' || c == '}') --depth;
        if (depth < 0 || (depth == 0 && c == ',')) break;  // the end of what holds this value
        ++at_;
      }
      if (depth == 0 && (c == '"' || c == ']' || c == '}')) break;
    }
    if (at_ == first || depth > 0) fail();
    return ok_ ? std::string_view(first, static_cast<std::size_t>(at_ - first)) : std::string_view();
  }

 private:
  void blank() noexcept {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }
  bool eat(char c) noexcept {
    blank();
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  void skip_text() noexcept {
    for (++at_; at_ != end_; ++at_) {
      if (*at_ == '"') return void(++at_);
      if (*at_ == '\\' && ++at_ == end_) break;
    }
    fail();
  }

  const char* at_;
  const char* end_;
  bool ok_ = true;
};

}  // namespace ludex::arena
