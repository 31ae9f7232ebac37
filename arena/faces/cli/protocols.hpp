// An agent as an engine on any two streams; `ludex uci`, `ludex ugi` and `ludex gtp` use those of the
// process.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "arena/faces/cli/commands.hpp"
#include "core/game/engine_texts.hpp"

namespace ludex::arena::cli {

// Both return at the end of input or after `quit`, and throw Failure if the game or the agent cannot be made.
// The calling thread reads `in`; `agent` and `game` are as on the command line.
void serve_uci(Context& context, EngineProtocol protocol, const std::string& game, const std::string& agent,
               std::istream& in, std::ostream& out);

struct GtpOptions {
  std::string game;
  std::string agent;
  std::uint64_t seed = 1;
  BudgetOptions budget;
};
void serve_gtp(Context& context, const GtpOptions& options, std::istream& in, std::ostream& out);

}  // namespace ludex::arena::cli
