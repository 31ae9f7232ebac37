// A file of weights, as train.hpp writes it.
#pragma once

#include <fstream>
#include <string>

#include "core/util/result.hpp"
#include "games/hex/policy_value_net.hpp"

namespace ludex::games::hex {

[[nodiscard]] inline Result<PolicyValueNet::Weights> read_weights(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  std::string joined;
  // Lines of a raw string literal each.
  for (std::string line; std::getline(file, line);) {
    if (line.size() >= 5) joined += line.substr(3, line.size() - 5);
  }
  if (file.bad() || joined.empty()) return Error{"cannot read " + name};
  auto weights = PolicyValueNet::from_text(joined);
  if (!weights) return Error{name + ": " + weights.error()};
  return weights;
}

}  // namespace ludex::games::hex
