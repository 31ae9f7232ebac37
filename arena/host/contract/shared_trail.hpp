// The trail of a check in memory shared by child and host: after the child's death it shows the host what the
// child was doing.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "arena/base/files/descriptor.hpp"
#include "core/contract/trail.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::host {

struct TrailBlock {
  enum Hang : std::uint32_t { kNone = 0, kBusy = 1, kAsleep = 2, kStarved = 3 };

  std::atomic<std::uint64_t> calls;  // number of calls: constant while a call does not return
  std::atomic<std::uint32_t> promise;
  std::atomic<std::uint32_t> hang;     // the reason if the child ended itself
  std::atomic<std::uint32_t> running;  // 1 during a call
  char method[48];                     // of the running call; else empty
  char board[128];
  std::uint32_t moves_size;
  char moves[16 * 1024];  // the last ones
};

// A mapped block and the descriptor behind it.
class SharedTrail final : public contract::Trail {
 public:
  // Host side: creates a block, all zero.
  [[nodiscard]] static Result<std::unique_ptr<SharedTrail>> make();
  // Child side: attaches to an inherited descriptor's block.
  [[nodiscard]] static Result<std::unique_ptr<SharedTrail>> attach(int descriptor);
  ~SharedTrail() override;
  SharedTrail(const SharedTrail&) = delete;
  SharedTrail& operator=(const SharedTrail&) = delete;

  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }
  [[nodiscard]] TrailBlock& block() noexcept { return *block_; }

  void calling(const char* method) noexcept override;
  void returned() noexcept override;
  void playing(std::string_view moves) noexcept override;
  void on_board(std::string_view board) noexcept override;
  void checking(std::size_t promise) noexcept override;

  // Data left by the child; its memory may hold anything.
  [[nodiscard]] std::string method() const;
  [[nodiscard]] std::string board() const;
  [[nodiscard]] std::string moves() const;

 private:
  explicit SharedTrail(Descriptor file) : file_(std::move(file)) {}
  Result<void> map();

  Descriptor file_;
  TrailBlock* block_ = nullptr;
};

// Ends this process when a call has used `seconds` of its own, running or asleep, without returning
// (core/system/own_time.hpp: waiting for a busy machine does not count). Runs until the process ends; call it
// once.
void watch_for_hangs(SharedTrail& trail, double seconds);

}  // namespace ludex::arena::host
