#include "arena/faces/cli/search_text.hpp"

#include <fmt/format.h>

#include "arena/faces/cli/failure.hpp"
#include "core/contract/report_check.hpp"

namespace ludex::arena::cli {

std::string_view unit_name(ValueUnit unit) noexcept {
  return unit == ValueUnit::kCenti ? "evaluation" : unit == ValueUnit::kScore ? "score" : "expected result";
}

void check_search(SearchReport& report, std::span<RootMove> root, const std::string& agent) {
  const ReportFlaws flaws = check_report(report, root.data(), static_cast<std::uint32_t>(root.size()));
  if (!flaws.any()) return;
  const std::string warning = fmt::format(
      "warning: agent '{}' reports impossible values of its search; omitted: {}\n", agent, flaws.text());
  print_messages(warning);
}

}  // namespace ludex::arena::cli
