// Readable job scripts for Slurm. Nothing here communicates with Slurm.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/run/parts/part.hpp"

namespace ludex::arena::run {

struct JobPlan {
  std::string name;                    // of the tournament
  std::string out;                     // absolute; has spec.yaml
  std::string ludex;                   // the executable
  std::vector<std::string> plugins;    // --plugin-path, absolute
  std::uint32_t tasks = 1;             // parts, or ranks
  std::vector<std::uint32_t> parts;    // the parts to be played, ascending; empty: all
  std::uint32_t concurrency = 0;       // concurrent games in a task; 0: one per core
  std::uint32_t warning_seconds = 90;  // before the time limit, to end in good order
  std::vector<std::string> sbatch;     // the user's options, "partition=main"
};

// "1-5,8,10-12"
[[nodiscard]] std::string array_text(const std::vector<std::uint32_t>& numbers);
// Quotes a word for the shell.
[[nodiscard]] std::string shell_word(const std::string& text);

// A job array with one task per part.
[[nodiscard]] std::string parts_script(const JobPlan& plan);
// One job of `tasks` ranks under MPI.
[[nodiscard]] std::string mpi_script(const JobPlan& plan);
// The job that follows either script: gather (unless `mpi`), rate, report.
[[nodiscard]] std::string results_script(const JobPlan& plan, bool mpi);

}  // namespace ludex::arena::run
