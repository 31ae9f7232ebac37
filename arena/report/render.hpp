// The forms in which a report is written.
#pragma once

#include <string>

#include "arena/report/model.hpp"

namespace ludex::arena::report {

// One page that needs nothing else: style and pictures are inside, nothing is fetched.
[[nodiscard]] std::string to_html(const Report& report);
[[nodiscard]] std::string to_markdown(const Report& report);
// Standings and crosstable for a paper, with the package booktabs.
[[nodiscard]] std::string to_latex(const Report& report);
// The standings, one line an agent.
[[nodiscard]] std::string to_csv(const Report& report);
// Everything, one document.
[[nodiscard]] std::string to_json(const Report& report);

}  // namespace ludex::arena::report
