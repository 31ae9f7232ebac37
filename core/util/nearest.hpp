// Finds the known word that a mistyped word was meant to be.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

// The text with ASCII letters in lower case.
[[nodiscard]] inline std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

// Restricted Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, substitutions
// and swaps of neighbours, each costs 1.
[[nodiscard]] inline std::size_t edit_distance(std::string_view a, std::string_view b) {
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

// The known word nearest to `word`, with at most a third of its letters wrong. Ignores case. Empty if there
// is none.
[[nodiscard]] inline std::string nearest(std::string_view word, std::span<const std::string> known) {
  constexpr std::size_t kLongestWord = 100;  // longer words are not typing errors; keeps hostile input cheap
  if (word.empty() || word.size() > kLongestWord) return "";
  const std::string wanted = lower_case(word);
  std::string best;
  std::size_t best_distance = word.size() / 3 + 1;
  for (const auto& candidate : known) {
    if (candidate.size() > kLongestWord) continue;
    const std::string small = lower_case(candidate);
    const std::size_t distance = edit_distance(wanted, small);
    // "size" for "siz", but also "random_plies" for "random".
    const bool starts = word.size() >= 3 && small.starts_with(wanted);
    const std::size_t cost = starts ? std::min<std::size_t>(distance, 1) : distance;
    if (cost < best_distance) {
      best_distance = cost;
      best = candidate;
    }
  }
  return best;
}

// "did you mean 'x'?", or nothing.
[[nodiscard]] inline std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
  const std::string near = nearest(word, known);
  return near.empty() ? "" : "did you mean '" + near + "'?";
}

}  // namespace ludex
