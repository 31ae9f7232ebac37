// A tournament in parts, gathered: the commands, and what they say of bad input.
#include <algorithm>
#include <filesystem>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"

namespace ludex::tests {
namespace {

namespace fs = std::filesystem;
using Json = arena::json::Value;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const char* const kSpec = R"(name: shared-out
seed: 3
games: [ {game: connect-k, params: {width: 5, height: 4, k: 3}}, {game: hex, params: {size: 3}} ]
agents:
  - {name: random, agent: random}
  - {name: uct-50, agent: uct, budget: {iterations: 50}}
  - {name: ab, agent: alpha-beta, budget: {nodes: 500}}
  - {name: bad, agent: throwing}
format: {type: round-robin, games_per_pair: 6}
openings: {random_plies: 2}
budget: {iterations: 20}
)";

struct Tournament {
  TemporaryFolder folder;
  std::string file = folder.file("t.yaml");
  std::string out = folder.file("out");
  explicit Tournament(const char* spec = kSpec) { write_file(file, spec); }

  CommandResult run(const std::string& more) const {
    return ludex(kMisbehaving + "run " + file + " --quiet --out " + out + " " + more);
  }
  [[nodiscard]] CommandResult gather(const std::string& more = "") const {
    return ludex(kMisbehaving + "gather " + out + " " + more);
  }
};

}  // namespace

TEST_CASE("parts in any order, gathered, are the log of one machine; agents are withdrawn in it as there") {
  const Tournament whole;
  const auto one = whole.run("");
  REQUIRE_MESSAGE(one.exit_code == 4, one.err);
  const auto reference = ordered_content(whole.out);
  REQUIRE(reference.size() == 72);

  const Tournament parts;
  for (const char* part : {"4/5", "1/5", "5/5", "2/5"}) {
    const auto played = parts.run(std::string("--resume --part ") + part);
    CHECK_MESSAGE((played.exit_code == 0 || played.exit_code == 4), played.err);
  }
  const auto missing = parts.gather();
  CHECK(missing.exit_code == 2);
  CHECK(contains(missing.err, "part 3/5 was not begun; play it with: ludex run"));
  CHECK_FALSE(fs::exists(parts.out + "/games.jsonl"));
  const auto status = ludex("status " + parts.out + " --json");
  REQUIRE_MESSAGE(status.exit_code == 0, status.err);
  const Json json = Json::parse(status.out);
  CHECK(json["games"] == 72);
  CHECK(json["parts"].size() == 5);
  CHECK(json["parts"][2]["phase"] == "waiting");
  CHECK(json["parts"][0]["phase"] == "done");
  CHECK(json["done"] == 58);

  // The words of the message.
  const std::size_t at = missing.err.find("ludex run") + 6;
  const auto third = ludex(kMisbehaving + missing.err.substr(at, missing.err.find('\n', at) - at));
  CHECK_MESSAGE((third.exit_code == 0 || third.exit_code == 4), third.err);
  const auto gathered = parts.gather("--json");
  REQUIRE_MESSAGE(gathered.exit_code == 0, gathered.err);
  CHECK(Json::parse(gathered.out)["games"] == 72);
  CHECK(ordered_content(parts.out) == reference);
  CHECK(contains(ludex("status " + parts.out).out, "72 of 72 games"));
  // Rated, reported and resumed like any other.
  CHECK(ludex("rate " + parts.out + "/games.jsonl").exit_code == 0);
  CHECK(ludex("report " + parts.out).exit_code == 0);
  CHECK(parts.run("--resume").exit_code == 4);
  CHECK(ordered_content(parts.out) == reference);
  const Json run = Json::parse(read_file(parts.out + "/run.json"));
  CHECK(run["finished"] == true);
  CHECK(run["runs"][0]["machine"].contains("node"));
}

TEST_CASE("games with dice have in parts the rolls that they have on one machine") {
  const char* const spec = R"(name: dice
seed: 3
games: [ {game: pig, params: {target: 20}}, {game: einstein} ]
agents: [ {name: random, agent: random}, {name: uct, agent: uct} ]
format: {type: round-robin, games_per_pair: 6}
openings: {random_plies: 2}
budget: {iterations: 20}
)";
  const Tournament whole(spec);
  REQUIRE(whole.run("").exit_code == 0);
  const auto reference = ordered_content(whole.out);
  REQUIRE(reference.size() == 12);
  const Tournament parts(spec);
  for (const char* part : {"3/4", "1/4", "4/4", "2/4"})
    CHECK(parts.run(std::string("--resume --part ") + part).exit_code == 0);
  REQUIRE(parts.gather().exit_code == 0);
  CHECK(ordered_content(parts.out) == reference);
  CHECK(ludex("verify " + parts.out).exit_code == 0);
}

TEST_CASE("bad parts are refused in words, and nothing is played") {
  const Tournament t;
  const auto refused = [&](const std::string& options, const std::string& words) {
    CAPTURE(options);
    const auto run = t.run(options);
    CHECK(run.exit_code == 2);
    CHECK_MESSAGE(contains(run.err, words), run.err);
  };
  refused("--part 6/5", "expected K/N");
  refused("--part x", "expected K/N");
  refused("--part 1/37", "expected at most 36 parts");
  CHECK_FALSE(fs::exists(t.out + "/parts"));
  const Tournament swiss;
  std::string text = kSpec;
  const std::string format = "format: {type: round-robin, games_per_pair: 6}";
  text.replace(text.find(format), format.size(), "format: {type: swiss, rounds: 2, games: 2}");
  write_file(swiss.file, text);
  const auto adaptive = swiss.run("--part 1/2");
  CHECK(adaptive.exit_code == 2);
  CHECK(contains(adaptive.err, "depend on the results"));

  CHECK(t.run("--part 1/5").exit_code == 4);  // `bad` is withdrawn
  refused("--part 1/5", "already holds games");
  refused("--part 2/5 --set seed=4", "another specification");
  CHECK(contains(t.run("--part 2/5 --set seed=4").err, "seed: 3"));
  CHECK(ludex("gather " + t.folder.file("nothing")).exit_code == 2);
  CHECK(ludex("status " + t.folder.file("nothing")).exit_code == 2);
}

TEST_CASE("a part twice at once: the second is told who plays it") {
  const Tournament t;
  write_file(t.folder.path() / "twice.sh", R"SH(
run() { exec "$1" --plugin-path "$2" run "$3" --quiet --resume --out "$4" --part 1/2 --concurrency 1 --set agents.random.agent=random --set "agents.uct-50.budget.iterations=200k"; }
run "$@" & first=$!
until test -s "$4/parts/001-of-002/lock"; do sleep 0.05; done
(run "$@"); second=$?
kill -TERM $first; wait $first
exit $second
)SH");
  const auto second =
      run_shell("sh " + t.folder.file("twice.sh") +
                " '" LUDEX_BUILD_DIR "/ludex' '" LUDEX_BUILD_DIR "/tests/agents' " + t.file + " " + t.out);
  CHECK(second.exit_code == 2);
  CHECK_MESSAGE(contains(second.err, "is held by process "), second.err);
  CHECK(contains(second.err, "001-of-002"));
}

TEST_CASE("submit prints scripts that a shell can read, and without Slurm says so") {
  const Tournament t;
  const auto printed = ludex(kMisbehaving + "submit " + t.file + " --out " + t.out +
                             " --tasks 5 --print --sbatch partition=main --sbatch time=10");
  REQUIRE_MESSAGE(printed.exit_code == 0, printed.err);
  CHECK(contains(printed.out, "#SBATCH --array=1-5\n"));
  CHECK(contains(printed.out, "#SBATCH --partition=main\n#SBATCH --time=10\n"));
  CHECK_FALSE(fs::exists(t.out));
  std::size_t at = 0;
  for (int scripts = 0; scripts < 2; ++scripts) {
    at = printed.out.find("#!/bin/sh", at);
    REQUIRE(at != std::string::npos);
    const std::size_t end = std::min(printed.out.find("\n==>", at), printed.out.size());
    write_file(t.folder.path() / "script", printed.out.substr(at, end - at) + "\n");
    const auto checked = run_shell("sh -n " + t.folder.file("script"));
    CHECK_MESSAGE(checked.exit_code == 0, checked.err);
    at = end;
  }
  CHECK(
      contains(ludex(kMisbehaving + "submit " + t.file + " --tasks 5 --mpi --print").out, "srun --mpi=pmix"));
  CHECK(ludex(kMisbehaving + "submit " + t.file + " --print").exit_code == 2);
  CHECK(ludex(kMisbehaving + "submit " + t.file + " --tasks 99 --print").exit_code == 2);
  CHECK(ludex(kMisbehaving + "submit " + t.file + " --tasks 2 --print --sbatch --x").exit_code == 2);
  const auto none = ludex(kMisbehaving + "submit " + t.file + " --tasks 2 --out " + t.out, "PATH=/nowhere");
  CHECK(none.exit_code == 1);
  CHECK_MESSAGE(contains(none.err, "no sbatch here"), none.err);
}

TEST_CASE("the job script of a part ends it in good order before the time limit, and it goes on") {
  const Tournament whole;
  REQUIRE(whole.run("").exit_code == 4);
  const Tournament t;
  // A Slurm of three lines: sbatch keeps the script, scontrol notes what is queued again.
  const fs::path bin = t.folder.path() / "bin";
  fs::create_directories(bin);
  write_file(bin / "sbatch", "#!/bin/sh\necho 41\n");
  write_file(bin / "scontrol", "#!/bin/sh\necho \"$@\" >> " + t.folder.file("requeued") + "\nexit 1\n");
  for (const char* name : {"sbatch", "scontrol"}) fs::permissions(bin / name, fs::perms::owner_all);
  const std::string path = "PATH='" + bin.string() + "':\"$PATH\" ";
  const auto submitted = ludex(kMisbehaving + "submit " + t.file + " --tasks 2 --out " + t.out, path);
  REQUIRE_MESSAGE(submitted.exit_code == 0, submitted.err);
  CHECK(contains(submitted.out, "job 41"));
  const std::string script = t.out + "/slurm/parts.sh";
  const std::string job = "SLURM_ARRAY_JOB_ID=41 SLURM_ARRAY_TASK_ID=1 SLURM_CPUS_ON_NODE=1 " + path;
  // Warned as soon as it plays; a game or two later at most it is over.
  write_file(t.folder.path() / "warn.sh",
             job + "sh " + script + " & run=$!\nuntil test -s " + t.out +
                 "/parts/001-of-002/run.json; do sleep 0.01; done\nkill -USR1 $run; wait $run; wait $run\n");
  const auto warned = run_shell("sh " + t.folder.file("warn.sh"));
  const bool in_time = read_file(t.folder.file("requeued")) == "requeue 41_1\n";
  CHECK_MESSAGE((in_time || contains(warned.out, "exit code 4") || contains(warned.out, "exit code 0")),
                warned.out);
  for (const char* task : {"1", "2"}) {
    const auto played = run_shell("SLURM_ARRAY_JOB_ID=41 SLURM_ARRAY_TASK_ID=" + std::string(task) +
                                  " SLURM_CPUS_ON_NODE=2 sh " + script);
    CHECK_MESSAGE(played.exit_code == 0, played.out << played.err);
  }
  const auto results = run_shell("sh " + t.out + "/slurm/results.sh");
  REQUIRE_MESSAGE(results.exit_code == 0, results.err);
  CHECK(fs::exists(t.out + "/report.html"));
  CHECK(fs::exists(t.out + "/ratings.txt"));
  CHECK(ordered_content(t.out) == ordered_content(whole.out));
  const auto nothing = ludex(kMisbehaving + "submit " + t.file + " --missing --out " + t.out, path);
  CHECK(nothing.exit_code == 0);
  CHECK(contains(nothing.out, "no part is missing"));
}

}  // namespace ludex::tests
