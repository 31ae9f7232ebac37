#include "arena/formats/epd.hpp"

#include <algorithm>

namespace ludex::arena {
namespace {

constexpr std::string_view kEpdBlanks = " \t\r";

bool starts_operation(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::string_view epd_operands(std::string_view operations, std::string_view opcode) {
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    if (operations[i] == '"') quoted = !quoted;
    if (quoted || operations[i] != ';') continue;
    std::string_view one = operations.substr(begin, i - begin);
    begin = i + 1;
    one.remove_prefix(std::min(one.find_first_not_of(kEpdBlanks), one.size()));
    if (!one.starts_with(opcode) || one.size() == opcode.size()) continue;
    one.remove_prefix(opcode.size());
    if (kEpdBlanks.find(one[0]) != std::string_view::npos) return one.substr(1);
  }
  return {};
}

Result<EpdPosition> read_epd_position(const Game& game, std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(kEpdBlanks), line.size()));
  line = line.substr(0, line.find_last_not_of(kEpdBlanks) + 1);
  if (line.empty() || line.back() != ';') {  // no operations
    auto whole = Position::from_text(game, line);
    if (whole) return EpdPosition{std::string(line), *std::move(whole), {}};
    return Error{whole.error()};
  }
  // No position is longer, and a long line must not take long.
  constexpr std::size_t kLongest = 4096;
  for (std::size_t at = line.find_last_of(kEpdBlanks, kLongest); at != std::string_view::npos && at != 0;
       at = line.find_last_of(kEpdBlanks, at - 1)) {
    if (!starts_operation(line[at + 1])) continue;
    const std::string_view operations = line.substr(at + 1);
    std::string text(line.substr(0, line.find_last_not_of(kEpdBlanks, at) + 1));
    auto position = Position::from_text(game, text);
    if (!position) continue;
    const std::string_view half_moves = epd_operands(operations, "hmvc");
    const std::string_view full_move = epd_operands(operations, "fmvn");
    if (!half_moves.empty() && !full_move.empty()) {
      std::string with_clocks = text;
      with_clocks.append(" ").append(half_moves).append(" ").append(full_move);
      if (auto clocked = Position::from_text(game, with_clocks))
        return EpdPosition{std::move(with_clocks), *std::move(clocked), std::string(operations)};
    }
    return EpdPosition{std::move(text), *std::move(position), std::string(operations)};
  }
  // Four fields, as in chess, are the best guess of what was meant for the position.
  std::size_t end = 0;
  for (int field = 0; field < 4 && end < line.size(); ++field)
    end = std::min(
        line.find_first_of(kEpdBlanks, std::min(line.find_first_not_of(kEpdBlanks, end), line.size())),
        line.size());
  auto guess = Position::from_text(game, line.substr(0, end));
  return Error{guess ? "expected operations 'OPCODE OPERANDS;' after the position" : guess.error()};
}

}  // namespace ludex::arena
