#include "arena/run/tuning/tuner.hpp"

#include "arena/run/tuning/clop.hpp"
#include "arena/run/tuning/ntbea.hpp"
#include "arena/run/tuning/spsa.hpp"

namespace ludex::arena::tuning {

bool plays_duels(const TuneSpec& spec) noexcept {
  return spec.self && spec.method.type == TuneMethod::kSpsa;
}

std::unique_ptr<Method> make_method(const Space& space, const TuneMethodSpec& spec, std::uint64_t seed,
                                    std::uint64_t trials, bool duel) {
  switch (spec.type) {
    case TuneMethod::kClop:
      return std::make_unique<Clop>(space, spec, seed);
    case TuneMethod::kSpsa:
      return std::make_unique<Spsa>(space, spec, seed, trials, duel);
    case TuneMethod::kNtbea:
      return std::make_unique<Ntbea>(space, spec, seed, trials);
    case TuneMethod::kExternal:
      break;  // needs a process: external.hpp
  }
  return nullptr;
}

bool Tuner::ready() const {
  if (asked_ < ahead_) return true;
  for (auto it = open_.begin(); it != open_.end() && it->first <= asked_ - ahead_; ++it) {
    if (!it->second.score) return false;
  }
  return true;
}

void Tuner::learn_before(std::uint64_t trial) {
  while (!open_.empty() && open_.begin()->first < trial) {
    const Open& first = open_.begin()->second;
    if (!first.score) return;
    method_->learn(first.trial, *first.score);
    open_.erase(open_.begin());
  }
}

Result<Trial> Tuner::ask() {
  if (asked_ >= ahead_) learn_before(asked_ - ahead_ + 1);
  auto trial = method_->ask();
  if (trial) open_.emplace(asked_++, Open{*trial, std::nullopt});
  return trial;
}

Result<void> Tuner::assume(Trial trial) {
  if (asked_ >= ahead_) learn_before(asked_ - ahead_ + 1);
  if (auto assumed = method_->assume(trial); !assumed) return assumed;
  open_.emplace(asked_++, Open{std::move(trial), std::nullopt});
  return {};
}

void Tuner::tell(std::uint64_t trial, const Score& score) {
  const auto at = open_.find(trial);
  if (at == open_.end() || at->second.score) return;
  at->second.score = score;
  ++told_;
}

Result<void> Tuner::finish() {
  learn_before(asked_);
  return method_->finish();
}

}  // namespace ludex::arena::tuning
