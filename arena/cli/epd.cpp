#include "arena/cli/epd.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "arena/cli/commands.hpp"

namespace ludex::arena::cli {
namespace {

EpdEntry read_entry(const std::string& line, std::size_t number) {
  EpdEntry entry;
  entry.id = fmt::format("line {}", number);
  std::size_t begin = line.size();
  for (const char* operation : {" bm ", " am ", " id "}) {
    const std::size_t at = line.find(operation);
    if (at == std::string::npos) continue;
    begin = std::min(begin, at);
    const std::size_t from = at + 4;
    std::string operand = line.substr(from, line.find(';', from) - from);
    if (operation[1] == 'i') {
      std::erase(operand, '"');
      entry.id = operand;
      continue;
    }
    std::istringstream words(operand);
    for (std::string word; words >> word;) (operation[1] == 'b' ? entry.best : entry.avoid).push_back(word);
  }
  entry.position = line.substr(0, begin);
  return entry;
}

}  // namespace

std::vector<EpdEntry> read_epd(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw Failure::usage(fmt::format("cannot read '{}'", path));
  std::vector<EpdEntry> entries;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line[0] == '#') continue;
    entries.push_back(read_entry(line, number));
  }
  return entries;
}

Position set_up(const Game& game, const EpdEntry& entry) {
  Position position(game);
  StringSink error;
  if (game.position_from_text(entry.position.data(), entry.position.size(), position.state(), error) !=
      Status::kOk) {
    throw Failure::usage(fmt::format("{}: {}", entry.id, error.take()));
  }
  return position;
}

}  // namespace ludex::arena::cli
