// A file of weights, as train.hpp writes it.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

#include "core/util/result.hpp"
#include "games/common/packed_numbers.hpp"
#include "games/hex/policy_value_net.hpp"

namespace ludex::games::hex {

[[nodiscard]] inline Result<PolicyValueNet::Weights> read_weights(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) return Error{"cannot read " + name};
  auto weights = PolicyValueNet::from_text(from_source(text.view()));
  if (!weights) return Error{name + ": " + weights.error()};
  return weights;
}

}  // namespace ludex::games::hex
