#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/svg.hpp"
#include "games/loa/loa_rules.hpp"

namespace ludex::games::loa {
namespace {

template <class B>
std::string cell_text(unsigned c) {
  return static_cast<char>('a' + c % B::kStride) + std::to_string(c / B::kStride + 1);
}

// A decimal number without sign or leading zeros.
Result<unsigned> parse_number(std::string_view text, const char* what) {
  unsigned value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size() || std::to_string(value) != text)
    return Error{std::string(what) + " is '" + std::string(text) + "', expected a number"};
  return value;
}

// A cell such as b12 at the front of `text`, which it consumes; kCells if there is none on the board.
template <class B>
unsigned take_cell(std::string_view& text, unsigned size) {
  if (text.size() < 2 || text[0] < 'a' || text[0] >= static_cast<char>('a' + size)) return B::kCells;
  const auto digits = text.find_first_not_of("0123456789", 1);
  const std::string_view row = text.substr(1, digits == std::string_view::npos ? digits : digits - 1);
  if (row.empty() || row.size() > 2) return B::kCells;
  const Result<unsigned> number = parse_number(row, "row");
  if (!number || *number == 0 || *number > size) return B::kCells;
  const unsigned column = static_cast<unsigned>(text[0] - 'a');
  text.remove_prefix(1 + row.size());
  return LoaRules<B>::cell(column, *number - 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

template <class B>
std::string LoaRules<B>::move_text(const State& s, Move move) const {
  if (move == kPass) return "pass";
  const bool captures = s.discs[1 - to_move(s)].test(to_of(move));
  return cell_text<B>(from_of(move)) + (captures ? 'x' : '-') + cell_text<B>(to_of(move));
}

template <class B>
Result<Move> LoaRules<B>::parse_move(const State& s, std::string_view text) const {
  if (text == "pass") return kPass;
  std::string_view rest = text;
  const unsigned from = take_cell<B>(rest, size_);
  char sign = ' ';
  if (!rest.empty() && (rest[0] == '-' || rest[0] == 'x')) {
    sign = rest[0];
    rest.remove_prefix(1);
  }
  const unsigned to = from == B::kCells ? from : take_cell<B>(rest, size_);
  if (to == B::kCells || !rest.empty() || from == to)
    return Error{"'" + std::string(text) +
                 "' is not a move; expected for example b1-b3, b1xb3, b1b3 or pass"};
  const bool captures = s.discs[1 - to_move(s)].test(to);
  if (sign == 'x' && !captures) return Error{"'" + std::string(text) + "' captures nothing"};
  if (sign == '-' && captures) return Error{"'" + std::string(text) + "' is a capture, written with x"};
  return make_move(from, to);
}

template <class B>
std::string LoaRules<B>::position_text(const State& s) const {
  std::string text;
  for (unsigned row = size_; row-- > 0;) {
    unsigned run = 0;
    for (unsigned column = 0; column < size_; ++column) {
      const unsigned c = cell(column, row);
      const bool black = s.discs[0].test(c);
      if (!black && !s.discs[1].test(c)) {
        ++run;
        continue;
      }
      if (run != 0) text += std::to_string(run);
      run = 0;
      text += black ? 'b' : 'w';
    }
    if (run != 0) text += std::to_string(run);
    text += row == 0 ? ' ' : '/';
  }
  text += to_move(s) == 0 ? "b " : "w ";
  return text + std::to_string(s.passes) + ' ' + std::to_string(s.ply);
}

template <class B>
auto LoaRules<B>::parse_position(std::string_view text) const -> Result<State> {
  const auto fields = split(text, ' ');
  if (fields.size() != 2 && fields.size() != 4)
    return Error{"expected 'board side' or 'board side passes ply', got " + std::to_string(fields.size()) +
                 " fields"};
  const auto rows = split(fields[0], '/');
  if (rows.size() != size_)
    return Error{"the board has " + std::to_string(rows.size()) + " rows, expected " + std::to_string(size_)};
  State s{};
  for (unsigned i = 0; i < size_; ++i) {
    const unsigned row = size_ - 1 - i;
    const std::string where = "row " + std::to_string(row + 1);
    unsigned column = 0;
    for (std::size_t at = 0; at < rows[i].size();) {
      const char c = rows[i][at];
      if (c == 'b' || c == 'w') {
        if (column < size_) s.discs[c == 'w'].set(cell(column, row));
        ++column, ++at;
        continue;
      }
      std::size_t end = at;
      while (end < rows[i].size() && rows[i][end] >= '0' && rows[i][end] <= '9') ++end;
      if (end == at) return Error{where + " has '" + std::string(1, c) + "', expected b, w or a number"};
      const auto run = parse_number(rows[i].substr(at, end - at), "a run of empty cells");
      if (!run) return Error{run.error() + " in " + where};
      if (*run == 0 || *run > size_) return Error{where + " has a run of " + std::to_string(*run) + " cells"};
      column += *run;
      at = end;
    }
    if (column != size_)
      return Error{where + " has " + std::to_string(column) + " cells, expected " + std::to_string(size_)};
  }
  const unsigned most = 2 * (size_ - 2);
  for (const Player p : {0U, 1U}) {
    const unsigned n = s.discs[p].count();
    if (n == 0 || n > most)
      return Error{std::string(p == 0 ? "black" : "white") + " has " + std::to_string(n) +
                   " discs, expected 1.." + std::to_string(most)};
  }

  if (fields[1] != "b" && fields[1] != "w")
    return Error{"the side to move is '" + std::string(fields[1]) + "', expected b or w"};
  const unsigned mover = fields[1] == "w" ? 1 : 0;
  unsigned passes = 0;
  unsigned ply = mover;
  if (fields.size() == 4) {
    const auto given_passes = parse_number(fields[2], "the number of passes");
    if (!given_passes) return Error{given_passes.error()};
    const auto given_ply = parse_number(fields[3], "the ply");
    if (!given_ply) return Error{given_ply.error()};
    passes = *given_passes;
    ply = *given_ply;
  }
  if (passes > 2 || passes > ply)
    return Error{std::to_string(passes) + " passes in succession, expected 0..2 and no more than plies"};
  if (ply > max_plies_ || ply % 2 != mover)
    return Error{"ply " + std::to_string(ply) + ", expected " + (mover == 0 ? "an even" : "an odd") +
                 " number up to " + std::to_string(max_plies_)};
  s.ply = static_cast<std::uint16_t>(ply);
  s.passes = static_cast<std::uint8_t>(passes);
  s.hash = full_hash(s);
  // Both sides count here; whoever moved last is `1 - mover`, as for simultaneous connections.
  s.status = status_after(s.discs, 1 - mover, true);
  if (s.status == GameStatus::kOngoing && (passes == 2 || ply == max_plies_)) s.status = GameStatus::kDraw;
  return s;
}

template <class B>
std::string LoaRules<B>::board_text(const State& s) const {
  std::string text;
  for (unsigned row = size_; row-- > 0;) {
    const std::string number = std::to_string(row + 1);
    text += std::string(2 - number.size(), ' ') + number;
    for (unsigned column = 0; column < size_; ++column) {
      const unsigned c = cell(column, row);
      text += s.discs[0].test(c) ? " b" : s.discs[1].test(c) ? " w" : " .";
    }
    text += '\n';
  }
  text += "  ";
  for (unsigned column = 0; column < size_; ++column) {
    text += ' ';
    text += static_cast<char>('a' + column);
  }
  return text + '\n';
}

template <class B>
std::string LoaRules<B>::svg(const State& s, Move last) const {
  constexpr double kLeft = 0.7;
  constexpr double kTop = 0.2;
  const double side = size_;
  const auto x = [&](unsigned c) { return kLeft + c % B::kStride; };
  const auto y = [&](unsigned c) { return kTop + (size_ - 1 - c / B::kStride); };
  SvgWriter out(side + kLeft + 0.2, side + kTop + 0.7);
  board_.for_each([&](unsigned c) {
    const bool dark = (c % B::kStride + c / B::kStride) % 2 == 0;
    out.rectangle(x(c), y(c), 1, 1, dark ? "#d9c096" : "#efe0bd");
  });
  if (last != kNoMove && last != kPass) {
    for (const unsigned c : {from_of(last), to_of(last)}) out.rectangle(x(c), y(c), 1, 1, "#c8d67a");
    out.line(x(from_of(last)) + 0.5, y(from_of(last)) + 0.5, x(to_of(last)) + 0.5, y(to_of(last)) + 0.5,
             "#6a7a1c", 0.06);
  }
  out.rectangle(kLeft, kTop, side, side, "none", "#444");
  for (const Player p : {0U, 1U}) {
    s.discs[p].for_each([&](unsigned c) {
      out.circle(x(c) + 0.5, y(c) + 0.5, 0.38, p == 0 ? "#222" : "#fff", "#222", 0.04);
    });
  }
  out.coordinates(kLeft, kTop, static_cast<int>(size_), static_cast<int>(size_));
  return std::move(out).finish();
}

template class LoaRules<SmallBits>;
template class LoaRules<LargeBits>;

}  // namespace ludex::games::loa
