// Parts of a tournament, and what is gathered of them.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <doctest/doctest.h>

#include "arena/base/files/folder_lock.hpp"
#include "arena/results/log/record_json.hpp"
#include "arena/run/parts/gather.hpp"
#include "arena/run/parts/job_script.hpp"
#include "arena/run/parts/part.hpp"
#include "arena/run/parts/progress_of.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/unit/arena/drawn_games.hpp"

namespace ludex::arena {

using namespace log;
using namespace run;
namespace {

namespace fs = std::filesystem;
using tests::Dice;
using tests::draw_all;
using tests::drawn_spec;
using tests::samples;
using tests::TemporaryFolder;

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void put(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The log of one machine.
std::string whole_log(const TournamentSpec& spec) {
  const TemporaryFolder folder;
  Dice random(1);
  draw_all(spec, make_schedule(spec), folder.path(), 1, random);
  return text_of(folder.path() / "games.jsonl");
}

void draw_part(const TournamentSpec& spec, const Part& part, Dice& random, std::uint64_t at_most = ~0ULL) {
  draw_all(spec, make_part_schedule(spec, part), part_folder(spec.out, part), 1 + random() % 6, random,
           at_most);
}

}  // namespace

TEST_CASE("texts and folders of parts") {
  const auto part = parse_part("3/200");
  REQUIRE(part);
  CHECK(*part == Part{3, 200});
  CHECK(to_text(*part) == "3/200");
  CHECK(folder_name(*part) == "003-of-200");
  CHECK(folder_name({7, 12345}) == "00007-of-12345");
  CHECK(part_of_folder("003-of-200") == Part{3, 200});
  CHECK_FALSE(part_of_folder("3-of-200"));
  CHECK_FALSE(part_of_folder("003-of-2"));
  for (const char* bad : {"", "3", "0/5", "6/5", "a/b", "1/0", "1/-2", "1/2/3", "1/99999999999", "+1/2"}) {
    CAPTURE(bad);
    const auto refused = parse_part(bad);
    CHECK_FALSE(refused);
    CHECK(contains(refused.error(), "expected K/N"));
  }
}

TEST_CASE("parts share out the games: all of them, neighbours, pairs together, sizes alike") {
  for (const std::uint64_t games : {2ULL, 4ULL, 10ULL, 38ULL, 1000ULL, 123456ULL}) {
    for (const std::uint32_t count : {1U, 2U, 3U, 5U, 7U, 19U, 200U}) {
      std::uint64_t next = 0;
      std::uint64_t least = games;
      std::uint64_t most = 0;
      for (std::uint32_t k = 1; k <= count; ++k) {
        const GameRange range = range_of({k, count}, games);
        CHECK(range.begin == next);
        CHECK(range.begin % 2 == 0);
        next = range.end;
        least = std::min(least, range.size());
        most = std::max(most, range.size());
      }
      CHECK(next == games);
      CHECK(most - least <= 2);
    }
  }
}

TEST_CASE("the schedules of all parts one after the other are that of the whole") {
  const TournamentSpec spec = drawn_spec(2, 5, 6);
  const Scheduler whole(spec);
  for (const std::uint32_t count : {1U, 4U, 7U, 60U}) {
    std::uint64_t at = 0;
    for (std::uint32_t k = 1; k <= count; ++k) {
      const auto schedule = make_part_schedule(spec, {k, count});
      const std::uint64_t begin = at;
      GameTask task;
      while (schedule->next(task) == Schedule::Next::kTask) CHECK(task == whole.at(at++));
      CHECK(at - begin == schedule->total());
    }
    CHECK(at == whole.total());
  }
}

TEST_CASE("what has no parts says why") {
  TournamentSpec spec = drawn_spec(1, 3, 2);
  CHECK(check_parts(spec, 3));
  const auto many = check_parts(spec, 4);
  CHECK_FALSE(many);
  CHECK(contains(many.error(), "expected at most 3 parts"));
  for (const FormatType type : {FormatType::kSwiss, FormatType::kKnockout, FormatType::kSprt}) {
    spec.format.type = type;
    const auto refused = check_parts(spec, 2);
    CHECK_FALSE(refused);
    CHECK(contains(refused.error(), "depend on the results"));
    CHECK(contains(refused.error(), std::string(to_text(type))));
  }
}

TEST_CASE("any partition gathers to the log of one machine, byte by byte") {
  Dice random(22);
  int withdrawn = 0;
  for (std::uint32_t i = 0; i < samples(30); ++i) {
    TournamentSpec spec = drawn_spec(1 + random() % 2, 2 + random() % 4, 2 * (1 + random() % 8));
    spec.seed = random();
    if (random() % 2 == 0) spec.limits.faults_in_a_row = random() % 3;
    const TemporaryFolder folder;
    spec.out = folder.file("out");
    const auto pairs = static_cast<std::uint32_t>(Scheduler(spec).total() / 2);
    const std::uint32_t count = 1 + random() % pairs;
    CAPTURE(i);
    CAPTURE(pairs);
    CAPTURE(count);
    for (std::uint32_t k = 1; k <= count; ++k) {
      // Some were interrupted, and went on.
      if (random() % 3 == 0) draw_part(spec, {k, count}, random, random() % 5);
      draw_part(spec, {k, count}, random);
    }
    const auto gathered = gather(spec, nullptr);
    REQUIRE_MESSAGE(gathered, (gathered ? "" : gathered.error()));
    CHECK(gathered->failure == "");
    CHECK(gathered->missing == 0);
    CHECK(gathered->games == 2 * pairs);
    const std::string expected = whole_log(spec);
    CHECK(text_of(spec.out + "/games.jsonl") == expected);
    CHECK(text_of(spec.out + "/spec.identity") == spec_identity(spec));
    CHECK_FALSE(fs::exists(spec.out + "/gather.new"));
    withdrawn += contains(expected, "\"withdrawn\"") ? 1 : 0;
    // Again: now all games are there twice.
    const auto again = gather(spec, nullptr);
    REQUIRE(again);
    CHECK(again->missing == 0);
    CHECK(text_of(spec.out + "/games.jsonl") == expected);
  }
  if (!tests::kSanitized) CHECK(withdrawn > 0);  // few samples there
}

TEST_CASE("two partitions at once, and what one of them lacks") {
  Dice random(3);
  TournamentSpec spec = drawn_spec(1, 4, 10);
  spec.limits.faults_in_a_row = 0;
  const TemporaryFolder folder;
  spec.out = folder.path();
  const std::uint32_t a = 6;
  const std::uint32_t b = 4;
  for (std::uint32_t k = 1; k <= a; ++k) {
    if (k != 2) draw_part(spec, {k, a}, random);
  }
  const auto missing = gather(spec, nullptr);
  REQUIRE(missing);
  CHECK(missing->missing == range_of({2, a}, 60).size());
  CHECK(missing->missing_parts == std::vector<Part>{{2, a}});
  CHECK_FALSE(fs::exists(folder.path() / "games.jsonl"));
  for (const std::uint32_t k : {1U, 2U}) draw_part(spec, {k, b}, random);
  const auto gathered = gather(spec, nullptr);
  REQUIRE(gathered);
  CHECK(gathered->missing == 0);
  CHECK(gathered->duplicates > 0);
  CHECK(text_of(folder.path() / "games.jsonl") == whole_log(spec));
}

TEST_CASE("games that were played twice: equal, different, under time") {
  Dice random(4);
  TournamentSpec spec = drawn_spec(1, 3, 10);
  spec.limits.faults_in_a_row = 0;
  for (const bool timed : {false, true}) {
    CAPTURE(timed);
    const TemporaryFolder folder;
    spec.out = folder.path();
    if (timed) spec.agents[0].budget.wall_ns = 1'000'000;
    for (std::uint32_t k = 1; k <= 3; ++k) draw_part(spec, {k, 3}, random);
    const std::string expected = whole_log(spec);
    // Two writers at once: the second line stands there again.
    const fs::path log = fs::path(part_folder(spec.out, {2, 3})) / "games.jsonl";
    const std::string text = text_of(log);
    const std::size_t first = text.find('\n') + 1;
    const std::string line = text.substr(first, text.find('\n', first) + 1 - first);
    put(log, text + line);
    const auto equal = gather(spec, nullptr);
    REQUIRE_MESSAGE(equal, (equal ? "" : equal.error()));
    CHECK(equal->duplicates == 1);
    CHECK(text_of(folder.path() / "games.jsonl") == expected);
    fs::remove(folder.path() / "games.jsonl");
    // One that is changed is refused, whatever the budgets.
    std::string forged = text;
    forged.replace(forged.find("\"plies\":", first), 8, "\"plies\" :");
    put(log, forged);
    CHECK(contains(gather(spec, nullptr).error(), log.string() + ":2: the digest of game"));
    // The same game with other moves, right behind the first.
    auto record = game_record_from_json(line.substr(0, line.size() - 1));
    REQUIRE(record);
    record->moves.push_back("other");
    put(log, text.substr(0, first) + line + to_json_line(*record) + "\n" + text.substr(first + line.size()));
    const auto other = gather(spec, nullptr);
    if (timed) {
      REQUIRE(other);
      REQUIRE(other->different.size() == 1);
      CHECK(contains(other->different[0], record->id));
      CHECK(text_of(folder.path() / "games.jsonl") == expected);
    } else {
      REQUIRE_FALSE(other);
      CHECK(contains(other.error(), record->id));
      CHECK(contains(other.error(), "'moves'"));
      CHECK(contains(other.error(), log.string() + ":2"));
      CHECK(contains(other.error(), log.string() + ":3"));
      CHECK_FALSE(fs::exists(folder.path() / "games.jsonl"));
    }
  }
}

TEST_CASE("damaged parts, foreign parts, no parts") {
  Dice random(5);
  TournamentSpec spec = drawn_spec(1, 3, 4);
  spec.limits.faults_in_a_row = 0;
  const TemporaryFolder folder;
  spec.out = folder.path();
  CHECK(contains(gather(spec, nullptr).error(), "has no parts"));
  for (std::uint32_t k = 1; k <= 3; ++k) draw_part(spec, {k, 3}, random);
  const fs::path log = fs::path(part_folder(spec.out, {1, 3})) / "games.jsonl";
  const std::string text = text_of(log);

  put(log, text.substr(0, text.size() - 5));  // torn: its last game is missing
  const auto torn = gather(spec, nullptr);
  REQUIRE(torn);
  CHECK(torn->missing == 1);

  const std::size_t first = text.find('\n') + 1;
  put(log, text.substr(first) + text.substr(0, first));  // out of order
  CHECK(contains(gather(spec, nullptr).error(), log.string() + ":1: the digest of game"));
  put(log, text.substr(0, first) + "{\n" + text.substr(first));
  CHECK(contains(gather(spec, nullptr).error(), log.string() + ":2:"));
  put(log, text);

  TournamentSpec other = spec;
  other.seed = 77;
  const fs::path identity = fs::path(part_folder(spec.out, {2, 3})) / "spec.identity";
  put(identity, spec_identity(other));
  const auto foreign = gather(spec, nullptr);
  REQUIRE_FALSE(foreign);
  CHECK(contains(foreign.error(), "another specification"));
  CHECK(contains(foreign.error(), "seed: 77"));
  put(identity, spec_identity(spec));
  CHECK(gather(spec, nullptr));
}

TEST_CASE("a folder is one process's, and says whose") {
  const TemporaryFolder folder;
  CHECK(FolderLock::holder(folder.path()) == "");
  {
    const auto lock = FolderLock::take(folder.path(), "process 12 on n3");
    REQUIRE(lock);
    CHECK(lock->held());
    CHECK(FolderLock::holder(folder.path()) == "process 12 on n3");
    const auto second = FolderLock::take(folder.path(), "me");
    REQUIRE_FALSE(second);
    CHECK(contains(second.error(), "held by process 12 on n3"));
  }
  CHECK(FolderLock::holder(folder.path()) == "");
  CHECK(FolderLock::take(folder.path(), "me"));
  CHECK_FALSE(FolderLock::take(folder.path() / "nowhere", "me"));
}

TEST_CASE("how far the parts are") {
  Dice random(6);
  TournamentSpec spec = drawn_spec(1, 3, 4);
  spec.limits.faults_in_a_row = 0;
  const TemporaryFolder folder;
  spec.out = folder.path();
  CHECK_FALSE(progress_of(spec.out, 0));
  draw_part(spec, {1, 3}, random);
  draw_part(spec, {2, 3}, random, 1);
  const auto progress = progress_of(spec.out, 3);
  REQUIRE(progress);
  REQUIRE(progress->parts.size() == 3);
  CHECK(progress->done == 5);
  CHECK(progress->parts[1].phase == PartPhase::kStopped);
  CHECK(progress->parts[2].phase == PartPhase::kWaiting);
  std::uint64_t results = 0;
  for (const auto& row : progress->standings.sorted()) results += row.games();
  CHECK(results == 10);
  const auto lock = FolderLock::take(part_folder(spec.out, {2, 3}), "somebody");
  REQUIRE(lock);
  const auto running = progress_of(spec.out, 3);
  CHECK(running->parts[1].phase == PartPhase::kRunning);
  CHECK(running->parts[1].holder == "somebody");
}

TEST_CASE("job scripts") {
  CHECK(array_text({1}) == "1");
  CHECK(array_text({1, 2, 3, 5, 9, 10}) == "1-3,5,9-10");
  CHECK(shell_word("a/b-c.d") == "a/b-c.d");
  CHECK(shell_word("it's") == "'it'\\''s'");
  CHECK(shell_word("") == "''");
  JobPlan plan;
  plan.name = "my run";
  plan.out = "/data/my out";
  plan.ludex = "/opt/ludex";
  plan.tasks = 20;
  plan.sbatch = {"partition=main"};
  const std::string parts = parts_script(plan);
  for (const char* line :
       {"#!/bin/sh\n", "#SBATCH --job-name='my run'\n", "#SBATCH --array=1-20\n", "#SBATCH --requeue\n",
        "#SBATCH --open-mode=append\n", "#SBATCH --signal=B:USR1@90\n", "#SBATCH --partition=main\n",
        "--part \"$SLURM_ARRAY_TASK_ID/20\"", "out='/data/my out'\n"}) {
    CAPTURE(line);
    CHECK(contains(parts, line));
  }
  plan.parts = {4, 7, 8};
  CHECK(contains(parts_script(plan), "#SBATCH --array=4,7-8\n"));
  CHECK(contains(mpi_script(plan), "#SBATCH --ntasks=20\n"));
  CHECK(contains(mpi_script(plan), "--transport mpi"));
  CHECK(contains(results_script(plan, false), " gather \"$out\""));
  CHECK_FALSE(contains(results_script(plan, true), " gather "));
}

}  // namespace ludex::arena
