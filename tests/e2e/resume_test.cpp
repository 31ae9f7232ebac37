// A tournament that is killed again and again ends with the log of one that was not.
#include <array>
#include <chrono>
#include <random>
#include <thread>

#include <doctest/doctest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>

#include "arena/base/json/value.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"
#include "tests/support/sanitizers.hpp"

extern char** environ;

namespace ludex::tests {
namespace {

// 3 agents, 201 games of uneven length, so that records wait for one another.
const char* const kSpec = R"(name: killed
seed: 11
games: [ {game: connect-k, params: {width: 6, height: 5, k: 4}} ]
agents:
  - {name: random, agent: random}
  - {name: uct-400, agent: uct, budget: {iterations: 400}}
  - {name: ab, agent: alpha-beta, budget: {nodes: 1500}}
format: {type: round-robin, games_per_pair: 68}
openings: {random_plies: 2}
budget: {iterations: 20}
)";

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The tournament without an interruption.
std::filesystem::path play_whole(const TemporaryFolder& folder, const std::string& file) {
  write_file(file, kSpec);
  auto whole = folder.path() / "whole";
  REQUIRE(ludex("run " + file + " --concurrency 2 --out " + whole.string()).exit_code == 0);
  return whole;
}

std::uintmax_t size_of(const std::filesystem::path& file) {
  std::error_code missing;
  const std::uintmax_t size = std::filesystem::file_size(file, missing);
  return missing ? 0 : size;
}

// Signals the run once its log has grown by so many bytes.
int run_and_signal(const std::string& file, const std::filesystem::path& out, int signal_number,
                   std::uintmax_t bytes) {
  const auto log = out / "games.jsonl";
  const std::uintmax_t end = size_of(log) + bytes;
  return ludex_and_signal({"run", file, "--resume", "--quiet", "--out", out.string(), "--concurrency", "3"},
                          signal_number, [&] { return size_of(log) >= end; });
}

}  // namespace

TEST_CASE("killed at 50 random instants") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  const auto whole = play_whole(folder, file);
  const auto reference = ordered_content(whole);
  REQUIRE(reference.size() == 204);
  CHECK_FALSE(std::filesystem::exists(whole / "games.pending.jsonl"));

  const auto cut = folder.path() / "cut";
  std::mt19937 random(2026);
  const int kills = kSanitized ? 10 : 50;
  int killed = 0;
  std::size_t before = 0;
  for (int i = 0; i < kills; ++i) {
    constexpr std::array kSignals{SIGKILL, SIGKILL, SIGTERM, SIGINT};
    // Some of them before the first game; some runs end first. The log has about 100,000 bytes.
    const auto bytes = std::uniform_int_distribution<std::uintmax_t>(0, 12'000)(random);
    const int status = run_and_signal(file, cut, kSignals[random() % kSignals.size()], bytes);
    if (WIFSIGNALED(status) || WEXITSTATUS(status) == 130) ++killed;
    // Only ever whole games, in order, and never fewer than before.
    if (std::filesystem::exists(cut / "games.jsonl")) {
      const auto lines = lines_of(cut / "games.jsonl");
      CHECK(lines.size() >= before);
      before = lines.size();
    }
    // Done before the last kill: checked, and once more from the start.
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
      CHECK(ordered_content(cut) == reference);
      std::filesystem::remove_all(cut);
      before = 0;
    }
  }
  const auto last = ludex("run " + file + " --resume --out " + cut.string());
  REQUIRE_MESSAGE(last.exit_code == 0, last.err);
  CHECK(ordered_content(cut) == reference);
  CHECK(killed >= kills / 2);
  MESSAGE(killed << " of " << kills << " runs were cut short; the last one began at game " << before);
}

TEST_CASE("a batch system tells all processes to end: no agent is blamed") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  const auto whole = play_whole(folder, file);
  std::mt19937 random(7);
  for (const std::string mode : {"shared", "dedicated"}) {
    CAPTURE(mode);
    const auto cut = folder.path() / mode;
    const int kills = kSanitized ? 4 : 15;
    for (int i = 0; i < kills; ++i) {
      constexpr std::array kSignals{SIGTERM, SIGINT, SIGHUP};
      const int milliseconds = std::uniform_int_distribution(10, kSanitized ? 3000 : 150)(random);
      const int status = ludex_and_signal(
          {"run", file, "--resume", "--quiet", "--out", cut.string(), "--concurrency", "3", "--mode", mode},
          kSignals[random() % kSignals.size()], milliseconds, true);
      if (WIFEXITED(status) && WEXITSTATUS(status) == 0) break;
    }
    REQUIRE(ludex("run " + file + " --resume --mode " + mode + " --out " + cut.string()).exit_code == 0);
    CHECK(ordered_content(cut) == ordered_content(whole));
  }
}

TEST_CASE("workers killed from outside cost their game, and the run goes on") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file, kSpec);
  const auto out = folder.path() / "out";
  // Kills every worker of the run whenever another dozen of games is in the log.
  write_file(folder.path() / "kill.sh", R"SH(
host=$1; log=$2; last=0
for i in 1 2 3 4 5 6; do
  while kill -0 $host 2>/dev/null && test "$(cat $log 2>/dev/null | wc -l)" -lt $((last + 12)); do sleep 0.02; done
  last=$(cat $log | wc -l)
  for p in $(cat /proc/$host/task/*/children 2>/dev/null); do
    if grep -q -e --worker /proc/$p/cmdline 2>/dev/null; then kill -9 $p 2>/dev/null; fi
  done
done
)SH");
  const std::string command = "'" LUDEX_BUILD_DIR "/ludex' run " + file + " --quiet --out " + out.string() +
                              " --set limits.faults_in_a_row=0 & host=$!; sh " +
                              (folder.path() / "kill.sh").string() + " $host " +
                              (out / "games.jsonl").string() + "; wait $host";
  const int status = std::system(("sh -c '" + command + "'").c_str());
  CHECK(WEXITSTATUS(status) == 0);
  const auto list = games(out);
  CHECK(list.size() == 204);
  for (const auto& game : list) {
    const std::string termination = game["termination"];
    CHECK_MESSAGE((termination == "normal" || termination == "crash"), game.dump());
  }
}

TEST_CASE("a disk that fills up") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file, kSpec);
  const auto whole = folder.path() / "whole";
  // Inline, since the memory that is shared with workers counts as a file, too; the limit is for the log.
  const std::string inline_run = "run " + file + " --mode inline";
  const std::string cache = "XDG_CACHE_HOME='" + folder.path().string() + "' ";
  REQUIRE(ludex(inline_run + " --out " + whole.string(), cache).exit_code == 0);
  const auto cut = folder.path() / "cut";
  int full = 0;
  // A file-size limit that grows: each run fills what there is.
  for (const int blocks : {8, 24, 40, 41, 64}) {
    const std::string command = "ulimit -f " + std::to_string(blocks) + "; " + cache +
                                "'" LUDEX_BUILD_DIR "/ludex' " + inline_run + " --quiet --resume --out " +
                                cut.string() + " 2> " + (folder.path() / "err").string();
    const int status = std::system(("bash -c \"" + command + "\"").c_str());
    REQUIRE(WIFEXITED(status));
    if (WEXITSTATUS(status) == 0) continue;
    CHECK(WEXITSTATUS(status) == 1);
    CHECK(read_file(folder.path() / "err").find("--resume") != std::string::npos);
    ++full;
    for (const auto& line : lines_of(cut / "games.jsonl"))
      CHECK(arena::json::Value::parse_if_valid(line).has_value());
  }
  CHECK(full >= 3);
  const auto last = ludex("run " + file + " --resume --out " + cut.string());
  REQUIRE_MESSAGE(last.exit_code == 0, last.err);
  CHECK(ordered_content(cut) == ordered_content(whole));
}

TEST_CASE("a changed specification is refused with the difference, a changed log with the line") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t.yaml").string();
  write_file(file, kSpec);
  const std::string out = (folder.path() / "out").string();
  const std::string small = " --set format.games_per_pair=4";
  REQUIRE(ludex("run " + file + small + " --out " + out).exit_code == 0);
  const auto changed =
      ludex("run " + file + small + " --set agents.ab.budget.nodes=99 --resume --out " + out);
  CHECK(changed.exit_code == 2);
  CHECK(changed.err.find("then:") != std::string::npos);
  CHECK(changed.err.find("nodes: 99") != std::string::npos);
  auto lines = lines_of(out + "/games.jsonl");
  std::swap(lines[1], lines[2]);
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  write_file(out + "/games.jsonl", text);
  const auto reordered = ludex("run " + file + small + " --resume --out " + out);
  CHECK(reordered.exit_code == 2);
  CHECK(reordered.err.find("games.jsonl:2") != std::string::npos);
}

}  // namespace ludex::tests
