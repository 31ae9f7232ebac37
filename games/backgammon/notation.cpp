// Texts of moves and positions.
#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/backgammon/identifiers.hpp"
#include "games/backgammon/rules.hpp"
#include "games/common/fen.hpp"

namespace ludex::games::backgammon {
namespace {

using State = BackgammonRules::State;

// The way of one man: "24/18*/15".
struct Leg {
  std::uint32_t from;
  std::uint32_t to;     // 0: off
  bool hit = false;     // on `to`
  std::string between;  // points on the way where it hits, "/18*"
  std::uint32_t men = 1;
};

// The ways of the men of a play, those from high points first.
std::vector<Leg> legs_of(const State& s, Move move) {
  std::vector<Leg> legs;
  Men other = s.men[1U - s.mover];
  for (std::uint32_t step = 0; step < 4 && from_of(move, step) != 0; ++step) {
    const std::uint32_t from = from_of(move, step);
    const std::uint32_t pips = pips_of(move, {s.high, s.low}, step);
    const std::uint32_t to = from > pips ? from - pips : 0;
    const bool hit = to != 0 && other.count(kBar - to) != 0;
    if (hit) other.remove(kBar - to);
    const auto before =
        std::find_if(legs.begin(), legs.end(), [&](const Leg& leg) { return leg.to == from; });
    if (before == legs.end()) {
      legs.push_back({from, to, hit, ""});
    } else {
      if (before->hit) before->between += "/" + std::to_string(from) + "*";
      before->to = to;
      before->hit = hit;
    }
  }
  // A man that arrives where another one left: as if one had gone all the way.
  for (std::size_t i = 1; i < legs.size(); ++i) {
    const auto onward = std::find_if(legs.begin(), legs.begin() + static_cast<std::ptrdiff_t>(i),
                                     [&](const Leg& leg) { return leg.from == legs[i].to && !legs[i].hit; });
    if (onward == legs.begin() + static_cast<std::ptrdiff_t>(i)) continue;
    onward->from = legs[i].from;
    onward->between = legs[i].between + onward->between;
    legs.erase(legs.begin() + static_cast<std::ptrdiff_t>(i--));
  }
  std::stable_sort(legs.begin(), legs.end(), [](const Leg& a, const Leg& b) { return a.from > b.from; });
  std::vector<Leg> together;
  for (const Leg& leg : legs) {
    const auto same = std::find_if(together.begin(), together.end(), [&](const Leg& known) {
      return known.from == leg.from && known.to == leg.to && known.between == leg.between;
    });
    if (same == together.end()) {
      together.push_back(leg);
    } else {
      ++same->men;
      same->hit = same->hit || leg.hit;
    }
  }
  return together;
}

// A play as somebody wrote it: the mover's men after it, and the points marked by '*'.
struct WrittenPlay {
  Men men;
  std::uint32_t hits = 0;
};

std::optional<std::uint32_t> take_point(std::string_view& text) {
  for (const auto& [word, point] : {std::pair<std::string_view, std::uint32_t>{"bar", kBar}, {"off", 0U}}) {
    if (!text.starts_with(word)) continue;
    text.remove_prefix(word.size());
    return point;
  }
  const std::size_t size = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto point = fen::number(text.substr(0, size), "point", 0, kBar);
  if (!point) return std::nullopt;
  text.remove_prefix(size);
  return *point;
}

// "24/18*/15 6/5(2)"; nothing if it is none.
std::optional<WrittenPlay> read_play(const Men& men, std::string_view text) {
  WrittenPlay play{men};
  while (!text.empty()) {
    if (text[0] == ' ' || text[0] == ',') {
      text.remove_prefix(1);
      continue;
    }
    const auto from = take_point(text);
    if (!from || *from == 0 || !text.starts_with("/")) return std::nullopt;
    std::uint32_t to = *from;
    while (text.starts_with("/")) {
      text.remove_prefix(1);
      const auto point = take_point(text);
      if (!point || *point >= to) return std::nullopt;
      to = *point;
      if (text.starts_with("*")) {
        text.remove_prefix(1);
        play.hits |= bit(to);
      }
    }
    std::uint32_t count = 1;
    if (text.size() >= 3 && text[0] == '(' && text[1] >= '2' && text[1] <= '4' && text[2] == ')') {
      count = static_cast<std::uint32_t>(text[1] - '0');
      text.remove_prefix(3);
    }
    for (; count > 0; --count) {
      if (play.men.count(*from) == 0) return std::nullopt;
      play.men.remove(*from);
      if (to != 0) play.men.add(to);
    }
  }
  return play;
}

std::string men_text(const Men& men) {
  std::string text;
  for (std::uint32_t point = kBar; point >= 1; --point) {
    if (men.count(point) == 0) continue;
    text += text.empty() ? "" : ",";
    text += (point == kBar ? "bar" : std::to_string(point)) + ":" + std::to_string(men.count(point));
  }
  return text.empty() ? "-" : text;
}

Result<Men> read_men(std::string_view text) {
  Men men{};
  const std::string whole(text);
  for (std::uint32_t above = kBar + 1; text != "-";) {
    const auto point = take_point(text);
    if (!point || *point == 0 || *point >= above || !text.starts_with(":"))
      return Error{"'" + whole + "' are no men, expected for example 24:2,13:5,8:3,6:5, high points first"};
    above = *point;
    text.remove_prefix(1);
    const std::size_t size = std::min(text.find(','), text.size());
    const auto count = fen::number(text.substr(0, size), "men on a point", 1, men.off());
    if (!count) return Error{count.error()};
    for (std::uint32_t i = 0; i < *count; ++i) men.add(*point);
    if (size == text.size()) break;
    text.remove_prefix(size + 1);
  }
  if (men_text(men) != whole)
    return Error{"'" + whole + "' are no men in their usual spelling, which is " + men_text(men)};
  return men;
}

// "3-2".
std::string score_text(const State& s) {
  return std::to_string(s.score(0)) + '-' + std::to_string(s.score(1));
}

// Writes the score of "3-2" into the position.
Result<void> read_score(std::string_view text, State& s) {
  const std::size_t hyphen = std::min(text.find('-'), text.size());
  const auto first = fen::number(text.substr(0, hyphen), "first's score", 0, kMaxMatch + 2);
  const auto second =
      fen::number(text.substr(std::min(hyphen + 1, text.size())), "second's score", 0, kMaxMatch + 2);
  if (!first) return Error{first.error()};
  if (!second) return Error{second.error()};
  s.set_score(0, *first);
  s.set_score(1, *second);
  return {};
}

Result<State> checked(State s, std::uint32_t match) {
  if ((mirrored(s.men[0].occupied()) & s.men[1].occupied()) != 0)
    return Error{"a point has men of both players"};
  if (s.men[s.mover].occupied() == 0) return Error{"the side to move has no men left"};
  BackgammonRules::judge(s);
  if (s.status != 0 && (s.high != 0 || s.opening != 0)) return Error{"the game is over, nothing is rolled"};
  if (match == 0) return s;
  for (Player p = 0; p < 2; ++p) {
    const bool won = s.status != 0 && winner_of(GameStatus{s.status}) == p;
    if ((s.score(p) >= match) == won) continue;
    return Error{won ? "the game is over, but nobody has won the match"
                     : "the score " + score_text(s) + " ends a match to " + std::to_string(match) +
                           ", but the game is not won"};
  }
  return s;
}

State state_of(const Setup& setup) {
  State s{};
  s.mover = static_cast<std::uint8_t>(setup.side);
  s.men[setup.side] = setup.mover;
  s.men[1 - setup.side] = setup.other;
  if (setup.roll) {
    s.high = static_cast<std::uint8_t>(setup.roll->high);
    s.low = static_cast<std::uint8_t>(setup.roll->low);
  }
  return s;
}

}  // namespace

std::string BackgammonRules::move_text(const State& s, Move move) const {
  if (is_outcome(move)) {
    const Roll roll = roll_of(move);
    return std::to_string(roll.high) + std::to_string(roll.low);
  }
  std::string text;
  for (const Leg& leg : legs_of(s, move)) {
    text += text.empty() ? "" : ",";
    text += leg.from == kBar ? "bar" : std::to_string(leg.from);
    text += leg.between + "/" + (leg.to == 0 ? "off" : std::to_string(leg.to)) + (leg.hit ? "*" : "");
    if (leg.men > 1) text += "(" + std::to_string(leg.men) + ")";
  }
  return text.empty() ? "pass" : text;
}

// From and to of each man that moves, by first's numbers.
std::string BackgammonRules::svg_move_cells(const State& s, Move move) const {
  std::string cells;
  if (is_outcome(move)) return cells;
  const auto add = [&](std::uint32_t point) {
    const std::uint32_t shown = s.mover == 0 ? point : kBar - point;
    cells += cells.empty() ? "" : " ";
    cells += point == kBar ? "bar" : point == 0 ? "off" : std::to_string(shown);
  };
  for (const Leg& leg : legs_of(s, move)) {
    for (std::uint32_t i = 0; i < leg.men; ++i) add(leg.from), add(leg.to);
  }
  return cells;
}

Result<Move> BackgammonRules::parse_move(const State& s, std::string_view text) const {
  std::vector<Move> moves(kMaxPlays);
  moves.resize(legal_moves(s, moves.data()));
  for (const Move move : moves) {
    const std::string written = move_text(s, move);
    if (written == text) return move;
    const bool order = is_outcome(move) && !either_begins(s);  // of two numbers does not count
    if (order && text.size() == 2 && text[0] == written[1] && text[1] == written[0]) return move;
  }
  const Error bad{"'" + std::string(text) + "' is not legal here; expected for example " +
                  move_text(s, moves[0])};
  if (s.high == 0 || s.status != 0) return bad;
  const auto written = read_play(s.men[s.mover], text);
  if (!written) return bad;
  // Marks may be left out: of the plays that lead there, the one that hits least.
  std::optional<Move> best;
  int least = 0;
  bool several = false;
  for (const Move move : moves) {
    State after = s;
    take(after, move);
    const std::uint32_t hit = mirrored(s.men[1U - s.mover].occupied() & ~after.men[1U - s.mover].occupied());
    if (after.men[s.mover] != written->men || (written->hits & ~hit) != 0) continue;
    if (hit == written->hits) return move;
    const int hits = std::popcount(hit);
    several = best && (hits == least || (several && hits > least));
    if (best && hits >= least) continue;
    best = move;
    least = hits;
  }
  if (!best) return bad;
  if (!several) return *best;
  return Error{"'" + std::string(text) + "' hits on one of several ways; expected for example " +
               move_text(s, *best)};
}

std::string BackgammonRules::position_text(const State& s) const {
  const std::string dice = s.opening != 0 ? "open"
                           : s.high == 0  ? "roll"
                                          : std::to_string(s.high * 10 + s.low);
  return men_text(s.men[0]) + ' ' + men_text(s.men[1]) + (s.mover == 0 ? " first " : " second ") + dice +
         ' ' + std::to_string(s.ply) + (match_ != 0 ? ' ' + score_text(s) : "");
}

Result<State> BackgammonRules::parse_position(std::string_view text) const {
  if (text.starts_with("board:")) {
    const auto setup = read_fibs_board(text);
    if (!setup) return Error{setup.error()};
    return checked(state_of(*setup), match_);
  }
  const auto fields = fen::fields(text);
  if (fields.size() == 1) {
    const auto setup = read_gnubg_id(text);
    if (!setup) return Error{setup.error()};
    return checked(state_of(*setup), match_);
  }
  if (fields.size() != 5 && (match_ == 0 || fields.size() != 6))
    return Error{std::string("expected 'MEN MEN first|second ROLL PLY") + (match_ != 0 ? " SCORE" : "") +
                 "', a position id of GNU Backgammon or a FIBS board"};
  State s{};
  if (fields.size() == 6) {
    if (const auto score = read_score(fields[5], s); !score) return Error{score.error()};
  }
  for (Player p = 0; p < 2; ++p) {
    const auto men = read_men(fields[p]);
    if (!men) return Error{men.error()};
    s.men[p] = *men;
  }
  if (fields[2] != "first" && fields[2] != "second")
    return Error{"the side is '" + std::string(fields[2]) + "', expected first or second"};
  s.mover = fields[2] == "first" ? 0 : 1;
  s.opening = fields[3] == "open" ? 1U : 0U;
  if (s.opening != 0 && s.mover != 0) return Error{"before the opening roll the side is first"};
  if (fields[3] != "open" && fields[3] != "roll") {
    const auto dice = fen::number(fields[3], "the roll", 11, 66);
    if (!dice || *dice / 10 < *dice % 10 || *dice % 10 == 0 || *dice / 10 > 6)
      return Error{"the roll is '" + std::string(fields[3]) +
                   "', expected open, roll or 11, 21, 22, 31 ... 66"};
    s.high = static_cast<std::uint8_t>(*dice / 10);
    s.low = static_cast<std::uint8_t>(*dice % 10);
  }
  const auto ply = fen::number(fields[4], "the ply", 0, max_plies_);
  if (!ply) return Error{ply.error()};
  s.ply = static_cast<std::uint16_t>(*ply);
  auto read = checked(s, match_);
  if (read && read->status == 0 && s.ply == max_plies_)
    read->status = static_cast<std::uint8_t>(GameStatus::kDraw);
  return read;
}

}  // namespace ludex::games::backgammon
