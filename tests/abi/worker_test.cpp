// A thousand faulty games in one process: nothing is left behind.
#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>
#include <unistd.h>

#include "arena/host/plugins/registry.hpp"
#include "arena/run/schedule/make_schedule.hpp"
#include "arena/run/worker/slots.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::arena {

using namespace host;
using namespace log;
using namespace run;
namespace {

std::size_t open_descriptors() {
  std::size_t n = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++n;
  return n;
}

std::string children() {
  std::string list;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream in(task.path() / "children");
    for (std::string word; in >> word;) list += word + " ";
  }
  return list;
}

}  // namespace

TEST_CASE("no zombies and no leaked descriptors after a thousand faulty games") {
  const std::string build = LUDEX_BUILD_DIR;
  Registry registry({{build + "/tests/agents", build + "/plugins"}, build + "/ludex"});
  const std::uint32_t games_per_pair = tests::kSanitized ? 20 : 250;
  for (const SeatMode mode : {SeatMode::kShared, SeatMode::kDedicated}) {
    const tests::TemporaryFolder folder;
    TournamentSpec spec;
    spec.name = "faulty";
    spec.mode = mode;
    spec.concurrency = 2;
    spec.limits.faults_in_a_row = 0;
    spec.games.push_back({"mnk", "mnk", {}, {}});
    const BudgetSpec budget{.iterations = 1};
    for (const std::string deed : {"null-write", "exit"})
      spec.agents.push_back({deed, "hostile", {{"deed", deed}, {"move", "1"}}, budget, {}});
    spec.format.games_per_pair = 2 * games_per_pair;
    const std::size_t before = open_descriptors();
    {
      Ledger::Warnings warnings;
      auto ledger = Ledger::open(spec, make_schedule(spec), folder.path(), false, warnings);
      REQUIRE(ledger);
      REQUIRE((*ledger)->open_logs());
      const auto prepared = prepare(spec, registry);
      REQUIRE_MESSAGE(prepared, prepared.error());
      auto context = TournamentContext::make(*prepared, registry, nullptr);
      REQUIRE_MESSAGE(context, context.error());
      (*ledger)->begin(nullptr, nullptr);
      const auto end = run_on_this_machine(**context, **ledger);
      REQUIRE(end);
      CHECK((*ledger)->finished());
      CHECK((*ledger)->played() == 2 * games_per_pair);
      for (const auto& row : (*ledger)->standings().sorted()) CHECK(row.losses == row.forfeits);
    }
    CHECK(open_descriptors() == before);
    CHECK(children().empty());
  }
}

}  // namespace ludex::arena
