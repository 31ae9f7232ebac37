// SFEN for positions and USI for moves, on 5 x 5 squares: files 5..1 from the left, ranks a..e from the top.
#include <string>
#include <string_view>

#include "games/common/fen.hpp"
#include "games/minishogi/rules.hpp"

namespace ludex::games::minishogi {
namespace {

constexpr std::string_view kLetters = "psgbrk";  // in the order of Type
// The order of pieces in hand in SFEN.
constexpr std::array<Type, kHandTypes> kHandOrder{kRook, kBishop, kGold, kSilver, kPawn};

char letter(Side side, Type type) {
  const char c = kLetters[type];
  return side == 0 ? static_cast<char>(c - 'a' + 'A') : c;
}
// The piece of a letter; false if there is none.
bool parse_letter(char c, Side& side, Type& type) {
  side = c >= 'A' && c <= 'Z' ? 0 : 1;
  const auto at = kLetters.find(side == 0 ? static_cast<char>(c - 'A' + 'a') : c);
  if (at == std::string_view::npos) return false;
  type = static_cast<Type>(at);
  return true;
}
std::string square_text(Square s) {
  return {static_cast<char>('5' - s % 5), static_cast<char>('e' - s / 5)};
}
// kSquares if the text is no square.
Square parse_square(std::string_view text) {
  if (text.size() != 2 || text[0] < '1' || text[0] > '5' || text[1] < 'a' || text[1] > 'e') return kSquares;
  return static_cast<Square>('e' - text[1]) * 5 + static_cast<Square>('5' - text[0]);
}
std::string in_quotes(std::string_view text) {
  return std::string("'").append(text).append("'");
}
const char* name(Side side) {
  return side == 0 ? "Sente" : "Gote";
}

Result<void> parse_board(std::string_view text, Position& p) {
  Square row = 4;
  Square column = 0;
  bool after_digit = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const std::string rank = std::string("rank ") + static_cast<char>('e' - row);
    if (c == '/') {
      if (column != 5) return Error{rank + " has " + std::to_string(column) + " squares, expected 5"};
      if (row == 0) return Error{"the board has more than 5 ranks"};
      --row, column = 0, after_digit = false;
      continue;
    }
    if (c >= '1' && c <= '5') {
      if (after_digit) return Error{rank + " has two numbers in succession"};
      column += static_cast<Square>(c - '0');
      after_digit = true;
    } else {
      const bool promoted = c == '+';
      if (promoted && ++i == text.size()) return Error{"the board ends after '+'"};
      Side side = 0;
      Type type = kPawn;
      if (!parse_letter(text[i], side, type))
        return Error{rank + " has " + in_quotes(text.substr(i, 1)) +
                     ", expected one of PSGBRKpsgbrk, + or 1..5"};
      if (promoted && (type == kGold || type == kKing))
        return Error{"gold and king cannot be promoted, got " + in_quotes(text.substr(i - 1, 2))};
      if (column < 5) {
        const Bitboard b = bit(row * 5 + column);
        p.side[side] |= b;
        p.type[type] |= b;
        if (promoted) p.promoted |= b;
      }
      ++column;
      after_digit = false;
    }
    if (column > 5) return Error{rank + " has more than 5 squares"};
  }
  if (row != 0 || column != 5) return Error{"the board ends early, expected 5 ranks of 5 squares"};
  return {};
}

Result<void> parse_hands(std::string_view text, Position& p) {
  if (text == "-") return {};
  if (text.empty()) return Error{"the pieces in hand are missing, expected for example 'Rb2p' or '-'"};
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned n = 1;
    if (text[i] >= '0' && text[i] <= '9') {
      if (text[i] != '2') return Error{in_quotes(text) + ": a number in hand can only be 2"};
      n = 2;
      if (++i == text.size()) return Error{in_quotes(text) + " ends after a number"};
    }
    Side side = 0;
    Type type = kPawn;
    if (!parse_letter(text[i], side, type) || type == kKing)
      return Error{in_quotes(text) + " has " + in_quotes(text.substr(i, 1)) +
                   " in hand, expected one of RBGSPrbgsp"};
    if (p.in_hand(side, type) != 0)
      return Error{in_quotes(text) + " names " + in_quotes(text.substr(i, 1)) + " in hand twice"};
    p.hands[side] = static_cast<std::uint16_t>(p.hands[side] | n << (2 * type));
  }
  return {};
}

// Rejects positions that no game can reach and that would break move generation.
Result<void> check(const Position& p) {
  for (const Side s : {0U, 1U}) {
    const auto kings = count(p.pieces(s, kKing));
    if (kings != 1)
      return Error{std::string(name(s)) + " has " + std::to_string(kings) + " kings, expected 1"};
    const Bitboard pawns = p.pieces(s, kPawn) & ~p.promoted;
    if ((pawns & promotion_zone(s)) != 0)
      return Error{std::string(name(s)) + " has an unpromoted pawn on the last rank"};
    for (Square column = 0; column < 5; ++column) {
      if (count(pawns & (kColumn << column)) > 1)
        return Error{std::string(name(s)) + " has two unpromoted pawns on file " +
                     std::to_string(5 - column)};
    }
  }
  for (unsigned t = 0; t < kHandTypes; ++t) {
    const auto type = static_cast<Type>(t);
    const auto n = count(p.type[type]) + p.in_hand(0, type) + p.in_hand(1, type);
    if (n > 2)
      return Error{std::to_string(n) + " pieces of type " + letter(0, type) +
                   " with those in hand, at most 2"};
  }
  if (p.attackers(p.king(1 - p.mover), p.mover, p.occupied()) != 0)
    return Error{std::string(name(1 - p.mover)) + " is in check and " + name(p.mover) + " to move"};
  return {};
}

}  // namespace

std::string to_sfen(const Position& p) {
  std::string text;
  for (Square row = 5; row-- > 0;) {
    unsigned empty = 0;
    for (Square s = row * 5; s < row * 5 + 5; ++s) {
      if (((p.occupied() >> s) & 1U) == 0) {
        ++empty;
        continue;
      }
      if (empty != 0) text += std::to_string(empty);
      empty = 0;
      if ((p.promoted >> s) & 1U) text += '+';
      text += letter((p.side[1] >> s) & 1U, p.type_on(s));
    }
    if (empty != 0) text += std::to_string(empty);
    if (row != 0) text += '/';
  }
  text += p.mover == 0 ? " b " : " w ";
  if (p.hands[0] == 0 && p.hands[1] == 0) text += '-';
  for (const Side s : {0U, 1U}) {
    for (const Type t : kHandOrder) {
      const unsigned n = p.in_hand(s, t);
      if (n > 1) text += std::to_string(n);
      if (n > 0) text += letter(s, t);
    }
  }
  return text + ' ' + std::to_string(p.ply + 1);
}

Result<Position> from_sfen(std::string_view text, unsigned max_plies) {
  const auto fields = fen::fields(text);
  if (fields.size() != 3 && fields.size() != 4)
    return Error{"SFEN has " + std::to_string(fields.size()) +
                 " fields, expected 'board side hands [number]'"};
  Position p{};
  if (const auto board = parse_board(fields[0], p); !board) return Error{board.error()};
  if (fields[1] != "b" && fields[1] != "w")
    return Error{"the side to move is " + in_quotes(fields[1]) + ", expected b or w"};
  p.mover = fields[1] == "w" ? 1 : 0;
  if (const auto hands = parse_hands(fields[2], p); !hands) return Error{hands.error()};
  if (fields.size() == 4) {
    const auto number = fen::number(fields[3], "the move number", 1, max_plies + 1);
    if (!number) return Error{number.error()};
    p.ply = static_cast<std::uint16_t>(*number - 1);
  }
  if (const auto possible = check(p); !possible) return Error{possible.error()};
  p.checkers = p.attackers(p.king(p.mover), 1U - p.mover, p.occupied());
  p.key = p.full_key();
  return p;
}

std::string hand_text(Side side, Type type) {
  return {letter(side, type), '*'};
}

std::string to_usi(Move move) {
  const MoveParts m = unpack(move);
  if (m.drop) return hand_text(0, m.type) + square_text(m.to);
  return square_text(m.from) + square_text(m.to) + (m.promotes ? "+" : "");
}

Result<Move> from_usi(const Position& p, std::string_view text) {
  const Error malformed{in_quotes(text) + " is not a move; expected for example 5d5c, 5b5a+ or P*3c"};
  if (text.size() < 4 || text.size() > 5) return malformed;
  const Square to = parse_square(text.substr(2, 2));
  if (to == kSquares) return malformed;
  if (text[1] == '*') {
    Side side = 0;
    Type type = kPawn;
    if (text.size() != 4 || !parse_letter(text[0], side, type) || side != 0 || type == kKing)
      return malformed;
    return pack({to, 0, type, false, true});
  }
  const Square from = parse_square(text.substr(0, 2));
  if (from == kSquares || (text.size() == 5 && text[4] != '+')) return malformed;
  if (((p.side[p.mover] >> from) & 1U) == 0)
    return Error{in_quotes(text) + ": " + name(p.mover) + " has no piece on " + square_text(from)};
  return pack({to, from, p.type_on(from), text.size() == 5, false});
}

std::string draw_text(const Position& p) {
  std::string text;
  const auto hand = [&](Side s) {
    text += std::string(name(s)) + " in hand:";
    for (const Type t : kHandOrder) {
      for (unsigned n = p.in_hand(s, t); n > 0; --n) text += std::string(" ") + letter(s, t);
    }
    text += p.mover == s ? "   (to move)\n" : "\n";
  };
  hand(1);
  text += "  5  4  3  2  1\n";
  for (Square row = 5; row-- > 0;) {
    for (Square s = row * 5; s < row * 5 + 5; ++s) {
      const bool empty = ((p.occupied() >> s) & 1U) == 0;
      text += ' ';
      text += ((p.promoted >> s) & 1U) != 0 ? '+' : ' ';
      text += empty ? '.' : letter((p.side[1] >> s) & 1U, p.type_on(s));
    }
    text += std::string("  ") + static_cast<char>('e' - row) + '\n';
  }
  hand(0);
  return text;
}

}  // namespace ludex::games::minishogi
