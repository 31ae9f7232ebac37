// Positions and games as JSON for the page: drawings, cells, legal moves, the agents' reports.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "arena/faces/api/position.hpp"
#include "arena/faces/export/replay.hpp"
#include "arena/model/game_record.hpp"
#include "core/game/position.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::web {

// {"game", "position", "to_move", "status", "board": {"svg"} or {"text"}, "cells": [[name, x, y, w, h]...],
//  "sides": [{"name", "colour"}...] or null,
//  "moves": [{"move", "cells"}...] so far, "legal": [{"move", "cells"}...]}
[[nodiscard]] Result<std::string> position_json(const Game& game, const api::Played& played);

// {"start", "sides", "moves": [{"move", "mover", "opening", "value", "unit", "bound", "cpu_us", ...}],
//  "status", and of the record "agents", "game", "outcome", "termination", "note", ...}
[[nodiscard]] std::string game_json(const GameRecord& record, const exports::Replay& replay);

// The boards after `from`, from + 1, ... plies, at most `count`: the first whole, as lines, each other as
// changes to the one before: {"from", "first": [line...], "steps": [[[skip, remove, line...]...]...]}. A
// change skips `skip` lines, removes `remove` lines and inserts the given ones.
[[nodiscard]] std::string boards_json(const exports::Replay& replay, std::size_t from, std::size_t count);

// Public for tests.
using Lines = std::vector<std::string>;
struct Change {
  std::size_t skip = 0;
  std::size_t remove = 0;
  Lines put;
};
[[nodiscard]] std::vector<Change> changes(const Lines& before, const Lines& after);
[[nodiscard]] Lines changed(const Lines& before, const std::vector<Change>& list);

}  // namespace ludex::arena::web
