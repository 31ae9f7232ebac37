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
