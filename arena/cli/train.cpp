// ludex train: what a game learns its evaluation from (ludex.train/1).
#include <cstdio>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "arena/cli/commands.hpp"
#include "arena/cli/interrupt.hpp"
#include "core/abi/text.hpp"
#include "core/game/extensions.hpp"

namespace ludex::arena::cli {
namespace {

struct Options {
  std::string game;
  std::string folder;
  std::vector<std::string> settings;
};

class Printer final : public TextSink {
 public:
  void write(const char* text, std::size_t size) noexcept override {
    std::fwrite(text, 1, size, stdout);
    std::fflush(stdout);
  }
};

void train(Context& context, const Options& options) {
  const GamePtr game = context.game(options.game);
  const auto* const extension = static_cast<const Train*>(game->extension(Train::kId));
  if (extension == nullptr)
    throw UsageError(fmt::format("game '{}' does not learn (it lacks {})", options.game, Train::kId));
  std::vector<std::string> names, values;
  for (const std::string& setting : options.settings) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos) throw UsageError(fmt::format("'{}' is not key=value", setting));
    names.push_back(setting.substr(0, equals));
    values.push_back(setting.substr(equals + 1));
  }
  std::vector<ParamText> texts;
  for (std::size_t i = 0; i < names.size(); ++i) texts.push_back({names[i].c_str(), values[i].c_str()});
  std::error_code failed;
  std::filesystem::create_directories(options.folder, failed);
  if (failed)
    throw UsageError(fmt::format("cannot make the folder {}: {}", options.folder, failed.message()));
  const Interrupt interrupt;
  Printer progress;
  StringSink error;
  const Status status =
      extension->train(options.folder.c_str(), texts.data(), static_cast<std::uint32_t>(texts.size()),
                       interrupt.flag(), progress, error);
  if (interrupt.requested())
    context.exit_code = kInterrupted;
  else if (status != Status::kOk)
    throw UsageError(error.take());
}

}  // namespace

void add_train(CLI::App& app, Context& context) {
  const auto options = std::make_shared<Options>();
  auto* const command = app.add_subcommand("train", "Let a game learn its evaluation by games of its own");
  command->add_option("GAME", options->game, "id or id:param=value,...")->required();
  command->add_option("--out", options->folder, "Folder for games and weights; an earlier run goes on")
      ->required();
  command->add_option("--set", options->settings, "key=value");
  command->callback([&context, options] { train(context, *options); });
}

}  // namespace ludex::arena::cli
