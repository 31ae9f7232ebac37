// ludex report: what came out of a tournament, as a page, as tables or as data.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include <fmt/format.h>

#include "arena/cli/commands.hpp"
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

void write(const std::string& path, const std::string& text) {
  errno = 0;
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw UsageError(fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
}

void run(const Options& options) {
  if (options.markdown + options.csv + options.json > 1)
    throw UsageError("report: expected only one of --markdown, --csv and --json");
  const auto report = report::make_report(options.folder);
  if (!report) throw UsageError("report: " + report.error());
  const std::string text = options.markdown ? report::to_markdown(*report)
                           : options.csv    ? report::to_csv(*report)
                           : options.json   ? report::to_json(*report)
                                            : report::to_html(*report);
  if (options.out.empty() && (options.markdown || options.csv || options.json)) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return;
  }
  const std::string path =
      options.out.empty() ? (std::filesystem::path(options.folder) / "report.html").string() : options.out;
  write(path, text);
  for (const auto& warning : report->warnings) fmt::print(stderr, "ludex: {}\n", warning);
  fmt::print("{}\n", path);
}

}  // namespace

void add_report(CommandLine& app, Context&) {
  const auto options = std::make_shared<Options>();
  CommandLine command = app.add_subcommand("report", "Write the results of a tournament as a page");
  command.add_option("DIR", options->folder, "The output folder of `ludex run`").required();
  command.add_option("--out", options->out,
                     "File to write (default DIR/report.html; other forms: standard output)");
  command.add_flag("--markdown", options->markdown, "Markdown tables");
  command.add_flag("--csv", options->csv, "The standings, one line an agent");
  command.add_flag("--json", options->json, "Everything, one JSON document");
  command.callback([options] { run(*options); });
}

}  // namespace ludex::arena::cli
