#include <algorithm>

#include <fmt/format.h>

#include "arena/base/formats/csv.hpp"
#include "arena/faces/export/export.hpp"

namespace ludex::arena::exports {
namespace {

std::string words(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& word : list) text += (text.empty() ? "" : " ") + word;
  return text;
}

// Most readers treat each line of the file as a record, even within quotes.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

template <class T>
std::string known(const std::optional<T>& value) {
  return value ? std::to_string(*value) : std::string();
}

}  // namespace

std::string games_csv_head() {
  return "white,black,result,id,game,round,termination,plies,position,opening,moves,white_cpu_seconds,"
         "black_cpu_seconds,white_nodes,black_nodes,note\n";
}

std::string to_games_csv(const GameRecord& record) {
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{:.6f},{:.6f},{},{},{}\n", csv_text(record.agents[0]),
                     csv_text(record.agents[1]), to_text(record.outcome), csv_text(record.id),
                     csv_text(record.game), record.round, to_text(record.termination), record.plies,
                     csv_field(record.position), csv_field(words(record.opening)),
                     csv_field(words(record.moves)), record.stats[0].cpu_seconds, record.stats[1].cpu_seconds,
                     record.stats[0].nodes, record.stats[1].nodes, csv_text(one_line(record.note)));
}

std::string ranked_csv_head(std::size_t players) {
  std::string text;
  for (const char* column : {"player", "rank", "return"}) {
    for (std::size_t seat = 1; seat <= players; ++seat) text += fmt::format("{}{},", column, seat);
  }
  text += "result,id,game,round,termination,plies,position,opening,moves";
  for (const char* column : {"cpu_seconds", "nodes"}) {
    for (std::size_t seat = 1; seat <= players; ++seat) text += fmt::format(",{}{}", column, seat);
  }
  return text + ",faults,note\n";
}

std::string to_ranked_csv(const GameRecord& record, std::size_t players) {
  const std::vector<std::uint32_t> ranks = ranks_of(record);
  std::vector<double> returns = record.returns;
  // Two players have a score, from 0 to 1.
  for (Player seat = 0; returns.size() < ranks.size(); ++seat)
    returns.push_back(2 * share_of(ranks, seat) - 1);
  const std::size_t seats = record.agents.size();
  const auto columns = [&](const auto& cell) {
    std::string text;
    for (std::size_t seat = 0; seat < players; ++seat) text += (seat < seats ? cell(seat) : "") + ",";
    return text;
  };
  std::string faults;
  for (const SeatFault& fault : record.faults)
    faults += fmt::format("{}{}:{}", faults.empty() ? "" : " ", fault.seat, to_text(fault.reason));
  return columns([&](std::size_t seat) { return csv_text(record.agents[seat]); }) +
         columns([&](std::size_t seat) { return seat < ranks.size() ? std::to_string(ranks[seat]) : ""; }) +
         columns([&](std::size_t seat) {
           return seat < returns.size() ? fmt::format("{}", returns[seat]) : std::string();
         }) +
         fmt::format("{},{},{},{},{},{},{},{},{},", outcome_text(record), csv_text(record.id),
                     csv_text(record.game), record.round, to_text(record.termination), record.plies,
                     csv_field(record.position), csv_field(words(record.opening)),
                     csv_field(words(record.moves))) +
         columns([&](std::size_t seat) { return fmt::format("{:.6f}", record.stats[seat].cpu_seconds); }) +
         columns([&](std::size_t seat) { return std::to_string(record.stats[seat].nodes); }) +
         fmt::format("{},{}\n", faults, csv_text(one_line(record.note)));
}

std::string moves_csv_head() {
  return "id,game,ply,seat,agent,opening,move,value,unit,bound,depth,nodes,iterations,cpu_us,wall_us\n";
}

std::string to_moves_csv(const GameRecord& record, const Replay& replay) {
  std::string text;
  Position position = replay.start;
  std::size_t number = 0;
  for (const Ply& ply : replay.plies) {
    const MoveNote& note = ply.note;
    const bool valued = note.value.has_value();
    text += fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_text(record.id), csv_text(record.game),
        ++number, ply.mover, csv_text(record.agents[ply.mover]), ply.opening ? 1 : 0,
        csv_field(position.move_text(ply.move)), valued ? fmt::format("{}", note.value->value) : "",
        valued ? to_text(note.value->unit) : "", valued ? to_text(note.value->bound) : "", known(note.depth),
        known(note.nodes), known(note.iterations), known(note.cpu_us), known(note.wall_us));
    position.apply(ply.move);
  }
  return text;
}

}  // namespace ludex::arena::exports
