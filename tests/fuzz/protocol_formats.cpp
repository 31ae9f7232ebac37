// What a manager says to `ludex uci` and `ludex gtp`, and a client to `ludex api`: whatever it is, every
// question has its answer, in the protocol's form, and the session ends. Plug-ins are those of the build in
// LUDEX_FUZZ_BUILD.
#include <algorithm>
#include <sstream>

#include "arena/base/json/value.hpp"
#include "arena/faces/api/server.hpp"
#include "arena/faces/cli/protocols.hpp"
#include "tests/fuzz/check_text.hpp"
#include "tests/fuzz/text_formats.hpp"

namespace ludex::tests::fuzz {
namespace {

using namespace arena;

// Of an agent that answers at once.
cli::Context& context() {
  static cli::Context& made = [&]() -> cli::Context& {
    static cli::Context own;
    own.executable = LUDEX_FUZZ_BUILD "/ludex";
    return own;
  }();
  return made;
}

std::string first_word(const std::string& line) {
  std::istringstream words(line);
  std::string word;
  words >> word;
  return word;
}

bool check_family(std::string_view bytes, EngineProtocol protocol, const char* game) {
  const std::string said(bytes);
  std::istringstream in(said + "\nquit\n");
  std::ostringstream out;
  cli::serve_uci(context(), protocol, game, "random", in, out);
  std::istringstream questions(said);
  std::istringstream answers(out.str());
  int searches = 0;
  int readies = 0;
  for (std::string line; std::getline(questions, line);) {
    const std::string word = first_word(line);
    if (word == "quit") break;
    searches += word == "go" ? 1 : 0;
    readies += word == "isready" ? 1 : 0;
  }
  bool erred = false;
  int moves = 0;
  int ready = 0;
  for (std::string line; std::getline(answers, line);) {
    const std::string word = first_word(line);
    moves += word == "bestmove" ? 1 : 0;
    ready += word == "readyok" ? 1 : 0;
    erred = erred || line.rfind("info string error", 0) == 0;
  }
  // A search that is asked for in nonsense has an error for an answer.
  require(moves <= searches && (moves == searches || erred), "every search has one answer", out.str());
  require(ready == readies, "who asks whether it is ready is told", out.str());
  return moves > 0;
}

bool check_uci(std::string_view bytes) {
  return check_family(bytes, EngineProtocol::kUci, "chess");
}
bool check_usi(std::string_view bytes) {
  return check_family(bytes, EngineProtocol::kUsi, "minishogi");
}
bool check_ugi(std::string_view bytes) {
  return check_family(bytes, EngineProtocol::kUgi, "mnk:m=3,n=3");
}

bool check_gtp_of(std::string_view bytes, const char* game) {
  const std::string said(bytes);
  std::istringstream in(said + "\nquit\n");
  std::ostringstream out;
  cli::GtpOptions options;
  options.game = game;
  options.agent = "random";
  cli::serve_gtp(context(), options, in, out);
  std::istringstream questions(said + "\nquit\n");
  std::size_t asked = 0;
  for (std::string line; std::getline(questions, line);) {
    line.erase(std::remove_if(line.begin(), line.end(),
                              [](char c) { return c != '\t' && static_cast<unsigned char>(c) < 0x20; }),
               line.end());
    std::istringstream words(line.substr(0, line.find('#')));
    std::string word;
    if (!(words >> word)) continue;
    ++asked;
    if (word.find_first_not_of("0123456789") == std::string::npos && !(words >> word)) word.clear();
    if (word == "quit") break;
  }
  // An answer is "=" or "?", perhaps a number and a text, and an empty line.
  const std::string text = out.str();
  std::size_t answered = 0;
  bool good = false;
  for (std::size_t at = 0; at < text.size(); ++answered) {
    require(text[at] == '=' || text[at] == '?', "an answer begins with its kind", text.substr(at));
    good = good || text.compare(at, 2, "= ") == 0;
    const std::size_t end = text.find("\n\n", at);
    require(end != std::string::npos, "an answer ends with an empty line", text.substr(at));
    at = end + 2;
  }
  require(answered == asked, "every question has one answer", text);
  return good;
}
bool check_gtp(std::string_view bytes) {
  return check_gtp_of(bytes, "hex:size=4");
}
bool check_gtp_own(std::string_view bytes) {
  return check_gtp_of(bytes, "mnk:m=3,n=3");
}

// Counts the answers, each of which must have one of the forms of the schema.
class Answers final : public api::Client {
 public:
  void say(const std::string& line, bool last) override {
    const auto json = json::Value::parse_if_valid(line);
    require(json && json->is_object() && json->contains("id"), "an answer is an object with an id", line);
    require(json->contains("error") != json->contains("result"), "and has a result or an error", line);
    require(last, "a cheap request has one answer", line);
    ++answers;
    good = good || json->contains("result");
  }
  [[nodiscard]] bool waits() override { return false; }

  int answers = 0;
  bool good = false;
};

// Without searches, which other threads answer.
bool check_api(std::string_view bytes) {
  static api::GameCache games(host::Registry(host::SearchPath::of(LUDEX_FUZZ_BUILD "/ludex", {})), false, {});
  static api::Server server(games, {});
  const auto client = std::make_shared<Answers>();
  std::istringstream in{std::string(bytes)};
  int asked = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.find("analyze") != std::string::npos || line.find("play") != std::string::npos) continue;
    ++asked;
    server.handle(line, client);
    require(client->answers == asked, "every line has one answer", line);
  }
  return client->good;
}

}  // namespace

std::span<const TextFormat> protocol_formats() {
  static const std::vector<TextFormat> formats{
      {"uci",
       check_uci,
       {"uci\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo infinite\nisready\nstop\ngo nodes "
        "5\n",
        "setoption name Seed value 3\nposition fen 7k/8/8/8/8/8/P7/K7 w - - 0 1\ngo wtime 1000 btime 1000 "
        "winc 10 "
        "binc 10 movestogo 5\nd\ngo movetime 5\n"}},
      {"usi",
       check_usi,
       {"usi\nisready\nusinewgame\nposition startpos moves e1d1\ngo btime 0 wtime 0 byoyomi 5\ngo "
        "infinite\nisready\nstop\n",
        "setoption name Seed value 3\nposition sfen 4k/5/5/5/K4 b - 1\ngo nodes 5\nd\n"}},
      {"ugi",
       check_ugi,
       {"ugi\nisready\nuginewgame\nposition startpos moves a1 b2\nquery p1turn\ngo infinite\nisready\nstop\n"
        "go p1time 100 p2time 100\n",
        "position startpos moves a1 a2 b1 b2 c1\nquery gameover\nquery result\ngo nodes 5\nposition fen "
        "3/3/x2 o\ngo movetime 5\n"}},
      {"gtp-own",
       check_gtp_own,
       {"1 ludex-game\nplay b a1\nplay w b2\nludex-position\n7 ludex-position 3/3/x2 o\ngenmove w\nundo\n",
        "list_commands\nclear_board\ngenmove b\nfinal_score\nboardsize 3\nludex-position no\n"}},
      {"gtp",
       check_gtp,
       {"1 name\n2 boardsize 5\n3 clear_board\nplay b a1\ngenmove w\nundo\nshowboard\nall_legal_moves\n",
        "list_commands\nknown_command play\ntime_settings 10 1 1\ntime_left b 5 0\nreg_genmove b # "
        "why\nfinal_score\n"}},
      {"api",
       check_api,
       {"{\"id\": 1, \"action\": \"position\", \"game\": {\"id\": \"hex\", \"parameters\": {\"size\": 4}}, "
        "\"moves\": [\"a1\"], \"include\": [\"legal\", \"text\", \"cells\"]}\n{\"id\": \"x\", \"action\": \"info\"}\n",
        "{\"id\": 2, \"action\": \"outcome\", \"game\": \"hex:size=4\", \"position\": \"4/4/4/4 b\"}\n"
        "{\"id\": 3, \"action\": \"cancel\", \"target\": 2}\n"}}};
  return formats;
}

}  // namespace ludex::tests::fuzz
