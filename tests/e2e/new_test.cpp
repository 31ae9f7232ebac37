// ludex new: the sources that it writes are those of the fixtures, which are built and checked.
#include <string>

#include <doctest/doctest.h>

#include "tests/support/command.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::tests {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("new writes games of two and of more players, which keep the contract") {
  const TemporaryFolder folder;
  struct Written {
    std::string id;
    const char* options;
    const char* opponents;
  };
  for (const Written& one :
       {Written{"sticks", "", "human random\n"}, Written{"trio", "--players 3 ", "human random random\n"}}) {
    const std::string& id = one.id;
    CAPTURE(id);
    const std::string at = (folder.path() / id).string();
    const auto run = ludex(std::string("new game ") + one.options + id + " '" + at + "'");
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    const std::string written = read_file(at + "/" + id + ".cpp");
    CHECK(written == read_file(std::string(LUDEX_BUILD_DIR "/tests/abi/") + id + ".cpp"));
    CHECK_FALSE(contains(written, "@"));
    CHECK(contains(read_file(at + "/README.md"), "play " + id + " " + one.opponents));
    const auto check = ludex(std::string("check '" LUDEX_BUILD_DIR "/tests/templates/game-") + id +
                             ".so' --perft 1:3 --perft 2:9 --perft 7:2187 --perft 8:6516");
    CHECK_MESSAGE(check.exit_code == 0, check.out);
  }
  const std::string path = "--plugin-path '" LUDEX_BUILD_DIR "/tests/templates' ";
  CHECK(contains(ludex(path + "describe trio").out, "3 players"));
  CHECK(
      contains(ludex(path + "play trio uct random random --iterations 200 --quiet").out, "result: player "));
}

TEST_CASE("new refuses numbers of players that no game has") {
  const TemporaryFolder folder;
  const std::string at = " x '" + (folder.path() / "x").string() + "'";
  for (const std::string what :
       {"game --players 1", "game --players 9", "game --players two", "agent --players 3"}) {
    const auto run = ludex("new " + what + at);
    CAPTURE(run.err);
    CHECK(run.exit_code == 2);
    CHECK(contains(run.err, "--players"));
    CHECK_FALSE(std::filesystem::exists(folder.path() / "x"));
  }
}

}  // namespace ludex::tests
