// The hard facts of the binary interface, as a text and its hash. Host and plug-in compute both for
// themselves; a difference means that calls across the boundary would misread memory, so the plug-in is
// refused with both texts side by side. The compiler is *not* part of it: g++ and clang++ agree on all of
// this.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/abi/host_services.hpp"
#include "core/abi/params.hpp"
#include "core/abi/types.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/report.hpp"
#include "core/game/game.hpp"
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
    type("Move", sizeof(Move), {});
    type("Rng", sizeof(Rng), {offsetof(Rng, s1)});
    type("ParamSpec", sizeof(ParamSpec),
         {offsetof(ParamSpec, choices), offsetof(ParamSpec, min), offsetof(ParamSpec, type)});
    type("ParamText", sizeof(ParamText), {offsetof(ParamText, value)});
    type("GameTraits", sizeof(GameTraits),
         {offsetof(GameTraits, flags), offsetof(GameTraits, max_moves), offsetof(GameTraits, state_size)});
    type("TracedMove", sizeof(TracedMove), {offsetof(TracedMove, player)});
    type("PlayoutTrace", sizeof(PlayoutTrace),
         {offsetof(PlayoutTrace, capacity), offsetof(PlayoutTrace, size)});
    type("PlayoutResult", sizeof(PlayoutResult), {offsetof(PlayoutResult, plies)});
    type(
        "Budget", sizeof(Budget),
        {offsetof(Budget, nodes), offsetof(Budget, cpu_ns), offsetof(Budget, depth), offsetof(Budget, stop)});
    type("RootMove", sizeof(RootMove),
         {offsetof(RootMove, visits), offsetof(RootMove, outcome), offsetof(RootMove, bound)});
    type("SearchReport", sizeof(SearchReport),
         {offsetof(SearchReport, value), offsetof(SearchReport, bound), offsetof(SearchReport, root),
          offsetof(SearchReport, pv), offsetof(SearchReport, counters)});
    type("HostServices", sizeof(HostServices),
         {offsetof(HostServices, log), offsetof(HostServices, parallel_for)});
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
  constexpr void type(std::string_view name, std::size_t size, std::initializer_list<std::size_t> offsets) {
    add(" ");
    add(name);
    add("=");
    add(size);
    for (const std::size_t offset : offsets) {
      add("@");
      add(offset);
    }
  }

  std::array<char, 640> text_{};
  std::size_t size_ = 0;
};

inline constexpr FingerprintText kFingerprintText;
inline constexpr std::uint64_t kFingerprint = fnv1a(kFingerprintText.view());

}  // namespace ludex::abi
