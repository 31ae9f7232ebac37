#include "games/experiments/hex/recorded_games.hpp"

#include <algorithm>
#include <charconv>

#include "games/common/grid_text.hpp"

namespace ludex::games::hex {

Result<std::vector<RecordedGame>> read_games(std::string_view sgf) {
  std::vector<RecordedGame> games;
  std::string_view id;
  std::size_t at = 0;
  const auto wrong = [&](const std::string& what) {
    const auto line = 1 + std::count(sgf.begin(), sgf.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    return Error{"line " + std::to_string(line) + ": " + what};
  };
  const auto unfinished = [&] { return !games.empty() && games.back().winner == kNobody; };
  while (at < sgf.size()) {
    const char c = sgf[at];
    if (c == '(') {
      if (unfinished()) return wrong("the game before has no result: RE[B+] or RE[W+]");
      games.emplace_back();
    }
    if (c >= 'A' && c <= 'Z') {
      const std::size_t first = at;
      while (at < sgf.size() && sgf[at] >= 'A' && sgf[at] <= 'Z') ++at;
      id = sgf.substr(first, at - first);
      continue;
    }
    if (c != '[') {
      ++at;
      continue;
    }
    if (games.empty()) return wrong("a property outside a game");
    const std::size_t first = ++at;
    while (at < sgf.size() && sgf[at] != ']') at += sgf[at] == '\\' ? 2 : 1;
    if (at >= sgf.size()) return wrong("']' is missing");
    const std::string_view value = sgf.substr(first, at++ - first);
    RecordedGame& game = games.back();
    if (id == "SZ") {
      const std::size_t colon = value.find(':');
      const auto read = [](std::string_view text, std::uint32_t& n) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
        return error == std::errc{} && end == text.data() + text.size() && n >= 1 && n <= 19;
      };
      const std::string_view height = colon == std::string_view::npos ? value : value.substr(colon + 1);
      if (!read(value.substr(0, colon), game.width) || !read(height, game.height))
        return wrong("'" + std::string(value) + "' is not the size of a board");
    } else if (id == "RE") {
      if (!value.starts_with("B+") && !value.starts_with("W+"))
        return wrong("'" + std::string(value) + "' is not the result of a game of Hex");
      game.winner = value[0] == 'B' ? 0 : 1;
    } else if (id == "B" || id == "W") {
      const auto cell = game.width == 0 ? std::nullopt : parse_cell(value, game.width, game.height);
      if (!cell) return wrong("'" + std::string(value) + "' is not a cell of the board");
      if ((id == "B") != (game.cells.size() % 2 == 0)) return wrong("black and white do not take turns");
      const auto number = static_cast<std::uint16_t>((cell->row - 1) * game.width + cell->x);
      if (std::find(game.cells.begin(), game.cells.end(), number) != game.cells.end())
        return wrong("'" + std::string(value) + "' is taken");
      game.cells.push_back(number);
    }
  }
  if (unfinished()) return wrong("the last game has no result: RE[B+] or RE[W+]");
  return games;
}

}  // namespace ludex::games::hex
