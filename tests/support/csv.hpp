// Comma-separated oracle tables without quoting: rows of fields by column name.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace ludex::tests {

using CsvRow = std::map<std::string, std::string>;

// Lines that start with '#' are comments; the first other line names the columns.
inline std::vector<CsvRow> read_csv(const std::filesystem::path& path) {
  const auto split = [](const std::string& line) {
    std::vector<std::string> parts;
    std::istringstream in(line);
    for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
    return parts;
  };
  std::ifstream in(path);
  std::vector<std::string> names;
  std::vector<CsvRow> rows;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line[0] == '#') continue;
    const auto parts = split(line);
    if (names.empty()) {
      names = parts;
      continue;
    }
    CsvRow row;
    for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = i < parts.size() ? parts[i] : "";
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace ludex::tests
