// Single ludemes in descriptions of our own: what they mean is counted on small boards.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/lud/lud.hpp"

namespace ludex::games::lud {
namespace {

Result<std::shared_ptr<Description>> read(const std::string& text) {
  return describe("t.lud", text, "", {});
}
std::string problems_of(const std::string& text) {
  const auto description = read(text);
  if (!description) return description.error();
  std::string problems;
  for (const auto& problem : (*description)->problems) problems += problem + "\n";
  return problems;
}
bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A position of a described game, moved by texts.
class Walk {
 public:
  explicit Walk(const std::string& text) {
    auto description = read(text);
    REQUIRE_MESSAGE(description.ok(), (description.ok() ? "" : description.error()));
    REQUIRE_MESSAGE((*description)->program != nullptr, problems_of(text));
    game_ = std::make_unique<LudGame>(std::move(*description), false);
    state_.resize(game_->bytes());
    game_->initial(state_.data());
  }
  [[nodiscard]] std::vector<std::string> moves() const {
    std::vector<Move> list(game_->traits().max_moves);
    list.resize(game_->legal_moves(state_.data(), list.data()));
    std::vector<std::string> texts;
    for (const Move move : list) texts.push_back(game_->plain_text(state_.data(), move));
    std::sort(texts.begin(), texts.end());
    return texts;
  }
  Walk& play(const std::string& text) {
    std::vector<Move> list(game_->traits().max_moves);
    list.resize(game_->legal_moves(state_.data(), list.data()));
    const auto found = std::find_if(
        list.begin(), list.end(), [&](Move move) { return game_->plain_text(state_.data(), move) == text; });
    REQUIRE_MESSAGE(found != list.end(), text);
    game_->apply(state_.data(), *found);
    return *this;
  }
  [[nodiscard]] Player to_move() const { return game_->to_move(state_.data()); }
  [[nodiscard]] std::string svg() const { return game_->svg(state_.data(), kNoMove); }
  [[nodiscard]] std::string cells() const {
    const std::string text = game_->position_text(state_.data());
    return text.substr(0, text.find(' '));
  }

 private:
  std::unique_ptr<LudGame> game_;
  std::vector<std::byte> state_;
};

std::string game_of(const std::string& equipment, const std::string& rules) {
  return "(game \"Test\" (players 2) (equipment {" + equipment + "}) (rules " + rules + "))";
}
const std::string kUntilFull = " (end (if (is Full) (result Mover Win)))";

// The sites of a region, or a number as a site: where a piece may be put first.
std::vector<std::string> sites_of(const std::string& board, const std::string& region) {
  return Walk(game_of(board + " (piece \"Disc\" Each)", "(play (move Add (to " + region + ")))" + kUntilFull))
      .moves();
}
using Texts = std::vector<std::string>;
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
  CHECK(sites_of(kRing, "(sites Track \"Track\" from:8)") == Texts{"3-3", "6-6", "7-7", "8-8"});
  CHECK(sites_of(kRing, "(sites Track \"Track\")").size() == 8);
  CHECK(sites_of(kRing, "(sites Track \"Track\" from:4)") == Texts{"pass"});  // not on it
}

TEST_CASE("steps to the nearest of some sites") {
  const auto steps = [](const std::string& to) {
    return sites_of(kSquare, "(sites {(count Steps Orthogonal 0 " + to + ")})");
  };
  CHECK(steps("24") == Texts{"8-8"});
  CHECK(steps("(sites {24 20 3})") == Texts{"3-3"});
  CHECK(steps("(sites {24 0})") == Texts{"0-0"});
}

TEST_CASE("a number of counters is removed") {
  Walk walk(
      game_of("(board (square 3)) (piece \"Seed\" Shared)",
              "(start (place \"Seed\" 4 count:5)) (play (move Remove (sites {4}) count:2))" + kUntilFull));
  CHECK(walk.cells() == "4=1c5");
  CHECK(walk.play("4-4").cells() == "4=1c3");
  CHECK(walk.play("4-4").cells() == "4=1c1");
  CHECK(walk.play("4-4").cells() == "-");
}

TEST_CASE("the last hole sown") {
  const std::string game = game_of(
      "(mancalaBoard 2 4 store:None (track \"Track\" \"0,E,N,W\" loop:True)) (regions P1 (sites Bottom)) "
      "(regions P2 (sites Top)) (piece \"Seed\" Shared)",
      "(start (set Count 3 to:(sites Track))) (play (move Select (from (sites Mover) if:(> (count at:(from)) "
      "0)) (then (sow (then (if (is In (last To afterConsequence:True) (sites {3})) (moveAgain)))))))" +
          kUntilFull);
  CHECK(Walk(game).play("0-0").to_move() == 0);
  CHECK(Walk(game).play("1-1").to_move() == 1);
  // Of a ply that sows nothing it is where the ply ended.
  CHECK(Walk(game_of("(board (square 3)) (piece \"Disc\" Each)",
                     "(play (move Add (to (sites Empty)) (then (if (= (last To afterConsequence:True) 4) "
                     "(moveAgain)))))" +
                         kUntilFull))
            .play("4-4")
            .to_move() == 0);
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
            ")) (piece \"Man\" Each (move Slide \"AllTracks\" (between if:(or (= (between) (from)) (is "
            "Empty (between)))) (to if:(is Enemy (who at:(to))) (apply if:False (remove (to))))))",
        "(start {" + start + "}) (play (forEach Piece))" + kUntilFull);
  };
  // Down column 1, through the arc at the left to row 1, whose first man is taken; on the way round the other
  // way every line of the loop is empty but the last.
  CHECK(Walk(game("6", "(place \"Man1\" 13) (place \"Man2\" 8)")).moves() == Texts{"13-8"});
  // Straight ahead (8-2), without an arc, nothing is taken; a man of one's own is in the way (15-2).
  CHECK(Walk(game("6", "(place \"Man1\" {14 8 13 15 20}) (place \"Man2\" 2)")).moves() == Texts{"13-2"});
  CHECK(contains(problems_of(game("5", "(place \"Man1\" 0)")), "n even, is not implemented"));
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
  const std::string later = problems_of(
      "(game \"Later\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each " + step +
      ")}) (rules (start {(place \"Disc1\" 0) (place \"Disc2\" 8)})\n  (play (if (> (count Turns) 100)\n"
      "    (do (forEach Piece) ifAfterwards:(not (no Moves Next))) (forEach Piece)))" +
      kUntilFull + "))");
  CHECK(later.substr(0, later.find(": ")) == "t.lud:3:43");
  CHECK(contains(later, "without end"));
  // What a consequent asks for is not asked for when moves are listed.
  CHECK_FALSE(
      refused("(move Step (to if:(is Empty (to))) (then (if (can Move (forEach Piece)) (moveAgain))))",
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
  CHECK(count(hexagons, "<text") == 0);  // one kind a player: nothing to read
  const std::string grid =
      drawn("(board (square 3) use:Vertex) (piece \"Knight\" Each) (piece \"King\" Each) (hand P1)",
            "(start {(place \"King1\" 4) (place \"Knight\" \"Hand\" count:2)})");
  CHECK(count(grid, "<line") == 12);
  CHECK(count(grid, "<rect") == 1);
  CHECK(count(grid, ">Ki</text>") == 1);
  CHECK(count(grid, ">Kn2</text>") == 1);
  const std::string holes =
      drawn("(mancalaBoard 2 6 store:None (track \"Track\" \"0,E,N,W\" loop:True)) (piece \"Seed\" Shared)",
            "(start (set Count 4 to:(sites Track)))");
  CHECK(count(holes, ">4</text>") == 12);
  CHECK(count(holes, "<line") == 0);
  const std::string loops = drawn("(surakartaBoard (square 6)) (piece \"Man\" Each)", "");
  CHECK(count(loops, "<path") == 8);
  CHECK(count(loops, "<line") == 60);
}

}  // namespace ludex::games::lud
