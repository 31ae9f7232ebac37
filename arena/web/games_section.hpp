// The games of a tournament as a section of a page that needs no server: the same replay, everything inside.
#pragma once

#include <cstddef>
#include <string>

#include "arena/export/replay.hpp"
#include "arena/model/game_record.hpp"

namespace ludex::arena::web {

class GamesSection {
 public:
  // At most about so many bytes.
  explicit GamesSection(std::size_t limit);

  // Game `number` of the log, from 1. False if it does not fit any more: then none does.
  [[nodiscard]] bool add(std::size_t number, const GameRecord& record, const Replay& replay);
  [[nodiscard]] std::size_t games() const noexcept { return games_; }
  // HTML that belongs before the end of the body; `total`: games there are.
  [[nodiscard]] std::string finish(std::size_t total) &&;

 private:
  std::size_t limit_;
  std::size_t games_ = 0;
  std::string list_;
  std::string data_;
};

}  // namespace ludex::arena::web
