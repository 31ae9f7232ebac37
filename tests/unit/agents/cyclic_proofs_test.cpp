// Games in which positions recur: the graph-history interaction problem. On graphs where a recurrence is a
// draw, the value at the start is that of retrograde analysis, which knows no paths (a side that can force a
// win can do so without coming back to a position), however often the graph leads back into itself.
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/proof_solving.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/threaded_host.hpp"

namespace ludex::tests {

namespace {

// A token on a random graph of at most 64 vertices, each of which belongs to one player; some are won. Coming
// back to a vertex is a draw, the first time or the second.
class CycleGame {
 public:
  struct State {
    std::uint64_t seen;
    std::uint64_t seen_twice;
    std::uint32_t vertex;
    GameStatus status;
  };
  static constexpr std::uint32_t kMoves = 3;

  CycleGame(std::uint32_t vertices, std::uint64_t seed, bool at_once = true)
      : vertices_(vertices), seed_(seed), at_once_(at_once) {}

  [[nodiscard]] GameTraits traits() const {
    return {
        .players = 2,
        .flags = kZeroSum | kDrawsPossible | kPerfectInformation | kDeterministic | kCyclic | kHistoryDraws,
        .max_moves = kMoves,
        .max_plies = at_once_ ? vertices_ : 2 * vertices_,
        .move_classes = kMoves,
        .state_size = 0,
        .state_align = 0};
  }
  [[nodiscard]] State initial() const { return {1, 0, 0, GameStatus::kOngoing}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return owner(s.vertex); }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return s.status; }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (is_over(s.status)) return 0;
    for (std::uint32_t i = 0; i < kMoves; ++i) out[i] = Move{i};
    return kMoves;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    s.vertex = next(s.vertex, static_cast<std::uint32_t>(move));
    const std::uint64_t bit = std::uint64_t{1} << s.vertex;
    s.status = ((at_once_ ? s.seen : s.seen_twice) & bit) != 0 ? GameStatus::kDraw : end(s.vertex);
    s.seen_twice |= s.seen & bit;
    s.seen |= bit;
    return s.status;
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return mix64(s.vertex + 1); }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move);
  }
  [[nodiscard]] std::string move_text(const State&, Move move) const {
    return std::to_string(static_cast<std::uint32_t>(move));
  }
  [[nodiscard]] std::string position_text(const State& s) const {
    return std::to_string(s.vertex) + "/" + std::to_string(s.seen) + "/" + std::to_string(s.seen_twice);
  }
  [[nodiscard]] Result<State> parse_position(std::string_view) const { return Error{"not needed"}; }
  [[nodiscard]] std::string board_text(const State& s) const { return position_text(s); }

  // For the side to move at the start.
  [[nodiscard]] Outcome retrograde() const {
    std::vector<GameStatus> value(vertices_, GameStatus::kOngoing);
    for (std::uint32_t v = 1; v < vertices_; ++v) value[v] = end(v);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t v = 0; v < vertices_; ++v) {
        if (is_over(value[v])) continue;
        const GameStatus own = win_for(owner(v));
        bool lost = true;
        GameStatus found = GameStatus::kOngoing;
        for (std::uint32_t i = 0; i < kMoves; ++i) {
          const GameStatus below = value[next(v, i)];
          if (below == own) found = own;
          lost = lost && below == win_for(1 - owner(v));
        }
        if (lost) found = win_for(1 - owner(v));
        if (found == GameStatus::kOngoing) continue;
        value[v] = found;
        changed = true;
      }
    }
    return is_over(value[0]) ? outcome_for(value[0], owner(0)) : Outcome::kDraw;
  }

 private:
  [[nodiscard]] Player owner(std::uint32_t v) const noexcept { return draw(v, 9) % 2; }
  [[nodiscard]] std::uint32_t next(std::uint32_t v, std::uint32_t i) const noexcept {
    return draw(v, i) % vertices_;
  }
  [[nodiscard]] GameStatus end(std::uint32_t v) const noexcept {
    return v != 0 && draw(v, 7) % 5 == 0 ? win_for(draw(v, 8) % 2) : GameStatus::kOngoing;
  }
  [[nodiscard]] std::uint32_t draw(std::uint32_t vertex, std::uint64_t what) const noexcept {
    return static_cast<std::uint32_t>(mix64(hash_combine(seed_, vertex * 16ULL + what)) >> 33);
  }

  std::uint32_t vertices_;
  std::uint64_t seed_;
  bool at_once_;
};

void check(Agent& agent, const Game& game, Outcome value, std::uint32_t threads) {
  begin(agent, game, 1);
  const std::uint32_t never = 0;
  Budget budget = nodes(0);
  budget.threads = threads;
  budget.stop = &never;
  const Position start(game);
  CHECK(solve(agent, start, Goal::kWin, budget).answer == (value == Outcome::kWin ? 1 : 0));
  CHECK(solve(agent, start, Goal::kDraw, budget).answer == (value != Outcome::kLoss ? 1 : 0));
  CHECK(solve(agent, start, Goal::kValue, budget).report.outcome == value);
}

}  // namespace

TEST_CASE("graphs with cycles have the values of retrograde analysis") {
  const ThreadedHost host(3);
  const OwnedAgent agents[] = {make_agent("df-pn", {{"memory_mib", "1"}}),
                               make_agent("df-pn", {{"memory_mib", "0.0009765625"}, {"epsilon", "0.25"}}),
                               make_agent("df-pn", {{"memory_mib", "0.01"}, {"weak", "true"}, {"job", "5"}}),
                               make_agent("df-pn-plus", {{"memory_mib", "0.1"}, {"job", "20"}})};
  const OwnedAgent trees[] = {make_agent("pns", {{"memory_mib", "64"}}),
                              make_agent("descent", {{"memory_mib", "64"}}),
                              make_agent("descent", {{"memory_mib", "64"}, {"search", "descent"}})};
  int outcomes[3] = {};
  for (std::uint64_t seed = 0; seed < samples(300); ++seed) {
    const CycleGame rules(6 + static_cast<std::uint32_t>(seed % 15), seed);
    const Outcome value = rules.retrograde();
    ++outcomes[value == Outcome::kWin ? 0 : value == Outcome::kDraw ? 1 : 2];
    CAPTURE(seed);
    const OwnedGame game = make_game(rules);
    for (const auto& agent : agents) {
      check(*agent, *game, value, 1);
      if (seed % 3 == 0) check(*agent, *game, value, 3);
    }
    if (seed % 15 >= 6) continue;
    const OwnedGame patient = make_game(CycleGame(6 + static_cast<std::uint32_t>(seed % 15), seed, false));
    for (const auto& tree : trees) {
      check(*tree, *game, value, 1);
      check(*tree, *patient, value, 1);
    }
  }
  if (!kSanitized) {
    for (const int n : outcomes) CHECK(n > 10);
  }
}

}  // namespace ludex::tests
