// The commit of the build, as run.json names it.
#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"

namespace ludex::tests {
namespace {

namespace fs = std::filesystem;
const fs::path kSource = fs::path(LUDEX_TEST_DIR).parent_path();

// What a shell command prints; it must succeed.
std::string output_of(const std::string& command) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "out";
  REQUIRE_MESSAGE(std::system((command + " > '" + out.string() + "'").c_str()) == 0, command);
  std::string text = read_file(out);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

// What the build would compile in for the sources in `source`.
std::string header(const fs::path& source, const fs::path& file) {
  output_of("cmake -DSOURCE='" + source.string() + "' -DHEADER='" + file.string() + "' -P '" +
            (kSource / "arena/cmake/commit.cmake").string() + "'");
  const std::string text = read_file(file);
  return text.substr(text.find("#define"));
}

std::string expected(const std::string& commit, bool modified) {
  return "#define LUDEX_COMMIT \"" + commit + "\"\n#define LUDEX_MODIFIED " + (modified ? "true" : "false") +
         "\n";
}

}  // namespace

TEST_CASE("a checkout, changes in it, an archive, an archive inside of a checkout") {
  const TemporaryFolder folder;
  const fs::path source = folder.path() / "source";
  const fs::path file = folder.path() / "commit.hpp";
  fs::create_directories(source / "core/deep");
  write_file(source / "core/a.hpp", "1\n");
  CHECK(header(source, file) == expected("unknown", false));
  const std::string git = "git -C '" + source.string() + "' -c user.name=t -c user.email=t@example.org ";
  if (std::system("git --version > /dev/null 2>&1") != 0) {
    MESSAGE("skipped: there is no git");
    return;
  }
  output_of(git + "init -q");
  CHECK(header(source, file) == expected("unknown", false));  // no commit yet
  output_of(git + "add . && " + git + "commit -q -m first");
  const std::string commit = output_of(git + "rev-parse HEAD");
  CHECK(commit.size() == 40);
  CHECK(header(source, file) == expected(commit, false));
  // Nothing is compiled again while nothing changes.
  const auto written = fs::file_time_type::clock::now() - std::chrono::hours(1);
  fs::last_write_time(file, written);
  const auto before = fs::last_write_time(file);
  header(source, file);
  CHECK(fs::last_write_time(file) == before);
  // What is not compiled does not matter.
  write_file(source / "notes.txt", "x\n");
  CHECK(header(source, file) == expected(commit, false));
  write_file(source / "core/new.hpp", "x\n");
  CHECK(header(source, file) == expected(commit, true));
  fs::remove(source / "core/new.hpp");
  write_file(source / "core/a.hpp", "2\n");
  CHECK(header(source, file) == expected(commit, true));
  CHECK(header(source / "core/deep", file) == expected("unknown", false));
}

TEST_CASE("run.json names the commit that the build found") {
  const std::string built = read_file(fs::path(LUDEX_BUILD_DIR) / "arena/generated/ludex_commit.hpp");
  const TemporaryFolder folder;
  write_file(folder.path() / "t.yaml",
             "name: t\ngames: [{game: mnk}]\nagents: [{name: a, agent: random}, {name: b, agent: random}]\n"
             "format: {games_per_pair: 2}\nbudget: {iterations: 1}\n");
  const auto run = ludex("run " + (folder.path() / "t.yaml").string() + " --quiet --out " +
                         (folder.path() / "out").string());
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  const auto json = arena::json::Value::parse(read_file(folder.path() / "out/run.json"));
  const auto& named = json["runs"][0]["ludex"];
  CHECK(built.find(expected(named["commit"], named["modified"])) != std::string::npos);
  const std::string commit = named["commit"];
  CHECK((commit == "unknown" || commit.size() == 40));
  const auto report = ludex("report --markdown " + (folder.path() / "out").string());
  CHECK(report.out.find(", commit " + commit) != std::string::npos);
}

}  // namespace ludex::tests
