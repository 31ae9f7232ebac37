// The oracle: an agent outside the game that proves outcomes.
#pragma once

#include <cstdint>
#include <string>

#include "arena/host/plugins/handles.hpp"
#include "arena/model/game_record.hpp"
#include "arena/model/spec.hpp"
#include "core/game/position.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::run {

// Used by one thread at a time; plays any number of games.
class Oracle {
 public:
  virtual ~Oracle() = default;

  // `game` must outlive its use; `game_index` is its index in the specification.
  virtual void new_game(const Game& game, std::uint32_t game_index, std::uint64_t seed) = 0;
  // The value of `position`, which is not over, with best play; kNone if unknown. Blocks for at most the
  // budget; `stop` may be null. After a failure every answer is kNone until the next game.
  [[nodiscard]] virtual GameResult ask(const Position& position, const std::uint32_t* stop) = 0;
  // The failure in this game; usually empty.
  [[nodiscard]] virtual const std::string& failure() const noexcept = 0;
};

// Runs in the calling thread, without protection.
class InlineOracle final : public Oracle {
 public:
  // The library of `agent` stays loaded.
  InlineOracle(host::AgentPtr agent, const BudgetSpec& budget) : agent_(std::move(agent)), budget_(budget) {}

  // Whether the oracle can prove anything in the game at all; the error is its own message.
  [[nodiscard]] Result<void> check(const Game& game);
  void new_game(const Game& game, std::uint32_t game_index, std::uint64_t seed) override;
  [[nodiscard]] GameResult ask(const Position& position, const std::uint32_t* stop) override;
  [[nodiscard]] const std::string& failure() const noexcept override { return failure_; }

 private:
  host::AgentPtr agent_;
  BudgetSpec budget_;
  std::string failure_;
};

// Converts one seat's outcome to a result of the game; kUnknown becomes kNone.
[[nodiscard]] GameResult result_of(Outcome outcome, Player seat) noexcept;

}  // namespace ludex::arena::run
