// Observations (core/game/draft/features.hpp) and the check of what games promise about them.
#include "core/game/observation.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/contract/game_promises.hpp"
#include "core/game/game_module.hpp"
#include "core/game/position.hpp"
#include "games/common/line_game.hpp"
#include "tests/support/game_contract.hpp"

namespace ludex::tests {
namespace {

enum class Fault : std::uint8_t {
  kNone,
  kCode,
  kUnwritten,
  kNumber,
  kMap,
  kSites,
  kHistory,
  kNeighbours,
  kOneCode,
};

// Tic-tac-toe whose observations have one fault.
class Observed : public games::LineGameRules<1> {
  using Base = games::LineGameRules<1>;

 public:
  explicit Observed(Fault fault)
      : Base({3, 3, 3, false, "xo", games::LineGameLook::kStones}), fault_(fault) {}

  [[nodiscard]] FeaturePlan feature_plan() const {
    FeaturePlan plan = Base::feature_plan();
    plan.numbers = {"stones"};
    if (fault_ == Fault::kOneCode) plan.layers.push_back({"always"});
    if (fault_ == Fault::kNeighbours) {
      plan.grid = FeaturePlan::Grid::kNone;
      plan.graph.resize(9);
      plan.graph[0] = {1};
    }
    return plan;
  }
  void observe(const State& s, Player player, std::uint8_t* codes, float* numbers) const noexcept {
    Base::observe(s, player, codes, numbers);
    if (fault_ == Fault::kCode && s.ply > 2) codes[4] = 3;
    if (fault_ == Fault::kUnwritten) codes[8] = 255;
    numbers[0] = fault_ == Fault::kNumber ? 11.0F : static_cast<float>(s.ply) / 9;
    // The order in which stones were set is not part of a position.
    if (fault_ == Fault::kHistory) numbers[0] = static_cast<float>(calls_++ % 7) / 7;
  }
  [[nodiscard]] MoveSites move_sites(const State& s, Move move) const noexcept {
    MoveSites sites = Base::move_sites(s, move);
    if (fault_ == Fault::kSites) sites.to = sites.to * 2;
    return sites;
  }
  [[nodiscard]] std::uint32_t map_site(std::uint32_t site, std::uint32_t symmetry) const noexcept {
    return Base::map_site(site, fault_ == Fault::kMap && symmetry == 1 ? 2 : symmetry);
  }

 private:
  Fault fault_;
  static inline std::uint32_t calls_ = 0;
};

contract::Verdict verdict(Fault fault) {
  contract::GameOptions options;
  options.walks = 3;
  return verdict_of(maker_of(Observed(fault)), contract::GamePromise::kFeatures, options);
}

}  // namespace

TEST_CASE("each fault of an observation is named") {
  const contract::Verdict sound = verdict(Fault::kNone);
  CHECK(sound.standing() == contract::Standing::kKept);
  CHECK(sound.checks > 20);
  const std::vector<std::pair<Fault, const char*>> faults{
      {Fault::kCode, "below 3"},         {Fault::kUnwritten, "below 3"},
      {Fault::kNumber, "about -1 to 1"}, {Fault::kMap, "site"},
      {Fault::kSites, "site"},           {Fault::kHistory, "the same"},
      {Fault::kNeighbours, "both ways"}, {Fault::kOneCode, "2 to 256"},
  };
  for (const auto& fault : faults) {
    CAPTURE(fault.second);
    const contract::Verdict broken = verdict(fault.first);
    REQUIRE(broken.witness);
    CAPTURE(broken.witness->found);
    CHECK(broken.witness->expected.find(fault.second) != std::string::npos);
  }
}

TEST_CASE("planes and indices say the same as codes") {
  const GameModule<Observed> game{Observed(Fault::kNone)};
  Position position(game);
  for (const char* move : {"b2", "a1", "c3"}) position.apply(*position.parse_move(move));
  Observer observer(*find<Features>(game));
  REQUIRE(observer.channels() == 3);
  CHECK(observer.channel_name(0) == "own stone");
  CHECK(observer.channel_name(1) == "other stone");
  CHECK(observer.channel_name(2) == "stones");
  std::vector<float> planes(27);
  observer.planes(position.state(), 1, planes.data());
  const std::vector<float> expected{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1};
  CHECK(std::vector<float>(planes.begin(), planes.begin() + 18) == expected);
  CHECK(planes[18] == 3.0F / 9);
  CHECK(planes[26] == 3.0F / 9);
  std::vector<std::uint32_t> active(9);
  active.resize(observer.active(position.state(), 1, active.data()));
  CHECK(active == std::vector<std::uint32_t>{0, 13, 17});
  CHECK(observer.indices() == 18);
}

}  // namespace ludex::tests
