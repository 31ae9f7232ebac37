#include "arena/cli/commands.hpp"

int main(int argc, char** argv) {
  using namespace ludex::arena::cli;
  CLI::App app{"Ludex: search algorithms against each other, over pluggable games"};
  app.require_subcommand(1);
  Context context;
  add_rate(app, context);
  CLI11_PARSE(app, argc, argv);
  return context.exit_code;
}
