#include "arena/text/suggest.hpp"

#include <algorithm>
#include <utility>

namespace ludex::arena {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the usual table: a swap looks back two.
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, above);
    std::swap(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

}  // namespace

std::vector<std::string> by_distance(std::string_view word, std::vector<std::string> known,
                                     std::size_t count) {
  constexpr std::size_t kLongestWord = 100;  // keeps hostile input cheap
  const std::string wanted = lower(word.substr(0, kLongestWord));
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (std::string& candidate : known) {
    const std::size_t distance = edit_distance(wanted, lower(candidate));
    ranked.emplace_back(distance, std::move(candidate));
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> words;
  for (std::size_t i = 0; i < ranked.size() && i < count; ++i) words.push_back(std::move(ranked[i].second));
  return words;
}

std::string nearest(std::string_view word, std::span<const std::string> known) {
  constexpr std::size_t kLongestWord = 100;  // nobody mistypes more; keeps hostile input cheap
  if (word.empty() || word.size() > kLongestWord) return "";
  const std::string wanted = lower(word);
  std::string best;
  std::size_t best_distance = word.size() / 3 + 1;
  for (const auto& candidate : known) {
    if (candidate.size() > kLongestWord) continue;
    const std::size_t distance = edit_distance(wanted, lower(candidate));
    // "size" for "siz", but also "random_plies" for "random".
    const bool starts = word.size() >= 3 && lower(candidate).starts_with(wanted);
    const std::size_t cost = starts ? std::min<std::size_t>(distance, 1) : distance;
    if (cost < best_distance) {
      best_distance = cost;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
  const std::string near = nearest(word, known);
  return near.empty() ? "" : "did you mean '" + near + "'?";
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
