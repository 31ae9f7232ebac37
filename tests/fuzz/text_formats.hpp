// What must hold for any bytes whatever, of each kind of text that comes from outside of this program: a
// reader refuses it with a reason, or what it made of it is written and read again as the same. check_format
// throws Violation (check_text.hpp) if that does not hold. Used by libFuzzer (text_target.cpp) and, on
// misspelt seeds, by an ordinary test.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::tests::fuzz {

struct TextFormat {
  std::string_view name;
  // Whether the bytes were accepted.
  bool (*check)(std::string_view bytes);
  std::vector<std::string> seeds;  // accepted
};

// Specifications, records of games, run.json, results as CSV, PGN and JSONL, EPD, plug-ins with parameters,
// clocks and quantities, messages of a worker.
[[nodiscard]] std::span<const TextFormat> text_formats();

// Sessions of managers with `ludex uci` and `ludex gtp`, and of clients with `ludex api`, in this process;
// plug-ins are those of a build (protocol_formats.cpp).
[[nodiscard]] std::span<const TextFormat> protocol_formats();

}  // namespace ludex::tests::fuzz
