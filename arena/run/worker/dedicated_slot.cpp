#include "arena/run/worker/dedicated_slot.hpp"

#include <algorithm>

#include "arena/run/worker/dedicated_seat.hpp"
#include "arena/run/worker/remote_oracle.hpp"

namespace ludex::arena::run {

DedicatedSlot::DedicatedSlot(WorkerHost& host) : host_(host), seats_(host.context().spec().agents.size()) {
  if (host.context().spec().adjudication.oracle) oracle_ = std::make_unique<RemoteOracle>(host);
}
DedicatedSlot::~DedicatedSlot() = default;

void DedicatedSlot::idle() {
  for (const auto& copies : seats_) {
    for (const auto& seat : copies) seat->idle();
  }
}

// Releases the memory of agents that are not in this game, and makes the missing ones.
PerSeat<DedicatedSeat*> DedicatedSlot::seats_of(const Pairing& pairing) {
  for (std::uint32_t agent = 0; agent < seats_.size(); ++agent) {
    const auto copies =
        static_cast<std::size_t>(std::count(pairing.agents.begin(), pairing.agents.end(), agent));
    auto& own = seats_[agent];
    if (own.size() > copies) own.resize(copies);
    while (own.size() < copies) own.push_back(std::make_unique<DedicatedSeat>(host_, processor_, agent));
  }
  PerSeat<DedicatedSeat*> seats;
  for (std::size_t seat = 0; seat < pairing.players(); ++seat)
    seats.push_back(seats_[pairing.agents[seat]][pairing.copy_of(seat)].get());
  return seats;
}

Result<bool> DedicatedSlot::play(const Pairing& pairing, GameRecord& record) {
  const PerSeat<DedicatedSeat*> seats = seats_of(pairing);
  PerSeat<Seat*> table;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    seats[seat]->set_params(pairing.own_params(seat));
    seats[seat]->set_table(seats);
    table.push_back(seats[seat]);
  }
  if (oracle_ != nullptr) oracle_->set_waiting(seats);
  Match match = host_.context().match(pairing, table, oracle_.get());
  seats[0]->gather();
  const bool finished = referee(match, record);
  processor_.part();  // with other slots running, the kernel may choose another core for the next game
  for (auto* seat : seats) seat->end_game();
  for (const auto* seat : seats) {
    if (!seat->broken().empty()) return Error{seat->broken()};
  }
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    record.stats[seat].starved = seats[seat]->starved_calls();
    record.stats[seat].hidden_cpu_seconds = seats[seat]->hidden_seconds();
  }
  for (Player seat = 0; finished && seat < seats.size(); ++seat) {
    if (forfeit_of(record, seat)) record.printed += seats[seat]->printed();
  }
  return finished;
}

}  // namespace ludex::arena::run
