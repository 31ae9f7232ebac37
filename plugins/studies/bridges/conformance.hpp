// Checks an engine's conformance to its protocol, rule by rule. Used by `ludex check --engine`.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "agents/bridges/bridge.hpp"
#include "core/game/engine_texts.hpp"
#include "core/game/position.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents::bridges {

// A rule that the engine broke, in words.
class BrokenRule : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The rule does not apply to this engine; the reason.
class NotApplicable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// How a study is run, besides the bridge's own settings.
struct ConformanceConfig : CommonConfig {
  bool numbered = true;                            // GTP
  EngineProtocol protocol = EngineProtocol::kUci;  // of the UCI family
  std::int64_t positions = 100;
  bool json = false;
};
// The parameters of a conformance study; `protocol_of` declares those of its protocol.
template <class DeclareProtocol>
void declare_conformance(Schema<ConformanceConfig>& s, DeclareProtocol&& protocol_of) {
  declare_command(s);
  protocol_of(s);
  s.integer("positions", &ConformanceConfig::positions, 1, 100'000, "positions in which a move is asked for");
  s.boolean("json", &ConformanceConfig::json, "report as one JSON document");
  declare_common(s);
}

// The dialogue with one engine at a time. Times in nanoseconds; waits are those of the engine's own time
// (engine.hpp), so that a busy machine does not count.
class Dialogue {
 public:
  Dialogue(const ConformanceConfig& config, const std::uint32_t* stop);

  [[nodiscard]] bool running() const noexcept { return engine_ != nullptr; }
  void start();
  void end() noexcept { engine_.reset(); }
  void send(std::string_view lines);
  // The next line; none if there is none until `deadline_ns` on wall_clock_ns(). Throws EngineFault if the
  // engine has ended.
  [[nodiscard]] std::optional<std::string> line(std::int64_t deadline_ns);
  // "; no newline after 'xyz'", "; standard error ends with ..."
  [[nodiscard]] std::string last_words() const;
  [[nodiscard]] bool silent() const { return !engine_->has_spoken(); }
  [[nodiscard]] bool ends_within(std::int64_t ns) { return engine_->ends_within(ns); }

  [[nodiscard]] std::int64_t start_ns() const noexcept { return start_ns_; }
  [[nodiscard]] std::int64_t patience_ns() const noexcept { return patience_ns_; }

 private:
  Command command_;
  std::int64_t start_ns_;
  std::int64_t patience_ns_;
  const std::uint32_t* stop_;
  Transcript transcript_;
  std::unique_ptr<Engine> engine_;
};

// The result of each rule, written as it comes, or at the end as JSON.
class RuleReport {
 public:
  RuleReport(const StudyTask& task, std::string protocol, bool json, TextSink& out)
      : task_(&task), protocol_(std::move(protocol)), json_(json), out_(&out) {}

  // Runs `body`, which returns a note, throws BrokenRule or EngineFault (broken) or NotApplicable. `what`:
  // the rule in words. True unless it is broken.
  bool check(const char* rule, const char* what, const std::function<std::string()>& body);
  // The last line, "passed", "failed" or "interrupted"; or the JSON document.
  void finish();
  void name_engine(std::string name) { engine_ = std::move(name); }

 private:
  struct Line {
    const char* rule;
    const char* what;
    const char* result;  // "ok", "broken", "skipped"
    std::string note;
    double seconds;
  };
  const StudyTask* task_;
  std::string protocol_;
  bool json_;
  TextSink* out_;
  std::string engine_;
  std::vector<Line> lines_;
};

// A position with the moves that lead to it from the beginning.
struct Walk {
  Position position;
  std::vector<Move> moves;
};
// `count` positions of random games in which a player is to move, with few or many plies played.
[[nodiscard]] std::vector<Walk> walk_positions(const Game& game, std::size_t count, Rng& rng);
// A finished game of each result that random play finds: a win of each player, a draw.
[[nodiscard]] std::vector<Walk> find_ends(const Game& game, Rng& rng);
// "won by the first player", "drawn".
[[nodiscard]] std::string end_text(const Position& position);
// The beginning of a text, in quotes, without control characters.
[[nodiscard]] std::string in_quotes(std::string_view text);

// Both write the report and stop at the task's flag.
void check_uci_rules(const StudyTask& task, const ConformanceConfig& config, TextSink& out);
void check_gtp_rules(const StudyTask& task, const ConformanceConfig& config, TextSink& out);

}  // namespace ludex::agents::bridges
