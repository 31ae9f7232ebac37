// Generated code beside the interpreter: the same lists in the same order, the same positions, the same
// playouts. Descriptions of our own (lud_games/ here and games/lud/descriptions), and (if they are beside the
// checkout) Ludii's games: a sample, or with LUDEX_LONG=1 all of them, with LUDEX_LUD_GAME=NAME one. Others:
// LUDEX_LUD_LIBRARY=FILE or folder, with LUDEX_LUD_DEFINITIONS=FOLDER.
#include "tests/support/lud_native.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "games/lud/codegen/code_writer.hpp"
#include "games/lud/codegen/library.hpp"
#include "games/lud/game/lud_game.hpp"
#include "games/lud/program/signature.hpp"
#include "paths.hpp"
#include "tests/support/lud_walk.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::games::lud {
namespace {

using namespace ludex::tests;
namespace fs = std::filesystem;

// Every description of a folder.
std::vector<fs::path> descriptions_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}
const fs::path kOwnGames = fs::path(LUDEX_TEST_DIR) / "unit" / "games" / "lud_games";

// One that is compiled soon.
std::string source_of_one() {
  const auto text = read_text((kOwnGames / "Triplets.lud").string());
  REQUIRE(text.ok());
  return codegen::source_of(*description_of("t.lud", *text, "")->program);
}

}  // namespace

TEST_CASE("patterns of generated code name arguments that are always there") {
  int patterns = 0;
  for (const auto& [head, signatures] : ludemes().all()) {
    for (const Signature& signature : signatures) {
      const char* const pattern = signature.row->native.pattern;
      if (pattern == nullptr) continue;
      ++patterns;
      CAPTURE(signature.row->text);
      CHECK((signature.row->native.expression == nullptr));
      const std::string_view text = pattern;
      for (std::size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
        const char which = text.at(at + 1);
        if (which == 't' || which == 'o') continue;
        const auto k = static_cast<std::size_t>(which - '0');
        REQUIRE(k < signature.parameters.size());
        const Parameter& argument = signature.parameters[k];
        CHECK((!argument.optional && argument.array == 0));
        for (const Type type : argument.types)
          CHECK((type == Type::kInt || type == Type::kRole || type == Type::kBool || type == Type::kRegion));
      }
    }
  }
  CHECK(patterns > 50);
}

TEST_CASE("a writer of code fills patterns and indents blocks") {
  using codegen::code;
  CHECK(code("f<$0>(s, $1) + $1", {2, "at"}) == "f<2>(s, at) + at");
  CHECK(code("$3 costs $", {1}) == "$3 costs $");
  codegen::CodeWriter out;
  {
    const auto loop = out.block("for ($0)", {"int k : list"});
    const auto scope = out.block();
    out.line("f(k);\ng(k);");
  }
  out.add("h();\n");
  CHECK(out.text() == "for (int k : list) {\n  {\n    f(k);\n    g(k);\n  }\n}\nh();\n");
  CHECK(codegen::names("f(it, item)", "it"));
  CHECK_FALSE(codegen::names("f(item, it_2, a_it)", "it"));
  codegen::CodeWriter only;
  only.for_body("int x = 1;", "x", [&] { only.line("f(y);"); });
  only.for_body("int y = 2;", "y", [&] { only.line("f(y);"); });
  CHECK(only.text() == "f(y);\nint y = 2;\nf(y);\n");
  codegen::ArrayText values;
  values.add(1);
  values.add("{2}");
  CHECK(values.text() == "{1,{2},}");
}

TEST_CASE("generated code plays as the interpreter does: descriptions of our own") {
  const fs::path described = fs::path(LUDEX_TEST_DIR) / ".." / "games" / "lud" / "descriptions";
  for (const fs::path& folder : {kOwnGames, described}) {
    const auto files = descriptions_in(folder);
    CHECK(files.size() >= 7);
    for (const fs::path& file : files) {
      CAPTURE(file.string());
      const auto text = read_text(file.string());
      REQUIRE(text.ok());
      if (!compare_text(file.stem().string(), *text, "", 60, 20)) {
        MESSAGE("skipped: there is no compiler");
        return;
      }
    }
  }
}

// The group of an empty site is the empty sites that are connected with it, and no site beyond is a liberty.
TEST_CASE("generated code plays as the interpreter does: liberties of a site that was left") {
  for (const char* rule : {"(< 0 (count Liberties Orthogonal))", "(> (count Liberties) 5)",
                           "(= 0 (count Liberties at:(last To)))"}) {
    const std::string text =
        std::string(
            "(game \"Fading\" (players 2) (equipment {(piece \"Spark\" Each) (board "
            "(square 4))}) (rules (play (move Add (to Cell (sites Empty Cell)) (then (if (is In (last "
            "To) (sites Left)) (remove (last To)))))) (end (if ") +
        rule + " (result Next Win)))))";
    CAPTURE(text);
    CHECK((compare_text("t", text, "", 20, 3) || std::getenv("LUDEX_CXX") == nullptr));
  }
}

TEST_CASE("generated code ends games that nobody wins after as many turns as the interpreter") {
  for (const int steps : {2, 7}) {
    CAPTURE(steps);
    if (!compare_text("endless", endless_game(steps), "", 20, 2)) {
      MESSAGE("skipped: there is no compiler");
      return;
    }
  }
}

// Generated code leaves a `do` that sets a variable to the interpreter, with the moves of all pieces in it.
TEST_CASE("where most is left to the interpreter, auto prefers it") {
  const auto made = [](const std::string& play) {
    const auto description = description_of(
        "t.lud",
        "(game \"Walkers\" (players 2) (equipment {(piece \"Walker\" Each (move Step (to "
        "if:(is Empty (to))))) (board (square 4))}) (rules (start {(place \"Walker1\" 0) (place \"Walker2\" 15)}) (play " +
            play + ") (end (if (no Moves Next) (result Mover Win)))))",
        "");
    REQUIRE(description->program != nullptr);
    return codegen::generate(*description->program);
  };
  const auto compiled = made("(forEach Piece)");
  CHECK(compiled.nodes_interpreted == 0);
  CHECK(compiled.nodes > 5);
  CHECK_FALSE(codegen::is_mostly_interpreted(compiled));
  const auto mixed = made("(do (set Var 0) next:(forEach Piece))");
  CHECK(mixed.nodes > compiled.nodes);
  CHECK(mixed.nodes_interpreted * 3 > mixed.nodes * 2);
  CHECK(codegen::is_mostly_interpreted(mixed));
  CHECK(mixed.nodes_interpreted < mixed.nodes);  // the end rule is not
}

TEST_CASE("a compiled game is kept, and loaded by any number at once") {
  const std::string source = source_of_one();
  static_cast<void>(cache());
  const auto first = codegen::Library::load(source);
  if (!first) {
    MESSAGE("skipped: " << first.error());
    return;
  }
  CHECK(codegen::Library::load(source, false).ok());
  CHECK_FALSE(codegen::Library::load(source + "// another\n", false).ok());
  // Nothing but whole libraries stays behind.
  for (const auto& entry : fs::directory_iterator(cache() / "ludex" / "lud"))
    CHECK(entry.path().extension() == ".so");
}

namespace {

// Restores LUDEX_CXX at its end.
class OtherCompiler {
 public:
  OtherCompiler() {
    if (const char* const text = std::getenv("LUDEX_CXX")) before_ = text;
  }
  ~OtherCompiler() {
    if (before_.empty())
      unsetenv("LUDEX_CXX");
    else
      use(before_);
  }
  OtherCompiler(const OtherCompiler&) = delete;
  OtherCompiler& operator=(const OtherCompiler&) = delete;
  // The compiler of this build's tests.
  [[nodiscard]] std::string usual() const { return before_.empty() ? "c++" : before_; }
  static void use(const std::string& command) { setenv("LUDEX_CXX", command.c_str(), 1); }

 private:
  std::string before_;
};

}  // namespace

TEST_CASE("another version of the compiler compiles anew") {
  const std::string source = source_of_one() + "// for versions\n";
  if (const auto first = codegen::Library::load(source); !first) {
    MESSAGE("skipped: " << first.error());
    return;
  }
  const OtherCompiler other;
  const fs::path compiler = cache() / "compiler";
  const auto write = [&](const std::string& version) {
    std::ofstream(compiler) << "#!/bin/sh\nif [ \"$1\" = --version ]; then echo " << version
                            << "; exit; fi\nexec " << other.usual() << " \"$@\"\n";
    fs::permissions(compiler, fs::perms::owner_all);
  };
  OtherCompiler::use(compiler);
  write("1.0");
  CHECK_FALSE(codegen::Library::load(source, false).ok());
  const auto made = codegen::Library::load(source);
  CHECK_MESSAGE(made.ok(), (made.ok() ? "" : made.error()));
  CHECK(codegen::Library::load(source, false).ok());
  write("10.0");
  CHECK_FALSE(codegen::Library::load(source, false).ok());
  write("1.0");
  CHECK(codegen::Library::load(source, false).ok());
}

TEST_CASE("a compiler that is not there, or fails, is an error in words") {
  static_cast<void>(cache());
  const OtherCompiler other;
  OtherCompiler::use("no-such-compiler");
  const auto none = codegen::Library::load("int x;");
  REQUIRE_FALSE(none.ok());
  CHECK(none.error() == "LUDEX_CXX: no compiler 'no-such-compiler'");
  OtherCompiler::use("false");
  const auto failed = codegen::Library::load("int x;");
  REQUIRE_FALSE(failed.ok());
  CHECK(failed.error().find("failed") != std::string::npos);
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
