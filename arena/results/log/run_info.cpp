#include "arena/results/log/run_info.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <thread>
#include <tuple>

#include <fmt/format.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "arena/base/files/sha256.hpp"
#include "arena/base/files/text_file.hpp"
#include "arena/base/json/value.hpp"
#include "arena/results/log/log_files.hpp"
#include "core/plugin/entry.hpp"

namespace ludex::arena::log {
namespace {

using Json = json::Value;

std::string cpu_model() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::string first_word(const char* path) {
  std::ifstream in(path);
  std::string word;
  in >> word;
  return word;
}

Json to_json(const Machine& machine) {
  Json json{{"cpu", machine.cpu},
            {"cores", machine.cores},
            {"memory_mib", machine.memory_mib},
            {"kernel", machine.kernel},
            {"node", machine.node}};
  if (!machine.governor.empty()) json["governor"] = machine.governor;
  return json;
}

Machine machine_from(const Json& json) {
  return {json.at("cpu").get<std::string>(),
          json.at("kernel").get<std::string>(),
          json.at("cores").get<std::uint32_t>(),
          json.at("memory_mib").get<std::uint64_t>(),
          json.value("node", ""),
          json.value("governor", "")};
}

Json to_json(const RunNode& node) {
  Json json = to_json(node.machine);
  json["ranks"] = node.ranks;
  json["slots"] = node.slots;
  json["load"] = node.load;
  if (node.reference_seconds > 0) json["reference_seconds"] = node.reference_seconds;
  json["games"] = node.games;
  json["ranges"] = node.ranges;
  return json;
}

RunNode node_from(const Json& json) {
  RunNode node;
  node.machine = machine_from(json);
  node.ranks = json.at("ranks").get<std::uint32_t>();
  node.slots = json.at("slots").get<std::uint32_t>();
  node.load = json.at("load").get<double>();
  node.reference_seconds = json.value("reference_seconds", 0.0);
  node.games = json.at("games").get<std::uint64_t>();
  node.ranges = json.at("ranges").get<decltype(node.ranges)>();
  return node;
}

// Fields that must be equal for two runs to form one segment.
auto circumstances(const RunSegment& s) {
  return std::tie(s.version, s.build, s.commit, s.mode, s.concurrency, s.machine, s.plugins, s.files,
                  s.spec_hash);
}

Json to_json(const RunSegment& segment) {
  Json plugins = Json::array();
  for (const auto& plugin : segment.plugins) {
    plugins.push_back({{"kind", plugin.kind},
                       {"id", plugin.id},
                       {"version", plugin.version},
                       {"build", plugin.build},
                       {"sha256", plugin.sha256}});
  }
  Json json{{"started", segment.started},
            {"ludex",
             {{"version", segment.version},
              {"build", segment.build},
              {"commit", segment.commit.id},
              {"modified", segment.commit.modified}}},
            {"spec_hash", segment.spec_hash},
            {"games_scheduled", segment.total},
            {"games_before", segment.games_before},
            {"games_played", segment.games_played},
            {"mode", segment.mode},
            {"concurrency", segment.concurrency},
            {"machine", to_json(segment.machine)},
            {"load", segment.load}};
  if (segment.reference_seconds > 0) json["reference_seconds"] = segment.reference_seconds;
  if (!segment.nodes.empty()) {
    json["nodes"] = Json::array();
    for (const RunNode& node : segment.nodes) json["nodes"].push_back(to_json(node));
  }
  if (!segment.isolation.empty()) json["isolation"] = segment.isolation;
  json["plugins"] = std::move(plugins);
  for (const auto& [name, sha256] : segment.files)
    json["files"].push_back(Json{{"file", name}, {"sha256", sha256}});
  return json;
}

RunSegment stretch_from(const Json& json) {
  RunSegment segment;
  segment.started = json.at("started").get<std::vector<std::string>>();
  segment.version = json.at("ludex").at("version").get<std::string>();
  segment.build = json.at("ludex").at("build").get<std::string>();
  // Version 0.1.0 did not write the fields that have defaults here.
  segment.commit.id = json.at("ludex").value("commit", segment.commit.id);
  segment.commit.modified = json.at("ludex").value("modified", false);
  segment.spec_hash = json.value("spec_hash", "");
  segment.total = json.value("games_scheduled", std::uint64_t{0});
  segment.games_before = json.value("games_before", std::uint64_t{0});
  segment.games_played = json.value("games_played", std::uint64_t{0});
  segment.mode = json.at("mode").get<std::string>();
  segment.isolation = json.value("isolation", std::vector<std::string>{});
  segment.concurrency = json.at("concurrency").get<std::uint32_t>();
  segment.machine = machine_from(json.at("machine"));
  segment.load = json.value("load", 0.0);
  segment.reference_seconds = json.value("reference_seconds", 0.0);
  if (json.contains("nodes")) {
    for (const Json& node : json.at("nodes")) segment.nodes.push_back(node_from(node));
  }
  for (const Json& plugin : json.at("plugins")) {
    segment.plugins.push_back({plugin.at("kind").get<std::string>(), plugin.at("id").get<std::string>(),
                               plugin.at("version").get<std::string>(), plugin.at("build").get<std::string>(),
                               plugin.at("sha256").get<std::string>()});
  }
  for (const Json& file : json.value("files", Json::array()))
    segment.files.emplace_back(file.at("file").get<std::string>(), file.at("sha256").get<std::string>());
  return segment;
}

std::string path_in(const std::string& folder) {
  return folder + "/run.json";
}

}  // namespace

Machine this_machine() {
  Machine machine;
  machine.cpu = cpu_model();
  utsname names{};
  if (::uname(&names) == 0) {
    machine.kernel = fmt::format("{} {}", names.sysname, names.release);
    machine.node = names.nodename;
  }
  machine.governor = first_word("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  cpu_set_t set;
  CPU_ZERO(&set);
  machine.cores = ::sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<std::uint32_t>(CPU_COUNT(&set))
                                                                : std::thread::hardware_concurrency();
  const auto bytes = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                     static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  machine.memory_mib = bytes >> 20;
  return machine;
}

double load_of_this_machine() {
  double load = 0;
  std::ifstream("/proc/loadavg") >> load;
  return load;
}

std::string this_build() {
  return LUDEX_BUILD_TEXT;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::vector<std::string> changed_since(const RunSegment& before, const RunSegment& now) {
  std::vector<std::string> changed;
  for (const PluginInfoLine& plugin : now.plugins) {
    const auto known = std::find_if(before.plugins.begin(), before.plugins.end(), [&](const auto& one) {
      return one.kind == plugin.kind && one.id == plugin.id;
    });
    if (known != before.plugins.end() && known->sha256 != plugin.sha256)
      changed.push_back(fmt::format("{} {} (SHA-256 {} then, {} now)", plugin.kind, plugin.id, known->sha256,
                                    plugin.sha256));
  }
  for (const auto& file : now.files) {
    const auto known = std::find_if(before.files.begin(), before.files.end(),
                                    [&](const auto& one) { return one.first == file.first; });
    if (known != before.files.end() && known->second != file.second)
      changed.push_back(
          fmt::format("file {} (SHA-256 {} then, {} now)", file.first, known->second, file.second));
  }
  return changed;
}

void add_segment(RunInfo& info, RunSegment segment) {
  if (!info.segments.empty()) {
    RunSegment& last = info.segments.back();
    last.games_played = segment.games_before - std::min(last.games_before, segment.games_before);
    if (circumstances(last) == circumstances(segment) && last.nodes == segment.nodes) {
      last.started.insert(last.started.end(), segment.started.begin(), segment.started.end());
      return;
    }
  }
  info.segments.push_back(std::move(segment));
}

void merge_segment(RunInfo& info, const RunSegment& segment, std::uint64_t first) {
  const auto kind = [](const RunSegment& s) {
    return std::tie(s.version, s.build, s.commit, s.mode, s.plugins, s.files, s.spec_hash);
  };
  auto same = std::find_if(info.segments.begin(), info.segments.end(),
                           [&](const RunSegment& known) { return kind(known) == kind(segment); });
  if (same == info.segments.end()) {
    same = info.segments.insert(same, segment);
    same->started.clear();
    same->nodes.clear();
    same->games_before = same->games_played = 0;
  }
  same->started.insert(same->started.end(), segment.started.begin(), segment.started.end());
  std::sort(same->started.begin(), same->started.end());
  same->games_played += segment.games_played;
  auto node = std::find_if(same->nodes.begin(), same->nodes.end(),
                           [&](const RunNode& known) { return known.machine == segment.machine; });
  if (node == same->nodes.end()) {
    node = same->nodes.insert(node, RunNode{});
    node->machine = segment.machine;
  }
  node->slots = std::max(node->slots, segment.concurrency);
  node->load = std::max(node->load, segment.load);
  node->reference_seconds = std::max(node->reference_seconds, segment.reference_seconds);
  node->games += segment.games_played;
  if (segment.games_played != 0)
    node->ranges.emplace_back(first + segment.games_before, segment.games_played);
  tidy_ranges(node->ranges);
}

void add_to_ranges(std::vector<std::pair<std::uint64_t, std::uint64_t>>& ranges, std::uint64_t index) {
  if (!ranges.empty() && ranges.back().first + ranges.back().second == index) {
    ++ranges.back().second;
  } else {
    ranges.emplace_back(index, 1);
  }
}

void tidy_ranges(std::vector<std::pair<std::uint64_t, std::uint64_t>>& ranges) {
  std::sort(ranges.begin(), ranges.end());
  std::vector<std::pair<std::uint64_t, std::uint64_t>> joined;
  for (const auto& range : ranges) {
    if (!joined.empty() && joined.back().first + joined.back().second == range.first) {
      joined.back().second += range.second;
    } else {
      joined.push_back(range);
    }
  }
  ranges = std::move(joined);
}

std::string unequal_nodes(const std::vector<RunNode>& nodes) {
  constexpr double kMostDifference = 1.1;
  const RunNode* fast = nullptr;
  const RunNode* slow = nullptr;
  for (const RunNode& node : nodes) {
    if (node.reference_seconds <= 0) continue;
    if (fast == nullptr || node.reference_seconds < fast->reference_seconds) fast = &node;
    if (slow == nullptr || node.reference_seconds > slow->reference_seconds) slow = &node;
  }
  if (fast == nullptr || slow->reference_seconds <= kMostDifference * fast->reference_seconds) return "";
  return fmt::format(
      "the machines differ in speed: the same work takes {:.2f} s on {} and {:.2f} s on {}; budgets are in "
      "time, so an agent searches more on the faster one",
      fast->reference_seconds, fast->machine.node, slow->reference_seconds, slow->machine.node);
}

namespace {

constexpr std::size_t kMostRunText = 64U << 20;
constexpr std::array<const char*, 2> kSpecification{"spec.yaml", "spec.identity"};
// The end of run.json, without and with its seal.
constexpr std::string_view kRunEnd = "\n}";
constexpr std::string_view kRunSeal = ",\n  \"chain\": \"";
constexpr std::string_view kRunSealEnd = "\"\n}\n";

// The digest that follows the log's last one.
std::string link_of(const RunInfo& info, std::string_view body) {
  Chain chain;
  return chain.digest_of(info.log ? info.log->chain : chain.head(), body);
}

Json run_document(const RunInfo& info) {
  Json json{{"name", info.name},   {"seed", info.seed},         {"spec_hash", info.spec_hash},
            {"total", info.total}, {"finished", info.finished}, {"runs", Json::array()}};
  if (!info.part.empty()) {
    json["part"] = info.part;
    json["whole"] = info.whole;
  }
  if (!info.warnings.empty()) json["warnings"] = info.warnings;
  if (info.starved != 0) json["starved"] = info.starved;
  if (info.log) json["log"] = Json{{"games", info.log->games}, {"chain", info.log->chain}};
  for (const auto& segment : info.segments) json["runs"].push_back(to_json(segment));
  return json;
}

}  // namespace

std::string to_json(const RunInfo& info) {
  return run_document(info).dump(2) + "\n";
}

Result<RunInfo> run_info_from_json(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    RunInfo info;
    info.name = json.at("name").get<std::string>();
    info.seed = json.at("seed").get<std::uint64_t>();
    info.spec_hash = json.at("spec_hash").get<std::string>();
    info.total = json.at("total").get<std::uint64_t>();
    info.finished = json.at("finished").get<bool>();
    info.part = json.value("part", "");
    info.warnings = json.value("warnings", std::vector<std::string>{});
    info.whole = json.value("whole", std::uint64_t{0});
    info.starved = json.value("starved", std::uint64_t{0});
    if (const Json* const log = json.find("log"))
      info.log = LogHead{log->at("games").get<std::uint64_t>(), log->at("chain").get<std::string>()};
    for (const Json& segment : json.at("runs")) info.segments.push_back(stretch_from(segment));
    return info;
  } catch (const json::Exception& error) {
    return Error{error.what()};
  }
}

Result<void> write_run_info(const RunInfo& info, const std::string& folder) {
  Json json = run_document(info);
  json["digests"] = Json::object();
  for (const char* name : kSpecification) {
    const auto text = read_text_file(folder + "/" + name, kMostRunText);
    if (text) json["digests"][name] = sha256(*text);
  }
  // Removes the document's end: a newline and a bracket.
  std::string text = json.dump(2);
  text.resize(text.size() - kRunEnd.size());
  const std::string chain = link_of(info, text);
  return replace_text_file(path_in(folder), text.append(kRunSeal).append(chain).append(kRunSealEnd));
}

Result<RunInfo> read_run_info(const std::string& folder) {
  const std::string path = path_in(folder);
  const auto text = read_text_file(path, kMostRunText);
  if (!text) return Error{text.error()};
  auto info = run_info_from_json(*text);
  if (!info) return Error{path + ": " + info.error()};
  return info;
}

FolderCheck check_folder(const std::string& folder) {
  FolderCheck check;
  const auto text = read_text_file(path_in(folder), kMostRunText);
  if (!text) {
    std::error_code ignored;
    check.company.unknown = std::filesystem::exists(path_in(folder), ignored)
                                ? "run.json next to the log cannot be read (" + text.error() + ")"
                                : "there is no run.json next to the log";
    return check;
  }
  auto info = run_info_from_json(*text);
  if (!info) {
    check.company.unknown = "run.json next to the log is damaged (" + info.error() + ")";
    return check;
  }
  check.company.head = info->log;
  check.run = std::move(*info);
  const auto json = Json::parse_if_valid(*text);
  // Without digests of its own a file may be anybody's.
  const std::size_t at = text->rfind(kRunSeal);
  const std::string body = text->substr(0, at);
  if (at == std::string::npos ||
      text->substr(at) != std::string(kRunSeal) + link_of(*check.run, body) + std::string(kRunSealEnd)) {
    check.company.problem = "run.json next to the log was changed after it was written";
    return check;
  }
  for (const char* name : kSpecification) {
    const Json* const digests = json ? json->find("digests") : nullptr;
    const Json* const digest = digests == nullptr ? nullptr : digests->find(name);
    const auto beside = read_text_file(folder + "/" + name, kMostRunText);
    if (digest == nullptr || (beside && *digest == sha256(*beside))) continue;
    check.company.problem = beside ? std::string(name) + " next to the log was changed after it was written"
                                   : std::string(name) + " next to the log is missing";
    return check;
  }
  return check;
}

std::string FolderCheck::text() const {
  if (!company.problem.empty()) return company.problem;
  if (!company.unknown.empty()) return "incomplete: " + company.unknown;
  return "run.json and the specification are as they were written";
}

LogCompany company_of(const std::string& log) {
  if (!is_log_name(log)) return {};
  const std::filesystem::path folder = std::filesystem::path(log).parent_path();
  return check_folder(folder.empty() ? "." : folder.string()).company;
}

std::optional<LogHead> known_head(const std::string& log) {
  const std::filesystem::path path(log);
  if (!is_log_name(log)) return std::nullopt;
  const auto info = read_run_info(path.parent_path().empty() ? "." : path.parent_path().string());
  return info ? info->log : std::nullopt;
}

}  // namespace ludex::arena::log
