// What ludex.uci/1 and ludex.gtp/1 promise of one position, for the contract of the games and for the
// fuzzers.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/abi/text.hpp"
#include "core/game/extensions.hpp"
#include "core/game/position.hpp"

namespace ludex::tests {

namespace protocol_contract {

// Whether `read(text, move, error)` takes `text` for one of `moves` or refuses it and says why.
template <class F>
[[nodiscard]] std::string any_text(std::string_view text, const std::vector<Move>& moves, F&& read) {
  const std::vector<char> bytes(text.begin(), text.end());  // a sanitizer sees a step beyond the end
  Move move = kNoMove;
  StringSink error;
  const Status status = read(std::string_view(bytes.data(), bytes.size()), &move, error);
  if (status == Status::kOk && std::find(moves.begin(), moves.end(), move) == moves.end())
    return "a text is read as a move that is not legal";
  if (status == Status::kInvalidArgument && error.text().empty()) return "a text is refused without a reason";
  if (status != Status::kOk && status != Status::kInvalidArgument) return "a text is not refused, but fails";
  return "";
}

// Whether every move has a text of its own, one word, that is read as the move; and what `any_text` asks.
template <class Write, class Read>
[[nodiscard]] std::string moves_violation(const std::vector<Move>& moves, std::string_view any, Write&& write,
                                          Read&& read) {
  std::vector<std::string> texts;
  for (const Move move : moves) {
    StringSink out;
    write(move, out);
    texts.push_back(out.take());
    const std::string& text = texts.back();
    if (text.empty() || text.find_first_of(" \t\r\n") != std::string::npos)
      return "the text of a move is no word: '" + text + "'";
    Move again = kNoMove;
    StringSink error;
    if (read(std::string_view(text), &again, error) != Status::kOk || again != move)
      return "the text of a move is not read as the move: '" + text + "' " + error.take();
  }
  std::sort(texts.begin(), texts.end());
  if (const auto same = std::adjacent_find(texts.begin(), texts.end()); same != texts.end())
    return "two moves have one text: '" + *same + "'";
  return any_text(any, moves, read);
}

[[nodiscard]] inline std::string uci_violation(const Game& game, const Uci& uci, UciDialect dialect,
                                               const Position& position, const std::vector<Move>& moves,
                                               std::string_view any) {
  const auto reread = [&](std::string_view text, Position& into, StringSink& error) {
    const std::vector<char> bytes(text.begin(), text.end());
    return uci.read_position(bytes.data(), bytes.size(), dialect, into.state(), error);
  };
  StringSink written;
  uci.write_position(position.state(), dialect, written);
  Position again(game);
  StringSink error;
  if (reread(written.text(), again, error) != Status::kOk)
    return "the text of the position is refused: '" + written.take() + "' " + error.take();
  // A FEN does not tell how many plies a position that was set up has behind it.
  StringSink rewritten;
  uci.write_position(again.state(), dialect, rewritten);
  if (again.hash() != position.hash() || again.status() != position.status() ||
      again.to_move() != position.to_move() || rewritten.text() != written.text())
    return "the text of the position is read as another: '" + written.take() + "' as " + again.text();
  Position other(game);
  const std::string before = other.text();
  const Status status = reread(any, other, error);
  if (status == Status::kInvalidArgument && (error.text().empty() || other.text() != before))
    return "a position is refused without a reason, or has been touched";
  if (status != Status::kOk && status != Status::kInvalidArgument) return "reading a position fails";
  if (status == Status::kOk) {
    StringSink theirs;
    uci.write_position(other.state(), dialect, theirs);
    if (reread(theirs.text(), again, error) != Status::kOk || again.hash() != other.hash())
      return "a position that was read is not written so that it is read again: '" + theirs.take() + "'";
  }
  return moves_violation(
      moves, any, [&](Move move, StringSink& out) { uci.write_move(position.state(), move, dialect, out); },
      [&](std::string_view text, Move* move, StringSink& out) {
        return uci.read_move(position.state(), dialect, text.data(), text.size(), move, out);
      });
}

}  // namespace protocol_contract

// What is wrong, or "". `any`: any text at all, which must be refused or be read as something legal. `moves`
// are the legal moves of `position`.
[[nodiscard]] inline std::string protocol_violation(const Game& game, const Position& position,
                                                    const std::vector<Move>& moves, std::string_view any) {
  using namespace protocol_contract;
  if (const auto* uci = find<Uci>(game)) {
    for (const UciDialect dialect : {UciDialect::kUci, UciDialect::kUsi}) {
      if (!uci->speaks(dialect)) continue;
      const std::string violation = uci_violation(game, *uci, dialect, position, moves, any);
      if (!violation.empty()) return (dialect == UciDialect::kUci ? "UCI: " : "USI: ") + violation;
    }
  }
  if (const auto* gtp = find<Gtp>(game)) {
    if (const char color = gtp->color(position.state()); color != 'b' && color != 'w')
      return "GTP: the colour is neither b nor w";
    StringSink setup;
    StringSink error;
    const Status status = gtp->write_setup(position.state(), setup, error);
    if (status == Status::kOk ? setup.text().rfind("boardsize ", 0) != 0 : error.text().empty())
      return "GTP: neither a setup nor a reason: '" + setup.take() + "'";
    const std::string violation = moves_violation(
        moves, any, [&](Move move, StringSink& out) { gtp->write_move(position.state(), move, out); },
        [&](std::string_view text, Move* move, StringSink& out) {
          return gtp->read_move(position.state(), text.data(), text.size(), move, out);
        });
    if (!violation.empty()) return "GTP: " + violation;
  }
  return "";
}

}  // namespace ludex::tests
