// Agents that differ in one number only: how strength depends on it.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace ludex::arena::report {

// What a specification says of an agent.
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
  std::string name;                // what the agents' names have in common, or the plug-in's id
  std::string key;                 // "budget.iterations"
  bool time = false;               // the values are times
  std::vector<SweepPoint> points;  // by value
};

// At least three agents that differ in nothing but the number of one setting, however they were written in
// the specification. An agent may belong to several sweeps, of different settings.
[[nodiscard]] std::vector<Sweep> find_sweeps(const std::vector<AgentSettings>& agents);

}  // namespace ludex::arena::report
