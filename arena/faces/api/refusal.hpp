// The reason why a request is not answered, as the client gets it.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "arena/faces/api/json.hpp"

namespace ludex::arena::api {

// Thrown within this room and by whoever reads requests with it. `code` is one of schema.json, of static
// lifetime.
class Refusal : public std::runtime_error {
 public:
  Refusal(const char* code, const std::string& message, std::string expected, std::string advice)
      : std::runtime_error(message),
        code_(code),
        expected_(std::move(expected)),
        advice_(std::move(advice)) {}

  // Names the key of the request that is at fault: "budget.nodes".
  [[nodiscard]] Refusal in(std::string key) && {
    key_ = std::move(key);
    return std::move(*this);
  }
  [[nodiscard]] const char* code() const noexcept { return code_; }

  // {"code", "message", "expected", "advice", "key"}; the last only if a key is at fault.
  [[nodiscard]] Json json() const {
    Json json{{"code", code_}, {"message", what()}, {"expected", expected_}, {"advice", advice_}};
    if (!key_.empty()) json["key"] = key_;
    return json;
  }

 private:
  const char* code_;
  std::string expected_;
  std::string advice_;
  std::string key_;
};

}  // namespace ludex::arena::api
