#include "games/lud/game/lud_game.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>

#include "core/util/instructions.hpp"
#include "games/lud/game/colours.hpp"
#include "games/lud/game/compiled_game.hpp"
#include "games/lud/game/lud_features.hpp"

namespace ludex::games::lud {

namespace {

// A move is a pair of sites and an index among moves with the same sites: 24 and 8 bits.
constexpr std::uint32_t kShared = 256;

bool same(const Workspace& ws, const ListedMove& a, const ListedMove& b) {
  if (a.count != b.count || a.special != b.special || a.type != b.type) return false;
  const auto* actions = ws.actions.data();
  if (!std::equal(actions + a.first, actions + a.first + a.count, actions + b.first)) return false;
  std::int32_t x = a.then;
  std::int32_t y = b.then;
  while (x >= 0 && y >= 0) {
    if (ws.thens[static_cast<std::size_t>(x)].node != ws.thens[static_cast<std::size_t>(y)].node)
      return false;
    x = ws.thens[static_cast<std::size_t>(x)].next;
    y = ws.thens[static_cast<std::size_t>(y)].next;
  }
  return x == y;
}

// Rules whose look-ahead never ends are refused when the game is made; rules that look further ahead than any
// known game end the process here, since no caller accepts an error and the list of moves is invalid.
[[noreturn]] void give_up(const Description& description) {
  const std::string place = description.sources.text(description.expanded.game.place);
  std::fprintf(stderr, "%s: error: these rules look more than %u positions ahead in one ply\n", place.c_str(),
               kMostLooks);
  std::abort();
}

// True if two moves of the list share their sites: in most lists none do, which a bit filter shows.
bool share(const Workspace& ws) {
  std::uint64_t filter[64] = {};
  for (std::size_t k = 0; k < ws.moves.size(); ++k) {
    const std::uint32_t pair = pair_of(ws.moves[k]);
    const std::uint32_t bit = (pair * 2654435761U) >> 20;
    if ((filter[bit >> 6] >> (bit & 63) & 1U) != 0) {
      for (std::size_t q = 0; q < k; ++q)
        if (pair_of(ws.moves[q]) == pair) return true;
    }
    filter[bit >> 6] |= std::uint64_t{1} << (bit & 63);
  }
  return false;
}

const Head& head_of(const std::byte* state) {
  return *reinterpret_cast<const Head*>(state);
}

int own_slot(const Program& p) {
  return std::max(p.layout.slot[static_cast<std::size_t>(p.site_type)], 0);
}

// The moves that add a piece to the sites of each byte, whose lowest bit is the site 0.
using EightMoves [[gnu::vector_size(32)]] = std::uint32_t;
constexpr std::uint32_t kAddition = 1U << 20 | 1U << 8;  // of the site 1
constexpr auto kAdditionsOfByte = [] {
  std::array<std::array<std::uint32_t, 8>, 256> all{};
  for (std::size_t byte = 0; byte < all.size(); ++byte) {
    std::size_t count = 0;
    for (std::uint32_t bit = 0; bit < 8; ++bit)
      if ((byte >> bit & 1U) != 0) all[byte][count++] = bit * kAddition;
  }
  return all;
}();
// Writes the moves that add a piece to the sites of a word, whose lowest bit is the site `first`, eight at a
// time: there is room for seven more at the end, since lists have room for more moves than sites.
Move* list_sites(std::uint64_t sites, std::uint32_t first, Move* end) {
  for (; sites != 0; sites >>= 8, first += 8) {
    EightMoves eight;
    std::memcpy(&eight, kAdditionsOfByte[sites & 255].data(), sizeof eight);
    eight += first * kAddition;
    std::memcpy(end, &eight, sizeof eight);
    end += __builtin_popcountll(sites & 255);
  }
  return end;
}

}  // namespace

Eval reader(const Program& program, const std::byte* state) {
  return Eval(program, const_cast<std::byte*>(state), Workspace::of_thread());
}

Move move_of(std::uint32_t pair, std::uint32_t which) {
  return static_cast<Move>(pair << 8 | std::min(which, kShared - 1));
}

LudGame::~LudGame() = default;

void LudGame::use(std::shared_ptr<const codegen::Library> library) {
  compiled_ = std::make_unique<const CompiledGame>(*this, std::move(library));
}

LudGame::Facts::Facts(const Program& p)
    : bytes(p.layout.has_stacks || p.layout.has_history ? 0 : p.layout.bytes),
      chance(!p.dice.empty() || p.most_draws != 0 || p.random_start),
      shares_wins(p.teams && p.goes_on),
      swaps(p.players == 2),
      by_status(p.players == 2 && !p.goes_on && p.layout.scores == 0),
      adds(std::any_of(p.phases.begin(), p.phases.end(),
                       [](const Phase& each) { return each.adds_anywhere; })),
      swap_ply(p.swap_rule ? p.players - 1 : -1),
      owned_at(p.layout.owned +
               8 * static_cast<std::uint32_t>(p.layout.words * p.layout.owners * own_slot(p))) {}

LudGame::LudGame(std::shared_ptr<const Description> description, bool duplicates)
    : description_(std::move(description)),
      facts_(*description_->program),
      names_(*description_->program),
      duplicates_(duplicates) {
  const auto sites = static_cast<std::uint32_t>(program().layout.sites);
  max_moves_ = std::max(codegen::most_moves(program()), max_outcomes());
  const std::uint32_t squared = sites <= 512 ? sites * sites : 0;
  move_classes_ = 2 * sites + 8 + squared;
  // Allocates the memory of evaluation before the first request for moves.
  Workspace& ws = Workspace::of_thread();
  ws.moves.reserve(max_moves_);
  ws.actions.reserve(4 * max_moves_);
  ws.thens.reserve(2 * max_moves_);
  ws.tests.reserve(max_moves_);
  ws.tallies.reserve(max_moves_);
  const auto site_sets = static_cast<std::size_t>(program().site_sets);
  const auto words = static_cast<std::size_t>(program().layout.words);
  ws.site_set_listings.resize(std::max(ws.site_set_listings.size(), site_sets));
  ws.site_sets.resize(std::max(ws.site_sets.size(), site_sets * words));
  ws.piece_parts.resize(std::max(ws.piece_parts.size(), program().components.size()));
  for (PieceParts& parts : ws.piece_parts) {
    parts.walks.reserve(16);
    parts.others.reserve(16);
  }
  ws.pairs.reserve(program().layout.sites);
  ws.make_room(program().layout.words);
  ws.states.resize(std::max<std::size_t>(ws.states.size(), 8));
  for (auto& copy : ws.states) copy.resize(std::max(copy.size(), (bytes() + 7) / 8));
}

GameTraits LudGame::traits() const {
  GameTraits traits{};
  traits.players = static_cast<std::uint32_t>(program().players);
  traits.flags = kZeroSum | kDrawsPossible | kCyclic | kPassPossible | kPerfectInformation | kDeterministic;
  if (program().players != 2) traits.flags &= ~static_cast<std::uint32_t>(kZeroSum);
  if (program().no_repeat < 0) traits.flags |= kHistoryDraws;
  const bool dice = max_outcomes() != 0;
  if (dice) traits.flags &= ~static_cast<std::uint32_t>(kDeterministic);
  traits.max_moves = max_moves_;
  traits.max_plies = (program().most_draws != 0 ? kMaxDraws + 1U : dice ? 2U : 1U) * (kMaxPlies + 1);
  if (program().random_start) traits.max_plies += 256 * static_cast<std::uint32_t>(program().start.size());
  traits.move_classes = move_classes_;
  return traits;
}

void LudGame::initial(std::byte* state) const {
  std::memcpy(state, description_->start.data(), bytes());
}

Side LudGame::side(const std::byte* state, Player player) const noexcept {
  // After a swap each of the two players has the other's colour, so this is its own inverse.
  const Player colour = seat(static_cast<int>(player) + 1, state);
  return side_of(colour);
}
GameStatus LudGame::shared_status(const std::byte* state) const noexcept {
  const auto result = static_cast<GameStatus>(head_of(state).status);
  // A win of several, as of a team, is shared by them; ranks and returns say whose it is.
  if (is_over(result)) {
    const auto& rank = more_of(state).rank;
    if (std::count(rank + 1, rank + 1 + program().players, 2) > 1) return GameStatus::kDraw;
  }
  return seated(result, state);
}
std::uint64_t LudGame::hash(const std::byte* state) const noexcept {
  return reader(program(), state).hash() ^ mix64(static_cast<std::uint64_t>(head_of(state).swapped) + 991);
}

std::size_t LudGame::list(std::byte* state) const noexcept {
  Workspace& ws = Workspace::of_thread();
  Eval eval(program(), state, ws);
  eval.legal_moves();
  if (ws.endless) give_up(*description_);
  const bool any = share(ws);
  ws.shared = any;
  if (any && !duplicates_) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < ws.moves.size(); ++i) {
      const ListedMove move = ws.moves[i];
      bool known = false;
      for (std::size_t k = 0; k < kept && !known; ++k)
        known = pair_of(ws.moves[k]) == pair_of(move) && same(ws, ws.moves[k], move);
      if (!known) ws.moves[kept++] = move;
    }
    ws.moves.resize(kept);
  }
  return std::min<std::size_t>(ws.moves.size(), max_moves_);
}

std::uint32_t LudGame::legal_moves(const std::byte* state, Move* out) const noexcept {
  if (is_over(static_cast<GameStatus>(head_of(state).status))) return 0;
  if (is_chance(state)) return list_outcomes(state, out);
  if (const std::uint32_t added = list_additions(state, out); added != 0) return added;
  if (compiled_ != nullptr) {
    const auto listed = compiled_->list(const_cast<std::byte*>(state), duplicates_);
    const auto pair_at = [&](std::uint32_t i) {
      return static_cast<std::uint32_t>(listed.moves[i].from) << 12 | listed.moves[i].to;
    };
    if (!listed.shared && !listed.unknown) {
      for (std::uint32_t i = 0; i < listed.count; ++i) out[i] = move_of(pair_at(i), 0);
      return listed.count;
    }
    for (std::uint32_t i = 0; i < listed.count && !listed.unknown; ++i) {
      const std::uint32_t pair = pair_at(i);
      std::uint32_t which = 0;
      for (std::uint32_t k = 0; k < i; ++k) which += static_cast<std::uint32_t>(out[k]) >> 8 == pair ? 1 : 0;
      out[i] = move_of(pair, which);
    }
    if (!listed.unknown) return listed.count;
  }
  return interpreted_moves(state, out);
}

std::uint64_t LudGame::empty_sites(const std::byte* state, int word) const noexcept {
  const Layout& L = program().layout;
  const auto* const pieces = reinterpret_cast<const std::uint64_t*>(state + facts_.owned_at) + word;
  std::uint64_t taken = 0;
  for (int k = 0; k < L.owners; ++k) taken |= pieces[k * L.words];
  return ~taken & first_bits(program().board_sites - 64 * word);
}

// Where the moves add a piece to any empty site, lists them; 0: they do not, or there is none.
std::uint32_t LudGame::list_additions(const std::byte* state, Move* out) const noexcept {
  const Head& head = head_of(state);
  if (!facts_.adds || static_cast<int>(head.plies) == facts_.swap_ply) return 0;
  const Layout& L = program().layout;
  const auto phase =
      L.phases == 0 ? 0 : std::to_integer<std::size_t>(state[L.phases + std::size_t(head.mover)]);
  if (!program().phases[phase].adds_anywhere) return 0;
  Move* end = out;
  for (int w = 0; 64 * w < program().board_sites; ++w)
    end = list_sites(empty_sites(state, w), static_cast<std::uint32_t>(64 * w), end);
  return static_cast<std::uint32_t>(end - out);
}

std::uint32_t LudGame::interpreted_moves(const std::byte* state, Move* out) const noexcept {
  if (is_over(static_cast<GameStatus>(head_of(state).status))) return 0;
  const std::size_t count = list(const_cast<std::byte*>(state));
  const Workspace& ws = Workspace::of_thread();
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t pair = pair_of(ws.moves[i]);
    std::uint32_t which = 0;
    if (!ws.shared) {
      which = 0;
    } else if (i != 0 && pair == static_cast<std::uint32_t>(out[i - 1]) >> 8) {
      which = (static_cast<std::uint32_t>(out[i - 1]) & 0xFF) + 1;
    } else {
      for (std::size_t k = 0; k < i; ++k) which += static_cast<std::uint32_t>(out[k]) >> 8 == pair ? 1 : 0;
    }
    out[i] = move_of(pair, which);
  }
  return static_cast<std::uint32_t>(count);
}

void LudGame::apply_with_chance(std::byte* state, Move move) const noexcept {
  if (is_chance(state))
    roll(state, move);
  else if (program().most_draws != 0)
    apply_drawing(state, move);
  else
    play_move(state, move);
}

void LudGame::play_move(std::byte* state, Move move) const noexcept {
  const std::uint32_t pair = static_cast<std::uint32_t>(move) >> 8;
  const std::uint32_t which = static_cast<std::uint32_t>(move) & 0xFF;
  if (compiled_ == nullptr || compiled_->apply(state, pair, which, duplicates_) == 2)
    interpreted_move(state, pair, which);
}

void LudGame::interpreted_move(std::byte* state, std::uint32_t pair, std::uint32_t which) const noexcept {
  const std::size_t count = list(state);
  Workspace& ws = Workspace::of_thread();
  for (std::size_t i = 0; i < count; ++i) {
    if (pair_of(ws.moves[i]) != pair || which-- != 0) continue;
    Eval(program(), state, ws).play(i);
    break;
  }
}

std::uint32_t LudGame::class_of(Move move) const noexcept {
  const auto sites = static_cast<std::uint32_t>(program().layout.sites);
  const std::uint32_t from = static_cast<std::uint32_t>(move) >> 20;
  const std::uint32_t to = static_cast<std::uint32_t>(move) >> 8 & 0xFFF;
  if (from == kNoPlace) return std::min<std::uint32_t>(to, 7);
  if (from >= sites || to >= sites) return 7;
  if (from == to) return 8 + to;
  return sites <= 512 ? 8 + 2 * sites + from * sites + to : 8 + sites + to;
}
std::uint32_t LudGame::move_class(const std::byte*, Move move) const noexcept {
  return class_of(move);
}

void LudGame::record(PlayoutTrace& trace, const std::byte* state, std::uint32_t pair,
                     std::uint32_t which) const noexcept {
  if (trace.size >= trace.capacity) return;
  const Move move = move_of(pair, which);
  trace.moves[trace.size++] = {move, class_of(move), to_move(state)};
}

// Where the moves add a piece to any empty site, draws one without a list. A swap comes after them.
bool LudGame::added_ply(Eval& eval, Rng& rng, PlayoutTrace* trace) const noexcept {
  const Head& head = eval.head();
  const Phase& phase = program().phases[static_cast<std::size_t>(eval.phase_of(head.mover))];
  if (!phase.adds_anywhere) return false;
  constexpr std::size_t kMostWords = kMaxSites / 64 + 1;
  std::array<std::uint64_t, kMostWords> empty;
  std::array<int, kMostWords> count_to;  // of the words up to each
  int count = 0;
  const auto words = static_cast<std::size_t>((program().board_sites + 63) / 64);
  for (std::size_t w = 0; w < words; ++w) {
    empty[w] = empty_sites(eval.position, static_cast<int>(w));
    count_to[w] = count += __builtin_popcountll(empty[w]);
  }
  if (count == 0) return false;
  const int swaps = eval.may_swap() ? 1 : 0;
  const auto chosen = static_cast<int>(rng.below(static_cast<std::uint32_t>(count + swaps)));
  const bool swap = chosen == count;
  int at = kOff;
  if (!swap) {
    std::size_t w = 0;
    for (std::size_t k = 0; k < words; ++k) w += chosen >= count_to[k] ? 1 : 0;  // without branches
    const int before = w == 0 ? 0 : count_to[w - 1];
    at = 64 * static_cast<int>(w) + select_bit(empty[w], static_cast<std::uint32_t>(chosen - before));
    if (phase.adds_only && trace == nullptr) {
      eval.play_addition(at);
      return true;
    }
  }
  eval.clear_list();
  if (swap)
    eval.add_swap();
  else
    eval.add_at(*phase.play, at);
  if (trace != nullptr) record(*trace, eval.position, pair_of(eval.workspace.moves[0]), 0);
  eval.play(0);
  return true;
}

// Counts the moves, and lists only the one that is drawn. Where tests of moves wait, a move that fails its
// test is taken out, and another is drawn: every legal move is as likely as if all had been tested before.
// False if moves that share their sites must be compared.
bool LudGame::drawn_ply(Eval& eval, Rng& rng, PlayoutTrace* trace) const noexcept {
  Workspace& ws = eval.workspace;
  const bool tries = program().tries_later;
  int count = eval.count_moves(tries, !duplicates_ || trace != nullptr);
  if (ws.endless) give_up(*description_);
  if (ws.pairs.shared()) return false;
  count = std::min(count, static_cast<int>(max_moves_));
  const std::size_t kept = ws.moves.size();
  const auto play_last = [&] {
    if (trace != nullptr) record(*trace, eval.position, pair_of(ws.moves.back()), 0);
    eval.play(ws.moves.size() - 1);
    return true;
  };
  const Ints borrowed(eval);
  std::vector<int>& numbers = borrowed.get();  // of the moves that are left, once one has failed
  while (count != 0) {
    const auto chosen = static_cast<int>(rng.below(static_cast<std::uint32_t>(count)));
    const auto place = static_cast<std::size_t>(chosen);
    eval.list_move(numbers.empty() ? chosen : numbers[place], tries);
    if (!tries || eval.is_legal(ws.moves.size() - 1)) return play_last();
    ws.moves.resize(kept);
    if (numbers.empty()) {
      numbers.resize(static_cast<std::size_t>(count));
      std::iota(numbers.begin(), numbers.end(), 0);
    }
    numbers[place] = numbers.back();
    numbers.pop_back();
    --count;
  }
  eval.forced_pass();
  return play_last();
}

void LudGame::interpreted_ply(std::byte* state, Rng& rng, PlayoutTrace* trace) const noexcept {
  Eval eval(program(), state, Workspace::of_thread());
  ply(eval, rng, trace);
}

void LudGame::ply(Eval& eval, Rng& rng, PlayoutTrace* trace) const noexcept {
  std::byte* const state = eval.position;
  if (is_chance(state)) {
    const Move outcome = draw_outcome(state, rng);
    if (trace != nullptr && trace->size < trace->capacity)
      trace->moves[trace->size++] = {outcome, class_of(outcome), kChance};
    roll(state, outcome);
    return;
  }
  const bool draws = program().most_draws != 0;
  if (!draws && (added_ply(eval, rng, trace) || drawn_ply(eval, rng, trace))) return;
  const Workspace& ws = eval.workspace;
  const std::size_t count = list(state);
  const std::size_t chosen = rng.below(static_cast<std::uint32_t>(count));
  const std::uint32_t pair = pair_of(ws.moves[chosen]);
  std::uint32_t which = 0;
  for (std::size_t k = 0; k < chosen && ws.shared; ++k) which += pair_of(ws.moves[k]) == pair ? 1 : 0;
  if (trace != nullptr) record(*trace, state, pair, which);
  if (draws)
    apply_drawing(state, move_of(pair, which));
  else
    eval.play(chosen);
}

PlayoutResult LudGame::interpreted_playout(std::byte* state, Rng& rng, PlayoutTrace* trace) const noexcept {
  Eval eval(program(), state, Workspace::of_thread());
  std::uint32_t plies = 0;
  for (; !is_over(static_cast<GameStatus>(eval.head().status)); ++plies) ply(eval, rng, trace);
  return {status(state), plies};
}

}  // namespace ludex::games::lud
