// Rows of comma-separated oracle tables by position; numbers compared to the digits that were printed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace ludex::tests {

inline std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(line);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

// Without lines that start with '#'.
inline std::vector<std::vector<std::string>> table_rows(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') rows.push_back(split(line, ','));
  }
  return rows;
}

// Whether `printed` is `value` rounded to so many significant digits.
inline bool same_digits(double value, const std::string& printed, int digits) {
  const double expected = std::strtod(printed.c_str(), nullptr);
  const double size = std::max(std::abs(expected), 1e-3);
  return std::abs(value - expected) <= 0.51 * std::pow(10, std::floor(std::log10(size)) - digits + 1);
}

}  // namespace ludex::tests
