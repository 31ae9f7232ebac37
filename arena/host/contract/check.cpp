#include "arena/host/contract/check.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <span>
#include <thread>

#include <fmt/format.h>
#include <sys/wait.h>

#include "arena/base/process/child.hpp"
#include "arena/base/process/limits.hpp"
#include "arena/host/contract/check_text.hpp"
#include "arena/host/contract/shared_trail.hpp"
#include "core/contract/agent_contract.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::host {
namespace {

// Far longer than a check takes; the child itself detects calls that hang.
constexpr std::int64_t kTimeLimit = 3'600'000'000'000;

// Describes the end of a child that did not answer.
std::string end_text(const ChildEnd& end, std::uint32_t hang, const CheckRequest& request) {
  if (hang == TrailBlock::kBusy)
    return fmt::format("has not returned after {:g} s, in which it ran", request.call_seconds);
  if (hang == TrailBlock::kAsleep)
    return fmt::format("has not returned after {:g} s, in which it slept", request.call_seconds);
  if (!end.in_time) return "did not come to an end";
  if (WIFSIGNALED(end.status)) {
    const int signal = WTERMSIG(end.status);
    return fmt::format("{} (signal {}, {}){}", signal == SIGKILL ? "was killed" : "crashed", signal,
                       strsignal(signal), stack_note(signal));
  }
  return fmt::format("ended the process (exit code {})", WEXITSTATUS(end.status));
}

// The child's output as one line.
std::string said_text(std::string noise) {
  constexpr std::size_t kMost = 300;
  while (!noise.empty() && noise.back() == '\n') noise.pop_back();
  if (noise.size() > kMost) noise = "..." + noise.substr(noise.size() - kMost);
  std::string line;
  for (const char c : noise) line += c == '\n' ? std::string("; ") : std::string(1, c);
  return line.empty() ? "" : fmt::format("; its output: {}", line);
}

// A result with all promises unchecked except the one that the accident breaks.
CheckResult accident(const CheckRequest& request, const ChildEnd& end, SharedTrail& trail) {
  contract::Report report(promises_of(request.kind));
  const std::uint32_t hang = trail.block().hang;
  std::size_t broken = 0;  // that every call returns
  const std::size_t at = std::min<std::size_t>(trail.block().promise, report.verdicts().size() - 1);
  const auto promise = static_cast<contract::AgentPromise>(at);
  if (request.kind == PluginKind::kAgent && hang != TrailBlock::kNone &&
      (promise == contract::AgentPromise::kStopFlag || promise == contract::AgentPromise::kBudget))
    broken = at;
  for (auto& verdict : report.verdicts()) verdict.excuse = "the check was cut short";
  const std::string board = trail.board();
  const std::string method = trail.method().empty() ? "a game that is searched to its ends" : trail.method();
  report.set_broken(broken, {fmt::format("{} {}{}{}", method, end_text(end, hang, request),
                                         board.empty() ? "" : " on " + board, said_text(end.noise)),
                             "an answer", "", trail.moves()});
  CheckResult result;
  result.verdicts = report.verdicts();
  result.accident = true;
  return result;
}

Result<CheckAnswer> ask_child(const CheckRequest& request, const std::filesystem::path& executable,
                              bool digest_only) {
  const auto trail = SharedTrail::make();
  if (!trail) return Error{"cannot share memory with a child process: " + trail.error()};
  const auto end = run_child(executable, {"--check-plugin", to_text(request, digest_only)}, kTimeLimit,
                             {.shared = (*trail)->descriptor()});
  if (!end) return Error{"cannot start a child process: " + end.error()};
  if (end->starved) return Error{"this machine is too busy for a check"};
  if (end->in_time && WIFEXITED(end->status) && WEXITSTATUS(end->status) == 0) {
    if (auto answer = answer_from_text(end->answer, request.kind)) return answer;
  }
  if (end->starved || (*trail)->block().hang == TrailBlock::kStarved)
    return Error{"this machine is too busy with others to check a plug-in: try again when it is not"};
  CheckAnswer answer;
  answer.result = accident(request, *end, **trail);
  return answer;
}

}  // namespace

const contract::Verdict* CheckResult::first_broken() const noexcept {
  const auto broken = std::find_if(verdicts.begin(), verdicts.end(),
                                   [](const contract::Verdict& v) { return v.witness.has_value(); });
  return broken == verdicts.end() ? nullptr : &*broken;
}

Result<CheckResult> check_plugin(const CheckRequest& request, const std::filesystem::path& executable) {
  const std::int64_t began = wall_clock_ns();
  auto first = ask_child(request, executable, false);
  if (!first) return Error{first.error()};
  if (!request.another_process || !first->result.refusal.empty() || first->result.first_broken() != nullptr)
    return std::move(first->result);
  // A seed from the clock often counts whole seconds.
  constexpr std::int64_t kSecond = 1'100'000'000;
  if (const std::int64_t gone = wall_clock_ns() - began; gone < kSecond)
    std::this_thread::sleep_for(std::chrono::nanoseconds(kSecond - gone));
  const auto second = ask_child(request, executable, true);
  if (!second) return Error{second.error()};
  if (second->result.accident) return second->result;
  if (second->digest != first->digest) {
    for (auto& verdict : first->result.verdicts) {
      if (verdict.promise.id != "determinism") continue;
      verdict.witness =
          contract::Witness{"the same calls in another process get other answers",
                            "nothing that depends on a clock, an address or another process", "", ""};
    }
  }
  return std::move(first->result);
}

}  // namespace ludex::arena::host
