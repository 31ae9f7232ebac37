#include <algorithm>
#include <cstdio>
#include <string_view>

#include <fmt/format.h>

#include "arena/base/formats/move_words.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/host/contract/game_gate.hpp"

namespace ludex::arena::cli {
namespace {

template <class T>
T value_or_usage_error(Result<T> result) {
  if (!result) throw Failure::usage(result.error());
  return std::move(*result);
}

}  // namespace

host::Registry& Context::registry() {
  if (!registry_) {
    registry_.emplace(executable.empty() ? host::SearchPath::standard(plugin_path)
                                         : host::SearchPath::of(executable, plugin_path));
    for (const std::string& note : registry_->notes()) complain(note);
  }
  return *registry_;
}

host::Component Context::component(const std::string& text) {
  return value_or_usage_error(host::parse_component(text));
}

std::shared_ptr<const host::Library> Context::library(PluginKind kind, const std::string& id) {
  auto library = registry().library(kind, id);
  if (library) return std::move(*library);
  const auto& plugins = registry().plugins();
  if (std::any_of(plugins.begin(), plugins.end(), [&](const host::PluginRecord& record) {
        return record.accepted && record.kind == kind && record.id == id;
      }))
    throw Failure::plugin(library.error());
  const char* const left_out =
      kind == PluginKind::kStudy ? "; measurements and trainings are built with -DLUDEX_STUDIES=ON" : "";
  throw missing(id, library.error() + left_out);
}

Failure Context::missing(const std::string& id, const std::string& unknown) {
  const host::PluginRecord* const refused = registry().refused(id);
  if (refused == nullptr) return Failure::usage(unknown);
  const std::string why =
      fmt::format("'{}' is refused: {}: {}", id, refused->file.string(), refused->refusal);
  return refused->unexamined ? Failure::system(why) : Failure::plugin(why);
}

host::GamePtr Context::game(const std::string& text) {
  const host::Component game = component(text);
  library(PluginKind::kGame, game.id);
  return value_or_usage_error(registry().make_game(game));
}

host::GamePtr Context::sound_game(const std::string& text) {
  const auto refusal = host::check_before_use(registry(), component(text));
  if (!refusal) throw Failure::system(refusal.error());
  if (!refusal->empty()) throw Failure::plugin(*refusal);
  return game(text);
}

host::AgentPtr Context::agent(const std::string& text, const Game& game) {
  return agent(component(text), game);
}

host::AgentPtr Context::agent(const host::Component& component, const Game& game) {
  if (const auto fits = library(PluginKind::kAgent, component.id)->supports(game); !fits)
    throw Failure::usage(fmt::format("agent '{}' cannot play this game: {}", component.id, fits.error()));
  return value_or_usage_error(registry().make_agent(component));
}

void StartOptions::add_to(CommandLine& command) {
  command.add_option("--position", position, "Start from this position (the game's own notation)");
  command.add_option("--moves", moves, "Play these moves first (separated by blanks)")
      .type_name("\"M1 M2 ...\"");
}

Line StartOptions::line(const Game& game) const {
  std::string warning;
  auto given =
      position.empty() ? Result<Position>(Position(game)) : Position::from_text(game, position, &warning);
  if (!given) throw Failure::usage("--position: " + given.error());
  const Position origin = *std::move(given);
  if (!warning.empty()) fmt::print(stderr, "warning: --position: {}\n", warning);
  Line line{origin, {}, origin};
  const auto play = [&](std::string_view word) {
    const std::size_t number = line.moves.size() + 1;
    if (line.end.over())
      throw Failure::usage(fmt::format("--moves: the game is over before move {} '{}'", number, word));
    const auto move = line.end.parse_move(word);
    if (!move) throw Failure::usage(fmt::format("--moves: move {}: {}", number, move.error()));
    line.end.apply(*move);
    line.moves.push_back(*move);
  };
  for (const std::string_view word : words_in_text(moves)) {
    for (const std::string_view part : moves_in_word(line.end, word)) play(part);
  }
  return line;
}

void BudgetOptions::add_to(CommandLine& command) {
  command.add_option("--iterations", iterations, "Budget: iterations (simulations), as 20000, 20k or 2e4");
  command.add_option("--nodes", nodes, "Budget: nodes");
  command.add_option("--depth", depth, "Budget: depth in plies");
  command.add_option("--seconds", seconds, "Budget: elapsed seconds").range(0.0, kMostSeconds);
  command.add_option("--cpu-seconds", cpu_seconds, "Budget: CPU seconds").range(0.0, kMostSeconds);
  command.add_option("--threads", threads, "Threads the agent may use").range(1, int{kMostThreads});
  command.add_option("--memory", memory_mib, "Memory for trees and tables, in MiB");
}

}  // namespace ludex::arena::cli
