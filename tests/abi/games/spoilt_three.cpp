// A game of three players with one kind of broken promise each, chosen by a parameter. Whole, it is this: the
// players choose a number of 0..2 in turn, two times each. The sum modulo 3 is the winner; the player in turn
// after the winner is second.
#include <array>
#include <charconv>
#include <string>

#include "core/abi/plugin_info.hpp"
#include "core/plugin/game_plugin.hpp"

namespace {

using namespace ludex;

constexpr std::uint32_t kPlayers = 3;
constexpr std::uint32_t kPlies = 2 * kPlayers;

class SpoiltThreeRules {
 public:
  using Offers = Extensions<OwnReturns, OwnPlayout>;
  struct State {
    std::uint32_t plies;
    std::uint32_t sum;  // modulo 3
    std::uint32_t mover;
  };

  explicit SpoiltThreeRules(std::string fault) : fault_(std::move(fault)) {}

  [[nodiscard]] GameTraits traits() const {
    GameTraits traits{};
    traits.players = kPlayers;
    const bool draws = is("lone-draw") || is("shared-draw");
    traits.flags = kPerfectInformation | kDeterministic | kAlternating | (draws ? kDrawsPossible : 0U) |
                   (is("tie") ? 0U : kZeroSum);
    traits.max_moves = 3;
    traits.max_plies = kPlies;
    traits.move_classes = 3;
    return traits;
  }
  [[nodiscard]] State initial() const { return {0, 0, 0}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept {
    return is("seat") && s.plies == 2 ? kPlayers : s.mover;
  }
  [[nodiscard]] GameStatus status(const State& s) const noexcept {
    if (s.plies < kPlies) return GameStatus::kOngoing;
    if (is("status")) return win_for(kPlayers);  // there is no player 3
    if (is("lone-draw") || is("shared-draw")) return GameStatus::kDraw;
    return win_for(s.sum);
  }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (s.plies >= kPlies) return 0;
    for (std::uint32_t number = 0; number < 3; ++number) out[number] = Move{number};
    return 3;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    s.sum = (s.sum + static_cast<std::uint32_t>(move)) % 3;
    ++s.plies;
    // Player 2 is left out in the second round.
    const bool skips = is("skip") && s.mover == 1 && s.plies > kPlayers;
    s.mover = skips ? 0 : (s.mover + 1) % kPlayers;
    return status(s);
  }
  void returns(const State& s, float* out) const noexcept {
    static constexpr std::array<float, kPlayers> kByPlace{1, 0, -1};
    for (std::uint32_t place = 0; place < kPlayers; ++place)
      out[(s.sum + place) % kPlayers] = kByPlace[place];
    if (is("range")) out[(s.sum + 2) % kPlayers] = -1.5F;
    if (is("winner")) std::swap(out[s.sum], out[(s.sum + 1) % kPlayers]);
    if (is("tie")) out[(s.sum + 1) % kPlayers] = 1;
    if (is("sum")) out[(s.sum + 1) % kPlayers] = 0.5F;
    if (is("shared-draw")) {
      // Two share the first place.
      for (Player p = 0; p < kPlayers; ++p) out[p] = p == s.sum ? -1 : 0.5F;
    }
  }
  // By fault=playout half of player 2's wins become player 1's. Player 0's share and the lengths stay.
  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    PlayoutResult result{status(s), 0};
    while (!is_over(result.status)) {
      std::uint32_t number = rng.below(3);
      if (is("playout") && s.plies + 1 == kPlies && (s.sum + number) % 3 == 2 && rng.below(2) == 0)
        number = (number + 2) % 3;
      record(trace, Move{number}, number, to_move(s));
      result.status = apply(s, Move{number});
      ++result.plies;
    }
    return result;
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    return mix64((s.plies * 3ULL + s.sum) * 4 + s.mover);
  }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move);
  }

  // A move is its number; a position "PLIES SUM MOVER".
  [[nodiscard]] std::string move_text(const State&, Move move) const {
    return std::to_string(static_cast<std::uint32_t>(move));
  }
  [[nodiscard]] std::string position_text(const State& s) const {
    return std::to_string(s.plies) + " " + std::to_string(s.sum) + " " + std::to_string(s.mover);
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    const Error bad{"expected \"PLIES SUM MOVER\""};
    std::array<std::uint32_t, 3> numbers{};
    for (std::uint32_t& number : numbers) {
      const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (code != std::errc{}) return bad;
      text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
      if (text.starts_with(' ')) text.remove_prefix(1);
    }
    if (!text.empty() || numbers[0] > kPlies || numbers[1] > 2 || numbers[2] >= kPlayers) return bad;
    return State{numbers[0], numbers[1], numbers[2]};
  }
  [[nodiscard]] std::string board_text(const State& s) const { return position_text(s) + "\n"; }

 private:
  [[nodiscard]] bool is(std::string_view fault) const noexcept { return fault_ == fault; }

  std::string fault_;
};

struct SpoiltThree {
  static constexpr PluginInfo kInfo{"spoilt-three", "1.0.0", "breaks its contract as told", "MIT"};
  static std::span<const ParamSpec> parameters() {
    static const std::array specs{params::choice(
        "fault", "none", "none|shared-draw|range|winner|tie|sum|lone-draw|status|seat|skip|playout",
        "which promise it breaks")};
    return specs;
  }
  static Result<SpoiltThreeRules> create(const ParamValues& values) {
    return SpoiltThreeRules(values.text("fault"));
  }
};

}  // namespace

LUDEX_GAME_PLUGIN(SpoiltThree);
