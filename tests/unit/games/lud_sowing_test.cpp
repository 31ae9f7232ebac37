// Sowing, and sites by their places on tracks. What is expected is computed by the rules of
// ../shared/spec/lud-behaviour.md, 4 and 5.2, of which the tables are the vectors; recorded games are
// replayed by lud_trace_test.cpp.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/lud_walk.hpp"

namespace ludex::games::lud {
namespace {

// Two rows of three holes, 3 4 5 above 0 1 2; the hand of the first player is site 6.
const std::string kRound = "(track \"Track\" \"0,E,N,W\" loop:True)";  // 0 1 2 5 4 3
const std::string kTake = "apply:(fromTo (from (to)) (to (handSite P1)) count:(count at:(to)))";
const std::string kTakeTo3 = "apply:(fromTo (from (to)) (to 3) count:(count at:(to)))";

using Counts = std::vector<std::pair<int, int>>;  // (site, counters)

Walk holes(const std::string& tracks, const Counts& before, const std::string& sow) {
  std::string start;
  for (const auto& [site, count] : before)
    start += "(set Count " + std::to_string(count) + " to:(sites {" + std::to_string(site) + "})) ";
  return Walk(game_of("(mancalaBoard 2 3 store:None " + tracks + ") (piece \"Seed\" Shared) (hand Each)",
                      "(start {" + start +
                          "}) (play (move Select (from (sites Board) if:(is Occupied (from))) (then " + sow +
                          ")))" + kUntilFull));
}
std::string sown(const std::string& tracks, const Counts& before, int origin, const std::string& arguments) {
  const std::string site = std::to_string(origin);
  return holes(tracks, before, "(sow " + arguments + ")").play(site + "-" + site).cells();
}

struct Sowing {
  std::string tracks;
  std::string arguments;
  int origin;
  Counts before;
  const char* after;
};
const Sowing kSowings[] = {
    {kRound, "", 0, {{0, 4}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}}, "1=1c2,2=1c2,3=1c1,4=1c2,5=1c2"},
    {kRound, "", 0, {{0, 8}, {1, 1}, {2, 1}}, "0=1c1,1=1c3,2=1c3,3=1c1,4=1c1,5=1c1"},
    {kRound, "includeSelf:False", 0, {{0, 8}, {1, 1}, {2, 1}}, "1=1c3,2=1c3,3=1c1,4=1c1,5=1c2"},
    {kRound,
     "origin:True",
     0,
     {{0, 4}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}},
     "0=1c1,1=1c2,2=1c2,3=1c1,4=1c1,5=1c2"},
    {kRound,
     "numPerHole:2",
     0,
     {{0, 5}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}},
     "1=1c3,2=1c3,3=1c1,4=1c1,5=1c2"},
    {kRound,
     "origin:True numPerHole:2",
     0,
     {{0, 5}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}},
     "0=1c2,1=1c3,2=1c2,3=1c1,4=1c1,5=1c1"},
    {kRound,
     "numPerHole:(if (= (to) 2) 3 1)",
     0,
     {{0, 6}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}},
     "1=1c2,2=1c4,3=1c1,4=1c2,5=1c2"},
    {kRound,
     "numPerHole:(value)",
     0,
     {{0, 3}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}},
     "1=1c4,2=1c1,3=1c1,4=1c1,5=1c1"},
    {kRound,
     "count:2",
     0,
     {{0, 4}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}},
     "0=1c2,1=1c2,2=1c2,3=1c1,4=1c1,5=1c1"},
    {kRound,
     "skipIf:(is In (to) (sites {1 5}))",
     0,
     {{0, 4}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}},
     "0=1c1,1=1c1,2=1c2,3=1c2,4=1c2,5=1c1"},
    {kRound,
     "skipIf:(> (count at:(to)) 1)",
     0,
     {{0, 4}, {1, 2}, {2, 1}, {3, 1}},
     "1=1c2,2=1c2,3=1c2,4=1c1,5=1c1"},
    {kRound, kTake, 0, {{0, 4}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}}, "1=1c2,2=1c2,3=1c1,5=1c2,6=1c2"},
    {kRound,
     "if:(= (count at:(to)) 9) " + kTake,
     0,
     {{0, 4}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}},
     "1=1c2,2=1c2,3=1c1,4=1c2,5=1c2"},
    {kRound,
     "if:(= (count at:(to)) 2) " + kTake + " backtracking:True",
     0,
     {{0, 4}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}},
     "3=1c1,6=1c8"},
    {kRound,
     "if:(= (count at:(to)) 2) " + kTake + " backtracking:(is In (to) (sites Top))",
     0,
     {{0, 4}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}},
     "1=1c2,2=1c2,3=1c1,6=1c4"},
    {kRound,
     "if:(= (count at:(to)) 2) " + kTake + " forward:True",
     0,
     {{0, 2}, {1, 1}, {2, 1}, {4, 2}, {5, 2}},
     "1=1c2,6=1c6"},
    {kRound, kTake + " forward:True", 0, {{0, 4}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}}, "6=1c9"},
    {kRound,
     "if:(= (count at:(to)) 2) " + kTakeTo3 + " backtracking:True",
     0,
     {{0, 4}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}},
     "3=1c9"},
    {kRound,
     "sowEffect:(if (= (to) 2) (add (piece (id \"Seed\" Shared)) (to (handSite Mover))))",
     0,
     {{0, 4}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}},
     "1=1c2,2=1c2,3=1c1,4=1c2,5=1c2,6=1c1"},
    {"(track \"Track\" {0 1 2} loop:True)",
     "",
     0,
     {{0, 4}, {1, 1}, {2, 1}, {4, 1}},
     "0=1c1,1=1c3,2=1c2,4=1c1"},
    {"(track \"Track\" {0 1 2} loop:True)",
     "",
     4,
     {{0, 4}, {1, 1}, {2, 1}, {4, 1}},
     "0=1c4,1=1c1,2=1c1,4=1c1"},
    {"{(track \"A\" {0 1 2 5 4 3} loop:True) (track \"B\" {3 4 5 2 1 0} loop:True)}",
     "\"B\"",
     0,
     {{0, 4}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}},
     "1=1c1,2=1c2,3=1c2,4=1c2,5=1c2"},
    {"{(track \"TrackA\" {3 4 5 2 1 0} loop:True) (track \"Track\" {0 1 2 5 4 3} loop:True)}",
     "\"Track\"",
     0,
     {{0, 4}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}},
     "1=1c2,2=1c2,3=1c1,4=1c2,5=1c2"},
    {"{(track \"MyTrack\" {3 4 5 2 1 0} loop:True P1) (track \"Track\" {0 1 2 5 4 3} loop:True)}",
     "\"Track\" owner:P1",
     0,
     {{0, 4}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}},
     "1=1c1,2=1c2,3=1c2,4=1c2,5=1c2"},
};

// A board of 4 x 4 vertices with a disc on 6, seen by the first player.
const std::string kRingTrack = "(track \"Ring\" {0 1 2 3 7 11 15 14 13 12 8 4} loop:True) ";
const std::string kPaths = "(track \"PathP1\" {0 1 2 6 10} P1) (track \"PathP2\" {15 14 13 9 5} P2) ";

std::string on_tracks(const std::string& tracks, const std::string& region) {
  return game_of("(board (square 4) {" + tracks + "} use:Vertex) (piece \"Disc\" Each)",
                 "(start (place \"Disc1\" 6)) (play (move Add (to " + region + ")))" + kUntilFull);
}

struct Places {
  std::string tracks;
  std::string region;
  std::vector<int> sites;
};
const Places kPlaces[] = {
    {kRingTrack, "(sites {(trackSite Move from:3 steps:2)})", {11}},
    {kRingTrack, "(sites {(trackSite Move from:4 steps:2)})", {1}},
    {kRingTrack, "(sites {(trackSite Move from:4 steps:0)})", {4}},
    {kRingTrack, "(sites {(trackSite Move from:4 steps:14)})", {1}},
    {kRingTrack, "(sites {(trackSite Move from:5 steps:3)})", {3}},
    {kRingTrack, "(sites {(trackSite Move from:5 steps:0)})", {0}},
    {kRingTrack, "(sites {(trackSite Move from:3 steps:-1)})", {3}},
    {kPaths, "(sites {(trackSite Move from:1 steps:2)})", {6}},
    {kPaths, "(sites {(trackSite Move from:1 P2 steps:2)})", {}},
    {kPaths, "(sites {(trackSite Move from:14 P2 steps:2)})", {9}},
    {kPaths, "(sites {(trackSite Move from:14 \"PathP2\" steps:2)})", {9}},
    {kPaths, "(sites {(trackSite Move from:1 \"Path\" steps:2)})", {6}},
    {kPaths, "(sites {(trackSite Move from:6 steps:3)})", {}},
    {kRingTrack + kPaths, "(sites {(trackSite Move from:1 steps:2)})", {6}},
    {kRingTrack + kPaths, "(sites {(trackSite Move from:1 \"Ring\" steps:2)})", {3}},
    {kRingTrack + kPaths, "(sites {(trackSite Move from:1 \"None\" steps:2)})", {6}},
    {kRingTrack + kPaths, "(sites {(trackSite FirstSite)})", {0}},
    {kPaths, "(sites {(trackSite FirstSite)})", {0}},
    {kRingTrack + kPaths, "(sites {(trackSite FirstSite P2)})", {0}},
    {kPaths + kRingTrack, "(sites {(trackSite FirstSite P2)})", {15}},
    {kPaths, "(sites {(trackSite FirstSite P2 \"Path\")})", {15}},
    {kPaths, "(sites {(trackSite FirstSite \"P2\")})", {15}},
    {kRingTrack, "(sites {(trackSite FirstSite from:4)})", {4}},
    {kRingTrack, "(sites {(trackSite FirstSite from:5)})", {}},
    {kPaths, "(sites {(trackSite FirstSite P1 \"Path\" if:(is Occupied (to)))})", {6}},
    {kPaths, "(sites {(trackSite FirstSite P1 \"Path\" from:10 if:(is Empty (to)))})", {10}},
    {kPaths, "(sites {(trackSite FirstSite P1 \"Path\" from:10 if:(!= (to) 10))})", {0}},
    {kRingTrack + kPaths, "(sites Track)", {0, 1, 2, 3, 4, 7, 8, 11, 12, 13, 14, 15}},
    {kPaths + kRingTrack, "(sites Track)", {0, 1, 2, 3, 4, 7, 8, 11, 12, 13, 14, 15}},
    {kPaths + kRingTrack, "(sites Track P2)", {5, 9, 13, 14, 15}},
    {kPaths, "(sites Track)", {}},
    {kPaths, "(sites Track \"Path\")", {}},
    {kPaths, "(sites Track P2 \"Path\")", {5, 9, 13, 14, 15}},
    {kPaths, "(sites Track \"PathP1\")", {0, 1, 2, 6, 10}},
    {kRingTrack, "(sites Track from:3 to:15)", {3, 7, 11, 15}},
    {kRingTrack, "(sites Track from:15 to:3)", {0, 1, 2, 3, 4, 8, 12, 13, 14, 15}},
    {kRingTrack, "(sites Track from:3 to:3)", {3}},
    {kRingTrack, "(sites Track from:3)", {0, 1, 2, 3, 4, 7, 8, 11, 12, 13, 14, 15}},
    {kRingTrack, "(sites Track to:3)", {0, 1, 2, 3}},
    {kRingTrack, "(sites Track from:5 to:3)", {}},
    {kRingTrack, "(sites Track from:3 to:5)", {0, 1, 2, 3, 4, 7, 8, 11, 12, 13, 14, 15}},
};

}  // namespace

TEST_CASE("what is sown, and what is taken") {
  for (const Sowing& each : kSowings) {
    CAPTURE(each.tracks);
    CAPTURE(each.arguments);
    CHECK(sown(each.tracks, each.before, each.origin, each.arguments) == each.after);
  }
}

// The last counter of five falls into 1, of six into 2. If 1 is directly behind the origin, 0, (to) is 0
// there.
TEST_CASE("the hole behind an origin that is left out is seen as the origin") {
  const std::string take = "includeSelf:False if:(= (count at:(to)) 2) " + kTake;
  CHECK(sown(kRound, {{0, 6}}, 0, take) == "1=1c2,2=1c1,3=1c1,4=1c1,5=1c1");
  CHECK(sown(kRound, {{0, 7}}, 0, take) == "1=1c2,3=1c1,4=1c1,5=1c1,6=1c2");
  CHECK(sown(kRound, {{0, 5}, {3, 1}}, 0, take) == "1=1c1,2=1c1,4=1c1,5=1c1,6=1c2");
}

TEST_CASE("taking backwards stops at the origin, forwards it does not") {
  // 8 counters from 0: 1 and 2 get two, the others one, 0 too.
  CHECK(sown(kRound, {{0, 8}}, 0, kTake + " backtracking:True") == "0=1c1,3=1c1,4=1c1,5=1c1,6=1c4");
  CHECK(sown(kRound, {{0, 8}}, 0, kTake + " forward:True") == "6=1c8");
  CHECK(sown(kRound, {{0, 6}}, 0, kTake) == "1=1c1,2=1c1,3=1c1,4=1c1,5=1c1,6=1c1");  // the last hole
}

TEST_CASE("a sowing ends") {
  // Along a track that is no loop, with what is left on the origin; where every hole is skipped, or gets
  // none.
  const std::string path = "(track \"Track\" {0 1 2 5})";
  CHECK(sown(path, {{1, 5}}, 1, "") == "1=1c3,2=1c1,5=1c1");
  CHECK(sown(path, {{1, 5}}, 1, kTake + " forward:True") == "1=1c3,2=1c1,6=1c1");
  CHECK(sown(path, {{1, 5}, {5, 1}}, 5, "") == "1=1c5,5=1c1");
  CHECK(sown(kRound, {{0, 4}, {1, 1}}, 0, "skipIf:True") == "0=1c4,1=1c1");
  CHECK(sown(kRound, {{0, 4}, {1, 1}}, 0, "numPerHole:0") == "0=1c4,1=1c1");
  CHECK(sown(kRound, {{0, 4}, {1, 1}}, 0, "numPerHole:-3") == "0=1c4,1=1c1");
  CHECK(sown("(track \"Track\" {0} loop:True)", {{0, 4}}, 0, "includeSelf:False") == "0=1c4");
  CHECK(sown("(track \"Track\" {0} loop:True)", {{0, 4}}, 0, "") == "0=1c4");
}

TEST_CASE("what follows a sowing follows it if nothing is sown, but not if the origin is on no track") {
  const auto again = [](const std::string& tracks, const std::string& arguments) {
    return holes(tracks, {{0, 1}}, "(sow " + arguments + " (then (moveAgain)))").play("0-0").to_move() == 0;
  };
  CHECK(again(kRound, ""));
  CHECK(again(kRound, "5"));  // an empty hole
  CHECK(again(kRound, "count:0"));
  CHECK_FALSE(again(kRound, "\"None\""));
  CHECK_FALSE(again("(track \"Track\" {1 2} loop:True)", ""));
}

TEST_CASE("what a sowing sees") {
  // Shares are found out in the position before it, where the first holes have two, three and one.
  CHECK(sown(kRound, {{0, 6}, {1, 2}, {2, 3}, {5, 1}}, 0, "numPerHole:(count at:(to))") ==
        "1=1c4,2=1c6,5=1c2");
  // (value) is what is in the hand, with one counter a hole.
  CHECK(sown(kRound, {{0, 3}}, 0, "numPerHole:(if (= (value) 2) 2 1)") == "1=1c1,2=1c2");
  // (from) is the origin of what is taken, wherever the ply ended.
  CHECK(sown(kRound, {{0, 1}, {4, 1}}, 0, "4 apply:(add (piece (id \"Seed\" Shared)) (to (from)))") ==
        "0=1c1,3=1c1,4=1c1");
}

TEST_CASE("a sowing that takes backwards and forwards is refused") {
  const std::string game = game_of(
      "(mancalaBoard 2 3 store:None " + kRound + ") (piece \"Seed\" Shared) (hand Each)",
      "(play (move Select (from 0) (then (sow " + kTake + " backtracking:True forward:True))))" + kUntilFull);
  CHECK(contains(problems_of(game), "backtracking: or forward:, not both"));
}

TEST_CASE("sites by their places on tracks") {
  for (const Places& each : kPlaces) {
    CAPTURE(each.tracks);
    CAPTURE(each.region);
    Texts expected;
    for (const int site : each.sites) expected.push_back(std::to_string(site) + "-" + std::to_string(site));
    if (expected.empty()) expected = {"pass"};
    std::sort(expected.begin(), expected.end());
    CHECK(Walk(on_tracks(each.tracks, each.region)).moves() == expected);
  }
}

TEST_CASE("the first site of the track of a player by its number") {
  CHECK(Walk(on_tracks(kPaths, "(sites {(trackSite FirstSite (player 2))})")).moves() == Texts{"15-15"});
  CHECK(Walk(on_tracks(kPaths, "(sites {(trackSite FirstSite (player (mover)))})")).moves() == Texts{"0-0"});
}

TEST_CASE("moves along tracks of which it is not known where they go are refused") {
  const auto problem = [](const std::string& tracks, const std::string& term) {
    return problems_of(on_tracks(tracks, "(sites {" + term + "})"));
  };
  const std::string knot = "(track \"Knot\" {0 1 2 1 5} P2) ";
  // On a track that comes to a site twice only a piece has a place, and here is none.
  CHECK(Walk(on_tracks(knot, "(sites {(trackSite Move from:1 steps:1)})")).moves() == Texts{"pass"});
  CHECK(problem(knot + kRingTrack, "(trackSite Move from:1 P1 steps:1)").empty());  // of the ring
  CHECK(contains(problem(kRingTrack, "(trackSite Move from:1 P1 \"Ring\" steps:1)"), "not both"));
  CHECK(contains(problem(kRingTrack, "(trackSite Move from:1)"), "needs steps:"));
  CHECK(contains(problem("", "(trackSite FirstSite)"), "there is no track"));
}

}  // namespace ludex::games::lud
