// Finds the game that a label of a log stands for.
#pragma once

#include <map>
#include <string>

#include "arena/host/plugins/registry.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::exports {

class GameLabels {
 public:
  // `folder`: of the log, whose spec.yaml explains the labels. The agents' plug-ins are not needed.
  explicit GameLabels(const std::string& folder);

  // Whether spec.yaml explains the label.
  [[nodiscard]] bool explains(const std::string& label) const { return known_.count(label) != 0; }
  // A label that spec.yaml does not explain is read as `id:param=value,...`, the default form.
  [[nodiscard]] Result<host::Component> component(const std::string& label) const;

 private:
  std::map<std::string, host::Component> known_;
};

}  // namespace ludex::arena::exports
