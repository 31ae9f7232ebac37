// What the plug-in boundary costs: playouts through the loaded module against the inlined rules.
// Usage: bench_interface [plug-in folder]. Exit code 1 if a median ratio is above 1.15.
#include "core/game/position.hpp"
#include "tests/bench/bench_games.hpp"

namespace {

constexpr int kPlayouts = 20'000;

template <class G>
std::uint64_t playouts(const G& game) {
  const ludex::StateBuffer states(game.traits(), 2);
  game.initial(states[0]);
  ludex::Rng rng = ludex::Rng::seeded(1);
  std::uint64_t plies = 0;
  for (int i = 0; i < kPlayouts; ++i) {
    game.copy(states[1], states[0]);
    plies += game.playout(states[1], &rng, nullptr).plies;
  }
  return plies;
}

}  // namespace

int main(int argc, char** argv) {
  bool good = true;
  ludex::bench::for_each_game(ludex::bench::plugin_folder(argc, argv),
                              [&](const std::string& name, const ludex::Game& loaded, const auto& inlined) {
                                std::uint64_t a = 0;
                                std::uint64_t b = 0;
                                const double ratio = ludex::bench::compare(
                                    name, "playouts", kPlayouts, "loaded", [&] { a = playouts(loaded); },
                                    "inlined", [&] { b = playouts(inlined); });
                                if (a != b) ludex::bench::die("the two play differently");
                                good = good && ratio <= 1.15;
                              });
  return good ? 0 : 1;
}
