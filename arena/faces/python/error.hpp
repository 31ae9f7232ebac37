// Errors for Python: ludex.Error with the library's message.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "core/util/result.hpp"

namespace ludex::python {

class Error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class T>
T value_or_throw(Result<T> result) {
  if (!result) throw Error(result.error());
  return std::move(*result);
}

}  // namespace ludex::python
