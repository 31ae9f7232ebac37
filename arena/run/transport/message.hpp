// Messages between ranks as bytes: a kind, then numbers and texts in sequence. Both ends are the same build
// (greeting.hpp), so there is no version; numbers are in native byte order.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "arena/model/per_seat.hpp"

namespace ludex::arena::run {

enum class MessageKind : std::uint8_t {
  // Host to rank.
  kGreeting,  // text: Greeting
  kStart,     // u32 slots, u8 whether to measure reference_seconds()
  kGames,     // u32 n, n times: GameOrder, then a text per seat: pack() of its GameTask::params
  kQuit,      // abandons the games in progress
  // Rank to host.
  kAnswer,    // text: Answer
  kReady,     // double reference seconds, 0: not measured
  kRecords,   // u64 total games it accepts, u32 n, n times: u64 index, text line of the log
  kFailed,    // text: the reason why this rank cannot continue
  kFarewell,  // the rank's last message
};

class MessageWriter {
 public:
  explicit MessageWriter(MessageKind kind) { put(kind); }

  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put_text(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    bytes_.append(text);
  }
  [[nodiscard]] const std::string& bytes() const noexcept { return bytes_; }

 private:
  std::string bytes_;
};

// After a read beyond the end, ok() is false and everything read is 0 or "".
class MessageReader {
 public:
  explicit MessageReader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  T get() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    if (rest_.size() < sizeof value) return fail(), value;
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
    return value;
  }
  std::string_view get_text() {
    const auto size = get<std::uint64_t>();
    if (size > rest_.size()) return fail(), std::string_view();
    const std::string_view text = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return text;
  }
  [[nodiscard]] bool ok() const noexcept { return ok_; }

 private:
  void fail() noexcept {
    ok_ = false;
    rest_ = {};
  }

  std::string_view rest_;
  bool ok_ = true;
};

// One game to be played. The rest of its task follows from the specification.
struct GameOrder {
  std::uint64_t index;
  std::uint32_t game;
  PerSeat<std::uint32_t> agents;
  std::uint32_t round;
  char spec_hash[16];  // not terminated
};

}  // namespace ludex::arena::run
