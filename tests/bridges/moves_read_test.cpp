// Moves of all games are read without regard to case and to what surrounds them in files, in the game's own
// notation and in those of the protocols.
#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/abi/text.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game_module.hpp"
#include "core/game/move_reader.hpp"
#include "core/game/position.hpp"
#include "core/util/rng.hpp"
#include "tests/support/plugins.hpp"

namespace ludex::tests {
namespace {

std::string changed_case(std::string text, bool upper) {
  for (char& c : text) {
    if (upper && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (!upper && c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

using Read = std::function<Result<Move>(const Position&, std::string_view)>;
using Write = std::function<std::string(const Position&, Move)>;

// `write` and `read` of the moves of some positions.
void check_reading(const Game& game, const Read& read, const Write& write) {
  Rng rng = Rng::seeded(11);
  Position position(game);
  for (int ply = 0; ply < 30 && !position.over(); ++ply) {
    const std::vector<Move> moves = position.legal_moves();
    for (const Move move : moves) {
      const std::string text = write(position, move);
      CAPTURE(text);
      for (const std::string& form :
           {text, changed_case(text, true), changed_case(text, false), text + "!?", "12." + text,
            "12... " + text, text + ",", "  " + text + " \t", text + " $14"}) {
        CAPTURE(form);
        const Result<Move> again = read(position, form);
        REQUIRE_MESSAGE(again.ok(), (again.ok() ? "" : again.error()));
        CHECK(*again == move);
      }
    }
    for (const char* none : {"", "12.", "!", "nonsense", "$3", ","}) {
      CAPTURE(none);
      CHECK_FALSE(read(position, none).ok());
    }
    position.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
}

void check_game(const std::string& id, const Settings& settings = {}) {
  CAPTURE(id);
  const OwnedGame game = make_game(id, settings);
  check_reading(
      *game, [](const Position& p, std::string_view text) { return p.parse_move(text); },
      [](const Position& p, Move move) { return p.move_text(move); });
  if (const auto* gtp = find<Gtp>(*game)) {
    check_reading(
        *game,
        [&](const Position& p, std::string_view text) -> Result<Move> {
          Move move = kNoMove;
          StringSink why;
          if (gtp->read_move(p.state(), text.data(), text.size(), &move, why) != Status::kOk)
            return Error{why.take()};
          return move;
        },
        [&](const Position& p, Move move) {
          StringSink text;
          gtp->write_move(p.state(), move, text);
          return text.take();
        });
  }
  if (const auto* uci = find<Uci>(*game)) {
    for (const UciDialect dialect : {UciDialect::kUci, UciDialect::kUsi}) {
      if (!uci->speaks(dialect)) continue;
      check_reading(
          *game,
          [&](const Position& p, std::string_view text) -> Result<Move> {
            Move move = kNoMove;
            StringSink why;
            if (uci->read_move(p.state(), dialect, text.data(), text.size(), &move, why) != Status::kOk)
              return Error{why.take()};
            return move;
          },
          [&](const Position& p, Move move) {
            StringSink text;
            uci->write_move(p.state(), move, dialect, text);
            return text.take();
          });
    }
  }
}

// Two moves that case alone tells apart, and one that is known by several.
struct Letters {
  struct State {
    std::uint32_t plies = 0;
  };
  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum,
            .max_moves = 3,
            .max_plies = 1,
            .move_classes = 3,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const { return {}; }
  [[nodiscard]] Player to_move(const State&) const noexcept { return 0; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept {
    return s.plies == 0 ? GameStatus::kOngoing : win_for(0);
  }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    for (std::uint32_t i = 0; i < 3; ++i) out[i] = Move{i};
    return s.plies == 0 ? 3 : 0;
  }
  GameStatus apply(State& s, Move) const noexcept {
    ++s.plies;
    return status(s);
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return s.plies; }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move);
  }
  [[nodiscard]] std::string move_text(const State&, Move move) const {
    return move == Move{0} ? "ab" : move == Move{1} ? "aB" : "cd";
  }
  [[nodiscard]] std::string position_text(const State& s) const { return std::to_string(s.plies); }
  [[nodiscard]] Result<State> parse_position(std::string_view) const { return State{}; }
  [[nodiscard]] std::string board_text(const State&) const { return "\n"; }
};

}  // namespace

TEST_CASE("what surrounds a move in files is left out") {
  CHECK(bare_move("e4") == "e4");
  CHECK(bare_move(" 12. e4!? $3 ,\r\n") == "e4");
  CHECK(bare_move("12...e5") == "e5");
  CHECK(bare_move("11-15") == "11-15");
  CHECK(bare_move("22x18.") == "22x18.");
  CHECK(bare_move("12.") == "");
  CHECK(bare_move("$3") == "");
  CHECK(bare_move("$") == "$");
  CHECK(bare_move("") == "");
}

TEST_CASE("moves are read without regard to case and surroundings, in every notation") {
  for (const char* const id : {"awari", "breakthrough", "checkers", "chess", "connect-k", "gomoku",
                               "knightthrough", "loa", "minishogi", "mnk", "othello"})
    check_game(id);
  check_game("chess", {{"variant", "chess960"}, {"start", "100"}});
  check_game("hex", {{"size", "5"}});
}

TEST_CASE("a move that only case tells from another is not guessed") {
  const GameModule<Letters> game{Letters()};
  const Position position(game);
  CHECK(*position.parse_move("ab") == Move{0});
  CHECK(*position.parse_move("aB") == Move{1});
  CHECK(*position.parse_move("CD") == Move{2});
  REQUIRE_FALSE(position.parse_move("AB").ok());
  CHECK(position.parse_move("AB").error().find("ambiguous") != std::string::npos);
  CHECK(position.parse_move("xy").error().find("'xy' is not a legal move here") == 0);
}

}  // namespace ludex::tests
