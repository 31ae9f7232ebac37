#include "arena/run/worker/remote_oracle.hpp"

#include <utility>

#include "arena/run/worker/messages.hpp"
#include "arena/run/worker/timed_call.hpp"

namespace ludex::arena::run {

void RemoteOracle::new_game(const Game&, std::uint32_t game_index, std::uint64_t seed) {
  game_ = game_index;
  seed_ = seed;
  fresh_ = true;
  failure_.clear();
}

GameResult RemoteOracle::ask(const Position& position, const std::uint32_t*) {
  for (auto* seat : waiting_) seat->freeze();
  if (!failure_.empty()) return GameResult::kNone;
  if (worker_ == nullptr) {
    auto worker = host_.start("oracle");
    if (!worker) return failed(worker.error());
    worker_ = std::move(*worker);
  }
  const std::string text = position.text();
  Cell cell;
  cell.kind = CellKind::kAsk;
  GameRequest request;
  request.game = game_;
  request.first[0] = {seed_, fresh_ ? 1U : 0U, 0};
  request.position_bytes = static_cast<std::uint32_t>(text.size());
  cell.put(request);
  fresh_ = false;
  if (!worker_->requests().push(cell, text, true)) return failed("does not listen");
  return answer();
}

GameResult RemoteOracle::answer() {
  const TournamentSpec& spec = host_.context().spec();
  TimedCall call(*worker_, Stage::kChoose, spec.adjudication.oracle->budget.to_budget(nullptr), spec.limits,
                 spec.grace_ns);
  while (true) {
    switch (look_at(*worker_)) {
      case Sight::kCorrupt:
        return failed("answered with nonsense");
      case Sight::kDead:
        return failed(death_of(*worker_, Stage::kChoose, 0, false).note);
      case Sight::kEvent: {
        const Cell event = worker_->events().peek();
        worker_->events().pop();
        return verdict(event);
      }
      case Sight::kNothing:
        break;
    }
    if (host_.context().stopping()) return failed("stopped");
    switch (call.judge()) {
      case Watchdog::Verdict::kKill:
        return failed("did not answer within its time");
      case Watchdog::Verdict::kStarved:
        return failed(starved_text("it"));
      case Watchdog::Verdict::kWait:
        break;
    }
    worker_->events().sleep(call.next_ns());
  }
}

GameResult RemoteOracle::verdict(const Cell& event) {
  const TournamentContext& context = host_.context();
  auto failure = event.kind == CellKind::kVerdict
                     ? take_text(*worker_, event.number, context.spec().limits, context.stop())
                     : std::nullopt;
  if (!failure || event.flag > static_cast<std::uint8_t>(GameResult::kNone))
    return failed("answered with nonsense");
  failure_ = std::move(*failure);
  return static_cast<GameResult>(event.flag);
}

GameResult RemoteOracle::failed(const std::string& how) {
  failure_ = "oracle: " + how;
  worker_.reset();
  return GameResult::kNone;
}

}  // namespace ludex::arena::run
