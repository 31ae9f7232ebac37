#include "arena/run/match/tournament.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <thread>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include "core/util/clock.hpp"

namespace ludex::arena::run {
namespace {

// All agents in this thread.
class InlineSlot final : public Slot {
 public:
  explicit InlineSlot(const TournamentContext& context)
      : context_(context), seats_(context.spec().agents.size()) {}

  Result<bool> play(const Pairing& pairing, GameRecord& record) override {
    if (oracle_ == nullptr) {
      auto oracle = context_.make_oracle();
      if (!oracle) return Error{oracle.error()};
      oracle_ = std::move(*oracle);
    }
    PerSeat<Seat*> seats;
    for (std::size_t i = 0; i < pairing.players(); ++i) seats.push_back(&seat(pairing, i));
    Match match = context_.match(pairing, seats, oracle_.get());
    return referee(match, record);
  }

 private:
  Seat& seat(const Pairing& pairing, std::size_t seat) {
    const std::size_t agent = pairing.agents[seat];
    const Params* const own = pairing.own_params(seat);
    const Params& params = own != nullptr ? *own : context_.spec().agents[agent].params;
    auto& copies = seats_[agent];
    const std::uint32_t copy = pairing.copy_of(seat);
    if (copies.size() <= copy) copies.resize(copy + 1);
    auto& slot = copies[copy];
    if (slot == nullptr) {
      slot = std::make_unique<InlineSeat>(context_.agent_library(agent), params, context_.spec().grace_ns);
    }
    slot->set_params(params);
    return *slot;
  }

  const TournamentContext& context_;
  std::unique_ptr<Oracle> oracle_;
  std::vector<std::vector<std::unique_ptr<InlineSeat>>> seats_;  // by agent and copy
};

void play_all(Slot& slot, const TournamentContext& context, GameSource& source) {
  std::deque<Pairing> hand;
  // Checking plug-in files costs system calls; check at most once per millisecond.
  constexpr std::int64_t kLookInterval = 1'000'000;
  std::int64_t looked = 0;
  const auto unchanged = [&](bool in_any_case) -> Result<void> {
    const std::int64_t now = wall_clock_ns();
    if (!in_any_case && now - looked < kLookInterval) return {};
    looked = now;
    return context.unchanged(hand.front());
  };
  while (!source.stopping()) {
    while (hand.size() < slot.ahead()) {
      auto ticket = source.take(false);
      if (!ticket && hand.empty() && !source.stopping()) {
        slot.idle();
        ticket = source.take(true);
      }
      if (!ticket) break;
      auto pairing = context.pairing(std::move(*ticket));
      if (!pairing) return source.fail(pairing.error());
      hand.push_back(std::move(*pairing));
      slot.announce(hand.back());
    }
    if (hand.empty()) return;
    GameRecord record = source.record(hand.front().ticket);
    if (const auto same = unchanged(false); !same) return source.fail(same.error());
    const auto finished = slot.play(hand.front(), record);
    // A failed start while the host is stopping is no error.
    const bool stopped = finished ? !*finished : source.stopping();
    // A game with a changed plug-in counts for nobody. The change may also have made the host or an agent
    // fail.
    if (!stopped) {
      if (const auto same = unchanged(!finished || is_forfeit(record.termination)); !same)
        return source.fail(same.error());
    }
    if (const auto sound = context.sound(hand.front()); !sound) {
      // A game that was interrupted while waiting is no failure either.
      if (!source.stopping()) source.fail(sound.error());
      return;
    }
    if (stopped) return;
    if (!finished) return source.fail(finished.error());
    source.give(hand.front().ticket, std::move(record));
    hand.pop_front();
  }
}

}  // namespace

void play_games_inline(const TournamentContext& context, GameSource& source) {
  // Slots may outnumber cores (the user sets concurrency), so oneTBB's own limit is raised for this run.
  const std::uint32_t slots = context.slots();
  const auto cores = static_cast<std::uint32_t>(tbb::info::default_concurrency());
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, std::max(cores, slots));
  tbb::task_arena arena(static_cast<int>(slots));
  // Synchronizes set-up with slots, and slots with the end. oneTBB does so already; ThreadSanitizer, which
  // cannot see into libtbb, needs it in the language's own terms.
  std::atomic<std::uint32_t> handover = 0;
  handover.fetch_add(1, std::memory_order_release);
  arena.execute([&] {
    tbb::parallel_for(
        std::uint32_t{0}, slots,
        [&](std::uint32_t) {
          static_cast<void>(handover.load(std::memory_order_acquire));
          InlineSlot slot(context);
          play_all(slot, context, source);
          handover.fetch_add(1, std::memory_order_release);
        },
        tbb::simple_partitioner{});
  });
  static_cast<void>(handover.load(std::memory_order_acquire));
}

void play_games(const TournamentContext& context, GameSource& source, SlotFactory& factory) {
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < factory.slots(); ++i) {
    threads.emplace_back([&] {
      const auto slot = factory.make_slot();
      play_all(*slot, context, source);
    });
  }
  for (auto& thread : threads) thread.join();
}

}  // namespace ludex::arena::run
