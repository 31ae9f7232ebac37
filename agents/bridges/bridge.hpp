// What the bridges share: parameters, the engine's life from game to game, the game as seen so far,
// transcripts.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/bridges/engine.hpp"
#include "core/abi/params.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/ending.hpp"
#include "core/agent/game_clock.hpp"
#include "core/agent/report.hpp"
#include "core/game/position.hpp"

namespace ludex::agents::bridges {

// Splits at blanks; single and double quotes hold a word together.
[[nodiscard]] std::vector<std::string> split_words(std::string_view text);
// Splits at ';', trims, leaves out what is empty.
[[nodiscard]] std::vector<std::string> split_items(std::string_view text);
// The next word of a line, which loses it; "" at the end.
[[nodiscard]] std::string_view next_word(std::string_view& line);
// "0.250"
[[nodiscard]] std::string seconds_text(std::int64_t ns);
// How long an engine was waited for that the host told to stop, after `waited_ns` of the `time_ns` it had.
[[nodiscard]] std::string stopped_text(std::int64_t waited_ns, std::int64_t time_ns);

// Parameters of every bridge. `own` of a protocol are added by its bridge.
[[nodiscard]] std::vector<ParamSpec> common_parameters();

class Bridge {
 public:
  Bridge(const ParamValues& values, const char* quit_command);
  ~Bridge();

  // Late answers to earlier questions, and answers that nobody had asked for, so far.
  [[nodiscard]] std::uint64_t stale_answers() const noexcept { return stale_answers_; }

 protected:
  // The setting of each bridge.
  struct Settings {
    Command command;
    std::vector<std::string> options;
    std::int64_t start_ns;
    std::int64_t move_ns;
    std::int64_t patience_ns;
    std::int64_t overhead_ns;
    std::string transcripts;  // folder, or ""
    bool every_transcript;    // not only those of faults
  };

  // Which of the host's patiences a call has: that for new_game and observe, or that for choose.
  enum class Call { kStart, kChoose };

  // Runs `body`; whatever goes wrong in it ends the engine, saves the transcript and goes on as an
  // EngineFault that says where it is. To resign is not wrong.
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

  // Begins a game: a transcript of its own. The engine stays if it is there.
  void begin(const Game& game, Player seat, std::uint64_t seed);
  [[nodiscard]] bool running() const noexcept { return engine_ != nullptr; }
  void start_engine();
  // What to look for when the handshake was waited for in vain.
  [[nodiscard]] std::string silence() const;
  [[nodiscard]] Engine& engine() noexcept { return *engine_; }
  void send(std::string_view lines) { engine_->send(lines, start_time_ns()); }

  // How long an answer that is no move may take: `start_timeout`, but no longer than leaves us the word when
  // the host loses its patience.
  [[nodiscard]] std::int64_t start_time_ns() const noexcept;

  // Follows the game: `before` is the position in which the next move is played, or chosen. True if it is
  // another one than the moves so far lead to; then the game as known begins with it.
  bool follow(const State* before);
  void advance(Move move) { board_->apply(move); }
  [[nodiscard]] const Position& board() const { return *board_; }
  [[nodiscard]] std::vector<Move>& legal() noexcept { return legal_; }

  // The clocks for the next move: of this seat, and of the opponent if that has one.
  void see_clock(const ClockFace& own, const ClockFace* opponent) {
    clock_ = own;
    opponent_clock_ = opponent != nullptr ? std::optional(*opponent) : std::nullopt;
  }
  // What is left, less the overhead; nanoseconds, at least 1 ms.
  [[nodiscard]] std::int64_t left_to_tell_ns(const ClockFace& clock) const noexcept;

  // How long an answer to this budget may take, without patience.
  [[nodiscard]] std::int64_t answer_ns(const Budget& budget) const noexcept;
  // Whoever is asked for a move has given the game up: throws that. The engine stays for the next game.
  [[noreturn]] static void resign() { throw AgentEnded(AgentEnd::kResigned, "resigns"); }
  // The time to tell the engine, 0 if the budget has none.
  [[nodiscard]] std::int64_t time_to_tell_ns(const Budget& budget) const noexcept;

  Settings settings_;
  const Game* game_ = nullptr;
  Player seat_ = 0;
  std::uint64_t seed_ = 0;
  std::string engine_name_;
  std::uint64_t stale_answers_ = 0;
  std::optional<ClockFace> clock_;  // of the move that is asked for next
  std::optional<ClockFace> opponent_clock_;

 private:
  [[nodiscard]] std::string save_transcript() const;
  void begin_call(Call call) noexcept;

  const char* quit_command_;
  Transcript transcript_;
  std::unique_ptr<Engine> engine_;
  std::optional<Position> board_;
  std::vector<Move> legal_;
  std::int64_t host_start_ns_ = 0;  // the host's patience at new_game and observe; 0: without end
  std::int64_t call_ends_ns_ = 0;   // on wall_clock_ns(), likewise
};

}  // namespace ludex::agents::bridges
