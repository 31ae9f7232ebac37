// ludex suite: one search of every position of a file (EPD), counted, and checked against the best moves
// given.
#include <cmath>
#include <fstream>
#include <memory>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "arena/cli/commands.hpp"
#include "arena/cli/interrupt.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::cli {
namespace {

struct Options {
  std::string game;
  std::string agent;
  std::string file;
  std::uint64_t seed = 1;
  std::uint32_t first = 1;
  std::uint32_t last = 0;
  bool json = false;
  BudgetOptions budget;
};

struct Entry {
  std::string position;
  std::string id;
  std::vector<std::string> best;   // "bm": one of them is to be found
  std::vector<std::string> avoid;  // "am"
};

// "POSITION bm MOVES; id "NAME"; ...": what precedes the first of these operations is the position.
Entry read_entry(const std::string& line, std::size_t number) {
  Entry entry;
  entry.id = fmt::format("{}", number);
  std::size_t begin = line.size();
  for (const char* operation : {" bm ", " am ", " id "}) {
    const std::size_t at = line.find(operation);
    if (at == std::string::npos) continue;
    begin = std::min(begin, at);
    const std::size_t from = at + 4;
    std::string operand = line.substr(from, line.find(';', from) - from);
    if (operation[1] == 'i') {
      std::erase(operand, '"');
      entry.id = operand;
      continue;
    }
    std::istringstream words(operand);
    for (std::string word; words >> word;) (operation[1] == 'b' ? entry.best : entry.avoid).push_back(word);
  }
  entry.position = line.substr(0, begin);
  return entry;
}

std::vector<Entry> read_file(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw UsageError(fmt::format("cannot read '{}'", path));
  std::vector<Entry> entries;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line[0] == '#') continue;
    entries.push_back(read_entry(line, number));
  }
  return entries;
}

bool among(const Position& start, const std::vector<std::string>& texts, Move move, const std::string& id) {
  for (const std::string& text : texts) {
    const Result<Move> named = start.parse_move(text);
    if (!named) throw UsageError(fmt::format("{}: {}", id, named.error()));
    if (*named == move) return true;
  }
  return false;
}

// "fen" may end after four fields in EPD; the game's own parser decides.
Position set_up(const Game& game, const Entry& entry) {
  Position position(game);
  StringSink error;
  if (game.position_from_text(entry.position.data(), entry.position.size(), position.state(), error) !=
      Status::kOk) {
    throw UsageError(fmt::format("{}: {}", entry.id, error.take()));
  }
  return position;
}

struct Totals {
  std::uint64_t positions = 0;
  std::uint64_t solved = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  double log_nodes = 0;
};

void suite(Context& context, const Options& options) {
  const GamePtr game = context.game(options.game);
  const AgentPtr agent = context.agent(options.agent, *game);
  const Interrupt interrupt;
  std::vector<RootMove> root(game->traits().max_moves);
  nlohmann::json rows = nlohmann::json::array();
  Totals totals;
  const std::vector<Entry> entries = read_file(options.file);
  for (std::size_t i = 0; i < entries.size() && !interrupt.requested(); ++i) {
    if (i + 1 < options.first || (options.last != 0 && i >= options.last)) continue;
    const Entry& entry = entries[i];
    const Position start = set_up(*game, entry);
    if (start.over()) continue;
    StringSink error;
    if (agent->new_game(game.get(), start.to_move(), options.seed, error) != Status::kOk)
      throw UsageError(error.take());
    const Budget budget = options.budget.budget(1.0, interrupt.flag());
    SearchReport report = SearchReport::empty(root.data(), static_cast<std::uint32_t>(root.size()));
    Move move = kNoMove;
    const std::int64_t began = process_cpu_ns();
    if (agent->choose(start.state(), &budget, &report, &move, error) != Status::kOk)
      throw UsageError(fmt::format("agent '{}': {}", options.agent, error.take()));
    const double seconds = static_cast<double>(process_cpu_ns() - began) * 1e-9;
    if (!start.is_legal(move))
      throw UsageError(fmt::format("agent '{}' answered with an illegal move", options.agent));
    const bool solved = (entry.best.empty() || among(start, entry.best, move, entry.id)) &&
                        !among(start, entry.avoid, move, entry.id);
    ++totals.positions;
    totals.solved += solved ? 1 : 0;
    totals.nodes += report.nodes;
    totals.seconds += seconds;
    totals.log_nodes += std::log(static_cast<double>(std::max<std::uint64_t>(report.nodes, 1)));
    nlohmann::json counters = nlohmann::json::object();
    for (std::uint32_t k = 0; k < report.counter_size; ++k)
      counters[report.counters[k].name] = report.counters[k].value;
    if (options.json) {
      rows.push_back({{"id", entry.id},
                      {"move", start.move_text(move)},
                      {"solved", solved},
                      {"value", report.value},
                      {"depth", report.depth},
                      {"nodes", report.nodes},
                      {"cpu_seconds", seconds},
                      {"counters", counters}});
    } else {
      fmt::print("{:<12} {:<8} {:<5} value {:>+8.0f}  depth {:>3}  nodes {:>12}  {:.3f} s\n", entry.id,
                 start.move_text(move), solved ? "yes" : "no", report.value, report.depth, report.nodes,
                 seconds);
    }
  }
  if (interrupt.requested()) context.exit_code = kInterrupted;
  const double mean =
      totals.positions == 0 ? 0 : std::exp(totals.log_nodes / static_cast<double>(totals.positions));
  if (options.json) {
    fmt::print("{}\n", nlohmann::json{{"game", options.game},
                                      {"agent", options.agent},
                                      {"positions", rows},
                                      {"count", totals.positions},
                                      {"solved", totals.solved},
                                      {"nodes", totals.nodes},
                                      {"geometric_mean_nodes", mean},
                                      {"cpu_seconds", totals.seconds}}
                           .dump());
  } else {
    fmt::print("{} of {} solved, {} nodes (geometric mean {:.0f}), {:.2f} CPU seconds, {:.0f} nodes/s\n",
               totals.solved, totals.positions, totals.nodes, mean, totals.seconds,
               static_cast<double>(totals.nodes) / std::max(totals.seconds, 1e-9));
  }
}

}  // namespace

void add_suite(CLI::App& app, Context& context) {
  const auto options = std::make_shared<Options>();
  auto* const command = app.add_subcommand(
      "suite", "Search every position of an EPD file (1 CPU second each unless told otherwise)");
  command->add_option("GAME", options->game, "id or id:param=value,...")->required();
  command->add_option("FILE", options->file, "Lines: POSITION [bm MOVES;] [am MOVES;] [id \"NAME\";]")
      ->required();
  command->add_option("--agent", options->agent, "id or id:param=value,...")->required();
  command->add_option("--seed", options->seed, "Seed")->capture_default_str();
  command->add_option("--first", options->first, "Number of the first position to search")
      ->capture_default_str();
  command->add_option("--last", options->last, "Number of the last; 0: all");
  command->add_flag("--json", options->json, "One JSON document");
  options->budget.add_to(*command);
  command->callback([&context, options] { suite(context, *options); });
}

}  // namespace ludex::arena::cli
