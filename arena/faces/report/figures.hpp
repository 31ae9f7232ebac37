// The plots of a report as separate files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/faces/report/model.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::report {

// Names of the figures that have data: "ratings", "seats", "time", ..., "lengths:LABEL" of each game.
[[nodiscard]] std::vector<std::string> figure_names(const Report& report);

// A complete SVG document with fixed fonts and colours, on white. The error lists the names.
[[nodiscard]] Result<std::string> figure_svg(const Report& report, std::string_view name);

}  // namespace ludex::arena::report
