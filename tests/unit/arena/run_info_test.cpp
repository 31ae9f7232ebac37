#include "arena/results/log/run_info.hpp"

#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "arena/base/files/sha256.hpp"
#include "arena/base/files/text_file.hpp"
#include "tests/support/arena_fixture.hpp"

namespace ludex::arena {

using namespace host;
using namespace log;
using namespace run;

TEST_CASE("SHA-256, examples of FIPS 180-4 (NIST) and lengths around a block") {
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  const tests::TemporaryFolder folder;
  CHECK(sha256_of_file(folder.write("f", "abc")).value() == sha256("abc"));
  CHECK_FALSE(sha256_of_file(folder.file("nowhere")));
}

TEST_CASE("run.json comes back as it was written; a resumed run on the same machine is the same stretch") {
  const tests::TemporaryFolder folder;
  CHECK_FALSE(read_run_info(folder.file("")));
  RunInfo info;
  info.name = "\xC3\xBC \"x\"\n";
  info.seed = ~std::uint64_t{0};
  info.spec_hash = "00ff";
  info.total = 12;
  info.finished = true;
  info.starved = 5;
  RunSegment segment{.started = {"2026-01-31T12:00:00Z"},
                     .version = "1",
                     .build = "g++",
                     .commit = {std::string(40, 'a'), true},
                     .mode = "inline",
                     .concurrency = 2,
                     .machine = {"cpu", "kernel", 2, 1024},
                     .plugins = {{"game", "hex", "1.0.0", "g++", "ab"}},
                     .spec_hash = "00ff",
                     .total = 12};
  add_segment(info, segment);
  segment.started = {"2026-02-01T12:00:00Z"};
  segment.games_before = 3;
  add_segment(info, segment);
  REQUIRE(info.segments.size() == 1);
  CHECK(info.segments[0].started.size() == 2);
  segment.plugins[0].sha256 = "cd";
  segment.games_before = 5;
  add_segment(info, segment);
  REQUIRE(info.segments.size() == 2);
  // What a run played that was killed is known from what the next one found.
  CHECK(info.segments[0].games_played == 5);
  // A tournament that has grown, and a build of another commit, are segments of their own.
  segment.spec_hash = "00fe";
  add_segment(info, segment);
  CHECK(info.segments.size() == 3);
  segment.commit.modified = false;
  add_segment(info, segment);
  REQUIRE(info.segments.size() == 4);
  REQUIRE(write_run_info(info, folder.file("")));
  const auto again = read_run_info(folder.file(""));
  REQUIRE_MESSAGE(again, again.error());
  CHECK(to_json(*again) == to_json(info));
  CHECK(again->segments[1].plugins == segment.plugins);
  CHECK(again->segments[2].commit == info.segments[2].commit);
  CHECK(again->segments[3].games_before == 5);
  CHECK_FALSE(run_info_from_json("{}"));
  CHECK_FALSE(run_info_from_json("["));
  const Machine machine = this_machine();
  CHECK(machine.cores >= 1);
  CHECK_FALSE(machine.cpu.empty());
  CHECK(utc_now().size() == 20);
}

TEST_CASE("run.json is the last link of the chain, and has the digests of the specification") {
  const tests::TemporaryFolder folder;
  const std::string own = folder.path().string();
  const std::string file = folder.file("run.json");
  const auto text_of = [&] { return check_folder(own).text(); };
  CHECK(text_of() == "incomplete: there is no run.json next to the log");
  folder.write("spec.yaml", "name: x\n");
  folder.write("spec.identity", "agents\n");
  RunInfo info;
  info.name = "x";
  info.log = LogHead{3, std::string(64, 'a')};
  REQUIRE(write_run_info(info, own));
  CHECK(text_of() == "run.json and the specification are as they were written");
  CHECK(read_run_info(own)->log == info.log);
  const std::string good = read_text_file(file, 1 << 20).value();
  // Every byte counts.
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 1);
    folder.write("run.json", bad);
    const FolderCheck check = check_folder(own);
    CAPTURE(bad);
    CHECK((!check.company.problem.empty() || !check.company.unknown.empty()));
  }
  for (std::size_t size = 0; size < good.size(); ++size) {
    folder.write("run.json", good.substr(0, size));
    CHECK(check_folder(own).text() != "run.json and the specification are as they were written");
  }
  folder.write("run.json", good);
  for (const char* name : {"spec.yaml", "spec.identity"}) {
    const std::string before = read_text_file(folder.file(name), 1 << 20).value();
    folder.write(name, before + " ");
    CHECK(text_of() == std::string(name) + " next to the log was changed after it was written");
    std::filesystem::remove(folder.file(name));
    CHECK(text_of() == std::string(name) + " next to the log is missing");
    folder.write(name, before);
  }
  folder.write("run.json", to_json(info));  // without digests
  CHECK(text_of() == "run.json next to the log was changed after it was written");
}

}  // namespace ludex::arena
