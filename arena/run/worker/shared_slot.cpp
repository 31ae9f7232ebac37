#include "arena/run/worker/shared_slot.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/run/worker/messages.hpp"
#include "arena/run/worker/timed_call.hpp"
#include "arena/run/worker/watchdog.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::run {

// Reads the worker's report of one game event by event, and assigns blame if it breaks off.
class SharedSlot::Stream {
 public:
  enum class Item {
    kEvent,    // peek() returns it
    kDeath,    // the worker died; death() names the call
    kStopped,  // the host is stopping or cannot continue; starved() gives the reason
    kUseless,  // a violated protocol, or a death without a culprit
  };

  Stream(WorkerHost& host, WorkerProcess& worker, const Pairing& pairing, const Match& match)
      : host_(host), worker_(worker), pairing_(pairing), match_(match) {}

  // Waits for the next event, and ends a call that takes too long.
  Item next() {
    while (true) {
      switch (look_at(worker_)) {
        case Sight::kEvent:
          return Item::kEvent;
        case Sight::kCorrupt:
          return useless();
        case Sight::kDead: {
          const std::uint64_t call = worker_.block().call_marker.call.load(std::memory_order_acquire);
          stage_ = CallMarker::stage_of(call);
          seat_ = CallMarker::seat_of(call);
          return stage_ == Stage::kNone || seat_ >= pairing_.players() ? useless() : Item::kDeath;
        }
        case Sight::kNothing:
          break;
      }
      if (host_.context().stopping() || !starved_.empty()) return Item::kStopped;
      worker_.events().sleep(supervise());
    }
  }
  [[nodiscard]] Cell peek() const noexcept { return worker_.events().peek(); }
  void pop() noexcept { worker_.events().pop(); }
  std::optional<std::string> take_data(std::size_t size) {
    if (size > kMaxNote) return std::nullopt;
    // Limits the wait whatever call marker the worker shows and however often a piece arrives.
    TextPatience patience(host_.context().spec().limits);
    return worker_.events().take_data(size,
                                      [&] { return patience.lasts(worker_) && next() == Item::kEvent; });
  }

  [[nodiscard]] bool died_in(Stage stage, Player seat) const noexcept {
    return stage_ == stage && seat_ == seat;
  }
  [[nodiscard]] Fault death(std::uint32_t ply) const { return death_of(worker_, stage_, ply, killed_); }

  Item useless() noexcept {
    useless_ = true;
    return Item::kUseless;
  }
  [[nodiscard]] bool is_useless() const noexcept { return useless_; }
  [[nodiscard]] bool killed() const noexcept { return killed_; }
  [[nodiscard]] bool is_the_machines(Player seat, const Fault& fault) const {
    return !host_.shortage(host_.context().spec().agents[pairing_.agents[seat]], fault).empty();
  }
  // Whether the game goes on after a fault.
  [[nodiscard]] bool goes_on() const noexcept {
    return pairing_.players() > 2 && match_.adjudication->fault == FaultRule::kRandom;
  }
  // The reason why the host cannot continue; "" if it can.
  [[nodiscard]] const std::string& starved() const noexcept { return starved_; }
  // Number of the seat's calls that the host waited for beyond their time.
  [[nodiscard]] std::uint64_t starved_calls(Player seat) const noexcept { return starved_calls_[seat]; }

 private:
  // The call that the call marker shows. Between calls of agents the worker loads games and runs the rules;
  // that is limited, too.
  void watch(std::uint64_t call) {
    watched_call_ = call;
    const TournamentSpec& spec = host_.context().spec();
    const std::uint32_t seat = CallMarker::seat_of(call);
    if (is_between(call)) {
      timed_.emplace(worker_, Stage::kStart, Budget{}, spec.limits, 0);
      return;
    }
    // All moves so far are known (otherwise there would be an event to read), hence also the time left.
    const Budget budget = seat == kOracleSeat      ? spec.adjudication.oracle->budget.to_budget(nullptr)
                          : seat == kDepartingSeat ? Budget{}
                                                   : match_.clocks[seat].limit(match_.budgets[seat]);
    // The start of the call according to the worker, unless that is in the future.
    const CallMarker& call_marker = worker_.block().call_marker;
    timed_.emplace(worker_, CallMarker::stage_of(call), budget, spec.limits, spec.grace_ns,
                   std::min(wall_clock_ns(), call_marker.wall_ns.load(std::memory_order_relaxed)),
                   call_marker.cpu_ns.load(std::memory_order_relaxed));
  }
  [[nodiscard]] bool is_between(std::uint64_t call) const noexcept {
    const std::uint32_t seat = CallMarker::seat_of(call);
    return CallMarker::stage_of(call) == Stage::kNone ||
           (seat >= pairing_.players() && seat != kOracleSeat && seat != kDepartingSeat);
  }
  // Names the caller in messages.
  [[nodiscard]] std::string who(std::uint64_t call) const {
    const std::uint32_t seat = CallMarker::seat_of(call);
    if (seat == kOracleSeat) return "the oracle";
    if (seat == kDepartingSeat) return "an agent that goes";
    if (is_between(call)) return "a worker process";
    return "agent '" + host_.context().spec().agents[pairing_.agents[seat]].name + "'";
  }

  // Stops or kills an overdue call; returns the time until the next check.
  std::int64_t supervise() {
    const CallMarker& call_marker = worker_.block().call_marker;
    const std::uint64_t call = call_marker.call.load(std::memory_order_acquire);
    if (call != watched_call_ || !timed_) watch(call);
    const std::uint32_t seat = CallMarker::seat_of(call);
    const bool seated = seat < pairing_.players();
    const std::uint64_t stop_word = seated ? worker_.block().stop[seat].load(std::memory_order_acquire) : 0;
    if (call_marker.call.load(std::memory_order_acquire) != call) return 0;  // the call has ended meanwhile
    const auto verdict = timed_->judge();
    if (timed_->starved_first() && seated) ++starved_calls_[seat];
    if (verdict == Watchdog::Verdict::kStarved) {
      starved_ = starved_text(who(call));
      return 0;
    }
    if (verdict == Watchdog::Verdict::kKill) {
      worker_.kill();
      // The call may have returned before the kill; then no one is to blame.
      killed_ = call_marker.call.load(std::memory_order_acquire) == call;
      return 0;
    }
    if (timed_->stopped() && CallMarker::stage_of(call) == Stage::kChoose && seated) {
      // Fails if the search is over and another one has begun.
      std::uint64_t expected = stop_word;
      worker_.block().stop[seat].compare_exchange_strong(expected, stop_word | 1);
    }
    return timed_->next_ns();
  }

  WorkerHost& host_;
  WorkerProcess& worker_;
  const Pairing& pairing_;
  const Match& match_;
  bool useless_ = false;
  bool killed_ = false;
  std::string starved_;
  std::array<std::uint64_t, kMaxPlayers> starved_calls_{};
  Stage stage_ = Stage::kNone;
  Player seat_ = 0;
  std::uint64_t watched_call_ = 0;
  std::optional<TimedCall> timed_;  // the watched call
};

// The host's view of an agent in the worker. The host's referee makes the same calls in the same order as the
// worker's, so each call knows which event to expect.
class SharedSlot::ShadowSeat final : public Seat {
 public:
  ShadowSeat(Stream& stream, Player seat) : stream_(stream), seat_(seat) {}

  std::optional<Fault> start(const Start& start) override {
    ply_ = static_cast<std::uint32_t>(start.opening->moves.size());
    return fault_of(Stage::kStart);
  }
  std::optional<Fault> observe(const Position&, Move) override {
    auto fault = fault_of(Stage::kObserve);
    ++ply_;
    return fault;
  }
  std::optional<Fault> choose(const Position&, const MoveTime&, MoveReport& report) override {
    if (auto fault = fault_of(Stage::kChoose)) return fault;
    const Cell event = stream_.peek();
    if (event.kind != CellKind::kMoved || event.seat != seat_) return useless();
    stream_.pop();
    report = move_report_of(event);
    return std::nullopt;
  }

 private:
  // The fault of this seat in that stage, if it is the next event.
  std::optional<Fault> fault_of(Stage stage) {
    switch (stream_.next()) {
      case Stream::Item::kEvent:
        break;
      case Stream::Item::kDeath:
        if (stream_.died_in(stage, seat_)) {
          // The others have died with it, and the game may go on for them.
          if (stream_.goes_on()) return useless();
          Fault fault = stream_.death(ply_);
          return stream_.is_the_machines(seat_, fault) ? useless() : std::move(fault);
        }
        // The fault belongs to the other seat or to a later call.
        return stage == Stage::kChoose ? useless() : std::nullopt;
      case Stream::Item::kStopped:
        return Fault{Termination::kHostStopped, ""};
      case Stream::Item::kUseless:
        return useless();
    }
    const Cell event = stream_.peek();
    if (event.kind != CellKind::kFault || event.seat != seat_ || event.stage != stage) return std::nullopt;
    stream_.pop();
    auto note = stream_.take_data(event.number);
    const auto reason = static_cast<Termination>(event.flag);
    if (!note || !in_range(reason) || !is_agents_own(reason)) return useless();
    Fault fault{reason, std::move(*note)};
    // The game is replayed with a worker for each agent, and the shortage then ends the run.
    if (stream_.is_the_machines(seat_, fault)) return useless();
    return fault;
  }
  // Ends the referee's game; its record is discarded.
  std::optional<Fault> useless() {
    stream_.useless();
    return Fault{Termination::kProtocol, "", true};
  }

  Stream& stream_;
  Player seat_;
  std::uint32_t ply_ = 0;
};

// The host's view of the oracle in the worker.
class SharedSlot::ShadowOracle final : public Oracle {
 public:
  explicit ShadowOracle(Stream& stream) : stream_(stream) {}

  void new_game(const Game&, std::uint32_t, std::uint64_t) override {}
  GameResult ask(const Position&, const std::uint32_t*) override {
    if (stream_.next() != Stream::Item::kEvent) {
      stream_.useless();
      return GameResult::kNone;
    }
    const Cell event = stream_.peek();
    if (event.kind == CellKind::kVerdict) stream_.pop();
    auto failure = event.kind == CellKind::kVerdict ? stream_.take_data(event.number) : std::nullopt;
    if (!failure || event.flag > static_cast<std::uint8_t>(GameResult::kNone)) {
      stream_.useless();
      return GameResult::kNone;
    }
    failure_ = std::move(*failure);
    return static_cast<GameResult>(event.flag);
  }
  [[nodiscard]] const std::string& failure() const noexcept override { return failure_; }

 private:
  Stream& stream_;
  std::string failure_;
};

SharedSlot::SharedSlot(WorkerHost& host) : host_(host), apart_(host) {}
SharedSlot::~SharedSlot() = default;

// For short games, waiting for the host between two of them would cost more than the games.
std::size_t SharedSlot::ahead() const noexcept {
  return mean_seconds_ < 1e-3 ? 16 : mean_seconds_ < 0.1 ? 2 : 1;
}

void SharedSlot::announce(const Pairing& pairing) {
  announced_.push_back(&pairing);
  if (worker_ == nullptr || worker_->dead() || deaf_ || sent_ + 1 != announced_.size()) return;
  send(pairing);
  ++sent_;
}

void SharedSlot::send(const Pairing& pairing) {
  Cell cell;
  cell.kind = CellKind::kPlay;
  GameRequest request;
  request.game = pairing.ticket.task.game;
  request.players = static_cast<std::uint32_t>(pairing.players());
  request.opening_moves = static_cast<std::uint32_t>(pairing.opening.moves.size());
  request.position_bytes = static_cast<std::uint32_t>(pairing.opening.position.size());
  request.dice_bytes = static_cast<std::uint32_t>(pairing.dice.size());
  PerSeat<SeatRequest> seats;
  std::string settings;
  for (std::size_t seat = 0; seat < pairing.players(); ++seat) {
    const Params* const own = pairing.own_params(seat);
    const std::string text = own != nullptr ? pack(*own) : "";
    seats.push_back({pairing.seeds[seat], pairing.agents[seat], static_cast<std::uint32_t>(text.size())});
    settings += text;
  }
  request.first = {seats[0], seats[1]};
  const std::string data = pack_seats(seats) + pack(pairing.opening) + settings + pairing.dice;
  cell.put(request);
  deaf_ = !worker_->requests().push(cell, data, true);
}

Result<void> SharedSlot::ensure_worker() {
  if (worker_ != nullptr && worker_->dead() && worker_->events().state() == EventReader::State::kEmpty)
    worker_.reset();
  if (worker_ != nullptr) return {};
  auto worker = host_.start("shared");
  if (!worker) return Error{worker.error()};
  worker_ = std::move(*worker);
  deaf_ = false;
  for (sent_ = 0; sent_ != announced_.size() && !deaf_; ++sent_) send(*announced_[sent_]);
  return {};
}

Result<bool> SharedSlot::play(const Pairing& pairing, GameRecord& record) {
  if (auto ready = ensure_worker(); !ready) return Error{ready.error()};
  const std::int64_t start = wall_clock_ns();
  const GameRecord head = record;
  Match match = host_.context().match(pairing, {}, nullptr);
  Stream stream(host_, *worker_, pairing, match);
  std::vector<ShadowSeat> seats;
  seats.reserve(pairing.players());
  for (Player seat = 0; seat < pairing.players(); ++seat) seats.emplace_back(stream, seat);
  for (ShadowSeat& seat : seats) match.seats.push_back(&seat);
  ShadowOracle oracle(stream);
  if (host_.context().spec().adjudication.oracle) match.oracle = &oracle;
  if (deaf_) stream.useless();
  const bool finished = deaf_ || referee(match, record);
  if (!stream.starved().empty()) return Error{stream.starved()};
  if (!finished) return false;
  for (Player seat = 0; seat < pairing.players(); ++seat)
    record.stats[seat].starved = stream.starved_calls(seat);
  // A worker that died in or after the game reports nothing more; its reports so far count.
  bool leaving = worker_->dead() && worker_->events().state() == EventReader::State::kEmpty;
  if (!stream.is_useless() && !leaving) {
    const auto item = stream.next();
    if (!stream.starved().empty()) return Error{stream.starved()};
    if (item == Stream::Item::kStopped) return false;
    const Cell event = item == Stream::Item::kEvent ? stream.peek() : Cell{};
    if (event.kind == CellKind::kGameEnd && event.number == record.plies) {
      stream.pop();
      leaving = (event.flag & kWorkerLeaves) != 0;
      if ((event.flag & kStrayThreads) != 0) stream.useless();  // a worker for each agent shows whose
    } else if (item == Stream::Item::kEvent) {
      stream.useless();  // the worker played on, or its game differs
    } else {
      leaving = true;
    }
  }
  announced_.pop_front();
  --sent_;
  if (leaving || stream.is_useless()) {
    worker_->kill();
    if (is_forfeit(record.termination)) record.printed = worker_->printed();
    worker_.reset();
    sent_ = 0;
  }
  if (stream.is_useless()) {
    record = head;
    return apart_.play(pairing, record);
  }
  const double seconds = static_cast<double>(wall_clock_ns() - start) * 1e-9;
  mean_seconds_ += (seconds - mean_seconds_) / 8;
  return true;
}

}  // namespace ludex::arena::run
