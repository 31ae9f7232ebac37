// shares: players take numbers in turn; the sums rank them. For tournaments of 2..8 players: every rank and
// tie occurs, and games are short.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <string>
#include <string_view>

#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/util/hash.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex::tests {

struct SharesRules {
  using Offers = Extensions<OwnReturns>;
  struct State {
    std::uint32_t taken;  // bits
    std::array<std::uint8_t, kMaxPlayers> sums;
    std::uint32_t ply;
  };
  static constexpr std::uint32_t kMostNumbers = 24;

  std::uint32_t players = 3;
  std::uint32_t size = 9;

  [[nodiscard]] GameTraits traits() const {
    GameTraits traits{};
    traits.players = players;
    traits.flags = kZeroSum | kDrawsPossible | kPerfectInformation | kDeterministic | kAlternating;
    traits.max_moves = traits.max_plies = traits.move_classes = size;
    return traits;
  }
  [[nodiscard]] State initial() const { return {}; }
  // Fixed numbers 0..6, in no order.
  [[nodiscard]] static std::uint32_t number(std::uint32_t cell) noexcept {
    return static_cast<std::uint32_t>(mix64(cell + 7) % 7);
  }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.ply % players; }
  // What ranks the seats: the sums; of those that share the most, the last has more, unless all share it.
  [[nodiscard]] std::array<int, kMaxPlayers> places(const State& s) const noexcept {
    std::array<int, kMaxPlayers> places{};
    for (Player seat = 0; seat < players; ++seat) places[seat] = 2 * s.sums[seat];
    const auto [least, most] = std::minmax_element(places.begin(), places.begin() + players);
    if (*least == *most) return places;
    Player last = 0;
    for (Player seat = 0; seat < players; ++seat) last = places[seat] == *most ? seat : last;
    ++places[last];
    return places;
  }
  [[nodiscard]] GameStatus status(const State& s) const noexcept {
    if (s.ply < size) return GameStatus::kOngoing;
    const auto all = places(s);
    const auto best = std::max_element(all.begin(), all.begin() + players);
    if (std::count(all.begin(), all.begin() + players, *best) > 1) return GameStatus::kDraw;
    return win_for(static_cast<Player>(best - all.begin()));
  }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    std::uint32_t n = 0;
    for (std::uint32_t cell = 0; cell < size; ++cell) {
      if ((s.taken >> cell & 1U) == 0) out[n++] = Move{cell};
    }
    return n;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    const auto cell = static_cast<std::uint32_t>(move);
    auto& sum = s.sums[to_move(s)];
    sum = static_cast<std::uint8_t>(sum + number(cell));
    s.taken |= 1U << cell;
    ++s.ply;
    return status(s);
  }
  // From 1 for being ahead of all to -1 for being behind all.
  void returns(const State& s, float* out) const noexcept {
    const auto all = places(s);
    for (Player seat = 0; seat < players; ++seat) {
      int balance = 0;
      for (Player other = 0; other < players; ++other)
        balance += (all[seat] > all[other] ? 1 : 0) - (all[seat] < all[other] ? 1 : 0);
      out[seat] = static_cast<float>(balance) / static_cast<float>(players - 1);
    }
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    std::uint64_t hash = s.taken;
    for (const std::uint8_t sum : s.sums) hash = hash_combine(hash, sum);
    return hash_combine(hash, s.ply);
  }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move);
  }
  [[nodiscard]] std::string move_text(const State&, Move move) const {
    return std::string(1, static_cast<char>('a' + static_cast<std::uint32_t>(move)));
  }
  // The cells, '.' if taken, then the sums: "ab.d 3,0,1".
  [[nodiscard]] std::string position_text(const State& s) const {
    std::string text;
    for (std::uint32_t cell = 0; cell < size; ++cell)
      text += (s.taken >> cell & 1U) != 0 ? '.' : static_cast<char>('a' + cell);
    for (Player seat = 0; seat < players; ++seat)
      text += (seat == 0 ? ' ' : ',') + std::to_string(s.sums[seat]);
    return text;
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    const Error bad{"expected cells and sums, as \"ab.d 3,0,1\""};
    State s{};
    if (text.size() <= size || text[size] != ' ') return bad;
    for (std::uint32_t cell = 0; cell < size; ++cell) {
      if (text[cell] == '.') {
        s.taken |= 1U << cell;
      } else if (text[cell] != static_cast<char>('a' + cell)) {
        return bad;
      }
    }
    s.ply = static_cast<std::uint32_t>(std::popcount(s.taken));
    const char* at = text.data() + size;
    const char* const end = text.data() + text.size();
    for (Player seat = 0; seat < players; ++seat) {
      unsigned sum = 0;
      if (at == end || *at != (seat == 0 ? ' ' : ',')) return bad;
      const auto [rest, code] = std::from_chars(at + 1, end, sum);
      if (code != std::errc{} || sum > 200) return bad;
      s.sums[seat] = static_cast<std::uint8_t>(sum);
      at = rest;
    }
    return at == end ? Result<State>(s) : bad;
  }
  [[nodiscard]] std::string board_text(const State& s) const { return position_text(s) + "\n"; }
};

}  // namespace ludex::tests
