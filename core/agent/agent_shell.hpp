// AgentShell<T>: turns an agent written as an ordinary C++20 class into the binary interface of
// core/agent/agent.hpp. Exceptions from the class become a Status and a message.
#pragma once

#include <algorithm>
#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/abi/plugin_info.hpp"
#include "core/abi/text.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/ending.hpp"
#include "core/agent/game_clock.hpp"
#include "core/agent/inspect.hpp"
#include "core/agent/progress.hpp"
#include "core/agent/tryout.hpp"
#include "core/game/workspace.hpp"
#include "core/util/result.hpp"

namespace ludex {

// An agent as its author writes it. The methods mean what their namesakes in Agent and AgentFactory mean; all
// may throw. Optional methods, each detected by its presence:
//   static Result<void> supports(const Game&)          default: every game
//   void observe(const State* before, Move)            default: nothing
//   void solve(const State*, Goal, const Budget&, SearchReport&)   default: unsupported
//   Result<void> write_proof(const Budget&, TextSink&)             ludex.draft.proof-text/1
//   ProgressBoard& progress() noexcept                             ludex.draft.search-progress/1
//   std::span<const char* const> inspect_columns() const,
//     bool inspect(std::span<const Move> path, InspectRows&)       ludex.draft.inspect/1; false: no such node
//   bool needs_budget() const noexcept             default: true; false: ludex.draft.no-budget/1
//   bool take_clock(const ClockFace&, const ClockFace* opponent) noexcept   ludex.draft.clock/1
//   std::string try_out(const Budget&, const ClockFace*)           ludex.draft.tryout/1
// new_game(), observe() and choose() may throw AgentEnded (ending.hpp), to resign for example.
template <class T>
concept AgentImplementation = std::constructible_from<T, const ParamValues&> &&
    requires(T& agent, const Game& game, Player seat, std::uint64_t seed, const State* state,
             const Budget& budget, SearchReport& report) {
  { T::kInfo } -> std::convertible_to<PluginInfo>;
  { T::parameters() } -> std::convertible_to<std::span<const ParamSpec>>;
  {agent.new_game(game, seat, seed)};
  { agent.choose(state, budget, report) } -> std::same_as<Move>;
};

template <AgentImplementation T>
class AgentModule final : public Agent,
                          public ProofText,
                          public ProgressSource,
                          public NoBudget,
                          public Inspect,
                          public GameClock,
                          public Ending,
                          public Tryout {
 public:
  explicit AgentModule(const ParamValues& values) : agent_(values) {}

  void destroy() noexcept override { delete this; }
  [[nodiscard]] const void* extension(const char* id) const noexcept override {
    if constexpr (requires(T & agent, const Budget& b, TextSink& out) { agent.write_proof(b, out); }) {
      if (std::string_view(id) == ProofText::kId) return static_cast<const ProofText*>(this);
    }
    if constexpr (requires(T & agent) { agent.progress(); }) {
      if (std::string_view(id) == ProgressSource::kId) return static_cast<const ProgressSource*>(this);
    }
    if constexpr (requires(T & agent, InspectRows & rows) { agent.inspect({}, rows); }) {
      if (std::string_view(id) == Inspect::kId) return static_cast<const Inspect*>(this);
    }
    if constexpr (requires(const T& agent) { agent.needs_budget(); }) {
      if (std::string_view(id) == NoBudget::kId && !agent_.needs_budget())
        return static_cast<const NoBudget*>(this);
    }
    if constexpr (requires(T & agent, const ClockFace& face) { agent.take_clock(face, &face); }) {
      if (std::string_view(id) == GameClock::kId) return static_cast<const GameClock*>(this);
    }
    if constexpr (requires(T & agent, const Budget& b, const ClockFace* face) { agent.try_out(b, face); }) {
      if (std::string_view(id) == Tryout::kId) return static_cast<const Tryout*>(this);
    }
    if (std::string_view(id) == Ending::kId) return static_cast<const Ending*>(this);
    return nullptr;
  }
  void watch(bool on) noexcept override {
    if constexpr (requires { agent_.progress(); }) agent_.progress().watch(on);
    static_cast<void>(on);
  }
  void read(SearchProgress* out) noexcept override {
    if constexpr (requires { agent_.progress(); }) *out = agent_.progress().read();
    static_cast<void>(out);
  }
  [[nodiscard]] const char* column(std::uint32_t index) const noexcept override {
    if constexpr (requires { agent_.inspect_columns(); }) {
      const std::span<const char* const> names = agent_.inspect_columns();
      if (index < names.size() && index < kMaxInspectColumns) return names[index];
    }
    static_cast<void>(index);
    return nullptr;
  }
  Status children(const Move* path, std::uint32_t size, InspectRow* out, std::uint32_t capacity,
                  std::uint32_t* count, TextSink& error) noexcept override {
    return guarded(error, [&] {
      InspectRows rows;
      bool found = false;
      if constexpr (requires { agent_.inspect({}, rows); }) found = agent_.inspect({path, size}, rows);
      static_cast<void>(path), static_cast<void>(size);
      if (!found) {
        error.write("the search has no such node");
        return Status::kInvalidArgument;
      }
      *count = static_cast<std::uint32_t>(rows.size());
      std::copy_n(rows.begin(), std::min(*count, capacity), out);
      return Status::kOk;
    });
  }
  [[nodiscard]] bool take_clock(const ClockFace* own, const ClockFace* opponent) noexcept override {
    if constexpr (requires { agent_.take_clock(*own, opponent); }) return agent_.take_clock(*own, opponent);
    static_cast<void>(own), static_cast<void>(opponent);
    return false;
  }
  Status try_out(const Budget* budget, const ClockFace* clock, TextSink& said) noexcept override {
    return guarded(said, [&] {
      if constexpr (requires { agent_.try_out(*budget, clock); }) said.write(agent_.try_out(*budget, clock));
      static_cast<void>(budget), static_cast<void>(clock);
      return Status::kOk;
    });
  }
  [[nodiscard]] AgentEnd last_end() const noexcept override { return end_; }
  Status write_proof(const Budget* budget, TextSink& out, TextSink& error) noexcept override {
    return guarded(error, [&] {
      if constexpr (requires { agent_.write_proof(*budget, out); }) {
        const Result<void> done = agent_.write_proof(*budget, out);
        if (done) return Status::kOk;
        error.write(done.error());
      }
      static_cast<void>(budget), static_cast<void>(out);
      return Status::kUnsupported;
    });
  }
  Status new_game(const Game* game, Player seat, std::uint64_t seed, TextSink& error) noexcept override {
    return told(error, [&] {
      workspaces_.release();
      if (const Status held = workspaces_.hold(*game, 1, error); held != Status::kOk) return held;
      game_ = game;
      agent_.new_game(*game, seat, seed);
      return Status::kOk;
    });
  }
  Status observe(const State* before, Move move, TextSink& error) noexcept override {
    return told(error, [&] {
      if constexpr (requires { agent_.observe(before, move); }) agent_.observe(before, move);
      return Status::kOk;
    });
  }
  Status choose(const State* position, const Budget* budget, SearchReport* report, Move* out,
                TextSink& error) noexcept override {
    return told(error, [&] {
      if (const Status held = workspaces_for(*budget, error); held != Status::kOk) return held;
      if constexpr (requires { agent_.progress(); }) agent_.progress().reset();
      *out = agent_.choose(position, *budget, *report);
      return Status::kOk;
    });
  }
  Status solve(const State* position, Goal goal, const Budget* budget, SearchReport* report,
               TextSink& error) noexcept override {
    if (const Status held = workspaces_for(*budget, error); held != Status::kOk) return held;
    return guarded(error, [&] {
      if constexpr (requires { agent_.solve(position, goal, *budget, *report); }) {
        if constexpr (requires { agent_.progress(); }) agent_.progress().reset();
        agent_.solve(position, goal, *budget, *report);
        return Status::kOk;
      } else {
        error.write(std::string("agent '") + PluginInfo(T::kInfo).id + "' does not solve positions");
        return Status::kUnsupported;
      }
    });
  }

 private:
  [[nodiscard]] Status workspaces_for(const Budget& budget, TextSink& error) noexcept {
    if (game_ == nullptr || budget.threads <= 1) return Status::kOk;
    return workspaces_.hold(*game_, budget.threads, error);
  }

  // Runs `body` and records for last_end() how it ended.
  template <class F>
  Status told(TextSink& error, F&& body) noexcept {
    return guarded(error, [&] {
      end_ = AgentEnd::kFailed;
      try {
        return body();
      } catch (const AgentEnded& ended) {
        end_ = ended.end();
        throw;
      }
    });
  }

  T agent_;
  const Game* game_ = nullptr;  // of the last new_game()
  AgentEnd end_ = AgentEnd::kFailed;
  HeldWorkspaces workspaces_;
};

template <AgentImplementation T>
class AgentShell final : public AgentFactory {
 public:
  [[nodiscard]] const ParamSpec* parameters(std::uint32_t* count) const noexcept override {
    const std::span<const ParamSpec> specs = T::parameters();
    *count = static_cast<std::uint32_t>(specs.size());
    return specs.data();
  }
  Status supports(const Game* game, TextSink& error) const noexcept override {
    return guarded(error, [&] {
      if constexpr (requires { T::supports(*game); }) {
        const Result<void> answer = T::supports(*game);
        if (!answer) {
          error.write(answer.error());
          return Status::kUnsupported;
        }
      }
      return Status::kOk;
    });
  }
  Agent* create(const ParamText* values, std::uint32_t count, TextSink& error) const noexcept override {
    Agent* agent = nullptr;
    static_cast<void>(guarded(error, [&] {
      const auto resolved = ParamValues::resolve(T::parameters(), {values, count});
      if (!resolved) {
        error.write(resolved.error());
        return Status::kInvalidArgument;
      }
      agent = new AgentModule<T>(*resolved);
      return Status::kOk;
    }));
    return agent;
  }
  static const void* factory(const char* interface_id) noexcept {
    static const AgentShell shell;
    return std::string_view(interface_id) == kInterface ? static_cast<const AgentFactory*>(&shell) : nullptr;
  }
};

}  // namespace ludex
