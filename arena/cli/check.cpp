// ludex check: would this host take that plug-in? Also plays a few random walks of a game.
#include <memory>

#include <fmt/format.h>

#include "arena/cli/commands.hpp"

namespace ludex::arena::cli {
namespace {

constexpr int kWalks = 20;

// The promises of core/game/game.hpp that can be checked from outside; "" if all hold.
std::string check_walks(const Game& game) {
  Rng rng = Rng::seeded(1);
  for (int walk = 0; walk < kWalks; ++walk) {
    Position position(game);
    for (std::uint32_t ply = 0; !position.over(); ++ply) {
      if (ply > game.traits().max_plies) return fmt::format("a game went on after max_plies = {}", ply - 1);
      const auto moves = position.legal_moves();
      if (moves.empty()) return fmt::format("no legal move, but the game is not over: {}", position.text());
      const std::string text = position.text();
      const auto again = Position::from_text(game, text);
      if (!again) return fmt::format("position text is not read back: '{}': {}", text, again.error());
      if (again->text() != text) return fmt::format("position text is not canonical: '{}'", text);
      for (const Move move : moves) {
        const auto parsed = position.parse_move(position.move_text(move));
        if (!parsed || *parsed != move) {
          return fmt::format("move text '{}' is not read back in {}", position.move_text(move), text);
        }
      }
      position.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  return "";
}

}  // namespace

void add_check(CLI::App& app, Context& context) {
  auto* const command =
      app.add_subcommand("check", "Check whether a plug-in file is accepted and keeps the contract");
  const auto file = std::make_shared<std::string>();
  command->add_option("PLUGIN.so", *file, "The file")->required();
  command->callback([&context, file] {
    if (!std::filesystem::exists(*file)) throw UsageError(fmt::format("{}: no such file", *file));
    const auto path = std::filesystem::absolute(*file);
    const PluginRecord record = probe(path, SearchPath::standard({}).prober);
    if (!record.accepted) {
      fmt::print("refused: {}\n  {}\n", path.string(), record.refusal);
      context.exit_code = kRefused;
      return;
    }
    fmt::print("accepted: {} {} {}: {}\n  built by {}\n", to_text(record.kind), record.id, record.version,
               record.summary, record.build);
    if (record.kind != PluginKind::kGame) return;
    const auto library = Library::load(path);
    if (!library) throw UsageError(library.error());
    const auto game = (*library)->make_game({});
    if (!game) throw UsageError(game.error());
    if (const std::string broken = check_walks(**game); !broken.empty()) {
      fmt::print("contract broken: {}\n", broken);
      context.exit_code = kRefused;
    } else {
      fmt::print("  {} random games keep the contract\n", kWalks);
    }
  });
}

}  // namespace ludex::arena::cli
