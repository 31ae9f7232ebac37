// The memory layout of the binary interface, as a text and its hash. Host and plug-in compute both
// independently; a contradiction means that calls across the boundary would misread memory, so the host
// refuses the plug-in and shows both texts. The compiler is *not* part of it: g++ and clang++ agree on all of
// this.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/plugin/layouts.hpp"
#include "core/util/hash.hpp"

namespace ludex::abi {

#if defined(__SANITIZE_ADDRESS__)
#define LUDEX_ABI_SANITIZER "address"
#elif defined(__SANITIZE_THREAD__)
#define LUDEX_ABI_SANITIZER "thread"
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LUDEX_ABI_SANITIZER "address"
#elif __has_feature(thread_sanitizer)
#define LUDEX_ABI_SANITIZER "thread"
#endif
#endif
#ifndef LUDEX_ABI_SANITIZER
#define LUDEX_ABI_SANITIZER "none"
#endif

// Items "key=value", separated by blanks. The value of a structure is its size and the offsets of its
// members; the key of an extension's structure begins with the extension's id and ':'.
class FingerprintText {
 public:
  constexpr FingerprintText() {
    add("pointer=");
    add(sizeof(void*));
    add(" byte-order=");
    add(std::endian::native == std::endian::little ? "little" : "big");
    add(" cxx11-string=");
#if defined(_GLIBCXX_USE_CXX11_ABI)
    add(std::size_t{_GLIBCXX_USE_CXX11_ABI});
#else
    add("other-library");
#endif
    add(" debug-containers=");
#if defined(_GLIBCXX_DEBUG)
    add("1");
#else
    add("0");
#endif
    add(" sanitizer=" LUDEX_ABI_SANITIZER);
    for_each_layout([this](const Layout& layout) { add(layout); });
  }

  [[nodiscard]] constexpr std::string_view view() const {
    return {text_.data(), size_};
  }
  [[nodiscard]] constexpr const char* c_str() const {
    return text_.data();
  }

 private:
  constexpr void add(std::string_view text) {
    for (const char c : text) text_[size_++] = c;
  }
  constexpr void add(std::size_t number) {
    if (number >= 10) add(number / 10);
    text_[size_++] = static_cast<char>('0' + number % 10);
  }
  constexpr void add(const Layout& layout) {
    add(" ");
    add(layout.extension);
    if (!layout.extension.empty()) add(":");
    add(layout.name);
    add("=");
    add(layout.size);
    char separator = '@';
    for (const Member& member : layout.members) {
      text_[size_++] = separator;
      separator = ',';
      add(member.offset);
    }
  }

  std::array<char, 2048> text_{};  // too short: does not compile
  std::size_t size_ = 0;
};

inline constexpr FingerprintText kFingerprintText;
inline constexpr std::uint64_t kFingerprint = fnv1a(kFingerprintText.view());

namespace detail {

// The item with that key, or "".
[[nodiscard]] constexpr std::string_view find_item(std::string_view text, std::string_view key) noexcept {
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find(' '));
    if (item.substr(0, item.find('=')) == key) return item;
    text.remove_prefix(item.size() == text.size() ? item.size() : item.size() + 1);
  }
  return "";
}
// The first item of `a` that `b` contradicts, or "".
[[nodiscard]] constexpr std::string_view contradiction(std::string_view a, std::string_view b) noexcept {
  while (!a.empty()) {
    const std::string_view item = a.substr(0, a.find(' '));
    const std::string_view key = item.substr(0, item.find('='));
    const std::string_view other = find_item(b, key);
    const bool optional = key.find(':') != std::string_view::npos;
    if (other != item && !(other.empty() && optional)) return item;
    a.remove_prefix(item.size() == a.size() ? item.size() : item.size() + 1);
  }
  return "";
}

}  // namespace detail

// The first item in which two fingerprints contradict each other, or "" if there is none. A structure of an
// extension that only one side knows is ignored: nobody can use it.
[[nodiscard]] constexpr std::string_view contradiction(std::string_view plugin,
                                                       std::string_view host) noexcept {
  const std::string_view item = detail::contradiction(host, plugin);
  return item.empty() ? detail::contradiction(plugin, host) : item;
}

}  // namespace ludex::abi
