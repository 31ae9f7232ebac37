#include "arena/host/contract/shared_trail.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include <sys/mman.h>
#include <unistd.h>

#include "core/system/own_time.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::host {
namespace {

void write_text(char* to, std::size_t room, std::string_view text) noexcept {
  const std::size_t size = std::min(text.size(), room - 1);
  std::memcpy(to, text.data(), size);
  to[size] = '\0';
}
std::string read_text(const char* from, std::size_t room) {
  return {from, strnlen(from, room)};
}

}  // namespace

Result<std::unique_ptr<SharedTrail>> SharedTrail::make() {
  Descriptor file(memfd_create("ludex-check", MFD_CLOEXEC));
  if (file.get() < 0 || ftruncate(file.get(), sizeof(TrailBlock)) != 0) return Error{std::strerror(errno)};
  std::unique_ptr<SharedTrail> trail(new SharedTrail(std::move(file)));
  if (const auto mapped = trail->map(); !mapped) return Error{mapped.error()};
  return trail;
}

Result<std::unique_ptr<SharedTrail>> SharedTrail::attach(int descriptor) {
  std::unique_ptr<SharedTrail> trail(new SharedTrail(Descriptor(descriptor)));
  if (const auto mapped = trail->map(); !mapped) return Error{mapped.error()};
  return trail;
}

Result<void> SharedTrail::map() {
  void* const memory = mmap(nullptr, sizeof(TrailBlock), PROT_READ | PROT_WRITE, MAP_SHARED, file_.get(), 0);
  if (memory == MAP_FAILED) return Error{std::strerror(errno)};
  block_ = static_cast<TrailBlock*>(memory);
  return {};
}

SharedTrail::~SharedTrail() {
  if (block_ != nullptr) munmap(block_, sizeof(TrailBlock));
}

void SharedTrail::calling(const char* method) noexcept {
  write_text(block_->method, sizeof block_->method, method);
  block_->running.store(method[0] == '\0' ? 0 : 1, std::memory_order_relaxed);
  block_->calls.fetch_add(1, std::memory_order_relaxed);
}
void SharedTrail::returned() noexcept {
  calling("");
}
void SharedTrail::playing(std::string_view moves) noexcept {
  const std::size_t size = std::min(moves.size(), sizeof block_->moves);
  std::memcpy(block_->moves, moves.data() + (moves.size() - size), size);
  block_->moves_size = static_cast<std::uint32_t>(size);
}
void SharedTrail::on_board(std::string_view board) noexcept {
  write_text(block_->board, sizeof block_->board, board);
}
void SharedTrail::checking(std::size_t promise) noexcept {
  block_->promise.store(static_cast<std::uint32_t>(promise), std::memory_order_relaxed);
}

std::string SharedTrail::method() const {
  return read_text(block_->method, sizeof block_->method);
}
std::string SharedTrail::board() const {
  return read_text(block_->board, sizeof block_->board);
}
std::string SharedTrail::moves() const {
  return {block_->moves, std::min<std::size_t>(block_->moves_size, sizeof block_->moves)};
}

void watch_for_hangs(SharedTrail& trail, double seconds) {
  const auto limit_ns = static_cast<std::int64_t>(seconds * 1e9);
  std::thread([&block = trail.block(), limit_ns] {
    ProcessTree tree(getpid());
    ProcessTimes begun;
    OwnTime own;
    std::int64_t start = 0;
    std::uint64_t call = block.calls - 1;  // different from any seen call
    while (true) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      const ProcessTimes times = tree.look();
      if (const std::uint64_t now = block.calls; now != call || block.running == 0) {
        call = now;
        start = wall_clock_ns();
        begun = times;
        own = OwnTime(0, times);
        continue;
      }
      const auto verdict = own.judge(limit_ns, wall_clock_ns() - start, times);
      if (verdict == OwnTime::Verdict::kWait) continue;
      block.hang = verdict == OwnTime::Verdict::kStarved          ? TrailBlock::kStarved
                   : (times.cpu_ns - begun.cpu_ns) * 2 > limit_ns ? TrailBlock::kBusy
                                                                  : TrailBlock::kAsleep;
      _exit(1);
    }
  }).detach();
}

}  // namespace ludex::arena::host
