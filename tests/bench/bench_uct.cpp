// What the plug-in boundary costs a search: the search of uct on the loaded module
// against the same source with every call inlined. 10,000 iterations from the initial
// position. Usage: bench_uct [plug-in folder]. Exit code 1 if a median ratio is above 1.15.
#include "agents/common/mcts/policy.hpp"
#include "agents/common/mcts/search.hpp"
#include "core/game/position.hpp"
#include "tests/bench/bench_games.hpp"

namespace {

constexpr int kIterations = 10'000;

// One search; returns something that depends on all of it.
template <class G>
class Runner {
 public:
  explicit Runner(const G& game) : search_(ludex::agents::mcts::CommonConfig{}), position_(game.traits(), 1) {
    search_.new_game(game, 1);
    game.initial(position_[0]);
  }
  void operator()() {
    ludex::Budget budget{};
    budget.iterations = kIterations;
    budget.threads = 1;
    report_ = ludex::SearchReport::empty(nullptr, 0);
    search_.choose(position_[0], budget, report_);
  }
  [[nodiscard]] const ludex::SearchReport& report() const { return report_; }

 private:
  ludex::agents::mcts::Search<ludex::agents::mcts::BasicPolicy<G>> search_;
  ludex::StateBuffer position_;
  ludex::SearchReport report_{};
};

}  // namespace

int main(int argc, char** argv) {
  bool good = true;
  ludex::bench::for_each_game(
      ludex::bench::plugin_folder(argc, argv),
      [&]<class G>(const std::string& name, const ludex::Game& loaded, const G& inlined) {
        Runner<ludex::Game> a(loaded);
        Runner<G> b(inlined);
        const double ratio = ludex::bench::compare(name, "iterations", kIterations, a, b);
        if (a.report().nodes != b.report().nodes || a.report().value != b.report().value)
          ludex::bench::die("the two search differently");
        std::printf("%24s %.1f bytes a node, depth %u\n", "",
                    static_cast<double>(a.report().tree_bytes) / kIterations, a.report().depth);
        good = good && ratio <= 1.15;
      });
  return good ? 0 : 1;
}
