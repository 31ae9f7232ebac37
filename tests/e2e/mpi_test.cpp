// One run on many ranks, under a real MPI. Skipped where there is none.
#include <filesystem>
#include <random>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

namespace fs = std::filesystem;
using Json = arena::json::Value;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Of Open MPI: all ranks here, by shared memory and the loopback alone, also as root.
const std::string kMpi =
    "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_plm=isolated OMPI_MCA_btl=self,vader "
    "OMPI_MCA_oob_tcp_if_include=lo OMPI_MCA_rmaps_base_oversubscribe=1 "
    "OMPI_MCA_hwloc_base_binding_policy=none "
    "OMPI_MCA_btl_vader_single_copy_mechanism=none ";

bool has_mpi() {
  // The sanitizers find faults in MPI's own libraries.
  if (kSanitized) return false;
  if (fs::exists(LUDEX_BUILD_DIR "/plugins/transport-mpi.so") &&
      run_shell("command -v mpirun").exit_code == 0)
    return true;
  MESSAGE("skipped: no MPI here (./setup.sh mpi, then configure again)");
  return false;
}

const std::string kHead = R"(name: far
seed: 5
games: [ {game: connect-k, params: {width: 5, height: 4, k: 3}} ]
agents:
  - {name: random, agent: random}
  - {name: uct-50, agent: uct, budget: {iterations: 50}}
  - {name: ab, agent: alpha-beta, budget: {nodes: 500}}
openings: {random_plies: 2}
budget: {iterations: 20}
)";

CommandResult mpirun(int ranks, const std::string& words, const std::string& environment = "") {
  return run_shell(environment + kMpi + "mpirun -n " + std::to_string(ranks) +
                   " '" LUDEX_BUILD_DIR "/ludex' " + kMisbehaving + words);
}

}  // namespace

TEST_CASE("every format is played on many ranks, and the log is that of one machine") {
  if (!has_mpi()) return;
  for (const char* format :
       {"{type: round-robin, games_per_pair: 20}", "{type: gauntlet, games_per_pair: 6, challengers: [ab]}",
        "{type: swiss, rounds: 3, games: 4}", "{type: knockout, games: 4, max_games: 8}"}) {
    CAPTURE(format);
    const TemporaryFolder folder;
    const std::string file = folder.write("t.yaml", kHead + "format: " + format + "\n");
    const std::string run = "run " + file + " --quiet --out " + folder.file("");
    const auto one = ludex(run + "one");
    REQUIRE_MESSAGE(one.exit_code == 0, one.err);
    for (const int ranks : {2, 4}) {
      const std::string out = "far" + std::to_string(ranks);
      const auto far = mpirun(ranks, run + out);
      REQUIRE_MESSAGE(far.exit_code == 0, far.err);
      CHECK(ordered_content(folder.file(out)) == ordered_content(folder.file("one")));
      const Json info = Json::parse(read_file(folder.file(out) + "/run.json"));
      const Json& node = info["runs"][0]["nodes"][0];
      CHECK(node["ranks"] == ranks - 1);
      CHECK(node["games"] == games(folder.file("one")).size());
    }
  }
}

TEST_CASE("games with dice have on many ranks the rolls that they have on one machine") {
  if (!has_mpi()) return;
  const TemporaryFolder folder;
  const std::string file =
      folder.write("t.yaml",
                   "name: dice\nseed: 5\ngames: [ {game: pig, params: {target: 20}}, {game: einstein} ]\n"
                   "agents: [ {name: random, agent: random}, {name: uct, agent: uct} ]\n"
                   "format: {type: round-robin, games_per_pair: 20}\nbudget: {iterations: 20}\n");
  const std::string run = "run " + file + " --quiet --out " + folder.file("");
  REQUIRE(ludex(run + "one").exit_code == 0);
  const auto far = mpirun(3, run + "far");
  REQUIRE_MESSAGE(far.exit_code == 0, far.err);
  CHECK(ordered_content(folder.file("far")) == ordered_content(folder.file("one")));
}

TEST_CASE("a sequential test ends on many ranks where it ends on one machine") {
  if (!has_mpi()) return;
  const TemporaryFolder folder;
  std::string text = kHead;
  text.erase(text.find("  - {name: ab"), text.find("openings") - text.find("  - {name: ab"));
  const std::string file =
      folder.write("t.yaml", text + "format: {type: sprt, elo0: 0, elo1: 50, max_games: 400}\n");
  const std::string run = "run " + file + " --quiet --concurrency 2 --out " + folder.file("");
  REQUIRE(ludex(run + "one").exit_code == 0);
  const auto far = mpirun(3, run + "far");
  REQUIRE_MESSAGE(far.exit_code == 0, far.err);
  CHECK(ordered_content(folder.file("far")) == ordered_content(folder.file("one")));
}

TEST_CASE("parameters are tuned on many ranks as on one machine") {
  if (!has_mpi()) return;
  const TemporaryFolder folder;
  std::string text = kHead;
  text.insert(text.find("  - {name: random"), "  - {name: u, agent: uct}\n");
  const std::string file =
      folder.write("t.yaml", text +
                                 "tune:\n  agent: u\n  opponents: [uct-50]\n  parameters:\n"
                                 "    c: {range: [0.05, 5], scale: log}\n  method: clop\n  games: 200\n"
                                 "  ahead: 8\n  validation: none\n");
  const std::string words = "tune " + file + " --quiet --out " + folder.file("");
  const auto one = ludex(words + "one");
  REQUIRE_MESSAGE(one.exit_code == 0, one.err);
  for (const int ranks : {2, 4}) {
    const std::string out = "far" + std::to_string(ranks);
    const auto far = mpirun(ranks, words + out);
    REQUIRE_MESSAGE(far.exit_code == 0, far.err);
    CHECK(ordered_content(folder.file(out)) == ordered_content(folder.file("one")));
    CHECK(read_file(folder.file(out) + "/tune.json") == read_file(folder.file("one") + "/tune.json"));
  }
}

TEST_CASE("agents' faults are results, on any rank; agents that play badly are withdrawn at the same game") {
  if (!has_mpi()) return;
  const TemporaryFolder folder;
  std::string text = kHead;
  text.insert(text.find("openings"), "  - {name: bad, agent: throwing}\n");
  const std::string file = folder.write("t.yaml", text + "format: {games_per_pair: 10}\n");
  const std::string run = "run " + file + " --quiet --out " + folder.file("");
  REQUIRE(ludex(kMisbehaving + run + "one").exit_code == 4);
  const auto far = mpirun(4, run + "far");
  REQUIRE_MESSAGE(far.exit_code == 4, far.err);
  CHECK(ordered_content(folder.file("far")) == ordered_content(folder.file("one")));
}

TEST_CASE("a rank killed at random instants: --resume plays what is missing") {
  if (!has_mpi()) return;
  const TemporaryFolder folder;
  const std::string file = folder.write("t.yaml", kHead + "format: {games_per_pair: 300}\n");
  const std::string words = "run " + file + " --quiet --resume --concurrency 1 --out " + folder.file("");
  REQUIRE(ludex(words + "one").exit_code == 0);
  const auto reference = ordered_content(folder.file("one"));
  // Kills one of the processes that mpirun has started, the host among them. Not before all have joined: an
  // mpirun of Open MPI 4.1 may wait for ever for one that dies before that. The host's lock says that they
  // have.
  folder.write("kill.sh", R"SH(
pause=$1; which=$2; lock=$3; shift 3
"$@" & launcher=$!
ranks() { cat /proc/$launcher/task/*/children 2>/dev/null; }
joined() { for rank in $(ranks); do ! grep -q "process $rank on" $lock 2>/dev/null || return 0; done; return 1; }
while kill -0 $launcher 2>/dev/null && ! joined; do sleep 0.02; done
sleep $pause
set -- $(ranks)
[ $# -lt $which ] || { shift $((which - 1)); kill -9 $1; }
wait $launcher
)SH");
  std::mt19937 random(1);
  int killed = 0;
  for (int i = 0; i < 20; ++i) {
    const double pause = std::uniform_real_distribution<double>(0, 0.8)(random);
    const auto cut =
        run_shell("export " + kMpi + "; sh " + folder.file("kill.sh") + " " + std::to_string(pause) + " " +
                  std::to_string(1 + random() % 4) + " " + folder.file("cut") + "/lock" +
                  " mpirun -n 4 '" LUDEX_BUILD_DIR "/ludex' " + words + "cut");
    killed += cut.exit_code != 0 ? 1 : 0;
    if (cut.exit_code == 0) {
      CHECK(ordered_content(folder.file("cut")) == reference);
      fs::remove_all(folder.file("cut"));
    }
  }
  const auto last = mpirun(3, words + "cut");
  REQUIRE_MESSAGE(last.exit_code == 0, last.err);
  CHECK(ordered_content(folder.file("cut")) == reference);
  MESSAGE(killed << " of 20 runs lost a rank");
}

TEST_CASE("what differs between ranks is refused with node, file and both digests") {
  if (!has_mpi()) return;
  const TemporaryFolder folder;
  const std::string file = folder.write("t.yaml", kHead + "format: {games_per_pair: 10}\n");
  // The same plug-in with a byte more at its end.
  const std::string other = folder.file("other");
  fs::create_directories(other);
  fs::copy_file(LUDEX_BUILD_DIR "/plugins/agent-uct.so", other + "/agent-uct.so");
  std::ofstream(other + "/agent-uct.so", std::ios::app) << "x";
  const std::string program = " '" LUDEX_BUILD_DIR "/ludex' ";
  const std::string run = "run " + file + " --quiet --out " + folder.file("out");
  const auto mixed = run_shell(kMpi + "mpirun -n 2" + program + run + " : -n 1" + program + "--plugin-path " +
                               other + " " + run);
  CHECK(mixed.exit_code == 2);
  CHECK_MESSAGE(contains(mixed.err, "the agent 'uct' (SHA-256) differs"), mixed.err);
  CHECK(contains(mixed.err, "node "));
  CHECK(read_file(folder.file("out") + "/games.jsonl").empty());

  const auto alone = mpirun(1, "run " + file + " --transport mpi --out " + folder.file("alone"));
  CHECK(alone.exit_code == 2);
  CHECK(contains(alone.err, "expected at least 2"));
  const auto part = mpirun(2, "run " + file + " --part 1/2 --out " + folder.file("part"));
  CHECK(part.exit_code == 2);
  CHECK(contains(part.err, "parts need no network"));
  // A specification that cannot be read ends all ranks.
  CHECK(mpirun(3, "run " + folder.file("nowhere.yaml")).exit_code == 2);
}

TEST_CASE("a transport that is not there is told with what to do") {
  const TemporaryFolder folder;
  const std::string file = folder.write("t.yaml", kHead + "format: {games_per_pair: 2}\n");
  const auto none = ludex("run " + file + " --transport pigeon --out " + folder.file("out"));
  CHECK(none.exit_code == 2);
  CHECK(contains(none.err, "there is no transport 'pigeon'"));
  CHECK(contains(none.err, "./setup.sh"));
}

}  // namespace ludex::tests
