// A plug-in that is changed while games are played with it: the run ends before the next game with the file
// and both digests, and nobody is blamed.
#include <filesystem>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/json/value.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"

namespace ludex::tests {
namespace {

namespace fs = std::filesystem;

enum class Change { kRenamedOver, kLonger, kCutShort };

void play_and_change(const std::string& mode, Change change) {
  CAPTURE(mode);
  CAPTURE(static_cast<int>(change));
  const TemporaryFolder folder;
  const fs::path plugin = folder.path() / "agent-random.so";
  fs::copy_file(LUDEX_BUILD_DIR "/plugins/agent-random.so", plugin);
  const std::string file = folder.file("t.yaml");
  write_file(
      file,
      "name: changed\ngames: [ {game: hex, params: {size: 4}} ]\nagents:\n  - {name: own, agent: random}\n"
      "  - {name: uct, agent: uct, params: {memory_mib: 16}}\nbudget: {iterations: 10}\nmode: " +
          mode + "\nconcurrency: 1\nformat: {games_per_pair: 1000000}\n");
  const std::string out = folder.file("out");
  const pid_t host = fork();
  if (host == 0) {
    const int said = open(folder.file("err").c_str(), O_CREAT | O_WRONLY, 0600);
    dup2(said, STDERR_FILENO);
    const int quiet = open("/dev/null", O_WRONLY);
    dup2(quiet, STDOUT_FILENO);
    execl(LUDEX_BUILD_DIR "/ludex", "ludex", "--plugin-path", folder.path().c_str(), "run", file.c_str(),
          "--out", out.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  std::error_code ignored;
  while ((!fs::exists(out + "/games.jsonl") || fs::file_size(out + "/games.jsonl", ignored) < 2000) &&
         waitpid(host, &status, WNOHANG) == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  if (change == Change::kRenamedOver) {
    fs::copy_file(plugin, folder.path() / "new");
    std::ofstream(folder.path() / "new", std::ios::app) << "x";
    fs::rename(folder.path() / "new", plugin);
  } else if (change == Change::kLonger) {
    std::ofstream(plugin, std::ios::app) << "x";
  } else {
    fs::resize_file(plugin, fs::file_size(plugin) / 2);
  }
  REQUIRE(waitpid(host, &status, 0) == host);
  const std::string said = read_file(folder.file("err"));
  CAPTURE(said);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 1);
  CHECK(said.find(plugin.string() + " was changed during the run: SHA-256 ") != std::string::npos);
  CHECK(said.find("when it began, ") != std::string::npos);
  for (const auto& game : games(out)) CHECK(game["termination"] == "normal");
}

}  // namespace

TEST_CASE("a plug-in that is changed during a run ends it, and nobody is blamed") {
  for (const std::string mode : {"shared", "dedicated"}) {
    for (const Change change : {Change::kRenamedOver, Change::kLonger, Change::kCutShort})
      play_and_change(mode, change);
  }
}

// A backup or a profiler may link a file, which changes only its time of change.
TEST_CASE("a plug-in that is linked while a model is trained is no changed one") {
  const TemporaryFolder folder;
  fs::copy_file(LUDEX_BUILD_DIR "/plugins/game-mnk.so", folder.path() / "game-mnk.so");
  write_file(folder.path() / "train.sh", R"SH(
"$1/ludex" --plugin-path "$2" train mnk --out "$2/out" --hours 0.0006 --rounds 1 --games 4 --cpu-ms 1 --threads 1 --set tuples=4 --quiet &
run=$!
until test -s "$2/out/curve.jsonl" || ! kill -0 $run; do sleep 0.05; done
ln "$2/game-mnk.so" "$2/again"
wait $run
)SH");
  const auto trained =
      run_shell("sh " + folder.file("train.sh") + " '" LUDEX_BUILD_DIR "' " + folder.file(""));
  CHECK_MESSAGE(trained.exit_code == 0, trained.err);
}

}  // namespace ludex::tests
