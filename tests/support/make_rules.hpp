// Rules of a game by its descriptor and settings, as a plug-in shell would make them, but still of a known
// type.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "core/abi/params.hpp"

namespace ludex::tests {

// What D::create answers; parameters not named have their defaults.
template <class D>
auto try_make(std::initializer_list<ParamText> settings) -> decltype(D::create(std::declval<ParamValues>())) {
  const std::vector<ParamText> list(settings);
  const Result<ParamValues> values = ParamValues::resolve(D::parameters(), list);
  if (!values) return Error{values.error()};
  return D::create(*values);
}

// Calls f(rules) with the rules of these settings, which must be valid.
template <class D, class F>
void with_rules(std::initializer_list<ParamText> settings, F&& f) {
  auto made = try_make<D>(settings);
  REQUIRE_MESSAGE(made.ok(), (made.ok() ? "" : made.error()));
  if constexpr (requires { std::visit(f, *made); }) {
    std::visit(f, *made);
  } else {
    f(*made);
  }
}

// The message with which D::create refuses these settings; empty if it does not.
template <class D>
std::string refusal(std::initializer_list<ParamText> settings) {
  const auto made = try_make<D>(settings);
  return made ? "" : made.error();
}

}  // namespace ludex::tests
