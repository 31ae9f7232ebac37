// The host's side of a run on several ranks: their data, the games they get, the records they return.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "arena/model/spec.hpp"
#include "arena/results/log/run_info.hpp"
#include "arena/run/match/ledger.hpp"
#include "arena/run/transport/greeting.hpp"
#include "arena/run/transport/link.hpp"
#include "arena/run/transport/message.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::run {

// Used by the link's thread only. Ranks other than 0 play; rank 0, this process, does not.
class Ranks {
 public:
  explicit Ranks(Link& link);
  // Dismisses the ranks in any case, and closes the link.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  // Sends the specification and checks that every rank has the same program, plug-ins and files. The error
  // lists all problems with their nodes. Fills in `greeting.unix_seconds`.
  Result<void> greet(Greeting greeting, const TournamentSpec& spec);
  // Sets each rank's number of concurrent games: the specification's `concurrency` or its share of the node's
  // cores; waits until all are ready. `measure`: measures their speed (reference_work.hpp).
  Result<void> start(bool measure);
  // Plays like run_on_this_machine(); call after ledger.begin(). Games go out in schedule order or, within a
  // batch, those of the longest kinds first; the log does not depend on it.
  Result<void> play(Ledger& ledger);

  // The nodes, with the games played there so far.
  [[nodiscard]] std::vector<log::RunNode> nodes() const;
  [[nodiscard]] std::uint32_t slots() const noexcept { return slots_; }

 private:
  struct Rank {
    Answer answer;
    std::uint32_t slots = 0;
    double reference_seconds = 0;
    std::uint64_t limit = 0;  // total games it accepts
    std::uint64_t sent = 0;
    std::uint64_t games = 0;                                      // returned
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;  // their indices; RunNode
  };
  struct UnderWay {
    Ticket ticket;
    std::uint32_t rank;
  };
  // Games between the same agents: their seats hardly matter for the duration.
  using Kind = std::vector<std::uint32_t>;
  struct Duration {
    double seconds = 0;
    std::uint64_t games = 0;
    [[nodiscard]] double mean() const noexcept {
      return games == 0 ? 0 : seconds / static_cast<double>(games);
    }
  };

  Result<void> send(std::uint32_t rank, const std::string& bytes);
  // Waits for one message of the kind from every rank and passes it to `read(rank, reader)`.
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
  GameRecord record_;                                      // reused for every game
  std::vector<Ticket> batch_;                              // dealt from the back
  std::unordered_map<std::uint64_t, UnderWay> under_way_;  // by index
  std::map<Kind, Duration> durations_;
  bool gone_ = false;
};

}  // namespace ludex::arena::run
