// Games of one plug-in from a folder of files: {game: lud, folder: my-games, all: true} stands for one game
// per file.
#pragma once

#include <string>

#include "arena/run/config/tree.hpp"

namespace ludex::arena::run {

// Converts a map `games`, {lud: {folder: F, all: true}}, to a list, and replaces each `folder` by its games:
// those of its `files`, in their order, or `all` files F/**/*.ID by path, ID being the game's id. Each gets
// the file as its parameter `file` and the file's stem as its label. `base` is the folder of relative paths.
// Reports problems at the place of the file's name or of the folder.
void expand_game_folders(Node& root, const std::string& base, Problems& problems);

}  // namespace ludex::arena::run
