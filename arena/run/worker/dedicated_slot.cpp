#include "arena/run/worker/dedicated_slot.hpp"

#include "arena/run/worker/dedicated_seat.hpp"
#include "arena/run/worker/remote_oracle.hpp"

namespace ludex::arena::run {

DedicatedSlot::DedicatedSlot(WorkerHost& host) : host_(host), seats_(host.context().spec().agents.size()) {
  if (host.context().spec().adjudication.oracle) oracle_ = std::make_unique<RemoteOracle>(host);
}
DedicatedSlot::~DedicatedSlot() = default;

void DedicatedSlot::idle() {
  for (const auto& seat : seats_) {
    if (seat != nullptr) seat->idle();
  }
}

Result<bool> DedicatedSlot::play(const Pairing& pairing, GameRecord& record) {
  // Releases the memory of agents that are not in this game.
  for (std::uint32_t i = 0; i < seats_.size(); ++i) {
    if (i != pairing.agents[0] && i != pairing.agents[1]) {
      seats_[i].reset();
    } else if (seats_[i] == nullptr) {
      seats_[i] = std::make_unique<DedicatedSeat>(host_, processor_, i);
    }
  }
  const std::array<DedicatedSeat*, 2> seats{seats_[pairing.agents[0]].get(), seats_[pairing.agents[1]].get()};
  for (std::size_t seat = 0; seat < 2; ++seat) {
    seats[seat]->set_params(pairing.params[seat]);
    seats[seat]->set_opponent(seats[1 - seat]);
  }
  if (oracle_ != nullptr) oracle_->set_waiting(seats);
  Match match = host_.context().match(pairing, {seats[0], seats[1]}, oracle_.get());
  seats[0]->gather();
  const bool finished = referee(match, record);
  processor_.part();  // with other slots running, the kernel may choose another core for the next game
  for (auto* seat : seats) seat->end_game();
  for (const auto* seat : seats) {
    if (!seat->broken().empty()) return Error{seat->broken()};
  }
  for (Player seat = 0; seat < 2; ++seat) {
    record.stats[seat].starved = seats[seat]->starved_calls();
    record.stats[seat].hidden_cpu_seconds = seats[seat]->hidden_seconds();
  }
  if (finished && is_forfeit(record.termination))
    record.printed = seats[record.outcome == loss_of(0) ? 0 : 1]->printed();
  return finished;
}

}  // namespace ludex::arena::run
