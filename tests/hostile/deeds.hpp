// The deeds of the tests' hostile agents, and the termination that each must lead to. The table of
// docs/reference/attacks.md is made from this.
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace ludex::tests {

enum class Setting { kShared, kDedicated, kSandbox, kCompetition };
inline constexpr std::array kSettings{Setting::kShared, Setting::kDedicated, Setting::kSandbox,
                                      Setting::kCompetition};
inline constexpr std::array<std::string_view, 4> kSettingNames{"shared", "dedicated", "sandbox",
                                                               "competition"};

// Terminations of its games, in each setting: any of those separated by '|'. "normal": it had its way, or
// nothing came of it, and the game is played to its end. "": not tried, for nothing is promised there.
struct Deed {
  std::string_view name;
  std::string_view where;
  std::array<std::string_view, 4> becomes;
  std::string_view what;
  std::string_view more = "";  // of the agent's entry in the specification
  std::string_view file =
      "";  // the parameter; VICTIM: a file outside, RIVAL: a plug-in, SCRATCH: what another has written
};

inline std::vector<Deed> deeds() {
  using Becomes = std::array<std::string_view, 4>;
  const auto all = [](std::string_view verdict) { return Becomes{verdict, verdict, verdict, verdict}; };
  // Refused to who is in the sandbox; outside it does no harm.
  const Becomes sandboxed{"normal", "normal", "exception", "exception"};
  // Not to be tried outside.
  const Becomes only_boxed{"", "", "exception", "exception"};
  std::vector<Deed> list;
  for (const std::string_view where : {"new-game", "choose", "observe"}) {
    list.push_back({"null-write", where, all("crash"), "writes to address 0"});
    list.push_back({"abort", where, all("abort"), "calls `abort()`"});
    list.push_back({"exit", where, all("exit"), "ends the process with code 7"});
    list.push_back({"throw", where, all("exception"), "throws"});
    list.push_back({"terminate", where, all("exception"), "lets an exception past `noexcept`"});
    list.push_back({"loop", where, all("hang"), "loops for ever"});
    list.push_back({"sleep", where, all("hang"), "sleeps for ever"});
  }
  for (const std::string_view name : {"null-write", "abort", "exit", "loop"})
    list.push_back({name, "destroy", all("normal"), "the same in its destructor"});
  const std::vector<Deed> more{
      {"exit-well", "choose", all("exit"), "ends the process with code 0"},
      {"kill-self", "choose", all("crash"), "SIGKILL to itself"},
      {"alarm", "choose", all("crash"), "SIGALRM to itself"},
      {"trap", "choose", all("crash"), "an illegal instruction"},
      {"stack-overflow", "choose", all("crash"), "recursion without end"},
      {"double-free", "choose", all("abort"), "frees a block twice"},
      {"exec", "choose", {"exit", "exit", "exception", "exception"}, "becomes `/bin/true`"},
      {"print", "choose", all("abort"), "prints 200 KB and aborts"},
      {"throw-odd", "choose", all("exception"), "throws a number"},
      {"throw-long", "choose", all("exception"), "throws 1 MiB of text with control characters"},
      {"throw-thread", "choose", all("exception"), "throws in a thread of its own"},
      {"wrong-thread", "choose", all("exception"), "calls the host from a thread of its own"},
      {"illegal", "choose", all("illegal-move"), "plays a move that the rules do not know"},
      {"nonsense-report", "choose", all("normal"), "reports NaN and 2^64 - 1"},
      {"stop-self", "choose", all("hang"), "SIGSTOP to itself"},
      {"fault-for-ever", "choose", all("hang"), "handles SIGSEGV by going on"},
      {"very-slow", "choose", all("over-time|hang"), "300 ms instead of 20, grace 100 ms",
       "budget: {wall: 20ms}"},
      {"very-slow",
       "observe",
       {"normal", "normal", "normal", "over-time"},
       "300 ms in taking note of its own move, where a move has 20",
       "budget: {wall: 20ms}"},
      {"slow", "choose", all("normal"), "60 ms instead of 20, once, grace 100 ms", "budget: {wall: 20ms}"},
      {"slower", "choose", all("over-time"), "60 ms a move, clock 40 ms", "budget: {clock: 40ms}"},
      {"helpers",
       "choose",
       {"over-time|hang", "over-time|hang", "over-time|hang", "exception"},
       "150 ms of CPU time in a thread instead of 20",
       "budget: {cpu: 20ms}"},
      {"think-on", "choose", {"normal", "normal", "normal", "exception"}, "thinks on in a thread"},
      {"thread", "choose", {"normal", "normal", "normal", "exception"}, "starts a thread"},
      {"many-threads",
       "choose",
       {"normal", "normal", "normal", "exception"},
       "starts 8 threads where its budget has 2",
       "budget: {iterations: 10, threads: 2}"},
      {"leak", "choose", all("over-memory"), "allocates without end", "limits: {memory_mib: 32}"},
      {"scribble", "choose", all("protocol|hang"), "overwrites what it shares with the host"},
      {"deaf",
       "choose",
       {"normal|protocol", "protocol", "protocol", "protocol"},
       "seems to read nothing that the host sends"},
      {"memory-file", "choose", sandboxed, "memory beyond its limit: `memfd_create`"},
      {"shared-map", "choose", sandboxed, "the same: a shared mapping"},
      {"zero-map", "choose", sandboxed, "the same: a shared mapping of `/dev/zero`"},
      {"stack-map", "choose", sandboxed, "the same: memory that grows downwards, as a stack"},
      {"wake-itself", "choose", sandboxed,
       "has itself woken in the opponent's time (`timer_create`, SIGCONT)"},
      {"raise-limit", "choose", only_boxed, "raises its limits"},
      {"close-fds", "choose", all("normal"), "closes all descriptors"},
      {"all-fds", "choose", all("normal"), "opens as many as there are"},
      {"fork-bomb", "choose", {"", "abort", "abort", "abort"}, "starts processes without end"},
      {"fork-once",
       "choose",
       {"normal", "exception", "exception", "exception"},
       "starts a process and leaves it"},
      {"fork-once",
       "choose",
       {"", "normal", "normal", "normal"},
       "the same, allowed",
       "limits: {processes: 100}"},
      {"immortal",
       "choose",
       {"", "exception", "exception", "exception"},
       "leaves a grandchild in a session of its own"},
      {"immortal",
       "choose",
       {"", "normal", "normal", "normal"},
       "the same, allowed",
       "limits: {processes: 100}"},
      {"clone-parent", "choose", all("exception"), "starts a child of the host's (`CLONE_PARENT`)"},
      {"clone-parent",
       "choose",
       {"", "exception", "exception", "exception"},
       "the same, where it may start some",
       "limits: {processes: 100}"},
      {"trickle",
       "choose",
       {"protocol|hang", "protocol", "protocol", "protocol"},
       "reports a fault in a text that takes an hour to come"},
      {"trickle-anew",
       "choose",
       {"protocol|hang", "protocol", "protocol", "protocol"},
       "the same, and says with each byte that another call has begun"},
      {"death-signal", "choose", all("exception"), "means to outlive the host"},
      {"kill-host", "choose", {"", "", "exception|crash", "exception|crash"}, "SIGKILL to the host"},
      {"trace-host", "choose", only_boxed, "`ptrace` of the host"},
      {"read-host", "choose", only_boxed, "reads the host's memory and environment"},
      {"affinity",
       "choose",
       {"exception", "exception", "normal", "normal"},
       "sets the host's affinity (in a box: its own)"},
      {"priority", "choose", all("exception"), "sets the host's priority"},
      {"group-priority", "choose", all("exception"), "sets the priority of all of this user's"},
      {"real-time", "choose", all("exception"), "before all others from now on"},
      {"set-owner", "choose", sandboxed, "has signals sent to the host (`F_SETOWN`, `F_SETSIG`)"},
      {"terminal", "choose", only_boxed, "types into the terminal"},
      {"socket", "choose", sandboxed, "the network"},
      {"unix-socket", "choose", sandboxed, "sockets of this machine"},
      {"shared-memory", "choose", only_boxed, "leaves System V shared memory"},
      {"semaphore", "choose", sandboxed, "System V semaphores"},
      {"environment", "choose", sandboxed, "reads a variable of the user's", "", "SECRET_OF_THE_HOST"},
      {"namespaces", "choose", only_boxed, "`unshare`"},
      {"mount", "choose", only_boxed, "`mount`"},
      {"chroot", "choose", only_boxed, "`chroot`"},
      {"keys", "choose", only_boxed, "`keyctl`"},
      {"counters", "choose", only_boxed, "`perf_event_open`"},
      {"bpf", "choose", only_boxed, "`bpf`"},
      {"io-uring", "choose", only_boxed, "`io_uring_setup`"},
      {"user-faults", "choose", only_boxed, "`userfaultfd`"},
      {"personality", "choose", only_boxed, "`personality`"},
      {"handles", "choose", only_boxed, "`open_by_handle_at`"},
      {"write-file", "choose", only_boxed, "overwrites a file", "", "VICTIM"},
      {"read-file", "choose", sandboxed, "reads a file that nothing names", "", "not:VICTIM"},
      {"read-file", "choose", sandboxed, "reads the plug-in of a rival", "", "not:RIVAL"},
      {"remove-file", "choose", only_boxed, "removes what another agent wrote", "", "SCRATCH"},
      {"read-file", "choose", all("normal"), "reads one that its parameter names", "", "VICTIM"},
      {"remove-file", "choose", only_boxed, "removes a file", "", "VICTIM"},
      {"rename-file", "choose", only_boxed, "renames a file", "", "VICTIM"},
      {"make-fifo", "choose", only_boxed, "makes a FIFO", "", "VICTIM"},
      {"make-link", "choose", only_boxed, "makes a symbolic link", "", "VICTIM"},
      {"chmod", "choose", only_boxed, "changes a file's mode", "", "VICTIM"},
      {"touch", "choose", only_boxed, "changes a file's times", "", "VICTIM"},
      {"attribute", "choose", only_boxed, "changes a file's attributes", "", "VICTIM"},
      {"link-out", "choose", only_boxed, "writes through a link in its scratch folder", "", "VICTIM"},
  };
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

}  // namespace ludex::tests
