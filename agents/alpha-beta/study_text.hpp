// Formatted text into a sink, for the experiments.
#pragma once

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstddef>
#include <cstdio>

#include "core/abi/types.hpp"

namespace ludex::agents::alpha_beta {

// At most 511 characters.
[[gnu::format(printf, 2, 3)]] inline void print(TextSink& out, const char* format, ...) {
  std::array<char, 512> text;
  va_list list;
  va_start(list, format);
  const int n = std::vsnprintf(text.data(), text.size(), format, list);
  va_end(list);
  if (n > 0) out.write(text.data(), std::min<std::size_t>(static_cast<std::size_t>(n), text.size() - 1));
}

}  // namespace ludex::agents::alpha_beta
