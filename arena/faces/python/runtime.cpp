// Agents written in Python: the runtime for agents/python, which opens this module in worker processes. There
// it starts an interpreter; inside Python it uses the running one.
#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arena/faces/python/error.hpp"
#include "arena/faces/python/interpreter.hpp"
#include "arena/faces/python/objects.hpp"
#include "arena/faces/python/session.hpp"
#include "core/agent/agent_shell.hpp"
#include "core/agent/budget.hpp"

namespace ludex::python {
namespace {

namespace py = pybind11;
namespace fs = std::filesystem;

// The budget during choose(); unusable afterwards.
class BudgetObject {
 public:
  explicit BudgetObject(const Budget& budget) : budget_(budget), meter_(budget) {}

  [[nodiscard]] const Budget& limits() const noexcept { return budget_; }
  [[nodiscard]] BudgetMeter& meter() {
    if (ended_) throw Error("this budget belongs to an earlier move and no longer counts");
    return meter_;
  }
  [[nodiscard]] const BudgetMeter& counted() const noexcept { return meter_; }
  void end() noexcept { ended_ = true; }

 private:
  Budget budget_;
  BudgetMeter meter_;
  bool ended_ = false;
};

double seconds(std::int64_t ns) {
  return static_cast<double>(ns) * 1e-9;
}

// The interpreter for agents: that of LUDEX_PYTHON or of an active virtual environment, or the one that Ludex
// was built for.
std::string interpreter() {
  if (const char* const given = std::getenv("LUDEX_PYTHON"); given != nullptr && *given != '\0') return given;
  if (const char* const venv = std::getenv("VIRTUAL_ENV"); venv != nullptr && *venv != '\0') {
    const fs::path path = fs::path(venv) / "bin" / "python3";
    std::error_code error;
    if (fs::exists(path, error)) return path.string();
  }
  return LUDEX_PYTHON_EXECUTABLE;
}

void start_interpreter() {
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  config.install_signal_handlers = 0;
  config.parse_argv = 0;
  config.write_bytecode = 0;
  config.buffered_stdio = 0;
  // Gives sets and dictionaries of texts the same order every time.
  config.use_hash_seed = 1;
  config.hash_seed = 0;
  PyStatus status = PyConfig_SetBytesString(&config, &config.program_name, interpreter().c_str());
  if (PyStatus_Exception(status) == 0) status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (PyStatus_Exception(status) != 0)
    throw std::runtime_error(std::string("Python cannot be started: ") +
                             (status.err_msg != nullptr ? status.err_msg : "?"));
  PyEval_SaveThread();  // each call takes the GIL from now on
}

// Imports the package that this module belongs to.
py::object helpers() {
  const py::list path = py::module_::import("sys").attr("path");
  const std::string own = package_folder().parent_path().string();
  if (!path.contains(own)) path.attr("insert")(0, own);
  return py::module_::import("ludex._agents");
}

class PythonAgent {
 public:
  using Offers = Extensions<ObservesMoves>;
  static constexpr PluginInfo kInfo{"python", "1.0.0", "an agent written in Python", "MIT"};
  // Checked by the plug-in (agents/python), which has the same three parameters.
  static std::span<const ParamSpec> parameters() {
    static const std::array specs{params::text("file", "", ""), params::text("class", "", ""),
                                  params::text("args", "", "")};
    return specs;
  }

  explicit PythonAgent(const ParamValues& values) {
    in_python([&] {
      agent_ = helpers().attr("make")(values.text("file"), values.text("class"), values.text("args"));
      new_game_ = optional("new_game");
      observe_ = optional("observe");
      choose_ = agent_.attr("choose");
    });
  }
  ~PythonAgent() {
    const py::gil_scoped_acquire gil;
    take_back();
    choose_ = observe_ = new_game_ = agent_ = py::object();
  }
  PythonAgent(const PythonAgent&) = delete;
  PythonAgent& operator=(const PythonAgent&) = delete;

  void new_game(const Game& game, Player seat, std::uint64_t seed) {
    take_back();
    game_ = std::make_shared<GameHandle>(game);
    root_capacity_ = game.traits().max_moves;
    in_python([&] {
      if (new_game_) new_game_(game_, seat, seed);
    });
  }
  void observe(const State* before, Move move) {
    if (!observe_) return;
    in_python([&] {
      const PositionRef position = lend(before);
      observe_(position, MoveObject{position, move});
    });
  }
  Move choose(const State* state, const Budget& budget, SearchReport& report) {
    return in_python([&] {
      const PositionRef position = lend(state);
      const auto allowance = std::make_shared<BudgetObject>(budget);
      const struct End {
        BudgetObject& budget;
        ~End() { budget.end(); }
      } end{*allowance};
      const py::object answer = choose_(position, allowance);
      report.iterations = allowance->counted().iterations();
      report.nodes = allowance->counted().nodes();
      if (!py::isinstance<py::tuple>(answer)) return read_move(position, answer);
      const auto pair = answer.cast<py::tuple>();
      if (pair.size() != 2 || !py::isinstance<py::dict>(pair[1]))
        throw py::type_error("choose() returned a tuple, expected a move, or (move, {'value': ...})");
      const Move move = read_move(position, pair[0]);
      read_report(position, pair[1].cast<py::dict>(), report);
      return move;
    });
  }

 private:
  [[nodiscard]] py::object optional(const char* name) const {
    return py::hasattr(agent_, name) ? py::object(agent_.attr(name)) : py::object();
  }
  void take_back() noexcept {
    if (game_ != nullptr) game_->take_back();
    game_.reset();
  }
  [[nodiscard]] PositionRef lend(const State* state) const {
    Position position(game_->game());
    game_->game().copy(position.state(), state);
    return std::make_shared<PositionObject>(game_, std::move(position));
  }

  // A text that is not a legal move is an illegal move for the referee, not an exception.
  static Move read_move(const PositionRef& position, const py::handle& move) {
    if (py::isinstance<MoveObject>(move)) return move.cast<const MoveObject&>().move;
    if (py::isinstance<py::str>(move)) {
      const auto parsed = position->position().parse_move(move.cast<std::string>());
      return parsed ? *parsed : kNoMove;
    }
    throw py::type_error(fmt::format("choose() returned {}, expected a ludex.Move or its text",
                                     std::string(py::str(py::type::handle_of(move).attr("__name__")))));
  }

  template <class E>
  static E read_enum(const char* key, const py::handle& value) {
    const auto text = value.cast<std::string>();
    if (const auto known = enum_from_text<E>(text)) return *known;
    std::string all;
    for (const std::string_view name : enum_texts(E{})) all.append(all.empty() ? "" : ", ").append(name);
    throw py::value_error(fmt::format("'{}' of the answer is '{}', expected one of {}", key, text, all));
  }
  static void read_report(const PositionRef& position, const py::dict& facts, SearchReport& report) {
    ValueUnit unit = ValueUnit::kExpected;
    if (facts.contains("unit")) unit = read_enum<ValueUnit>("unit", facts["unit"]);
    for (const auto& [name, value] : facts) {
      const auto key = name.cast<std::string>();
      if (key == "unit") continue;
      if (key == "value") {
        report.set_value(value.cast<double>(), unit);
      } else if (key == "outcome") {
        report.outcome = read_enum<Outcome>("outcome", value);
      } else if (key == "depth") {
        report.depth = value.cast<std::uint32_t>();
      } else if (key == "iterations") {
        report.iterations = value.cast<std::uint64_t>();
      } else if (key == "nodes") {
        report.nodes = value.cast<std::uint64_t>();
      } else if (key == "pv") {
        Position line = position->position();
        for (const py::handle& item : value) {
          const Move move = read_move(std::make_shared<PositionObject>(position->handle(), line), item);
          if (line.over() || !line.is_legal(move))
            throw py::value_error("'pv' of the answer holds a move that is not legal");
          report.add_pv(move);
          line.apply(move);
        }
      } else if (key == "children") {
        for (const py::handle& item : value) {
          const auto child = item.cast<py::tuple>();
          if (child.size() != 3)
            throw py::value_error("'children' of the answer: expected (move, visits, value) each");
          report.add_root({child[2].cast<double>(), child[1].cast<std::uint64_t>(),
                           read_move(position, child[0]), Outcome::kUnknown});
        }
      } else if (key == "counters") {
        for (const auto& [counter, number] : value.cast<py::dict>())
          report.add_counter(counter.cast<std::string>().c_str(), number.cast<double>());
      } else {
        throw py::value_error(fmt::format(
            "'{}' of the answer is not known; known: value, unit, outcome, iterations, nodes, depth, "
            "pv, children, counters",
            key));
      }
    }
  }

  py::object agent_, new_game_, observe_, choose_;
  std::shared_ptr<GameHandle> game_;
  std::uint32_t root_capacity_ = 0;
};

}  // namespace

Failure failure_of(py::error_already_set& error) {
  if (error.matches(PyExc_MemoryError)) return {Status::kOutOfMemory, "MemoryError"};
  try {
    return {Status::kException,
            py::str(helpers().attr("describe")(error.type(), error.value(), error.trace()))};
  } catch (py::error_already_set& worse) {
    return {Status::kException, "an exception that cannot be described"};
  }
}

bool start_python(TextSink& error) noexcept {
  try {
    if (Py_IsInitialized() == 0) start_interpreter();
    in_python([] { helpers(); });
    return true;
  } catch (const std::exception& e) {
    error.write(e.what());
    return false;
  }
}

void bind_budget(py::module_& module) {
  py::class_<BudgetObject, std::shared_ptr<BudgetObject>>(module, "Budget", R"(
How much an agent may spend on one move. The usual loop is `while budget.step(): ...`. Valid until choose() returns.)")
      .def(
          "step",
          [](BudgetObject& self, std::uint64_t nodes) {
            if (!self.meter().next_iteration()) return false;
            self.meter().count_nodes(nodes);
            return true;
          },
          py::arg("nodes") = 1, R"(
Returns whether another iteration may start; counts it, and the positions that it visits. The first is always granted. False when iterations, nodes
or time are used up, or when the host wants an answer soon.)")
      .def(
          "count_nodes", [](BudgetObject& self, std::uint64_t n) { self.meter().count_nodes(n); },
          py::arg("n") = 1, "Counts more positions visited, for budgets of nodes and for the log.")
      .def_property_readonly(
          "expired",
          [](BudgetObject& self) {
            const Budget& limits = self.limits();
            const BudgetMeter& counted = self.meter();
            return (limits.iterations != 0 && counted.iterations() >= limits.iterations) ||
                   (limits.nodes != 0 && counted.nodes() >= limits.nodes) || self.meter().out_of_time();
          },
          "Whether the budget is used up, for loops that call step() or count_nodes() elsewhere.")
      .def_property_readonly(
          "iterations", [](const BudgetObject& self) { return self.limits().iterations; },
          "Iterations allowed; 0: no limit.")
      .def_property_readonly(
          "nodes", [](const BudgetObject& self) { return self.limits().nodes; },
          "Nodes allowed; 0: no limit.")
      .def_property_readonly(
          "depth", [](const BudgetObject& self) { return self.limits().depth; },
          "Plies of iterative deepening; 0: no limit. The agent must check it itself.")
      .def_property_readonly(
          "seconds", [](const BudgetObject& self) { return seconds(self.limits().wall_ns); },
          "Elapsed time allowed; 0: no limit.")
      .def_property_readonly(
          "cpu_seconds", [](const BudgetObject& self) { return seconds(self.limits().cpu_ns); },
          "CPU time allowed; 0: no limit.")
      .def_property_readonly(
          "threads", [](const BudgetObject& self) { return self.limits().threads; },
          "Threads the agent may use.")
      .def_property_readonly(
          "memory_mib", [](const BudgetObject& self) { return self.limits().memory_mib; },
          "MiB for trees and tables; 0: the agent decides.");
}

}  // namespace ludex::python

// The agents of this runtime, for agents/python; null and a message if Python cannot be started.
extern "C" __attribute__((visibility("default"))) const ludex::AgentFactory* ludex_python_agents(
    ludex::TextSink& error) {
  using namespace ludex;
  if (!python::start_python(error)) return nullptr;
  return static_cast<const AgentFactory*>(AgentShell<python::PythonAgent>::factory(AgentFactory::kInterface));
}
