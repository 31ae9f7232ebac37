// Shared data of all slots of a tournament: games, openings, plug-ins, budgets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/host/plugins/pinned_file.hpp"
#include "arena/host/plugins/registry.hpp"
#include "arena/host/plugins/services.hpp"
#include "arena/model/per_seat.hpp"
#include "arena/model/spec.hpp"
#include "arena/run/match/ledger.hpp"
#include "arena/run/match/referee.hpp"
#include "arena/run/schedule/prepared.hpp"
#include "core/util/result.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex::arena::run {

// A game ready to be played.
struct Pairing {
  Ticket ticket;
  const Game* game = nullptr;
  Opening opening;
  PerSeat<std::uint32_t> agents;  // indices in the specification, in seat order
  PerSeat<std::uint64_t> seeds;
  std::string dice;  // Match::dice
  // Complete parameter list per seat when it overrides the specification; empty if none does.
  std::vector<std::optional<Params>> params;

  [[nodiscard]] std::size_t players() const noexcept { return agents.size(); }
  // Null: those of the specification.
  [[nodiscard]] const Params* own_params(std::size_t seat) const {
    return params.empty() || !params[seat] ? nullptr : &*params[seat];
  }
  // The number of seats before this one that have the same agent.
  [[nodiscard]] std::uint32_t copy_of(std::size_t seat) const {
    return static_cast<std::uint32_t>(std::count(agents.begin(), agents.begin() + seat, agents[seat]));
  }
};

// Replaces parameters by settings of the same name. "options.Hash" is a setting inside the text `options`:
// appended as "; Hash=VALUE".
[[nodiscard]] Params with_settings(Params params, const ParamTexts& settings);

// Thread-safe once made.
class TournamentContext {
 public:
  // `spec` must outlive the context, and `games` are those of it; `stop` is the host's and may be null.
  // Plug-ins in this process get the tournament's folders from now on.
  [[nodiscard]] static Result<std::unique_ptr<TournamentContext>> make(const TournamentSpec& spec,
                                                                       std::vector<PreparedGame> games,
                                                                       host::Registry& registry,
                                                                       const std::uint32_t* stop);
  // `tournament` must outlive the context.
  [[nodiscard]] static Result<std::unique_ptr<TournamentContext>> make(const PreparedTournament& tournament,
                                                                       host::Registry& registry,
                                                                       const std::uint32_t* stop) {
    return make(tournament.spec, tournament.games, registry, stop);
  }

  [[nodiscard]] Result<Pairing> pairing(Ticket ticket) const;
  // The match between these seats; `pairing` must outlive it. `oracle` is the slot's, or null.
  [[nodiscard]] Match match(const Pairing& pairing, const PerSeat<Seat*>& seats, Oracle* oracle) const;
  // The specification's oracle, for this process; null if there is none.
  [[nodiscard]] Result<std::unique_ptr<InlineOracle>> make_oracle() const;
  // Null if there is none.
  [[nodiscard]] const std::shared_ptr<const host::Library>& oracle_library() const noexcept {
    return oracle_;
  }
  [[nodiscard]] const TournamentSpec& spec() const noexcept { return spec_; }
  // Null for a sandboxed agent, which this process does not load.
  [[nodiscard]] const std::shared_ptr<const host::Library>& agent_library(std::size_t agent) const {
    return agents_[agent];
  }
  [[nodiscard]] const std::filesystem::path& agent_file(std::size_t agent) const {
    return agent_files_[agent];
  }
  [[nodiscard]] const std::filesystem::path& game_file(std::size_t game) const { return game_files_[game]; }
  // Checks that the plug-ins of a game have not changed since make(); the error names a changed one.
  [[nodiscard]] Result<void> unchanged(const Pairing& pairing) const;
  // Checks that the game's rules have not failed; those in a child process may have.
  [[nodiscard]] Result<void> sound(const Pairing& pairing) const;
  [[nodiscard]] host::FolderPaths folders() const;
  [[nodiscard]] const Game& game(std::size_t game) const { return *games_[game].game; }
  [[nodiscard]] const std::filesystem::path& executable() const noexcept { return executable_; }
  [[nodiscard]] const std::uint32_t* stop() const noexcept { return stop_; }
  [[nodiscard]] bool stopping() const noexcept { return stop_requested(stop_); }
  // Number of concurrent games.
  [[nodiscard]] std::uint32_t slots() const noexcept;

 private:
  TournamentContext(const TournamentSpec& spec, const std::uint32_t* stop);

  const TournamentSpec& spec_;
  const std::uint32_t* stop_;
  std::filesystem::path executable_;
  std::vector<std::shared_ptr<const host::Library>> agents_;
  std::vector<std::filesystem::path> agent_files_;
  std::vector<std::filesystem::path> game_files_;
  std::shared_ptr<const host::Library> oracle_;
  std::vector<PreparedGame> games_;
  std::vector<host::PinnedFile> pinned_agents_;
  std::vector<host::PinnedFile> pinned_games_;
};

// Plays games one after the other. Used by one thread.
class Slot {
 public:
  virtual ~Slot() = default;

  // Number of games to announce in advance: more than one if that speeds the slot up.
  [[nodiscard]] virtual std::size_t ahead() const noexcept { return 1; }
  // Games are played in the order of their announcement. A pairing keeps its address until played.
  virtual void announce(const Pairing& /*pairing*/) {}
  // Called when there is no next game yet.
  virtual void idle() {}
  // False if the host stopped the game: then there is no result. The error is one of the host.
  [[nodiscard]] virtual Result<bool> play(const Pairing& pairing, GameRecord& record) = 0;
};

}  // namespace ludex::arena::run
