// Proof and disproof numbers (Allis, van der Meulen & van den Herik 1991) as value types.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>

namespace ludex::agents::proof_number {

// Number of leaves that must still be decided one way; infinite if that is impossible. Arithmetic saturates
// at the largest finite number: a sum of finite numbers never becomes infinite, because an infinite number is
// a proof.
class ProofNumber {
 public:
  constexpr ProofNumber() noexcept = default;
  constexpr explicit ProofNumber(std::uint32_t n) noexcept : value_(n) {}

  [[nodiscard]] static constexpr ProofNumber infinite() noexcept { return ProofNumber(kInfinite); }
  // Not a proof: "more than can be counted".
  [[nodiscard]] static constexpr ProofNumber largest() noexcept { return ProofNumber(kInfinite - 1); }
  // Converts from wider arithmetic; the result is finite.
  [[nodiscard]] static constexpr ProofNumber saturated(std::int64_t n) noexcept {
    return ProofNumber(static_cast<std::uint32_t>(std::clamp<std::int64_t>(n, 0, kInfinite - 1)));
  }

  [[nodiscard]] constexpr std::uint32_t value() const noexcept { return value_; }
  [[nodiscard]] constexpr double to_double() const noexcept {
    return is_infinite() ? std::numeric_limits<double>::infinity() : value_;
  }
  [[nodiscard]] constexpr bool is_infinite() const noexcept { return value_ == kInfinite; }
  [[nodiscard]] constexpr bool is_zero() const noexcept { return value_ == 0; }

  [[nodiscard]] friend constexpr ProofNumber operator+(ProofNumber a, ProofNumber b) noexcept {
    if (a.is_infinite() || b.is_infinite()) return infinite();
    return saturated(std::int64_t{a.value_} + b.value_);
  }
  friend constexpr ProofNumber& operator+=(ProofNumber& a, ProofNumber b) noexcept { return a = a + b; }
  // Infinite minus a finite number is infinite; never below 0.
  [[nodiscard]] friend constexpr ProofNumber operator-(ProofNumber a, ProofNumber b) noexcept {
    if (a.is_infinite()) return a;
    return ProofNumber(a.value_ > b.value_ ? a.value_ - b.value_ : 0);
  }
  [[nodiscard]] constexpr auto operator<=>(const ProofNumber&) const noexcept = default;

 private:
  static constexpr std::uint32_t kInfinite = 0xFFFFFFFFU;
  std::uint32_t value_ = 0;
};

// Both numbers of a node from one player's view: phi to prove that the player reaches the goal, delta to
// prove that it does not. The other player's view exchanges them. (Nagai's phi and delta are those of the
// side to move.) Also a pair of thresholds.
struct PnDn {
  ProofNumber phi{1};
  ProofNumber delta{1};

  [[nodiscard]] static constexpr PnDn proven() noexcept { return {ProofNumber(0), ProofNumber::infinite()}; }
  [[nodiscard]] static constexpr PnDn disproven() noexcept {
    return {ProofNumber::infinite(), ProofNumber(0)};
  }
  [[nodiscard]] static constexpr PnDn unlimited() noexcept {
    return {ProofNumber::infinite(), ProofNumber::infinite()};
  }

  [[nodiscard]] constexpr PnDn flipped() const noexcept { return {delta, phi}; }
  [[nodiscard]] constexpr bool is_proven() const noexcept { return phi.is_zero(); }
  [[nodiscard]] constexpr bool is_disproven() const noexcept { return delta.is_zero(); }
  [[nodiscard]] constexpr bool solved() const noexcept { return is_proven() || is_disproven(); }
  // True if either number has reached its threshold.
  [[nodiscard]] constexpr bool reaches(const PnDn& thresholds) const noexcept {
    return phi >= thresholds.phi || delta >= thresholds.delta;
  }
  [[nodiscard]] constexpr bool operator==(const PnDn&) const noexcept = default;
};

}  // namespace ludex::agents::proof_number
