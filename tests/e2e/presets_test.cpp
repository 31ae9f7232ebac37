// Presets of the agents of the tree, through the command line; and what the READMEs say of parameters.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>

#include <doctest/doctest.h>

#include "arena/base/json/value.hpp"
#include "paths.hpp"
#include "tests/support/command.hpp"

namespace ludex::tests {
namespace {

namespace fs = std::filesystem;
using Json = arena::json::Value;

const fs::path kRoot = fs::path(LUDEX_TEST_DIR).parent_path();

// The root moves of a search: move, visits and value of each.
std::string search(const std::string& game, const std::string& agent, int iterations) {
  const auto run = ludex("analyze " + game + " --agent " + agent + " --seed 3 --iterations " +
                         std::to_string(iterations) + " --json");
  REQUIRE_MESSAGE(run.exit_code == 0, run.err);
  const Json json = Json::parse(run.out);
  REQUIRE(json.contains("root"));
  return json["root"].dump();
}

std::string settings_of(const Json& preset) {
  std::string text;
  for (const auto& [name, value] : preset["values"].items())
    text += (text.empty() ? "" : ",") + name + "=" + value.get<std::string>();
  return text;
}

}  // namespace

TEST_CASE("a preset is its values, and what is given wins, also the default") {
  struct Subject {
    std::string agent;
    std::string game;
    int iterations;
    std::string name;   // of a parameter of the preset
    std::string value;  // its default
  };
  for (const Subject& subject :
       {Subject{"uct", "hex:size=7,learned=all,must_play=region,playouts=bridges", 300, "c",
                "1.4142135623730951"},
        Subject{"uct", "hex:size=7,learned=all,must_play=region,playouts=bridges", 300, "must_play", "0"},
        Subject{"scns", "hex:size=7,learned=all,must_play=region", 150, "score_scale", "2500"},
        Subject{"scns", "hex:size=7,learned=all,must_play=region", 150, "rave", "true"}}) {
    CAPTURE(subject.agent);
    CAPTURE(subject.name);
    const Json described = Json::parse(ludex("describe " + subject.agent + " --json").out);
    for (const Json& parameter : described["parameters"]) {
      if (parameter["name"] == subject.name) CHECK(parameter["default"] == subject.value);
    }
    std::string values;
    for (const Json& preset : described["presets"]) {
      if (preset["name"] == "hex") values = settings_of(preset);
    }
    REQUIRE_FALSE(values.empty());
    const auto made = [&](const std::string& settings) {
      return search(subject.game, subject.agent + ":" + settings, subject.iterations);
    };
    const std::string preset = made("preset=hex");
    CHECK(preset == made(values));
    const std::string given = subject.name + "=" + subject.value;
    const std::string other = made("preset=hex," + given);
    CHECK(other != preset);
    CHECK(other == made(given + ",preset=hex"));
    const std::regex own("(^|,)" + subject.name + "=[^,]*");
    CHECK(other == made(std::regex_replace(values, own, "$1" + given)));
  }
  // The first table of the paper is the defaults.
  CHECK(search("mnk", "scns:preset=clop-1", 50) == search("mnk", "scns", 50));
}

TEST_CASE("an unknown preset is refused with the likely one") {
  const auto run = ludex("analyze mnk --agent uct:preset=hexx --iterations 10");
  CHECK(run.exit_code == 2);
  CHECK(run.err.find("'hexx', expected one of none|hex (did you mean 'hex'?)") != std::string::npos);
}

TEST_CASE("describe lists presets, and every number with its range") {
  const std::string text = ludex("describe scns").out;
  CHECK(text.find("  epsilon = 0.41\n") != std::string::npos);
  CHECK(text.find("(a number in 0..100)") != std::string::npos);
  CHECK(text.find("presets\n  clop-1\n") != std::string::npos);
  CHECK(text.find("P_max=6, D_max=8, delta_p=50, delta_d=50, R_shift=500, R_impact=500") !=
        std::string::npos);
  const Json scns = Json::parse(ludex("describe scns --json").out);
  CHECK(scns["presets"].size() == 4);
  for (const Json& parameter : scns["parameters"])
    CHECK((parameter["type"] == "text") == (parameter["name"] == "model"));
  const std::string page = ludex("describe uct --markdown").out;
  CHECK(page.starts_with("# uct\n"));
  CHECK(page.find("| `c` | `1.4142135623730951` | a number in 0..1000 |") != std::string::npos);
  CHECK(page.find("| `amaf` | `off` | one of off\\|rave\\|grave |") != std::string::npos);
  CHECK(page.find("\n| `hex` | `c=0, ") != std::string::npos);
  CHECK(ludex("describe uct --markdown --json").exit_code == 2);
}

// Agents have no such tables, as `ludex describe` has them; the rules of some games do.
TEST_CASE("tables of parameters are those of the plug-ins") {
  const std::regex row(R"(\| `([A-Za-z_0-9]+)` \|([^|]*)\|.*)");
  int rows = 0;
  for (const char* kind : {"games", "agents"}) {
    for (const auto& folder : fs::directory_iterator(kRoot / kind)) {
      const fs::path file = folder.path() / (std::string(kind) == "games" ? "rules.md" : "README.md");
      if (!fs::exists(file)) continue;
      std::ifstream in(file);
      std::map<std::string, std::string> table;
      bool inside = false;
      for (std::string line; std::getline(in, line);) {
        std::smatch cells;
        if (line.starts_with("| parameter | default |") || line.starts_with("| name | default |")) {
          inside = true;
        } else if (inside && !line.starts_with("|")) {
          inside = false;
        } else if (inside && std::regex_match(line, cells, row)) {
          table[cells[1]] = std::regex_replace(cells[2].str(), std::regex("[` ]"), "");
        }
      }
      if (table.empty()) continue;
      const std::string id = folder.path().filename().string();
      CAPTURE(id);
      std::map<std::string, std::string> real;
      const auto run = ludex("describe " + id + " --json");
      REQUIRE_MESSAGE(run.exit_code == 0, run.err);
      const Json described = Json::parse(run.out);
      for (const Json& parameter : described["parameters"])
        real[parameter["name"].get<std::string>()] = parameter["default"].get<std::string>();
      CHECK(table == real);
      rows += static_cast<int>(table.size());
    }
  }
  CHECK(rows > 20);
}

}  // namespace ludex::tests
