#include "arena/run/schedule/opening_book.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "arena/base/files/mapped_file.hpp"
#include "arena/base/files/text_file.hpp"
#include "arena/base/formats/epd.hpp"
#include "arena/base/formats/move_words.hpp"
#include "arena/base/formats/pgn.hpp"
#include "arena/base/formats/sgf.hpp"
#include "arena/base/formats/text_kind.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/base/text/shown.hpp"
#include "core/game/extensions.hpp"
#include "core/game/position.hpp"
#include "core/util/nearest.hpp"

namespace ludex::arena::run {
namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string briefly(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  return shown_briefly(text, kLongest, '\'');
}

class BookReader {
 public:
  BookReader(const Game& game, std::string_view label, const std::string& file, std::uint32_t plies)
      : board_(game), label_(label), file_(file), plies_(plies) {}

  OpeningBook read(std::string_view text) {
    const TextKind kind = kind_of(file_, text).value_or(TextKind::kCsv);
    if (kind == TextKind::kPgn) {
      read_pgn(text);
    } else if (kind == TextKind::kSgf) {
      read_sgf(text);
    } else if (kind == TextKind::kEpd) {
      read_lines(text, [&](std::string_view line) { read_epd(line); });
    } else {
      read_lines(text, [&](std::string_view line) { read_line(line); });
    }
    const bool games = kind == TextKind::kPgn || kind == TextKind::kSgf;
    if (!book_.problem.empty()) return std::move(book_);
    if (book_.openings.empty()) {
      book_.problem = failures_ == 0 ? "the opening file holds no opening"
                                     : fmt::format("the opening file holds no opening: {} left out",
                                                   plural(failures_, games ? "game" : "line"));
    } else if (failures_ > 0) {
      book_.left_out.push_back(
          {file_, 0, 0,
           fmt::format("{} of {} left out", failures_,
                       plural(failures_ + book_.openings.size(), games ? "game" : "line")),
           "`strict: true` or --strict refuses such a file"});
    }
    return std::move(book_);
  }

 private:
  static constexpr std::size_t kShown = 10;

  // Reports an invalid opening.
  void fail(std::size_t offset, std::string message) {
    if (++failures_ <= kShown) say(line_, static_cast<std::uint32_t>(offset) + 1, std::move(message));
  }
  void say(std::uint32_t line, std::uint32_t column, std::string message) {
    book_.left_out.push_back({file_, line, column, std::move(message), ""});
  }

  // Calls `read` for each line that is neither blank nor a comment.
  template <class Read>
  void read_lines(std::string_view text, const Read& read) {
    while (!text.empty()) {
      ++line_;
      const std::size_t end = text.find('\n');
      const std::string_view line = text.substr(0, end);
      if (!is_epd_comment(line)) read(line);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
  }

  void read_pgn(std::string_view text) {
    PgnReader games(text);
    PgnGame game;
    for (bool more = true; more;) {
      more = games.next(game);
      for (const PgnRemark& remark : games.take_remarks()) note(remark);
      if (more) read_game(game);
    }
  }

  void note(const PgnRemark& remark) {
    const char* const what =
        remark.oddity == PgnOddity::kOpenComment     ? "a comment opened here is never closed"
        : remark.oddity == PgnOddity::kOpenVariation ? "a variation opened here is never closed"
        : remark.oddity == PgnOddity::kClosesNothing ? "this closes nothing"
        : remark.oddity == PgnOddity::kAfterResult   ? "words after the end of the game are skipped"
        : remark.oddity == PgnOddity::kTagTwice      ? "a tag is given twice in one game: the first counts"
                                                     : "bad tag, expected [Name \"value\"]";
    if (++remarks_ <= kShown)
      say(remark.line, remark.column, fmt::format("{}: {}", what, briefly(remark.text)));
  }

  // Reports a board that was read with a `warning`.
  void note(std::size_t offset, const std::string& warning) {
    if (!warning.empty() && ++remarks_ <= kShown) say(line_, static_cast<std::uint32_t>(offset) + 1, warning);
  }

  static bool is_random_chess(std::string_view variant) {
    const std::string name = lower_case(variant);
    return name.starts_with("fischer") || name == "chess960" || name == "chess 960";
  }

  // Whether the tag Variant fits this game: in Fischer's random chess the start position decides.
  [[nodiscard]] bool is_this_game(std::string_view variant) const {
    if (is_random_chess(variant)) return true;
    const std::string name = lower_case(variant);
    for (const char* known : {"", "?", "-", "standard", "normal", "chess", "from position"}) {
      if (name == known) return true;
    }
    return name == lower_case(label_) || name == lower_case(label_.substr(0, label_.find(':')));
  }

  void read_game(const PgnGame& game) {
    Opening opening;
    board_ = Position(board_.game());
    line_ = game.line;
    if (const std::string* variant = game.tag("Variant"); variant != nullptr && !is_this_game(*variant))
      return fail(0, fmt::format("a game of the variant {}, expected {}", briefly(*variant), label_));
    if (const std::string* fen = game.tag("FEN")) {
      std::string warning;
      auto position = Position::from_text(board_.game(), *fen, &warning);
      line_ = game.fen_line;
      if (!position) return fail(0, "FEN: " + position.error());
      // Without its castling rights it would be another game.
      if (const std::string* variant = game.tag("Variant");
          variant != nullptr && is_random_chess(*variant) && !warning.empty())
        return fail(
            0, fmt::format("a game of the variant {}, expected {}; {}", briefly(*variant), label_, warning));
      note(0, warning);
      board_ = *std::move(position);
      opening.position = board_.text();
    }
    for (const PgnWord& word : game.moves) {
      if (plies_ != 0 && opening.moves.size() == plies_) break;
      line_ = word.line;
      if (!play(word.text, word.column - 1, opening)) return;
    }
    add(std::move(opening), 0);
  }

  bool play(std::string_view text, std::size_t offset, Opening& opening) {
    if (board_.over()) {
      fail(offset, fmt::format("the game is over after {}", plural(opening.moves.size(), "ply")));
      return false;
    }
    const auto move = board_.parse_move(text);
    if (!move) {
      fail(offset, move.error());
      return false;
    }
    board_.apply(*move);
    opening.moves.push_back(*move);
    return true;
  }

  void read_sgf(std::string_view text) {
    const auto* const sgf = find<Sgf>(board_.game());
    if (sgf == nullptr) {
      book_.problem =
          fmt::format("the Smart Game Format does not know '{}', expected another format", label_);
      return;
    }
    SgfReader games(text);
    for (SgfGame game; games.next(game);) read_game(game, *sgf);
  }

  void read_game(const SgfGame& game, const Sgf& sgf) {
    line_ = game.line;
    board_ = Position(board_.game());
    if (game.cut_short) return fail(0, "the text ends within this game, expected ')'");
    const auto value_of = [&](std::string_view name) {
      const SgfProperty* const property = game.find(name);
      return property == nullptr ? std::string() : property->values.front();
    };
    if (const std::string number = value_of("GM");
        !number.empty() && number != std::to_string(sgf.game_number()))
      return fail(0, fmt::format("GM[{}] is another game, expected GM[{}]", number, sgf.game_number()));
    StringSink size_sink;
    sgf.write_size(size_sink);
    const std::string size = size_sink.take();
    if (const std::string given = value_of("SZ");
        !given.empty() && given != size && given != size + ":" + size)
      return fail(0, fmt::format("SZ[{}] is another board, expected SZ[{}]", given, size));
    if (!is_initial(game, sgf))
      return fail(0, "the board is set up (AB, AW, AE), expected moves from the initial position");
    Opening opening;
    for (const SgfProperty& property : game.properties) {
      if (property.name != "B" && property.name != "W") continue;
      if (plies_ != 0 && opening.moves.size() == plies_) break;
      line_ = property.line;
      const std::size_t offset = property.column - 1;
      if (board_.over())
        return fail(offset, fmt::format("the game is over after {}", plural(opening.moves.size(), "ply")));
      const bool second = property.name == "W";
      if (board_.to_move() != (second ? 1 : 0))
        return fail(offset,
                    fmt::format("a move of {}, but it is the other's turn", second ? "White" : "Black"));
      const Move move = sgf_move(sgf, property.values.front());
      if (move == kNoMove)
        return fail(offset, fmt::format("{}[{}] is not a legal move here", property.name,
                                        shown(property.values.front(), 20)));
      board_.apply(move);
      opening.moves.push_back(move);
    }
    add(std::move(opening), 0);
  }

  // The legal move that the game writes like this; a pass may be empty or "tt", on boards up to 19 x 19.
  [[nodiscard]] Move sgf_move(const Sgf& sgf, std::string_view text) const {
    Move found = kNoMove;
    for (const Move move : board_.legal_moves()) {
      StringSink written;
      sgf.write_move(board_.state(), move, written);
      const std::string own = written.take();
      if (own == text) return move;
      if (lower_case(own) == lower_case(text) || (own.empty() && text == "tt")) found = move;
    }
    return found;
  }

  // Whether the set-up stones, if any, are those of the initial position, which many programs write.
  [[nodiscard]] bool is_initial(const SgfGame& game, const Sgf& sgf) const {
    const auto stones = [](const SgfGame& of) {
      std::set<std::string> all;
      for (const SgfProperty& property : of.properties) {
        if (property.name != "AB" && property.name != "AW" && property.name != "AE") continue;
        for (const std::string& value : property.values) all.insert(property.name + value);
      }
      return all;
    };
    const auto given = stones(game);
    if (given.empty()) return true;
    StringSink setup;
    sgf.write_setup(board_.state(), setup);
    const std::string text = "(;" + setup.take() + ")";
    SgfGame own;
    return SgfReader(text).next(own) && stones(own) == given;
  }

  void read_epd(std::string_view line) {
    const std::size_t start = line.find_first_not_of(kBlanks);
    auto entry = read_epd_position(board_.game(), line);
    if (!entry) return fail(start, entry.error());
    note(start, entry->warning);
    board_ = std::move(entry->position);
    add({board_.text(), {}}, start);
  }

  void add(Opening opening, std::size_t column) {
    if (board_.over()) return fail(column, "the game is over after this opening");
    book_.openings.push_back(std::move(opening));
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
    // A line with only a position, as in lists of FEN.
    const std::string_view first =
        line.substr(start, std::min(line.find_first_of(kBlanks, start), line.size()) - start);
    if (!named && !board_.parse_move(first)) {
      if (auto entry = read_epd_position(board_.game(), line)) {
        note(start, entry->warning);
        board_ = std::move(entry->position);
        return add({board_.text(), {}}, start);
      }
    }
    if (!read_moves(line, moves, opening)) return;
    add(std::move(opening), start);
  }

  // Sets the board and the offset of the moves.
  bool read_position(std::string_view line, std::size_t from, Opening& opening, std::size_t& moves) {
    constexpr std::string_view kMoves = " moves ";
    const std::size_t keyword = line.find(kMoves, from);
    moves = keyword == std::string_view::npos ? line.size() : keyword + kMoves.size();
    const std::size_t start = std::min(line.find_first_not_of(kBlanks, from), line.size());
    std::string_view text = line.substr(start, keyword == std::string_view::npos ? keyword : keyword - start);
    text = text.substr(0, text.find_last_not_of(kBlanks) + 1);
    std::string warning;
    auto position = Position::from_text(board_.game(), text, &warning);
    if (!position) {
      fail(start, "position: " + position.error());
      return false;
    }
    note(start, warning);
    board_ = *std::move(position);
    opening.position = board_.text();
    return true;
  }

  bool read_moves(std::string_view line, std::size_t at, Opening& opening) {
    while ((at = line.find_first_not_of(kBlanks, at)) != std::string_view::npos) {
      if (plies_ != 0 && opening.moves.size() == plies_) break;
      const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
      const std::string_view word = move_in_word(line.substr(at, end - at));
      if (!word.empty() && !play(word, static_cast<std::size_t>(word.data() - line.data()), opening))
        return false;
      at = end;
    }
    return true;
  }

  Position board_;
  std::string_view label_;
  const std::string& file_;
  std::uint32_t plies_;
  std::uint32_t line_ = 0;
  std::size_t failures_ = 0;
  std::size_t remarks_ = 0;
  OpeningBook book_;
};

}  // namespace

OpeningBook read_opening_book(const Game& game, std::string_view label, const std::string& file,
                              std::uint32_t plies) {
  OpeningBook book;
  const auto text = MappedFile::open_text(file);
  if (!text) {
    book.problem = text.error();
  } else if (text->bytes().size() > kMaxOpeningBytes) {
    book.problem = fmt::format("cannot read '{}': longer than {} MiB", file, kMaxOpeningBytes >> 20);
  } else if (text->cut_short()) {
    book.problem = "the compressed file is cut short: its end is missing";
  } else {
    book = BookReader(game, label, file, plies).read(text->bytes());
  }
  return book;
}

}  // namespace ludex::arena::run
