// ludex play with a person at the keyboard: what is typed, Ctrl-C, the end of input.
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paths.hpp"
#include "tests/support/command.hpp"

namespace ludex::tests {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// `ludex` with both ends in our hands, as a terminal would have them.
class Talk {
 public:
  explicit Talk(std::vector<std::string> arguments) {
    int in[2];
    int out[2];
    REQUIRE((pipe(in) == 0 && pipe(out) == 0));
    child_ = fork();
    if (child_ == 0) {
      dup2(in[0], STDIN_FILENO);
      dup2(out[1], STDOUT_FILENO);
      for (const int end : {in[0], in[1], out[0], out[1]}) close(end);
      arguments.insert(arguments.begin(), LUDEX_BUILD_DIR "/ludex");
      std::vector<char*> argv;
      for (std::string& argument : arguments) argv.push_back(argument.data());
      argv.push_back(nullptr);
      execv(argv[0], argv.data());
      _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to_ = in[1];
    from_ = out[0];
  }
  ~Talk() {
    if (to_ >= 0) close(to_);
    close(from_);
    if (child_ > 0) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
  }
  Talk(const Talk&) = delete;
  Talk& operator=(const Talk&) = delete;

  void say(const std::string& line) const { REQUIRE(write(to_, line.data(), line.size()) > 0); }
  void interrupt() const { kill(child_, SIGINT); }
  void hang_up() { close(std::exchange(to_, -1)); }
  // Reads until `part` has been said since the last call, or the end.
  std::string hear(const std::string& part) {
    std::string heard;
    char c = 0;
    while (!has(heard, part) && read(from_, &c, 1) == 1) heard += c;
    return heard;
  }
  // The exit code. It has a minute: what waits for input that never comes is found out, on any machine.
  int end() {
    int status = 0;
    for (int i = 0; i < 600; ++i) {
      if (waitpid(child_, &status, WNOHANG) == child_) {
        child_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return -1;
  }

 private:
  pid_t child_ = -1;
  int to_ = -1;
  int from_ = -1;
};

CommandResult typed(const std::string& arguments, const std::string& input) {
  const TemporaryFolder folder;
  return ludex(arguments, "", "< '" + folder.write("in", input) + "'");
}

}  // namespace

TEST_CASE("Ctrl-C at the prompt leaves at once") {
  Talk talk({"play", "mnk", "human", "random"});
  talk.hear("your move: ");
  talk.interrupt();
  CHECK(has(talk.hear("after: "), "interrupted"));
  CHECK(talk.end() == 130);
}

TEST_CASE("Ctrl-C in an agent's search stops it and asks") {
  Talk talk({"play", "hex:size=11", "human", "uct", "--seconds", "100000"});
  talk.hear("your move: ");
  talk.say("a1\n");
  // The move has been made, so the agent is next.
  talk.hear("player 1 (human): a1");
  talk.hear("to move\n");
  talk.interrupt();
  CHECK(has(talk.hear("leaves: "), "uct was stopped"));
  talk.say("moves\n");
  CHECK(has(talk.hear("leaves: "), "k11"));
  talk.say("\n");
  CHECK(has(talk.hear("your move: "), "player 2 (uct): "));
  // The next Ctrl-C is a first one again, and here means to leave.
  talk.interrupt();
  talk.hear("after: a1 ");
  CHECK(talk.end() == 130);
}

TEST_CASE("Ctrl-C without anybody to ask ends the game") {
  Talk talk({"play", "hex:size=11", "uct", "uct", "--seconds", "100000"});
  talk.hear("to move\n");
  talk.interrupt();
  CHECK(has(talk.hear("after: "), "interrupted"));
  CHECK(talk.end() == 130);
}

TEST_CASE("the prompt says that the same player moves again") {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "Twice.lud",
      "(game \"Twice\" (players { (player NW) (player SE) })\n  (equipment { (piece \"Token\" P1) "
      "(piece \"Token\" P2)"
      " (board (rectangle 1 4)) })\n"
      "  (rules (play (move Add (to (sites Board) if:(is Empty (to))) (then (moveAgain))))\n"
      "    (end (if (is Line 2 Orthogonal) (result Mover Loss)))))\n");
  const auto run = typed("play 'lud:file=" + file + "' human random --quiet", "A1\nC1\nD1\n");
  CHECK_MESSAGE(run.exit_code == 0, run.err);
  CHECK_MESSAGE(has(run.out, "your move: your move again: your move again: moves: a1 c1 d1"), run.out);
}

TEST_CASE("quit, and the end of input") {
  const auto quit = typed("play mnk human random --quiet", "b2\nquit\n");
  CHECK(quit.exit_code == 0);
  CHECK(has(quit.out, "left after: b2 "));
  const auto end = typed("play mnk human random --quiet", "b2\n");
  CHECK(end.exit_code == 130);
  CHECK(has(end.out, "end of input after: b2 "));
  // A last line without an end is a line.
  CHECK(typed("play mnk human human --quiet", "a1\nquit").exit_code == 0);
}

TEST_CASE("help, moves, draw, hint and save") {
  const TemporaryFolder folder;
  const std::string file = folder.file("game.txt");
  const auto run = typed("play mnk human human --quiet --iterations 200 --moves 'a1 b1'",
                         "help\nmoves\na2\nb2\nhint uct\nhint nosuch\nhint\ndraw\nsave " + file +
                             "\nsave\nsave /no/such/folder/x\nquit\n");
  CHECK(run.exit_code == 0);
  for (const char* command : {"help", "moves", "draw", "hint", "undo", "save", "quit"})
    CHECK(has(run.out, std::string("\n  ") + command + " "));
  CHECK(has(run.out, "c1 a2 b2 c2 a3 b3 c3\n"));
  CHECK(has(run.out, "uct suggests a3\n"));  // completes the column
  CHECK(has(run.out, "there is no agent 'nosuch'"));
  CHECK(has(run.out, "expected an agent, for example `hint uct`"));
  CHECK(has(run.out, "3/xo1/xo1 x\n"));
  CHECK(has(run.out, "your move: a1 b1 a2 b2\n"));
  CHECK(has(run.out, "cannot write /no/such/folder/x: No such file or directory"));
  CHECK(read_file(file) == "# mnk: human against human\na1 b1 a2 b2\n");
  // It is an opening file.
  folder.write("t.yaml",
               "name: t\ngames: [{game: mnk}]\nagents: [{agent: random}, {agent: greedy}]\n"
               "openings: {file: game.txt}\nformat: {games_per_pair: 2}\n");
  const std::string again = "run " + folder.file("t.yaml") + " --out ";
  const auto opened = ludex(again + folder.file("out"));
  CHECK_MESSAGE(opened.exit_code == 0, opened.err);
  CHECK(has(read_file(folder.path() / "out" / "games.jsonl"), R"("opening":["a1","b1","a2","b2"])"));
  CHECK(has(opened.err, "2/2 games in "));
  CHECK(ludex(again + folder.file("quiet") + " --quiet").err.empty());
  const auto position =
      typed("play mnk human human --quiet --position '3/xo1/xo1 x' --moves c1", "save\nquit\n");
  CHECK(has(position.out, "position 3/xo1/xo1 x moves c1\n"));
}

TEST_CASE("undo takes back one's own move and the answer; agents know of it") {
  // The agents see the game anew: the same moves again, as far as they go.
  const auto run = typed("play mnk human uct --quiet --seed 3 --iterations 50",
                         "undo\na1\nundo\nb2\nundo\na1\nsave\nquit\n");
  CHECK(run.exit_code == 0);
  CHECK(has(run.out, "you have no move to take back"));
  const auto straight = typed("play mnk human uct --quiet --seed 3 --iterations 50", "a1\nsave\nquit\n");
  const auto last = [](const std::string& out) { return out.substr(out.rfind("after: ")); };
  CHECK(last(run.out) == last(straight.out));
  // Between two people one move at a time.
  CHECK(has(typed("play mnk human human --quiet", "a1\nb1\nundo\nquit\n").out, "left after: a1\n"));
}

TEST_CASE("what is no move gets a suggestion and the legal moves near it") {
  const auto run = typed("play connect-k human human --quiet", "h\nudno\nmoes\nquit\n");
  CHECK(has(run.out, "legal moves like it: a, b, c, d, e, f, g\n"));
  CHECK(has(run.out, "(did you mean 'undo'?)"));
  CHECK(has(run.out, "(did you mean 'moves'?)"));
  const auto hex = typed("play hex:size=11 human human --quiet", "a12\nquit\n");
  CHECK(has(hex.out, "legal moves like it: a1, a2, "));
  CHECK(has(hex.out, ", ...\n"));
}

}  // namespace ludex::tests
