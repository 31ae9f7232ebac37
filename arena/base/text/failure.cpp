#include "arena/base/text/failure.hpp"

namespace ludex::arena {

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

}  // namespace ludex::arena
