// Single ludemes in descriptions of our own: what they mean is counted on small boards.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/lud/lud.hpp"
#include "tests/support/lud_walk.hpp"

namespace ludex::games::lud {
namespace {

const std::string kSquare = "(board (square 5))";
const std::string kRing = "(board (square 3) (track \"Track\" {0 1 2 5 8 7 6 3} loop:True))";

}  // namespace

TEST_CASE("sites at a distance") {
  CHECK(sites_of(kSquare, "(sites Distance from:12 (exact 2))").size() == 16);
  CHECK(sites_of(kSquare, "(sites Distance Orthogonal from:12 (exact 2))").size() == 8);
  CHECK(sites_of(kSquare, "(sites Distance Orthogonal from:12 (range 1 2))").size() == 12);
  CHECK(sites_of(kSquare, "(sites Distance from:0 (min 4))").size() == 9);
  CHECK(sites_of(kSquare, "(sites Distance from:0 (exact 0))") == Texts{"0-0"});
}

TEST_CASE("results of pairs of sites, sums of them") {
  const std::string pairs = "(results from:(sites {0 1}) to:(sites {3 5}) (+ (from) (to)))";
  CHECK(sites_of(kSquare, "(sites {(+ " + pairs + ")})") == Texts{"18-18"});
  CHECK(sites_of(kSquare, "(sites {(max " + pairs + ")})") == Texts{"6-6"});
  CHECK(sites_of(kSquare, "(sites {(size Array " + pairs + ")})") == Texts{"4-4"});
  CHECK(sites_of(kSquare, "(sites {(+ (results from:2 to:7 (* (from) (to))))})") == Texts{"14-14"});
}

TEST_CASE("parts of a track") {
  CHECK(sites_of(kRing, "(sites Track \"Track\" from:2 to:8)") == Texts{"2-2", "5-5", "8-8"});
  CHECK(sites_of(kRing, "(sites Track \"Track\" from:6 to:1)") == Texts{"0-0", "1-1", "3-3", "6-6"});
  CHECK(sites_of(kRing, "(sites Track \"Track\" to:2)") == Texts{"0-0", "1-1", "2-2"});
  CHECK(sites_of(kRing, "(sites Track \"Track\" from:8)").size() == 8);  // no end: all of it
  CHECK(sites_of(kRing, "(sites Track \"Track\")").size() == 8);
  CHECK(sites_of(kRing, "(sites Track \"Track\" from:4)") == Texts{"pass"});  // not on it
}

// As the reference program ends games that nobody can win. Recorded: with turns of one ply the last ply is
// the 2,500th, and there the end rules see 2,500 turns, the limit. So the limit counts turns begun, and a
// turn of many plies is one, which may be cut short after its first.
TEST_CASE("in the last of 1,250 turns a player the game is drawn, after the first ply of it") {
  for (const int steps : {1, 2, 3}) {
    CAPTURE(steps);
    Walk walk(endless_game(steps));
    int plies = 0;
    while (walk.status() == GameStatus::kOngoing) {
      REQUIRE(walk.to_move() == static_cast<Player>(plies / steps % 2));
      walk.play(walk.moves().front());
      ++plies;
    }
    CHECK(plies == (2 * 1250 - 1) * steps + 1);
    CHECK(walk.status() == GameStatus::kDraw);
  }
  // Or after 10,000 plies, whichever comes first, also in the middle of a turn.
  Walk walk(endless_game(7));
  int plies = 0;
  for (; walk.status() == GameStatus::kOngoing; ++plies) walk.play(walk.moves().front());
  CHECK(plies == 10'000);
  CHECK(walk.status() == GameStatus::kDraw);
}

// The same limit as the end rules see it.
TEST_CASE("the turns that the end rules count are those begun") {
  for (const int steps : {1, 3}) {
    CAPTURE(steps);
    Walk walk(endless_game(steps, "(if (>= (count Turns) (value TurnLimit)) (result P1 Win))"));
    int plies = 0;
    for (; walk.status() == GameStatus::kOngoing; ++plies) walk.play(walk.moves().front());
    CHECK(plies == (1250 - 1) * steps + 1);
    CHECK(walk.status() == win_for(0));
  }
}

TEST_CASE("ranges of names along a row or a column") {
  CHECK(sites_of(kSquare, "(sites {\"B1\"..\"D1\"})") == Texts{"1-1", "2-2", "3-3"});
  CHECK(sites_of(kSquare, "(sites {\"C4\"..\"C2\" \"A1\"})") == Texts{"0-0", "12-12", "17-17", "7-7"});
  CHECK(sites_of(kSquare, "(sites {\"E5\"..\"E5\"})") == Texts{"24-24"});
  for (const char* const wrong :
       {"{\"A1\"..\"B2\"}", "{\"North\"..\"B2\"}", "{\"A1\"..\"A\"}", "{\"A0\"..\"A2\"}"})
    CHECK(contains(
        problems_of(game_of(kSquare + " (piece \"Disc\" Each)",
                            "(play (move Add (to (sites " + std::string(wrong) + "))))" + kUntilFull)),
        "is no range of sites in a row or column"));
}

// The word is about the reference program's memory.
TEST_CASE("a mancala board with large stacks is a mancala board") {
  const auto sites = [](const char* large) {
    return sites_of("(mancalaBoard 2 3 store:None" + std::string(large) + ")", "(sites Board)");
  };
  CHECK(sites("").size() == 6);
  CHECK(sites(" largeStack:True") == sites(""));
}

TEST_CASE("steps to the nearest of some sites") {
  const auto steps = [](const std::string& to) {
    return sites_of(kSquare, "(sites {(count Steps Orthogonal 0 " + to + ")})");
  };
  CHECK(steps("24") == Texts{"8-8"});
  CHECK(steps("(sites {24 20 3})") == Texts{"3-3"});
  CHECK(steps("(sites {24 0})") == Texts{"0-0"});
}

// As in the reference program, whose boards without stacks forget the number.
TEST_CASE("however many are to be removed, the site is empty then") {
  Walk walk(
      game_of("(board (square 3)) (piece \"Seed\" Shared)",
              "(start (place \"Seed\" 4 count:5)) (play (move Remove (sites {4}) count:2))" + kUntilFull));
  CHECK(walk.cells() == "4=1c5");
  CHECK(walk.play("4-4").cells() == "-");
}

TEST_CASE("the last hole sown") {
  const std::string game = game_of(
      "(mancalaBoard 2 4 store:None (track \"Ring\" \"0,E,N,W\" loop:True)) (regions \"Own\" P1 (sites "
      "Bottom)) (regions \"Own\" P2 (sites Top)) (piece \"Seed\" Shared)",
      "(start (set Count 3 to:(sites Board))) (play (move Select (from (sites Mover \"Own\") if:(is Occupied "
      "(from))) (then (sow (then (if (is In (last To afterConsequence:True) (sites {3})) (moveAgain)))))))" +
          kUntilFull);
  // Its consequents still see where the move itself ended; the next ply sees the last hole.
  CHECK(Walk(game).play("0-0").to_move() == 1);
  CHECK(Walk(game).play("3-3").to_move() == 0);
  CHECK(
      Walk(game_of(
               "(mancalaBoard 2 4 store:None (track \"Ring\" \"0,E,N,W\" loop:True)) (piece \"Pea\" Shared)",
               "(start (set Count 3 to:(sites Board))) (play (move Select (from (if (= 0 (count Moves)) 0 "
               "(last To afterConsequence:True))) (then (sow))))" +
                   kUntilFull))
          .play("0-0")
          .moves() == Texts{"3-3"});
  // Of a ply that sows nothing it is where the ply ended.
  CHECK(
      Walk(game_of("(board (square 3)) (piece \"Disc\" Each)",
                   "(play (move Add (to (sites Empty Cell)) (then (if (= (last To afterConsequence:True) 4) "
                   "(moveAgain)))))" +
                       kUntilFull))
          .play("4-4")
          .to_move() == 0);
}

namespace {
// Two rows of four holes of three counters, where the two players' tracks go round each its way.
Walk sowing(const std::string& sow) {
  return Walk(
      game_of("(mancalaBoard 2 4 store:None {(track \"TrackA\" \"0,E,N,W\" loop:True P1) "
              "(track \"TrackB\" \"0,N,E,S,W\" loop:True P2)}) (piece \"Seed\" Shared)",
              "(start (set Count 3 to:(sites Board))) (play (move Select (from (sites Board) if:(is Occupied "
              "(from))) "
              "(then (sow " +
                  sow + "))))" + kUntilFull));
}
}  // namespace

TEST_CASE("sowing: whose track, how many a hole, which holes") {
  CHECK(sowing("").play("0-0").cells() == "1=1c4,2=1c4,3=1c4,4=1c3,5=1c3,6=1c3,7=1c3");
  const std::string own = sowing("\"Track\" owner:(mover)").play("0-0").play("1-1").cells();
  // The second player's track comes back to where it began, so that hole is on it twice.
  CHECK(own == "0=1c2,2=1c4,3=1c4,4=1c4,5=1c4,6=1c3,7=1c3");
  CHECK(sowing("numPerHole:2").play("0-0").cells() == "1=1c5,2=1c4,3=1c3,4=1c3,5=1c3,6=1c3,7=1c3");
  CHECK(sowing("skipIf:(= (to) 1)").play("0-0").cells() == "1=1c3,2=1c4,3=1c4,4=1c3,5=1c3,6=1c3,7=1c4");
  CHECK(sowing("sowEffect:(if (= (to) 2) (set Count at:5 9))").play("0-0").cells() ==
        "1=1c4,2=1c4,3=1c4,4=1c3,5=1c9,6=1c3,7=1c3");
  CHECK(sowing("origin:True").play("0-0").cells() == "0=1c1,1=1c4,2=1c4,3=1c3,4=1c3,5=1c3,6=1c3,7=1c3");
  // What is taken is found in the position after the sowing, and taken with its consequents.
  CHECK(sowing("apply:(remove (to) (then (set Count at:5 (count at:(to)))))").play("0-0").cells() ==
        "1=1c4,2=1c4,4=1c3,6=1c3,7=1c3");
  CHECK(sowing("if:(= 4 (count at:(to))) apply:(remove (to)) backtracking:True").play("0-0").cells() ==
        "4=1c3,5=1c3,6=1c3,7=1c3");
}

TEST_CASE("the first site of a track that satisfies a condition") {
  CHECK(sites_of(kRing, "(sites {(trackSite FirstSite)})") == Texts{"0-0"});
  CHECK(sites_of(kRing, "(sites {(trackSite FirstSite from:5 if:(!= (to) 5))})") == Texts{"8-8"});
  CHECK(sites_of(kRing, "(sites {(trackSite FirstSite \"Track\" from:6 if:(< (to) 3))})") == Texts{"0-0"});
  CHECK(sites_of(kRing, "(sites {(trackSite FirstSite from:4)})") == Texts{"pass"});  // not on it
}

TEST_CASE("sites by row and column, lines from several sites, steps of a kind") {
  CHECK(sites_of(kSquare, "(sites {(coord row:(+ 1 (count Moves)) column:2)})") == Texts{"7-7"});
  CHECK(sites_of(kSquare, "(sites Direction from:(sites {0 24}) Orthogonal distance:1)") ==
        Texts{"1-1", "19-19", "23-23", "5-5"});
  CHECK(sites_of(kSquare, "(sites {(count Steps (step Orthogonal (to if:(!= (to) 1))) 0 2)})") ==
        Texts{"4-4"});
}

TEST_CASE("brackets around brackets mean nothing") {
  CHECK(sites_of(kSquare, "((sites {((+ 1 2))}))") == Texts{"3-3"});
  CHECK(sites_of(kSquare, "(intersection ((sites Top) (sites Left)))") == Texts{"20-20"});
}

TEST_CASE("boards of lattices") {
  const auto size = [](const std::string& graph) {
    return sites_of("(board " + graph + " use:Vertex)", "(sites Board)").size();
  };
  CHECK(sites_of("(board (hex Rectangle 3 4))", "(sites Board)").size() == 11);
  CHECK(sites_of("(board (hex Star 1))", "(sites Board)").size() == 13);
  CHECK(sites_of("(board (hex Limping 3))", "(sites Board)").size() == 27);
  CHECK(size("(tri 5)") == 15);
  CHECK(size("(tri Limping 2)") == 12);
  CHECK(size("(wedge 4 5)") == 16);
}

TEST_CASE("a line with gaps, a line of two kinds") {
  const auto over = [](const std::string& line, const Texts& plies) {
    Walk walk(
        game_of(kSquare + " (piece \"Disc\" Each)",
                "(play (move Add (to (sites Empty Cell)))) (end (if " + line + " (result Mover Win)))"));
    for (const std::string& ply : plies) walk.play(ply);
    return walk.moves().empty();
  };
  CHECK(over("(is Line 2 Orthogonal contiguous:False)", {"0-0", "24-24", "3-3"}));
  CHECK_FALSE(over("(is Line 2 Orthogonal)", {"0-0", "24-24", "3-3"}));
  CHECK(over("(is Line 2 Orthogonal whats:{1 2})", {"0-0", "1-1"}));
  CHECK_FALSE(over("(is Line 2 Orthogonal)", {"0-0", "1-1"}));
}

// Computed by the rules of ../shared/spec/lud-behaviour.md, 5.1; Teeko's recorded games end by a pattern.
TEST_CASE("a pattern begins at the last site, whichever way it faces") {
  struct Pattern {
    const char* walk;
    std::vector<int> own, others;
    int last;  // the last of the player's own
    const char* pieces;
    bool holds;
  };
  const Pattern patterns[] = {
      {"F F", {11, 12, 13}, {}, 13, "", true},
      {"F F", {11, 12, 13}, {}, 12, "", false},
      {"F R F R F", {6, 7, 11, 12}, {}, 12, "", true},
      {"F R F", {7, 8, 12}, {}, 12, "", false},
      {"F L F", {7, 8, 12}, {}, 12, "", true},
      {"F L F", {6, 7, 12}, {}, 12, "", false},
      {"F R R F", {7, 12}, {}, 12, "", true},
      {"F F", {12, 14}, {13}, 12, "whats:{1 2}", true},
      {"F F", {12, 13}, {14}, 12, "whats:{1 2}", false},
      {"F R F R F", {6, 12}, {7, 11}, 12, "whats:{1 2}", true},
      {"F F", {12}, {13, 14}, 12, "whats:{2 2}", false},
      {"F F", {12}, {13, 14}, 12, "", false},
  };
  const auto placed = [](const char* piece, const std::vector<int>& sites, int but) {
    std::string list;
    for (const int site : sites) list += site == but ? "" : " " + std::to_string(site);
    return list.empty() ? list : "(place \"" + std::string(piece) + "\" {" + list + "}) ";
  };
  for (const Pattern& each : patterns) {
    CAPTURE(each.walk);
    CAPTURE(each.last);
    Walk walk(game_of(kSquare + " (piece \"Disc\" Each)",
                      "(start {" + placed("Disc1", each.own, each.last) +
                          placed("Disc2", each.others, each.last) +
                          "}) (play (move Add (to (sites Empty Cell)))) (end (if (is Pattern {" + each.walk +
                          "} " + each.pieces + ") (result Mover Win)))"));
    const std::string last = std::to_string(each.last);
    CHECK(walk.play(last + "-" + last).moves().empty() == each.holds);
  }
}

TEST_CASE("a pattern turns by sixty degrees on hexagons") {
  // From 0 up to 3, twice to the right, and down to 1.
  const auto holds = [](const std::string& start) {
    Walk walk(
        game_of("(board (hex 2)) (piece \"Disc\" Each)",
                "(start (place \"Disc1\" {" + start +
                    "})) (play (move Add (to (sites Empty Cell)))) (end (if (is Pattern {F R R F}) (result "
                    "Mover Win)))"));
    return walk.play("0-0").moves().empty();
  };
  CHECK(holds("3 1"));
  CHECK_FALSE(holds("3 6"));
}

// Computed by the rules of ../shared/spec/lud-behaviour.md, 5.4.
TEST_CASE("for each direction, at a distance") {
  struct Far {
    const char* between;
    std::vector<int> discs;
    std::string condition;  // of (to)
    std::vector<int> sites;
  };
  const Far fars[] = {
      {"(between (range 2 4))", {}, "", {2, 3, 4}},
      {"(between (exact 3))", {}, "", {3}},
      {"(between (min 3))", {}, "", {3, 4, 5, 6, 7}},
      {"(between (max 3))", {}, "", {1, 2, 3}},
      {"(between (range 2 5) if:(is Empty (between)))", {1}, "", {}},
      {"(between (range 2 5) if:(is Empty (between)))", {3}, "", {2, 3, 4, 5}},
      {"(between (range 3 6) if:(is Empty (between)))", {2}, "", {}},
      {"(between (range 2 2))", {1}, "", {2}},
      {"(between (range 1 6))", {4}, "(is Empty (to))", {1, 2, 3}},
      {"(between (range 3 6))", {2}, "(is Empty (to))", {}},
      {"(between (range 3 6) if:(is Empty (between)))", {}, "(not (is In (to) (sites {5})))", {3, 4}},
  };
  const auto game = [](const Far& far, const std::string& what) {
    std::string discs;
    for (const int site : far.discs) discs += " " + std::to_string(site);
    return game_of("(board (rectangle 1 8)) (piece \"Disc\" Neutral) (piece \"Man\" Each)",
                   (discs.empty() ? "" : "(start (place \"Disc0\" {" + discs + "})) ") +
                       "(play (forEach Direction (from 0) E " + far.between + " " + what + "))" + kUntilFull);
  };
  const std::string add = "(move Add (to (to)))";
  for (const Far& far : fars) {
    CAPTURE(far.between);
    CAPTURE(far.condition);
    Texts expected;
    for (const int site : far.sites) expected.push_back(std::to_string(site) + "-" + std::to_string(site));
    if (expected.empty()) expected = {"pass"};
    const std::string condition = far.condition.empty() ? "" : "if:" + far.condition;
    CHECK(Walk(game(far, "(to " + condition + " (apply " + add + "))")).moves() == expected);
    if (far.condition.empty()) CHECK(Walk(game(far, add)).moves() == expected);
  }
  CHECK(Walk(game({"(between (range 0 2))", {}, "", {}}, add)).moves() == Texts{"pass"});
  CHECK(Walk(game({"(between (range 4 2))", {}, "", {}}, add)).moves() == Texts{"pass"});
  CHECK(contains(
      problems_of(game({"(between (exact 2))", {}, "", {}}, "(to (apply if:(is Empty 1) " + add + "))")),
      "a condition at a distance is implemented in (to ...), not in (apply ...)"));
}

TEST_CASE("enclosing sites that may be empty is refused") {
  const auto game = [](const std::string& condition) {
    return game_of("(board (square 3)) (piece \"Disc\" Each)",
                   "(play (move Add (to (sites Empty Cell)) (then (enclose (from (last To)) (directions "
                   "Orthogonal) (between if:" +
                       condition + " (apply (remove (between))))))))" + kUntilFull);
  };
  CHECK(problems_of(game("(is Enemy (who at:(between)))")).empty());
  const std::string problems = problems_of(game("(or (is Enemy (who at:(between))) (is Empty (between)))"));
  CHECK(contains(problems, "t.lud:1:"));
  CHECK(contains(problems, "enclosing sites that may be empty is not implemented"));
}

TEST_CASE("what follows a move of another's piece in a look ahead is the mover's") {
  Walk walk(
      game_of("(board (square 3)) (piece \"Man\" Each (move Step (to if:(is Empty (to)))))",
              "(start {(place \"Man1\" {\"A1\"}) (place \"Man2\" {\"C3\"})}) (play (forEach Piece)) (end (if "
              "(can Move (do (forEach Piece (move Step (to if:(is Empty (to))) (then (addScore Mover 1))) "
              "Next) ifAfterwards:(= 1 (score Mover)))) (result Mover Win)))"));
  CHECK(walk.play("0-1").moves().empty());
}

TEST_CASE("a piece that has taken itself is promoted, and is nobody's while it stands there") {
  Walk walk(
      "(game \"Test\" (players 2) (equipment {(piece \"King\" Each "
      "(or "
      "(move Step (to if:(is Empty (to)))) (move Step (to if:(is Next (who at:(to))) (apply (remove "
      "(to))))))) (piece \"Queen\" Each) (piece \"Pawn\" P1 N (move Step Forward (to if:(is Empty (to))) "
      "(then "
      "(and (forEach Site (sites {7}) (remove (site))) (moveAgain))))) (board (square 3))}) (rules (start "
      "{(place \"King1\" "
      "{\"A1\"}) (place \"King2\" {\"C3\"}) (place \"Pawn1\" {\"B2\"})}) (play (if (is Prev Mover) (move "
      "Promote "
      "(last To) (piece \"Queen\") Mover) (do (forEach Piece {\"King\" \"Pawn\"}) ifAfterwards:(not (is "
      "Threatened (id \"King\" "
      "Mover)))))) (end (if (is Full) (result Mover Win)))))");
  walk.play("4-7");
  CHECK(walk.cells() == "0=1,8=2");
  walk.play("7-7");
  CHECK(walk.cells() == "0=1,7=3,8=2");
  CHECK(walk.moves() == Texts{"8-5"});
}

TEST_CASE("three times the same positions are a cycle") {
  Walk walk(
      game_of("(board (square 3)) (piece \"Cat\" Each (move Step Orthogonal (to if:(= 0 (who at:(to))))))",
              "(start {(place \"Cat1\" 0) (place \"Cat2\" 8)}) (play (forEach Piece)) "
              "(end (if (is Cycle) (result Mover Draw)))"));
  const Texts round{"0-1", "8-7", "1-0", "7-8"};
  int plies = 0;
  while (!walk.moves().empty() && plies < 100) walk.play(round[static_cast<std::size_t>(plies++ % 4)]);
  // Twelve positions after plies, and the ply whose end looks back at them.
  CHECK(plies == 13);
}

TEST_CASE("other ends if none of several holds") {
  const auto status = [](const std::string& end) {
    Walk walk(game_of(kSquare + " (piece \"Disc\" Each)",
                      "(play (move Add (to (sites Empty)))) (end " + end + ")"));
    return walk.play("0-0").moves().empty();
  };
  CHECK(status("(if (= 1 (count Moves)) (if (is Full) (result P1 Win)) (result P2 Win))"));
  CHECK_FALSE(status("(if (= 1 (count Moves)) (if (is Full) (result P1 Win)))"));
}

TEST_CASE("positions that are remembered are avoided") {
  Walk walk(game_of(
      "(board (rectangle 1 3)) (piece \"Man\" Shared)",
      "(start (place \"Man\" 0)) (play (avoidStoredState (forEach Piece \"Man\" (move Step (to if:(is "
      "Empty (to))) (then (remember State))) Shared)))" +
          kUntilFull));
  CHECK(walk.moves() == Texts{"0-1"});
  CHECK(walk.play("0-1").moves() == Texts{"1-0", "1-2"});
  CHECK(walk.play("1-0").moves() == Texts{"pass"});
}

TEST_CASE("captures behind the arcs of a Surakarta board") {
  const auto game = [](const std::string& size, const std::string& start) {
    return game_of(
        "(surakartaBoard (square " + size +
            ")) (piece \"Man\" Each (move Slide \"AllTracks\" (between if:(or (is Empty (between)) (= "
            "(from) (between)))) (to if:(is Enemy (who at:(to))) (apply if:False (remove (to))))))",
        "(start {" + start + "}) (play (forEach Piece))" + kUntilFull);
  };
  // Down column 1, through the arc at the left to row 1, whose first man is taken; on the way round the other
  // way every line of the loop is empty but the last.
  CHECK(Walk(game("6", "(place \"Man1\" 13) (place \"Man2\" 8)")).moves() == Texts{"13-8"});
  // Straight ahead (8-2), without an arc, nothing is taken; a man of one's own is in the way (15-2).
  CHECK(Walk(game("6", "(place \"Man1\" {14 8 13 15 20}) (place \"Man2\" 2)")).moves() == Texts{"13-2"});
  CHECK(contains(problems_of(game("5", "(place \"Man1\" 0)")),
                 "is implemented only for (square n) with n even"));
}

TEST_CASE("rules that ask for moves without end are refused") {
  const auto refused = [](const std::string& piece, const std::string& play, const std::string& region) {
    return contains(
        problems_of(game_of(
            "(board (square 3)) (piece \"Disc\" Each " + piece + ") (regions \"A\" P1 " + region + ")",
            "(start {(place \"Disc1\" 0) (place \"Disc2\" 8)}) (play " + play + ")" + kUntilFull)),
        "without end");
  };
  const std::string step = "(move Step (to if:(is Empty (to))))";
  CHECK_FALSE(refused(step, "(forEach Piece)", "(sites Top)"));
  CHECK(refused("(forEach Piece)", "(forEach Piece)", "(sites Top)"));
  CHECK(refused("(if (can Move (forEach Piece)) " + step + ")", "(forEach Piece)", "(sites Top)"));
  CHECK(refused(step, "(move Add (to (sites P1)))", "(sites P1)"));
  CHECK(refused(step, "(if (no Moves Next) (move Pass) (forEach Piece))", "(sites Top)"));
  CHECK(refused(step, "(do (forEach Piece) ifAfterwards:(not (no Moves Next)))", "(sites Top)"));
  // Also where the first plies do not show it, with the place of what asks.
  const std::string later =
      problems_of("(game \"Later\" (players 2) (equipment {(piece \"Disc\" Each " + step +
                  ") (board (square 3))}) (rules (start {(place \"Disc1\" 0) (place \"Disc2\" 8)})\n  (play "
                  "(if (> (count Turns) 100)\n"
                  "    (do (forEach Piece) ifAfterwards:(not (no Moves Next))) (forEach Piece)))" +
                  kUntilFull + "))");
  CHECK(later.substr(0, later.find(": ")) == "t.lud:3:43");
  CHECK(contains(later, "without end"));
  // What a consequent asks for is not asked for when moves are listed.
  CHECK_FALSE(
      refused("(move Step (to if:(= 0 (what at:(to)))) (then (if (can Move (forEach Piece)) (moveAgain))))",
              "(forEach Piece)", "(sites Top)"));
}

TEST_CASE("a region that nothing reads may be one that is not known") {
  const auto game = [](const std::string& where) {
    return game_of("(board (hex 3)) (piece \"Disc\" Each) (regions \"Dark\" (sites Phase 0))",
                   "(play (move Add (to " + where + ")))" + kUntilFull);
  };
  CHECK(Walk(game("(sites Empty)")).moves().size() == 19);
  CHECK(contains(problems_of(game("(sites \"Dark\")")), "the colouring of this board is not implemented"));
  CHECK(sites_of("(board (hex Hexagon 3))", "(sites Empty)").size() == 19);
}

TEST_CASE("boards are drawn: cells, lines, holes, arcs, hands") {
  const auto count = [](const std::string& text, const std::string& part) {
    int n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
  };
  const auto drawn = [](const std::string& equipment, const std::string& start) {
    return Walk(game_of(equipment, start + " (play (move Add (to (sites Empty))))" + kUntilFull)).svg();
  };
  const std::string hexagons =
      drawn("(board (hex 3)) (piece \"Disc\" Each)", "(start (place \"Disc1\" {0 5}))");
  CHECK(count(hexagons, "<polygon") == 19);
  CHECK(count(hexagons, "<circle") == 2);
  CHECK(count(hexagons, "<text") == 19);  // one kind a player: only the numbers of the sites
  const std::string grid =
      drawn("(board (square 3) use:Vertex) (piece \"Knight\" Each) (piece \"King\" Each) (hand P1)",
            "(start {(place \"King1\" 4) (place \"Knight\" \"Hand\" count:2)})");
  CHECK(count(grid, "<line") == 12);
  CHECK(count(grid, "<rect") == 1);
  CHECK(count(grid, ">Ki</text>") == 1);
  CHECK(count(grid, ">Kn2</text>") == 1);
  const std::string holes =
      drawn("(mancalaBoard 2 5 store:None (track \"Ring\" \"0,E,N,W\" loop:True)) (piece \"Pea\" Shared)",
            "(start (set Count 4 to:(sites Track)))");
  CHECK(count(holes, ">4</text>") == 10);
  CHECK(count(holes, "<line") == 0);
  const std::string loops = drawn("(surakartaBoard (square 6)) (piece \"Man\" Each)", "");
  CHECK(count(loops, "<path") == 8);
  CHECK(count(loops, "<line") == 60);
}

}  // namespace ludex::games::lud
