// Games of strangers, played in the sandbox: nothing of them runs in the host, whose log is that of a trusted
// game; what they do ends the run in words and is no agent's fault.
#include <filesystem>
#include <fstream>
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
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

namespace fs = std::filesystem;

// A folder of plug-ins that did not come with ludex.
struct Strangers {
  explicit Strangers(const std::string& plugin) {
    fs::create_directory(plugins());
    fs::copy_file(plugin, plugins() / fs::path(plugin).filename());
  }
  [[nodiscard]] fs::path plugins() const { return folder.path() / "plugins"; }
  // A competition of random agents (of uct and another for a game that can be searched).
  [[nodiscard]] std::string specification(const std::string& game, const std::string& more) const {
    const std::string file = folder.file("t.yaml");
    write_file(file, "name: strangers\ngames: [ {" + game + ", openings: {random_plies: 2}} ]\n" +
                         "agents: [ {name: a, agent: random}, {name: b, agent: random} ]\n"
                         "budget: {iterations: 10}\n" +
                         more);
    return file;
  }
  [[nodiscard]] CommandResult run(const std::string& file, const std::string& out) const {
    return ludex("--plugin-path '" + plugins().string() + "' run '" + file + "' --quiet --out '" + out + "'",
                 kPlainDeaths);
  }
  TemporaryFolder folder;
};

const std::string kSpoilt = LUDEX_BUILD_DIR "/tests/games/spoilt.so";

// Of processes that have all these words among their arguments.
bool any_process(const std::string& first, const std::string& second) {
  for (const auto& process : fs::directory_iterator("/proc")) {
    const std::string arguments = read_file(process.path() / "cmdline");
    if (arguments.find(first) != std::string::npos && arguments.find(second) != std::string::npos)
      return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a game in the sandbox gives the log that a trusted one gives") {
  for (const std::string game : {"connect-k", "hex", "awari"}) {
    CAPTURE(game);
    const Strangers strangers(LUDEX_BUILD_DIR "/plugins/game-" + game + ".so");
    const auto log_of = [&](const std::string& trust, const std::string& mode) {
      const std::string out = strangers.folder.file("out" + trust.substr(0, 6) + mode.substr(6, 4));
      const auto run = strangers.run(
          strangers.specification("game: " + game + trust, mode + "\nformat: {games_per_pair: 6}\n"), out);
      REQUIRE_MESSAGE(run.exit_code == 0, run.err);
      return content(out);
    };
    for (const std::string mode : {"mode: competition", "mode: dedicated\nlimits: {sandbox: true}"}) {
      CAPTURE(mode);
      const auto trusted = log_of(", trusted: true", mode);
      CHECK(trusted.size() == 6);
      const bool same = log_of("", mode) == trusted;
      CHECK(same);
    }
  }
}

TEST_CASE("a game in the sandbox reads, writes, connects and starts nothing") {
  const Strangers strangers(kSpoilt);
  write_file(strangers.folder.file("secret.txt"), "secret");
  const std::string more = "mode: competition\nformat: {games_per_pair: 4}\n";
  const std::string out = strangers.folder.file("out");
  const auto sandboxed =
      strangers.run(strangers.specification("game: spoilt, params: {fault: spy}", more), out);
  CHECK_MESSAGE(sandboxed.exit_code == 0, sandboxed.err);
  CHECK(games(out).size() == 4);
  CHECK_FALSE(fs::exists(strangers.folder.file("written.txt")));
  const auto trusted = strangers.run(
      strangers.specification("game: spoilt, params: {fault: spy}, trusted: true", more), out + "2");
  CHECK(trusted.exit_code == 2);
  CHECK_MESSAGE(trusted.err.find("this game can read write connect start") != std::string::npos, trusted.err);
  CHECK(fs::exists(strangers.folder.file("written.txt")));
}

TEST_CASE("a game in the sandbox that fails ends the run, and nobody is blamed") {
  const Strangers strangers(kSpoilt);
  const auto play = [&](const std::string& fault) {
    const std::string out = strangers.folder.file(fault);
    const auto run = strangers.run(strangers.specification("game: spoilt, params: {fault: " + fault + "}",
                                                           "mode: competition\nconcurrency: 2\n"
                                                           "format: {games_per_pair: 4000}\n"),
                                   out);
    CAPTURE(run.err);
    CHECK(run.exit_code == 1);
    CHECK(run.err.find("continue with --resume") != std::string::npos);
    const auto played = games(out);
    CHECK_FALSE(played.empty());
    for (const auto& game : played) CHECK(game["termination"] == "normal");
    return run.err;
  };
  CHECK(play("late-crash").find("game 'spoilt' died of signal 11") != std::string::npos);
  CHECK(play("late-exit").find("game 'spoilt' ended its process with exit code 0") != std::string::npos);
  CHECK(play("late-hang").find("game 'spoilt' did not answer within 10 s") != std::string::npos);
}

TEST_CASE("a game in the sandbox that hangs does not keep Ctrl-C waiting") {
  const Strangers strangers(kSpoilt);
  const std::string file =
      strangers.specification("game: spoilt, params: {fault: late-hang}",
                              "mode: competition\nconcurrency: 2\nformat: {games_per_pair: 4000}\n");
  // Who comes too late finds that the game has been given up.
  CommandResult run{1, "", "did not answer within"};
  for (int i = 0; i < 5 && run.err.find("did not answer within") != std::string::npos; ++i) {
    const std::string out = strangers.folder.file("out" + std::to_string(i));
    run = run_shell("{ '" LUDEX_BUILD_DIR "/ludex' --plugin-path '" + strangers.plugins().string() +
                    "' run '" + file + "' --quiet --out '" + out +
                    "' & P=$!; A=; B=0; while kill -0 $P && [ \"$A\" != $B ]; do A=$B; sleep 1; "
                    "B=$(wc -c < '" +
                    out + "/games.jsonl' || echo 0); [ $B = 0 ] && A=; done; kill -INT $P; wait $P; }");
  }
  CHECK_MESSAGE(run.exit_code == 130, run.err);
}

TEST_CASE("what a game in the sandbox prints does not stop it") {
  const Strangers strangers(kSpoilt);
  const std::string out = strangers.folder.file("out");
  const auto run = strangers.run(
      strangers.specification("game: spoilt, params: {fault: late-noise}",
                              "mode: competition\nconcurrency: 2\nformat: {games_per_pair: 4000}\n"),
      out);
  CHECK_MESSAGE(run.exit_code == 0, run.err);
  CHECK(games(out).size() == 4000);
}

TEST_CASE("a game in the sandbox does not outlive the host") {
  const Strangers strangers(LUDEX_BUILD_DIR "/plugins/game-hex.so");
  const std::string file = strangers.specification("game: hex, params: {size: 4}",
                                                   "mode: competition\nformat: {games_per_pair: 1000000}\n");
  const std::string out = strangers.folder.file("out");
  const pid_t host = fork();
  if (host == 0) {
    const int quiet = open("/dev/null", O_WRONLY);
    dup2(quiet, STDERR_FILENO);
    dup2(quiet, STDOUT_FILENO);
    execl(LUDEX_BUILD_DIR "/ludex", "ludex", "--plugin-path", strangers.plugins().c_str(), "run",
          file.c_str(), "--out", out.c_str(), nullptr);
    _exit(127);
  }
  const auto sleep = [] { std::this_thread::sleep_for(std::chrono::milliseconds(10)); };
  std::error_code ignored;
  while ((!fs::exists(out + "/games.jsonl") || fs::file_size(out + "/games.jsonl", ignored) < 1000) &&
         waitpid(host, nullptr, WNOHANG) == 0)
    sleep();
  CHECK(any_process("--boxed-game", strangers.plugins().string()));
  kill(host, SIGKILL);
  waitpid(host, nullptr, 0);
  constexpr int kTries = 3000;
  for (int i = 0; i < kTries && any_process("--boxed-game", strangers.plugins().string()); ++i) sleep();
  CHECK_FALSE(any_process("--boxed-game", strangers.plugins().string()));
}

}  // namespace ludex::tests
