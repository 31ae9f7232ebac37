#include "arena/cli/commands.hpp"
namespace ludex::arena::cli {
void add_new(CLI::App&, Context&) {}
}  // namespace ludex::arena::cli
