#include "arena/cli/epd.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "arena/cli/commands.hpp"
#include "arena/formats/epd.hpp"

namespace ludex::arena::cli {
namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

}  // namespace

std::vector<EpdEntry> read_epd(const Game& game, const std::string& path) {
  std::ifstream in(path);
  if (!in) throw Failure::usage(fmt::format("cannot read '{}'", path));
  std::vector<EpdEntry> entries;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line[0] == '#') continue;
    auto read = read_epd_position(game, line);
    if (!read) throw Failure::usage(fmt::format("{}:{}: {}", path, number, read.error()));
    std::string id(epd_operands(read->operations, "id"));
    std::erase(id, '"');
    if (id.empty()) id = fmt::format("line {}", number);
    entries.push_back({std::move(read->position), std::move(id),
                       words_of(epd_operands(read->operations, "bm")),
                       words_of(epd_operands(read->operations, "am"))});
  }
  return entries;
}

}  // namespace ludex::arena::cli
