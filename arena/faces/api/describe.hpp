// Games and agents described as JSON: parameters, traits, extensions, presets.
#pragma once

#include <string>
#include <vector>

#include "arena/faces/api/json.hpp"
#include "arena/host/plugins/library.hpp"
#include "core/game/draft/features.hpp"
#include "core/game/game.hpp"
#include "core/game/side.hpp"

namespace ludex::arena::api {

// [{"name", "type", "default", "doc", "source", "min", "max", "choices"}]; bounds of numbers only, choices
// of choices only.
[[nodiscard]] Json parameters_json(const host::Library& library);
// {"kind", "id", "version", "summary", "licence", "build", "parameters"}, and of an agent "presets".
[[nodiscard]] Json plugin_json(const host::Library& library);
// Adds "traits", "sides" (if the game names them), "extensions" and "observation" (of a game that has
// features: sites, rows, columns, names of channels) to a description.
void describe_game(const Game& game, Json& json);

// The game's promises in words: "zero-sum", "deterministic" ...
[[nodiscard]] std::vector<std::string> flags_of(const GameTraits& traits);
// The names of the channels of the game's observations.
[[nodiscard]] std::vector<std::string> channels_of(const Features& features);
// Ids of the extensions that the game offers.
[[nodiscard]] std::vector<std::string> extensions_of(const Game& game);
// Each player's name and colour in the initial position; none if the game does not name them.
[[nodiscard]] std::vector<Side> sides_of(const Game& game);

}  // namespace ludex::arena::api
