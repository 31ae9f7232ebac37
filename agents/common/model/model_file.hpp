// The file of a model: a header of text lines, then the weights.
//
//   ludex-model 1
//   kind tuples
//   game connect-k:width=7              as the trainer was told, for people
//   start 7/7/7/7/7/7 x                 the initial position
//   shape 42 6 7 numbers 0 codes 3      sites, rows, columns; numbers; codes of each layer
//   trained 1234567 positions ...       a note
//   tuple 0 1 7 8                       lines of the kind
//   weights 6562
//   (that many floats, little-endian, and 8 bytes of FNV-1a of all before them)
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/game/game.hpp"
#include "core/util/result.hpp"

namespace ludex::agents::model {

// The content of a file: a model of any kind, as it was written.
struct StoredModel {
  std::string kind;
  std::string game;  // "connect-k:width=7"
  std::string note;
  std::vector<std::string> lines = {};  // of the kind; none begins with "weights "
  std::vector<float> weights = {};
};

// Replaces the file only when all is written. The game has ludex.draft.features/1, else an error.
[[nodiscard]] Result<void> write_model(const std::filesystem::path& path, const Game& game,
                                       const StoredModel& model);

// Errors name the file: it cannot be read, is cut short or damaged, has a weight that is no number, or was
// made for another game (then with both initial positions).
[[nodiscard]] Result<StoredModel> read_model(const std::filesystem::path& path, const Game& game);

}  // namespace ludex::agents::model
