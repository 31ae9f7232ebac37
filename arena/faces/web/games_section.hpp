// A tournament's games as a page section that needs no server: the same replay, self-contained.
#pragma once

#include <cstddef>
#include <string>

#include "arena/faces/export/replay.hpp"
#include "arena/model/game_record.hpp"

namespace ludex::arena::web {

class GamesSection {
 public:
  // `limit`: approximate maximum size in bytes.
  explicit GamesSection(std::size_t limit);

  // Adds game `number` of the log, from 1. False if it exceeds the limit; then no further game is added.
  [[nodiscard]] bool add(std::size_t number, const GameRecord& record, const exports::Replay& replay);
  [[nodiscard]] std::size_t games() const noexcept { return games_; }
  // HTML to insert before the end of the body; `total`: number of games in the log.
  [[nodiscard]] std::string finish(std::size_t total) &&;

 private:
  std::size_t limit_;
  std::size_t games_ = 0;
  std::string list_;
  std::string data_;
};

}  // namespace ludex::arena::web
