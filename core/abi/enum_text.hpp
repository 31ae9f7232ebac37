// Texts of the enumerations that cross the boundary. Each enumeration is followed by
//
//   [[nodiscard]] constexpr auto enum_texts(E) noexcept { return EnumTexts{"none", "expected"}; }
//
// with one text per value, in order, counting from 0; "" marks a value that does not exist. in_range(),
// to_text() and enum_from_text() follow from it. A plug-in can pass any integer as an enumeration: check
// in_range() before using such a value.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace ludex {

template <std::size_t N>
struct EnumTexts : std::array<std::string_view, N> {};
template <class... T>
EnumTexts(T...) -> EnumTexts<sizeof...(T)>;

template <class E>
concept TextEnum = std::is_enum_v<E> && requires(E value) {
  enum_texts(value);
};

// Number of values, including the gaps.
template <TextEnum E>
inline constexpr std::size_t kEnumSize = enum_texts(E{}).size();

template <TextEnum E>
[[nodiscard]] constexpr bool in_range(E value) noexcept {
  const auto i = static_cast<std::uint64_t>(static_cast<std::underlying_type_t<E>>(value));
  return i < kEnumSize<E> && !enum_texts(value)[static_cast<std::size_t>(i)].empty();
}

// Null-terminated; "invalid" for a value out of range.
template <TextEnum E>
[[nodiscard]] constexpr std::string_view to_text(E value) noexcept {
  return in_range(value) ? enum_texts(value)[static_cast<std::size_t>(value)] : "invalid";
}

template <TextEnum E>
[[nodiscard]] constexpr std::optional<E> enum_from_text(std::string_view text) noexcept {
  for (std::size_t i = 0; i < kEnumSize<E> && !text.empty(); ++i) {
    if (enum_texts(E{})[i] == text) return static_cast<E>(i);
  }
  return std::nullopt;
}

}  // namespace ludex
