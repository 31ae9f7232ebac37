#include "arena/faces/cli/uci_go.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <sstream>

#include <fmt/format.h>

#include "arena/faces/cli/engine_player.hpp"
#include "arena/run/match/game_clocks.hpp"

namespace ludex::arena::cli {
namespace {

constexpr std::int64_t kGoMillisecond = 1'000'000;

// Words followed by a number.
constexpr std::array<std::string_view, 14> kNumbered{"wtime",  "btime", "winc",  "binc",    "p1time",
                                                     "p2time", "p1inc", "p2inc", "byoyomi", "movestogo",
                                                     "depth",  "nodes", "mate",  "movetime"};

bool is_numbered(std::string_view word) {
  return std::find(kNumbered.begin(), kNumbered.end(), word) != kNumbered.end();
}
bool is_go_word(std::string_view word) {
  return word == "searchmoves" || word == "infinite" || word == "ponder" || is_numbered(word);
}

struct Clocks {
  std::int64_t left_ns = -1;
  std::int64_t increment_ns = 0;
  std::int64_t byoyomi_ns = 0;
  std::uint32_t moves_to_go = 0;

  [[nodiscard]] bool run() const { return left_ns >= 0 || byoyomi_ns > 0; }
  [[nodiscard]] std::int64_t share_ns() const {
    if (byoyomi_ns > 0 && left_ns <= 0) return std::max(byoyomi_ns - kManagerOverheadNs, kGoMillisecond);
    return run::share_of_clock(
        {std::max<std::int64_t>(left_ns, 0) + byoyomi_ns, increment_ns + byoyomi_ns, moves_to_go, 0},
        kManagerOverheadNs);
  }
};

// `own`: the mover's name before "time" and "inc".
void use(std::string_view word, std::string_view own, std::int64_t n, UciGo& go, Clocks& clocks) {
  constexpr std::uint64_t kDeepest = 1U << 20;
  constexpr std::int64_t kLongest = 1'000'000'000;  // 11 days; a sum of several fits in nanoseconds
  constexpr std::uint64_t kMostMoves = 1000;
  // Clocks may be negative.
  const auto count = static_cast<std::uint64_t>(std::max<std::int64_t>(n, 0));
  const std::int64_t ns = std::clamp<std::int64_t>(n, 0, kLongest) * kGoMillisecond;
  if (word == "nodes") go.budget.nodes = count;
  if (word == "depth") go.budget.depth = static_cast<std::uint32_t>(std::min(count, kDeepest));
  // A mate in n moves takes 2 n - 1 plies.
  if (word == "mate" && count != 0)
    go.budget.depth = static_cast<std::uint32_t>(2 * std::min(count, kDeepest) - 1);
  if (word == "movetime") go.budget.wall_ns = std::max(ns, kGoMillisecond);
  if (word == "byoyomi") clocks.byoyomi_ns = ns;
  if (word == "movestogo") clocks.moves_to_go = static_cast<std::uint32_t>(std::min(count, kMostMoves));
  if (!word.starts_with(own)) return;
  word.remove_prefix(own.size());
  if (word == "time") clocks.left_ns = ns;
  if (word == "inc") clocks.increment_ns = ns;
}

}  // namespace

UciGo read_go(std::string_view words, EngineProtocol protocol, bool first) {
  UciGo go;
  Clocks clocks;
  // The first player is white in UCI, black in USI.
  const char* const own = protocol == EngineProtocol::kUgi              ? (first ? "p1" : "p2")
                          : first == (protocol == EngineProtocol::kUci) ? "w"
                                                                        : "b";
  std::istringstream in{std::string(words)};
  std::vector<std::string> list;
  for (std::string word; in >> word;) list.push_back(word);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string& word = list[i];
    if (word == "infinite") {
      go.infinite = true;
    } else if (word == "ponder") {
      go.ponder = true;
    } else if (word == "searchmoves") {
      while (i + 1 < list.size() && !is_go_word(list[i + 1])) go.only.push_back(list[++i]);
    } else if (!is_numbered(word)) {
      go.problems.push_back(fmt::format("unknown word '{}'", word));
    } else if (i + 1 == list.size()) {
      go.problems.push_back(fmt::format("expected a number after '{}'", word));
    } else {
      const std::string& value = list[++i];
      std::int64_t n = 0;
      const auto [rest, code] = std::from_chars(value.data(), value.data() + value.size(), n);
      if (code == std::errc{} && rest == value.data() + value.size()) {
        use(word, own, n, go, clocks);
      } else {
        go.problems.push_back(fmt::format("{}: '{}' is not a number", word, value));
      }
    }
  }
  if (go.budget.wall_ns == 0 && clocks.run()) go.budget.wall_ns = clocks.share_ns();
  const bool limited = go.budget.nodes != 0 || go.budget.depth != 0 || go.budget.wall_ns != 0;
  if (limited || go.infinite) return go;
  if (!go.problems.empty()) {
    go.budget.wall_ns = 1000 * kGoMillisecond;
  } else if (go.ponder) {
    go.budget.wall_ns = kGoMillisecond;  // an expected move gets no further time
  } else {
    go.infinite = true;
  }
  return go;
}

}  // namespace ludex::arena::cli
