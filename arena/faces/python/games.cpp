// ludex.Game, ludex.Position, ludex.Move.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arena/faces/python/error.hpp"
#include "arena/faces/python/objects.hpp"
#include "arena/faces/python/session.hpp"
#include "arena/model/game_record.hpp"

namespace ludex::python {
namespace {

namespace py = pybind11;

std::string setting_text(const py::handle& value) {
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "true" : "false";
  return py::str(value);
}

std::shared_ptr<GameHandle> make_game(const std::string& text, const py::kwargs& settings) {
  const arena::host::Component component = component_of(text, settings);
  const py::gil_scoped_release release;
  Session& session = Session::get();
  arena::host::GamePtr game = session.make_game(component);
  auto library = session.library(PluginKind::kGame, component.id);
  std::string canonical = canonical_text(*library, component);
  return std::make_shared<GameHandle>(std::move(library), std::move(game), std::move(canonical));
}

std::string game_text(const GameHandle& game) {
  return game.text().empty() ? "(lent)" : game.text();
}

std::string legal_list(const PositionObject& position) {
  constexpr std::size_t kShown = 12;
  std::vector<std::string> texts;
  const auto moves = position.position().legal_moves();
  for (std::size_t i = 0; i < moves.size() && i < kShown; ++i)
    texts.push_back(position.position().move_text(moves[i]));
  return fmt::format("{}{}", fmt::join(texts, ", "),
                     moves.size() > kShown ? fmt::format(" and {} more", moves.size() - kShown) : "");
}

PositionRef from_text(const GameRef& game, const std::string& text) {
  return std::make_shared<PositionObject>(game, value_or_throw(Position::from_text(game->game(), text)));
}

// The position after any number of moves, each a Move, or a text of one or several.
PositionRef play(PositionRef position, const py::args& moves) {
  for (const py::handle& item : moves) {
    if (!py::isinstance<py::str>(item)) {
      position = after(position, move_in(position, item));
      continue;
    }
    const py::list words = py::str(item).attr("split")();
    if (words.empty()) throw Error("a move is empty, expected its text");
    for (const py::handle& word : words) position = after(position, move_in(position, word));
  }
  return position;
}

bool equal(const PositionObject& a, const PositionObject& b) {
  return a.handle()->same(*b.handle()) && a.position().hash() == b.position().hash() &&
         a.position().text() == b.position().text();
}

std::uint32_t winner(const PositionObject& position) {
  return winner_of(position.position().status());
}

py::object returns(const PositionObject& position) {
  if (!position.position().over())
    throw Error("the game is not over: there is no result yet (see Position.over)");
  std::vector<float> values(position.game().traits().players);
  position.game().returns(position.position().state(), values.data());
  return py::tuple(py::cast(values));
}

py::object ranks(const PositionObject& position) {
  const py::tuple values = returns(position);
  std::vector<double> list;
  for (const py::handle& value : values) list.push_back(value.cast<double>());
  return py::tuple(py::cast(arena::ranks_by(list)));
}

py::object svg(const PositionObject& position, bool last) {
  const auto* const drawer = position.handle()->ability<Svg>();
  if (drawer == nullptr) return py::none();
  StringSink sink;
  drawer->draw_svg(position.position().state(), last ? position.last() : kNoMove, sink);
  return py::str(sink.take());
}

std::string repr(const PositionObject& position) {
  return fmt::format("<ludex.Position {} '{}'>", game_text(*position.handle()), position.position().text());
}

std::vector<MoveObject> legal_moves(const PositionRef& position) {
  std::vector<MoveObject> list;
  for (const Move move : position->position().legal_moves()) list.push_back({position, move});
  return list;
}

// Empty where chance does not decide.
std::vector<std::pair<MoveObject, double>> outcomes(const PositionRef& position) {
  const Position& board = position->position();
  if (board.over() || board.to_move() != kChance) return {};
  const std::vector<Move> moves = board.legal_moves();
  std::vector<double> shares(moves.size());
  find<Chance>(board.game())->probabilities(board.state(), shares.data());
  std::vector<std::pair<MoveObject, double>> list;
  for (std::size_t i = 0; i < moves.size(); ++i) list.push_back({{position, moves[i]}, shares[i]});
  return list;
}

MoveObject roll(const PositionRef& position, std::uint64_t seed) {
  const Position& board = position->position();
  if (board.over() || board.to_move() != kChance) throw Error("chance does not decide in this position");
  Rng rng = Rng::seeded(seed);
  return {position, find<Chance>(board.game())->draw(board.state(), &rng)};
}

void bind_game(py::module_& module) {
  py::class_<GameHandle, std::shared_ptr<GameHandle>> game(module, "Game", R"(
A game with its parameters fixed, made by `ludex.game()`. Games with equal texts are equal; any number of threads may use one.)");
  game.def(
          "position",
          [](const GameRef& self, const std::optional<std::string>& text) {
            return (text ? from_text(self, *text) : initial_position(self));
          },
          py::arg("text") = py::none(), R"(
The initial position, or the one that `text` describes (the game's own notation, as FEN for chess; see the game's rules.md).
Error: the text describes no position; the message gives the reason.)")
      .def_property_readonly(
          "text", [](const GameHandle& self) { return self.text(); },
          "'hex:size=7': the id and the parameters that differ from their defaults, as on the command line.")
      .def_property_readonly(
          "players", [](const GameHandle& self) { return self.game().traits().players; },
          "Number of players.")
      .def_property_readonly(
          "max_moves", [](const GameHandle& self) { return self.game().traits().max_moves; },
          "Maximum number of legal moves in a position.")
      .def_property_readonly(
          "max_plies", [](const GameHandle& self) { return self.game().traits().max_plies; },
          "Maximum length in plies of a game from the initial position.")
      .def_property_readonly(
          "move_classes", [](const GameHandle& self) { return self.game().traits().move_classes; },
          "Columns of Positions.legal_mask(): move classes are in range(move_classes).")
      .def_property_readonly(
          "state_size", [](const GameHandle& self) { return self.game().traits().state_size; },
          "Bytes of a position.")
      .def(
          "__eq__", [](const GameHandle& self, const GameHandle& other) { return self.same(other); },
          py::is_operator())
      .def("__hash__", [](const GameHandle& self) { return py::hash(py::str(self.text())); })
      .def("__repr__", [](const GameHandle& self) { return fmt::format("<ludex.Game {}>", game_text(self)); })
      .def("__reduce__", [](const GameHandle& self) {
        if (self.text().empty()) throw Error("a game passed to an agent cannot be pickled");
        return py::make_tuple(py::module_::import("ludex").attr("game"), py::make_tuple(self.text()));
      });
  bind_batches(module, game);
}

void bind_position(py::module_& module) {
  py::class_<PositionObject, std::shared_ptr<PositionObject>> position(module, "Position", R"(
A position of a game: an immutable value; `after()` returns new ones. Copying is free; equal positions compare equal and hash
alike; pickling keeps the text (so it loses the history of repetitions). A notebook shows the board.)");
  position
      .def_property_readonly(
          "game", [](const PositionObject& self) { return (self.handle()); }, "The game.")
      .def_property_readonly(
          "text", [](const PositionObject& self) { return self.position().text(); },
          "The position in the game's notation; Game.position() reads it.")
      .def_property_readonly(
          "over", [](const PositionObject& self) { return self.position().over(); },
          "Whether the game has ended.")
      .def_property_readonly(
          "to_move",
          [](const PositionObject& self) -> std::optional<int> {
            if (self.position().over()) return std::nullopt;
            return seat_number(self.position().to_move());
          },
          "The player to move: 0 is the one that moved first in the game; ludex.CHANCE where chance decides; "
          "None when it is over.")
      .def_property_readonly(
          "winner",
          [](const PositionObject& self) -> std::optional<Player> {
            const Player player = winner(self);
            return player == kNobody ? std::nullopt : std::optional(player);
          },
          "The winner; None for a draw or a game that is not over.")
      .def_property_readonly("returns", &returns,
                             "The result for each player, in -1..1. Error: the game is not over.")
      .def_property_readonly("ranks", &ranks,
                             "Each player's rank, 1 for the best return; ties share the better one. Error: "
                             "the game is not over.")
      .def_property_readonly(
          "hash", [](const PositionObject& self) { return self.position().hash(); },
          "A 64-bit hash; equal positions have equal hashes, also in other processes.")
      .def_property_readonly(
          "evaluation",
          [](const PositionObject& self) -> std::optional<std::int32_t> {
            const auto* const evaluate = self.handle()->ability<Evaluate>();
            if (evaluate == nullptr || self.position().over()) return std::nullopt;
            return evaluate->evaluate(self.position().state());
          },
          "The game's static evaluation for the side to move, in hundredths of its unit; None if the game "
          "has none.")
      .def("legal_moves", &legal_moves,
           "The legal moves, a list of Move; empty if and only if the game is over.")
      .def(
          "outcomes", &outcomes,
          "The outcomes where chance decides (to_move is ludex.CHANCE), a list of (Move, probability); empty "
          "elsewhere.")
      .def("roll", &roll, py::arg("seed"),
           "An outcome drawn by the probabilities. Error: chance does not decide here.")
      .def(
          "move",
          [](const PositionRef& self, const std::string& text) {
            return MoveObject{self, move_in(self, py::str(text))};
          },
          py::arg("text"), "The legal move with that text. Error: there is none.")
      .def(
          "after", [](const PositionRef& self, const py::args& moves) { return (play(self, moves)); }, R"(
after(*moves) -> Position. The position after these moves: each is a Move of this position or a text, which may contain several ("d4 e5").
Error: a move is not legal, or belongs to another game.)")
      .def(
          "playout",
          [](const PositionObject& self, std::uint64_t seed) {
            Position board = self.position();
            Rng rng = Rng::seeded(seed);
            {
              const py::gil_scoped_release release;
              board.game().playout(board.state(), &rng, nullptr);
            }
            std::vector<float> values(board.game().traits().players);
            board.game().returns(board.state(), values.data());
            return py::tuple(py::cast(values));
          },
          py::arg("seed"), "Plays a uniformly random game to its end: the result for each player, in -1..1.")
      .def(
          "svg", [](const PositionObject& self, bool last) { return svg(self, last); },
          py::arg("last") = true,
          "A drawing as SVG; `last`: the last move is marked. None if the game has no drawing.")
      .def("_repr_svg_", [](const PositionObject& self) { return svg(self, true); })
      .def("__str__", [](const PositionObject& self) { return self.position().drawing(); })
      .def("__repr__", &repr)
      .def("__eq__", &equal, py::is_operator())
      .def("__hash__",
           [](const PositionObject& self) { return static_cast<py::ssize_t>(self.position().hash() >> 1); })
      .def("__copy__", [](const std::shared_ptr<PositionObject>& self) { return self; })
      .def("__deepcopy__", [](const std::shared_ptr<PositionObject>& self, const py::dict&) { return self; })
      .def("__reduce__", [](const PositionObject& self) {
        if (self.handle()->text().empty())
          throw Error("a position passed to an agent cannot be pickled; keep its text");
        const py::object make = py::module_::import("ludex").attr("_position");
        return py::make_tuple(make, py::make_tuple(self.handle()->text(), self.position().text()));
      });
}

void bind_move(py::module_& module) {
  py::class_<MoveObject>(module, "Move", R"(
A legal move of one position. str() is its text. Equal: the same move of the same game.)")
      .def_property_readonly("text", &MoveObject::text, "The move in the game's notation.")
      .def_property_readonly(
          "id", [](const MoveObject& self) { return static_cast<std::uint32_t>(self.move); },
          "The game's number for the move, as in Positions.legal_moves().")
      .def_property_readonly(
          "move_class",
          [](const MoveObject& self) {
            return self.position->game().move_class(self.position->position().state(), self.move);
          },
          "The move's column in Positions.legal_mask().")
      .def_property_readonly(
          "position", [](const MoveObject& self) { return (self.position); },
          "The position in which it is legal.")
      .def("__str__", &MoveObject::text)
      .def("__repr__", [](const MoveObject& self) { return fmt::format("<ludex.Move {}>", self.text()); })
      .def(
          "__eq__",
          [](const MoveObject& a, const MoveObject& b) {
            return a.move == b.move && a.position->handle()->same(*b.position->handle());
          },
          py::is_operator())
      .def("__hash__", [](const MoveObject& self) { return static_cast<std::uint32_t>(self.move); })
      .def("__reduce__", [](const MoveObject& self) {
        const py::object position = py::cast((self.position));
        return py::make_tuple(position.attr("move"), py::make_tuple(self.text()));
      });
}

}  // namespace

const Game& GameHandle::game() const {
  if (game_ == nullptr)
    throw Error(
        "the game of this object no longer exists; objects passed to an agent are valid until its next "
        "new_game()");
  return *game_;
}

PositionRef initial_position(const GameRef& game) {
  return std::make_shared<PositionObject>(game, Position(game->game()));
}

PositionRef after(const PositionRef& position, Move move) {
  Position next = position->position();
  next.apply(move);
  return std::make_shared<PositionObject>(position->handle(), std::move(next), move);
}

Move move_in(const PositionRef& position, const py::handle& item) {
  const Position& board = position->position();
  if (py::isinstance<MoveObject>(item)) {
    const auto& move = item.cast<const MoveObject&>();
    if (move.position == position) return move.move;
    if (!move.position->handle()->same(*position->handle()))
      throw Error(fmt::format("the move '{}' belongs to the game {}, this position to {}", move.text(),
                              game_text(*move.position->handle()), game_text(*position->handle())));
    if (board.is_legal(move.move)) return move.move;
    throw Error(
        board.over()
            ? fmt::format("the game is over: '{}' cannot be played", move.text())
            : fmt::format("'{}' is a move of another position and not legal in this one; expected one of {}",
                          move.text(), legal_list(*position)));
  }
  if (!py::isinstance<py::str>(item))
    throw py::type_error(fmt::format("a move is {}, expected a ludex.Move or its text",
                                     std::string(py::str(py::type::handle_of(item).attr("__name__")))));
  const auto text = item.cast<std::string>();
  if (board.over()) throw Error(fmt::format("the game is over: '{}' cannot be played", text));
  return value_or_throw(board.parse_move(text));
}

arena::host::Component component_of(const std::string& text, const py::kwargs& settings) {
  arena::host::Component component = value_or_throw(arena::host::parse_component(text));
  for (const auto& [name, value] : settings)
    component.settings.emplace_back(name.cast<std::string>(), setting_text(value));
  return component;
}

void bind_games(py::module_& module) {
  bind_game(module);
  bind_position(module);
  bind_move(module);
  module.def("game", &make_game, py::arg("text"), R"(
game(id, **parameters) -> Game. A game by its id, such as 'hex' or 'hex:size=7'; `ludex describe ID` lists the parameters.
Error: there is no game of that name, a parameter is unknown or out of range, or the plug-in is refused.)");
}

}  // namespace ludex::python
