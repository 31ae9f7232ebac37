// A command of `ludex` that reads its standard input to the end, as a script or another program drives it.
#pragma once

#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

#include "tests/support/command.hpp"

namespace ludex::tests {

// The command's standard output; its exit code is 0.
inline std::string session(const std::string& arguments, const std::string& input) {
  const TemporaryFolder folder;
  const std::string in = folder.write("in", input);
  const std::string out = folder.file("out");
  const std::string command =
      "'" LUDEX_BUILD_DIR "/ludex' " + arguments + " < '" + in + "' > '" + out + "' 2> /dev/null";
  REQUIRE(std::system(command.c_str()) == 0);
  return read_file(out);
}

}  // namespace ludex::tests
