#include "arena/faces/cli/failure.hpp"

#include <cstdio>

#include <unistd.h>

#include "arena/base/text/shown.hpp"
#include "arena/faces/cli/colour.hpp"

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
    print_messages("ludex: " + shown(message) + "\n");
  } catch (...) {  // no memory
    std::fputs("ludex: out of memory\n", stderr);
  }
}

void print_messages(const std::string& lines) {
  std::fflush(stdout);
  std::fputs(Palette::of(STDERR_FILENO).messages(lines).c_str(), stderr);
}

}  // namespace ludex::arena::cli
