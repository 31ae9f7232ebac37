#include "plugins/studies/hex/recorded_games.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

namespace ludex::games::hex {
namespace {

bool read_number(std::string_view text, int& n) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc{} && end == text.data() + text.size();
}
// Takes the text before the separator and removes both from `text`.
std::string_view take(std::string_view& text, char separator) {
  const std::size_t at = std::min(text.find(separator), text.size());
  const std::string_view word = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return word;
}

Result<RecordedGame::Ply> read_ply(std::string_view text, const std::vector<bool>& taken) {
  const auto wrong = [whole = std::string(text)] {
    return Error{"'" + whole + "' is not cell|value|shares"};
  };
  const auto is_free = [&](int cell) {
    return cell >= 0 && static_cast<std::size_t>(cell) < taken.size() &&
           !taken[static_cast<std::size_t>(cell)];
  };
  RecordedGame::Ply ply;
  int n = 0;
  if (std::count(text.begin(), text.end(), '|') != 2) return wrong();
  if (const auto cell = take(text, '|'); cell != "-") {
    if (!read_number(cell, n) || !is_free(n)) return wrong();
    ply.cell = static_cast<std::uint16_t>(n);
  }
  if (const auto value = take(text, '|'); !value.empty()) {
    if (!read_number(value, n) || n < -1000 || n > 1000) return wrong();
    ply.searched = true;
    ply.value = static_cast<float>(n) / 1000;
  }
  float sum = 0;
  while (!text.empty()) {
    std::string_view share = take(text, ',');
    int visits = 0;
    if (!read_number(take(share, ':'), n) || !is_free(n) || !read_number(share, visits) || visits < 1)
      return wrong();
    ply.shares.emplace_back(static_cast<std::uint16_t>(n), static_cast<float>(visits));
    sum += static_cast<float>(visits);
  }
  for (auto& share : ply.shares) share.second /= sum;
  return ply;
}

}  // namespace

Result<std::vector<RecordedGame>> read_games(std::string_view text) {
  std::vector<RecordedGame> games;
  while (!text.empty()) {
    std::string_view line = take(text, '\n');
    const auto wrong = [&](const std::string& what) {
      return Error{"line " + std::to_string(games.size() + 1) + ": " + what};
    };
    int width = 0;
    int height = 0;
    int winner = 0;
    if (!read_number(take(line, ' '), width) || !read_number(take(line, ' '), height) ||
        !read_number(take(line, ' '), winner) || width < 1 || width > 19 || height < 1 || height > 19 ||
        winner < 0 || winner > 1)
      return wrong("a game begins with its width, height and winner");
    RecordedGame game{static_cast<std::uint32_t>(width),
                      static_cast<std::uint32_t>(height),
                      static_cast<std::uint32_t>(winner),
                      {}};
    std::vector<bool> taken(std::size_t{game.width} * game.height);
    while (!line.empty()) {
      if (!game.plies.empty() && game.plies.back().cell == RecordedGame::kNoCell)
        return wrong("the game goes on after its end");
      auto ply = read_ply(take(line, ' '), taken);
      if (!ply) return wrong(ply.error());
      if (ply->cell != RecordedGame::kNoCell) taken[ply->cell] = true;
      game.plies.push_back(*ply);
    }
    games.push_back(std::move(game));
  }
  return games;
}

}  // namespace ludex::games::hex
