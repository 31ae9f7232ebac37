// The frame of an extension that rules can offer. The extension's header (core/game/extensions/, draft/) has
// the interface and two specialisations: RulesMethods, the methods that rules must have, and FromRules, which
// makes the interface of them.
#pragma once

#include <concepts>

#include "core/abi/types.hpp"
#include "core/util/offers.hpp"

namespace ludex {

// `Author` is the rules class, const. The members are assertions.
template <class Item, class Author, bool offered>
struct RulesMethods {
  static_assert(!offered || sizeof(Item) == 0,
                "Offers names an extension that rules cannot offer; the compiler names it above or below");
};

// The interface E of a game, forwarded to its rules R (const).
template <class E, class R>
class FromRules;

// Base of every FromRules.
template <class E, class R>
class WithRules : public E {
 public:
  explicit WithRules(R& rules) noexcept : rules_(rules) {}
  [[nodiscard]] static constexpr bool present() noexcept { return true; }

 protected:
  using S = typename R::State;
  static S& view(State* state) noexcept { return *reinterpret_cast<S*>(state); }
  static const S& view(const State* state) noexcept { return *reinterpret_cast<const S*>(state); }

  R& rules_;
};

}  // namespace ludex

// Members of RulesMethods; see LUDEX_METHOD.
#define LUDEX_RULES_METHOD(ITEM, RESULT, NAME, ARGUMENTS, ...) \
  LUDEX_METHOD("rules", " const", ITEM, RESULT, NAME, ARGUMENTS, __VA_ARGS__)
#define LUDEX_RULES_OVERLOAD(ITEM, RESULT, NAME, ARGUMENTS, ...) \
  LUDEX_OVERLOAD("rules", " const", ITEM, RESULT, NAME, ARGUMENTS, __VA_ARGS__)
#define LUDEX_RULES_CONSTANT(ITEM, TYPE, NAME)                                               \
  static_assert(                                                                             \
      !offered ||                                                                            \
          requires {                                                                         \
            { Author::NAME } -> std::convertible_to<TYPE>;                                   \
          },                                                                                 \
      "Offers of the rules names " #ITEM ", which needs static constexpr " #TYPE " " #NAME); \
  static_assert(                                                                             \
      offered || !requires { Author::NAME; }, LUDEX_STRAY_METHOD("rules", ITEM, NAME))
