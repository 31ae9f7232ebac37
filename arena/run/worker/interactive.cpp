#include "arena/run/worker/interactive.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <oneapi/tbb/task_arena.h>
#include <unistd.h>

#include "arena/base/json/value.hpp"
#include "arena/base/process/box.hpp"
#include "arena/base/process/limits.hpp"
#include "arena/host/analysis/search.hpp"
#include "arena/host/analysis/tree.hpp"
#include "arena/host/plugins/services.hpp"
#include "arena/run/worker/messages.hpp"
#include "arena/run/worker/watchdog.hpp"
#include "core/agent/ending.hpp"
#include "core/contract/report_check.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::run {
namespace {

using Json = json::Value;

// Answers are longer than notes: a tree node with all its children.
constexpr std::size_t kLongestText = 512 * 1024;

// Reads the agent's progress while it searches and reports it once an interval; 0: never.
class Reporter {
 public:
  template <class Tell>
  Reporter(Agent& agent, std::chrono::milliseconds interval, Tell tell)
      : source_(interval.count() > 0 ? find<ProgressSource>(agent) : nullptr) {
    if (source_ == nullptr) return;
    source_->watch(true);
    thread_ = std::thread([this, interval, tell] {
      std::unique_lock lock(mutex_);
      while (!ended_.wait_for(lock, interval, [&] { return end_; })) {
        SearchProgress now;
        source_->read(&now);
        tell(now);
      }
    });
  }
  ~Reporter() {
    if (source_ == nullptr) return;
    {
      const std::scoped_lock lock(mutex_);
      end_ = true;
    }
    ended_.notify_one();
    thread_.join();
    source_->watch(false);
  }
  Reporter(const Reporter&) = delete;
  Reporter& operator=(const Reporter&) = delete;

 private:
  ProgressSource* source_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::thread thread_;
};

class Interactive {
 public:
  Interactive(SharedBlock& block, const WorkerSetup& setup)
      : block_(block), requests_(block.requests), events_(block.events), setup_(setup) {}

  [[noreturn]] void run() {
    const WorkerSetup::Plugin& rules = setup_.games.at(0);
    auto library = host::Library::load(rules.file);
    if (!library) broken(rules.file + ": " + library.error());
    game_library_ = std::move(*library);
    auto game = game_library_->make_game(rules.settings);
    if (!game) broken(rules.file + ": " + game.error());
    game_ = std::move(*game);
    limit();
    load_agent();
    say(CellKind::kReady, "");
    while (true) {
      const std::string text = next_request();
      Json answer;
      try {
        answer = obey(Json::parse(text));
      } catch (const std::exception& e) {
        answer = {{"error", e.what()}};
      }
      say(CellKind::kAnswer, answer.dump());
    }
  }

 private:
  void limit() {
    const WorkerSetup::Agent& own = setup_.agents.at(0);
    MemoryLimit().set_for_agents(own.memory_mib);
    if (const auto done = enter_box({.processes = own.processes}); !done)
      broken("process limit: " + done.error());
  }

  void load_agent() {
    const auto& plugin = setup_.agents.at(0).plugin;
    const CallMark call_marker(block_, Stage::kStart);
    auto library = host::Library::load(plugin.file);
    if (!library) broken(plugin.file + ": " + library.error());
    agent_library_ = std::move(*library);
    if (const auto fits = agent_library_->supports(*game_); !fits)
      broken("the agent cannot play this game: " + fits.error());
    auto agent = agent_library_->make_agent(plugin.settings);
    if (!agent) broken(agent.error());
    agent_ = std::move(*agent);
  }

  // While a CallMark exists, a death of the worker is blamed on the agent, in a call of that kind.
  class CallMark {
   public:
    CallMark(SharedBlock& block, Stage stage) : marker_(block.call_marker) {
      const std::uint64_t serial = (marker_.call.load(std::memory_order_relaxed) >> 8) + 1;
      marker_.wall_ns.store(wall_clock_ns(), std::memory_order_relaxed);
      marker_.call.store(CallMarker::pack(serial, stage, 0), std::memory_order_release);
    }
    ~CallMark() {
      const std::uint64_t serial = marker_.call.load(std::memory_order_relaxed) >> 8;
      marker_.call.store(CallMarker::pack(serial, Stage::kNone, 0), std::memory_order_release);
    }
    CallMark(const CallMark&) = delete;
    CallMark& operator=(const CallMark&) = delete;

   private:
    CallMarker& marker_;
  };

  [[noreturn]] void broken(const std::string& why) {
    say(CellKind::kBroken, std::string_view(why).substr(0, kMaxNote));
    _exit(1);
  }
  void say(CellKind kind, std::string_view text) {
    Cell cell;
    cell.kind = kind;
    cell.number = static_cast<std::uint32_t>(text.size());
    events_.push(cell, text, true);
  }
  std::string next_request() {
    while (true) {
      while (requests_.state() != RequestReader::State::kCell) {
        if (requests_.state() == RequestReader::State::kCorrupt) _exit(1);
        constexpr std::int64_t kSecond = 1'000'000'000;
        requests_.sleep(kSecond);
      }
      const Cell cell = requests_.peek();
      requests_.pop();
      if (cell.kind != CellKind::kAsk) continue;
      auto text = requests_.take_data(cell.number);
      if (!text) _exit(1);
      return std::move(*text);
    }
  }

  Json obey(const Json& request) {
    const std::string op = request.at("op");
    if (op == "search") return search(request);
    if (op == "inspect") return inspect(request);
    return {{"error", "'op' is '" + op + "', expected search or inspect"}};
  }

  [[nodiscard]] static std::string why(Status status, StringSink& error) {
    const std::string text = error.take();
    return text.empty() ? std::string(to_text(status)) : text;
  }

  // Brings the agent to the position in question. An error is the agent's.
  Result<void> follow(const Json& request) {
    const std::string origin = request.value("position", "");
    const auto texts = request.value("moves", std::vector<std::string>{});
    const Player seat = request.value("seat", 0U);
    const std::uint64_t seed = request.value("seed", std::uint64_t{1});
    Position position(*game_);
    if (!origin.empty()) {
      auto read = Position::from_text(*game_, origin);
      if (!read) return Error{"position: " + read.error()};
      position = std::move(*read);
    }
    std::vector<Move> moves;
    std::vector<Position> before;
    for (const std::string& text : texts) {
      if (position.over()) return Error{"the game is over before move '" + text + "'"};
      const auto move = position.parse_move(text);
      if (!move) return Error{move.error()};
      before.push_back(position);
      moves.push_back(*move);
      position.apply(*move);
    }
    // A continued game keeps the tree; any other game starts afresh.
    const bool goes_on = known_ && !request.value("fresh", false) && origin == origin_ && seat == seat_ &&
                         seed == seed_ && moves.size() >= moves_.size() &&
                         std::equal(moves_.begin(), moves_.end(), moves.begin());
    std::size_t next = goes_on ? moves_.size() : 0;
    known_ = false;
    StringSink error;
    if (!goes_on) {
      const CallMark call_marker(block_, Stage::kStart);
      const Status status = agent_->new_game(game_.get(), seat, seed, error);
      if (status != Status::kOk) return Error{why(status, error)};
    }
    for (; next < moves.size(); ++next) {
      const CallMark call_marker(block_, Stage::kObserve);
      const Status status = agent_->observe(before[next].state(), moves[next], error);
      if (status != Status::kOk) return Error{why(status, error)};
    }
    origin_ = origin, moves_ = std::move(moves), seat_ = seat, seed_ = seed;
    position_.emplace(std::move(position));
    known_ = true;
    return {};
  }

  [[nodiscard]] Budget budget_of(const Json& json) const {
    Budget budget{};
    budget.iterations = json.value("iterations", std::uint64_t{0});
    budget.nodes = json.value("nodes", std::uint64_t{0});
    budget.depth = json.value("depth", 0U);
    budget.cpu_ns = json.value("cpu_ns", std::int64_t{0});
    budget.wall_ns = json.value("wall_ns", std::int64_t{0});
    budget.threads = std::max(1U, json.value("threads", 1U));
    budget.memory_mib = json.value("memory_mib", 0U);
    // The lower half; see SharedBlock::stop.
    budget.stop = reinterpret_cast<const std::uint32_t*>(&block_.stop[0]);
    return budget;
  }

  Json search(const Json& request) {
    block_.stop[0].store(0, std::memory_order_release);
    searched_ = false;
    if (const auto done = follow(request); !done) return {{"error", done.error()}};
    if (position_->over()) return {{"error", "the game is over in this position"}};
    const Budget budget = budget_of(request.value("budget", Json::object()));
    host::Search search(*game_);
    Move move = kNoMove;
    StringSink error;
    Status status = Status::kOk;
    const std::int64_t cpu = process_cpu_ns();
    const std::int64_t wall = wall_clock_ns();
    {
      const Position& start = *position_;
      const std::chrono::milliseconds interval(request.value("progress_ms", 200));
      const Reporter reporter(*agent_, interval, [this, &start](const SearchProgress& now) {
        say(CellKind::kAnswer, "{\"progress\":" + host::to_json(start, now) + "}");
      });
      const CallMark call_marker(block_, Stage::kChoose);
      tbb::this_task_arena::isolate(
          [&] { status = agent_->choose(start.state(), &budget, &search.report, &move, error); });
    }
    if (status != Status::kOk) {
      known_ = false;
      const bool resigned = end_of(*agent_, status) == AgentEnd::kResigned;
      return {{"error", why(status, error)},
              {"reason", to_text(resigned ? Termination::kResigned : Termination::kException)}};
    }
    const ReportFlaws flaws =
        check_report(search.report, search.root.data(), static_cast<std::uint32_t>(search.root.size()));
    search.cpu_seconds = static_cast<double>(process_cpu_ns() - cpu) * 1e-9;
    search.wall_seconds = static_cast<double>(wall_clock_ns() - wall) * 1e-9;
    if (!position_->is_legal(move)) {
      known_ = false;
      return {{"error", fmt::format("the agent answered with an illegal move ({:#x})",
                                    static_cast<std::uint32_t>(move))},
              {"reason", to_text(Termination::kIllegalMove)}};
    }
    searched_ = true;
    Json done = Json::parse(to_json(*position_, search, {{"move", position_->move_text(move)}}));
    done["tree"] = host::TreeLook::of(*agent_, *position_).has_value();
    if (flaws.any()) done["flaws"] = flaws.text();
    return {{"done", std::move(done)}};
  }

  Json inspect(const Json& request) {
    if (!searched_) return {{"error", "there has been no search"}};
    const auto look = host::TreeLook::of(*agent_, *position_);
    if (!look) return {{"error", "this agent does not show its tree"}};
    std::vector<Move> path;
    Position position = *position_;
    for (const std::string& text : request.value("path", std::vector<std::string>{})) {
      const auto move = position.over() ? Result<Move>(Error{"the game is over"}) : position.parse_move(text);
      if (!move) return {{"error", move.error()}};
      path.push_back(*move);
      position.apply(*move);
    }
    const CallMark call_marker(block_, Stage::kObserve);
    const auto node = look->node(path, request.value("column", std::size_t{0}));
    if (!node) return {{"error", node.error()}};
    constexpr std::size_t kMost = 400;
    return {{"node", Json::parse(to_json(*look, *node, std::min(request.value("limit", kMost), kMost)))}};
  }

  SharedBlock& block_;
  RequestReader requests_;
  EventWriter events_;
  const WorkerSetup& setup_;
  std::shared_ptr<const host::Library> game_library_;
  std::shared_ptr<const host::Library> agent_library_;
  host::GamePtr game_;
  host::AgentPtr agent_;
  // The game that the agent has seen, valid if known_.
  bool known_ = false;
  std::string origin_;
  std::vector<Move> moves_;
  Player seat_ = 0;
  std::uint64_t seed_ = 0;
  std::optional<Position> position_;  // of the last search
  bool searched_ = false;
};

}  // namespace

void run_interactive(SharedBlock& block, const WorkerSetup& setup) {
  Interactive(block, setup).run();
}

Result<std::unique_ptr<InteractiveWorker>> InteractiveWorker::start(Watcher& watcher,
                                                                    const std::filesystem::path& executable,
                                                                    const WorkerSetup& setup) {
  const auto text = memory_file("ludex-setup", to_text(setup));
  if (!text) return Error{text.error()};
  auto worker = WorkerProcess::start(watcher, {executable, "interactive", text->get()});
  if (!worker) return Error{worker.error()};
  return std::unique_ptr<InteractiveWorker>(new InteractiveWorker(std::move(*worker)));
}

bool InteractiveWorker::ask(const std::string& request) {
  // A message longer than the ring would block until the worker reads, and the worker may be busy.
  constexpr std::size_t kLongest = kRequestCells * sizeof(Cell::payload) / 2;
  if (request.empty() || request.size() > kLongest) return false;
  Cell cell;
  cell.kind = CellKind::kAsk;
  cell.number = static_cast<std::uint32_t>(request.size());
  return worker_->requests().push(cell, request, true);
}

std::optional<InteractiveWorker::Event> InteractiveWorker::poll(bool killed) {
  EventReader& events = worker_->events();
  const auto nonsense = [&] {
    worker_->kill();
    return Event{"", Fault{Termination::kProtocol, "its process answered with nonsense"}};
  };
  while (true) {
    const bool dead = worker_->dead();  // read first: events written before a death count
    const auto state = events.state();
    if (state == EventReader::State::kCorrupt) return nonsense();
    if (state == EventReader::State::kEmpty) {
      // A worker publishes an answer at once, or as fast as the host reads it.
      constexpr std::int64_t kPatience = 10'000'000'000;
      if (!dead && begun_ && wall_clock_ns() - begun_ns_ > kPatience) return nonsense();
      if (!dead) return std::nullopt;
      const std::uint64_t call = worker_->block().call_marker.call.load(std::memory_order_acquire);
      return Event{"", death_of(*worker_, CallMarker::stage_of(call),
                                worker_->block().call_marker.ply.load(std::memory_order_relaxed), killed)};
    }
    if (!begun_) {
      begun_ = events.peek();
      begun_ns_ = wall_clock_ns();
      text_.clear();
      events.pop();
      if (begun_->number > kLongestText) return nonsense();
    } else if (!events.take_piece(text_, begun_->number)) {
      return nonsense();
    }
    if (text_.size() < begun_->number) continue;
    const Cell cell = *std::exchange(begun_, std::nullopt);
    if (cell.kind == CellKind::kBroken) {
      worker_->kill();
      return Event{"", Fault{Termination::kException, text_}};
    }
    if (cell.kind == CellKind::kAnswer) return Event{std::move(text_), std::nullopt};
    if (cell.kind != CellKind::kReady) return nonsense();
  }
}

}  // namespace ludex::arena::run
