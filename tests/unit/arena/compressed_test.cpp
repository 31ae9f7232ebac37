// Compressed files: what zstd and gzip themselves make of them is the judge.
#include "arena/base/files/compressed.hpp"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "arena/base/files/mapped_file.hpp"
#include "arena/base/files/plain_text.hpp"
#include "arena/base/formats/text_kind.hpp"
#include "arena/results/log/log_files.hpp"
#include "arena/results/log/log_reader.hpp"
#include "arena/results/log/log_writer.hpp"
#include "tests/support/arena_fixture.hpp"
#include "tests/support/command.hpp"

namespace ludex::arena {

using namespace host;
using namespace log;
using namespace run;
namespace {

using tests::read_file;
using tests::TemporaryFolder;
using tests::write_file;

std::string some_text(std::size_t lines) {
  std::string text;
  for (std::size_t i = 0; i < lines; ++i) text += "{\"line\": " + std::to_string(i * i) + "}\n";
  return text;
}

// Whether `command`, of a compressor of this machine, could be run on the file.
bool run_tool(const std::string& command, const std::filesystem::path& file) {
  const bool done = std::system((command + " '" + file.string() + "' 2>&1").c_str()) == 0;
  if (!done) MESSAGE("skipped: cannot run " << command);
  return done;
}

GameRecord game(int i) {
  GameRecord record;
  record.id = "g#" + std::to_string(i);
  record.game = "line";
  record.agents = {"a", "b"};
  record.outcome = GameResult::kDraw;
  record.note = std::string(50, 'x');
  return record;
}

std::filesystem::path make_log(const TemporaryFolder& folder, int games) {
  const auto log = folder.path() / "games.jsonl";
  auto writer = LogWriter::open(log.string(), LogStart::kNew);
  REQUIRE(writer);
  for (int i = 0; i < games; ++i) REQUIRE(writer->append(game(i)));
  REQUIRE(writer->close());
  return log;
}

}  // namespace

TEST_CASE("a file is what the programs zstd and gzip have compressed") {
  for (const char* const program : {"zstd -q --rm -19", "zstd -q --rm -1", "gzip -9"}) {
    for (const std::size_t lines : {0UL, 1UL, 1000UL, 200'000UL}) {
      const TemporaryFolder folder;
      const auto file = folder.path() / "x";
      const std::string text = some_text(lines);
      write_file(file, text);
      if (!run_tool(program, file)) continue;
      const std::string compressed = file.string() + (program[0] == 'z' ? ".zst" : ".gz");
      const auto read = MappedFile::open(compressed);
      REQUIRE_MESSAGE(read, read.error());
      CHECK(read->bytes() == text);
      CHECK_FALSE(read->cut_short());
      // One behind the other, as `cat` makes them.
      write_file(folder.path() / "twice", read_file(compressed) + read_file(compressed));
      CHECK(MappedFile::open((folder.path() / "twice").string())->bytes() == text + text);
    }
  }
}

TEST_CASE("zstd reads what we compress, and the original is gone") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "x";
  const std::string text = some_text(300'000);
  write_file(file, text);
  REQUIRE(compress_file(file.string(), file.string() + ".zst"));
  CHECK_FALSE(std::filesystem::exists(file));
  CHECK(std::filesystem::file_size(file.string() + ".zst") < text.size() / 3);
  CHECK(MappedFile::open(file.string() + ".zst")->bytes() == text);
  if (run_tool("zstd -q -d", file.string() + ".zst")) CHECK(read_file(file) == text);
}

TEST_CASE("what is cut short ends in a torn line, wherever the cut is") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "x";
  const std::string text = some_text(60'000);
  for (const char* const program : {"zstd -q --rm", "gzip"}) {
    write_file(file, text);
    if (!run_tool(program, file)) continue;
    const std::string whole = read_file(file.string() + (program[0] == 'z' ? ".zst" : ".gz"));
    for (std::size_t size = 4; size < whole.size(); size += 1 + whole.size() / 50) {
      write_file(folder.path() / "cut", whole.substr(0, size));
      const auto read = MappedFile::open((folder.path() / "cut").string());
      REQUIRE_MESSAGE(read, read.error());
      CHECK(read->cut_short());
      CHECK(text.starts_with(read->bytes()));
      CHECK_FALSE(read->bytes().ends_with('\n'));
    }
  }
}

TEST_CASE("frames to be skipped, padding and formats that others use") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "x";
  const std::string text = some_text(100);
  const std::string skippable("\x5F\x2A\x4D\x18\x04\0\0\0okay", 12);
  write_file(file, text);
  if (run_tool("zstd -q --rm", file)) {
    const std::string frame = read_file(file.string() + ".zst");
    write_file(folder.path() / "s", skippable + frame + skippable + frame);
    const auto read = MappedFile::open((folder.path() / "s").string());
    REQUIRE_MESSAGE(read, read.error());
    CHECK(read->bytes() == text + text);
    CHECK_FALSE(read->cut_short());
  }
  write_file(file, text);
  if (run_tool("gzip", file)) {
    const std::string member = read_file(file.string() + ".gz");
    write_file(folder.path() / "g", member + std::string(700, '\0') + member + std::string(512, '\0'));
    const auto read = MappedFile::open((folder.path() / "g").string());
    REQUIRE_MESSAGE(read, read.error());
    CHECK(read->bytes() == text + text);
    CHECK_FALSE(read->cut_short());
    write_file(folder.path() / "g", member + "something else");
    CHECK(MappedFile::open((folder.path() / "g").string()).error().find("is not gzip") != std::string::npos);
  }
  for (const auto& [bytes, name] : {std::pair<std::string, const char*>{"BZh91AY&SY", "bzip2"},
                                    {std::string("\xFD"
                                                 "7zXZ\0\0",
                                                 7),
                                     "xz"},
                                    {"PK\3\4rest", "zip"},
                                    {"7z\xBC\xAF\x27\x1C", "7z"},
                                    {"\x04\x22\x4D\x18rest", "LZ4"}}) {
    write_file(folder.path() / "f", bytes);
    const auto read = MappedFile::open_text((folder.path() / "f").string());
    REQUIRE_FALSE(read);
    CHECK(read.error().find(std::string("it is compressed by ") + name + ", expected text") !=
          std::string::npos);
  }
  write_file(folder.path() / "f", "BZh is how this text begins\n");
  CHECK(MappedFile::open_text((folder.path() / "f").string()));
}

TEST_CASE("names less what a compressor appends, whatever the case") {
  for (const char* name : {"a.pgn.zst", "a.pgn.GZ", "a.pgn.bgz", "a.pgn.ZSTD", "a.pgn"})
    CHECK(plain_name(name) == "a.pgn");
  CHECK(plain_name(".gz") == "");
}

TEST_CASE("text in any encoding, with any line ends") {
  const TemporaryFolder folder;
  const auto read = [&](const std::string& bytes) {
    write_file(folder.path() / "t", bytes);
    const auto file = MappedFile::open_text((folder.path() / "t").string());
    return file ? std::string(file->bytes()) : file.error();
  };
  const std::string utf8 = "a \u00E4 \u2658 \U0001F600\r\nb\n";
  const std::u16string wide = u"a \u00E4 \u2658 \U0001F600\r\nb\n";
  const auto utf16 = [&](bool little, bool mark) {
    std::string bytes;
    for (const char16_t unit : (mark ? u"\uFEFF" + wide : wide)) {
      const char high = static_cast<char>(unit >> 8);
      const char low = static_cast<char>(unit & 0xFF);
      bytes += little ? low : high;
      bytes += little ? high : low;
    }
    return bytes;
  };
  CHECK(read(utf8) == utf8);
  CHECK(read("\xEF\xBB\xBF" + utf8) == utf8);
  for (const bool little : {true, false}) {
    for (const bool mark : {true, false}) CHECK(read(utf16(little, mark)) == utf8);
  }
  CHECK(read(std::string("\xFF\xFE\x3D\xD8", 4)) == "\uFFFD");  // half a pair
  CHECK(read(std::string("\xFF\xFE"
                         "a\0b",
                         5)) == "a\uFFFD");  // half a unit
  CHECK(read(std::string("\xFF\xFE\0\0a\0\0\0", 8)).ends_with("it is UTF-32, expected UTF-8 or UTF-16"));
  CHECK(read("a\rb\r") == "a\nb\n");
  CHECK(read("\xEF\xBB\xBF"
             "a\rb\r") == "a\nb\n");
  CHECK(read("a\rb\nc") == "a\rb\nc");
  CHECK(read("") == "");
  CHECK(utf8_of("J\xE4n") == "J\u00E4n");
  CHECK(utf8_of("J\u00E4n") == "J\u00E4n");
}

TEST_CASE("what a file holds, by its name and by its text") {
  CHECK(kind_by_name("x/a.PGN.gz") == TextKind::kPgn);
  CHECK(kind_by_name("a.fen") == TextKind::kEpd);
  CHECK(kind_by_name("a.tsv.zst") == TextKind::kCsv);
  CHECK(kind_by_name("a.txt") == std::nullopt);
  CHECK(kind_by_text("% export\n\n[Event \"x\"]") == TextKind::kPgn);
  CHECK(kind_by_text("1. e4 e5") == TextKind::kPgn);
  CHECK(kind_by_text("( ;GM[1])") == TextKind::kSgf);
  CHECK(kind_by_text("{\"agents\":[]}") == TextKind::kJsonl);
  CHECK(kind_by_text("(a)") == std::nullopt);
  CHECK(kind_by_text(" \n") == std::nullopt);
  CHECK(kind_of("a.csv", "[x") == TextKind::kCsv);
  CHECK(kind_of("a.dat", "[x") == TextKind::kPgn);
}

TEST_CASE("damage and bombs are errors with the file's name") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "x";
  write_file(file, some_text(50'000));
  REQUIRE(compress_file(file.string(), file.string() + ".zst"));
  std::string bytes = read_file(file.string() + ".zst");
  bytes[bytes.size() / 2] ^= 0x10;
  write_file(file.string() + ".zst", bytes);
  const auto damaged = MappedFile::open(file.string() + ".zst");
  REQUIRE_FALSE(damaged);
  CHECK(damaged.error().find("cannot decompress '" + file.string() + ".zst': zstd says: ") == 0);

  write_file(file, std::string(std::size_t{256} << 20, '\0'));
  REQUIRE(compress_file(file.string(), file.string() + ".zst"));
  const auto bomb = MappedFile::open(file.string() + ".zst");
  REQUIRE_FALSE(bomb);
  CHECK(bomb.error().ends_with("it becomes more than 10000 times as large"));
}

TEST_CASE("a log that cannot be compressed stays as it is") {
  const TemporaryFolder folder;
  const auto log = make_log(folder, 10);
  const std::string text = read_file(log);
  std::filesystem::create_directory(folder.path() / "games.jsonl.zst.new");
  const auto compressed = compress_log(folder.path().string());
  REQUIRE_FALSE(compressed);
  CHECK(compressed.error().find("games.jsonl.zst.new") != std::string::npos);
  CHECK(read_file(log) == text);
}

TEST_CASE("a compressed log: read, and made plain again for more games") {
  const TemporaryFolder folder;
  const std::string text = read_file(make_log(folder, 1000));
  REQUIRE(compress_log(folder.path().string()));
  const std::string log = log_in(folder.path().string());
  CHECK(log == (folder.path() / "games.jsonl.zst").string());
  CHECK(is_log_name(log));
  REQUIRE(compress_log(folder.path().string()));  // once more changes nothing

  auto contents = read_log(log);
  REQUIRE(contents);
  CHECK(contents->records.size() == 1000);
  CHECK_FALSE(contents->torn);

  REQUIRE(expand_log(folder.path().string()));
  CHECK(read_file(folder.path() / "games.jsonl") == text);
  CHECK_FALSE(std::filesystem::exists(log));
  REQUIRE(expand_log(folder.path().string()));
  CHECK(LogWriter::open(log_in(folder.path().string()), LogStart::kAppend));

  // Cut short: the games before the cut are there, and the rest is torn.
  REQUIRE(compress_log(folder.path().string()));
  const std::string whole = read_file(log);
  write_file(log, whole.substr(0, whole.size() - 100));
  contents = read_log(log);
  REQUIRE(contents);
  REQUIRE(contents->torn);
  REQUIRE(expand_log(folder.path().string()));
  REQUIRE(repair_log((folder.path() / "games.jsonl").string(), *contents->torn));
  CHECK(text.starts_with(read_file(folder.path() / "games.jsonl")));
  CHECK(read_log((folder.path() / "games.jsonl").string())->records.size() == contents->records.size());
}

}  // namespace ludex::arena
