// The evaluation of MiniShogi is learned from logs of games.
#include <string>

#include <doctest/doctest.h>

#include "tests/support/command.hpp"

namespace ludex::tests {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("weights from a log: the same each time") {
  const TemporaryFolder folder;
  const std::string here = folder.path().string();
  write_file(here + "/play.yaml",
             "name: play\nseed: 1\ngames:\n  - {game: minishogi, params: {max_plies: 40}}\nagents:\n"
             "  - {name: a, agent: alpha-beta, params: {tt_mib: 1}}\n"
             "  - {name: b, agent: alpha-beta, params: {tt_mib: 1}}\n"
             "budget: {nodes: 100}\nformat: {games_per_pair: 20}\n"
             "openings: {random_plies: 4}\nmode: inline\n");
  REQUIRE(ludex("run " + here + "/play.yaml --quiet --out " + here + "/games").exit_code == 0);
  const std::string log = here + "/games/games.jsonl";
  const auto train = [&](const std::string& out, const std::string& more) {
    const auto run = ludex("experiment minishogi-train --set passes=2 --set batch=64 --set games=" + log +
                           more + " --out " + here + "/" + out);
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    CHECK(run.out.find("20 games, ") == 0);
    CHECK(contains(run.out, "pass 2 of 2"));
    return read_file(here + "/" + out + "/weights.inc");
  };
  const std::string once = train("once", "");
  CHECK(train("again", "") == once);
  CHECK(train("seed", " --set seed=2") != once);
  // Steps of size 0 leave what they began with.
  CHECK(train("on", " --set rate=0 --set start=" + here + "/once/weights.inc") == once);

  const auto refused = [&](const std::string& what, const std::string& why) {
    const auto run = ludex("experiment minishogi-train " + what + " --out " + here + "/bad");
    CHECK(run.exit_code != 0);
    CHECK_MESSAGE(contains(run.err, why), run.err);
  };
  refused("", "the parameter 'games' names logs");
  refused("--set games=" + here + "/none", "cannot read " + here + "/none");
  refused("--set games=" + log + " --set start=" + here + "/play.yaml", "not the weights of this network");
  const std::string text = read_file(log);
  write_file(here + "/bad.jsonl", "no game\n" + text);
  refused("--set games=" + here + "/bad.jsonl", "bad.jsonl:1: not a game of a log");
  write_file(here + "/bad.jsonl", text.substr(0, text.find('\n') + 1) + "{}\n" + text);
  refused("--set games=" + here + "/bad.jsonl", "bad.jsonl:2: ");
  // What a run that goes on has half written is left out.
  write_file(log, text.substr(0, text.size() - 100));
  const auto torn =
      ludex("experiment minishogi-train --set passes=1 --set games=" + log + " --out " + here + "/torn");
  CHECK(torn.out.find("19 games, ") == 0);
}

}  // namespace
}  // namespace ludex::tests
