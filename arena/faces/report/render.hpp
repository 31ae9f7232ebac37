// Output formats of a report.
#pragma once

#include <string>

#include "arena/faces/report/model.hpp"

namespace ludex::arena::report {

// A self-contained page with style and pictures, which loads nothing.
[[nodiscard]] std::string to_html(const Report& report);
[[nodiscard]] std::string to_markdown(const Report& report);
// Standings and crosstable for a paper, with the package booktabs.
[[nodiscard]] std::string to_latex(const Report& report);
// The standings, one line per agent.
[[nodiscard]] std::string to_csv(const Report& report);
// All data as one document.
[[nodiscard]] std::string to_json(const Report& report);

}  // namespace ludex::arena::report
