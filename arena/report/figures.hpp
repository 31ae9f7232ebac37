// The plots of a report one by one, each a file of its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/report/model.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::report {

// The figures that there is something to draw of: "ratings", "seats", "time", ..., "lengths:LABEL" of each
// game.
[[nodiscard]] std::vector<std::string> figure_names(const Report& report);

// A complete SVG document with its fonts named and its colours fixed, on white. The error lists the names.
[[nodiscard]] Result<std::string> figure_svg(const Report& report, std::string_view name);

}  // namespace ludex::arena::report
