#include "arena/faces/export/rules_check.hpp"

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ludex::arena::exports {
namespace {

std::string wrong_end(const GameRecord& record, const char* expected) {
  return fmt::format("ended by '{}' with {}, expected {}", to_text(record.termination), outcome_text(record),
                     expected);
}

// The rules' result of a finished game of more than two players.
GameRecord by_rules(const GameRecord& record, const Position& end) {
  std::array<float, kMaxPlayers> values{};
  end.game().returns(end.state(), values.data());
  GameRecord result;
  result.faults = record.faults;
  set_ranked(result, std::vector<double>(values.begin(), values.begin() + players(record)));
  return result;
}

// Likewise as wrong_ending() for a game of more than two players.
std::string wrong_ranks(const GameRecord& record, const Position& end) {
  if (record.termination == Termination::kNormal) {
    if (!end.over()) return "recorded as ended by the rules, but the rules let it continue";
    const GameRecord right = by_rules(record, end);
    if (right.ranks == record.ranks && right.returns == record.returns) return "";
    return fmt::format("has the ranks {} and the returns {}, it says, and by the rules {} and {}",
                       fmt::join(record.ranks, ", "), fmt::join(record.returns, ", "),
                       fmt::join(right.ranks, ", "), fmt::join(right.returns, ", "));
  }
  if (end.over()) return wrong_end(record, "'normal': by the rules it was over then");
  const bool none = record.outcome == GameResult::kNone;
  switch (record.termination) {
    case Termination::kHostStopped:
      return none ? "" : wrong_end(record, "no result");
    case Termination::kWithdrawn:
      return record.moves.empty() ? "" : wrong_end(record, "no moves");
    case Termination::kPlyLimit:
      return none ? wrong_end(record, "a result") : "";
    default:  // faults
      break;
  }
  if (record.faults.empty() || record.faults.back().reason != record.termination)
    return wrong_end(record, "a fault with this reason");
  if (record.termination == Termination::kIllegalMove && record.faults.back().seat != end.to_move())
    return wrong_end(record, "a fault of the player to move");
  return "";
}

// "" if the record's ending is possible in a game that the rules leave as `status`.
std::string wrong_ending(const GameRecord& record, GameStatus status, Player to_move) {
  const auto should = [&](const char* what) { return wrong_end(record, what); };
  if (record.termination == Termination::kNormal) {
    if (!is_over(status)) return "recorded as ended by the rules, but the rules let it continue";
    if (game_result(status) == record.outcome) return "";
    return fmt::format("ended with {}, it says, and by the rules with {}", to_text(record.outcome),
                       to_text(game_result(status)));
  }
  if (is_over(status)) return should("'normal': by the rules it was over").append(" then");
  switch (record.termination) {
    case Termination::kHostStopped:
      return record.outcome == GameResult::kNone ? "" : should("no result");
    case Termination::kWithdrawn:
      if (record.outcome == GameResult::kDraw) return should("a loss, or no result if both were withdrawn");
      return record.moves.empty() ? "" : should("no moves");
    case Termination::kIllegalMove:
      return record.outcome == loss_of(to_move) ? "" : should("a loss for the player to move");
    case Termination::kAdjudicatedDraw:
      return record.outcome == GameResult::kDraw ? "" : should("a draw");
    case Termination::kAgreedProof:
    case Termination::kOracle:
    case Termination::kPlyLimit:
      return record.outcome != GameResult::kNone ? "" : should("a result");
    default:  // faults
      return record.outcome == loss_of(0) || record.outcome == loss_of(1) ? "" : should("a loss");
  }
}

}  // namespace

Result<void> check_by_rules(const Game& game, const GameRecord& record) {
  const auto failure = [&](const std::string& what) {
    return Error{fmt::format("game '{}': {}", record.id, what)};
  };
  const auto played = replay(game, record);
  if (!played) return Error{played.error()};
  if (record.plies != played->plies.size() && record.termination != Termination::kWithdrawn)
    return failure(fmt::format("says {} plies, and has {}", record.plies, played->plies.size()));
  std::array<std::uint64_t, kMaxPlayers> moves{};
  for (const Ply& ply : played->plies) moves[ply.mover] += ply.opening || ply.random ? 0 : 1;
  for (std::size_t seat = 0; seat < players(record); ++seat) {
    if (record.stats[seat].moves != moves[seat])
      return failure(fmt::format("says that {} chose {} moves, and has {} of its moves", record.agents[seat],
                                 record.stats[seat].moves, moves[seat]));
  }
  const Position end = played->after(played->plies.size());
  if (players(record) != game.traits().players)
    return failure(
        fmt::format("has {} agents, and the game {} players", players(record), game.traits().players));
  if (players(record) > 2) {
    const std::string wrong = wrong_ranks(record, end);
    return wrong.empty() ? Result<void>() : failure(wrong);
  }
  if (const std::string wrong = wrong_ending(record, end.status(), end.over() ? 0 : end.to_move());
      !wrong.empty())
    return failure(wrong);
  return {};
}

}  // namespace ludex::arena::exports
