// A subtraction game whose text can be made wrong on purpose, to show that check_text.hpp notices.
#pragma once

#include <charconv>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/game/game.hpp"
#include "core/util/hash.hpp"
#include "core/util/result.hpp"

namespace ludex::tests::fuzz {

enum class Fault {
  kNone,
  kTrailingBlank,  // reads what nobody should write
  kThrows,         // a parser that throws instead of refusing
  kNoReason,       // refuses without a word
  kTooFar,         // accepts positions beyond the bound of plies
  kMoverLost,      // writes every position as the first player's
  kStaleHash,      // a hash that depends on how the position came about
  kUnreadable,     // refuses a position that the game leads to
};

// Two players take one or two of at most seven matches; who takes the last wins. Text: "7 a".
class FaultyGame {
 public:
  struct State {
    std::uint32_t left;
    std::uint32_t mover;
    std::uint64_t hash;
  };

  explicit FaultyGame(Fault fault) : fault_(fault) {}

  [[nodiscard]] GameTraits traits() const {
    return {.players = 2,
            .flags = kZeroSum | kPerfectInformation | kDeterministic | kAlternating,
            .max_moves = 2,
            .max_plies = kMatches,
            .move_classes = 2,
            .state_size = 0,
            .state_align = 0};
  }
  [[nodiscard]] State initial() const { return {kMatches, 0, key(kMatches, 0)}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.mover; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept {
    return s.left > 0 ? GameStatus::kOngoing : win_for(1 - s.mover);
  }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    const std::uint32_t count = s.left < 2 ? s.left : 2;
    for (std::uint32_t i = 0; i < count; ++i) out[i] = Move{i + 1};
    return count;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    s.left -= static_cast<std::uint32_t>(move);
    s.mover = 1 - s.mover;
    s.hash = fault_ == Fault::kStaleHash ? mix64(s.hash) : key(s.left, s.mover);
    return status(s);
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return s.hash; }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move) - 1;
  }
  [[nodiscard]] std::string move_text(const State&, Move move) const {
    return std::to_string(static_cast<std::uint32_t>(move));
  }
  [[nodiscard]] std::string position_text(const State& s) const {
    return std::to_string(s.left) + (s.mover == 0 || fault_ == Fault::kMoverLost ? " a" : " b");
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    if (fault_ == Fault::kTrailingBlank && text.ends_with(' ')) text.remove_suffix(1);
    std::uint32_t left = 0;
    const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), left);
    const std::string_view mover = text.substr(static_cast<std::size_t>(rest - text.data()));
    if (code != std::errc{} || (mover != " a" && mover != " b") || (text[0] == '0' && left > 0)) {
      if (fault_ == Fault::kThrows) throw std::out_of_range("stoul");
      return Error{fault_ == Fault::kNoReason ? "" : "expected a number and the mover"};
    }
    if (left > (fault_ == Fault::kTooFar ? 1000 : kMatches)) return Error{"too many matches"};
    if (fault_ == Fault::kUnreadable && left == 0) return Error{"no matches"};
    return State{left, mover == " a" ? 0U : 1U, key(left, mover == " a" ? 0 : 1)};
  }
  [[nodiscard]] std::string board_text(const State& s) const { return std::string(s.left, '|') + '\n'; }

 private:
  static constexpr std::uint32_t kMatches = 7;
  static std::uint64_t key(std::uint32_t left, std::uint32_t mover) noexcept {
    return mix64(left * 2 + mover);
  }

  Fault fault_;
};

}  // namespace ludex::tests::fuzz
