// Which game a label of a log stands for.
#pragma once

#include <map>
#include <string>

#include "arena/host/registry.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

class GameLabels {
 public:
  // `folder`: of the log; what its spec.yaml says of the games holds. The plug-ins of the agents need not be
  // at hand.
  explicit GameLabels(const std::string& folder);

  // Whether spec.yaml says what the label stands for.
  [[nodiscard]] bool explains(const std::string& label) const { return known_.count(label) != 0; }
  // A label that spec.yaml does not explain is taken as `id:param=value,...`, as labels are by default.
  [[nodiscard]] Result<Component> component(const std::string& label) const;

 private:
  std::map<std::string, Component> known_;
};

}  // namespace ludex::arena
