// What all slots of a tournament share: games, openings, plug-ins, budgets.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/host/pinned_file.hpp"
#include "arena/host/registry.hpp"
#include "arena/host/services.hpp"
#include "arena/match/ledger.hpp"
#include "arena/match/referee.hpp"
#include "arena/model/spec.hpp"
#include "arena/schedule/openings.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// A game about to be played.
struct Pairing {
  Ticket ticket;
  const Game* game = nullptr;
  Opening opening;
  std::array<std::uint32_t, 2> agents{};  // indices in the specification, in seat order
  std::array<std::uint64_t, 2> seeds{};
  // Of each seat's agent, where they are not those of the specification: all of them.
  std::array<std::optional<Params>, 2> params{};
};

// Settings in the place of those of the same name. "options.Hash" is a setting inside the text `options`: it
// is appended as "; Hash=VALUE".
[[nodiscard]] Params with_settings(Params params, const ParamTexts& settings);

// Thread-safe once made.
class Venue {
 public:
  // `spec` outlives the venue; `stop` is the host's and may be null. From now on plug-ins of this process are
  // told the tournament's folders.
  [[nodiscard]] static Result<std::unique_ptr<Venue>> make(const TournamentSpec& spec, Registry& registry,
                                                           const std::uint32_t* stop);

  [[nodiscard]] Result<Pairing> pairing(Ticket ticket) const;
  // The match between two seats; `pairing` outlives it.
  // `oracle` is the slot's; null if there is none.
  [[nodiscard]] Match match(const Pairing& pairing, std::array<Seat*, 2> seats, Oracle* oracle) const;
  // The specification's oracle, to run in this process; null if there is none.
  [[nodiscard]] Result<std::unique_ptr<InlineOracle>> make_oracle() const;
  // Null if there is none.
  [[nodiscard]] const std::shared_ptr<const Library>& oracle_library() const noexcept { return oracle_; }
  [[nodiscard]] const TournamentSpec& spec() const noexcept { return spec_; }
  // Null for an agent in the sandbox, which this process does not load.
  [[nodiscard]] const std::shared_ptr<const Library>& agent_library(std::size_t agent) const {
    return agents_[agent];
  }
  [[nodiscard]] const std::filesystem::path& agent_file(std::size_t agent) const {
    return agent_files_[agent];
  }
  [[nodiscard]] const std::filesystem::path& game_file(std::size_t game) const { return game_files_[game]; }
  // Whether the plug-ins of a game are still what they were when this was made; the error says which is not.
  [[nodiscard]] Result<void> unchanged(const Pairing& pairing) const;
  // Whether a game's rules have answered all questions; those of one in a child may have failed.
  [[nodiscard]] Result<void> sound(const Pairing& pairing) const;
  [[nodiscard]] FolderPaths folders() const;
  [[nodiscard]] const Game& game(std::size_t game) const { return *boards_[game].game; }
  [[nodiscard]] const std::filesystem::path& executable() const noexcept { return executable_; }
  [[nodiscard]] const std::uint32_t* stop() const noexcept { return stop_; }
  [[nodiscard]] bool stopping() const noexcept {
    return stop_ != nullptr && __atomic_load_n(stop_, __ATOMIC_RELAXED) != 0;
  }
  // Games at once.
  [[nodiscard]] std::uint32_t slots() const noexcept;

 private:
  // The opening source is thread-safe.
  struct Board {
    GamePtr game;
    std::unique_ptr<OpeningSource> openings;
  };

  Venue(const TournamentSpec& spec, const std::uint32_t* stop);

  const TournamentSpec& spec_;
  const std::uint32_t* stop_;
  std::filesystem::path executable_;
  std::vector<std::shared_ptr<const Library>> agents_;
  std::vector<std::filesystem::path> agent_files_;
  std::vector<std::filesystem::path> game_files_;
  std::shared_ptr<const Library> oracle_;
  std::vector<Board> boards_;
  std::vector<PinnedFile> pinned_agents_;
  std::vector<PinnedFile> pinned_games_;
};

// Plays one game after the other. Used by one thread.
class Slot {
 public:
  virtual ~Slot() = default;

  // How many games the slot wants in hand: more than one if it gets faster by knowing the next ones.
  [[nodiscard]] virtual std::size_t ahead() const noexcept { return 1; }
  // Games are announced in the order in which they are then played. A pairing stays where it is until played.
  virtual void announce(const Pairing& /*pairing*/) {}
  // The next game is not there yet.
  virtual void idle() {}
  // False if the host was asked to stop: then there is no result. The error is one of the host's.
  [[nodiscard]] virtual Result<bool> play(const Pairing& pairing, GameRecord& record) = 0;
};

}  // namespace ludex::arena
