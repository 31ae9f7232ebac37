// Connects a process of a run with the others: a transport, without its binary interface.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "arena/host/plugins/registry.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::run {

// Used by one thread. The rules of core/transport/transport.hpp apply.
class Link {
 public:
  struct Message {
    std::uint32_t from = 0;
    std::string bytes;
  };

  virtual ~Link() = default;

  [[nodiscard]] virtual std::uint32_t rank() const noexcept = 0;
  [[nodiscard]] virtual std::uint32_t ranks() const noexcept = 0;
  virtual Result<void> send(std::uint32_t to, std::string_view bytes) = 0;
  // False if there is none.
  [[nodiscard]] virtual Result<bool> receive(Message& message) = 0;
  virtual Result<void> close() = 0;
  virtual void abort(int exit_code) noexcept = 0;
};

// Waits for the next message for at most `seconds`, polling at least every 2 ms.
[[nodiscard]] Result<bool> wait_for_message(Link& link, Link::Message& message, double seconds);

// The transport whose launcher has started this process, according to the environment: "mpi", or "" if there
// is none or it started only one process.
[[nodiscard]] std::string launcher_transport();

// Opens the transport plug-in of that id. The error names what is missing.
[[nodiscard]] Result<std::unique_ptr<Link>> open_link(host::Registry& registry, const std::string& id);

}  // namespace ludex::arena::run
