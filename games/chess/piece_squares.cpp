#include "games/chess/piece_squares.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace ludex::games::chess {
namespace {

constexpr std::array<std::string_view, 2> kColors{"white", "black"};
constexpr std::array<std::string_view, kPieceTypes> kPieces{"pawn", "knight", "bishop",
                                                            "rook", "queen",  "king"};

using Words = std::vector<std::string_view>;

Words words_of(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r";
  Words words;
  for (std::size_t at = line.find_first_not_of(kBlanks); at != std::string_view::npos;
       at = line.find_first_not_of(kBlanks, at)) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

class TableReader {
 public:
  // Reads one line that is neither a comment nor empty; the error lacks file and line.
  Result<void> read(const Words& words) { return rows_left_ == 0 ? read_name(words) : read_row(words); }
  // Call it after the last line.
  [[nodiscard]] Result<void> finish() const {
    if (rows_left_ != 0) return Error{"the file ends before " + row_text()};
    for (std::size_t color = 0; color < 2; ++color) {
      for (std::size_t piece = 0; piece < kPieceTypes; ++piece) {
        if (!named_[color][piece])
          return Error{"missing table of the " + std::string(kColors[color]) + " " +
                       std::string(kPieces[piece])};
      }
    }
    return {};
  }
  [[nodiscard]] const PieceSquares& tables() const { return tables_; }

 private:
  // "PIECE" for both colours, "white PIECE", "black PIECE".
  Result<void> read_name(const Words& words) {
    const auto color = std::find(kColors.begin(), kColors.end(), words.front());
    const bool both = color == kColors.end();
    const auto piece = std::find(kPieces.begin(), kPieces.end(), words.back());
    if (piece == kPieces.end() || words.size() != (both ? 1U : 2U)) {
      return Error{
          "expected the name of a table: pawn, knight, bishop, rook, queen or king, or one of them "
          "after white or black; found " +
          quoted(words.front())};
    }
    piece_ = static_cast<std::size_t>(piece - kPieces.begin());
    for (std::size_t c = 0; c < 2; ++c) {
      open_[c] = both || c == static_cast<std::size_t>(color - kColors.begin());
      if (!open_[c]) continue;
      if (named_[c][piece_]) {
        return Error{"a second table of the " + std::string(kColors[c]) + " " + std::string(*piece)};
      }
      named_[c][piece_] = true;
    }
    rows_left_ = 8;
    return {};
  }
  Result<void> read_row(const Words& words) {
    if (words.size() != 8) return Error{"expected " + row_text() + "; found " + std::to_string(words.size())};
    const std::uint32_t rank = --rows_left_;
    for (std::uint32_t file = 0; file < 8; ++file) {
      const std::string_view word = words[file];
      const char* const end = word.data() + word.size();
      std::int32_t value = 0;
      const auto [rest, code] = std::from_chars(word.data(), end, value);
      if (code != std::errc{} || rest != end || value < -kMostPoints || value > kMostPoints) {
        return Error{quoted(word) + " on file " + static_cast<char>('a' + file) +
                     ", expected a whole number in " + std::to_string(-kMostPoints) + ".." +
                     std::to_string(kMostPoints)};
      }
      for (const Color color : {kWhite, kBlack}) {
        if (open_[color])
          tables_.value[color][piece_][square(file, color == kWhite ? rank : 7 - rank)] =
              static_cast<std::int16_t>(value);
      }
    }
    return {};
  }
  [[nodiscard]] std::string row_text() const {
    return "the 8 numbers of rank " + std::to_string(rows_left_) + " of the table " + quoted(kPieces[piece_]);
  }

  PieceSquares tables_;
  std::array<std::array<bool, kPieceTypes>, 2> named_{};
  std::array<bool, 2> open_{};  // the colours of the table being read
  std::size_t piece_ = 0;
  std::uint32_t rows_left_ =
      0;  // of that table; the next is of the rank of this number, its owner's first is 1
};

}  // namespace

Result<PieceSquares> read_piece_squares(const std::string& file) {
  std::ifstream in(file);
  TableReader reader;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const Words words = words_of(line);
    if (words.empty() || words.front().front() == '#') continue;
    if (const auto done = reader.read(words); !done)
      return Error{file + ":" + std::to_string(number) + ": " + done.error()};
  }
  if (!in.is_open() || in.bad()) return Error{file + " cannot be read; expected piece-square tables"};
  if (const auto done = reader.finish(); !done)
    return Error{file + ":" + std::to_string(number) + ": " + done.error()};
  return reader.tables();
}

}  // namespace ludex::games::chess
