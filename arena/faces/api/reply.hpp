// The answers to one request.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "arena/faces/api/json.hpp"
#include "arena/faces/api/refusal.hpp"

namespace ludex::arena::api {

// Whoever asks. Called by several threads.
class Client {
 public:
  virtual ~Client() = default;
  // A line without its end. `last`: of its request. May block while the client does not read.
  virtual void say(const std::string& line, bool last) = 0;
  // Called several times a second while a search waits for room in the queue. False: it does not wait, or has
  // gone.
  [[nodiscard]] virtual bool waits() = 0;
};

// Thread-safe. Ends after `parts` results and errors.
class Reply {
 public:
  Reply(std::shared_ptr<Client> client, Json id, std::string action, std::size_t parts = 1)
      : client_(std::move(client)), id_(std::move(id)), action_(std::move(action)), left_(parts) {}

  void result(Json result, std::optional<std::size_t> turn = std::nullopt) {
    say("result", std::move(result), turn, --left_ == 0);
  }
  void update(Json update, std::optional<std::size_t> turn = std::nullopt) {
    say("update", std::move(update), turn, false);
  }
  void error(const Refusal& refusal, std::optional<std::size_t> turn = std::nullopt) {
    Json json{{"id", id_}};
    if (turn) json["turn"] = *turn;
    json["error"] = refusal.json();
    client_->say(json.dump(), --left_ == 0);
  }

 private:
  void say(const char* key, Json value, std::optional<std::size_t> turn, bool last) {
    Json json{{"id", id_}, {"action", action_}};
    if (turn) json["turn"] = *turn;
    json[key] = std::move(value);
    client_->say(json.dump(), last);
  }

  std::shared_ptr<Client> client_;
  Json id_;
  std::string action_;
  std::atomic<std::size_t> left_;
};

}  // namespace ludex::arena::api
