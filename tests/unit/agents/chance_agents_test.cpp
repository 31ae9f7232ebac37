// Every agent on games with chance: it refuses in words, or keeps the whole contract there.
#include <filesystem>
#include <set>
#include <string>

#include "paths.hpp"
#include "tests/support/agent_contract.hpp"
#include "tests/support/chance_tree.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {

namespace {

std::set<std::string> all_agents() {
  std::set<std::string> ids;
  const std::string prefix = "agent-";
  for (const auto& file :
       std::filesystem::directory_iterator(std::filesystem::path(LUDEX_BUILD_DIR) / "plugins")) {
    const std::string name = file.path().stem().string();
    if (name == "agent-command" || name == "agent-ugi-engine") continue;  // need a program
    if (name.starts_with(prefix) && file.path().extension() == ".so") ids.insert(name.substr(prefix.size()));
  }
  return ids;
}

}  // namespace

TEST_CASE("every agent refuses a game with chance in words, or plays it") {
  const OwnedGame games[] = {make_game(ChanceTree({.levels = 8}, 3)),
                             make_game(ChanceTree({.levels = 8, .players = 3}, 4))};
  std::set<std::string> players;
  for (const std::string& id : all_agents()) {
    CAPTURE(id);
    for (const OwnedGame& game : games) {
      StringSink reason;
      const Status status = agent_factory(id).supports(game.get(), reason);
      if (status == Status::kOk) {
        players.insert(id);
        check_agent_contract(id, *game, {}, samples(6), nullptr);
      } else {
        CHECK(status == Status::kUnsupported);
        CHECK_MESSAGE(!reason.text().empty(), "no reason");
      }
    }
  }
  for (const std::string id : {"random", "uct", "flat-mc"}) CHECK(players.contains(id));
  for (const std::string id : {"python", "greedy", "pn-mcts", "gpn-mcts", "df-pn", "pns", "mtd"})
    CHECK_FALSE(players.contains(id));
}

TEST_CASE("a refusal names all traits that a game lacks") {
  const OwnedGame game = make_game(ChanceTree({.players = 3}, 1));
  StringSink reason;
  CHECK(agent_factory("pns").supports(game.get(), reason) == Status::kUnsupported);
  CHECK(reason.text() == "needs two players and a zero-sum game and a game without chance moves");
}

TEST_CASE("uct keeps its contract with chance in every composition") {
  const OwnedGame two = make_game(ChanceTree({.levels = 9, .width = 40}, 8));
  const OwnedGame three = make_game(ChanceTree({.levels = 9, .width = 40, .players = 3}, 9));
  for (const Settings& settings :
       {Settings{{"chance", "open-loop"}},
        Settings{{"chance", "open-loop"}, {"amaf", "grave"}, {"playout", "nst"}},
        Settings{{"solver", "true"}, {"tree_reuse", "true"}}, Settings{{"solver", "bounds"}},
        Settings{{"amaf", "grave"}, {"grave_ref", "4"}, {"playout", "nst"}, {"history", "3"}},
        Settings{{"amaf", "rave"}, {"playout", "mast"}, {"solver", "true"}},
        Settings{{"selection", "ucb1-tuned"}, {"solver", "bounds"}, {"playout_cap", "3"}},
        Settings{{"expand_after", "3"}, {"batch", "16"}, {"tree_reuse", "true"}},
        Settings{{"chance", "open-loop"}, {"tree_reuse", "true"}}, Settings{{"players", "paranoid"}},
        Settings{{"players", "best-reply"}, {"playout", "mast"}, {"tree_reuse", "true"}}}) {
    std::string text;
    for (const ParamText& value : settings) text += std::string(value.name) + "=" + value.value + " ";
    CAPTURE(text);
    check_agent_contract("uct", *two, settings, samples(4), nullptr);
    check_agent_contract("uct", *three, settings, samples(4), nullptr);
  }
}

TEST_CASE("what does not work with chance is refused in words") {
  const OwnedGame game = make_game(ChanceTree({}, 1));
  for (const Settings& settings :
       {Settings{{"must_play", "10"}}, Settings{{"implicit_minimax", "0.2"}},
        Settings{{"evaluation_share", "0.5"}}, Settings{{"progressive_bias", "1"}}}) {
    const OwnedAgent agent = make_agent("uct", settings);
    StringSink error;
    CHECK(agent->new_game(game.get(), 0, 1, error) != Status::kOk);
    CHECK(error.text().find("without chance moves") != std::string::npos);
  }
  for (const Settings& settings : {Settings{{"chance", "open-loop"}, {"solver", "true"}},
                                   Settings{{"chance", "open-loop"}, {"puct", "1"}},
                                   Settings{{"chance", "open-loop"}, {"players", "paranoid"}}}) {
    StringSink error;
    CHECK(agent_factory("uct").create(settings.data(), static_cast<std::uint32_t>(settings.size()), error) ==
          nullptr);
    CHECK(error.text().find("open-loop") != std::string::npos);
  }
}

}  // namespace ludex::tests
