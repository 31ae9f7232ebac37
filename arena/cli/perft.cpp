// ludex perft: leaves of the game tree at a depth, counted in bulk at the last ply, or the last two, where
// the game can.
#include <memory>

#include <fmt/format.h>

#include "arena/cli/commands.hpp"
#include "arena/json/value.hpp"
#include "core/game/extensions.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::cli {
namespace {

class Perft {
 public:
  Perft(const Game& game, std::uint32_t depth)
      : game_(game),
        counter_(static_cast<const CountMoves*>(game.extension(CountMoves::kId))),
        replies_(static_cast<const CountReplies*>(game.extension(CountReplies::kId))),
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
  bool json = false;
  bool divide = false;
};

}  // namespace

void add_perft(CommandLine& app, Context& context) {
  CommandLine command = app.add_subcommand("perft", "Count the leaves of the game tree at a depth");
  const auto options = std::make_shared<PerftOptions>();
  command.add_option("GAME", options->game, "id or id:param=value,...").required();
  command.add_option("DEPTH", options->depth, "Plies").required().range(0, 1000);
  options->start.add_to(command);
  command.add_flag("--divide", options->divide, "Also the count below each move");
  command.add_flag("--json", options->json, "One JSON document");
  command.callback([&context, options] {
    const auto& [text, depth, start, json, divide] = *options;
    const GamePtr game = context.sound_game(text);
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
  });
}

}  // namespace ludex::arena::cli
