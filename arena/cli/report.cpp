// ludex report: what came out of a tournament, as a page, as tables or as data.
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "arena/cli/commands.hpp"
#include "arena/cli/output.hpp"
#include "arena/report/render.hpp"

namespace ludex::arena::cli {
namespace {

struct Options {
  std::string folder;
  std::string out;
  bool markdown = false;
  bool csv = false;
  bool json = false;
};

void run(const Options& options) {
  if (options.markdown + options.csv + options.json > 1)
    throw Failure::usage("report: expected only one of --markdown, --csv and --json");
  const auto report = report::make_report(options.folder);
  if (!report) throw Failure::usage("report: " + report.error());
  const std::string text = options.markdown ? report::to_markdown(*report)
                           : options.csv    ? report::to_csv(*report)
                           : options.json   ? report::to_json(*report)
                                            : report::to_html(*report);
  if (options.out.empty() && (options.markdown || options.csv || options.json)) return write_file("", text);
  const std::string path =
      options.out.empty() ? (std::filesystem::path(options.folder) / "report.html").string() : options.out;
  write_file(path, text);
  for (const auto& warning : report->warnings) complain(warning);
  fmt::print("{}\n", path);
}

}  // namespace

void add_report(CommandLine& app, Context&) {
  const auto options = std::make_shared<Options>();
  CommandLine command = app.add_subcommand("report", "Write the results of a tournament as a page");
  command.add_option("DIR", options->folder, "The output folder of `ludex run`").required();
  command
      .add_option("--out", options->out,
                  "File to write (default DIR/report.html; other forms: standard output)")
      .type_name("FILE");
  command.add_flag("--markdown", options->markdown, "Markdown tables");
  command.add_flag("--csv", options->csv, "The standings, one line an agent");
  command.add_flag("--json", options->json, "Everything, one JSON document");
  command.callback([options] { run(*options); });
}

}  // namespace ludex::arena::cli
