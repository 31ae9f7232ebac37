// Index of a log: offset and result of each game, so that a page can request any of a million games. Stored
// as games.index beside the log; may be deleted at any time, because it can be rebuilt.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "arena/base/files/descriptor.hpp"
#include "arena/model/forfeits.hpp"
#include "arena/model/game_record.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::web {

// One line of the log, and a record of games.index, in native byte order.
struct IndexedGame {
  std::uint64_t offset = 0;  // of its line
  std::uint32_t size = 0;    // of the line, without its newline
  std::uint32_t plies = 0;
  std::uint32_t opening = 0;  // equal for games of one label, position and opening (a hash)
  std::uint32_t ranks = 0;    // of three and more players: four bits a seat, from the lowest
  std::array<std::uint16_t, kMaxPlayers> agents{};
  std::uint16_t game = 0;
  std::uint8_t outcome = 0;      // GameResult
  std::uint8_t termination = 0;  // Termination
  std::uint8_t players = 2;
  std::uint8_t forfeits = 0;  // a bit for each seat that lost by a fault or withdrawal
  std::uint8_t fault = 0;     // the first such Termination
  std::uint8_t reserved = 0;

  [[nodiscard]] std::uint32_t rank(std::uint32_t seat) const noexcept { return ranks >> (4 * seat) & 0xFU; }
  [[nodiscard]] std::span<const std::uint16_t> seats() const noexcept {
    return std::span(agents).first(players);
  }
};
static_assert(sizeof(IndexedGame) == 48);

// Selects games; empty or negative fields match all.
struct GameFilter {
  std::string agent;
  std::string opponent;
  std::string game;
  std::string termination;  // also "fault": any fault
  std::string outcome;
  std::string opening;  // eight hexadecimal digits
};

// Not thread-safe.
class LogIndex {
 public:
  explicit LogIndex(std::string folder);

  // Reads lines added since the last call, about `most_bytes` at once; true if there were any, or if the log
  // was replaced. A line that is no game is an error "file:line: ...", and ends the index; waits for the
  // newline of the last line.
  Result<bool> update(std::size_t most_bytes);
  // Writes games.index if that saves much work later. A read-only folder is no error.
  void keep() noexcept;

  [[nodiscard]] std::size_t size() const noexcept { return games_.size(); }
  [[nodiscard]] const IndexedGame& game(std::size_t number) const { return games_[number]; }
  [[nodiscard]] const std::vector<std::string>& agents() const noexcept { return agents_.names; }
  [[nodiscard]] const std::vector<std::string>& labels() const noexcept { return labels_.names; }
  // Bytes read, and bytes in the log.
  [[nodiscard]] std::uint64_t seen() const noexcept { return seen_; }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> file_id() const noexcept { return {device_, inode_}; }

  // `count` matching games, last first, after skipping `from`; *total becomes the number of matches.
  [[nodiscard]] std::vector<std::uint32_t> select(const GameFilter& filter, std::size_t from,
                                                  std::size_t count, std::size_t* total) const;
  // A game's line as in the log.
  [[nodiscard]] Result<std::string> line(std::size_t number) const;

  // Games of an ordered pair: wins, draws and losses of the first.
  using Pairs = std::map<std::pair<std::uint16_t, std::uint16_t>, std::array<std::uint64_t, 3>>;
  // By label.
  [[nodiscard]] const std::vector<Pairs>& pairs() const noexcept { return pairs_; }
  // Games of three and more players: number by agents in seat order (0xFFFF beyond the last), and ranks.
  using Rankings = std::map<std::pair<std::array<std::uint16_t, kMaxPlayers>, std::uint32_t>, std::uint64_t>;
  // By label.
  [[nodiscard]] const std::vector<Rankings>& rankings() const noexcept { return rankings_; }
  // By label: wins of the first player, draws, wins of the second, and total plies.
  [[nodiscard]] const std::vector<std::array<std::uint64_t, 4>>& by_label() const noexcept {
    return by_label_;
  }
  [[nodiscard]] const std::array<std::uint64_t, kTerminations>& endings() const noexcept { return endings_; }
  // Games lost by faults or withdrawal.
  [[nodiscard]] const Forfeits& forfeits() const noexcept { return forfeits_; }
  // The latest such games, oldest first; at most kFaults.
  [[nodiscard]] const std::vector<std::uint32_t>& faults() const noexcept { return faults_; }
  static constexpr std::size_t kFaults = 100;

 private:
  struct Names {
    std::vector<std::string> names;
    std::unordered_map<std::string, std::uint16_t> numbers;
    // 0xFFFF if there are too many names.
    std::uint16_t of(std::string_view name);
  };

  void forget();
  bool load();
  Result<void> add(std::string_view line, std::uint64_t offset);
  void count(const IndexedGame& game);
  [[nodiscard]] std::string index_file() const { return folder_ + "/games.index"; }

  // Opens the log's text for reading.
  [[nodiscard]] Descriptor open_log() const;

  std::string folder_;
  std::string log_;
  Descriptor expanded_;  // the text of a compressed log
  std::uint64_t device_ = 0;
  std::uint64_t inode_ = 0;
  std::uint64_t seen_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t kept_ = 0;  // `seen_` of games.index
  bool damaged_ = false;
  std::uint64_t first_line_ = 0;  // hash
  Names agents_;
  Names labels_;
  std::vector<IndexedGame> games_;
  std::vector<Pairs> pairs_;
  std::vector<Rankings> rankings_;
  std::vector<std::array<std::uint64_t, 4>> by_label_;
  std::array<std::uint64_t, kTerminations> endings_{};
  Forfeits forfeits_;
  std::vector<std::uint32_t> faults_;
};

}  // namespace ludex::arena::web
