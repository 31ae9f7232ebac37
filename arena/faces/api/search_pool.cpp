#include "arena/faces/api/search_pool.hpp"

#include <algorithm>
#include <utility>

#include "arena/base/text/quantity.hpp"

namespace ludex::arena::api {
namespace {

using std::chrono::milliseconds;

}  // namespace

SearchPool::SearchPool(std::filesystem::path executable, const PoolLimits& limits)
    : executable_(std::move(executable)), limits_(limits), thread_([this] { work(); }) {}

SearchPool::~SearchPool() {
  hurry_ = true;
  cancel([](const Task&) { return true; });
  {
    const std::scoped_lock lock(mutex_);
    end_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void SearchPool::submit(std::unique_ptr<Task> task) {
  {
    const std::scoped_lock lock(mutex_);
    const auto later = std::find_if(waiting_.begin(), waiting_.end(),
                                    [&](const auto& other) { return other->priority < task->priority; });
    waiting_.insert(later, std::move(task));
  }
  changed_.notify_one();
}

std::size_t SearchPool::cancel(const std::function<bool(const Task&)>& of) {
  std::size_t count = 0;
  {
    const std::scoped_lock lock(mutex_);
    const auto end = [&](Task& task) {
      if (task.unwanted || !of(task)) return;
      task.unwanted = true;
      ++count;
    };
    for (const auto& task : waiting_) end(*task);
    for (const Run& run : running_) end(*run.task);
  }
  changed_.notify_one();
  return count;
}

bool SearchPool::has_room(std::size_t tasks) {
  const std::scoped_lock lock(mutex_);
  return waiting_.empty() || waiting_.size() + tasks <= limits_.queue;
}

void SearchPool::wait_for_room(const std::function<bool()>& stop) {
  while (!stop()) {
    std::unique_lock lock(mutex_);
    if (room_.wait_for(lock, milliseconds(50), [&] { return waiting_.size() < limits_.queue; })) return;
  }
}

void SearchPool::wait_for_end(const std::function<bool()>& stop) {
  while (!stop()) {
    std::unique_lock lock(mutex_);
    const auto ended = [&] { return waiting_.empty() && running_.empty(); };
    if (room_.wait_for(lock, milliseconds(50), ended)) return;
  }
}

SearchPool::Load SearchPool::load() {
  const std::scoped_lock lock(mutex_);
  return {waiting_.size(), running_.size()};
}

void SearchPool::work() {
  watcher_ = std::make_unique<run::Watcher>();
  Clock::time_point heard = Clock::now();
  std::unique_lock lock(mutex_);
  while (true) {
    const std::vector<std::unique_ptr<Task>> dropped = take_cancelled();
    const bool begins = take_next();
    lock.unlock();
    for (const auto& task : dropped) task->dropped("it was cancelled before it began", true);
    if (begins && !begin(running_.back())) {
      const std::scoped_lock erasing(mutex_);
      running_.pop_back();
    }
    if (look_at_all()) heard = Clock::now();
    end_idle(Clock::now() - limits_.idle);
    lock.lock();
    room_.notify_all();
    if (end_ && waiting_.empty() && running_.empty()) break;
    if (begins || !dropped.empty()) continue;
    if (running_.empty()) {
      if (waiting_.empty()) changed_.wait_for(lock, std::chrono::seconds(10));
      continue;
    }
    // A worker has no means to wake this thread; a brief search is noticed soon.
    const bool brief = Clock::now() - heard < milliseconds(20);
    changed_.wait_for(lock, std::chrono::microseconds(brief ? 100 : 2000));
  }
  lock.unlock();
  idle_.clear();
  watcher_.reset();
}

std::vector<std::unique_ptr<Task>> SearchPool::take_cancelled() {
  std::vector<std::unique_ptr<Task>> gone;
  for (auto at = waiting_.begin(); at != waiting_.end();) {
    if (!(*at)->unwanted) {
      ++at;
      continue;
    }
    gone.push_back(std::move(*at));
    at = waiting_.erase(at);
  }
  return gone;
}

bool SearchPool::take_next() {
  if (waiting_.empty()) return false;
  const Task& first = *waiting_.front();
  const bool fits = running_.empty() || (threads_used_ + threads_of(first) <= limits_.threads &&
                                         busy_ + first.agents.size() <= limits_.workers);
  if (!fits) return false;
  running_.push_back(Run{.task = std::move(waiting_.front()), .deadlines = {limits_.grace, limits_.start}});
  waiting_.pop_front();
  return true;
}

std::uint32_t SearchPool::threads_of(const Task& task) const noexcept {
  return std::min(task.threads, limits_.threads);
}

bool SearchPool::begin(Run& run) {
  if (run.task->agents.size() > limits_.workers) {
    run.task->dropped(
        "the game has more players than there may be agents: " + plural(limits_.workers, "agent"), false);
    return false;
  }
  for (std::size_t seat = 0; seat < run.task->agents.size(); ++seat) {
    auto worker = worker_for(*run.task, seat);
    if (!worker) {
      const std::string why = worker.error();
      for (Worker& other : run.workers) idle_.push_back(std::move(other));
      run.task->dropped(why, false);
      return false;
    }
    run.workers.push_back(std::move(*worker));
  }
  busy_ += run.workers.size();
  threads_used_ += threads_of(*run.task);
  if (go_on(run)) return true;
  release(run);
  return false;
}

Result<SearchPool::Worker> SearchPool::worker_for(const Task& task, std::size_t seat) {
  run::WorkerSetup setup;
  setup.games.push_back(task.game);
  run::WorkerSetup::Agent agent;
  agent.plugin = task.agents[seat];
  agent.memory_mib = limits_.memory_mib;
  agent.processes = limits_.processes;
  setup.agents.push_back(std::move(agent));
  std::string key = to_text(setup);
  const auto known =
      std::find_if(idle_.rbegin(), idle_.rend(), [&](const Worker& worker) { return worker.key == key; });
  if (known != idle_.rend()) {
    Worker worker = std::move(*known);
    idle_.erase(std::next(known).base());
    return worker;
  }
  // Busy ones, those of this task and the new one make room by the end of idle ones.
  if (!idle_.empty() && idle_.size() + busy_ + seat >= limits_.workers) idle_.erase(idle_.begin());
  auto process = run::InteractiveWorker::start(*watcher_, executable_, setup);
  if (!process) return Error{process.error()};
  return Worker{std::move(key), std::move(*process), true, Clock::now()};
}

bool SearchPool::go_on(Run& run) {
  const auto question = run.task->next(is_cancelled(*run.task));
  if (!question) return false;
  Worker& worker = run.workers[question->seat];
  run.seat = question->seat;
  if (!worker.process->ask(question->text)) {
    run.task->dropped("the moves are too long for a worker: give a later position as text", false);
    return false;
  }
  constexpr milliseconds kEndless = std::chrono::hours(24 * 365);
  const milliseconds longest = limits_.longest.count() > 0 ? milliseconds(limits_.longest) : kEndless;
  const milliseconds limit = question->limit.count() > 0 ? std::min(question->limit, longest) : longest;
  run.deadlines.begin(limit, std::exchange(worker.fresh, false));
  return true;
}

bool SearchPool::look_at_all() {
  bool heard = false;
  // Only this thread adds and removes runs, so it may read the list without the lock.
  for (auto at = running_.begin(); at != running_.end();) {
    if (look(*at, heard)) {
      ++at;
      continue;
    }
    release(*at);
    const std::scoped_lock lock(mutex_);
    at = running_.erase(at);
  }
  return heard;
}

bool SearchPool::look(Run& run, bool& heard) {
  Worker& worker = run.workers[run.seat];
  for (int i = 0; i < run::kAnswersAtOnce; ++i) {
    const auto event = worker.process->poll(run.deadlines.killed());
    if (!event) break;
    heard = true;
    if (event->fault) {
      run.task->failed(*event->fault, is_cancelled(*run.task));
      worker.process.reset();
      return false;
    }
    // The agent may have corrupted the answer, so accept only a JSON object.
    const Json answer = Json::parse_if_valid(event->text).value_or(nullptr);
    if (!answer.is_object()) {
      run.task->failed({Termination::kProtocol, run::kNonsense}, is_cancelled(*run.task));
      worker.process.reset();
      return false;
    }
    run.task->answered(answer, is_cancelled(*run.task));
    if (answer.contains("progress")) continue;
    return go_on(run);
  }
  if (is_cancelled(*run.task)) run.deadlines.stop();
  run.deadlines.look(*worker.process, hurry_);
  return true;
}

bool SearchPool::is_cancelled(const Task& task) {
  const std::scoped_lock lock(mutex_);
  return task.unwanted;
}

void SearchPool::release(Run& run) {
  busy_ -= run.workers.size();
  threads_used_ -= threads_of(*run.task);
  for (Worker& worker : run.workers) {
    if (worker.process == nullptr) continue;
    worker.used = Clock::now();
    idle_.push_back(std::move(worker));
  }
}

void SearchPool::end_idle(Clock::time_point before) {
  std::erase_if(idle_, [&](const Worker& worker) { return worker.used < before; });
}

}  // namespace ludex::arena::api
