#include "arena/base/text/suggest.hpp"

#include <algorithm>
#include <utility>

#include "core/util/nearest.hpp"

namespace ludex::arena {

std::vector<std::string> by_distance(std::string_view word, std::vector<std::string> known,
                                     std::size_t count) {
  constexpr std::size_t kLongestWord = 100;  // keeps hostile input cheap
  const std::string wanted = lower_case(word.substr(0, kLongestWord));
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (std::string& candidate : known) {
    const std::size_t distance = edit_distance(wanted, lower_case(candidate));
    ranked.emplace_back(distance, std::move(candidate));
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> words;
  for (std::size_t i = 0; i < ranked.size() && i < count; ++i) words.push_back(std::move(ranked[i].second));
  return words;
}

std::string suggest(std::string_view word, std::span<const std::string> known) {
  if (std::string near = did_you_mean(word, known); !near.empty()) return near;
  if (known.empty()) return "";
  constexpr std::size_t kShown = 20;
  std::string text = "known: ";
  for (std::size_t i = 0; i < known.size() && i < kShown; ++i) text += (i == 0 ? "" : ", ") + known[i];
  if (known.size() > kShown) text += ", ...";
  return text;
}

}  // namespace ludex::arena
