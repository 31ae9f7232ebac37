// Seats and oracles in a worker that leave a call marker for the host at every call.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "arena/base/process/limits.hpp"
#include "arena/run/match/referee.hpp"
#include "arena/run/worker/messages.hpp"
#include "arena/run/worker/worker_setup.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::run {

inline constexpr std::uint64_t kBytesPerMib = 1 << 20;

// An inline seat whose calls leave a call marker and whose answers go to the host.
class WatchedSeat final : public Seat {
 public:
  WatchedSeat(SharedBlock& block, EventWriter& events, std::uint32_t seat, InlineSeat& inner,
              const WorkerSetup::Agent& agent, std::uint64_t& memory, std::uint64_t& peak)
      : block_(block),
        events_(events),
        seat_(seat),
        inner_(inner),
        agent_(agent),
        memory_(memory),
        peak_(peak) {}

  std::optional<Fault> start(const Start& start) override {
    ply_ = static_cast<std::uint32_t>(start.opening->moves.size());
    enter(Stage::kStart);
    auto fault = inner_.start(start);
    return leave(Stage::kStart, std::move(fault), wall_clock_ns() - since_ > kNoticeable);
  }

  std::optional<Fault> choose(const Position& position, const MoveTime& time, MoveReport& report) override {
    MoveTime own = time;
    std::atomic<std::uint64_t>& stop = block_.stop[seat_];
    stop.store((stop.load(std::memory_order_relaxed) >> 32 << 32) + (1ULL << 32), std::memory_order_release);
    own.budget.stop = reinterpret_cast<const std::uint32_t*>(&stop);  // the lower half: x86 is little-endian
    if (time.budget.cpu_ns > 0) block_.call_marker.cpu_ns.store(process_cpu_ns(), std::memory_order_relaxed);
    enter(Stage::kChoose);
    auto fault = inner_.choose(position, own, report);
    if ((fault = leave(Stage::kChoose, std::move(fault), report.wall_ns > kNoticeable))) return fault;
    Cell cell;
    cell.kind = CellKind::kMoved;
    cell.seat = static_cast<std::uint8_t>(seat_);
    put_move_report(cell, report);
    events_.push(cell, false);
    return std::nullopt;
  }

  std::optional<Fault> observe(const Position& before, Move move) override {
    enter(Stage::kObserve);
    auto fault = inner_.observe(before, move);
    ++ply_;
    return leave(Stage::kObserve, std::move(fault), wall_clock_ns() - since_ > kNoticeable);
  }

  // Whether the process has grown so much that it should be replaced.
  [[nodiscard]] bool spent() const noexcept { return spent_; }

 private:
  // Shorter calls cannot have touched much new memory.
  static constexpr std::int64_t kNoticeable = 50'000;

  void enter(Stage stage) {
    since_ = wall_clock_ns();
    block_.call_marker.ply.store(ply_, std::memory_order_relaxed);
    block_.call_marker.enter(stage, seat_, since_);
  }

  // `measure`: the call may have allocated memory.
  std::optional<Fault> leave(Stage stage, std::optional<Fault> fault, bool measure) {
    block_.call_marker.leave();
    if (measure) {
      const std::uint64_t now = peak_resident_bytes();
      memory_ += now - peak_;
      peak_ = now;
      if (!fault && memory_ > agent_.memory_mib * kBytesPerMib) {
        fault = Fault{Termination::kOverMemory, "took " + std::to_string(memory_ / kBytesPerMib) +
                                                    " MiB, its limit is " +
                                                    std::to_string(agent_.memory_mib) + " MiB"};
      }
    }
    if (!fault) return std::nullopt;
    spent_ = spent_ || fault->reason == Termination::kOverMemory;
    Cell cell;
    cell.kind = CellKind::kFault;
    cell.seat = static_cast<std::uint8_t>(seat_);
    cell.stage = stage;
    cell.flag = static_cast<std::uint8_t>(fault->reason);
    const std::string_view note = std::string_view(fault->note).substr(0, kMaxNote);
    cell.number = static_cast<std::uint32_t>(note.size());
    events_.push(cell, note, false);
    return fault;
  }

  SharedBlock& block_;
  EventWriter& events_;
  std::uint32_t seat_;
  InlineSeat& inner_;
  const WorkerSetup::Agent& agent_;
  std::uint64_t& memory_;  // growth of the peak caused by this agent's calls
  std::uint64_t& peak_;
  std::int64_t since_ = 0;
  std::uint32_t ply_ = 0;
  bool spent_ = false;
};

// An inline oracle that leaves a call marker and sends its answers to the host.
class WatchedOracle final : public Oracle {
 public:
  WatchedOracle(SharedBlock& block, EventWriter& events, InlineOracle inner)
      : block_(block), events_(events), inner_(std::move(inner)) {}

  void new_game(const Game& game, std::uint32_t game_index, std::uint64_t seed) override {
    enter();
    inner_.new_game(game, game_index, seed);
    block_.call_marker.leave();
  }
  GameResult ask(const Position& position, const std::uint32_t* stop) override {
    enter();
    const GameResult answer = inner_.ask(position, stop);
    block_.call_marker.leave();
    Cell cell;
    cell.kind = CellKind::kVerdict;
    cell.flag = static_cast<std::uint8_t>(answer);
    const std::string_view failure = std::string_view(inner_.failure()).substr(0, kMaxNote);
    cell.number = static_cast<std::uint32_t>(failure.size());
    events_.push(cell, failure, false);
    return answer;
  }
  [[nodiscard]] const std::string& failure() const noexcept override { return inner_.failure(); }

 private:
  void enter() {
    block_.call_marker.cpu_ns.store(process_cpu_ns(), std::memory_order_relaxed);
    block_.call_marker.enter(Stage::kChoose, kOracleSeat, wall_clock_ns());
  }

  SharedBlock& block_;
  EventWriter& events_;
  InlineOracle inner_;
};

}  // namespace ludex::arena::run
