// ludex bench: times a fixed amount of work for every plug-in found, and prints a signature of the results,
// which changes if and only if some behaviour does.
#include <algorithm>
#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "arena/base/json/value.hpp"
#include "arena/faces/cli/commands.hpp"
#include "core/abi/text.hpp"
#include "core/game/extensions.hpp"
#include "core/util/clock.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::cli {
namespace {

constexpr std::uint64_t kPlayouts = 2000;
constexpr std::uint64_t kIterations = 2000;
constexpr std::uint64_t kNodes = 20'000;
constexpr std::uint32_t kSearches = 2;  // per game and agent: the start and one random position

struct Row {
  std::string what;
  double cpu_seconds = 0;
  double per_second = 0;
  std::string unit;
  std::uint64_t signature = 0;
};

Row bench_game(const std::string& id, const Game& game) {
  const Position root(game);
  Position board(game);
  Rng rng = Rng::seeded(1);
  std::uint64_t signature = 0;
  const std::int64_t began = thread_cpu_ns();
  for (std::uint64_t i = 0; i < kPlayouts; ++i) {
    game.copy(board.state(), root.state());
    const PlayoutResult result = game.playout(board.state(), &rng, nullptr);
    signature = hash_combine(signature, result.plies * 16ULL + static_cast<std::uint64_t>(result.status));
  }
  const double seconds = static_cast<double>(thread_cpu_ns() - began) * 1e-9;
  return {id, seconds, static_cast<double>(kPlayouts) / seconds, "playouts/s", signature};
}

Row bench_agent(const std::string& id, Agent& agent, const Game& game, const std::string& game_id) {
  Rng rng = Rng::seeded(2);
  Budget budget{};
  budget.iterations = kIterations;
  budget.nodes = kNodes;
  budget.threads = 1;
  Row row{fmt::format("{} on {}", id, game_id), 0, 0, "nodes/s", 0};
  std::uint64_t nodes = 0;
  for (std::uint32_t search = 0; search < kSearches; ++search) {
    Position position(game);
    for (std::uint32_t ply = 0; ply < 4 * search; ++ply) {
      const auto moves = position.legal_moves();
      Position next = position;
      if (moves.empty() || is_over(next.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))])))
        break;
      position = next;
    }
    while (position.to_move() == kChance) position.apply(find<Chance>(game)->draw(position.state(), &rng));
    SearchReport report = SearchReport::empty(nullptr, 0);
    StringSink error;
    Move move = kNoMove;
    const std::int64_t began = thread_cpu_ns();
    if (agent.new_game(&game, position.to_move(), search, error) != Status::kOk ||
        agent.choose(position.state(), &budget, &report, &move, error) != Status::kOk) {
      throw Failure::plugin(fmt::format("{}: {}", row.what, error.take()));
    }
    if (!position.is_legal(move))
      throw Failure::plugin(fmt::format("{}: the agent played an illegal move", row.what));
    row.cpu_seconds += static_cast<double>(thread_cpu_ns() - began) * 1e-9;
    nodes += report.nodes;
    row.signature = hash_combine(row.signature, fnv1a(position.move_text(move)) ^ report.nodes);
  }
  row.per_second = static_cast<double>(nodes) / row.cpu_seconds;
  return row;
}

// Agents that play by another program: its moves are not ours to sign.
bool starts_programs(const host::Library& library) {
  const auto parameters = library.parameters();
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const ParamSpec& spec) { return std::string_view(spec.name) == "command"; });
}

std::vector<Row> bench(Context& context) {
  std::vector<Row> rows;
  for (const auto& plugin : context.registry().plugins()) {
    if (!plugin.accepted || plugin.kind != PluginKind::kGame) continue;
    // Descriptions, engines and agents in Python need a parameter before they can play.
    const auto made = context.registry().make_game({plugin.id, {}});
    if (!made) continue;
    const host::GamePtr& game = *made;
    rows.push_back(bench_game(plugin.id, *game));
    for (const auto& other : context.registry().plugins()) {
      if (!other.accepted || other.kind != PluginKind::kAgent) continue;
      const auto library = context.registry().library(PluginKind::kAgent, other.id);
      if (!library || starts_programs(**library) || !(*library)->supports(*game)) continue;
      const auto agent = (*library)->make_agent({});
      StringSink refusal;
      if (!agent || (*agent)->new_game(game.get(), 0, 1, refusal) != Status::kOk) continue;
      rows.push_back(bench_agent(other.id, **agent, *game, plugin.id));
    }
  }
  return rows;
}

}  // namespace

void add_bench(CommandLine& app, Context& context) {
  const auto json = std::make_shared<bool>(false);
  CommandLine command =
      app.add_subcommand("bench", "Time a fixed amount of work, and print a signature of its results");
  command.add_flag("--json", *json, "One JSON document");
  command.callback([&context, json] {
    const std::vector<Row> rows = bench(context);
    std::uint64_t signature = 0;
    json::Value list = json::Value::array();
    for (const Row& row : rows) {
      signature = hash_combine(signature, row.signature);
      if (*json) {
        list.push_back({{"what", row.what},
                        {"cpu_seconds", row.cpu_seconds},
                        {"per_cpu_second", row.per_second},
                        {"unit", row.unit},
                        {"signature", fmt::format("{:016x}", row.signature)}});
      } else {
        fmt::print("{:<32} {:>9.3f} s {:>12.0f} {}\n", row.what, row.cpu_seconds, row.per_second, row.unit);
      }
    }
    if (*json) {
      fmt::print(
          "{}\n",
          json::Value{{"bench", list}, {"signature", fmt::format("{:016x}", signature)}}.sorted_dump(2));
    } else {
      fmt::print("signature {:016x}\n", signature);
    }
  });
}

}  // namespace ludex::arena::cli
