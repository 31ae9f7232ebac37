#include "arena/faces/report/sweep.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "arena/base/text/quantity.hpp"

namespace ludex::arena::report {
namespace {

struct Number {
  double value = 0;
  bool time = false;
};

std::optional<Number> number(const std::string& text) {
  if (const auto plain = parse_number(text)) return Number{*plain, false};
  if (const auto count = parse_count(text)) return Number{static_cast<double>(*count), false};
  if (const auto ns = parse_duration(text)) return Number{static_cast<double>(*ns) * 1e-9, true};
  return std::nullopt;
}

// "uct" for "uct-100" and "uct-200"; empty if a name does not end with its value.
std::string stem(const std::vector<const AgentSettings*>& agents, const std::string& key) {
  std::string common;
  for (const AgentSettings* agent : agents) {
    const std::string& value = agent->values.at(key);
    std::string name = agent->name;
    if (!name.ends_with(value) || name.size() == value.size()) return "";
    name.resize(name.size() - value.size());
    name.erase(name.find_last_not_of("-_:=, ") + 1);
    if (agent != agents.front() && name != common) return "";
    common = name;
  }
  return common;
}

}  // namespace

std::vector<Sweep> find_sweeps(const std::vector<AgentSettings>& agents) {
  std::set<std::string> keys;
  for (const AgentSettings& agent : agents) {
    for (const auto& [key, value] : agent.values) keys.insert(key);
  }
  std::vector<Sweep> sweeps;
  for (const std::string& key : keys) {
    // Groups agents that agree in all other settings, in the specification's order.
    std::vector<std::pair<std::string, std::vector<const AgentSettings*>>> families;
    for (const AgentSettings& agent : agents) {
      const auto at = agent.values.find(key);
      if (at == agent.values.end() || !number(at->second)) continue;
      std::string rest = agent.agent;
      for (const auto& [other, value] : agent.values) {
        if (other != key) rest.append("\n").append(other).append("=").append(value);
      }
      const auto family =
          std::find_if(families.begin(), families.end(), [&](const auto& f) { return f.first == rest; });
      if (family == families.end()) {
        families.push_back({rest, {&agent}});
      } else {
        family->second.push_back(&agent);
      }
    }
    for (const auto& [rest, family] : families) {
      Sweep sweep{stem(family, key), key, false, {}};
      if (sweep.name.empty()) sweep.name = family.front()->agent;
      std::set<double> distinct;
      for (const AgentSettings* agent : family) {
        const Number at = *number(agent->values.at(key));
        sweep.points.push_back({at.value, agent->name});
        sweep.time = sweep.time || at.time;
        distinct.insert(at.value);
      }
      if (distinct.size() < 3) continue;
      std::stable_sort(sweep.points.begin(), sweep.points.end(),
                       [](const SweepPoint& a, const SweepPoint& b) { return a.value < b.value; });
      sweeps.push_back(std::move(sweep));
    }
  }
  return sweeps;
}

}  // namespace ludex::arena::report
