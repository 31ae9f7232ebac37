#include "tests/support/ludii_trace.hpp"

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <doctest/doctest.h>

#include "tests/support/oracle.hpp"

namespace ludex::tests {
namespace {

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) { std::ofstream(path_) << text; }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_ = std::filesystem::temp_directory_path() / "ludex_ludii_trace_test.txt";
};

TEST_CASE("a trace is read as written; contradictions are refused") {
  const TemporaryFile good(
      "# two games\nG 0\n1|0-0|2|0-0 1-1\n2|pass|1|pass\nR 1 NaturalEnd 2\nG 1\nR 0 NaturalEnd 0\n");
  const auto games = read_ludii_trace(good.path());
  REQUIRE(games.size() == 2);
  CHECK(games[0].plies[0].legal == std::vector<std::string>{"0-0", "1-1"});
  CHECK(games[0].plies[1].move == "pass");
  CHECK(games[0].plies[1].mover == 2);
  CHECK(games[0].winner == 1);
  for (const char* text :
       {"G 0\n1|0-0|3|0-0 1-1\nR 1 NaturalEnd 1\n", "G 0\n1|2-2|2|0-0 1-1\nR 1 NaturalEnd 1\n",
        "G 0\n1|0-0|1|0-0\nR 1 NaturalEnd 2\n", "G 0\n1|0-0|1|0-0\n", "R 1 NaturalEnd 0\n", ""}) {
    CAPTURE(text);
    const TemporaryFile bad(text);
    CHECK_THROWS_AS(read_ludii_trace(bad.path()), std::runtime_error);
  }
}

TEST_CASE("the recorded files are complete") {
  const auto path = oracle("ludii_traces/breakthrough.txt.gz");
  if (!path) return;
  CHECK(read_ludii_trace(*path).size() == 50);
}

}  // namespace
}  // namespace ludex::tests
