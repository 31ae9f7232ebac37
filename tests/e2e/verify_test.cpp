// Logs that cannot be forged unseen: `ludex verify`, --resume, rate and report on logs that somebody has
// edited.
#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "arena/results/log/chain.hpp"
#include "arena/results/log/run_info.hpp"
#include "tests/support/command.hpp"

namespace ludex::tests {
namespace {

constexpr const char* kSpec = R"(name: verified
seed: 5
games: [ {game: connect-k, params: {width: 5, height: 4, k: 4}}, {game: mnk} ]
agents:
  - {name: random, agent: random}
  - {name: ab, agent: alpha-beta, budget: {nodes: 200}}
format: {games_per_pair: 6}
openings: {random_plies: 1}
budget: {iterations: 10}
)";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A run and ways to change its log.
struct Played {
  explicit Played(const char* spec = kSpec) {
    write_file(file, spec);
    const auto run = ludex("run " + file + " --quiet --out " + out);
    REQUIRE_MESSAGE(run.exit_code == 0, run.err);
    whole = read_file(log);
    run_json = read_file(out + "/run.json");
  }
  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<std::string> list;
    std::istringstream in(whole);
    for (std::string line; std::getline(in, line);) list.push_back(line);
    return list;
  }
  void write(const std::vector<std::string>& list) const {
    std::string text;
    for (const std::string& line : list) text += line + "\n";
    write_file(log, text);
  }
  // As somebody does it who knows how records are chained, and changes run.json, too.
  void forge(std::size_t line, const std::function<void(arena::json::Value&)>& change) const {
    arena::log::Chain chain;
    std::vector<std::string> forged = lines();
    for (std::size_t i = 0; i < forged.size(); ++i) {
      auto json = arena::json::Value::parse(arena::log::without_seal(forged[i]));
      if (i == line) change(json);
      forged[i] = chain.seal(json.dump());
    }
    write(forged);
    write_file(out + "/run.json", run_json);
    auto info = arena::log::read_run_info(out);
    REQUIRE(info);
    info->log = arena::log::LogHead{forged.size(), chain.head()};
    REQUIRE(arena::log::write_run_info(*info, out));
  }
  TemporaryFolder folder;
  std::string file = folder.file("t.yaml");
  std::string out = folder.file("out");
  std::string log = folder.file("out/games.jsonl");
  std::string whole;
  std::string run_json;
};

}  // namespace

TEST_CASE("a log as it was written: digests, rules, plan, and the games anew") {
  const Played played;
  const auto text = ludex("verify " + played.out + " --again 5");
  REQUIRE_MESSAGE(text.exit_code == 0, text.err);
  CHECK(contains(text.out, "digests: verified"));
  CHECK(contains(text.out, "rules: 12 of 12"));
  CHECK(contains(text.out, "plan: 12 of 12"));
  CHECK(contains(text.out, "played again: 5 games, the same"));
  const auto json = arena::json::Value::parse(ludex("verify " + played.log + " --again 100 --json").out);
  CHECK(json["verified"] == true);
  CHECK(json["again"] == 12);
  CHECK(json["problems"].empty());

  CHECK(contains(ludex("rate " + played.out).out, ", log verified"));
  CHECK(arena::json::Value::parse(ludex("rate --json " + played.out).out)["logs"][0]["verified"] == true);
  CHECK(arena::json::Value::parse(ludex("report --json " + played.out).out)["verified"] == true);
  CHECK(contains(ludex("report --markdown " + played.out).out, "log verified"));
}

TEST_CASE("edited outcomes, moves and seeds: --resume and verify refuse, rate and report say so") {
  const Played played;
  const auto edit = [&](const std::string& what, const std::string& by) {
    std::vector<std::string> list = played.lines();
    const std::size_t at = list[4].find(what);
    REQUIRE(at != std::string::npos);
    list[4].replace(at, what.size(), by);
    played.write(list);
  };
  const std::string line = played.lines()[4];
  const auto value = [&](const std::string& key) {
    const auto json = arena::json::Value::parse(line)[key];
    return "\"" + key + "\":" + json.dump();
  };
  const std::string other = contains(line, R"("outcome":"1-0")") ? "0-1" : "1-0";
  for (const auto& change :
       std::vector<std::pair<std::string, std::string>>{{value("outcome"), R"("outcome":")" + other + "\""},
                                                        {value("moves"), R"("moves":["a1"])"},
                                                        {value("seed"), R"("seed":7)"},
                                                        {"\"round\":", "\"round\": "}}) {
    const std::string& what = change.first;
    CAPTURE(what);
    edit(what, change.second);
    const auto resumed = ludex("run " + played.file + " --resume --out " + played.out);
    CHECK(resumed.exit_code == 2);
    CHECK(contains(resumed.err, "games.jsonl:5: the digest does not fit"));
    const auto verified = ludex("verify " + played.out);
    CHECK(verified.exit_code == 2);
    CHECK(contains(verified.err, "line 5: the digest does not fit"));
    const auto rated = ludex("rate " + played.out);
    CHECK(rated.exit_code == 0);
    CHECK(contains(rated.out, "log not verified"));
    CHECK(contains(rated.err, "line 5: the digest does not fit"));
    const auto report = arena::json::Value::parse(ludex("report --json " + played.out).out);
    CHECK(report["verified"] == false);
    CHECK(contains(report["warnings"].dump(), "line 5: the digest does not fit"));
  }
}

TEST_CASE("chained anew after the edit: rules, plan and games played again still tell") {
  const Played played;
  const auto refused = [&](const std::string& why, const std::string& arguments = "") {
    CHECK(contains(ludex("rate " + played.out).out, ", log verified"));  // who has no rules cannot see it
    const auto run = ludex("verify " + played.out + arguments);
    CHECK(run.exit_code == 2);
    CHECK_MESSAGE(contains(run.err, why), run.err);
  };
  played.forge(4, [](auto& game) { game["outcome"] = game["outcome"] == "1-0" ? "0-1" : "1-0"; });
  refused("by the rules");
  played.forge(4, [](auto& game) {
    auto moves = game["moves"].template get<std::vector<std::string>>();
    moves.pop_back();
    game["moves"] = moves;
  });
  refused("line 5: game '");
  played.forge(4, [](auto& game) { game["moves"][0] = "z9"; });
  refused("move 2: ");
  played.forge(4, [](auto& game) { game["plies"] = 1; });
  refused("has the field plies 1");
  played.forge(4, [](auto& game) { game["termination"] = "crash"; });
  refused("expected 'normal'");
  played.forge(4, [](auto& game) { game["seed"] = 7; });
  refused("another 'seed' than spec.yaml asks for");
  const auto resumed = ludex("run " + played.file + " --resume --out " + played.out);
  CHECK(resumed.exit_code == 2);
  CHECK(contains(resumed.err, "seed"));
  played.forge(4, [](auto& game) { game["stats"][1]["nodes"] = 1234567; });
  refused("played again, is another one in 'stats'", " --again 12");
}

TEST_CASE("a log cut behind: seen by run.json, said and kept when its games are played again") {
  const Played played;
  auto list = played.lines();
  list.resize(9);
  played.write(list);
  const auto verified = ludex("verify " + played.out);
  CHECK(verified.exit_code == 2);
  CHECK(contains(verified.err, "run.json speaks of 12 records, and the log has 9"));
  CHECK(contains(ludex("rate " + played.out).out, "log not verified"));
  const auto resumed = ludex("run " + played.file + " --resume --out " + played.out);
  CHECK(resumed.exit_code == 0);
  CHECK(contains(resumed.err, "3 of 12 games"));
  CHECK(ludex("verify " + played.out).exit_code == 0);
  CHECK(contains(ludex("report --json " + played.out).out, "was found with 9"));
}

TEST_CASE("what stands beside the log is verified with it") {
  const Played played;
  const auto refused = [&](const std::string& why, bool incomplete) {
    const auto run = ludex("verify " + played.out);
    CHECK(run.exit_code == 2);
    CHECK_MESSAGE(contains(run.err, why), run.err);
    CHECK(contains(run.err, "incomplete") == incomplete);
    const auto json = arena::json::Value::parse(ludex("verify --json " + played.out).out);
    CHECK(json["verified"] == false);
    CHECK(json["complete"] == !incomplete);
    CHECK_FALSE(contains(ludex("rate " + played.out).out, ", log verified"));
    CHECK(arena::json::Value::parse(ludex("report --json " + played.out).out)["verified"] == false);
  };
  const auto good = ludex("verify " + played.out);
  CHECK(good.exit_code == 0);
  CHECK(contains(good.out, "folder: run.json and the specification are as they were written"));

  // An agent's budget, in both files that name it.
  for (const char* name : {"/spec.yaml", "/spec.identity"}) {
    std::string text = read_file(played.out + name);
    const std::size_t at = text.find("nodes: 200");
    REQUIRE(at != std::string::npos);
    write_file(played.out + name, text.replace(at, 10, "nodes: 5000"));
  }
  refused("spec.yaml next to the log was changed after it was written", false);
  CHECK(contains(ludex("verify " + played.out).err, "line 1: the game was played by another specification"));
  // Without digests in run.json: each game has the specification's hash, too.
  auto info = arena::log::read_run_info(played.out);
  REQUIRE(info);
  write_file(played.out + "/run.json", arena::log::to_json(*info));
  const auto old = ludex("verify " + played.out);
  CHECK(old.exit_code == 2);
  CHECK(contains(old.err, "line 1: the game was played by another specification"));
}

TEST_CASE("a run.json whose digests are unreadable or missing is not as it was written") {
  const Played played;
  std::string unreadable = played.run_json;
  for (const std::string name : {"digests", "chain"}) {
    const std::size_t at = unreadable.rfind("\"" + name + "\"");
    REQUIRE(at != std::string::npos);
    unreadable[at + 1] = static_cast<char>(unreadable[at + 1] ^ 1);
  }
  const auto info = arena::log::read_run_info(played.out);
  REQUIRE(info);
  for (const std::string& text : {unreadable, arena::log::to_json(*info)}) {
    write_file(played.out + "/run.json", text);
    const auto run = ludex("verify " + played.out);
    CHECK(run.exit_code == 2);
    CHECK_MESSAGE(contains(run.err, "run.json next to the log was changed after it was written"), run.err);
  }
}

TEST_CASE("games cut off with the end of run.json, or all of it, are incomplete") {
  const Played played;
  const auto list = played.lines();
  auto cut = list;
  cut.resize(9);
  const auto incomplete = [&](const std::string& why) {
    const auto run = ludex("verify " + played.out);
    CHECK(run.exit_code == 2);
    CHECK_MESSAGE(contains(run.err, "incomplete: " + why), run.err);
    CHECK(arena::json::Value::parse(ludex("verify --json " + played.out).out)["complete"] == false);
  };
  for (const bool all : {true, false}) {
    played.write(all ? list : cut);
    write_file(played.out + "/run.json", played.run_json.substr(0, played.run_json.size() - 3));
    incomplete("run.json next to the log is damaged");
    std::string flipped = played.run_json;
    for (std::size_t i = 0; i < flipped.size(); i += 7) flipped[i] = static_cast<char>(flipped[i] ^ 2);
    write_file(played.out + "/run.json", flipped);
    incomplete("run.json next to the log is damaged");
    std::filesystem::remove(played.out + "/run.json");
    incomplete("there is no run.json next to the log");
    CHECK(contains(ludex("rate " + played.out).out, ", log incomplete"));
  }
  // As it stands while games are played, and after the host was killed.
  played.write(cut);
  write_file(played.out + "/run.json", played.run_json);
  auto info = arena::log::read_run_info(played.out);
  REQUIRE(info);
  info->finished = false;
  info->log = arena::log::LogHead{0, std::string(64, '0')};
  REQUIRE(arena::log::write_run_info(*info, played.out));
  incomplete("the run has not come to its end: 9 of 12 games");
  CHECK(ludex("run " + played.file + " --quiet --resume --out " + played.out).exit_code == 0);
  const auto whole = ludex("verify " + played.out);
  CHECK_MESSAGE(whole.exit_code == 0, whole.err);
}

TEST_CASE("a log of a version without digests is read, goes on, and is verified as far as it can be") {
  const Played played;
  auto list = played.lines();
  for (std::string& line : list) line = arena::log::without_seal(line);
  auto half = list;
  half.resize(6);
  std::filesystem::remove(played.out + "/run.json");
  played.write(list);
  const auto old = ludex("verify " + played.out);
  CHECK(old.exit_code == 0);
  CHECK(contains(old.out, "digests: not verified: no digests"));
  CHECK(arena::json::Value::parse(ludex("verify --json " + played.out).out)["verified"] == false);
  CHECK(contains(ludex("rate " + played.out).out, "log not verified"));
  played.write(half);
  REQUIRE(ludex("run " + played.file + " --quiet --resume --out " + played.out).exit_code == 0);
  CHECK(contains(ludex("verify " + played.out).out, "verified, but for the first 6 records"));
  std::string text = read_file(played.log);
  text.replace(text.find("\"round\":0"), 9, "\"round\":8");
  write_file(played.log, text);
  CHECK(contains(ludex("verify " + played.out).err, "line 7: the digest does not fit"));
}

TEST_CASE("parts and what is gathered of them are verified alike") {
  const TemporaryFolder folder;
  const std::string file = folder.file("t.yaml");
  const std::string out = folder.file("out");
  write_file(file, kSpec);
  for (const char* part : {"1/2", "2/2"})
    REQUIRE(ludex("run " + file + " --quiet --part " + part + " --out " + out).exit_code == 0);
  const auto part = ludex("verify " + out + "/parts/002-of-002");
  CHECK_MESSAGE(part.exit_code == 0, part.err);
  CHECK(contains(part.out, "plan: 6 of 6"));
  REQUIRE(ludex("gather " + out).exit_code == 0);
  const auto all = ludex("verify " + out + " --again 2");
  CHECK_MESSAGE(all.exit_code == 0, all.err);
  CHECK(contains(all.out, "plan: 12 of 12"));
}

constexpr const char* kDice = R"(name: dice
mode: competition
dice_seed: 99
games: [ {game: pig, params: {target: 30}, openings: {random_plies: 2}}, {game: mnk} ]
agents: [ {name: one, agent: random}, {name: two, agent: random} ]
format: {games_per_pair: 4}
)";

// Swaps two rolls of one turn, neither a 1, so that only the dice can tell. Returns the first one's number in
// its game, from 1; 0 if there are none.
std::size_t swap_rolls(arena::json::Value& game) {
  auto moves = game["moves"].get<std::vector<std::string>>();
  const auto is_roll = [&](std::size_t i) { return moves[i].size() == 1; };
  std::size_t rolls = 0;
  for (std::size_t i = 0; i + 3 < moves.size(); ++i) {
    if (!is_roll(i)) continue;
    ++rolls;
    const bool same_turn = moves[i + 1] == "roll" && is_roll(i + 2) && moves[i + 3] != "roll";
    if (!same_turn || moves[i] == "1" || moves[i + 2] == "1" || moves[i] == moves[i + 2]) continue;
    std::swap(moves[i], moves[i + 2]);
    game["moves"] = moves;
    return rolls;
  }
  return 0;
}

TEST_CASE("a swapped roll is named, whoever knows the seed of the dice") {
  const Played played(kDice);
  const auto good = ludex("verify " + played.out);
  REQUIRE_MESSAGE(good.exit_code == 0, good.err);
  CHECK(contains(good.out, "dice: 4 of 4 games with the outcomes that the seed gives, "));
  const auto json = arena::json::Value::parse(ludex("verify --json " + played.out).out);
  CHECK(json["by_dice_seed"] == 4);
  CHECK(json["rolls"].get<int>() > 20);
  const auto other = ludex("verify --dice-seed 98 " + played.out);
  CHECK(contains(other.out, "dice: 0 of 4 games"));
  CHECK(contains(other.err, "roll 1 (ply "));

  std::size_t forged = 0;
  std::size_t line = 0;
  for (; line < played.lines().size() && forged == 0; ++line)
    played.forge(line, [&](auto& game) { forged = swap_rolls(game); });
  REQUIRE(forged != 0);
  const std::string named = "line " + std::to_string(line) + ": game 'pig:target=30/";
  const std::string roll = "': roll " + std::to_string(forged) + " (ply ";
  const auto found = ludex("verify " + played.out);
  CHECK(found.exit_code == 2);
  CHECK(contains(found.out, "rules: 8 of 8"));
  CHECK(contains(found.out, "dice: 3 of 4 games"));
  CHECK(contains(found.err, "1 problem in "));
  CHECK(contains(found.err, named));
  CHECK(contains(found.err, roll));
  CHECK(contains(found.err, ", and by the seed of the dice "));

  // A log that was published without its seed.
  std::string spec = read_file(played.out + "/spec.yaml");
  spec.erase(spec.find("dice_seed: 99"), 14);
  write_file(played.out + "/spec.yaml", spec);
  const auto unknown = ludex("verify " + played.out);
  CHECK(contains(unknown.out, "dice: not compared, their seed is unknown (--dice-seed): "));
  CHECK_FALSE(contains(unknown.err, roll));
  const std::string alone = played.folder.file("alone.jsonl");
  std::filesystem::copy_file(played.log, alone);
  CHECK(contains(ludex("verify " + alone).out, "their seed is unknown"));
  CHECK(contains(ludex("verify --dice-seed 99 " + alone).err, roll));
}

}  // namespace ludex::tests
