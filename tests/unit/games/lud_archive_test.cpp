// Descriptions in an archive; damage is an error.
#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include "games/lud/game/description.hpp"
#include "tests/support/command.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/zip_file.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;

}  // namespace

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
  CHECK(read_from_library(path, "Hex").error() == path + " is not a zip archive (expected Ludii's .jar)");
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
