// Answers of `ludex serve`: the page, and the JSON API of docs/reference/http.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arena/faces/web/http_server.hpp"
#include "arena/faces/web/sessions.hpp"
#include "arena/host/plugins/registry.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::web {

struct ServiceOptions {
  std::vector<std::string> results;  // folders
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;  // 0: any free one
  std::string token;          // empty: everyone who can reach the address has access
  bool allow_texts = false;   // the page may set agents' text parameters
  ServerLimits limits = {};
  SessionLimits sessions = {};
};

class Service {
 public:
  // Listens; requests are answered only in run().
  [[nodiscard]] static Result<std::unique_ptr<Service>> make(ServiceOptions options, host::Registry registry);
  virtual ~Service() = default;

  [[nodiscard]] virtual std::uint16_t port() const noexcept = 0;
  // Runs until `stop`, called several times a second, returns true.
  virtual void run(const std::function<bool()>& stop) = 0;
};

// Whether the address is reachable from this machine only.
[[nodiscard]] bool is_loopback(const std::string& address) noexcept;

}  // namespace ludex::arena::web
