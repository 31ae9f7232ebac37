// Result of checking a contract: every promise was kept, was broken (with a witness that its author can
// replay) or does not apply. Values, not assertions: a test, `ludex check` and a host that loads a game each
// act on them as they need.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::contract {

// One promise of the contract. Both texts have static lifetime.
struct Promise {
  std::string_view id;    // "hash": stable, for scripts
  std::string_view text;  // "equal positions hash equally"
};

// An observation, and the contract's demand.
struct Words {
  std::string found;
  std::string expected;
};

// Evidence of a broken promise.
struct Witness {
  std::string found;
  std::string expected;
  std::string position;  // the game's own text; empty where there is none
  std::string moves;     // from the initial position, separated by blanks
};

enum class Standing : std::uint8_t { kKept, kBroken, kNotApplicable };

[[nodiscard]] constexpr const char* to_text(Standing standing) noexcept {
  switch (standing) {
    case Standing::kKept:
      return "kept";
    case Standing::kBroken:
      return "broken";
    case Standing::kNotApplicable:
      return "not applicable";
  }
  return "";
}

struct Verdict {
  Promise promise;
  std::uint64_t checks = 0;        // how often it was checked
  std::string excuse;              // why it was not, if checks is 0
  std::optional<Witness> witness;  // the first time it was broken

  [[nodiscard]] Standing standing() const noexcept {
    if (witness) return Standing::kBroken;
    return checks == 0 ? Standing::kNotApplicable : Standing::kKept;
  }
};

// Verdicts on all promises of one contract, in the order of the contract.
class Report {
 public:
  explicit Report(std::span<const Promise> contract) {
    for (const Promise& promise : contract)
      verdicts_.push_back({promise, 0, "the check did not come to it", std::nullopt});
  }

  template <class P>
  [[nodiscard]] Verdict& operator[](P promise) {
    return verdicts_[static_cast<std::size_t>(promise)];
  }
  [[nodiscard]] const std::vector<Verdict>& verdicts() const noexcept { return verdicts_; }
  [[nodiscard]] std::vector<Verdict>& verdicts() noexcept { return verdicts_; }

  template <class P>
  void set_broken(P promise, Witness witness) {
    Verdict& verdict = (*this)[promise];
    ++verdict.checks;
    if (verdict.witness) return;
    // Texts come from the author's code and may have any length.
    constexpr std::size_t kMost = 4000;
    for (std::string* text : {&witness.found, &witness.expected, &witness.position, &witness.moves}) {
      if (text->size() > kMost) text->replace(kMost, std::string::npos, " ...");
    }
    verdict.witness = std::move(witness);
  }
  template <class P>
  void set_excuse(P promise, std::string why) {
    (*this)[promise].excuse = std::move(why);
  }

  // The first broken promise, or nullptr.
  [[nodiscard]] const Verdict* first_broken() const noexcept {
    const auto broken = std::find_if(verdicts_.begin(), verdicts_.end(),
                                     [](const Verdict& v) { return v.witness.has_value(); });
    return broken == verdicts_.end() ? nullptr : &*broken;
  }
  [[nodiscard]] bool kept() const noexcept { return first_broken() == nullptr; }

 private:
  std::vector<Verdict> verdicts_;
};

// A broken promise in a few lines, each ended by '\n'.
[[nodiscard]] inline std::string to_text(const Verdict& verdict) {
  std::string text;
  const auto line = [&](std::string_view name, std::string_view what) {
    if (!what.empty()) text.append("  ").append(name).append(what).append("\n");
  };
  text.append(verdict.promise.id).append(": ").append(verdict.promise.text).append("\n");
  if (verdict.witness) {
    line("found     ", verdict.witness->found);
    line("expected  ", verdict.witness->expected);
    line("position  ", verdict.witness->position);
    line("moves     ", verdict.witness->moves);
  }
  return text;
}

// All broken promises as text; empty if there are none.
[[nodiscard]] inline std::string broken_text(const Report& report) {
  std::string text;
  for (const Verdict& verdict : report.verdicts()) {
    if (verdict.witness) text += to_text(verdict);
  }
  return text;
}

}  // namespace ludex::contract
