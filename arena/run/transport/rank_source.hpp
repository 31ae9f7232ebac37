// The ledger's proxy on a rank: its slots take games from here and return the records, and the rank's main
// thread carries both over the transport.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "arena/run/match/game_source.hpp"
#include "arena/run/transport/message.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex::arena::run {

class RankSource final : public GameSource {
 public:
  // `spec` must outlive the source.
  RankSource(const TournamentSpec& spec, std::uint32_t slots);

  // Methods for slots.
  [[nodiscard]] std::optional<Ticket> take(bool wait) override;
  [[nodiscard]] GameRecord record(const Ticket& ticket) const override;
  void give(const Ticket& ticket, GameRecord record) override;
  void fail(std::string reason) override;
  [[nodiscard]] bool stopping() const noexcept override;

  // Methods for the main thread.
  void add(const GameOrder& order, std::vector<ParamTexts> params);
  void quit();
  // Suits TournamentContext: non-zero once the run is to end.
  [[nodiscard]] const std::uint32_t* stop() const noexcept { return stop_.address(); }
  // Collects data to be sent. Waits for some for at most `patience`.
  struct Outgoing {
    std::uint64_t limit = 0;                                     // total games that this rank accepts
    bool news = false;                                           // the limit has grown, or there are records
    std::vector<std::pair<std::uint64_t, std::string>> records;  // index and line
    std::optional<std::string> failure;
  };
  [[nodiscard]] Outgoing collect(std::chrono::microseconds patience);
  // Whether a slot is waiting for a game.
  [[nodiscard]] bool hungry() const;

 private:
  void update_limit();

  const TournamentSpec& spec_;
  const std::uint32_t slots_;

  mutable std::mutex mutex_;  // guards the members below
  std::condition_variable for_slots_;
  std::condition_variable for_main_;
  std::deque<std::pair<Ticket, std::string>> hand_;        // with the spec_hash of its record
  std::unordered_map<std::uint64_t, std::string> hashes_;  // of games taken, by index
  std::vector<std::pair<std::uint64_t, std::string>> records_;
  std::optional<std::string> failure_;
  std::uint32_t waiting_ = 0;   // slots
  std::uint64_t finished_ = 0;  // games
  std::uint64_t limit_ = 0;
  bool news_ = true;
  double seconds_a_game_ = 1e9;  // for this rank, all slots together; a guess at first
  std::int64_t counted_ns_ = 0;
  std::uint64_t counted_ = 0;  // value of finished_ at counted_ns_
  StopFlag stop_;
};

}  // namespace ludex::arena::run
