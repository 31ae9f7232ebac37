#include "tests/support/game_contract.hpp"

#include "core/contract/game_contract.hpp"

namespace ludex::tests {
namespace {

void check(const contract::MakeGame& make, const contract::GameOptions& options) {
  contract::Trail trail;
  const auto findings = contract::check_game(make, options, trail);
  REQUIRE_MESSAGE(findings.ok(), (findings.ok() ? "" : findings.error()));
  CHECK_MESSAGE(findings->report.kept(), contract::broken_text(findings->report));
}

}  // namespace

void check_game_contract(const contract::MakeGame& make, std::uint32_t walks, std::uint64_t seed) {
  contract::GameOptions options;
  options.seed = seed;
  options.walks = walks;
  options.steps = walks * 200;
  options.sampled = 1024;
  options.playouts = 0;
  check(make, options);
}

contract::Verdict verdict_of(const contract::MakeGame& make, contract::GamePromise promise,
                             contract::GameOptions options) {
  contract::Trail trail;
  options.playouts = 0;
  auto findings = contract::check_game(make, options, trail);
  REQUIRE(findings.ok());
  return findings->report[promise];
}

void check_playouts(const contract::MakeGame& make, std::uint32_t games, std::uint64_t seed) {
  contract::GameOptions options = contract::GameOptions::brief();
  options.seed = seed;
  options.steps = 400;
  options.playouts = games;
  check(make, options);
}

}  // namespace ludex::tests
