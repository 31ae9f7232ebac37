// "Did you mean ...": the nearest of the known words.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/nearest.hpp"

namespace ludex::arena {

// The known words by their distance from `word`, nearest first, at most `count`.
[[nodiscard]] std::vector<std::string> by_distance(std::string_view word, std::vector<std::string> known,
                                                   std::size_t count);

// "did you mean 'x'?", or, without a near word, "known: a, b, c"; empty if nothing is known.
[[nodiscard]] std::string suggest(std::string_view word, std::span<const std::string> known);

}  // namespace ludex::arena
