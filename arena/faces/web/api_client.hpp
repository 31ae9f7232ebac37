// A POST to /api/requests as a client of the API (arena/faces/api).
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "arena/faces/api/server.hpp"
#include "arena/faces/web/http_server.hpp"

namespace ludex::arena::web {

// Whether the request is a search or a game, whose answer is a stream of lines.
[[nodiscard]] bool takes_long(std::string_view request);

// Its answer is one JSON document, with status 400 if it is an error; or lines as they come. A client that
// disconnects ends its searches. `server` must outlive it.
class ApiClient final : public api::Client {
 public:
  [[nodiscard]] static std::shared_ptr<ApiClient> of(api::Server& server, ExchangePtr exchange, bool streams);

  void say(const std::string& line, bool last) override;
  [[nodiscard]] bool waits() override { return false; }

 private:
  explicit ApiClient(ExchangePtr exchange) : exchange_(std::move(exchange)) {}

  ExchangePtr exchange_;
  std::shared_ptr<Stream> stream_;  // null: one document
};

}  // namespace ludex::arena::web
