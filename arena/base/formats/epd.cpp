#include "arena/base/formats/epd.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace ludex::arena {
namespace {

constexpr std::string_view kEpdBlanks = " \t\r";

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kEpdBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kEpdBlanks) + 1);
}

// Without a final semicolon, a word at the end of the line may be an error in the position.
bool ends_operation(std::string_view operations) {
  const auto list = epd_operations(operations);
  return operations.find(';') != std::string_view::npos || (!list.empty() && !list.back().operands.empty());
}

}  // namespace

bool is_epd_comment(std::string_view line) noexcept {
  const std::size_t start = line.find_first_not_of(kEpdBlanks);
  return start == std::string_view::npos || line[start] == '#' || line[start] == '%' || line[start] == ';';
}

std::vector<EpdOperation> epd_operations(std::string_view operations) {
  std::vector<EpdOperation> list;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= operations.size(); ++i) {
    if (i < operations.size()) {
      if (operations[i] == '"') quoted = !quoted;
      if (quoted || operations[i] != ';') continue;
    }
    const std::string_view one = trimmed(operations.substr(begin, i - begin));
    begin = i + 1;
    if (one.empty()) continue;
    const std::size_t end = std::min(one.find_first_of(kEpdBlanks), one.size());
    list.push_back({one.substr(0, end), trimmed(one.substr(end))});
  }
  return list;
}

std::string_view epd_operands(std::string_view operations, std::string_view opcode) {
  for (const EpdOperation& one : epd_operations(operations)) {
    if (one.opcode == opcode) return one.operands;
  }
  return {};
}

Result<EpdPosition> read_epd_position(const Game& game, std::string_view line) {
  line = trimmed(line);
  std::string warning;
  const auto whole = [&]() -> Result<EpdPosition> {
    auto position = Position::from_text(game, line, &warning);
    if (position) return EpdPosition{std::string(line), *std::move(position), {}, warning};
    return Error{position.error()};
  };
  if (line.find(';') == std::string_view::npos) {
    if (auto read = whole()) return read;
  }
  // Longer than any position; keeps long lines cheap.
  constexpr std::size_t kLongest = 4096;
  for (std::size_t at = line.find_last_of(" \t;", kLongest); at != std::string_view::npos && at != 0;
       at = line.find_last_of(" \t;", at - 1)) {
    const bool semicolon = line[at] == ';';
    if (!semicolon && (at + 1 == line.size() || (!is_letter(line[at + 1]) && line[at + 1] != ';'))) continue;
    const std::string_view operations = line.substr(semicolon ? at : at + 1);
    if (!ends_operation(operations)) continue;
    std::string text(trimmed(line.substr(0, at)));
    auto position = Position::from_text(game, text, &warning);
    if (!position) continue;
    const std::string_view half_moves = epd_operands(operations, "hmvc");
    const std::string_view full_move = epd_operands(operations, "fmvn");
    if (!half_moves.empty() && !full_move.empty()) {
      std::string with_clocks = text;
      with_clocks.append(" ").append(half_moves).append(" ").append(full_move);
      if (auto clocked = Position::from_text(game, with_clocks))
        return EpdPosition{std::move(with_clocks), *std::move(clocked), std::string(operations), warning};
    }
    return EpdPosition{std::move(text), *std::move(position), std::string(operations), warning};
  }
  // Otherwise the whole line, or four fields as in chess, is the best guess of the intended position.
  if (line.find(';') == std::string_view::npos) return whole();
  std::size_t end = 0;
  for (int field = 0; field < 4 && end < line.size(); ++field)
    end = std::min(
        line.find_first_of(kEpdBlanks, std::min(line.find_first_not_of(kEpdBlanks, end), line.size())),
        line.size());
  auto guess = Position::from_text(game, line.substr(0, end));
  return Error{guess ? "expected operations 'OPCODE OPERANDS;' after the position" : guess.error()};
}

}  // namespace ludex::arena
