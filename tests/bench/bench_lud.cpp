// The interpreter of described games beside Ludii: playouts per CPU second, one thread, from the initial
// position.
//   bench_lud FOLDER [SECONDS]    FOLDER has lud/, def/ and speed.csv (name,playouts_per_cpu_s,...); prints a
//   table.
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

#include "games/lud/lud_game.hpp"

namespace {

using namespace ludex;
using namespace ludex::games::lud;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// The file of a game: what is no letter or digit is '_' in its name.
std::string file_name(std::string name) {
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fputs("bench_lud FOLDER [SECONDS]\n", stderr), 2;
  const std::string folder = argv[1];
  const double seconds = argc > 2 ? std::stod(argv[2]) : 1.0;
  std::ifstream csv(folder + "/speed.csv");
  std::string line;
  std::getline(csv, line);
  std::printf(
      "| game | Ludii, playouts/s | interpreter, playouts/s | ratio | plies | state bytes "
      "|\n|---|---|---|---|---|---|\n");
  double logs = 0;
  int games = 0;
  while (std::getline(csv, line)) {
    std::istringstream fields(line);
    std::string name;
    std::string rate;
    std::getline(fields, name, ',');
    std::getline(fields, rate, ',');
    const auto text = read_text(folder + "/lud/" + file_name(name) + ".lud");
    if (!text) continue;
    auto description = describe(name, *text, folder + "/def", {});
    if (!description || !(*description)->program) {
      std::printf("| %s | %s | refused | | | |\n", name.c_str(), rate.c_str());
      continue;
    }
    const LudGame game(std::move(*description), true);
    std::vector<std::byte> state(game.bytes());
    Rng rng = Rng::seeded(1);
    long playouts = 0;
    long plies = 0;
    const double begin = cpu_seconds();
    double used = 0;
    do {
      game.initial(state.data());
      plies += game.playout(state.data(), rng, nullptr).plies;
      ++playouts;
      used = cpu_seconds() - begin;
    } while (used < seconds);
    const double ours = static_cast<double>(playouts) / used;
    const double ratio = ours / std::stod(rate);
    std::printf("| %s | %s | %.1f | %.2f | %.1f | %zu |\n", name.c_str(), rate.c_str(), ours, ratio,
                static_cast<double>(plies) / static_cast<double>(playouts), game.bytes());
    std::fflush(stdout);
    logs += std::log(ratio);
    ++games;
  }
  if (games > 0)
    std::printf("\ngeometric mean of the ratios, %d games: %.2f\n", games, std::exp(logs / games));
  return 0;
}
