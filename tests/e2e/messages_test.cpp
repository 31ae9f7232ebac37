// Messages about an input that is not what the command expects: what was found, what was expected, what to
// do.
#include <cstddef>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "tests/support/command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::tests {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
  return n;
}

}  // namespace

TEST_CASE("check of a source or a folder says that a shared library was expected") {
  const TemporaryFolder folder;
  const std::string source = (folder.path() / "x.cpp").string();
  write_file(source, "int x;\n");
  const auto of_source = ludex("check " + source);
  CHECK(of_source.exit_code == 3);
  CHECK(contains(of_source.out, "is not a shared library; expected a plug-in"));
  const auto of_folder = ludex("check " + folder.path().string());
  CHECK(of_folder.exit_code == 3);
  CHECK(contains(of_folder.out, "is a folder; expected a plug-in"));
  for (const auto& said : {of_source.out, of_folder.out}) CHECK_FALSE(contains(said, "boost"));
}

TEST_CASE("a file that does not exist is no problem in a specification") {
  for (const std::string command : {"run", "check", "tune", "submit"}) {
    CAPTURE(command);
    const auto said = ludex(command + " none.yaml");
    CHECK(said.exit_code == 2);
    CHECK(said.err == "ludex: there is no file 'none.yaml', expected the YAML file of a tournament\n");
  }
}

TEST_CASE("a folder without a log: the log's folder inside it is named") {
  const TemporaryFolder folder;
  const std::string inner = (folder.path() / "inner").string();
  std::filesystem::create_directories(inner);
  for (const std::string command : {"rate ", "match "}) {
    const auto empty = ludex(command + folder.path().string());
    CHECK(empty.exit_code == 2);
    CHECK(contains(empty.err, "has no games.jsonl, expected a log or an output folder of `ludex run`\n"));
  }
  write_file(inner + "/games.jsonl", "");
  CHECK(contains(ludex("rate " + folder.path().string()).err, "`ludex run`; " + inner + " is one\n"));
  CHECK(contains(ludex("show " + folder.path().string() + " 1").err, inner + " is one\n"));
}

TEST_CASE("a wrong plug-in path is complained about once") {
  const auto said =
      ludex("--plugin-path /none:/none --plugin-path /none list games", "LUDEX_PLUGIN_PATH=/none");
  CHECK(said.exit_code == 0);
  CHECK(times(said.err, "/none") == 1);
}

TEST_CASE("too few, too many and missing values") {
  CHECK(ludex("play mnk uct").err == "ludex: mnk has 2 players, but 1 agent is named\n");
  CHECK(ludex("rate x --model").err == "ludex: --model needs a value (see `ludex rate --help`)\n");
  CHECK(ludex("rate x --model elo --model elo").err ==
        "ludex: --model is given 2 times, expected at most 1 (see `ludex rate --help`)\n");
}

TEST_CASE("the README of a new plug-in has no path of this machine") {
  const TemporaryFolder folder;
  for (const std::string what : {"agent", "game", "agent --python"}) {
    const std::string at = (folder.path() / ("p" + std::to_string(what.size()))).string();
    const auto made = ludex("new " + what + " some-plugin " + at);
    if (what.ends_with("--python") && made.exit_code != 0) continue;  // built without Python
    REQUIRE_MESSAGE(made.exit_code == 0, made.err);
    const std::string readme = read_file(at + "/README.md");
    CHECK(contains(readme, "command -v ludex"));
    CHECK_FALSE(contains(readme, LUDEX_BUILD_DIR));
    CHECK_FALSE(contains(readme, folder.path().string()));
  }
}

}  // namespace ludex::tests
