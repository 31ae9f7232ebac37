#include "arena/run/schedule/seat_orders.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace ludex::arena::run {
namespace {

using Orders = std::vector<SeatOrder>;

constexpr std::uint32_t kMostPermuted = 4;

Orders permutations(std::uint32_t players) {
  Orders orders;
  SeatOrder order(players);
  std::iota(order.begin(), order.end(), 0U);
  do orders.push_back(order);
  while (std::next_permutation(order.begin(), order.end()));
  return orders;
}

// Row i is the first row, 0 1 n-1 2 n-2 ..., plus i. With an odd number, the mirrored rows complete the
// balance.
Orders latin_square(std::uint32_t players) {
  SeatOrder first(players);
  for (std::uint32_t seat = 1; seat < players; ++seat)
    first[seat] = seat % 2 != 0 ? (seat + 1) / 2 : players - seat / 2;
  Orders orders;
  for (const bool mirrored : {false, true}) {
    if (mirrored && players % 2 == 0) break;
    for (std::uint32_t row = 0; row < players; ++row) {
      SeatOrder order(players);
      for (std::uint32_t seat = 0; seat < players; ++seat)
        order[seat] = (first[mirrored ? players - 1 - seat : seat] + row) % players;
      orders.push_back(order);
    }
  }
  return orders;
}

}  // namespace

std::span<const SeatOrder> seat_orders(std::uint32_t players) {
  static const auto kAll = [] {
    std::array<Orders, kMaxPlayers + 1> all;
    for (std::uint32_t n = 2; n <= kMaxPlayers; ++n)
      all[n] = n <= kMostPermuted ? permutations(n) : latin_square(n);
    return all;
  }();
  return kAll[players];
}

std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::uint64_t>::max() : product;
}

std::uint64_t binomial(std::uint64_t n, std::uint32_t k) noexcept {
  if (k > n) return 0;
  std::uint64_t result = 1;
  for (std::uint32_t i = 0; i < k; ++i) {
    if (__builtin_mul_overflow(result, n - i, &result)) return std::numeric_limits<std::uint64_t>::max();
    result /= i + 1;
  }
  return result;
}

PerSeat<std::uint32_t> nth_set(std::uint64_t index, std::uint64_t n, std::uint32_t size) {
  PerSeat<std::uint32_t> set;
  std::uint32_t item = 0;
  for (std::uint32_t left = size; left > 0; --left, ++item) {
    for (;; ++item) {
      const std::uint64_t with = binomial(n - 1 - item, left - 1);
      if (index < with) break;
      index -= with;
    }
    set.push_back(item);
  }
  return set;
}

}  // namespace ludex::arena::run
