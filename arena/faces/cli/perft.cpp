// ludex perft: counts the leaves of the game tree at a depth, in bulk at the last one or two plies if the
// game can.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/base/formats/epd.hpp"
#include "arena/base/json/value.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/epd.hpp"
#include "arena/faces/cli/interrupt.hpp"
#include "core/game/extensions.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::cli {
namespace {

class Perft {
 public:
  Perft(const Game& game, std::uint32_t depth)
      : game_(game),
        counter_(find<CountMoves>(game)),
        replies_(find<CountReplies>(game)),
        states_(game.traits(), depth + 1),
        max_moves_(game.traits().max_moves),
        moves_(std::size_t{max_moves_} * (depth + 1)) {}

  std::uint64_t count(const State* state, std::uint32_t depth) {
    if (depth == 0) return 1;
    if (depth == 1 && counter_ != nullptr) return counter_->count_moves(state);
    if (depth == 2 && replies_ != nullptr) return replies_->count_replies(state);
    Move* const moves = moves_.data() + std::size_t{max_moves_} * depth;
    const std::uint32_t n = game_.legal_moves(state, moves);
    if (depth == 1) return n;
    std::uint64_t leaves = 0;
    State* const next = states_[depth - 1];
    for (std::uint32_t i = 0; i < n; ++i) {
      game_.copy(next, state);
      game_.apply(next, moves[i]);
      leaves += count(next, depth - 1);
    }
    return leaves;
  }

 private:
  const Game& game_;
  const CountMoves* counter_;
  const CountReplies* replies_;
  StateBuffer states_;
  std::uint32_t max_moves_;
  std::vector<Move> moves_;
};

struct PerftOptions {
  std::string game;
  std::uint32_t depth = 0;
  StartOptions start;
  std::string suite;
  bool strict = false;
  bool json = false;
  bool divide = false;
};

void one_perft(Context& context, const PerftOptions& options) {
  const auto& [text, depth, start, suite, strict, json, divide] = options;
  const host::GamePtr game = context.sound_game(text);
  const Position root = start.start(*game);
  Perft perft(*game, depth);
  json::Value parts = json::Value::object();
  std::uint64_t nodes = 0;
  const std::int64_t began = thread_cpu_ns();
  if (divide && depth > 0) {
    for (const Move move : root.legal_moves()) {
      Position next = root;
      next.apply(move);
      const std::uint64_t below = perft.count(next.state(), depth - 1);
      nodes += below;
      if (json) {
        parts[root.move_text(move)] = below;
      } else {
        fmt::print("{} {}\n", root.move_text(move), below);
      }
    }
  } else {
    nodes = perft.count(root.state(), depth);
  }
  const double seconds = static_cast<double>(thread_cpu_ns() - began) * 1e-9;
  if (json) {
    json::Value result{{"game", text}, {"depth", depth}, {"nodes", nodes}, {"cpu_seconds", seconds}};
    if (divide) result["divide"] = parts;
    fmt::print("{}\n", result.sorted_dump());
  } else {
    fmt::print("{} depth {}: {} nodes, {:.3f} s, {:.1f} M nodes/s\n", text, depth, nodes, seconds,
               static_cast<double>(nodes) / seconds * 1e-6);
  }
}

// A count from a line of the file: "D5 4865609".
struct Told {
  std::uint32_t depth;
  std::uint64_t nodes;
};

std::vector<Told> counts_told(const EpdEntry& entry, std::uint32_t most) {
  std::vector<Told> counts;
  for (const EpdOperation& one : epd_operations(entry.operations)) {
    if (one.opcode.size() < 2 || (one.opcode[0] != 'D' && one.opcode[0] != 'd')) continue;
    const auto depth = parse_unsigned(one.opcode.substr(1));
    const auto nodes = parse_unsigned(one.operands);
    if (depth && nodes && *depth <= most) counts.push_back({static_cast<std::uint32_t>(*depth), *nodes});
  }
  return counts;
}

// Checks every count of a file up to the depth. A difference is the fault of the rules or the file.
void perft_suite(Context& context, const PerftOptions& options) {
  const host::GamePtr game = context.sound_game(options.game);
  const EpdFile file = read_epd(*game, options.suite, options.strict);
  file.complain();
  Perft perft(*game, options.depth);
  json::Value rows = json::Value::array();
  std::uint64_t checked = 0;
  std::uint64_t different = 0;
  std::uint64_t nodes = 0;
  const Interrupt interrupt;
  const std::int64_t began = thread_cpu_ns();
  for (const EpdEntry& entry : file.entries) {
    for (const auto& [depth, told] : counts_told(entry, options.depth)) {
      if (interrupt.requested()) break;
      const std::uint64_t found = perft.count(entry.position.state(), depth);
      nodes += found;
      ++checked;
      different += found == told ? 0 : 1;
      if (options.json) {
        rows.push_back({{"id", entry.id}, {"depth", depth}, {"nodes", found}, {"told", told}});
      } else if (found != told) {
        fmt::print("{} depth {}: {} nodes, the file has {}\n", entry.id, depth, found, told);
      }
    }
  }
  const double seconds = static_cast<double>(thread_cpu_ns() - began) * 1e-9;
  if (checked == 0 && !interrupt.requested()) {
    throw Failure::usage(fmt::format("{}: no count up to depth {}, expected lines 'POSITION ;D1 20 ;D2 400'",
                                     options.suite, options.depth));
  }
  if (options.json) {
    fmt::print("{}\n", json::Value{{"game", options.game},
                                   {"counts", rows},
                                   {"checked", checked},
                                   {"different", different},
                                   {"nodes", nodes},
                                   {"cpu_seconds", seconds}}
                           .sorted_dump());
  } else {
    fmt::print("{}: {} of {} differ, {} of {}, {} nodes, {:.3f} s\n", options.game, different,
               plural(checked, "count"), file.entries.size(), plural(file.positions, "position"), nodes,
               seconds);
  }
  context.exit_code = interrupt.requested() ? kInterrupted : different > 0 ? kRefused : kDone;
}

}  // namespace

void add_perft(CommandLine& app, Context& context) {
  CommandLine command = app.add_subcommand("perft", "Count the leaves of the game tree at a depth");
  const auto options = std::make_shared<PerftOptions>();
  command.add_option("GAME", options->game, kGameHelp).required();
  command.add_option("DEPTH", options->depth, "Plies").required().range(0, 1000);
  options->start.add_to(command);
  command
      .add_option("--suite", options->suite,
                  "Check the counts of this file up to DEPTH; lines: POSITION ;D1 20 ;D2 400")
      .type_name("FILE");
  command.add_flag("--strict", options->strict, "Refuse a suite with a line that cannot be used");
  command.add_flag("--divide", options->divide, "Also print the count below each move");
  command.add_flag("--json", options->json, "One JSON document");
  command.callback([&context, options] {
    if (options->suite.empty()) return one_perft(context, *options);
    if (options->divide || !options->start.position.empty() || !options->start.moves.empty())
      throw Failure::usage("--suite: expected no --position, --moves or --divide");
    perft_suite(context, *options);
  });
}

}  // namespace ludex::arena::cli
