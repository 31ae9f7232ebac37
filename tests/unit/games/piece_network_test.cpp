// The learned evaluation of MiniShogi: the network against its formula written apart in doubles,
// what its inputs promise (the same seen by either side and in the mirror), its text, and the gradient that
// it is learned by against differences of the loss.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "games/minishogi/network.hpp"
#include "games/minishogi/rules.hpp"
#include "plugins/studies/minishogi/network_subject.hpp"
#include "plugins/studies/training/train_network.hpp"

namespace ludex::tests {
namespace {

using games::PieceInputs;
using Subject = games::minishogi::NetworkSubject;
using Inputs = Subject::Inputs;
using Network = Inputs::Network;

int between(Rng& rng, int low, int high) {
  return low + static_cast<int>(rng.below(static_cast<std::uint32_t>(high - low + 1)));
}

std::unique_ptr<Network::Weights> random_weights(Rng& rng, int first, int second) {
  auto weights = std::make_unique<Network::Weights>();
  const auto fill = [&](auto& vector, int limit) {
    for (auto& number : vector) number = static_cast<std::int16_t>(between(rng, -limit, limit));
  };
  for (auto& vector : weights->first) fill(vector, first);
  fill(weights->first_bias, first);
  for (auto& bucket : weights->second) {
    for (auto& vector : bucket) fill(vector, second);
  }
  for (auto& bias : weights->second_bias) bias = 16 * between(rng, -2000, 2000);
  return weights;
}

// The formula at the head of piece_network.hpp.
double by_formula(const Network::Weights& weights, const PieceInputs<Inputs::kMost>& inputs, double scale) {
  double sum = weights.second_bias[inputs.bucket] / double{Network::kFirstUnit * Network::kSecondUnit};
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t k = 0; k < Network::kHidden; ++k) {
      double x = weights.first_bias[k];
      for (std::uint32_t i = 0; i < inputs.count; ++i)
        x += weights.first[side == 0 ? inputs.mover[i] : inputs.opponent[i]][k];
      x = std::clamp(x / Network::kFirstUnit, 0.0, 1.0);
      sum += weights.second[inputs.bucket][side][k] * x * x / Network::kSecondUnit;
    }
  }
  return sum * scale;
}

// Positions of random games.
template <class Visit>
void walk(std::uint64_t seed, int games, Visit&& visit) {
  const auto rules = Subject::rules();
  Rng rng = Rng::seeded(seed);
  std::vector<Move> moves(rules.traits().max_moves);
  for (int game = 0; game < games; ++game) {
    auto state = rules.initial();
    for (int ply = 0; ply < 120 && !is_over(rules.status(state)); ++ply) {
      visit(rules, state);
      rules.apply(state, moves[rng.below(rules.legal_moves(state, moves.data()))]);
    }
  }
}

auto inputs_of(const Subject::Rules::State& state) {
  PieceInputs<Subject::Inputs::kMost> inputs;
  Subject::Inputs::list(Subject::position(state), inputs);
  return inputs;
}

TEST_CASE("a network is its formula") {
  Rng rng = Rng::seeded(1);
  // The largest weights that are allowed too: no sum overflows.
  for (const auto& [first, second] : {std::pair{60, 127}, std::pair{1000, 127}}) {
    const auto weights = random_weights(rng, first, second);
    walk(2, 10, [&](const auto&, const auto& state) {
      const auto inputs = inputs_of(state);
      REQUIRE(inputs.count <= Inputs::kMost);
      REQUIRE(inputs.bucket < Inputs::kBuckets);
      const double value = Network::value(*weights, inputs, Inputs::kScale);
      CHECK(std::abs(value - by_formula(*weights, inputs, Inputs::kScale)) < 1.1);
    });
  }
}

TEST_CASE("no weight within the limits overflows") {
  for (const int sign : {1, -1}) {
    Network::Weights weights;
    for (auto& vector : weights.first) vector.fill(static_cast<std::int16_t>(sign * Network::kFirstLimit));
    for (auto& bucket : weights.second) {
      for (auto& vector : bucket) vector.fill(Network::kSecondLimit);
    }
    PieceInputs<Inputs::kMost> inputs;
    for (std::uint32_t i = 0; i < Inputs::kMost; ++i) inputs.add(i, i);
    const double value = Network::value(weights, inputs, Inputs::kScale);
    CHECK(std::abs(value - by_formula(weights, inputs, Inputs::kScale)) < 1.1);
    CHECK((value > 0) == (sign > 0));
  }
}

TEST_CASE("inputs: each piece once for each viewer, within range") {
  walk(3, 20, [&](const auto&, const auto& state) {
    const auto inputs = inputs_of(state);
    const std::set<int> mover(inputs.mover.begin(), inputs.mover.begin() + inputs.count);
    const std::set<int> opponent(inputs.opponent.begin(), inputs.opponent.begin() + inputs.count);
    CHECK(mover.size() == inputs.count);
    CHECK(opponent.size() == inputs.count);
    CHECK(*mover.rbegin() < static_cast<int>(Inputs::kCount));
    CHECK(*opponent.rbegin() < static_cast<int>(Inputs::kCount));
  });
}

// A row of a board's text from right to left; a sign before a piece stays with it.
std::string mirrored_row(const std::string& row) {
  std::string image;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::size_t n = row[i] == '+' ? 2 : 1;
    image = row.substr(i, n) + image;
    i += n - 1;
  }
  return image;
}
std::string mirrored(const std::string& text) {
  const std::size_t end = text.find(' ');
  std::string image;
  std::size_t from = 0;
  while (from <= end) {
    const std::size_t to = std::min(text.find('/', from), end);
    image += mirrored_row(text.substr(from, to - from)) + (to == end ? "" : "/");
    from = to + 1;
  }
  return image + text.substr(end);
}

TEST_CASE("the same in the mirror") {
  int compared = 0;
  walk(4, 20, [&](const auto& rules, const auto& state) {
    const std::string text = rules.position_text(state);
    const auto image = rules.parse_position(mirrored(text));
    REQUIRE_MESSAGE(image, text);
    const auto a = inputs_of(state);
    const auto b = inputs_of(*image);
    const auto as_set = [](const auto& list, std::uint32_t count) {
      return std::multiset<int>(list.begin(), list.begin() + count);
    };
    CHECK(a.bucket == b.bucket);
    const auto& position = Subject::position(state);
    // A king on the middle file is its own image, and its side sees the board as it is.
    const auto off_middle = [&](unsigned side) { return position.king(side) % 5 != 2; };
    if (off_middle(position.mover)) CHECK(as_set(a.mover, a.count) == as_set(b.mover, b.count));
    if (off_middle(1U - position.mover)) CHECK(as_set(a.opponent, a.count) == as_set(b.opponent, b.count));
    compared += off_middle(position.mover) ? 1 : 0;
  });
  CHECK(compared > 100);
}

TEST_CASE("what stands and is in hand in MiniShogi") {
  using namespace games::minishogi;
  const auto rules = Subject::rules();
  const auto inputs = [&](const char* sfen) {
    const auto state = rules.parse_position(sfen);
    REQUIRE_MESSAGE(state, sfen);
    const auto list = inputs_of(*state);
    return std::multiset<int>(list.mover.begin(), list.mover.begin() + list.count);
  };
  // Kings on one file on the left and its image on the right, two pawns in hand.
  CHECK(inputs("k4/5/5/1+R3/K4 b 2P 1") == inputs("4k/5/5/3+R1/4K b 2P 1"));
  // Turned by half a turn with the sides exchanged.
  CHECK(inputs("k4/5/5/1+R3/K4 b 2P 1") == inputs("4k/3+r1/5/5/4K w 2p 1"));
  CHECK(inputs("k4/5/5/1+R3/K4 b 2P 1") != inputs("k4/5/5/1R3/K4 b 2P 1"));
  CHECK(inputs("k4/5/5/1+R3/K4 b 2P 1") != inputs("k4/5/5/1+R3/K4 b Pp 1"));
}

TEST_CASE("weights as text") {
  Rng rng = Rng::seeded(5);
  const auto weights = random_weights(rng, 1000, 127);
  const std::string text = Network::to_text(*weights);
  const auto read = Network::from_text(text);
  REQUIRE(read);
  CHECK((*read)->first == weights->first);
  CHECK((*read)->first_bias == weights->first_bias);
  CHECK((*read)->second == weights->second);
  CHECK((*read)->second_bias == weights->second_bias);
  CHECK(games::from_source(games::as_source(text)) == text);
  CHECK_FALSE(Network::from_text(text.substr(1)));
  CHECK_FALSE(Network::from_text("~" + text.substr(1)));
  CHECK_FALSE(Network::from_text(text + "P0"));
}

TEST_CASE("the weights that come with Ludex are the network's, and make a difference") {
  // All zero would correct nothing.
  const auto rules = Subject::rules();
  const auto correction = [](const auto& state) {
    return games::minishogi::correct_by_network(games::minishogi::learned_weights(),
                                                Subject::position(state));
  };
  int corrected = 0;
  walk(9, 2, [&](const auto&, const auto& state) {
    corrected += correction(state) != 0 ? 1 : 0;
    CHECK(rules.evaluate(state) ==
          games::minishogi::evaluate_position(Subject::position(state)) + correction(state));
  });
  CHECK(corrected > 10);
  const auto ahead = rules.parse_position("k4/5/5/5/K1S1R b BRG 1");
  const auto behind = rules.parse_position("k4/5/5/5/K1S1R w BRG 1");
  REQUIRE(ahead);
  REQUIRE(behind);
  CHECK(rules.evaluate(*ahead) > 300);
  CHECK(rules.evaluate(*behind) < -300);
}

TEST_CASE("the gradient is that of the loss") {
  using Learner = games::NetworkLearner<Inputs>;
  Rng rng = Rng::seeded(6);
  std::vector<Learner::Sample> samples;
  walk(7, 2, [&](const auto&, const auto& state) {
    samples.push_back({inputs_of(state),
                       static_cast<float>(rng.uniform()) - 0.5F,
                       {static_cast<float>(rng.uniform()), static_cast<float>(rng.below(3)) / 2}});
  });
  Learner learner(8, 0.6);
  const auto loss = [&] {
    Learner apart = learner;
    Learner::Tally tally;
    for (const auto& sample : samples) apart.learn(sample, tally);
    return tally.square;
  };
  Learner::Tally tally;
  for (const auto& sample : samples) learner.learn(sample, tally);
  const std::vector<float> gradient(learner.gradient().begin(), learner.gradient().end());
  const auto numbers = learner.numbers();
  int checked = 0;
  for (int i = 0; i < 20000 && checked < 60; ++i) {
    const std::size_t at = i < 30 ? numbers.size() - 1 - static_cast<std::size_t>(i)
                                  : rng.below(static_cast<std::uint32_t>(numbers.size()));
    if (std::abs(gradient[at]) < 0.02F) continue;
    const float kept = numbers[at];
    constexpr float kStep = 0.002F;
    numbers[at] = kept + kStep;
    const double above = loss();
    numbers[at] = kept - kStep;
    const double below = loss();
    numbers[at] = kept;
    CHECK((above - below) / (2 * kStep) == doctest::Approx(gradient[at]).epsilon(0.08));
    ++checked;
  }
  CHECK(checked == 60);
}

}  // namespace
}  // namespace ludex::tests
