#include "arena/model/forfeits.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace ludex::arena {

void Forfeits::add(std::string_view loser, std::string_view reason) {
  auto at = by_loser_.find(loser);
  if (at == by_loser_.end()) at = by_loser_.emplace(std::string(loser), Reasons{}).first;
  auto count = at->second.find(reason);
  if (count == at->second.end()) count = at->second.emplace(std::string(reason), 0).first;
  ++count->second;
  ++total_;
}

std::string Forfeits::text() const {
  using Counted = std::pair<std::uint64_t, std::string>;
  const auto most_first = [](std::vector<Counted>& list) {
    std::stable_sort(list.begin(), list.end(),
                     [](const Counted& a, const Counted& b) { return a.first > b.first; });
  };
  std::vector<Counted> losers;
  for (const auto& [loser, reasons] : by_loser_) {
    std::vector<Counted> parts;
    std::uint64_t games = 0;
    for (const auto& [reason, count] : reasons) {
      parts.emplace_back(count, reason);
      games += count;
    }
    most_first(parts);
    std::string text;
    for (const auto& [count, reason] : parts)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", reason, count);
    losers.emplace_back(games, fmt::format("{} {} ({})", loser, games, text));
  }
  most_first(losers);
  constexpr std::size_t kShown = 10;
  std::string text;
  for (std::size_t i = 0; i < losers.size() && i < kShown; ++i)
    text += (i == 0 ? "" : ", ") + losers[i].second;
  if (losers.size() > kShown) text += fmt::format(" and {} more", losers.size() - kShown);
  return text;
}

}  // namespace ludex::arena
