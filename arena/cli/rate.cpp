#include "arena/cli/commands.hpp"

namespace ludex::arena::cli {

void add_rate(CLI::App& app, Context& context) {
  static_cast<void>(context);
  app.add_subcommand("rate", "ratings from game logs");
}

}  // namespace ludex::arena::cli
