#include "arena/run/tournament/rehearsal.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/json/value.hpp"
#include "arena/base/process/child.hpp"
#include "arena/base/process/limits.hpp"
#include "arena/run/config/write_spec.hpp"
#include "arena/run/match/tournament_context.hpp"

namespace ludex::arena::run {
namespace {

using Json = json::Value;

constexpr std::int64_t kTimeLimit = 120'000'000'000;
constexpr std::string_view kDone = "done ";  // before the answer, the last line

void tell_parent(const std::string& line) {
  const std::string text = line + "\n";
  static_cast<void>(!write(kAnswerDescriptor, text.data(), text.size()));
}

Rehearsed rehearsed_from(const std::string& text) {
  const Json json = Json::parse(text);
  return {json.at("spec_hash").get<std::uint64_t>(), json.at("competition").get<bool>(),
          json.at("tasks").get<bool>()};
}

}  // namespace

Rehearsed rehearse(const host::Registry& registry, const SpecificationFile& file) {
  Json request{{"path", file.path}, {"overrides", file.overrides}, {"plugins", Json::array()}};
  for (const auto& folder : registry.folders()) request["plugins"].push_back(folder.string());
  const auto step = [](std::string_view line) -> std::optional<std::int64_t> {
    const std::size_t tab = line.find('\t');
    return tab == std::string_view::npos ? kTimeLimit : std::atoll(std::string(line.substr(tab + 1)).c_str());
  };
  const auto end =
      run_child(registry.executable(), {"--rehearse", request.dump()}, kTimeLimit, {.step = step});
  if (!end) throw Failure::system("cannot start a child process: " + end.error());
  if (end->starved) throw Failure::system("this machine is too busy to make the agents");
  // The last line is the answer, or names the child's last step.
  std::string last = end->answer.substr(0, end->answer.find_last_of('\n'));
  if (const auto newline = last.find_last_of('\n'); newline != std::string::npos) last.erase(0, newline + 1);
  if (end->in_time && WIFEXITED(end->status) && last.starts_with(kDone))
    return rehearsed_from(last.substr(kDone.size()));
  last.erase(std::min(last.find('\t'), last.size()));
  const std::string how =
      !end->in_time ? "it did not answer in time"
      : WIFSIGNALED(end->status)
          ? fmt::format("it died of signal {} ({}){}", WTERMSIG(end->status),
                        strsignal(WTERMSIG(end->status)), stack_note(WTERMSIG(end->status)))
          : fmt::format("it ended the process with exit code {}", WEXITSTATUS(end->status));
  throw Failure::plugin(fmt::format("{} cannot be used with these parameters: {}{}{}",
                                    last.empty() ? "a plug-in" : last, how,
                                    end->noise.empty() ? "" : "; it said: ", end->noise));
}

int rehearse_in_this_process(const std::string& request) {
  tie_to_reader(kAnswerDescriptor);
  Rehearsed found;
  // The parent reports any fault of the specification.
  try {
    const Json json = Json::parse(request);
    host::SearchPath path = host::SearchPath::standard({});
    path.folders.clear();
    for (const std::string& folder : json.at("plugins").get<std::vector<std::string>>())
      path.folders.emplace_back(folder);
    host::Registry registry(path);
    const SpecificationFile file{json.at("path").get<std::string>(),
                                 json.at("overrides").get<std::vector<std::string>>()};
    const PreparedTournament tournament = read_tournament(
        registry, file,
        {.about_to = [](const std::string& plugin,
                        std::int64_t limit_ns) { tell_parent(fmt::format("{}\t{}", plugin, limit_ns)); },
         .examine = false});
    tell_parent("the oracle");
    static_cast<void>(TournamentContext::make(tournament, registry, nullptr));
    const TournamentSpec& spec = tournament.spec;
    found = {spec_hash(spec), spec.competition,
             std::any_of(spec.agents.begin(), spec.agents.end(), [](const AgentSpec& agent) {
               return agent.budget.threads > 1 || agent.limits.processes != 0;
             })};
  } catch (const Failure&) {
  }
  const Json answer{
      {"spec_hash", found.spec_hash}, {"competition", found.competition}, {"tasks", found.tasks}};
  tell_parent(std::string(kDone) + answer.dump());
  return 0;
}

}  // namespace ludex::arena::run
