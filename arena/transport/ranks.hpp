// The host's side of a run on many ranks: who they are, which games they get, what comes back.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "arena/log/run_info.hpp"
#include "arena/match/ledger.hpp"
#include "arena/model/spec.hpp"
#include "arena/transport/greeting.hpp"
#include "arena/transport/link.hpp"
#include "arena/transport/message.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// Used by one thread, that of the link. Ranks other than 0 play; rank 0, where this is, does not.
class Ranks {
 public:
  explicit Ranks(Link& link);
  // Lets the ranks go, whatever has happened, and closes the link.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  // Sends the specification and asks whether every rank has the same program, plug-ins and files. The error
  // has all problems, with their nodes. `greeting.unix_seconds` is filled in.
  Result<void> greet(Greeting greeting, const TournamentSpec& spec);
  // Tells each how many games at once, the specification's `concurrency` or its share of the node's cores;
  // waits until all are ready. `measure`: how fast they are (reference_work.hpp).
  Result<void> start(bool measure);
  // A run: `ledger` is begun. As run_on_this_machine(). Games go out in the order of the schedule, or, among
  // those that go out together, those first that have taken longest so far: the log does not depend on it.
  Result<void> play(Ledger& ledger);

  // By node, with what was played there so far.
  [[nodiscard]] std::vector<RunNode> nodes() const;
  [[nodiscard]] std::uint32_t slots() const noexcept { return slots_; }

 private:
  struct Rank {
    Answer answer;
    std::uint32_t slots = 0;
    double reference_seconds = 0;
    std::uint64_t limit = 0;  // games it takes in all
    std::uint64_t sent = 0;
    std::uint64_t games = 0;                                      // that came back
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;  // which; RunNode
  };
  struct UnderWay {
    Ticket ticket;
    std::uint32_t rank;
  };
  // Of games between two agents: who moves first makes little difference to how long they take.
  using Kind = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  struct Duration {
    double seconds = 0;
    std::uint64_t games = 0;
    [[nodiscard]] double mean() const noexcept {
      return games == 0 ? 0 : seconds / static_cast<double>(games);
    }
  };

  Result<void> send(std::uint32_t rank, const std::string& bytes);
  // Waits for one message of the kind from every rank; `read(rank, reader)` takes it.
  template <class Read>
  Result<void> one_from_each(MessageKind kind, const Read& read);
  Result<void> take_message(Ledger& ledger);
  Result<void> take_records(Ledger& ledger, Rank& rank, MessageReader& in);
  [[nodiscard]] Result<bool> deal(Ledger& ledger);
  void refill(Ledger& ledger);
  void let_go(Ledger* ledger);

  Link& link_;
  std::uint32_t default_slots_ = 0;
  std::uint32_t slots_ = 0;
  std::vector<Rank> ranks_;  // [0] is the host
  Link::Message message_;
  GameRecord record_;                                      // used again for every game
  std::vector<Ticket> batch_;                              // to be dealt out from the back
  std::unordered_map<std::uint64_t, UnderWay> under_way_;  // by index
  std::map<Kind, Duration> durations_;
  bool gone_ = false;
};

}  // namespace ludex::arena
