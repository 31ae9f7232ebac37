// What a search has found, in words: values, and a warning about a report that makes no sense.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "arena/analysis/search.hpp"
#include "arena/formats/value_text.hpp"
#include "core/agent/report.hpp"

namespace ludex::arena::cli {

// "evaluation", "score" or "expected result".
[[nodiscard]] std::string_view unit_name(ValueUnit unit) noexcept;

// Leaves out of the report what makes no sense (core/agent/report_check.hpp) and says so on standard error.
// `root`: what SearchReport::empty() was given.
void check_search(SearchReport& report, std::span<RootMove> root, const std::string& agent);

}  // namespace ludex::arena::cli
