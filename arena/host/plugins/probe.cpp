#include "arena/host/plugins/probe.hpp"

#include <array>
#include <cstring>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/base/files/user_cache.hpp"
#include "arena/base/json/value.hpp"
#include "arena/base/process/box.hpp"
#include "arena/base/process/child.hpp"
#include "arena/base/process/confine_files.hpp"
#include "arena/base/process/limits.hpp"
#include "arena/host/plugins/library.hpp"

namespace ludex::arena::host {
namespace {

using Json = json::Value;

Json to_json(const ParamSchema& schema) {
  Json list = Json::array();
  for (const ParamSpec& spec : schema.specs())
    list.push_back({spec.name, spec.fallback, spec.doc, spec.source, spec.choices, spec.min, spec.max,
                    static_cast<std::uint32_t>(spec.type), spec.reserved});
  return list;
}
Json presets_json(const ParamSchema& schema) {
  Json list = Json::array();
  for (const Preset& preset : schema.presets())
    list.push_back({preset.name, preset.doc, Json(preset.values)});
  return list;
}
std::vector<Preset> presets_from(const Json& list) {
  std::vector<Preset> presets;
  for (const Json& item : list) {
    Preset preset{item.at(0).get<std::string>(), item.at(1).get<std::string>(), {}};
    for (const Json& value : item.at(2))
      preset.values.emplace_back(value.at(0).get<std::string>(), value.at(1).get<std::string>());
    presets.push_back(std::move(preset));
  }
  return presets;
}
std::shared_ptr<const ParamSchema> schema_from(const Json& list, const Json& presets) {
  std::deque<std::string> texts;
  std::vector<ParamSpec> specs;
  const auto text = [&](const Json& json) { return texts.emplace_back(json.get<std::string>()).c_str(); };
  // JSON has no infinite numbers; such bounds are stored differently.
  const auto number = [](const Json& json, double infinite) {
    return json.is_number() ? json.get<double>() : infinite;
  };
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const Json& item : list) {
    const auto type = static_cast<ParamType>(item.at(7).get<std::uint32_t>());
    if (!in_range(type)) throw std::runtime_error("type of a parameter");
    specs.push_back({text(item.at(0)), text(item.at(1)), text(item.at(2)), text(item.at(3)), text(item.at(4)),
                     number(item.at(5), -kInfinity), number(item.at(6), kInfinity), type,
                     item.at(8).get<std::uint32_t>()});
  }
  return std::make_shared<const ParamSchema>(specs, presets_from(presets));
}

Json to_json(const PluginRecord& record) {
  return {{"accepted", record.accepted},
          {"parameters", to_json(*record.parameters)},
          {"presets", presets_json(*record.parameters)},
          {"refusal", record.refusal},
          {"kind", static_cast<std::uint32_t>(record.kind)},
          {"id", record.id},
          {"version", record.version},
          {"summary", record.summary},
          {"licence", record.licence},
          {"build", record.build}};
}

PluginRecord from_json(const Json& json, const std::filesystem::path& file) {
  PluginRecord record;
  record.file = file;
  record.accepted = json.at("accepted");
  record.parameters = schema_from(json.at("parameters"), json.at("presets"));
  record.refusal = json.at("refusal");
  record.kind = static_cast<PluginKind>(json.at("kind").get<std::uint32_t>());
  record.id = json.at("id");
  record.version = json.at("version");
  record.summary = json.at("summary");
  record.licence = json.at("licence");
  record.build = json.at("build");
  return record;
}

bool valid_id(std::string_view id) {
  return !id.empty() && id.size() <= 64 &&
         id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
}

// The reason why the loader could not take the file for a shared library; "" if it may be one.
std::string why_no_library(const std::filesystem::path& file) {
  constexpr const char* kExpected =
      "expected a plug-in, a shared library such as build/agent-NAME.so: `cmake --build` makes it from its "
      "source, and `ludex new` writes one to begin with";
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) return fmt::format("is a folder; {}", kExpected);
  constexpr std::string_view kElf =
      "\x7f"
      "ELF";
  std::array<char, kElf.size()> start{};
  std::ifstream in(file, std::ios::binary);
  // Whatever else is wrong with a file that cannot be read, the loader says it.
  if (!in) return "";
  in.read(start.data(), start.size());
  return std::string_view(start.data(), start.size()) == kElf
             ? ""
             : fmt::format("is not a shared library; {}", kExpected);
}

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

}  // namespace

ParamSchema::ParamSchema(std::span<const ParamSpec> specs, std::vector<Preset> presets)
    : presets_(std::move(presets)) {
  const auto keep = [this](const char* text) { return texts_.emplace_back(text).c_str(); };
  for (const ParamSpec& spec : specs)
    specs_.push_back({keep(spec.name), keep(spec.fallback), keep(spec.doc), keep(spec.source),
                      keep(spec.choices), spec.min, spec.max, spec.type, spec.reserved});
}

namespace {

// Writes the record and exits, skipping the destructors of an untrusted library.
[[noreturn]] void answer(const PluginRecord& record) {
  const std::string text = to_json(record).dump();
  const bool written =
      write(kAnswerDescriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  _exit(written ? 0 : 1);
}

}  // namespace

int probe_in_this_process(const std::string& file) {
  tie_to_reader(kAnswerDescriptor);
  PluginRecord record;
  // Constructors of an untrusted library may read any file, since required libraries may be anywhere, but can
  // send and change nothing. A kernel without these means is no fault of the plug-in: `mode: competition`
  // refuses to start there.
  if (landlock_version() > 0) {
    if (const auto sandboxed = enter_box({.sandbox = true, .readable = {"/"}, .calls = has_call_filters()});
        !sandboxed) {
      record.refusal = "sandbox: " + sandboxed.error();
      answer(record);
    }
  }
  if (const auto library = Library::load(file); !library) {
    record.refusal = library.error();
  } else {
    const PluginEntry& entry = (*library)->entry();
    record.kind = entry.kind;
    record.id = entry.id;
    record.version = entry.version;
    record.summary = entry.summary;
    record.licence = entry.licence;
    record.build = entry.build;
    record.parameters = std::make_shared<const ParamSchema>((*library)->parameters(), (*library)->presets());
    record.accepted = valid_id(record.id);
    if (!record.accepted) {
      record.refusal = fmt::format("id '{}' is not made of lower-case letters, digits and '-'", record.id);
    } else if (const auto defaults = ParamValues::resolve((*library)->parameters(), {}); !defaults) {
      record.accepted = false;
      record.refusal = defaults.error();
    }
  }
  answer(record);
}

PluginRecord probe(const std::filesystem::path& file, const std::filesystem::path& prober,
                   std::int64_t time_limit_ns) {
  PluginRecord record;
  record.file = file;
  if (record.refusal = why_no_library(file); !record.refusal.empty()) return record;
  const auto child = run_child(prober, {"--probe-plugin", file.string()}, time_limit_ns);
  if (!child) {
    record.unexamined = true;
    record.refusal = fmt::format("cannot be examined: {}", child.error());
    return record;
  }
  const auto& [in_time, starved, state, answer_text, noise_text] = *child;
  const std::string said = noise_text.empty() ? "" : fmt::format("; its output: {}", first_line(noise_text));
  if (starved) {
    record.unexamined = true;
    record.refusal = "cannot be examined: the machine is too busy";
  } else if (!in_time) {
    record.refusal = fmt::format("did not finish loading within {:g} s{}",
                                 static_cast<double>(time_limit_ns) * 1e-9, said);
  } else if (WIFSIGNALED(state)) {
    record.refusal = fmt::format("died while loading: signal {} ({}){}{}", WTERMSIG(state),
                                 strsignal(WTERMSIG(state)), stack_note(WTERMSIG(state)), said);
  } else if (WEXITSTATUS(state) != 0) {
    record.refusal = fmt::format("ended the process while loading: exit code {}{}", WEXITSTATUS(state), said);
  } else {
    try {
      return from_json(Json::parse(answer_text), file);
    } catch (const std::exception&) {
      record.refusal = fmt::format("gave no answer while loading{}", said);
    }
  }
  return record;
}

struct ProbeCache::Content {
  Json entries = Json::object();
  bool changed = false;
};

namespace {

// Identifies the file's version for the cache; empty if the file cannot be examined.
std::string stamp(const std::filesystem::path& file) {
  struct stat info {};
  if (stat(file.c_str(), &info) != 0) return "";
  return fmt::format("{}.{:09}/{}/{}", info.st_mtim.tv_sec, info.st_mtim.tv_nsec, info.st_size, info.st_ino);
}

constexpr const char* kCacheName = "probes.json";

}  // namespace

ProbeCache::ProbeCache(const std::filesystem::path& prober)
    : prober_(prober), content_(std::make_unique<Content>()) {
  const Json json = Json::parse_if_valid(read_user_cache(kCacheName)).value_or(nullptr);
  // A damaged cache is treated as empty.
  if (json.is_object() && json.contains("prober") && json["prober"] == stamp(prober_) &&
      json.contains("plugins") && json["plugins"].is_object())
    content_->entries = json["plugins"];
}

ProbeCache::~ProbeCache() {
  if (!content_->changed) return;
  const Json json{{"prober", stamp(prober_)}, {"plugins", content_->entries}};
  write_user_cache(kCacheName, json.dump());
}

PluginRecord ProbeCache::get(const std::filesystem::path& file) {
  const std::string now = stamp(file);
  const std::string key = file.string();
  if (!now.empty() && content_->entries.contains(key)) {
    try {
      const Json& entry = content_->entries.at(key);
      if (entry.at("stamp") == now) return from_json(entry.at("record"), file);
    } catch (const std::exception&) {  // malformed: probe again
    }
  }
  PluginRecord record = probe(file, prober_);
  // Refusals are not cached: the machine may lack a library that is installed later.
  if (!now.empty() && record.accepted) {
    content_->entries[key] = {{"stamp", now}, {"record", to_json(record)}};
    content_->changed = true;
  }
  return record;
}

}  // namespace ludex::arena::host
