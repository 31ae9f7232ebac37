// The learned network of Hex against the same formulas written apart in doubles.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "games/hex/policy_value_net.hpp"
#include "games/hex/quantized_net.hpp"
#include "games/hex/rules.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using games::Bits;
using namespace games::hex;
using Net = PolicyValueNet;

std::unique_ptr<Net::Weights> random_weights(Rng& rng) {
  auto weights = std::make_unique<Net::Weights>();
  for (float& x : weights->numbers()) x = static_cast<float>(rng.uniform() - 0.5) * 0.4F;
  return weights;
}

// 0 empty, 1 the mover's, 2 the opponent's; rows between the mover's edges.
using Picture = std::vector<std::vector<int>>;

struct Seen {
  std::vector<double> logits;
  double value;
};

// As the head of policy_value_net.hpp has it, cell by cell.
Seen naive(const Net::Weights& w, const Picture& picture) {
  const int rows = static_cast<int>(picture.size());
  const int columns = static_cast<int>(picture[0].size());
  const auto stone = [&](int r, int c) {
    const bool line = r < 0 || r >= rows;
    const bool side = c < 0 || c >= columns;
    if (line && side) return 0;
    if (line) return 1;
    if (side) return 2;
    return picture[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
  };
  using Layer = std::vector<std::vector<std::array<double, Net::kChannels>>>;
  Layer x(picture.size(), std::vector<std::array<double, Net::kChannels>>(picture[0].size()));
  const auto at = [](auto& layer, int r, int c) -> auto& {
    return layer[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
  };
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      for (std::size_t o = 0; o < Net::kChannels; ++o) {
        double sum = static_cast<double>(w.bias[o]);
        std::size_t k = 0;
        for (int dr = -2; dr <= 2; ++dr) {
          for (int dc = -2; dc <= 2; ++dc) {
            if (std::abs(dr + dc) > 2) continue;
            const int s = stone(r + dr, c + dc);
            if (s != 0) sum += static_cast<double>(w.stones[static_cast<std::size_t>(s - 1)][k][o]);
            ++k;
          }
        }
        at(x, r, c)[o] = std::max(sum, 0.0);
      }
    }
  }
  for (std::size_t l = 0; l < Net::kLayers; ++l) {
    Layer y = x;
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        for (std::size_t o = 0; o < Net::kChannels; ++o) {
          double sum = static_cast<double>(w.deep_bias[l][o]);
          std::size_t k = 0;
          for (int dr = -1; dr <= 1; ++dr) {
            for (int dc = -1; dc <= 1; ++dc) {
              if (std::abs(dr + dc) > 1) continue;
              const bool inside = r + dr >= 0 && r + dr < rows && c + dc >= 0 && c + dc < columns;
              for (std::size_t i = 0; inside && i < Net::kChannels; ++i)
                sum += static_cast<double>(w.deep[l][k][i][o]) * at(x, r + dr, c + dc)[i];
              ++k;
            }
          }
          at(y, r, c)[o] += std::max(sum, 0.0);
        }
      }
    }
    x = y;
  }
  Seen seen{{}, static_cast<double>(w.value_bias[0])};
  std::array<double, Net::kChannels> mean{};
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      double logit = 0;
      for (std::size_t i = 0; i < Net::kChannels; ++i) {
        logit += static_cast<double>(w.policy[i]) * at(x, r, c)[i];
        mean[i] += at(x, r, c)[i] / (rows * columns);
      }
      seen.logits.push_back(logit);
    }
  }
  for (std::size_t h = 0; h < Net::kHidden; ++h) {
    double sum = static_cast<double>(w.hidden_bias[h]);
    for (std::size_t i = 0; i < Net::kChannels; ++i) {
      double weakest[2] = {1e30, 1e30};
      for (const bool down : {false, true}) {
        for (int line = 0; line < (down ? columns : rows); ++line) {
          double most = -1e30;
          for (int along = 0; along < (down ? rows : columns); ++along)
            most = std::max(most, down ? at(x, along, line)[i] : at(x, line, along)[i]);
          weakest[down ? 1 : 0] = std::min(weakest[down ? 1 : 0], most);
        }
      }
      sum += static_cast<double>(w.hidden[h][0][i]) * mean[i] +
             static_cast<double>(w.hidden[h][1][i]) * weakest[0] +
             static_cast<double>(w.hidden[h][2][i]) * weakest[1];
    }
    seen.value += static_cast<double>(w.value[h]) * std::max(sum, 0.0);
  }
  seen.value = std::tanh(seen.value);
  return seen;
}

Picture random_picture(std::size_t rows, std::size_t columns, Rng& rng) {
  Picture picture(rows, std::vector<int>(columns));
  for (auto& row : picture) {
    for (int& cell : row) cell = static_cast<int>(rng.below(3));
  }
  return picture;
}
Net::Frame frame_of(const Picture& picture) {
  Net::Frame frame(static_cast<std::uint32_t>(picture.size()), static_cast<std::uint32_t>(picture[0].size()));
  for (std::uint32_t r = 0; r < frame.rows(); ++r) {
    for (std::uint32_t c = 0; c < frame.columns(); ++c)
      frame.set(r, c, static_cast<std::uint8_t>(picture[r][c]));
  }
  return frame;
}

}  // namespace

TEST_CASE("the network is what its formulas say, on boards of any shape") {
  Rng rng = Rng::seeded(5);
  for (const auto& [rows, columns] :
       {std::pair{1U, 1U}, {1U, 4U}, {5U, 5U}, {6U, 3U}, {11U, 11U}, {19U, 19U}}) {
    for (int i = 0; i < 3; ++i) {
      const auto weights = random_weights(rng);
      const Picture picture = random_picture(rows, columns, rng);
      const Seen expected = naive(*weights, picture);
      std::vector<float> logits(std::size_t{rows} * columns);
      const float value = Net(*weights).look(frame_of(picture), logits.data());
      CHECK(static_cast<double>(value) == doctest::Approx(expected.value).epsilon(1e-4));
      double most = 1e-3;
      for (const double logit : expected.logits) most = std::max(most, std::abs(logit));
      for (std::size_t cell = 0; cell < logits.size(); ++cell)
        CHECK(std::abs(static_cast<double>(logits[cell]) - expected.logits[cell]) < 1e-4 * most);
    }
  }
}

TEST_CASE("the layers in whole numbers are what their formulas say, and the same with all vectors") {
  Rng rng = Rng::seeded(10);
  for (const auto& [rows, columns] :
       {std::pair{1U, 1U}, {1U, 4U}, {6U, 3U}, {7U, 13U}, {11U, 11U}, {19U, 19U}}) {
    const auto weights = random_weights(rng);
    const QuantizedNet net(*weights);
    const QuantizedNet narrower(*weights, QuantizedNet::Vectors::kNarrower);
    const Net::Frame frame = frame_of(random_picture(rows, columns, rng));
    // The formulas of quantized_net.hpp, cell by cell.
    Net::Plane x;
    Net::first(*weights, frame, x);
    for (std::size_t at = 0; at < Net::kLayers; ++at) {
      const QuantizedNet::Layer& layer = net.layer(at);
      const auto code = [&](std::uint32_t r, std::uint32_t c, std::size_t i) {
        return static_cast<int>(std::min(std::floor(x.at(r, c)[i] * layer.shrink[i] + 0.5F), 127.0F));
      };
      Net::Plane y;
      y.open(rows, columns);
      for (std::uint32_t r = 0; r < rows; ++r) {
        for (std::uint32_t c = 0; c < columns; ++c) {
          for (std::size_t o = 0; o < Net::kChannels; ++o) {
            std::int32_t sum = 0;
            std::size_t k = 0;
            for (int dr = -1; dr <= 1; ++dr) {
              for (int dc = -1; dc <= 1; ++dc) {
                if (std::abs(dr + dc) > 1) continue;
                const auto near_r = r + static_cast<std::uint32_t>(dr);
                const auto near_c = c + static_cast<std::uint32_t>(dc);
                for (std::size_t i = 0; near_r < rows && near_c < columns && i < Net::kChannels; ++i) {
                  const std::size_t group = (k * Net::kChannels + i) / 4;
                  sum += code(near_r, near_c, i) * layer.weights[(group * Net::kChannels + o) * 4 + i % 4];
                }
                ++k;
              }
            }
            const float more = static_cast<float>(sum) * layer.grow[o] + layer.bias[o];
            y.at(r, c)[o] = x.at(r, c)[o] + std::max(more, 0.0F);
          }
        }
      }
      x = y;
    }
    std::vector<float> expected(std::size_t{rows} * columns);
    std::vector<float> logits(expected.size());
    std::vector<float> again(expected.size());
    const float value = Net(*weights).heads(x, expected.data());
    CHECK(net.look(frame, logits.data()) == value);
    CHECK(logits == expected);
    CHECK(narrower.look(frame, again.data()) == value);
    CHECK(again == expected);
  }
}

TEST_CASE("whole numbers are near enough: the learned network sees the same") {
  const Net exact(Net::learned_weights());
  const QuantizedNet& net = QuantizedNet::learned();
  Rng rng = Rng::seeded(11);
  constexpr std::uint32_t kSide = 11;
  constexpr int kPositions = kSanitized ? 10 : 100;
  double square = 0;
  double divergence = 0;
  for (int i = 0; i < kPositions; ++i) {
    Net::Frame frame(kSide, kSide);
    std::array<bool, kSide * kSide> taken{};
    for (std::uint32_t stones = rng.below(60); stones != 0; --stones) {
      const std::uint32_t cell = rng.below(kSide * kSide);
      frame.set(cell / kSide, cell % kSide, static_cast<std::uint8_t>(1 + stones % 2));
      taken[cell] = true;
    }
    std::array<std::array<float, kSide * kSide>, 2> logits;
    const float value = exact.look(frame, logits[0].data());
    const float near = net.look(frame, logits[1].data());
    square += static_cast<double>((value - near) * (value - near));
    std::array<double, 2> sums{};
    for (std::size_t cell = 0; cell < taken.size(); ++cell) {
      for (std::size_t n = 0; n < 2 && !taken[cell]; ++n)
        sums[n] += std::exp(static_cast<double>(logits[n][cell]));
    }
    for (std::size_t cell = 0; cell < taken.size(); ++cell) {
      if (taken[cell]) continue;
      const double p = std::exp(static_cast<double>(logits[0][cell])) / sums[0];
      const double q = std::exp(static_cast<double>(logits[1][cell])) / sums[1];
      divergence += p * std::log(p / q);
    }
  }
  CHECK(square / kPositions < 0.01);
  CHECK(divergence / kPositions < 0.02);
}

TEST_CASE("weights as text: what is read is what was written, rounded") {
  Rng rng = Rng::seeded(6);
  const auto weights = random_weights(rng);
  weights->policy[0] = 100;  // beyond what can be written
  const std::string text = Net::to_text(*weights);
  CHECK(text.find_first_of("\\\"") == std::string::npos);
  const auto read = Net::from_text(text);
  REQUIRE(read);
  weights->policy[0] = 2047.0F / 512;
  for (std::size_t i = 0; i < weights->numbers().size(); ++i)
    CHECK(std::abs(read->numbers()[i] - weights->numbers()[i]) <= 0.5F / 512);
  CHECK(Net::to_text(*read) == Net::to_text(*weights));
  CHECK_FALSE(Net::from_text(text.substr(1)));
  CHECK_FALSE(Net::from_text("~" + text));
}

TEST_CASE("white is shown what black sees on the mirrored board") {
  KnowledgeOptions options;
  options.learned = LearnedKind::kAll;
  const HexRules<1> rules(6, 5, false, options);
  const HexRules<1> mirrored(5, 6, false, options);
  Rng rng = Rng::seeded(9);
  const auto image = [](std::uint32_t cell) { return cell % 6 * 5 + cell / 6; };
  for (int i = 0; i < 40; ++i) {
    // The same stones: ours of black are the mirror image's of white, who moves second there.
    std::array<Bits<1>, 2> stones;
    std::array<Bits<1>, 2> images;
    for (std::uint32_t cell = 0; cell < 30; ++cell) {
      const std::uint32_t player = rng.below(3);
      if (player == 2) continue;
      stones[player].set(cell);
      images[1 - player].set(image(cell));
    }
    const Bits<1> empty = Bits<1>{{(std::uint64_t{1} << 30) - 1}}.without(stones[0] | stones[1]);
    std::vector<std::uint32_t> cells;
    std::vector<std::uint32_t> image_cells;
    empty.for_each([&](std::uint32_t cell) {
      cells.push_back(cell);
      image_cells.push_back(image(cell));
    });
    std::vector<float> scores(cells.size());
    std::vector<float> image_scores(cells.size());
    const auto count = static_cast<std::uint32_t>(cells.size());
    for (Player mover = 0; mover < 2; ++mover) {
      rules.knowledge()->score_cells(stones, mover, cells.data(), count, scores.data());
      mirrored.knowledge()->score_cells(images, 1 - mover, image_cells.data(), count, image_scores.data());
      CHECK(scores == image_scores);
      CHECK(rules.knowledge()->evaluate(stones, mover) == mirrored.knowledge()->evaluate(images, 1 - mover));
      for (const float score : scores) CHECK(score > 0);
    }
  }
}

TEST_CASE("with circuits, scores are powers of the network's and of the opponent's currents") {
  const HexBoard<1> board(6, 6);
  const auto knowledge_of = [&](CircuitKind circuit, LearnedKind learned) {
    KnowledgeOptions options;
    options.circuit = circuit;
    options.learned = learned;
    return Knowledge<1>(board, options);
  };
  const auto net = knowledge_of(CircuitKind::kNone, LearnedKind::kAll);
  const auto net_scores = knowledge_of(CircuitKind::kNone, LearnedKind::kScores);
  for (const bool bridges : {false, true}) {
    const CircuitKind circuit = bridges ? CircuitKind::kBridges : CircuitKind::kAdjacent;
    const auto circuits = knowledge_of(circuit, LearnedKind::kNone);
    const auto scores_only = knowledge_of(circuit, LearnedKind::kScores);
    const auto all = knowledge_of(circuit, LearnedKind::kAll);
    Rng rng = Rng::seeded(10);
    for (int i = 0; i < 40; ++i) {
      std::array<Bits<1>, 2> stones;
      for (std::uint32_t cell = 0; cell < 36; ++cell) {
        if (const std::uint32_t player = rng.below(8); player < 2) stones[player].set(cell);
      }
      const auto mover = static_cast<Player>(i % 2);
      // Who evaluates.
      CHECK(scores_only.evaluate(stones, mover) == circuits.evaluate(stones, mover));
      CHECK(all.evaluate(stones, mover) == net.evaluate(stones, mover));
      CHECK(net_scores.evaluate(stones, mover) == net.evaluate(stones, mover));
      if (std::abs(circuits.evaluate(stones, mover)) == 10000) continue;
      std::vector<std::uint32_t> cells;
      board.all().without(stones[0] | stones[1]).for_each([&](std::uint32_t cell) { cells.push_back(cell); });
      const auto count = static_cast<std::uint32_t>(cells.size());
      std::vector<float> by_net(count);
      std::vector<float> by_both(count);
      net.score_cells(stones, mover, cells.data(), count, by_net.data());
      scores_only.score_cells(stones, mover, cells.data(), count, by_both.data());
      Network<1> currents;
      currents.reserve(board.cells(), false);
      const Player other = 1 - mover;
      REQUIRE(currents.begin(board, net.patterns(), other, stones[other], stones[mover]) ==
              Network<1>::Ends::kOpen);
      currents.wire_patterns(bridges);
      currents.solve();
      for (std::uint32_t k = 0; k < count; ++k) {
        const double expected =
            std::pow(static_cast<double>(by_net[k]), 0.7) * std::pow(currents.score(cells[k]), 1.5);
        CHECK(std::abs(static_cast<double>(by_both[k]) - expected) < 1e-4 * expected + 1e-4);
      }
    }
  }
}

TEST_CASE("the network restores a bridge") {
  KnowledgeOptions options;
  options.learned = LearnedKind::kAll;
  const HexRules<2> rules(9, 9, false, options);
  const auto best = [&](const char* text) {
    const auto state = rules.parse_position(text);
    REQUIRE_MESSAGE(state, state.error());
    std::array<Move, 128> moves{};
    std::array<float, 128> scores;
    const std::uint32_t count = rules.legal_moves(*state, moves.data());
    rules.move_scores(*state, moves.data(), count, scores.data());
    return rules.move_text(
        *state, moves[static_cast<std::size_t>(std::max_element(scores.begin(), scores.begin() + count) -
                                               scores.begin())]);
  };
  // White has gone into the bridge from e5 to d7.
  CHECK(best("8w/9/9/9/4b4/4w4/3b5/9/9 b") == "d6");
}

}  // namespace ludex::tests
