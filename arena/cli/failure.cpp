#include "arena/cli/failure.hpp"

#include <cstdio>

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
  std::fprintf(stderr, "ludex: %s\n", message.c_str());
}

}  // namespace ludex::arena::cli
