// Orders in which the agents of a game take its seats, so that the seats are balanced.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arena/model/per_seat.hpp"

namespace ludex::arena::run {

// item[seat]: which of the game's agents, 0..players-1, has the seat.
using SeatOrder = PerSeat<std::uint32_t>;

// The games of one opening between the same agents. Up to four players: all permutations, in lexicographic
// order. More: a balanced Latin square (E. J. Williams, Australian J. Scientific Research A 2, 1949): each
// agent has each seat equally often, and moves directly after each other one equally often, the change from
// the last seat to the first aside. As many orders as players, or twice as many if that is odd.
// `players` in 2..kMaxPlayers; static lifetime.
[[nodiscard]] std::span<const SeatOrder> seat_orders(std::uint32_t players);

// n over k; the largest number if that is greater than 64 bits.
[[nodiscard]] std::uint64_t binomial(std::uint64_t n, std::uint32_t k) noexcept;
[[nodiscard]] std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) noexcept;
// The set number `index` of `size` of the numbers 0..n-1, in ascending order; the sets are in lexicographic
// order. Precondition: index < binomial(n, size), size <= kMaxPlayers.
[[nodiscard]] PerSeat<std::uint32_t> nth_set(std::uint64_t index, std::uint64_t n, std::uint32_t size);

}  // namespace ludex::arena::run
