#include "arena/host/contract/game_gate.hpp"

#include <fmt/format.h>

#include "arena/base/files/sha256.hpp"
#include "arena/base/files/user_cache.hpp"
#include "arena/base/json/value.hpp"
#include "arena/host/contract/check.hpp"

namespace ludex::arena::host {
namespace {

using Json = json::Value;

constexpr const char* kCacheName = "contracts.json";
constexpr std::size_t kMostEntries = 2000;

// Verdicts by digest and parameters: the refusal, or "" for a game that keeps its promises.
class Verdicts {
 public:
  // Verdicts belong to one executable: another one may check other promises.
  explicit Verdicts(const std::filesystem::path& executable) {
    std::error_code error;
    const auto time = std::filesystem::last_write_time(executable, error);
    host_ = fmt::format("{}/{}", LUDEX_VERSION, time.time_since_epoch().count());
    Json json = Json::parse_if_valid(read_user_cache(kCacheName)).value_or(nullptr);
    if (json.is_object() && json.contains("host") && json["host"] == host_ && json.contains("games") &&
        json["games"].is_object())
      games_ = std::move(json["games"]);
  }
  [[nodiscard]] const Json* find(const std::string& key) const {
    const Json* const found = games_.find(key);
    return found == nullptr || !found->is_string() ? nullptr : found;
  }
  void keep(const std::string& key, const std::string& refusal) {
    if (games_.size() >= kMostEntries) games_ = Json::object();
    games_[key] = refusal;
    const Json json{{"host", host_}, {"games", games_}};
    write_user_cache(kCacheName, json.dump());
  }

 private:
  std::string host_;
  Json games_ = Json::object();
};

}  // namespace

Result<std::string> check_before_use(const Registry& registry, const Component& game, bool sandboxed) {
  const PluginRecord* const record = registry.record(PluginKind::kGame, game.id);
  if (record == nullptr) return std::string();
  CheckRequest request;
  request.file = record->file;
  request.sandboxed = sandboxed;
  request.settings = game.settings;
  request.level = CheckLevel::kBrief;
  request.another_process = false;

  const auto digest = sha256_of_file(request.file);
  const std::string key = digest ? *digest + " " + to_text(game) : "";
  Verdicts verdicts(registry.executable());
  if (const Json* known = key.empty() ? nullptr : verdicts.find(key)) return known->get<std::string>();

  const auto result = check_plugin(request, registry.executable());
  if (!result) return Error{result.error()};
  if (!result->refusal.empty()) return std::string();
  std::string refusal;
  if (const contract::Verdict* broken = result->first_broken(); broken != nullptr) {
    refusal = fmt::format(
        "game '{}' is refused, because it breaks its contract: {}`ludex check {}` reports details.",
        to_text(game), contract::to_text(*broken), request.file.string());
  }
  if (!key.empty() && !result->accident) verdicts.keep(key, refusal);
  return refusal;
}

}  // namespace ludex::arena::host
