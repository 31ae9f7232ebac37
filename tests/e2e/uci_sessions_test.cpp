// `ludex uci` in random sessions against a model of what a manager may expect: whatever is said while a
// search goes on, `stop`, `isready`, `quit` and the end of input are obeyed at once, every `go` has one
// answer, a move of the position that was set, and every question one, in order. LUDEX_UCI_SESSIONS is how
// many.
#include <array>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/util/rng.hpp"
#include "paths.hpp"

extern char** environ;

namespace ludex::tests {
namespace {

int sessions() {
  const char* const text = std::getenv("LUDEX_UCI_SESSIONS");
  constexpr int kUsual = 40;
  return text != nullptr ? std::atoi(text) : kUsual;
}

class Engine {
 public:
  Engine() {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    REQUIRE(pipe2(in.data(), O_CLOEXEC) == 0);
    REQUIRE(pipe2(out.data(), O_CLOEXEC) == 0);
    std::vector<std::string> words{LUDEX_BUILD_DIR "/ludex", "uci", "chess", "uct:memory_mib=16"};
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    REQUIRE(posix_spawn(&process_, words[0].c_str(), &actions, nullptr, arguments.data(), environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    to_ = in[1];
    from_ = out[0];
  }
  ~Engine() {
    if (to_ >= 0) close(to_);
    if (process_ > 0) kill(process_, SIGKILL), waitpid(process_, nullptr, 0);
    close(from_);
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void say(const std::string& text) {
    const std::string line = text + "\n";
    REQUIRE(write(to_, line.data(), line.size()) == static_cast<ssize_t>(line.size()));
  }
  void end_input() {
    close(to_);
    to_ = -1;
  }
  // What it says next; false at the end of its output, or if it says nothing for minutes.
  bool hear(std::string& line) {
    while (true) {
      if (const auto end = text_.find('\n'); end != std::string::npos) {
        line = text_.substr(0, end);
        text_.erase(0, end + 1);
        return true;
      }
      pollfd fd{from_, POLLIN, 0};
      constexpr int kMinutes = 120'000;
      if (poll(&fd, 1, kMinutes) <= 0) {
        silent_ = true;
        return false;
      }
      std::array<char, 4096> buffer;
      const ssize_t n = read(from_, buffer.data(), buffer.size());
      if (n <= 0) return false;
      text_.append(buffer.data(), static_cast<std::size_t>(n));
    }
  }
  [[nodiscard]] bool silent() const { return silent_; }
  // Its exit code, once its output has ended.
  int wait() {
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t process_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string text_;
  bool silent_ = false;
};

// Positions with their legal moves.
struct Board {
  std::string text;
  std::set<std::string> moves;
};
std::set<std::string> pawns_and_knights(char one, char two, char pawn, char knight) {
  std::set<std::string> moves;
  for (char file = 'a'; file <= 'h'; ++file) {
    for (const char to : {one, two}) moves.insert({file, pawn, file, to});
  }
  for (const char* from_to : {"ba", "bc", "gf", "gh"})
    moves.insert({from_to[0], knight, from_to[1], one == '3' ? '3' : '6'});
  return moves;
}
std::vector<Board> boards() {
  const auto first = pawns_and_knights('3', '4', '2', '1');
  const auto second = pawns_and_knights('6', '5', '7', '8');
  return {{"startpos", first},
          {"startpos moves e2e4", second},
          {"fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", second},
          {"fen 7k/8/8/8/8/8/P7/K7 w - - 0 1", {"a1b1", "a1b2", "a2a3", "a2a4"}},
          {"fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", {"(none)"}}};  // stalemate
}

// What one session says, and what must be answered.
class Session {
 public:
  explicit Session(std::uint64_t seed) : rng_(Rng::seeded(seed)), boards_(::ludex::tests::boards()) {}

  void play() {
    for (std::uint32_t left = rng_.below(30); left > 0; --left) step();
    finish();
  }

 private:
  void step() {
    switch (rng_.below(13)) {
      case 0:
        return say("ucinewgame");
      case 1:
        return say("setoption name Seed value " + std::to_string(rng_.below(100)));
      case 2:
        return say("setoption name Nonsense value 1");
      case 3:
      case 4:
        board_ = rng_.below(static_cast<std::uint32_t>(boards_.size()));
        return say("position " + boards_[board_].text);
      case 5:  // stays as it was
        return say(rng_.below(2) == 0 ? "position fen nonsense" : "position startpos moves e2e5");
      case 6:
        say(rng_.below(2) == 0 ? "go infinite" : "go ponder nodes 20");
        expected_.push_back(board_);
        return;
      case 7:
        say(rng_.below(2) == 0 ? "go nodes 20" : "go movetime 1");
        expected_.push_back(board_);
        return;
      case 8:
        return say(rng_.below(4) == 0 ? "ponderhit" : "stop");
      case 9:
        say("uci");
        ++introductions_;
        return;
      case 10:
        return say("nonsense");
      case 11:
        return say("");
      default:
        // Answered whatever else it is doing; its answers to `go` may come before.
        say("isready");
        return hear_until("readyok");
    }
  }
  void finish() {
    // A manager that is done: stops what has no end, and waits for all answers; or just goes.
    const auto how = rng_.below(4);
    if (how < 2) {
      say("stop");
      while (!expected_.empty() && !failed_) hear_until("bestmove");
    }
    if (how % 2 == 0) {
      say("quit");
    } else {
      engine_.end_input();
    }
    std::string line;
    while (engine_.hear(line)) note(line);
    CHECK_MESSAGE(!engine_.silent(), said_);
    if (engine_.silent()) return;
    CHECK_MESSAGE(engine_.wait() == 0, said_);
    CHECK_MESSAGE(expected_.empty(), said_);
    CHECK_MESSAGE(introductions_ == 0, said_);
  }
  void say(const std::string& line) {
    said_ += line + "\n";
    engine_.say(line);
  }
  void hear_until(const std::string& word) {
    std::string line;
    do {
      if (!engine_.hear(line)) {
        failed_ = true;
        FAIL_CHECK("no '", word, "' after:\n", said_);
        return;
      }
      note(line);
    } while (line.rfind(word, 0) != 0);
  }
  void note(const std::string& line) {
    if (line == "uciok") --introductions_;
    if (line.rfind("bestmove ", 0) != 0) return;
    CHECK_MESSAGE(!expected_.empty(), said_);
    if (expected_.empty()) return;
    // "bestmove e2e4 ponder e7e5"
    const std::string move = line.substr(9, line.find(' ', 9) - 9);
    CHECK_MESSAGE(boards_[expected_.front()].moves.contains(move), line << " after:\n" << said_);
    expected_.pop_front();
  }

  Rng rng_;
  std::vector<Board> boards_;
  Engine engine_;
  std::string said_;
  std::size_t board_ = 0;
  std::deque<std::size_t> expected_;  // searches without an answer: where
  int introductions_ = 0;             // likewise
  bool failed_ = false;
};

}  // namespace

TEST_CASE("random sessions: every search has its answer, and nothing keeps a manager waiting") {
  signal(SIGPIPE, SIG_IGN);
  const int count = sessions();
  for (int i = 0; i < count; ++i) {
    CAPTURE(i);
    Session(static_cast<std::uint64_t>(i)).play();
  }
}

}  // namespace ludex::tests
