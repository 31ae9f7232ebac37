// ludex._core: the C++ part of the package.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arena/faces/python/error.hpp"
#include "arena/faces/python/objects.hpp"
#include "arena/faces/python/session.hpp"

namespace py = pybind11;

PYBIND11_MODULE(_core, module) {
  using namespace ludex::python;
  module.doc() = "The C++ side of the package ludex. See help(ludex).";
  module.attr("version") = LUDEX_VERSION;
  module.attr("CHANCE") = kChanceSeat;
  py::register_exception<Error>(module, "Error", PyExc_ValueError).attr("__doc__") =
      "An error of Ludex: the reason and the expected input.";
  bind_games(module);
  bind_agents(module);
  bind_budget(module);
  bind_logs(module);
  bind_ratings(module);
  module.def(
      "executable", [] { return Session::get().executable().string(); }, R"(
The path of the executable `ludex`, which examines plug-ins and runs tournaments. Error: there is none.)");
  module.def("plugin_path", [] { return Session::get().plugin_path(); });
  module.def(
      "add_plugin_path", [](const std::string& folder) { Session::get().add_plugin_path(folder); },
      py::arg("folder"));
  module.def("plugins", [] {
    py::list list;
    for (const auto& record : Session::get().plugins()) {
      py::dict entry;
      entry["kind"] = std::string(ludex::to_text(record.kind));
      entry["id"] = record.id;
      entry["version"] = record.version;
      entry["summary"] = record.summary;
      entry["file"] = record.file.string();
      entry["accepted"] = record.accepted;
      entry["refusal"] = record.refusal;
      list.append(entry);
    }
    return list;
  });
  module.def("parameters", [](const std::string& kind, const std::string& id) {
    const auto wanted = ludex::enum_from_text<ludex::PluginKind>(kind);
    if (!wanted) throw Error("kind is '" + kind + "', expected game, agent or study");
    py::list list;
    for (const auto& spec : Session::get().library(*wanted, id)->parameters()) {
      py::dict entry;
      entry["name"] = spec.name;
      entry["default"] = spec.fallback;
      entry["expected"] = ludex::expected_text(spec);
      entry["doc"] = spec.doc;
      entry["source"] = spec.source;
      list.append(entry);
    }
    return list;
  });
}
