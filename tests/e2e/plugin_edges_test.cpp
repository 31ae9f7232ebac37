// Plug-ins at the edges of the host's life: as it finds them, loads them and ends.
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "tests/support/command.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

namespace fs = std::filesystem;

const fs::path kFixtures = LUDEX_BUILD_DIR "/tests/fixtures";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A folder with this fixture alone.
std::string with_fixture(const TemporaryFolder& folder, const std::string& name) {
  const std::string plugins = folder.file("plugins-" + name);
  fs::create_directories(plugins);
  fs::copy_file(kFixtures / (name + ".so"), plugins + "/" + name + ".so");
  return plugins;
}

}  // namespace

TEST_CASE(
    "the host ends whatever a stranger's library would do at its end, and prints its own document only") {
  const TemporaryFolder folder;
  const std::string path = "--plugin-path '" + with_fixture(folder, "lingering") + "' ";
  folder.write(
      "t.yaml",
      "name: t\ngames: [ {game: hex, params: {size: 3}} ]\nagents: [ {agent: lingering}, {agent: random} "
      "]\nbudget: {iterations: 10}\nformat: {games_per_pair: 2}\n");
  for (const std::string mode : {"inline", "shared", "dedicated"}) {
    CAPTURE(mode);
    const auto run =
        run_shell("timeout 300 '" LUDEX_BUILD_DIR "/ludex' " + path + "run '" + folder.file("t.yaml") +
                  "' --quiet --mode " + mode + " --out '" + folder.file(mode) + "'");
    CHECK_MESSAGE(run.exit_code == 0, run.err);
    CHECK_FALSE(contains(run.out, "printed by"));
  }
  for (const std::string& command :
       std::vector<std::string>{"list --json", "describe lingering --json",
                                "analyze hex:size=3 --agent lingering --iterations 10 --json"}) {
    CAPTURE(command);
    const auto run = run_shell("timeout 300 '" LUDEX_BUILD_DIR "/ludex' " + path + command);
    CHECK_MESSAGE(run.exit_code == 0, run.err);
    CHECK_MESSAGE(arena::json::Value::parse_if_valid(run.out).has_value(), run.out);
    const auto mute = run_shell("timeout 300 '" LUDEX_BUILD_DIR "/ludex' " + path + command, "2>&-");
    CHECK_MESSAGE(arena::json::Value::parse_if_valid(mute.out).has_value(), mute.out);
  }
  // Its own exit code, too.
  const auto usage = run_shell("timeout 300 '" LUDEX_BUILD_DIR "/ludex' " + path +
                               "analyze hex:size=3 --agent lingering --moves z99");
  CHECK(usage.exit_code == 2);
}

TEST_CASE("a plug-in that the loader has refused is tried again") {
  if (kAddressSanitizer || kThreadSanitizer) {
    MESSAGE("skipped: a plug-in without the sanitizer of this host is refused");
    return;
  }
  const TemporaryFolder folder;
  const std::string plugins = folder.file("plugins");
  fs::create_directories(plugins);
  folder.write("needed.cpp", "extern \"C\" int needed() { return 42; }\n");
  folder.write(
      "plugin.cpp",
      "extern \"C\" int needed();\nstruct FirstUse { FirstUse() { if (needed() != 42) throw 1; } } use;\n"
      "#include \"tests/abi/fixtures/base.hpp\"\nLUDEX_AGENT_PLUGIN(fixture::FirstMove);\n");
  const auto compile = [&](const std::string& arguments) {
    const auto made =
        run_shell("g++ -std=c++20 -march=x86-64-v3 -ffp-contract=off -fPIC -shared -I '" LUDEX_TEST_DIR
                  "/.."
                  "' " +
                  arguments);
    REQUIRE_MESSAGE(made.exit_code == 0, made.err);
  };
  if (run_shell("g++ --version").exit_code != 0) {
    MESSAGE("skipped: there is no g++");
    return;
  }
  compile("'" + folder.file("needed.cpp") + "' -o '" + folder.file("libneeded.so") + "'");
  compile("-fvisibility=hidden '" + folder.file("plugin.cpp") + "' -o '" + plugins + "/agent-first.so' -L '" +
          folder.path().string() + "' -lneeded");
  const std::string own = "XDG_CACHE_HOME='" + folder.file("cache") + "' ";
  const std::string list = "--plugin-path '" + plugins + "' list";
  const auto refused = ludex(list, own);
  CHECK(refused.exit_code == 3);
  CHECK(contains(refused.out, "libneeded.so: cannot open shared object file"));
  // As if it had been installed: the plug-in's file is what it was.
  const auto found = ludex(list, own + "LD_LIBRARY_PATH='" + folder.path().string() + "' ");
  CHECK_MESSAGE(found.exit_code == 0, found.out);
  CHECK(contains(found.out, "first-move"));
}

TEST_CASE("two plug-ins of one name, and a path that is no folder of plug-ins, are said") {
  const TemporaryFolder folder;
  const std::string first = with_fixture(folder, "good");
  const std::string second = folder.file("second");
  fs::create_directories(second);
  fs::copy_file(first + "/good.so", second + "/other.so");
  const auto twice = ludex("--plugin-path '" + first + ":" + second + "' list");
  CHECK(twice.exit_code == 0);
  CHECK_MESSAGE(contains(twice.err, "two plug-ins call themselves agent 'first-move': " + first +
                                        "/good.so is used, not " + second + "/other.so"),
                twice.err);
  // The same file by another way is one.
  fs::create_directory_symlink(first, folder.file("link"));
  CHECK(ludex("--plugin-path '" + first + ":" + folder.file("link") + "' list").err.empty());
  const auto nowhere = ludex("--plugin-path '" + folder.file("nowhere") + "' list");
  CHECK(nowhere.exit_code == 0);
  CHECK_MESSAGE(
      contains(nowhere.err, "plug-in path '" + folder.file("nowhere") + "': No such file or directory"),
      nowhere.err);
  fs::create_directory(folder.file("empty"));
  CHECK(contains(ludex("--plugin-path '" + folder.file("empty") + "' list").err,
                 "plug-in path '" + folder.file("empty") + "': there are no plug-ins (*.so) in this folder"));
  CHECK(contains(ludex("list", "LUDEX_PLUGIN_PATH='" + first + "/good.so' ").err, "Not a directory"));
}

}  // namespace ludex::tests
