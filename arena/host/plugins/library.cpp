// Boost.DLL 1.74 with std::filesystem wants these two first.
#include <fstream>
#include <vector>
#define BOOST_DLL_USE_STD_FS
#include <algorithm>
#include <cstring>
#include <mutex>

#include <boost/dll/shared_library.hpp>
#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include "arena/host/plugins/library.hpp"
#include "arena/host/plugins/services.hpp"
#include "arena/host/plugins/standard_output.hpp"
#include "core/abi/text.hpp"

namespace ludex::arena::host {
namespace {

// Detects a truncated file by the section table at its end. The loader accepts such a file if it maps none of
// the missing part, or dies of SIGBUS later.
Result<void> check_whole(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  ElfW(Ehdr) header{};
  in.read(reinterpret_cast<char*>(&header), sizeof header);
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (!in || error || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return {};  // dlopen explains it
  const auto end = header.e_shoff + std::uint64_t{header.e_shnum} * header.e_shentsize;
  if (end > size) return Error{fmt::format("file is cut short: {} bytes, expected at least {}", size, end)};
  return {};
}

// Checks everything required before any pointer of the entry may be followed.
Result<void> pass_gate(const PluginEntry& entry) {
  if (entry.magic != kPluginMagic) {
    return Error{fmt::format("'{}' is not a Ludex plug-in entry (magic {:#018x}, expected {:#018x})",
                             kPluginSymbol, entry.magic, kPluginMagic)};
  }
  if (entry.abi_major != kAbiMajor) {
    return Error{fmt::format(
        "built for plug-in interface {}, this host has {}: rebuild the plug-in with this version's SDK",
        entry.abi_major, kAbiMajor)};
  }
  if (entry.struct_size != sizeof(PluginEntry)) {
    return Error{fmt::format("entry of {} bytes, expected {}", entry.struct_size, sizeof(PluginEntry))};
  }
  if (const auto item = abi::contradiction(entry.fingerprint_text, abi::kFingerprintText.view());
      !item.empty()) {
    return Error{fmt::format(
        "binary interface differs in {}\n  plug-in: {}\n  host:    {}\n  plug-in built by: {}",
        item.substr(0, item.find('=')), entry.fingerprint_text, abi::kFingerprintText.c_str(), entry.build)};
  }
  if (!in_range(entry.kind)) {
    return Error{fmt::format("kind {} is neither game (1) nor agent (2) nor study (3) nor transport (4)",
                             static_cast<std::uint32_t>(entry.kind))};
  }
  return {};
}

// Checks that the host can rely on the schema.
Result<void> check_schema(std::span<const ParamSpec> specs) {
  for (const ParamSpec& spec : specs) {
    for (const char* text : {spec.name, spec.fallback, spec.doc, spec.source, spec.choices})
      if (text == nullptr) return Error{"a text of the parameters is a null pointer, expected \"\""};
    if (!in_range(spec.type))
      return Error{fmt::format("parameter '{}' has type {}, expected 0 (bool) to {} (text)", spec.name,
                               static_cast<std::uint32_t>(spec.type), kEnumSize<ParamType> - 1)};
  }
  return {};
}

// Libraries are never closed: their objects, vtables and texts live until the process ends.
void keep_open(std::unique_ptr<boost::dll::shared_library> handle) {
  static std::mutex mutex;
  static auto& kept = *new std::vector<std::unique_ptr<boost::dll::shared_library>>;
  const std::scoped_lock lock(mutex);
  kept.push_back(std::move(handle));
}

struct Loaded {
  std::filesystem::path file;
  FileStamp stamp;
};
std::mutex loaded_mutex;
// Never destroyed, because it is used when the process ends.
std::vector<Loaded>& loaded() {
  static auto& list = *new std::vector<Loaded>;
  return list;
}

struct TextArguments {
  explicit TextArguments(const Settings& settings) {
    for (const auto& [name, value] : settings) texts.push_back({name.c_str(), value.c_str()});
  }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(texts.size()); }
  std::vector<ParamText> texts;
};

}  // namespace

Result<std::shared_ptr<const Library>> Library::load(const std::filesystem::path& file) {
  namespace dll = boost::dll;
  const FileStamp stamp = FileStamp::of(file);
  if (const auto whole = check_whole(file); !whole) return Error{whole.error()};
  const StandardOutputAside aside;
  // Never closed: objects, vtables and texts of a plug-in live until the process ends.
  std::unique_ptr<dll::shared_library> handle;
  try {
    handle =
        std::make_unique<dll::shared_library>(file, dll::load_mode::rtld_now | dll::load_mode::rtld_local);
  } catch (const std::exception& e) {
    return Error{e.what()};
  }
  if (!handle->has(kPluginSymbol)) {
    return Error{
        fmt::format("has no symbol '{}': not a Ludex plug-in (or LUDEX_GAME_PLUGIN / LUDEX_AGENT_PLUGIN / "
                    "LUDEX_STUDY_PLUGIN is missing)",
                    kPluginSymbol)};
  }
  auto library = std::shared_ptr<Library>(new Library);
  library->file_ = file;
  library->stamp_ = stamp;
  {
    const std::scoped_lock lock(loaded_mutex);
    loaded().push_back({file, stamp});
  }
  library->entry_ = &handle->get<const PluginEntry>(kPluginSymbol);
  const PluginEntry& entry = *library->entry_;
  keep_open(std::move(handle));

  if (auto gate = pass_gate(entry); !gate) return Error{gate.error()};
  if (const Status status = entry.init(&host_services()); status != Status::kOk) {
    return Error{fmt::format("init() answered {} ({})", to_text(status), static_cast<int>(status))};
  }
  library->initialised_ = true;
  std::uint32_t count = 0;
  const ParamSpec* specs = nullptr;
  const auto offer = [&]<class Interface>(const Interface*& found) -> Result<void> {
    found = static_cast<const Interface*>(entry.factory(Interface::kInterface));
    if (found == nullptr) return Error{fmt::format("does not offer {}", Interface::kInterface)};
    specs = found->parameters(&count);
    return {};
  };
  const Result<void> offered = entry.kind == PluginKind::kGame    ? offer(library->games_)
                               : entry.kind == PluginKind::kAgent ? offer(library->agents_)
                               : entry.kind == PluginKind::kStudy ? offer(library->study_)
                                                                  : offer(library->transport_);
  if (!offered) return Error{offered.error()};
  if (auto schema = check_schema({specs, count}); !schema) return Error{schema.error()};
  library->parameters_.assign(specs, specs + count);
  if (auto presets = library->take_presets(); !presets) return Error{presets.error()};
  return std::shared_ptr<const Library>(std::move(library));
}

Result<void> Library::take_presets() {
  if (entry_->kind != PluginKind::kAgent) return {};
  const auto* const offered = static_cast<const Presets*>(entry_->factory(Presets::kInterface));
  if (offered == nullptr) return {};
  std::uint32_t count = 0;
  const ParamText* const files = offered->presets(&count);
  auto presets = read_presets({files, count}, parameters_);
  if (!presets) return Error{presets.error()};
  presets_ = *std::move(presets);
  if (presets_.empty()) return {};
  preset_names_ = kNoPreset;
  for (const Preset& preset : presets_) preset_names_ += "|" + preset.name;
  parameters_.insert(parameters_.begin(), params::choice(kPresetParameter, kNoPreset, preset_names_.c_str(),
                                                         "values of the parameters that are not given"));
  return {};
}

bool libraries_unchanged() noexcept {
  const std::scoped_lock lock(loaded_mutex);
  return std::all_of(loaded().begin(), loaded().end(), [](const Loaded& library) {
    return FileStamp::of(library.file).same_contents(library.stamp);
  });
}

Library::~Library() {
  if (initialised_ && FileStamp::of(file_).same_contents(stamp_)) entry_->deinit();
}

Result<GamePtr> Library::make_game(const Settings& settings) const {
  const TextArguments arguments(settings);
  StringSink error;
  const StandardOutputAside aside;
  GamePtr game(games_->create(arguments.texts.data(), arguments.count(), error));
  if (game == nullptr) return Error{error.take()};
  return game;
}

Result<AgentPtr> Library::make_agent(const Settings& settings) const {
  const Settings complete = expand_preset(presets_, settings);
  const TextArguments arguments(complete);
  StringSink error;
  const StandardOutputAside aside;
  AgentPtr agent(agents_->create(arguments.texts.data(), arguments.count(), error));
  if (agent == nullptr) return Error{error.take()};
  return agent;
}

Result<void> Library::supports(const Game& game) const {
  StringSink error;
  if (agents_->supports(&game, error) != Status::kOk) return Error{error.take()};
  return {};
}

}  // namespace ludex::arena::host
