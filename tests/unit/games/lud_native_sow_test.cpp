// Sowing in generated code: whatever its arguments, lists, positions and playouts are the interpreter's.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/lud_passes.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;

constexpr const char* kAtOnce = "counters laid at once";

const std::string kPits = R"((game "Pits" (players 2)
  (equipment {(mancalaBoard 2 4 store:None TRACKS) (hand Each) (piece "Bean" Shared)
    (regions "Bare" (sites Empty)) (regions "Home" P2 (sites Top)) (regions "Home" P1 (sites Bottom))})
  (rules
    (start (set Count 3 to:(sites Board)))
    (play (move Select (from (sites Mover "Home") if:(is Occupied (from))) (then SOW)))
    (end (if (or (no Moves Next) (> (count Moves) 60))
      (byScore {(score P1 (count Cell at:(handSite P1))) (score P2 (count in:(sites Board)))}))))))";

const std::string kRing = R"((track "Ring" {0 1 2 3 7 6 5 4} loop:True))";
const std::string kPath = R"((track "Way" {0 1 2 3 7 6 5 4}))";
const std::string kTwo = "{" + kRing + R"( (track "AgainP1" {4 5 6 7 3 2 1 0} loop:True P1)
  (track "AgainP2" {0 4 5 6 7 3 2} loop:True P2)})";
const std::string kTake = "apply:(fromTo (from (to)) (to (handSite (mover))) count:(count at:(to))) ";

std::string pits(const std::string& tracks, const std::string& sow) {
  return filled(filled(kPits, "TRACKS", tracks), "SOW", "(sow " + sow + ")");
}

}  // namespace

TEST_CASE("counters laid at once") {
  const std::string two = "if:(= 2 (count at:(to))) ";
  for (const std::string& arguments : std::vector<std::string>{
           "", kTake, two + kTake + "includeSelf:False backtracking:True", two + kTake + "forward:True",
           two + kTake + "backtracking:(is In (to) (sites Next))",
           "origin:True skipIf:(and (= (to) 5) (!= (value) 1))", "count:2 numPerHole:2",
           "numPerHole:(if (= 6 (to)) 3 1)", "(last To) count:(- (count at:(last To)) 1) " + kTake,
           "apply:(if (is In (to) (sites Mover)) (moveAgain) (and (fromTo (from (to)) (to (handSite P1)) "
           "count:1) (set Count at:(trackSite Move from:(to) steps:1) 2)))"})
    check_used(pits(kRing, arguments), kAtOnce);
  check_used(pits(kPath, two + kTake + "forward:True"), kAtOnce);
  check_used(pits(kTwo, "\"Again\" owner:(mover) " + kTake), kAtOnce);
  check_used(pits(kTwo, "\"AgainP1\" " + two + kTake + "backtracking:True"), kAtOnce);
}

TEST_CASE("counters laid by a list of actions") {
  for (const std::string& arguments : std::vector<std::string>{
           "skipIf:(> (count at:(to)) 4) " + kTake, "numPerHole:(if (is Empty (to)) 2 1) " + kTake,
           kTake + "(then (if (is Empty (last To)) (moveAgain)))",
           // A region that counters change while they are laid.
           "skipIf:(is In (to) (sites \"Bare\"))",
           "sowEffect:(if (= (to) 2) (add (piece (id \"Bean\" Shared)) (to (handSite Mover)))) " + kTake})
    check_unused(pits(kRing, arguments), kAtOnce);
  // Consequents of a capture see a position of their own.
  check_unused(pits(kRing, "apply:(fromTo (from (to)) (to (handSite (mover))) count:1 (then (moveAgain)))"),
               kAtOnce);
  // The sowing is one of several effects.
  check_unused(filled(filled(kPits, "TRACKS", kRing), "SOW", "(and (sow " + kTake + ") (set Count at:0 3))"),
               kAtOnce);
}

TEST_CASE("sowing keeps states and values of holes") {
  const std::string text = filled(
      filled(kPits, "TRACKS", kRing), "SOW",
      "(sow apply:(and {(set State at:(to) (mover)) (set Value at:(to) (state at:(to))) "
      "(if (= (count at:(to)) 4) "
      "(fromTo (from (to)) (to (handSite (mover))) count:(+ (state at:(to)) (value Piece at:(to)))))}) "
      "forward:(= 4 (count at:(to))))");
  check_used(text, kAtOnce);
}

}  // namespace ludex::games::lud
