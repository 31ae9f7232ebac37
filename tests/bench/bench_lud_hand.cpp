// Described games beside the same games written by hand: plies of uniformly random playouts a CPU second, one
// thread, from the initial position, both as plug-ins, alternately. For each wording: those of
// games/lud/descriptions, and those of FOLDER/lud with the definitions of FOLDER/def if it is given.
//   bench_lud_hand [FOLDER|""] [SECONDS [NAME]]    prints a table; SECONDS of each game and side (1); NAME:
//   only descriptions with it in their name.
#include <cmath>
#include <cstring>
#include <filesystem>

#include "core/game/position.hpp"
#include "tests/bench/bench_plugins.hpp"

namespace {

using namespace ludex;
using namespace ludex::bench;
namespace fs = std::filesystem;

struct Pair {
  const char* file;  // "" in a folder: it has none of this game
  const char* game;
  std::vector<ParamText> params{};
};

const std::vector<Pair> kOwn{{"Breakthrough.lud", "breakthrough"},
                             {"Connect Four.lud", "connect-k"},
                             {"Gomoku.lud", "gomoku"},
                             {"Hex.lud", "hex", {{"size", "11"}}},
                             {"Knightthrough.lud", "knightthrough"},
                             {"Lines of Action.lud", "loa"},
                             {"Othello.lud", "othello"}};
const std::vector<Pair> kLibrary{{"Breakthrough.lud", "breakthrough"},
                                 {"Chess.lud", "chess"},
                                 {"English_Draughts.lud", "checkers"},
                                 {"Gomoku.lud", "gomoku"},
                                 {"Hex.lud", "hex", {{"size", "11"}}},
                                 {"Lines_of_Action.lud", "loa"},
                                 {"Minishogi.lud", "minishogi"},
                                 {"Reversi.lud", "othello"},
                                 {"Tic_Tac_Toe.lud", "mnk"}};

// Playouts of a game in slices of CPU time.
class Player {
 public:
  explicit Player(const Game& game) : game_(game), states_(game.traits(), 2) {
    game.initial(states_[0]);
    slice(0.01);
  }
  // Plies a CPU second.
  double slice(double seconds) {
    std::uint64_t plies = 0;
    const std::int64_t began = thread_cpu_ns();
    double used = 0;
    do {
      for (long k = 0; k < batch_; ++k) {
        game_.copy(states_[1], states_[0]);
        plies += game_.playout(states_[1], &rng_, nullptr).plies;
      }
      used = static_cast<double>(thread_cpu_ns() - began) * 1e-9;
      if (used < seconds / 16) batch_ *= 2;  // the clock is a system call
    } while (used < seconds);
    return static_cast<double>(plies) / used;
  }

 private:
  const Game& game_;
  StateBuffer states_;
  Rng rng_ = Rng::seeded(1);
  long batch_ = 1;
};

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

void table(const char* title, const std::vector<Pair>& pairs, const fs::path& folder,
           const std::string& definitions, double seconds, const std::string& name) {
  const fs::path plugins = plugin_folder(0, nullptr);
  std::printf("\n%s\n\n| game | by hand, plies/s | described, plies/s | ratio |\n|---|---|---|---|\n", title);
  double logs = 0;
  double worst = 0;
  int games = 0;
  for (const Pair& pair : pairs) {
    const std::string path = (folder / pair.file).string();
    if (!fs::exists(path) || std::string(pair.file).find(name) == std::string::npos) continue;
    const OwnedGame hand = load(plugins / ("game-" + std::string(pair.game) + ".so"), pair.params);
    const OwnedGame lud =
        load(plugins / "game-lud.so",
             {{"file", path.c_str()}, {"definitions", definitions.c_str()}, {"compile", "always"}});
    Player a(*hand);
    Player b(*lud);
    std::vector<double> by_hand, described, ratios;
    constexpr int kSlices = 9;
    for (int k = 0; k < kSlices; ++k) {
      by_hand.push_back(a.slice(seconds / kSlices));
      described.push_back(b.slice(seconds / kSlices));
      ratios.push_back(by_hand.back() / described.back());
    }
    const double ratio = median(ratios);
    std::printf("| %s | %.0f | %.0f | %.2f |\n", fs::path(pair.file).stem().c_str(), median(by_hand),
                median(described), ratio);
    std::fflush(stdout);
    logs += std::log(ratio);
    worst = std::max(worst, ratio);
    ++games;
  }
  if (games > 0)
    std::printf("\nby hand / described: %.2f in the geometric mean of %d games, %.2f the greatest\n",
                std::exp(logs / games), games, worst);
}

}  // namespace

int main(int argc, char** argv) {
  const fs::path folder = argc > 1 ? argv[1] : "";
  const double seconds = argc > 2 ? std::strtod(argv[2], nullptr) : 1.0;
  const std::string name = argc > 3 ? argv[3] : "";
  table("Our own wording", kOwn, fs::path(LUDEX_SOURCE_DIR) / "games/lud/descriptions", "", seconds, name);
  if (!folder.empty())
    table("The reference library's wording", kLibrary, folder / "lud", (folder / "def").string(), seconds,
          name);
  return 0;
}
