#include "arena/run/transport/rank_source.hpp"

#include <algorithm>
#include <cmath>

#include "arena/results/log/record_json.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::run {
namespace {

// Seconds of work that a rank keeps in hand, so that no slot waits for the host: several times a round trip.
// A larger reserve would leave cores idle at the end, while other ranks hold games.
constexpr double kInHandSeconds = 0.02;
constexpr double kLongSeconds = 0.5;
constexpr std::uint64_t kMostInHand = 4096;

}  // namespace

RankSource::RankSource(const TournamentSpec& spec, std::uint32_t slots)
    : spec_(spec), slots_(slots), limit_(slots), counted_ns_(wall_clock_ns()) {}

std::optional<Ticket> RankSource::take(bool wait) {
  std::unique_lock lock(mutex_);
  if (hand_.empty() && wait && !stopping()) {
    ++waiting_;
    for_main_.notify_one();
    for_slots_.wait(lock, [&] { return !hand_.empty() || stopping(); });
    --waiting_;
  }
  if (hand_.empty() || stopping()) return std::nullopt;
  auto [ticket, hash] = std::move(hand_.front());
  hand_.pop_front();
  hashes_.emplace(ticket.index, std::move(hash));
  return ticket;
}

GameRecord RankSource::record(const Ticket& ticket) const {
  const std::scoped_lock lock(mutex_);
  return record_head(spec_, ticket.task, hashes_.at(ticket.index));
}

void RankSource::give(const Ticket& ticket, GameRecord record) {
  std::string line = log::to_json_line(record);
  const std::scoped_lock lock(mutex_);
  hashes_.erase(ticket.index);
  records_.emplace_back(ticket.index, std::move(line));
  ++finished_;
  news_ = true;
  for_main_.notify_one();
}

void RankSource::fail(std::string reason) {
  const std::scoped_lock lock(mutex_);
  if (!failure_) failure_ = std::move(reason);
  stop_.request();
  for_main_.notify_one();
  for_slots_.notify_all();
}

bool RankSource::stopping() const noexcept {
  return stop_.requested();
}

void RankSource::add(const GameOrder& order, std::vector<ParamTexts> params) {
  Ticket ticket{make_task(spec_, order.game, order.round, order.agents), order.index};
  ticket.task.params = std::move(params);
  const std::scoped_lock lock(mutex_);
  hand_.emplace_back(std::move(ticket), std::string(order.spec_hash, sizeof order.spec_hash));
  for_slots_.notify_one();
}

void RankSource::quit() {
  const std::scoped_lock lock(mutex_);
  stop_.request();
  for_slots_.notify_all();
}

bool RankSource::hungry() const {
  const std::scoped_lock lock(mutex_);
  return waiting_ != 0;
}

void RankSource::update_limit() {
  constexpr std::int64_t kInterval = 100'000'000;
  const std::int64_t now = wall_clock_ns();
  if (const std::uint64_t n = finished_ - counted_; n != 0 && now - counted_ns_ >= kInterval) {
    seconds_a_game_ = static_cast<double>(now - counted_ns_) * 1e-9 / static_cast<double>(n);
    counted_ns_ = now;
    counted_ = finished_;
  }
  // Long games hide the network latency; for short ones always keep one in hand.
  double games = kInHandSeconds / seconds_a_game_;
  if (seconds_a_game_ < kLongSeconds) games = std::ceil(games);
  const auto more = std::min(static_cast<std::uint64_t>(games), kMostInHand);
  if (const std::uint64_t limit = finished_ + slots_ + more; limit > limit_) {
    limit_ = limit;
    news_ = true;
  }
}

RankSource::Outgoing RankSource::collect(std::chrono::microseconds patience) {
  std::unique_lock lock(mutex_);
  if (!news_ && !failure_) for_main_.wait_for(lock, patience);
  update_limit();
  Outgoing out;
  out.limit = limit_;
  out.news = std::exchange(news_, false);
  out.records.swap(records_);
  out.failure = failure_;
  return out;
}

}  // namespace ludex::arena::run
