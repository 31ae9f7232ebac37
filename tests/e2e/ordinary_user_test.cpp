// The same promises to who is not the superuser: namespaces of its own, no control groups but delegated ones.
#include <map>
#include <string>

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/json/value.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

// As somebody who owns nothing here; a test that is not the superuser's is that already.
const std::string kAsNobody =
    geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/nonexistent " : "";

}  // namespace

TEST_CASE("an ordinary user's agents are kept in, and blamed for what they did") {
  if (kSanitized) return;  // the sanitizers' own threads need what the sandbox forbids
  if (run_shell(kAsNobody + "test -r '" LUDEX_BUILD_DIR "/tests/agents/hostile.so'").exit_code != 0) {
    MESSAGE("skipped: nobody may not read this build, or there is no setpriv");
    return;
  }
  const TemporaryFolder folder;
  constexpr mode_t kEverybody = 0777;
  REQUIRE(chmod(folder.path().c_str(), kEverybody) == 0);
  const std::string victim = folder.write("victim", "as it was");
  const std::string file = folder.write(
      "t.yaml",
      "name: ordinary\nmode: competition\ngames: [ {game: hex, params: {size: 4}} ]\nagents:\n"
      "  - {name: good, agent: uct, params: {memory_mib: 16}}\n"
      "  - {name: null-write, agent: hostile, params: {deed: null-write}}\n"
      "  - {name: loop, agent: hostile, params: {deed: loop}}\n"
      "  - {name: leak, agent: hostile, params: {deed: leak}, limits: {memory_mib: 32}}\n"
      "  - {name: socket, agent: hostile, params: {deed: socket}}\n"
      "  - {name: fork-once, agent: hostile, params: {deed: fork-once}}\n"
      "  - {name: immortal, agent: hostile, params: {deed: immortal}, limits: {processes: 100}}\n"
      "  - {name: read-file, agent: hostile, params: {deed: read-file, file: 'not:" +
          victim +
          "'}}\n"
          "  - {name: write-file, agent: hostile, params: {deed: write-file, file: '" +
          victim +
          "'}}\n"
          "  - {name: affinity, agent: hostile, params: {deed: real-time}}\n"
          "grace: 100ms\nlimits: {faults_in_a_row: 0, memory_mib: 192, move: 400ms}\nbudget: {iterations: "
          "10}\n"
          "scratch: " +
          folder.file("scratch") + "\nformat: {type: gauntlet, challengers: [good], games_per_pair: 2}\n");
  const std::string out = folder.file("out");
  const auto run = run_shell("cd '" + folder.path().string() + "' && " + kAsNobody +
                             "'" LUDEX_BUILD_DIR "/ludex' " + kMisbehaving + "run " + file + " --out " + out);
  if (run.err.find("this kernel does not have") != std::string::npos) {
    MESSAGE("skipped: " << run.err);
    return;
  }
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  const std::map<std::string, std::string> expected{{"null-write", "crash"},    {"loop", "hang"},
                                                    {"leak", "over-memory"},    {"socket", "exception"},
                                                    {"fork-once", "exception"}, {"immortal", "normal"},
                                                    {"read-file", "exception"}, {"write-file", "exception"},
                                                    {"affinity", "exception"}};
  const auto list = games(out);
  CHECK(list.size() == 2 * expected.size());
  for (const Json& game : list) {
    CAPTURE(game.dump());
    const std::size_t seat = game["agents"][0] == "good" ? 1 : 0;
    CHECK(game["termination"] == expected.at(game["agents"][seat]));
    if (game["termination"] != "normal") CHECK(game["outcome"] == (seat == 0 ? "0-1" : "1-0"));
  }
  CHECK(read_file(victim) == "as it was");
  const auto isolation = Json::parse(read_file(out + "/run.json"))["runs"][0]["isolation"];
  CAPTURE(isolation.dump());
  REQUIRE(isolation.size() == 4);
  CHECK(isolation[0] == "namespaces: user, PID, mount, IPC, network");
  CHECK(isolation[1].get<std::string>().find("cgroup") != std::string::npos);
}

}  // namespace ludex::tests
