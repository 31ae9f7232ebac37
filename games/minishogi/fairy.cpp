// Positions and moves in Fairy-Stockfish's UCI notation: the texts of SFEN and USI with the squares, sides
// and hands of chess notation.
#include <string>
#include <string_view>

#include "games/common/fen.hpp"
#include "games/minishogi/rules.hpp"

namespace ludex::games::minishogi {
namespace {

// "5e" is "a1".
std::string fairy_square(std::string_view usi) {
  return {static_cast<char>('a' + ('5' - usi[0])), static_cast<char>('1' + ('e' - usi[1]))};
}
// Any two characters; an invalid square becomes an invalid square of USI.
std::string usi_square(std::string_view fairy) {
  return {static_cast<char>('5' - (fairy[0] - 'a')), static_cast<char>('e' - (fairy[1] - '1'))};
}
Error expected(std::string_view text) {
  return {"'" + std::string(text) + "' is not a move; expected for example a2a3, a4a5+ or P@c3"};
}

}  // namespace

std::string to_uci(Move move) {
  const std::string usi = to_usi(move);
  if (usi[1] == '*') return std::string{usi[0], '@'} + fairy_square(std::string_view(usi).substr(2));
  return fairy_square(usi) + fairy_square(std::string_view(usi).substr(2)) + usi.substr(4);
}

Result<Move> from_uci(const Position& p, std::string_view text) {
  if (text.size() < 4 || text.size() > 5) return expected(text);
  const bool drop = text[1] == '@';
  const std::string usi =
      drop ? std::string{text[0], '*'} + usi_square(text.substr(2)) + std::string(text.substr(4))
           : usi_square(text) + usi_square(text.substr(2)) + std::string(text.substr(4));
  const auto move = from_usi(p, usi);
  if (!move) return expected(text);
  return move;
}

std::string to_fen(const Position& p) {
  const std::string sfen = to_sfen(p);
  const auto fields = fen::fields(sfen);
  std::string hands;
  for (std::size_t i = 0; i < fields[2].size(); ++i) {
    // A number before a letter is always 2.
    if (fields[2][i] == '2') hands += fields[2][++i];
    hands += fields[2][i];
  }
  return std::string(fields[0]) + '[' + hands + (p.mover == 0 ? "] w 0 " : "] b 0 ") +
         std::to_string(p.ply / 2 + 1);
}

Result<Position> from_fen(std::string_view text, unsigned max_plies) {
  const auto fields = fen::fields(text);
  const auto open = fields.empty() ? std::string_view::npos : fields[0].find('[');
  if (fields.size() < 2 || open == std::string_view::npos || fields[0].back() != ']')
    return Error{"expected 'board[hands] side ... number', for example 'rbsgk/4p/5/P4/KGSBR[-] w 0 1'"};
  if (fields[1] != "w" && fields[1] != "b")
    return Error{"the side to move is '" + std::string(fields[1]) + "', expected w or b"};
  const bool first = fields[1] == "w";
  std::string hands;
  const std::string_view in_hand = fields[0].substr(open + 1, fields[0].size() - open - 2);
  for (std::size_t i = 0; i < in_hand.size(); ++i) {
    const bool seen = in_hand.substr(0, i).find(in_hand[i]) != std::string_view::npos;
    const bool twice = in_hand.find(in_hand[i], i + 1) != std::string_view::npos;
    if (seen && twice) return Error{"three pieces of a kind in hand: '" + std::string(in_hand) + "'"};
    if (!seen) hands += twice ? std::string{'2', in_hand[i]} : std::string{in_hand[i]};
  }
  if (hands.empty()) hands = "-";
  std::string sfen = std::string(fields[0].substr(0, open)) + (first ? " b " : " w ") + hands;
  if (fields.size() > 2) {
    const auto turn = fen::number(fields.back(), "the number of the turn", 1, max_plies / 2 + 1);
    if (!turn) return Error{turn.error()};
    sfen += ' ' + std::to_string(2 * *turn - (first ? 1 : 0));
  }
  return from_sfen(sfen, max_plies);
}

}  // namespace ludex::games::minishogi
