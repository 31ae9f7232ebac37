// Probes a plug-in in a child process first, so that one that aborts, hangs or is truncated cannot take the
// host down.
#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "arena/host/plugins/presets.hpp"
#include "core/abi/params.hpp"
#include "core/plugin/entry.hpp"

namespace ludex::arena::host {

// A plug-in's parameters and presets, usable without the plug-in: owns their texts.
class ParamSchema {
 public:
  ParamSchema() = default;
  explicit ParamSchema(std::span<const ParamSpec> specs, std::vector<Preset> presets = {});
  ParamSchema(const ParamSchema&) = delete;
  ParamSchema& operator=(const ParamSchema&) = delete;
  // Valid as long as this object.
  [[nodiscard]] std::span<const ParamSpec> specs() const noexcept { return specs_; }
  [[nodiscard]] std::span<const Preset> presets() const noexcept { return presets_; }

 private:
  std::deque<std::string> texts_;
  std::vector<ParamSpec> specs_;
  std::vector<Preset> presets_;
};

// Information on a plug-in file that is not loaded in this process.
struct PluginRecord {
  std::filesystem::path file;
  bool accepted = false;
  std::string refusal;  // the reason, if not accepted
  // No verdict: the machine could not examine the file now; `refusal` gives the reason.
  bool unexamined = false;
  PluginKind kind = PluginKind::kGame;
  std::string id;
  std::string version;
  std::string summary;
  std::string licence;
  std::string build;
  std::shared_ptr<const ParamSchema> parameters = std::make_shared<const ParamSchema>();
};

// Child side: loads the plug-in and writes the record as JSON to file descriptor 3. Returns the exit code.
// main() calls it for `ludex --probe-plugin FILE`.
int probe_in_this_process(const std::string& file);

// Host side: runs `prober --probe-plugin FILE`, for at most `time_limit_ns` of its own time (child.hpp), and
// judges the answer. Never fails: an error becomes the record's refusal. Thread-safe.
[[nodiscard]] PluginRecord probe(const std::filesystem::path& file, const std::filesystem::path& prober,
                                 std::int64_t time_limit_ns = 10'000'000'000);

// Caches records of accepted plug-ins between runs. A record is valid while path, modification time, size and
// inode of the plug-in and the host executable's own time stay the same. Failing to read or write the cache
// is no error.
class ProbeCache {
 public:
  // Reads the user's cache (files/user_cache.hpp); empty if there is none.
  explicit ProbeCache(const std::filesystem::path& prober);
  ~ProbeCache();
  ProbeCache(const ProbeCache&) = delete;
  ProbeCache& operator=(const ProbeCache&) = delete;

  [[nodiscard]] PluginRecord get(const std::filesystem::path& file);

 private:
  struct Content;
  std::filesystem::path prober_;
  std::unique_ptr<Content> content_;
};

}  // namespace ludex::arena::host
