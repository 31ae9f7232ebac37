// The referee with more than two players: ranks, faults, random players, clocks; and the record of such
// games.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/model/forfeits.hpp"
#include "arena/results/log/record_json.hpp"
#include "arena/results/log/record_scan.hpp"
#include "arena/results/log/same_game.hpp"
#include "arena/run/match/referee.hpp"
#include "arena/run/match/standings.hpp"
#include "core/game/game_module.hpp"
#include "tests/support/shares_rules.hpp"

namespace ludex::arena {

using namespace run;
namespace {

using tests::SharesRules;

enum class Where { kNowhere, kStart, kChoose, kIllegal, kObserve };

// Takes the first number that is left, and fails once, at its own move or observation number `when`.
class FailingSeat final : public Seat {
 public:
  explicit FailingSeat(Where where = Where::kNowhere, int when = 0) : where_(where), when_(when) {}

  [[nodiscard]] std::optional<Fault> start(const Start& start) override {
    seat = start.seat;
    if (where_ == Where::kStart) return Fault{Termination::kExit, "does not start"};
    return std::nullopt;
  }
  [[nodiscard]] std::optional<Fault> choose(const Position& position, const MoveTime& time,
                                            MoveReport& report) override {
    CHECK(position.to_move() == seat);
    if (time.clock != nullptr) shown.push_back(time.clock->left_ns);
    if (time.opponent != nullptr) next_shown.push_back(time.opponent->left_ns);
    report.wall_ns = thinks_ns;
    report.move = position.legal_moves().front();
    if (chosen == when_ && where_ == Where::kChoose) return Fault{Termination::kCrash, "died"};
    if (chosen == when_ && where_ == Where::kIllegal) {
      report.move = Move{99};
      return std::nullopt;
    }
    ++chosen;
    return std::nullopt;
  }
  [[nodiscard]] std::optional<Fault> observe(const Position& before, Move) override {
    movers.push_back(before.to_move());
    if (where_ == Where::kObserve && observed == when_) return Fault{Termination::kException, "blind"};
    ++observed;
    return std::nullopt;
  }

  Player seat = kNobody;
  int chosen = 0;
  int observed = 0;
  std::int64_t thinks_ns = 0;
  std::vector<std::int64_t> shown;
  std::vector<std::int64_t> next_shown;
  std::vector<Player> movers;

 private:
  Where where_;
  int when_;
};

GameRecord play(std::vector<FailingSeat>& seats, const AdjudicationSpec& spec, std::uint32_t size = 8) {
  const auto players = static_cast<std::uint32_t>(seats.size());
  const GameModule<SharesRules> game(SharesRules{players, size});
  const Opening opening;
  Match match;
  match.game = &game;
  match.opening = &opening;
  match.adjudication = &spec;
  match.record_moves = false;  // the log leaves lists of zeros out
  match.budgets = PerSeat<Budget>(players);
  match.clocks = GameClocks(players);
  for (std::uint32_t seat = 0; seat < players; ++seat) {
    match.seats.push_back(&seats[seat]);
    match.seeds.push_back(seat + 5);
  }
  GameRecord record;
  record.id = "shares/r000";
  record.game = "shares";
  set_players(record, players);
  for (std::uint32_t seat = 0; seat < players; ++seat) record.agents[seat] = "a" + std::to_string(seat);
  CHECK(referee(match, record));
  return record;
}

AdjudicationSpec random_players() {
  AdjudicationSpec spec;
  spec.fault = FaultRule::kRandom;
  return spec;
}

// A record as the log has it, by both readers.
void check_round_trip(const GameRecord& record) {
  const std::string line = log::to_json_line(record);
  CAPTURE(line);
  const auto read = log::game_record_from_json(line);
  REQUIRE_MESSAGE(read, read.error());
  CHECK(log::to_json_line(*read) == line);
  CHECK(log::difference(record, *read).empty());
  CHECK(read->faults == record.faults);
  GameRecord scanned;
  log::PlayHash play;
  CHECK(log::scan_record(line, scanned, play) == record.faults.empty());
  REQUIRE(log::read_record(line, scanned, play));
  CHECK(scanned.agents == record.agents);
  CHECK(scanned.outcome == record.outcome);
  CHECK(scanned.ranks == record.ranks);
  CHECK(scanned.returns == record.returns);
  CHECK(scanned.stats.size() == record.stats.size());
}

}  // namespace

TEST_CASE("ranks follow from returns, ties share the better rank") {
  CHECK(ranks_by({1, 0, 0, -1}) == std::vector<std::uint32_t>{1, 2, 2, 4});
  CHECK(ranks_by({0.5, 0.5, -1}) == std::vector<std::uint32_t>{1, 1, 3});
  CHECK(are_ranks({1, 2, 2, 4}));
  CHECK(are_ranks({1, 1, 1}));
  for (const auto& wrong :
       std::vector<std::vector<std::uint32_t>>{{1, 2, 2, 3}, {2, 3}, {1, 3, 2, 2}, {0, 1}})
    CHECK_FALSE(are_ranks(wrong));
  GameRecord record;
  set_players(record, 3);
  set_ranked(record, {-1, 1, 0});
  CHECK(outcome_text(record) == "0-1-0");
  set_ranked(record, {0.5, -1, 0.5});
  CHECK(outcome_text(record) == "1/2-0-1/2");
  set_ranked(record, {0, 0, 0});
  CHECK(outcome_text(record) == "1/3-1/3-1/3");
  set_ranked(record, {1.0F / 3, -1, 2.0F / 3});
  CHECK(record.returns == std::vector<double>{0.333333, -1, 0.666667});
  CHECK(share_of({1, 2, 2, 4}, 0) == 1);
  CHECK(share_of({1, 2, 2, 4}, 1) == 0.5);
  CHECK(share_of({1, 2, 2, 4}, 3) == 0);
  CHECK(share_of({1, 1}, 0) == 0.5);
  GameRecord two;
  CHECK(ranks_of(two).empty());
  two.outcome = GameResult::kSecondWins;
  CHECK(ranks_of(two) == std::vector<std::uint32_t>{2, 1});
  CHECK(outcome_text(two) == "0-1");
}

TEST_CASE("a whole game: everybody sees every move, in turn from the mover on") {
  for (std::uint32_t players = 3; players <= kMaxPlayers; ++players) {
    CAPTURE(players);
    std::vector<FailingSeat> seats(players);
    const GameRecord record = play(seats, {}, 17);
    CHECK(record.termination == Termination::kNormal);
    CHECK(record.outcome == GameResult::kRanked);
    CHECK(record.plies == 17);
    CHECK(record.faults.empty());
    // The sums, counted here.
    std::vector<double> sums(players);
    for (std::uint32_t ply = 0; ply < 17; ++ply) sums[ply % players] += SharesRules::number(ply);
    const double most = *std::max_element(sums.begin(), sums.end());
    *std::find(sums.rbegin(), sums.rend(), most) += 0.5;
    CHECK(record.ranks == ranks_by(sums));
    for (const FailingSeat& seat : seats) CHECK(seat.movers.size() == 16);  // the last move ends the game
    std::uint64_t moves = 0;
    for (const SeatStats& stats : record.stats) moves += stats.moves;
    CHECK(moves == 17);
    check_round_trip(record);
  }
}

TEST_CASE("a fault ends the game: the last rank, and the others share the first") {
  for (const Where where : {Where::kStart, Where::kChoose, Where::kIllegal, Where::kObserve}) {
    std::vector<FailingSeat> seats(4);
    seats[2] = FailingSeat(where, 1);
    const GameRecord record = play(seats, {});
    CHECK(record.ranks == std::vector<std::uint32_t>{1, 1, 4, 1});
    CHECK(record.returns == std::vector<double>{0.333333, 0.333333, -1, 0.333333});
    CHECK(outcome_text(record) == "1/3-1/3-0-1/3");
    REQUIRE(record.faults.size() == 1);
    CHECK(record.faults[0].seat == 2);
    CHECK(record.faults[0].reason == record.termination);
    CHECK(record.faults[0].note == record.note);
    CHECK(is_forfeit(record.termination));
    CHECK(record.faults[0].ply == record.plies);
    for (Player seat = 0; seat < 4; ++seat) CHECK(forfeit_of(record, seat).has_value() == (seat == 2));
    check_round_trip(record);
    Standings standings;
    standings.add(record);
    CHECK(standings.forfeits().text().find("a2 1") == 0);
    CHECK(standings.sorted().back().name == "a2");
  }
}

TEST_CASE("a random player takes the seat, which is last whatever its return") {
  std::set<std::vector<std::string>> games;
  for (const Where where : {Where::kStart, Where::kChoose, Where::kIllegal, Where::kObserve}) {
    std::vector<FailingSeat> seats(3);
    seats[0] = FailingSeat(where, 1);
    const GameRecord record = play(seats, random_players());
    CHECK(record.termination == Termination::kNormal);
    CHECK(record.note.empty());
    CHECK(record.plies == 8);
    CHECK(record.ranks[0] == 3);
    CHECK(record.returns[0] == -1);
    CHECK(std::min(record.ranks[1], record.ranks[2]) == 1);
    REQUIRE(record.faults.size() == 1);
    CHECK(record.faults[0].seat == 0);
    CHECK(forfeit_of(record, 0) == record.faults[0].reason);
    CHECK_FALSE(forfeit_of(record, 1));
    // The agent is asked no more, and its moves are not those of the random player.
    CHECK(record.stats[0].moves == static_cast<std::uint64_t>(seats[0].chosen));
    CHECK(seats[0].movers.size() < 7);
    CHECK(seats[1].movers.size() == 7);
    std::vector<FailingSeat> again(3);
    again[0] = FailingSeat(where, 1);
    CHECK(play(again, random_players()).moves == record.moves);
    games.insert(record.moves);
    check_round_trip(record);
  }
  CHECK(games.size() > 1);
}

TEST_CASE("the last agent without a fault has won; who failed later is ahead") {
  std::vector<FailingSeat> seats(4);
  seats[0] = FailingSeat(Where::kChoose, 1);
  seats[1] = FailingSeat(Where::kIllegal, 1);
  seats[3] = FailingSeat(Where::kChoose, 0);
  const GameRecord record = play(seats, random_players());
  CHECK(record.ranks == std::vector<std::uint32_t>{3, 2, 1, 4});
  CHECK(record.returns == std::vector<double>{-1, -1, 1, -1});
  CHECK(record.termination == Termination::kIllegalMove);
  CHECK(record.plies == 5);
  CHECK(record.faults.size() == 3);
  check_round_trip(record);
}

TEST_CASE("the ply limit ends the game; scores of two players do not") {
  AdjudicationSpec spec;
  spec.plies = 4;
  spec.agreed_proof = true;
  std::vector<FailingSeat> seats(3);
  const GameRecord drawn = play(seats, spec);
  CHECK(drawn.termination == Termination::kPlyLimit);
  CHECK(drawn.ranks == std::vector<std::uint32_t>{1, 1, 1});
  CHECK(drawn.returns == std::vector<double>{0, 0, 0});
  spec.limit_result = GameResult::kSecondWins;
  std::vector<FailingSeat> more(3);
  const GameRecord won = play(more, spec);
  CHECK(won.ranks == std::vector<std::uint32_t>{2, 1, 2});
  CHECK(won.returns == std::vector<double>{-0.5, 1, -0.5});
  check_round_trip(won);
}

TEST_CASE("each seat has its clock; a flag that falls is a fault") {
  const GameModule<SharesRules> game(SharesRules{3, 9});
  const Opening opening;
  std::vector<FailingSeat> seats(3);
  constexpr std::int64_t kMs = 1'000'000;
  AdjudicationSpec spec;
  Match match;
  match.game = &game;
  match.opening = &opening;
  match.adjudication = &spec;
  match.budgets = PerSeat<Budget>(3);
  ClockSpec clock;
  clock.base_ns = 100 * kMs;
  for (FailingSeat& seat : seats) {
    match.seats.push_back(&seat);
    match.seeds.push_back(1);
    match.clocks.push_back(SeatClock(clock));
  }
  match.grace_ns = kMs;
  seats[0].thinks_ns = 10 * kMs;
  seats[1].thinks_ns = 60 * kMs;
  seats[2].thinks_ns = 1 * kMs;
  GameRecord record;
  set_players(record, 3);
  CHECK(referee(match, record));
  CHECK(record.termination == Termination::kOverTime);
  CHECK(record.ranks == std::vector<std::uint32_t>{1, 3, 1});
  CHECK(seats[0].shown == std::vector<std::int64_t>{100 * kMs, 90 * kMs});
  CHECK(seats[1].shown == std::vector<std::int64_t>{100 * kMs, 40 * kMs});
  CHECK(seats[0].next_shown == std::vector<std::int64_t>{100 * kMs, 40 * kMs});
  CHECK(seats[2].next_shown == std::vector<std::int64_t>{90 * kMs});  // the seat after the last is the first
  CHECK(record.stats[0].series.clock_ms == std::vector<std::uint64_t>{90, 80});
}

TEST_CASE("withdrawn agents share the last rank") {
  GameRecord record;
  set_players(record, 4);
  record.agents = {"a", "b", "c", "d"};
  record.termination = Termination::kWithdrawn;
  set_losers(record, {true, false, false, true});
  CHECK(record.ranks == std::vector<std::uint32_t>{3, 1, 1, 3});
  CHECK(record.returns == std::vector<double>{-1, 1, 1, -1});
  CHECK(forfeit_of(record, 0) == Termination::kWithdrawn);
  CHECK_FALSE(forfeit_of(record, 1));
  check_round_trip(record);
  set_losers(record, {true, true, true, true});
  CHECK(record.outcome == GameResult::kNone);
  record.ranks.clear();
  record.returns.clear();
  check_round_trip(record);
}

TEST_CASE("records that contradict themselves are refused") {
  const std::string head =
      R"({"id":"i","game":"g","agents":["a","b","c"],"round":0,"opening":[],"moves":[],)";
  const std::string zero =
      R"({"moves":0,"iterations":0,"nodes":0,"cpu_seconds":0.0,"wall_seconds":0.0,"depth_max":0})";
  const std::string tail =
      R"("termination":"normal","seed":1,"plies":0,"stats":[)" + zero + "," + zero + "," + zero + "]}";
  const auto error = [&](const std::string& result) {
    const auto read = log::game_record_from_json(head + result + tail);
    GameRecord scanned;
    log::PlayHash play;
    CHECK(log::scan_record(head + result + tail, scanned, play) == static_cast<bool>(read));
    return read ? "" : read.error();
  };
  CHECK(error(R"("outcome":"1-0-0","returns":[1,0,-1],"ranks":[1,2,3],)").empty());
  CHECK(error(R"("outcome":"*",)").empty());
  CHECK(error(R"("outcome":"0-1-0","returns":[1,0,-1],"ranks":[1,2,3],)") ==
        "'outcome' is missing or not the one that follows from 'ranks'");
  CHECK(error(R"("outcome":"1-0-0","returns":[1,0,-1],"ranks":[1,3,3],)") ==
        "'ranks' is missing or not ranks with ties as in [1, 2, 2, 4]");
  CHECK(error(R"("outcome":"1-0-0","returns":[2,0,-1],"ranks":[1,2,3],)") ==
        "'returns' is missing or not a list of numbers in [-1, 1]");
  CHECK(error(R"("outcome":"1-0-0","returns":[1,-1],"ranks":[1,2,3],)") ==
        "'returns' is missing or not a list of one number per agent");
  CHECK(error(R"("outcome":"1-0-0",)") == "'returns' is missing or not a list of one number per agent");
}

}  // namespace ludex::arena
