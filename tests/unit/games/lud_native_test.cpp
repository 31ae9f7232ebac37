// Generated code beside the interpreter: the same lists in the same order, the same positions, the same
// playouts. Descriptions of our own (lud_games/ here and games/lud/descriptions), and (if they are beside the
// checkout) Ludii's games: a sample, or with LUDEX_LONG=1 all of them, with LUDEX_LUD_GAME=NAME one. Others:
// LUDEX_LUD_LIBRARY=FILE or folder, with LUDEX_LUD_DEFINITIONS=FOLDER.
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
    const std::string source = codegen::source_of(*description->program);
    if (source.empty()) return true;  // the interpreter's alone
    auto library = codegen::Library::load(source);
    if (!library && library.error().find("there is no compiler") != std::string::npos) return false;
    REQUIRE_MESSAGE(library.ok(), (library.ok() ? "" : library.error()));
    pair.fast.use(std::move(*library));
    compare(pair, plies, playouts);
  }
  return true;
}

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

TEST_CASE("generated code ends games that nobody wins after as many turns as the interpreter") {
  for (const int steps : {2, 7}) {
    CAPTURE(steps);
    if (!compare_text("endless", endless_game(steps), "", 20, 2)) {
      MESSAGE("skipped: there is no compiler");
      return;
    }
  }
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

TEST_CASE("another version of the compiler compiles anew") {
  const std::string source = source_of_one() + "// for versions\n";
  if (const auto first = codegen::Library::load(source); !first) {
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
  CHECK_FALSE(codegen::Library::load(source, false).ok());
  const auto made = codegen::Library::load(source);
  CHECK_MESSAGE(made.ok(), (made.ok() ? "" : made.error()));
  CHECK(codegen::Library::load(source, false).ok());
  write("10.0");
  CHECK_FALSE(codegen::Library::load(source, false).ok());
  write("1.0");
  CHECK(codegen::Library::load(source, false).ok());
  unsetenv("LUDEX_CXX");
}

TEST_CASE("a compiler that is not there, or fails, is an error in words") {
  static_cast<void>(cache());
  setenv("LUDEX_CXX", "no-such-compiler", 1);
  const auto none = codegen::Library::load("int x;");
  REQUIRE_FALSE(none.ok());
  CHECK(none.error() == "LUDEX_CXX: no compiler 'no-such-compiler'");
  setenv("LUDEX_CXX", "false", 1);
  const auto failed = codegen::Library::load("int x;");
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
