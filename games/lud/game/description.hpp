// A game made from a description: read, expanded, compiled.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/util/result.hpp"
#include "games/lud/compiler/compiler.hpp"
#include "games/lud/language/expand.hpp"

namespace ludex::games::lud {

struct Description {
  Sources sources;
  Expanded expanded;
  std::unique_ptr<Program> program;
  std::vector<std::byte> start;  // the first position
  // Problems of an unplayable description, each once with its place.
  std::vector<std::string> problems;
};

// Reads and compiles a text. Returns an error if the text cannot be read, expanded or parsed; unimplemented
// ludemes are among the problems. `definitions`: a folder of .def files, or an archive with them; empty:
// none.
[[nodiscard]] Result<std::shared_ptr<Description>> describe(std::string name, std::string text,
                                                            const std::string& definitions,
                                                            const std::vector<std::string>& options);

[[nodiscard]] Result<std::string> read_text(const std::string& path);
// The description "Hex" of an archive: its only member Hex.lud, or whose path ends with /Hex.lud.
[[nodiscard]] Result<std::string> read_from_library(const std::string& library, const std::string& name);

}  // namespace ludex::games::lud
