// Result files that a later run continues.
#pragma once

#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace ludex::agents::df_pn_plus {

// The complete lines of a file that grows by whole lines.
[[nodiscard]] inline std::vector<std::string> read_lines(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line) && !in.eof();) lines.push_back(std::move(line));
  return lines;
}

}  // namespace ludex::agents::df_pn_plus
