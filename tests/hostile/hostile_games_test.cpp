// Every deed in every setting and both seats: the right one loses for the right reason, the games of others
// are what they are without it, and nothing is left behind. docs/reference/attacks.md has the table.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/json/value.hpp"
#include "tests/hostile/deeds.hpp"
#include "tests/support/command.hpp"
#include "tests/support/log_content.hpp"
#include "tests/support/own_ludex.hpp"
#include "tests/support/sanitizers.hpp"

namespace ludex::tests {
namespace {

namespace fs = std::filesystem;
using Json = arena::json::Value;

// Games with a deed in them, in all settings together: the 500, or what LUDEX_FAULTY_GAMES says.
int faulty_games() {
  const char* const text = std::getenv("LUDEX_FAULTY_GAMES");
  constexpr int kUsual = 500;
  return text != nullptr ? std::atoi(text) : kUsual;
}

std::vector<Deed> deeds_of(Setting setting) {
  auto list = deeds();
  std::erase_if(list,
                [&](const Deed& deed) { return deed.becomes[static_cast<std::size_t>(setting)].empty(); });
  return list;
}

int games_per_pair() {
  int a_round = 0;
  for (const Setting setting : kSettings) a_round += static_cast<int>(deeds_of(setting).size());
  return std::max(2, (faulty_games() + 2 * a_round - 1) / (2 * a_round) * 2);
}

std::string name_of(const Deed& deed, std::size_t index) {
  return "bad" + std::to_string(index) + "-" + std::string(deed.name);
}

// Whoever is at fault, the run comes to its end; for one of the usual length, at load 20.
std::chrono::minutes patience() {
  constexpr int kGamesAMinute = 200;
  return std::chrono::minutes(2 + faulty_games() / kGamesAMinute);
}

// A well-behaved one against all others. `hostile`: those, too, who are not.
std::string specification(const OwnLudex& own, Setting setting, const std::vector<Deed>& hostile,
                          const std::string& victim) {
  std::string agents =
      "  - {name: good, agent: uct, params: {memory_mib: 16}}\n  - {name: other, agent: random}\n"
      "  - {name: third, agent: alpha-beta}\n";
  for (std::size_t i = 0; i < hostile.size(); ++i) {
    const Deed& deed = hostile[i];
    std::string file(deed.file);
    for (const auto& [word, path] : {std::pair<std::string, std::string>{"VICTIM", victim},
                                     {"RIVAL", LUDEX_BUILD_DIR "/plugins/agent-uct.so"},
                                     {"SCRATCH", own.file("scratch/of-another")}}) {
      if (const auto at = file.find(word); at != std::string::npos) file.replace(at, word.size(), path);
    }
    agents += "  - {name: " + name_of(deed, i) +
              ", agent: hostile, params: {deed: " + std::string(deed.name) +
              ", where: " + std::string(deed.where) + (deed.name == "slower" ? ", move: 1" : "") +
              (file.empty() ? "" : ", file: '" + file + "'") + "}" +
              (deed.more.empty() ? "" : ", " + std::string(deed.more)) + "}\n";
  }
  const std::string mode = setting == Setting::kSandbox
                               ? "dedicated"
                               : std::string(kSettingNames[static_cast<std::size_t>(setting)]);
  return "name: hostile\nseed: 7\nmode: " + mode + "\ngames: [ {game: hex, params: {size: 4}} ]\nagents:\n" +
         agents + "grace: 100ms\nlimits: {faults_in_a_row: 0, memory_mib: 192, move: 400ms, start: 1s" +
         (setting == Setting::kSandbox ? ", sandbox: true" : "") +
         "}\nbudget: {iterations: 10}\nscratch: " + own.file("scratch") +
         "\nformat: {type: gauntlet, challengers: [good], games_per_pair: " +
         std::to_string(games_per_pair()) + "}\n";
}

struct Run {
  int status = 0;
  std::string err;
  std::size_t most_descriptors = 0;  // of the host, whenever it was looked at
  pid_t host = 0;
};

Run run(const OwnLudex& own, const std::string& name, const std::string& text) {
  write_file(own.file(name + ".yaml"), text);
  Run result;
  result.host =
      own.start(own.file(name + ".yaml"), own.file(name), {"--concurrency", "2"}, own.file(name + ".err"));
  const auto begin = std::chrono::steady_clock::now();
  while (waitpid(result.host, &result.status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() - begin > patience()) kill(result.host, SIGKILL);
    std::error_code gone;
    std::size_t open_now = 0;
    for (auto item = fs::directory_iterator("/proc/" + std::to_string(result.host) + "/fd", gone);
         !gone && item != fs::directory_iterator(); item.increment(gone))
      ++open_now;
    result.most_descriptors = std::max(result.most_descriptors, open_now);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  result.err = read_file(own.file(name + ".err"));
  return result;
}

// Games of the well-behaved among themselves, byte for byte but for times.
std::map<std::string, std::string> innocent(const fs::path& folder) {
  const std::set<std::string> names{"good", "other", "third"};
  std::map<std::string, std::string> list;
  for (auto& [id, game] : content(folder)) {
    if (!names.contains(game["agents"][0]) || !names.contains(game["agents"][1])) continue;
    Json own = game;
    own.erase("spec_hash");  // of another specification
    list[id] = own.dump();
  }
  return list;
}

struct Stamp {
  std::string text;
  mode_t mode = 0;
  timespec modified{};
  timespec changed{};
};
Stamp stamp(const std::string& file) {
  struct stat info {};
  REQUIRE(stat(file.c_str(), &info) == 0);
  return {read_file(file), info.st_mode, info.st_mtim, info.st_ctim};
}
bool same(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

// What an agent could leave outside: names in the test's folder, System V memory of the size that the agent
// makes, control groups of the host.
std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> list;
  for (const auto& item : fs::directory_iterator(folder)) list.insert(item.path().filename());
  return list;
}
bool shared_memory_is_left() {
  std::ifstream in("/proc/sysvipc/shm");
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string key, id, mode, size;
    words >> key >> id >> mode >> size;
    if (size == "54321") return true;
  }
  return false;
}
std::vector<std::string> groups_left(pid_t host) {
  std::vector<std::string> list;
  std::error_code error;
  for (auto item = fs::recursive_directory_iterator("/sys/fs/cgroup",
                                                    fs::directory_options::skip_permission_denied, error);
       !error && item != fs::recursive_directory_iterator(); item.increment(error)) {
    if (item->path().filename().string().starts_with("ludex-" + std::to_string(host) + "-"))
      list.push_back(item->path());
  }
  return list;
}

void play_all(Setting setting) {
  const auto hostile = deeds_of(setting);
  const std::string setting_name(kSettingNames[static_cast<std::size_t>(setting)]);
  CAPTURE(setting_name);
  const OwnLudex own;
  const std::string victim = own.file("victim");
  write_file(victim, "as it was");
  const Stamp before = stamp(victim);
  fs::create_directory(own.file("scratch"));
  write_file(own.file("scratch/of-another"), "as it was");
  const Run reference = run(own, "reference", specification(own, setting, {}, victim));
  REQUIRE_MESSAGE(reference.status == 0, reference.err);
  const auto wanted = innocent(own.file("reference"));
  REQUIRE(wanted.size() == 2 * static_cast<std::size_t>(games_per_pair()));
  auto files = names_in(own.folder());
  files.merge(std::set<std::string>{"hostile", "hostile.yaml", "hostile.err", "scratch"});

  const Run played = run(own, "hostile", specification(own, setting, hostile, victim));
  REQUIRE_MESSAGE(played.status == 0, played.err);
  std::map<std::string, const Deed*> by_name;
  for (std::size_t i = 0; i < hostile.size(); ++i) by_name[name_of(hostile[i], i)] = &hostile[i];
  std::size_t faulty = 0;
  for (const Json& game : games(own.file("hostile"))) {
    const std::size_t seat = game["agents"][0] == "good" ? 1 : 0;
    const auto found = by_name.find(game["agents"][seat]);
    if (found == by_name.end()) continue;
    ++faulty;
    const std::string expected =
        "|" + std::string(found->second->becomes[static_cast<std::size_t>(setting)]) + "|";
    const std::string termination = game["termination"];
    CAPTURE(game.dump());
    CHECK_MESSAGE(
        expected.find("|" + termination + "|") != std::string::npos,
        found->first << " " << found->second->where << ": " << termination << ", expected " << expected);
    if (termination == "normal") continue;
    CHECK(game["outcome"] == (seat == 0 ? "0-1" : "1-0"));
    CHECK_FALSE(game["note"].get<std::string>().empty());
    CHECK(game["note"].get<std::string>().size() <= 4096);
  }
  CHECK(faulty == hostile.size() * static_cast<std::size_t>(games_per_pair()));
  CHECK(innocent(own.file("hostile")) == wanted);
  // What is left.
  const auto left = own.left();
  CHECK_MESSAGE(left.empty(), left.front());
  CHECK(played.most_descriptors < 100);
  CHECK_FALSE(shared_memory_is_left());
  CHECK(groups_left(played.host).empty());
  const auto now = names_in(own.folder());
  CHECK(std::includes(files.begin(), files.end(), now.begin(), now.end()));
  CHECK(read_file(own.file("scratch/of-another")) == "as it was");
  const Stamp after = stamp(victim);
  CHECK(after.text == before.text);
  CHECK(after.mode == before.mode);
  CHECK(same(after.modified, before.modified));
  CHECK(same(after.changed, before.changed));
  MESSAGE(faulty << " games with deeds in " << setting_name);
}

std::string table() {
  std::string text =
      "| deed | in | shared | dedicated | sandbox | competition | what |\n|---|---|---|---|---|---|---|\n";
  for (const Deed& deed : deeds()) {
    text += "| " + std::string(deed.name) + " | " + std::string(deed.where);
    for (const std::string_view becomes : deed.becomes) {
      std::string cell(becomes.empty() ? "-" : becomes);
      for (std::size_t at = 0; (at = cell.find('|', at)) != std::string::npos;) cell.replace(at, 1, " or ");
      text += " | " + cell;
    }
    text += " | " + std::string(deed.what) + " |\n";
  }
  return text;
}

}  // namespace

TEST_CASE("in a worker for both seats") {
  if (kSanitized) return;  // their reports stand in the place of the signals
  play_all(Setting::kShared);
}
TEST_CASE("in a worker for each seat") {
  if (kSanitized) return;
  play_all(Setting::kDedicated);
}
TEST_CASE("in the sandbox") {
  if (kSanitized) return;
  play_all(Setting::kSandbox);
}
TEST_CASE("in a competition") {
  if (kSanitized) return;
  play_all(Setting::kCompetition);
}

TEST_CASE("the table of attacks in the documentation is this one") {
  CHECK(deeds().size() >= 60);
  const std::string page = read_file(LUDEX_TEST_DIR "/../docs/reference/attacks.md");
  if (const char* const file = std::getenv("LUDEX_WRITE_TABLE"); file != nullptr) write_file(file, table());
  CHECK(page.find(table()) != std::string::npos);
}

}  // namespace ludex::tests
