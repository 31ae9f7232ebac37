// One small game with every kind of broken promise, chosen by a parameter. Whole, it is this: players fill a
// board of 4 x 3 cells in turn; who puts a stone beside an odd number of stones scores a point; more points
// win. What was scored depends on the order of moves, so the stones alone are not the position.
#include <array>
#include <atomic>
#include <bit>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/abi/plugin_info.hpp"
#include "core/plugin/game_plugin.hpp"

namespace {

using namespace ludex;

constexpr std::uint32_t kWidth = 4;
constexpr std::uint32_t kHeight = 3;
constexpr std::uint32_t kCells = kWidth * kHeight;

// Another one in every process.
const std::uint64_t g_seed_of_process =
    static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()) / 1'000'000'000;

// In this process so far; what is late is later than anybody tries a game before it is played.
std::atomic<std::uint32_t> g_texts = 0;
constexpr std::uint32_t kLate = 20'000;

// Not to be optimised away. The sanitizers would make a report of it; wanted is the signal.
__attribute__((noinline, no_sanitize("undefined"), no_sanitize("address"))) void write_to_null() {
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
}
__attribute__((noinline, no_sanitize("undefined"), no_sanitize("address"))) void write_behind(
    void* from, std::size_t size) {
  auto* volatile byte = static_cast<char*>(from) + size;
  *byte = 1;
}

class SpoiltRules {
 public:
  using Offers =
      Extensions<CountMoves, Symmetry, OwnCopy, OwnReturns, OwnPlayout, OwnMoveReader, OffersByParameter>;
  struct State {
    std::array<std::uint32_t, 2> stones;  // sets of cells
    std::array<std::uint8_t, 2> points;
    std::uint8_t mover;
    std::uint8_t last;  // the last cell, for fault=hash-order
    std::uint32_t plies;
  };

  explicit SpoiltRules(std::string fault) : fault_(std::move(fault)) {
    if (is("clock")) {
      salt_ = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    } else if (is("process-clock")) {
      salt_ = g_seed_of_process;
    } else if (is("spy")) {
      spy();
    }
  }

  [[nodiscard]] GameTraits traits() const {
    GameTraits traits{};
    traits.players = is("players") ? 99 : 2;
    traits.flags = kZeroSum | kPerfectInformation | kDeterministic | kAlternating;
    traits.max_moves = is("max-moves") ? 8 : kCells;
    traits.max_plies = is("cycle") ? 100 : kCells;
    traits.move_classes = kCells;
    return traits;
  }
  [[nodiscard]] State initial() const { return {{0, 0}, {0, 0}, 0, 0, 0}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.mover; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept {
    if (is("memory") && s.plies == 3) eat();
    if ((s.stones[0] | s.stones[1]) != kFull || is("endless")) return GameStatus::kOngoing;
    // The points add up to an odd number: without the fault there is a winner.
    if (is("draws") && std::abs(s.points[0] - s.points[1]) == 1) return GameStatus::kDraw;
    return win_for(s.points[0] > s.points[1] ? 0 : 1);
  }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    if (is("crash") && s.plies == 3) write_to_null();
    std::uint32_t n = 0;
    for (std::uint32_t cell = 0; cell < kCells; ++cell) {
      const bool taken = ((s.stones[0] | s.stones[1]) >> cell & 1U) != 0;
      const bool listed = is("illegal") && cell == s.last && s.plies > 0 && status(s) == GameStatus::kOngoing;
      if (!taken || listed) out[n++] = Move{cell};
    }
    // One cell fewer, always: nothing contradicts it but a known count.
    if (is("short") && n > 1 && out[n - 1] == Move{kCells - 1}) --n;
    return n;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    if (s.plies == 3) misbehave();
    const auto cell = static_cast<std::uint32_t>(move);
    const bool point = std::popcount(neighbours(cell) & (s.stones[0] | s.stones[1])) % 2 == 1;
    s.stones[s.mover] |= 1U << cell;
    if (point) ++s.points[s.mover];
    if (!is("turn") || !point) s.mover ^= 1;
    s.last = static_cast<std::uint8_t>(cell);
    ++s.plies;
    if ((s.stones[0] | s.stones[1]) == kFull) {
      if (is("endless")) s.stones = {0, 0};
      if (is("cycle")) s = initial();
    }
    if (is("overrun")) write_behind(&s, sizeof s);
    return is("status") && status(s) != GameStatus::kOngoing ? GameStatus::kOngoing : status(s);
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept {
    if (is("exit") && s.plies == 3) _exit(0);
    if (is("const")) ++const_cast<State&>(s).plies;
    // Two cells: with one, the count of stones and the mover tell the positions apart.
    const std::uint32_t seen = is("hash") ? ~(1U << 5 | 1U << 6) : ~0U;
    const bool points = !is("key") && !is("text");
    std::uint64_t key = s.mover;
    for (std::size_t p = 0; p < 2; ++p) {
      key = key << kCells | (s.stones[p] & seen);
      key = key << 4 | (points ? s.points[p] : 0U);
    }
    if (is("hash-order")) key = key << 4 | s.last;
    return mix64(key ^ salt_);
  }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    const auto cell = static_cast<std::uint32_t>(move);
    return is("class") && cell == 7 ? 1000 : cell;
  }
  void copy(State& to, const State& from) const noexcept {
    to = from;
    if (is("copy")) to.points = {0, 0};
  }
  void returns(const State& s, float* out) const noexcept {
    const Player winner = winner_of(status(s));
    for (Player p = 0; p < 2; ++p) out[p] = winner == kNobody ? 0.0F : winner == p ? 1.0F : -1.0F;
    if (is("returns") && winner != kNobody) out[1 - winner] = -0.5F;
  }
  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    std::array<Move, kCells + 1> buffer;
    PlayoutResult result{status(s), 0};
    while (!is_over(result.status)) {
      const std::uint32_t count = legal_moves(s, buffer.data());
      const std::uint32_t drawn = rng.below(count);
      const Move move = buffer[is("playout") && drawn == 0 ? count - 1 : drawn];
      record(trace, move, move_class(s, move), to_move(s));
      result.status = apply(s, move);
      ++result.plies;
    }
    if (is("playout-result") && result.plies > 0) result.status = win_for(0);
    return result;
  }
  [[nodiscard]] std::uint32_t count_moves(const State& s) const noexcept {
    const auto left = kCells - static_cast<std::uint32_t>(std::popcount(s.stones[0] | s.stones[1]));
    return is("count") && left == 6 ? 7 : left;
  }
  // Identity, and left and right exchanged.
  [[nodiscard]] std::uint32_t symmetries() const noexcept { return 2; }
  [[nodiscard]] Move map_move(const State&, Move move, std::uint32_t symmetry) const noexcept {
    const auto cell = static_cast<std::uint32_t>(move);
    return symmetry == 0 ? move : Move{cell / kWidth * kWidth + (kWidth - 1 - cell % kWidth)};
  }
  [[nodiscard]] State map_state(const State& s, std::uint32_t symmetry) const noexcept {
    State image = s;
    image.stones = {0, 0};
    for (std::uint32_t cell = 0; cell < kCells; ++cell) {
      for (std::size_t p = 0; p < 2; ++p)
        image.stones[p] |= (s.stones[p] >> cell & 1U)
                           << static_cast<std::uint32_t>(map_move(s, Move{cell}, symmetry));
    }
    return image;
  }
  [[nodiscard]] bool offers(std::string_view id) const {
    if (id == CountMoves::kId) return !is("short") && !is("illegal");
    return id != Symmetry::kId || is("wrap") || is("none");
  }

  // A move is a letter and a number; a position "xo../..../.... 1:0 x".
  [[nodiscard]] std::string move_text(const State&, Move move) const {
    if (fault_.starts_with("late-") && ++g_texts > kLate) misbehave_late();
    const auto cell = static_cast<std::uint32_t>(move);
    const std::uint32_t column = is("move-text") && cell == 6 ? 1 : cell % kWidth;
    return {static_cast<char>('a' + column), static_cast<char>('1' + cell / kWidth)};
  }
  [[nodiscard]] std::string position_text(const State& s) const {
    std::string text;
    for (std::uint32_t cell = 0; cell < kCells; ++cell) {
      if (cell != 0 && cell % kWidth == 0) text += '/';
      text += (s.stones[0] >> cell & 1U) != 0 ? 'x' : (s.stones[1] >> cell & 1U) != 0 ? 'o' : '.';
    }
    if (!is("text")) text += " " + std::to_string(s.points[0]) + ":" + std::to_string(s.points[1]);
    return text + (s.mover == 0 ? " x" : " o");
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    const Error bad{"expected \"xo../..../.... 1:0 x\""};
    State s = initial();
    if (text.size() < kCells + kHeight + 1) return bad;
    for (std::uint32_t cell = 0; cell < kCells; ++cell) {
      if (cell != 0 && cell % kWidth == 0) text.remove_prefix(1);
      if (text[0] != '.') s.stones[text[0] == 'x' ? 0 : 1] |= 1U << cell;
      text.remove_prefix(1);
    }
    if (!is("text")) {
      for (std::size_t p = 0; p < 2; ++p) {
        text.remove_prefix(1);
        const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), s.points[p]);
        if (code != std::errc{}) return bad;
        text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
      }
    }
    if (text != " x" && text != " o") return bad;
    s.mover = text == " x" ? 0 : 1;
    s.plies = static_cast<std::uint32_t>(std::popcount(s.stones[0] | s.stones[1]));
    return s;
  }
  // Whatever legal_moves says, the cell must be free.
  [[nodiscard]] Result<Move> parse_move(const State& s, std::string_view text) const {
    for (std::uint32_t cell = 0; cell < kCells; ++cell) {
      if (move_text(s, Move{cell}) != text) continue;
      if (((s.stones[0] | s.stones[1]) >> cell & 1U) != 0) return Error{std::string(text) + " is taken"};
      return Move{cell};
    }
    return Error{"no such cell"};
  }
  [[nodiscard]] std::string board_text(const State& s) const { return position_text(s) + "\n"; }

 private:
  static constexpr std::uint32_t kFull = (1U << kCells) - 1;

  [[nodiscard]] bool is(std::string_view fault) const noexcept { return fault_ == fault; }

  // Cells beside this one; with fault=wrap also round the left and right edge.
  [[nodiscard]] std::uint32_t neighbours(std::uint32_t cell) const noexcept {
    std::uint32_t set = 0;
    const bool wrap = is("wrap") || is("wrap-unseen");
    if (cell >= kWidth) set |= 1U << (cell - kWidth);
    if (cell + kWidth < kCells) set |= 1U << (cell + kWidth);
    if (cell % kWidth != 0 || (wrap && cell > 0)) set |= 1U << (cell - 1);
    if (cell % kWidth != kWidth - 1) set |= 1U << (cell + 1);
    return set;
  }

  void misbehave() const noexcept {
    volatile bool on = true;
    if (is("hang")) {
      while (on) {
      }
    }
    if (is("sleep")) {
      while (on) pause();
    }
    if (is("throw")) throw_it();
  }
  void misbehave_late() const {
    volatile bool on = true;
    if (is("late-crash")) write_to_null();
    if (is("late-exit")) _exit(0);
    while (is("late-hang") && on) {
    }
    if (is("late-noise")) std::fputs("noise without end and without a newline ", stdout);
  }
  // What it can do that no rules need.
  static void spy() {
    std::string can;
    Dl_info self{};
    dladdr(&g_seed_of_process, &self);
    const auto beyond = std::filesystem::path(self.dli_fname).parent_path().parent_path();
    const auto close_if = [&](int descriptor, const char* what) {
      if (descriptor < 0) return;
      close(descriptor);
      can += std::string(" ") + what;
    };
    close_if(open((beyond / "secret.txt").c_str(), O_RDONLY), "read");
    close_if(open((beyond / "written.txt").c_str(), O_WRONLY | O_CREAT, 0600), "write");
    close_if(socket(AF_INET, SOCK_STREAM, 0), "connect");
    if (const pid_t child = fork(); child == 0) {
      _exit(0);
    } else if (child > 0) {
      waitpid(child, nullptr, 0);
      can += " start";
    }
    if (!can.empty()) throw std::runtime_error("this game can" + can);
  }
  [[noreturn]] static void throw_it() { throw std::runtime_error("no such square"); }
  static void eat() {
    std::vector<std::unique_ptr<char[]>> eaten;
    while (true) eaten.emplace_back(new char[std::size_t{64} << 20]);
  }

  std::string fault_;
  std::uint64_t salt_ = 0;
};

struct Spoilt {
  static constexpr PluginInfo kInfo{"spoilt", "1.0.0", "breaks its contract as told", "MIT"};
  static std::span<const ParamSpec> parameters() {
    static const std::array specs{params::choice(
        "fault", "none",
        "none|players|hash|hash-order|key|text|turn|class|wrap|wrap-unseen|short|illegal|endless|cycle|throw|"
        "clock|"
        "process-clock|crash|hang|sleep|exit|memory|playout|playout-result|count|max-moves|returns|draws|"
        "move-text|overrun|const|status|copy|spy|late-crash|late-hang|late-exit|late-noise",
        "which promise it breaks")};
    return specs;
  }
  static Result<SpoiltRules> create(const ParamValues& values) { return SpoiltRules(values.text("fault")); }
};

}  // namespace

LUDEX_GAME_PLUGIN(Spoilt);
