// The interpreter in which agents and games written in Python run: the running one, or one that is started.
#pragma once

#include <new>
#include <optional>
#include <stdexcept>
#include <string>

#include <pybind11/pybind11.h>

#include "core/abi/text.hpp"
#include "core/abi/types.hpp"

namespace ludex::python {

// Starts Python if necessary and imports the package; false, and a message, if that is impossible.
[[nodiscard]] bool start_python(TextSink& error) noexcept;

// A Python exception's meaning for the host.
struct Failure {
  Status status;
  std::string text;
};
// With the GIL.
[[nodiscard]] Failure failure_of(pybind11::error_already_set& error);

// Calls body() with the GIL; converts a Python exception to a C++ one without Python objects.
template <class Body>
auto in_python(const Body& body) {
  std::optional<Failure> failed;
  {
    const pybind11::gil_scoped_acquire gil;
    try {
      return body();
    } catch (pybind11::error_already_set& error) {
      failed = failure_of(error);
    }
  }
  if (failed->status == Status::kOutOfMemory) throw std::bad_alloc();
  throw std::runtime_error(failed->text);
}

}  // namespace ludex::python
