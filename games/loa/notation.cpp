#include <algorithm>
#include <string>
#include <string_view>

#include "games/common/fen.hpp"
#include "games/common/grid_text.hpp"
#include "games/common/sgf.hpp"
#include "games/common/svg.hpp"
#include "games/loa/rules.hpp"

namespace ludex::games::loa {
namespace {

template <class B>
std::string cell_text(unsigned c) {
  return static_cast<char>('a' + c % B::kStride) + std::to_string(c / B::kStride + 1);
}

// Takes a cell such as b12 from the front of `text`; kCells if there is none on the board.
template <class B>
unsigned take_cell(std::string_view& text, unsigned size) {
  if (text.size() < 2 || text[0] < 'a' || text[0] >= static_cast<char>('a' + size)) return B::kCells;
  const auto digits = text.find_first_not_of("0123456789", 1);
  const std::string_view row = text.substr(1, digits == std::string_view::npos ? digits : digits - 1);
  const auto number = fen::number(row, "row", 1, size);
  if (!number) return B::kCells;
  const unsigned column = static_cast<unsigned>(text[0] - 'a');
  text.remove_prefix(1 + row.size());
  return LoaRules<B>::cell(column, *number - 1);
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
  const int n = static_cast<int>(size_);
  std::string text = fen::write_placement(n, n, [&](int x, int y) {
    const unsigned c = cell(static_cast<unsigned>(x), static_cast<unsigned>(y));
    return s.discs[0].test(c) ? 'b' : s.discs[1].test(c) ? 'w' : '\0';
  });
  text += to_move(s) == 0 ? " b " : " w ";
  return text + std::to_string(s.passes) + ' ' + std::to_string(s.ply);
}

template <class B>
auto LoaRules<B>::parse_position(std::string_view text) const -> Result<State> {
  const auto fields = fen::fields(text);
  if (fields.size() != 2 && fields.size() != 4)
    return Error{"expected 'board side' or 'board side passes ply', got " + std::to_string(fields.size()) +
                 " fields"};
  State s{};
  const int n = static_cast<int>(size_);
  const auto placed = fen::read_placement(fields[0], n, n, [&](char letter, int x, int y) {
    if (letter != 'b' && letter != 'w') return false;
    s.discs[letter == 'w'].set(cell(static_cast<unsigned>(x), static_cast<unsigned>(y)));
    return true;
  });
  if (!placed) return Error{placed.error()};
  const unsigned most = 2 * (size_ - 2);
  for (const Player p : {0U, 1U}) {
    const unsigned discs = s.discs[p].count();
    if (discs == 0 || discs > most)
      return Error{std::string(p == 0 ? "black" : "white") + " has " + std::to_string(discs) +
                   " discs, expected 1.." + std::to_string(most)};
  }

  if (fields[1] != "b" && fields[1] != "w")
    return Error{"the side to move is '" + std::string(fields[1]) + "', expected b or w"};
  const unsigned mover = fields[1] == "w" ? 1 : 0;
  unsigned passes = 0;
  unsigned ply = mover;
  if (fields.size() == 4) {
    const auto given_passes = fen::number(fields[2], "the number of passes in succession", 0, 2);
    if (!given_passes) return Error{given_passes.error()};
    const auto given_ply = fen::number(fields[3], "the ply", 0, max_plies_);
    if (!given_ply) return Error{given_ply.error()};
    passes = *given_passes;
    ply = *given_ply;
  }
  if (passes > ply) return Error{"more passes than plies"};
  if (ply % 2 != mover)
    return Error{"ply " + std::to_string(ply) + " is not " + (mover == 0 ? "Black's" : "White's")};
  if (ply > max_plies_) return Error{"ply " + std::to_string(ply) + " is beyond the cap"};
  s.ply = static_cast<std::uint16_t>(ply);
  s.passes = static_cast<std::uint8_t>(passes);
  s.hash = full_hash(s);
  // Both sides count here; the last mover is `1 - mover`, as for simultaneous connections.
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
  return text + '\n' + status_line(s.status, to_move(s), "black (b)", "white (w)");
}

namespace {
// Margins of the drawing around the board.
constexpr double kLeft = 0.7;
constexpr double kTop = 0.2;
}  // namespace

template <class B>
std::string LoaRules<B>::svg_cells(const State&) const {
  return svg_grid_cells(kLeft, kTop, size_, size_,
                        [&](std::uint32_t x, std::uint32_t y) { return games::cell_text(x, size_ - y); });
}

template <class B>
std::string LoaRules<B>::svg_move_cells(const State&, Move move) const {
  if (move == kPass) return "";
  return cell_text<B>(from_of(move)) + ' ' + cell_text<B>(to_of(move));
}

template <class B>
std::string LoaRules<B>::svg(const State& s, Move last) const {
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

template <class B>
std::string LoaRules<B>::sgf_move(const State& s, Move move) const {
  std::string text = move_text(s, move);
  std::replace(text.begin(), text.end(), 'x', ':');
  return text;
}

template <class B>
std::string LoaRules<B>::sgf_setup(const State& s) const {
  SgfSetup setup;
  for (const Player p : {0U, 1U}) s.discs[p].for_each([&](unsigned c) { setup.add(p, cell_text<B>(c)); });
  return "SU[Custom]" + setup.text(to_move(s));
}

template class LoaRules<SmallBits>;
template class LoaRules<LargeBits>;

}  // namespace ludex::games::loa
