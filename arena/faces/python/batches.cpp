// ludex.Game.playouts and ludex.Positions: many games at once, for NumPy.
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arena/faces/python/columns.hpp"
#include "arena/faces/python/error.hpp"
#include "arena/faces/python/interrupt.hpp"
#include "arena/faces/python/objects.hpp"
#include "core/game/observation.hpp"

namespace ludex::python {
namespace {

namespace py = pybind11;

template <class T>
using Array = py::array_t<T, py::array::c_style>;
template <class T>
using Input = py::array_t<T, py::array::c_style | py::array::forcecast>;

// Steps between two checks of the stop flag.
constexpr std::size_t kLook = 256;

// Calls body(i) for i in [0, count) without the GIL; Ctrl-C ends it with KeyboardInterrupt.
template <class Body>
void without_gil(std::size_t count, const Body& body) {
  Interrupt interrupt;
  {
    const py::gil_scoped_release release;
    for (std::size_t i = 0; i < count; ++i) {
      if (i % kLook == 0 && interrupt.requested()) break;
      body(i);
    }
  }
  if (interrupt.requested()) interrupt.check();
}

// (returns, lengths) of playouts from start(i), all from one generator: the stream of `ludex playouts
// --seed`.
template <class StartState>
py::tuple random_games(const GameHandle& handle, std::size_t count, std::uint64_t seed,
                       const StartState& start) {
  const Game& game = handle.game();
  const std::size_t players = game.traits().players;
  Array<float> returns({count, players});
  Array<std::int32_t> lengths(static_cast<py::ssize_t>(count));
  float* const out = returns.mutable_data();
  std::int32_t* const plies = lengths.mutable_data();
  const StateBuffer board(game.traits(), 1);
  Rng rng = Rng::seeded(seed);
  without_gil(count, [&](std::size_t i) {
    game.copy(board[0], start(i));
    plies[i] = static_cast<std::int32_t>(game.playout(board[0], &rng, nullptr).plies);
    game.returns(board[0], out + i * players);
  });
  return py::make_tuple(returns, lengths);
}

py::tuple playouts(const GameRef& game, std::size_t count, std::uint64_t seed, const py::object& from) {
  load_numpy();
  const PositionRef position = from.is_none() ? initial_position(game) : from.cast<PositionRef>();
  if (!position->handle()->same(*game))
    throw Error(
        fmt::format("the position is of the game {}, expected {}", position->handle()->text(), game->text()));
  const State* const state = position->position().state();
  return random_games(*game, count, seed, [&](std::size_t) { return state; });
}

// Positions of one game in an array, changed in place. One thread at a time.
class Positions {
 public:
  Positions(GameRef handle, std::size_t count)
      : handle_(std::move(handle)),
        count_(count),
        states_(handle_->game().traits(), std::max<std::size_t>(count, 2)) {
    for (std::size_t i = 0; i < count_; ++i) set_initial(i);
  }

  [[nodiscard]] const Game& game() const { return handle_->game(); }
  [[nodiscard]] const GameRef& handle() const noexcept { return handle_; }
  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] State* state(std::size_t i) const noexcept { return states_[i]; }
  [[nodiscard]] bool over(std::size_t i) const { return is_over(game().status(states_[i])); }
  [[nodiscard]] std::size_t stride() const noexcept {
    return static_cast<std::size_t>(reinterpret_cast<std::byte*>(states_[1]) -
                                    reinterpret_cast<std::byte*>(states_[0]));
  }
  void set(std::size_t i, const PositionObject& position) {
    if (!position.handle()->same(*handle_))
      throw Error(fmt::format("position {} is of the game {}, expected {}", i, position.handle()->text(),
                              handle_->text()));
    clear(i);
    game().copy(states_[i], position.position().state());
  }
  void set_initial(std::size_t i) {
    clear(i);
    game().initial(states_[i]);
  }
  [[nodiscard]] PositionRef get(py::ssize_t i) const {
    const auto n = static_cast<py::ssize_t>(count_);
    if (i < -n || i >= n) throw py::index_error(fmt::format("position {} of {}", i, n));
    Position position(game());
    game().copy(position.state(), states_[static_cast<std::size_t>(i < 0 ? i + n : i)]);
    return std::make_shared<PositionObject>(handle_, std::move(position));
  }

  // An array with one value per position.
  template <class T, class Value>
  [[nodiscard]] Array<T> each(const Value& value) const {
    Array<T> array(static_cast<py::ssize_t>(count_));
    T* const out = array.mutable_data();
    without_gil(count_, [&](std::size_t i) { out[i] = value(i); });
    return array;
  }

 private:
  // Zeroes the bytes that a game leaves unused, since learners see them all.
  void clear(std::size_t i) noexcept {
    std::memset(static_cast<void*>(states_[i]), 0, game().traits().state_size);
  }

  GameRef handle_;
  std::size_t count_;
  StateBuffer states_;
};
using PositionsRef = std::shared_ptr<Positions>;

PositionsRef make_positions(const GameRef& game, const py::object& what) {
  load_numpy();
  if (py::isinstance<py::int_>(what)) {
    const auto count = what.cast<py::ssize_t>();
    if (count < 0) throw Error(fmt::format("positions({}): expected a number from 0 on", count));
    return std::make_shared<Positions>(game, static_cast<std::size_t>(count));
  }
  const auto list = what.cast<std::vector<PositionRef>>();
  auto positions = std::make_shared<Positions>(game, list.size());
  for (std::size_t i = 0; i < list.size(); ++i) positions->set(i, *list[i]);
  return positions;
}

// A view of the present positions, which it keeps alive.
py::array states(const PositionsRef& self) {
  const std::size_t size = self->game().traits().state_size;
  py::array_t<std::uint8_t> view({self->size(), size}, {self->stride(), std::size_t{1}},
                                 reinterpret_cast<const std::uint8_t*>(self->state(0)), py::cast(self));
  view.attr("flags").attr("writeable") = false;
  return view;
}

py::tuple legal_moves(const Positions& self) {
  const std::size_t width = self.game().traits().max_moves;
  Array<std::uint32_t> moves({self.size(), width});
  Array<std::int32_t> counts(static_cast<py::ssize_t>(self.size()));
  std::uint32_t* const out = moves.mutable_data();
  std::int32_t* const numbers = counts.mutable_data();
  without_gil(self.size(), [&](std::size_t i) {
    std::uint32_t* const row = out + i * width;
    const std::uint32_t count = self.game().legal_moves(self.state(i), reinterpret_cast<Move*>(row));
    std::fill(row + count, row + width, static_cast<std::uint32_t>(kNoMove));
    numbers[i] = static_cast<std::int32_t>(count);
  });
  return py::make_tuple(moves, counts);
}

Array<bool> legal_mask(const Positions& self) {
  const std::size_t width = self.game().traits().move_classes;
  Array<bool> mask({self.size(), width});
  bool* const out = mask.mutable_data();
  std::vector<Move> moves(self.game().traits().max_moves);
  without_gil(self.size(), [&](std::size_t i) {
    bool* const row = out + i * width;
    std::fill(row, row + width, false);
    const std::uint32_t count = self.game().legal_moves(self.state(i), moves.data());
    for (std::uint32_t k = 0; k < count; ++k) row[self.game().move_class(self.state(i), moves[k])] = true;
  });
  return mask;
}

const Features& features_of(const GameHandle& game) {
  const auto* const features = game.ability<Features>();
  if (features == nullptr)
    throw Error(game.text() + " does not offer ludex.draft.features/1: no observations");
  return *features;
}

// The channels' names, and the shape of one position's planes.
py::dict observation_of(const GameHandle& game) {
  const Observer observer(features_of(game));
  const FeatureShape& shape = observer.shape();
  py::list names;
  for (std::uint32_t i = 0; i < observer.channels(); ++i) names.append(observer.channel_name(i));
  py::list neighbours;
  std::array<std::uint32_t, kMaxNeighbours> near{};
  for (std::uint32_t site = 0; site < shape.sites; ++site) {
    const std::uint32_t n = features_of(game).neighbours(site, near.data());
    neighbours.append(std::vector<std::uint32_t>(near.begin(), near.begin() + n));
  }
  py::dict result;
  result["sites"] = shape.sites;
  result["rows"] = shape.rows;
  result["columns"] = shape.columns;
  result["channels"] = names;
  result["indices"] = observer.indices();
  result["neighbours"] = neighbours;
  return result;
}

// The player whose view is asked for; by default the one to move, and the first player where nobody is.
Player viewer(const Positions& self, std::size_t i, const std::optional<Player>& player) {
  if (player) return *player;
  const Player mover = self.game().to_move(self.state(i));
  return self.over(i) || mover == kChance ? 0 : mover;
}
void require_player(const Positions& self, const std::optional<Player>& player) {
  if (player && *player >= self.game().traits().players)
    throw Error(
        fmt::format("player {}: the game has players 0 to {}", *player, self.game().traits().players - 1));
}

Array<float> planes(const Positions& self, const std::optional<Player>& player) {
  require_player(self, player);
  Observer observer(features_of(*self.handle()));
  const std::size_t row = std::size_t{observer.channels()} * observer.shape().sites;
  Array<float> result({self.size(), std::size_t{observer.channels()}, std::size_t{observer.shape().sites}});
  float* const out = result.mutable_data();
  without_gil(self.size(),
              [&](std::size_t i) { observer.planes(self.state(i), viewer(self, i, player), out + i * row); });
  return result;
}

Array<std::int32_t> active_features(const Positions& self, const std::optional<Player>& player) {
  require_player(self, player);
  Observer observer(features_of(*self.handle()));
  const std::size_t row = std::size_t{observer.shape().layers} * observer.shape().sites;
  Array<std::int32_t> result({self.size(), row});
  std::int32_t* const out = result.mutable_data();
  std::vector<std::uint32_t> active(row);
  without_gil(self.size(), [&](std::size_t i) {
    const std::uint32_t n = observer.active(self.state(i), viewer(self, i, player), active.data());
    std::copy_n(active.begin(), n, out + i * row);
    std::fill_n(out + i * row + n, row - n, -1);
  });
  return result;
}

void require_length(const Positions& self, const py::array& array, const char* what) {
  if (array.ndim() != 1 || static_cast<std::size_t>(array.size()) != self.size())
    throw Error(
        fmt::format("{}: an array of {} dimensions and {} items, expected one item for each of {} positions",
                    what, array.ndim(), array.size(), self.size()));
}

// Plays chosen[i] in position i if it is not over. find(i, legal, count) returns the move, or kNoMove. Finds
// all moves before the first is played.
template <class Find>
void play(Positions& self, const char* what, const Find& find) {
  std::vector<Move> legal(self.game().traits().max_moves);
  std::vector<Move> chosen(self.size(), kNoMove);
  std::size_t bad = self.size();
  without_gil(self.size(), [&](std::size_t i) {
    if (bad != self.size() || self.over(i)) return;
    const std::uint32_t count = self.game().legal_moves(self.state(i), legal.data());
    chosen[i] = find(i, legal.data(), count);
    if (chosen[i] == kNoMove) bad = i;
  });
  if (bad != self.size())
    throw Error(fmt::format("position {}: no legal move has this {}; no move was played", bad, what));
  const py::gil_scoped_release release;
  for (std::size_t i = 0; i < self.size(); ++i)
    if (chosen[i] != kNoMove) self.game().apply(self.state(i), chosen[i]);
}

void play_moves(Positions& self, const Input<std::uint32_t>& moves) {
  require_length(self, moves, "moves");
  const std::uint32_t* const ids = moves.data();
  play(self, "id", [&](std::size_t i, const Move* legal, std::uint32_t count) {
    const Move move{ids[i]};
    return std::find(legal, legal + count, move) == legal + count ? kNoMove : move;
  });
}

void play_classes(Positions& self, const Input<std::int64_t>& classes) {
  require_length(self, classes, "classes");
  const std::int64_t* const wanted = classes.data();
  play(self, "move class", [&](std::size_t i, const Move* legal, std::uint32_t count) {
    const auto* const found = std::find_if(legal, legal + count, [&](Move move) {
      return static_cast<std::int64_t>(self.game().move_class(self.state(i), move)) == wanted[i];
    });
    return found == legal + count ? kNoMove : *found;
  });
}

std::size_t roll(Positions& self, std::uint64_t seed) {
  const auto* const chance = find<Chance>(self.game());
  if (chance == nullptr) return 0;
  Rng rng = Rng::seeded(seed);
  std::size_t count = 0;
  for (std::size_t i = 0; i < self.size(); ++i) {
    for (; !self.over(i) && self.game().to_move(self.state(i)) == kChance; ++count)
      self.game().apply(self.state(i), chance->draw(self.state(i), &rng));
  }
  return count;
}

Array<float> returns(const Positions& self) {
  const std::size_t players = self.game().traits().players;
  Array<float> array({self.size(), players});
  float* const out = array.mutable_data();
  without_gil(self.size(), [&](std::size_t i) {
    if (self.over(i)) {
      self.game().returns(self.state(i), out + i * players);
    } else {
      std::fill(out + i * players, out + (i + 1) * players, std::numeric_limits<float>::quiet_NaN());
    }
  });
  return array;
}

std::size_t reset(Positions& self, const py::object& which) {
  std::optional<Input<bool>> mask;
  if (!which.is_none()) {
    mask = which.cast<Input<bool>>();
    require_length(self, *mask, "which");
  }
  std::size_t count = 0;
  for (std::size_t i = 0; i < self.size(); ++i) {
    if (mask ? !mask->data()[i] : !self.over(i)) continue;
    self.set_initial(i);
    ++count;
  }
  return count;
}

}  // namespace

void bind_batches(py::module_& module, py::class_<GameHandle, std::shared_ptr<GameHandle>>& game) {
  game.def("playouts", &playouts, py::arg("count"), py::arg("seed") = 1, py::arg("position") = py::none(), R"(
playouts(count, seed=1, position=None) -> (returns, lengths). Uniformly random games from the initial position or from `position`, the
games of `ludex playouts` at the same speed: returns float32 [count, players] in -1..1, lengths int32 [count] in plies.)")
      .def("positions", &make_positions, py::arg("what"), R"(
positions(what) -> Positions. A batch: `what` is a number of initial positions, or a list of positions of this game.)");
  game.def_property_readonly("observation", &observation_of, R"(
How positions are observed (Positions.planes), the same for every game: {'sites', 'rows', 'columns' (0 unless the board is a grid, where
site = row * columns + column), 'channels': names, 'indices': bound of Positions.active_features, 'neighbours': of each site}.
Error: the game offers no observations.)");
  py::class_<Positions, PositionsRef>(module, "Positions", R"(
A batch of positions of one game, for learning: arrays have one row per position. `play_classes()` and `play_moves()` change them in place;
finished positions do not change. For one thread at a time.)")
      .def("__len__", &Positions::size)
      .def("__getitem__", &Positions::get, py::arg("index"), "A copy as Position.")
      .def("__setitem__",
           [](Positions& self, py::ssize_t i, const PositionObject& position) {
             static_cast<void>(self.get(i));
             self.set(static_cast<std::size_t>(i < 0 ? i + static_cast<py::ssize_t>(self.size()) : i),
                      position);
           })
      .def_property_readonly("game", &Positions::handle, "The game.")
      .def_property_readonly("states", &states, R"(
uint8 [n, game.state_size]: the positions in the game's internal format. A read-only view: it changes with them.
Bytes that a position does not use are 0 after it is set; later moves may leave any value there.)")
      .def_property_readonly(
          "over",
          [](const Positions& self) { return self.each<bool>([&](std::size_t i) { return self.over(i); }); },
          "bool [n]: whether the game has ended.")
      .def_property_readonly(
          "to_move",
          [](const Positions& self) {
            return self.each<std::int8_t>([&](std::size_t i) {
              return static_cast<std::int8_t>(self.over(i) ? -1
                                                           : seat_number(self.game().to_move(self.state(i))));
            });
          },
          "int8 [n]: the player to move; -1 if the game is over, ludex.CHANCE (-2) where chance decides.")
      .def_property_readonly(
          "hashes",
          [](const Positions& self) {
            return self.each<std::uint64_t>([&](std::size_t i) { return self.game().hash(self.state(i)); });
          },
          "uint64 [n]: Position.hash of each.")
      .def_property_readonly("returns", &returns,
                             "float32 [n, players]: results in -1..1; NaN if the game is not over.")
      .def("legal_moves", &legal_moves, R"(
legal_moves() -> (moves, counts). uint32 [n, game.max_moves], ids (Move.id) in the order of Position.legal_moves(), the rest
0xffffffff; int32 [n].)")
      .def("legal_mask", &legal_mask, R"(
bool [n, game.move_classes]: True in the columns (Move.move_class) of legal moves. A row is all False if and only if its game is over.)")
      .def("planes", &planes, py::arg("player") = py::none(), R"(
float32 [n, channels, sites]: each position as `player` sees it, by default the player to move; names in game.observation. 0 or 1 for what
stands on a site; a value without a site fills its channel, about in -1..1. Error: the game offers no observations.)")
      .def("active_features", &active_features, py::arg("player") = py::none(), R"(
int32 [n, most]: channel * sites + site of each 1 in planes(), without the channels of values; the rest -1.)")
      .def("play_moves", &play_moves, py::arg("moves"), R"(
Plays one move in each position: [n] ids. The values for finished games are ignored. Error: a move is illegal; then none is played.)")
      .def("play_classes", &play_classes, py::arg("classes"), R"(
Plays one move in each position: [n] columns of legal_mask(). The first legal move of a class is played. The values for
finished games are ignored. Error: a move is illegal; then none is played.)")
      .def("roll", &roll, py::arg("seed"), R"(
Plays drawn outcomes in all positions where chance decides, until a player is to move or the game is over; returns their number.)")
      .def("reset", &reset, py::arg("which") = py::none(), R"(
Resets the positions with `which` (bool [n]), or else those whose game is over, to the initial position; returns their number.)")
      .def(
          "playouts",
          [](const Positions& self, std::uint64_t seed) {
            return random_games(*self.handle(), self.size(), seed,
                                [&](std::size_t i) { return self.state(i); });
          },
          py::arg("seed") = 1,
          "playouts(seed=1) -> (returns, lengths). A random game from each position, as Game.playouts.");
}

}  // namespace ludex::python
