// Forsyth-Edwards notation (PGN standard, section 16.1) with the castling rights of X-FEN and Shredder-FEN,
// and the text diagram. Writes strictly; also reads the variants of other programs.
#include <algorithm>
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
    for (const char c : row) {
      if (c >= '1' && c <= '8') {
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
                   " pawns, at most 8 are possible"};
    if (const std::uint32_t all = count(p.color[c]); all > 16)
      return Error{std::string(name_of(c)) + " has " + std::to_string(all) +
                   " pieces, at most 16 are possible"};
    const std::uint32_t promoted =
        beyond(kKnight, 2) + beyond(kBishop, 2) + beyond(kRook, 2) + beyond(kQueen, 1);
    if (promoted > 8 - number(kPawn))
      return Error{std::string(name_of(c)) + " has " + std::to_string(promoted) +
                   " promoted pieces, but only " + std::to_string(8 - number(kPawn)) + " pawns are missing"};
  }
  if ((p.type[kPawn] & (rank_mask(0) | rank_mask(7))) != 0)
    return Error{"a pawn is on the first or last rank"};
  return {};
}

void warn(std::string& warning, const std::string& what) {
  warning += (warning.empty() ? "" : "; ") + what;
}

// The rook of a letter of the castling rights: KQkq the outermost on that side of the king (X-FEN), AH ah and
// between the one on that file (Shredder-FEN). kNoSquare if no rook there can castle.
Square castling_rook(const Position& p, Color owner, char lower) {
  const std::uint32_t rank = owner == kWhite ? 0 : 7;
  const Square king = p.king(owner);
  if (rank_of(king) != rank) return kNoSquare;
  const Bitboard rooks = p.pieces(owner, kRook) & rank_mask(rank);
  const auto rook_on = [&](std::uint32_t file) {
    const Square s = square(file, rank);
    return (rooks & bit(s)) != 0 ? s : static_cast<Square>(kNoSquare);
  };
  if (!p.any_file()) {
    if (file_of(king) != 4) return kNoSquare;
    return lower == 'k' || lower == 'h' ? rook_on(7) : lower == 'q' || lower == 'a' ? rook_on(0) : kNoSquare;
  }
  if (lower != 'k' && lower != 'q') return rook_on(static_cast<std::uint32_t>(lower - 'a'));
  Square found = kNoSquare;
  for (std::uint32_t file = 0; file < 8; ++file) {
    const Square rook = rook_on(lower == 'k' ? file : 7 - file);
    if (rook != kNoSquare && (lower == 'k') == (rook > king)) found = rook;
  }
  return found;
}

Result<void> read_castling(std::string_view text, Position& p, std::string& warning) {
  for (const char c : text) {
    if (c == '-') continue;
    const bool white = c >= 'A' && c <= 'Z';
    const char lower = white ? static_cast<char>(c - 'A' + 'a') : c;
    if (lower != 'k' && lower != 'q' && (lower < 'a' || lower > 'h'))
      return Error{"castling rights are " + quoted(text) +
                   ", expected '-' or some of KQkq (or of A-H and a-h)"};
    const Color owner = white ? kWhite : kBlack;
    const Square rook = castling_rook(p, owner, lower);
    if (rook == kNoSquare) {
      warn(warning, "castling right " + quoted({&c, 1}) +
                        " is ignored: king and rook are not on their initial squares");
      continue;
    }
    const std::uint32_t right = (white ? 0U : 2U) + (rook > p.king(owner) ? 0U : 1U);
    if (!p.any_file()) {
      p.castling = static_cast<std::uint8_t>(p.castling | 1U << right);
    } else if (p.rook_home[right] == kNoSquare || p.rook_home[right] == rook) {
      p.castling = static_cast<std::uint8_t>(p.castling | 1U << right);
      p.rook_home[right] = static_cast<std::uint8_t>(rook);
    } else {
      warn(warning, "castling right " + quoted({&c, 1}) + " is ignored: another rook of that side has it");
    }
  }
  return {};
}

// Keeps the square only if a capture there is legal; accepts any square that a pawn may just have passed.
Result<void> read_en_passant(std::string_view text, Color mover, Position& p, std::string& warning) {
  if (text == "-") return {};
  const char column = text[0] >= 'A' && text[0] <= 'Z' ? static_cast<char>(text[0] - 'A' + 'a') : text[0];
  if (text.size() != 2 || column < 'a' || column > 'h' || text[1] < '1' || text[1] > '8')
    return Error{"en passant square is " + quoted(text) + ", expected '-' or a square"};
  const Square s =
      square(static_cast<std::uint32_t>(column - 'a'), static_cast<std::uint32_t>(text[1] - '1'));
  const int up = mover == kWhite ? 8 : -8;
  const bool on_rank = text[1] == (mover == kWhite ? '6' : '3');
  const auto pawn = static_cast<Square>(static_cast<int>(s) - up);
  const auto origin = static_cast<Square>(static_cast<int>(s) + up);
  if (!on_rank || (p.pieces(opponent(mover), kPawn) & bit(pawn)) == 0 ||
      (p.occupied() & (bit(s) | bit(origin))) != 0) {
    warn(warning, "en passant square " + quoted(text) + " is ignored: no pawn can just have passed it");
    return {};
  }
  p.en_passant = en_passant_square<Portable>(p, opponent(mover), s);
  return {};
}

Result<std::uint32_t> read_number(std::string_view text, std::uint32_t min, std::uint32_t max,
                                  const char* what) {
  std::uint32_t value = 0;
  if (text == "-") return min;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size() || value < min || value > max)
    return Error{std::string(what) + " is " + quoted(text) + ", expected " + std::to_string(min) + ".." +
                 std::to_string(max)};
  return value;
}

std::vector<std::string_view> split(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::vector<std::string_view> fields;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (text.empty()) return fields;
    const std::size_t end = std::min(text.find_first_of(kBlanks), text.size());
    fields.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::string rights_text(const Position& p) {
  std::string text;
  for (std::uint32_t i = 0; i < 4; ++i) {
    if ((p.castling >> i & 1U) == 0) continue;
    text += p.any_file() ? static_cast<char>((i < 2 ? 'A' : 'a') + file_of(p.rook_home[i])) : kRights[i];
  }
  return text.empty() ? "-" : text;
}

}  // namespace

std::string chess960_rank(std::uint32_t number) {
  std::string rank(8, ' ');
  rank[number % 4 * 2 + 1] = 'B';
  rank[number / 4 % 4 * 2] = 'B';
  // The n-th free square.
  const auto place = [&](std::uint32_t n, char piece) {
    std::size_t at = rank.find(' ');
    for (; n > 0; --n) at = rank.find(' ', at + 1);
    rank[at] = piece;
  };
  place(number / 16 % 6, 'Q');
  // The two knights among five free squares, in lexical order.
  std::uint32_t pair = number / 96;
  std::uint32_t first = 0;
  for (; pair >= 4 - first; ++first) pair -= 4 - first;
  place(first + 1 + pair, 'N');
  place(first, 'N');
  for (const char piece : {'R', 'K', 'R'}) place(0, piece);
  return rank;
}

Position initial_position(const Options& options) {
  const std::string white = chess960_rank(options.any_file ? options.start : kChessStart);
  std::string black = white;
  for (char& c : black) c = static_cast<char>(c - 'A' + 'a');
  std::string warning;
  return *parse_fen(black + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1",
                    {.any_file = options.any_file}, warning);
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
  text += rights_text(p);
  text += ' ' + (p.en_passant == kNoSquare ? "-" : square_text(p.en_passant));
  return text + ' ' + std::to_string(p.clock) + ' ' + std::to_string(p.ply / 2 + 1);
}

Result<Position> parse_fen(std::string_view text, const Options& options, std::string& warning) {
  const auto bad = [&](const std::string& reason) -> Error {
    return {"FEN " + quoted(text) + ": " + reason};
  };
  const auto fields = split(text);
  if (fields.size() < 4 || fields.size() > 6)
    return bad(std::to_string(fields.size()) + " fields, expected 6 (or the first 4)");
  Position p = empty_position();
  if (options.any_file) p.rook_home.fill(kNoSquare);
  if (const auto read = read_placement(fields[0], p); !read) return bad(read.error());
  if (const auto sane = check_material(p); !sane) return bad(sane.error());

  const bool white = fields[1] == "w" || fields[1] == "W";
  if (!white && fields[1] != "b" && fields[1] != "B")
    return bad("side to move is " + quoted(fields[1]) + ", expected w or b");
  const Color mover = white ? kWhite : kBlack;
  if (attackers<Portable>(p, p.king(opponent(mover)), mover, p.occupied()) != 0)
    return bad(std::string(name_of(opponent(mover))) + " is in check, but " + name_of(mover) + " is to move");
  if (const Bitboard checkers = attackers<Portable>(p, p.king(mover), opponent(mover), p.occupied());
      count(checkers) > 2)
    return bad(std::to_string(count(checkers)) + " pieces give check, at most 2 can");

  if (const auto read = read_castling(fields[2], p, warning); !read) return bad(read.error());
  if (const auto read = read_en_passant(fields[3], mover, p, warning); !read) return bad(read.error());

  std::uint32_t clock = 0;
  std::uint32_t move_number = 1;
  if (fields.size() > 4) {
    // The game is over at 100, unless draws are off.
    const auto plies = read_number(fields[4], 0, options.draws ? 100 : 60'000, "the half-move clock");
    if (!plies) return bad(plies.error());
    clock = *plies;
  }
  if (fields.size() > 5) {
    // Some programs count from 0.
    const auto number = read_number(fields[5], 0, options.max_plies / 2 + 1, "the move number");
    if (!number) return bad(number.error());
    move_number = std::max(*number, 1U);
  }
  if (p.en_passant != kNoSquare && clock != 0) {
    warn(warning, "the half-move clock " + std::to_string(clock) + " is taken for 0: a pawn has just moved");
    clock = 0;
  }
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
