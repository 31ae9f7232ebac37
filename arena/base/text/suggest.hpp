// "Did you mean ...": suggests the nearest known words.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/nearest.hpp"

namespace ludex::arena {

// At most `count` known words, sorted by distance from `word`.
[[nodiscard]] std::vector<std::string> by_distance(std::string_view word, std::vector<std::string> known,
                                                   std::size_t count);

// "did you mean 'x'?", or, without a near word, "known: a, b, c"; empty if there are no known words.
[[nodiscard]] std::string suggest(std::string_view word, std::span<const std::string> known);

}  // namespace ludex::arena
