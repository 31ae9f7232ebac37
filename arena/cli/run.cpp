#include "arena/cli/commands.hpp"
namespace ludex::arena::cli {
void add_run(CLI::App&, Context&) {}
}  // namespace ludex::arena::cli
