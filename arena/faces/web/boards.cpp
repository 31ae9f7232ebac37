#include "arena/faces/web/boards.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "arena/faces/api/refusal.hpp"
#include "arena/faces/web/json.hpp"
#include "core/abi/text.hpp"
#include "core/game/extensions.hpp"

namespace ludex::arena::web {
namespace {

using api::drawing;
using api::mover_json;
using api::sides_json;
using api::status_text;

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

Json note_json(const exports::MoveNote& note) {
  Json json = Json::object();
  const auto put = [&](const char* key, const auto& value) {
    if (value) json[key] = *value;
  };
  put("cpu_us", note.cpu_us), put("wall_us", note.wall_us), put("iterations", note.iterations);
  put("nodes", note.nodes), put("depth", note.depth);
  if (note.value) {
    json["value"] = note.value->value;
    json["unit"] = to_text(note.value->unit);
    if (note.value->bound != ValueBound::kExact) json["bound"] = to_text(note.value->bound);
  }
  return json;
}

}  // namespace

std::vector<Change> changes(const Lines& before, const Lines& after) {
  std::vector<Change> list;
  std::size_t a = 0, b = 0, skip = 0;
  // Search window in lines for the point where the two texts agree again.
  constexpr std::size_t kWindow = 48;
  while (a < before.size() || b < after.size()) {
    if (a < before.size() && b < after.size() && before[a] == after[b]) {
      ++a, ++b, ++skip;
      continue;
    }
    std::size_t remove = before.size() - a, put = after.size() - b;
    for (std::size_t sum = 1, found = 0; sum <= kWindow && found == 0; ++sum) {
      for (std::size_t i = 0; i <= sum; ++i) {
        if (a + i < before.size() && b + sum - i < after.size() && before[a + i] == after[b + sum - i]) {
          remove = i, put = sum - i, found = 1;
          break;
        }
      }
    }
    const auto first = after.begin() + static_cast<std::ptrdiff_t>(b);
    list.push_back({skip, remove, Lines(first, first + static_cast<std::ptrdiff_t>(put))});
    a += remove, b += put, skip = 0;
  }
  return list;
}

Lines changed(const Lines& before, const std::vector<Change>& list) {
  Lines lines;
  std::size_t at = 0;
  const auto take = [&](std::size_t n) {
    const std::size_t end = std::min(before.size(), at + n);
    for (; at < end; ++at) lines.push_back(before[at]);
  };
  for (const Change& change : list) {
    take(change.skip);
    at += change.remove;
    lines.insert(lines.end(), change.put.begin(), change.put.end());
  }
  take(before.size());
  return lines;
}

Result<std::string> position_json(const Game& game, const api::Played& played) {
  try {
    using namespace api;
    Json json = api::position_json(line_of(game, played), kMoves | kLegal | kSvg | kText | kCells | kSides);
    json["board"] = json["svg"].is_null() ? Json{{"text", json["text"]}} : Json{{"svg", json["svg"]}};
    json.erase("svg");
    return text_of(json);
  } catch (const api::Refusal& refusal) {
    return Error{refusal.what()};
  }
}

std::string game_json(const GameRecord& record, const exports::Replay& replay) {
  Json json{{"id", record.id},
            {"game", record.game},
            {"agents", record.agents},
            {"round", record.round},
            {"outcome", outcome_text(record)},
            {"termination", to_text(record.termination)},
            {"fault", is_forfeit(record.termination)},
            {"note", record.note},
            {"printed", record.printed},
            {"seed", record.seed},
            {"position", record.position},
            {"start", replay.start.text()}};
  if (players(record) > 2) {
    json["ranks"] = record.ranks;
    json["returns"] = record.returns;
    for (const SeatFault& fault : record.faults) {
      json["faults"].push_back({{"seat", fault.seat},
                                {"reason", to_text(fault.reason)},
                                {"ply", fault.ply},
                                {"note", fault.note}});
    }
  }
  json["sides"] = sides_json(replay.start);
  auto& moves = json["moves"] = Json::array();
  Position position = replay.start;
  for (const exports::Ply& ply : replay.plies) {
    Json item = note_json(ply.note);
    item["move"] = position.move_text(ply.move);
    if (const auto* const san = find<San>(position.game())) {
      StringSink sink;
      san->write_move(position.state(), ply.move, sink);
      item["short"] = sink.take();
    }
    item["mover"] = mover_json(ply.mover);
    if (ply.opening) item["opening"] = true;
    moves.push_back(std::move(item));
    position.apply(ply.move);
  }
  json["status"] = status_text(position);
  return text_of(json);
}

std::string boards_json(const exports::Replay& replay, std::size_t from, std::size_t count) {
  from = std::min(from, replay.plies.size());
  const std::size_t end = std::min(replay.plies.size(), from + std::max<std::size_t>(count, 1) - 1);
  Position position = replay.after(from);
  Lines before = lines_of(drawing(position, from == 0 ? kNoMove : replay.plies[from - 1].move));
  Json json{{"from", from}, {"svg", find<Svg>(position.game()) != nullptr}, {"first", before}};
  auto& steps = json["steps"] = Json::array();
  for (std::size_t ply = from; ply < end; ++ply) {
    position.apply(replay.plies[ply].move);
    Lines after = lines_of(drawing(position, replay.plies[ply].move));
    Json step = Json::array();
    for (const Change& change : changes(before, after)) {
      Json item = {change.skip, change.remove};
      for (const std::string& line : change.put) item.push_back(line);
      step.push_back(std::move(item));
    }
    steps.push_back(std::move(step));
    before = std::move(after);
  }
  return text_of(json);
}

}  // namespace ludex::arena::web
