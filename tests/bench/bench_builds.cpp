// What a change costs a search: an agent's plug-in against that of another build, both on the games of the
// first, taking turns; 10,000 iterations from the initial position.
// Usage: bench_builds FOLDER OTHER_FOLDER [agent]; the folders of the plug-ins, default agent uct. Exit code
// 1 if the two search differently.
#include <filesystem>
#include <string>

#include "core/agent/budget.hpp"
#include "core/agent/report.hpp"
#include "core/game/position.hpp"
#include "tests/bench/bench_plugins.hpp"

namespace {

using namespace ludex;

constexpr int kIterations = 10'000;

class Runner {
 public:
  Runner(const std::filesystem::path& library, const Game& game)
      : agent_(bench::load_from<AgentFactory>(library, {})), position_(game) {
    StringSink error;
    if (agent_->new_game(&game, 0, 1, error) != Status::kOk) bench::die(error.text());
  }
  void operator()() {
    Budget budget{};
    budget.iterations = kIterations;
    budget.threads = 1;
    report_ = SearchReport::empty(nullptr, 0);
    StringSink error;
    if (agent_->choose(position_.state(), &budget, &report_, &move_, error) != Status::kOk)
      bench::die(error.text());
  }
  [[nodiscard]] bool same_as(const Runner& other) const {
    return move_ == other.move_ && report_.nodes == other.report_.nodes &&
           report_.value == other.report_.value;
  }

 private:
  bench::OwnedAgent agent_;
  Position position_;
  Move move_{};
  SearchReport report_{};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) bench::die("usage: bench_builds FOLDER OTHER_FOLDER [agent]");
  const std::filesystem::path folder = argv[1];
  const std::string library = std::string("agent-") + (argc > 3 ? argv[3] : "uct") + ".so";
  bool same = true;
  for (const char* id : {"mnk", "connect-k", "breakthrough", "hex", "gomoku", "knightthrough", "othello",
                         "chess", "checkers", "awari", "loa", "minishogi"}) {
    const auto file = folder / ("game-" + std::string(id) + ".so");
    if (!std::filesystem::exists(file)) continue;
    const bench::OwnedGame game = bench::load(file, {});
    Runner one(folder / library, *game);
    Runner other(std::filesystem::path(argv[2]) / library, *game);
    bench::compare(id, "iterations", kIterations, "one", one, "other", other);
    if (one.same_as(other)) continue;
    std::printf("%24s the two search differently\n", "");
    same = false;
  }
  return same ? 0 : 1;
}
