// Observations (ludex.draft.features/1) of a described game, from what its positions hold.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/abi/types.hpp"
#include "core/game/draft/features.hpp"
#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

class LudGame;

// Sites: the board's, in rows from the bottom where they are a whole grid, then those of hands. If the seats
// correspond (find_seat_shift) every player sees the board, the pieces and the hands as the first player does
// on move; otherwise each seat has codes of its own. The first layer tells states of a piece apart, too,
// where random games have few of them: learners look for patterns in that layer.
class LudFeatures {
 public:
  // The game's description must outlive it.
  explicit LudFeatures(const LudGame& game);

  [[nodiscard]] const FeaturePlan& plan() const { return plan_; }
  [[nodiscard]] bool seats_correspond() const { return seats_correspond_; }
  // `colour`: the player of the description, from 1, whose view it is.
  void observe(const std::byte* state, int colour, std::uint8_t* codes, float* numbers) const noexcept;
  // The site with that index in the layout as a player sees it; kNoSite: dice have none.
  [[nodiscard]] std::uint32_t site_of(int index, int colour) const noexcept {
    return index < 0 || index >= layout_sites_
               ? kNoSite
               : sites_[static_cast<std::size_t>(colour - 1)][static_cast<std::size_t>(index)];
  }

 private:
  // Larger numbers share the last code.
  static constexpr int kMostSeeds = 48;
  static constexpr int kMostCount = 15;
  static constexpr int kMostState = 15;
  static constexpr int kStates = kMostState + 1;
  static constexpr int kMostValue = 14;
  static constexpr int kLevelsShown = 4;            // of a stack, with its top
  static constexpr std::size_t kMostContents = 12;  // pieces with their states, to be told apart
  enum Mark : std::uint8_t { kNoMark, kToTake, kPending, kCameHere, kVisited, kUnowned };
  enum class Layer : std::uint8_t {
    kPiece,
    kSeeds,
    kBelow,
    kHeight,
    kCount,
    kState,
    kRotation,
    kValue,
    kMark
  };
  enum class Number : std::uint8_t {
    kSeat,
    kTurn,
    kScore,
    kPlayerValue,
    kPhase,
    kEvent,
    kRank,
    kTeam,  // of the player `who` places behind
    kPasses,
    kSwap,
    kCounter,
    kVariable,
    kPlies,
    kTurns,
    kTurnMoves,
    kDie,
    kPips,
    kEqual,
    kProposed,
    kKept,
  };
  struct CodedLayer {
    Layer kind;
    int level = 0;    // kBelow: of the stack, from the top
    int by_seat = 0;  // codes of one seat, without the first, which all seats share; 0: of all seats alike
  };
  struct Content {
    int piece;
    int state;
    auto operator<=>(const Content&) const = default;
  };
  struct NumberOf {
    Number kind;
    int who = 0;
    int which = 0;  // phase, event, variable, die, proposal
    int value = 0;  // kDie: the number that it shows
  };

  void make_sites(const LudGame& game);
  void make_graph();
  void add_layers(const LudGame& game);
  [[nodiscard]] std::vector<Content> contents_of(const LudGame& game);
  void add_pieces(const std::vector<Content>& contents);
  // The second player on sees codes of his own, if the seats do not correspond and there are enough codes.
  void add_layer(CodedLayer layer, std::vector<std::string> names);
  void add_numbers();
  void add_player_numbers();
  void add_dice();
  void add_number(NumberOf number, std::string name);
  // True if some ludeme of the game has this head and, after it, this word.
  [[nodiscard]] bool uses(const char* text) const;
  [[nodiscard]] std::string called(int who, const std::string& what) const;
  [[nodiscard]] std::uint8_t code_of(const Eval& e, int index, CodedLayer layer, int colour) const noexcept;
  [[nodiscard]] std::uint8_t piece_code(int piece, int state, int colour) const noexcept {
    return codes_[static_cast<std::size_t>(colour - 1)]
                 [static_cast<std::size_t>(piece * kStates + std::clamp(state, 0, kMostState))];
  }
  // A state as a player sees it.
  [[nodiscard]] int state_code(int state, int colour) const noexcept {
    return states_ && state >= 1 && state <= program_.players
               ? (state - colour + program_.players) % program_.players + 1
               : std::clamp(state, 0, kMostState);
  }
  void mark(const Eval& e, int colour, std::uint8_t* codes) const noexcept;
  [[nodiscard]] float number(const Eval& e, int colour, const NumberOf& of) const noexcept;

  const Program& program_;
  int layout_sites_ = 0;
  bool seats_correspond_ = false;
  std::vector<std::vector<std::uint32_t>> sites_;  // by colour, by index in the layout
  std::vector<std::vector<std::uint8_t>> pieces_;  // by colour, by component: the first player's component
  bool states_ = false;                            // SeatShift::states
  std::vector<std::vector<std::uint8_t>> codes_;   // by colour, by component and state
  std::vector<CodedLayer> layers_;
  std::vector<NumberOf> numbers_;
  FeaturePlan plan_;
};

}  // namespace ludex::games::lud
