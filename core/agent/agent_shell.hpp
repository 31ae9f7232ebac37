// AgentShell<T>: turns an agent written as an ordinary C++20 class into the binary interface of
// core/agent/agent.hpp. Exceptions from the class become a Status and a message.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/abi/plugin_info.hpp"
#include "core/abi/text.hpp"
#include "core/agent/agent.hpp"
#include "core/agent/ending.hpp"
#include "core/agent/from_agent.hpp"
#include "core/agent/game_clock.hpp"
#include "core/agent/inspect.hpp"
#include "core/agent/no_budget.hpp"
#include "core/agent/options.hpp"
#include "core/agent/progress.hpp"
#include "core/agent/proof_text.hpp"
#include "core/agent/tryout.hpp"
#include "core/game/workspace.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex {

// An agent as its author writes it. The methods mean what their namesakes in Agent and AgentFactory mean; all
// may throw. new_game(), observe() and choose() may throw AgentEnded (ending.hpp), to resign for example.
//
// The class names everything else that it offers: `using Offers = Extensions<ChoosesGames, Inspect>;`. The
// methods of a name are in its header in this folder, or in options.hpp. A name without its methods, or with
// a method of another type, does not compile; nor does a method whose name is not in the list.
template <class T>
concept AgentImplementation = std::constructible_from<T, const ParamValues&>;

#define LUDEX_BASIC(RESULT, NAME, ARGUMENTS, ...)            \
  static_assert(                                             \
      requires(Author & author __VA_OPT__(, ) __VA_ARGS__) { \
        { author.NAME ARGUMENTS } -> offers::Gives<RESULT>;  \
      },                                                     \
      "agents need the method " #RESULT " " #NAME "(" #__VA_ARGS__ ")")

// The members of all agents, as assertions.
template <class Author>
struct AgentBasics {
  using Specs = std::span<const ParamSpec>;
  static_assert(
      requires {
        { Author::kInfo } -> std::convertible_to<PluginInfo>;
      },
      "agents need static constexpr PluginInfo kInfo");
  LUDEX_BASIC(Specs, parameters, (), );  // static
  LUDEX_BASIC(void, new_game, (game, seat, seed), const Game& game, Player seat, std::uint64_t seed);
  LUDEX_BASIC(Move, choose, (position, budget, report), const State* position, const Budget& budget,
              SearchReport& report);
};

#undef LUDEX_BASIC

// Only to refuse methods of extensions that the agent does not name.
using EveryAgentItem = Extensions<ProofText, ProgressSource, Inspect, NoBudget, GameClock, Tryout,
                                  ChoosesGames, ObservesMoves, SolvesPositions>;

template <AgentImplementation T>
class AgentModule final : public Agent, public Ending {
  static_assert(sizeof(AgentBasics<T>) != 0);
  static_assert(offers::checked<AgentMethods, T>(OffersOf<T>()) &&
                offers::checked<AgentMethods, T>(EveryAgentItem()));

 public:
  explicit AgentModule(const ParamValues& values) : agent_(values) {}

  void destroy() noexcept override { delete this; }
  [[nodiscard]] const void* extension(const char* id) const noexcept override {
    const std::string_view wanted(id);
    if (wanted == Ending::kId) return static_cast<const Ending*>(this);
    return extensions_.find(wanted);
  }
  [[nodiscard]] AgentEnd last_end() const noexcept override { return end_; }
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
      if constexpr (kOffers<T, ObservesMoves>) agent_.observe(before, move);
      static_cast<void>(before), static_cast<void>(move);
      return Status::kOk;
    });
  }
  Status choose(const State* position, const Budget* budget, SearchReport* report, Move* out,
                TextSink& error) noexcept override {
    return told(error, [&] {
      if (const Status held = workspaces_for(*budget, error); held != Status::kOk) return held;
      if constexpr (kOffers<T, ProgressSource>) agent_.progress().reset();
      *out = agent_.choose(position, *budget, *report);
      return Status::kOk;
    });
  }
  Status solve(const State* position, Goal goal, const Budget* budget, SearchReport* report,
               TextSink& error) noexcept override {
    if (const Status held = workspaces_for(*budget, error); held != Status::kOk) return held;
    return guarded(error, [&] {
      if constexpr (kOffers<T, SolvesPositions>) {
        if constexpr (kOffers<T, ProgressSource>) agent_.progress().reset();
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
  offers::MadeList<FromAgent, T, OffersOf<T>> extensions_{agent_};
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
      if constexpr (kOffers<T, ChoosesGames>) {
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
