#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "arena/base/files/text_file.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/export/export.hpp"
#include "arena/results/log/run_info.hpp"
#include "arena/run/config/clock_text.hpp"
#include "arena/run/config/read_spec.hpp"
#include "arena/run/config/tree.hpp"

namespace ludex::arena::exports {
namespace {

std::string seconds(std::int64_t ns) {
  return fmt::format("{:g}", static_cast<double>(ns) * 1e-9);
}

// Notation of section 9.6.1 of the standard; time per move is "1/5", no limit "-".
std::string time_control(const run::Node& budget) {
  const auto text_of = [&](std::string_view key) -> const std::string* {
    const run::Node* const value = budget.find(key);
    return value != nullptr && value->kind == run::NodeKind::kScalar ? &value->text : nullptr;
  };
  if (const std::string* const text = text_of("clock")) {
    const auto clock = run::parse_clock(*text);
    return clock ? run::pgn_time_control(*clock) : "?";
  }
  for (const char* key : {"wall", "cpu"}) {
    const std::string* const text = text_of(key);
    if (text == nullptr) continue;
    const auto time = parse_duration(*text);
    return time ? "1/" + seconds(*time) : "?";
  }
  return "-";
}

}  // namespace

ExportContext export_context(const std::string& folder) {
  ExportContext context;
  if (const auto run = log::read_run_info(folder)) {
    context.event = run->name;
    if (!run->segments.empty() && !run->segments.front().started.empty())
      context.date = run->segments.front().started.front().substr(0, 10);
  }
  const auto text =
      read_text_file((std::filesystem::path(folder) / "spec.yaml").string(), run::kMaxSpecBytes);
  if (!text) return context;
  run::Problems problems("spec.yaml");
  const run::Node root = run::parse_tree(*text, 0, false, problems);
  const run::Node* const agents = root.find("agents");
  if (problems.count() != 0 || agents == nullptr) return context;
  for (const run::Node& agent : agents->items) {
    const run::Node* const name = agent.find("name");
    const run::Node* const budget = agent.find("budget");
    if (name != nullptr && budget != nullptr) context.time_controls[name->text] = time_control(*budget);
  }
  return context;
}

}  // namespace ludex::arena::exports
