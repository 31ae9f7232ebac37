#include "arena/base/files/plain_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/system/utf8.hpp"

namespace ludex::arena {
namespace {

using namespace std::string_view_literals;

void append_utf8(std::string& text, std::uint32_t point) {
  const auto byte = [&](std::uint32_t value) { text += static_cast<char>(value); };
  if (point < 0x80) return byte(point);
  if (point < 0x800) {
    byte(0xC0U | point >> 6);
  } else {
    if (point < 0x10000) {
      byte(0xE0U | point >> 12);
    } else {
      byte(0xF0U | point >> 18);
      byte(0x80U | (point >> 12 & 0x3FU));
    }
    byte(0x80U | (point >> 6 & 0x3FU));
  }
  byte(0x80U | (point & 0x3FU));
}

std::string from_utf16(std::string_view bytes, bool little_endian) {
  constexpr std::uint32_t kReplacement = 0xFFFD;
  const auto unit = [&](std::size_t at) {
    const auto low = static_cast<unsigned char>(bytes[at + (little_endian ? 0 : 1)]);
    const auto high = static_cast<unsigned char>(bytes[at + (little_endian ? 1 : 0)]);
    return std::uint32_t{low} | std::uint32_t{high} << 8;
  };
  const auto within = [](std::uint32_t value, std::uint32_t first) {
    return value >= first && value < first + 0x400;
  };
  std::string text;
  text.reserve(bytes.size() / 2);
  std::size_t at = 0;
  for (; at + 1 < bytes.size(); at += 2) {
    const std::uint32_t first = unit(at);
    if (!within(first, 0xD800) && !within(first, 0xDC00)) {
      append_utf8(text, first);
    } else if (within(first, 0xD800) && at + 3 < bytes.size() && within(unit(at + 2), 0xDC00)) {
      append_utf8(text, 0x10000 + ((first - 0xD800) << 10) + (unit(at + 2) - 0xDC00));
      at += 2;
    } else {
      append_utf8(text, kReplacement);
    }
  }
  if (at < bytes.size()) append_utf8(text, kReplacement);
  return text;
}

// Line ends of the classic Mac.
bool ends_lines_in_cr(std::string_view text) {
  return text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos;
}

}  // namespace

std::size_t byte_order_mark(std::string_view bytes) noexcept {
  return bytes.starts_with("\xEF\xBB\xBF"sv) ? 3 : 0;
}

Result<std::optional<std::string>> converted_text(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE\0\0"sv) || bytes.starts_with("\0\0\xFE\xFF"sv))
    return Error{"it is UTF-32, expected UTF-8 or UTF-16"};
  std::optional<std::string> text;
  if (bytes.starts_with("\xFF\xFE"sv) || bytes.starts_with("\xFE\xFF"sv)) {
    text = from_utf16(bytes.substr(2), bytes[0] == '\xFF');
  } else if (bytes.size() >= 4 && bytes[0] != '\0' && bytes[1] == '\0' && bytes[2] != '\0' &&
             bytes[3] == '\0') {
    text = from_utf16(bytes, true);  // ASCII, like the first characters of every format here
  } else if (bytes.size() >= 4 && bytes[0] == '\0' && bytes[1] != '\0' && bytes[2] == '\0' &&
             bytes[3] != '\0') {
    text = from_utf16(bytes, false);
  }
  if (ends_lines_in_cr(text ? std::string_view(*text) : bytes)) {
    if (!text) text = bytes.substr(byte_order_mark(bytes));
    std::replace(text->begin(), text->end(), '\r', '\n');
  }
  return text;
}

std::string_view foreign_compression(std::string_view bytes) noexcept {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kFormats{{
      {"BZh"sv, "bzip2 (bunzip2)"sv},
      {"\xFD"
       "7zXZ\0"sv,
       "xz (unxz)"sv},
      {"PK\x03\x04"sv, "zip (unzip)"sv},
      {"PK\x05\x06"sv, "zip (unzip)"sv},
      {"7z\xBC\xAF\x27\x1C"sv, "7z (7z x)"sv},
      {"Rar!\x1A\x07"sv, "RAR (unrar)"sv},
      {"\x04\x22\x4D\x18"sv, "LZ4 (unlz4)"sv},
      {"\x1F\x9D"sv, "compress (uncompress)"sv},
  }};
  for (const auto& [magic, name] : kFormats) {
    if (!bytes.starts_with(magic)) continue;
    // "BZh" may also begin a text; bzip2 continues with a block size and the digits of pi or its square root.
    if (magic == "BZh"sv && !(bytes.size() > 4 && bytes[3] >= '1' && bytes[3] <= '9' &&
                              (bytes[4] == '\x31' || bytes[4] == '\x17')))
      continue;
    return name;
  }
  return {};
}

std::string utf8_of(std::string_view text) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t length = utf8_length(rest);
    if (length == 0) break;
    rest.remove_prefix(length);
  }
  if (rest.empty()) return std::string(text);
  std::string converted;
  for (const char c : text) append_utf8(converted, static_cast<unsigned char>(c));
  return converted;
}

}  // namespace ludex::arena
