// From the YAML file of a tournament to one that is ready to be played.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arena/base/text/diagnostic.hpp"
#include "arena/base/text/failure.hpp"
#include "arena/host/plugins/registry.hpp"
#include "arena/run/schedule/prepared.hpp"

namespace ludex::arena::run {

struct SpecificationFile {
  std::string path;
  std::vector<std::string> overrides;  // "dotted.key=value" (tournament-notes.md)
};

// The faults of a specification.
class BadSpecification : public Failure {
 public:
  // `refused`: how many of the problems are the fault of plug-ins.
  BadSpecification(std::vector<Diagnostic> problems, std::size_t refused);
  [[nodiscard]] const std::vector<Diagnostic>& problems() const noexcept { return problems_; }

 private:
  std::vector<Diagnostic> problems_;
};

struct ReadOptions {
  // Called before a plug-in's code runs in this process, with its name ("agent 'uct'") and time limit in ns.
  std::function<void(const std::string& plugin, std::int64_t limit_ns)> about_to = [](const std::string&,
                                                                                      std::int64_t) {};
  // Makes sandboxed agents in children to check them (host/plugins/examine.hpp).
  bool examine = true;
  // If set, agents that depend on other programs are tried; receives the agent's name and the program found.
  std::function<void(const std::string& agent, const std::string& said)> tried = {};
};

// Reads and checks the file, and makes its games. Throws BadSpecification.
[[nodiscard]] PreparedTournament read_tournament(host::Registry& registry, const SpecificationFile& file,
                                                 const ReadOptions& options = {});

// Likewise for a tournament to be played: tries all that runs plug-in code in a child process first, so that
// a plug-in that dies or hangs is an error with its name, and refuses games that break their contract.
// Throws Failure. `tried`: as in ReadOptions; may be empty, the agents are tried in any case.
[[nodiscard]] PreparedTournament prepare_tournament(
    host::Registry& registry, const SpecificationFile& file,
    const std::function<void(const std::string& agent, const std::string& said)>& tried = {});

}  // namespace ludex::arena::run
