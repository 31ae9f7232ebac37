// Described games beside Ludii: playouts per CPU second, one thread, from the initial position, of the
// interpreter and of the generated library; copies of positions, and the time to compile one (once: then it
// is in the cache).
//   bench_lud FOLDER [SECONDS]    FOLDER has lud/, def/ and speed.csv (name,playouts_per_cpu_s,...); prints a
//   table.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>

#include "games/lud/codegen/library.hpp"
#include "games/lud/game/lud_game.hpp"

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

double wall_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double rate_of(const LudGame& game, double seconds, double& mean_plies) {
  std::vector<std::byte> state(game.bytes());
  Rng rng = Rng::seeded(1);
  long playouts = 0;
  long plies = 0;
  const double begin = cpu_seconds();
  double used = 0;
  // The clock is a system call: it is asked only now and then.
  long batch = 1;
  do {
    for (long k = 0; k < batch; ++k) {
      game.initial(state.data());
      plies += game.playout(state.data(), rng, nullptr).plies;
    }
    playouts += batch;
    used = cpu_seconds() - begin;
    if (used < seconds / 16) batch *= 2;
  } while (used < seconds);
  mean_plies = static_cast<double>(plies) / static_cast<double>(playouts);
  return static_cast<double>(playouts) / used;
}

// Nanoseconds for a copy of a position.
double copy_time(const LudGame& game) {
  constexpr int kCopies = 100'000;
  std::vector<std::byte> from(game.bytes());
  std::vector<std::byte> to(game.bytes());
  game.initial(from.data());
  const double begin = cpu_seconds();
  for (int k = 0; k < kCopies; ++k) {
    std::memcpy(to.data(), from.data(), game.used(from.data()));
    asm volatile("" : : "r"(to.data()) : "memory");
  }
  return (cpu_seconds() - begin) / kCopies * 1e9;
}

struct Mean {
  double logs = 0;
  int count = 0;
  double worst = 1e9;
  void add(double ratio) {
    logs += std::log(ratio);
    worst = std::min(worst, ratio);
    ++count;
  }
  void print(const char* what) const {
    if (count > 0)
      std::printf("%s: %.2f in the geometric mean of %d games, %.2f the least\n", what,
                  std::exp(logs / count), count, worst);
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fputs("bench_lud FOLDER [SECONDS]\n", stderr), 2;
  const std::string folder = argv[1];
  const double seconds = argc > 2 ? std::stod(argv[2]) : 1.0;
  std::ifstream csv(folder + "/speed.csv");
  std::string line;
  std::getline(csv, line);
  std::printf(
      "| game | Ludii, playouts/s | interpreter | ratio | generated | ratio | plies | bytes of a position | "
      "its copy, ns | "
      "compile, s |\n|---|---|---|---|---|---|---|---|---|---|\n");
  Mean interpreter;
  Mean generated;
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
      std::printf("| %s | %s | refused | | | | | | | |\n", name.c_str(), rate.c_str());
      continue;
    }
    LudGame game(std::move(*description), true);
    double plies = 0;
    const double theirs = std::stod(rate);
    const double plain = rate_of(game, seconds, plies);
    interpreter.add(plain / theirs);
    const double begin = wall_seconds();
    auto library = codegen::Library::load(codegen::source_of(game.program()));
    const double compile = wall_seconds() - begin;
    std::printf("| %s | %s | %.1f | %.2f |", name.c_str(), rate.c_str(), plain, plain / theirs);
    if (library) {
      game.use(*library);
      const double fast = rate_of(game, seconds, plies);
      generated.add(fast / theirs);
      std::printf(" %.1f | %.2f |", fast, fast / theirs);
    } else {
      std::printf(" %s | |", library.error().c_str());
    }
    std::printf(" %.1f | %zu | %.1f | %.2f |\n", plies, game.bytes(), copy_time(game), compile);
    std::fflush(stdout);
  }
  std::puts("");
  interpreter.print("interpreter");
  generated.print("generated");
  return 0;
}
