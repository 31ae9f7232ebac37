// What `ludex serve` answers: the page, and the JSON API of README.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arena/host/registry.hpp"
#include "arena/web/http_server.hpp"
#include "arena/web/sessions.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::web {

struct ServiceOptions {
  std::vector<std::string> results;  // folders
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;  // 0: any free one
  std::string token;          // empty: everybody who reaches the address may look
  bool allow_texts = false;   // parameters of agents that are text may be set from the page
  ServerLimits limits = {};
  SessionLimits sessions = {};
};

class Service {
 public:
  // Listens; nothing is answered before run().
  [[nodiscard]] static Result<std::unique_ptr<Service>> make(ServiceOptions options, Registry registry);
  virtual ~Service() = default;

  [[nodiscard]] virtual std::uint16_t port() const noexcept = 0;
  // Until `stop` says so; it is asked several times a second.
  virtual void run(const std::function<bool()>& stop) = 0;
};

// Whether the address reaches this machine alone.
[[nodiscard]] bool is_loopback(const std::string& address) noexcept;

}  // namespace ludex::arena::web
