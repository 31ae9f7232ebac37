// No game allocates in a call that promises not to, and what may allocate survives when memory is short.
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/game/extensions.hpp"
#include "core/game/position.hpp"
#include "paths.hpp"
#include "tests/allocation/counting_new.hpp"
#include "tests/support/plugins.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

// Beside its defaults, what else of a game has calls of its own.
const std::vector<std::pair<std::string, Settings>> kVariants{
    {"hex", {{"size", "5"}, {"swap", "true"}, {"must_play", "true"}}},
    {"hex", {{"size", "9"}, {"circuit", "adjacent"}}},
    {"hex", {{"size", "11"}, {"circuit", "bridges"}, {"must_play", "true"}}},
    {"hex", {{"size", "11"}, {"circuit", "vc"}, {"must_play", "true"}}},
    {"hex", {{"size", "19"}, {"circuit", "vc"}, {"must_play", "true"}, {"vc_steps", "2000"}}},
    {"hex", {{"size", "7"}, {"circuit", "vc"}, {"vc_steps", "10"}}},
    {"othello", {{"size", "6"}}},
    {"othello", {{"size", "10"}}},
    {"mnk", {{"m", "10"}, {"n", "9"}, {"k", "5"}}},
};

std::vector<std::pair<std::string, Settings>> all_games() {
  std::vector<std::pair<std::string, Settings>> games = kVariants;
  for (const auto& item : std::filesystem::directory_iterator(std::string(LUDEX_BUILD_DIR) + "/plugins")) {
    const std::string stem = item.path().stem().string();
    if (stem.starts_with("game-") && stem != "game-python" && item.path().extension() == ".so")
      games.push_back({stem.substr(5), {}});
  }
  return games;
}

// Writes nowhere, and so allocates nothing.
class Forget final : public TextSink {
 public:
  void write(const char*, std::size_t size) noexcept override { bytes += size; }
  std::size_t bytes = 0;
};

// All calls of a game that do not write text, with room for what they write.
class HotCalls {
 public:
  explicit HotCalls(const Game& game)
      : game_(game),
        traits_(game.traits()),
        spare_(traits_, 2),
        moves_(traits_.max_moves),
        found_(traits_.max_moves),
        scores_(traits_.max_moves),
        shares_(traits_.max_moves),
        gains_(traits_.max_moves),
        which_(traits_.max_moves),
        successors_(traits_.max_moves),
        traced_(traits_.max_plies) {}

  // Every call once on this position; nothing is checked but that they come back. Returns a legal move, or
  // kNoMove when the game is over.
  Move run(const State* state, Rng& rng) {
    State* const other = spare_[0];
    State* const next = spare_[1];
    game_.initial(other);
    game_.copy(other, state);
    static_cast<void>(game_.hash(state));
    static_cast<void>(game_.traits());
    PlayoutTrace trace{traced_.data(), static_cast<std::uint32_t>(traced_.size()), 0};
    game_.playout(other, &rng, &trace);
    float returns[kMaxPlayers];
    game_.returns(other, returns);
    if (const auto* score = find<Score>(game_)) static_cast<void>(score->score(other, score->bound() > 0));
    const std::uint32_t count = game_.legal_moves(state, moves_.data());
    if (const auto* e = find<CountMoves>(game_)) static_cast<void>(e->count_moves(state));
    if (const auto* e = find<Repetition>(game_)) static_cast<void>(e->occurrences(state));
    if (const auto* e = find<Stage>(game_)) static_cast<void>(e->stage(state));
    std::uint64_t wide[2];
    if (const auto* e = find<WideHash>(game_)) e->wide_hash(state, wide), static_cast<void>(e->injective());
    const auto* const symmetry = find<Symmetry>(game_);
    for (std::uint32_t k = 0; symmetry != nullptr && k < symmetry->count(); ++k)
      symmetry->map_state(state, k, other);
    if (is_over(game_.status(state))) return kNoMove;

    if (const auto* e = find<Chance>(game_); e != nullptr && game_.to_move(state) == kChance) {
      static_cast<void>(e->max_outcomes()), static_cast<void>(e->draw(state, &rng));
      e->probabilities(state, shares_.data());
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      const Move move = moves_[i];
      static_cast<void>(game_.move_class(state, move));
      if (const auto* e = find<Repetition>(game_)) static_cast<void>(e->repeats(state, move));
      if (symmetry != nullptr) static_cast<void>(symmetry->map_move(state, move, symmetry->count() - 1));
      game_.copy(next, state);
      game_.apply(next, move);
    }
    if (const auto* e = find<Evaluate>(game_)) static_cast<void>(e->evaluate(state));
    if (const auto* e = find<MoveScores>(game_)) e->move_scores(state, moves_.data(), count, scores_.data());
    if (const auto* e = find<Tactics>(game_)) e->winning_moves(state, found_.data());
    if (const auto* e = find<KnownOutcome>(game_)) static_cast<void>(e->known_outcome(state));
    if (const auto* e = find<MustPlay>(game_)) e->must_play(state, found_.data());
    if (const auto* e = find<Captures>(game_)) e->captures(state, found_.data());
    if (const auto* e = find<Selective>(game_)) {
      static_cast<void>(e->in_check_or_forced(state)), static_cast<void>(e->treat_as_draw(state));
      e->move_gains(state, moves_.data(), count, gains_.data());
      game_.copy(next, state);
      e->pass(next);
    }
    if (const auto* e = find<ExactScore>(game_)) {
      std::uint64_t nodes = 0;
      if (e->near_end(state)) e->solve(state, -1, 1, &nodes);
      ScoreRange range;
      e->range(state, &range);
    }
    if (const auto* e = find<Successors>(game_)) {
      const std::uint32_t n = e->successors(state, successors_.data());
      std::uint32_t open = 0;
      for (std::uint32_t i = 0; i < n; ++i) {
        if (!is_over(successors_[i].status)) which_[open++] = i;
      }
      e->evaluate_successors(state, successors_.data(), which_.data(), open, gains_.data());
    }
    return moves_[rng.below(count)];
  }

 private:
  const Game& game_;
  const GameTraits& traits_;
  StateBuffer spare_;
  std::vector<Move> moves_;
  std::vector<Move> found_;
  std::vector<float> scores_;
  std::vector<double> shares_;
  std::vector<std::int32_t> gains_;
  std::vector<std::uint32_t> which_;
  std::vector<Successor> successors_;
  std::vector<TracedMove> traced_;
};

std::string name_of(const std::pair<std::string, Settings>& variant) {
  std::string name = variant.first;
  for (const auto& [key, value] : variant.second) name += std::string(" ") + key + "=" + value;
  return name;
}

}  // namespace

TEST_CASE("the calls of a game allocate nothing") {
  for (const auto& variant : all_games()) {
    const std::string name = name_of(variant);
    CAPTURE(name);
    const OwnedGame game = make_game(variant.first, variant.second);
    HotCalls calls(*game);
    Rng rng = Rng::seeded(7);
    std::uint64_t allocations = 0;
    std::uint64_t positions = 0;
    for (int walk = 0; walk < (kSanitized ? 1 : 2); ++walk) {
      Position position(*game);
      for (Move move{};;) {
        {
          const CountedAllocations counted;
          move = calls.run(position.state(), rng);
          if (move != kNoMove) position.apply(move);
          allocations += counted.count();
        }
        ++positions;
        if (move == kNoMove) break;
      }
    }
    CHECK(positions > 4);
    CHECK(allocations == 0);
    // What plug-ins allocate is seen: the drawing is longer than a std::string holds in itself.
    Forget drawing;
    const CountedAllocations counted;
    game->draw(Position(*game).state(), drawing);
    CHECK(drawing.bytes > 16);
    CHECK(counted.count() > 1);
  }
}

TEST_CASE("where memory is short a game is not made, and says so") {
  for (const auto& variant : all_games()) {
    const std::string name = name_of(variant);
    CAPTURE(name);
    const GameFactory& factory = game_factory(variant.first);
    const auto count = static_cast<std::uint32_t>(variant.second.size());
    bool made = false;
    // Every allocation fails once; the later ones of a long series are all alike.
    for (std::uint64_t fail_at = 1; !made; fail_at += 1 + fail_at / 16) {
      Forget message;
      Game* game = nullptr;
      {
        const CountedAllocations counted(fail_at);
        game = factory.create(variant.second.data(), count, message);
      }
      made = game != nullptr;
      CHECK((made || message.bytes > 0));
      if (made) game->destroy();
    }
  }
}

TEST_CASE("where memory is short a game has no workspaces to give, and says so") {
  const OwnedGame game = make_game("hex", {{"size", "9"}, {"circuit", "vc"}, {"must_play", "true"}});
  const auto* const workspaces = find<Workspaces>(*game);
  REQUIRE(workspaces != nullptr);
  std::uint64_t failures = 0;
  for (;; ++failures) {
    Forget message;
    OpenWorkspaces* opened = nullptr;
    {
      const CountedAllocations counted(failures + 1);
      opened = workspaces->open(3, message);
    }
    if (opened != nullptr) {
      opened->destroy();
      break;
    }
    CHECK(message.bytes > 0);
  }
  CHECK(failures > 3);
  // Games without knowledge need none.
  CHECK(find<Workspaces>(*make_game("hex")) == nullptr);
  CHECK(make_game("hex", {{"circuit", "adjacent"}})->extension(Workspaces::kId) != nullptr);
}

}  // namespace ludex::tests
