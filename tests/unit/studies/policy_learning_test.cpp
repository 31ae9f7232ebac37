// Linear policies over local patterns: features, playouts, files, learning (agents/common/model,
// plugins/studies/learning).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "agents/common/model/board_steps.hpp"
#include "agents/common/model/local_patterns.hpp"
#include "agents/common/model/observed.hpp"
#include "agents/common/model/policy_model.hpp"
#include "agents/common/model/tuple_network.hpp"
#include "core/game/extensions/symmetry.hpp"
#include "core/game/position.hpp"
#include "plugins/studies/learning/policy_learner.hpp"
#include "plugins/studies/learning/search_games.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/greedy_play.hpp"
#include "tests/support/learned_model.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::tests {
namespace {

using namespace agents::model;
using namespace studies::learning;

const std::string kGames[] = {"mnk",   "connect-k", "othello",         "hex", "breakthrough", "minishogi",
                              "chess", "awari",     "chinese-checkers"};

std::vector<float> random_weights(std::size_t count) {
  Rng rng = Rng::seeded(5);
  std::vector<float> weights(count);
  for (float& weight : weights) weight = static_cast<float>(rng.uniform() - 0.5);
  return weights;
}

PolicyModel random_policy(const Game& game) {
  auto patterns = std::make_shared<const LocalPatterns>(game);
  const std::vector<float> weights = random_weights(patterns->weights());
  return {game, std::move(patterns), weights};
}

}  // namespace

TEST_CASE("the symmetries of a square board turn and mirror its steps") {
  const OwnedGame game = make_game("mnk");
  CHECK(turns(*game).size() == 8);
  CHECK(directions(*find<Features>(*game)).size() == 8);
  const OwnedGame hex = make_game("hex");
  CHECK(directions(*find<Features>(*hex)).size() == 6);
  const OwnedGame breakthrough = make_game("breakthrough");
  const std::vector<Turn> mirrored = turns(*breakthrough);
  for (const Turn& turn : mirrored) CHECK(turn({2, 0}) == Step{2, 0});
}

TEST_CASE("a move's patterns read the sites that they should") {
  // The corner of tic-tac-toe: the features of the whole neighbourhood change with each site within two
  // steps.
  const OwnedGame game = make_game("mnk", {{"m", "7"}, {"n", "7"}, {"k", "5"}});
  const LocalPatterns patterns(*game);
  const auto features = [&](const std::vector<std::uint8_t>& codes) {
    std::vector<std::uint32_t> all;
    patterns.for_each_feature({kNoSite, 24, 0}, codes.data(),
                              [&](std::uint32_t weight) { all.push_back(weight); });
    return all;
  };
  std::vector<std::uint8_t> codes(49);
  const std::vector<std::uint32_t> empty = features(codes);
  for (std::uint32_t site = 0; site < 49; ++site) {
    codes[site] = 1;
    const int rows = std::abs(static_cast<int>(site / 7) - 3);
    const int columns = std::abs(static_cast<int>(site % 7) - 3);
    // Within two steps, or three in a line.
    const bool read = (rows <= 2 && columns <= 2) || rows == 0 || columns == 0 || rows == columns;
    CAPTURE(site);
    CHECK((features(codes) != empty) == read);
    const auto readers = patterns.readers(24);
    CHECK((std::find(readers.begin(), readers.end(), site) != readers.end()) == read);
    codes[site] = 0;
  }
}

TEST_CASE("symmetric positions have symmetric scores") {
  for (const std::string id : {"mnk", "othello", "hex", "breakthrough", "connect-k"}) {
    CAPTURE(id);
    const OwnedGame game = make_game(id);
    const PolicyModel policy = random_policy(*game);
    const auto* const symmetry = find<Symmetry>(*game);
    Rng rng = Rng::seeded(2);
    Position position(*game);
    for (int ply = 0; ply < 8 && !position.over(); ++ply) {
      const std::vector<Move> moves = position.legal_moves();
      std::vector<float> scores(moves.size());
      policy.score_moves(position.state(), moves, scores.data());
      for (std::uint32_t k = 0; k < symmetry->count(); ++k) {
        Position image(*game);
        symmetry->map_state(position.state(), k, image.state());
        std::vector<Move> images;
        for (const Move move : moves) images.push_back(symmetry->map_move(position.state(), move, k));
        std::vector<float> mapped(moves.size());
        policy.score_moves(image.state(), images, mapped.data());
        for (std::size_t i = 0; i < moves.size(); ++i)
          CHECK(mapped[i] == doctest::Approx(static_cast<double>(scores[i])).epsilon(1e-4));
      }
      position.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

TEST_CASE("a player that remembers scores as the model does") {
  for (const std::string& id : kGames) {
    CAPTURE(id);
    const OwnedGame game = make_game(id);
    const PolicyModel policy = random_policy(*game);
    PolicyPlayer player(policy);
    Rng rng = Rng::seeded(4);
    // Two games, so that the player has seen the end of the first when the second begins.
    for (int number = 0; number < 2; ++number) {
      Position position(*game);
      for (std::uint32_t ply = 0; ply < samples(40) && !position.over(); ++ply) {
        const std::vector<Move> moves = position.legal_moves();
        std::vector<float> scores(moves.size());
        std::vector<float> remembered(moves.size());
        policy.score_moves(position.state(), moves, scores.data());
        player.score(position.state(), moves, remembered.data());
        CHECK(scores == remembered);
        position.apply(player.draw(position.state(), moves, rng));
      }
    }
  }
}

TEST_CASE("moves are drawn by their softmax, and playouts end") {
  const OwnedGame game = make_game("connect-k");
  const PolicyModel policy = random_policy(*game);
  PolicyPlayer player(policy);
  const Position start(*game);
  const std::vector<Move> moves = start.legal_moves();
  std::vector<float> scores(moves.size());
  policy.score_moves(start.state(), moves, scores.data());
  softmax_surprise(scores, std::vector<float>(moves.size()));
  std::map<Move, double> drawn;
  Rng rng = Rng::seeded(9);
  constexpr int kDraws = 20'000;
  for (int i = 0; i < kDraws; ++i) drawn[player.draw(start.state(), moves, rng)] += 1.0 / kDraws;
  // Five standard deviations.
  for (std::size_t i = 0; i < moves.size(); ++i)
    CHECK(std::abs(drawn[moves[i]] - static_cast<double>(scores[i])) < 5 * 0.5 / std::sqrt(kDraws));
  Position end(*game);
  const PlayoutResult result = player.playout(end.state(), 1000, rng);
  CHECK(is_over(result.status));
  CHECK(result.status == end.status());
  CHECK(result.plies >= 7);
  Position middle(*game);
  CHECK(player.playout(middle.state(), 3, rng).plies == 3);
}

TEST_CASE("the gradient of a policy is that of finite differences") {
  for (const std::string id : {"connect-k", "breakthrough", "minishogi"}) {
    CAPTURE(id);
    const OwnedGame game = make_game(id);
    PolicyLearner learner(*game);
    const std::vector<float> weights = random_weights(learner.weights().size());
    std::copy(weights.begin(), weights.end(), learner.weights().begin());
    check_gradient(*game, learner, samples(40));
  }
}

TEST_CASE("a policy's file reads back, and bad ones are refused") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "model.ludex";
  const OwnedGame game = make_game("connect-k");
  const PolicyModel policy = random_policy(*game);
  StoredModel file = stored_policy(random_weights(policy.patterns().weights()));
  file.game = "connect-k";
  REQUIRE(write_model(path, *game, file));
  const auto loaded = load_model(path, *game);
  REQUIRE_MESSAGE(loaded, loaded.error());
  CHECK((*loaded)->kind() == std::string("policy"));
  CHECK(!(*loaded)->has_values());
  CHECK((*loaded)->has_scores());
  CHECK(same_answers(*game, policy, **loaded));
  file.weights.pop_back();
  CHECK(load_error(path, *game, file).find("weights where the patterns of this game have") !=
        std::string::npos);
  file.weights.push_back(0);
  file.lines = {"patterns 2"};
  CHECK(load_error(path, *game, file).find("patterns of another version") != std::string::npos);
  file.lines = {"patterns 1"};
  REQUIRE(write_model(path, *game, file));
  const OwnedAgent agent = make_agent("alpha-beta", {{"model", path.c_str()}});
  StringSink why;
  CHECK(agent->new_game(game.get(), 0, 1, why) != Status::kOk);
  CHECK(why.text().find("a model of the kind 'policy' has no values of positions") != std::string::npos);
}

TEST_CASE("a policy learned for tic-tac-toe by itself is never lost") {
  if (kSanitized) return;
  const OwnedGame game = make_game("mnk");
  PolicyLearner learner(*game);
  const auto lost = [&] {
    return times_lost(*game,
                      [&](const Position& position) { return best_by_scores(learner.model(), position); });
  };
  CHECK(lost() == 2);
  learn_by_search(*game, learner, {.games = 1000, .simulations = 400, .rate = 0.02, .random_plies = 4});
  CHECK(lost() == 0);
}

}  // namespace ludex::tests
