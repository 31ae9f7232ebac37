#include "arena/run/transport/greeting.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "arena/base/files/sha256.hpp"
#include "arena/base/json/value.hpp"

namespace ludex::arena::run {
namespace {

using Json = json::Value;
namespace fs = std::filesystem;

std::string text_of(const Json& json) {
  return json.dump();
}

}  // namespace

std::string to_json(const Greeting& greeting) {
  Json json{{"version", greeting.version},
            {"build", greeting.build},
            {"commit", greeting.commit.id},
            {"modified", greeting.commit.modified},
            {"spec", greeting.spec},
            {"spec_hash", greeting.spec_hash},
            {"files", greeting.files},
            {"token", greeting.token},
            {"unix_seconds", greeting.unix_seconds},
            {"plugins", Json::array()}};
  for (const auto& plugin : greeting.plugins)
    json["plugins"].push_back({plugin.kind, plugin.id, plugin.version, plugin.build, plugin.sha256});
  return text_of(json);
}

Result<Greeting> greeting_from_json(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    Greeting greeting;
    greeting.version = json.at("version");
    greeting.build = json.at("build");
    greeting.commit = {json.at("commit"), json.at("modified")};
    greeting.spec = json.at("spec");
    greeting.spec_hash = json.at("spec_hash");
    greeting.files = json.at("files").get<std::vector<std::pair<std::string, std::string>>>();
    greeting.token = json.at("token");
    greeting.unix_seconds = json.at("unix_seconds");
    for (const Json& plugin : json.at("plugins"))
      greeting.plugins.push_back({plugin.at(0), plugin.at(1), plugin.at(2), plugin.at(3), plugin.at(4)});
    return greeting;
  } catch (const json::Exception& e) {
    return Error{std::string("the host's greeting: ") + e.what()};
  }
}

std::string to_json(const Answer& answer) {
  const log::Machine& machine = answer.machine;
  return text_of({{"cpu", machine.cpu},
                  {"kernel", machine.kernel},
                  {"cores", machine.cores},
                  {"memory_mib", machine.memory_mib},
                  {"node", machine.node},
                  {"governor", machine.governor},
                  {"cores_online", answer.cores_online},
                  {"load", answer.load},
                  {"unix_seconds", answer.unix_seconds},
                  {"problems", answer.problems}});
}

Result<Answer> answer_from_json(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    Answer answer;
    answer.machine = {json.at("cpu"),        json.at("kernel"), json.at("cores"),
                      json.at("memory_mib"), json.at("node"),   json.at("governor")};
    answer.cores_online = json.at("cores_online");
    answer.load = json.at("load");
    answer.unix_seconds = json.at("unix_seconds");
    answer.problems = json.at("problems").get<std::vector<std::string>>();
    return answer;
  } catch (const json::Exception& e) {
    return Error{std::string("a rank's answer: ") + e.what()};
  }
}

std::vector<std::string> compare(const Greeting& host, const log::RunSegment& here) {
  std::vector<std::string> problems;
  const std::string& node = here.machine.node;
  const auto differ = [&](const std::string& what, const std::string& mine, const std::string& theirs) {
    if (mine != theirs)
      problems.push_back(
          fmt::format("node {}: {} differs\n  here: {}\n  host: {}", node, what, mine, theirs));
  };
  differ("the version of ludex", here.version, host.version);
  differ("the build of ludex", here.build, host.build);
  const auto commit = [](const log::Commit& c) { return c.id + (c.modified ? ", with changes" : ""); };
  differ("the commit of ludex", commit(here.commit), commit(host.commit));
  for (const log::PluginInfoLine& theirs : host.plugins) {
    const auto mine = std::find_if(
        here.plugins.begin(), here.plugins.end(),
        [&](const log::PluginInfoLine& p) { return p.kind == theirs.kind && p.id == theirs.id; });
    const std::string what = fmt::format("the {} '{}' (SHA-256)", theirs.kind, theirs.id);
    differ(what, mine == here.plugins.end() ? "not found" : mine->sha256, theirs.sha256);
  }
  for (const auto& [name, theirs] : host.files) {
    const auto mine = sha256_of_file(name);
    differ("the file " + name + " (SHA-256)", mine ? *mine : mine.error(), theirs);
  }
  return problems;
}

}  // namespace ludex::arena::run
