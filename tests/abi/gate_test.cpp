// The gate: what is refused, in which words, and that the host goes on.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>

#include "arena/host/plugins/registry.hpp"
#include "core/game/position.hpp"
#include "paths.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::arena {

using namespace host;
namespace {

namespace fs = std::filesystem;

const fs::path kBuild = LUDEX_BUILD_DIR;
const fs::path kProber = kBuild / "ludex";

PluginRecord probe_fixture(const char* name) {
  return probe(kBuild / "tests/fixtures" / name, kProber);
}

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a broken plug-in is refused with the reason") {
  const struct {
    const char* file;
    const char* reason;
  } table[] = {
      {"wrong_magic.so", "is not a Ludex plug-in entry"},
      {"wrong_major.so", "built for plug-in interface 99, this host has 1:"},
      {"wrong_kind.so", "kind 7 is neither game (1) nor agent (2) nor study (3)"},
      {"no_factory.so", "does not offer ludex.agent-factory/1"},
      {"bad_id.so", "id 'Bad Id'"},
      {"no_symbol.so", "has no symbol 'ludex_plugin_v1'"},
      {"abort_constructor.so",
       "died while loading: signal 6 (Aborted); its output: giving up in a constructor"},
      {"exit_constructor.so", "gave no answer while loading"},
      {"missing.so", "No such file"},
  };
  for (const auto& row : table) {
    CAPTURE(row.file);
    const PluginRecord record = probe_fixture(row.file);
    CHECK_FALSE(record.accepted);
    CHECK_MESSAGE(contains(record.refusal, row.reason), record.refusal);
  }
  // An exception in a constructor is caught or ends the child, as the compiler of the loader has it.
  const PluginRecord thrown = probe_fixture("throw_constructor.so");
  CHECK_FALSE(thrown.accepted);
  CHECK_MESSAGE((contains(thrown.refusal, "thrown in a constructor") || contains(thrown.refusal, "signal 6")),
                thrown.refusal);
  // The control: the unspoilt fixture is taken.
  const PluginRecord good = probe_fixture("good.so");
  CHECK_MESSAGE(good.accepted, good.refusal);
  CHECK(good.id == "first-move");
}

TEST_CASE("a foreign fingerprint is refused with both texts") {
  const PluginRecord record = probe_fixture("wrong_fingerprint.so");
  CHECK_FALSE(record.accepted);
  CHECK(contains(record.refusal, "binary interface differs in pointer"));
  CHECK(contains(record.refusal, "plug-in: pointer=4 byte-order=big"));
  CHECK(contains(record.refusal, "host:    pointer=8 byte-order=little"));
}

TEST_CASE("a plug-in that hangs while loading is given up after the time limit") {
  const PluginRecord record = probe(kBuild / "tests/fixtures/hang_constructor.so", kProber, 300'000'000);
  CHECK_FALSE(record.accepted);
  CHECK(contains(record.refusal, "did not finish loading within 0.3 s"));
}

TEST_CASE("truncated and foreign files are refused, whatever the length") {
  const tests::TemporaryFolder folder;
  const fs::path good = kBuild / "tests/fixtures/good.so";
  const auto size = fs::file_size(good);
  for (const auto length : {std::uintmax_t{0}, std::uintmax_t{10}, std::uintmax_t{64}, std::uintmax_t{4096},
                            size / 2, size * 9 / 10, size - 1}) {
    CAPTURE(length);
    const fs::path cut = folder.path() / "cut.so";
    fs::copy_file(good, cut, fs::copy_options::overwrite_existing);
    fs::resize_file(cut, length);
    const PluginRecord record = probe(cut, kProber);
    CHECK_FALSE(record.accepted);
    CHECK_FALSE(record.refusal.empty());
  }
  std::ofstream(folder.path() / "text.so") << std::string(1000, 'x');
  CHECK(contains(probe(folder.path() / "text.so", kProber).refusal, "is not a shared library"));
}

TEST_CASE("the registry takes the good ones beside the broken ones") {
  const tests::TemporaryFolder cache;
  setenv("XDG_CACHE_HOME", cache.path().c_str(), 1);
  const tests::TemporaryFolder folder;
  for (const char* name : {"good.so", "abort_constructor.so", "wrong_major.so"}) {
    fs::copy_file(kBuild / "tests/fixtures" / name, folder.path() / name);
  }
  for (int pass = 0; pass < 2; ++pass) {  // the second pass reads the cache
    CAPTURE(pass);
    Registry registry({{folder.path()}, kProber});
    REQUIRE(registry.plugins().size() == 3);
    CHECK(registry.plugins()[0].accepted);
    CHECK_FALSE(registry.plugins()[1].accepted);
    CHECK_FALSE(registry.plugins()[2].accepted);
    CHECK(registry.make_agent({"first-move", {}}).ok());
    const auto missing = registry.make_agent({"fist-move", {}});
    REQUIRE_FALSE(missing.ok());
    CHECK(contains(missing.error(), "there is no agent 'fist-move'"));
  }
  CHECK(fs::exists(cache.path() / "ludex/probes.json"));
  // A damaged cache is no error.
  std::ofstream(cache.path() / "ludex/probes.json") << "{ damaged";
  CHECK(Registry({{folder.path()}, kProber}).plugins().size() == 3);
}

TEST_CASE("every plug-in exports exactly one symbol") {
  int checked = 0;
  for (const auto& item : fs::directory_iterator(kBuild / "plugins")) {
    if (item.path().extension() != ".so") continue;
    const std::string command = "nm -D --defined-only '" + item.path().string() + "'";
    FILE* const pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string output;
    char buffer[256];
    while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) output += buffer;
    REQUIRE(pclose(pipe) == 0);
    CAPTURE(item.path().string());
    CHECK(std::count(output.begin(), output.end(), '\n') == 1);
    CHECK(contains(output, " ludex_plugin_v1\n"));
    ++checked;
  }
  CHECK(checked > 0);
}

TEST_CASE("component texts") {
  const auto hex = parse_component("hex:size=11,swap=true");
  REQUIRE(hex.ok());
  CHECK(hex->id == "hex");
  CHECK(hex->settings == Settings{{"size", "11"}, {"swap", "true"}});
  CHECK(to_text(*hex) == "hex:size=11,swap=true");
  for (const char* bad : {"", ":size=1", "hex:", "hex:size", "hex:=3", "hex:size=1,"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_component(bad).ok());
  }
}

}  // namespace ludex::arena
