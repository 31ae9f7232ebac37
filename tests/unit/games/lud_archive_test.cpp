// Descriptions in an archive: what zlib deflates, we inflate; damage is an error.
#include <cstdint>
#include <initializer_list>
#include <string>

#include <doctest/doctest.h>

#include "core/util/rng.hpp"
#include "games/lud/description.hpp"
#include "games/lud/parse/archive.hpp"
#include "tests/support/command.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/zip_file.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;

// A text of a few words over and over, of random letters, or of random bytes.
std::string sample(int kind, std::size_t size, Rng& rng) {
  const std::string words[] = {"(game ", "(sites Empty) ", "(to ", "{", "}\n"};
  std::string text;
  while (text.size() < size) {
    if (kind == 0) {
      text += words[rng.below(5)];
    } else {
      text += static_cast<char>(kind == 1 ? 'a' + rng.below(26) : rng.below(256));
    }
  }
  text.resize(size);
  return text;
}

}  // namespace

TEST_CASE("what zlib deflates is inflated") {
  Rng rng = Rng::seeded(1);
  for (const std::size_t size : std::initializer_list<std::size_t>{0, 1, 3, 100, 5000, 100'000}) {
    for (int kind = 0; kind < 3; ++kind) {
      const std::string text = sample(kind, size, rng);
      for (int level = 0; level <= 9; ++level) {
        CAPTURE(size);
        CAPTURE(kind);
        CAPTURE(level);
        const auto back = inflate(deflated(text, level), size);
        REQUIRE(back.ok());
        CHECK(*back == text);
        CHECK_FALSE(inflate(deflated(text, level), size + 1).ok());
        if (size != 0) CHECK_FALSE(inflate(deflated(text, level), size - 1).ok());
      }
    }
  }
}

TEST_CASE("damaged data are an error or something else, and nothing worse") {
  Rng rng = Rng::seeded(2);
  const std::string text = sample(0, 3000, rng);
  for (int round = 0; round < 3000; ++round) {
    std::string packed = deflated(text, 1 + round % 9);
    for (int k = 0; k <= round % 4; ++k)
      packed[rng.below(static_cast<std::uint32_t>(packed.size()))] ^= static_cast<char>(1 << rng.below(8));
    if (round % 3 == 0) packed.resize(rng.below(static_cast<std::uint32_t>(packed.size())));
    const auto back = inflate(packed, text.size());
    CHECK((!back.ok() || back->size() == text.size()));
  }
}

TEST_CASE("members of an archive") {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "library.jar").string();
  const std::string whole = zip_archive({{"lud/a/Hex.lud", "first"},
                                         {"lud/a/Go.lud", "second, stored"},
                                         {"lud/b/Go.lud", "third"},
                                         {"META-INF/MANIFEST.MF", "fourth"}});
  write_file(path, whole);
  CHECK(*read_from_library(path, "Hex") == "first");
  CHECK(*read_from_library(path, "lud/a/Go") == "second, stored");
  CHECK(*read_from_library(path, "lud/b/Go.lud") == "third");
  CHECK(read_from_library(path, "Go").error() ==
        path + " has several descriptions Go.lud, name one by its path: lud/a/Go.lud lud/b/Go.lud");
  CHECK(read_from_library(path, "Chess").error() == path + " has no description Chess.lud");
  CHECK(read_from_library(path, "x").error() == path + " has no description x.lud");
  write_file(path, "no archive at all, and not a short one either");
  CHECK(read_from_library(path, "Hex").error() == path + " is no zip archive (expected Ludii's .jar)");
  // Any bit may be wrong, and any end missing.
  int wrong = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    write_file(path, damaged);
    const auto text = read_from_library(path, "Hex");
    CHECK((!text.ok() || *text == "first"));
    wrong += text.ok() ? 0 : 1;
    write_file(path, whole.substr(0, at));
    CHECK_FALSE(read_from_library(path, "Hex").ok());
  }
  CHECK(wrong > 50);
}

}  // namespace ludex::games::lud
