// Nothing outlives the host: the process table after faults at every stage, and after the host was killed
// there. LUDEX_FAULTS and LUDEX_KILLS are how many (issue: 1000 and 100), a few of each unless they say more.
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/command.hpp"
#include "tests/support/own_ludex.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

int wanted(const char* variable, int usual) {
  const char* const text = std::getenv(variable);
  return text != nullptr ? std::atoi(text) : usual;
}

struct Stage {
  std::string deed;
  std::string where;
  std::string mode;
  std::string limits;
};

// Loading has no stage of its own: it is where the host makes agents the first time.
std::vector<Stage> stages(const std::vector<std::string>& deeds) {
  std::vector<Stage> list;
  for (const std::string& deed : deeds) {
    for (const std::string where : {"create", "new-game", "choose", "observe", "destroy"}) {
      list.push_back({deed, where, "shared", ""});
      list.push_back({deed, where, "dedicated", ""});
      if (!kSanitized) list.push_back({deed, where, "dedicated", ", sandbox: true"});
    }
  }
  if (!kSanitized) {
    list.push_back({"immortal", "choose", "dedicated", ", processes: 100"});
    list.push_back({"immortal", "choose", "dedicated", ", processes: 100, sandbox: true"});
  }
  return list;
}

std::string specification(const OwnLudex& own, const Stage& stage) {
  const std::string file = own.file("t.yaml");
  write_file(
      file,
      "name: left\ngames: [ {game: hex, params: {size: 4}} ]\nagents:\n  - {name: good, agent: random}\n"
      "  - {name: other, agent: random}\n  - {name: bad, agent: hostile, params: {move: 1, deed: " +
          stage.deed + ", where: " + stage.where + "}}\nmode: " + stage.mode +
          "\ngrace: 50ms\nlimits: {faults_in_a_row: 0, move: 300ms, start: 700ms" + stage.limits +
          "}\nbudget: {iterations: 10}\nconcurrency: 1\nformat: {games_per_pair: 2}\n");
  return file;
}

}  // namespace

TEST_CASE("no process is left after a fault, at whatever stage") {
  const OwnLudex own;
  const auto list = stages({"loop", "abort"});
  const int faults = wanted("LUDEX_FAULTS", static_cast<int>(list.size()));
  for (int i = 0; i < faults; ++i) {
    const Stage& stage = list[static_cast<std::size_t>(i) % list.size()];
    CAPTURE(stage.deed + " in " + stage.where + ", " + stage.mode + stage.limits);
    const std::string file = specification(own, stage);
    const auto run = run_shell("'" + own.path() + "' " + kMisbehaving + "run " + file + " --out " +
                                   own.file("out-" + std::to_string(i)),
                               kPlainDeaths);
    // It comes to its end, whatever that is.
    CHECK_MESSAGE(run.exit_code < 128, run.err);
    CHECK(own.left().empty());
  }
}

TEST_CASE("no process is left when the host is killed, whatever it is doing") {
  const OwnLudex own;
  const auto list = stages({"loop"});
  const int kills = wanted("LUDEX_KILLS", static_cast<int>(list.size()));
  for (int i = 0; i < kills; ++i) {
    const Stage& stage = list[static_cast<std::size_t>(i) % list.size()];
    CAPTURE(stage.deed + " in " + stage.where + ", " + stage.mode + stage.limits);
    const std::string file = specification(own, stage);
    const std::string out = own.file("out-" + std::to_string(i));
    const pid_t host = own.start(file, out);
    // Sooner or later: other stages, the rehearsal among them.
    std::this_thread::sleep_for(std::chrono::milliseconds(30 + 97 * (i % 9)));
    kill(host, SIGKILL);
    waitpid(host, nullptr, 0);
    const auto left = own.left();
    CHECK_MESSAGE(left.empty(), left.front());
  }
}

}  // namespace ludex::tests
