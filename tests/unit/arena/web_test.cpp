// What a page is told: changes of drawings, the index of a log, the tree of a search.
#include <array>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "arena/faces/statistics/rate.hpp"
#include "arena/faces/web/boards.hpp"
#include "arena/faces/web/games_section.hpp"
#include "arena/faces/web/http_server.hpp"
#include "arena/faces/web/log_index.hpp"
#include "arena/faces/web/service.hpp"
#include "arena/faces/web/tournaments.hpp"
#include "arena/host/analysis/tree.hpp"
#include "arena/results/log/log_files.hpp"
#include "arena/results/log/record_json.hpp"
#include "core/util/rng.hpp"
#include "tests/support/arena_fixture.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::arena::web {

using namespace exports;
using namespace host;
using namespace log;
using namespace run;
namespace {

using Json = json::Value;

GameRecord sample(int i) {
  GameRecord record;
  record.id = "hex/r" + std::to_string(i);
  record.game = i % 3 == 0 ? "hex" : "mnk";
  record.agents = {i % 2 == 0 ? "a" : "b", i % 2 == 0 ? "b" : "a \"quoted\""};
  record.opening = {"a" + std::to_string(i / 2)};
  record.moves = {"b1"};
  record.outcome = i % 5 == 0   ? GameResult::kDraw
                   : i % 2 == 0 ? GameResult::kFirstWins
                                : GameResult::kSecondWins;
  record.termination = i % 7 == 6 ? Termination::kCrash : Termination::kNormal;
  if (i % 7 == 6) record.outcome = GameResult::kSecondWins;
  record.plies = static_cast<std::uint64_t>(2 + i);
  return record;
}

void append(const std::string& file, const std::string& text) {
  std::ofstream(file, std::ios::app | std::ios::binary) << text;
}

std::vector<std::uint32_t> numbers(const LogIndex& index, const GameFilter& filter) {
  std::size_t total = 0;
  auto found = index.select(filter, 0, 1000, &total);
  CHECK(found.size() == total);
  return found;
}

}  // namespace

TEST_CASE("changes lead from one drawing to the next, whatever they are") {
  Rng rng = Rng::seeded(7);
  Lines before;
  for (int round = 0; round < 2000; ++round) {
    Lines after = before;
    const std::uint32_t edits = rng.below(6);
    for (std::uint32_t i = 0; i < edits; ++i) {
      const std::size_t at = after.empty() ? 0 : rng.below(static_cast<std::uint32_t>(after.size()));
      const auto place = after.begin() + static_cast<std::ptrdiff_t>(at);
      // Few different lines: the same one stands in many places.
      const std::string line(1, static_cast<char>('a' + rng.below(4)));
      if (rng.below(3) == 0 && !after.empty())
        after.erase(place);
      else if (rng.below(2) == 0 && !after.empty())
        *place = line;
      else
        after.insert(place, line);
    }
    const auto list = changes(before, after);
    REQUIRE(changed(before, list) == after);
    if (before == after) CHECK(list.empty());
    std::size_t put = 0;
    for (const Change& change : list) put += change.put.size();
    CHECK(put <= after.size());
    before = std::move(after);
    if (before.size() > 120) before.resize(10);
  }
}

TEST_CASE("a tournament of unlike games: ratings of each game and the warning, as `ludex rate` has them") {
  const tests::TemporaryFolder folder;
  std::string log;
  for (int i = 0; i < 120; ++i) {
    GameRecord record;
    record.id = std::to_string(i);
    record.game = i % 2 == 0 ? "hex" : "othello";
    const bool swapped = i / 2 % 2 == 1;
    record.agents = {swapped ? "b" : "a", swapped ? "a" : "b"};
    // a wins nine of ten in hex, one of ten in othello.
    const bool a_wins = (i % 20 < 2) != (i % 2 == 0);
    record.outcome = a_wins != swapped ? GameResult::kFirstWins : GameResult::kSecondWins;
    record.moves = {"b1"};
    record.plies = 1;
    log += to_json_line(record) + "\n";
  }
  const std::string file = folder.write("games.jsonl", log);
  Tournament tournament("x", "name", folder.path());
  REQUIRE(tournament.update(false));
  const Json standings = Json::parse(*tournament.summary())["standings"];
  statistics::RateOptions options;
  options.logs = {file};
  options.json = true;
  const Json rated = Json::parse(statistics::rate(options).out);
  REQUIRE(standings["warnings"].size() == 2);
  CHECK(standings["warnings"] == rated["warnings"]);
  REQUIRE(standings["by_game"].size() == 2);
  for (std::size_t g = 0; g < 2; ++g) {
    for (const char* field :
         {"game", "players", "advantage", "advantage_error", "draw_elo", "draw_elo_source"})
      CHECK_MESSAGE(standings["by_game"][g][field] == rated["by_game"][g][field], field);
  }
  CHECK(standings["players"] == rated["players"]);
}

TEST_CASE("a tournament whose agents beat each other in a circle, and one whose agents do not") {
  const auto standings = [](bool circle) {
    const tests::TemporaryFolder folder;
    std::string log;
    const std::array<std::array<const char*, 2>, 3> pairs{
        {{"rock", "scissors"},
         {"scissors", "paper"},
         {circle ? "paper" : "rock", circle ? "rock" : "paper"}}};
    for (int i = 0; i < 120; ++i) {
      GameRecord record;
      record.id = std::to_string(i);
      record.game = i < 117 ? "hex" : "othello";
      const auto& pair = pairs[static_cast<std::size_t>(i) % 3];
      const bool swapped = i / 3 % 2 == 1;
      record.agents = {pair[swapped ? 1 : 0], pair[swapped ? 0 : 1]};
      const bool first_of_pair_wins = i / 6 % 10 != 0;
      record.outcome = first_of_pair_wins != swapped ? GameResult::kFirstWins : GameResult::kSecondWins;
      record.moves = {"b1"};
      record.plies = 1;
      log += to_json_line(record) + "\n";
    }
    folder.write("games.jsonl", log);
    Tournament tournament("x", "name", folder.path());
    REQUIRE(tournament.update(false));
    return Json::parse(*tournament.summary())["standings"];
  };
  const Json circle = standings(true);
  // Of all games and of hex; three games of othello say nothing.
  REQUIRE(circle["cycles"].size() == 2);
  CHECK(circle["cycles"][0]["game"] == "");
  CHECK(circle["cycles"][1]["game"] == "hex");
  REQUIRE(circle["cycles"][0]["cycles"].size() == 1);
  const std::string text = circle["cycles"][0]["cycles"][0].get<std::string>();
  CHECK(text.find("rock beats scissors") != std::string::npos);
  for (const Json& agent : circle["cycles"][0]["agents"]) {
    CHECK(std::abs(agent["nash"].get<double>() - 1.0 / 3) < 0.05);
    CHECK(std::abs(agent["elo"].get<double>()) < 30);
  }
  CHECK(standings(false)["cycles"].size() == 0);
}

TEST_CASE("the index knows each game of a log as it grows, and counts as the records do") {
  const tests::TemporaryFolder folder;
  const std::string log = folder.file("games.jsonl");
  folder.write("games.jsonl", "");
  LogIndex index(folder.path().string());
  REQUIRE(index.update(1 << 20));
  CHECK(index.size() == 0);
  std::uint64_t forfeits_a = 0;
  std::array<std::uint64_t, 3> a_b{};
  for (int i = 0; i < 60; ++i) {
    const GameRecord record = sample(i);
    const std::string line = to_json_line(record) + "\n";
    // In two pieces: a line without an end is waited for.
    append(log, line.substr(0, line.size() / 2));
    REQUIRE(index.update(1 << 20));
    CHECK(index.size() == static_cast<std::size_t>(i));
    append(log, line.substr(line.size() / 2));
    const auto grown = index.update(64);  // a line is longer than a piece
    REQUIRE(grown);
    CHECK(*grown);
    REQUIRE(index.size() == static_cast<std::size_t>(i) + 1);
    const auto back = index.line(static_cast<std::size_t>(i));
    REQUIRE(back);
    CHECK(*game_record_from_json(*back) == record);
    if (record.agents[0] == "a")
      ++a_b[record.outcome == GameResult::kFirstWins ? 0 : record.outcome == GameResult::kDraw ? 1 : 2];
    if (record.termination == Termination::kCrash && record.agents[0] == "a") ++forfeits_a;
  }
  // By label; together they are all games.
  REQUIRE(index.pairs().size() == 2);
  std::array<std::uint64_t, 3> sum{};
  for (const auto& pairs : index.pairs()) {
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += pairs.at({0, 1})[k];
  }
  CHECK(sum == a_b);
  CHECK(index.forfeits().by_loser().at("a").at("crash") == forfeits_a);
  CHECK(index.endings()[static_cast<std::size_t>(Termination::kCrash)] == 8);
  CHECK(index.faults() == std::vector<std::uint32_t>{6, 13, 20, 27, 34, 41, 48, 55});

  GameFilter filter;
  filter.termination = "fault";
  CHECK(numbers(index, filter) == std::vector<std::uint32_t>{55, 48, 41, 34, 27, 20, 13, 6});
  filter = {};
  filter.agent = "a \"quoted\"";
  CHECK(numbers(index, filter).size() == 30);
  filter.game = "hex";
  CHECK(numbers(index, filter).size() == 10);
  filter = {};
  filter.agent = "nobody";
  CHECK(numbers(index, filter).empty());
  filter = {};
  filter.outcome = "1/2-1/2";
  for (const std::uint32_t i : numbers(index, filter))
    CHECK(sample(static_cast<int>(i)).outcome == GameResult::kDraw);
  // Both games of a pair have one opening, if they are of one label.
  CHECK(index.game(2).opening != index.game(4).opening);
  CHECK(index.game(4).opening == index.game(4).opening);
  std::size_t total = 0;
  CHECK(index.select({}, 5, 3, &total) == std::vector<std::uint32_t>{54, 53, 52});
  CHECK(total == 60);
}

TEST_CASE(
    "an index that was kept is the one that would be made, and none that belongs to another log is used") {
  const tests::TemporaryFolder folder;
  std::string text;
  GameRecord long_one = sample(1);
  long_one.note = std::string(200'000, 'x');
  for (int i = 0; i < 100; ++i) text += to_json_line(i % 2 == 0 ? long_one : sample(i)) + "\n";
  folder.write("games.jsonl", text);
  const auto read = [&] {
    LogIndex index(folder.path().string());
    while (index.seen() < text.size()) REQUIRE(index.update(1 << 20));
    return index;
  };
  LogIndex first = read();
  first.keep();
  REQUIRE(std::filesystem::exists(folder.file("games.index")));
  LogIndex second(folder.path().string());
  REQUIRE(second.update(0));  // no room to read anything: what is known is from the file
  REQUIRE(second.size() == 100);
  CHECK(second.pairs() == first.pairs());
  CHECK(second.agents() == first.agents());
  CHECK(second.faults() == first.faults());
  CHECK(*second.line(99) == *first.line(99));

  SUBCASE("the same log, compressed") {
    const std::string last = *first.line(99);
    REQUIRE(compress_log(folder.path().string()));
    LogIndex compressed(folder.path().string());
    while (compressed.seen() < text.size()) REQUIRE(compressed.update(1 << 20));
    CHECK(compressed.size() == 100);
    CHECK(compressed.pairs() == first.pairs());
    CHECK(*compressed.line(99) == last);
    CHECK_FALSE(*compressed.update(1 << 20));
  }
  SUBCASE("another log of the same length") {
    text[text.size() - 20] = text[text.size() - 20] == '0' ? '1' : '0';
    text.replace(text.find("\"hex/r1\""), 8, "\"hex/r9\"");
    folder.write("games.jsonl", text);
    LogIndex other(folder.path().string());
    static_cast<void>(other.update(0));
    CHECK(other.size() == 0);
  }
  SUBCASE("a file cut short, or filled with nonsense") {
    const std::string whole = folder.read("games.index");
    for (const std::size_t size : {std::size_t{0}, std::size_t{7}, sizeof(IndexedGame), whole.size() - 1}) {
      folder.write("games.index", std::string_view(whole).substr(0, size));
      LogIndex other(folder.path().string());
      REQUIRE(other.update(0));
      CHECK(other.size() == 0);
    }
    Rng rng = Rng::seeded(3);
    for (int i = 0; i < 300; ++i) {
      std::string spoilt = whole;
      for (int k = 0; k < 4; ++k)
        spoilt[rng.below(static_cast<std::uint32_t>(spoilt.size()))] = static_cast<char>(rng.below(256));
      folder.write("games.index", spoilt);
      LogIndex other(folder.path().string());
      REQUIRE(other.update(0));
      CHECK((other.size() == 0 || other.size() == 100));
    }
  }
  SUBCASE("a log that has become shorter is read anew") {
    folder.write("games.jsonl", to_json_line(sample(3)) + "\n");
    const auto changed = second.update(1 << 20);
    REQUIRE(changed);
    CHECK(*changed);
    CHECK(second.size() == 1);
  }
}

TEST_CASE("a line that is no game is an error with its place") {
  const tests::TemporaryFolder folder;
  folder.write("games.jsonl", to_json_line(sample(0)) + "\n{\"id\": 3}\n");
  LogIndex index(folder.path().string());
  const auto done = index.update(1 << 20);
  REQUIRE_FALSE(done);
  CHECK(done.error().find("games.jsonl:2: ") != std::string::npos);
  CHECK(index.size() == 1);
}

TEST_CASE("queries are decoded as browsers write them") {
  Request request;
  request.query = "agent=uct+4k&game=hex%3Asize%3D5&x=%zz&y=%4&empty=";
  CHECK(request.parameter("agent") == "uct 4k");
  CHECK(request.parameter("game") == "hex:size=5");
  CHECK(request.parameter("x") == "%zz");
  CHECK(request.parameter("y") == "%4");
  CHECK(request.parameter("empty").empty());
  CHECK(request.parameter("missing").empty());
  CHECK(decoded("/a+b%2f..", false) == "/a+b/..");
}

TEST_CASE("which addresses are this machine's own") {
  CHECK(is_loopback("127.0.0.1"));
  CHECK(is_loopback("127.1.2.3"));
  CHECK(is_loopback("::1"));
  CHECK_FALSE(is_loopback("0.0.0.0"));
  CHECK_FALSE(is_loopback("::"));
  CHECK_FALSE(is_loopback("192.168.0.127"));
}

TEST_CASE("a position tells its legal moves and refuses what is none") {
  const GameModule<tests::LineRules> game(tests::LineRules{4});
  const auto start = position_json(game, {"", {}});
  REQUIRE(start);
  const Json json = Json::parse(*start);
  CHECK(json["legal"].size() == 4);
  CHECK(json["to_move"] == 0);
  CHECK(json["status"] == "ongoing");
  CHECK(json["board"].contains("text"));
  const auto after = position_json(game, {"", {"c1"}});
  REQUIRE(after);
  CHECK(Json::parse(*after)["moves"][0]["move"] == "c1");
  CHECK(Json::parse(*after)["moves"][0]["mover"] == 0);
  const auto wrong = position_json(game, {"", {"c1", "c1"}});
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().find("move 2: ") == 0);
  CHECK_FALSE(position_json(game, {std::string(api::kLongestPosition + 1, 'x'), {}}));
  CHECK_FALSE(position_json(game, {"", std::vector<std::string>(api::kMostMoves + 1, "c1")}));
}

TEST_CASE("a section of games ends no element that is not its own, and keeps to its size") {
  const GameModule<tests::LineRules> game(tests::LineRules{4});
  GameRecord record;
  record.game = "</script><script>alert(1)</script>";
  record.agents = {"<b>", "&amp;"};
  record.moves = {"c1", "c2"};
  record.outcome = GameResult::kDraw;
  const auto played = replay(game, record);
  REQUIRE_MESSAGE(played, (played ? "" : played.error()));
  GamesSection section(10'000);
  std::size_t fitted = 0;
  while (fitted < 1000 && section.add(fitted + 1, record, *played)) ++fitted;
  CHECK(fitted > 1);
  CHECK(fitted < 100);
  CHECK(section.games() == fitted);
  const std::string text = std::move(section).finish(1000);
  CHECK(text.find("</script><script>") == std::string::npos);
  CHECK(text.find("alert(1)<") == std::string::npos);
  CHECK(text.find("of 1000 games") != std::string::npos);
}

namespace {

// An agent's tree, as somebody else's agent might show it.
class OddTree final : public Agent, public Inspect {
 public:
  void destroy() noexcept override {}
  [[nodiscard]] const void* extension(const char* id) const noexcept override {
    return std::string_view(id) == Inspect::kId ? static_cast<const Inspect*>(this) : nullptr;
  }
  Status new_game(const Game*, Player, std::uint64_t, TextSink&) noexcept override { return Status::kOk; }
  Status observe(const State*, Move, TextSink&) noexcept override { return Status::kOk; }
  Status choose(const State*, const Budget*, SearchReport*, Move*, TextSink&) noexcept override {
    return Status::kOk;
  }
  Status solve(const State*, Goal, const Budget*, SearchReport*, TextSink&) noexcept override {
    return Status::kOk;
  }
  [[nodiscard]] const char* column(std::uint32_t index) const noexcept override {
    return index == 0 ? "visits" : index == 1 ? "pn" : nullptr;
  }
  Status children(const Move* path, std::uint32_t size, InspectRow* out, std::uint32_t capacity,
                  std::uint32_t* count, TextSink& error) noexcept override {
    if (size == 2) {
      error.write("no such node");
      return Status::kInvalidArgument;
    }
    *count = 0;
    for (std::uint32_t move = 0; move < 9 && *count < capacity; ++move) {
      InspectRow row = InspectRow::of(Move{move});
      row.values[0] = move;
      row.values[1] = move == 1 ? std::numeric_limits<double>::infinity() : row.values[2];
      row.outcome = static_cast<Outcome>(move == 2 ? 77 : 0);
      row.children = size == 0 ? 1 : 0;
      out[(*count)++] = row;
    }
    static_cast<void>(path);
    return Status::kOk;
  }
};

}  // namespace

TEST_CASE("of a tree that is shown, moves that are not legal and outcomes that are none are left out") {
  const GameModule<tests::LineRules> game(tests::LineRules{4});
  const Position root(game);
  OddTree agent;
  const auto look = TreeLook::of(agent, root);
  REQUIRE(look);
  CHECK(look->columns() == std::vector<std::string>{"visits", "pn"});
  const auto node = look->node({});
  REQUIRE(node);
  REQUIRE(node->rows.size() == root.legal_moves().size());
  CHECK(node->rows.front().values[0] > node->rows.back().values[0]);
  for (const InspectRow& row : node->rows) CHECK(in_range(row.outcome));
  const Json json = Json::parse(to_json(*look, *node, 2));
  CHECK(json["rows"].size() == 2);
  CHECK(json["left_out"] == node->rows.size() - 2);
  const Json all = Json::parse(to_json(*look, *node, 100));
  bool infinite = false;
  for (const Json& row : all["rows"]) {
    infinite = infinite || row["values"][1] == "inf";
    CHECK((row["values"][1] == "inf" || row["values"][1].is_null()));
  }
  CHECK(infinite);

  const Move first = node->rows.front().move;
  const std::array path{first};
  const auto below = look->node(path);
  REQUIRE(below);
  CHECK(below->rows.size() == 3);
  const std::array illegal{first, first};
  CHECK_FALSE(look->node(illegal));

  const auto tree = tree_json(*look, {.depth = 2, .width = 2, .nodes = 100, .column = 0});
  REQUIRE(tree);
  const Json nested = Json::parse(*tree);
  REQUIRE(nested["rows"].size() == 2);
  CHECK(nested["rows"][0]["rows"].size() == 2);
  CHECK_FALSE(nested["rows"][0]["rows"][0].contains("rows"));
  const auto few = tree_json(*look, {.depth = 3, .width = 9, .nodes = 3, .column = 0});
  REQUIRE(few);
  CHECK(Json::parse(*few).dump().find("\"move\"") != std::string::npos);
  const auto dot = tree_dot(*look, {.depth = 2, .width = 2, .nodes = 100, .column = 0});
  REQUIRE(dot);
  CHECK(dot->starts_with("digraph search {"));
  CHECK(std::count(dot->begin(), dot->end(), '>') == 6);
}

}  // namespace ludex::arena::web
