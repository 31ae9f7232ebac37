// Messages between host and worker, with both in one process.
#include "arena/run/worker/shared_block.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <doctest/doctest.h>

namespace ludex::arena {

using namespace run;
namespace {

constexpr std::uint32_t kCells = 8;
using State = RingReader<kCells>::State;

Cell message(std::size_t size) {
  Cell cell;
  cell.kind = CellKind::kFault;
  cell.number = static_cast<std::uint32_t>(size);
  return cell;
}

}  // namespace

TEST_CASE("a message and its data are seen together, or not at all") {
  const auto ring = std::make_unique<Ring<kCells>>();
  RingWriter<kCells> writer(*ring);
  RingReader<kCells> reader(*ring);
  const std::string text(200, 'x');  // four cells
  std::thread other([&] { CHECK(writer.push(message(text.size()), text, true)); });
  while (reader.state() == State::kEmpty) std::this_thread::yield();
  CHECK(ring->head.load() == 5);
  reader.pop();
  CHECK(reader.take_data(text.size()) == text);
  other.join();
}

TEST_CASE("messages longer than the ring, and many of them") {
  const auto ring = std::make_unique<Ring<kCells>>();
  std::string text;
  for (int i = 0; i < 300; ++i) text += std::to_string(i);
  constexpr std::size_t kMessages = 200;
  std::thread other([&] {
    RingWriter<kCells> writer(*ring);
    for (std::size_t i = 0; i < kMessages; ++i)
      CHECK(writer.push(message(text.size() - i), text.substr(i), i % 2 == 0));
    writer.wake();
  });
  RingReader<kCells> reader(*ring);
  // Not take_data(), which does not wait for ever.
  const auto next = [&] {
    while (reader.state() == State::kEmpty) reader.sleep(1'000'000);
    const Cell cell = reader.peek();
    reader.pop();
    return cell;
  };
  for (std::size_t i = 0; i < kMessages; ++i) {
    const Cell head = next();
    REQUIRE(head.kind == CellKind::kFault);
    std::string data;
    while (data.size() < head.number) {
      const Cell piece = next();
      REQUIRE(piece.kind == CellKind::kData);
      data.append(reinterpret_cast<const char*>(piece.payload.data()), piece.number);
    }
    CHECK(data == text.substr(i));
  }
  other.join();
}

// Its writer may be an agent that sends a byte now and then: who reads says how long.
TEST_CASE("a text that trickles is waited for as long as its reader wants, and no longer") {
  const auto ring = std::make_unique<Ring<kCells>>();
  RingWriter<kCells> writer(*ring);
  RingReader<kCells> reader(*ring);
  Cell piece;
  piece.kind = CellKind::kData;
  piece.number = 1;
  piece.payload[0] = std::byte{'x'};
  const auto with = [&](int moments) {
    int asked = 0;
    return reader.take_data(4, [&] {
      if (++asked > moments) return false;
      return writer.push(piece, false);
    });
  };
  CHECK(with(4) == "xxxx");
  CHECK(with(3) == std::nullopt);
  // In parts, for who does not wait.
  std::string text;
  CHECK_FALSE(reader.take_piece(text, 2));
  REQUIRE(writer.push(piece, false));
  CHECK(reader.take_piece(text, 2));
  CHECK(text == "x");
  REQUIRE(writer.push(message(0), false));
  CHECK_FALSE(reader.take_piece(text, 2));
}

TEST_CASE("a message has one patience, whatever is read of it meanwhile") {
  const auto ring = std::make_unique<Ring<kCells>>();
  RingWriter<kCells> writer(*ring, 10'000'000);  // five looks
  for (std::uint32_t i = 0; i < kCells; ++i) REQUIRE(writer.push(message(0), false));
  // Makes room for one cell of ten at each second look.
  std::atomic<bool> stop = false;
  std::uint32_t given = 0;
  std::thread other([&] {
    while (!stop) {
      if (ring->head.load() == kCells + given) ring->tail.store(++given);
      std::this_thread::sleep_for(std::chrono::milliseconds(4));
    }
  });
  CHECK_FALSE(writer.push(message(560), std::string(560, 'x'), true));
  stop = true;
  other.join();
}

// The consumer is an agent's process, which may overwrite everything.
TEST_CASE("a ring that makes no sense, or is never read, is not waited for without end") {
  const auto ring = std::make_unique<Ring<kCells>>();
  RingWriter<kCells> writer(*ring, 10'000'000);
  ring->tail.store(0xA5A5A5A5);
  CHECK_FALSE(writer.push(message(0), true));
  CHECK_FALSE(writer.push(message(200), std::string(200, 'x'), true));
  ring->tail.store(0);
  for (std::uint32_t i = 0; i < kCells; ++i) REQUIRE(writer.push(message(0), false));
  CHECK_FALSE(writer.push(message(0), true));
  ring->tail.store(1);
  CHECK(writer.push(message(0), true));
}

}  // namespace ludex::arena
