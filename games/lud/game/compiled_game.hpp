// A game with its generated library, and the interpreter's answers to the library.
#pragma once

#include <memory>
#include <vector>

#include "games/lud/codegen/library.hpp"

namespace ludex::games::lud {

class LudGame;

class CompiledGame {
 public:
  // `game` must outlive it.
  CompiledGame(const LudGame& game, std::shared_ptr<const codegen::Library> library);
  CompiledGame(const CompiledGame&) = delete;
  CompiledGame& operator=(const CompiledGame&) = delete;

  // The moves of a position, in this thread's memory until the next request.
  struct List {
    const runtime::PackedMove* moves;
    std::uint32_t count;
    bool shared;   // some moves share their sites,
    bool unknown;  // and the interpreter must decide whether their effects agree
  };
  [[nodiscard]] List list(std::byte* s, bool duplicates) const {
    void* const workspace = library_->workspace(host_);
    const std::uint32_t count = library_->list(workspace, s, duplicates ? 1 : 0);
    return {library_->moves(workspace), count & ~(3U << 30), count >> 30 != 0, count >> 31 != 0};
  }
  // Plays a move of the last list.
  void play(std::byte* s, std::uint32_t which) const { library_->play(library_->workspace(host_), s, which); }
  [[nodiscard]] int apply(std::byte* s, std::uint32_t pair, std::uint32_t which, bool duplicates) const {
    return library_->apply(library_->workspace(host_), s, pair, which, duplicates ? 1 : 0);
  }
  std::uint32_t playout(std::byte* s, Rng& rng, PlayoutTrace* trace, bool duplicates) const {
    return library_->playout(library_->workspace(host_), s, &rng, trace, duplicates ? 1 : 0);
  }

 private:
  struct Context {
    const LudGame* game;
    const Program* program;
    std::vector<const Node*> nodes;
  };
  static const Context& context(const runtime::Host* host) {
    return *static_cast<const Context*>(host->game);
  }
  static const Node& node(const runtime::Host* host, std::uint32_t which) {
    return *context(host).nodes[which];
  }
  static Eval eval(const runtime::Host* host, void* s, const runtime::Iterators* it);

  std::shared_ptr<const codegen::Library> library_;
  Context context_;
  runtime::Host host_{};
};

}  // namespace ludex::games::lud
