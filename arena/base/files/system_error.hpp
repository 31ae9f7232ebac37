#pragma once

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>

#include "core/util/result.hpp"

namespace ludex::arena {

// The error of a system call that has just failed, by errno: "WHAT: No such file or directory".
inline Error system_error(std::string_view what) {
  return {std::string(what) + ": " + std::strerror(errno)};
}

}  // namespace ludex::arena
