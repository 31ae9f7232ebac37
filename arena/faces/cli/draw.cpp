// ludex draw: a position as text or as SVG for a paper.
#include <cstdio>
#include <memory>

#include <fmt/format.h>

#include "arena/faces/cli/commands.hpp"
#include "core/game/extensions.hpp"

namespace ludex::arena::cli {
namespace {

struct DrawOptions {
  std::string game;
  bool svg = false;
  StartOptions start;
};

void draw(Context& context, const DrawOptions& options) {
  const host::GamePtr game = context.game(options.game);
  const auto [origin, moves, position] = options.start.line(*game);
  if (!options.svg) {
    fmt::print("{}{}\n", position.drawing(), position.text());
    return;
  }
  const auto* const svg = find<Svg>(*game);
  if (svg == nullptr)
    throw Failure::usage(fmt::format("{} does not draw SVG; leave --svg out for text", options.game));
  StringSink sink;
  svg->draw_svg(position.state(), moves.empty() ? kNoMove : moves.back(), sink);
  std::fputs(sink.text().c_str(), stdout);
}

}  // namespace

void add_draw(CommandLine& app, Context& context) {
  const auto options = std::make_shared<DrawOptions>();
  CommandLine command = app.add_subcommand("draw", "Draw a position, as text or SVG, on standard output");
  command.add_option("GAME", options->game, kGameHelp).required();
  command.add_flag("--svg", options->svg, "Write SVG, with the last of --moves highlighted");
  options->start.add_to(command);
  command.callback([&context, options] { draw(context, *options); });
}

}  // namespace ludex::arena::cli
