// Texts of moves and positions, and the board in characters.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "games/chinese-checkers/rules.hpp"
#include "games/common/fen.hpp"

namespace ludex::games::chinese_checkers {
namespace {

// By the corner from which a player starts.
constexpr std::array<Side, kCorners> kSides{{{"Red", "#c8322b"},
                                             {"Yellow", "#f2c230"},
                                             {"Green", "#2e8b3d"},
                                             {"Blue", "#2962c4"},
                                             {"White", "#ffffff"},
                                             {"Purple", "#7b3fa0"}}};

}  // namespace

Side ChineseCheckersRules::side(const State&, Player p) const noexcept {
  return kSides[home_[p]];
}

// The first letter of the side's name.
char ChineseCheckersRules::letter(Player p) const noexcept {
  return static_cast<char>(kSides[home_[p]].name[0] - 'A' + 'a');
}

Player ChineseCheckersRules::owner(const State& s, unsigned hole) const noexcept {
  Player p = 0;
  while (p < players_ && !contains(s.men[p], hole)) ++p;
  return p;
}

Player ChineseCheckersRules::player_of(char wanted) const noexcept {
  Player p = 0;
  while (p < players_ && letter(p) != wanted) ++p;
  return p;
}

std::string ChineseCheckersRules::hole_text(unsigned hole) const {
  return static_cast<char>('a' + board_.column[hole]) + std::to_string(board_.row[hole] + 1);
}

std::string ChineseCheckersRules::move_text(const State&, Move move) const {
  if (move == kPass) return "pass";
  return hole_text(from_of(move)) + '-' + hole_text(to_of(move));
}

std::string ChineseCheckersRules::position_text(const State& s) const {
  std::string text;
  for (unsigned row = board_.rows; row-- > 0;) {
    unsigned empty = 0;
    for (unsigned hole = board_.row_begin[row]; hole < board_.row_begin[row + 1]; ++hole) {
      const Player p = owner(s, hole);
      if (p == players_) {
        ++empty;
        continue;
      }
      if (empty != 0) text += std::to_string(empty);
      empty = 0;
      text += letter(p);
    }
    if (empty != 0) text += std::to_string(empty);
    text += row == 0 ? ' ' : '/';
  }
  text += letter(s.mover);
  std::string order;
  for (unsigned place = 1; place <= s.finished; ++place) {
    for (Player p = 0; p < players_; ++p) {
      if (s.place[p] == place) order += letter(p);
    }
  }
  return text + ' ' + (order.empty() ? "-" : order) + ' ' + std::to_string(s.ply);
}

Result<void> ChineseCheckersRules::place_row(std::string_view text, unsigned row, State& s) const {
  const std::string name = "row " + std::to_string(row + 1);
  const unsigned width = board_.width(row);
  unsigned x = 0;
  while (!text.empty()) {
    unsigned taken = 1;
    std::size_t size = 1;
    if (fen::is_digit(text[0])) {
      size = std::min(text.find_first_not_of("0123456789"), text.size());
      const auto run = fen::number(text.substr(0, size), "a run of empty holes in " + name, 1, width);
      if (!run) return Error{run.error()};
      taken = *run;
    } else if (const Player p = player_of(text[0]); p == players_) {
      return Error{name + " has the unknown letter '" + std::string(1, text[0]) + "'"};
    } else if (x < width) {
      s.men[p] |= hole_bit(board_.row_begin[row] + x);
    }
    x += taken;
    text.remove_prefix(size);
  }
  if (x == width) return {};
  return Error{name + " has " + std::to_string(x) + " holes, expected " + std::to_string(width)};
}

Result<void> ChineseCheckersRules::place_men(std::string_view text, State& s) const {
  for (unsigned row = board_.rows; row-- > 0;) {
    const auto end = std::min(text.find('/'), text.size());
    if ((end == text.size()) != (row == 0))
      return Error{"expected " + std::to_string(board_.rows) + " rows, separated by '/'"};
    if (const auto placed = place_row(text.substr(0, end), row, s); !placed) return placed;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return {};
}

Result<void> ChineseCheckersRules::read_finished(std::string_view text, State& s) const {
  if (text == "-") return {};
  const unsigned most = places_ == Places::kFirst ? 1 : players_ - 1;
  if (text.size() > most)
    return Error{"'" + std::string(text) + "' lists more than " + std::to_string(most) +
                 " players who have filled their corners"};
  for (const char c : text) {
    const Player p = player_of(c);
    if (p == players_ || s.place[p] != 0)
      return Error{"'" + std::string(text) +
                   "' is no list of players who have filled their corners, as letters in that order or '-'"};
    if ((target(p) & s.men[p]) == 0)
      return Error{std::string(side(s, p).name) + " has no man in the corner that it is said to have filled"};
    s.place[p] = ++s.finished;
  }
  return {};
}

Result<void> ChineseCheckersRules::check(const State& s) const {
  for (Player p = 0; p < players_; ++p) {
    const auto men = static_cast<unsigned>(bits::count(s.men[p]));
    if (men != board_.men)
      return Error{std::string(side(s, p).name) + " has " + std::to_string(men) + " men, expected " +
                   std::to_string(board_.men)};
  }
  if (s.place[s.mover] != 0)
    return Error{std::string(side(s, s.mover).name) + " is to move, but has filled its corner"};
  if ((traits().flags & kAlternating) == 0) return {};
  if (s.ply % players_ != s.mover)
    return Error{"ply " + std::to_string(s.ply) + " is not " + side(s, s.mover).name + "'s"};
  const Player last = (s.mover + players_ - 1) % players_;
  if (s.finished != 0 ? s.place[last] == 0 || !fills(s, last) : s.ply != 0 && fills(s, last))
    return Error{"the list of players who have filled their corners contradicts the board: " +
                 std::string(side(s, last).name) + " moved last"};
  return {};
}

Result<State> ChineseCheckersRules::parse_position(std::string_view text) const {
  const auto fields = fen::fields(text);
  if (fields.size() != 2 && fields.size() != 4)
    return Error{"expected 'board side' or 'board side finished ply', got " + std::to_string(fields.size()) +
                 " fields"};
  State s{};
  if (const auto placed = place_men(fields[0], s); !placed) return Error{placed.error()};
  const Player mover = fields[1].size() == 1 ? player_of(fields[1][0]) : players_;
  if (mover == players_) return Error{"'" + std::string(fields[1]) + "' is no side"};
  s.mover = static_cast<std::uint8_t>(mover);
  unsigned ply = mover;
  if (fields.size() == 4) {
    if (const auto read = read_finished(fields[2], s); !read) return Error{read.error()};
    const auto given = fen::number(fields[3], "the ply", 0, max_plies_);
    if (!given) return Error{given.error()};
    ply = *given;
  }
  if (ply > max_plies_) return Error{"ply " + std::to_string(ply) + " is beyond the cap"};
  s.ply = static_cast<std::uint16_t>(ply);
  if (const auto sound = check(s); !sound) return Error{sound.error()};
  settle(s);
  return s;
}

std::string ChineseCheckersRules::board_text(const State& s) const {
  std::string text;
  for (unsigned row = board_.rows; row-- > 0;) {
    const unsigned first = board_.row_begin[row];
    const std::string number = std::to_string(row + 1);
    text +=
        std::string(2 - number.size(), ' ') + number + ' ' + static_cast<char>('a' + board_.column[first]);
    // A hole takes two characters, and each row leans one to the left of the row below.
    text += std::string(2U * board_.column[first] + board_.size + 1 - row, ' ');
    for (unsigned hole = first; hole < board_.row_begin[row + 1]; ++hole) {
      const Player p = owner(s, hole);
      text += ' ';
      text += p == players_ ? '.' : letter(p);
    }
    text += '\n';
  }
  const auto name = [&](Player p) {
    return std::string(side(s, p).name) + " (" + std::string(1, letter(p)) + ")";
  };
  if (s.status == GameStatus::kOngoing) return text + name(s.mover) + " to move\n";
  if (s.status == GameStatus::kDraw) return text + "drawn\n";
  return text + name(winner_of(s.status)) + " has won\n";
}

}  // namespace ludex::games::chinese_checkers
