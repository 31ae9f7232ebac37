// Breakthrough (Troyka 2000) on a board of any width and height: rules.md.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"
#include "games/breakthrough/evaluation.hpp"
#include "games/breakthrough/races.hpp"
#include "games/common/race_board.hpp"
#include "games/common/race_rules.hpp"
#include "games/common/square_set.hpp"

namespace ludex::games::breakthrough {

struct Step {
  static constexpr std::string_view kName = "Breakthrough";
  static constexpr std::array<race::Direction, 3> kDirections{{{-1, 1, true}, {0, 1, false}, {1, 1, true}}};
  static constexpr bool kLastManWins = true;
  static constexpr bool kPasses = false;
  template <bits::SquareSet W>
  using Evaluation = breakthrough::Evaluation<W>;
};

template <bits::SquareSet W>
class BreakthroughRules : public race::RaceRules<W, Step> {
  using Base = race::RaceRules<W, Step>;

 public:
  using Offers = Extensions<typename Base::Offers, MustPlay, KnownOutcome, Gtp>;
  using State = typename Base::State;
  using Base::Base;

  // A man that threatens to win must be captured.
  std::uint32_t must_play(const State& s, Move* out) const noexcept {
    if (s.over != 0) return 0;
    const Races<W> races(this->geometry());
    const auto other = s.men[1U - s.to_move];
    const W threats = s.to_move == 0 ? races.template threats<1>(other) : races.template threats<0>(other);
    if (threats == 0) return this->legal_moves(s, out);
    const W wins = this->geometry().goal[s.to_move];
    return this->write_moves(s, bits::single(threats) ? wins | threats : wins, out);
  }
  [[nodiscard]] Outcome known_outcome(const State& s) const noexcept {
    return s.over != 0 ? Outcome::kUnknown : Races<W>(this->geometry())(s);
  }

  // GTP has no convention for Breakthrough: moves as in move_text, and also "a2-b3" and "a2xb3"; the first
  // player is black, as in other games.
  [[nodiscard]] char gtp_color(const State& s) const noexcept { return s.to_move == 0 ? 'b' : 'w'; }
  [[nodiscard]] std::string gtp_move(const State& s, Move move) const { return this->move_text(s, move); }
  [[nodiscard]] Result<Move> parse_gtp_move(const State& s, std::string_view text) const {
    std::string wanted;
    for (const char c : text) {
      if (c >= 'A' && c <= 'Z' && c != 'X') wanted += static_cast<char>(c - 'A' + 'a');
      if ((c >= 'a' && c <= 'w') || (c >= '0' && c <= '9')) wanted += c;
    }
    std::array<Move, 2 * 16 * Step::kDirections.size()> moves;
    const std::uint32_t n = this->legal_moves(s, moves.data());
    for (std::uint32_t i = 0; i < n; ++i) {
      if (this->move_text(s, moves[i]) == wanted) return moves[i];
    }
    return Error{"'" + std::string(text) + "' is not legal here"};
  }
  [[nodiscard]] Result<std::string> gtp_setup(const State& s) const {
    if (s.men != this->geometry().start || s.to_move != 0)
      return Error{"GTP cannot set up a Breakthrough position, only play to it from the initial one"};
    return "boardsize " + gtp_board_size() + "\nclear_board";
  }
  [[nodiscard]] std::string gtp_board_size() const {
    const auto& g = this->geometry();
    const std::string width = std::to_string(g.width);
    return g.width == g.height ? width : width + " " + std::to_string(g.height);
  }
};

using Small = BreakthroughRules<std::uint64_t>;
using Large = BreakthroughRules<bits::Word128>;

}  // namespace ludex::games::breakthrough
