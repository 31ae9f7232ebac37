// The interpreter: evaluates the nodes of a program in a position.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

#include "core/abi/types.hpp"
#include "core/util/hash.hpp"
#include "core/util/rng.hpp"
#include "games/lud/interpreter/bits.hpp"
#include "games/lud/interpreter/scoped_value.hpp"
#include "games/lud/interpreter/want.hpp"
#include "games/lud/interpreter/workspace.hpp"
#include "games/lud/program/program.hpp"
#include "games/lud/program/signature.hpp"
#include "games/lud/runtime/action.hpp"
#include "games/lud/runtime/turns.hpp"

namespace ludex::games::lud {

// The part of a stack that moves.
struct Part {
  int level = kOff;  // one piece; kOff: the top
  bool whole = false;
  int count = kOff;  // of the pieces on top; kOff: as the others say
  bool shown = false;
  bool always_shown = false;
};

// A set of concrete directions and of kinds.
class DirectionSet {
 public:
  void add(int direction) { bits_ |= 1U << direction; }
  void clear() { bits_ = 0; }
  [[nodiscard]] bool has(int direction) const { return (bits_ >> direction & 1U) != 0; }
  [[nodiscard]] std::uint32_t bits() const { return bits_; }
  void remove(std::uint32_t bits) { bits_ &= ~bits; }
  void add_all(std::uint32_t bits) { bits_ |= bits; }

 private:
  std::uint32_t bits_ = 0;
};

// Copies the region of a constant node.
void constant_region(const Node& n, Eval& e, std::uint64_t* out);

// True for (byScore ...), or an end rule that contains one.
[[nodiscard]] bool counts_scores(const Node& rule);

inline constexpr int kDeepest = 60;
inline constexpr std::array<std::uint64_t, kMaxSites / 64 + 1> kNoSites{};
inline constexpr std::uint32_t kMostLooks = 20'000'000;

class Eval {
 public:
  Eval(const Program& of, std::byte* at, Workspace& memory)
      : program(of), layout(of.layout), position(at), workspace(memory) {}
  // The same iterators, another position.
  Eval(const Eval& other, std::byte* at) : Eval(other.program, at, other.workspace) {
    from = other.from;
    to = other.to;
    between = other.between;
    site = other.site;
    level = other.level;
    pips = other.pips;
    player = other.player;
    value = other.value;
    region = other.region;
    way = other.way;
    depth = other.depth + 1;
  }

  const Program& program;
  const Layout& layout;
  std::byte* position;
  Workspace& workspace;
  // Iterators of ludemes.
  int from = kOff;
  int to = kOff;
  int between = kOff;
  int site = kOff;
  int level = 0;
  int pips = kUndefined;  // of the die in (forEach Die ...)
  Part part{};            // of a stack, in moves of it
  int player = 0;
  int value = kUndefined;
  int origin = -1;                        // the site whose piece gives relative directions, or -1: (from)
  int way = -1;                           // of the previous step, in nested (forEach Direction ...)
  const std::uint64_t* region = nullptr;  // of (sites) within (forEach Group ...)
  int depth = 0;                          // of nested positions
  // Set when only the existence of moves matters: (max Moves ...) then need not find the longest ones, which
  // would ask for the existence of moves ...
  int existence_only = 0;
  bool tries_later = false;  // see Program
  Want want{};               // of the moves under evaluation
  // The number of the list under evaluation, while position and mover stay as they are; 0: they may change.
  std::uint64_t listing = 0;

  // True if the look-ahead must stop. The limits are far beyond the needs of games that end.
  // A number drawn at random. Without one the ply is made again when chance has said it.
  [[nodiscard]] int draw(int low, int high) const;
  [[nodiscard]] bool too_far() const {
    if (depth > kDeepest || workspace.looks > kMostLooks || workspace.nested > kDeepest)
      workspace.endless = true;
    return workspace.endless;
  }
  void begin_looking() const {
    if (depth != 0) return;
    workspace.looks = 0;
    workspace.nested = 0;
    workspace.endless = false;
  }

  // The number of an evaluation that begins, or in which another player becomes the mover.
  [[nodiscard]] std::uint64_t new_listing() const {
    const auto sets = static_cast<std::size_t>(program.site_sets);
    if (workspace.site_set_listings.size() < sets) workspace.site_set_listings.resize(sets);
    const std::size_t words = sets * static_cast<std::size_t>(layout.words);
    if (workspace.site_sets.size() < words) workspace.site_sets.resize(words);
    return ++workspace.listings;
  }

  [[nodiscard]] Head& head() const { return *reinterpret_cast<Head*>(position); }
  [[nodiscard]] More& more() const { return *reinterpret_cast<More*>(position + layout.more); }
  // Only if the game has them.
  [[nodiscard]] Rest& rest() const { return *reinterpret_cast<Rest*>(position + layout.rest); }
  [[nodiscard]] Pending& pending() const { return *reinterpret_cast<Pending*>(position + layout.pending); }
  [[nodiscard]] std::int32_t* scores() const {
    return reinterpret_cast<std::int32_t*>(position + layout.scores);
  }
  [[nodiscard]] std::int32_t* player_values() const {
    return reinterpret_cast<std::int32_t*>(position + layout.player_values);
  }
  [[nodiscard]] Fields fields() const {
    return {layout.rest != 0 ? &rest() : nullptr, layout.pending != 0 ? &pending() : nullptr,
            layout.scores != 0 ? scores() : nullptr, layout.player_values != 0 ? player_values() : nullptr};
  }
  [[nodiscard]] int phase_of(int player_index) const {
    return layout.phases == 0
               ? 0
               : std::to_integer<int>(position[layout.phases + static_cast<std::uint32_t>(player_index)]);
  }
  void set_phase(int player_index, int phase) const {
    position[layout.phases + static_cast<std::uint32_t>(player_index)] = static_cast<std::byte>(phase);
  }
  [[nodiscard]] int mover() const { return head().mover; }
  [[nodiscard]] bool all_passed() const { return lud::all_passed(head(), program.players); }

  // Sites. `type` is that of the ludeme; sites of hands have the board's own type. The last index,
  // layout.sites, is no site: it is always empty.
  [[nodiscard]] int index(int type, int at) const {
    if (layout.slots == 1)
      return static_cast<unsigned>(at) < static_cast<unsigned>(layout.sites) ? at : layout.sites;
    const auto k = static_cast<std::size_t>(type_here(type, at));
    return static_cast<unsigned>(at) < static_cast<unsigned>(layout.size[k]) ? at + layout.base[k]
                                                                             : layout.sites;
  }
  [[nodiscard]] int type_here(int type, int at) const {
    return at >= program.first_hand || layout.base[static_cast<std::size_t>(type)] < 0
               ? static_cast<int>(program.site_type)
               : type;
  }
  [[nodiscard]] bool is_piece(int what) const {
    return what > 0 && what < static_cast<int>(program.components.size());
  }
  [[nodiscard]] int own() const { return static_cast<int>(program.site_type); }
  [[nodiscard]] int what(int i) const {
    if (layout.has_bytes())
      return std::to_integer<int>(position[layout.what + static_cast<std::uint32_t>(i)]);
    if (i == layout.sites) return 0;
    // Without branches: what stands on a site cannot be predicted. The set of no piece adds nothing.
    const auto& [first, second, third] = layout.piece_sets;
    const auto of = [&](const Layout::PieceSet& set) { return test(words_at(set.at, 0), i) ? set.piece : 0; };
    return (of(first) | of(second)) + (third.piece != 0 ? of(third) : 0);
  }
  [[nodiscard]] bool has_piece(int i) const {
    if (layout.has_bytes()) return what(i) != 0;
    if (i == layout.sites) return false;
    const std::uint64_t* word = words_at(layout.owned, 0) + (i >> 6);
    std::uint64_t taken = 0;
    for (int k = 0; k < layout.owners; ++k, word += layout.words) taken |= *word;
    return (taken >> (i & 63) & 1) != 0;
  }
  [[nodiscard]] int what_at(int type, int at) const { return what(index(type, at)); }
  [[nodiscard]] int who_of(int piece) const { return program.owners[static_cast<std::size_t>(piece)]; }
  [[nodiscard]] int who_at(int type, int at) const {
    const int piece = what_at(type, at);
    return layout.has_unowned && piece != 0 && unowned(at) ? 0 : who_of(piece);
  }
  [[nodiscard]] bool unowned(int at) const { return test(words_at(layout.unowned, 0), at); }
  [[nodiscard]] int count(int i) const {
    if (!layout.has_count) return has_piece(i) ? 1 : 0;
    std::uint16_t n;
    std::memcpy(&n, position + layout.count + 2 * static_cast<std::uint32_t>(i), 2);
    return n;
  }
  [[nodiscard]] int state(int i) const {
    return layout.has_state ? std::to_integer<int>(position[layout.state + static_cast<std::uint32_t>(i)])
                            : 0;
  }
  [[nodiscard]] int rotation(int i) const {
    return layout.has_rotation
               ? std::to_integer<int>(position[layout.rotation + static_cast<std::uint32_t>(i)])
               : 0;
  }
  [[nodiscard]] int cell_value(int i) const {
    if (!layout.has_value) return 0;
    std::int16_t n;
    std::memcpy(&n, position + layout.value + 2 * static_cast<std::uint32_t>(i), 2);
    return n;
  }
  [[nodiscard]] bool in_range(int type, int at) const {
    return at >= 0 && (at >= program.first_hand ? at < layout.size[static_cast<std::size_t>(own())]
                                                : at < layout.board[static_cast<std::size_t>(type)]);
  }

  // Sets of sites.
  [[nodiscard]] std::uint64_t* words_at(std::uint32_t offset, int which) const {
    return reinterpret_cast<std::uint64_t*>(position + offset) + which * layout.words;
  }
  [[nodiscard]] int slot(int type) const {
    const int own_slot = layout.slot[static_cast<std::size_t>(type)];
    return own_slot >= 0 ? own_slot : layout.slot[static_cast<std::size_t>(own())];
  }
  // Writes those of the first sites of a type that have no piece; those of hands come after the board's.
  void find_empty(int type, int sites, std::uint64_t* out) const {
    const std::uint64_t* pieces = words_at(layout.owned, slot(type) * layout.owners);
    const int words = layout.words;
    for (int w = 0; w < words; ++w) out[w] = ~pieces[w];
    for (int k = 1; k < layout.owners; ++k) {
      pieces += words;
      for (int w = 0; w < words; ++w) out[w] &= ~pieces[w];
    }
    for (int w = words; w-- > 0 && 64 * (w + 1) > sites;) out[w] &= first_bits(sites - 64 * w);
  }
  void find_empty(int type, std::uint64_t* out) const {
    const int here = layout.slot[static_cast<std::size_t>(type)] >= 0 ? type : own();
    find_empty(type, layout.size[static_cast<std::size_t>(here)], out);
  }
  [[nodiscard]] const std::uint64_t* owned(int type, int owner) const {
    return owns(owner) ? sites_of_owner(type, owner) : kNoSites.data();
  }
  // Only of an owner of pieces.
  [[nodiscard]] std::uint64_t* sites_of_owner(int type, int owner) const {
    return words_at(layout.owned, slot(type) * layout.owners + owner - layout.first_owner);
  }
  [[nodiscard]] bool owns(int who) const {
    return who >= layout.first_owner && who < layout.first_owner + layout.owners;
  }
  [[nodiscard]] bool is_empty(int type, int at) const { return !has_piece(index(type, at)); }

  // Changes of a position.
  void put_piece(int type, int at, int i, int before, int piece);  // keeps the sets of sites, not the hash
  void set_cell(int type, int at, int piece, int count, int state, int rotation, int value);
  void set_state(int type, int at, int state);
  void set_count(int type, int at, int count);
  void set_value(int type, int at, int value);
  void set_rotation(int type, int at, int rotation);

  // Stacks. Level 0 is the bottom; kOff: the top, or above it.
  [[nodiscard]] int height(int i) const {
    if (!layout.has_stacks) return has_piece(i) ? 1 : 0;
    const auto* first = reinterpret_cast<const std::uint16_t*>(position + layout.starts) + i;
    return first[1] - first[0];
  }
  [[nodiscard]] Level level_of(int i, int level_index) const;
  [[nodiscard]] int who_of_level(int i, int level_index) const {
    return who_of(level_of(i, level_index).what);
  }
  void insert_level(int type, int at, int level_index, const Level& piece);
  // `moves`: the piece goes to another site.
  void erase_level(int type, int at, int level_index, bool moves = false);
  void change_level(int type, int at, int level_index, const Level& piece);

  // Places of pieces on tracks that come to a site twice.
  [[nodiscard]] int place_of_piece(const Track& track, int at) const;
  // A piece goes from one site to another; kOff: it comes or goes.
  void keep_places(int piece, int from_site, int to_site);

  // The player of a role in this position.
  [[nodiscard]] int role(int role_index) const;
  [[nodiscard]] bool is_enemy(int who) const {
    return who >= 1 && who <= program.players && (program.teams ? !is_friend(who) : who != mover());
  }
  [[nodiscard]] bool is_friend(int who) const {
    if (!program.teams || who < 1 || who > program.players) return who == mover();
    return more().team[static_cast<std::size_t>(who)] == more().team[static_cast<std::size_t>(mover())];
  }
  [[nodiscard]] bool is_active(int who) const {
    return !program.goes_on || more().rank[static_cast<std::size_t>(who)] == 0;
  }
  // True for the roles that mean several players; belongs() says which.
  [[nodiscard]] static bool is_group(int role_index) {
    const auto kind = static_cast<Role>(role_index);
    return kind == Role::kEnemy || kind == Role::kFriend || kind == Role::kNonMover || kind >= Role::kTeam1;
  }
  [[nodiscard]] bool belongs(int role_index, int who) const;
  // The player after another in turn who is still in the game.
  [[nodiscard]] int player_after(int who) const;
  // A result where the game goes on for the others; the ranks by scores.
  void set_rank(int role_index, int player_index, int outcome);
  void rank_by_score(bool misere);
  [[nodiscard]] int variables(int which) const;
  void set_variable(int which, int value);

  // Lists of moves.
  [[nodiscard]] std::size_t mark() const { return workspace.moves.size(); }
  void truncate(std::size_t mark) { workspace.moves.resize(mark); }
  // All moves of a node, whatever is wanted of those under evaluation.
  void list(const Node& moves) {
    const ScopedValue all(want, Want{});
    moves.fn.as_moves(moves, *this);
  }
  // Evaluates the moves of a node as far as they are wanted.
  void offer(const Node& moves) {
    if (want.kind == Want::kAll || moves.counts) return moves.fn.as_moves(moves, *this);
    offer_listed([&] { moves.fn.as_moves(moves, *this); });
  }
  // The same of moves that can only be listed as a whole. The list is kept for the choice of one of them.
  template <class F>
  void offer_listed(F&& list_all);
  // The same for a part of a list: a choice skips it if the move is not there.
  template <class F>
  void offer_part(F&& offer_moves);
  // True if the move between these sites shall be listed, called once a move, after its conditions.
  [[nodiscard]] bool wants(int from_site, int to_site) {
    return want.kind == Want::kAll || wants_pair(pair_of(from_site, to_site));
  }
  [[nodiscard]] bool wants_pair(std::uint32_t pair) {
    if (want.kind == Want::kAll) return true;
    ++want.counted;
    if (want.pairs) workspace.pairs.add(pair);
    return want.kind == Want::kOne && want.counted == want.limit;
  }
  // True if no further move is wanted.
  [[nodiscard]] bool done() const { return want.kind != Want::kAll && want.counted >= want.limit; }
  // Grows with every move listed or counted.
  [[nodiscard]] std::size_t found() const {
    return want.kind == Want::kAll ? mark() : static_cast<std::size_t>(want.counted);
  }
  ListedMove& push(int from, int to, int type);
  // Field by field: a copy of the whole would wait until the stores of its fields are done.
  [[gnu::always_inline]] void act(const Action& action) {
    Action& made = workspace.actions.emplace_back();
    made.kind = action.kind;
    made.type = action.type;
    made.site = action.site;
    made.to = action.to;
    made.to_type = action.to_type;
    made.player = action.player;
    made.what = action.what;
    made.count = action.count;
    made.state = action.state;
    made.value = action.value;
    made.level = action.level;
    ++workspace.moves.back().count;
  }
  // Adds the consequents of a (then ...) to the moves from `begin` on.
  void attach(const Node* then, std::size_t begin);
  void add_then(ListedMove& move, const Node* then);
  void add_thens(ListedMove& move, std::int32_t first);  // a chain of cells
  // Merges the moves from `begin` on into one: their actions in order, before those of `before`.
  void merge_into(ListedMove& target, std::size_t begin, std::size_t end);
  // Merges the moves from `begin` on into the last, which alone is left.
  void merge_into_last(std::size_t begin);

  // Making moves.
  void apply_action(const Action& action);
  // Makes its actions and consequents, without the end of the ply.
  void make(std::size_t move_index);
  // After trying a move: the next player is not the mover, even if he moves again.
  void ends_turn() const {
    Head& h = head();
    if (h.next == h.mover) h.next = h.prev;
  }
  void evaluate_then(const Node& then);
  // Appends the actions of a move and of its consequents, found on a copy.
  void with_consequents(std::size_t move_index, std::vector<Action>& out);
  // A whole ply of the game.
  void play(std::size_t move_index);
  // Begins another list of moves.
  void clear_list();
  // The legal moves of the position.
  void legal_moves();
  // Their number. With `tries`, moves are counted that is_legal has yet to test; with `pairs`,
  // `workspace.pairs` says whether two of them share their sites. Not in games that forbid repetition, unless
  // with `tries`.
  [[nodiscard]] int count_moves(bool tries, bool pairs);
  // After that: adds the move of that number, from 0, to the list.
  void list_move(int number, bool tries);
  void forced_pass();
  // True if the mover may take the first player's opening as his own.
  [[nodiscard]] bool may_swap() const {
    return program.swap_rule && static_cast<int>(head().plies) == program.players - 1;
  }
  void add_swap();
  [[nodiscard]] bool is_legal(std::size_t move_index);
  // The move that adds a piece to a site, if the phase has no other moves (Phase::adds_anywhere).
  void add_at(const Node& play, int at);
  // A ply of that move, without a list, where Phase::adds_only.
  void play_addition(int at);
  void moves_of(int player_index);
  [[nodiscard]] bool has_moves(int player_index);
  void initial();
  // The sites of which chance chooses one at the start, and what follows from the choice.
  void start_choices(std::uint64_t* out);
  void choose_at_start(int number);
  // Finds out whether the next list of moves needs a roll.
  void find_roll();
  [[nodiscard]] bool asks_for_roll(const Node& moves);
  // The moves from `begin` on use these dice, after their own actions. `replays`: a double is played twice:
  // the unnamed variable keeps its number, and when the first of two equal dice is used both show it again.
  void use_dice(std::size_t begin, unsigned dice, bool replays);
  [[nodiscard]] std::uint64_t hash() const;
  [[nodiscard]] std::uint64_t position_hash() const;  // without counters: for repetition
  [[nodiscard]] std::uint64_t cycle_hash() const;     // with phases and the variable without a name

 private:
  void offer_legal_moves();
  void show(int type, int at, int i, int before, int piece, int count, int state, int rotation, int value);
  template <class F>
  void restack(int type, int at, F&& change);
  void move_levels(const Action& action);
  void apply_to_dice(const Action& action);
  void touch(const Action& action);
  void begin_ply(bool passes, bool forced);
  void end_ply();
  void evaluate_ends(const std::vector<const Node*>& ends);
  bool evaluate_end(const Node& rule);
  void finish();
  void by_score(const Node& rule);
  void set_next_phase();
  void forbid_repetition(std::size_t begin);
  [[nodiscard]] bool repeats(std::size_t move_index);
  void place(const Node& rule);
  void make_start();
  void make_random_start();
};

inline void Node::moves(std::size_t k, Eval& e) const {
  e.list(*kids[k]);
}

template <class F>
void Eval::offer_listed(F&& list_all) {
  if (want.kind == Want::kAll) return list_all();
  auto& tallies = workspace.tallies;
  if (want.kind == Want::kOne) {
    const Tally tally = tallies[want.next++];
    const std::int32_t before = want.counted;
    want.counted += tally.count;
    if (before < want.limit && want.limit <= want.counted)
      workspace.moves.push_back(
          ListedMove(workspace.moves[static_cast<std::size_t>(tally.kept + want.limit - before - 1)]));
    return;
  }
  const std::size_t begin = mark();
  {
    const ScopedValue all(want, Want{});
    list_all();
  }
  want.counted += static_cast<std::int32_t>(mark() - begin);
  if (!want.noted) return truncate(begin);
  tallies.push_back({static_cast<std::int32_t>(mark() - begin), static_cast<std::int32_t>(begin),
                     static_cast<std::uint32_t>(tallies.size() + 1)});
  for (std::size_t i = begin; want.pairs && i < mark(); ++i) workspace.pairs.add(pair_of(workspace.moves[i]));
}

template <class F>
void Eval::offer_part(F&& offer_moves) {
  if (!want.noted) return offer_moves();
  auto& tallies = workspace.tallies;
  if (want.kind == Want::kOne) {
    const Tally tally = tallies[want.next];
    if (want.counted + tally.count < want.limit) {
      want.counted += tally.count;
      want.next = tally.end;
      return;
    }
    ++want.next;
    return offer_moves();
  }
  const std::size_t at = tallies.size();
  tallies.emplace_back();
  const std::int32_t before = want.counted;
  offer_moves();
  tallies[at] = {want.counted - before, -1, static_cast<std::uint32_t>(tallies.size())};
}

// Borrowed words for a region.
class Words {
 public:
  explicit Words(Eval& e) : e_(e), at_(e.workspace.words_used) {
    if (at_ == 0) e.workspace.make_room(e.layout.words);
    e.workspace.words_used += static_cast<std::size_t>(e.layout.words);
    if (e.workspace.words_used > e.workspace.words.size()) overflow();
  }
  ~Words() { e_.workspace.words_used = at_; }
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;
  [[nodiscard]] std::uint64_t* get() const { return e_.workspace.words.data() + at_; }
  operator std::uint64_t*() const { return get(); }  // NOLINT: a buffer

 private:
  [[noreturn]] static void overflow();
  Eval& e_;
  std::size_t at_;
};

// A borrowed list of numbers, empty at first.
class Ints {
 public:
  explicit Ints(Eval& e) : ws_(e.workspace), at_(ws_.ints_used++) {
    if (at_ == ws_.ints.size()) ws_.ints.emplace_back();
    get().clear();
  }
  ~Ints() { --ws_.ints_used; }
  Ints(const Ints&) = delete;
  Ints& operator=(const Ints&) = delete;
  [[nodiscard]] std::vector<int>& get() const { return ws_.ints[at_]; }

 private:
  Workspace& ws_;
  std::size_t at_;
};

// A borrowed copy of a position, for a look ahead.
class Copy {
 public:
  explicit Copy(const Eval& e);
  ~Copy() { --ws_.states_used; }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;
  [[nodiscard]] std::byte* get() const { return reinterpret_cast<std::byte*>(ws_.states[at_].data()); }

 private:
  Workspace& ws_;
  std::size_t at_;
};

}  // namespace ludex::games::lud
