#include "arena/run/worker/worker_main.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>

#include <fcntl.h>
#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/base/process/box.hpp"
#include "arena/base/process/confine_files.hpp"
#include "arena/base/process/limits.hpp"
#include "arena/base/process/namespaces.hpp"
#include "arena/host/plugins/services.hpp"
#include "arena/run/match/referee.hpp"
#include "arena/run/worker/interactive.hpp"
#include "arena/run/worker/left_by_agents.hpp"
#include "arena/run/worker/messages.hpp"
#include "arena/run/worker/watched.hpp"
#include "arena/run/worker/worker_setup.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::run {
namespace {

// Wakes a sleeping host at most this often, not after each of a thousand short games.
constexpr std::int64_t kWakeInterval = 200'000;
// Checks descriptors and threads at most this often; using up all descriptors takes longer.
constexpr std::int64_t kLookInterval = 100'000;

// A terminate handler can only use a global.
SharedBlock* g_block = nullptr;

void say(SharedBlock& block, std::string_view text) {
  const std::size_t size = std::min(text.size(), block.last_words.size());
  std::memcpy(block.last_words.data(), text.data(), size);
  block.last_words_size.store(static_cast<std::uint32_t>(size), std::memory_order_release);
}

[[noreturn]] void on_terminate() {
  if (const auto current = std::current_exception()) {
    try {
      std::rethrow_exception(current);
    } catch (const std::exception& e) {
      say(*g_block, *e.what() != '\0' ? e.what() : "an exception without text");
    } catch (...) {
      say(*g_block, "an exception of unknown type");
    }
  }
  std::abort();
}

class Worker {
 public:
  Worker(SharedBlock& block, WorkerSetup setup)
      : block_(block),
        requests_(block.requests),
        events_(block.events),
        setup_(std::move(setup)),
        game_libraries_(setup_.games.size()),
        games_(setup_.games.size()),
        agent_libraries_(setup_.agents.size()),
        agents_(setup_.agents.size()) {
    host::set_folders(setup_.folders);
    host::set_patience(setup_.start_ns, setup_.grace_ns);
  }

  [[noreturn]] void broken(const std::string& why) {
    Cell cell;
    cell.kind = CellKind::kBroken;
    const std::string_view text = std::string_view(why).substr(0, kMaxNote);
    cell.number = static_cast<std::uint32_t>(text.size());
    events_.push(cell, text, true);
    _exit(1);
  }

  // Answers a host whose referee asks an oracle in a worker of its own.
  [[noreturn]] void run_oracle() {
    if (!setup_.oracle) broken("there is no oracle");
    memory_limit_.set_for_agents(setup_.oracle->memory_mib);
    ready();
    while (true) {
      const Cell cell = next_request();
      if (cell.kind != CellKind::kAsk) continue;
      const auto request = cell.get<GameRequest>();
      const auto text = requests_.take_data(request.position_bytes);
      if (!text) _exit(1);
      const Game& rules = game(request.game);
      auto position = Position::from_text(rules, *text);
      if (!position) broken("position of the oracle: " + position.error());
      Oracle& own = *oracle();
      if (request.first[0].agent != 0) own.new_game(rules, request.game, request.first[0].seed);
      static_cast<void>(own.ask(*position, nullptr));
      events_.wake();
    }
  }

  [[nodiscard]] const WorkerSetup& setup() const noexcept { return setup_; }

  [[noreturn]] void run_shared() {
    if (const auto done = enter_box({.processes = kAnyProcesses}); !done) broken(done.error());
    ready();
    while (true) {
      const Cell cell = next_request();
      if (cell.kind == CellKind::kPlay) play(cell.get<GameRequest>());
    }
  }

  [[noreturn]] void run_dedicated(std::size_t agent) {
    const WorkerSetup::Agent& own = setup_.agents[agent];
    alone_ = true;
    // Limits the host's parallel_for, whose threads count.
    const std::uint32_t threads = own.budget.threads;
    std::optional<tbb::global_control> no_more;
    if (own.count_threads) no_more.emplace(tbb::global_control::max_allowed_parallelism, threads);
    const auto make_games = [&](bool sandboxed) {
      for (std::size_t i = 0; i < games_.size(); ++i) {
        if (setup_.games[i].sandboxed == sandboxed) static_cast<void>(game(i));
      }
    };
    make_games(false);
    if (own.sandbox) take_own_scratch(agent);
    // Enters the sandbox before any code of a stranger runs.
    memory_limit_.set_for_agents(own.memory_mib);
    if (const auto done = enter_box({.sandbox = own.sandbox,
                                     .scratch = setup_.folders.scratch,
                                     .readable = own.readable,
                                     .processes = own.processes,
                                     .threads = !own.count_threads || threads > 1 || own.processes != 0,
                                     .tasks = own.count_threads ? own.processes + threads : 0,
                                     .own_pids = getppid() == 0});
        !done)
      broken(done.error());
    make_games(true);
    ready();
    serve(agent);
  }

 private:
  struct Sitting {
    std::unique_ptr<InlineSeat> seat;
    std::uint64_t memory = 0;
  };

  // Gives each agent a private scratch folder that no other can read or change.
  void take_own_scratch(std::size_t agent) {
    const auto all = open_private_folder(setup_.folders.scratch);
    if (!all) broken(all.error());
    close(*all);
    setup_.folders.scratch += fmt::format("/agent-{}", agent + 1);
    host::set_folders(setup_.folders);
  }

  void ready() {
    Cell cell;
    cell.kind = CellKind::kReady;
    peak_ = peak_resident_bytes();
    events_.push(cell, true);
  }

  Cell next_request() {
    while (requests_.state() != RequestReader::State::kCell) {
      if (requests_.state() == RequestReader::State::kCorrupt) _exit(1);
      constexpr std::int64_t kSecond = 1'000'000'000;
      requests_.sleep(kSecond);
    }
    const Cell cell = requests_.peek();
    requests_.pop();
    return cell;
  }

  const Game& game(std::size_t index) {
    if (games_[index] == nullptr) {
      const auto& plugin = setup_.games[index];
      auto library = host::Library::load(plugin.file);
      if (!library) broken(plugin.file + ": " + library.error());
      auto made = (*library)->make_game(plugin.settings);
      if (!made) broken(plugin.file + ": " + made.error());
      game_libraries_[index] = std::move(*library);
      games_[index] = std::move(*made);
    }
    return *games_[index];
  }

  // Loads the plug-in under the call marker, because that runs the agent's code.
  Sitting& sitting(std::size_t index, std::size_t copy, std::uint32_t seat) {
    auto& copies = agents_[index];
    copies.reserve(kMaxPlayers);  // the addresses stay valid
    if (copies.size() <= copy) copies.resize(copy + 1);
    Sitting& sitting = copies[copy];
    if (sitting.seat != nullptr) return sitting;
    const auto& plugin = setup_.agents[index].plugin;
    enter_start(seat);
    if (agent_libraries_[index] == nullptr) {
      auto library = host::Library::load(plugin.file);
      if (!library) broken(plugin.file + ": " + library.error());
      agent_libraries_[index] = std::move(*library);
    }
    sitting.seat =
        std::make_unique<InlineSeat>(agent_libraries_[index], plugin.settings, setup_.grace_ns, alone_);
    leave_start();
    return sitting;
  }

  // Null if the specification has no oracle.
  Oracle* oracle() {
    if (!setup_.oracle || oracle_ != nullptr) return oracle_.get();
    const auto& plugin = setup_.oracle->plugin;
    auto library = host::Library::load(plugin.file);
    if (!library) broken(plugin.file + ": " + library.error());
    oracle_library_ = std::move(*library);
    auto agent = oracle_library_->make_agent(plugin.settings);
    if (!agent) broken("oracle: " + agent.error());
    oracle_ = std::make_unique<WatchedOracle>(block_, events_,
                                              InlineOracle(std::move(*agent), setup_.oracle->budget));
    return oracle_.get();
  }

  // CallMarker for an agent's code that runs outside its calls.
  void enter_start(std::uint32_t seat) { block_.call_marker.enter(Stage::kStart, seat, wall_clock_ns()); }
  void leave_start() { block_.call_marker.leave(); }

  // Releases the memory of agents that are not in this game.
  void seat_only(const PerSeat<SeatRequest>& seats) {
    for (std::size_t i = 0; i < agents_.size(); ++i) {
      const auto copies = static_cast<std::size_t>(std::count_if(
          seats.begin(), seats.end(), [&](const SeatRequest& seat) { return seat.agent == i; }));
      if (agents_[i].size() <= copies) continue;
      enter_start(kDepartingSeat);
      agents_[i].resize(copies);
      leave_start();
    }
  }

  // Contents of a game request. Missing settings are those of the set-up.
  struct Preparation {
    PerSeat<SeatRequest> seats;
    Opening opening;
    std::array<host::Settings, kMaxPlayers> settings;
    std::string dice;  // Match::dice
  };
  // `agent`: of all seats, if they have no numbers of their own.
  Preparation take_preparation(const GameRequest& request, std::optional<std::size_t> agent = {}) {
    Preparation preparation;
    if (request.players > 2) {
      const auto more = requests_.take_data(seats_size(request));
      if (!more) _exit(1);
      preparation.seats = unpack_seats(request, *more);
    } else {
      preparation.seats = unpack_seats(request, "");
    }
    std::size_t at = opening_size(request);
    std::size_t size = at + request.dice_bytes;
    for (const SeatRequest& seat : preparation.seats) size += seat.settings_bytes;
    const auto data = requests_.take_data(size);
    if (!data) _exit(1);
    preparation.opening = unpack_opening(request, std::string_view(*data).substr(0, at));
    for (std::size_t i = 0; i < preparation.seats.size(); ++i) {
      const SeatRequest& seat = preparation.seats[i];
      preparation.settings[i] =
          seat.settings_bytes == 0 ? setup_.agents[agent.value_or(seat.agent)].plugin.settings
                                   : unpack_settings(std::string_view(*data).substr(at, seat.settings_bytes));
      at += seat.settings_bytes;
    }
    preparation.dice = data->substr(at);
    return preparation;
  }

  // Sets the call marker, because the agent's destructor runs.
  void set_params(Sitting& sitting, std::uint32_t seat, const host::Settings& settings) {
    enter_start(seat);
    sitting.seat->set_params(settings);
    leave_start();
  }

  // Seats the agents of a game whose players differ from those of the game before.
  void reseat(const PerSeat<SeatRequest>& seats) {
    PerSeat<std::uint32_t> sorted;
    for (const SeatRequest& seat : seats) sorted.push_back(seat.agent);
    std::sort(sorted.begin(), sorted.end());
    if (sorted == seated_) return;
    seat_only(seats);
    std::uint64_t memory = 0;
    for (const SeatRequest& seat : seats) memory += setup_.agents[seat.agent].memory_mib;
    memory_limit_.set_for_agents(memory);
    seated_ = sorted;
    stray_.reset();
  }

  void play(const GameRequest& request) {
    const Preparation preparation = take_preparation(request);
    const PerSeat<SeatRequest>& table = preparation.seats;
    reseat(table);
    PerSeat<Sitting*> sittings;
    for (std::uint32_t seat = 0; seat < table.size(); ++seat) {
      std::size_t copy = 0;
      for (std::uint32_t i = 0; i < seat; ++i) copy += table[i].agent == table[seat].agent ? 1 : 0;
      sittings.push_back(&sitting(table[seat].agent, copy, seat));
    }
    Match match;
    std::array<std::optional<WatchedSeat>, kMaxPlayers> seats;
    bool single_threaded = true;
    for (std::uint32_t seat = 0; seat < table.size(); ++seat) {
      const WorkerSetup::Agent& own = setup_.agents[table[seat].agent];
      set_params(*sittings[seat], seat, preparation.settings[seat]);
      seats[seat].emplace(block_, events_, seat, *sittings[seat]->seat, own, sittings[seat]->memory, peak_);
      match.seats.push_back(&*seats[seat]);
      match.budgets.push_back(own.budget.to_budget(nullptr));
      match.clocks.push_back(SeatClock(own.budget.clock));
      match.seeds.push_back(table[seat].seed);
      single_threaded = single_threaded && own.budget.threads == 1;
    }
    match.game = &game(request.game);
    match.game_index = request.game;
    match.opening = &preparation.opening;
    match.dice = preparation.dice;
    match.grace_ns = setup_.grace_ns;
    match.oracle = oracle();
    match.adjudication = &setup_.adjudication;
    GameRecord record;
    set_players(record, table.size());
    // With threads in a budget, stray threads cannot be attributed.
    if (!stray_ && single_threaded) stray_.emplace();
    static_cast<void>(referee(match, record));
    const bool spent = std::any_of(seats.begin(), seats.begin() + table.size(),
                                   [](const auto& seat) { return seat->spent(); });
    tell_end(record.plies, spent);
  }

  void tell_end(std::uint64_t plies, bool leaving) {
    Cell end;
    end.kind = CellKind::kGameEnd;
    end.number = static_cast<std::uint32_t>(plies);
    const std::int64_t now = wall_clock_ns();
    bool stray = false;
    // These are system calls, too expensive for every short game.
    if (now - last_look_ > kLookInterval) {
      last_look_ = now;
      leaving = leaving || descriptors_.gone();
      stray = stray_ && stray_->found(now);
      if (stray || (stray_ && stray_->old(now))) stray_.reset();
    }
    end.flag = static_cast<std::uint8_t>((leaving ? kWorkerLeaves : 0) | (stray ? kStrayThreads : 0));
    const bool wake =
        leaving || requests_.state() == RequestReader::State::kEmpty || now - last_wake_ > kWakeInterval;
    if (wake) last_wake_ = now;
    events_.push(end, wake);
    if (leaving) _exit(0);
  }

  // Serves one seat for a referee in the host.
  [[noreturn]] void serve(std::size_t agent) {
    std::optional<Position> position;
    std::optional<WatchedSeat> seat;
    bool silent = false;  // the agent failed to observe: that fault, sent already, is the next answer
    std::vector<Move> legal;
    while (true) {
      const Cell cell = next_request();
      if (cell.kind == CellKind::kStart) {
        const auto request = cell.get<GameRequest>();
        const Preparation preparation = take_preparation(request, agent);
        const Opening& opening = preparation.opening;
        const auto& [seed, player, bytes] = preparation.seats[0];
        Sitting& own = sitting(agent, 0, player);
        set_params(own, player, preparation.settings[0]);
        seat.emplace(block_, events_, player, *own.seat, setup_.agents[agent], own.memory, peak_);
        const Game& rules = game(request.game);
        position = start_position(rules, opening);
        legal.resize(rules.traits().max_moves);
        silent = seat->start({&rules, request.game, player, seed, &opening}).has_value();
        if (!silent) tell(CellKind::kStarted);
        events_.wake();
      } else if (!position) {
        continue;
      } else if (cell.kind == CellKind::kObserve) {
        if (!silent) silent = seat->observe(*position, static_cast<Move>(cell.number)).has_value();
        position->apply(static_cast<Move>(cell.number));
      } else if (cell.kind == CellKind::kChoose) {
        MoveReport report;
        const auto clocks = cell.get<ClockMessage>();
        const MoveTime time{setup_.agents[agent].budget.to_budget(nullptr),
                            clocks.has_own != 0 ? &clocks.own : nullptr,
                            clocks.has_opponent != 0 ? &clocks.opponent : nullptr};
        if (!silent && !seat->choose(*position, time, report)) {
          // The agent observes its own move at once, so that a fault is known before the game continues.
          const auto end = legal.begin() + position->game().legal_moves(position->state(), legal.data());
          if (std::find(legal.begin(), end, report.move) != end) {
            const Position before = *position;
            if (!is_over(position->apply(report.move)))
              silent = seat->observe(before, report.move).has_value();
          }
          if (!silent) tell(CellKind::kStarted);
        }
        events_.wake();
      }
    }
  }

  void tell(CellKind kind) {
    Cell cell;
    cell.kind = kind;
    events_.push(cell, false);
  }

  SharedBlock& block_;
  RequestReader requests_;
  EventWriter events_;
  WorkerSetup setup_;
  MemoryLimit memory_limit_;
  std::vector<std::shared_ptr<const host::Library>> game_libraries_;
  std::vector<host::GamePtr> games_;
  std::vector<std::shared_ptr<const host::Library>> agent_libraries_;
  std::vector<std::vector<Sitting>> agents_;  // by agent and copy
  std::shared_ptr<const host::Library> oracle_library_;
  std::unique_ptr<WatchedOracle> oracle_;
  PerSeat<std::uint32_t> seated_;  // agents in ascending order
  std::uint64_t peak_ = 0;
  std::int64_t last_wake_ = 0;
  std::int64_t last_look_ = 0;
  std::optional<StrayTime> stray_;  // of the seated agents
  OwnDescriptors descriptors_;
  bool alone_ = false;  // the process has one agent
};

std::string read_setup(int fd) {
  struct stat info {};
  std::string text;
  if (fstat(fd, &info) != 0) return text;
  text.resize(static_cast<std::size_t>(info.st_size));
  // Other workers share the descriptor's offset.
  if (pread(fd, text.data(), text.size(), 0) != info.st_size) text.clear();
  return text;
}

}  // namespace

namespace {

constexpr int kBlockFd = 3;
constexpr int kSetupFd = 4;
constexpr std::string_view kBoxed = "boxed:";
constexpr std::string_view kKept = "kept:";
constexpr std::string_view kDedicated = "dedicated:";

// Enters the control groups whose doors (ControlGroup::doors) are the descriptors after the set-up's.
void enter_groups() noexcept {
  constexpr int kMost = 3;
  for (int door = kSetupFd + 1; door <= kSetupFd + kMost; ++door) {
    if (fcntl(door, F_GETFD) < 0) continue;
    if (write(door, "0", 1) != 1) _exit(1);
    close(door);
  }
}

// Continues as a child of the host in its own namespaces, and reports the new process ids to the host.
[[noreturn]] void move_into_namespaces(SharedBlock& block, std::string_view agent, Spaces spaces) {
  const auto made = enter_namespaces(std::filesystem::read_symlink("/proc/self/exe").string(),
                                     {"--worker", std::string(kDedicated) + std::string(agent), "0"}, spaces);
  if (!made) {
    say(block, made.error());
    _exit(1);
  }
  block.program.store(made->program, std::memory_order_relaxed);
  block.keeper.store(made->keeper, std::memory_order_release);
  _exit(0);
}

}  // namespace

void worker_main(std::string_view role, int parent) {
  tie_to_parent(parent);
  // The host judges faults; writing to a closed pipe or a full file is the writer's error.
  signal(SIGPIPE, SIG_IGN);
  // Batch systems and terminals signal all processes at once. Only the host may react: a worker that ended
  // first would look like a crashed agent.
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) signal(number, SIG_IGN);
  enter_groups();
  void* const memory = mmap(nullptr, sizeof(SharedBlock), PROT_READ | PROT_WRITE, MAP_SHARED, kBlockFd, 0);
  if (memory != MAP_FAILED && role.starts_with(kBoxed))
    move_into_namespaces(*static_cast<SharedBlock*>(memory), role.substr(kBoxed.size()), Spaces::kAll);
  if (memory != MAP_FAILED && role.starts_with(kKept))
    move_into_namespaces(*static_cast<SharedBlock*>(memory), role.substr(kKept.size()), Spaces::kProcesses);
  auto setup = worker_setup_from_text(read_setup(kSetupFd));
  close(kBlockFd);
  close(kSetupFd);
  if (memory == MAP_FAILED) _exit(1);
  g_block = static_cast<SharedBlock*>(memory);
  std::set_terminate(on_terminate);
  Worker worker(*g_block, setup ? std::move(*setup) : WorkerSetup{});
  if (!setup) worker.broken(setup.error());
  if (role == "interactive") run_interactive(*g_block, worker.setup());
  if (role == "shared") worker.run_shared();
  if (role == "oracle") worker.run_oracle();
  std::size_t agent = 0;
  if (role.starts_with(kDedicated)) {
    role.remove_prefix(kDedicated.size());
    const auto [rest, error] = std::from_chars(role.data(), role.data() + role.size(), agent);
    if (error == std::errc{} && rest == role.data() + role.size()) worker.run_dedicated(agent);
  }
  worker.broken("unknown role");
}

}  // namespace ludex::arena::run
