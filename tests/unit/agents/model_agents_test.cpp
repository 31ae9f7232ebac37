// `model` of the agents that ask a game for its evaluation: they search as over a game that has it.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agents/common/model/guided_game.hpp"
#include "agents/common/model/model.hpp"
#include "tests/support/proof_solving.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/searched.hpp"

namespace ludex::tests {

namespace {

struct Subject {
  const char* agent;
  Settings settings;
};
const std::vector<Subject> kSubjects{
    {"alpha-beta", {}},
    {"mtd", {}},
    {"mtd", {{"driver", "mtd-h"}}},
    {"scns", {{"scores", "evaluate"}, {"leaf_scale", "0.02"}}},
    {"df-pn-plus", {{"order", "true"}}},
    {"df-pn-plus", {{"fallback", "numbers"}, {"h_mobility", "0"}}},
    {"descent", {}},
};

}  // namespace

TEST_CASE("an agent with a model searches as over a game with that evaluation") {
  const TemporaryFolder folder;
  for (const char* id : {"connect-k", "breakthrough"}) {
    const OwnedGame game = make_game(id);
    const std::string path = random_model(*game, folder);
    auto model = agents::model::load_model(path, *game);
    REQUIRE(model);
    const agents::model::GuidedGame guided(*game, std::move(*model));
    Rng rng = Rng::seeded(3);
    int differs = 0;
    for (const Subject& subject : kSubjects) {
      for (std::uint32_t i = 0; i < samples(6); ++i) {
        const Position position = random_position(*game, rng.below(20), rng);
        Position over(guided);
        guided.copy(over.state(), position.state());
        const Budget budget = nodes(2000);
        const auto settings = with(subject.settings, "model", path.c_str());
        const Answer by_model = searched(subject.agent, settings, position, budget, 3);
        CAPTURE(subject.agent);
        // df-pn-plus asks a game for all successors at once, which no model answers.
        if (std::string(subject.agent) != "df-pn-plus" || find<Successors>(*game) == nullptr)
          CHECK(same_answer(by_model, searched(subject.agent, subject.settings, over, budget, 3)));
        CHECK(same_answer(by_model, searched(subject.agent, settings, position, budget, 3)));
        if (find<Evaluate>(*game) == nullptr) continue;
        differs +=
            same_answer(by_model, searched(subject.agent, subject.settings, position, budget, 3)) ? 0 : 1;
      }
    }
    if (find<Evaluate>(*game) == nullptr) continue;
    CHECK(differs > static_cast<int>(samples(6) * kSubjects.size() / 2));
  }
}

TEST_CASE("proofs with a model are proofs") {
  const TemporaryFolder folder;
  const OwnedGame game = make_game("connect-k", {{"width", "4"}, {"height", "4"}, {"k", "3"}});
  const std::string path = random_model(*game, folder);
  Exhaustive truth;
  for (const Subject& subject : kSubjects) {
    const auto settings = with(subject.settings, "model", path.c_str());
    check_agent_contract(subject.agent, *game, settings, samples(4), &truth);
  }
  Rng rng = Rng::seeded(5);
  for (const char* id : {"df-pn-plus", "scns", "descent"}) {
    const OwnedAgent agent = make_agent(id, {{"model", path.c_str()}});
    begin(*agent, *game, 1);
    for (std::uint32_t i = 0; i < samples(20); ++i) {
      const Position position = random_position(*game, rng.below(8), rng);
      CHECK(solve(*agent, position, Goal::kValue).report.outcome == truth.solve(position));
    }
  }
}

TEST_CASE("every agent refuses a model of another game in words") {
  const TemporaryFolder folder;
  const std::string path = random_model(*make_game("connect-k"), folder);
  const OwnedGame other = make_game("connect-k", {{"width", "6"}});
  for (const char* id : {"alpha-beta", "descent", "df-pn-plus", "mtd", "scns", "uct"}) {
    const OwnedAgent agent = make_agent(id, {{"model", path.c_str()}});
    StringSink error;
    CHECK(agent->new_game(other.get(), 0, 1, error) != Status::kOk);
    CHECK(error.text().find("was made for") != std::string::npos);
  }
}

}  // namespace ludex::tests
