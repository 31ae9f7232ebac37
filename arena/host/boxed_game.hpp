// A stranger's game without a line of its code in this process: a child in the sandbox answers for it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "arena/host/library.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// What such a game offers beside its rules, by extension(). It offers none of the plug-in's own.
class BoxedGame {
 public:
  static constexpr const char* kId = "ludex.host.boxed-game/1";

  // What became of the child, as "game 'x' died of signal 11 (Segmentation fault)"; "" while it answers.
  // After that nothing that the game has said since the last question counts. Thread-safe.
  [[nodiscard]] virtual std::string failure() const = 0;
  // No answer is waited for once `stop` is non-zero: the game has then failed. Null: it never is.
  // Thread-safe.
  virtual void set_stop(const std::uint32_t* stop) const noexcept = 0;

 protected:
  ~BoxedGame() = default;
};

// Calls set_stop() if it is one in a child.
void set_stop(const Game& game, const std::uint32_t* stop) noexcept;

// What became of it, if it is one in a child; "" else.
[[nodiscard]] std::string failure_of(const Game& game);

struct BoxedGameStart {
  std::string name;            // of messages
  std::filesystem::path file;  // the plug-in
  Settings settings;
  std::filesystem::path executable;         // ludex
  std::int64_t start_ns = 120'000'000'000;  // to be made, of its own time
  std::int64_t call_ns = 10'000'000'000;    // to answer one question
};

// The child dies with the thread that calls this. A question costs two passages through a pipe. The
// error says what became of the plug-in, or what this machine refused.
[[nodiscard]] Result<GamePtr> make_boxed_game(BoxedGameStart start);

// The child's side: what main() calls for `ludex --boxed-game TEXT`. Returns the exit code.
int boxed_game_in_this_process(const std::string& text);

}  // namespace ludex::arena
