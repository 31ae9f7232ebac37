// Checks of the rewritings of generated code: that one is used, or not, and changes nothing.
#pragma once

#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

#include "tests/support/lud_native.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {

inline std::string filled(std::string text, const std::string& mark, const std::string& with) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + with.size()))
    text.replace(at, mark.size(), with);
  return text;
}

inline int times(const std::string& text, const char* pass) {
  const auto description = description_of("t.lud", text, "");
  CAPTURE(text);
  REQUIRE_MESSAGE(description->program != nullptr,
                  (description->problems.empty() ? "" : description->problems[0]));
  const auto passes = codegen::generate(*description->program).passes;
  const auto found = passes.find(pass);
  return found == passes.end() ? 0 : found->second;
}

// The pass is used, and changes nothing.
inline void check_used(const std::string& text, const char* pass) {
  CAPTURE(pass);
  CAPTURE(text);
  CHECK(times(text, pass) > 0);
  CHECK((compare_text("t", text, "", kSanitized ? 10 : 40, kSanitized ? 2 : 10) ||
         std::getenv("LUDEX_CXX") == nullptr));
}

// The pass is not used.
inline void check_not_used(const std::string& text, const char* pass) {
  CAPTURE(pass);
  CAPTURE(text);
  CHECK(times(text, pass) == 0);
}

// The pass is not used, and both back ends still agree.
inline void check_unused(const std::string& text, const char* pass) {
  CAPTURE(pass);
  CAPTURE(text);
  CHECK(times(text, pass) == 0);
  CHECK((compare_text("t", text, "", kSanitized ? 10 : 40, kSanitized ? 2 : 10) ||
         std::getenv("LUDEX_CXX") == nullptr));
}

}  // namespace ludex::tests
