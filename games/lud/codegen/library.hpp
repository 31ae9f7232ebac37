// A generated game as a shared library: compiled by the system's compiler, cached for the user, loaded.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/game/game.hpp"
#include "core/util/result.hpp"
#include "core/util/rng.hpp"
#include "games/lud/program/program.hpp"
#include "games/lud/runtime/host.hpp"

namespace ludex::games::lud::codegen {

// The generated code of a program; empty: only the interpreter can play it.
[[nodiscard]] std::string source_of(const Program& program);

// The same with what the generator did: the rewritings that it used, by name with how often; the nodes that
// it left to the interpreter, each once; and of the nodes evaluated in play (moves, their effects, end rules)
// how many there are, and how many are the interpreter's because they stand in such a node.
struct Generated {
  std::string source;
  std::map<std::string, int> passes;
  std::vector<const Node*> interpreted;
  std::size_t nodes = 0;
  std::size_t nodes_interpreted = 0;
};
[[nodiscard]] Generated generate(const Program& program);
// True if more than two thirds of the nodes are the interpreter's: generated code, which pays for each change
// between the two, is hardly faster then (measured: 0.9 to 1.2 times). Depends on the description alone.
// `compile=auto` interprets such games.
[[nodiscard]] bool is_mostly_interpreted(const Generated& made);

// The maximum length of a game's list of moves.
[[nodiscard]] inline std::uint32_t most_moves(const Program& program) {
  const auto sites = static_cast<std::uint32_t>(program.layout.sites);
  return std::clamp<std::uint32_t>(sites * sites, 1024, 16'384);
}

// A loaded library. Any number of threads may use it; a workspace belongs to one thread.
class Library {
 public:
  // Loads the library of that source: from the cache, else compiled with the first found of $LUDEX_CXX, c++,
  // g++ and clang++. An error says why there is none.
  static Result<std::shared_ptr<const Library>> load(const std::string& source, bool may_compile = true);
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  std::uint32_t (*list)(void* workspace, std::byte* s, int duplicates) = nullptr;
  void (*play)(void* workspace, std::byte* s, std::uint32_t which) = nullptr;
  int (*apply)(void* workspace, std::byte* s, std::uint32_t pair, std::uint32_t which,
               int duplicates) = nullptr;
  std::uint32_t (*playout)(void* workspace, std::byte* s, Rng* rng, void* trace, int duplicates) = nullptr;

  // This thread's workspace for that host; valid until the thread works for another game.
  [[nodiscard]] void* workspace(const runtime::Host& host) const {
    const Block& block = block_;
    void* const memory = block.bytes >= workspace_bytes_ ? block.memory : larger_workspace();
    *static_cast<const runtime::Host**>(memory) = &host;
    return memory;
  }
  [[nodiscard]] const runtime::PackedMove* moves(const void* workspace) const {
    return reinterpret_cast<const runtime::PackedMove*>(static_cast<const std::byte*>(workspace) + moves_at_);
  }

 private:
  Library() = default;
  [[nodiscard]] void* larger_workspace() const;

  // The memory of this thread; without a destructor, so that access is plain. larger_workspace() has it
  // freed.
  struct Block {
    void* memory = nullptr;
    std::size_t bytes = 0;
  };
  static constinit thread_local Block block_;

  void* handle_ = nullptr;
  std::size_t workspace_bytes_ = 0;
  std::size_t moves_at_ = 0;
};

}  // namespace ludex::games::lud::codegen
