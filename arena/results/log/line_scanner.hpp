// Reads a few fields of a log line, several times faster than parsing it into a document. Checks only the
// requested fields; callers pass refused lines to a full JSON parser, which judges them.
#pragma once

#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "core/util/vectors.hpp"

namespace ludex::arena::log {

// A pull parser for one line. A method fails on any value of another type; after a failure it reads nothing
// more.
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

  // Fails on a text with escapes or control characters.
  std::string_view plain_text() {
    if (!eat('"')) return fail(), std::string_view();
    const char* const first = at_;
    while (at_ != end_ && *at_ != '"' && *at_ != '\\' && static_cast<unsigned char>(*at_) >= 0x20) ++at_;
    if (at_ == end_ || *at_ != '"') return fail(), std::string_view();
    return {first, static_cast<std::size_t>(at_++ - first)};
  }
  void number(std::uint64_t& out) {
    blank();
    // Fast path: most numbers have a few digits, followed by a comma or bracket.
    std::uint64_t value = 0;
    const char* at = at_;
    for (; at != end_ && at - at_ < 18 && *at >= '0' && *at <= '9'; ++at)
      value = 10 * value + static_cast<std::uint64_t>(*at - '0');
    if (at != at_ && at != end_ && (*at == ',' || *at == ']' || *at == '}')) {
      out = value;
      at_ = at;
      return;
    }
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

  // Skips any value; returns its text.
  std::string_view skip() {
    blank();
    const char* const first = at_;
    if (at_ != end_ && (*at_ == '[' || *at_ == '{')) {
      skip_nested();
    } else if (at_ != end_ && *at_ == '"') {
      skip_text();
    } else {
      while (at_ != end_ && *at_ != ',' && *at_ != ']' && *at_ != '}' && *at_ != '"') ++at_;
      if (at_ == first) fail();
    }
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
  // Skips an array or object, 64 characters at a time, looking at quotes and brackets only. Counts brackets
  // without matching them, because nobody reads the contents.
  void skip_nested() noexcept {
    int depth = 0;
    bool in_text = false;
    for (; static_cast<std::size_t>(end_ - at_) >= 64; at_ += 64) {
      const Marks marks = marks_at(at_);
      if (marks.escapes != 0) break;
      // Each bit is the exclusive or of all quotes up to it: set within a text, opening quote included.
      std::uint64_t text = marks.quotes;
      for (int shift = 1; shift < 64; shift *= 2) text ^= text << shift;
      if (in_text) text = ~text;
      const std::uint64_t open = marks.open & ~text;
      std::uint64_t close = marks.close & ~text;
      if (std::popcount(close) >= depth) {  // the value may end here
        std::uint64_t both = open | close;
        for (; both != 0; both &= both - 1) {
          depth += (open & both & -both) != 0 ? 1 : -1;
          if (depth == 0) return void(at_ += std::countr_zero(both) + 1);
        }
      } else {
        depth += std::popcount(open) - std::popcount(close);
      }
      in_text = (text >> 63) != 0;
    }
    if (in_text) {
      --at_;  // as if the opening quote were here
      skip_text();
    }
    while (ok_ && at_ != end_) {
      const char c = *at_;
      if (c == '"') {
        skip_text();
        continue;
      }
      ++at_;
      if (c == '[' || c == '{') ++depth;
      if ((c == ']' || c == '}') && --depth == 0) return;
    }
    fail();
  }

  // Bit masks of 64 characters, the first in the lowest bit.
  struct Marks {
    std::uint64_t quotes = 0;
    std::uint64_t escapes = 0;
    std::uint64_t open = 0;
    std::uint64_t close = 0;
  };
  static Marks marks_at(const char* text) noexcept {
    Marks marks;
    for (int part = 0; part < 64; part += 16) {
      const auto chars = vectors::Bytes::load(text + part);
      // '[' and '{', ']' and '}' differ in this bit only.
      const auto folded = chars.with(0x20);
      const auto where = [part](const vectors::Bytes& among, char c) {
        return std::uint64_t{among.where(c)} << part;
      };
      marks.quotes |= where(chars, '"');
      marks.escapes |= where(chars, '\\');
      marks.open |= where(folded, '{');
      marks.close |= where(folded, '}');
    }
    return marks;
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

}  // namespace ludex::arena::log
