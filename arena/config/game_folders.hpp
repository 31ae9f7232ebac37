// Many games that are files, of one plug-in: {game: lud, folder: my-games, all: true} stands for a game a
// file.
#pragma once

#include <string>

#include "arena/config/tree.hpp"

namespace ludex::arena {

// Makes a list of `games` that is a map, {lud: {folder: F, all: true}}, and puts the games that a `folder`
// stands for in its place: those of its `files`, in their order, or `all` files F/**/*.ID by their paths, ID
// the game's id. Each has the file as its parameter `file` and the file's stem as its label. `base` is where
// relative folders lie. Whatever is wrong goes to `problems`, at the place of the file's name or the folder.
void expand_game_folders(Node& root, const std::string& base, Problems& problems);

}  // namespace ludex::arena
