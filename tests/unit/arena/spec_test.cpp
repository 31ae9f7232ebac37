#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "arena/run/config/read_spec.hpp"
#include "arena/run/config/write_spec.hpp"
#include "core/util/hash.hpp"
#include "tests/support/arena_fixture.hpp"
#include "tests/unit/arena/spec_parts.hpp"

namespace ludex::arena {

using namespace host;
using namespace run;
namespace {

constexpr std::string_view kFirstSteps = R"(name: first-steps
seed: 7
games: [ {game: connect-k}, {game: line, params: {size: 7}, openings: none} ]
agents:
  - {name: random, agent: random}
  - {name: uct-1k, agent: uct, budget: {iterations: 1000, memory_mib: 64}}
  - {name: uct-4k, agent: uct, params: {c: 1.5}, budget: {wall: 1.5s, cpu: 250us, threads: 4}}
  - {name: ab,     agent: alpha-beta, budget: {nodes: 20000, depth: 9, clock: 40/1min+0.5s}}
  - {agent: uct, params: {tag: "a: b", solver: true}, budget: {threads: 2}}
format: {type: round-robin, games_per_pair: 10}
openings: {random_plies: 2}
budget: {iterations: 500, memory_mib: 16}
concurrency: 3
mode: shared
grace: 250ms
record_moves: false
)";

}  // namespace

TEST_CASE("a specification is read with all defaults filled in") {
  const SpecReading reading = read(kFirstSteps);
  REQUIRE_MESSAGE(reading.spec, to_text(reading.problems));
  const TournamentSpec& spec = *reading.spec;
  CHECK(spec.name == "first-steps");
  CHECK(spec.seed == 7);
  REQUIRE(spec.games.size() == 2);
  CHECK(spec.games[0] == GameSpec{"connect-k", "connect-k", {}, {OpeningKind::kRandomPlies, 2, "", {}, 0}});
  CHECK(spec.games[1] == GameSpec{"line:size=7", "line", {{"size", "7"}, {"rules", "plain"}}, {}});
  REQUIRE(spec.agents.size() == 5);
  CHECK(spec.agents[0].budget == BudgetSpec{.iterations = 500, .memory_mib = 16});
  CHECK(spec.agents[1].budget == BudgetSpec{.iterations = 1000, .memory_mib = 64});
  CHECK(spec.agents[2].budget ==
        BudgetSpec{.cpu_ns = 250'000, .wall_ns = 1'500'000'000, .memory_mib = 16, .threads = 4});
  CHECK(spec.agents[3].budget ==
        BudgetSpec{.nodes = 20000, .depth = 9, .clock = {60'000'000'000, 500'000'000, 40}, .memory_mib = 16});
  CHECK(spec.agents[4].name == "uct:tag=a: b,solver=true");
  CHECK(spec.agents[4].budget == BudgetSpec{.iterations = 500, .memory_mib = 16, .threads = 2});
  CHECK(spec.agents[2].params == Params{{"c", "1.5"}, {"solver", "false"}, {"tag", ""}});
  CHECK(spec.format == FormatSpec{FormatType::kRoundRobin, 10, {}});
  CHECK(spec.concurrency == 3);
  CHECK(spec.mode == SeatMode::kShared);
  CHECK(spec.grace_ns == 250'000'000);
  CHECK_FALSE(spec.record_moves);
  CHECK(spec.out == "results/first-steps");
}

TEST_CASE("the normalised text reads back as the same specification and is stable") {
  TournamentSpec spec = read(kFirstSteps).spec.value();
  spec.name = "null";
  spec.out = "-dir: #\"\\\x01\xC3\xBC";
  spec.agents[1].params[2].second = " {x}, [y]: &z *w !v |\n>%@`'\"";
  spec.format = {FormatType::kGauntlet, 6, {"ab", "uct-1k"}};
  const std::string text = write_spec(spec);
  const SpecReading again = read(text);
  REQUIRE_MESSAGE(again.spec, to_text(again.problems));
  CHECK(*again.spec == spec);
  CHECK(write_spec(*again.spec) == text);
}

TEST_CASE("the normalised text, golden") {
  const auto reading = read(
      "{name: t, games: [{game: line, params: {rules: wild}}], budget: {cpu: 90s},"
      " agents: [{agent: random}, {agent: uct, budget: {depth: 3}}]}");
  REQUIRE_MESSAGE(reading.spec, to_text(reading.problems));
  CHECK(write_spec(*reading.spec) == R"(name: t
seed: 1
games:
  - label: "line:rules=wild"
    game: line
    params:
      size: 9
      rules: wild
    openings: none
agents:
  - name: random
    agent: random
    budget: {cpu: 90s, threads: 1}
    limits: {memory_mib: auto, processes: 0, sandbox: false}
  - name: uct
    agent: uct
    params:
      c: 1.41421356
      solver: false
      tag: ""
    budget: {depth: 3, threads: 1}
    limits: {memory_mib: auto, processes: 0, sandbox: false}
format:
  type: round-robin
  games_per_pair: 20
grace: 1s
limits:
  memory_mib: auto
  move: 300s
  start: 60s
  faults_in_a_row: 3
  processes: 0
  sandbox: false
mode: shared
concurrency: auto
record_moves: true
out: results/t
)");
}

TEST_CASE("the hash ignores what cannot change a game, and nothing else") {
  const TournamentSpec spec = read(kFirstSteps).spec.value();
  TournamentSpec same = spec;
  same.out = "elsewhere";
  same.scratch = "elsewhere";
  same.concurrency = 8;
  same.mode = SeatMode::kDedicated;
  same.record_moves = true;
  CHECK(spec_hash(same) == spec_hash(spec));
  const auto differs = [&](auto change) {
    TournamentSpec other = spec;
    change(other);
    return spec_hash(other) != spec_hash(spec);
  };
  CHECK(differs([](TournamentSpec& s) { s.seed = 8; }));
  CHECK(differs([](TournamentSpec& s) { s.games[1].params[0].second = "8"; }));
  CHECK(differs([](TournamentSpec& s) { s.games[0].openings.random_plies = 3; }));
  CHECK(differs([](TournamentSpec& s) { s.agents[0].budget.clock = {60, 1, 0}; }));
  CHECK(differs([](TournamentSpec& s) { s.agents[0].budget.iterations = 501; }));
  CHECK(differs([](TournamentSpec& s) { std::swap(s.agents[0], s.agents[1]); }));
  CHECK(differs([](TournamentSpec& s) { s.format.games_per_pair = 12; }));
  CHECK(hash_text(0xAB) == "00000000000000ab");
}

TEST_CASE("games and agents may be written as on the command line") {
  const auto read = [](const std::string& games, const std::string& agents) {
    const std::string text = "name: x\ngames: " + games + "\nagents: " + agents + "\nbudget: {depth: 1}\n";
    return read_spec("t.yaml", text, {}, kCatalogue);
  };
  const auto brief = read("['line:size=5,rules=wild', connect-k]", "[random, 'uct:c=0.5']");
  const auto full = read("[{game: line, params: {size: 5, rules: wild}}, {game: connect-k}]",
                         "[{agent: random}, {agent: uct, params: {c: 0.5}}]");
  REQUIRE(brief.spec);
  REQUIRE(full.spec);
  CHECK(write_spec(*brief.spec) == write_spec(*full.spec));
  CHECK(brief.spec->agents[1].name == "uct:c=0.5");
}

TEST_CASE("merge keys of YAML: keys of the map itself count, then those of the first map") {
  const auto text = [](const std::string& second) {
    return "name: t\ngames: [line]\nagents:\n  - &base {name: a, agent: uct, params: {c: 0.5}}\n"
           "  - &other {name: b, agent: random, params: {}}\n  - " +
           second + "\nbudget: {iterations: 10}\n";
  };
  const auto third = [&](const std::string& second) {
    const auto reading = read(text(second));
    REQUIRE_MESSAGE(reading.spec, to_text(reading.problems));
    const AgentSpec& agent = reading.spec->agents.at(2);
    const auto c = std::find_if(agent.params.begin(), agent.params.end(),
                                [](const auto& setting) { return setting.first == "c"; });
    return agent.name + " " + agent.id + " " + (c == agent.params.end() ? "" : c->second);
  };
  CHECK(third("{<<: *base, name: c}") == "c uct 0.5");
  CHECK(third("{name: c, <<: *base}") == "c uct 0.5");
  CHECK(third("{<<: [*other, *base], name: c}") == "c random ");
  CHECK(third("{<<: {agent: uct}, name: c, params: {c: 0.25}}") == "c uct 0.25");
  CHECK(to_text(read(text("{<<: 3, name: c, agent: uct}")).problems) ==
        "t.yaml:6:6: error: '<<' is a single value, expected maps, as in `<<: *name`\n");
  CHECK(to_text(read(text("{<<: *base, <<: *other, name: c}")).problems) ==
        "t.yaml:6:17: error: '<<' is given twice (first in line 6)\n");
}

TEST_CASE("diagnostics, golden: the whole document") {
  CHECK(problems("") == "t.yaml: error: the specification is empty, expected a map\n");
  CHECK(problems("x") == "t.yaml:1:1: error: the specification is 'x', expected a map\n");
  CHECK(problems("- a\n- b\n") == "t.yaml:1:1: error: the specification is a list, expected a map\n");
  CHECK(problems("a: [1\nb: 2") == "t.yaml:2:2: error: YAML syntax: end of sequence flow not found\n");
  CHECK(problems("a: b: c") == "t.yaml:1:5: error: YAML syntax: illegal map value\n");
  CHECK(problems("name: *b") == "t.yaml:1:7: error: YAML syntax: the referenced anchor is not defined\n");
  CHECK(problems("name: &a [*a]") == "t.yaml:1:11: error: an alias inside its own value\n");
  CHECK(problems(Parts().text() + "---\nname: b\n") ==
        "t.yaml:5:1: error: a second document: one file is one tournament\n");
  CHECK(problems("{}") ==
        "t.yaml:1:1: error: the specification lacks 'name'\n"
        "t.yaml:1:1: error: the specification lacks 'games'\n"
        "t.yaml:1:1: error: the specification lacks 'agents'\n");
  CHECK(to_text(read_spec_file("/nonexistent/t.yaml", {}, kCatalogue).problems) ==
        "error: cannot read '/nonexistent/t.yaml': No such file or directory\n");
}

TEST_CASE("diagnostics, golden: many at once, by position") {
  CHECK(problems(R"(nmae: x
seed: -1
games:
  - {game: connectk}
  - {game: line, params: {size: 99, siez: 3}}
  - game: line
    game: line
agents:
  - {name: a, agent: uct, budget: {iterations: 0, cpu: 100}}
  - {name: a/b, agent: alphabeta}
  - [17]
format: {type: swis, games_per_pair: 7}
openings: {random_plies: 2, order: random}
concurrency: many
)") == R"(t.yaml:1:1: error: unknown key 'nmae' in the specification (did you mean 'name'?)
t.yaml:1:1: error: the specification lacks 'name'
t.yaml:2:7: error: 'seed' is '-1', expected an integer in 0..18446744073709551615
t.yaml:4:12: error: unknown game 'connectk' (did you mean 'connect-k'?)
t.yaml:5:33: error: parameter 'size' is '99', expected an integer in 1..19
t.yaml:5:37: error: game 'line' has no parameter 'siez' (did you mean 'size'?)
t.yaml:7:5: error: 'game' is given twice (first in line 6)
t.yaml:9:48: error: 'iterations' is '0', expected an integer in 1..1000000000000000
t.yaml:9:56: error: 'cpu' is '100', expected a time in 1us..86400s (with its unit: '100ms' or '100s')
t.yaml:10:5: error: an agent has no budget (give it one, or all a default: 'budget: {iterations: 1000}' at the top)
t.yaml:10:12: error: 'name' is 'a/b', which is no name (a name has no '/', '\', '"', control characters or characters that cannot be seen)
t.yaml:10:24: error: unknown agent 'alphabeta' (did you mean 'alpha-beta'?)
t.yaml:11:5: error: an agent is a list, expected a map
t.yaml:12:16: error: 'type' is 'swis', expected one of round-robin, gauntlet, swiss, knockout, sprt (did you mean 'swiss'?)
t.yaml:12:38: error: 'games_per_pair' is 7, expected an even number (every opening is played twice, with seats swapped)
t.yaml:13:36: error: 'order' goes with 'file' or 'all_first_moves' only
t.yaml:14:14: error: 'concurrency' is 'many', expected 'auto' or an integer in 1..1024
)");
}

TEST_CASE("a sweep is an agent for each of its values") {
  const auto swept = read(
      "name: t\ngames: [{game: line}]\nagents:\n"
      "  - {name: u, agent: uct, budget: {threads: 2}, sweep: {budget.iterations: [100, 1k]}}\n"
      "  - {name: r, agent: random}\n"
      "  - {agent: uct, sweep: {params.c: [0.5, 2]}}\nbudget: {depth: 2}\n");
  REQUIRE_MESSAGE(swept.spec, to_text(swept.problems));
  // The same, written out.
  const auto written = read(
      "name: t\ngames: [{game: line}]\nagents:\n"
      "  - {name: u-100, agent: uct, budget: {threads: 2, iterations: 100}}\n"
      "  - {name: u-1k, agent: uct, budget: {threads: 2, iterations: 1000}}\n"
      "  - {name: r, agent: random}\n"
      "  - {name: uct-0.5, agent: uct, params: {c: 0.5}}\n"
      "  - {name: uct-2, agent: uct, params: {c: 2}}\nbudget: {depth: 2}\n");
  REQUIRE_MESSAGE(written.spec, to_text(written.problems));
  CHECK(*swept.spec == *written.spec);
  CHECK(swept.spec->agents[1].budget.iterations == 1000);
}

TEST_CASE("openings of a file: the plies of each that are played") {
  const tests::TemporaryFolder folder;
  const auto pgn = folder.write("book.pgn", "1. c1 c2 *\n1. c2 c1 *\n");
  const auto epd = folder.write("book.epd", ".x....... second\n");
  const auto text = [](const std::string& file) {
    return "name: t\ngames: [{game: line}]\nagents: [{agent: random}, {agent: random, name: b}]\n"
           "openings: {file: " +
           file + ", plies: 1}\n";
  };
  const auto first = read(text(pgn));
  REQUIRE_MESSAGE(first.spec, to_text(first.problems));
  CHECK(first.spec->games[0].openings.plies == 1);
  // Other openings are another tournament.
  TournamentSpec whole = *first.spec;
  whole.games[0].openings.plies = 0;
  CHECK(spec_hash(whole) != spec_hash(*first.spec));
  CHECK(read(write_spec(*first.spec)).spec == first.spec);
  const auto bad = read(text(epd));
  REQUIRE(bad.problems.size() == 1);
  CHECK(bad.problems[0].message == "'plies' goes with files that have moves, not .epd or .fen, only");
}

TEST_CASE("diagnostics, golden: one by one") {
  struct Row {
    Parts parts;
    std::string expected;  // without "t.yaml:" and "\n"
  };
  const auto name = [](std::string text) { return Parts{.name = std::move(text)}; };
  const auto games = [](std::string text) { return Parts{.games = "games: " + text + "\n"}; };
  const auto agents = [](std::string text) { return Parts{.agents = "agents: " + text + "\n"}; };
  const auto rest = [](std::string text) { return Parts{.rest = std::move(text) + "\n"}; };
  const std::vector<Row> rows{
      {name("name: [x]\n"), "1:7: error: 'name' is a list, expected a name"},
      {name("name:\n"), "1:1: error: 'name' is empty, expected a name"},
      {name("name: \" x\"\n"),
       "1:7: error: 'name' is ' x', which is no name (a name must not start or end with a blank)"},
      {name("name: ..\n"), "1:7: error: 'name' is '..', which is no name (names become parts of file names)"},
      {name("name: " + std::string(200, 'x') + "\n"),
       "1:7: error: 'name' is '" + std::string(80, 'x') +
           "...', which is no name (a name has at most 128 bytes)"},
      {games("line"), "2:8: error: 'games' is 'line', expected a list (for example [line])"},
      {games("[]"), "2:8: error: 'games' is an empty list"},
      {games("[[line]]"), "2:9: error: a game is a list, expected a map"},
      {games("[lien]"), "2:9: error: unknown game 'lien' (did you mean 'line'?)"},
      {games("['line:siez=3']"), "2:9: error: game 'line' has no parameter 'siez' (did you mean 'size'?)"},
      {games("[{label: x}]"), "2:9: error: a game lacks 'game'"},
      {games("[{game: go}]"),
       "2:16: error: unknown game 'go' (known: connect-k, line, trio; for one of your own: --plugin-path "
       "FOLDER)"},
      {games("[{game: line, params: [size]}]"), "2:30: error: 'params' is a list, expected a map"},
      {games("[{game: line, params: {size: }}]"),
       "2:31: error: 'size' is empty, expected an integer in 1..19"},
      {games("[{game: line, params: {size: 7.5}}]"),
       "2:37: error: parameter 'size' is '7.5', expected an integer in 1..19"},
      {games("[{game: line, params: {rules: mild}}]"),
       "2:38: error: parameter 'rules' is 'mild', expected one of plain|wild (did you mean 'wild'?)"},
      {games("[{game: connect-k, params: {size: 7}}]"),
       "2:36: error: game 'connect-k' has no parameter 'size' (it has none)"},
      {games("[{game: line, params: {size: 13, rules: wild}}]"),
       "2:30: error: game 'line': size 13 cannot be wild"},
      {games("[{game: trio}]"),
       "2:9: error: game 'trio' has 3 players, and there are 2 agents, expected at least 3 (more agents, or "
       "'format: {against: copies}': each agent among copies of another)"},
      {games("[{game: line}, {game: line}]"),
       "2:23: error: label 'line' is used twice (first in line 2; give each its own 'label')"},
      {games("[{game: line, label: x}, {game: connect-k, label: x}]"),
       "2:58: error: label 'x' is used twice (first in line 2)"},
      {games("[{game: line, openings: {random_plies: 9}}]"),
       "2:32: error: line: no 9 random plies leave the game unfinished (1000 tries) (fewer 'random_plies')"},
      {agents("[{agent: random}]"), "3:9: error: a tournament needs at least two agents"},
      {agents("[{agent: random}, {agent: random}]"),
       "3:27: error: name 'random' is used twice (first in line 3; give each its own 'name')"},
      {agents("[{agent: random}, {agent: uct, params: {c: .nan}}]"),
       "3:52: error: parameter 'c' is '.nan', expected a number in 0..10"},
      {agents("[{agent: random}, {agent: uct, params: {c: 0, solver: true}}]"),
       "3:48: error: agent 'uct': c = 0 leaves nothing to solve"},
      {agents("[{agent: random}, {agent: uct, budgte: {depth: 1}}]"),
       "3:40: error: unknown key 'budgte' in an agent (did you mean 'budget'?)"},
      {agents("[{agent: random}, {agent: uct, budget: 100}]"),
       "3:48: error: 'budget' is '100', expected a map"},
      // Agent 'a' is random, which needs none.
      {rest(""),
       "3:36: error: agent 'b' has no budget (give it one, or all a default: 'budget: {iterations: 1000}' at "
       "the top)"},
      {games("[{game: line, params: {rules: wlid}}]"),
       "2:38: error: parameter 'rules' is 'wlid', expected one of plain|wild (did you mean 'wild'?)"},
      {rest("budget: {iterations: 2.0001k}"),
       "4:22: error: 'iterations' is '2.0001k', expected an integer in 1..1000000000000000 (2.0001k is not a "
       "whole number)"},
      {rest("budget: {nodes: 10m}"),
       "4:17: error: 'nodes' is '10m', expected an integer in 1..1000000000000000 (a number may end in k, M, "
       "G "
       "or an exponent as in 1e4)"},
      {rest("budget: {wall: 2 weeks}"),
       "4:16: error: 'wall' is '2 weeks', expected a time in 1us..86400s (units: ns, us, ms, s, min, h)"},
      {agents("[{name: '=1+1', agent: random}, {agent: uct}]"),
       "3:17: error: 'name' is '=1+1', which is no name (a name does not start with '=', '+', '-' or '@': "
       "tables "
       "of numbers take that for a formula)"},
      {agents("[{name: \"a\\u202Eb\", agent: random}, {agent: uct}]"),
       "3:17: error: 'name' is 'a\uFFFDb', which is no name (a name has no '/', '\\', '\"', control "
       "characters "
       "or characters that cannot be seen)"},
      {rest("budget: {clock: 60+0.6}"),
       "4:17: error: 'clock' is '60+0.6', expected [MOVES/]TIME[+INCREMENT] with 1ms to 24h of time and 1 to "
       "1000 moves, as 60s+0.6s or 40/10min; up to 4 periods are separated by ':', as "
       "40/90min+30s:30min+30s"},
      {rest("budget: {clock: 60s, wall: 1s}"),
       "4:17: error: a budget has either 'wall', time a move, or 'clock', time for the game"},
      {rest("budget: {depth: 1, threads: 0}"),
       "4:29: error: 'threads' is '0', expected an integer in 1..1024"},
      {rest("budget: {depth: 1}\nformat: {games_per_pair: 0}"),
       "5:26: error: 'games_per_pair' is '0', expected an integer in 2..1000000"},
      {rest("budget: {depth: 1}\nformat: {challengers: [a]}"),
       "5:23: error: 'challengers' goes with type gauntlet only"},
      {rest("budget: {depth: 1}\nformat: {type: gauntlet}"), "5:9: error: 'format' lacks 'challengers'"},
      {rest("budget: {depth: 1}\nformat: {type: gauntlet, challengers: [c, a, a]}"),
       "5:40: error: challenger 'c' is none of the agents (known: a, b)\n"
       "t.yaml:5:46: error: challenger 'a' is named twice"},
      {rest("budget: {depth: 1}\nformat: {type: gauntlet, challengers: [a, b]}"),
       "5:39: error: every agent is a challenger: none is left to be challenged (round-robin plays all "
       "against all)"},
      {rest("budget: {depth: 1}\nopenings: 3"),
       "5:11: error: 'openings' is '3', expected 'none', {random_plies: N}, {all_first_moves: N} or {file: "
       "F}"},
      {rest("budget: {depth: 1}\nopenings: {}"),
       "5:11: error: 'openings' has none of 'random_plies', 'all_first_moves' and 'file', expected one"},
      {agents("[{agent: random}, {agent: uct, sweep: 7}]"),
       "3:47: error: 'sweep' is '7', expected one setting and its values, as {budget.iterations: [100, "
       "200]}"},
      {agents("[{agent: random}, {agent: uct, sweep: {budget.depth: [1, 2], params.c: [1, 2]}}]"),
       "3:47: error: 'sweep' has 2 settings, expected one setting and its values, as {budget.iterations: "
       "[100, 200]}"},
      {agents("[{agent: random}, {agent: uct, sweep: {depth: [1, 2]}}]"),
       "3:47: error: 'sweep' has 'depth', expected budget.KEY or params.KEY"},
      {agents("[{agent: random}, {agent: uct, sweep: {params.c: 1}}]"),
       "3:47: error: 'params.c' is '1', expected a list of 2 to 100 values"},
      {agents("[{agent: random}, {agent: uct, sweep: {params.c: [1]}}]"),
       "3:47: error: 'params.c' is a list of 1, expected a list of 2 to 100 values"},
      {agents("[{agent: random}, {agent: uct, sweep: {params.c: [1, [2]]}}]"),
       "3:47: error: a value of 'params.c' is a list, expected a number or a word"},
      {agents("[{agent: random}, {agent: uct, sweep: {params.c: [1, x]}}]"),
       "3:62: error: parameter 'c' is 'x', expected a number in 0..10"},
      {agents("[{agent: random}, {agent: uct, sweep: {params.c: [1, 1]}}]"),
       "3:62: error: name 'uct-1' is used twice (first in line 3)"},
      {agents("[{agent: random}, {agent: uct, sweep: {params.zz: [1, 2]}}]"),
       "3:48: error: agent 'uct' has no parameter 'zz' (known: c, solver, tag)"},
      {agents("[{agent: random}, {agent: uct, params: {c: 1}, sweep: {params.c: [1, 2]}}]"),
       "3:63: error: 'params.c' has a value and a sweep, expected one of them"},
      {rest("budget: {depth: 1}\nopenings: {random_plies: 2, plies: 3}"),
       "5:36: error: 'plies' goes with 'file' only"},
      {rest("budget: {depth: 1}\nopenings: {random_plies: 10}"),
       "5:11: error: line: no 10 random plies leave the game unfinished (1000 tries) (fewer 'random_plies')"},
      {rest("budget: {depth: 1}\nmode: shard"),
       "5:7: error: 'mode' is 'shard', expected one of inline, shared, dedicated, competition (did you mean "
       "'shared'?)"},
      {rest("budget: {depth: 1}\nconcurrency: 0"),
       "5:14: error: 'concurrency' is '0', expected 'auto' or an integer in 1..1024"},
      {rest("budget: {depth: 1}\nout: \"\""), "5:6: error: 'out' is '', expected a folder"},
      {rest("budget: {depth: 1}\nscratch: \"\""), "5:10: error: 'scratch' is '', expected a folder"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.parts.text());
    CHECK(problems(row.parts.text()) == "t.yaml:" + row.expected + "\n");
  }
}

TEST_CASE("counts may be written short") {
  const auto reading = read(
      "{name: t, seed: 1e3, games: [{game: line}], budget: {iterations: 20k, nodes: 2.5M, depth: 1e1},"
      " agents: [{agent: random}, {agent: uct}], format: {games_per_pair: 1k}}");
  REQUIRE_MESSAGE(reading.spec, to_text(reading.problems));
  CHECK(reading.spec->seed == 1000);
  CHECK(reading.spec->agents[1].budget == BudgetSpec{.iterations = 20'000, .nodes = 2'500'000, .depth = 10});
  CHECK(reading.spec->format.games_per_pair == 1000);
}

TEST_CASE("the host runs no code of a game or an oracle of strangers where agents are in the sandbox") {
  const auto text = [](const std::string& mode, const std::string& more, const std::string& agent = "") {
    return "{name: t, mode: " + mode + ", games: [{game: connect-k" + more +
           "}], budget: {iterations: 9}, agents: [{agent: random" + agent + "}, {agent: uct}]}";
  };
  const auto sandboxed = [&](const std::string& mode, const std::string& more) {
    const auto reading = read(text(mode, more));
    REQUIRE_MESSAGE(reading.spec, to_text(reading.problems));
    // Whoever reads what was written reads the same; a game is the same game.
    CHECK(read(write_spec(*reading.spec)).spec == reading.spec);
    TournamentSpec other = *reading.spec;
    other.games[0].trusted = other.games[0].trusted != true;
    CHECK(spec_hash(other) == spec_hash(*reading.spec));
    return reading.spec->games[0].sandboxed;
  };
  const std::string sandbox = "dedicated, limits: {sandbox: true}";
  CHECK(sandboxed("competition", ""));
  CHECK(sandboxed(sandbox, ""));
  CHECK_FALSE(sandboxed("dedicated", ""));
  CHECK_FALSE(sandboxed("competition", ", trusted: true"));
  CHECK_FALSE(sandboxed(sandbox, ", trusted: true"));
  CHECK(to_text(read(text("dedicated", ", trusted: false")).problems) ==
        "t.yaml:1:63: error: games that are not trusted are played in the sandbox ('mode: competition', or "
        "'mode: "
        "dedicated' with 'limits: {sandbox: true}' at the top)\n");
  const auto apart = read(text(sandbox, "", ", limits: {sandbox: false}"));
  CHECK_FALSE(apart.spec);
  CHECK(to_text(apart.problems)
            .find("agent 'random' is not in the sandbox, where 'connect-k' is played, which "
                  "is not trusted") != std::string::npos);
  const auto questioned = read(
      "{name: t, mode: competition, games: [connect-k], budget: {iterations: 9}, agents: [{agent: random}, "
      "{agent: uct}], adjudication: {oracle: {agent: uct, budget: {depth: 3}}}}");
  CHECK(to_text(questioned.problems).find("an oracle is not in the sandbox") != std::string::npos);
  const auto oracle = read(
      "{name: t, mode: competition, games: [line], budget: {iterations: 9}, agents: [{agent: random}, "
      "{agent: "
      "uct}], adjudication: {oracle: {agent: alpha-beta, budget: {depth: 3}}}}");
  CHECK_FALSE(oracle.spec);
  CHECK(
      to_text(oracle.problems).find("oracle 'alpha-beta' is /strangers/alpha-beta.so, which did not come") !=
      std::string::npos);
}

TEST_CASE("an agent that answers by itself needs no budget, and its specification reads back") {
  const auto reading =
      read("{name: t, games: [{game: line}], agents: [{agent: random}, {agent: uct, budget: {depth: 3}}]}");
  REQUIRE_MESSAGE(reading.spec, to_text(reading.problems));
  CHECK_FALSE(reading.spec->agents[0].budget.limited());
  const auto again = read(write_spec(*reading.spec));
  REQUIRE_MESSAGE(again.spec, to_text(again.problems));
  CHECK(*again.spec == *reading.spec);
}

TEST_CASE("agents that cannot play a game are refused before the first game") {
  CHECK(problems("name: t\n"
                 "games: [{game: line}, {game: line, params: {size: 19}}]\n"
                 "agents: [{agent: random}, {name: ab, agent: alpha-beta}]\n"
                 "budget: {depth: 1}\n") ==
        "t.yaml:3:45: error: agent 'ab' cannot play 'line:size=19': needs at most 18 moves\n");
}

TEST_CASE("an anchor used twice is reported once") {
  CHECK(problems("name: t\ngames: [{game: line}]\nbudget: {depth: 1}\nagents:\n"
                 "- {name: a, agent: uct, params: &p {c: 11}}\n- {name: b, agent: uct, params: *p}\n") ==
        "t.yaml:5:40: error: parameter 'c' is '11', expected a number in 0..10\n");
}

TEST_CASE("hostile documents are refused without harm") {
  std::string bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n";
  for (char c = 'b'; c < 'n'; ++c) {
    bomb += std::string{c, ':', ' ', '&', c, ' ', '['};
    for (int i = 0; i < 9; ++i) bomb += std::string("*") + static_cast<char>(c - 1) + ',';
    bomb += "]\n";
  }
  CHECK(problems(bomb).find("more than 200000 values") != std::string::npos);
  CHECK(problems(std::string(100'000, '[')).find("nested too deeply") != std::string::npos);
  CHECK(problems("name: " + std::string(2'000'000, 'x')) == "t.yaml: error: longer than 1 MiB\n");
  std::string keys;
  for (int i = 0; i < 2000; ++i) keys += "k" + std::to_string(i) + ": 1\n";
  CHECK(problems(keys) == "t.yaml:1001:1: error: more than 1000 keys in one map\n");
  CHECK_FALSE(problems(std::string(1000, '\0')).empty());
  std::string noise(20'000, ' ');
  Rng rng = Rng::seeded(5);
  for (char& c : noise) c = static_cast<char>(rng.below(256));
  CHECK_FALSE(problems(noise).empty());
}

TEST_CASE("opening files are found beside the specification, checked, and known by their contents") {
  const tests::TemporaryFolder folder;
  folder.write("good.txt", "c1 c2\nc3 c4\n");
  folder.write("bad.txt", "c1 c1\n\nc3 c0\n");
  const auto text = [](const std::string& openings) {
    return "name: t\ngames: [{game: line}]\nagents: [{agent: random}, {agent: uct}]\nbudget: {depth: 1}\n"
           "openings: " +
           openings + "\n";
  };
  const auto read_here = [&](const std::string& openings) {
    return read_spec_file(folder.write("t.yaml", text(openings)), {}, kCatalogue);
  };
  const auto good = read_here("{file: good.txt, order: random}");
  REQUIRE_MESSAGE(good.spec, to_text(good.problems));
  const OpeningSpec& openings = good.spec->games[0].openings;
  CHECK(openings.file == folder.file("good.txt"));
  CHECK(openings.order == OpeningOrder::kRandom);
  CHECK(openings.fingerprint == fnv1a("c1 c2\nc3 c4\n"));
  // The normalised specification works from anywhere, but where the file lies does not change the games.
  CHECK(read(write_spec(*good.spec)).spec == good.spec);
  TournamentSpec moved = *good.spec;
  moved.games[0].openings.file = "/elsewhere.txt";
  CHECK(spec_hash(moved) == spec_hash(*good.spec));
  moved.games[0].openings.fingerprint = 1;
  CHECK(spec_hash(moved) != spec_hash(*good.spec));

  const std::string t = folder.file("t.yaml");
  const std::string bad = folder.file("bad.txt");
  CHECK(to_text(read_here("{file: bad.txt}").problems) ==
        bad + ": error: the opening file holds no opening: 2 lines left out\n" + bad +
            ":1:4: error: 'c1' is not a legal move here; legal are c0 c2 c3 c4 c5 c6 c7 c8\n" + bad +
            ":3:1: error: the game is over after this opening\n");
  // What is left out of a book that has others is said, or refused.
  folder.write("some.txt", "c1 c1\nc1 c2\n");
  const std::string some = folder.file("some.txt");
  const auto partly = read_here("{file: some.txt}");
  REQUIRE(partly.spec);
  CHECK(partly.spec->warnings ==
        std::vector<std::string>{
            some + ":1:4: warning: 'c1' is not a legal move here; legal are c0 c2 c3 c4 c5 c6 c7 c8",
            some + ": warning: 1 of 2 lines left out (`strict: true` or --strict refuses such a file)"});
  const auto strict = read_here("{file: some.txt}\nstrict: true");
  CHECK_FALSE(strict.spec);
  CHECK(to_text(strict.problems).find(some + ":1:4: error: 'c1' is not a legal move") != std::string::npos);
  const auto kept = read_here("{file: good.txt, order: random}\nstrict: true");
  REQUIRE(kept.spec);
  CHECK(read(write_spec(*kept.spec)).spec == kept.spec);
  CHECK(spec_hash(*kept.spec) == spec_hash(*good.spec));
  CHECK(to_text(read_here("{file: no.txt}").problems) == t + ":5:18: error: opening file: cannot read '" +
                                                             folder.file("no.txt") +
                                                             "': No such file or directory\n");
  CHECK(to_text(read_here("{file: good.txt, fingerprint: 0123456789abcdef}").problems) ==
        t + ":5:41: error: the opening file has changed: its fingerprint is " +
            hash_text(openings.fingerprint) +
            ", expected 0123456789abcdef (remove the key if that is meant)\n");
  CHECK(to_text(read_here("{file: good.txt, fingerprint: xyz}").problems) ==
        t + ":5:41: error: 'fingerprint' is 'xyz', expected 16 hexadecimal digits\n");
  CHECK(to_text(read_here("{file: good.txt, random_plies: 2}").problems) ==
        t + ":5:11: error: 'openings' has more than one of 'random_plies', 'all_first_moves' and 'file', "
            "expected one\n");
}

}  // namespace ludex::arena
