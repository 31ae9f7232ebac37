// ludex check accepts every game and every agent of the house.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/command.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

std::vector<std::string> plugins(const std::string& kind) {
  std::vector<std::string> files;
  for (const auto& item : std::filesystem::directory_iterator(LUDEX_BUILD_DIR "/plugins")) {
    const std::string name = item.path().filename().string();
    if (name.starts_with(kind + "-") && name.ends_with(".so")) files.push_back(item.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

TEST_CASE("the games of the house keep their contract" * doctest::skip(kSanitized)) {
  const auto files = plugins("game");
  CHECK(files.size() >= 12);
  for (const auto& file : files) {
    if (file.ends_with("-python.so")) continue;  // needs a file: tests/python
    CAPTURE(file);
    const auto run = ludex("check '" + file + "'");
    CHECK_MESSAGE(run.exit_code == 0, run.out, run.err);
  }
}

// Under a sanitizer it takes longer than a test may; unit/agents holds them to it there.
TEST_CASE("the agents of the house keep their contract" * doctest::skip(kSanitized)) {
  const auto files = plugins("agent");
  CHECK(files.size() >= 14);
  // A sanitizer makes a search some ten times slower.
  const std::string boards = kSanitized ? " --game mnk" : "";
  for (const auto& file : files) {
    // Another program, or a file, must be there; those in Python: tests/python.
    if (file.ends_with("-engine.so") || file.ends_with("-gnubg.so") || file.ends_with("-command.so") ||
        file.ends_with("-python.so"))
      continue;
    CAPTURE(file);
    const auto run = ludex("check '" + file + "'" + boards);
    CHECK_MESSAGE(run.exit_code == 0, run.out, run.err);
  }
}

}  // namespace ludex::tests
