// `ludex check --engine`: good engines pass, and for each rule an engine that breaks it alone is named with
// that rule.
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <unistd.h>

#include "arena/base/json/value.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"

namespace ludex::tests {
namespace {

using Json = arena::json::Value;

const std::string kLudex = LUDEX_BUILD_DIR "/ludex";
const std::string kTamper = LUDEX_TEST_DIR "/support/engines/tamper.py";

bool have_python() {
  static const bool found = std::system("python3 -c '' > /dev/null 2>&1") == 0;
  if (!found) MESSAGE("python3 is not installed: the tampering engines are not run");
  return found;
}

struct Case {
  std::string deed;
  std::string rule;   // that the report names first
  bool alone = true;  // no other rule is named
};

// `ludex PROTOCOL GAME random`, tampered with.
Json checked(const std::string& protocol, const std::string& game, const std::string& deed, int& exit_code,
             const std::string& more = "") {
  const std::string server = protocol == "usi" ? "uci" : protocol;
  const auto run = ludex("check --game " + game + " --protocol " + protocol +
                         " --json --set positions=20 --set patience=0.5" +
                         " --set start_timeout=" + (deed == "slow" ? "10" : "1.5") + more + " --engine '" +
                         kTamper + " " + deed + " " + kLudex + " " + server + " " + game + " random'");
  CAPTURE(run.err);
  exit_code = run.exit_code;
  REQUIRE(!run.out.empty());
  return Json::parse(run.out);
}

std::vector<std::string> broken_rules(const Json& report) {
  std::vector<std::string> list;
  for (const Json& line : report["rules"]) {
    if (line["result"] == "broken") list.push_back(line["rule"].get<std::string>());
  }
  return list;
}

void check_cases(const std::string& protocol, const std::string& game, const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    int exit_code = 0;
    const Json report = checked(protocol, game, c.deed, exit_code);
    CAPTURE(protocol);
    CAPTURE(c.deed);
    CAPTURE(report.dump());
    const auto broken = broken_rules(report);
    if (c.rule.empty()) {
      CHECK(broken.empty());
      CHECK(exit_code == 0);
      CHECK(report["passed"] == true);
      continue;
    }
    CHECK(exit_code == 3);
    CHECK(report["passed"] == false);
    REQUIRE(!broken.empty());
    CHECK(broken.front() == c.rule);
    if (c.alone) CHECK(broken.size() == 1);
  }
}

}  // namespace

TEST_CASE("check --engine over UGI: each rule") {
  if (!have_python()) return;
  check_cases("ugi", "mnk:m=3,n=3",
              {{"none", ""},
               {"no-id", "handshake"},
               {"bad-option", "options"},
               {"illegal", "moves", false},
               {"deaf", "position"},
               {"dies-at-end", "end"},
               {"lies", "query"},
               {"early", "stop"},
               {"never-stops", "stop"},
               {"slow", "time"},
               {"touchy", "garbage"},
               {"unasked", "unasked"},
               {"stays", "quit"}});
}

TEST_CASE("check --engine over UCI and USI") {
  if (!have_python()) return;
  check_cases("uci", "chess", {{"none", ""}, {"shout", "notation"}, {"early", "stop"}});
  check_cases("usi", "minishogi", {{"none", ""}, {"deaf", "position"}});
}

TEST_CASE("check --engine over GTP: each rule") {
  if (!have_python()) return;
  check_cases("gtp", "mnk:m=3,n=3",
              {{"none", ""},
               {"version", "handshake"},
               {"no-blank", "answers"},
               {"short-list", "commands"},
               {"setup", "setup", false},
               {"illegal", "moves", false},
               {"lenient", "illegal"},
               {"score", "end"},
               {"no-undo", "undo"},
               {"slow", "time"},
               {"accepts", "garbage", false},
               {"stays", "quit"}});
}

TEST_CASE("check --engine: text, real engines, refusals") {
  const auto text = ludex("check hex:size=3 --protocol gtp --engine '" + kLudex + " gtp hex:size=3 random'");
  CHECK(text.exit_code == 0);
  CHECK(text.out.starts_with("ok     handshake: 'Ludex random'"));
  CHECK(text.out.ends_with("passed\n"));
  CHECK(ludex("check --protocol gtp --engine 'ludex gtp hex random'").err.find("needs the game") !=
        std::string::npos);
  CHECK(ludex("check").exit_code == 2);
  const auto unfit = ludex("check hex:size=4 --engine cat");
  CHECK(unfit.exit_code == 2);
  CHECK(unfit.err.find("'hex:size=4' cannot be played over uci: it needs a game with UCI notation") !=
        std::string::npos);
  struct Real {
    std::string program;
    std::string game;
    std::string protocol;
  };
  for (const Real& real : {Real{"/usr/games/stockfish", "chess", "uci"},
                           Real{"/usr/games/fairy-stockfish", "minishogi", "usi"}}) {
    if (access(real.program.c_str(), X_OK) != 0) {
      MESSAGE(real.program, " is not installed: it is not checked");
      continue;
    }
    const auto run = ludex("check " + real.game + " --protocol " + real.protocol +
                           " --set positions=20 --set patience=5 --engine " + real.program);
    CAPTURE(run.out);
    CHECK(run.exit_code == 0);
  }
}

}  // namespace ludex::tests
