// ludex status: progress of a tournament that runs elsewhere, in parts, under MPI or in another terminal.
#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <unistd.h>

#include "arena/base/files/text_file.hpp"
#include "arena/base/json/value.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/cli/colour.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/run/parts/progress_of.hpp"

namespace ludex::arena::cli {
namespace {

using Json = json::Value;

// The number of parts that were submitted; 0 if unknown.
std::uint32_t submitted_parts(const std::string& out) {
  const auto text = read_text_file(out + "/slurm/submission.json", 1U << 20);
  if (!text) return 0;
  const auto json = json::Value::parse_if_valid(*text).value_or(nullptr);
  return json.is_object() && !json.value("mpi", false) ? json.value("tasks", 0U) : 0;
}

std::optional<double> seconds_left(const run::TournamentProgress& progress) {
  const double rate = progress.per_second();
  if (progress.games == 0 || rate <= 0) return std::nullopt;
  return static_cast<double>(progress.games - std::min(progress.games, progress.done)) / rate;
}

void print_progress_json(const run::TournamentProgress& progress) {
  Json json{{"name", progress.name},
            {"games", progress.games == 0 ? Json(nullptr) : Json(progress.games)},
            {"done", progress.done},
            {"gathered", progress.gathered},
            {"games_per_minute", 60 * progress.per_second()}};
  const auto left = seconds_left(progress);
  json["seconds_left"] = left ? Json(*left) : Json(nullptr);
  json["parts"] = Json::array();
  for (const run::PartProgress& part : progress.parts) {
    Json item{{"part", part.part ? Json(to_text(*part.part)) : Json(nullptr)},
              {"phase", to_text(part.phase)},
              {"games", part.games},
              {"done", part.done}};
    if (!part.holder.empty()) item["holder"] = part.holder;
    if (!part.last_words.empty()) item["last_words"] = part.last_words;
    json["parts"].push_back(std::move(item));
  }
  json["standings"] = Json::array();
  for (const run::Standings::Row& row : progress.standings.sorted()) {
    json["standings"].push_back({{"name", row.name},
                                 {"games", row.games()},
                                 {"points", row.points},
                                 {"wins", row.wins},
                                 {"draws", row.draws},
                                 {"losses", row.losses},
                                 {"forfeits", row.forfeits}});
  }
  fmt::print("{}\n", json.dump());
}

std::string indented(const std::string& text) {
  std::string result = "      ";
  for (const char c : text) result += c == '\n' ? std::string("\n      ") : std::string(1, c);
  return result;
}

void print_progress(const run::TournamentProgress& progress, const std::string& out) {
  const bool in_parts = progress.parts.size() > 1 || progress.parts.front().part;
  fmt::print("{}: {}{} games", progress.name.empty() ? out : progress.name, progress.done,
             progress.games == 0 ? "" : fmt::format(" of {}", progress.games));
  if (const double rate = progress.per_second(); rate > 0) fmt::print(", {:.1f} a minute", 60 * rate);
  if (const auto left = seconds_left(progress)) {
    const auto s = static_cast<std::uint64_t>(*left);
    fmt::print(", {}:{:02}:{:02} left", s / 3600, s / 60 % 60, s % 60);
  }
  if (!in_parts) {
    const run::PartProgress& whole = progress.parts.front();
    fmt::print("; {}{}\n", to_text(whole.phase), whole.holder.empty() ? "" : ": " + whole.holder);
    if (!whole.last_words.empty()) fmt::print("{}\n", indented(whole.last_words));
  } else {
    fmt::print("\n{}:", plural(progress.parts.size(), "part"));
    const char* separator = " ";
    for (const run::PartPhase phase : {run::PartPhase::kDone, run::PartPhase::kRunning,
                                       run::PartPhase::kStopped, run::PartPhase::kWaiting}) {
      if (const auto n = progress.count(phase); n != 0) {
        fmt::print("{}{} {}", separator, n, to_text(phase));
        separator = ", ";
      }
    }
    fmt::print("\n");
    constexpr std::size_t kMost = 20;
    for (const run::PartPhase phase : {run::PartPhase::kRunning, run::PartPhase::kStopped}) {
      std::size_t shown = 0;
      for (const run::PartProgress& part : progress.parts) {
        if (part.phase != phase || ++shown > kMost) continue;
        fmt::print("  {} {}: {} of {}{}\n", to_text(*part.part), to_text(phase), part.done,
                   plural(part.games, "game"), part.holder.empty() ? "" : ", " + part.holder);
        if (!part.last_words.empty()) fmt::print("{}\n", indented(part.last_words));
      }
      if (shown > kMost) fmt::print("  and {} {}\n", shown - kMost, to_text(phase));
    }
    if (progress.count(run::PartPhase::kDone) == progress.parts.size())
      fmt::print("all games are played; merge them with: ludex gather {}\n", out);
  }
  if (progress.done != 0) fmt::print("\n{}", Palette::of(STDOUT_FILENO).ranks(progress.standings.table()));
}

}  // namespace

void add_status(CommandLine& app, Context&) {
  struct Options {
    std::string out;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  CommandLine command = app.add_subcommand(
      "status", "Report the progress of a tournament, running or not: parts, rate, time left, standings");
  command.add_option("DIR", options->out, "The output folder of the tournament").required();
  command.add_flag("--json", options->json, "One JSON document");
  command.callback([options] {
    const auto progress = run::progress_of(options->out, submitted_parts(options->out));
    if (!progress) throw Failure::usage("status: " + progress.error());
    options->json ? print_progress_json(*progress) : print_progress(*progress, options->out);
  });
}

}  // namespace ludex::arena::cli
