// Observations of described games: beside those of Ludex's own games, of every description of our own, and
// (if they are beside the checkout) of Ludii's games that are not refused: a sample, all with LUDEX_LONG=1.
#include "games/lud/game/lud_features.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "games/breakthrough/breakthrough.hpp"
#include "games/gomoku/gomoku.hpp"
#include "games/lud/lud.hpp"
#include "games/othello/othello.hpp"
#include "paths.hpp"
#include "tests/support/lud_walk.hpp"
#include "tests/support/make_rules.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;
namespace fs = std::filesystem;

const fs::path kOwn = fs::path(LUDEX_TEST_DIR) / "unit" / "games" / "lud_games";
const fs::path kDescriptions = fs::path(LUDEX_TEST_DIR) / ".." / "games" / "lud" / "descriptions";

struct Seen {
  std::vector<std::uint8_t> codes;
  std::vector<float> numbers;
  bool operator==(const Seen&) const = default;
};

Seen seen(const LudGame& game, const std::vector<std::byte>& state, Player player) {
  const FeaturePlan& plan = game.features().plan();
  Seen result{std::vector<std::uint8_t>(plan.layers.size() * plan.graph.size(), 0xff),
              std::vector<float>(plan.numbers.size(), NAN)};
  game.observe(state.data(), player, result.codes.data(), result.numbers.data());
  return result;
}

// What a plan promises (core/game/draft/features.hpp), as text: empty if it is kept.
std::string fault_of(const FeaturePlan& plan) {
  const std::size_t sites = plan.graph.size();
  if (sites == 0 || sites > 65'535) return "sites";
  if (plan.rows * plan.columns != sites && plan.rows + plan.columns != 0) return "grid";
  if (plan.layers.empty() || plan.layers.size() > kMaxFeatureLayers) return "layers";
  for (const auto& names : plan.layers) {
    if (names.size() < 2 || names.size() > 256) return "codes";
    auto sorted = names;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return "two codes of one name";
  }
  for (std::size_t a = 0; a < sites; ++a) {
    if (plan.graph[a].size() > kMaxNeighbours) return "neighbours";
    for (const std::uint32_t b : plan.graph[a])
      if (b >= sites || b == a || std::count(plan.graph[b].begin(), plan.graph[b].end(), a) != 1)
        return "a neighbour one way";
  }
  return {};
}

// A position's observations: in range, and the same when it is read back from its text.
void check_position(const LudGame& game, const std::vector<std::byte>& state) {
  const FeaturePlan& plan = game.features().plan();
  std::vector<std::byte> parsed(game.bytes());
  const std::string text = game.position_text(state.data());
  REQUIRE(game.parse_position(text, parsed.data()).ok());
  for (Player player = 0; player < game.traits().players; ++player) {
    const Seen here = seen(game, state, player);
    bool coded = true;
    for (std::size_t i = 0; i < here.codes.size(); ++i)
      coded = coded && here.codes[i] < plan.layers[i / plan.graph.size()].size();
    const bool bounded =
        std::all_of(here.numbers.begin(), here.numbers.end(), [](float x) { return std::abs(x) <= 1; });
    REQUIRE_MESSAGE(coded, text);
    REQUIRE_MESSAGE(bounded, text);
    REQUIRE_MESSAGE((here == seen(game, parsed, player)), text);
  }
}

void check_moves(const LudGame& game, const std::vector<std::byte>& state, const std::vector<Move>& moves) {
  const std::size_t sites = game.features().plan().graph.size();
  for (const Move move : moves) {
    const MoveSites at = game.move_sites(state.data(), move);
    CAPTURE(game.move_text(state.data(), move));
    CHECK((at.from == kNoSite || at.from < sites));
    CHECK((at.to == kNoSite || at.to < sites));
    if (is_piece_move(move) && !game.is_chance(state.data())) CHECK((at.from != kNoSite || at.to != kNoSite));
  }
}

void check_game(const LudGame& game, int walks, int plies) {
  REQUIRE(fault_of(game.features().plan()) == "");
  Rng rng = Rng::seeded(5);
  std::vector<std::byte> state(game.bytes());
  std::vector<Move> moves(game.traits().max_moves);
  for (int walk = 0; walk < walks; ++walk) {
    game.initial(state.data());
    for (int ply = 0; ply < plies; ++ply) {
      check_position(game, state);
      if (is_over(game.status(state.data()))) break;
      moves.resize(game.traits().max_moves);
      moves.resize(game.legal_moves(state.data(), moves.data()));
      const Move move = game.is_chance(state.data())
                            ? game.draw_outcome(state.data(), rng)
                            : moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      if (ply % 8 == 0) check_moves(game, state, moves);
      game.apply(state.data(), move);
    }
  }
}

std::unique_ptr<LudGame> game_in(const fs::path& file, const std::string& definitions = "",
                                 const std::vector<std::string>& choices = {}) {
  const auto text = read_text(file.string());
  REQUIRE_MESSAGE(text.ok(), file.string());
  auto description = describe(file.stem().string(), *text, definitions, choices);
  if (!description.ok() || (*description)->program == nullptr) return nullptr;
  return std::make_unique<LudGame>(std::move(*description), false);
}

// What each site showed in all positions of some walks in step, in the order of these; sorted, so that two
// games agree if some numbering of the sites makes their observations equal.
using Histories = std::vector<std::string>;

template <class A, class B>
void check_in_step(const A& ours, const B& described, int games) {
  const FeaturePlan plan = described.feature_plan();
  const std::size_t sites = plan.graph.size();
  REQUIRE(plan.rows * plan.columns == sites);
  std::array<Histories, 2> mine, theirs;
  for (auto* each : {&mine, &theirs})
    for (Histories& of_player : *each) of_player.resize(sites);
  Rng rng = Rng::seeded(3);
  std::vector<Move> moves(ours.traits().max_moves), same(described.traits().max_moves);
  const auto stripped = [](std::string text) {
    std::erase(text, '-');
    return text;
  };
  for (int game = 0; game < games; ++game) {
    auto a = ours.initial();
    auto b = described.initial();
    while (!is_over(ours.status(a))) {
      for (Player player = 0; player < 2; ++player) {
        std::vector<std::uint8_t> codes(sites * plan.layers.size());
        std::vector<float> numbers(plan.numbers.size() + 8);
        ours.observe(a, player, codes.data(), numbers.data());
        for (std::size_t i = 0; i < sites; ++i) mine[player][i] += static_cast<char>('0' + codes[i]);
        described.observe(b, player, codes.data(), numbers.data());
        for (std::size_t i = 0; i < sites; ++i) theirs[player][i] += static_cast<char>('0' + codes[i]);
      }
      const std::uint32_t count = ours.legal_moves(a, moves.data());
      REQUIRE(described.legal_moves(b, same.data()) == count);
      const Move move = moves[rng.below(count)];
      const std::string text = stripped(ours.move_text(a, move));
      std::uint32_t k = 0;
      while (k < count && stripped(described.move_text(b, same[k])) != text) ++k;
      REQUIRE_MESSAGE(k < count, text);
      ours.apply(a, move);
      described.apply(b, same[k]);
    }
  }
  for (Player player = 0; player < 2; ++player) {
    std::sort(mine[player].begin(), mine[player].end());
    std::sort(theirs[player].begin(), theirs[player].end());
    CHECK(mine[player] == theirs[player]);
  }
}

template <class D>
void check_beside(const fs::path& path_of, const std::string& choices,
                  std::initializer_list<ParamText> settings) {
  const std::string path = path_of.string();
  CAPTURE(path);
  with_rules<D>(settings, [&](const auto& ours) {
    with_rules<Lud>({{"file", path.c_str()}, {"options", choices.c_str()}, {"compile", "never"}},
                    [&](const auto& described) { check_in_step(ours, described, 4); });
  });
}

}  // namespace

TEST_CASE("a described game is observed as Ludex's own game is") {
  check_beside<breakthrough::Breakthrough>(kDescriptions / "Breakthrough.lud", "Field/5",
                                           {{"width", "5"}, {"height", "5"}});
  check_beside<othello::Othello>(kDescriptions / "Othello.lud", "Field/4", {{"size", "4"}});
  check_beside<gomoku::Gomoku>(kDescriptions / "Gomoku.lud", "\"Field/9\" ",
                               {{"size", "9"}, {"rules", "standard"}});
}

// Its counters are neutral, and a state says whose they are.
TEST_CASE("states that name players are told apart as pieces of players are") {
  const fs::path file = kOwn / "Turning.lud";
  check_beside<othello::Othello>(file, "", {{"size", "4"}});
  const auto game = game_in(file);
  CHECK(game->features().seats_correspond());
  CHECK(game->features().plan().layers[0] ==
        std::vector<std::string>{"empty", "Counter, own state", "Counter, other state"});
}

TEST_CASE("seats that correspond are found, and only those") {
  for (const char* file :
       {"Breakthrough", "Connect Four", "Gomoku", "Hex", "Knightthrough", "Lines of Action", "Othello"}) {
    CAPTURE(file);
    CHECK(game_in(kDescriptions / (std::string(file) + ".lud"))->features().seats_correspond());
  }
  // By places where names differ; with hands and phases of each player's own.
  const std::string square = "(board (square 3)) (piece \"Nought\" P1) (piece \"Cross\" P2)";
  const std::string add = "(play (move Add (to (sites Board) if:(is Empty (to)))))";
  const auto crosses = read(game_of(square, add + " (end (if (is Line 3) (result Mover Win)))"));
  REQUIRE((crosses.ok() && (*crosses)->program != nullptr));
  CHECK(LudGame(*crosses, false).features().seats_correspond());
  const auto foxes = game_in(kOwn / "Foxes.lud");
  CHECK_FALSE(foxes->features().seats_correspond());
  // One player joins opposite sides, the other adjacent ones: no map of the board makes these equal.
  const auto unequal =
      read(game_of("(board (hex Diamond 4)) (regions P1 {(sites Side SW) (sites Side NE)}) "
                   "(regions P2 {(sites Side SW) (sites Side SE)}) (piece \"Marker\" Each)",
                   add + " (end (if (is Connected Mover) (result Next Loss)))"));
  REQUIRE((unequal.ok() && (*unequal)->program != nullptr));
  const LudGame game(*unequal, false);
  CHECK_FALSE(game.features().seats_correspond());
  // Then the codes of a position are another seat's for each player, but for the empty sites.
  std::vector<std::byte> state(game.bytes());
  std::vector<Move> moves(game.traits().max_moves);
  game.initial(state.data());
  game.legal_moves(state.data(), moves.data());
  game.apply(state.data(), moves[0]);
  const std::uint32_t site = game.features().site_of(0, 1);
  CHECK(seen(game, state, 0).codes[site] != 0);
  CHECK(seen(game, state, 0).codes[site] != seen(game, state, 1).codes[site]);
  CHECK(seen(game, state, 0).codes[site + 1] == 0);
}

// Whoever has won a game of Hex has, as he sees the board, a chain between the same two sides.
TEST_CASE("each player of Hex sees his own sides at the same places") {
  const auto game = game_in(kDescriptions / "Hex.lud", "", {"Field/5"});
  REQUIRE(game != nullptr);
  const FeaturePlan& plan = game->features().plan();
  REQUIRE(plan.graph.size() == 25);
  CHECK(plan.layers[0][1] == "own Link");
  Rng rng = Rng::seeded(9);
  std::vector<std::byte> state(game->bytes());
  std::vector<Move> moves(game->traits().max_moves);
  const Topology& board = game->program().board();
  const auto is_on = [&](Absolute side, std::uint32_t site) {
    const auto& sites = board.sides[static_cast<std::size_t>(side)];
    return std::any_of(sites.begin(), sites.end(),
                       [&](int at) { return game->features().site_of(at, 1) == site; });
  };
  std::array<int, 2> wins{};
  for (std::uint32_t k = 0; k < samples(60); ++k) {
    game->initial(state.data());
    while (!is_over(game->status(state.data()))) {
      const std::uint32_t count = game->legal_moves(state.data(), moves.data());
      game->apply(state.data(), moves[rng.below(count)]);
    }
    const Player winner = winner_of(game->status(state.data()));
    REQUIRE(winner < 2);
    ++wins[winner];
    const Seen view = seen(*game, state, winner);
    std::vector<bool> reached(25);
    std::vector<std::uint32_t> open;
    const auto reach = [&](std::uint32_t site) {
      if (reached[site] || view.codes[site] != 1) return;
      reached[site] = true;
      open.push_back(site);
    };
    for (std::uint32_t site = 0; site < 25; ++site)
      if (is_on(Absolute::kSW, site)) reach(site);
    bool joined = false;
    while (!open.empty()) {
      const std::uint32_t site = open.back();
      open.pop_back();
      joined = joined || is_on(Absolute::kNE, site);
      for (const std::uint32_t next : plan.graph[site]) reach(next);
    }
    CHECK(joined);
  }
  CHECK(wins[0] + wins[1] == static_cast<int>(samples(60)));
  CHECK((kSanitized || (wins[0] > 0 && wins[1] > 0)));
}

TEST_CASE("descriptions of our own keep what observations promise") {
  int games = 0;
  for (const fs::path& folder : {kOwn, kDescriptions}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() != ".lud") continue;
      CAPTURE(entry.path().stem().string());
      const auto game = game_in(entry.path());
      REQUIRE(game != nullptr);
      check_game(*game, 2, static_cast<int>(samples(60)));
      ++games;
    }
  }
  CHECK(games >= 31);
}

TEST_CASE("Ludii's games keep what observations promise") {
  const bool all = std::getenv("LUDEX_LONG") != nullptr;
  const auto definitions = oracle("lud/def");
  for (const char* folder : {"lud/lud", "lud2/lud"}) {
    const auto texts = oracle(folder);
    if (!texts || !definitions) continue;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(*texts)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    int accepted = 0;
    for (std::size_t k = 0; k < files.size(); k += all ? 1 : 6) {
      CAPTURE(files[k].stem().string());
      const auto game = game_in(files[k], definitions->string());
      if (game == nullptr) continue;
      check_game(*game, 1, static_cast<int>(samples(40)));
      ++accepted;
    }
    CHECK(accepted >= (all ? 73 : 11));
  }
}

}  // namespace ludex::games::lud
