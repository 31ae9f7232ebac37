// The fuzzers' check without a fuzzer: on the corpus, where names say what is expected, and on misspelt
// positions of random games of every plug-in there is, with or without a corpus.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <doctest/doctest.h>

#include "core/game/game_module.hpp"
#include "paths.hpp"
#include "tests/fuzz/check_text.hpp"
#include "tests/fuzz/faulty_game.hpp"
#include "tests/support/game_contract.hpp"

namespace ludex::tests::fuzz {
namespace {

namespace fs = std::filesystem;
const fs::path kFolder = fs::path(LUDEX_TEST_DIR) / "fuzz";

std::vector<Subject> subjects() {
  std::vector<fs::path> libraries;
  for (const auto& file : fs::directory_iterator(fs::path(LUDEX_BUILD_DIR) / "plugins")) {
    // A game in Python needs its file.
    if (file.path().stem() == "game-python") continue;
    if (file.path().filename().string().starts_with("game-")) libraries.push_back(file.path());
  }
  std::sort(libraries.begin(), libraries.end());
  std::vector<Subject> found;
  for (const fs::path& library : libraries) {
    void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    REQUIRE_MESSAGE(handle != nullptr, dlerror());
    const auto* const entry = static_cast<const PluginEntry*>(dlsym(handle, kPluginSymbol));
    REQUIRE(entry != nullptr);
    found.emplace_back(*entry, kFolder);
  }
  return found;
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// "" if all is well.
std::string violation(const Subject& subject, const std::string& input, bool* accepted) {
  try {
    *accepted = check_input(subject, input);
    return "";
  } catch (const Violation& v) {
    return v.what();
  }
}

TEST_CASE("the corpus: ok* is accepted, bad* refused, and nothing breaks a promise") {
  for (const Subject& subject : subjects()) {
    const fs::path folder = kFolder / "corpus" / subject.id();
    if (!fs::exists(folder)) continue;
    std::uint32_t files = 0;
    for (const auto& file : fs::directory_iterator(folder)) {
      const std::string name = file.path().filename();
      CAPTURE(file.path());
      bool accepted = false;
      REQUIRE(violation(subject, content(file.path()), &accepted) == "");
      if (name.starts_with("ok")) CHECK(accepted);
      if (name.starts_with("bad")) CHECK_FALSE(accepted);
      ++files;
    }
    CHECK_MESSAGE(files > 0, "no corpus for " << subject.id());
  }
}

TEST_CASE("positions of random games, and slips in them") {
  for (const Subject& subject : subjects()) {
    CAPTURE(subject.id());
    Rng rng = Rng::seeded(fnv1a(subject.id()));
    std::uint32_t refused = 0;
    for (std::uint32_t i = 0; i < samples(100); ++i) {
      std::string input = random_input(subject, rng);
      bool accepted = false;
      for (std::uint32_t slips = 0; slips < 12; ++slips) {
        CAPTURE(input);
        REQUIRE(violation(subject, input, &accepted) == "");
        if (slips == 0) CHECK(accepted);
        refused += !accepted;
        misspell(input, rng);
      }
    }
    CHECK(refused > 0);
  }
}

// The promise that reading `text` breaks, or "".
std::string broken_promise(Fault fault, std::string_view text) {
  TextRule rule;
  std::istringstream exact("exact");
  rule.parse(exact);
  const GameModule<FaultyGame> game{FaultyGame(fault)};
  try {
    static_cast<void>(TextCheck(game, rule, 1).run(text, "1"));
    return "";
  } catch (const Violation& v) {
    return v.what();
  }
}

TEST_CASE("each kind of fault is noticed") {
  for (const char* text : {"7 a", "6 b", "0 a", "0 b", "8 a", "7 a ", "07 a", "", "7", "7 c"}) {
    CAPTURE(text);
    CHECK(broken_promise(Fault::kNone, text) == "");
  }
  CHECK(broken_promise(Fault::kTrailingBlank, "7 a ") == "a text is read as the position it describes: 7 a");
  CHECK(broken_promise(Fault::kThrows, "x") == "a position is refused, not an accident: stoul");
  CHECK(broken_promise(Fault::kNoReason, "x") == "a refused position has a reason");
  CHECK(broken_promise(Fault::kTooFar, "100 a") == "a playout ends within max_plies");
  CHECK(broken_promise(Fault::kMoverLost, "7 a").starts_with("equal positions have equal hashes"));
  CHECK(broken_promise(Fault::kStaleHash, "7 a").starts_with("equal positions have equal hashes"));
  CHECK(broken_promise(Fault::kUnreadable, "1 a") == "the text of a position is accepted: 0 b");
}

TEST_CASE("how far a text may differ from what was read") {
  TextRule exact, fields, anagram;
  std::istringstream exact_text("exact"), fields_text("fields 2"), anagram_text("anagram :H0");
  exact.parse(exact_text), fields.parse(fields_text), anagram.parse(anagram_text);
  CHECK(exact.allows("3/3/3 x", "3/3/3 x"));
  CHECK_FALSE(exact.allows("3/3/21 x", "3/3/3 x"));
  CHECK(fields.allows("8/8 w - 3", "8/8 w - 0"));
  CHECK(fields.allows("8/8 w", "8/8 w - 0"));
  CHECK_FALSE(fields.allows("8/8 b", "8/8 w - 0"));
  CHECK_FALSE(fields.allows("8/44 w", "8/8 w - 0"));
  CHECK(anagram.allows("B:W3,1:BK7:H0", "B:W1,3:BK7"));
  CHECK_FALSE(anagram.allows("B:W3,1:BK7:H1", "B:W1,3:BK7"));
}

}  // namespace
}  // namespace ludex::tests::fuzz
