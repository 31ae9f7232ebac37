// A search's result in words: values, and a warning about an invalid report.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "arena/base/formats/value_text.hpp"
#include "arena/host/analysis/search.hpp"
#include "core/agent/report.hpp"

namespace ludex::arena::cli {

// "evaluation", "score" or "expected result".
[[nodiscard]] std::string_view unit_name(ValueUnit unit) noexcept;

// Removes invalid parts of the report (core/contract/report_check.hpp) with a warning on standard error.
// `root`: the argument of SearchReport::empty().
void check_search(SearchReport& report, std::span<RootMove> root, const std::string& agent);

}  // namespace ludex::arena::cli
