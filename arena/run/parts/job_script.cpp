#include "arena/run/parts/job_script.hpp"

#include <fmt/format.h>

namespace ludex::arena::run {
namespace {

// Lines `#SBATCH ...`; the user's come last and so take precedence.
std::string head(const JobPlan& plan, const std::string& comment, const std::vector<std::string>& options) {
  std::string text = "#!/bin/sh\n" + comment;
  text += fmt::format("#SBATCH --job-name={}\n", shell_word(plan.name));
  for (const std::string& option : options) text += "#SBATCH --" + option + "\n";
  for (const std::string& option : plan.sbatch) text += "#SBATCH --" + option + "\n";
  return text;
}

std::string program(const JobPlan& plan) {
  std::string text = shell_word(plan.ludex);
  for (const std::string& folder : plan.plugins) text += " --plugin-path " + shell_word(folder);
  return text;
}

std::string check_folder(const JobPlan& plan) {
  return fmt::format(R"(
out={}
if ! test -r "$out/spec.yaml"; then
  echo "node $(uname -n) does not see $out: it must lie where all nodes have it" >&2
  exit 2
fi
)",
                     shell_word(plan.out));
}

// Runs `command` and, after the time limit's warning, requeues the job. `stop` makes the command end in good
// order, `job` names the queued job.
std::string run_and_requeue(const std::string& command, const std::string& stop, const std::string& job) {
  return fmt::format(R"(
{0} &
run=$!
again=
trap 'again=yes; {1}' USR1
trap '{1}' TERM INT
wait $run; code=$?
# A trapped signal ends `wait` early.
while kill -0 $run 2> /dev/null; do wait $run; code=$?; done
echo "$(date -u +%FT%TZ) $(uname -n): ended with exit code $code"
if [ $code = 130 ] && [ -n "$again" ]; then
  echo "the time is nearly up: queued again, to continue from here"
  scontrol requeue "{2}" && sleep 600
fi
# 4: all was played, and agents were withdrawn.
[ $code != 4 ] || code=0
exit $code
)",
                     command, stop, job);
}

// Concurrent games in a task: the given number, else one per allocated core.
std::string concurrency(const JobPlan& plan, const char* fallback) {
  return plan.concurrency == 0 ? fallback : fmt::format(" --concurrency {}", plan.concurrency);
}

}  // namespace

std::string array_text(const std::vector<std::uint32_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    if (!text.empty()) text += ',';
    text += end - i == 1 ? fmt::format("{}", numbers[i]) : fmt::format("{}-{}", numbers[i], numbers[end - 1]);
    i = end;
  }
  return text;
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+=-:,@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string parts_script(const JobPlan& plan) {
  std::vector<std::string> options{
      "array=" + (plan.parts.empty() ? fmt::format("1-{}", plan.tasks) : array_text(plan.parts)),
      "output=" + shell_word(plan.out + "/slurm/%a.log"), "open-mode=append", "requeue",
      fmt::format("signal=B:USR1@{}", plan.warning_seconds)};
  if (plan.concurrency != 0) options.push_back(fmt::format("cpus-per-task={}", plan.concurrency));
  return head(plan,
              "# One of the parts of a tournament. Written by `ludex submit`; may be changed and given to "
              "sbatch again.\n",
              options) +
         check_folder(plan) +
         run_and_requeue(
             fmt::format("{} run \"$out/spec.yaml\" --out \"$out\" --part \"$SLURM_ARRAY_TASK_ID/{}\" "
                         "--resume --quiet{}",
                         program(plan), plan.tasks,
                         concurrency(plan, " --concurrency \"${SLURM_CPUS_ON_NODE:-1}\"")),
             "kill -TERM $run 2> /dev/null", "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID");
}

std::string mpi_script(const JobPlan& plan) {
  std::vector<std::string> options{fmt::format("ntasks={}", plan.tasks),
                                   "output=" + shell_word(plan.out + "/slurm/run.log"), "open-mode=append",
                                   "requeue", fmt::format("signal=B:USR1@{}", plan.warning_seconds)};
  return head(plan,
              "# A tournament on many machines. Written by `ludex submit`; may be changed and given to "
              "sbatch again.\n",
              options) +
         check_folder(plan) +
         run_and_requeue(
             fmt::format("srun --mpi=pmix {} run \"$out/spec.yaml\" --out \"$out\" --transport mpi --resume "
                         "--quiet{}",
                         program(plan), concurrency(plan, " --concurrency \"${SLURM_CPUS_PER_TASK:-1}\"")),
             "scancel --signal=TERM \"$SLURM_JOB_ID\"", "$SLURM_JOB_ID");
}

std::string results_script(const JobPlan& plan, bool mpi) {
  const std::string ludex = program(plan);
  return head(plan, "# The results of the tournament. Written by `ludex submit`.\n",
              {"output=" + shell_word(plan.out + "/slurm/results.log"), "open-mode=append", "requeue"}) +
         check_folder(plan) + "set -e\n" + (mpi ? "" : fmt::format("{} gather \"$out\"\n", ludex)) +
         fmt::format(R"({0} rate "$out" > "$out/ratings.txt"
{0} report "$out"
)",
                     ludex);
}

}  // namespace ludex::arena::run
