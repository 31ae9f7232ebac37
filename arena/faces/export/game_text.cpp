#include "arena/faces/export/game_text.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "arena/base/formats/value_text.hpp"
#include "arena/base/text/quantity.hpp"

namespace ludex::arena::exports {
namespace {

// "1. e4 e5 2. Nf3", in lines of at most 80 characters. Outcomes stand in brackets: "(31) 1. 8/5 6/5".
std::string move_lines(const Replay& replay) {
  const GameTraits& traits = replay.start.game().traits();
  const bool chance = (traits.flags & kDeterministic) == 0;
  std::string text;
  std::string line;
  Position position = replay.start;
  std::size_t turns = 0;  // of the first player
  for (std::size_t i = 0; i < replay.plies.size(); ++i) {
    const Ply& ply = replay.plies[i];
    turns += ply.mover == 0 ? 1 : 0;
    const std::string number = ply.mover == 0 ? fmt::format("{}. ", chance ? turns : i / traits.players + 1)
                               : i == 0       ? std::string("1. ... ")
                                              : std::string();
    const std::string own = position.move_text(ply.move);
    const std::string word = ply.rolled() ? "(" + own + ")" : number + own;
    position.apply(ply.move);
    if (!line.empty() && line.size() + 1 + word.size() > 80) {
      text += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return line.empty() ? text : text + line + "\n";
}

// The agents; of more than two with their ranks and returns.
std::string seat_lines(const GameRecord& record) {
  if (players(record) == 2)
    return fmt::format("first   {}\nsecond  {}\n", record.agents[0], record.agents[1]);
  std::size_t width = 0;
  for (const std::string& name : record.agents) width = std::max(width, name.size());
  std::string text;
  for (std::size_t seat = 0; seat < players(record); ++seat) {
    text += fmt::format("seat {}  {:<{}}", seat + 1, record.agents[seat], width);
    if (record.outcome == GameResult::kRanked)
      text += fmt::format("  rank {}, return {:g}", record.ranks[seat], record.returns[seat]);
    text += "\n";
  }
  return text;
}

}  // namespace

std::string game_head(const GameRecord& record, const Replay& replay, std::size_t number) {
  std::string text = fmt::format("game {}: {}\n", number, record.id);
  text += fmt::format("{}, opening {}, {}", record.game, record.round, plural(replay.plies.size(), "ply"));
  if (!record.opening.empty()) text += fmt::format(", {} of them opening", record.opening.size());
  text += "\n" + seat_lines(record);
  text += fmt::format("result  {} ({}{}{})\n", outcome_text(record), to_text(record.termination),
                      record.note.empty() ? "" : ": ", record.note);
  for (const SeatFault& fault : record.faults)
    text += fmt::format("fault   {} after ply {} ({}{}{})\n", record.agents[fault.seat], fault.ply,
                        to_text(fault.reason), fault.note.empty() ? "" : ": ", fault.note);
  if (!record.position.empty()) text += "from    " + record.position + "\n";
  return text + "\n" + move_lines(replay);
}

std::string move_table(const GameRecord& record, const Replay& replay) {
  constexpr std::array kHeads{"ply", "agent", "move", "value", "depth", "nodes", "time"};
  std::vector<std::array<std::string, kHeads.size()>> rows(1);
  for (std::size_t c = 0; c < kHeads.size(); ++c) rows[0][c] = kHeads[c];
  Position position = replay.start;
  for (const Ply& ply : replay.plies) {
    const MoveNote& note = ply.note;
    const auto count = [](const std::optional<std::uint64_t>& n) {
      return n ? std::to_string(*n) : std::string("-");
    };
    const std::string agent = ply.rolled() ? "*" : record.agents[ply.mover];
    rows.push_back({std::to_string(rows.size()),
                    ply.opening  ? "(opening)"
                    : ply.random ? "(random for " + agent + ")"
                                 : agent,
                    position.move_text(ply.move),
                    note.value ? value_text(note.value->value, note.value->unit, note.value->bound) : "-",
                    count(note.depth), count(note.nodes ? note.nodes : note.iterations),
                    note.wall_us ? fmt::format("{:.3f} s", static_cast<double>(*note.wall_us) * 1e-6) : "-"});
    position.apply(ply.move);
  }
  std::array<std::size_t, kHeads.size()> widths{};
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      const bool left = c == 1 || c == 2;
      text += c == 0 ? "" : "  ";
      text += left ? fmt::format("{:<{}}", row[c], widths[c]) : fmt::format("{:>{}}", row[c], widths[c]);
    }
    text += "\n";
  }
  return text;
}

std::string board_after(const Replay& replay, std::size_t plies) {
  const Position position = replay.after(plies);
  return position.drawing() + position.text() + "\n";
}

}  // namespace ludex::arena::exports
