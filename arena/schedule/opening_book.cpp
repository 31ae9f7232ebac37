#include "arena/schedule/opening_book.hpp"

#include <fmt/format.h>

#include "arena/files/text_file.hpp"
#include "core/game/position.hpp"

namespace ludex::arena {
namespace {

constexpr std::string_view kBlanks = " \t\r";

class BookReader {
 public:
  BookReader(const Game& game, const std::string& file, std::vector<Diagnostic>& problems)
      : board_(game), file_(file), problems_(problems) {}

  std::vector<Opening> read(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // byte order mark
    while (!text.empty()) {
      ++line_;
      const std::size_t end = text.find('\n');
      read_line(text.substr(0, end));
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    if (failures_ > kShown)
      problems_.push_back({file_, 0, 0, fmt::format("{} more bad lines", failures_ - kShown), ""});
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

  void read_line(std::string_view line) {
    const std::size_t start = line.find_first_not_of(kBlanks);
    if (start == std::string_view::npos || line[start] == '#') return;
    Opening opening;
    board_ = Position(board_.game());
    std::size_t moves = start;
    constexpr std::string_view kPosition = "position";
    const bool named = line.substr(start).starts_with(kPosition) &&
                       line.find_first_of(kBlanks, start) == start + kPosition.size();
    if (named && !read_position(line, start + kPosition.size(), opening, moves)) return;
    if (!read_moves(line, moves, opening)) return;
    if (board_.over()) return fail(start, "the game is over after this opening");
    book_.push_back(std::move(opening));
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
  std::vector<Diagnostic>& problems_;
  std::uint32_t line_ = 0;
  std::size_t failures_ = 0;
  std::vector<Opening> book_;
};

}  // namespace

std::vector<Opening> read_opening_book(const Game& game, const std::string& file,
                                       std::vector<Diagnostic>& problems) {
  const auto text = read_text_file(file, kMaxOpeningBytes);
  if (!text) {
    problems.push_back({file, 0, 0, text.error(), ""});
    return {};
  }
  return BookReader(game, file, problems).read(*text);
}

}  // namespace ludex::arena
