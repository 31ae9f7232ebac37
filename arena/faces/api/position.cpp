#include "arena/faces/api/position.hpp"

#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arena/base/text/suggest.hpp"
#include "arena/faces/api/refusal.hpp"
#include "arena/model/game_record.hpp"
#include "core/abi/text.hpp"
#include "core/game/extensions.hpp"
#include "core/game/observation.hpp"

namespace ludex::arena::api {
namespace {

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

Json move_json(const Position& position, Move move, const SvgCells* cells) {
  Json json{{"move", position.move_text(move)}};
  if (cells == nullptr) return json;
  StringSink sink;
  cells->write_move_cells(position.state(), move, sink);
  std::istringstream in(sink.text());
  auto& list = json["cells"] = Json::array();
  for (std::string name; in >> name;) list.push_back(name);
  return json;
}

Json legal_json(const Position& position, const SvgCells* cells) {
  Json list = Json::array();
  for (const Move move : position.legal_moves()) list.push_back(move_json(position, move, cells));
  if (position.over() || position.to_move() != kChance) return list;
  std::vector<double> shares(list.size());
  find<Chance>(position.game())->probabilities(position.state(), shares.data());
  for (std::size_t i = 0; i < shares.size(); ++i) list[i]["probability"] = shares[i];
  return list;
}

// The observation of the player to move; of the first player where nobody is.
Json features_json(const Position& position) {
  const auto* const features = find<Features>(position.game());
  if (features == nullptr) return {};
  const Player mover = position.to_move();
  const Player player = position.over() || mover == kChance ? 0 : mover;
  Observer observer(*features);
  std::vector<std::uint32_t> active(std::size_t{observer.shape().layers} * observer.shape().sites);
  active.resize(observer.active(position.state(), player, active.data()));
  return {{"player", player}, {"active", active}, {"numbers", observer.numbers()}};
}

[[noreturn]] void refuse_move(const Position& position, std::size_t number, const std::string& text,
                              const std::string& why) {
  std::vector<std::string> legal;
  for (const Move move : position.legal_moves()) legal.push_back(position.move_text(move));
  constexpr std::size_t kShown = 8;
  const std::size_t count = legal.size();
  const auto near = by_distance(text, std::move(legal), kShown);
  throw Refusal("illegal_move", fmt::format("move {}: {}", number, why),
                fmt::format("a legal move, as {}{}", fmt::join(near, ", "), count > kShown ? " ..." : ""),
                "ask for the position before this move with \"include\": [\"legal\"]")
      .in("moves");
}

}  // namespace

std::string drawing(const Position& position, Move last) {
  const auto* const svg = find<Svg>(position.game());
  if (svg == nullptr) return position.drawing();
  StringSink sink;
  svg->draw_svg(position.state(), last, sink);
  return sink.take();
}

Json mover_json(Player mover) {
  return mover == kChance ? Json(-1) : Json(mover);
}

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

void put_result(const Position& position, Json& json) {
  if (!position.over()) return;
  std::vector<float> returns(position.game().traits().players);
  position.game().returns(position.state(), returns.data());
  json["returns"] = returns;
  json["ranks"] = ranks_by({returns.begin(), returns.end()});
}

Line line_of(const Game& game, const Played& played) {
  if (played.moves.size() > kMostMoves)
    throw Refusal("too_long", fmt::format("more than {} moves", kMostMoves),
                  fmt::format("at most {} moves", kMostMoves), "give a later position as text")
        .in("moves");
  if (played.position.size() > kLongestPosition)
    throw Refusal("too_long", "the text of the position is too long",
                  fmt::format("at most {} bytes", kLongestPosition), "give an earlier position, and moves")
        .in("position");
  Line line{Position(game), {}, Position(game), ""};
  if (!played.position.empty()) {
    auto read = Position::from_text(game, played.position, &line.warning);
    if (!read)
      throw Refusal("bad_position", "position: " + read.error(),
                    "a position in the game's notation, as " + line.start.text(),
                    "leave `position` out for the initial one")
          .in("position");
    line.start = *read;
    line.end = std::move(*read);
  }
  line.moves.reserve(played.moves.size());
  for (const std::string& text : played.moves) {
    const std::size_t number = line.moves.size() + 1;
    if (line.end.over())
      throw Refusal("game_over", fmt::format("the game is over before move {} '{}'", number, text),
                    fmt::format("{} moves", number - 1), "leave the last moves out")
          .in("moves");
    const auto move = line.end.parse_move(text);
    if (!move) refuse_move(line.end, number, text, move.error());
    line.moves.push_back(*move);
    line.end.apply(*move);
  }
  return line;
}

Json position_json(const Line& line, unsigned parts) {
  const Position& position = line.end;
  const Game& game = position.game();
  const auto* const cells = (parts & kCells) != 0 ? find<SvgCells>(game) : nullptr;
  Json json{{"position", position.text()},
            {"to_move", position.over() ? Json() : mover_json(position.to_move())},
            {"status", status_text(position)},
            {"players", game.traits().players}};
  put_result(position, json);
  if (!line.warning.empty()) json["warning"] = line.warning;
  if ((parts & kMoves) != 0) {
    json["start"] = line.start.text();
    auto& moves = json["moves"] = Json::array();
    Position before = line.start;
    for (const Move move : line.moves) {
      Json item = move_json(before, move, cells);
      item["mover"] = mover_json(before.to_move());
      moves.push_back(std::move(item));
      before.apply(move);
    }
  }
  if ((parts & kLegal) != 0) json["legal"] = legal_json(position, cells);
  if ((parts & kSvg) != 0) {
    const Move last = line.moves.empty() ? kNoMove : line.moves.back();
    json["svg"] = find<Svg>(game) != nullptr ? Json(drawing(position, last)) : Json();
  }
  if ((parts & kText) != 0) json["text"] = position.drawing();
  if ((parts & kCells) != 0) json["cells"] = cells_json(position);
  if ((parts & kSides) != 0) json["sides"] = sides_json(position);
  if ((parts & kFeatures) != 0) json["features"] = features_json(position);
  return json;
}

}  // namespace ludex::arena::api
