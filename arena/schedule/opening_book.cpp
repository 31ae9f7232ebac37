#include "arena/schedule/opening_book.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "arena/files/text_file.hpp"
#include "arena/formats/epd.hpp"
#include "arena/formats/pgn.hpp"
#include "core/game/position.hpp"

namespace ludex::arena {
namespace {

constexpr std::string_view kBlanks = " \t\r";

class BookReader {
 public:
  BookReader(const Game& game, const std::string& file, std::uint32_t plies,
             std::vector<Diagnostic>& problems)
      : board_(game), file_(file), plies_(plies), problems_(problems) {}

  std::vector<Opening> read(std::string_view text) {
    const std::string extension = std::filesystem::path(file_).extension().string();
    if (extension == ".pgn") {
      read_pgn(text);
    } else if (extension == ".epd") {
      read_lines(text, [&](std::string_view line) { read_epd(line); });
    } else {
      read_lines(text, [&](std::string_view line) { read_line(line); });
    }
    if (failures_ > kShown)
      problems_.push_back(
          {file_, 0, 0,
           fmt::format("{} more bad {}", failures_ - kShown, extension == ".pgn" ? "games" : "lines"), ""});
    if (book_.empty() && failures_ == 0)
      problems_.push_back({file_, 0, 0, "the opening file holds no opening", ""});
    return std::move(book_);
  }

 private:
  static constexpr std::size_t kShown = 50;

  void fail(std::size_t offset, std::string message) {
    if (++failures_ <= kShown)
      problems_.push_back({file_, line_, static_cast<std::uint32_t>(offset) + 1, std::move(message), ""});
  }

  // Calls `read` with each line that is neither blank nor a comment.
  template <class Read>
  void read_lines(std::string_view text, const Read& read) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // byte order mark
    while (!text.empty()) {
      ++line_;
      const std::size_t end = text.find('\n');
      const std::string_view line = text.substr(0, end);
      const std::size_t start = line.find_first_not_of(kBlanks);
      if (start != std::string_view::npos && line[start] != '#') read(line);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
  }

  void read_pgn(std::string_view text) {
    PgnReader games(text);
    while (const auto game = games.next()) read_game(*game);
    if (!games.problem()) return;
    line_ = games.problem()->line;
    fail(games.problem()->column - 1, games.problem()->message);
  }

  void read_game(const PgnGame& game) {
    Opening opening;
    board_ = Position(board_.game());
    line_ = game.line;
    if (const std::string* fen = game.tag("FEN")) {
      auto position = Position::from_text(board_.game(), *fen);
      line_ = game.fen_line;
      if (!position) return fail(0, "FEN: " + position.error());
      board_ = *std::move(position);
      opening.position = *fen;
    }
    for (const PgnWord& word : game.moves) {
      if (plies_ != 0 && opening.moves.size() == plies_) break;
      const auto move = board_.parse_move(word.text);
      line_ = word.line;
      if (!move) return fail(word.column - 1, move.error());
      board_.apply(*move);
      opening.moves.push_back(*move);
    }
    add(std::move(opening), 0);
  }

  void read_epd(std::string_view line) {
    const std::size_t start = line.find_first_not_of(kBlanks);
    auto entry = read_epd_position(board_.game(), line);
    if (!entry) return fail(start, entry.error());
    board_ = std::move(entry->position);
    add({std::move(entry->text), {}}, start);
  }

  void add(Opening opening, std::size_t column) {
    if (board_.over()) return fail(column, "the game is over after this opening");
    book_.push_back(std::move(opening));
  }

  void read_line(std::string_view line) {
    const std::size_t start = line.find_first_not_of(kBlanks);
    Opening opening;
    board_ = Position(board_.game());
    std::size_t moves = start;
    constexpr std::string_view kPosition = "position";
    const bool named = line.substr(start).starts_with(kPosition) &&
                       line.find_first_of(kBlanks, start) == start + kPosition.size();
    if (named && !read_position(line, start + kPosition.size(), opening, moves)) return;
    if (!read_moves(line, moves, opening)) return;
    add(std::move(opening), start);
  }

  // Sets the board and where the moves start.
  bool read_position(std::string_view line, std::size_t from, Opening& opening, std::size_t& moves) {
    constexpr std::string_view kMoves = " moves ";
    const std::size_t keyword = line.find(kMoves, from);
    moves = keyword == std::string_view::npos ? line.size() : keyword + kMoves.size();
    const std::size_t start = std::min(line.find_first_not_of(kBlanks, from), line.size());
    std::string_view text = line.substr(start, keyword == std::string_view::npos ? keyword : keyword - start);
    text = text.substr(0, text.find_last_not_of(kBlanks) + 1);
    auto position = Position::from_text(board_.game(), text);
    if (!position) {
      fail(start, "position: " + position.error());
      return false;
    }
    board_ = *std::move(position);
    opening.position = text;
    return true;
  }

  bool read_moves(std::string_view line, std::size_t at, Opening& opening) {
    while ((at = line.find_first_not_of(kBlanks, at)) != std::string_view::npos) {
      if (plies_ != 0 && opening.moves.size() == plies_) break;
      const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
      const auto move = board_.parse_move(line.substr(at, end - at));
      if (!move) {
        fail(at, move.error());
        return false;
      }
      board_.apply(*move);
      opening.moves.push_back(*move);
      at = end;
    }
    return true;
  }

  Position board_;
  const std::string& file_;
  std::uint32_t plies_;
  std::vector<Diagnostic>& problems_;
  std::uint32_t line_ = 0;
  std::size_t failures_ = 0;
  std::vector<Opening> book_;
};

}  // namespace

std::vector<Opening> read_opening_book(const Game& game, const std::string& file, std::uint32_t plies,
                                       std::vector<Diagnostic>& problems) {
  const auto text = read_text_file(file, kMaxOpeningBytes);
  if (!text) {
    problems.push_back({file, 0, 0, text.error(), ""});
    return {};
  }
  return BookReader(game, file, plies, problems).read(*text);
}

}  // namespace ludex::arena
