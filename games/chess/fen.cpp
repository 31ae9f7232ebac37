// Forsyth-Edwards notation (PGN standard, section 16.1), read strictly, and the text diagram.
#include <charconv>
#include <vector>

#include "games/chess/movegen.hpp"
#include "games/chess/notation.hpp"

namespace ludex::games::chess {

namespace {

constexpr std::string_view kLetters = "PNBRQKpnbrqk";
constexpr std::string_view kRights = "KQkq";

std::string square_text(Square s) {
  return {static_cast<char>('a' + file_of(s)), static_cast<char>('1' + rank_of(s))};
}
std::string quoted(std::string_view text) {
  return std::string("'").append(text).append("'");
}
const char* name_of(Color c) {
  return c == kWhite ? "White" : "Black";
}

Position empty_position() {
  Position p{};
  p.en_passant = kNoSquare;
  return p;
}
void put(Position& p, Color c, PieceType t, Square s) {
  p.color[c] |= bit(s);
  p.type[t] |= bit(s);
}

Result<void> read_placement(std::string_view text, Position& p) {
  std::uint32_t rank = 8;
  for (std::string_view rest = text;;) {
    const std::size_t slash = rest.find('/');
    const std::string_view row = rest.substr(0, slash);
    if (rank == 0) return Error{"more than 8 ranks in " + quoted(text)};
    --rank;
    std::uint32_t file = 0;
    bool after_digit = false;
    for (const char c : row) {
      const bool is_digit = c >= '1' && c <= '8';
      if (is_digit) {
        if (after_digit) return Error{"two digits in succession in rank " + quoted(row)};
        file += static_cast<std::uint32_t>(c - '0');
      } else {
        const std::size_t index = kLetters.find(c);
        if (index == std::string_view::npos)
          return Error{"unknown piece " + quoted({&c, 1}) + " in rank " + quoted(row) +
                       ", expected PNBRQK, pnbrqk or 1-8"};
        if (file < 8)
          put(p, static_cast<Color>(index / 6), static_cast<PieceType>(index % 6), square(file, rank));
        ++file;
      }
      after_digit = is_digit;
    }
    if (file != 8)
      return Error{"rank " + quoted(row) + " has " + std::to_string(file) + " squares, expected 8"};
    if (slash == std::string_view::npos) break;
    rest.remove_prefix(slash + 1);
  }
  if (rank != 0) return Error{std::to_string(8 - rank) + " ranks in " + quoted(text) + ", expected 8"};
  return {};
}

Result<void> check_material(const Position& p) {
  for (const Color c : {kWhite, kBlack}) {
    const auto number = [&](PieceType t) { return count(p.pieces(c, t)); };
    const auto beyond = [&](PieceType t, std::uint32_t initial) {
      return number(t) > initial ? number(t) - initial : 0U;
    };
    if (number(kKing) != 1)
      return Error{std::string(name_of(c)) + " has " + std::to_string(number(kKing)) + " kings, expected 1"};
    if (number(kPawn) > 8)
      return Error{std::string(name_of(c)) + " has " + std::to_string(number(kPawn)) +
                   " pawns, at most 8 exist"};
    if (const std::uint32_t all = count(p.color[c]); all > 16)
      return Error{std::string(name_of(c)) + " has " + std::to_string(all) + " pieces, at most 16 exist"};
    const std::uint32_t promoted =
        beyond(kKnight, 2) + beyond(kBishop, 2) + beyond(kRook, 2) + beyond(kQueen, 1);
    if (promoted > 8 - number(kPawn))
      return Error{std::string(name_of(c)) + " has " + std::to_string(promoted) +
                   " promoted pieces, but only " + std::to_string(8 - number(kPawn)) + " pawns have left"};
  }
  if ((p.type[kPawn] & (rank_mask(0) | rank_mask(7))) != 0)
    return Error{"a pawn stands on the first or last rank"};
  return {};
}

Result<void> read_castling(std::string_view text, Position& p) {
  if (text == "-") return {};
  std::size_t next = 0;
  for (const char c : text) {
    const std::size_t index = kRights.find(c, next);
    if (index == std::string_view::npos)
      return Error{"castling rights are " + quoted(text) + ", expected '-' or some of KQkq in this order"};
    next = index + 1;
    const auto owner = static_cast<Color>(index / 2);
    const std::uint32_t rank = owner == kWhite ? 0 : 7;
    const Square rook = square(index % 2 == 0 ? 7 : 0, rank);
    if (p.king(owner) != square(4, rank) || (p.pieces(owner, kRook) & bit(rook)) == 0)
      return Error{"castling right " + quoted({&c, 1}) + " without king on " + square_text(square(4, rank)) +
                   " and rook on " + square_text(rook)};
    p.castling = static_cast<std::uint8_t>(p.castling | 1U << index);
  }
  if (text.empty()) return Error{"castling rights are missing"};
  return {};
}

// Keeps the square only if a capture there is legal; wherever a pawn may just have passed is accepted.
Result<void> read_en_passant(std::string_view text, Color mover, Position& p) {
  if (text == "-") return {};
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
    return Error{"en passant square is " + quoted(text) + ", expected '-' or a square"};
  const Square s =
      square(static_cast<std::uint32_t>(text[0] - 'a'), static_cast<std::uint32_t>(text[1] - '1'));
  const char expected = mover == kWhite ? '6' : '3';
  if (text[1] != expected)
    return Error{"en passant square is " + quoted(text) + ", but with " + name_of(mover) +
                 " to move it lies on rank " + expected};
  const int up = mover == kWhite ? 8 : -8;
  const auto pawn = static_cast<Square>(static_cast<int>(s) - up);
  const auto origin = static_cast<Square>(static_cast<int>(s) + up);
  if ((p.pieces(opponent(mover), kPawn) & bit(pawn)) == 0 || (p.occupied() & (bit(s) | bit(origin))) != 0)
    return Error{"no pawn can just have passed the en passant square " + quoted(text)};
  p.en_passant = en_passant_square<Portable>(p, opponent(mover), s);
  return {};
}

Result<std::uint32_t> read_number(std::string_view text, std::uint32_t min, std::uint32_t max,
                                  const char* what) {
  std::uint32_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size() || value < min || value > max ||
      (text.size() > 1 && text[0] == '0'))
    return Error{std::string(what) + " is " + quoted(text) + ", expected " + std::to_string(min) + ".." +
                 std::to_string(max)};
  return value;
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> fields;
  for (std::size_t begin = 0;;) {
    const std::size_t space = text.find(' ', begin);
    fields.push_back(text.substr(begin, space - begin));
    if (space == std::string_view::npos) return fields;
    begin = space + 1;
  }
}

}  // namespace

Position initial_position() {
  return *parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", {});
}

std::string fen_text(const Position& p) {
  std::string text;
  for (std::uint32_t rank = 8; rank-- > 0;) {
    char empty = '0';
    const auto flush = [&] {
      if (empty != '0') text += empty;
      empty = '0';
    };
    for (std::uint32_t file = 0; file < 8; ++file) {
      const Square s = square(file, rank);
      if ((p.occupied() & bit(s)) == 0) {
        ++empty;
        continue;
      }
      flush();
      text += kLetters[((p.color[kBlack] & bit(s)) != 0 ? 6U : 0U) + p.type_on(s)];
    }
    flush();
    if (rank > 0) text += '/';
  }
  text += p.mover() == kWhite ? " w " : " b ";
  for (std::size_t i = 0; i < 4; ++i) {
    if ((p.castling >> i & 1U) != 0) text += kRights[i];
  }
  if (p.castling == 0) text += '-';
  text += ' ' + (p.en_passant == kNoSquare ? "-" : square_text(p.en_passant));
  return text + ' ' + std::to_string(p.clock) + ' ' + std::to_string(p.ply / 2 + 1);
}

Result<Position> parse_fen(std::string_view text, const Options& options) {
  const auto bad = [&](const std::string& reason) -> Error {
    return {"FEN " + quoted(text) + ": " + reason};
  };
  const auto fields = split(text);
  if (fields.size() != 6 && fields.size() != 4)
    return bad(std::to_string(fields.size()) +
               " fields, expected 6 (or the first 4), separated by one space");
  Position p = empty_position();
  if (const auto read = read_placement(fields[0], p); !read) return bad(read.error());
  if (const auto sane = check_material(p); !sane) return bad(sane.error());

  if (fields[1] != "w" && fields[1] != "b")
    return bad("side to move is " + quoted(fields[1]) + ", expected w or b");
  const Color mover = fields[1] == "w" ? kWhite : kBlack;
  if (attackers<Portable>(p, p.king(opponent(mover)), mover, p.occupied()) != 0)
    return bad(std::string(name_of(opponent(mover))) + " is in check, but " + name_of(mover) + " is to move");
  if (const Bitboard checkers = attackers<Portable>(p, p.king(mover), opponent(mover), p.occupied());
      count(checkers) > 2)
    return bad(std::to_string(count(checkers)) + " pieces give check, at most 2 can");

  if (const auto read = read_castling(fields[2], p); !read) return bad(read.error());
  if (const auto read = read_en_passant(fields[3], mover, p); !read) return bad(read.error());

  std::uint32_t clock = 0;
  std::uint32_t move_number = 1;
  if (fields.size() == 6) {
    // The game is over at 100, unless draws are off.
    const auto plies = read_number(fields[4], 0, options.draws ? 100 : 60'000, "the half-move clock");
    if (!plies) return bad(plies.error());
    clock = *plies;
    const auto number = read_number(fields[5], 1, options.max_plies / 2 + 1, "the move number");
    if (!number) return bad(number.error());
    move_number = *number;
  }
  if (fields[3] != "-" && clock != 0)
    return bad("a pawn has just moved two squares, but the half-move clock is " + std::to_string(clock));
  const std::uint32_t ply = 2 * (move_number - 1) + mover;
  if (ply > options.max_plies)
    return bad("move " + std::to_string(move_number) +
               " is beyond max_plies=" + std::to_string(options.max_plies));
  p.clock = static_cast<std::uint16_t>(clock);
  p.ply = static_cast<std::uint16_t>(ply);
  p.hash = compute_hash(p);
  find_checks_and_pins(p);
  return p;
}

std::string diagram_text(const Position& p) {
  std::string text;
  for (std::uint32_t rank = 8; rank-- > 0;) {
    text += static_cast<char>('1' + rank);
    for (std::uint32_t file = 0; file < 8; ++file) {
      const Square s = square(file, rank);
      text += ' ';
      text += (p.occupied() & bit(s)) == 0
                  ? '.'
                  : kLetters[((p.color[kBlack] & bit(s)) != 0 ? 6U : 0U) + p.type_on(s)];
    }
    text += '\n';
  }
  text += "  a b c d e f g h\n";
  return text + name_of(p.mover()) + " to move\n";
}

}  // namespace ludex::games::chess
