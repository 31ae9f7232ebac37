// ludex.Agent: searches and their results.
#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <optional>

#include <fmt/format.h>
#include <oneapi/tbb/task_arena.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arena/faces/python/error.hpp"
#include "arena/faces/python/interrupt.hpp"
#include "arena/faces/python/objects.hpp"
#include "arena/faces/python/session.hpp"
#include "arena/host/analysis/sampled_lines.hpp"
#include "arena/host/analysis/search.hpp"
#include "arena/model/search_limits.hpp"
#include "core/contract/report_check.hpp"
#include "core/util/clock.hpp"

namespace ludex::python {
namespace {

namespace py = pybind11;

using arena::SearchLimits;

// Throws Error if a limit is out of range.
void check_range(const SearchLimits& limits) {
  const auto in_range = [](double s) { return s >= 0 && s <= SearchLimits::kMostSeconds; };
  if (!in_range(limits.seconds) || !in_range(limits.cpu_seconds))
    throw Error("seconds and cpu_seconds: expected 0 (no limit) to 1e7");
  if (limits.threads < 1 || limits.threads > SearchLimits::kMostThreads)
    throw Error(fmt::format("threads is {}, expected 1 to {}", limits.threads, SearchLimits::kMostThreads));
}

// The results of a search.
struct Findings {
  PositionRef position;
  SearchReport report{};
  std::vector<RootMove> root;
  ReportFlaws flaws;
  double cpu_seconds = 0;
  double wall_seconds = 0;
  std::optional<arena::host::SampledLines> lines;  // on which a proven answer was tried
};
using FindingsRef = std::shared_ptr<Findings>;

struct ChildObject : MoveObject {
  RootMove found{};
};
struct ChoiceObject : MoveObject {
  FindingsRef findings;
};

class AgentObject {
 public:
  AgentObject(std::shared_ptr<const arena::host::Library> library, arena::host::AgentPtr agent,
              std::string text)
      : library_(std::move(library)), agent_(std::move(agent)), text_(std::move(text)) {}
  ~AgentObject() {
    const py::gil_scoped_release release;  // its threads or Python code may need the GIL
    agent_.reset();
  }
  AgentObject(const AgentObject&) = delete;
  AgentObject& operator=(const AgentObject&) = delete;

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  [[nodiscard]] std::string refusal(const Game& game) const {
    const auto fits = library_->supports(game);
    return fits ? "" : fits.error();
  }
  // Runs search(agent, state, budget, report, error) -> Status without the GIL, and then `more`.
  using More = std::function<Status(Agent&, const Budget&, Findings&, TextSink& error)>;
  template <class Search>
  FindingsRef ask(const PositionRef& position, std::uint64_t seed, const SearchLimits& limits,
                  const Search& search, const More& more = {}) {
    const Game& game = position->game();
    if (position->position().over())
      throw Error("the game is over in this position: there is nothing to search");
    auto findings = std::make_shared<Findings>();
    findings->position = position;
    findings->root.resize(game.traits().max_moves);
    findings->report = SearchReport::empty(findings->root.data(), game.traits().max_moves);
    Interrupt interrupt;
    check_range(limits);
    const Budget budget = limits.budget(0, interrupt.flag());
    StringSink error;
    Status status = Status::kOk;
    std::string refused;
    {
      const py::gil_scoped_release release;
      const std::scoped_lock lock(mutex_);
      running_ = &interrupt;
      refused = refusal(game);
      // In an arena, this thread may use the host's threads like the main thread.
      tbb::task_arena arena;
      if (refused.empty())
        arena.execute([&] {
          game_ = position->handle();
          status = agent_->new_game(&game, position->position().to_move(), seed, error);
          if (status != Status::kOk) return;
          const std::int64_t cpu = process_cpu_ns();
          const std::int64_t wall = wall_clock_ns();
          status = search(*agent_, position->position().state(), budget, findings->report, error);
          findings->cpu_seconds = static_cast<double>(process_cpu_ns() - cpu) * 1e-9;
          findings->wall_seconds = static_cast<double>(wall_clock_ns() - wall) * 1e-9;
          findings->flaws = check_report(findings->report, findings->root.data(), game.traits().max_moves);
          if (status == Status::kOk && more) status = more(*agent_, budget, *findings, error);
        });
      running_ = nullptr;
    }
    interrupt.check();
    if (!refused.empty()) throw Error(fmt::format("agent '{}' cannot play this game: it {}", text_, refused));
    if (status != Status::kOk) throw Error(fmt::format("agent '{}': {}", text_, error.text()));
    warn_of_flaws(*findings);
    return findings;
  }
  // From any thread: ends the running search soon, if there is one.
  void stop() noexcept {
    if (Interrupt* const running = running_.load()) running->request();
  }

 private:
  void warn_of_flaws(const Findings& findings) const {
    if (!findings.flaws.any()) return;
    const std::string text = fmt::format("agent '{}' reports impossible values of its search; omitted: {}",
                                         text_, findings.flaws.text());
    if (PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 2) != 0) throw py::error_already_set();
  }

  std::shared_ptr<const arena::host::Library> library_;
  GameRef game_;  // of the last new_game(): outlives the agent's use of it
  arena::host::AgentPtr agent_;
  std::string text_;
  std::mutex mutex_;
  std::atomic<Interrupt*> running_ = nullptr;
};

std::shared_ptr<AgentObject> make_agent(const std::string& text, const py::kwargs& settings) {
  const arena::host::Component component = component_of(text, settings);
  const py::gil_scoped_release release;
  Session& session = Session::get();
  arena::host::AgentPtr agent = session.make_agent(component);
  auto library = session.library(PluginKind::kAgent, component.id);
  std::string canonical = canonical_text(*library, component);
  return std::make_shared<AgentObject>(std::move(library), std::move(agent), std::move(canonical));
}

ChoiceObject choose(AgentObject& self, const PositionRef& position, std::uint64_t iterations,
                    std::uint64_t nodes, std::uint32_t depth, double seconds, double cpu_seconds,
                    std::uint32_t threads, std::uint32_t memory_mib, std::uint64_t seed) {
  SearchLimits limits{iterations, nodes, depth, seconds, cpu_seconds, threads, memory_mib};
  if (!limits.limited()) limits.cpu_seconds = 1;
  Move move = kNoMove;
  auto findings =
      self.ask(position, seed, limits,
               [&](Agent& agent, const State* state, const Budget& budget, SearchReport& report,
                   TextSink& error) { return agent.choose(state, &budget, &report, &move, error); });
  if (!position->position().is_legal(move))
    throw Error(fmt::format("agent '{}' answered with an illegal move", self.text()));
  return {{position, move}, std::move(findings)};
}

// Tries the answer of a search on whole games, as `ludex solve --lines`.
Status try_lines(Agent& agent, Goal goal, std::uint64_t count, std::uint64_t seed, const Budget& budget,
                 Findings& findings, TextSink& error) {
  Status status = Status::kOk;
  const arena::host::Prover prove = [&](const Position& position, Goal asked,
                                        Move& move) -> std::optional<bool> {
    arena::host::Search search(position.game());
    if (status == Status::kOk) status = agent.solve(position.state(), asked, &budget, &search.report, error);
    if (status != Status::kOk) return {};
    findings.flaws.add(check_report(search.report, search.root.data(), position.game().traits().max_moves));
    if (search.report.pv_size != 0) move = search.report.pv[0];
    return arena::host::answer_to(asked, search.report);
  };
  const Position& start = findings.position->position();
  const auto claims = arena::host::claims_of(start, goal, findings.report);
  if (claims.empty()) return status;
  findings.lines = arena::host::sample_lines(start, claims, count, seed, prove, [&](const auto&) {
    return status == Status::kOk && !stop_requested(budget.stop);
  });
  return status;
}

FindingsRef solve(AgentObject& self, const PositionRef& position, const std::string& goal,
                  std::uint64_t iterations, std::uint64_t nodes, std::uint32_t depth, double seconds,
                  double cpu_seconds, std::uint32_t threads, std::uint32_t memory_mib, std::uint64_t seed,
                  std::uint64_t lines) {
  const auto wanted = enum_from_text<Goal>(goal);
  if (!wanted) throw Error(fmt::format("goal is '{}', expected win, draw or value", goal));
  const GameTraits& traits = position->game().traits();
  if (lines != 0 && (traits.players != 2 || (traits.flags & kDeterministic) == 0))
    throw Error("lines needs a game of two players without chance");
  const SearchLimits limits{iterations, nodes, depth, seconds, cpu_seconds, threads, memory_mib};
  AgentObject::More more;
  if (lines != 0)
    more = [&](Agent& agent, const Budget& budget, Findings& findings, TextSink& error) {
      return try_lines(agent, *wanted, lines, seed, budget, findings, error);
    };
  FindingsRef findings = self.ask(
      position, seed, limits,
      [&](Agent& agent, const State* state, const Budget& budget, SearchReport& report, TextSink& error) {
        return agent.solve(state, *wanted, &budget, &report, error);
      },
      more);
  if (findings->lines && !findings->lines->contradiction.empty())
    throw Error(fmt::format("agent '{}' contradicts itself or the rules after these moves: {}", self.text(),
                            findings->lines->contradiction));
  return findings;
}

std::optional<double> value_of(const Findings& findings) {
  if (!has_value(findings.report)) return std::nullopt;
  return findings.report.value;
}

std::vector<MoveObject> variation(const Findings& findings) {
  std::vector<MoveObject> moves;
  PositionRef position = findings.position;
  for (std::uint32_t i = 0; i < findings.report.pv_size; ++i) {
    const Move move = findings.report.pv[i];
    if (position->position().over() || !position->position().is_legal(move)) break;
    moves.push_back({position, move});
    position = after(position, move);
  }
  return moves;
}

std::vector<ChildObject> children(const Findings& findings) {
  std::vector<ChildObject> list;
  for (std::uint32_t i = 0; i < findings.report.root_size; ++i) {
    const RootMove& found = findings.root[i];
    if (findings.position->position().is_legal(found.move))
      list.push_back({{findings.position, found.move}, found});
  }
  return list;
}

py::dict counters(const Findings& findings) {
  py::dict all;
  for (std::uint32_t i = 0; i < findings.report.counter_size; ++i)
    all[findings.report.counters[i].name] = findings.report.counters[i].value;
  return all;
}

std::string text_of(auto value) {
  return std::string(to_text(value));
}

// For a class whose objects have findings: get(self) -> const Findings&.
template <class Class, class Get>
void bind_findings(Class& bound, const Get& get) {
  using Self = typename Class::type;
  const auto add = [&](const char* name, auto what, const char* doc) {
    bound.def_property_readonly(
        name, [get, what](const Self& self) { return what(get(self)); }, doc);
  };
  add("value", &value_of,
      "Value of the position for the side to move, in `unit`; None if the agent reports none.");
  add(
      "unit", [](const Findings& f) { return text_of(f.report.value_unit); },
      "'expected' (result in -1..1), 'centi' (hundredths of the evaluation's unit), 'score' (the game's own) "
      "or 'none'.");
  add(
      "bound", [](const Findings& f) { return text_of(f.report.bound); },
      "'exact', 'lower' (the true value is no less), 'upper' (no more) or 'none'.");
  add(
      "outcome", [](const Findings& f) { return text_of(f.report.outcome); },
      "The proven result for the side to move: 'win', 'draw', 'loss' or 'unknown'.");
  add(
      "iterations", [](const Findings& f) { return f.report.iterations; },
      "Number of steps, as the algorithm counts them.");
  add(
      "nodes", [](const Findings& f) { return f.report.nodes; }, "Positions visited.");
  add(
      "depth", [](const Findings& f) { return f.report.depth; }, "In plies.");
  add(
      "tree_bytes", [](const Findings& f) { return f.report.tree_bytes; },
      "Memory of tree and tables at the end of the search.");
  add(
      "cpu_seconds", [](const Findings& f) { return f.cpu_seconds; },
      "CPU time of this process during the search.");
  add(
      "seconds", [](const Findings& f) { return f.wall_seconds; }, "Elapsed time.");
  add("pv", &variation,
      "The principal variation: a list of Move, each legal in the position that the moves before it reach.");
  add("children", &children, "The root's moves with their results: a list of Child, in the agent's order.");
  add("counters", &counters, "The algorithm's own counters by name.");
  add(
      "lines",
      [](const Findings& f) -> std::optional<std::map<std::string, std::uint64_t>> {
        if (!f.lines) return std::nullopt;
        return std::map<std::string, std::uint64_t>{{"kept", f.lines->kept},
                                                    {"open", f.lines->open},
                                                    {"plies", f.lines->plies},
                                                    {"proved", f.lines->proved}};
      },
      "Agent.solve with lines: how many games ended as proven ('kept') or were left open ('open'), their "
      "plies, and the positions\nproved on the way; None if nothing was proven.");
  add(
      "flaws", [](const Findings& f) { return f.flaws.text(); },
      "The impossible values of the report, which were omitted.");
}

constexpr const char* kBudgetDoc = R"(
iterations (steps as the algorithm counts them), nodes, depth (plies), seconds (elapsed), cpu_seconds: 0 is no limit; the first limit reached
ends the search. threads: how many it may use; memory_mib: for trees and tables, 0: the agent's default. The GIL is released; Ctrl-C stops
the search (KeyboardInterrupt).)";

}  // namespace

void bind_agents(py::module_& module) {
  py::class_<Findings, std::shared_ptr<Findings>> findings(module, "Findings",
                                                           "The results of a search of a position.");
  bind_findings(findings, [](const Findings& self) -> const Findings& { return self; });
  findings.def("__repr__", [](const Findings& self) {
    return fmt::format("<ludex.Findings outcome {}, {} nodes>", to_text(self.report.outcome),
                       self.report.nodes);
  });

  py::class_<ChoiceObject, MoveObject> choice(
      module, "Choice", "The Move that a search chose, with the results of the search.");
  bind_findings(choice, [](const ChoiceObject& self) -> const Findings& { return *self.findings; });
  choice.def_property_readonly(
      "visits",
      [](const ChoiceObject& self) -> std::optional<std::uint64_t> {
        for (const ChildObject& child : children(*self.findings))
          if (child.move == self.move) return child.found.visits;
        return std::nullopt;
      },
      "Visits of the chosen move (or nodes below it); None if the agent does not report them.");

  py::class_<ChildObject, MoveObject>(module, "Child", "A Move with the results of its search.")
      .def_property_readonly(
          "visits", [](const ChildObject& self) { return self.found.visits; },
          "Visits of the move, or nodes spent below it.")
      .def_property_readonly(
          "value",
          [](const ChildObject& self) -> std::optional<double> {
            return self.found.bound == ValueBound::kNone ? std::nullopt : std::optional(self.found.value);
          },
          "Value for the side to move at the root, in the unit of the search; None: not known.")
      .def_property_readonly(
          "bound", [](const ChildObject& self) { return text_of(self.found.bound); }, "As Choice.bound.")
      .def_property_readonly(
          "outcome", [](const ChildObject& self) { return text_of(self.found.outcome); },
          "As Choice.outcome, for the side to move at the root.");

  py::class_<AgentObject, std::shared_ptr<AgentObject>>(module, "Agent", R"(
A search algorithm with its parameters, made by `ludex.agent()`. Several agents search in several threads at the same time; one agent
searches one position at a time (other threads wait).)")
      .def_property_readonly("text", &AgentObject::text,
                             "'uct:c=0.8': the id and the parameters that differ from their defaults.")
      .def(
          "supports",
          [](const AgentObject& self, const GameHandle& game) { return self.refusal(game.game()).empty(); },
          py::arg("game"), "Whether the agent can play this game.")
      .def("choose", &choose, py::arg("position"), py::kw_only(), py::arg("iterations") = 0,
           py::arg("nodes") = 0, py::arg("depth") = 0, py::arg("seconds") = 0, py::arg("cpu_seconds") = 0,
           py::arg("threads") = 1, py::arg("memory_mib") = 0, py::arg("seed") = 1,
           (std::string("Searches the position and chooses a move: a Choice. Each call is an independent "
                        "search (as `ludex analyze`): with\niterations, nodes or depth and one thread, the "
                        "same call has the same answer. Without a limit: 1 CPU second.") +
            kBudgetDoc)
               .c_str())
      .def(
          "solve", &solve, py::arg("position"), py::arg("goal") = "win", py::kw_only(),
          py::arg("iterations") = 0, py::arg("nodes") = 0, py::arg("depth") = 0, py::arg("seconds") = 0,
          py::arg("cpu_seconds") = 0, py::arg("threads") = 1, py::arg("memory_mib") = 0, py::arg("seed") = 1,
          py::arg("lines") = 0,
          (std::string(
               "Tries to prove a goal, 'win', 'draw' or 'value', for the side to move: Findings, whose "
               "`outcome` is 'unknown' if the\nbudget ran out. Error: the agent cannot solve positions.\n"
               "lines: checks a proven answer on this many games to the end. The agent proves every move for "
               "the side that the answer\nfavours, each with the budget; its opponent's are random. Error: a "
               "game ended otherwise.") +
           kBudgetDoc)
              .c_str())
      .def("stop", &AgentObject::stop, "Call it from another thread: a running search then returns soon.")
      .def("__repr__", [](const AgentObject& self) { return fmt::format("<ludex.Agent {}>", self.text()); })
      .def("__reduce__", [](const AgentObject& self) {
        return py::make_tuple(py::module_::import("ludex").attr("agent"), py::make_tuple(self.text()));
      });
  module.def("agent", &make_agent, py::arg("text"), R"(
agent(id, **parameters) -> Agent. An agent by its id, such as 'uct' or 'uct:c=0.8'; `ludex describe ID` lists the parameters.
Error: there is no agent of that name, a parameter is unknown or out of range, or the plug-in is refused.)");
}

}  // namespace ludex::python
