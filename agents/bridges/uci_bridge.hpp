// Agents that play by an engine for UCI, its shogi dialect USI, or UGI, which is UCI for all games. The game
// supplies the notation, so the bridge knows no game. docs/reference/engines.md has the translation of
// budgets.
//
// Protocol: S. Meyer-Kahlen, "Description of the universal chess interface (UCI)", April 2004; USI: T.
// Shibahara, "The Universal Shogi Interface"; UGI: ugi.md of cutegames.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agents/bridges/bridge.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/agent/game_clock.hpp"
#include "core/agent/options.hpp"
#include "core/agent/tryout.hpp"
#include "core/game/engine_texts.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::bridges {

class UciBridge : private Bridge {
 public:
  using Offers = Extensions<ChoosesGames, ObservesMoves, GameClock, Tryout>;
  static constexpr PluginInfo kInfo{"uci-engine", "1.0.0", "another program that speaks UCI or USI", "MIT"};
  struct Config : CommonConfig {
    EngineProtocol protocol = EngineProtocol::kUci;
    std::string options;
    std::string variant;
    std::string seed_option;
    bool ponder = false;
  };
  [[nodiscard]] static const Schema<Config>& schema();
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<void> supports(const Game& game);

  explicit UciBridge(const ParamValues& values) : UciBridge(schema().read(values)) {}

  void new_game(const Game& game, Player seat, std::uint64_t seed);
  // UCI and USI have clocks of their own.
  [[nodiscard]] bool take_clock(const ClockFace& own, const ClockFace* opponent) noexcept {
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

 protected:
  explicit UciBridge(const Config& config);
  static void declare_options(Schema<Config>& s);

 private:
  // Information from the `info` lines of the main line so far.
  struct Info {
    bool has_score = false;
    bool mate = false;
    std::int64_t score = 0;
    std::uint32_t depth = 0;
    std::uint64_t nodes = 0;
    std::string pv;
  };

  // An option that the engine offers.
  struct Offered {
    std::string name;
    std::string type;
    std::string more;  // " default 16 min 1 max 1024"
  };

  void handshake();
  void note_option(std::string_view line);
  // Null if the engine does not offer it. Ignores case in names, as UCI requires.
  [[nodiscard]] const Offered* find_option(std::string_view name) const;
  // Like find_option(), for an option that `parameter` names: throws with the likely name.
  [[nodiscard]] const Offered& demand_option(const char* parameter, const std::string& name) const;
  void set_option(const std::string& name, const std::string& value);
  // Waits for a line that begins with this word and ignores others, except that it counts a `bestmove` as a
  // late answer to an earlier question. `first`: the engine has not answered anything yet.
  void await(std::string_view word, const char* what, bool first = false);
  void synchronise(const char* what);
  void take_note(const State* before);
  void add_move(const std::string& text);
  // After the engine's own move: lets it think about the reply that it expects, if it named one.
  void ponder();
  // Ends that and discards the answer.
  void end_pondering();
  void remember_limits(const Budget& budget, std::int64_t used_ns);
  void adapt(const Budget& budget);
  [[nodiscard]] std::string go_command(const Budget& budget) const;
  // " depth 8 nodes 1000", or "" if there is no limit.
  [[nodiscard]] std::string limit_words(const Budget& budget) const;
  // " wtime 60000 btime 60000 ..."
  [[nodiscard]] std::string clock_words() const;
  // The word after "bestmove".
  [[nodiscard]] std::string think(const std::string& question, const Budget& budget, Info& info);
  static void read_info(std::string_view line, Info& info);
  void fill(const Info& info, Move move, SearchReport& report) const;
  [[nodiscard]] Move read_move(const std::string& word);
  // "UCI"
  [[nodiscard]] std::string protocol_name() const;

  EngineProtocol protocol_;
  std::string variant_;
  std::vector<std::pair<std::string, std::string>> options_;
  std::string seed_option_;
  std::optional<EngineTexts> texts_;  // of the present game
  std::vector<Offered> offered_;      // the engine's options
  std::string told_threads_;
  std::string told_hash_;
  std::string position_line_;  // "position startpos moves e2e4"
  bool has_moves_ = false;
  bool ponders_;
  std::string expected_;       // the reply given with the last bestmove
  std::string ponder_limits_;  // "go ponder wtime ...", for use after the last move
  std::string pondering_;      // the reply that the engine thinks about now, or ""
  bool foreseen_ = false;      // the opponent has played it
};

// UGI has no options that only chess or shogi needs.
class UgiBridge : public UciBridge {
 public:
  static constexpr PluginInfo kInfo{"ugi-engine", "1.0.0",
                                    "a UGI engine, for any game: somebody else's program", "MIT"};
  [[nodiscard]] static const Schema<Config>& schema();
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<void> supports(const Game& game);

  explicit UgiBridge(const ParamValues& values);
};

}  // namespace ludex::agents::bridges
