// Networks of n-tuples: values, files, learning (agents/common/model, plugins/studies/learning).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "agents/common/model/model.hpp"
#include "agents/common/model/model_file.hpp"
#include "agents/common/model/tuple_model.hpp"
#include "agents/common/model/tuple_network.hpp"
#include "core/game/extensions/symmetry.hpp"
#include "core/game/position.hpp"
#include "plugins/studies/learning/checkpoint.hpp"
#include "plugins/studies/learning/self_play.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/greedy_play.hpp"
#include "tests/support/pig_solver.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::tests {
namespace {

using namespace agents::model;
using namespace studies::learning;

TupleNetwork network_of(const Game& game, std::vector<TupleNetwork::Places> tuples) {
  auto network = TupleNetwork::make(find<Features>(game)->shape(), site_maps(game), std::move(tuples));
  REQUIRE(network);
  return std::move(*network);
}

Position played(const Game& game, const std::vector<const char*>& moves) {
  Position position(game);
  for (const char* move : moves) position.apply(*position.parse_move(move));
  return position;
}

float value(const TupleNetwork& network, const Position& position) {
  return value_of(network, *find<Features>(position.game()), position.state(), position.to_move());
}

void fill_at_random(TupleNetwork& network) {
  Rng rng = Rng::seeded(3);
  for (float& weight : network.weights()) weight = static_cast<float>(rng.uniform() - 0.5) / 4;
}

// The best move by the values one ply ahead.
Move best_by_values(const TupleNetwork& network, const Position& position) {
  Move chosen = kNoMove;
  float most = -2;
  for (const Move move : position.legal_moves()) {
    const Position next = Losing::after(position, move);
    const float worth = !next.over()                                     ? -value(network, next)
                        : winner_of(next.status()) == position.to_move() ? 1.0F
                                                                         : 0.0F;
    if (worth > most) chosen = move;
    most = std::max(most, worth);
  }
  return chosen;
}

}  // namespace

TEST_CASE("a network adds the weight of each image of each tuple") {
  const OwnedGame game = make_game("connect-k", {{"width", "4"}, {"height", "4"}, {"k", "3"}});
  // The two left sites of the lowest row; mirrored, the two right ones from the edge inwards.
  TupleNetwork network = network_of(*game, {{0, 1}});
  REQUIRE(network.lookups() == 2);
  REQUIRE(network.weights().size() == 10);
  for (std::size_t i = 0; i < 9; ++i) network.weights()[i] = static_cast<float>(i) / 100;
  network.weights()[9] = 0.5F;
  // a1 is the first player's, d1 the second's, c1 the first's; the second is to move: codes 2 0 2 1.
  const Position position = played(*game, {"a", "d", "c"});
  const Features& features = *find<Features>(*game);
  std::array<std::uint8_t, 16> codes{};
  features.observe(position.state(), 1, codes.data(), nullptr);
  // Left: 2 * 3 + 0; right, d1 first: 1 * 3 + 2.
  CHECK(network.sum(codes.data(), nullptr) == doctest::Approx(0.06 + 0.05 + 0.5));
  CHECK(network.value(codes.data(), nullptr) == doctest::Approx(std::tanh(0.61)));
}

// All positions of a game may share most of their weights: if each corrected the error that was there before
// the first of them, their sum would be far too large, and tanh, once it is flat, would not let the values
// come back.
TEST_CASE("a sample corrects the error that is left") {
  const OwnedGame game = make_game("connect-k", {{"width", "4"}, {"height", "4"}, {"k", "3"}});
  TupleNetwork network = network_of(*game, {{0, 1}, {1, 2}, {5}});
  TupleLearner learner(network, 1);
  const Position start(*game);
  const Features& features = *find<Features>(*game);
  std::vector<std::uint8_t> codes(std::size_t{features.shape().layers} * features.shape().sites);
  std::vector<float> numbers(features.shape().numbers);
  features.observe(start.state(), start.to_move(), codes.data(), numbers.data());
  std::vector<std::uint32_t> lookups(network.lookups());
  network.look(codes.data(), lookups.data());
  float before = 0;
  for (int sample = 0; sample < 200; ++sample) {
    CHECK(learner.learn(lookups, numbers, 0.9F) == doctest::Approx(before));
    before = value(network, start);
    CHECK(before < 0.95F);  // a weight that two images share changes twice
  }
  CHECK(before == doctest::Approx(0.9F).epsilon(0.01));
}

TEST_CASE("symmetric positions have equal values") {
  for (const char* id : {"mnk", "othello", "hex", "breakthrough"}) {
    CAPTURE(id);
    const OwnedGame game = make_game(id);
    Rng rng = Rng::seeded(1);
    TupleNetwork network =
        network_of(*game, random_walks(*find<Features>(*game), site_maps(*game), 10, 5, rng));
    fill_at_random(network);
    const auto* const symmetry = find<Symmetry>(*game);
    Position position(*game);
    for (int ply = 0; ply < 6 && !position.over(); ++ply) {
      for (std::uint32_t k = 0; k < symmetry->count(); ++k) {
        Position image(*game);
        symmetry->map_state(position.state(), k, image.state());
        CHECK(value(network, image) == doctest::Approx(static_cast<double>(value(network, position))));
      }
      const auto moves = position.legal_moves();
      position.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

TEST_CASE("tables and places have bounds") {
  const OwnedGame game = make_game("mnk");
  const FeatureShape& shape = find<Features>(*game)->shape();
  CHECK(!TupleNetwork::make(shape, site_maps(*game), {{9}}));
  CHECK(!TupleNetwork::make(shape, site_maps(*game), {{0, 1, 2}}, 26));
  CHECK(TupleNetwork::make(shape, site_maps(*game), {{0, 1, 2}}, 27));
}

TEST_CASE("a model file reads back, and what is wrong with one is said") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "model.ludex";
  const OwnedGame game = make_game("connect-k");
  TupleNetwork network = network_of(*game, {{0, 1, 7}, {3}});
  fill_at_random(network);
  StoredModel model = stored(network);
  model.game = "connect-k";
  model.note = "a note";
  REQUIRE(write_model(path, *game, model));
  const auto read = read_model(path, *game);
  REQUIRE(read);
  CHECK(read->game == "connect-k");
  CHECK(read->note == "a note");
  CHECK(read->lines == std::vector<std::string>{"tuple 0 1 7", "tuple 3"});
  CHECK(read->weights == model.weights);
  const auto loaded = load_model(path, *game);
  REQUIRE(loaded);
  CHECK((*loaded)->kind() == std::string("tuples"));
  CHECK((*loaded)->has_values());
  CHECK(!(*loaded)->has_scores());
  const Position position = played(*game, {"d", "d", "c"});
  CHECK((*loaded)->evaluate(position.state()) == value(network, position));
  std::vector<float> scores(7, 5.0F);
  const std::vector<Move> moves = position.legal_moves();
  (*loaded)->score_moves(position.state(), moves, scores.data());
  CHECK(scores == std::vector<float>(7, 0.0F));

  const auto error_of = [&](const Game& other) {
    const auto failed = load_model(path, other);
    REQUIRE(!failed);
    return failed.error();
  };
  const OwnedGame smaller = make_game("connect-k", {{"width", "6"}});
  CHECK(error_of(*smaller).find(
            "was made for connect-k, which starts with '7/7/7/7/7/7 x'; this game starts with "
            "'6/6/6/6/6/6 x'") != std::string::npos);
  std::ifstream in(path, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const auto replace = [&](const std::string& text) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
    return error_of(*game);
  };
  for (const std::size_t size : {std::size_t{0}, std::size_t{20}, whole.size() / 2, whole.size() - 1})
    CHECK(replace(whole.substr(0, size)).starts_with(path.string()));
  std::string flipped = whole;
  flipped[whole.size() / 2] ^= 1;
  CHECK(replace(flipped).find("checksum") != std::string::npos);
  const auto changed = [&](auto&& change) {
    StoredModel other = model;
    change(other);
    REQUIRE(write_model(path, *game, other));
    return error_of(*game);
  };
  CHECK(changed([](StoredModel& other) {
          other.weights[4] = std::numeric_limits<float>::quiet_NaN();
        }).find("not a number") != std::string::npos);
  CHECK(changed([](StoredModel& other) {
          other.kind = "oracle";
        }).find("is a model of the kind 'oracle'; this version reads 'tuples', ") != std::string::npos);
  CHECK(changed([](StoredModel& other) { other.weights.pop_back(); }).find("weights where its tuples") !=
        std::string::npos);
  CHECK(changed([](StoredModel& other) { other.lines[0] = "tuple 1 x"; }).find("not a list of numbers") !=
        std::string::npos);
  CHECK(changed([](StoredModel& other) { other.lines[1] = "triple 3"; }).find("where a tuple should be") !=
        std::string::npos);
  std::filesystem::remove(path);
  CHECK(error_of(*game).find("cannot be read") != std::string::npos);
}

TEST_CASE("a checkpoint reads back, and a damaged one is refused") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "learner.state";
  const Checkpoint checkpoint{"rate=1", 12, 345, {{1, 2, 3}, {}, {-0.5F}}, "positions"};
  REQUIRE(write_checkpoint(path, checkpoint));
  const auto read = read_checkpoint(path);
  REQUIRE(read);
  CHECK(read->settings == "rate=1");
  CHECK(read->games == 12);
  CHECK(read->positions == 345);
  CHECK(read->arrays == checkpoint.arrays);
  CHECK(read->window == "positions");
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 3);
  CHECK(!read_checkpoint(path));
}

TEST_CASE("tic-tac-toe learned by self-play is never lost") {
  if (kSanitized) return;
  const OwnedGame game = make_game("mnk");
  TupleNetwork network = network_of(*game, {{0, 1, 2, 3, 4, 5, 6, 7, 8}});
  TupleLearner learner(network, 1);
  SelfPlay player(*game, network, {.lambda = 0.5, .exploration = 0.2});
  GameTally tally;
  for (std::uint64_t number = 0; number < 20'000; ++number) {
    Rng rng = Rng::seeded(number);
    tally = player.play(learner, rng);
  }
  CHECK(tally.plies >= 5);
  const Position start(*game);
  CHECK(std::abs(value(network, start)) < 0.2);
  CHECK(times_lost(*game, [&](const Position& position) { return best_by_values(network, position); }) == 0);
  // The same games give the same weights.
  TupleNetwork again = network_of(*game, {{0, 1, 2, 3, 4, 5, 6, 7, 8}});
  TupleNetwork once_more = network_of(*game, {{0, 1, 2, 3, 4, 5, 6, 7, 8}});
  for (TupleNetwork* const one : {&again, &once_more}) {
    TupleLearner same(*one, 1);
    SelfPlay other(*game, *one, {});
    for (std::uint64_t number = 0; number < 50; ++number) {
      Rng rng = Rng::seeded(number);
      other.play(same, rng);
    }
  }
  CHECK(std::equal(again.weights().begin(), again.weights().end(), once_more.weights().begin()));
}

TEST_CASE("with dice, afterstates alone are learned, as both players see them") {
  const OwnedGame game = make_game("pig", {{"target", "10"}});
  const Features& features = *find<Features>(*game);
  constexpr std::uint32_t kOthers = 10;  // codes of the other's turn begin here
  REQUIRE(features.shape().codes[0] == 2 * kOthers + 1);
  for (const bool afterstates : {true, false}) {
    CAPTURE(afterstates);
    // Points of the turn, and whether the player decides (0) or the die (1).
    TupleNetwork network = network_of(*game, {{2, 3}});
    TupleLearner learner(network, 1);
    SelfPlay player(*game, network, {.afterstates = afterstates});
    for (std::uint64_t number = 0; number < 200; ++number) {
      Rng rng = Rng::seeded(number);
      player.play(learner, rng);
    }
    const auto learned = [&](std::uint32_t points, bool die) {
      return learner.all_change()[points * 2 + (die ? 1 : 0)] > 0;
    };
    for (std::uint32_t points = 2; points < 10; ++points) {
      CAPTURE(points);
      CHECK(learned(points, true));
      CHECK(learned(kOthers + points, true));
      CHECK(learned(points, false) == !afterstates);
      // Who decides is the mover, whose view is learned.
      CHECK(!learned(kOthers + points, false));
    }
    // Holding leads to a position where the other player decides.
    CHECK(learned(0, false));
  }
}

TEST_CASE("pig learned by self-play is played almost as well as it can be") {
  if (kSanitized) return;
  constexpr std::uint32_t kTarget = 40;
  const OwnedGame game = make_game("pig", {{"target", "40"}});
  TupleNetwork network = network_of(*game, {{0, 1, 2}, {0, 1}, {0, 2}, {1, 2}, {2}});
  const auto position = [&](std::uint32_t i, std::uint32_t j, std::uint32_t k) {
    const auto made = Position::from_text(
        *game, std::to_string(i) + " " + std::to_string(j) + " first " + std::to_string(k) + " player 0");
    REQUIRE(made);
    return *made;
  };
  const auto holds = [&](std::uint32_t i, std::uint32_t j, std::uint32_t k) {
    const Position before = position(i, j, k);
    const Position held = Losing::after(before, *before.parse_move("hold"));
    const Position rolling = Losing::after(before, *before.parse_move("roll"));
    return -value(network, held) > value_of(network, *find<Features>(*game), rolling.state(), 0);
  };
  const PigByIteration best(kTarget);
  TupleLearner learner(network, 1);
  SelfPlay player(*game, network, {.lambda = 0, .exploration = 0.1});
  for (std::uint64_t number = 0; number < 60'000; ++number) {
    Rng rng = Rng::seeded(number);
    player.play(learner, rng);
  }
  const PigByIteration learned(kTarget, holds);
  const double start = (static_cast<double>(value(network, position(0, 0, 0))) + 1) / 2;
  MESSAGE("the first player wins ", best.value(0, 0, 0), " at best, ", learned.value(0, 0, 0),
          " as learned; the value of the start is ", start);
  CHECK(learned.value(0, 0, 0) <= best.value(0, 0, 0) + 1e-9);
  CHECK(learned.value(0, 0, 0) > best.value(0, 0, 0) - 0.01);
  CHECK(std::abs(start - best.value(0, 0, 0)) < 0.01);
}

TEST_CASE("of three players each has a value of its own, and plays for it") {
  // One man each, to the opposite corner.
  const OwnedGame game = make_game("chinese-checkers", {{"players", "3"}, {"size", "1"}});
  Rng rng = Rng::seeded(1);
  const Features& features = *find<Features>(*game);
  auto network =
      std::make_shared<TupleNetwork>(network_of(*game, random_walks(features, site_maps(*game), 40, 4, rng)));
  TupleLearner learner(*network, 1);
  SelfPlay player(*game, *network, {.exploration = 0.2});
  const TupleModel model(*game, network);
  const auto wins = [&] {
    int won = 0;
    for (std::uint64_t number = 0; number < 300; ++number) {
      Rng luck = Rng::seeded(1'000'000 + number);
      const auto seat = static_cast<Player>(number % 3);
      Position position(*game);
      while (!position.over()) {
        const std::vector<Move> moves = position.legal_moves();
        Move chosen = moves[luck.below(static_cast<std::uint32_t>(moves.size()))];
        if (position.to_move() == seat) {
          float most = -2;
          for (const Move move : moves) {
            const Position next = Losing::after(position, move);
            std::array<float, kMaxPlayers> values{};
            if (next.over()) {
              game->returns(next.state(), values.data());
            } else {
              model.evaluate_all(next.state(), values.data());
            }
            if (values[seat] > most) chosen = move;
            most = std::max(most, values[seat]);
          }
        }
        position.apply(chosen);
      }
      won += winner_of(position.status()) == seat ? 1 : 0;
    }
    return won;
  };
  const int before = wins();
  for (std::uint64_t number = 0; number < 10'000; ++number) {
    Rng luck = Rng::seeded(number);
    player.play(learner, luck);
  }
  const int after = wins();
  MESSAGE("wins of 300 against two random players: ", before, ", ", after, " after learning");
  CHECK(after > before + 60);
  // Where the mover wins at once, its own value is the greatest.
  int winning = 0;
  int known = 0;
  for (int i = 0; i < 2000; ++i) {
    const Position position = random_position(*game, 3 + rng.below(9), rng);
    const Player mover = position.to_move();
    const std::vector<Move> moves = position.legal_moves();
    if (std::none_of(moves.begin(), moves.end(),
                     [&](Move move) { return winner_of(Losing::after(position, move).status()) == mover; }))
      continue;
    std::array<float, kMaxPlayers> values{};
    model.evaluate_all(position.state(), values.data());
    CHECK(model.evaluate(position.state()) == values[mover]);
    ++winning;
    known += values[mover] > std::max(values[(mover + 1) % 3], values[(mover + 2) % 3]) ? 1 : 0;
  }
  MESSAGE("of ", winning, " positions won at once ", known, " are known to be good for the mover");
  CHECK(winning > 100);
  CHECK(known > 0.75 * winning);
}

TEST_CASE("alpha-beta searches with the model's evaluation") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "model.ludex";
  const OwnedGame game = make_game("connect-k");
  // Likes own stones in the lowest left corner and its mirror image, nothing else.
  TupleNetwork network = network_of(*game, {{0}});
  network.weights()[2] = -1;
  StoredModel model = stored(network);
  model.game = "connect-k";
  REQUIRE(write_model(path, *game, model));
  const OwnedAgent agent = make_agent("alpha-beta", {{"model", path.c_str()}, {"max_depth", "1"}});
  begin(*agent, *game, 1);
  const Position start(*game);
  const Answer answer = ask(*agent, start, iterations(1000));
  const std::string text = start.move_text(answer.move);
  CHECK((text == "a" || text == "g"));
  const OwnedGame othello = make_game("othello");
  StringSink why;
  CHECK(agent->new_game(othello.get(), 0, 1, why) != Status::kOk);
  CHECK(why.text().find("was made for connect-k") != std::string::npos);
}

}  // namespace ludex::tests
