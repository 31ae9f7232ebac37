#include "arena/cli/epd.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>

#include <fmt/format.h>

#include "arena/cli/commands.hpp"
#include "arena/formats/epd.hpp"
#include "arena/formats/move_words.hpp"

namespace ludex::arena::cli {
namespace {

std::vector<std::string> moves_of(std::string_view text) {
  const auto words = moves_in_text(text);
  return {words.begin(), words.end()};
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
    if (!read->warning.empty()) fmt::print(stderr, "warning: {}:{}: {}\n", path, number, read->warning);
    std::string id(epd_operands(read->operations, "id"));
    std::erase(id, '"');
    if (id.empty()) id = fmt::format("line {}", number);
    entries.push_back({std::move(read->position), std::move(id),
                       moves_of(epd_operands(read->operations, "bm")),
                       moves_of(epd_operands(read->operations, "am"))});
  }
  return entries;
}

}  // namespace ludex::arena::cli
