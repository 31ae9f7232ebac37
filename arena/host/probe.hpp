// Probing: a plug-in is first opened in a child process, so that one that aborts, hangs or is truncated
// cannot take the host down.
#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/abi/params.hpp"
#include "core/plugin/entry.hpp"

namespace ludex::arena {

// A plug-in's parameters without the plug-in: owns their texts.
class ParamSchema {
 public:
  ParamSchema() = default;
  explicit ParamSchema(std::span<const ParamSpec> specs);
  ParamSchema(const ParamSchema&) = delete;
  ParamSchema& operator=(const ParamSchema&) = delete;
  // Valid as long as this.
  [[nodiscard]] std::span<const ParamSpec> specs() const noexcept { return specs_; }

 private:
  std::deque<std::string> texts_;
  std::vector<ParamSpec> specs_;
};

// What is known of a plug-in file without having it loaded here.
struct PluginRecord {
  std::filesystem::path file;
  bool accepted = false;
  std::string refusal;  // why not, if not accepted
  // No verdict: the machine could not examine it now; `refusal` says why.
  bool unexamined = false;
  PluginKind kind = PluginKind::kGame;
  std::string id;
  std::string version;
  std::string summary;
  std::string licence;
  std::string build;
  std::shared_ptr<const ParamSchema> parameters = std::make_shared<const ParamSchema>();
};

// The child's side: loads the plug-in and writes the record as JSON to file descriptor 3. Returns the exit
// code. main() calls it for `ludex --probe-plugin FILE`.
int probe_in_this_process(const std::filesystem::path& file);

// The host's side: runs `prober --probe-plugin FILE` and judges the answer. Waits for its end at most
// `time_limit_ns` of its own time (child.hpp). Never fails: what goes wrong is the record's refusal.
// Thread-safe.
[[nodiscard]] PluginRecord probe(const std::filesystem::path& file, const std::filesystem::path& prober,
                                 std::int64_t time_limit_ns = 10'000'000'000);

// Records of accepted plug-ins kept between runs, valid while path, modification time, size and inode of the
// plug-in and the host executable's own time stay the same. A cache that cannot be read or written is no
// error.
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

}  // namespace ludex::arena
