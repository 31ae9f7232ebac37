#include "arena/faces/cli/epd.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "arena/base/files/mapped_file.hpp"
#include "arena/base/formats/epd.hpp"
#include "arena/base/formats/move_words.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/results/log/log_cursor.hpp"

namespace ludex::arena::cli {
namespace {

// The legal moves that the operands name, or an error on one that is not legal.
Result<std::vector<Move>> moves_of(const Position& position, std::string_view operands) {
  std::vector<Move> moves;
  for (const std::string_view word : words_in_text(operands)) {
    for (const std::string_view part : moves_in_word(position, word)) {
      const auto move = position.parse_move(part);
      if (!move) return Error{move.error()};
      moves.push_back(*move);
    }
  }
  return moves;
}

Result<EpdEntry> read_entry(const Game& game, std::string_view line) {
  auto read = read_epd_position(game, line);
  if (!read) return Error{read.error()};
  if (read->position.over()) return Error{"the game is over in this position"};
  auto best = moves_of(read->position, epd_operands(read->operations, "bm"));
  if (!best) return Error{"bm: " + best.error()};
  auto avoid = moves_of(read->position, epd_operands(read->operations, "am"));
  if (!avoid) return Error{"am: " + avoid.error()};
  std::string id(epd_operands(read->operations, "id"));
  std::erase(id, '"');
  return EpdEntry{std::move(read->position),
                  0,
                  std::move(id),
                  *std::move(best),
                  *std::move(avoid),
                  std::move(read->operations),
                  std::move(read->warning)};
}

}  // namespace

void EpdFile::complain() const {
  constexpr std::size_t kShown = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(notes.size(), kShown); ++i)
    text += to_text(notes[i], "warning") + "\n";
  for (std::size_t i = 0; i < std::min(left_out.size(), kShown); ++i)
    text += to_text(left_out[i], "warning") + "\n";
  if (!left_out.empty()) {
    const Diagnostic all{left_out.front().file, 0, 0,
                         fmt::format("{} of {} left out", left_out.size(), plural(positions, "position")),
                         "--strict refuses such a file"};
    text += to_text(all, "warning") + "\n";
  }
  print_messages(text);
}

EpdFile read_epd(const Game& game, const std::string& path, bool strict) {
  const auto text = MappedFile::open_text(path);
  if (!text) throw Failure::usage(text.error());
  if (text->cut_short())
    throw Failure::usage(fmt::format("{}: the compressed file is cut short: its end is missing", path));
  EpdFile file;
  log::LogCursor lines(text->bytes(), path);
  while (lines.next()) {
    if (is_epd_comment(lines.line())) continue;
    ++file.positions;
    auto entry = read_entry(game, lines.line());
    if (!entry) {
      file.left_out.push_back({path, static_cast<std::uint32_t>(lines.number()), 0, entry.error(), ""});
      continue;
    }
    entry->number = file.positions;
    if (!entry->warning.empty())
      file.notes.push_back({path, static_cast<std::uint32_t>(lines.number()), 0, entry->warning, ""});
    if (entry->id.empty()) entry->id = fmt::format("line {}", lines.number());
    file.entries.push_back(*std::move(entry));
  }
  if (file.entries.empty() || (strict && !(file.left_out.empty() && file.notes.empty()))) {
    std::string why = path + (file.positions == 0    ? " has no positions"
                              : file.entries.empty() ? ": no position can be used"
                                                     : ": --strict");
    constexpr std::size_t kShown = 10;
    for (std::size_t i = 0; i < std::min(file.left_out.size(), kShown); ++i)
      why += "\n" + to_text(file.left_out[i]);
    for (std::size_t i = 0; i < std::min(file.notes.size(), kShown); ++i)
      why += "\n" + to_text(file.notes[i]);
    if (file.left_out.size() > kShown) why += fmt::format("\nand {} more", file.left_out.size() - kShown);
    throw Failure::usage(why);
  }
  return file;
}

}  // namespace ludex::arena::cli
