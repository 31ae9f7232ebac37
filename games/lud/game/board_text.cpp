// Boards as text: the pieces on the sites, the names of the sites, hands, and the side to move.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/util/nearest.hpp"
#include "games/lud/game/lud_game.hpp"
#include "games/lud/game/site_names.hpp"
#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

namespace {

class Letters {
 public:
  Letters(const Program& program, const std::byte* state)
      : p_(program), e_(program, const_cast<std::byte*>(state), Workspace::of_thread()) {}

  // The short name of the piece: capitalised for the first player, lower case for the second. A stack from
  // the top down, "Ddd", or a high one as its top and its height, "D^7".
  [[nodiscard]] std::string on(int site) const { return on(site, e_.own()); }
  [[nodiscard]] std::string on(int site, int type) const {
    const int i = e_.index(type, site);
    if (e_.what(i) == 0) return ".";
    std::string text = letter(e_.what(i));
    const int height = e_.height(i);
    if (height > kShownLevels) return text + "^" + std::to_string(height);
    const char* const between = text.size() > 1 ? "/" : "";
    for (int level = height - 2; level >= 0; --level) text += between + letter(e_.level_of(i, level).what);
    if (e_.layout.has_count && e_.count(i) > 1) text += std::to_string(e_.count(i));
    return text;
  }

 private:
  static constexpr int kShownLevels = 4;

  [[nodiscard]] std::string letter(int piece) const {
    const Component& component = p_.components[static_cast<std::size_t>(piece)];
    std::string text = component.base.empty() ? "?" : p_.short_name(component);
    if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] & ~0x20);
    if (component.owner == 2) text = lower_case(text);
    return text;
  }

  const Program& p_;
  const Eval e_;
};

std::string padded(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

// Rows with their numbers, columns with their letters below.
std::string grid_text(const Topology& board, const Letters& letters) {
  std::vector<std::vector<std::string>> grid(
      static_cast<std::size_t>(board.rows),
      std::vector<std::string>(static_cast<std::size_t>(board.columns)));
  std::size_t width = board.columns > 26 ? 3 : 2;
  for (int at = 0; at < board.size(); ++at) {
    const auto s = static_cast<std::size_t>(at);
    std::string& cell =
        grid[static_cast<std::size_t>(board.row[s])][static_cast<std::size_t>(board.column[s])];
    cell = letters.on(at);
    width = std::max(width, cell.size() + 1);
  }
  std::string text;
  for (int r = board.rows - 1; r >= 0; --r) {
    std::string line = padded(std::to_string(r + 1), 3);
    for (const auto& cell : grid[static_cast<std::size_t>(r)]) line += padded(cell, width);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  text += "   ";
  for (int c = 0; c < board.columns; ++c) text += padded(SiteNames::column(c), width);
  return text + '\n';
}

// Each site as its number and its piece, at about its place on the board.
std::string numbered_text(const Topology& board, const Letters& letters, const SiteNames& names) {
  std::vector<int> order(static_cast<std::size_t>(board.size()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  const auto point = [&](int at) { return board.points[static_cast<std::size_t>(at)]; };
  const auto level = [&](int a, int b) { return std::abs(point(a).y - point(b).y) < kSamePoint; };
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return level(a, b) ? point(a).x < point(b).x : point(a).y > point(b).y; });
  std::vector<std::string> texts;
  std::size_t width = 0;
  for (int at = 0; at < board.size(); ++at) {
    texts.push_back(names.of(at) + letters.on(at));
    width = std::max(width, texts.back().size() + 1);
  }
  // The nearest two neighbours on a line leave room for both texts.
  double low = 1e9, high = -1e9, nearest = 1e9;
  for (std::size_t k = 0; k < order.size(); ++k) {
    low = std::min(low, point(order[k]).x);
    high = std::max(high, point(order[k]).x);
    if (k > 0 && level(order[k - 1], order[k]))
      nearest = std::min(nearest, std::abs(point(order[k]).x - point(order[k - 1]).x));
  }
  const double most = 150.0 / std::max(high - low, 1e-6);
  const double scale =
      nearest > 1e8 ? 0 : std::min(static_cast<double>(width) / std::max(nearest, 1e-6), most);
  std::string text;
  std::string line;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const int at = order[k];
    if (k > 0 && !level(order[k - 1], at)) text += std::exchange(line, "") + '\n';
    const auto column = static_cast<std::size_t>(std::lround((point(at).x - low) * scale)) + 1;
    const std::size_t space = std::max(column, line.size() + 1) - line.size();
    line += std::string(space, ' ') + texts[static_cast<std::size_t>(at)];
  }
  return text + line + '\n';
}

// "vertices: v0. v1D v2.": the sites of other kinds than the board's own that the rules use.
std::string other_sites_text(const Program& p, const Letters& letters, const SiteNames& names) {
  std::string text;
  for (const SiteType type : {SiteType::kVertex, SiteType::kEdge, SiteType::kCell}) {
    const auto k = static_cast<std::size_t>(type);
    if (type == p.site_type || p.layout.base[k] < 0) continue;
    text += type == SiteType::kVertex ? "vertices:" : type == SiteType::kEdge ? "edges:" : "cells:";
    for (int at = 0; at < p.topologies[k]->size(); ++at)
      text += " " + names.of(at, static_cast<int>(type)) + letters.on(at, static_cast<int>(type));
    text += '\n';
  }
  return text;
}

}  // namespace

std::string LudGame::board_text(const std::byte* state) const {
  const Program& p = program();
  const Letters letters(p, state);
  std::string text =
      names_.grid() ? grid_text(p.board(), letters) : numbered_text(p.board(), letters, names_);
  text += other_sites_text(p, letters, names_);
  for (std::size_t k = 1; k < p.containers.size(); ++k) {
    const Container& hand = p.containers[k];
    text += hand.name + ":";
    for (int at = hand.first; at < hand.first + hand.size; ++at) text += " " + names_.of(at) + letters.on(at);
    text += '\n';
  }
  const GameStatus result = status(state);
  if (is_over(result)) {
    const Player winner = winner_of(result);
    return text + (winner == kNobody ? "drawn" : "player " + std::to_string(winner + 1) + " has won") + '\n';
  }
  if (to_move(state) == kChance) return text + "chance decides\n";
  const int colour = reinterpret_cast<const Head*>(state)->mover;
  const char* const pieces = colour == 1 ? " (capital letters)" : colour == 2 ? " (small letters)" : "";
  return text + "player " + std::to_string(to_move(state) + 1) + pieces + " to move\n";
}

}  // namespace ludex::games::lud
