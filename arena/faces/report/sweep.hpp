// Agents that differ in one number only, to show its effect on strength.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace ludex::arena::report {

// An agent's settings in a specification.
struct AgentSettings {
  std::string name;
  std::string agent;                          // id of the plug-in
  std::map<std::string, std::string> values;  // "budget.iterations", "params.c": as written
};

struct SweepPoint {
  double value = 0;  // times in seconds
  std::string agent;
};

struct Sweep {
  std::string name;                // common part of the agents' names, or the plug-in's id
  std::string key;                 // "budget.iterations"
  bool time = false;               // the values are times
  std::vector<SweepPoint> points;  // by value
};

// Finds sets of at least three agents that differ only in one numeric setting, however the specification was
// written. An agent may belong to several sweeps of different settings.
[[nodiscard]] std::vector<Sweep> find_sweeps(const std::vector<AgentSettings>& agents);

}  // namespace ludex::arena::report
