// The loop that all trainings by self-play share: blocks of games, progress, checkpoints, resumption.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "agents/common/model/model_file.hpp"
#include "core/abi/params.hpp"
#include "core/abi/text.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/result.hpp"
#include "plugins/studies/learning/checkpoint.hpp"

namespace ludex::studies::learning {

// The yield of a block of games.
struct Block {
  std::uint64_t games = 0;  // that count: numbers first .. first + games - 1
  std::uint64_t plies = 0;
  std::uint64_t positions = 0;
  std::string quality = {};  // for people: "error 0.0123"
};

// A method of learning, with the weights that it has learned so far.
class Method {
 public:
  virtual ~Method() = default;
  // The settings that decide what is learned. A resumed run must have the same.
  [[nodiscard]] virtual std::string settings() const = 0;
  // Games between two lines of progress.
  [[nodiscard]] virtual std::uint64_t block() const = 0;
  // Plays up to `count` games, of which number n is a function of the weights and n, and learns from them.
  // When the task is stopped, the games that do not count have not changed anything.
  virtual Block play(std::uint64_t first, std::uint64_t count) = 0;
  // Everything but the number of games and positions, and back. False: the arrays are not this method's.
  virtual void save(Checkpoint& to) const = 0;
  [[nodiscard]] virtual bool restore(Checkpoint&& from) = 0;
  [[nodiscard]] virtual agents::model::StoredModel model() const = 0;
};

// games, seconds, threads, seed and name, then those of the method.
[[nodiscard]] std::vector<ParamSpec> with_training_parameters(std::span<const ParamSpec> own,
                                                              const char* games);

// "name=1 other=0.5": parameters of a task as Method::settings() wants them.
[[nodiscard]] std::string settings_text(const ParamValues& values, std::span<const char* const> integers,
                                        std::span<const char* const> reals);

// Why no method can learn this game.
[[nodiscard]] Result<void> can_learn(const StudyTask& task);

// Plays blocks until there are `games` of them, `seconds` are over, or the task is stopped. model.ludex and
// learner.state in the task's folder are written then and once a minute.
Result<void> train(const StudyTask& task, Method& method, TextSink& progress);

}  // namespace ludex::studies::learning
