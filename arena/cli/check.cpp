// ludex check: would this host take that plug-in? Also plays a few random walks of a game. Or, with --engine:
// does somebody else's engine keep to its protocol?
#include <memory>

#include <fmt/format.h>

#include "arena/cli/commands.hpp"
#include "arena/cli/interrupt.hpp"
#include "core/agent/study.hpp"

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

void check_plugin(Context& context, const std::string& file) {
  if (!std::filesystem::exists(file)) throw Failure::usage(fmt::format("{}: no such file", file));
  const auto path = std::filesystem::absolute(file);
  const PluginRecord record = probe(path, SearchPath::standard({}).prober);
  if (record.unexamined) throw Failure::system(fmt::format("{}: {}", file, record.refusal));
  if (!record.accepted) {
    fmt::print("refused: {}\n  {}\n", path.string(), record.refusal);
    context.exit_code = kRefused;
    return;
  }
  fmt::print("accepted: {} {} {}: {}\n  built by {}\n", to_text(record.kind), record.id, record.version,
             record.summary, record.build);
  if (record.kind != PluginKind::kGame) return;
  const auto library = Library::load(path);
  if (!library) throw Failure::plugin(library.error());
  const auto game = (*library)->make_game({});
  if (!game) throw Failure::plugin(game.error());
  if (const std::string broken = check_walks(**game); !broken.empty()) {
    fmt::print("contract broken: {}\n", broken);
    context.exit_code = kRefused;
  } else {
    fmt::print("  {} random games keep the contract\n", kWalks);
  }
}

// The run itself is the bridge's: it knows the protocol.
void check_engine(Context& context, const std::string& engine, const std::string& protocol,
                  const std::string& game_text) {
  const GamePtr game = context.game(game_text);
  const auto blank = engine.find(' ');
  Component bridge;
  bridge.id = protocol == "gtp" ? "gtp-engine" : "uci-engine";
  bridge.settings = {{"command", engine.substr(0, blank)},
                     {"args", blank == std::string::npos ? "" : engine.substr(blank + 1)}};
  if (protocol == "usi") bridge.settings.emplace_back("protocol", "usi");
  const auto library = context.library(PluginKind::kAgent, bridge.id);
  if (const auto fits = library->supports(*game); !fits)
    throw Failure::usage(
        fmt::format("'{}' cannot be played over {}: it {}", game_text, protocol, fits.error()));
  const auto agent = context.registry().make_agent(bridge);
  if (!agent) throw Failure::usage(agent.error());
  const auto* study = static_cast<const Study*>((*agent)->extension(Study::kId));
  if (study == nullptr) throw Failure::usage(fmt::format("'{}' cannot check engines", bridge.id));
  const Interrupt interrupt;
  StringSink report;
  StringSink error;
  const Status status = const_cast<Study*>(study)->run("conformance", game.get(), nullptr, 0, nullptr, 0,
                                                       interrupt.flag(), report, error);
  fmt::print("{}", report.text());
  if (status != Status::kOk) throw Failure::answered(status, error.take());
  if (!report.text().ends_with("passed\n")) context.exit_code = kRefused;
}

}  // namespace

void add_check(CommandLine& app, Context& context) {
  struct Options {
    std::string target;
    std::string engine;
    std::string protocol = "uci";
  };
  CommandLine command = app.add_subcommand(
      "check", "Check whether a plug-in file is accepted and keeps the contract, or an engine its protocol");
  const auto options = std::make_shared<Options>();
  command.add_option("PLUGIN.so|GAME", options->target, "The file; with --engine, the game").required();
  const Option engine =
      command.add_option("--engine", options->engine, "Check this command, \"PROGRAM ARGUMENTS\"");
  command.add_option("--protocol", options->protocol, "What the engine speaks")
      .one_of({"uci", "usi", "gtp"})
      .needs(engine)
      .show_default();
  command.callback([&context, options] {
    if (options->engine.empty()) {
      check_plugin(context, options->target);
    } else {
      check_engine(context, options->engine, options->protocol, options->target);
    }
  });
}

}  // namespace ludex::arena::cli
