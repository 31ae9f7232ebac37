#include "arena/faces/cli/failure.hpp"

#include <cstdio>

#include <unistd.h>

#include "arena/base/text/shown.hpp"
#include "arena/faces/cli/colour.hpp"

namespace ludex::arena::cli {

ExitCode exit_code_of(const Failure& failure) noexcept {
  switch (failure.culprit()) {
    case Culprit::kUser:
      return kUsage;
    case Culprit::kMachine:
      return kInternal;
    case Culprit::kPlugin:
      return kRefused;
  }
  return kInternal;
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
