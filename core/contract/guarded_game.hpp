// A game under observation: it reports every call to a trail first, puts states between canary bytes, gives
// move lists room to overflow into, and checks that arguments passed as const come back unchanged. It fills
// uninitialised memory with a different byte each time, so that rules which read it give different answers.
//
// States of a guarded game are larger than those of the game itself: pass inner() to extensions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "core/contract/trail.hpp"
#include "core/game/game.hpp"

namespace ludex::contract {

class GuardedGame final : public Game {
 public:
  // Game and trail outlive this object. The traits must be in range (check_traits).
  GuardedGame(const Game& game, Trail& trail)
      : game_(game),
        trail_(trail),
        traits_(game.traits()),
        size_(traits_.state_size + 2 * kGuard),
        before_(size_),
        list_(traits_.max_moves + kOverflow) {
    traits_.state_size = static_cast<std::uint32_t>(size_);
    traits_.state_align = kGuard;
  }

  // Describes damage since the last call of this function; empty if there is none.
  [[nodiscard]] std::string take_damage() const { return std::exchange(damage_, {}); }
  // The last answer of legal_moves, even if it exceeds max_moves.
  [[nodiscard]] std::uint32_t last_count() const noexcept { return last_count_; }

  [[nodiscard]] static State* inner(State* state) noexcept {
    return reinterpret_cast<State*>(reinterpret_cast<std::byte*>(state) + kGuard);
  }
  [[nodiscard]] static const State* inner(const State* state) noexcept {
    return reinterpret_cast<const State*>(reinterpret_cast<const std::byte*>(state) + kGuard);
  }
  // Call it before an extension's method.
  void calling(const char* method) const noexcept { trail_.calling(method); }
  // Prepares memory for an extension that writes a state, at inner(state).
  void prepare(State* state) const noexcept { fill(state); }

  void destroy() noexcept override {}
  [[nodiscard]] const GameTraits& traits() const noexcept override { return traits_; }
  [[nodiscard]] const void* extension(const char* id) const noexcept override {
    trail_.calling("extension");
    return game_.extension(id);
  }
  void initial(State* state) const noexcept override {
    trail_.calling("initial");
    fill(state);
    game_.initial(inner(state));
    check_guards(state, "initial");
  }
  void copy(State* to, const State* from) const noexcept override {
    const Frozen frozen(*this, from, "copy");
    fill(to);
    game_.copy(inner(to), inner(from));
    check_guards(to, "copy");
  }
  [[nodiscard]] Player to_move(const State* state) const noexcept override {
    const Frozen frozen(*this, state, "to_move");
    return game_.to_move(inner(state));
  }
  [[nodiscard]] GameStatus status(const State* state) const noexcept override {
    const Frozen frozen(*this, state, "status");
    return game_.status(inner(state));
  }
  std::uint32_t legal_moves(const State* state, Move* out) const noexcept override {
    const Frozen frozen(*this, state, "legal_moves");
    return list_moves("legal_moves", out, [&](Move* list) { return game_.legal_moves(inner(state), list); });
  }
  GameStatus apply(State* state, Move move) const noexcept override {
    trail_.calling("apply");
    const GameStatus status = game_.apply(inner(state), move);
    check_guards(state, "apply");
    return status;
  }
  void returns(const State* state, float* out) const noexcept override {
    const Frozen frozen(*this, state, "returns");
    game_.returns(inner(state), out);
  }
  [[nodiscard]] std::uint64_t hash(const State* state) const noexcept override {
    const Frozen frozen(*this, state, "hash");
    return game_.hash(inner(state));
  }
  [[nodiscard]] std::uint32_t move_class(const State* state, Move move) const noexcept override {
    const Frozen frozen(*this, state, "move_class");
    return game_.move_class(inner(state), move);
  }
  PlayoutResult playout(State* state, Rng* rng, PlayoutTrace* trace) const noexcept override {
    trail_.calling("playout");
    const PlayoutResult result = game_.playout(inner(state), rng, trace);
    check_guards(state, "playout");
    return result;
  }
  void move_to_text(const State* state, Move move, TextSink& out) const noexcept override {
    const Frozen frozen(*this, state, "move_to_text");
    game_.move_to_text(inner(state), move, out);
  }
  Status move_from_text(const State* state, const char* text, std::size_t size, Move* out,
                        TextSink& error) const noexcept override {
    const Frozen frozen(*this, state, "move_from_text");
    return game_.move_from_text(inner(state), text, size, out, error);
  }
  void position_to_text(const State* state, TextSink& out) const noexcept override {
    const Frozen frozen(*this, state, "position_to_text");
    game_.position_to_text(inner(state), out);
  }
  Status position_from_text(const char* text, std::size_t size, State* out,
                            TextSink& error) const noexcept override {
    trail_.calling("position_from_text");
    fill(out);
    const Status status = game_.position_from_text(text, size, inner(out), error);
    check_guards(out, "position_from_text");
    return status;
  }
  void draw(const State* state, TextSink& out) const noexcept override {
    const Frozen frozen(*this, state, "draw");
    game_.draw(inner(state), out);
  }

  // For extensions that write moves: the list has room beyond max_moves.
  template <class F>
  std::uint32_t list_moves(const char* method, Move* out, F&& write) const noexcept {
    std::fill(list_.begin(), list_.end(), kCanaryMove);
    const std::uint32_t count = write(list_.data());
    last_count_ = count;
    const auto used = std::min<std::size_t>(count, traits_.max_moves);
    if (std::any_of(list_.begin() + traits_.max_moves, list_.end(), [](Move m) { return m != kCanaryMove; }))
      note(method, "wrote beyond max_moves moves");
    std::copy_n(list_.begin(), used, out);
    return static_cast<std::uint32_t>(used);
  }

  // Checks on destruction that a position, guards included, has not changed.
  class Frozen {
   public:
    Frozen(const GuardedGame& game, const State* state, const char* method) noexcept
        : game_(game), state_(state), method_(method) {
      game.trail_.calling(method);
      std::memcpy(game.before_.data(), static_cast<const void*>(state), game.size_);
    }
    ~Frozen() {
      if (std::memcmp(game_.before_.data(), static_cast<const void*>(state_), game_.size_) != 0)
        game_.note(method_, "changed a position passed as const");
    }
    Frozen(const Frozen&) = delete;
    Frozen& operator=(const Frozen&) = delete;

   private:
    const GuardedGame& game_;
    const State* state_;
    const char* method_;
  };

  void check_guards(const State* state, const char* method) const noexcept {
    const auto* const bytes = reinterpret_cast<const std::byte*>(state);
    const auto whole = [](const std::byte* from) {
      return std::all_of(from, from + kGuard, [](std::byte b) { return b == kCanary; });
    };
    if (!whole(bytes) || !whole(bytes + size_ - kGuard))
      note(method, "wrote outside the traits().state_size bytes of its state");
  }

 private:
  static constexpr std::size_t kGuard = 64;
  static constexpr std::size_t kOverflow = 4096;
  static constexpr std::byte kCanary{0xC5};
  static constexpr Move kCanaryMove{0xC5C5C5C5U};

  void fill(State* state) const noexcept {
    auto* const bytes = reinterpret_cast<std::byte*>(state);
    fill_ = fill_ == std::byte{0xA5} ? std::byte{0x5A} : std::byte{0xA5};
    std::fill(bytes, bytes + size_, kCanary);
    std::fill(bytes + kGuard, bytes + size_ - kGuard, fill_);
  }
  void note(const char* method, const char* what) const noexcept {
    if (damage_.empty()) damage_ = std::string(method) + " " + what;
  }

  const Game& game_;
  Trail& trail_;
  GameTraits traits_;
  std::size_t size_;
  mutable std::vector<std::byte> before_;
  mutable std::vector<Move> list_;
  mutable std::byte fill_{0x5A};
  mutable std::uint32_t last_count_ = 0;
  mutable std::string damage_;
};

}  // namespace ludex::contract
