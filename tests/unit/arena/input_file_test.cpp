// Files that are no files: refused at once, in words, by every reader of whole files, texts and logs.
#include "arena/base/files/input_file.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/files/folder_lock.hpp"
#include "arena/base/files/mapped_file.hpp"
#include "arena/base/files/sha256.hpp"
#include "arena/base/files/text_file.hpp"
#include "arena/faces/web/log_index.hpp"
#include "arena/results/log/log_cursor.hpp"
#include "arena/results/log/log_reader.hpp"
#include "arena/results/log/run_info.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::arena {

using namespace log;
namespace {

namespace fs = std::filesystem;

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Five gigabytes of nothing, which take no place on the disk.
void make_sparse(const std::string& path) {
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  REQUIRE(fd >= 0);
  REQUIRE(ftruncate(fd, off_t{5} << 30) == 0);
  close(fd);
}

}  // namespace

TEST_CASE("a FIFO, a device and a folder are no input, and nobody waits for them") {
  const tests::TemporaryFolder folder;
  const std::string fifo = folder.file("fifo");
  REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
  const std::string zero = folder.file("zero");
  fs::create_symlink("/dev/zero", zero);
  constexpr std::size_t kMost = 1 << 20;
  struct Case {
    std::string path;
    std::string why;
  };
  for (const Case& each : {Case{fifo, "it is a FIFO, expected a regular file"},
                           {zero, "it is a device, expected a regular file"},
                           {folder.path().string(), "Is a directory"}}) {
    const std::string& path = each.path;
    const std::string& why = each.why;
    CAPTURE(path);
    CHECK(says(open_input(path).error(), why));
    CHECK(says(read_text_file(path, kMost).error(), why));
    CHECK(says(MappedFile::open(path).error(), why));
    CHECK(says(sha256_of_file(path).error(), why));
    CHECK(says(read_log(path).error(), why));
  }
  CHECK(says(open_input(folder.file("nowhere")).error(), "No such file or directory"));
  CHECK(read_text_file("/dev/null", kMost).value().empty());
}

TEST_CASE("what a shell hands over as a file is read") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  REQUIRE(write(ends[1], "text", 4) == 4);
  close(ends[1]);
  const std::string path = "/dev/fd/" + std::to_string(ends[0]);
  CHECK(MappedFile::open(path).value().bytes() == "text");
  close(ends[0]);
}

TEST_CASE("in a tournament's folder, whatever stands there, every reader answers") {
  const tests::TemporaryFolder folder;
  const auto at = [&](const char* name) { return folder.file(name); };
  for (const char* name : {"games.jsonl", "run.json", "lock", "games.index"})
    REQUIRE(mkfifo(at(name).c_str(), 0600) == 0);
  const std::string own = folder.path().string();
  CHECK(says(read_run_info(own).error(), "FIFO"));
  CHECK(says(check_folder(own).text(), "FIFO"));
  CHECK(FolderLock::holder(own).empty());
  web::LogIndex index(own);
  CHECK(says(index.update(1 << 20).error(), "FIFO"));
  // A log that is none, and its index a FIFO still.
  fs::remove(at("games.jsonl"));
  make_sparse(at("games.jsonl"));
  web::LogIndex sparse(own);
  CHECK(says(sparse.update(32 << 20).error(), "a line longer than 64 MiB"));
  CHECK(says(read_log(at("games.jsonl")).error(), ":1: "));
  fs::remove(at("run.json"));
  make_sparse(at("run.json"));
  CHECK(says(read_run_info(own).error(), "longer than 64 MiB"));
}

TEST_CASE("a line has a longest length") {
  const std::string text = "{}\n" + std::string(LogCursor::kLongestLine + 1, 'x') + "\n{}\n";
  LogCursor lines(text, "f");
  REQUIRE(lines.next());
  CHECK(lines.line() == "{}");
  REQUIRE(lines.next());
  CHECK(lines.line() == "(a line longer than 64 MiB)");
  CHECK_FALSE(lines.torn());
  CHECK_FALSE(lines.next());
}

}  // namespace ludex::arena
