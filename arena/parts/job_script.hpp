// Job scripts for Slurm, to be read by people. Nothing here talks to Slurm.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/parts/part.hpp"

namespace ludex::arena {

struct JobPlan {
  std::string name;                    // of the tournament
  std::string out;                     // absolute; has spec.yaml
  std::string ludex;                   // the executable
  std::vector<std::string> plugins;    // --plugin-path, absolute
  std::uint32_t tasks = 1;             // parts, or ranks
  std::vector<std::uint32_t> parts;    // which of them are to be played, ascending; empty: all
  std::uint32_t concurrency = 0;       // games at once in a task; 0: as many as it has cores
  std::uint32_t warning_seconds = 90;  // before the time limit, to end in good order
  std::vector<std::string> sbatch;     // the user's options, "partition=main"
};

// "1-5,8,10-12"
[[nodiscard]] std::string array_text(const std::vector<std::uint32_t>& numbers);
// A word for the shell.
[[nodiscard]] std::string shell_word(const std::string& text);

// An array with a task a part.
[[nodiscard]] std::string parts_script(const JobPlan& plan);
// One job of `tasks` ranks under MPI.
[[nodiscard]] std::string mpi_script(const JobPlan& plan);
// What follows either: gather (unless `mpi`), rate, report.
[[nodiscard]] std::string results_script(const JobPlan& plan, bool mpi);

}  // namespace ludex::arena
