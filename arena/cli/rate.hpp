// `ludex rate`, apart from its command-line syntax, so that tests can run it in-process.
#pragma once

#include <string>
#include <vector>

namespace ludex::arena::cli {

struct RateOptions {
  std::vector<std::string> logs;  // files, "-" for standard input, or folders with a games.jsonl
  std::string model = "bayeselo";
  double prior = 2;
  std::string advantage;  // a number or "fit"; empty: the model's default
  std::string draw_elo;
  double confidence = 0.95;
  double offset = 0;
  bool offset_given = false;
  std::string anchor;  // NAME=ELO
  bool json = false;
  bool csv = false;
  bool markdown = false;
  bool los = false;
  bool without_forfeits = false;
};

// What it prints, and the exit code.
struct RateOutput {
  int exit_code = 0;
  std::string out;
  std::string err;
};

// A folder stands for the log that `ludex run` writes into it.
[[nodiscard]] std::vector<std::string> log_files(const std::vector<std::string>& arguments);

[[nodiscard]] RateOutput rate(const RateOptions& options);

}  // namespace ludex::arena::cli
