#include "arena/host/plugins/examine.hpp"

#include <cstring>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/json/value.hpp"
#include "arena/base/process/box.hpp"
#include "arena/base/process/child.hpp"
#include "arena/base/process/limits.hpp"
#include "arena/base/text/shown.hpp"
#include "arena/host/plugins/services.hpp"
#include "core/abi/text.hpp"
#include "core/agent/no_budget.hpp"
#include "core/agent/tryout.hpp"

namespace ludex::arena::host {
namespace {

using Json = json::Value;

constexpr std::size_t kLongestSaid = 4096;

Json to_json(const Examination::Made& made) {
  return {{"file", made.file.string()}, {"settings", made.settings}, {"boxed", made.sandboxed}};
}
Examination::Made made_from(const Json& json) {
  return {json.at("file").get<std::string>(), json.at("settings").get<Settings>(),
          json.at("boxed").get<bool>()};
}

// A game with the library that it needs.
struct Rules {
  std::shared_ptr<const Library> library;
  GamePtr game;
};
Result<Rules> make_rules(const Examination::Made& made) {
  auto library = Library::load(made.file);
  if (!library) return Error{library.error()};
  auto game = (*library)->make_game(made.settings);
  if (!game) return Error{game.error()};
  return Rules{std::move(*library), std::move(*game)};
}

Result<AgentExamined> learn(const Examination& question) {
  Rules rules;
  const auto make_game = [&]() -> Result<void> {
    auto made = make_rules(*question.game);
    if (!made) return Error{made.error()};
    rules = std::move(*made);
    return {};
  };
  // A trusted game is created in the host as well.
  if (question.game && !question.game->sandboxed) {
    if (const auto made = make_game(); !made) return Error{made.error()};
  }
  std::vector<std::string> readable = question.readable;
  add_readable(question.agent.file, question.agent.settings, readable);
  if (question.game) add_readable(question.game->file, question.game->settings, readable);
  if (const auto sandboxed = enter_box({.sandbox = true, .readable = readable}); !sandboxed)
    return Error{"sandbox: " + sandboxed.error()};
  if (question.game && question.game->sandboxed) {
    if (const auto made = make_game(); !made) return Error{made.error()};
  }
  AgentExamined answer;
  const auto library = Library::load(question.agent.file);
  if (!library) return AgentExamined{.refusal = library.error()};
  if (rules.game != nullptr) {
    if (const auto fits = (*library)->supports(*rules.game); !fits) answer.refusal = fits.error();
    return answer;
  }
  const auto agent = (*library)->make_agent(question.agent.settings);
  if (!agent) return AgentExamined{.refusal = agent.error()};
  answer.needs_budget = find<NoBudget>(**agent) == nullptr;
  answer.wants_tryout = find<Tryout>(**agent) != nullptr;
  return answer;
}

// Prepares the agent as a worker does (arena/run/worker): with the same limits, in the same order.
Result<AgentExamined> prepare(const Examination& question, const Trial& trial) {
  set_folders({"", trial.scratch.empty() ? default_scratch() : trial.scratch});
  set_patience(trial.start_ns, trial.grace_ns);
  std::vector<Rules> games;
  const auto make_games = [&](bool sandboxed) -> Result<void> {
    for (const Examination::Made& game : trial.games) {
      if (game.sandboxed != sandboxed) continue;
      auto rules = make_rules(game);
      if (!rules) return Error{rules.error()};
      games.push_back(std::move(*rules));
    }
    return {};
  };
  if (const auto made = make_games(false); !made) return Error{made.error()};
  std::vector<std::string> readable = question.readable;
  add_readable(question.agent.file, question.agent.settings, readable);
  for (const Examination::Made& game : trial.games) add_readable(game.file, game.settings, readable);
  if (trial.memory_mib != 0) MemoryLimit().set_for_agents(trial.memory_mib);
  if (const auto sandboxed = enter_box({.sandbox = trial.sandbox,
                                        .scratch = trial.sandbox ? trial.scratch : "",
                                        .readable = readable,
                                        .processes = trial.processes.value_or(kAnyProcesses)});
      !sandboxed)
    return Error{sandboxed.error()};
  if (const auto made = make_games(true); !made) return Error{made.error()};
  const auto library = Library::load(question.agent.file);
  if (!library) return AgentExamined{.refusal = library.error()};
  const auto agent = (*library)->make_agent(question.agent.settings);
  if (!agent) return AgentExamined{.refusal = agent.error()};
  auto* const tryout = find<Tryout>(**agent);
  AgentExamined answer;
  for (const Rules& rules : games) {
    StringSink words;
    Status status = (*agent)->new_game(rules.game.get(), 0, 1, words);
    if (status == Status::kOk && tryout != nullptr)
      status = tryout->try_out(&trial.budget, trial.clock ? &*trial.clock : nullptr, words);
    if (status != Status::kOk) return AgentExamined{.refusal = shown(words.take(), kLongestSaid)};
    answer.said = shown(words.take(), kLongestSaid);
  }
  return answer;
}

Json to_json(const Trial& trial) {
  Json json{{"sandbox", trial.sandbox},
            {"scratch", trial.scratch},
            {"memory_mib", trial.memory_mib},
            {"start_ns", trial.start_ns},
            {"grace_ns", trial.grace_ns}};
  if (trial.processes) json["processes"] = *trial.processes;
  auto& games = json["games"] = Json::array();
  for (const Examination::Made& game : trial.games) games.push_back(to_json(game));
  const Budget& budget = trial.budget;
  json["budget"] = {{"iterations", budget.iterations}, {"nodes", budget.nodes}, {"cpu_ns", budget.cpu_ns},
                    {"wall_ns", budget.wall_ns},       {"depth", budget.depth}, {"threads", budget.threads},
                    {"memory_mib", budget.memory_mib}};
  if (trial.clock) {
    json["clock"] = {{"left_ns", trial.clock->left_ns},
                     {"increment_ns", trial.clock->increment_ns},
                     {"moves_to_go", trial.clock->moves_to_go}};
  }
  return json;
}
Trial trial_from(const Json& json) {
  Trial trial;
  trial.sandbox = json.at("sandbox").get<bool>();
  trial.scratch = json.at("scratch").get<std::string>();
  trial.processes =
      json.contains("processes") ? std::optional(json.at("processes").get<std::uint32_t>()) : std::nullopt;
  trial.memory_mib = json.at("memory_mib").get<std::uint32_t>();
  trial.start_ns = json.at("start_ns").get<std::int64_t>();
  trial.grace_ns = json.at("grace_ns").get<std::int64_t>();
  for (const Json& game : json.at("games")) trial.games.push_back(made_from(game));
  const Json& budget = json.at("budget");
  trial.budget.iterations = budget.at("iterations").get<std::uint64_t>();
  trial.budget.nodes = budget.at("nodes").get<std::uint64_t>();
  trial.budget.cpu_ns = budget.at("cpu_ns").get<std::int64_t>();
  trial.budget.wall_ns = budget.at("wall_ns").get<std::int64_t>();
  trial.budget.depth = budget.at("depth").get<std::uint32_t>();
  trial.budget.threads = budget.at("threads").get<std::uint32_t>();
  trial.budget.memory_mib = budget.at("memory_mib").get<std::uint32_t>();
  if (json.contains("clock")) {
    const Json& clock = json.at("clock");
    trial.clock =
        ClockFace{clock.at("left_ns").get<std::int64_t>(), clock.at("increment_ns").get<std::int64_t>(),
                  clock.at("moves_to_go").get<std::uint32_t>(), 0};
  }
  return trial;
}

// Runs the child with this question, for at most `time_limit_ns`.
Result<AgentExamined> ask_child(const Json& question, const std::filesystem::path& prober,
                                std::int64_t time_limit_ns, bool apart) {
  // Starting the process and confining it is not the agent's time: where the machine is busy, that takes
  // longer.
  constexpr std::int64_t kConfine = 5'000'000'000;
  const std::int64_t limit_ns = time_limit_ns + kConfine;
  const auto child = run_child(prober, {"--examine-agent", question.dump()}, limit_ns, {.apart = apart});
  if (!child) return Error{child.error()};
  if (child->starved) return Error{"this machine is too busy to make the agents"};
  const std::string said =
      child->noise.empty() ? "" : "; it said: " + child->noise.substr(0, child->noise.find('\n'));
  const int status = child->status;
  if (!child->in_time)
    return AgentExamined{.death = fmt::format("it did not answer within {:g} s{}",
                                              static_cast<double>(limit_ns) * 1e-9, said)};
  if (WIFSIGNALED(status))
    return AgentExamined{.death =
                             fmt::format("it died of signal {} ({}){}{}", WTERMSIG(status),
                                         strsignal(WTERMSIG(status)), stack_note(WTERMSIG(status)), said)};
  if (WEXITSTATUS(status) != 0)
    return AgentExamined{
        .death = fmt::format("it ended the process with exit code {}{}", WEXITSTATUS(status), said)};
  const Json answer = Json::parse_if_valid(child->answer).value_or(nullptr);
  // The agent's process wrote this, so treat it as untrusted.
  try {
    if (answer.contains("error")) return Error{answer.at("error").get<std::string>()};
    return AgentExamined{.refusal = shown(answer.at("refusal").get<std::string>(), kLongestSaid),
                         .needs_budget = answer.at("needs_budget"),
                         .wants_tryout = answer.at("wants_tryout"),
                         .said = shown(answer.at("said").get<std::string>(), kLongestSaid)};
  } catch (const json::Exception&) {
    return AgentExamined{.death = "it answered with nonsense" + said};
  }
}

Json question_json(const Examination& question) {
  Json json{{"agent", to_json(question.agent)}, {"readable", question.readable}};
  if (question.game) json["game"] = to_json(*question.game);
  return json;
}

}  // namespace

std::vector<std::string> with_company(const std::filesystem::path& file) {
  std::vector<std::string> list{file.string()};
  std::error_code error;
  for (auto item = std::filesystem::directory_iterator(file.parent_path(), error);
       !error && item != std::filesystem::directory_iterator(); item.increment(error)) {
    // By convention, libraries that plug-ins link with are called lib*.so.
    const std::string name = item->path().filename();
    if (item->path().extension() != ".so" || name.starts_with("lib")) list.push_back(item->path().string());
  }
  return list;
}

void add_readable(const std::filesystem::path& file, const Settings& settings,
                  std::vector<std::string>& list) {
  for (auto& path : with_company(file)) list.push_back(std::move(path));
  for (const auto& [name, value] : settings) {
    std::error_code ignored;
    if (!value.empty() && std::filesystem::exists(value, ignored)) list.push_back(value);
  }
}

int examine_in_this_process(const std::string& text) {
  tie_to_reader(kAnswerDescriptor);
  Json answer;
  try {
    const Json json = Json::parse(text);
    Examination question{made_from(json.at("agent")), std::nullopt,
                         json.at("readable").get<std::vector<std::string>>()};
    if (json.contains("game")) question.game = made_from(json.at("game"));
    const auto learnt =
        json.contains("trial") ? prepare(question, trial_from(json.at("trial"))) : learn(question);
    if (learnt) {
      answer = {{"refusal", learnt->refusal},
                {"needs_budget", learnt->needs_budget},
                {"wants_tryout", learnt->wants_tryout},
                {"said", learnt->said}};
    } else {
      answer = {{"error", learnt.error()}};
    }
  } catch (const json::Exception& e) {
    answer = {{"error", e.what()}};
  }
  const std::string said = answer.dump();
  const bool written =
      write(kAnswerDescriptor, said.data(), said.size()) == static_cast<ssize_t>(said.size());
  // Skip the destructors of an untrusted library.
  _exit(written ? 0 : 1);
}

Result<AgentExamined> examine(const Examination& question, const std::filesystem::path& prober,
                              std::int64_t time_limit_ns) {
  return ask_child(question_json(question), prober, time_limit_ns, true);
}

Result<AgentExamined> try_out(const Examination& question, const Trial& trial,
                              const std::filesystem::path& prober) {
  Json json = question_json(question);
  json["trial"] = to_json(trial);
  // The host waits longer than the bridge, whose error message knows more.
  const auto games = static_cast<std::int64_t>(trial.games.size());
  return ask_child(json, prober, trial.start_ns * (games + 1), trial.sandbox);
}

}  // namespace ludex::arena::host
