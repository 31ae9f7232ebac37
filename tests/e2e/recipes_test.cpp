// What stands beside the sources for those who install, cite or change them agrees with the sources and
// docs/reference/builds.md.
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"

namespace ludex::tests {
namespace {

const std::filesystem::path kRoot = std::filesystem::path(LUDEX_TEST_DIR).parent_path();

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

// The text that follows `before` in a line of the file, up to `end`.
std::string after(const std::string& file, const std::string& before, const std::string& end = "") {
  for (const std::string& line : lines_of(read_file(kRoot / file))) {
    if (!line.starts_with(before)) continue;
    const std::string rest = line.substr(before.size());
    return end.empty() ? rest : rest.substr(0, rest.find(end));
  }
  return "";
}

// The commands below a heading of docs/reference/builds.md: its indented lines.
std::vector<std::string> commands_below(const std::string& heading) {
  std::vector<std::string> commands;
  bool on = false;
  for (const std::string& line : lines_of(read_file(kRoot / "docs/reference/builds.md"))) {
    if (line.starts_with("#")) on = line == heading;
    if (on && line.starts_with("    ")) commands.push_back(trimmed(line));
  }
  return commands;
}

std::vector<std::string> dockerfile_commands() {
  std::vector<std::string> commands;
  for (const std::string& line : lines_of(read_file(kRoot / "Dockerfile")))
    if (line.starts_with("RUN ")) commands.push_back(trimmed(line.substr(4)));
  return commands;
}

// Section %post, but for the change into the folder that the sources were copied to.
std::vector<std::string> apptainer_commands() {
  std::vector<std::string> commands;
  std::string section;
  for (const std::string& line : lines_of(read_file(kRoot / "ludex.def"))) {
    if (line.starts_with("%")) {
      section = line;
    } else if (section == "%post" && !trimmed(line).empty() && trimmed(line) != "cd /ludex") {
      commands.push_back(trimmed(line));
    }
  }
  return commands;
}

CommandResult setup(const std::string& system, const std::string& arguments) {
  const TemporaryFolder folder;
  const std::string release = folder.write("os-release", system);
  return run_shell("LUDEX_OS_RELEASE='" + release + "' '" + (kRoot / "setup.sh").string() + "' " + arguments);
}

}  // namespace

TEST_CASE("the image recipes run the commands of docs/reference/builds.md, in order") {
  std::vector<std::string> install = commands_below("## Packages");
  REQUIRE(install.size() >= 4);
  install.resize(2);
  CHECK(install[0].find("cmake --workflow --preset package") != std::string::npos);
  CHECK(dockerfile_commands() == install);
  CHECK(apptainer_commands() == install);
  // And the recipes' first lines say what that page says of them.
  const std::vector<std::string> all = commands_below("## Packages");
  CHECK(trimmed(after("Dockerfile", "# ")) == all[2]);
  CHECK(trimmed(after("ludex.def", "# ")) == all[3]);
}

TEST_CASE("one version, one date, one licence") {
  const std::string version = after("CMakeLists.txt", "project(ludex VERSION ", " ");
  REQUIRE_FALSE(version.empty());
  CHECK(ludex("--version").out == "ludex " + version + "\n");
  CHECK(after("CITATION.cff", "version: ") == version);
  CHECK(after("CHANGELOG.md", "## [" + version + "] - ") == after("CITATION.cff", "date-released: "));

  CHECK(after("LICENSE", "MIT ") == "License");
  CHECK(after("LICENSE", "Copyright ") == "(c) 2026 the Ludex authors");
  const std::string spdx = after("CITATION.cff", "license: ");
  CHECK(spdx == "MIT");
  int plugins = 0;
  const auto list = arena::json::Value::parse(ludex("list --json").out);
  for (const auto& plugin : list["plugins"]) {
    CAPTURE(plugin["id"].get<std::string>());
    CHECK(plugin["licence"] == spdx);
    ++plugins;
  }
  CHECK(plugins > 20);
}

TEST_CASE("the installed pages have no broken link, and what they speak of is beside them") {
  const TemporaryFolder folder;
  const std::string install = LUDEX_BUILD_DIR "/documents/cmake_install.cmake";
  const auto run = run_shell("DESTDIR='" + folder.path().string() + "' cmake -P '" + install + "'");
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  std::filesystem::path documents;
  for (const auto& item : std::filesystem::recursive_directory_iterator(folder.path()))
    if (item.path().filename() == "CITATION.cff") documents = item.path().parent_path();
  REQUIRE_FALSE(documents.empty());
  for (const char* file :
       {"games/lud/descriptions/Hex.lud", "plugins/examples/nim/nim.cpp",
        "plugins/examples/nim/CMakeLists.txt", "arena/faces/python/examples/first_tournament.py",
        "arena/faces/api/examples/client.py", "arena/tournaments/openings.pgn", "arena/papers/scn/reproduce",
        "arena/faces/web/replay.png", "docs/images/report.png", "docs/reference/games/hex.md"}) {
    CAPTURE(file);
    CHECK(std::filesystem::exists(documents / file));
  }
  CHECK_FALSE(std::filesystem::exists(documents / "plugins/template"));
  const std::string links = "bash '" LUDEX_TEST_DIR "/ci/links.sh' '";
  const auto good = run_shell(links + documents.string() + "'");
  CHECK_MESSAGE(good.exit_code == 0, good.out);
  // It does find one.
  write_file(documents / "broken.md", "[a](README.md) [b](nowhere.md#c) [c](https://example.org)\n");
  const auto bad = run_shell(links + documents.string() + "'");
  CHECK(bad.exit_code == 1);
  CHECK(bad.out == "./broken.md: nowhere.md\n");
}

TEST_CASE("a build without Python says so at its end, and what to do") {
  const TemporaryFolder folder;
  const std::string build = folder.path().string();
  const auto configured =
      run_shell("cmake -S '" + kRoot.string() + "' -B '" + build +
                "' -G Ninja -DCMAKE_BUILD_TYPE=Release -DLUDEX_PYTHON_EXECUTABLE=/bin/false");
  REQUIRE_MESSAGE(configured.exit_code == 0, configured.err);
  const std::string said =
      "built without Python (/bin/false lacks ability to run): ./setup.sh python, then build again: ";
  CHECK(configured.out.find(said) != std::string::npos);
  for (const char* target : {"installed", "demo"}) {
    CAPTURE(target);
    const auto commands = lines_of(run_shell("ninja -C '" + build + "' -t commands " + target).out);
    REQUIRE_FALSE(commands.empty());
    CHECK(commands.back().find(said) != std::string::npos);
  }
}

TEST_CASE("setup.sh knows its systems, and tells others what is needed") {
  const std::map<std::string, bool> systems{{"ID=debian\nVERSION_ID=\"12\"\n", true},
                                            {"ID=debian\nVERSION_ID=\"13\"\n", false},
                                            {"ID=ubuntu\nVERSION_ID=\"24.04\"\n", true}};
  for (const auto& [system, has_clang_format_14] : systems) {
    const auto& shown = system;  // a lambda cannot name a structured binding
    CAPTURE(shown);
    const auto build = setup(system, "--print");
    CHECK(build.exit_code == 0);
    const auto packages = lines_of(build.out);
    const std::set<std::string> names(packages.begin(), packages.end());
    CHECK(names.contains("libcli11-dev"));
    CHECK(names.contains("dpkg-dev"));
    CHECK_FALSE(names.contains("clang"));
    const auto checks = setup(system, "ci --print");
    CHECK(checks.out.find("\nclang\n") != std::string::npos);
    CHECK((checks.out.find("clang-format-14") != std::string::npos) == has_clang_format_14);
  }
  const auto other = setup("ID=plan9\nVERSION_ID=4\n", "");
  CHECK(other.exit_code == 2);
  CHECK(other.err.find("'plan9 4', expected Debian 12, Debian 13 or Ubuntu 24.04") != std::string::npos);
  CHECK(other.err.find("C++20 compiler") != std::string::npos);
  CHECK(setup("ID=debian\nVERSION_ID=12\n", "frobnicate").exit_code == 2);
}

}  // namespace ludex::tests
