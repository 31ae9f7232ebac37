// Text of moves: UCI's long algebraic notation, and standard algebraic notation (FIDE Laws, appendix C; PGN
// standard, section 8.2.3).
#include <algorithm>
#include <optional>
#include <vector>

#include "games/chess/movegen.hpp"
#include "games/chess/notation.hpp"
#include "games/chess/playout.hpp"

namespace ludex::games::chess {

namespace {

constexpr std::string_view kPieceLetters = "PNBRQK";

std::string square_text(Square s) {
  return {static_cast<char>('a' + file_of(s)), static_cast<char>('1' + rank_of(s))};
}

std::vector<Move> legal_list(const Position& p) {
  std::vector<Move> moves(kMaxMoves);
  moves.resize(is_over(p.status) ? 0 : list_legal<Portable>(p, moves.data()));
  return moves;
}

bool captures(const Position& p, Move move) {
  return special_of(move) == Special::kEnPassant || (p.occupied() & bit(to_of(move))) != 0;
}

// What a SAN text says; nothing where it is silent.
struct San {
  PieceType piece = kPawn;
  std::optional<std::uint32_t> file;
  std::optional<std::uint32_t> rank;
  bool captures = false;
  Square to = kNoSquare;
  PieceType promotion = kPawn;
  std::optional<bool> castles_short;
  char sign = '\0';  // '+', '#' or none
};

std::optional<San> read_san(std::string_view text) {
  San san;
  if (!text.empty() && (text.back() == '+' || text.back() == '#')) {
    san.sign = text.back();
    text.remove_suffix(1);
  }
  if (text == "O-O" || text == "O-O-O") {
    san.piece = kKing;
    san.castles_short = text == "O-O";
    return san;
  }
  if (text.size() >= 2 && text[text.size() - 2] == '=') {
    const std::size_t index = kPieceLetters.find(text.back());
    if (index == std::string_view::npos || index == kPawn || index == kKing) return std::nullopt;
    san.promotion = static_cast<PieceType>(index);
    text.remove_suffix(2);
  }
  if (!text.empty()) {
    if (const std::size_t index = kPieceLetters.find(text.front());
        index != std::string_view::npos && index != kPawn) {
      san.piece = static_cast<PieceType>(index);
      text.remove_prefix(1);
    }
  }
  const auto file = [](char c) { return c >= 'a' && c <= 'h'; };
  const auto rank = [](char c) { return c >= '1' && c <= '8'; };
  if (text.size() < 2 || !file(text[text.size() - 2]) || !rank(text.back())) return std::nullopt;
  san.to = square(static_cast<std::uint32_t>(text[text.size() - 2] - 'a'),
                  static_cast<std::uint32_t>(text.back() - '1'));
  text.remove_suffix(2);
  if (!text.empty() && text.back() == 'x') {
    san.captures = true;
    text.remove_suffix(1);
  }
  if (!text.empty() && file(text.front())) {
    san.file = static_cast<std::uint32_t>(text.front() - 'a');
    text.remove_prefix(1);
  }
  if (!text.empty() && rank(text.front())) {
    san.rank = static_cast<std::uint32_t>(text.front() - '1');
    text.remove_prefix(1);
  }
  if (!text.empty()) return std::nullopt;
  // A pawn's origin is its file, named for captures and only for them.
  if (san.piece == kPawn && (san.rank || san.file.has_value() != san.captures)) return std::nullopt;
  return san;
}

bool matches(const San& san, Move move) {
  if (san.castles_short) {
    return special_of(move) == Special::kCastling && *san.castles_short == (to_of(move) > from_of(move));
  }
  return special_of(move) != Special::kCastling && piece_of(move) == san.piece && to_of(move) == san.to &&
         promotion_of(move) == san.promotion && (!san.file || *san.file == file_of(from_of(move))) &&
         (!san.rank || *san.rank == rank_of(from_of(move)));
}

}  // namespace

std::string uci_text(Move move) {
  std::string text = square_text(from_of(move)) + square_text(to_of(move));
  if (promotion_of(move) != kPawn) text += "pnbrqk"[promotion_of(move)];
  return text;
}

std::string san_text(const Position& p, Move move) {
  std::string text;
  const Square from = from_of(move);
  const PieceType piece = piece_of(move);
  if (special_of(move) == Special::kCastling) {
    text = to_of(move) > from ? "O-O" : "O-O-O";
  } else {
    if (piece != kPawn) {
      text += kPieceLetters[piece];
      // File if that is enough, else rank, else both.
      bool ambiguous = false;
      bool same_file = false;
      bool same_rank = false;
      for (const Move other : legal_list(p)) {
        if (piece_of(other) != piece || to_of(other) != to_of(move) || from_of(other) == from) continue;
        ambiguous = true;
        same_file |= file_of(from_of(other)) == file_of(from);
        same_rank |= rank_of(from_of(other)) == rank_of(from);
      }
      if (ambiguous && (!same_file || same_rank)) text += square_text(from)[0];
      if (ambiguous && same_file) text += square_text(from)[1];
    } else if (captures(p, move)) {
      text += square_text(from)[0];
    }
    if (captures(p, move)) text += 'x';
    text += square_text(to_of(move));
    if (promotion_of(move) != kPawn) text.append("=").append(1, kPieceLetters[promotion_of(move)]);
  }
  if (mates<Portable>(p, move)) return text + '#';
  return gives_check<Portable>(p, move) ? text + '+' : text;
}

Result<Move> parse_move(const Position& p, std::string_view text) {
  const auto bad = [&](const std::string& reason) -> Error {
    return {std::string("'").append(text).append("' ").append(reason)};
  };
  const auto legal = legal_list(p);
  for (const Move move : legal) {
    if (uci_text(move) == text) return move;
  }
  const auto san = read_san(text);
  if (!san) {
    const auto is_square = [&](std::size_t i) {
      return text[i] >= 'a' && text[i] <= 'h' && text[i + 1] >= '1' && text[i + 1] <= '8';
    };
    const bool is_uci = (text.size() == 4 || text.size() == 5) && is_square(0) && is_square(2);
    return bad(is_uci ? "is not legal here"
                      : "is not a move; expected e2e4, e7e8q, or Nf3, exd5, O-O, e8=Q+");
  }
  std::vector<Move> found;
  std::copy_if(legal.begin(), legal.end(), std::back_inserter(found),
               [&](Move m) { return matches(*san, m); });
  if (found.empty()) return bad("is not legal here");
  if (found.size() > 1) {
    std::string candidates;
    for (const Move move : found) candidates += ' ' + uci_text(move);
    return bad("is ambiguous:" + candidates);
  }
  const Move move = found.front();
  if (!san->castles_short && captures(p, move) != san->captures)
    return bad(san->captures ? "says x, but captures nothing" : "captures, but lacks the x");
  if (san->sign == '#' && !mates<Portable>(p, move)) return bad("says #, but does not checkmate");
  if (san->sign == '+' && (!gives_check<Portable>(p, move) || mates<Portable>(p, move)))
    return bad(gives_check<Portable>(p, move) ? "says +, but checkmates" : "says +, but does not give check");
  return move;
}

}  // namespace ludex::games::chess
