// ludex.draft.workspaces/1.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "core/abi/text.hpp"
#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// Memory reserved by Workspaces::open(). It may outlive the game.
class OpenWorkspaces {
 public:
  // Frees the memory. Only the owner calls it, once, with no call of the game running on its behalf.
  virtual void destroy() noexcept = 0;

 protected:
  ~OpenWorkspaces() = default;
};

// For games some of whose calls need more memory than fits on a stack: calls do not allocate, so the memory
// is reserved in advance. A game has room for one thread from the start; more threads in such calls than
// there is room for take turns. Results do not depend on it.
class Workspaces {
 public:
  static constexpr const char* kId = "ludex.draft.workspaces/1";
  // Reserves room for `threads` more threads, until the result is destroyed; nullptr and a message if memory
  // is short. May allocate. Call it once per search, not once per move.
  virtual OpenWorkspaces* open(std::uint32_t threads, TextSink& error) const noexcept = 0;

 protected:
  ~Workspaces() = default;
};

template <class Author, bool offered>
struct RulesMethods<Workspaces, Author, offered> {
  LUDEX_RULES_METHOD(Workspaces, std::shared_ptr<void>, open_workspaces, (threads), std::uint32_t threads);
};

template <class R>
class FromRules<Workspaces, R> final : public WithRules<Workspaces, R> {
 public:
  using WithRules<Workspaces, R>::WithRules;
  OpenWorkspaces* open(std::uint32_t threads, TextSink& error) const noexcept override {
    OpenWorkspaces* opened = nullptr;
    static_cast<void>(guarded(error, [&] {
      opened = new Opened(this->rules_.open_workspaces(threads));
      return Status::kOk;
    }));
    return opened;
  }

 private:
  class Opened final : public OpenWorkspaces {
   public:
    explicit Opened(std::shared_ptr<void> memory) : memory_(std::move(memory)) {}
    void destroy() noexcept override { delete this; }

   private:
    std::shared_ptr<void> memory_;
  };
};

}  // namespace ludex
