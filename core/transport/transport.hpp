// The transport interface: it carries messages between the processes of one run. It is a plug-in kind of its
// own, so that the host links no message library. It follows the rules stated in core/game/game.hpp.
#pragma once

#include <cstdint>

#include "core/abi/params.hpp"
#include "core/abi/types.hpp"

namespace ludex {

// One per plug-in, of static lifetime. A draft (core/README.md, "The boundary"). Call all methods on the
// thread that called open(), and, except parameters(), only between open() and close().
//
// A launcher started the processes together and gave each a rank. Messages are blocks of bytes; those from
// one rank to another arrive whole and in the order in which they were sent.
class Transport {
 public:
  static constexpr const char* kInterface = "ludex.draft.transport/1";
  static constexpr std::uint32_t kNobody = 0xFFFFFFFFU;

  // The parameters in the order of documentation; static lifetime.
  [[nodiscard]] virtual const ParamSpec* parameters(std::uint32_t* count) const noexcept = 0;

  // Joins the other processes; may wait for them. Once per process.
  virtual Status open(TextSink& error) const noexcept = 0;
  [[nodiscard]] virtual std::uint32_t rank() const noexcept = 0;   // below ranks()
  [[nodiscard]] virtual std::uint32_t ranks() const noexcept = 0;  // at least 1

  // Does not wait for the receiver: `bytes` are copied.
  virtual Status send(std::uint32_t to, const char* bytes, std::uint64_t size,
                      TextSink& error) const noexcept = 0;
  // Writes the next message to `message` as a whole, and its sender to *from. If there is none, *from is
  // kNobody. Never waits, but advances pending sends: call it from time to time.
  virtual Status receive(std::uint32_t* from, TextSink& message, TextSink& error) const noexcept = 0;

  // Leaves the others; waits until all call it. No message may be in transit.
  virtual Status close(TextSink& error) const noexcept = 0;
  // Ends the processes of all ranks, this one included, with this exit code if the launcher can.
  virtual void abort(int exit_code) const noexcept = 0;

 protected:
  ~Transport() = default;
};

}  // namespace ludex
