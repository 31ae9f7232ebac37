// An agent that is any program, a person behind one, or a language model: it gets one JSON object a move, on
// one line, and answers with the text of a move, on one line. docs/reference/engines.md has its fields.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agents/bridges/bridge.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/no_budget.hpp"
#include "core/agent/options.hpp"
#include "core/util/offers.hpp"

namespace ludex::agents::bridges {

class CommandAgent : private Bridge {
 public:
  using Offers = Extensions<ObservesMoves, NoBudget>;
  static constexpr PluginInfo kInfo{
      "command", "1.0.0", "any program that reads a JSON object a move and answers with a move", "MIT"};
  struct Config : CommonConfig {
    std::uint32_t retries = 2;
    bool picture = false;
  };
  [[nodiscard]] static const Schema<Config>& schema();
  static std::span<const ParamSpec> parameters() { return schema().specs(); }

  explicit CommandAgent(const ParamValues& values) : CommandAgent(schema().read(values)) {}
  ~CommandAgent();

  [[nodiscard]] static bool needs_budget() noexcept { return false; }

  void new_game(const Game& game, Player seat, std::uint64_t seed);
  void observe(const State* before, Move move);
  Move choose(const State* position, const Budget& budget, SearchReport& report);

 private:
  explicit CommandAgent(const Config& config);

  void take_note(const State* before);
  // `error`: why the last answer was refused, or "".
  [[nodiscard]] std::string request(const Budget& budget, const std::string& error);
  // Path of the drawing, or "" if the game has none.
  [[nodiscard]] std::string draw_picture();
  [[nodiscard]] std::string answer(const std::string& question, std::int64_t deadline_ns,
                                   const Budget& budget);

  std::uint32_t retries_;
  bool picture_;
  std::string picture_file_;
  std::vector<std::string> moves_;  // of the game so far
  Move last_ = kNoMove;
};

}  // namespace ludex::agents::bridges
