#include "arena/run/config/game_folders.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "arena/base/text/shown.hpp"
#include "arena/run/config/fields.hpp"

namespace ludex::arena::run {
namespace {

namespace fs = std::filesystem;

Node scalar_node(std::string text, const Place& place) {
  return {NodeKind::kScalar, place, std::move(text), {}, {}};
}

// Converts a map of games by id to a list.
void make_list(Node& games, Problems& problems) {
  if (games.kind != NodeKind::kMap) return;
  for (Node::Entry& entry : games.entries) {
    Node item = std::move(entry.value);
    if (item.kind == NodeKind::kNull) item.kind = NodeKind::kMap;
    if (item.kind != NodeKind::kMap) {
      problems.add(item.place, fmt::format("game {} is {}, expected a map, as {{folder: F, all: true}}",
                                           in_quotes(entry.key), describe(item)));
      continue;
    }
    if (const Node* const second = item.find("game")) {
      problems.add(second->place, fmt::format("the game is {} already", in_quotes(entry.key)));
      continue;
    }
    item.entries.insert(item.entries.begin(), {"game", entry.place, scalar_node(entry.key, entry.place)});
    games.items.push_back(std::move(item));
  }
  games.kind = NodeKind::kSequence;
  games.entries.clear();
}

// One game of a folder: its file, and its place in the specification.
struct GameFile {
  fs::path path;
  Place place;
};

std::vector<GameFile> files_of(const fs::path& folder, const Node& item, const std::string& id,
                               Problems& problems) {
  std::vector<GameFile> files;
  const Place place = item.find("folder")->place;
  const std::string extension = "." + id;
  const Node* const all = item.find("all");
  const Node* const names = item.find("files");
  const bool every = all != nullptr && all->kind == NodeKind::kScalar && all->text == "true";
  if (every == (names != nullptr) || (all != nullptr && !every)) {
    problems.add(all != nullptr ? all->place : place,
                 "a folder of games has either 'all: true' or 'files', a list of names");
    return files;
  }
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    problems.add(place, fmt::format("there is no folder {}", in_quotes(folder.string())));
    return files;
  }
  if (names != nullptr) {
    const auto* const list = read_list(*names, "files", 256, problems);
    for (std::size_t k = 0; list != nullptr && k < list->size(); ++k) {
      const auto name = read_scalar((*list)[k], "files", "the name of a file", problems);
      if (!name) continue;
      fs::path path = folder / *name;
      if (path.extension() != extension) path += extension;
      if (fs::is_regular_file(path, error)) {
        files.push_back({path, (*list)[k].place});
      } else {
        problems.add((*list)[k].place, fmt::format("there is no file {}", in_quotes(path.string())));
      }
    }
    return files;
  }
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == extension) files.push_back({at->path(), place});
  }
  if (error)
    problems.add(place, fmt::format("cannot read {}: {}", in_quotes(folder.string()), error.message()));
  if (!error && files.empty())
    problems.add(place, fmt::format("there is no file *{} in {}", extension, in_quotes(folder.string())));
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

void expand_folder(const Node& item, const std::string& base, std::vector<Node>& out, Problems& problems) {
  const Node& where = *item.find("folder");
  const Node* const game = item.find("game");
  const auto text = read_scalar(where, "folder", "a folder", problems);
  const auto id = game != nullptr ? read_scalar(*game, "game", "an id", problems) : std::nullopt;
  if (game == nullptr) problems.add(item.place, "a folder of games has no 'game'", "for example 'game: lud'");
  if (const Node* const label = item.find("label"))
    problems.add(label->place, "games of a folder are labelled by their files, 'label' goes with one game");
  if (!text || !id || item.find("label") != nullptr) return;
  const fs::path folder = path_beside(*text, where.place, base);
  for (const GameFile& file : files_of(folder, item, *id, problems)) {
    Node one = item;
    one.place = file.place;
    std::erase_if(one.entries, [](const Node::Entry& entry) {
      return entry.key == "folder" || entry.key == "all" || entry.key == "files";
    });
    Node* params = one.find("params");
    if (params == nullptr) {
      one.entries.push_back({"params", file.place, {NodeKind::kMap, file.place, "", {}, {}}});
      params = &one.entries.back().value;
    }
    if (params->kind == NodeKind::kMap) {
      if (const Node* const given = params->find("file")) {
        problems.add(given->place, "games of a folder have their own 'file'");
        return;
      }
      params->place = file.place;
      params->entries.push_back({"file", file.place, scalar_node(file.path.string(), file.place)});
    }
    one.entries.push_back({"label", file.place, scalar_node(file.path.stem().string(), file.place)});
    out.push_back(std::move(one));
  }
}

}  // namespace

void expand_game_folders(Node& root, const std::string& base, Problems& problems) {
  Node* const games = root.find("games");
  if (games == nullptr) return;
  make_list(*games, problems);
  std::vector<Node> expanded;
  const std::size_t before = problems.count();
  for (Node& item : games->items) {
    if (item.kind == NodeKind::kMap &&
        (item.find("folder") != nullptr || item.find("files") != nullptr || item.find("all") != nullptr)) {
      if (item.find("folder") != nullptr) {
        expand_folder(item, base, expanded, problems);
      } else {
        problems.add(item.place, "'all' and 'files' go with 'folder' only");
      }
    } else {
      expanded.push_back(std::move(item));
    }
  }
  games->items = std::move(expanded);
  // An empty list of games would only repeat the problems reported already.
  if (games->items.empty() && problems.count() != before)
    std::erase_if(root.entries, [](const Node::Entry& entry) { return entry.key == "games"; });
}

}  // namespace ludex::arena::run
