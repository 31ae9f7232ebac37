// A machine, or a shell, that gives less than usual: what it lacks is nobody's fault, and is said.
#include <string>

#include <doctest/doctest.h>

#include "tests/support/command.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* kLudex = "'" LUDEX_BUILD_DIR "/ludex' ";

}  // namespace

TEST_CASE("memory that the shell does not give is no agent's fault, and ends the run with exit code 1") {
  if (kSanitized) return;  // these need terabytes of addresses
  const TemporaryFolder folder;
  const auto spec = [&](const std::string& limits) {
    return folder.write(
        "t.yaml",
        "name: t\ngames: [ {game: hex, params: {size: 4}} ]\nagents:\n  - {name: big, agent: uct, params: "
        "{memory_mib: 4000}}\n  - {name: small, agent: random}\nbudget: {iterations: 10}\nformat: "
        "{games_per_pair: 8}\nscratch: '" +
            folder.file("scratch") + "'\nlimits: {" + limits + "}\n");
  };
  const auto run = [&](const std::string& mode) {
    return run_shell("ulimit -v 1500000; " + (kLudex + ("run '" + folder.file("t.yaml"))) +
                     "' --quiet --mode " + mode + " --out '" + folder.file("out-" + mode) + "'");
  };
  spec("memory_mib: 5000");
  for (const std::string mode : {"shared", "dedicated"}) {
    CAPTURE(mode);
    const auto ended = run(mode);
    CHECK_MESSAGE(ended.exit_code == 1, ended.err);
    CHECK_MESSAGE(
        contains(ended.err, "too little memory for agent 'big', which may have 5000 MiB: the address space"),
        ended.err);
    CHECK_FALSE(contains(read_file(folder.file("out-" + mode + "/games.jsonl")), "over-memory"));
  }
  // A competition does not begin: an agent could end it by saying that it has no memory.
  const std::string yaml = read_file(folder.file("t.yaml"));
  write_file(folder.file("t.yaml"), yaml + "mode: competition\n");
  const auto none = run_shell("ulimit -v 1500000; " + (kLudex + ("run '" + folder.file("t.yaml"))) +
                              "' --quiet --out '" + folder.file("none") + "'");
  CHECK(none.exit_code == 1);
  CHECK_MESSAGE(
      (contains(none.err, "too little memory for agent 'big'") || contains(none.err, "this kernel lacks")),
      none.err);
  CHECK(read_file(folder.file("none/games.jsonl")).empty());
  // What it may have it would get: then it is the agent's, who asked for more.
  spec("memory_mib: 300");
  const auto own = run_shell("ulimit -v 1500000; " + (kLudex + ("run '" + folder.file("t.yaml"))) +
                             "' --quiet --out '" + folder.file("own") + "'");
  CHECK_MESSAGE(own.exit_code == 4, own.err);
  CHECK(contains(read_file(folder.file("own/games.jsonl")), "over-memory"));
}

TEST_CASE("a stack too small for the host is named before anything begins") {
  if (kSanitized) return;
  for (const std::string kib : {"64", "255"}) {
    const auto run = run_shell(
        "ulimit -s " + kib + "; " + (kLudex + std::string("analyze hex:size=5 --agent uct --iterations 10")),
        "");
    CHECK(run.exit_code == 1);
    CHECK_MESSAGE(
        contains(run.err, "the stack is limited to " + kib + " KiB here (ulimit -s), expected at least 256"),
        run.err);
  }
}

}  // namespace ludex::tests
