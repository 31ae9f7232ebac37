// Makes the tree of a game from a description's file: chooses options, expands definitions and ranges.
#pragma once

#include <string>
#include <vector>

#include "core/util/result.hpp"
#include "games/lud/language/definitions.hpp"
#include "games/lud/language/options.hpp"
#include "games/lud/language/tree.hpp"

namespace ludex::games::lud {

struct Expanded {
  Tree game;
  Options options;
  std::vector<std::string> definitions;  // names that the text could have called, its own first
};

// `library` holds the definitions known to every description; those of the file take precedence. `choices`:
// "Heading/Item" or names of rule sets.
[[nodiscard]] Result<Expanded> expand(const Source& file, const Definitions& library,
                                      const std::vector<std::string>& choices, Sources& sources);

}  // namespace ludex::games::lud
