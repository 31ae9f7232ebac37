// The search that plays the games Hex's network learns from: what it calls proven against exhaustive search.
#include <array>
#include <cstdint>
#include <unordered_map>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "plugins/studies/hex/self_play_search.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using namespace games::hex;
using Board = games::Bits<2>;

// Whether the mover wins, by trying everything.
class Truth {
 public:
  explicit Truth(const HexBoard<2>& board) : board_(board) {}

  bool wins(std::array<Board, 2> stones, Player mover) {
    if (board_.reached(1 - mover, stones[1 - mover]).intersects(board_.last_edge(1 - mover))) return false;
    const std::uint64_t key = stones[0].word[0] << 32 | stones[1].word[0];
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    bool won = false;
    for (std::uint32_t cell = 0; cell < board_.cells() && !won; ++cell) {
      if ((stones[0] | stones[1]).test(cell)) continue;
      stones[mover].set(cell);
      won = !wins(stones, 1 - mover);
      stones[mover].reset(cell);
    }
    return known_[key] = won;
  }

 private:
  const HexBoard<2>& board_;
  std::unordered_map<std::uint64_t, bool> known_;
};

}  // namespace

TEST_CASE("self-play: what is proven is true, and moves left out are not needed") {
  Rng rng = Rng::seeded(12);
  SelfPlaySettings settings;
  settings.must_play = 3;
  SelfPlaySearch<2> search(4, 4, QuantizedNet::learned(), settings, rng);
  Truth truth(search.board());
  int claims = 0;
  for (int i = 0; i < (kSanitized ? 10 : 200); ++i) {
    search.clear();
    std::array<Board, 2> stones;
    bool over = false;
    for (std::uint32_t ply = rng.below(9); ply != 0 && !over; --ply) {
      std::uint32_t cell = rng.below(16);
      while ((stones[0] | stones[1]).test(cell)) cell = rng.below(16);
      const Player mover = search.mover();
      stones[mover].set(cell);
      search.play(cell);
      over = search.board().reached(mover, stones[mover]).intersects(search.board().last_edge(mover));
    }
    if (over) continue;
    const Player mover = search.mover();
    search.search(i % 2 == 0 ? 30 : 3, i % 3 == 0);
    const bool won = truth.wins(stones, mover);
    if (search.proven() != 0) CHECK(won == (search.proven() == 1));
    claims += search.proven() != 0 ? 1 : 0;
    // A won position that is not proven keeps a winning move.
    bool left = search.proven() != 0;
    for (const auto& move : search.moves()) {
      std::array<Board, 2> next = stones;
      next[mover].set(move.cell);
      const bool good = !truth.wins(next, 1 - mover);
      left = left || good;
      if (move.proven != 0) CHECK(good == (move.proven == 1));
      claims += move.proven != 0 ? 1 : 0;
    }
    CHECK((left || !won));
  }
  CHECK(claims > (kSanitized ? 5 : 100));
}

}  // namespace ludex::tests
