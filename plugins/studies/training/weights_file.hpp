// Files of weights: written by a training, compiled into a game, and read to continue a training.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "core/util/result.hpp"
#include "games/common/packed_numbers.hpp"

namespace ludex::games {

[[nodiscard]] inline Result<std::string> read_file(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) return Error{"cannot read " + name};
  return std::move(text).str();
}

// Reads weights in the form of Network::from_text().
template <class Network>
[[nodiscard]] auto read_weights(const std::string& name) -> decltype(Network::from_text(std::string_view())) {
  const auto source = read_file(name);
  if (!source) return Error{source.error()};
  auto weights = Network::from_text(from_source(*source));
  if (!weights) return Error{name + ": " + weights.error()};
  return weights;
}

[[nodiscard]] inline Result<void> write_weights(const std::string& folder, std::string_view source) {
  const std::string path = (std::filesystem::path(folder) / "weights.inc").string();
  std::ofstream file(path, std::ios::binary);
  file << source;
  if (!file.flush()) return Error{"cannot write " + path};
  return {};
}

}  // namespace ludex::games
