#include "arena/run/worker/worker_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "arena/base/process/await_end.hpp"
#include "arena/base/process/spawn.hpp"
#include "arena/run/worker/seat_time.hpp"

namespace ludex::arena::run {
namespace {

constexpr std::size_t kTail = 4096;
// A worker that reads nothing of a full ring for this long has overwritten it.
constexpr std::int64_t kPatience = 10'000'000'000;

Error failure(const char* action) {
  return {fmt::format("cannot {}: {}", action, std::strerror(errno))};
}

void keep_tail(Child& child, const char* text, std::size_t size) {
  const std::scoped_lock lock(child.mutex);
  child.tail.append(text, size);
  if (child.tail.size() > 2 * kTail) child.tail.erase(0, child.tail.size() - kTail);
}

// Reads the child's output; false at the end of the stream.
bool read_noise(Child& child) {
  std::array<char, 4096> buffer;
  while (true) {
    const ssize_t n = read(child.noise.get(), buffer.data(), buffer.size());
    if (n > 0) {
      keep_tail(child, buffer.data(), static_cast<std::size_t>(n));
      // Endless output of one worker must not keep the watcher from the others.
      if (static_cast<std::size_t>(n) == buffer.size()) return true;
    } else if (n == 0) {
      return false;
    } else if (errno != EINTR) {
      return errno == EAGAIN;
    }
  }
}

std::string last_words_of(const SharedBlock& block) {
  const std::size_t size =
      std::min<std::size_t>(block.last_words_size.load(std::memory_order_acquire), block.last_words.size());
  std::string text(block.last_words.data(), size);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, '?');
  return text;
}

// Kills the keeper and with it all processes in its namespaces; true once they are gone.
bool bury(pid_t keeper) noexcept {
  if (keeper <= 0) return true;
  kill(keeper, SIGKILL);
  return await_end(keeper, nullptr);
}

// Waits for `starter`, which enters namespaces and leaves a worker and its keeper in them.
Result<void> follow(pid_t starter, Child& child) {
  int status = 0;
  // Only the host's code runs there.
  constexpr std::int64_t kMinute = 60'000'000'000;
  if (!await_end(starter, &status, kMinute)) {
    kill(starter, SIGKILL);
    await_end(starter, &status);
  }
  child.pid = child.block->program.load(std::memory_order_acquire);
  child.keeper = child.block->keeper.load(std::memory_order_acquire);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && child.pid > 0 && child.keeper > 0) return {};
  if (child.pid > 0) {
    kill(child.pid, SIGKILL);
    await_end(child.pid, nullptr);
  }
  bury(child.keeper);
  return Error{
      fmt::format("a worker process could not enter its namespaces: {}", last_words_of(*child.block))};
}

}  // namespace

// epoll's data: 0 for the end of the watcher, else 2 * id for the process and 2 * id + 1 for its output.
Watcher::Watcher() : epoll_(epoll_create1(EPOLL_CLOEXEC)), wake_(eventfd(0, EFD_CLOEXEC)) {
  epoll_event event{EPOLLIN, {.u64 = 0}};
  epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, wake_.get(), &event);
  thread_ = std::thread([this] { watch(); });
}

Watcher::~Watcher() {
  const std::uint64_t one = 1;
  static_cast<void>(!write(wake_.get(), &one, sizeof one));
  thread_.join();
}

Result<void> Watcher::add(const std::shared_ptr<Child>& child) {
  const std::scoped_lock lock(mutex_);
  const std::uint64_t id = next_id_++;
  children_.emplace(id, child);
  epoll_event process{EPOLLIN, {.u64 = 2 * id}};
  epoll_event noise{EPOLLIN, {.u64 = 2 * id + 1}};
  if (epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, child->pidfd.get(), &process) != 0 ||
      epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, child->noise.get(), &noise) != 0) {
    children_.erase(id);
    return failure("watch a worker");
  }
  return {};
}

void Watcher::watch() {
  std::array<epoll_event, 16> events;
  while (true) {
    const int n = epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), -1);
    for (int i = 0; i < n; ++i) {
      const std::uint64_t data = events[static_cast<std::size_t>(i)].data.u64;
      if (data == 0) return;
      std::shared_ptr<Child> child;
      {
        const std::scoped_lock lock(mutex_);
        const auto found = children_.find(data / 2);
        if (found == children_.end()) continue;
        child = found->second;
      }
      if (data % 2 == 0) {
        reap(data / 2, *child);
      } else if (!read_noise(*child)) {
        epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, child->noise.get(), nullptr);
      }
    }
  }
}

void Watcher::reap(std::uint64_t id, Child& child) {
  // Reads the rest in the pipe, which holds 64 KiB.
  for (int i = 0; i < 16 && read_noise(child); ++i) {
  }
  // Kills the worker's children; the group id cannot be reused before the worker is reaped.
  ::kill(-child.pid, SIGKILL);
  if (child.group != nullptr) child.group->kill();
  int status = SIGKILL;  // default if it cannot be read
  await_end(child.pid, &status);
  if (!bury(child.keeper)) {
    const std::string text = fmt::format("\n[a process that it started does not end: {}]\n", child.keeper);
    keep_tail(child, text.data(), text.size());
  }
  epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, child.pidfd.get(), nullptr);
  epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, child.noise.get(), nullptr);
  {
    const std::scoped_lock lock(child.mutex);
    if (!child.dead) child.status = status;  // otherwise the owner has given up and may be reading it
    child.dead.store(true, std::memory_order_release);
    futex_wake(child.block->events.head);
    child.gone.notify_all();
  }
  const std::scoped_lock lock(mutex_);
  children_.erase(id);
}

WorkerProcess::WorkerProcess(std::shared_ptr<Child> child)
    : child_(std::move(child)),
      tree_(child_->pid),
      requests_(child_->block->requests, kPatience),
      events_(child_->block->events) {
  clock_getcpuclockid(child_->pid, &cpu_clock_);
}

Result<std::unique_ptr<WorkerProcess>> WorkerProcess::start(Watcher& watcher, WorkerStart start) {
  Descriptor memory(memfd_create("ludex-worker", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (memory.get() < 0 || ftruncate(memory.get(), sizeof(SharedBlock)) != 0 ||
      fcntl(memory.get(), F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0)
    return failure("make a worker's shared memory");
  auto pipe = make_pipe();
  if (!pipe) return Error{pipe.error()};
  fcntl(pipe->read_end.get(), F_SETFL, O_NONBLOCK);
  void* const mapped =
      mmap(nullptr, sizeof(SharedBlock), PROT_READ | PROT_WRITE, MAP_SHARED, memory.get(), 0);
  if (mapped == MAP_FAILED) return failure("map a worker's shared memory");
  auto child = std::shared_ptr<Child>(new Child, [](Child* c) {
    munmap(c->block, sizeof(SharedBlock));
    delete c;
  });
  child->block = static_cast<SharedBlock*>(mapped);  // zeroed by the kernel

  std::vector<int> descriptors{memory.get(), start.setup};
  if (start.group != nullptr) {
    for (const Descriptor& door : start.group->doors()) descriptors.push_back(door.get());
  }
  const auto pid = spawn({start.executable,
                          {"--worker", start.role, std::to_string(getpid())},
                          pipe->write_end.get(),
                          descriptors,
                          start.apart});
  if (!pid) return Error{"cannot start a worker process: " + pid.error()};
  child->pid = *pid;
  child->group = std::move(start.group);
  child->noise = std::move(pipe->read_end);
  if (start.sandboxed) {
    if (auto moved = follow(*pid, *child); !moved) return Error{moved.error()};
  }
  child->pidfd = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, child->pid, 0)));
  const auto watched = child->pidfd.get() >= 0 ? watcher.add(child) : Result<void>(failure("watch a worker"));
  if (!watched) {
    ::kill(child->pid, SIGKILL);
    await_end(child->pid, nullptr);
    bury(child->keeper);
    return Error{watched.error()};
  }
  return std::unique_ptr<WorkerProcess>(new WorkerProcess(std::move(child)));
}

WorkerProcess::~WorkerProcess() {
  kill();
}

void WorkerProcess::kill() noexcept {
  if (!dead()) syscall(SYS_pidfd_send_signal, child_->pidfd.get(), SIGKILL, nullptr, 0);
  std::unique_lock lock(child_->mutex);
  // The watcher reaps this worker, and perhaps others before it, each within a limited time.
  constexpr auto kLast = std::chrono::nanoseconds(3 * kBurial);
  if (child_->gone.wait_for(lock, kLast, [&] { return child_->dead.load(std::memory_order_acquire); }))
    return;
  child_->status = SIGKILL;
  child_->dead.store(true, std::memory_order_release);
}

void WorkerProcess::tell(int signal_number, bool all) noexcept {
  if (dead()) return;
  syscall(SYS_pidfd_send_signal, child_->pidfd.get(), signal_number, nullptr, 0);
  if (!all) return;
  signal_tree(child_->pid, signal_number);
  if (child_->keeper > 0) signal_tree(child_->keeper, signal_number);  // the keeper adopts the orphans
}

void WorkerProcess::freeze(bool all) noexcept {
  if (ControlGroup* const own = all ? group() : nullptr; own != nullptr) return own->freeze(true);
  tell(SIGSTOP, all);
}

void WorkerProcess::thaw(bool all) noexcept {
  if (ControlGroup* const own = all ? group() : nullptr; own != nullptr) return own->freeze(false);
  tell(SIGCONT, all);
}

std::int64_t WorkerProcess::cpu_ns_of_all() {
  if (const ControlGroup* const own = group(); own != nullptr) return own->cpu_ns();
  return tree_.look().cpu_ns;
}

std::int64_t WorkerProcess::queued_ns() {
  if (schedstat_.get() < 0)
    schedstat_ =
        Descriptor(open(fmt::format("/proc/{}/schedstat", child_->pid).c_str(), O_RDONLY | O_CLOEXEC));
  return queued_of(schedstat_.get());
}

std::int64_t WorkerProcess::cpu_ns() const noexcept {
  timespec time{};
  if (dead() || clock_gettime(cpu_clock_, &time) != 0) return 0;
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::string WorkerProcess::printed() const {
  std::string text;
  {
    const std::scoped_lock lock(child_->mutex);
    text = child_->tail;
  }
  if (text.size() > kTail) text.erase(0, text.size() - kTail);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; },
      '?');
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::string WorkerProcess::last_words() const {
  return last_words_of(*child_->block);
}

}  // namespace ludex::arena::run
