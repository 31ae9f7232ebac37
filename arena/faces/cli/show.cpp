// ludex show: shows one game of a log, as text or as a drawing.
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/base/text/suggest.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/logged_games.hpp"
#include "arena/faces/cli/output.hpp"
#include "arena/faces/export/game_text.hpp"
#include "arena/results/log/log_reader.hpp"
#include "core/game/extensions.hpp"

namespace ludex::arena::cli {
namespace {

struct ShowOptions {
  std::string log;
  std::string which;
  std::string as;
  std::string out;
  std::uint32_t ply = 0;
  bool ply_given = false;
  bool svg = false;
  bool moves = false;
};

struct Found {
  GameRecord record;
  std::size_t number = 0;  // in the log, from 1
};

// Finds a game by number or id.
Found find(const std::string& file, const std::string& which) {
  const bool by_number = which.find_first_not_of("0123456789") == std::string::npos;
  std::optional<Found> found;
  std::size_t number = 0;
  std::vector<std::string> near;
  const auto torn = log::visit_log(file, [&](GameRecord&& record) -> Result<void> {
    ++number;
    if (!found && (by_number ? std::to_string(number) == which : record.id == which)) {
      found = Found{std::move(record), number};
    } else if (!by_number && !found) {
      near.push_back(record.id);
      if (near.size() > 200) near = by_distance(which, std::move(near), 20);
    }
    return {};
  });
  if (!torn) throw Failure::usage(torn.error());
  if (found) return *std::move(found);
  if (by_number)
    throw Failure::usage(fmt::format("{}: no game {}, expected a number from 1 to {}", file, which, number));
  const std::string hint = did_you_mean(which, near);
  throw Failure::usage(fmt::format("{}: no game '{}', expected an id or a number from 1 to {}{}", file, which,
                                   number, hint.empty() ? "" : "; " + hint));
}

std::string drawing(const exports::Replay& replay, std::size_t plies, const std::string& label) {
  const auto* const svg = ludex::find<Svg>(replay.start.game());
  if (svg == nullptr)
    throw Failure::usage(fmt::format("{} does not draw SVG; leave --svg out for text", label));
  const Position position = replay.after(plies);
  StringSink sink;
  svg->draw_svg(position.state(), plies == 0 ? kNoMove : replay.plies[plies - 1].move, sink);
  return sink.take();
}

void show_game(Context& context, const ShowOptions& options) {
  LoggedGames games(context, options.log, options.as);
  const auto [record, number] = find(games.file(), options.which);
  const auto played = exports::replay(games.game(record.game), record);
  if (!played) throw Failure::usage(fmt::format("{}: {}", games.file(), played.error()));
  const std::size_t all = played->plies.size();
  if (options.ply_given && options.ply > all) {
    throw Failure::usage(
        fmt::format("--ply: {}, expected 0 to {}, the length of game '{}'", options.ply, all, record.id));
  }
  const std::size_t plies = options.ply_given ? options.ply : all;
  if (options.svg) return write_file(options.out, drawing(*played, plies, record.game));
  std::string text = exports::game_head(record, *played, number) + "\n";
  if (options.moves) text += exports::move_table(record, *played) + "\n";
  if (plies != all) text += fmt::format("after ply {} of {}:\n", plies, all);
  write_file(options.out, text + exports::board_after(*played, plies));
}

}  // namespace

void add_show(CommandLine& app, Context& context) {
  const auto options = std::make_shared<ShowOptions>();
  CommandLine command = app.add_subcommand("show", "Show one game of a log: text, or a board as SVG");
  command.add_option("LOG", options->log, "A log (.jsonl), or the output folder of `ludex run`").required();
  command.add_option("GAME", options->which, "Its number in the log, from 1, or its id").required();
  command.add_option("--ply", options->ply, "The board after this many plies (default: the end)");
  command.add_flag("--moves", options->moves, "Also print value, depth, nodes and time of every move");
  command.add_flag("--svg", options->svg, "Write the board as SVG, with the last move highlighted");
  command
      .add_option("--as", options->as,
                  "Replay by the rules of this game (default: that of spec.yaml next to the log)")
      .type_name("GAME");
  command.add_option("--out", options->out, "File to write (default: standard output)").type_name("FILE");
  command.callback([&context, command, options] {
    options->ply_given = command.given("--ply");
    show_game(context, *options);
  });
}

}  // namespace ludex::arena::cli
