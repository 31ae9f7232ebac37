// The hooks of a search, in groups, and the check that a misspelt hook does not compile.
//
// A policy is a stack of classes on BasicPolicy (policy.hpp), whose hooks implement plain UCT. A class of the
// stack hides the hooks that it changes, and names their groups:
//   using Groups = mcts::HookGroups<MyPolicy, Base, mcts::Deduction, mcts::Results>;
// It must have all hooks of the groups it names and none of any other; Search rejects any other policy. So a
// hook that is misspelt, protected, static or overloaded does not compile if its group is named. If it is
// not, C++20 cannot tell it from a function of the policy's own; near_miss.hpp rejects the likeliest
// misspellings.
#pragma once

#include <concepts>
#include <type_traits>

namespace ludex::agents::mcts {

struct HookGroup {};

// Names the groups whose hooks a class of the stack has; Below is its base class. BasicPolicy alone has no
// base, and all groups.
template <class Self, class BelowSelf, std::derived_from<HookGroup>... Group>
struct HookGroups {
  using Policy = Self;
  using Below = BelowSelf;
  static constexpr bool kBasic = std::is_void_v<Below>;
  template <class Wanted>
  static constexpr bool kNames = kBasic || (std::is_same_v<Wanted, Group> || ...);
};

// True if a class of the stack other than BasicPolicy has the hooks of the group.
template <class P, class Group>
[[nodiscard]] consteval bool has() {
  if constexpr (P::Groups::kBasic) {
    return false;
  } else {
    return P::Groups::template kNames<Group> || has<typename P::Groups::Below, Group>();
  }
}

// The class that declares a member: it distinguishes a class's own hook from an inherited one.
template <class Pointer>
struct OwnerOf {
  using Type = void;
};
template <class Owner, class Member>
struct OwnerOf<Member Owner::*> {
  using Type = Owner;
};

// True if P has the hook that the pointer names exactly if P names the group.
template <class P, class Group, class Pointer>
concept HookAsNamed = (std::same_as<typename OwnerOf<Pointer>::Type, P> == P::Groups::template kNames<Group>);

// The groups, and for each a check of its hooks. BasicPolicy explains the hooks.

// Start of a game and of a search.
struct Searches : HookGroup {};
template <class P>
concept SearchesAsNamed =
    HookAsNamed<P, Searches, decltype(&P::start)> && HookAsNamed<P, Searches, decltype(&P::prepare)>;

// Memory besides the nodes.
struct Memory : HookGroup {};
template <class P>
concept MemoryAsNamed = HookAsNamed<P, Memory, decltype(&P::tree_share)> &&
    HookAsNamed<P, Memory, decltype(&P::cleared)> && HookAsNamed<P, Memory, decltype(&P::released)>;

// Proven results: the end of the search, the report, the final move.
struct Results : HookGroup {};
template <class P>
concept ResultsAsNamed = HookAsNamed<P, Results, decltype(&P::finished)> &&
    HookAsNamed<P, Results, decltype(&P::outcome)> && HookAsNamed<P, Results, decltype(&P::standing)>;

// Creation of a node's children.
struct Expansion : HookGroup {};
template <class P>
concept ExpansionAsNamed = HookAsNamed<P, Expansion, decltype(&P::expands_all)> &&
    HookAsNamed<P, Expansion, decltype(&P::weighs_untried)> &&
    HookAsNamed<P, Expansion, decltype(&P::opened)> &&
    HookAsNamed<P, Expansion, decltype(&P::pick_untried)> &&
    HookAsNamed<P, Expansion, decltype(&P::completed)>;

// Initial data of a child before its move is played ...
struct Creation : HookGroup {};
template <class P>
concept CreationAsNamed = HookAsNamed<P, Creation, decltype(&P::created)>;

// ... and after.
struct Entry : HookGroup {};
template <class P>
concept EntryAsNamed = HookAsNamed<P, Entry, decltype(&P::entered)>;

// A simulation passes a node.
struct Passing : HookGroup {};
template <class P>
concept PassingAsNamed = HookAsNamed<P, Passing, decltype(&P::visit)>;

// Questions that take the game too long to answer under a lock.
struct Question : HookGroup {};
template <class P>
concept QuestionAsNamed =
    HookAsNamed<P, Question, decltype(&P::halts)> && HookAsNamed<P, Question, decltype(&P::ask_game)>;

// The choice of a child ...
struct Selection : HookGroup {};
template <class P>
concept SelectionAsNamed = HookAsNamed<P, Selection, decltype(&P::select)>;

// ... and the set to choose from.
struct AnyScore;
struct Restriction : HookGroup {};
template <class P>
concept RestrictionAsNamed = HookAsNamed<P, Restriction, decltype(&P::template best_open_child<AnyScore>)>;

// The moves of a simulation: how they are played out, and learning from them.
struct Lines : HookGroup {};
template <class P>
concept LinesAsNamed = HookAsNamed<P, Lines, decltype(&P::step)> &&
    HookAsNamed<P, Lines, decltype(&P::play_out)> && HookAsNamed<P, Lines, decltype(&P::learn)>;

// A worker's record of one simulation.
struct Simulations : HookGroup {};
template <class P>
concept SimulationsAsNamed =
    HookAsNamed<P, Simulations, decltype(&P::begin)> && HookAsNamed<P, Simulations, decltype(&P::resume)>;

// A simulation leaves the tree.
struct Arrival : HookGroup {};
template <class P>
concept ArrivalAsNamed = HookAsNamed<P, Arrival, decltype(&P::arrived)>;

// Proofs propagate up the path.
struct Deduction : HookGroup {};
template <class P>
concept DeductionAsNamed = HookAsNamed<P, Deduction, decltype(&P::deduce)>;

// Rewards propagate up the path.
struct Backup : HookGroup {};
template <class P>
concept BackupAsNamed =
    HookAsNamed<P, Backup, decltype(&P::settles)> && HookAsNamed<P, Backup, decltype(&P::settle)>;

// A node has received its reward.
struct Credit : HookGroup {};
template <class P>
concept CreditAsNamed =
    HookAsNamed<P, Credit, decltype(&P::credited)> && HookAsNamed<P, Credit, decltype(&P::allows_batches)>;

template <class P>
concept HooksAsNamed =
    std::same_as<typename P::Groups::Policy, P> && SearchesAsNamed<P> && MemoryAsNamed<P> &&
    ResultsAsNamed<P> && ExpansionAsNamed<P> && CreationAsNamed<P> && EntryAsNamed<P> && PassingAsNamed<P> &&
    QuestionAsNamed<P> && SelectionAsNamed<P> && RestrictionAsNamed<P> && LinesAsNamed<P> &&
    SimulationsAsNamed<P> && ArrivalAsNamed<P> && DeductionAsNamed<P> && BackupAsNamed<P> && CreditAsNamed<P>;

// The same for all classes below.
template <class P>
[[nodiscard]] consteval bool named_below() {
  if constexpr (P::Groups::kBasic) {
    return true;
  } else {
    using Below = typename P::Groups::Below;
    return HooksAsNamed<Below> && named_below<Below>();
  }
}

// Requirements of Search on its policy.
template <class P>
concept Policy = HooksAsNamed<P> && named_below<P>();

}  // namespace ludex::agents::mcts
