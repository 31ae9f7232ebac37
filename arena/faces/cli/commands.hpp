// The commands of `ludex`, one file each. Every add_ function adds its subcommand to the application; its
// callback runs the command and sets the exit code, or throws Failure.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/faces/cli/command_line.hpp"
#include "arena/faces/cli/failure.hpp"
#include "arena/host/plugins/registry.hpp"
#include "arena/model/search_limits.hpp"
#include "core/game/position.hpp"

namespace ludex::arena::cli {

// The help of these arguments, which most commands have.
inline constexpr const char* kGameHelp = "The game: an id, with parameters if any, for example hex:size=7";
inline constexpr const char* kAgentHelp = "The agent: an id, with parameters if any, for example uct:c=0.8";

// Shared by all commands of one run of the executable.
class Context {
 public:
  std::vector<std::string> plugin_path;  // --plugin-path
  std::filesystem::path executable;      // ludex, for child processes; "": this executable
  int exit_code = kDone;

  // Created on first use.
  host::Registry& registry();

  // Parse `id:param=value` and make the object; all throw Failure.
  [[nodiscard]] static host::Component component(const std::string& text);
  [[nodiscard]] host::GamePtr game(const std::string& text);
  // Likewise for commands whose results depend on the rules: refuses a game that breaks its contract
  // (contract/game_gate.hpp).
  [[nodiscard]] host::GamePtr sound_game(const std::string& text);
  [[nodiscard]] host::AgentPtr agent(const std::string& text, const Game& game);
  [[nodiscard]] host::AgentPtr agent(const host::Component& component, const Game& game);
  std::shared_ptr<const host::Library> library(PluginKind kind, const std::string& id);
  // The failure for an id of no accepted plug-in: its refusal, or `unknown`.
  [[nodiscard]] Failure missing(const std::string& id, const std::string& unknown);

 private:
  std::optional<host::Registry> registry_;
};

// A game played so far.
struct Line {
  Position origin;
  std::vector<Move> moves;
  Position end;
};

// --position TEXT, --moves "m1 m2 ...": a command's start position. With both, the moves are played from the
// position.
struct StartOptions {
  std::string position;
  std::string moves;
  void add_to(CommandLine& command);
  // Throw Failure.
  [[nodiscard]] Line line(const Game& game) const;
  [[nodiscard]] Position start(const Game& game) const { return line(game).end; }
};

// --iterations, --nodes, --depth, --seconds, --cpu-seconds, --threads, --memory: a search budget.
struct BudgetOptions : SearchLimits {
  void add_to(CommandLine& command);
};

// " GAME --positions FILE": arguments of a study on the command line.
[[nodiscard]] std::string usage_of(const Study& study);

// Prints name, default, description, range and source of each parameter.
void print_parameters(std::span<const ParamSpec> parameters);

void add_analyze(CommandLine& app, Context& context);
void add_api(CommandLine& app, Context& context);
void add_bench(CommandLine& app, Context& context);
void add_check(CommandLine& app, Context& context);
void add_completion(Program& app, Context& context);
void add_describe(CommandLine& app, Context& context);
void add_draw(CommandLine& app, Context& context);
void add_study(CommandLine& app, Context& context);
void add_export(CommandLine& app, Context& context);
void add_gather(CommandLine& app, Context& context);
void add_gtp(CommandLine& app, Context& context);
void add_help(Program& app, Context& context);
void add_list(CommandLine& app, Context& context);
void add_lud(CommandLine& app, Context& context);
void add_man(Program& app, Context& context);
void add_match(CommandLine& app, Context& context);
void add_new(CommandLine& app, Context& context);
void add_perft(CommandLine& app, Context& context);
void add_play(CommandLine& app, Context& context);
void add_playouts(CommandLine& app, Context& context);
void add_rate(CommandLine& app, Context& context);
void add_report(CommandLine& app, Context& context);
void add_run(CommandLine& app, Context& context);
void add_schema(CommandLine& app, Context& context);
void add_serve(CommandLine& app, Context& context);
void add_solve(CommandLine& app, Context& context);
void add_show(CommandLine& app, Context& context);
void add_sprt(CommandLine& app, Context& context);
void add_status(CommandLine& app, Context& context);
void add_submit(CommandLine& app, Context& context);
void add_suite(CommandLine& app, Context& context);
void add_train(CommandLine& app, Context& context);
void add_tune(CommandLine& app, Context& context);
void add_uci(CommandLine& app, Context& context);
void add_ugi(CommandLine& app, Context& context);
void add_verify(CommandLine& app, Context& context);

}  // namespace ludex::arena::cli
