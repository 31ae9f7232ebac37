// Memory shared by a worker process and the host: two rings of messages, a call marker that names the running
// agent, and stop flags. The host trusts none of it: an agent can write anywhere.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/abi/types.hpp"
#include "core/util/clock.hpp"
#include "core/util/instructions.hpp"

namespace ludex::arena::run {

// Waits while *word == expected, for at most `timeout_ns`; may return early. Works across processes.
void futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                std::int64_t timeout_ns) noexcept;
void futex_wake(const std::atomic<std::uint32_t>& word) noexcept;

enum class CellKind : std::uint8_t {
  kNone = 0,
  // Host to worker.
  kPlay,     // shared: play a game (GameRequest, then its data)
  kStart,    // dedicated: GameRequest of one seat, whose `agent` is the player; then its data
  kObserve,  // dedicated: `number` is a move of the opponent
  kChoose,   // dedicated: ClockMessage
  // Oracle: GameRequest (seat 0: the seed; agent != 0: a new game), then the position's text. Interactive: a
  // request of `number` bytes as data.
  kAsk,
  // Worker to host.
  kReady,    // loaded
  kBroken,   // cannot work; the reason as data
  kStarted,  // dedicated
  kMoved,    // MoveBytes; `number`: CPU time of an engine, MoveReport::engine_cpu
  kFault,    // `stage`, `flag` = Termination; the note as data
  kVerdict,  // of the oracle: `flag` = GameResult; the error as data, if it has failed
  kAnswer,   // interactive: `number` bytes as data
  kGameEnd,  // `number` = plies; `flag`: kWorkerLeaves, kStrayThreads
  // Both directions: up to 56 bytes of a longer message.
  kData,
};

inline constexpr std::uint8_t kWorkerLeaves = 1;  // the worker is about to exit
inline constexpr std::uint8_t kStrayThreads = 2;  // agents with single-threaded budgets had busy threads

enum class Stage : std::uint8_t { kNone = 0, kStart, kChoose, kObserve };

// One message, or a piece of one: a cache line.
struct alignas(64) Cell {
  CellKind kind = CellKind::kNone;
  std::uint8_t seat = 0;
  Stage stage = Stage::kNone;
  std::uint8_t flag = 0;
  std::uint32_t number = 0;
  std::array<std::byte, 56> payload{};

  template <class T>
  void put(const T& value) noexcept {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof payload);
    std::memcpy(payload.data(), &value, sizeof value);
  }
  template <class T>
  [[nodiscard]] T get() const noexcept {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof payload);
    T value;
    std::memcpy(&value, payload.data(), sizeof value);
    return value;
  }
};
static_assert(sizeof(Cell) == 64);

struct SeatRequest {
  std::uint64_t seed = 0;
  std::uint32_t agent = 0;
  std::uint32_t settings_bytes = 0;  // 0: the settings of the set-up
};
// Its data: a SeatRequest for each seat after the second, the opening, the settings of each seat.
struct GameRequest {
  std::array<SeatRequest, 2> first;
  std::uint32_t players = 2;
  std::uint32_t game = 0;
  std::uint32_t opening_moves = 0;
  std::uint32_t position_bytes = 0;
  std::uint32_t dice_bytes = 0;  // shared: Match::dice, the last of the data
  std::uint32_t reserved = 0;
};

// Single producer, single consumer. Counters run freely; the capacity is a power of two.
template <std::uint32_t N>
struct Ring {
  alignas(64) std::atomic<std::uint32_t> head;  // cells written
  std::atomic<std::uint32_t> waiting;           // the consumer sleeps on `head`
  alignas(64) std::atomic<std::uint32_t> tail;  // cells read
  std::array<Cell, N> cells;
};

inline constexpr std::uint32_t kRequestCells = 4096;
inline constexpr std::uint32_t kEventCells = 16384;

// The call that is running, to assign blame. Written by the worker only.
struct CallMarker {
  std::atomic<std::uint64_t> call;    // number of the call, its stage and seat: see pack()
  std::atomic<std::int64_t> wall_ns;  // start of the call (CLOCK_MONOTONIC)
  std::atomic<std::int64_t> cpu_ns;   // CPU time of the process at the start; 0 where not measured
  std::atomic<std::uint32_t> ply;

  // Marks the start of a call at `now_ns`, and its end. Called only by the worker's thread that runs agents.
  void enter(Stage stage, std::uint32_t seat, std::int64_t now_ns) noexcept {
    wall_ns.store(now_ns, std::memory_order_relaxed);
    call.store(pack((call.load(std::memory_order_relaxed) >> 8) + 1, stage, seat), std::memory_order_release);
  }
  void leave() noexcept {
    call.store(pack(call.load(std::memory_order_relaxed) >> 8, Stage::kNone, 0), std::memory_order_release);
  }

  static constexpr std::uint64_t pack(std::uint64_t serial, Stage stage, std::uint32_t seat) noexcept {
    return serial << 8 | static_cast<std::uint64_t>(stage) << 4 | seat;
  }
  static constexpr Stage stage_of(std::uint64_t call) noexcept { return static_cast<Stage>(call >> 4 & 15); }
  static constexpr std::uint32_t seat_of(std::uint64_t call) noexcept {
    return static_cast<std::uint32_t>(call & 15);
  }
};

struct SharedBlock {
  Ring<kRequestCells> requests;
  Ring<kEventCells> events;
  alignas(64) CallMarker call_marker;
  // The lower half is the seat's Budget::stop; the upper half counts its moves, so that a host that is too
  // late does not stop the next search.
  alignas(64) std::array<std::atomic<std::uint64_t>, kMaxPlayers> stop;
  // For a worker in namespaces: the process inside and its keeper, as process ids of the host. Written, and
  // read by the host, before any code of an agent runs.
  std::atomic<std::int32_t> program;
  std::atomic<std::int32_t> keeper;
  // Message of an uncaught exception, written by the terminate handler.
  std::atomic<std::uint32_t> last_words_size;
  std::array<char, 500> last_words;
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

template <std::uint32_t N>
class RingWriter {
 public:
  // `patience_ns`: time to wait for room in a full ring; a hostile consumer may have overwritten the
  // counters.
  explicit RingWriter(Ring<N>& ring,
                      std::int64_t patience_ns = std::numeric_limits<std::int64_t>::max()) noexcept
      : ring_(&ring), patience_ns_(patience_ns) {}

  // False if the ring stays full or its counters are invalid. `wake`: wakes a sleeping consumer now.
  bool push(const Cell& cell, bool wake) noexcept {
    std::int64_t waited = 0;
    return push(cell, wake, waited);
  }

  // Pushes a message followed by bytes; the reader sees all of it at once if there is room.
  bool push(Cell cell, std::string_view data, bool wake) noexcept {
    std::int64_t waited = 0;  // for all pieces together
    Cell piece;
    piece.kind = CellKind::kData;
    while (!data.empty()) {
      const bool room = head_ + 1 - ring_->tail.load(std::memory_order_acquire) < N;
      if (room) {
        ring_->cells[head_++ % N] = cell;
      } else if (!push(cell, false, waited)) {
        return false;
      }
      const std::size_t n = std::min(data.size(), piece.payload.size());
      std::memcpy(piece.payload.data(), data.data(), n);
      piece.number = static_cast<std::uint32_t>(n);
      data.remove_prefix(n);
      cell = piece;
    }
    return push(cell, wake, waited);
  }

  void wake() noexcept {
    if (ring_->waiting.load(std::memory_order_seq_cst) != 0) futex_wake(ring_->head);
  }

 private:
  bool push(const Cell& cell, bool wake, std::int64_t& waited) noexcept {
    while (true) {
      const std::uint32_t tail = ring_->tail.load(std::memory_order_acquire);
      if (head_ - tail < N) break;
      if (head_ - tail > N || waited >= patience_ns_) return false;
      this->wake();
      constexpr std::int64_t kSlice = 2'000'000;
      futex_wait(ring_->tail, tail, kSlice);
      waited += kSlice;
    }
    ring_->cells[head_++ % N] = cell;
    publish(wake);
    return true;
  }
  void publish(bool wake) noexcept {
    ring_->head.store(head_, std::memory_order_seq_cst);
    if (wake) this->wake();
  }

  Ring<N>* ring_;
  std::int64_t patience_ns_;
  std::uint32_t head_ = 0;  // private copy, because an agent can overwrite the shared one
};

template <std::uint32_t N>
class RingReader {
 public:
  explicit RingReader(Ring<N>& ring) noexcept : ring_(&ring) {}

  // kCorrupt: the counters are invalid.
  enum class State { kEmpty, kCell, kCorrupt };
  [[nodiscard]] State state() const noexcept {
    const std::uint32_t size = ring_->head.load(std::memory_order_acquire) - tail_;
    return size == 0 ? State::kEmpty : size <= N ? State::kCell : State::kCorrupt;
  }
  // A copy of the next cell. Precondition: state() is kCell.
  [[nodiscard]] Cell peek() const noexcept { return ring_->cells[tail_ % N]; }
  void pop() noexcept {
    ring_->tail.store(++tail_, std::memory_order_release);
    // A producer that waits for room polls every 2 ms.
  }
  // Sleeps until there is a cell, for at most `timeout_ns`; may return early. Where answers have been
  // arriving within microseconds it spins briefly first, because a wake-up takes longer than that.
  void sleep(std::int64_t timeout_ns) noexcept {
    constexpr std::int64_t kQuick = 40'000;
    const std::int64_t start = wall_clock_ns();
    if (spins_ && watched_tail_ != tail_) {
      watched_tail_ = tail_;  // once per cell
      while (wall_clock_ns() - start < kQuick) {
        for (int i = 0; i < 16; ++i) {
          if (state() != State::kEmpty) return;
          cpu_pause();
        }
      }
    }
    ring_->waiting.store(1, std::memory_order_seq_cst);
    const std::uint32_t head = ring_->head.load(std::memory_order_seq_cst);
    if (head == tail_) futex_wait(ring_->head, head, timeout_ns);
    ring_->waiting.store(0, std::memory_order_relaxed);
    if (state() != State::kEmpty) spins_ = may_spin_ && wall_clock_ns() - start < 3 * kQuick;
  }
  // Off by default; a spinning process takes a core from one that works.
  void may_spin(bool may) noexcept { may_spin_ = may; }

  // The bytes after a message that has been popped; nullopt if they do not arrive or are not data. An honest
  // writer publishes all of it at once where there is room; a hostile one may send a byte now and then.
  // `wait` is called while the next piece is missing: it sleeps briefly, or returns false to give up.
  template <class Wait>
  [[nodiscard]] std::optional<std::string> take_data(std::size_t size, Wait wait) {
    std::string data;
    while (data.size() < size) {
      while (state() == State::kEmpty) {
        if (!wait()) return std::nullopt;
      }
      if (!take_piece(data, size)) return std::nullopt;
    }
    return data;
  }
  // Likewise for a trusted writer; `kPatience` limits the whole.
  [[nodiscard]] std::optional<std::string> take_data(std::size_t size) {
    constexpr std::int64_t kPatience = 10'000'000'000;
    const std::int64_t start = wall_clock_ns();
    return take_data(size, [&] {
      sleep(1'000'000);
      return wall_clock_ns() - start < kPatience;
    });
  }
  // Appends the next piece to `data`, which is to reach `size` bytes; false if it is not data. Precondition:
  // state() is not kEmpty.
  [[nodiscard]] bool take_piece(std::string& data, std::size_t size) {
    if (state() != State::kCell) return false;
    const Cell piece = peek();
    if (piece.kind != CellKind::kData || piece.number == 0 || piece.number > piece.payload.size() ||
        data.size() + piece.number > size)
      return false;
    data.append(reinterpret_cast<const char*>(piece.payload.data()), piece.number);
    pop();
    return true;
  }

 private:
  Ring<N>* ring_;
  std::uint32_t tail_ = 0;
  bool may_spin_ = false;
  bool spins_ = false;
  std::uint32_t watched_tail_ = ~0U;
};

using RequestWriter = RingWriter<kRequestCells>;
using RequestReader = RingReader<kRequestCells>;
using EventWriter = RingWriter<kEventCells>;
using EventReader = RingReader<kEventCells>;

}  // namespace ludex::arena::run
