// A small game of dice with every kind of broken promise about chance, chosen by a parameter. Whole, it is
// this: the die shows 1, 2 or 3 with probabilities 1/2, 1/3, 1/6; the player adds that, or 1; the first at 8
// wins.
#include <array>
#include <charconv>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/abi/plugin_info.hpp"
#include "core/plugin/game_plugin.hpp"
#include "core/util/hash.hpp"

namespace {

using namespace ludex;

constexpr std::uint32_t kGoal = 8;
constexpr std::array kShares{3U, 2U, 1U};  // sixths

class LoadedRules {
 public:
  using Offers = Extensions<Chance, OwnPlayout, OffersByParameter>;
  struct State {
    std::array<std::uint8_t, 2> points;
    std::uint8_t mover;
    std::uint8_t rolled;  // 0: the die is to be rolled
  };

  explicit LoadedRules(std::string fault) : fault_(std::move(fault)) {}

  [[nodiscard]] GameTraits traits() const {
    GameTraits traits{};
    traits.players = 2;
    traits.flags = kZeroSum | kPerfectInformation | kAlternating | (is("flag") ? kDeterministic : 0U);
    traits.max_moves = 3;
    traits.max_plies = 4 * kGoal;
    traits.move_classes = 4;
    return traits;
  }
  [[nodiscard]] State initial() const { return {{0, 0}, 0, 0}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept {
    return s.rolled == 0 ? kChance : Player{s.mover};
  }
  [[nodiscard]] GameStatus status(const State& s) const noexcept {
    for (Player p = 0; p < 2; ++p) {
      if (s.points[p] >= kGoal) return win_for(p);
    }
    return GameStatus::kOngoing;
  }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (status(s) != GameStatus::kOngoing) return 0;
    std::uint32_t n = 0;
    if (s.rolled == 0) {
      for (; n < 3; ++n) out[n] = Move{n + 1};
      return n;
    }
    out[n++] = Move{1};
    if (s.rolled != 1) out[n++] = Move{s.rolled};
    return n;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    const auto number = static_cast<std::uint8_t>(move);
    if (s.rolled == 0) {
      s.rolled = number;
    } else {
      s.points[s.mover] = static_cast<std::uint8_t>(s.points[s.mover] + number);
      s.mover ^= 1;
      s.rolled = 0;
    }
    return status(s);
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    return hash_combine(s.points[0] | std::uint64_t{s.points[1]} << 8,
                        s.mover | std::uint64_t{s.rolled} << 8);
  }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move);
  }
  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    std::array<Move, 3> moves{};
    PlayoutResult result{status(s), 0};
    while (!is_over(result.status)) {
      const bool chance = s.rolled == 0 && !is("uniform");
      const Move move = chance ? draw_outcome(s, rng) : moves[rng.below(legal_moves(s, moves.data()))];
      record(trace, move, move_class(s, move), to_move(s));
      result.status = apply(s, move);
      ++result.plies;
    }
    return result;
  }

  [[nodiscard]] std::uint32_t max_outcomes() const noexcept { return is("bound") ? 2 : is("moves") ? 4 : 3; }
  std::uint32_t outcome_probabilities(const State&, double* out) const noexcept {
    for (std::size_t i = 0; i < 3; ++i) out[i] = kShares[i] / 6.0;
    if (is("sum")) out[1] += 0.01;
    if (is("zero")) out[0] += std::exchange(out[2], 0);
    if (is("beyond")) out[3] = 0;
    return is("count") ? 2 : 3;
  }
  Move draw_outcome(const State&, Rng& rng) const noexcept {
    static std::uint32_t drawn = 0;
    const std::uint32_t number = rng.below(is("biased") ? 7 : 6);
    if (is("generator")) return Move{1 + ++drawn % 3};
    if (is("unlisted") && rng.below(1000) == 0) return Move{7};
    return Move{number < 3 ? 1U : number < 5 ? 2U : 3U};
  }
  [[nodiscard]] bool offers(std::string_view id) const { return id != Chance::kId || !is("silent"); }

  [[nodiscard]] std::string move_text(const State&, Move move) const {
    return std::to_string(static_cast<std::uint32_t>(move));
  }
  // "3:4 x 2": points, the player, the roll (0: none yet).
  [[nodiscard]] std::string position_text(const State& s) const {
    return std::to_string(s.points[0]) + ":" + std::to_string(s.points[1]) + (s.mover == 0 ? " x " : " o ") +
           std::to_string(s.rolled);
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    State s = initial();
    for (std::uint8_t& points : s.points) {
      const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), points);
      if (code != std::errc{} || rest == text.data() + text.size()) return Error{"expected \"3:4 x 2\""};
      text.remove_prefix(static_cast<std::size_t>(rest - text.data()) + 1);
    }
    if (text.size() != 3 || text[2] < '0' || text[2] > '3') return Error{"expected \"3:4 x 2\""};
    s.mover = text[0] == 'x' ? 0 : 1;
    s.rolled = static_cast<std::uint8_t>(text[2] - '0');
    return s;
  }
  [[nodiscard]] std::string board_text(const State& s) const { return position_text(s) + "\n"; }

 private:
  [[nodiscard]] bool is(std::string_view fault) const noexcept { return fault_ == fault; }

  std::string fault_;
};

struct Loaded {
  static constexpr PluginInfo kInfo{"loaded", "1.0.0", "breaks its contract about chance as told", "MIT"};
  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::choice("fault", "none",
                       "none|sum|zero|bound|moves|beyond|count|unlisted|biased|generator|silent|flag|uniform",
                       "which promise it breaks")};
    return specs;
  }
  static Result<LoadedRules> create(const ParamValues& values) { return LoadedRules(values.text("fault")); }
};

}  // namespace

LUDEX_GAME_PLUGIN(Loaded);
