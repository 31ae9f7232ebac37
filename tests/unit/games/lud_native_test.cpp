// Generated code beside the interpreter: the same lists in the same order, the same positions, the same
// playouts. Small descriptions of our own, and (if they are beside the checkout) Ludii's games: a sample, or
// with LUDEX_LONG=1 all of them, with LUDEX_LUD_GAME=NAME one. Others: LUDEX_LUD_LIBRARY=FILE or folder, with
// LUDEX_LUD_DEFINITIONS=FOLDER.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "games/lud/interp/tables.hpp"
#include "games/lud/lud_game.hpp"
#include "games/lud/native/library.hpp"
#include "games/lud/native/rows.hpp"
#include "paths.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;
namespace fs = std::filesystem;

// What is compiled here goes away with the tests.
const fs::path& cache() {
  static const TemporaryFolder folder;
  static const bool set = setenv("XDG_CACHE_HOME", folder.path().c_str(), 1) == 0;
  REQUIRE(set);
  static const fs::path path = folder.path();
  return path;
}

std::shared_ptr<Description> description_of(const std::string& name, const std::string& text,
                                            const std::string& definitions) {
  auto description = describe(name, text, definitions, {});
  REQUIRE_MESSAGE(description.ok(), (description.ok() ? "" : description.error()));
  return *description;
}

struct Pair {
  LudGame plain;
  LudGame fast;
  Pair(const std::shared_ptr<Description>& description, bool duplicates)
      : plain(description, duplicates), fast(description, duplicates) {}
};

void check_equal(const LudGame& game, const std::vector<std::byte>& a, const std::vector<std::byte>& b) {
  CHECK(std::memcmp(a.data(), b.data(), game.used(a.data())) == 0);
}

// Lists and positions along a random game, with every move tried; then playouts, with and without a trace.
void compare(const Pair& pair, int plies, int playouts) {
  const LudGame& plain = pair.plain;
  const LudGame& fast = pair.fast;
  std::vector<std::byte> state(plain.bytes()), a, b;
  std::vector<Move> list(plain.traits().max_moves), other(plain.traits().max_moves);
  Rng rng = Rng::seeded(11);
  plain.initial(state.data());
  for (int ply = 0; ply < plies && !is_over(plain.status(state.data())); ++ply) {
    CAPTURE(ply);
    const std::uint32_t count = plain.legal_moves(state.data(), list.data());
    REQUIRE(fast.legal_moves(state.data(), other.data()) == count);
    REQUIRE(std::equal(list.begin(), list.begin() + count, other.begin()));
    if (ply < 4) {
      for (std::uint32_t k = 0; k < count; ++k)
        CHECK(plain.move_text(state.data(), list[k]) == fast.move_text(state.data(), list[k]));
    }
    for (std::uint32_t k = 0; k < count; ++k) {
      CAPTURE(plain.plain_text(state.data(), list[k]));
      a = b = state;
      REQUIRE(plain.apply(a.data(), list[k]) == fast.apply(b.data(), list[k]));
      check_equal(plain, a, b);
    }
    plain.apply(state.data(), list[rng.below(count)]);
  }
  std::vector<TracedMove> moves(2 * 20'000);
  for (int game = 0; game < playouts; ++game) {
    CAPTURE(game);
    PlayoutTrace first{moves.data(), 20'000, 0};
    PlayoutTrace second{moves.data() + 20'000, 20'000, 0};
    Rng one = Rng::seeded(static_cast<std::uint64_t>(game));
    Rng two = one;
    a.resize(plain.bytes()), b.resize(plain.bytes());
    plain.initial(a.data()), plain.initial(b.data());
    const bool traced = game % 2 == 1;
    const PlayoutResult x = plain.playout(a.data(), one, traced ? &first : nullptr);
    const PlayoutResult y = fast.playout(b.data(), two, traced ? &second : nullptr);
    REQUIRE(x.plies == y.plies);
    CHECK(x.status == y.status);
    check_equal(plain, a, b);
    CHECK(one.s0 == two.s0);
    CHECK(first.size == second.size);
    for (std::uint32_t k = 0; k < std::min(first.size, second.size); ++k) {
      CHECK(first.moves[k].move == second.moves[k].move);
      CHECK(first.moves[k].player == second.moves[k].player);
      CHECK(first.moves[k].move_class == second.moves[k].move_class);
    }
  }
}

// False: there is no compiler here.
bool compare_text(const std::string& name, const std::string& text, const std::string& definitions, int plies,
                  int playouts) {
  const bool may_be_refused = !definitions.empty();  // Ludii's

  static_cast<void>(cache());
  for (const bool duplicates : {false, true}) {
    const auto description = description_of(name, text, definitions);
    if (description->program == nullptr) {
      CHECK(may_be_refused);
      return true;
    }
    Pair pair(description, duplicates);
    const std::string source = native::source_of(*description->program);
    if (source.empty()) return true;  // the interpreter's alone
    auto library = native::Library::load(source);
    if (!library && library.error().find("there is no compiler") != std::string::npos) return false;
    REQUIRE_MESSAGE(library.ok(), (library.ok() ? "" : library.error()));
    pair.fast.use(std::move(*library));
    compare(pair, plies, playouts);
  }
  return true;
}

std::string game_text(const std::string& board, const std::string& pieces, const std::string& rules) {
  return "(game \"Test\" (players {(player N) (player S)}) (equipment {(board " + board + ") " + pieces +
         "}) (rules " + rules + "))";
}
const std::string kDisc = "(piece \"Disc\" Each)";
const std::string kEnemyAtTo = "(is Enemy (who at:(to)))";
const std::string kBlocked = " (end (if (no Moves Next) (result Mover Win)))";
std::string soldiers(const std::string& moves) {
  return "(piece \"Man\" Each " + moves + ") (regions P1 (sites Top)) (regions P2 (sites Bottom))";
}
const std::string kStart =
    "(start {(place \"Man1\" (expand (sites Bottom))) (place \"Man2\" (expand (sites Top)))}) ";
const std::string kRace =
    "(play (forEach Piece)) (end {(if (is In (last To) (sites Mover)) (result Mover Win)) "
    "(if (no Moves Next) (result Next Loss))})";

const std::vector<std::string>& descriptions() {
  static const std::vector<std::string> list{
      game_text("(square 3)", kDisc,
                "(play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))"),
      game_text("(square 6)", kDisc,
                "(meta (swap)) (play (move Add (to (sites Empty)))) (end (if (is Line 4 exact:True) (result "
                "Mover Win)))"),
      game_text("(square 13)", kDisc,
                "(play (move Add (to (sites Empty)))) (end (if (is Line 5) (result Mover Loss)))"),
      game_text("(hex Diamond 5)",
                kDisc + " (regions P1 {(sites Side NE) (sites Side SW)}) (regions P2 {(sites Side NW) (sites "
                        "Side SE)})",
                "(play (move Add (to (sites Empty)))) (end (if (is Connected Mover) (result Mover Win)))"),
      game_text("(hex 4)", kDisc,
                "(play (move Add (to (sites Empty)))) (end (if (or {(is Loop) (is Connected 3 "
                "SidesNoCorners) (is Connected 2 Corners)}) "
                "(result Mover Win)))"),
      game_text(
          "(square 6)",
          soldiers(
              "(or (move Step Forward (to if:(is Empty (to)))) (move Step (directions {FR FL}) (to if:(or "
              "(is Empty (to)) " +
              kEnemyAtTo + ") (apply (remove (to))))))"),
          kStart + kRace),
      game_text("(square 6)",
                soldiers("(move Slide Orthogonal (to if:" + kEnemyAtTo + " (apply (remove (to)))))"),
                kStart + kRace),
      game_text(
          "(square 6)",
          soldiers("(or (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to "
                   "if:(is "
                   "Empty (to))) (then (if (can Move (move Hop (from (last To)) (between if:(is Enemy (who "
                   "at:(between)))) (to if:(is Empty (to))))) (moveAgain)))) (move Step (to if:(is Empty "
                   "(to)))))"),
          kStart + kRace),
      game_text(
          "(square 6)",
          soldiers("(move Leap {{F F R F} {F F L F}} (to if:(not (is Friend (who at:(to)))) (apply (if " +
                   kEnemyAtTo + " (remove (to) (then (set Counter)))))))"),
          kStart + kRace),
      game_text("(square 5)",
                "(piece \"Queen\" Each (move Slide (then (moveAgain)))) (piece \"Dot\" Neutral)",
                "(start {(place \"Queen1\" {\"A2\" \"E2\"}) (place \"Queen2\" {\"A4\" \"E4\"})}) (play (if "
                "(is Even (count Moves)) "
                "(forEach Piece) (move Shoot (piece \"Dot0\"))))" +
                    kBlocked),
      game_text("(square 5)",
                soldiers("(move Step (to if:(not (is Friend (who at:(to)))) (apply (if " + kEnemyAtTo +
                         " (remove (to))))))"),
                "(start {(place \"Man1\" (sites Bottom)) (place \"Man2\" (sites Top))}) (play (do (forEach "
                "Piece) ifAfterwards:(not (is "
                "Threatened (id \"Man\" Mover)))))" +
                    kBlocked),
      game_text("(square 6)", "(piece \"Disc\" Neutral (flips 1 2))",
                "(start {(place \"Disc0\" {\"C3\" \"D4\"} state:1) (place \"Disc0\" {\"C4\" \"D3\"} "
                "state:2)}) (play (forEach Site (sites "
                "Empty) (append (custodial (from (site)) (between if:(is Enemy (state at:(between))) (apply "
                "(allCombinations (add (piece "
                "\"Disc0\" state:(mover)) (to (site))) (flip (between))))) (to if:(is Friend (state "
                "at:(to))))) (then (and (set Score P1 "
                "(count Sites in:(sites State 1))) (set Score P2 (count Sites in:(sites State 2)))))))) (end "
                "(if (all Passed) (byScore)))"),
      game_text("(square 5) use:Vertex", kDisc,
                "(meta (no Repeat)) (play (or (do (move Add (to (sites Empty)) (then (enclose (from (last "
                "To)) Orthogonal (between if:(is "
                "Enemy (who at:(between))) (apply (and (addScore Mover 1) (remove (between)))))))) "
                "ifAfterwards:(> (count Liberties "
                "Orthogonal) 0)) (move Pass))) (end (if (all Passed) (byScore {(score P1 (+ (score P1) (size "
                "Territory P1))) (score P2 (+ "
                "(score P2) (size Territory P2)))})))"),
      game_text(
          "(square 5)", kDisc + " (hand Each)",
          "(start (place \"Disc\" \"Hand\" count:4)) phases:{(phase \"Placing\" (play (move (from (handSite "
          "Mover)) (to (sites "
          "Empty)))) (nextPhase (all Sites (sites Hand P2) if:(= 0 (count Cell at:(site)))) \"Moving\")) "
          "(phase \"Moving\" (play "
          "(forEach Piece (move Step (to if:(is Empty (to)))))))} (end (if (is Line 3) (result Mover Win)))"),
      game_text("(square 5)",
                soldiers("(move (from) (to (sites Around (from) Empty)) copy:True (then (forEach Site "
                         "(intersection (sites "
                         "Around (last To)) (sites Occupied by:Next)) (and (remove (site)) (add (piece (id "
                         "\"Man\" Mover)) "
                         "(to (site)))))))"),
                "(start {(place \"Man1\" {\"A1\" \"E5\"}) (place \"Man2\" {\"A5\" \"E1\"})}) (play (forEach "
                "Piece)) (end (if (is Full) "
                "(byScore {(score P1 (count Pieces P1)) (score P2 (count Pieces P2))})))"),
      game_text("(square 6)",
                soldiers("(or (move Hop (directions {N S}) (between (exact (- (count Sites in:(difference "
                         "(sites Column (column "
                         "of:(from))) (sites Empty))) 1)) if:(not (is Enemy (who at:(between))))) (to "
                         "if:(not (is Friend (who "
                         "at:(to)))) (apply (if " +
                         kEnemyAtTo + " (remove (to)))))) (move Step (to if:(is Empty (to)))))"),
                kStart + "(play (forEach Piece)) (end {(if (= 1 (count Groups if:(= (who at:(to)) P1))) "
                         "(result P1 Win)) (if (= 1 (count "
                         "Groups if:(= (who at:(to)) P2))) (result P2 Win))})"),
      game_text(
          "(square 6)",
          soldiers("(move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to "
                   "if:(is Empty (to))) (then (if (can Move (hop (from (last To)) (between if:(is Enemy "
                   "(who at:(between)))) (to if:(is Empty (to))))) (moveAgain))))"),
          kStart +
              "(play (if (is Prev Mover) (max Moves (forEach Piece)) (priority {(max Moves (forEach "
              "Piece)) (forEach Piece (move Step (to if:(is Empty (to)))))})))" +
              kBlocked),
      game_text("(square 6)",
                soldiers("(move Step (to if:(is Empty (to)) (apply (and (if (is Enemy (who at:(ahead (to) "
                         "SameDirection))) (remove (ahead (to) SameDirection))) (if (is Enemy (who at:(ahead "
                         "(from) OppositeDirection))) (remove (ahead (from) OppositeDirection)))))))"),
                kStart + kRace),
      // Consequents around a move, which look at moves with consequents around them.
      game_text(
          "(square 6)",
          soldiers("(or {(or {(move Step Forward (to if:" + kEnemyAtTo +
                   ") (then (set Counter)))} (then (set "
                   "Counter 3)))} (then (set Counter 2)))"),
          kStart +
              "(play (or {(move (from (sites Occupied by:Mover)) (to (intersection (sites Around (from)) "
              "(sites Empty))) (then (if (is Threatened (id \"Man\" Next)) (set Score Mover 1))))} (then "
              "(if (is Threatened (id \"Man\" Mover)) (set Score Mover 3)))))" +
              kBlocked),
      "(game \"Loops\" (players 2) (equipment {(surakartaBoard (square 6)) (piece \"Man\" Each (or (move "
      "Step "
      "(to if:(is Empty (to)))) (move Slide \"AllTracks\" (between if:(or (= (between) (from)) (is Empty "
      "(between)))) (to if:(is Enemy (who at:(to))) (apply if:False (remove (to)))))))}) (rules (start "
      "{(place "
      "\"Man1\" (expand (sites Bottom))) (place \"Man2\" (expand (sites Top)))}) (play (forEach Piece)) (end "
      "(if "
      "(no Pieces Next) (result Mover Win)))))",
  };
  return list;
}

}  // namespace

TEST_CASE("what the generator knows stands in the table of ludemes") {
  std::set<std::string_view> texts;
  for (const auto& [head, signatures] : ludemes().all())
    for (const Signature& signature : signatures) texts.insert(signature.row->text);
  for (int row = 1; row < native::rows::kKnownRows; ++row) {
    const char* const text = native::rows::text(static_cast<native::rows::Known>(row));
    CAPTURE(text);
    CHECK(texts.count(text) == 1);
  }
}

TEST_CASE("generated code plays as the interpreter does: descriptions of our own") {
  for (const std::string& text : descriptions()) {
    CAPTURE(text);
    if (!compare_text("t.lud", text, "", 60, 20)) {
      MESSAGE("skipped: there is no compiler");
      return;
    }
  }
}

TEST_CASE("generated code plays as the interpreter does: the games described here") {
  std::size_t games = 0;
  for (const auto& entry :
       fs::directory_iterator(fs::path(LUDEX_TEST_DIR) / ".." / "games" / "lud" / "descriptions")) {
    CAPTURE(entry.path().string());
    const auto text = read_text(entry.path().string());
    REQUIRE(text.ok());
    if (!compare_text(entry.path().stem().string(), *text, "", 60, 20)) {
      MESSAGE("skipped: there is no compiler");
      return;
    }
    ++games;
  }
  CHECK(games >= 7);
}

TEST_CASE("a compiled game is kept, and loaded by any number at once") {
  const auto description = description_of("t.lud", descriptions()[0], "");
  const std::string source = native::source_of(*description->program);
  static_cast<void>(cache());
  const auto first = native::Library::load(source);
  if (!first) {
    MESSAGE("skipped: " << first.error());
    return;
  }
  CHECK(native::Library::load(source, false).ok());
  CHECK_FALSE(native::Library::load(source + "// another\n", false).ok());
  // Nothing but whole libraries stays behind.
  for (const auto& entry : fs::directory_iterator(cache() / "ludex" / "lud"))
    CHECK(entry.path().extension() == ".so");
}

TEST_CASE("another version of the compiler compiles anew") {
  const auto description = description_of("t.lud", descriptions()[0], "");
  const std::string source = native::source_of(*description->program) + "// for versions\n";
  if (const auto first = native::Library::load(source); !first) {
    MESSAGE("skipped: " << first.error());
    return;
  }
  const fs::path compiler = cache() / "compiler";
  const auto write = [&](const std::string& version) {
    std::ofstream(compiler) << "#!/bin/sh\nif [ \"$1\" = --version ]; then echo " << version
                            << "; exit; fi\nexec c++ \"$@\"\n";
    fs::permissions(compiler, fs::perms::owner_all);
  };
  setenv("LUDEX_CXX", compiler.c_str(), 1);
  write("1.0");
  CHECK_FALSE(native::Library::load(source, false).ok());
  const auto made = native::Library::load(source);
  CHECK_MESSAGE(made.ok(), (made.ok() ? "" : made.error()));
  CHECK(native::Library::load(source, false).ok());
  write("10.0");
  CHECK_FALSE(native::Library::load(source, false).ok());
  write("1.0");
  CHECK(native::Library::load(source, false).ok());
  unsetenv("LUDEX_CXX");
}

TEST_CASE("a compiler that is not there, or fails, is an error in words") {
  static_cast<void>(cache());
  setenv("LUDEX_CXX", "no-such-compiler", 1);
  const auto none = native::Library::load("int x;");
  REQUIRE_FALSE(none.ok());
  CHECK(none.error() == "LUDEX_CXX: there is no compiler 'no-such-compiler'");
  setenv("LUDEX_CXX", "false", 1);
  const auto failed = native::Library::load("int x;");
  REQUIRE_FALSE(failed.ok());
  CHECK(failed.error().find("failed") != std::string::npos);
  unsetenv("LUDEX_CXX");
}

TEST_CASE("generated code plays as the interpreter does: Ludii's games") {
  const auto found = oracle("lud");
  if (!found) return;
  const fs::path folder = *found;
  const bool all = std::getenv("LUDEX_LONG") != nullptr;
  const char* const only = std::getenv("LUDEX_LUD_GAME");  // the file's name without .lud
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder / "lud")) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  if (only != nullptr)
    files = {folder / "lud" / (std::string(only) + ".lud")};
  else if (!all)
    files = {folder / "lud" / "Breakthrough.lud", folder / "lud" / "Konane.lud",
             folder / "lud" / "Tablut.lud"};
  for (const fs::path& file : files) {
    CAPTURE(file.string());
    const auto text = read_text(file.string());
    REQUIRE(text.ok());
    if (!compare_text(file.stem().string(), *text, (folder / "def").string(), all ? 200 : 40, 6)) {
      MESSAGE("skipped: there is no compiler");
      return;
    }
  }
}

TEST_CASE("generated code plays as the interpreter does: a library of games") {
  const char* const library = std::getenv("LUDEX_LUD_LIBRARY");
  const char* const definitions = std::getenv("LUDEX_LUD_DEFINITIONS");
  if (library == nullptr || definitions == nullptr) return;
  std::vector<fs::path> files;
  if (fs::is_directory(library)) {
    for (const auto& entry : fs::recursive_directory_iterator(library)) {
      if (entry.path().extension() == ".lud") files.push_back(entry.path());
    }
  } else {
    files.emplace_back(library);
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    CAPTURE(file.string());
    const auto text = read_text(file.string());
    REQUIRE(text.ok());
    CHECK(compare_text(file.stem().string(), *text, definitions, 40, 1));
  }
}

}  // namespace ludex::games::lud
