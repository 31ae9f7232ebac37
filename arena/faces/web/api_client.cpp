#include "arena/faces/web/api_client.hpp"

#include <utility>

#include "arena/faces/web/json.hpp"

namespace ludex::arena::web {

bool takes_long(std::string_view request) {
  const Json json = Json::parse_if_valid(request).value_or(nullptr);
  const Json* const action = json.find("action");
  return action != nullptr && (*action == Json("analyze") || *action == Json("play"));
}

std::shared_ptr<ApiClient> ApiClient::of(api::Server& server, ExchangePtr exchange, bool streams) {
  std::shared_ptr<ApiClient> client(new ApiClient(std::move(exchange)));
  if (streams) {
    client->stream_ =
        client->exchange_->stream("application/x-ndjson", [&server, weak = std::weak_ptr(client)] {
          if (const auto known = weak.lock()) server.leave(*known);
        });
  }
  return client;
}

void ApiClient::say(const std::string& line, bool last) {
  if (stream_ == nullptr) {
    const bool error = Json::parse(line).contains("error");
    return exchange_->answer({error ? 400U : 200U, "application/json", line});
  }
  static_cast<void>(stream_->write(std::make_shared<std::string>(line + "\n")));
  if (last) stream_->close();
}

}  // namespace ludex::arena::web
