// An agent that plays by a GTP engine. The game supplies the notation (core/game/gtp_texts.hpp), so the
// bridge knows no game. docs/reference/engines.md has the translation of budgets.
//
// Protocol: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agents/bridges/bridge.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/game_clock.hpp"
#include "core/agent/no_budget.hpp"
#include "core/agent/options.hpp"
#include "core/agent/tryout.hpp"
#include "core/game/gtp_texts.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::bridges {

class GtpBridge : private Bridge {
 public:
  using Offers = Extensions<ChoosesGames, ObservesMoves, NoBudget, GameClock, Tryout>;
  static constexpr PluginInfo kInfo{"gtp-engine", "1.0.0", "another program that speaks GTP", "MIT"};
  struct Config : CommonConfig {
    std::string options;
    std::string budget;
    bool numbered = true;
  };
  [[nodiscard]] static const Schema<Config>& schema();
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<void> supports(const Game& game);

  explicit GtpBridge(const ParamValues& values) : GtpBridge(schema().read(values)) {}

  // With `budget: own` the engine's own settings apply.
  [[nodiscard]] bool needs_budget() const noexcept { return budget_commands_ != kOwn; }

  void new_game(const Game& game, Player seat, std::uint64_t seed);
  // False if `budget` passes the time to the engine: such commands know times of a move only.
  [[nodiscard]] bool take_clock(const ClockFace& own, const ClockFace* opponent) noexcept {
    if (!budget_commands_.empty()) return false;
    see_clock(own, opponent);
    return true;
  }
  void observe(const State* before, Move move);
  Move choose(const State* position, const Budget& budget, SearchReport& report);
  // Tournaments call it before their first game: throws if the engine cannot obey the budget; returns its
  // name.
  [[nodiscard]] std::string try_out(const Budget& budget, const ClockFace* clock);
  // Name of the engine that answered the handshake, after new_game().
  [[nodiscard]] std::string greeting() const;
  using Bridge::stale_answers;

 private:
  explicit GtpBridge(const Config& config);

  static constexpr std::string_view kOwn = "own";

  struct Answer {
    bool ok;
    std::string text;  // lines joined by '\n'
  };

  void handshake();
  // Sends the command and waits for its answer.
  Answer ask(const std::string& command, std::int64_t time_ns, std::int64_t patience_ns,
             const std::uint32_t* stop);
  Answer ask(const std::string& command) { return ask(command, start_time_ns(), 0, nullptr); }
  // `parameter`: the parameter that contains the command, if the user wrote it.
  void demand(const std::string& command, const char* parameter = nullptr);
  [[nodiscard]] bool knows(std::string_view command) const;
  // Throws, with advice on the parameter to set.
  [[noreturn]] void refuse_untold() const;
  void take_note(const State* before);
  // Sends the engine the moves it has not seen.
  void catch_up();
  void tell_budget(const Budget& budget);
  void tell_clock(const std::string& color);
  [[nodiscard]] std::string vertex(const State* state, Move move) const;

  std::vector<std::string> options_;
  std::string budget_commands_;
  bool numbered_;
  std::optional<GtpTexts> texts_;  // of the present game
  std::uint64_t number_ = 0;
  std::string commands_;  // of the engine, each between newlines; "" if it does not list them
  std::string told_budget_;
  bool told_clock_ = false;  // in this game

  std::vector<std::string> setup_;  // the position in which the recorded game begins
  std::vector<std::string> plays_;  // moves since then
  bool set_up_ = false;
  std::size_t told_ = 0;  // of plays_
  std::string own_;       // the play that the engine has made by itself with its answer
};

}  // namespace ludex::agents::bridges
