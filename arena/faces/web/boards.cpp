#include "arena/faces/web/boards.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "arena/faces/web/json.hpp"
#include "core/abi/text.hpp"
#include "core/game/extensions.hpp"

namespace ludex::arena::web {
namespace {

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The game's SVG, or else its drawing in letters.
std::string drawing(const Position& position, Move last) {
  const auto* const svg = find<Svg>(position.game());
  if (svg == nullptr) return position.drawing();
  StringSink sink;
  svg->draw_svg(position.state(), last, sink);
  return sink.take();
}

Json cells_json(const Position& position) {
  Json list = Json::array();
  const auto* const cells = find<SvgCells>(position.game());
  if (cells == nullptr) return list;
  StringSink sink;
  cells->write_cells(position.state(), sink);
  std::istringstream in(sink.text());
  std::string name;
  double x = 0, y = 0, width = 0, height = 0;
  while (in >> name >> x >> y >> width >> height) list.push_back({name, x, y, width, height});
  return list;
}

// A seat, or -1 where chance decides.
Json mover_json(Player mover) {
  return mover == kChance ? Json(-1) : Json(mover);
}

Json move_json(const Position& position, Move move) {
  Json json{{"move", position.move_text(move)}};
  if (const auto* const cells = find<SvgCells>(position.game())) {
    StringSink sink;
    cells->write_move_cells(position.state(), move, sink);
    std::istringstream in(sink.text());
    auto& list = json["cells"] = Json::array();
    for (std::string name; in >> name;) list.push_back(name);
  }
  return json;
}

// Each player's side in this position: [{"name", "colour"}...]; null if the game does not name them.
Json sides_json(const Position& position) {
  const auto* const sides = find<Sides>(position.game());
  if (sides == nullptr) return {};
  Json list = Json::array();
  for (Player player = 0; player < position.game().traits().players; ++player)
    list.push_back({{"name", sides->name(position.state(), player)},
                    {"colour", sides->colour(position.state(), player)}});
  return list;
}

std::string status_text(const Position& position) {
  const GameStatus status = position.status();
  if (status == GameStatus::kOngoing) return "ongoing";
  const Player winner = winner_of(status);
  return winner == kNobody ? "draw" : fmt::format("won by {}", winner);
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

Result<std::string> position_json(const Game& game, const Played& played) {
  if (played.moves.size() > kMostMoves) return Error{fmt::format("more than {} moves", kMostMoves)};
  if (played.position.size() > kLongestPosition) return Error{"the text of the position is too long"};
  Position position(game);
  if (!played.position.empty()) {
    auto read = Position::from_text(game, played.position);
    if (!read) return Error{"position: " + read.error()};
    position = std::move(*read);
  }
  Json json{{"start", position.text()}};
  auto& moves = json["moves"] = Json::array();
  Move last = kNoMove;
  for (const std::string& text : played.moves) {
    const std::size_t number = moves.size() + 1;
    if (position.over()) return Error{fmt::format("the game is over before move {} '{}'", number, text)};
    const auto move = position.parse_move(text);
    if (!move) return Error{fmt::format("move {}: {}", number, move.error())};
    Json item = move_json(position, *move);
    item["mover"] = mover_json(position.to_move());
    moves.push_back(std::move(item));
    position.apply(*move);
    last = *move;
  }
  auto& legal = json["legal"] = Json::array();
  for (const Move move : position.legal_moves()) legal.push_back(move_json(position, move));
  if (!position.over() && position.to_move() == kChance) {
    std::vector<double> shares(legal.size());
    find<Chance>(game)->probabilities(position.state(), shares.data());
    for (std::size_t i = 0; i < shares.size(); ++i) legal[i]["probability"] = shares[i];
  }
  json["position"] = position.text();
  json["to_move"] = position.over() ? Json() : mover_json(position.to_move());
  json["status"] = status_text(position);
  json["players"] = game.traits().players;
  if (position.over() && game.traits().players > 2) {
    std::vector<float> returns(game.traits().players);
    game.returns(position.state(), returns.data());
    json["returns"] = returns;
  }
  json["sides"] = sides_json(position);
  json["board"] = {{find<Svg>(game) != nullptr ? "svg" : "text", drawing(position, last)}};
  json["cells"] = cells_json(position);
  json["text"] = position.drawing();
  return text_of(json);
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
