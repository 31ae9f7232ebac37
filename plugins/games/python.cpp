#include "games/python/python.hpp"

#include "core/plugin/entry.hpp"

LUDEX_EXPORT_PLUGIN(::ludex::PluginKind::kGame, ludex::games::python::Python::kInfo,
                    &::ludex::games::python::PythonFactory::factory);
