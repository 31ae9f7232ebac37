// Implements `--set key=value`: changes a specification before it is checked.
#pragma once

#include <string_view>

#include "arena/run/config/tree.hpp"

namespace ludex::arena::run {

// `text` is "dotted.key=value". Keys are those of the file; an element of a list is named by its `name` or
// `label` (else its `game` or `agent`), or by its index from 0. Creates missing maps. The value is YAML, so
// lists and maps can be given in flow style. All problems of the value, even later ones, name the source
// "--set TEXT".
void apply_override(Node& root, std::string_view text, Problems& problems);

}  // namespace ludex::arena::run
