// Writes the games of a log in the formats of other programs.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "arena/faces/export/replay.hpp"
#include "arena/model/game_record.hpp"
#include "core/game/position.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::exports {

// Comments on moves: none; value, depth and time as engine managers write them ("+0.24/12 1.5s"); or the
// commands [%eval] and [%emt] of analysis sites, for PGN.
enum class MoveComments { kNone, kText, kCommands };

// Information that the log does not repeat for each game.
struct ExportContext {
  std::string event;                                                   // the tournament's name; may be empty
  std::string date;                                                    // "2026-01-31"; may be empty
  std::map<std::string, std::string, std::less<>> time_controls = {};  // by agent, in PGN notation
  MoveComments comments = MoveComments::kText;
};

// Reads run.json and spec.yaml of a run's folder; empty where they are missing.
[[nodiscard]] ExportContext export_context(const std::string& folder);

// PGN (standard of 1994). The first player is White, whatever its colour, as rating programs assume. Moves
// are in short algebraic notation where the game has it (ludex.draft.san/1), else the game's own texts; the
// tag Variant then names the game. Both games of a pair have the same Round and OpeningId (a digest of label,
// position and opening). An error for more than two players.
[[nodiscard]] Result<std::string> to_pgn(const GameRecord& record, const Replay& replay,
                                         const ExportContext& context);

// SGF (FF[4]). An error if the format has no number for the game, or for more than two players.
[[nodiscard]] Result<std::string> to_sgf(const GameRecord& record, const Replay& replay,
                                         const ExportContext& context);

// One line per game, `white,black,result` first, as `ludex rate` reads it; needs no rules.
[[nodiscard]] std::string games_csv_head();
[[nodiscard]] std::string to_games_csv(const GameRecord& record);
// Likewise if a game has more than two players, `players` at most:
// `player1,player2,...,rank1,...,return1,...` first. The columns of seats that a game does not have are
// empty.
[[nodiscard]] std::string ranked_csv_head(std::size_t players);
[[nodiscard]] std::string to_ranked_csv(const GameRecord& record, std::size_t players);
// One line per move.
[[nodiscard]] std::string moves_csv_head();
[[nodiscard]] std::string to_moves_csv(const GameRecord& record, const Replay& replay);

}  // namespace ludex::arena::exports
