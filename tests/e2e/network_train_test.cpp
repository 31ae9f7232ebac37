// The evaluations of MiniShogi and chess are learned from logs of games.
#include <string>

#include <doctest/doctest.h>

#include "tests/support/command.hpp"
#include "tests/support/training.hpp"

namespace ludex::tests {
namespace {

void check_log_training(const std::string& game, int max_plies) {
  const TemporaryFolder folder;
  const std::string train = game + "-train ";
  const std::string here = folder.path().string();
  write_file(here + "/play.yaml", "name: play\nseed: 1\ngames:\n  - {game: " + game +
                                      ", params: {max_plies: " + std::to_string(max_plies) +
                                      "}}\nagents:\n"
                                      "  - {name: a, agent: alpha-beta, params: {tt_mib: 1}}\n"
                                      "  - {name: b, agent: alpha-beta, params: {tt_mib: 1}}\n"
                                      "budget: {nodes: 100}\nformat: {games_per_pair: 20}\n"
                                      "openings: {random_plies: 4}\nmode: inline\n");
  REQUIRE(ludex("run " + here + "/play.yaml --quiet --out " + here + "/games").exit_code == 0);
  const std::string log = here + "/games/games.jsonl";
  check_training(train + "--set batch=64 --set games=" + log, here);

  const auto refused = [&](const std::string& settings, const std::string& why) {
    check_refused(train + settings, why, here);
  };
  refused("", "the parameter 'games' names logs");
  refused("--set games=" + here + "/none", "cannot read " + here + "/none");
  refused("--set games=" + log + " --set start=" + here + "/play.yaml", "not the weights of ");
  const std::string text = read_file(log);
  write_file(here + "/bad.jsonl", "no game\n" + text);
  refused("--set games=" + here + "/bad.jsonl", "bad.jsonl:1: not a game of a log");
  write_file(here + "/bad.jsonl", text.substr(0, text.find('\n') + 1) + "{}\n" + text);
  refused("--set games=" + here + "/bad.jsonl", "bad.jsonl:2: ");
  // What a run that goes on has half written is left out.
  write_file(log, text.substr(0, text.size() - 100));
  const auto torn =
      ludex("study " + train + "--set passes=1 --set games=" + log + " --out " + here + "/torn");
  CHECK(torn.out.find("19 games, ") == 0);
}

TEST_CASE("weights from a log, MiniShogi's network: the same each time") {
  check_log_training("minishogi", 40);
}
TEST_CASE("weights from a log, chess's terms: the same each time") {
  check_log_training("chess", 60);
}

}  // namespace
}  // namespace ludex::tests
