// ludex.wide-hash/1.
#pragma once

#include <array>
#include <cstdint>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"

namespace ludex {

// A hash of 128 bits, for solvers: in a long search, 64-bit hashes of two positions may well collide.
class WideHash {
 public:
  static constexpr const char* kId = "ludex.wide-hash/1";
  // Equal positions (in the sense of Game::hash) have equal values. Both words are well mixed.
  virtual void wide_hash(const State* state, std::uint64_t out[2]) const noexcept = 0;
  // True if different positions always have different values.
  [[nodiscard]] virtual bool injective() const noexcept = 0;

 protected:
  ~WideHash() = default;
};

template <class Author, bool offered>
struct RulesMethods<WideHash, Author, offered> {
  using State = typename Author::State;
  using Words = std::array<std::uint64_t, 2>;
  LUDEX_RULES_METHOD(WideHash, Words, wide_hash, (state), const State& state);
  LUDEX_RULES_CONSTANT(WideHash, bool, kInjectiveHash);
};

template <class R>
class FromRules<WideHash, R> final : public WithRules<WideHash, R> {
 public:
  using WithRules<WideHash, R>::WithRules;
  void wide_hash(const State* state, std::uint64_t out[2]) const noexcept override {
    const auto hash = this->rules_.wide_hash(this->view(state));
    out[0] = hash[0];
    out[1] = hash[1];
  }
  [[nodiscard]] bool injective() const noexcept override { return R::kInjectiveHash; }
};

}  // namespace ludex
