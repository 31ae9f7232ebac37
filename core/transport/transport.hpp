// What carries messages between the processes of one run: an interface of its own kind of plug-in, so that no
// library for it is linked to the host. The discipline is that of core/game/game.hpp.
#pragma once

#include <cstdint>

#include "core/abi/params.hpp"
#include "core/abi/types.hpp"

namespace ludex {

// One per plug-in, of static lifetime. A draft (core/README.md, "The boundary"). All methods are called from
// the thread that called open(), and only between open() and close() but for parameters().
//
// The processes were started together by a launcher, which gave each a rank. Messages are blocks of bytes;
// those from one rank to another arrive whole and in the order in which they were sent.
class Transport {
 public:
  static constexpr const char* kInterface = "ludex.draft.transport/1";
  static constexpr std::uint32_t kNobody = 0xFFFFFFFFU;

  // The parameters in the order of documentation; static lifetime.
  [[nodiscard]] virtual const ParamSpec* parameters(std::uint32_t* count) const noexcept = 0;

  // Joins the others; may wait for them. Once a process.
  virtual Status open(TextSink& error) const noexcept = 0;
  [[nodiscard]] virtual std::uint32_t rank() const noexcept = 0;   // below ranks()
  [[nodiscard]] virtual std::uint32_t ranks() const noexcept = 0;  // at least 1

  // Does not wait for the receiver: `bytes` are copied.
  virtual Status send(std::uint32_t to, const char* bytes, std::uint64_t size,
                      TextSink& error) const noexcept = 0;
  // The next message if there is one: written to `message` as a whole, and *from is its sender. Else *from is
  // kNobody. Never waits, but moves on what send() has begun: call it from time to time.
  virtual Status receive(std::uint32_t* from, TextSink& message, TextSink& error) const noexcept = 0;

  // Leaves the others; waits until all call it. No message may be under way.
  virtual Status close(TextSink& error) const noexcept = 0;
  // Ends the processes of all ranks, this one included, with this exit code if the launcher can.
  virtual void abort(int exit_code) const noexcept = 0;

 protected:
  ~Transport() = default;
};

}  // namespace ludex
