// ludex report: the results of a tournament as a page, as tables or as data.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "arena/base/process/child.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/logged_games.hpp"
#include "arena/faces/cli/output.hpp"
#include "arena/faces/report/figures.hpp"
#include "arena/faces/report/render.hpp"
#include "arena/faces/report/training.hpp"
#include "arena/faces/web/games_section.hpp"
#include "arena/results/log/log_reader.hpp"

namespace ludex::arena::cli {
namespace {

struct ReportOptions {
  std::string folder;
  std::string out;
  bool markdown = false;
  bool csv = false;
  bool json = false;
  bool latex = false;
  std::string figure;
  bool games = false;
  std::uint32_t games_mib = 20;
};

// Runs rsvg-convert, which embeds the fonts, if installed: PDF is too rarely requested to link two dozen
// libraries.
void write_pdf(const std::string& path, const std::string& svg) {
  const std::string picture = path + ".svg";
  write_file(picture, svg);
  constexpr std::int64_t kLimit = 60'000'000'000;
  const auto end =
      run_child("/usr/bin/env", {"rsvg-convert", "--format=pdf", "--output=" + path, picture}, kLimit);
  if (end && end->in_time && end->status == 0) {
    std::remove(picture.c_str());
    return;
  }
  throw Failure::system(fmt::format(
      "cannot make '{}': rsvg-convert (Debian: librsvg2-bin) {}; the picture is in '{}', and 'rsvg-convert "
      "--format=pdf --output={} {}' or any other converter makes a PDF of it",
      path,
      !end ? "cannot be started: " + end.error() : "failed: " + end->noise.substr(0, end->noise.find('\n')),
      picture, path, picture));
}

void write_figure(const ReportOptions& options, const report::Report& report) {
  const auto svg = report::figure_svg(report, options.figure);
  if (!svg) throw Failure::usage("report: " + svg.error());
  const std::string extension = std::filesystem::path(options.out).extension().string();
  if (!options.out.empty() && extension != ".svg" && extension != ".pdf")
    throw Failure::usage(fmt::format("--out: '{}', expected FILE.svg or FILE.pdf for a figure", options.out));
  if (extension == ".pdf") {
    write_pdf(options.out, *svg);
  } else {
    write_file(options.out, *svg);
  }
  if (!options.out.empty()) fmt::print("{}\n", options.out);
}

// The page with the log's games embedded, for replay.
std::string with_games(Context& context, const ReportOptions& options, std::string page) {
  LoggedGames games(context, options.folder, "");
  web::GamesSection section(std::size_t{options.games_mib} << 20);
  std::size_t number = 0;
  bool full = false;
  const auto torn = log::visit_log(games.file(), [&](GameRecord&& record) -> Result<void> {
    ++number;
    if (full) return {};
    const auto played = exports::replay(games.game(record.game), record);
    if (!played) return Error{played.error()};
    full = !section.add(number, record, *played);
    return {};
  });
  if (!torn) throw Failure::usage("report: " + torn.error());
  const std::size_t end = page.rfind("</body>");
  page.insert(std::min(end, page.size()), std::move(section).finish(number));
  return page;
}

void write_training(const ReportOptions& options) {
  if (options.markdown || options.csv || options.latex || !options.figure.empty() || options.games)
    throw Failure::usage("report: a training has a page and --json, no other forms");
  const auto training = report::read_training(options.folder);
  if (!training) throw Failure::usage("report: " + training.error());
  if (options.json) return write_file(options.out, report::to_json(*training).dump(2) + "\n");
  const std::string path =
      options.out.empty() ? (std::filesystem::path(options.folder) / "report.html").string() : options.out;
  write_file(path, report::to_html(*training));
  fmt::print("{}\n", path);
}

void write_report(Context& context, const ReportOptions& options) {
  if (report::is_training(options.folder)) return write_training(options);
  if (options.markdown + options.csv + options.json + options.latex + !options.figure.empty() > 1)
    throw Failure::usage("report: expected only one of --markdown, --csv, --json, --latex and --figure");
  if (options.games &&
      (options.markdown || options.csv || options.json || options.latex || !options.figure.empty()))
    throw Failure::usage(
        "report: --games is for the page, not for --markdown, --csv, --json, --latex or --figure");
  const auto report = report::make_report(options.folder);
  if (!report) throw Failure::usage("report: " + report.error());
  if (!options.figure.empty()) return write_figure(options, *report);
  const std::string text = options.latex      ? report::to_latex(*report)
                           : options.markdown ? report::to_markdown(*report)
                           : options.csv      ? report::to_csv(*report)
                           : options.json     ? report::to_json(*report)
                                              : report::to_html(*report);
  if (options.out.empty() && (options.markdown || options.csv || options.json || options.latex))
    return write_file("", text);
  const std::string path =
      options.out.empty() ? (std::filesystem::path(options.folder) / "report.html").string() : options.out;
  write_file(path, options.games ? with_games(context, options, text) : text);
  for (const auto& warning : report->warnings) complain(warning);
  fmt::print("{}\n", path);
}

}  // namespace

void add_report(CommandLine& app, Context& context) {
  const auto options = std::make_shared<ReportOptions>();
  CommandLine command =
      app.add_subcommand("report", "Write the results of a tournament or a training as an HTML page");
  command.add_option("DIR", options->folder, "The output folder of `ludex run` or `ludex train`").required();
  command
      .add_option("--out", options->out,
                  "File to write (default DIR/report.html; other forms: standard output)")
      .type_name("FILE");
  command.add_flag("--markdown", options->markdown, "Markdown tables");
  command.add_flag("--csv", options->csv, "Write the standings as CSV, one line per agent");
  command.add_flag("--json", options->json, "Write everything as one JSON document");
  command.add_flag("--latex", options->latex, "Write standings and crosstable as LaTeX tables (booktabs)");
  command
      .add_option("--figure", options->figure,
                  "One plot as SVG, or PDF by rsvg-convert: ratings, seats, time, nodes, match, "
                  "strength:KEY, lengths:GAME, tuning-path, tuning-score, tuning-slice:PARAMETER, "
                  "tuning-map:PARAMETER,PARAMETER")
      .type_name("NAME");
  command.add_flag("--games", options->games, "Add the games to the page, to be replayed");
  command.add_option("--games-size", options->games_mib, "Space for the games, in MiB")
      .type_name("MIB")
      .show_default();
  command.callback([&context, options] { write_report(context, *options); });
}

}  // namespace ludex::arena::cli
