// Rules and agents name everything that they offer besides the basics: `using Offers = Extensions<Evaluate,
// Svg>;`. This header reads such lists and checks an author's methods against them. The extensions themselves
// are in core/game/extensions/ and core/agent/.
#pragma once

#include <concepts>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace ludex {

// A list of extensions and options. An item may be a list itself, such as the Offers of a base class.
template <class... Items>
struct Extensions {};

// The items if the condition holds, else none: Extensions<Evaluate, ExtensionsIf<N == 8, MoveScores>>.
template <bool condition, class... Items>
using ExtensionsIf = std::conditional_t<condition, Extensions<Items...>, Extensions<>>;

namespace offers {

// The items of nested lists, one after the other.
template <class Found, class... Rest>
struct Flat;
template <class... Found>
struct Flat<Extensions<Found...>> {
  using Type = Extensions<Found...>;
};
template <class... Found, class Item, class... Rest>
struct Flat<Extensions<Found...>, Item, Rest...> : Flat<Extensions<Found..., Item>, Rest...> {};
template <class... Found, class... Items, class... Rest>
struct Flat<Extensions<Found...>, Extensions<Items...>, Rest...>
    : Flat<Extensions<Found...>, Items..., Rest...> {};

template <class Author>
struct Named : Flat<Extensions<>> {};
template <class Author>
requires requires {
  typename Author::Offers;
}
struct Named<Author> : Flat<Extensions<>, typename Author::Offers> {};

template <class Item, class List>
inline constexpr bool kContains = false;
template <class Item, class... Items>
inline constexpr bool kContains<Item, Extensions<Items...>> = (std::is_same_v<Item, Items> || ...);

// Numbers must have exactly the type; a class may also be what converts to it.
template <class T, class Wanted>
concept Gives = std::same_as<T, Wanted> || std::same_as<std::remove_cvref_t<T>, Wanted> ||
    (std::is_class_v<Wanted>&& std::convertible_to<T, Wanted>);

// The address of a method.
template <class T>
concept Method = std::is_member_function_pointer_v<T> || std::is_function_v<std::remove_pointer_t<T>>;

}  // namespace offers

// The items that a class names in its Offers, without nested lists.
template <class Author>
using OffersOf = typename offers::Named<std::remove_const_t<Author>>::Type;

template <class Author, class Item>
inline constexpr bool kOffers = offers::kContains<Item, OffersOf<Author>>;

namespace offers {

// One item, made from the author's object by From<Item, Author>. Items without an id are no extensions.
template <template <class, class> class From, class Item, class Author>
class Made {
 public:
  explicit Made(Author&) noexcept {}
  [[nodiscard]] const void* find(std::string_view) const noexcept { return nullptr; }
};
template <template <class, class> class From, class Item, class Author>
requires requires {
  Item::kId;
}
class Made<From, Item, Author> {
 public:
  explicit Made(Author& author) : extension_(author) {}
  [[nodiscard]] const void* find(std::string_view id) const noexcept {
    return id == Item::kId && extension_.present() ? static_cast<const Item*>(&extension_) : nullptr;
  }

 private:
  From<Item, Author> extension_;
};

template <template <class, class> class From, class Author, class List>
class MadeList;
template <template <class, class> class From, class Author, class... Items>
class MadeList<From, Author, Extensions<Items...>> {
 public:
  explicit MadeList(Author& author) : all_(Made<From, Items, Author>(author)...) {}
  // The extension with that id, or nullptr.
  [[nodiscard]] const void* find(std::string_view id) const noexcept {
    const void* found = nullptr;
    std::apply([&](const auto&... each) { static_cast<void>(((found = each.find(id)) || ...)); }, all_);
    return found;
  }

 private:
  std::tuple<Made<From, Items, Author>...> all_;
};

// Instantiates Check<Item, Author, offered> for each item; its assertions report what is wrong.
template <template <class, class, bool> class Check, class Author, class... Items>
[[nodiscard]] consteval bool checked(Extensions<Items...>) {
  return ((sizeof(Check<Items, Author, kOffers<Author, Items>>) != 0) && ...);
}

}  // namespace offers

}  // namespace ludex

// Assertions of a class template <class Item, class Author, bool offered>. LUDEX_METHOD: an author's class
// that offers ITEM must have the method; one that does not must not have a public method of that name. The
// last arguments are the method's parameters with their names (one empty argument if there are none), for
// example
//   LUDEX_METHOD("rules", " const", Captures, std::uint32_t, captures, (state, out), const State& state,
//                Move* out);
// LUDEX_OVERLOAD is for a method whose name others share.
#define LUDEX_METHOD(WHO, AFTER, ITEM, RESULT, NAME, ARGUMENTS, ...)                                   \
  LUDEX_NEEDED_METHOD(WHO, AFTER, ITEM, RESULT, NAME, ARGUMENTS, __VA_ARGS__);                         \
  static_assert(                                                                                       \
      offered || !(                                                                                    \
                     requires {                                                                        \
                       { &Author::NAME } -> ::ludex::offers::Method;                                   \
                     } ||                                                                              \
                     requires(Author & author __VA_OPT__(, ) __VA_ARGS__) { author.NAME ARGUMENTS; }), \
      LUDEX_STRAY_METHOD(WHO, ITEM, NAME))
#define LUDEX_OVERLOAD(WHO, AFTER, ITEM, RESULT, NAME, ARGUMENTS, ...)                             \
  LUDEX_NEEDED_METHOD(WHO, AFTER, ITEM, RESULT, NAME, ARGUMENTS, __VA_ARGS__);                     \
  static_assert(                                                                                   \
      offered || !requires(Author & author __VA_OPT__(, ) __VA_ARGS__) { author.NAME ARGUMENTS; }, \
      LUDEX_STRAY_METHOD(WHO, ITEM, NAME))
#define LUDEX_NEEDED_METHOD(WHO, AFTER, ITEM, RESULT, NAME, ARGUMENTS, ...)                               \
  static_assert(                                                                                          \
      !offered ||                                                                                         \
          requires(Author & author __VA_OPT__(, ) __VA_ARGS__) {                                          \
            { author.NAME ARGUMENTS } -> ::ludex::offers::Gives<RESULT>;                                  \
          },                                                                                              \
      "Offers of the " WHO " names " #ITEM ", which needs the method " #RESULT " " #NAME "(" #__VA_ARGS__ \
      ")" AFTER)
#define LUDEX_STRAY_METHOD(WHO, ITEM, NAME)                             \
  "the method " #NAME " belongs to " #ITEM ", which Offers of the " WHO \
  " does not name: add it to Offers, or rename "                        \
  "the method"
