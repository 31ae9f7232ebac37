// nim: three heaps; a move takes any number from one heap; taking the last one wins, or loses (misere). The
// player to move loses normal play exactly if the binary sum of the heaps is zero (Bouton 1901): a game with
// known values, built outside the tree.

#include <array>
#include <charconv>
#include <span>
#include <string>
#include <string_view>

#include "core/abi/schema.hpp"
#include "core/plugin/game_plugin.hpp"

namespace {

using namespace ludex;

class NimRules {
 public:
  static constexpr std::uint32_t kHeaps = 3;
  static constexpr std::uint32_t kMaxHeap = 63;

  struct State {
    std::array<std::uint8_t, kHeaps> heaps;
    std::uint8_t to_move;
  };

  NimRules(const std::array<std::uint8_t, kHeaps>& heaps, bool misere) : start_{heaps, 0}, misere_(misere) {}

  [[nodiscard]] GameTraits traits() const {
    GameTraits traits{};
    traits.players = 2;
    traits.flags = kZeroSum | kPerfectInformation | kDeterministic | kAlternating;
    for (const std::uint8_t heap : start_.heaps) traits.max_moves += heap;
    traits.max_plies = traits.max_moves;
    traits.move_classes = kHeaps * (kMaxHeap + 1);
    return traits;
  }
  [[nodiscard]] State initial() const { return start_; }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.to_move; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept {
    for (const std::uint8_t heap : s.heaps) {
      if (heap != 0) return GameStatus::kOngoing;
    }
    return win_for(misere_ ? s.to_move : 1U - s.to_move);
  }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    std::uint32_t n = 0;
    for (std::uint32_t heap = 0; heap < kHeaps; ++heap) {
      for (std::uint32_t take = 1; take <= s.heaps[heap]; ++take)
        out[n++] = Move{heap * (kMaxHeap + 1) + take};
    }
    return n;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    auto& heap = s.heaps[static_cast<std::uint32_t>(move) / (kMaxHeap + 1)];
    heap = static_cast<std::uint8_t>(heap - static_cast<std::uint32_t>(move) % (kMaxHeap + 1));
    s.to_move ^= 1;
    return status(s);
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    std::uint64_t key = s.to_move;
    for (const std::uint8_t heap : s.heaps) key = key << 8 | heap;
    return mix64(key);
  }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move);
  }

  // A move is heap letter and number taken ("b3"); a position is "3,4,5 first" or "3,4,5 second".
  [[nodiscard]] std::string move_text(const State&, Move move) const {
    const auto code = static_cast<std::uint32_t>(move);
    return static_cast<char>('a' + code / (kMaxHeap + 1)) + std::to_string(code % (kMaxHeap + 1));
  }
  [[nodiscard]] std::string position_text(const State& s) const {
    std::string text;
    for (const std::uint8_t heap : s.heaps) text.append(text.empty() ? "" : ",").append(std::to_string(heap));
    return text + (s.to_move == 0 ? " first" : " second");
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    const Error bad{"expected \"A,B,C first\" or \"A,B,C second\", no heap larger than at the start"};
    State state{};
    for (std::uint32_t heap = 0; heap < kHeaps; ++heap) {
      unsigned size = 0;
      const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), size);
      if (code != std::errc{} || size > start_.heaps[heap]) return bad;
      state.heaps[heap] = static_cast<std::uint8_t>(size);
      text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
      const char separator = heap + 1 < kHeaps ? ',' : ' ';
      if (text.empty() || text.front() != separator) return bad;
      text.remove_prefix(1);
    }
    if (text != "first" && text != "second") return bad;
    state.to_move = text == "first" ? 0 : 1;
    return state;
  }
  [[nodiscard]] std::string board_text(const State& s) const {
    std::string text;
    for (std::uint32_t heap = 0; heap < kHeaps; ++heap) {
      text += static_cast<char>('a' + heap);
      text.append(" ").append(s.heaps[heap], '|').append("\n");
    }
    return text;
  }

 private:
  State start_;
  bool misere_;
};

struct Nim {
  static constexpr PluginInfo kInfo{
      "nim", "1.0.0", "Nim with three heaps: whoever takes the last object wins (or loses)", "MIT"};

  struct Config {
    std::uint8_t a = 3;
    std::uint8_t b = 4;
    std::uint8_t c = 5;
    bool misere = false;
  };
  static const Schema<Config>& schema() {
    static const Schema<Config> made([](auto& s) {
      s.integer("a", &Config::a, 0, NimRules::kMaxHeap, "first heap");
      s.integer("b", &Config::b, 0, NimRules::kMaxHeap, "second heap");
      s.integer("c", &Config::c, 0, NimRules::kMaxHeap, "third heap");
      s.boolean("misere", &Config::misere, "taking the last object loses");
    });
    return made;
  }
  static std::span<const ParamSpec> parameters() { return schema().specs(); }
  static Result<NimRules> create(const ParamValues& values) {
    const auto [a, b, c, misere] = schema().read(values);
    if (a + b + c == 0) return Error{"at least one of the heaps 'a', 'b', 'c' must not be empty"};
    return NimRules({a, b, c}, misere);
  }
};

}  // namespace

LUDEX_GAME_PLUGIN(Nim);
