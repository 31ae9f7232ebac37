#include "arena/faces/export/replay.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include "arena/base/formats/value_text.hpp"

namespace ludex::arena::exports {
namespace {

std::optional<std::uint64_t> entry(const std::vector<std::uint64_t>& list, std::size_t i) {
  return i < list.size() ? std::optional(list[i]) : std::nullopt;
}

MoveNote note_of(const MoveSeries& series, std::size_t i) {
  MoveNote note;
  if (i < series.value.size()) note.value = series.value[i];
  note.cpu_us = entry(series.cpu_us, i);
  note.wall_us = series.wall_us.empty() ? note.cpu_us : entry(series.wall_us, i);
  note.iterations = entry(series.iterations, i);
  note.nodes = entry(series.nodes, i);
  note.depth = entry(series.depth, i);
  note.clock_ms = entry(series.clock_ms, i);
  return note;
}

// Whether the seat had a fault before this ply, so that a random player has moved.
bool has_failed(const GameRecord& record, Player seat, std::size_t ply) {
  return std::any_of(record.faults.begin(), record.faults.end(),
                     [&](const SeatFault& fault) { return fault.seat == seat && fault.ply <= ply; });
}

}  // namespace

Position Replay::after(std::size_t count) const {
  Position position = start;
  for (std::size_t i = 0; i < std::min(count, plies.size()); ++i) position.apply(plies[i].move);
  return position;
}

Result<Replay> replay(const Game& game, const GameRecord& record) {
  const auto failure = [&](const std::string& what) {
    return Error{fmt::format("game '{}': {}", record.id, what)};
  };
  Replay replay{Position(game), {}};
  if (!record.position.empty()) {
    auto start = Position::from_text(game, record.position);
    if (!start) return failure("position: " + start.error());
    replay.start = *std::move(start);
  }
  Position position = replay.start;
  std::array<std::size_t, kMaxPlayers> chosen{};
  const std::size_t all = record.opening.size() + record.moves.size();
  for (std::size_t i = 0; i < all; ++i) {
    const bool opening = i < record.opening.size();
    const std::string& text = opening ? record.opening[i] : record.moves[i - record.opening.size()];
    if (position.over()) return failure(fmt::format("is over before move {} '{}'", i + 1, text));
    const auto move = position.parse_move(text);
    if (!move) return failure(fmt::format("move {}: {}", i + 1, move.error()));
    Ply ply{*move, position.to_move(), opening};
    if (!ply.rolled() && ply.mover >= players(record)) return failure("has more players than agents");
    ply.random = !opening && has_failed(record, ply.mover, i);
    if (!opening && !ply.random && !ply.rolled())
      ply.note = note_of(record.stats[ply.mover].series, chosen[ply.mover]++);
    replay.plies.push_back(ply);
    position.apply(*move);
  }
  return replay;
}

std::string note_text(const MoveNote& note) {
  std::string text;
  if (note.value) text = value_text(note.value->value, note.value->unit, note.value->bound);
  // In moves of the side, as chess programs write a mate.
  if (const auto plies = note.value ? plies_to_end(note.value->value, note.value->unit) : std::nullopt)
    text = fmt::format("{}M{}", *plies > 0 ? '+' : '-', (std::abs(*plies) + 1) / 2);
  if (const auto moves = note.value ? moves_to_mate(note.value->value, note.value->unit) : std::nullopt)
    text = fmt::format("{}M{}", *moves > 0 ? '+' : '-', std::abs(*moves));
  if (text == "-") text.clear();
  if (!text.empty() && note.depth && *note.depth != 0) text += fmt::format("/{}", *note.depth);
  if (note.wall_us) {
    text += fmt::format("{}{:.3f}s", text.empty() ? "" : " ", static_cast<double>(*note.wall_us) * 1e-6);
  }
  return text;
}

}  // namespace ludex::arena::exports
