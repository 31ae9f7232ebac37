// The checks that every request passes first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/faces/web/http_server.hpp"

namespace ludex::arena::web {

// Immutable, hence thread-safe.
class Gate {
 public:
  // `token` is empty if everyone who can reach the address has access.
  Gate(std::string address, std::uint16_t port, std::string token)
      : address_(std::move(address)), port_(port), token_(std::move(token)) {}

  // The refusal of a request, or the redirection that sets the cookie; no value if it may be answered.
  [[nodiscard]] std::optional<Response> refused(const Request& request) const;

 private:
  [[nodiscard]] bool is_own_host(std::string_view host) const;

  std::string address_;
  std::uint16_t port_;
  std::string token_;
};

// An error as JSON.
[[nodiscard]] Response failed(unsigned status, const std::string& why);

}  // namespace ludex::arena::web
