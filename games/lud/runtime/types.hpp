// Short names of types, and kinds of functions, for the headers that generated games consist of.
#pragma once

#include <cstdint>

#include "games/lud/runtime/constants.hpp"
#include "games/lud/runtime/host.hpp"

namespace ludex::games::lud::runtime {

using u8 = unsigned char;
using i8 = std::int8_t;
using u16 = std::uint16_t;
using i16 = std::int16_t;
using u32 = std::uint32_t;
using i32 = std::int32_t;
using u64 = std::uint64_t;
using i64 = std::int64_t;
using enum ActionKind;

// Generated code relies on inlining: conditions on constants of the game then cost nothing.
#define LUD_INLINE [[maybe_unused]] static inline __attribute__((always_inline))
#define LUD_FUNCTION [[maybe_unused]] static
#define LUD_COLD [[maybe_unused]] static __attribute__((noinline, cold))
// Changes of a position: inline unless a game makes so many that its code would grow too large.
#if LUD_MANY_CHANGES
#define LUD_CHANGE [[maybe_unused]] static __attribute__((noinline))
#else
#define LUD_CHANGE LUD_INLINE
#endif

}  // namespace ludex::games::lud::runtime
