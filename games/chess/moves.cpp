// Text of moves: UCI's long algebraic notation, and standard algebraic notation (FIDE Laws, appendix C; PGN
// standard, section 8.2.3).
#include <algorithm>
#include <optional>
#include <vector>

#include "core/game/move_reader.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/notation.hpp"
#include "games/chess/playout.hpp"

namespace ludex::games::chess {

namespace {

constexpr std::string_view kPieceLetters = "PNBRQK";

std::string square_text(Square s) {
  return {static_cast<char>('a' + file_of(s)), static_cast<char>('1' + rank_of(s))};
}

// Calls `f` with the policy of the position's moves.
template <class F>
auto by_policy(const Position& p, const F& f) {
  return p.any_file() ? f(AnyFile<Portable>()) : f(Portable());
}

std::vector<Move> legal_list(const Position& p) {
  std::vector<Move> moves(kMaxMoves);
  const std::uint32_t count = is_over(p.status) ? 0 : by_policy(p, [&](auto policy) {
    return list_legal<decltype(policy)>(p, moves.data());
  });
  moves.resize(count);
  return moves;
}

bool captures(const Position& p, Move move) {
  return special_of(move) == Special::kEnPassant || (p.color[opponent(p.mover())] & bit(to_of(move))) != 0;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
bool is_file(char c) {
  return lower(c) >= 'a' && lower(c) <= 'h';
}
bool is_rank(char c) {
  return c >= '1' && c <= '8';
}
std::uint32_t file_number(char c) {
  return static_cast<std::uint32_t>(lower(c) - 'a');
}
std::uint32_t rank_number(char c) {
  return static_cast<std::uint32_t>(c - '1');
}

// The notation of books and programs as plain ASCII: figurines become letters, dashes, crosses and daggers
// their plain forms; drops blanks and text that is no part of a move.
std::string plain(std::string_view text) {
  struct Sign {
    std::string_view utf8;
    std::string_view ascii;
  };
  static constexpr Sign kSigns[] = {
      {"\u2654", "K"}, {"\u2655", "Q"}, {"\u2656", "R"}, {"\u2657", "B"}, {"\u2658", "N"}, {"\u2659", "P"},
      {"\u265A", "K"}, {"\u265B", "Q"}, {"\u265C", "R"}, {"\u265D", "B"}, {"\u265E", "N"}, {"\u265F", "P"},
      {"\u2010", "-"}, {"\u2011", "-"}, {"\u2012", "-"}, {"\u2013", "-"}, {"\u2014", "-"}, {"\u2212", "-"},
      {"\u00D7", "x"}, {"\u2020", "+"}, {"\u2021", "#"}, {"\u2026", "."}, {"\u203C", "!"}, {"\u2047", "?"},
      {"\u2048", "?"}, {"\u2049", "!"}, {"\u00B1", "!"}, {"\u2213", "!"}, {"\u2A72", "!"}, {"\u2A71", "!"},
      {"\u221E", "!"}, {"\u25A1", "!"}, {"\u00A0", ""},  {"\uFE0E", ""},  {"\uFE0F", ""},
  };
  std::string ascii;
  while (!text.empty()) {
    const auto* const sign = std::find_if(std::begin(kSigns), std::end(kSigns),
                                          [&](const Sign& s) { return text.starts_with(s.utf8); });
    if (sign != std::end(kSigns)) {
      ascii += sign->ascii;
      text.remove_prefix(sign->utf8.size());
      continue;
    }
    ascii += text.front();
    text.remove_prefix(1);
  }
  ascii = bare_move(ascii);
  std::erase_if(ascii, [](char c) { return c == ' ' || c == '\t'; });
  return ascii;
}

// The information in a move's text; empty where the text gives none.
struct Said {
  std::optional<PieceType> piece;
  std::optional<std::uint32_t> file;
  std::optional<std::uint32_t> rank;
  bool captures = false;
  std::uint32_t to_file = 0;
  std::optional<std::uint32_t> to_rank;
  std::optional<PieceType> promotion;
  std::optional<bool> castles_short;
};

// Check signs, glyphs, an offer of a draw and "e.p." add nothing to the position.
void drop_signs(std::string_view& text) {
  while (true) {
    const std::size_t before = text.size();
    text = text.substr(0, text.find_last_not_of("+#=!?,;") + 1);
    for (const std::string_view word : {"e.p.", "e.p", "ep", "mate", "ch"}) {
      if (text.ends_with(word)) text.remove_suffix(word.size());
    }
    if (text.size() == before) return;
  }
}

// "O-O", "0-0-0", "oo": true for the short side.
std::optional<bool> read_castling_move(std::string_view text) {
  int letters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == 'O' || text[i] == 'o' || text[i] == '0') {
      ++letters;
    } else if (text[i] != '-' || i == 0 || i + 1 == text.size() || text[i - 1] == '-') {
      return std::nullopt;
    }
  }
  if (letters != 2 && letters != 3) return std::nullopt;
  return letters == 2;
}

// "e8=Q", "e8Q", "e8(q)", "e8/Q".
std::optional<PieceType> read_promotion(std::string_view& text) {
  std::string_view rest = text;
  if (rest.ends_with(')')) rest.remove_suffix(1);
  if (rest.size() < 3) return std::nullopt;
  const std::size_t index = std::string_view("pnbrqk").find(lower(rest.back()));
  if (index == std::string_view::npos || index == kPawn || index == kKing) return std::nullopt;
  rest.remove_suffix(1);
  if (std::string_view("=(/").find(rest.back()) != std::string_view::npos) rest.remove_suffix(1);
  if (rest.back() != '1' && rest.back() != '8') return std::nullopt;
  text = rest;
  return static_cast<PieceType>(index);
}

// `b_is_bishop`: meaning of the first letter of "bc4" and "BC4".
std::optional<Said> read_said(std::string_view text, bool b_is_bishop) {
  Said said;
  drop_signs(text);
  said.castles_short = read_castling_move(text);
  if (said.castles_short) return said;
  said.promotion = read_promotion(text);
  // The target: "d5", or for capturing pawns possibly only "ed".
  if (!text.empty() && is_rank(text.back())) {
    said.to_rank = rank_number(text.back());
    text.remove_suffix(1);
  }
  if (text.empty() || !is_file(text.back())) return std::nullopt;
  said.to_file = file_number(text.back());
  text.remove_suffix(1);
  if (!text.empty() && std::string_view("xX:*-").find(text.back()) != std::string_view::npos) {
    said.captures = text.back() != '-';
    text.remove_suffix(1);
  }
  // The piece and the origin.
  if (!text.empty()) {
    const std::size_t index = std::string_view("pnbrqk").find(lower(text.front()));
    if (index != std::string_view::npos && (index != kBishop || b_is_bishop)) {
      said.piece = static_cast<PieceType>(index);
      text.remove_prefix(1);
    }
  }
  if (!text.empty() && is_file(text.front())) {
    said.file = file_number(text.front());
    text.remove_prefix(1);
  }
  if (!text.empty() && is_rank(text.front())) {
    said.rank = rank_number(text.front());
    text.remove_prefix(1);
  }
  if (!text.empty()) return std::nullopt;
  // An origin square determines the piece; else it is a pawn.
  if (!said.piece && !(said.file && said.rank)) said.piece = kPawn;
  if (!said.to_rank && (said.piece != kPawn || !said.file)) return std::nullopt;
  return said;
}

bool matches(const Said& said, Move move) {
  const bool castling = special_of(move) == Special::kCastling;
  if (said.castles_short) return castling && *said.castles_short == (to_of(move) > from_of(move));
  const Square from = from_of(move);
  return !castling && (!said.piece || *said.piece == piece_of(move)) &&
         file_of(to_of(move)) == said.to_file && (!said.to_rank || rank_of(to_of(move)) == *said.to_rank) &&
         (!said.file || *said.file == file_of(from)) && (!said.rank || *said.rank == rank_of(from)) &&
         (!said.promotion || *said.promotion == promotion_of(move));
}

// "e1g1", "Ke1-g1", and, as engines write it in Chess960, "e1h1": castling by squares.
bool castles_by_squares(const Position& p, const Said& said, Move move) {
  if (said.castles_short || special_of(move) != Special::kCastling || !said.file || !said.rank ||
      !said.to_rank || said.promotion || (said.piece && *said.piece != kKing))
    return false;
  const CastlingSteps steps =
      by_policy(p, [&](auto policy) { return castling_steps<decltype(policy)>(move); });
  const Square to = square(said.to_file, *said.to_rank);
  return square(*said.file, *said.rank) == steps.king_from && (to == steps.king_to || to == steps.rook_from);
}

// The legal moves that fit the text.
std::vector<Move> fitting(const Position& p, const std::vector<Move>& legal, const Said& said) {
  std::vector<Move> found;
  std::copy_if(legal.begin(), legal.end(), std::back_inserter(found),
               [&](Move m) { return matches(said, m); });
  if (found.empty())
    std::copy_if(legal.begin(), legal.end(), std::back_inserter(found),
                 [&](Move m) { return castles_by_squares(p, said, m); });
  // If both exist, "d6" is the step and "xd6" the capture.
  if (found.size() > 1 && said.piece == kPawn && !said.file) {
    const auto is_meant = [&](Move m) { return captures(p, m) == said.captures; };
    if (std::any_of(found.begin(), found.end(), is_meant))
      std::erase_if(found, [&](Move m) { return !is_meant(m); });
  }
  return found;
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
      // The file if it suffices, else the rank, else both.
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
  return by_policy(p, [&](auto policy) {
    using Policy = decltype(policy);
    if (mates<Policy>(p, move)) return text + '#';
    return gives_check<Policy>(p, move) ? text + '+' : text;
  });
}

Result<Move> parse_move(const Position& p, std::string_view text) {
  const auto bad = [&](const std::string& reason) -> Error {
    return {std::string("'").append(text).append("' ").append(reason)};
  };
  const auto legal = legal_list(p);
  const std::string word = plain(text);
  const bool is_upper = std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'h'; });
  // "B8A6" in upper case is a knight's move from b8, if there is one, not a bishop's.
  for (const Move move : legal) {
    const std::string own = uci_text(move);
    if (own == text || (is_upper && module_text::same_but_case(own, word))) return move;
  }
  // "bc4" is a pawn's move if possible, "bb4" and "BC4" a bishop's if possible, "Bc4" only a bishop's.
  const bool small_b = word.starts_with('b');
  const bool pawn_first = small_b && !word.starts_with("bb");
  std::vector<Move> found;
  bool is_move = false;
  for (const bool bishop : {!pawn_first, pawn_first}) {
    if (!bishop && !small_b && !is_upper) continue;
    const std::optional<Said> said = read_said(word, bishop);
    if (!said) continue;
    is_move = true;
    found = fitting(p, legal, *said);
    if (!found.empty()) break;
  }
  if (!is_move) return bad("is not a move; expected e2e4, e7e8q, or Nf3, exd5, O-O, e8=Q+");
  if (found.empty()) return bad("is not legal here");
  if (found.size() > 1) {
    std::string candidates;
    for (const Move move : found) candidates += ' ' + uci_text(move);
    return bad("is ambiguous:" + candidates);
  }
  return found.front();
}

}  // namespace ludex::games::chess
