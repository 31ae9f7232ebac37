#include <fmt/format.h>

#include "arena/faces/export/export.hpp"
#include "core/game/extensions.hpp"

namespace ludex::arena::exports {
namespace {

// SimpleText: no line breaks; escapes ']' and '\', and ':', which some readers take for a separator.
std::string property(std::string_view name, std::string_view value) {
  std::string text(name);
  text += '[';
  for (const char c : value) {
    if (c == ']' || c == '\\' || c == ':') text += '\\';
    text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return text + ']';
}

std::string result_text(const GameRecord& record) {
  if (record.outcome == GameResult::kDraw) return "Draw";
  if (record.outcome == GameResult::kNone) return "Void";
  std::string text = record.outcome == GameResult::kFirstWins ? "B+" : "W+";
  if (record.termination == Termination::kResigned) return text + "Resign";
  if (!is_forfeit(record.termination)) return text;
  const bool time = record.termination == Termination::kOverTime || record.termination == Termination::kHang;
  return text + (time ? "Time" : "Forfeit");
}

}  // namespace

Result<std::string> to_sgf(const GameRecord& record, const Replay& replay, const ExportContext& context) {
  if (players(record) != 2)
    return Error{
        fmt::format("game '{}' has {} players, and SGF holds two: expected --format csv or moves, or "
                    "--game with a label of a game of two",
                    record.id, players(record))};
  const auto* const sgf = find<Sgf>(replay.start.game());
  if (sgf == nullptr) {
    return Error{fmt::format("game '{}': the Smart Game Format does not know '{}', expected another format",
                             record.id, record.game)};
  }
  StringSink size;
  sgf->write_size(size);
  std::string text = fmt::format("(;FF[4]CA[UTF-8]AP[Ludex:{}]GM[{}]SZ[{}]\n", LUDEX_VERSION,
                                 sgf->game_number(), size.take());
  text += property("PB", record.agents[0]) + property("PW", record.agents[1]);
  if (!context.event.empty()) text += property("EV", context.event);
  text += property("RO", std::to_string(record.round + 1));
  if (!context.date.empty()) text += property("DT", context.date);
  text += property("GN", record.id) + property("RE", result_text(record));
  if (record.termination != Termination::kNormal && context.comments != MoveComments::kNone)
    text += property("GC", fmt::format("{} {}", to_text(record.termination), record.note));
  if (!record.position.empty()) {
    StringSink setup;
    sgf->write_setup(replay.start.state(), setup);
    text += "\n" + setup.take();
  }
  Position position = replay.start;
  std::size_t on_line = 0;
  for (const Ply& ply : replay.plies) {
    text += on_line++ % 10 == 0 ? "\n" : "";
    StringSink move;
    sgf->write_move(position.state(), ply.move, move);
    text += ply.mover == 0 ? ";B[" : ";W[";
    text += move.take() + "]";
    position.apply(ply.move);
    const std::string words = ply.opening ? "book" : note_text(ply.note);
    if (context.comments != MoveComments::kNone && !words.empty()) text += property("C", words);
  }
  return text + ")\n";
}

}  // namespace ludex::arena::exports
