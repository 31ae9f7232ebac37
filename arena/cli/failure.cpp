#include "arena/cli/failure.hpp"

#include <cstdio>

#include <unistd.h>

#include "arena/cli/colour.hpp"
#include "arena/text/shown.hpp"

namespace ludex::arena::cli {

Failure Failure::answered(Status status, const std::string& message) {
  switch (status) {
    case Status::kInvalidArgument:
    case Status::kUnsupported:
      return usage(message);
    case Status::kOutOfMemory:
      return system(message);
    default:
      return plugin(message);
  }
}

Failure Failure::declined(Status status, const std::string& message) {
  return status == Status::kException ? usage(message) : answered(status, message);
}

void complain(const std::string& message) noexcept {
  try {
    std::fputs(Palette::of(STDERR_FILENO).messages("ludex: " + shown(message) + "\n").c_str(), stderr);
  } catch (...) {  // no memory
    std::fputs("ludex: out of memory\n", stderr);
  }
}

}  // namespace ludex::arena::cli
