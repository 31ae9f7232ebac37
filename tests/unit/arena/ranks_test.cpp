// A run on many ranks, with ranks that are threads of this process and messages in its memory: who is given
// what, and that the log does not depend on it.
#include "arena/run/transport/ranks.hpp"

#include <condition_variable>
#include <deque>
#include <fstream>
#include <latch>
#include <mutex>
#include <sstream>
#include <thread>

#include <doctest/doctest.h>

#include "arena/results/log/record_json.hpp"
#include "arena/run/transport/greeting.hpp"
#include "arena/run/transport/message.hpp"
#include "arena/run/transport/rank_source.hpp"
#include "arena/run/transport/reference_work.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/unit/arena/drawn_games.hpp"

namespace ludex::arena {

using namespace host;
using namespace log;
using namespace run;
namespace {

using tests::Dice;
using tests::draw_all;
using tests::drawn_record;
using tests::drawn_spec;
using tests::samples;
using tests::TemporaryFolder;

// Where the messages of all ranks lie until they are fetched.
class Exchange {
 public:
  explicit Exchange(std::uint32_t ranks) : boxes_(ranks) {}

  void post(std::uint32_t to, Link::Message message) {
    const std::scoped_lock lock(mutex_);
    boxes_[to].push_back(std::move(message));
  }
  bool fetch(std::uint32_t who, Link::Message& message) {
    const std::scoped_lock lock(mutex_);
    if (boxes_[who].empty()) return false;
    message = std::move(boxes_[who].front());
    boxes_[who].pop_front();
    return true;
  }
  [[nodiscard]] std::uint32_t ranks() const { return static_cast<std::uint32_t>(boxes_.size()); }

 private:
  std::mutex mutex_;
  std::vector<std::deque<Link::Message>> boxes_;
};

class MemoryLink final : public Link {
 public:
  MemoryLink(Exchange& exchange, std::uint32_t rank) : exchange_(exchange), rank_(rank) {}

  [[nodiscard]] std::uint32_t rank() const noexcept override { return rank_; }
  [[nodiscard]] std::uint32_t ranks() const noexcept override { return exchange_.ranks(); }
  Result<void> send(std::uint32_t to, std::string_view bytes) override {
    exchange_.post(to, {rank_, std::string(bytes)});
    return {};
  }
  [[nodiscard]] Result<bool> receive(Message& message) override { return exchange_.fetch(rank_, message); }
  Result<void> close() override { return {}; }
  void abort(int) noexcept override { std::abort(); }

 private:
  Exchange& exchange_;
  std::uint32_t rank_;
};

// What a rank does, without plug-ins: RankSource with slots that draw their records.
struct Player {
  const TournamentSpec& spec;
  std::string problem;               // told in the answer
  std::uint64_t fail_after = ~0ULL;  // games
  std::string node = "n1";
  bool cannot_play = false;             // said once it is ready
  std::chrono::milliseconds late{0};    // to be ready
  std::latch* everybody = nullptr;      // who has a game; the first of each rank lasts until all have one
  std::atomic<bool>* waited = nullptr;  // in vain

  void run(Link& link, std::uint32_t seed) const {
    Link::Message message;
    while (true) {
      REQUIRE(*wait_for_message(link, message, 60));
      MessageReader in(message.bytes);
      const auto kind = in.get<MessageKind>();
      if (kind == MessageKind::kGreeting) {
        Answer answer;
        answer.machine.node = node;
        answer.machine.cores = answer.cores_online = 4;
        if (!problem.empty()) answer.problems.push_back(problem);
        MessageWriter out(MessageKind::kAnswer);
        out.put_text(to_json(answer));
        REQUIRE(link.send(0, out.bytes()));
      } else if (kind == MessageKind::kStart) {
        const auto slots = in.get<std::uint32_t>();
        std::this_thread::sleep_for(late);
        MessageWriter out(MessageKind::kReady);
        out.put(0.0);
        REQUIRE(link.send(0, out.bytes()));
        return play(link, slots, seed);
      } else {
        REQUIRE(kind == MessageKind::kQuit);
        REQUIRE(link.send(0, MessageWriter(MessageKind::kFarewell).bytes()));
        return;
      }
    }
  }

  void wait_for_everybody() const {
    everybody->count_down();
    for (int i = 0; i < 3000 && !everybody->try_wait(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (!everybody->try_wait()) *waited = true;
  }

  void play(Link& link, std::uint32_t slots, std::uint32_t seed) const {
    RankSource source(spec, slots);
    if (cannot_play) source.fail("drawn failure");
    std::atomic<std::uint64_t> played = 0;
    std::vector<std::thread> team;
    for (std::uint32_t i = 0; i < slots; ++i) {
      team.emplace_back([&, i] {
        Dice random(seed + i);
        while (auto ticket = source.take(true)) {
          const std::uint64_t number = ++played;
          if (number > fail_after) return source.fail("drawn failure");
          if (everybody != nullptr && number == 1) wait_for_everybody();
          // Another order than that of the schedule.
          if (random() % 4 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 300));
          GameRecord record = drawn_record(spec, ticket->task, source.record(*ticket).spec_hash);
          source.give(*ticket, std::move(record));
        }
      });
    }
    Link::Message message;
    bool told = false;
    for (bool on = true; on;) {
      auto out = source.collect(std::chrono::microseconds(100));
      if (out.failure && !std::exchange(told, true)) {
        MessageWriter failed(MessageKind::kFailed);
        failed.put_text(*out.failure);
        REQUIRE(link.send(0, failed.bytes()));
      }
      if (out.news) {
        MessageWriter records(MessageKind::kRecords);
        records.put(out.limit);
        records.put(static_cast<std::uint32_t>(out.records.size()));
        for (const auto& [index, line] : out.records) records.put(index), records.put_text(line);
        REQUIRE(link.send(0, records.bytes()));
      }
      while (*link.receive(message)) {
        MessageReader in(message.bytes);
        on = in.get<MessageKind>() == MessageKind::kGames;
        if (!on) break;
        for (auto n = in.get<std::uint32_t>(); n != 0; --n) {
          const auto order = in.get<GameOrder>();
          static_cast<void>(in.get_text()), static_cast<void>(in.get_text());
          source.add(order, {});
        }
        CHECK(in.ok());
      }
    }
    source.quit();
    for (auto& thread : team) thread.join();
    REQUIRE(link.send(0, MessageWriter(MessageKind::kFarewell).bytes()));
  }
};

std::string log_of(const std::string& folder) {
  std::ifstream in(folder + "/games.jsonl", std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// A run on these ranks; the error of the host, or "".
std::string run_on(const std::vector<Player>& players, const TournamentSpec& spec, const std::string& folder,
                   std::uint32_t seed, std::vector<RunNode>* nodes = nullptr,
                   const std::uint32_t* stop = nullptr) {
  Exchange exchange(static_cast<std::uint32_t>(players.size()) + 1);
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < players.size(); ++i) {
    threads.emplace_back([&, i] {
      MemoryLink link(exchange, i + 1);
      players[i].run(link, seed + 100 * i);
    });
  }
  const auto host = [&]() -> Result<void> {
    MemoryLink link(exchange, 0);
    Ranks ranks(link);
    Ledger::Warnings warnings;
    const auto ledger = Ledger::open(spec, make_schedule(spec), folder, true, warnings);
    if (!ledger) return Error{ledger.error()};
    if (auto opened = (*ledger)->open_logs(); !opened) return opened;
    (*ledger)->begin(nullptr, stop);
    if (auto greeted = ranks.greet({}, spec); !greeted) return greeted;
    if (auto started = ranks.start(false); !started) return started;
    auto end = ranks.play(**ledger);
    if (nodes != nullptr) *nodes = ranks.nodes();
    return end;
  };
  const auto end = host();
  for (auto& thread : threads) thread.join();
  return end ? "" : end.error();
}

std::vector<TournamentSpec> every_format() {
  std::vector<TournamentSpec> specs;
  specs.push_back(drawn_spec(2, 4, 12));
  specs.push_back(drawn_spec(1, 6, 8));
  specs.back().format.type = FormatType::kGauntlet;
  specs.back().format.challengers = {"a0", "a3"};
  specs.push_back(drawn_spec(1, 9, 2));
  specs.back().format.type = FormatType::kSwiss;
  specs.back().format.swiss_rounds = 5;
  specs.back().format.match_games = 4;
  specs.push_back(drawn_spec(2, 7, 2));
  specs.back().format.type = FormatType::kKnockout;
  specs.back().format.match_games = 4;
  specs.back().format.max_games = 12;
  specs.push_back(drawn_spec(1, 2, 2));
  specs.back().format.type = FormatType::kSprt;
  specs.back().format.max_games = 400;
  specs.back().format.sprt.elo0 = 0;
  specs.back().format.sprt.elo1 = 30;
  return specs;
}

}  // namespace

TEST_CASE("every format has the log of one machine, for any number of ranks and slots") {
  Dice random(7);
  for (TournamentSpec spec : every_format()) {
    CAPTURE(to_text(spec.format.type));
    const TemporaryFolder folder;
    draw_all(spec, make_schedule(spec), folder.file("one"), 1, random);
    const std::string expected = log_of(folder.file("one"));
    REQUIRE(expected.size() > 1000);
    for (std::uint32_t i = 0; i < std::max(2U, samples(8)); ++i) {
      const std::uint32_t ranks = 1 + random() % 5;
      spec.concurrency = 1 + random() % 4;
      CAPTURE(i);
      CAPTURE(ranks);
      CAPTURE(spec.concurrency);
      const std::string out = folder.file(std::to_string(i));
      std::vector<RunNode> nodes;
      CHECK(run_on(std::vector<Player>(ranks, Player{spec, {}}), spec, out, random(), &nodes) == "");
      CHECK(log_of(out) == expected);
      REQUIRE(nodes.size() == 1);
      CHECK(nodes[0].ranks == ranks);
      CHECK(nodes[0].slots == ranks * spec.concurrency);
      CHECK_FALSE(std::filesystem::exists(out + "/games.pending.jsonl"));
    }
  }
}

TEST_CASE("a rank that fails ends the run, and what is missing is played by the next one") {
  Dice random(8);
  TournamentSpec spec = drawn_spec(1, 5, 20);
  spec.concurrency = 2;
  const TemporaryFolder folder;
  draw_all(spec, make_schedule(spec), folder.file("one"), 1, random);
  const std::string out = folder.file("out");
  int failures = 0;
  for (std::uint64_t n = 1;; n += 7) {
    // Each of them: which rank is given most is up to chance.
    std::vector<Player> players(3, Player{spec, {}});
    for (Player& player : players) player.fail_after = n;
    const std::string end = run_on(players, spec, out, random());
    if (end.empty()) break;
    CHECK(end == "drawn failure");
    ++failures;
    REQUIRE(failures < 100);
  }
  CHECK(failures > 0);
  CHECK(log_of(out) == log_of(folder.file("one")));
}

TEST_CASE("ranks that were ready before others are given games, too") {
  TournamentSpec spec = drawn_spec(1, 5, 20);
  spec.concurrency = 1;
  const TemporaryFolder folder;
  std::latch everybody(4);
  std::atomic<bool> waited = false;
  std::vector<Player> players(4, Player{spec, {}});
  for (Player& player : players) player.everybody = &everybody, player.waited = &waited;
  players[2].late = std::chrono::milliseconds(200);
  CHECK(run_on(players, spec, folder.file("out"), 3) == "");
  CHECK_FALSE(waited);
}

TEST_CASE("a rank that fails before the others are ready ends the run") {
  TournamentSpec spec = drawn_spec(1, 5, 20);
  const TemporaryFolder folder;
  std::vector<Player> players(3, Player{spec, {}});
  players[0].cannot_play = true;
  players[2].late = std::chrono::milliseconds(200);
  CHECK(run_on(players, spec, folder.file("out"), 3) == "drawn failure");
}

TEST_CASE("the host is told to stop: nothing is lost that had come back") {
  Dice random(9);
  TournamentSpec spec = drawn_spec(1, 4, 10);
  const TemporaryFolder folder;
  const std::uint32_t stop = 1;
  CHECK(run_on(std::vector<Player>(2, Player{spec, {}}), spec, folder.file("out"), 1, nullptr, &stop) == "");
  CHECK(log_of(folder.file("out")).size() < 100'000);
  CHECK(run_on(std::vector<Player>(2, Player{spec, {}}), spec, folder.file("out"), 1) == "");
  draw_all(spec, make_schedule(spec), folder.file("one"), 1, random);
  CHECK(log_of(folder.file("out")) == log_of(folder.file("one")));
}

TEST_CASE("ranks that cannot play are all named before the first game") {
  const TournamentSpec spec = drawn_spec(1, 3, 2);
  const TemporaryFolder folder;
  std::vector<Player> players(3, Player{spec, {}});
  players[0].problem = "node n1: the agent 'uct' (SHA-256) differs";
  players[2].problem = "node n3: its clock is 100 s behind";
  const std::string end = run_on(players, spec, folder.file("out"), 1);
  CHECK(end.find("2 problems on other nodes") == 0);
  CHECK(end.find("node n1: the agent 'uct'") != std::string::npos);
  CHECK(end.find("node n3: its clock") != std::string::npos);
  CHECK(log_of(folder.file("out")).empty());
}

TEST_CASE("greeting and answer arrive as they were sent, and a difference is told with both values") {
  Greeting greeting{"0.1", "g++", {"abc", true}, {{"agent", "uct", "1", "b", "d1"}}, "name: x\n", "0f",
                    {},    "/t",  12.5};
  greeting.files = {{"/nowhere/weights", "d3"}};
  const auto read = greeting_from_json(to_json(greeting));
  REQUIRE(read);
  CHECK(to_json(*read) == to_json(greeting));
  CHECK_FALSE(greeting_from_json("{}"));
  Answer answer;
  answer.machine = {"cpu", "linux", 4, 100, "n7", "performance"};
  answer.problems = {"p", "q"};
  const auto answered = answer_from_json(to_json(answer));
  REQUIRE(answered);
  CHECK(answered->machine == answer.machine);
  CHECK(answered->problems == answer.problems);

  RunSegment here;
  here.version = "0.1";
  here.build = "clang++";
  here.commit = {"abc", true};
  here.machine.node = "n7";
  here.plugins = {{"agent", "uct", "1", "b", "d2"}};
  const auto problems = compare(greeting, here);
  REQUIRE(problems.size() == 3);
  CHECK(problems[0] == "node n7: the build of ludex differs\n  here: clang++\n  host: g++");
  CHECK(problems[1] == "node n7: the agent 'uct' (SHA-256) differs\n  here: d2\n  host: d1");
  CHECK(problems[2].find("the file /nowhere/weights (SHA-256) differs") != std::string::npos);
  here.build = "g++";
  here.plugins[0].sha256 = "d1";
  greeting.files.clear();
  CHECK(compare(greeting, here).empty());
}

TEST_CASE("messages that were cut short are noticed") {
  MessageWriter out(MessageKind::kRecords);
  out.put(std::uint64_t{7});
  out.put_text("line");
  for (std::size_t size = 0; size < out.bytes().size(); ++size) {
    MessageReader in(std::string_view(out.bytes()).substr(0, size));
    static_cast<void>(in.get<MessageKind>()), static_cast<void>(in.get<std::uint64_t>());
    CHECK(in.get_text().empty());
    CHECK_FALSE(in.ok());
  }
  MessageReader in(out.bytes());
  CHECK(in.get<MessageKind>() == MessageKind::kRecords);
  CHECK(in.get<std::uint64_t>() == 7);
  CHECK(in.get_text() == "line");
  CHECK(in.ok());
}

TEST_CASE("the reference work takes time, in every thread") {
  CHECK(reference_seconds(2) > 0);
}

}  // namespace ludex::arena
