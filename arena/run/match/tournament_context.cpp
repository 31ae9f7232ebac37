#include "arena/run/match/tournament_context.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <oneapi/tbb/info.h>

#include "arena/host/plugins/sandboxed_game.hpp"
#include "arena/run/schedule/dice.hpp"
#include "core/game/extensions.hpp"

namespace ludex::arena::run {

TournamentContext::TournamentContext(const TournamentSpec& spec, const std::uint32_t* stop)
    : spec_(spec), stop_(stop) {}

Result<std::unique_ptr<TournamentContext>> TournamentContext::make(const TournamentSpec& spec,
                                                                   std::vector<PreparedGame> games,
                                                                   host::Registry& registry,
                                                                   const std::uint32_t* stop) {
  std::unique_ptr<TournamentContext> context(new TournamentContext(spec, stop));
  context->executable_ = registry.executable();
  host::set_folders(context->folders());
  for (const auto& agent : spec.agents) {
    const host::PluginRecord* const record = registry.record(PluginKind::kAgent, agent.id);
    if (record != nullptr && agent.limits.sandbox && spec.mode == SeatMode::kDedicated) {
      context->agents_.push_back(nullptr);
      context->agent_files_.push_back(record->file);
      continue;
    }
    auto library = registry.library(PluginKind::kAgent, agent.id);
    if (!library) return Error{library.error()};
    context->agent_files_.push_back((*library)->file());
    context->agents_.push_back(std::move(*library));
  }
  if (spec.adjudication.oracle) {
    auto library = registry.library(PluginKind::kAgent, spec.adjudication.oracle->id);
    if (!library) return Error{library.error()};
    context->oracle_ = std::move(*library);
  }
  for (std::size_t i = 0; i < games.size(); ++i) {
    host::set_stop(*games[i].game, stop);
    context->game_files_.push_back(registry.record(PluginKind::kGame, spec.games[i].id)->file);
  }
  context->games_ = std::move(games);
  const auto pin = [](const std::filesystem::path& file,
                      std::vector<host::PinnedFile>& list) -> Result<void> {
    auto pinned = host::PinnedFile::pin(file);
    if (!pinned) return Error{pinned.error()};
    list.push_back(std::move(*pinned));
    return {};
  };
  for (const auto& file : context->agent_files_) {
    if (auto done = pin(file, context->pinned_agents_); !done) return Error{done.error()};
  }
  for (const auto& file : context->game_files_) {
    if (auto done = pin(file, context->pinned_games_); !done) return Error{done.error()};
  }
  // This process may have loaded them long before.
  if (!host::libraries_unchanged())
    return Error{"the file of a plug-in was changed while the tournament was being set up; start it again"};
  const auto oracle = context->make_oracle();
  if (!oracle) return Error{oracle.error()};
  for (std::size_t i = 0; *oracle != nullptr && i < spec.games.size(); ++i) {
    if (spec.games[i].players != 2) continue;
    if (const auto able = (*oracle)->check(context->game(i)); !able)
      return Error{fmt::format("the oracle cannot solve '{}': {}", spec.games[i].label, able.error())};
  }
  return context;
}

Params with_settings(Params params, const ParamTexts& settings) {
  for (const auto& [name, value] : settings) {
    const std::string owner = name.substr(0, name.find('.'));
    const auto at =
        std::find_if(params.begin(), params.end(), [&](const auto& p) { return p.first == owner; });
    if (at == params.end()) continue;  // already reported when the specification was read
    if (owner.size() == name.size()) {
      at->second = value;
    } else {
      at->second +=
          fmt::format("{}{}={}", at->second.empty() ? "" : "; ", name.substr(owner.size() + 1), value);
    }
  }
  return params;
}

Result<void> TournamentContext::unchanged(const Pairing& pairing) const {
  if (auto same = pinned_games_[pairing.ticket.task.game].unchanged(); !same) return same;
  for (const std::uint32_t agent : pairing.agents) {
    if (auto same = pinned_agents_[agent].unchanged(); !same) return same;
  }
  return {};
}

Result<void> TournamentContext::sound(const Pairing& pairing) const {
  if (!spec_.games[pairing.ticket.task.game].sandboxed) return {};
  if (auto failure = host::failure_of(*pairing.game); !failure.empty()) return Error{std::move(failure)};
  return {};
}

host::FolderPaths TournamentContext::folders() const {
  const auto absolute = [](const std::filesystem::path& path) {
    return std::filesystem::absolute(path).string();
  };
  return {absolute(std::filesystem::path(spec_.out) / "transcripts"),
          absolute(spec_.scratch.empty() ? host::default_scratch() : spec_.scratch)};
}

Result<Pairing> TournamentContext::pairing(Ticket ticket) const {
  const PreparedGame& board = games_[ticket.task.game];
  auto opening = board.openings->opening(ticket.task.round);
  if (!opening) return Error{opening.error()};
  Pairing pairing;
  pairing.game = board.game.get();
  pairing.opening = std::move(*opening);
  pairing.agents = ticket.task.agents;
  for (std::uint32_t seat = 0; seat < pairing.players(); ++seat)
    pairing.seeds.push_back(seat_seed(ticket.task, seat));
  if (find<Chance>(*pairing.game) != nullptr)
    pairing.dice = dice_key(dice_seed(spec_), spec_.games[ticket.task.game].label, ticket.task.round);
  if (!ticket.task.params.empty() && !(spec_.tune && spec_.tune->same)) {
    pairing.params.resize(pairing.players());
    for (std::size_t seat = 0; seat < pairing.players(); ++seat) {
      const ParamTexts& own = ticket.task.params[seat];
      if (!own.empty()) pairing.params[seat] = with_settings(spec_.agents[pairing.agents[seat]].params, own);
    }
  }
  pairing.ticket = std::move(ticket);
  return pairing;
}

Match TournamentContext::match(const Pairing& pairing, const PerSeat<Seat*>& seats, Oracle* oracle) const {
  Match match;
  match.game = pairing.game;
  match.game_index = pairing.ticket.task.game;
  match.opening = &pairing.opening;
  match.seats = seats;
  for (const std::uint32_t agent : pairing.agents) {
    const BudgetSpec& budget = spec_.agents[agent].budget;
    match.budgets.push_back(budget.to_budget(stop_));
    match.clocks.push_back(SeatClock(budget.clock));
  }
  match.grace_ns = spec_.competition ? std::min(spec_.grace_ns, kGameTolerance) : spec_.grace_ns;
  match.seeds = pairing.seeds;
  match.dice = pairing.dice;
  match.stop = stop_;
  match.adjudication = &spec_.adjudication;
  match.oracle = oracle;
  match.record_moves = spec_.record_moves;
  return match;
}

Result<std::unique_ptr<InlineOracle>> TournamentContext::make_oracle() const {
  if (oracle_ == nullptr) return std::unique_ptr<InlineOracle>();
  const AgentSpec& spec = *spec_.adjudication.oracle;
  auto agent = oracle_->make_agent(spec.params);
  if (!agent) return Error{"oracle: " + agent.error()};
  return std::make_unique<InlineOracle>(std::move(*agent), spec.budget);
}

std::uint32_t TournamentContext::slots() const noexcept {
  return spec_.concurrency == 0 ? static_cast<std::uint32_t>(tbb::info::default_concurrency())
                                : spec_.concurrency;
}

}  // namespace ludex::arena::run
