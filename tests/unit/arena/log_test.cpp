#include <csignal>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "arena/base/json/value.hpp"
#include "arena/results/log/log_reader.hpp"
#include "arena/results/log/log_writer.hpp"
#include "tests/support/arena_fixture.hpp"
#include "tests/support/log_content.hpp"

namespace ludex::arena {

using namespace host;
using namespace log;
using namespace run;
namespace {

GameRecord sample(int i = 0) {
  GameRecord record;
  record.id = "connect-k/r003/uct-1k/ab#" + std::to_string(i);
  record.game = "connect-k";
  record.agents = {"uct-1k", "ab"};
  record.round = 3;
  record.opening = {"d1", "d2"};
  record.moves = {"c1", "e1", "b1"};
  record.outcome = GameResult::kFirstWins;
  record.termination = Termination::kIllegalMove;
  record.note = "played 'z9'";
  record.seed = std::numeric_limits<std::uint64_t>::max();
  record.plies = 5;
  record.stats[0] = {2, 2000, 2100, 0.1, 0.2, 7};
  record.stats[1] = {1, 0, 20000, 1e-9, 1.0 / 3.0, 9};
  record.spec_hash = "00000000000000ab";
  return record;
}

LogWriter open(const std::string& path, LogStart start) {
  auto writer = LogWriter::open(path, start);
  REQUIRE_MESSAGE(writer, writer.error());
  return *std::move(writer);
}

}  // namespace

TEST_CASE("a record is one JSON object with the documented fields, golden") {
  CHECK(to_json_line(sample()) ==
        R"({"id":"connect-k/r003/uct-1k/ab#0","game":"connect-k","agents":["uct-1k","ab"],"round":3,)"
        R"("opening":["d1","d2"],"moves":["c1","e1","b1"],"outcome":"1-0","termination":"illegal-move",)"
        R"("note":"played 'z9'","seed":18446744073709551615,"plies":5,"stats":[)"
        R"({"moves":2,"iterations":2000,"nodes":2100,"cpu_seconds":0.1,"wall_seconds":0.2,"depth_max":7},)"
        R"({"moves":1,"iterations":0,"nodes":20000,"cpu_seconds":1e-09,"wall_seconds":0.3333333333333333,)"
        R"("depth_max":9}],"spec_hash":"00000000000000ab"})");
}

TEST_CASE("records survive the way through JSON") {
  GameRecord record = sample();
  CHECK(game_record_from_json(to_json_line(record)).value() == record);
  record.position = "8/8 w - \"x\"\n\t\\ \xC3\xBC";
  record.note = "";
  record.opening.clear();
  CHECK(game_record_from_json(to_json_line(record)).value() == record);
  for (int i = 0; i < kTerminations; ++i) {
    record.termination = static_cast<Termination>(i);
    CHECK(enum_from_text<Termination>(to_text(record.termination)) == record.termination);
    CHECK(game_record_from_json(to_json_line(record)).value() == record);
  }
  for (const auto result :
       {GameResult::kFirstWins, GameResult::kSecondWins, GameResult::kDraw, GameResult::kNone})
    CHECK(enum_from_text<GameResult>(to_text(result)) == result);
}

TEST_CASE("values of every move, golden; lists of zeros and times that say nothing new are left out") {
  GameRecord record = sample();
  record.stats[0].overruns = 1;
  record.stats[0].engine_cpu_seconds = 0.5;
  record.stats[0].series = {.cpu_us = {100000, 50},
                            .wall_us = {104900, 150},
                            .engine_cpu_us = {70000, 300},
                            .iterations = {1000, 1000},
                            .nodes = {0, 0},
                            .depth = {7, 3},
                            .clock_ms = {900, 0},
                            .value = {MoveValue{0.0625, ValueUnit::kExpected}, std::nullopt}};
  MoveSeries& second = record.stats[1].series;
  second.cpu_us = {9};
  second.wall_us = {110};
  second.value = {MoveValue{-35, ValueUnit::kCenti}};
  const std::string line = to_json_line(record);
  const auto has = [&](const char* part) { return line.find(part) != std::string::npos; };
  CHECK(has(R"("depth_max":7,"engine_cpu_seconds":0.5,"overruns":1,"by_move":{"cpu_us":[100000,50],)"
            R"("engine_cpu_us":[70000,300],"iterations":[1000,1000],)"
            R"("depth":[7,3],"clock_ms":[900,0],"unit":"expected","value":[0.0625,null]}})"));
  CHECK(has(R"("depth_max":9,"by_move":{"cpu_us":[9],"wall_us":[110],"unit":"centi","value":[-35]}})"));
  record.stats[0].series.wall_us.clear();
  record.stats[0].series.nodes.clear();
  CHECK(game_record_from_json(line).value() == record);
}

TEST_CASE("calls waited for on a busy machine") {
  GameRecord record = sample();
  CHECK(to_json_line(record).find("starved") == std::string::npos);
  record.stats[1].starved = 3;
  CHECK(to_json_line(record).find(R"("starved":3)") != std::string::npos);
  CHECK(game_record_from_json(to_json_line(record)).value() == record);
}

TEST_CASE("tests that compare logs do not see whether a clock has ticked") {
  GameRecord record = sample();
  record.stats[0].series = {};
  record.stats[1].series = {};
  const auto content_of = [&] {
    const tests::TemporaryFolder folder;
    folder.write("games.jsonl", to_json_line(record) + "\n");
    return tests::ordered_content(folder.path());
  };
  const auto quick = content_of();
  // A list of zeros would be left out.
  record.stats[0].series.cpu_us = {1, 0};
  record.stats[0].series.wall_us = {170, 0};
  CHECK(content_of() == quick);
  record.stats[0].series.iterations = {5, 6};
  CHECK(content_of() != quick);
}

TEST_CASE("whatever the strings hold, a line is one line of valid JSON in UTF-8") {
  GameRecord record = sample();
  record.note = std::string("\xFF\xFE\0\n\r\xED\xA0\x80\xF4", 9);
  record.stats[0].cpu_seconds = std::numeric_limits<double>::quiet_NaN();
  const std::string line = to_json_line(record);
  CHECK(line.find('\n') == std::string::npos);
  CHECK(json::Value::parse_if_valid(line).has_value());  // checks UTF-8, too
  const auto again = game_record_from_json(line);
  REQUIRE(again);
  CHECK(again->moves == record.moves);
  CHECK(again->stats[0].cpu_seconds == 0);
}

TEST_CASE("results and forfeits") {
  CHECK(game_result(GameStatus::kOngoing) == GameResult::kNone);
  CHECK(game_result(GameStatus::kDraw) == GameResult::kDraw);
  CHECK(game_result(win_for(0)) == GameResult::kFirstWins);
  CHECK(game_result(win_for(1)) == GameResult::kSecondWins);
  CHECK(loss_of(0) == GameResult::kSecondWins);
  CHECK(loss_of(1) == GameResult::kFirstWins);
  CHECK_FALSE(is_forfeit(Termination::kNormal));
  CHECK_FALSE(is_forfeit(Termination::kPlyLimit));
  CHECK_FALSE(is_forfeit(Termination::kHostStopped));
  CHECK(is_forfeit(Termination::kIllegalMove));
  CHECK(is_forfeit(Termination::kWithdrawn));
}

TEST_CASE("bad records say what is wrong") {
  const auto error = [](const std::string& line) {
    const auto record = game_record_from_json(line);
    return record ? "" : record.error();
  };
  CHECK(error("{").starts_with("not JSON: "));
  CHECK(error("[1]") == "not a JSON object");
  CHECK(error("{}") == "'id' is missing or not a text");
  const auto with = [](const char* key, const json::Value& value) {
    auto json = json::Value::parse(to_json_line(sample()));
    json[key] = value;
    return json.dump();
  };
  CHECK(error(with("new-field", {1, 2})) == "");
  CHECK(error(with("seed", -1)) == "'seed' is missing or not a whole number in range");
  CHECK(error(with("round", 1ULL << 32)) == "'round' is missing or not a whole number in range");
  CHECK(error(with("moves", {1})) == "'moves' is missing or not a list of texts");
  CHECK(error(with("agents", {"a"})) == "'agents' is missing or not a list of two to eight names");
  CHECK(error(with("outcome", "2-0")) == "'outcome' is missing or not 1-0, 0-1, 1/2-1/2 or *");
  CHECK(error(with("termination", "bored")) == "'termination' is missing or not a known reason");
  CHECK(error(with("stats", {1, 2})) == "'stats' is not a pair of objects");
  CHECK(error(with("stats", {json::Value::object(), json::Value::object()})) ==
        "in 'stats': 'moves' is missing or not a whole number in range");
  const auto by_move = [&](const json::Value& value) {
    auto json = json::Value::parse(to_json_line(sample()));
    json["stats"][1]["by_move"] = value;
    return error(json.dump());
  };
  CHECK(by_move({{"unknown", 1}}) == "");
  CHECK(by_move(1) == "in 'stats': 'by_move' is missing or not an object");
  CHECK(by_move({{"nodes", {1, -1}}}) ==
        "in 'stats': in 'by_move': 'nodes' is missing or not a list of whole numbers");
  CHECK(by_move({{"value", {1}}}) ==
        "in 'stats': in 'by_move': 'unit' is missing or not none | expected | centi | score");
  CHECK(by_move({{"value", {1, 2}}, {"unit", {"centi"}}}) ==
        "in 'stats': in 'by_move': 'unit' is missing or not as long as 'value'");
  CHECK(by_move({{"value", {1}}, {"unit", "centi"}, {"bound", {"about"}}}) ==
        "in 'stats': in 'by_move': 'bound' is missing or not exact | lower | upper | none");
}

TEST_CASE("what is written is read, over several openings of the file") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("new/folder/games.jsonl");
  {
    LogWriter writer = open(path, LogStart::kNew);
    for (int i = 0; i < 10; ++i) CHECK(writer.append(sample(i)));
    CHECK(writer.close());
    CHECK_FALSE(writer.append(sample()));
  }
  CHECK(LogWriter::open(path, LogStart::kNew).error() ==
        "'" + path + "' already holds a log; resume it or choose another folder");
  {
    LogWriter writer = open(path, LogStart::kAppend);
    CHECK(writer.append(sample(10)));
    CHECK(LogWriter::open(path, LogStart::kAppend).error() ==
          "cannot write to '" + path + "': another process is writing to it");
  }
  const auto contents = read_log(path);
  REQUIRE_MESSAGE(contents, contents.error());
  REQUIRE(contents->records.size() == 11);
  for (int i = 0; i < 11; ++i) CHECK(contents->records[static_cast<std::size_t>(i)] == sample(i));
  CHECK_FALSE(contents->torn);
}

TEST_CASE("threads may share a writer") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("games.jsonl");
  LogWriter writer = open(path, LogStart::kNew);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 100; ++i) {
        if (!writer.append(sample(t * 100 + i))) std::abort();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(writer.sync());
  const auto contents = read_log(path);
  REQUIRE_MESSAGE(contents, contents.error());
  CHECK(contents->records.size() == 400);
}

TEST_CASE("a torn last line is found at every length, cut off, and the log goes on") {
  const tests::TemporaryFolder folder;
  const std::string line = to_json_line(sample(1)) + "\n";
  const std::string first = to_json_line(sample(0)) + "\n";
  for (std::size_t cut = 0; cut <= line.size(); ++cut) {
    const std::string path = folder.write("games.jsonl", first + line.substr(0, cut));
    const auto contents = read_log(path);
    REQUIRE_MESSAGE(contents, contents.error());
    CHECK(contents->records.size() == (cut == line.size() ? 2 : 1));
    const bool torn = cut != 0 && cut != line.size();
    REQUIRE(contents->torn.has_value() == torn);
    if (!torn) continue;
    CHECK(contents->torn->line == 2);
    CHECK(contents->torn->offset == first.size());
    CHECK(contents->torn->size == cut);
    CHECK(LogWriter::open(path, LogStart::kAppend).error() ==
          "'" + path + "' ends in a torn line; it must be repaired before games are added");
    REQUIRE(repair_log(path, *contents->torn));
    CHECK(folder.read("games.jsonl") == first);
    CHECK_FALSE(repair_log(path, *contents->torn));  // it has changed since
    if (cut % 50 == 1) {
      CHECK(open(path, LogStart::kAppend).append(sample(1)));
      Chain chain;
      CHECK(chain.follow(first.substr(0, first.size() - 1)));  // as versions before digests wrote it
      CHECK(folder.read("games.jsonl") == first + chain.seal(to_json_line(sample(1))) + "\n");
    }
  }
}

TEST_CASE("a cursor shows lines without their ends, and where they are") {
  const std::string text = "\xEF\xBB\xBFone\r\n\nthree\nto";
  LogCursor cursor(text, "x.jsonl");
  const std::vector<std::string> lines{"one", "", "three", "to"};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    REQUIRE(cursor.next());
    CHECK(cursor.line() == lines[i]);
    CHECK(cursor.number() == i + 1);
    CHECK(cursor.torn() == (i == 3));
    CHECK(cursor.error("bad").message == "x.jsonl:" + std::to_string(i + 1) + ": bad");
  }
  CHECK(cursor.torn_line().line == 4);
  CHECK(cursor.torn_line().offset == text.size() - 2);
  CHECK(cursor.torn_line().size == 2);
  CHECK_FALSE(cursor.next());
  CHECK(cursor.error_at(2, "there").message == "x.jsonl:2: there");
  CHECK_FALSE(LogCursor("", "x").next());
}

TEST_CASE("what a reader has against a game stands at its line, and nothing is read behind it") {
  const tests::TemporaryFolder folder;
  const std::string path =
      folder.write("games.jsonl", to_json_line(sample(0)) + "\n" + to_json_line(sample(1)) + "\ngarbage\n");
  int seen = 0;
  const auto end = visit_log(path, [&](GameRecord&&) -> Result<void> {
    if (++seen == 2) return Error{"not this one"};
    return {};
  });
  REQUIRE_FALSE(end);
  CHECK(end.error() == path + ":2: not this one");
  CHECK(seen == 2);
}

TEST_CASE("other damage is refused with file and line") {
  const tests::TemporaryFolder folder;
  const std::string good = to_json_line(sample()) + "\n";
  const auto error = [&](const std::string& text) {
    const auto contents = read_log(folder.write("g", text));
    return contents ? "" : contents.error();
  };
  const std::string path = folder.file("g");
  CHECK(error("") == "");
  CHECK(error(good + good.substr(0, 40) + "\n" + good).starts_with(path + ":2: not JSON: "));
  CHECK(error(good + "\n").starts_with(path + ":2: not JSON: "));
  CHECK(error(good + good + "{}\n") == path + ":3: 'id' is missing or not a text");
  CHECK(error(std::string(100, '\0') + "\n").starts_with(path + ":1: not JSON: "));
  CHECK(read_log("/nonexistent/g").error() == "cannot read '/nonexistent/g': No such file or directory");
  CHECK(read_log("/").error() == "cannot read '/': Is a directory");
}

TEST_CASE("places that cannot be written to are refused with the reason") {
  const tests::TemporaryFolder folder;
  const std::string file = folder.write("file", "x\n");
  const auto blocked = LogWriter::open(file + "/sub/games.jsonl", LogStart::kNew);
  REQUIRE_FALSE(blocked);
  CHECK(blocked.error() == "cannot make the folder '" + file + "/sub': Not a directory");
  CHECK(LogWriter::open(folder.file("."), LogStart::kNew).error().find("Is a directory") !=
        std::string::npos);
  CHECK_FALSE(LogWriter::open("/proc/games.jsonl", LogStart::kNew));
}

TEST_CASE("a full device is an error") {
  auto writer = LogWriter::open("/dev/full", LogStart::kNew);
  REQUIRE_MESSAGE(writer, writer.error());
  CHECK(writer->append(sample()).error() == "cannot write to '/dev/full': No space left on device");
}

TEST_CASE("a write that is cut short leaves no torn line, and can be tried again") {
  const tests::TemporaryFolder folder;
  const std::string path = folder.file("games.jsonl");
  Chain chain;
  std::vector<std::string> lines;
  for (int i = 0; i < 3; ++i) lines.push_back(chain.seal(to_json_line(sample())) + "\n");
  const std::size_t size = lines[0].size();
  // In a child, since the limit on file sizes cannot be raised again everywhere.
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    ::getrlimit(RLIMIT_FSIZE, &limit);
    const rlimit small{static_cast<rlim_t>(size * 5 / 2), limit.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    auto writer = LogWriter::open(path, LogStart::kNew);
    if (!writer) ::_exit(1);
    if (!writer->append(sample()) || !writer->append(sample())) ::_exit(2);
    for (int i = 0; i < 3; ++i) {
      const auto third = writer->append(sample());
      if (third || third.error() != "cannot write to '" + path + "': File too large") ::_exit(3);
      if (folder.read("games.jsonl") != lines[0] + lines[1]) ::_exit(4);
    }
    ::setrlimit(RLIMIT_FSIZE, &limit);
    if (!writer->append(sample())) ::_exit(5);
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(folder.read("games.jsonl") == lines[0] + lines[1] + lines[2]);
}

TEST_CASE("digests of records are those that any other program computes") {
  // printf '%064d{"a":1' 0 | sha256sum; then the first digest and {"b":2
  Chain chain;
  CHECK(chain.seal(R"({"a":1})") ==
        R"({"a":1,"chain":"a6fc8d7dbf738917ee8344e1cd5486b01255b25fe5de4df9be7af29689f6a1aa"})");
  CHECK(chain.seal(R"({"b":2})") ==
        R"({"b":2,"chain":"01d830fb6975b3e4bdde82678fbf22fcf2fac8194baa374a6cd4f67a3029e45b"})");
}

TEST_CASE("a record that was changed, taken out, put in or moved is found, and only then") {
  Chain chain;
  std::vector<std::string> lines;
  constexpr std::size_t kLines = 6;
  for (std::size_t i = 0; i < kLines; ++i)
    lines.push_back(chain.seal(to_json_line(sample(static_cast<int>(i)))));
  const auto check = [](const std::vector<std::string>& log, std::optional<LogHead> head = std::nullopt) {
    ChainCheck found(std::move(head));
    for (const std::string& line : log) found.add(line);
    return found;
  };
  const LogHead head{kLines, chain.head()};
  CHECK(check(lines).state() == ChainCheck::State::kVerified);
  CHECK(check(lines).head() == head);
  CHECK(check(lines, head).text() == "verified");
  CHECK(check(lines, LogHead{3, std::string(split_seal(lines[2]).chain)}).text() == "verified");
  for (std::size_t i = 0; i < kLines; ++i) {
    CAPTURE(i);
    // Every byte of a line counts.
    for (std::size_t at = 0; at < lines[i].size(); at += 7) {
      auto log = lines;
      log[i][at] = log[i][at] == 'x' ? 'y' : 'x';
      CHECK(check(log).state() == ChainCheck::State::kBroken);
      CHECK(check(log).line() == (at < lines[i].size() - 76 ? i + 1 : check(log).line()));
    }
    auto out = lines;
    out.erase(out.begin() + static_cast<std::ptrdiff_t>(i));
    // The last one is missed only by who knows how many there were.
    CHECK((check(out).state() == ChainCheck::State::kBroken) == (i + 1 != kLines));
    CHECK(check(out, head).state() == ChainCheck::State::kBroken);
    auto twice = lines;
    twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
    CHECK(check(twice).line() == i + 2);
    auto bare = lines;
    bare[i] = without_seal(bare[i]);
    CHECK(check(bare).state() == ChainCheck::State::kBroken);
    if (i == 0) continue;
    auto moved = lines;
    std::swap(moved[i - 1], moved[i]);
    CHECK(check(moved).line() == i);
  }
  // Who chains all anew has another head than the one that run.json or a signature names.
  Chain forged;
  std::vector<std::string> all;
  for (const std::string& line : lines) all.push_back(forged.seal(without_seal(line)));
  CHECK(all == lines);
  all.clear();
  forged = Chain();
  for (std::size_t i = 0; i < kLines; ++i)
    all.push_back(forged.seal(to_json_line(sample(static_cast<int>(i == 2)))));
  CHECK(check(all).text() == "verified");
  CHECK(check(all, head).line() == kLines);
}

TEST_CASE("logs of older versions are read, go on, and are then covered as well") {
  std::vector<std::string> lines{to_json_line(sample(0)), to_json_line(sample(1))};
  const auto check = [&] {
    ChainCheck found;
    for (const std::string& line : lines) found.add(line);
    return found;
  };
  CHECK(check().state() == ChainCheck::State::kUnsealed);
  CHECK(check().text().starts_with("not verified: no digests"));
  const tests::TemporaryFolder folder;
  const std::string path = folder.write("games.jsonl", lines[0] + "\n" + lines[1] + "\n");
  CHECK(open(path, LogStart::kAppend).append(sample(2)));
  CHECK(open(path, LogStart::kAppend).append(sample(3)));
  ChainCheck found;
  REQUIRE(visit_log(
      path, [](GameRecord&&) { return Result<void>(); }, &found));
  CHECK(found.state() == ChainCheck::State::kPartly);
  CHECK(found.sealed() == 2);
  std::string text = folder.read("games.jsonl");
  text.replace(text.find("uct-1k"), 6, "uct-2k");
  folder.write("games.jsonl", text);
  ChainCheck changed;
  REQUIRE(visit_log(
      path, [](GameRecord&&) { return Result<void>(); }, &changed));
  CHECK(changed.line() == 3);
}

TEST_CASE("a long log read ahead is shown as one line after the other is") {
  constexpr int kLines = 5000;
  constexpr int kUnsealed = 700;  // written by an older version
  std::vector<std::string> lines;
  Chain chain;
  for (int i = 0; i < kLines; ++i) {
    std::string line = to_json_line(sample(i));
    if (i < kUnsealed) {
      chain.follow(line);
      lines.push_back(std::move(line));
    } else {
      lines.push_back(chain.seal(line));
    }
  }
  const tests::TemporaryFolder folder;
  const auto write = [&](const std::vector<std::string>& what, const std::string& end) {
    std::string text;
    for (const std::string& line : what) text += line + "\n";
    return folder.write("games.jsonl", text + end);
  };
  int next = 0;
  const auto count = [&](const GameRecord& record, const PlayHash&) -> Result<void> {
    if (record.id != sample(next).id) return Error{record.id + " is not the next"};
    ++next;
    return {};
  };
  for (const int size : {0, 1, 127, 128, 129, 256, 257, 4096, kLines}) {
    next = 0;
    ChainCheck check;
    const std::vector<std::string> first(lines.begin(), lines.begin() + size);
    const auto torn = scan_log(write(first, "{\"id\":\"cut"), count, &check);
    REQUIRE_MESSAGE(torn, torn.error());
    CHECK(next == size);
    REQUIRE(*torn);
    CHECK((*torn)->line == static_cast<std::uint64_t>(size) + 1);
    ChainCheck slow;
    for (const std::string& line : first) slow.add(line);
    CHECK(check.head() == slow.head());
    CHECK(check.sealed() == slow.sealed());
    CHECK(check.text() == slow.text());
  }
  for (const int at : {0, 128, 699, 700, 701, 2944, kLines - 1}) {
    auto changed = lines;
    const auto i = static_cast<std::size_t>(at);
    changed[i].replace(changed[i].find("uct-1k"), 6, "uct-2k");
    ChainCheck found;
    ChainCheck slow;
    REQUIRE(scan_log(
        write(changed, ""), [](const GameRecord&, const PlayHash&) { return Result<void>(); }, &found));
    for (const std::string& line : changed) slow.add(line);
    CHECK(found.text() == slow.text());
    changed = lines;
    changed[i] = "{}";
    next = 0;
    const auto bad = scan_log(write(changed, ""), count);
    REQUIRE_FALSE(bad);
    CHECK(bad.error().find(":" + std::to_string(at + 1) + ": ") != std::string::npos);
    CHECK(next == at);
    // A reader that has seen enough.
    next = 0;
    const auto ended = scan_log(write(lines, ""), [&](const GameRecord&, const PlayHash&) -> Result<void> {
      if (next == at) return Error{"enough"};
      ++next;
      return {};
    });
    REQUIRE_FALSE(ended);
    CHECK(ended.error().ends_with(":" + std::to_string(at + 1) + ": enough"));
  }
}

}  // namespace ludex::arena
