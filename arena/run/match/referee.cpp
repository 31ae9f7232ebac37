#include "arena/run/match/referee.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "arena/base/text/shown.hpp"
#include "arena/run/schedule/dice.hpp"
#include "core/util/hash.hpp"
#include "core/util/rng.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex::arena::run {
namespace {

void add(const MoveReport& report, SeatStats& stats) {
  ++stats.moves;
  stats.iterations = saturating_add(stats.iterations, report.iterations);
  stats.nodes = saturating_add(stats.nodes, report.nodes);
  stats.cpu_seconds += static_cast<double>(report.cpu_ns) * 1e-9;
  stats.wall_seconds += static_cast<double>(report.wall_ns) * 1e-9;
  stats.engine_cpu_seconds += report.engine_cpu * 1e-4;
  stats.depth_max = std::max(stats.depth_max, report.depth);
  stats.flaws.add(report.flaws);
}

std::uint64_t microseconds(std::int64_t ns) {
  return ns > 0 ? (static_cast<std::uint64_t>(ns) + 500) / 1000 : 0;
}

void add(const MoveReport& report, MoveSeries& series) {
  series.cpu_us.push_back(microseconds(report.cpu_ns));
  series.wall_us.push_back(microseconds(report.wall_ns));
  series.engine_cpu_us.push_back(std::uint64_t{report.engine_cpu} * 100);
  series.iterations.push_back(report.iterations);
  series.nodes.push_back(report.nodes);
  series.depth.push_back(report.depth);
  if (has_value(report)) {
    series.value.push_back(MoveValue{std::round(report.value * 1e4) / 1e4, report.value_unit, report.bound});
  } else {
    series.value.push_back(std::nullopt);
  }
}

// Whether the answer exceeded its time, whoever is to blame.
bool overrun(const MoveReport& report, const Budget& budget) {
  return late_ns(report.cpu_ns, budget.cpu_ns) != 0 || late_ns(report.wall_ns, budget.wall_ns) != 0;
}

// The clock's display.
std::uint64_t shown_ms(const SeatClock& clock) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(clock.left_ns(), 0) / 1'000'000);
}

class GameInProgress {
 public:
  GameInProgress(Match& match, GameRecord& record)
      : match_(match),
        game_(*match.game),
        record_(record),
        position_(game_),
        before_(game_),
        legal_(game_.traits().max_moves),
        players_(static_cast<Player>(match.seats.size())),
        dice_(match.dice),
        adjudicator_(match.adjudication, match.oracle, players_ == 2) {}

  bool play() {
    set_up();
    for (Player seat = 0; seat < players_; ++seat) {
      const Start start{&game_, match_.game_index, seat, match_.seeds[seat], match_.opening};
      auto fault = match_.seats[seat]->start(start);
      if (fault && failed(seat, std::move(*fault))) return !stopped();
    }
    if (match_.oracle != nullptr && players_ == 2)
      match_.oracle->new_game(game_, match_.game_index, match_.seeds[0] ^ match_.seeds[1]);
    GameStatus status = position_.status();
    if (adjudicated()) return true;  // the opening exceeds the ply limit
    while (!is_over(status)) {
      const Player mover = position_.to_move();
      const std::optional<Move> chosen = mover == kChance ? dice_.roll(position_) : move_of(mover);
      if (!chosen) {
        if (ended_) return !stopped();
        continue;  // a random player has taken the seat
      }
      const Move move = *chosen;
      record_.moves.push_back(position_.move_text(move));
      ++record_.plies;
      game_.copy(before_.state(), position_.state());
      status = position_.apply(move);
      if (is_over(status)) break;
      if (adjudicated()) return true;
      for (Player i = 0; i < players_; ++i) {
        const Player seat = mover == kChance ? i : (mover + i) % players_;
        if (out_[seat]) continue;
        auto blind = match_.seats[seat]->observe(before_, move);
        if (blind && failed(seat, std::move(*blind))) return !stopped();
      }
    }
    record_.termination = Termination::kNormal;
    if (players_ == 2) {
      record_.outcome = game_result(status);
      if (match_.oracle != nullptr) record_.note = match_.oracle->failure();
    } else {
      set_ranked(record_, returns());
    }
    return true;
  }

 private:
  void set_up() {
    position_ = start_position(game_, {match_.opening->position, {}});
    record_.position = match_.opening->position;
    for (const Move move : match_.opening->moves) {
      record_.opening.push_back(position_.move_text(move));
      position_.apply(move);
    }
    record_.plies = static_cast<std::uint32_t>(match_.opening->moves.size());
  }

  // The move of the player to move, after its checks. None after a fault: then the game has ended, or the
  // next call has a random player's move.
  std::optional<Move> move_of(Player mover) {
    if (out_[mover]) return random_move(mover);
    SeatClock& clock = match_.clocks[mover];
    const MoveTime time = time_of(mover);
    MoveReport report;
    auto fault = match_.seats[mover]->choose(position_, time, report);
    const Move move = report.move;
    if (stopped()) {
      ended_ = true;
      return std::nullopt;
    }
    clock.spend(report.wall_ns);
    if (!fault && clock.runs()) fault = flag_fallen(time.clock->left_ns, report.wall_ns);
    if (!fault) fault = check(move);
    if (fault) {
      ended_ = failed(mover, std::move(*fault));
      return std::nullopt;
    }
    SeatStats& stats = record_.stats[mover];
    add(report, stats);
    if (match_.record_moves) add(report, stats.series);
    if (clock.runs() && match_.record_moves) stats.series.clock_ms.push_back(shown_ms(clock));
    if (overrun(report, time.budget)) ++stats.overruns;
    adjudicator_.said(mover, report);
    return move;
  }

  [[nodiscard]] Move random_move(Player mover) {
    const std::uint32_t count = game_.legal_moves(position_.state(), legal_.data());
    return legal_[random_[mover].below(count)];
  }

  [[nodiscard]] bool stopped() const { return stop_requested(match_.stop); }

  [[nodiscard]] MoveTime time_of(Player mover) noexcept {
    MoveTime time{match_.clocks[mover].limit(match_.budgets[mover])};
    for (Player seat = 0; seat < players_; ++seat) faces_[seat] = match_.clocks[seat].face();
    const Player next = (mover + 1) % players_;
    if (match_.clocks[mover].runs()) time.clock = &faces_[mover];
    if (match_.clocks[next].runs()) time.opponent = &faces_[next];
    return time;
  }

  // A fault if the clock, with `left_ns` before the move, is overdrawn by more than the grace.
  [[nodiscard]] std::optional<Fault> flag_fallen(std::int64_t left_ns, std::int64_t spent_ns) const {
    if (left_ns - spent_ns >= -match_.grace_ns) return std::nullopt;
    const auto seconds = [](std::int64_t ns) { return static_cast<double>(ns) * 1e-9; };
    return Fault{
        Termination::kOverTime,
        fmt::format("its flag fell: {:.3f} s were left before move {} and it took {:.3f} s; the grace "
                    "of {:.3f} s is for the whole game",
                    seconds(left_ns), record_.plies + 1, seconds(spent_ns), seconds(match_.grace_ns))};
  }

  // A fault if the move is not legal.
  std::optional<Fault> check(Move move) {
    const auto end = legal_.begin() + game_.legal_moves(position_.state(), legal_.data());
    if (std::find(legal_.begin(), end, move) != end) return std::nullopt;
    return Fault{Termination::kIllegalMove,
                 fmt::format("move {:#x} at ply {} is not legal in {}", static_cast<std::uint32_t>(move),
                             record_.plies + 1, position_.text())};
  }

  // Ends the game by adjudication where the rules continue it; true if so.
  bool adjudicated() {
    const auto verdict = adjudicator_.verdict(position_, record_.plies, record_.moves.size(), match_.stop);
    if (!verdict) return false;
    record_.termination = verdict->reason;
    if (players_ == 2) {
      record_.outcome = verdict->outcome;
    } else {
      set_ranked(record_, returns_of(verdict->outcome));
    }
    return true;
  }

  // The game's returns; it is over.
  [[nodiscard]] std::vector<double> returns() const {
    std::array<float, kMaxPlayers> values{};
    game_.returns(position_.state(), values.data());
    return std::vector<double>(values.begin(), values.begin() + players_);
  }
  // A draw, or the win of the first or the second player, of more than two.
  [[nodiscard]] std::vector<double> returns_of(GameResult result) const {
    if (result == GameResult::kDraw) return std::vector<double>(players_, 0);
    std::vector<double> values(players_, -1.0 / (players_ - 1));
    values[result == GameResult::kFirstWins ? 0 : 1] = 1;
    return values;
  }

  // Takes a fault; true if the game has ended by it.
  bool failed(Player seat, Fault fault) {
    if (stopped()) return true;
    fault.note = shown(fault.note, kLongestNote);
    const bool goes_on = players_ > 2 && match_.adjudication != nullptr &&
                         match_.adjudication->fault == FaultRule::kRandom && !fault.ends_game &&
                         fault.reason != Termination::kHostStopped;
    out_[seat] = true;
    if (players_ > 2) record_.faults.push_back({seat, fault.reason, record_.plies, fault.note});
    if (goes_on && record_.faults.size() + 1 < players_) {
      random_[seat] = Rng::seeded(hash_combine(match_.seeds[seat], kReplacement));
      return false;
    }
    record_.termination = fault.reason;
    record_.note = std::move(fault.note);
    if (players_ == 2) {
      record_.outcome = loss_of(seat);
    } else {
      set_losers(record_, std::vector<bool>(out_.begin(), out_.begin() + players_));
    }
    return true;
  }

  static constexpr std::uint64_t kReplacement = 0x72616E646F6D;  // tells its moves from the agent's

  Match& match_;
  const Game& game_;
  GameRecord& record_;
  Position position_;
  Position before_;
  std::array<ClockFace, kMaxPlayers> faces_{};  // before the present move
  std::vector<Move> legal_;
  Player players_;
  Dice dice_;
  Adjudicator adjudicator_;
  bool ended_ = false;
  std::array<bool, kMaxPlayers> out_{};    // seats with a fault
  std::array<Rng, kMaxPlayers> random_{};  // of the random players in their places
};

}  // namespace

bool referee(Match& match, GameRecord& record) {
  return GameInProgress(match, record).play();
}

}  // namespace ludex::arena::run
