// What is no file in the place of a tournament's files: every command ends, and one folder keeps no other
// waiting.
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "arena/base/json/value.hpp"
#include "tests/support/command.hpp"
#include "tests/support/http.hpp"

namespace ludex::tests {
namespace {

namespace fs = std::filesystem;
using Json = arena::json::Value;

// FIFO, device, and 5 GB of nothing, in the place of `file`.
void spoil(const std::string& file, int kind) {
  fs::remove(file);
  if (kind == 0) REQUIRE(mkfifo(file.c_str(), 0600) == 0);
  if (kind == 1) fs::create_symlink("/dev/zero", file);
  if (kind != 2) return;
  write_file(file, "");
  fs::resize_file(file, std::uintmax_t{5} << 30);
}

struct Tournament {
  Tournament() {
    write_file(
        file,
        "name: t\ngames: [ {game: hex, params: {size: 3}} ]\nagents: [ {name: a, agent: random}, {name: b, "
        "agent: random} ]\nbudget: {iterations: 1}\nformat: {games_per_pair: 4}\nmode: inline\n");
    const auto run = ludex("run '" + file + "' --quiet --out '" + good + "'");
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  }
  TemporaryFolder folder;
  std::string file = folder.file("t.yaml");
  std::string good = folder.file("results/good");
};

}  // namespace

TEST_CASE("a FIFO, a device and a file of nothing in a tournament's folder end no command in silence") {
  const Tournament tournament;
  const std::string bad = tournament.folder.file("bad");
  for (const std::string name : {"games.jsonl", "run.json", "spec.yaml", "spec.identity"}) {
    for (int kind = 0; kind < 3; ++kind) {
      fs::remove_all(bad);
      fs::copy(tournament.good, bad);
      spoil(bad + "/" + name, kind);
      for (const std::string& command :
           std::vector<std::string>{"rate ", "verify ", "report --json ", "status ",
                                    "run --resume --quiet '" + tournament.file + "' --out "}) {
        CAPTURE(name);
        CAPTURE(kind);
        CAPTURE(command);
        const auto run =
            run_shell("timeout -s KILL 300 '" LUDEX_BUILD_DIR "/ludex' " + command + "'" + bad + "'");
        CHECK(run.exit_code != 128 + SIGKILL);
        CHECK(run.exit_code != 137);
        if (name == "games.jsonl") {
          CHECK_MESSAGE((run.exit_code == 1 || run.exit_code == 2 || command == "status "), run.err);
          CHECK_FALSE(run.err.empty());
        }
        if (command == "verify ") CHECK(run.exit_code == 2);
      }
    }
  }
}

TEST_CASE("what stands in the way of a file that is to be replaced is an error") {
  const Tournament tournament;
  for (const std::string name : {"run.json.new", "spec.yaml.new"}) {
    for (const int kind : {0, 1}) {
      CAPTURE(name);
      CAPTURE(kind);
      const std::string bad = tournament.folder.file("bad-" + name + std::to_string(kind));
      fs::copy(tournament.good, bad);
      fs::remove(bad + "/run.json");
      spoil(bad + "/" + name, kind);
      const auto run = run_shell("timeout -s KILL 300 '" LUDEX_BUILD_DIR "/ludex' run --resume --quiet '" +
                                 tournament.file + "' --out '" + bad + "'");
      CHECK_MESSAGE(run.exit_code == 1, run.err);
      CHECK_MESSAGE(run.err.find(name) != std::string::npos, run.err);
    }
  }
}

TEST_CASE("one folder keeps no other's page waiting") {
  const Tournament tournament;
  int number = 0;
  for (const std::string name : {"games.jsonl", "run.json", "spec.yaml", "games.index"}) {
    for (int kind = 0; kind < 3; ++kind) {
      const std::string bad = tournament.folder.file("results/bad" + std::to_string(number++));
      fs::copy(tournament.good, bad);
      spoil(bad + "/" + name, kind);
    }
  }
  const ServeProcess server({"serve", tournament.folder.file("results")});
  // A new game is seen in the good one, whatever the others are.
  std::string id;
  const auto games = [&] {
    const auto list = Json::parse(server.get("/api/tournaments").body);
    for (const Json& one : list["tournaments"]) {
      if (one["name"] == "good") return one["games"].get<int>();
    }
    return -1;
  };
  const auto wait_for = [&](int count) {
    for (int i = 0; i < 1200 && games() != count; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return games();
  };
  CHECK(wait_for(4) == 4);
  const std::string log = tournament.good + "/games.jsonl";
  const std::string text = read_file(log);
  write_file(log, text + text.substr(0, text.find('\n') + 1));
  CHECK(wait_for(5) == 5);
}

}  // namespace ludex::tests
