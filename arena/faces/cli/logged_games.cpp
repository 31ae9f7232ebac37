#include "arena/faces/cli/logged_games.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "arena/faces/statistics/rate.hpp"

namespace ludex::arena::cli {
namespace {

std::string folder_of(const std::string& file) {
  const auto folder = std::filesystem::path(file).parent_path();
  return folder.empty() ? "." : folder.string();
}

std::string log_file(const std::string& log) {
  auto files = statistics::log_files({log});
  if (!files) throw Failure::usage(files.error());
  return files->front();
}

}  // namespace

LoggedGames::LoggedGames(Context& context, const std::string& log, std::string as)
    : context_(context),
      file_(log_file(log)),
      folder_(folder_of(file_)),
      as_(std::move(as)),
      labels_(folder_) {}

const Game& LoggedGames::game(const std::string& label) {
  const auto at = games_.find(label);
  if (at != games_.end()) return *at->second;
  if (!as_.empty()) return *games_.emplace(label, context_.game(as_)).first->second;
  const auto component = labels_.component(label);
  const auto unknown = [&](const std::string& why) {
    return Failure::usage(
        fmt::format("{}: the game of label '{}' is unknown: {}, and there is no spec.yaml next to the log; "
                    "give it with --as id:param=value,...",
                    file_, label, why));
  };
  if (!component) throw unknown(component.error());
  host::GamePtr made;
  try {
    made = context_.game(to_text(*component));
  } catch (const Failure& failure) {
    if (failure.culprit() != Culprit::kUser || labels_.explains(label)) throw;
    throw unknown(failure.what());
  }
  return *games_.emplace(label, std::move(made)).first->second;
}

}  // namespace ludex::arena::cli
