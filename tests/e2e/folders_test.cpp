// Where agents may write: told by the host in every mode, set by the specification or on the command line.
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

namespace fs = std::filesystem;

// Plays a game of an agent that writes a file `said` into the scratch folder or the transcripts.
void write_by_agent(const fs::path& folder, const std::string& where, const std::string& more,
                    const std::string& options) {
  const std::string file = (folder / "t.yaml").string();
  write_file(file,
             "name: folders\ngames: [ {game: mnk} ]\nagents:\n  - {agent: random}\n"
             "  - {agent: scribe, params: {where: " +
                 where + "}}\nbudget: {iterations: 1}\nformat: {games_per_pair: 2}\n" + more);
  const auto run = ludex(kMisbehaving + "run " + file + " --concurrency 1 --out " +
                         (folder / "out").string() + " " + options);
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  for (const auto& game : games(folder / "out")) {
    CAPTURE(game.dump());
    CHECK(game["termination"] == "normal");
  }
}

}  // namespace

TEST_CASE("an agent is told where it may write, in every mode") {
  for (const std::string mode : {"inline", "shared", "dedicated"}) {
    CAPTURE(mode);
    const TemporaryFolder folder;
    const fs::path scratch = folder.path() / "scratch";
    write_by_agent(folder.path(), "transcripts", "", "--mode " + mode);
    CHECK(fs::exists(folder.path() / "out/transcripts/said"));
    fs::remove_all(folder.path() / "out");
    write_by_agent(folder.path(), "scratch", "scratch: " + scratch.string() + "\n", "--mode " + mode);
    CHECK(fs::exists(scratch / "said"));
    fs::remove_all(folder.path() / "out");
    write_by_agent(folder.path(), "scratch", "scratch: " + scratch.string() + "\n",
                   "--mode " + mode + " --scratch " + (folder.path() / "other").string());
    CHECK(fs::exists(folder.path() / "other/said"));
  }
}

TEST_CASE("in the sandbox an agent's own folder in scratch can be written, and it alone") {
  if (kSanitized) return;  // the sanitizers' own threads need what it forbids
  const TemporaryFolder folder;
  const fs::path scratch = folder.path() / "scratch";
  write_by_agent(folder.path(), "scratch",
                 "mode: dedicated\nlimits: {sandbox: true}\nscratch: " + scratch.string() + "\n", "");
  CHECK(fs::exists(scratch / "agent-2" / "said"));
  CHECK_FALSE(fs::exists(scratch / "said"));
}

}  // namespace ludex::tests
