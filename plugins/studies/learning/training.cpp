#include "plugins/studies/learning/training.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "agents/common/model/observed.hpp"
#include "core/abi/host.hpp"
#include "core/abi/schema.hpp"
#include "core/game/draft/features.hpp"
#include "core/util/clock.hpp"

namespace ludex::studies::learning {
namespace {

constexpr double kSecondsBetweenCheckpoints = 60;

double now() {
  return static_cast<double>(wall_clock_ns()) * 1e-9;
}

class Training {
 public:
  Training(const StudyTask& task, Method& method)
      : task_(task), method_(method), folder_(task.folder), settings_(method.settings()) {}

  Result<void> run(TextSink& progress) {
    if (Result<void> resumed = resume(progress); !resumed) return resumed;
    const auto wanted = static_cast<std::uint64_t>(task_.values.integer("games"));
    const auto limit = static_cast<double>(task_.values.integer("seconds"));
    const double start = now();
    double saved = start;
    while (games_ < wanted && !task_.stopped() && (limit == 0 || now() - start < limit)) {
      const double begin = now();
      const Block block = method_.play(games_, std::min(method_.block(), wanted - games_));
      if (block.games == 0) break;
      games_ += block.games;
      positions_ += block.positions;
      progress.write(line(block, now() - begin));
      if (now() - saved < kSecondsBetweenCheckpoints) continue;
      if (Result<void> written = save(); !written) return written;
      saved = now();
    }
    return save();
  }

 private:
  [[nodiscard]] std::string line(const Block& block, double took) const {
    const auto games = static_cast<double>(block.games);
    std::array<char, 160> text{};
    std::snprintf(text.data(), text.size(), "%llu games, %.3g games/s, %.1f plies a game, ",
                  static_cast<unsigned long long>(games_), games / took,
                  static_cast<double>(block.plies) / games);
    return text.data() + block.quality + "\n";
  }

  [[nodiscard]] std::filesystem::path state_file() const { return folder_ / "learner.state"; }
  Result<void> resume(TextSink& progress) {
    if (!std::filesystem::exists(state_file())) return {};
    Result<Checkpoint> read = read_checkpoint(state_file());
    if (!read) return Error{read.error()};
    const std::string theirs = read->settings;
    games_ = read->games;
    positions_ = read->positions;
    if (theirs != settings_ || !method_.restore(std::move(*read)))
      return Error{state_file().string() + " belongs to another training (" + theirs +
                   "); these settings are " + settings_ + ": choose another folder"};
    progress.write("goes on after " + std::to_string(games_) + " games\n");
    return {};
  }
  Result<void> save() {
    Checkpoint checkpoint{settings_, games_, positions_};
    method_.save(checkpoint);
    if (Result<void> written = write_checkpoint(state_file(), checkpoint); !written) return written;
    agents::model::StoredModel model = method_.model();
    model.game = task_.values.text("name");
    model.note =
        std::to_string(games_) + " games, " + std::to_string(positions_) + " positions, " + settings_;
    return agents::model::write_model(folder_ / "model.ludex", *task_.game, model);
  }

  const StudyTask& task_;
  Method& method_;
  std::filesystem::path folder_;
  std::string settings_;
  std::uint64_t games_ = 0;
  std::uint64_t positions_ = 0;
};

}  // namespace

std::vector<ParamSpec> with_training_parameters(std::span<const ParamSpec> own, const char* games) {
  std::vector<ParamSpec> all{
      params::integer("games", games, 1, 1e12, "games of the whole training, those of earlier runs included"),
      params::integer("seconds", "0", 0, 1e9, "stops after so many seconds of this run; 0: no limit"),
      params::integer("threads", "1", 1, 256, "threads that play"),
      params::integer("seed", "1", 0, 1e18, "of everything that is drawn at random"),
      params::text("name", "", "the game's text, for the model file"),
  };
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

std::string settings_text(const ParamValues& values, std::span<const char* const> integers,
                          std::span<const char* const> reals) {
  std::string text;
  for (const char* name : integers)
    text += std::string(name) + "=" + std::to_string(values.integer(name)) + " ";
  for (const char* name : reals) text += std::string(name) + "=" + std::to_string(values.real(name)) + " ";
  text.pop_back();
  return text;
}

Result<void> can_learn(const StudyTask& task) {
  const auto* const features = find<Features>(*task.game);
  if (features == nullptr)
    return Error{"the game does not offer ludex.draft.features/1: nothing to learn from"};
  if (task.game->traits().players < 2) return Error{"learns games of two and more players"};
  if (!agents::model::fits(features->shape())) return Error{"the game's observations are too large"};
  return {};
}

Result<void> train(const StudyTask& task, Method& method, TextSink& progress) {
  return Training(task, method).run(progress);
}

}  // namespace ludex::studies::learning
