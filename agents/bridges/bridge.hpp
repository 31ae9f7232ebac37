// Common part of the bridges: parameters, the engine's life from game to game, the game so far, transcripts.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/bridges/engine.hpp"
#include "core/abi/enum_text.hpp"
#include "core/abi/schema.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/ending.hpp"
#include "core/agent/game_clock.hpp"
#include "core/agent/report.hpp"
#include "core/game/position.hpp"

namespace ludex::agents::bridges {

// Splits at blanks; single and double quotes hold a word together.
[[nodiscard]] std::vector<std::string> split_words(std::string_view text);
// Splits at ';', trims, drops empty items.
[[nodiscard]] std::vector<std::string> split_items(std::string_view text);
// Removes the next word from a line and returns it; "" at the end.
[[nodiscard]] std::string_view next_word(std::string_view& line);
// "0.250"
[[nodiscard]] std::string seconds_text(std::int64_t ns);
// Text on the time an engine had before the host stopped it, after `waited_ns` of its `time_ns`.
[[nodiscard]] std::string stopped_text(std::int64_t waited_ns, std::int64_t time_ns);

// The games whose transcripts are written.
enum class Keep { kNone, kFaults, kAll };
[[nodiscard]] constexpr auto enum_texts(Keep) noexcept {
  return EnumTexts{"none", "faults", "all"};
}

// Settings of every bridge, as the user gives them. Times in seconds.
struct CommonConfig {
  std::string command;
  std::string args;
  std::string folder;
  std::string environment;
  double start_timeout = 10;
  double move_timeout = 60;
  double patience = 0.9;
  double overhead = 0.01;
  Keep keep = Keep::kFaults;
  std::string transcripts;
};

// Config: derived from CommonConfig. The parameters of the protocol are declared between these two.
template <class Config>
void declare_command(Schema<Config>& s) {
  s.program("command", &Config::command,
            "the engine's program: a path, or a name to find in PATH and /usr/games");
}
template <class Config>
void declare_common(Schema<Config>& s) {
  s.text("args", &Config::args,
         "arguments of the program, separated by blanks; an argument with blanks needs quotes");
  s.path("folder", &Config::folder, "working folder of the program; empty: that of Ludex");
  s.text("environment", &Config::environment, "NAME=VALUE; NAME=VALUE");
  s.real("start_timeout", &Config::start_timeout, 0.01, 3600,
         "seconds allowed for the handshake and for every answer except a move");
  s.real("move_timeout", &Config::move_timeout, 0.01, 86400,
         "seconds allowed for a move if the budget does not limit time");
  s.real("patience", &Config::patience, 0, 3600,
         "seconds by which a move may be late; at most nine tenths of the tournament's grace period");
  s.real("overhead", &Config::overhead, 0, 10,
         "seconds of the time budget withheld from the engine; at most a tenth of the budget");
  s.choice("keep", &Config::keep, "games whose transcripts are written");
  s.path("transcripts", &Config::transcripts,
         "folder for transcripts; empty: DIR/transcripts of the tournament");
}

class Bridge {
 public:
  Bridge(const CommonConfig& config, const char* quit_command);
  ~Bridge();

  // Number of late answers to earlier questions and of unsolicited answers so far.
  [[nodiscard]] std::uint64_t stale_answers() const noexcept { return stale_answers_; }

 protected:
  // The settings of every bridge.
  struct Settings {
    Command command;
    std::vector<std::string> options;
    std::int64_t start_ns;
    std::int64_t move_ns;
    std::int64_t patience_ns;
    std::int64_t overhead_ns;
    std::string transcripts;  // folder, or ""
    bool every_transcript;    // not only after faults
  };

  // The host's time limit for a call: that of new_game and observe, or that of choose.
  enum class Call { kStart, kChoose };

  // Runs `body`; an exception ends the engine, saves the transcript and is rethrown as an EngineFault with
  // its context. A resignation passes unchanged.
  template <class F>
  auto guard(Call call, F&& body) {
    begin_call(call);
    try {
      return std::forward<F>(body)();
    } catch (const AgentEnded& fault) {
      if (fault.end() == AgentEnd::kResigned) throw;
      fail(fault.what(), fault.end());
    } catch (const std::exception& e) {
      fail(e.what(), AgentEnd::kFailed);
    }
  }
  [[noreturn]] void fail(const std::string& what, AgentEnd end);

  // Begins a game with a transcript of its own. A running engine stays.
  void begin(const Game& game, Player seat, std::uint64_t seed);
  [[nodiscard]] bool running() const noexcept { return engine_ != nullptr; }
  void start_engine();
  // Advice for the user when the handshake got no answer.
  [[nodiscard]] std::string silence() const;
  [[nodiscard]] Engine& engine() noexcept { return *engine_; }
  void send(std::string_view lines) { engine_->send(lines, start_time_ns()); }

  // Time limit for an answer that is no move: `start_timeout`, but early enough that the bridge can report
  // before the host's limit.
  [[nodiscard]] std::int64_t start_time_ns() const noexcept;

  // Follows the game: `before` is the position in which the next move is played or chosen. True if the moves
  // so far lead elsewhere; then the recorded game restarts from `before`.
  bool follow(const State* before);
  void advance(Move move) { board_->apply(move); }
  [[nodiscard]] const Position& board() const { return *board_; }
  [[nodiscard]] std::vector<Move>& legal() noexcept { return legal_; }

  // Sets the clocks for the next move: of this seat, and of the opponent if it has one.
  void see_clock(const ClockFace& own, const ClockFace* opponent) {
    clock_ = own;
    opponent_clock_ = opponent != nullptr ? std::optional(*opponent) : std::nullopt;
  }
  // Time left minus the overhead, to report to the engine; nanoseconds, at least 1 ms.
  [[nodiscard]] std::int64_t left_to_tell_ns(const ClockFace& clock) const noexcept;

  // Time limit for an answer within this budget, without patience.
  [[nodiscard]] std::int64_t answer_ns(const Budget& budget) const noexcept;
  // Throws that the engine resigned. The engine stays for the next game.
  [[noreturn]] static void resign() { throw AgentEnded(AgentEnd::kResigned, "resigns"); }
  // Time of a move to report to the engine, 0 if the budget has none.
  [[nodiscard]] std::int64_t time_to_tell_ns(const Budget& budget) const noexcept;

  Settings settings_;
  const Game* game_ = nullptr;
  Player seat_ = 0;
  std::uint64_t seed_ = 0;
  std::string engine_name_;
  std::uint64_t stale_answers_ = 0;
  std::optional<ClockFace> clock_;  // for the next move
  std::optional<ClockFace> opponent_clock_;

 private:
  std::string save_transcript() const;
  void begin_call(Call call) noexcept;

  const char* quit_command_;
  Transcript transcript_;
  std::unique_ptr<Engine> engine_;
  std::optional<Position> board_;
  std::vector<Move> legal_;
  std::int64_t host_start_ns_ = 0;  // the host's limit for new_game and observe; 0: none
  std::int64_t call_ends_ns_ = 0;   // on wall_clock_ns(); 0: never
};

}  // namespace ludex::agents::bridges
