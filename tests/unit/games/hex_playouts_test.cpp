// Random games of Hex that restore bridges: every reply against a definition written apart.
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "games/hex/hex.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/make_rules.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using namespace games::hex;

// A board of coordinates, with the edges as cells around it.
class Plain {
 public:
  Plain(int width, int height)
      : width_(width), height_(height), stones_(static_cast<std::size_t>(width * height), -1) {}

  void put(int cell, int player) { stones_[static_cast<std::size_t>(cell)] = player; }

  // Cells with which the player restores a bridge that a stone on `intrusion` has broken: empty, beside it,
  // and all that both of them touch is the player's.
  std::set<int> restoring(int intrusion, int player) const {
    std::set<int> out;
    const Cell centre{intrusion % width_, intrusion / width_};
    for (const Cell& candidate : around(centre)) {
      if (!inside(candidate) || at(candidate) != -1) continue;
      int ends = 0;
      bool all = true;
      for (const Cell& a : around(centre)) {
        for (const Cell& b : around(candidate)) {
          if (a != b) continue;
          ++ends;
          all = all && (inside(a) ? at(a) : edge_of(a)) == player;
        }
      }
      if (ends == 2 && all) out.insert(candidate.second * width_ + candidate.first);
    }
    return out;
  }

 private:
  using Cell = std::pair<int, int>;  // column, row
  std::vector<Cell> around(const Cell& c) const {
    const auto [x, y] = c;
    return {{x - 1, y}, {x + 1, y}, {x, y - 1}, {x + 1, y - 1}, {x - 1, y + 1}, {x, y + 1}};
  }
  bool inside(const Cell& c) const {
    return c.first >= 0 && c.first < width_ && c.second >= 0 && c.second < height_;
  }
  int at(const Cell& c) const { return stones_[static_cast<std::size_t>(c.second * width_ + c.first)]; }
  // Black's above and below, white's at the sides; nobody's beyond the corners.
  int edge_of(const Cell& c) const {
    const bool line = c.second < 0 || c.second >= height_;
    const bool side = c.first < 0 || c.first >= width_;
    return line && side ? -1 : line ? 0 : 1;
  }

  int width_;
  int height_;
  std::vector<int> stones_;
};

struct Size {
  const char* width;
  const char* height;
};
constexpr Size kSizes[] = {{"2", "2"},   {"4", "4"},   {"7", "5"},   {"3", "9"},
                           {"11", "11"}, {"13", "12"}, {"19", "19"}, {"19", "3"}};

TEST_CASE("a bridge that the opponent intrudes into is restored, and only then is a reply not random") {
  std::uint64_t restored = 0;
  for (const Size& size : kSizes) {
    CAPTURE(size.width);
    CAPTURE(size.height);
    with_rules<Hex>(
        {{"width", size.width}, {"height", size.height}, {"playouts", "bridges"}}, [&](const auto& rules) {
          const int width = std::stoi(size.width);
          Rng rng = Rng::seeded(3);
          std::vector<TracedMove> moves(rules.traits().max_plies);
          for (int game = 0; game < (kSanitized ? 10 : 200); ++game) {
            auto state = rules.initial();
            Plain board(width, std::stoi(size.height));
            for (std::uint32_t ply = 0;
                 ply < static_cast<std::uint32_t>(game) % 6 && !is_over(rules.status(state)); ++ply) {
              std::vector<Move> legal(rules.traits().max_moves);
              const Move move = legal[rng.below(rules.legal_moves(state, legal.data()))];
              board.put(static_cast<int>(move), static_cast<int>(rules.to_move(state)));
              rules.apply(state, move);
            }
            if (is_over(rules.status(state))) continue;
            auto replay = state;
            PlayoutTrace trace{moves.data(), static_cast<std::uint32_t>(moves.size()), 0};
            const PlayoutResult result = rules.playout(state, rng, &trace);
            REQUIRE(trace.size == result.plies);
            for (std::uint32_t i = 0; i < trace.size; ++i) {
              const auto mover = static_cast<int>(rules.to_move(replay));
              REQUIRE(static_cast<int>(trace.moves[i].player) == mover);
              if (i != 0) {
                const std::set<int> saving =
                    board.restoring(static_cast<int>(trace.moves[i - 1].move), mover);
                if (!saving.empty()) {
                  REQUIRE(saving.count(static_cast<int>(trace.moves[i].move)) == 1);
                  ++restored;
                }
              }
              board.put(static_cast<int>(trace.moves[i].move), mover);
              REQUIRE(is_over(rules.apply(replay, trace.moves[i].move)) == (i + 1 == trace.size));
            }
            REQUIRE(rules.status(replay) == result.status);
            REQUIRE(rules.hash(replay) == rules.hash(state));
            REQUIRE(rules.position_text(replay) == rules.position_text(state));
          }
        });
  }
  CHECK(restored > (kSanitized ? 500U : 10'000U));
}

TEST_CASE("where nothing is to be restored all cells are alike") {
  with_rules<Hex>({{"size", "3"}, {"playouts", "bridges"}}, [](const auto& rules) {
    Rng rng = Rng::seeded(5);
    std::vector<TracedMove> moves(rules.traits().max_plies);
    std::map<int, int> first;
    const auto start = *rules.parse_position("3/1b1/2w b");
    for (int game = 0; game < 3000; ++game) {
      auto state = start;
      PlayoutTrace trace{moves.data(), static_cast<std::uint32_t>(moves.size()), 0};
      static_cast<void>(rules.playout(state, rng, &trace));
      ++first[static_cast<int>(trace.moves[0].move)];
    }
    // Seven empty cells, each 429 times; five standard errors are 96.
    CHECK(first.size() == 7);
    for (const auto& entry : first) {
      CAPTURE(entry.first);
      CHECK(std::abs(entry.second - 3000 / 7) < 96);
    }
  });
}

TEST_CASE("the game keeps its contract with such playouts, and has no quick ones") {
  for (const char* swap : {"false", "true"}) {
    with_rules<Hex>({{"size", "5"}, {"swap", swap}, {"playouts", "bridges"}}, [](const auto& rules) {
      check_game_contract(rules, samples(40), 21);
      CHECK_FALSE(rules.offers(QuickPlayout::kId));
      CHECK(rules.offers(Tactics::kId));
    });
  }
}

}  // namespace
}  // namespace ludex::tests
