// `compress_log: true`: the same log, read by every command, and games added to it later.
#include <algorithm>

#include <doctest/doctest.h>

#include "arena/base/files/mapped_file.hpp"
#include "arena/base/json/value.hpp"
#include "arena/results/log/log_files.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"

namespace ludex::tests {
namespace {

namespace fs = std::filesystem;

std::string yaml(int games_per_pair, bool compress) {
  return "name: small\nseed: 3\ngames: [{game: connect-k, params: {width: 4, height: 4, k: 3}}]\n"
         "agents: [{name: r, agent: random}, {name: u, agent: uct}, {name: g, agent: greedy}]\n"
         "format: {type: round-robin, games_per_pair: " +
         std::to_string(games_per_pair) + "}\nopenings: {random_plies: 2}\nbudget: {iterations: 20}\n" +
         (compress ? "compress_log: true\n" : "");
}

class Folder {
 public:
  CommandResult run(const std::string& text, const std::string& out, const std::string& options = "") const {
    const std::string file = (folder_.path() / "t.yaml").string();
    write_file(file, text);
    return ludex("run " + file + " --quiet --out " + (folder_.path() / out).string() + " " + options);
  }
  [[nodiscard]] fs::path operator/(const std::string& name) const { return folder_.path() / name; }

 private:
  TemporaryFolder folder_;
};

// Of a folder with a compressed log.
std::vector<std::string> expanded_content(const fs::path& folder) {
  const TemporaryFolder plain;
  fs::copy(folder / "games.jsonl.zst", plain.path() / "games.jsonl.zst");
  REQUIRE(arena::log::expand_log(plain.path().string()));
  return ordered_content(plain.path());
}

}  // namespace

TEST_CASE("a compressed log is the plain one to every command") {
  const Folder folder;
  REQUIRE(folder.run(yaml(10, false), "plain").exit_code == 0);
  REQUIRE(folder.run(yaml(10, true), "small").exit_code == 0);
  const fs::path plain = folder / "plain", small = folder / "small";
  CHECK_FALSE(fs::exists(small / "games.jsonl"));
  REQUIRE(fs::exists(small / "games.jsonl.zst"));
  CHECK(fs::file_size(small / "games.jsonl.zst") < fs::file_size(plain / "games.jsonl") / 2);
  // Times differ; nothing else does.
  const auto text = arena::MappedFile::open((small / "games.jsonl.zst").string());
  REQUIRE(text);
  CHECK(std::count(text->bytes().begin(), text->bytes().end(), '\n') == 30);

  for (const char* const command : {"rate", "match"}) {
    const auto a = ludex(std::string(command) + " " + plain.string());
    const auto b = ludex(std::string(command) + " " + small.string());
    const auto c = ludex(std::string(command) + " " + (small / "games.jsonl.zst").string());
    CHECK_MESSAGE(a.exit_code == 0, a.err);
    CHECK_MESSAGE(b.exit_code == 0, b.err);
    CHECK(a.out == b.out);
    CHECK(c.out == b.out);
  }
  const auto verified = ludex("verify " + small.string() + " --again 5");
  CHECK_MESSAGE(verified.exit_code == 0, verified.err);
  CHECK(ludex("report " + small.string()).exit_code == 0);
  const auto id = arena::json::Value::parse(text->bytes().substr(0, text->bytes().find('\n'))).at("id");
  const auto shown = ludex("show " + small.string() + " " + id.get<std::string>());
  CHECK_MESSAGE(shown.exit_code == 0, shown.err);
  const auto exported = ludex("export " + small.string() + " --format csv");
  CHECK_MESSAGE(exported.exit_code == 0, exported.err);
  // Of the very same log, as times are in it.
  fs::create_directory(folder / "copy");
  fs::copy(small / "games.jsonl.zst", folder / "copy" / "games.jsonl.zst");
  REQUIRE(arena::log::expand_log((folder / "copy").string()));
  CHECK(exported.out == ludex("export " + (folder / "copy").string() + " --format csv").out);

  // Whoever starts it again without --resume does not lose it.
  const auto again = folder.run(yaml(10, true), "small");
  CHECK(again.exit_code == 2);
  CHECK(again.err.find("games.jsonl.zst already holds games") != std::string::npos);
  // Where nothing is added, the file is not touched.
  const auto written = fs::last_write_time(small / "games.jsonl.zst");
  CHECK(folder.run(yaml(10, true), "small", "--resume").exit_code == 0);
  CHECK(fs::last_write_time(small / "games.jsonl.zst") == written);
  CHECK(arena::MappedFile::open((small / "games.jsonl.zst").string())->bytes() == text->bytes());
}

TEST_CASE("a compressed log grows, and is played on where it was cut short") {
  const Folder folder;
  REQUIRE(folder.run(yaml(10, true), "small").exit_code == 0);
  REQUIRE(folder.run(yaml(20, true), "small", "--resume").exit_code == 0);
  const fs::path small = folder / "small";
  CHECK_FALSE(fs::exists(small / "games.jsonl"));
  REQUIRE(folder.run(yaml(10, false), "plain").exit_code == 0);
  REQUIRE(folder.run(yaml(20, false), "plain", "--resume").exit_code == 0);
  const auto wanted = ordered_content(folder / "plain");
  CHECK(expanded_content(small) == wanted);

  const std::string whole = read_file(small / "games.jsonl.zst");
  write_file(small / "games.jsonl.zst", whole.substr(0, whole.size() - 10));
  const auto resumed = folder.run(yaml(20, true), "small", "--resume");
  CHECK_MESSAGE(resumed.exit_code == 0, resumed.err);
  CHECK(resumed.err.find("played again") != std::string::npos);
  CHECK(expanded_content(small) == wanted);
}

TEST_CASE("parts with compressed logs are gathered") {
  const Folder folder;
  REQUIRE(folder.run(yaml(10, true), "parts", "--part 1/2").exit_code == 0);
  REQUIRE(folder.run(yaml(10, true), "parts", "--part 2/2").exit_code == 0);
  const auto gathered = ludex("gather " + (folder / "parts").string());
  CHECK_MESSAGE(gathered.exit_code == 0, gathered.err);
  CHECK(fs::exists(folder / "parts" / "games.jsonl.zst"));
  REQUIRE(folder.run(yaml(10, false), "plain").exit_code == 0);
  CHECK(expanded_content(folder / "parts") == ordered_content(folder / "plain"));
}

}  // namespace ludex::tests
