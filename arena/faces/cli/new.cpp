// ludex new: creates the source of a new plug-in, outside this tree.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/output.hpp"
#include "arena/faces/cli/templates.hpp"

namespace ludex::arena::cli {
namespace {

namespace fs = std::filesystem;

struct NewOptions {
  std::string kind;
  std::string name;
  std::string folder;
  std::uint32_t players = 2;
  bool python = false;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// Keeps the lines between @two@ and @more@ for games of two players, those between @more@ and @end@ for
// others.
std::string for_players(std::string_view text, std::uint32_t players) {
  std::string kept;
  bool keeps = true;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
    text.remove_prefix(line.size());
    if (line == "@two@\n") {
      keeps = players == 2;
    } else if (line == "@more@\n") {
      keeps = players != 2;
    } else if (line == "@end@\n") {
      keeps = true;
    } else if (keeps) {
      kept += line;
    }
  }
  return kept;
}

// How a template's README finds Ludex, as shell lines or parts of them. The README may travel to other
// machines, so they start from the `ludex` of the shell.
struct ReadmeWords {
  std::string path;    // lines about PATH and $LUDEX, the folder of `ludex`
  std::string build;   // those before building a plug-in
  std::string prefix;  // for CMAKE_PREFIX_PATH
  std::string python;  // prefix for programs that import the package; "" if unnecessary
};

bool is_in_path(const fs::path& executable) {
  const char* const variable = std::getenv("PATH");
  std::istringstream folders(variable != nullptr ? variable : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path candidate = fs::path(folder.empty() ? "." : folder) / "ludex";
    std::error_code error;
    if (fs::exists(candidate, error)) return fs::equivalent(candidate, executable, error);
  }
  return false;
}

ReadmeWords readme_words(const fs::path& executable) {
  std::error_code error;
  ReadmeWords place;
  const fs::path folder = executable.parent_path();
  if (!is_in_path(executable))
    place.path = "    export PATH=/the/folder/of/ludex:$PATH      # so that the shell finds `ludex`\n";
  const std::string find_ludex = "    LUDEX=$(dirname \"$(readlink -f \"$(command -v ludex)\")\")\n";
  place.build = place.path + find_ludex;
  // LIBDIR/ludex/plugins of this executable's installation.
  const fs::path library = host::SearchPath::own_folders(executable).back().parent_path().parent_path();
  fs::path package = folder / "python";  // in a build folder
  if (fs::exists(library / "cmake" / "ludex" / "ludexConfig.cmake", error)) {
    place.prefix = "\"$LUDEX/..\"";
    package = folder.parent_path() / "lib/python3/dist-packages";
  } else if (fs::exists(folder / "CMakeCache.txt", error)) {
    place.prefix = "\"$LUDEX\"";
  } else {
    place.prefix = "/where/ludex/is/installed";
  }
  if (package != "/usr/lib/python3/dist-packages" && fs::exists(package / "ludex", error)) {
    place.path += find_ludex;
    place.python = fmt::format("PYTHONPATH=\"$LUDEX/{}\" ", package.lexically_relative(folder).string());
  }
  return place;
}

// "my-agent" -> "MyAgent"
std::string camel(const std::string& id) {
  std::string name;
  bool upper = true;
  for (const char c : id) {
    if (c != '-') name += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = c == '-';
  }
  return name;
}

void check_name(const std::string& name) {
  const bool good = !name.empty() && name.size() <= 64 && std::islower(static_cast<unsigned char>(name[0])) &&
                    name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos &&
                    name.back() != '-';
  if (!good)
    throw Failure::usage(fmt::format(
        "'{}' is no plug-in name; expected lower-case letters, digits and '-', as in my-agent", name));
}

// Refuses a name in use: one plug-in would hide the other.
void check_free(Context& context, const std::string& name) {
  for (const host::PluginRecord& plugin : context.registry().plugins()) {
    if (plugin.accepted && plugin.id == name)
      throw Failure::usage(fmt::format("there is already {} '{}' ({}): choose another name",
                                       with_article(to_text(plugin.kind)), name, plugin.file.string()));
  }
}

std::span<const TemplateFile> template_of(Context& context, const NewOptions& options) {
  if (!options.python) return options.kind == "agent" ? agent_template() : game_template();
  const bool agent = options.kind == "agent";
  if (options.players != 2)
    throw Failure::usage("--players: games in Python have two players, those in C++ more");
  context.library(agent ? PluginKind::kAgent : PluginKind::kGame,
                  "python");  // throws if built without Python
  return agent ? python_template() : python_game_template();
}

void create(Context& context, const NewOptions& options) {
  check_name(options.name);
  if (options.kind != "game" && options.players != 2)
    throw Failure::usage("--players: a game has a number of players, an agent plays them all");
  const std::span<const TemplateFile> files = template_of(context, options);
  check_free(context, options.name);
  const fs::path folder = options.folder.empty() ? fs::path(options.name) : fs::path(options.folder);
  std::error_code error;
  if (fs::exists(folder, error) && !(fs::is_directory(folder, error) && fs::is_empty(folder, error)))
    throw Failure::usage(
        fmt::format("{} exists already: choose another name, or another folder with ludex new {} {} FOLDER",
                    folder.string(), options.kind, options.name));
  fs::create_directories(folder, error);
  if (error) throw Failure::system(fmt::format("cannot make {}: {}", folder.string(), error.message()));
  const std::string file = replaced(options.name, "-", "_");
  const ReadmeWords place = readme_words(context.registry().executable());
  std::string opponents;
  for (std::uint32_t player = 1; player < options.players; ++player) opponents += " random";
  const std::pair<const char*, std::string> marks[] = {
      {"@id@", options.name},           {"@file@", file},
      {"@Class@", camel(options.name)}, {"@path@", place.path},
      {"@build@", place.build},         {"@prefix@", place.prefix},
      {"@python@", place.python},       {"@players@", std::to_string(options.players)},
      {"@opponents@", opponents},
  };
  for (const TemplateFile& item : files) {
    std::string text = for_players(item.text, options.players);
    for (const auto& [mark, value] : marks) text = replaced(std::move(text), mark, value);
    const std::string path = (folder / replaced(item.name, "plugin", file)).string();
    write_file(path, text);
    fmt::print("wrote {}\n", path);
  }
  fmt::print("next: see {}\n", (folder / "README.md").string());
}

}  // namespace

void add_new(CommandLine& app, Context& context) {
  const auto options = std::make_shared<NewOptions>();
  CommandLine command = app.add_subcommand("new", "Write the source of a new plug-in");
  command.add_option("KIND", options->kind, "Kind of plug-in").required().one_of({"agent", "game"});
  command.add_option("NAME", options->name, "Its id, for example my-agent").required();
  command.add_option("DIR", options->folder, "Its folder (default: NAME)");
  command.add_option("--players", options->players, "Players of a game")
      .range(2, static_cast<int>(kMaxPlayers))
      .show_default();
  command.add_flag("--python", options->python, "Write it in Python");
  command.callback([&context, options] { create(context, *options); });
}

}  // namespace ludex::arena::cli
