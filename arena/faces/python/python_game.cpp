// Games written in Python: the runtime for games/python. A position is the moves that led to it; the objects
// of the author's class are kept in a cache and made anew by playing these moves.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arena/faces/python/interpreter.hpp"
#include "core/abi/params.hpp"
#include "core/game/game_module.hpp"
#include "core/game/rules.hpp"
#include "core/game/side.hpp"
#include "core/util/hash.hpp"

namespace ludex::python {
namespace {

namespace py = pybind11;

constexpr std::size_t kMostPlies = 1000;
constexpr std::size_t kKept = 10'000;  // positions
constexpr std::uint32_t kMoveClasses = 1024;

// The same in every process: the host and a worker exchange moves.
Move move_of(std::string_view text) {
  return Move{static_cast<std::uint32_t>(fnv1a(text)) & 0x7FFFFFFFU};
}

// A position as the author's class sees it.
struct Seen {
  py::object position;
  GameStatus status = GameStatus::kOngoing;
  Player mover = 0;
  std::vector<Move> moves;
  std::vector<std::string> texts;
  std::vector<py::object> own;  // the author's moves
};
using SeenRef = std::shared_ptr<const Seen>;

// The last owner may not have the GIL.
std::shared_ptr<Seen> new_seen() {
  return {new Seen, [](Seen* last) {
            const py::gil_scoped_acquire gil;
            delete last;
          }};
}

// Used with the GIL; no call of Python between looking at the cache and leaving it.
class Author {
 public:
  Author(const std::string& file, const std::string& name, const std::string& args)
      : game_(py::module_::import("ludex._games").attr("Game")(file, name, args)) {}

  [[nodiscard]] std::uint32_t max_moves() const { return game_.attr("max_moves").cast<std::uint32_t>(); }
  [[nodiscard]] SeenRef start() { return start_ ? start_ : start_ = look(game_.attr("start")(), 0); }
  [[nodiscard]] SeenRef play(const Seen& before, Move move, std::uint32_t plies) {
    const auto at = std::find(before.moves.begin(), before.moves.end(), move) - before.moves.begin();
    return look(game_.attr("play")(before.position, before.own[static_cast<std::size_t>(at)]), plies);
  }
  [[nodiscard]] std::string drawing(const Seen& seen) const {
    return py::str(game_.attr("drawing")(seen.position));
  }

  [[nodiscard]] SeenRef known(std::uint64_t hash) const {
    const auto found = cache_.find(hash);
    return found == cache_.end() ? nullptr : found->second;
  }
  void keep(std::uint64_t hash, SeenRef seen) {
    std::unordered_map<std::uint64_t, SeenRef> old;
    if (cache_.size() >= kKept) old.swap(cache_);
    cache_.emplace(hash, std::move(seen));
  }
  // Drops all objects; the last call.
  void clear() {
    cache_.clear();
    start_.reset();
    game_ = py::object();
  }

 private:
  [[nodiscard]] SeenRef look(py::object position, std::uint32_t plies) const {
    auto seen = new_seen();
    const auto answer = game_.attr("look")(position, plies).cast<py::tuple>();
    seen->position = std::move(position);
    const int status = answer[0].cast<int>();
    seen->status = status < 0    ? GameStatus::kOngoing
                   : status == 2 ? GameStatus::kDraw
                                 : win_for(static_cast<Player>(status));
    seen->mover = answer[1].cast<Player>();
    for (const auto& [text, own] : answer[2].cast<py::dict>()) {
      seen->texts.push_back(text.cast<std::string>());
      seen->own.push_back(py::reinterpret_borrow<py::object>(own));
      const Move move = move_of(seen->texts.back());
      if (std::find(seen->moves.begin(), seen->moves.end(), move) != seen->moves.end())
        throw py::value_error(
            fmt::format("the texts of two moves have the same hash: '{}'", seen->texts.back()));
      seen->moves.push_back(move);
    }
    return seen;
  }

  py::object game_;
  SeenRef start_;
  std::unordered_map<std::uint64_t, SeenRef> cache_;
};

class PythonRules {
 public:
  struct State {
    std::uint64_t hash;
    std::uint32_t plies;
    std::uint8_t status;
    std::uint8_t mover;
    std::uint16_t reserved;
    std::array<std::uint32_t, kMostPlies> moves;
  };

  PythonRules(std::shared_ptr<Author> author, std::uint32_t max_moves, std::uint32_t max_plies)
      : author_(std::move(author)), max_moves_(max_moves), max_plies_(max_plies) {}

  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kDrawsPossible | kPerfectInformation | kDeterministic,
            .max_moves = max_moves_,
            .max_plies = max_plies_,
            .move_classes = kMoveClasses,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const {
    State s{};
    s.hash = 0x9E3779B97F4A7C15ULL;
    return settle(s, *see(s));
  }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.mover; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return GameStatus{s.status}; }

  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (s.status != 0) return 0;
    const SeenRef seen = see(s);
    std::copy(seen->moves.begin(), seen->moves.end(), out);
    return static_cast<std::uint32_t>(seen->moves.size());
  }
  GameStatus apply(State& s, Move move) const noexcept {
    const SeenRef before = see(s);
    s.moves[s.plies++] = static_cast<std::uint32_t>(move);
    s.hash = hash_combine(s.hash, static_cast<std::uint32_t>(move) + 1);
    const SeenRef after = attempt([&] {
      SeenRef seen = author_->known(s.hash);
      if (!seen) {
        seen = author_->play(*before, move, s.plies);
        author_->keep(s.hash, seen);
      }
      return seen;
    });
    settle(s, *after);
    return GameStatus{s.status};
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return s.hash; }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move) % kMoveClasses;
  }

  [[nodiscard]] std::string move_text(const State& s, Move move) const {
    const SeenRef seen = see(s);
    const auto at = std::find(seen->moves.begin(), seen->moves.end(), move) - seen->moves.begin();
    return seen->texts.at(static_cast<std::size_t>(at));
  }
  // The moves so far: an author's object has no text that could be read back.
  [[nodiscard]] std::string position_text(const State& s) const {
    if (s.plies == 0) return "start";
    std::string text;
    State now = initial();
    for (std::uint32_t i = 0; i < s.plies; ++i) {
      text += (i == 0 ? "" : " ") + move_text(now, Move{s.moves[i]});
      apply(now, Move{s.moves[i]});
    }
    return text;
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    State now = initial();
    if (text == "start") return now;
    while (!text.empty()) {
      const std::string_view word = text.substr(0, text.find(' '));
      text.remove_prefix(std::min(word.size() + 1, text.size()));
      const SeenRef seen = see(now);
      const auto found = std::find(seen->texts.begin(), seen->texts.end(), word);
      if (now.status != 0 || found == seen->texts.end())
        return ludex::Error{
            fmt::format("'{}' is not a move here; expected 'start' or the moves since then", word)};
      apply(now, seen->moves[static_cast<std::size_t>(found - seen->texts.begin())]);
    }
    return now;
  }
  [[nodiscard]] std::string board_text(const State& s) const {
    const SeenRef seen = see(s);
    try {
      return in_python([&] { return author_->drawing(*seen); }) + "\n";
    } catch (const std::exception& e) {
      return std::string(e.what()) + "\n";
    }
  }

 private:
  // Rules that fail have no result that could be logged: the process ends, and the log has the games before.
  // A game is tried out when it is made, so that most faults are found there.
  template <class Body>
  SeenRef attempt(const Body& body) const noexcept {
    std::string why;
    try {
      return in_python(body);
    } catch (const std::exception& e) {
      why = e.what();
    }
    std::fprintf(stderr, "ludex: the game in Python failed; mend it and go on with --resume: %s\n",
                 why.c_str());
    std::abort();
  }
  SeenRef see(const State& s) const noexcept {
    return attempt([&]() -> SeenRef {
      if (s.plies == 0) return author_->start();
      if (SeenRef seen = author_->known(s.hash)) return seen;
      SeenRef seen = author_->start();
      for (std::uint32_t i = 0; i < s.plies; ++i) seen = author_->play(*seen, Move{s.moves[i]}, i + 1);
      author_->keep(s.hash, seen);
      return seen;
    });
  }
  State& settle(State& s, const Seen& seen) const noexcept {
    s.mover = static_cast<std::uint8_t>(seen.mover);
    s.status = static_cast<std::uint8_t>(seen.status);
    if (s.status == 0 && s.plies >= max_plies_) s.status = static_cast<std::uint8_t>(GameStatus::kDraw);
    return s;
  }

  std::shared_ptr<Author> author_;
  std::uint32_t max_moves_;
  std::uint32_t max_plies_;
};

// Plays random games, so that faults of the class refuse the game instead of ending one.
void try_out(Author& author, std::uint32_t max_plies) {
  constexpr int kGames = 20;
  Rng rng = Rng::seeded(1);
  for (int i = 0; i < kGames; ++i) {
    SeenRef seen = author.start();
    for (std::uint32_t plies = 1; seen->status == GameStatus::kOngoing && plies <= max_plies; ++plies)
      seen =
          author.play(*seen, seen->moves[rng.below(static_cast<std::uint32_t>(seen->moves.size()))], plies);
    static_cast<void>(author.drawing(*seen));
  }
}

struct PythonGame {
  // Checked by the plug-in (games/python), which has the same parameters.
  static std::span<const ParamSpec> parameters() {
    static const std::array specs{params::text("file", "", ""), params::text("class", "", ""),
                                  params::text("args", "", ""), params::text("max_plies", "256", "")};
    return specs;
  }
  static Result<PythonRules> create(const ParamValues& values) {
    const auto max_plies = static_cast<std::uint32_t>(std::stoul(std::string(values.text("max_plies"))));
    return in_python([&]() -> Result<PythonRules> {
      std::shared_ptr<Author> author(
          new Author(std::string(values.text("file")), std::string(values.text("class")),
                     std::string(values.text("args"))),
          [](Author* last) {
            const py::gil_scoped_acquire gil;
            last->clear();
            delete last;
          });
      try_out(*author, max_plies);
      const std::uint32_t moves = author->max_moves();
      return PythonRules(std::move(author), moves, max_plies);
    });
  }
};

}  // namespace
}  // namespace ludex::python

// The games of this runtime, for games/python; null and a message if Python cannot be started.
extern "C" __attribute__((visibility("default"))) const ludex::GameFactory* ludex_python_games(
    ludex::TextSink& error) {
  using namespace ludex;
  if (!python::start_python(error)) return nullptr;
  return static_cast<const GameFactory*>(GameShell<python::PythonGame>::factory(GameFactory::kInterface));
}
