// What tests must know about the build they run in. clang 14 tells only by __has_feature.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "paths.hpp"

namespace ludex::tests {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kAddressSanitizer = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif
#else
inline constexpr bool kAddressSanitizer = false;
#endif

#if defined(__SANITIZE_THREAD__)
inline constexpr bool kThreadSanitizer = true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
inline constexpr bool kThreadSanitizer = true;
#else
inline constexpr bool kThreadSanitizer = false;
#endif
#else
inline constexpr bool kThreadSanitizer = false;
#endif

inline constexpr bool kSanitized = kAddressSanitizer || kThreadSanitizer;

// n in an ordinary build, n / 20 under a sanitizer.
constexpr std::uint32_t samples(std::uint32_t n) {
  return kSanitized ? std::max(1U, n / 20) : n;
}

// Environment in which a fault of an agent is a signal, not a report of the sanitizer.
inline const std::string kPlainDeaths =
    kAddressSanitizer
        ? "ASAN_OPTIONS=handle_segv=0:handle_abort=0:allocator_may_return_null=1:detect_leaks=0 "
          "UBSAN_OPTIONS=print_stacktrace=0"
    : kThreadSanitizer ? "TSAN_OPTIONS=\"handle_segv=0 handle_abort=0 suppressions=" LUDEX_TEST_DIR
                         "/tsan.supp\""
                       : "";

}  // namespace ludex::tests
