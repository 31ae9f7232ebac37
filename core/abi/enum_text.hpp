// Texts of the enumerations that cross the boundary. Beside each stands
//
//   [[nodiscard]] constexpr auto enum_texts(E) noexcept { return EnumTexts{"none", "expected"}; }
//
// in the order of its values, which count from 0; "" where there is no such value. All else follows from it:
// in_range() for what comes from outside, to_text() and enum_from_text(). A plug-in can hand over any
// integer, so a value of such a type is nonsense until in_range() has said otherwise.
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

// Number of values, with those that do not exist.
template <TextEnum E>
inline constexpr std::size_t kEnumSize = enum_texts(E{}).size();

template <TextEnum E>
[[nodiscard]] constexpr bool in_range(E value) noexcept {
  const auto i = static_cast<std::uint64_t>(static_cast<std::underlying_type_t<E>>(value));
  return i < kEnumSize<E> && !enum_texts(value)[static_cast<std::size_t>(i)].empty();
}

// Terminated, too; "invalid" for a value out of range.
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
