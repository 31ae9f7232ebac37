// When colours are used, and on what.
#include "arena/faces/cli/colour.hpp"

#include <doctest/doctest.h>

namespace ludex::arena::cli {

TEST_CASE("colours are for terminals that want them") {
  CHECK(wants_colour(ColourMode::kAuto, true, nullptr, "xterm-256color"));
  CHECK(wants_colour(ColourMode::kAuto, true, "", "xterm"));  // no-color.org: an empty value says nothing
  CHECK_FALSE(wants_colour(ColourMode::kAuto, false, nullptr, "xterm"));
  CHECK_FALSE(wants_colour(ColourMode::kAuto, true, "1", "xterm"));
  CHECK_FALSE(wants_colour(ColourMode::kAuto, true, nullptr, "dumb"));
  CHECK_FALSE(wants_colour(ColourMode::kAuto, true, nullptr, nullptr));
  // What is said on the command line goes before the environment.
  CHECK(wants_colour(ColourMode::kAlways, false, "1", "dumb"));
  CHECK_FALSE(wants_colour(ColourMode::kNever, true, nullptr, "xterm"));
}

TEST_CASE("who complains is red, a warning yellow, the leader bold, a forfeit red") {
  const Palette on(true);
  CHECK(on.messages("ludex: no such file: x\nmore of it: y\n") ==
        "\033[1;31mludex:\033[0m no such file: x\nmore of it: y\n");
  CHECK(on.messages("warning: 3 games left out") == "\033[1;33mwarning:\033[0m 3 games left out");
  CHECK(on.messages("t.yaml:3:7: error: no such game\n") ==
        "t.yaml:3:7: \033[1;31merror:\033[0m no such game\n");
  CHECK(on.messages("an error: it is not one of ours") == "an error: it is not one of ours");
  CHECK(on.ranks("rank  agent  games  forfeits\n"
                 "   1  uct       10         0\n"
                 "   2  ab        10         3\n"
                 "\n"
                 "   1  uct\n") ==
        "rank  agent  games  forfeits\n"
        "\033[1m   1  uct       10         \033[0m0\n"
        "   2  ab        10         \033[1;31m3\033[0m\n"
        "\n"
        "   1  uct\n");
  CHECK(on.ranks("rank  name  Elo\n   1  uct   12\n   2  ab   -12\n") ==
        "rank  name  Elo\n\033[1m   1  uct   12\033[0m\n   2  ab   -12\n");
  const Palette off(false);
  CHECK(off.messages("ludex: x: y\n") == "ludex: x: y\n");
  CHECK(off.ranks("rank  name\n   1  uct\n") == "rank  name\n   1  uct\n");
}

}  // namespace ludex::arena::cli
