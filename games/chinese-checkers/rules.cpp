#include "games/chinese-checkers/rules.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

namespace ludex::games::chinese_checkers {
namespace {

constexpr auto kManKeys = [] {
  std::array<std::array<std::uint64_t, kMaxHoles>, kMaxSeats> keys{};
  for (std::size_t p = 0; p < kMaxSeats; ++p) keys[p] = zobrist_keys<kMaxHoles>(0x53544152 + p);
  return keys;
}();
constexpr auto kMoverKeys = zobrist_keys<kMaxSeats>(0x4D4F5645);
constexpr auto kPlaceKeys = zobrist_keys<kMaxSeats * kMaxSeats>(0x504C4143);

constexpr std::uint64_t place_key(Player p, unsigned place) noexcept {
  return kPlaceKeys[p * kMaxSeats + place - 1];
}

}  // namespace

ChineseCheckersRules::ChineseCheckersRules(unsigned players, unsigned size, Places places, unsigned max_turns)
    : board_(board_of(size)), players_(players), max_plies_(players * max_turns), places_(places) {
  switch (players) {
    case 2:
      home_ = {0, 3};
      break;
    case 3:
      home_ = {0, 2, 4};
      break;
    case 4:
      home_ = {0, 1, 3, 4};
      break;
    default:
      home_ = {0, 1, 2, 3, 4, 5};
  }
}

GameTraits ChineseCheckersRules::traits() const {
  const bool rotates = places_ == Places::kFirst || players_ == 2;
  return {.players = players_,
          .flags = kZeroSum | kDrawsPossible | kCyclic | kPassPossible | kPerfectInformation |
                   kDeterministic | (rotates ? kAlternating | kHistoryDraws : 0U),
          .max_moves = board_.men * (board_.holes - players_ * board_.men),
          .max_plies = max_plies_,
          .move_classes = board_.holes * board_.holes,
          .state_size = 0,
          .state_align = 0};
}

State ChineseCheckersRules::initial() const {
  State s{};
  for (Player p = 0; p < players_; ++p) s.men[p] = board_.corner[home_[p]];
  settle(s);
  return s;
}

// Jumps go from every hole that a jump has reached, so a flood fill finds all of them. The man itself has
// left `from`: it cannot jump over itself, and a chain that returns there leads nowhere new.
Holes ChineseCheckersRules::endings(Holes occupied, Holes target, unsigned from) const noexcept {
  occupied &= ~hole_bit(from);
  const Holes free = ~occupied;
  const bool arrived = contains(target, from);
  const Holes steps = board_.near[from] & free & (arrived ? target : ~Holes{0});
  Holes reached = hole_bit(from);
  Holes next = reached;
  while (next != 0) {
    const auto hole = static_cast<unsigned>(bits::pop_lowest(next));
    Holes landings = 0;
    for (unsigned set = board_.jumps(occupied, hole); set != 0; set &= set - 1)
      landings |= hole_bit(board_.ways[hole][static_cast<unsigned>(std::countr_zero(set))].land);
    if (contains(target, hole)) landings &= target;
    next |= landings & ~reached;
    reached |= landings;
  }
  return (reached | steps) & ~hole_bit(from);
}

std::uint32_t ChineseCheckersRules::legal_moves(const State& s, Move* out) const noexcept {
  if (is_over(s.status)) return 0;
  const Holes all = occupied(s);
  std::uint32_t n = 0;
  for (Holes men = s.men[s.mover]; men != 0;) {
    const auto from = static_cast<unsigned>(bits::pop_lowest(men));
    for (Holes ends = endings(all, target(s.mover), from); ends != 0;)
      out[n++] = make_move(from, static_cast<unsigned>(bits::pop_lowest(ends)));
  }
  if (n == 0) out[n++] = kPass;
  return n;
}

std::uint32_t ChineseCheckersRules::count_moves(const State& s) const noexcept {
  if (is_over(s.status)) return 0;
  const Holes all = occupied(s);
  int n = 0;
  for (Holes men = s.men[s.mover]; men != 0;)
    n += bits::count(endings(all, target(s.mover), static_cast<unsigned>(bits::pop_lowest(men))));
  return n == 0 ? 1 : static_cast<std::uint32_t>(n);
}

GameStatus ChineseCheckersRules::apply(State& s, Move move) const noexcept {
  const Player me = s.mover;
  ++s.ply;
  if (move != kPass) {
    const unsigned from = from_of(move);
    const unsigned to = to_of(move);
    s.men[me] ^= hole_bit(from) | hole_bit(to);
    s.hash ^= kManKeys[me][from] ^ kManKeys[me][to];
  }
  if (fills(s, me)) {
    s.place[me] = ++s.finished;
    s.hash ^= place_key(me, s.finished);
  }
  s.mover = static_cast<std::uint8_t>(next_after(s, me));
  s.hash ^= kMoverKeys[me] ^ kMoverKeys[s.mover];
  s.status = result_of(s);
  return s.status;
}

Player ChineseCheckersRules::next_after(const State& s, Player p) const noexcept {
  do {
    p = p + 1 == players_ ? 0 : p + 1;
  } while (s.place[p] != 0);
  return p;
}

GameStatus ChineseCheckersRules::result_of(const State& s) const noexcept {
  const unsigned wanted = places_ == Places::kFirst ? 1 : players_ - 1;
  if (s.finished < wanted && s.ply < max_plies_) return GameStatus::kOngoing;
  if (s.finished == 0) return GameStatus::kDraw;
  return win_for(
      static_cast<Player>(std::find(s.place.begin(), s.place.end(), std::uint8_t{1}) - s.place.begin()));
}

void ChineseCheckersRules::settle(State& s) const noexcept {
  s.hash = kMoverKeys[s.mover];
  for (Player p = 0; p < players_; ++p) {
    if (s.place[p] != 0) s.hash ^= place_key(p, s.place[p]);
    for (Holes men = s.men[p]; men != 0;) s.hash ^= kManKeys[p][static_cast<unsigned>(bits::pop_lowest(men))];
  }
  s.status = result_of(s);
}

void ChineseCheckersRules::returns(const State& s, float* out) const noexcept {
  const auto players = static_cast<float>(players_);
  const float shared = static_cast<float>(s.finished + 1U + players_) / 2;
  for (Player p = 0; p < players_; ++p) {
    const float place = s.place[p] != 0 ? static_cast<float>(s.place[p]) : shared;
    out[p] = 1 - 2 * (place - 1) / (players - 1);
  }
}

PlayoutResult ChineseCheckersRules::playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
  if (trace != nullptr) trace->size = 0;
  PlayoutResult result{s.status, 0};
  std::array<std::uint8_t, kMaxMen> man;
  std::array<Holes, kMaxMen> ends;
  std::array<std::uint32_t, kMaxMen> below;  // moves of this man and of those before it
  while (!is_over(result.status)) {
    const Holes all = occupied(s);
    std::uint32_t total = 0;
    std::size_t n = 0;
    for (Holes men = s.men[s.mover]; men != 0; ++n) {
      man[n] = static_cast<std::uint8_t>(bits::pop_lowest(men));
      ends[n] = endings(all, target(s.mover), man[n]);
      below[n] = total += static_cast<std::uint32_t>(bits::count(ends[n]));
    }
    Move move = kPass;
    if (total != 0) {
      const std::uint32_t drawn = rng.below(total);
      std::size_t i = 0;
      while (below[i] <= drawn) ++i;
      const std::uint32_t rest = drawn - (i == 0 ? 0 : below[i - 1]);
      move = make_move(man[i], static_cast<unsigned>(bits::select(ends[i], rest)));
    }
    if (trace != nullptr) record(trace, move, move_class(s, move), s.mover);
    result.status = apply(s, move);
    ++result.plies;
  }
  return result;
}

std::int32_t ChineseCheckersRules::steps_left(const State& s, Player p) const noexcept {
  const Holes corner = target(p);
  const Holes outside = s.men[p] & ~corner;
  if (bits::single(outside)) {
    // The last man: to the hole that its player still misses.
    const auto man = static_cast<unsigned>(bits::lowest(outside));
    return board_.distance[man][static_cast<unsigned>(bits::lowest(corner & ~s.men[p]))];
  }
  const auto& to_tip = board_.distance[board_.tip[goal(p)]];
  std::int32_t sum = 0;
  for (Holes men = s.men[p]; men != 0;) sum += to_tip[static_cast<unsigned>(bits::pop_lowest(men))];
  // A full corner: k + 1 holes at distance k.
  const auto n = static_cast<std::int32_t>(board_.size);
  return sum - (n - 1) * n * (n + 1) / 3;
}

void ChineseCheckersRules::evaluate_all(const State& s, std::int32_t* out) const noexcept {
  std::int32_t sum = 0;
  for (Player p = 0; p < players_; ++p) sum += out[p] = steps_left(s, p);
  const auto players = static_cast<std::int32_t>(players_);
  for (Player p = 0; p < players_; ++p) out[p] = 100 * (sum - players * out[p]) / (players - 1);
}

std::int32_t ChineseCheckersRules::evaluate(const State& s) const noexcept {
  std::array<std::int32_t, kMaxSeats> values;
  evaluate_all(s, values.data());
  return values[s.mover];
}

void ChineseCheckersRules::move_scores(const State& s, const Move* moves, std::uint32_t count,
                                       float* out) const noexcept {
  const auto& to_tip = board_.distance[board_.tip[goal(s.mover)]];
  for (std::uint32_t i = 0; i < count; ++i)
    out[i] = std::ldexp(1.0F, int{to_tip[from_of(moves[i])]} - int{to_tip[to_of(moves[i])]});
}

std::uint32_t ChineseCheckersRules::winning_moves(const State& s, Move* out) const noexcept {
  const bool ends = places_ == Places::kFirst || players_ == 2 || s.ply + 1U >= max_plies_;
  if (is_over(s.status) || s.finished != 0 || !ends) return 0;
  const Player me = s.mover;
  const Holes all = occupied(s);
  const Holes open = target(me) & ~all;
  // A move fills one hole at most, and must not open another one.
  if (open != 0 && !bits::single(open)) return 0;
  if (open == 0 && (target(me) & s.men[me]) == 0) return 0;
  std::uint32_t n = 0;
  bool moves = false;
  for (Holes men = s.men[me]; men != 0;) {
    const auto from = static_cast<unsigned>(bits::pop_lowest(men));
    const Holes ways = endings(all, target(me), from);
    moves = moves || ways != 0;
    if (contains(target(me), from)) continue;
    for (Holes last = open == 0 ? ways : ways & open; last != 0;)
      out[n++] = make_move(from, static_cast<unsigned>(bits::pop_lowest(last)));
  }
  if (!moves && open == 0) out[n++] = kPass;
  return n;
}

State ChineseCheckersRules::map_state(const State& s, std::uint32_t symmetry) const noexcept {
  if (symmetry == 0) return s;
  State image = s;
  for (Player p = 0; p < players_; ++p) {
    image.men[p] = 0;
    for (Holes men = s.men[p]; men != 0;)
      image.men[p] |= hole_bit(board_.mirror[static_cast<unsigned>(bits::pop_lowest(men))]);
  }
  settle(image);
  return image;
}

FeaturePlan ChineseCheckersRules::feature_plan() const {
  FeaturePlan plan{.grid = FeaturePlan::Grid::kNone,
                   .layers = {{"empty", "own man"}, {"elsewhere", "own goal"}}};
  if (players_ == 2) {
    plan.layers[0].emplace_back("other man");
  } else {
    for (Player p = 1; p < players_; ++p) plan.layers[0].push_back("man of player +" + std::to_string(p));
    // With more than two the mover is not always the one who looks: its men have codes of their own.
    for (Player p = 0; p < players_; ++p) plan.layers[0].push_back(plan.layers[0][p + 1] + ", to move");
  }
  for (unsigned hole = 0; hole < board_.holes; ++hole) {
    plan.graph.emplace_back();
    for (Holes near = board_.near[hole]; near != 0;)
      plan.graph.back().push_back(static_cast<std::uint32_t>(bits::pop_lowest(near)));
  }
  return plan;
}

void ChineseCheckersRules::observe(const State& s, Player player, std::uint8_t* codes,
                                   float*) const noexcept {
  std::uint8_t* const goals = codes + board_.holes;
  for (unsigned hole = 0; hole < board_.holes; ++hole) {
    codes[hole] = 0;
    goals[hole] = contains(board_.corner[goal(player)], hole) ? 1 : 0;
  }
  for (Player p = 0; p < players_; ++p) {
    const bool marked = players_ > 2 && p == to_move(s);
    const auto code =
        static_cast<std::uint8_t>((p + players_ - player) % players_ + 1 + (marked ? players_ : 0));
    for (Holes men = s.men[p]; men != 0;) codes[bits::pop_lowest(men)] = code;
  }
}

}  // namespace ludex::games::chinese_checkers
