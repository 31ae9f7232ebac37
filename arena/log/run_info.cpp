#include "arena/log/run_info.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>
#include <thread>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "core/plugin/entry.hpp"

namespace ludex::arena {
namespace {

using Json = nlohmann::ordered_json;

std::string cpu_model() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

Json to_json(const RunStretch& stretch) {
  Json plugins = Json::array();
  for (const auto& plugin : stretch.plugins) {
    plugins.push_back({{"kind", plugin.kind},
                       {"id", plugin.id},
                       {"version", plugin.version},
                       {"build", plugin.build},
                       {"sha256", plugin.sha256}});
  }
  return {{"started", stretch.started},
          {"ludex",
           {{"version", stretch.version},
            {"build", stretch.build},
            {"commit", stretch.commit.id},
            {"modified", stretch.commit.modified}}},
          {"spec_hash", stretch.spec_hash},
          {"games_scheduled", stretch.total},
          {"games_before", stretch.games_before},
          {"games_played", stretch.games_played},
          {"mode", stretch.mode},
          {"concurrency", stretch.concurrency},
          {"machine",
           {{"cpu", stretch.machine.cpu},
            {"cores", stretch.machine.cores},
            {"memory_mib", stretch.machine.memory_mib},
            {"kernel", stretch.machine.kernel}}},
          {"plugins", std::move(plugins)}};
}

RunStretch stretch_from(const Json& json) {
  RunStretch stretch;
  stretch.started = json.at("started").get<std::vector<std::string>>();
  stretch.version = json.at("ludex").at("version").get<std::string>();
  stretch.build = json.at("ludex").at("build").get<std::string>();
  // Version 0.1.0 did not write what has a default here.
  stretch.commit.id = json.at("ludex").value("commit", stretch.commit.id);
  stretch.commit.modified = json.at("ludex").value("modified", false);
  stretch.spec_hash = json.value("spec_hash", "");
  stretch.total = json.value("games_scheduled", std::uint64_t{0});
  stretch.games_before = json.value("games_before", std::uint64_t{0});
  stretch.games_played = json.value("games_played", std::uint64_t{0});
  stretch.mode = json.at("mode").get<std::string>();
  stretch.concurrency = json.at("concurrency").get<std::uint32_t>();
  const Json& machine = json.at("machine");
  stretch.machine = {machine.at("cpu").get<std::string>(), machine.at("kernel").get<std::string>(),
                     machine.at("cores").get<std::uint32_t>(), machine.at("memory_mib").get<std::uint64_t>()};
  for (const Json& plugin : json.at("plugins")) {
    stretch.plugins.push_back({plugin.at("kind").get<std::string>(), plugin.at("id").get<std::string>(),
                               plugin.at("version").get<std::string>(), plugin.at("build").get<std::string>(),
                               plugin.at("sha256").get<std::string>()});
  }
  return stretch;
}

std::string path_in(const std::string& folder) {
  return folder + "/run.json";
}

}  // namespace

Machine this_machine() {
  Machine machine;
  machine.cpu = cpu_model();
  utsname names{};
  if (::uname(&names) == 0) machine.kernel = fmt::format("{} {}", names.sysname, names.release);
  cpu_set_t set;
  CPU_ZERO(&set);
  machine.cores = ::sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<std::uint32_t>(CPU_COUNT(&set))
                                                                : std::thread::hardware_concurrency();
  const auto bytes = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                     static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  machine.memory_mib = bytes >> 20;
  return machine;
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

void add_stretch(RunInfo& info, RunStretch stretch) {
  if (!info.stretches.empty()) {
    RunStretch& last = info.stretches.back();
    last.games_played = stretch.games_before - std::min(last.games_before, stretch.games_before);
    const auto circumstances = [](const RunStretch& s) {
      return std::tie(s.version, s.build, s.commit, s.mode, s.concurrency, s.machine, s.plugins, s.spec_hash);
    };
    if (circumstances(last) == circumstances(stretch)) {
      last.started.insert(last.started.end(), stretch.started.begin(), stretch.started.end());
      return;
    }
  }
  info.stretches.push_back(std::move(stretch));
}

std::string to_json(const RunInfo& info) {
  Json json{{"name", info.name},   {"seed", info.seed},         {"spec_hash", info.spec_hash},
            {"total", info.total}, {"finished", info.finished}, {"runs", Json::array()}};
  if (info.starved != 0) json["starved"] = info.starved;
  for (const auto& stretch : info.stretches) json["runs"].push_back(to_json(stretch));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
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
    info.starved = json.value("starved", std::uint64_t{0});
    for (const Json& stretch : json.at("runs")) info.stretches.push_back(stretch_from(stretch));
    return info;
  } catch (const Json::exception& error) {
    return Error{error.what()};
  }
}

Result<void> write_run_info(const RunInfo& info, const std::string& folder) {
  const std::string path = path_in(folder);
  const std::string fresh = path + ".new";
  errno = 0;
  std::ofstream out(fresh, std::ios::binary);
  out << to_json(info);
  out.close();
  if (!out || std::rename(fresh.c_str(), path.c_str()) != 0)
    return Error{"cannot write '" + path + "': " + std::strerror(errno)};
  return {};
}

Result<RunInfo> read_run_info(const std::string& folder) {
  const std::string path = path_in(folder);
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) return Error{"cannot read '" + path + "': " + std::strerror(errno)};
  std::ostringstream text;
  text << in.rdbuf();
  auto info = run_info_from_json(text.view());
  if (!info) return Error{path + ": " + info.error()};
  return info;
}

}  // namespace ludex::arena
