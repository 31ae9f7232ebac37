// @id@: sticks. Players in turn take one to three sticks from a heap; taking the last one wins. A complete game;
// replace the rules by yours.

#include <charconv>
#include <span>
#include <string>
#include <string_view>

#include "core/abi/schema.hpp"
#include "core/plugin/game_plugin.hpp"

namespace {

using namespace ludex;

class @Class@Rules {
 public:
  static constexpr std::uint32_t kPlayers = @players@;
  // Everything that these rules have besides the methods that all need (core/game/extensions.hpp).
@two@
  using Offers = Extensions<Svg, SvgCells>;
@more@
  using Offers = Extensions<Svg, SvgCells, OwnReturns>;
@end@
  // Everything that the rules need from past and present; copied with memcpy.
  struct State {
    std::uint32_t left;
    Player to_move;
  };

  explicit @Class@Rules(std::uint32_t sticks) : sticks_(sticks) {}

  [[nodiscard]] GameTraits traits() const {
    GameTraits traits{};
    traits.players = kPlayers;
    // A game with dice or cards leaves out kDeterministic: to_move answers kChance where they decide, legal_moves lists
    // the outcomes, and Offers has Chance, whose methods give their probabilities (core/game/draft/chance.hpp).
    traits.flags = kZeroSum | kPerfectInformation | kDeterministic | kAlternating;
    traits.max_moves = 3;
    traits.max_plies = sticks_;
    traits.move_classes = 3;
    return traits;
  }
  [[nodiscard]] State initial() const { return {sticks_, 0}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.to_move; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept {
    if (s.left != 0) return GameStatus::kOngoing;
    return win_for((s.to_move + kPlayers - 1) % kPlayers);  // who moved last
  }
@two@
@more@
  // The result for each player, in [-1, 1]: better places have more, and all together 0 because of kZeroSum. Here the
  // winner has 1, and the others share the places below.
  void returns(const State& s, float* out) const noexcept {
    const Player winner = winner_of(status(s));
    for (Player p = 0; p < kPlayers; ++p) out[p] = p == winner ? 1.0F : -1.0F / (kPlayers - 1);
  }
@end@
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    std::uint32_t n = 0;
    for (std::uint32_t take = 1; take <= 3 && take <= s.left; ++take) out[n++] = Move{take};
    return n;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    s.left -= static_cast<std::uint32_t>(move);
    s.to_move = (s.to_move + 1) % kPlayers;
    return status(s);
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    return mix64(std::uint64_t{s.left} * kPlayers + s.to_move);
  }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move) - 1;
  }

  // Notation: a move is the number taken; a position is "12 1", the sticks and the number of the player to move.
  [[nodiscard]] std::string move_text(const State&, Move move) const {
    return std::to_string(static_cast<std::uint32_t>(move));
  }
  [[nodiscard]] std::string position_text(const State& s) const {
    return std::to_string(s.left) + " " + std::to_string(s.to_move + 1);
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    State state{};
    std::from_chars(text.data(), text.data() + text.size(), state.left);
    for (state.to_move = 0; state.to_move < kPlayers && state.left <= sticks_; ++state.to_move) {
      if (position_text(state) == text) return state;
    }
    return Error{"expected \"STICKS PLAYER\" with at most " + std::to_string(sticks_) + " sticks"};
  }
  [[nodiscard]] std::string board_text(const State& s) const { return std::string(s.left, '|') + "\n"; }

  // Drawing for `ludex draw --svg`, `ludex serve` and reports; without it they show board_text(). A stick is one unit
  // wide; those that `last` took are pale.
  [[nodiscard]] std::string svg(const State& s, Move last) const {
    const std::uint32_t taken = last == kNoMove ? 0 : static_cast<std::uint32_t>(last);
    const std::string size = std::to_string(sticks_);
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size + " 3\" height=\"96\">\n";
    for (std::uint32_t i = 0; i < s.left + taken; ++i) {
      const std::string x = std::to_string(i) + ".5";
      text += "<line x1=\"" + x + "\" y1=\"0.5\" x2=\"" + x + "\" y2=\"2.5\" stroke-width=\"0.3\" stroke=\"" +
              (i < s.left ? "#805020" : "#e8d8c8") + "\"/>\n";
    }
    return text + "</svg>\n";
  }
  // Clickable cells of that drawing, one "NAME LEFT TOP WIDTH HEIGHT" per line. Here every stick, from the left.
  [[nodiscard]] std::string svg_cells(const State& s) const {
    std::string text;
    for (std::uint32_t i = 0; i < s.left; ++i)
      text += std::to_string(i + 1) + " " + std::to_string(i) + " 0 1 3\n";
    return text;
  }
  // The cells to click on, in order, to make this move: here the leftmost stick that is taken.
  [[nodiscard]] std::string svg_move_cells(const State& s, Move move) const {
    return std::to_string(s.left - static_cast<std::uint32_t>(move) + 1);
  }

 private:
  std::uint32_t sticks_;
};

struct @Class@ {
  static constexpr PluginInfo kInfo{"@id@", "0.1.0", "take one to three sticks; whoever takes the last one wins", "MIT"};
  // Parameters that a tournament file can set, with their defaults. `ludex describe @id@` shows them.
  struct Config {
    std::uint32_t sticks = 21;
  };
  static const Schema<Config>& schema() {
    static const Schema<Config> made(
        [](auto& s) { s.integer("sticks", &Config::sticks, 1, 1000, "sticks in the heap"); });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<@Class@Rules> create(const ParamValues& values) {
    return @Class@Rules(schema().read(values).sticks);
  }
};

}  // namespace

LUDEX_GAME_PLUGIN(@Class@);
