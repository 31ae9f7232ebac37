// What Hex knowledge costs on 11x11: full move-score evaluations (the scores of all legal moves) with each
// kind of circuit, and must-play regions, per second of CPU time, the best of three; and the learned network,
// in single precision and in whole numbers. The positions are the same in every run: 1 to 60 random stones.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "core/util/clock.hpp"
#include "core/util/rng.hpp"
#include "games/hex/hex.hpp"
#include "games/hex/policy_value_net.hpp"
#include "games/hex/quantized_net.hpp"

namespace {

using namespace ludex;
using Rules = games::hex::HexRules<2>;
using games::hex::CircuitKind;
using games::hex::MustPlayKind;

void measure(const char* name, const games::hex::KnowledgeOptions& options, std::uint32_t stones) {
  const Rules plain(11, 11, false);
  std::vector<Rules::State> positions;
  Rng rng = Rng::seeded(1);
  Move moves[Rules::Board::kCapacity];
  for (int i = 0; i < 100; ++i) {
    Rules::State s = plain.initial();
    for (std::uint32_t ply = 0; ply < stones && !is_over(s.status); ++ply)
      plain.apply(s, moves[rng.below(plain.legal_moves(s, moves))]);
    if (!is_over(s.status)) positions.push_back(s);
  }
  std::array<float, Rules::Board::kCapacity> scores{};
  double best = 1e9;
  double sum = 0;
  for (int repetition = 0; repetition < 3; ++repetition) {
    // Nothing is remembered of the repetition before.
    const Rules rules(11, 11, false, options);
    const std::int64_t began = thread_cpu_ns();
    for (const Rules::State& s : positions) {
      if (options.circuit == CircuitKind::kNone) {
        sum += rules.must_play(s, moves);
      } else {
        rules.move_scores(s, moves, rules.legal_moves(s, moves), scores.data());
        sum += static_cast<double>(scores[0]);
      }
    }
    best = std::min(best, static_cast<double>(thread_cpu_ns() - began) * 1e-9);
  }
  std::printf("%-20s %2u stones %9.0f /s   (sum %.3f)\n", name, stones,
              static_cast<double>(positions.size()) / best, sum);
}

template <class Network>
void measure_network(const char* name, const Network& network) {
  constexpr int kLooks = 2000;
  Rng rng = Rng::seeded(1);
  std::vector<std::array<Rules::Board, 2>> positions(100);
  for (auto& stones : positions) {
    for (std::uint32_t ply = 0; ply < 40; ++ply) stones[ply % 2].set(rng.below(121));
    stones[1] = stones[1].without(stones[0]);
  }
  std::array<float, Rules::Board::kCapacity> logits{};
  double best = 1e9;
  double sum = 0;
  for (int repetition = 0; repetition < 3; ++repetition) {
    const std::int64_t began = thread_cpu_ns();
    for (std::size_t i = 0; i < kLooks; ++i) {
      const Player mover = i % 2;
      sum += static_cast<double>(
          games::hex::look_at(network, positions[i % positions.size()], 11, 11, mover, logits.data()));
    }
    best = std::min(best, static_cast<double>(thread_cpu_ns() - began) * 1e-9);
  }
  std::printf("%-31s %9.0f /s   (sum %.3f)\n", name, kLooks / best, sum);
}

}  // namespace

int main() {
  measure_network("network, single precision",
                  games::hex::PolicyValueNet(games::hex::PolicyValueNet::learned_weights()));
  measure_network("network, whole numbers", games::hex::QuantizedNet::learned());
  for (const std::uint32_t stones : {1U, 20U, 40U, 60U}) {
    measure("circuit=adjacent", {CircuitKind::kAdjacent, MustPlayKind::kNone, {}}, stones);
    measure("circuit=bridges", {CircuitKind::kBridges, MustPlayKind::kNone, {}}, stones);
    measure("circuit=vc", {CircuitKind::kConnections, MustPlayKind::kNone, {}}, stones);
    measure("must_play=true", {CircuitKind::kNone, MustPlayKind::kAll, {}}, stones);
    measure("must_play=region", {CircuitKind::kNone, MustPlayKind::kRegion, {}}, stones);
  }
}
