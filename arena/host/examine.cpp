#include "arena/host/examine.hpp"

#include <cstring>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/json/value.hpp"
#include "arena/process/box.hpp"
#include "arena/process/child.hpp"
#include "arena/process/limits.hpp"

namespace ludex::arena {
namespace {

using Json = json::Value;

Json to_json(const Examination::Made& made) {
  return {{"file", made.file.string()}, {"settings", made.settings}, {"boxed", made.boxed}};
}
Examination::Made made_from(const Json& json) {
  return {json.at("file").get<std::string>(), json.at("settings").get<Settings>(),
          json.at("boxed").get<bool>()};
}

Result<AgentExamined> learn(const Examination& question) {
  GamePtr game;
  std::shared_ptr<const Library> rules;
  const auto make_game = [&]() -> Result<void> {
    auto library = Library::load(question.game->file);
    if (!library) return Error{library.error()};
    rules = std::move(*library);
    auto made = rules->make_game(question.game->settings);
    if (!made) return Error{made.error()};
    game = std::move(*made);
    return {};
  };
  // One that is trusted is made in the host as well.
  if (question.game && !question.game->boxed) {
    if (const auto made = make_game(); !made) return Error{made.error()};
  }
  std::vector<std::string> readable = question.readable;
  add_readable(question.agent.file, question.agent.settings, readable);
  if (question.game) add_readable(question.game->file, question.game->settings, readable);
  if (const auto boxed = enter_box({.sandbox = true, .readable = readable}); !boxed)
    return Error{"sandbox: " + boxed.error()};
  if (question.game && question.game->boxed) {
    if (const auto made = make_game(); !made) return Error{made.error()};
  }
  AgentExamined answer;
  const auto library = Library::load(question.agent.file);
  if (!library) return AgentExamined{.refusal = library.error()};
  if (game != nullptr) {
    if (const auto fits = (*library)->supports(*game); !fits) answer.refusal = fits.error();
    return answer;
  }
  const auto agent = (*library)->make_agent(question.agent.settings);
  if (!agent) return AgentExamined{.refusal = agent.error()};
  answer.needs_budget = (*agent)->extension(NoBudget::kId) == nullptr;
  return answer;
}

}  // namespace

std::vector<std::string> with_company(const std::filesystem::path& file) {
  std::vector<std::string> list{file.string()};
  std::error_code error;
  for (auto item = std::filesystem::directory_iterator(file.parent_path(), error);
       !error && item != std::filesystem::directory_iterator(); item.increment(error)) {
    // What plug-ins are linked with is called lib*.so.
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
    if (const auto learnt = learn(question); learnt) {
      answer = {{"refusal", learnt->refusal}, {"needs_budget", learnt->needs_budget}};
    } else {
      answer = {{"error", learnt.error()}};
    }
  } catch (const json::Exception& e) {
    answer = {{"error", e.what()}};
  }
  const std::string said = answer.dump();
  const bool written =
      write(kAnswerDescriptor, said.data(), said.size()) == static_cast<ssize_t>(said.size());
  // Destructors of a stranger's library are not worth the risk.
  _exit(written ? 0 : 1);
}

Result<AgentExamined> examine(const Examination& question, const std::filesystem::path& prober,
                              std::int64_t time_limit_ns) {
  Json json{{"agent", to_json(question.agent)}, {"readable", question.readable}};
  if (question.game) json["game"] = to_json(*question.game);
  const auto child = run_child(prober, {"--examine-agent", json.dump()}, time_limit_ns, {.apart = true});
  if (!child) return Error{child.error()};
  if (child->starved) return Error{"this machine is too busy to make the agents"};
  const std::string said =
      child->noise.empty() ? "" : "; it said: " + child->noise.substr(0, child->noise.find('\n'));
  const int status = child->status;
  if (!child->in_time)
    return AgentExamined{.death = fmt::format("it did not answer within {:g} s{}",
                                              static_cast<double>(time_limit_ns) * 1e-9, said)};
  if (WIFSIGNALED(status))
    return AgentExamined{.death =
                             fmt::format("it died of signal {} ({}){}{}", WTERMSIG(status),
                                         strsignal(WTERMSIG(status)), stack_note(WTERMSIG(status)), said)};
  if (WEXITSTATUS(status) != 0)
    return AgentExamined{
        .death = fmt::format("it ended the process with exit code {}{}", WEXITSTATUS(status), said)};
  const Json answer = Json::parse_if_valid(child->answer).value_or(nullptr);
  // The agent's process has written this: whatever it is, it is text and a yes or no.
  try {
    if (answer.contains("error")) return Error{answer.at("error").get<std::string>()};
    return AgentExamined{.refusal = answer.at("refusal"), .needs_budget = answer.at("needs_budget")};
  } catch (const json::Exception&) {
    return AgentExamined{.death = "it answered with nonsense" + said};
  }
}

}  // namespace ludex::arena
