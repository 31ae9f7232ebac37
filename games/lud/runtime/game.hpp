// All that a generated game consists of, but for its own functions (hooks.hpp) and constants.
#pragma once

#include "games/lud/runtime/ask.hpp"
#include "games/lud/runtime/groups.hpp"
#include "games/lud/runtime/library.hpp"
#include "games/lud/runtime/loops.hpp"
#include "games/lud/runtime/ludemes.hpp"
#include "games/lud/runtime/sow.hpp"
#include "games/lud/runtime/threats.hpp"
