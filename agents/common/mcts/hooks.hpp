// The hooks of a search, in groups, and what keeps a misspelt one from compiling to nothing.
//
// A policy is a stack of classes on BasicPolicy (policy.hpp), which has every hook with the answer of plain
// UCT. A class of the stack hides the hooks that it answers otherwise, and says with
//   using Groups = mcts::HookGroups<MyPolicy, Base, mcts::Deduction, mcts::Results>;
// to which groups they belong. It must have all hooks of the groups it names and none of any other: Search
// takes no policy of which that is not true. So a hook that is misspelt, protected, static or overloaded does
// not compile where its group is named. Where it is not, no compiler of C++20 can tell it from a function of
// the policy's own, but for the names in near_miss.hpp, which do not compile either.
#pragma once

#include <concepts>
#include <type_traits>

namespace ludex::agents::mcts {

struct HookGroup {};

// The groups of which a class of the stack has the hooks; Below is the class it derives from. BasicPolicy
// alone has nothing below, and all groups.
template <class Self, class BelowSelf, std::derived_from<HookGroup>... Group>
struct HookGroups {
  using Policy = Self;
  using Below = BelowSelf;
  static constexpr bool kBasic = std::is_void_v<Below>;
  template <class Wanted>
  static constexpr bool kNames = kBasic || (std::is_same_v<Wanted, Group> || ...);
};

// Whether a class of the stack that is not BasicPolicy has the hooks of the group.
template <class P, class Group>
[[nodiscard]] consteval bool has() {
  if constexpr (P::Groups::kBasic) {
    return false;
  } else {
    return P::Groups::template kNames<Group> || has<typename P::Groups::Below, Group>();
  }
}

// The class that a pointer to a member belongs to, which tells a class's own hook from an inherited one.
template <class Pointer>
struct OwnerOf {
  using Type = void;
};
template <class Owner, class Member>
struct OwnerOf<Member Owner::*> {
  using Type = Owner;
};

// P has the hook, to which the pointer points, if and only if it names the group.
template <class P, class Group, class Pointer>
concept HookAsNamed = (std::same_as<typename OwnerOf<Pointer>::Type, P> == P::Groups::template kNames<Group>);

// The groups, and of each that its hooks are as named. The hooks are explained at BasicPolicy.

// Before a game, before a search.
struct Searches : HookGroup {};
template <class P>
concept SearchesAsNamed =
    HookAsNamed<P, Searches, decltype(&P::start)> && HookAsNamed<P, Searches, decltype(&P::prepare)>;

// Memory beside the nodes'.
struct Memory : HookGroup {};
template <class P>
concept MemoryAsNamed = HookAsNamed<P, Memory, decltype(&P::tree_share)> &&
    HookAsNamed<P, Memory, decltype(&P::cleared)> && HookAsNamed<P, Memory, decltype(&P::released)>;

// What is proven: the end of the search, the report, the final move.
struct Results : HookGroup {};
template <class P>
concept ResultsAsNamed = HookAsNamed<P, Results, decltype(&P::finished)> &&
    HookAsNamed<P, Results, decltype(&P::outcome)> && HookAsNamed<P, Results, decltype(&P::standing)>;

// How a node gets its children.
struct Expansion : HookGroup {};
template <class P>
concept ExpansionAsNamed = HookAsNamed<P, Expansion, decltype(&P::expands_all)> &&
    HookAsNamed<P, Expansion, decltype(&P::weighs_untried)> &&
    HookAsNamed<P, Expansion, decltype(&P::opened)> &&
    HookAsNamed<P, Expansion, decltype(&P::pick_untried)> &&
    HookAsNamed<P, Expansion, decltype(&P::completed)>;

// What a child holds before its move is played ...
struct Creation : HookGroup {};
template <class P>
concept CreationAsNamed = HookAsNamed<P, Creation, decltype(&P::created)>;

// ... and after.
struct Entry : HookGroup {};
template <class P>
concept EntryAsNamed = HookAsNamed<P, Entry, decltype(&P::entered)>;

// A simulation walks through a node.
struct Passing : HookGroup {};
template <class P>
concept PassingAsNamed = HookAsNamed<P, Passing, decltype(&P::visit)>;

// What takes the game too long to answer under a lock.
struct Question : HookGroup {};
template <class P>
concept QuestionAsNamed =
    HookAsNamed<P, Question, decltype(&P::halts)> && HookAsNamed<P, Question, decltype(&P::ask_game)>;

// Which child to walk to ...
struct Selection : HookGroup {};
template <class P>
concept SelectionAsNamed = HookAsNamed<P, Selection, decltype(&P::select)>;

// ... and among which ones.
struct AnyScore;
struct Restriction : HookGroup {};
template <class P>
concept RestrictionAsNamed = HookAsNamed<P, Restriction, decltype(&P::template best_open_child<AnyScore>)>;

// The moves of a simulation: how they are played out, what is learnt from them.
struct Lines : HookGroup {};
template <class P>
concept LinesAsNamed = HookAsNamed<P, Lines, decltype(&P::step)> &&
    HookAsNamed<P, Lines, decltype(&P::play_out)> && HookAsNamed<P, Lines, decltype(&P::learn)>;

// What a worker keeps of one simulation.
struct Simulations : HookGroup {};
template <class P>
concept SimulationsAsNamed =
    HookAsNamed<P, Simulations, decltype(&P::begin)> && HookAsNamed<P, Simulations, decltype(&P::resume)>;

// A simulation leaves the tree.
struct Arrival : HookGroup {};
template <class P>
concept ArrivalAsNamed = HookAsNamed<P, Arrival, decltype(&P::arrived)>;

// Proofs climb the path.
struct Deduction : HookGroup {};
template <class P>
concept DeductionAsNamed = HookAsNamed<P, Deduction, decltype(&P::deduce)>;

// Rewards climb the path.
struct Backup : HookGroup {};
template <class P>
concept BackupAsNamed =
    HookAsNamed<P, Backup, decltype(&P::settles)> && HookAsNamed<P, Backup, decltype(&P::settle)>;

// A node has got its reward.
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

// The same of all classes below.
template <class P>
[[nodiscard]] consteval bool named_below() {
  if constexpr (P::Groups::kBasic) {
    return true;
  } else {
    using Below = typename P::Groups::Below;
    return HooksAsNamed<Below> && named_below<Below>();
  }
}

// What Search is made of.
template <class P>
concept Policy = HooksAsNamed<P> && named_below<P>();

}  // namespace ludex::agents::mcts
