#include "agents/scns/table.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace ludex::agents::scns {

void FunctionTable::clear() noexcept {
  if (++generation_ == 0) {
    pages_.clear();
    generation_ = 1;
  }
  pool_.clear();
  for (User& user : users_) user.slice = {};
}

void FunctionTable::keep() {
  ++search_;
  std::size_t used = pool_.used_bytes();
  for (const User& user : users_) used += NodePool<Step>::used_bytes(user.slice);
  if (fill() <= 0.5 && used <= pool_.budget_bytes() / 2) return;
  std::array<Use, kRanks> by_rank{};
  Use all{};
  each([&](const Slot& slot) {
    const Use use{1, pool_bytes(slot)};
    by_rank[rank(slot)] += use;
    all += use;
  });
  std::size_t first = 0;  // rank that stays
  for (; first < kRanks && (all.slots > 2 * buckets_ || all.bytes > pool_.budget_bytes() / 2); ++first)
    all -= by_rank[first];
  if (first == 0) return;
  each([&](Slot& slot) {
    if (rank(slot) >= first) return;
    release(slot, 0);
    slot.generation = 0;
  });
}

void FunctionTable::share(std::uint32_t threads) {
  shared_ = threads > 1;
  if (shared_ && users_.size() < threads) users_.resize(threads);
}

void FunctionTable::store(const WideKey& key, const Curve& own, const Curve& other, std::uint32_t work,
                          Move last, std::span<const MoveMemo> memo, std::uint32_t user) {
  Bucket& slots = bucket(key);
  const Guard guard(slots, shared_);
  Slot* victim = slots.data();
  std::uint64_t least = ~std::uint64_t{0};
  for (Slot& slot : slots) {
    if (slot.generation != generation_) {
      if (least != 0) victim = &slot;
      least = 0;
      continue;
    }
    if (slot.low == key.low && slot.high == key.high) {
      victim = &slot;
      break;
    }
    if (slot.work + 1ULL < least) {
      victim = &slot;
      least = slot.work + 1ULL;
    }
  }
  Slot& slot = *victim;
  const bool live = slot.generation == generation_;
  const bool same = live && slot.low == key.low && slot.high == key.high;
  if (shared_ && same) {  // another thread may have more work
    if (staircase::solved(this->own(slot), this->other(slot)) && !staircase::solved(own, other)) return;
    work = std::max(work, slot.work);
  }
  if (!same) {
    if (live) release(slot, user);
    slot.memo_size = 0;
    slot.own_size = slot.other_size = 0;
  }
  low_of(slot).store(key.low, std::memory_order_relaxed);
  slot.high = key.high;
  slot.generation = generation_;
  slot.search = search_;
  slot.work = work;
  slot.last = last;
  slot.own_x = own.x;
  slot.other_x = other.x;
  slot.own_scale = own.scale;
  slot.other_scale = other.scale;
  store_steps(slot, own.steps, other.steps, user);
  store_memo(slot, memo, user);
}

double FunctionTable::fill() const noexcept {
  const std::size_t sample = std::min<std::size_t>(buckets_, 1024);
  std::size_t used = 0;
  for (std::size_t i = 0; i < sample; ++i) {
    for (const Slot& slot : data()[i]) used += slot.generation == generation_ ? 1U : 0U;
  }
  return sample == 0 ? 0 : static_cast<double>(used) / static_cast<double>(4 * sample);
}

std::size_t FunctionTable::rank(const Slot& slot) const noexcept {
  const std::uint32_t age = static_cast<std::uint8_t>(search_ - slot.search);
  if (age > 1) return kOldest - std::min(age, kOldest);
  return kOldest - 1 + static_cast<std::size_t>(std::bit_width(slot.work));
}

std::size_t FunctionTable::pool_bytes(const Slot& slot) const noexcept {
  const auto bytes = [](std::size_t count) {
    return sizeof(Step) * NodePool<Step>::capacity_for(static_cast<std::uint32_t>(count));
  };
  return (in_pool(slot) ? bytes(std::size_t{slot.own_size} + slot.other_size) : 0) +
         (slot.memo_size != 0 ? bytes(slot.memo_size) : 0);
}

template <class F>
void FunctionTable::each(F&& f) {
  for (std::size_t i = 0; i < buckets_; ++i) {
    for (Slot& slot : data()[i]) {
      if (slot.generation == generation_) f(slot);
    }
  }
}

void FunctionTable::release(std::uint32_t block, std::uint32_t count, std::uint32_t user) noexcept {
  if (shared_) {
    pool_.release(users_[user].slice, block, count);
  } else {
    pool_.release(block, count);
  }
}

void FunctionTable::release(Slot& slot, std::uint32_t user) noexcept {
  if (in_pool(slot)) release(slot.steps, std::uint32_t{slot.own_size} + slot.other_size, user);
  if (slot.memo_size != 0) release(slot.memo, slot.memo_size, user);
}

void FunctionTable::store_steps(Slot& slot, std::span<const Step> own, std::span<const Step> other,
                                std::uint32_t user) {
  const auto before = std::uint32_t{slot.own_size} + slot.other_size;
  const auto count = static_cast<std::uint32_t>(own.size() + other.size());
  const bool pooled = in_pool(slot);
  Step* to = slot.inside.data();
  if (count > kInline) {
    const bool reuse = pooled && NodePool<Step>::capacity_for(before) == NodePool<Step>::capacity_for(count);
    if (!reuse) {
      if (pooled) release(slot.steps, before, user);
      slot.steps = allocate(count, user);
    }
    if (slot.steps == NodePool<Step>::kNone) {
      slot.own_size = squeeze(own, to, user);
      slot.other_size = squeeze(other, to + slot.own_size, user);
      return;
    }
    to = pool_[slot.steps];
  } else if (pooled) {
    release(slot.steps, before, user);
  }
  std::copy(own.begin(), own.end(), to);
  std::copy(other.begin(), other.end(), to + own.size());
  slot.own_size = static_cast<std::uint8_t>(own.size());
  slot.other_size = static_cast<std::uint8_t>(other.size());
}

std::uint8_t FunctionTable::squeeze(std::span<const Step> steps, Step* to, std::uint32_t user) {
  if (steps.empty()) return 0;
  std::vector<Step>& kept = shared_ ? users_[user].scratch : scratch_;
  for (staircase::Eta eta;; eta = eta.coarser()) {
    staircase::Descent descent(kept, eta);
    for (std::size_t i = steps.size(); i-- > 0;) descent.add(steps[i].end, steps[i].height);
    if (kept.size() <= kInline / 2) break;
  }
  std::reverse_copy(kept.begin(), kept.end(), to);
  return static_cast<std::uint8_t>(kept.size());
}

void FunctionTable::store_memo(Slot& slot, std::span<const MoveMemo> memo, std::uint32_t user) noexcept {
  if (memo.empty()) return;
  const auto count = static_cast<std::uint16_t>(memo.size());
  if (slot.memo_size != count) {
    if (slot.memo_size != 0) release(slot.memo, slot.memo_size, user);
    slot.memo = allocate(count, user);
    slot.memo_size = slot.memo == NodePool<Step>::kNone ? std::uint16_t{0} : count;
  }
  if (slot.memo_size != 0) std::memcpy(static_cast<void*>(pool_[slot.memo]), memo.data(), memo.size_bytes());
}

}  // namespace ludex::agents::scns
