// Games for train.hpp, played by the network against itself:
//   ludex experiment hex-self-play --set games=1000 --out FOLDER
//
// The first move is random, the second in every other game; then some plies are drawn by their visits, and
// the most visited move is played. A part of the moves, drawn at random, is searched with `visits` visits and
// noise and told how they were divided; the others, with `quick` visits, are only there to end the game
// (D. Wu, "Accelerating self-play learning in Go", 2019). A game ends when the mover is known to win or to
// lose.
//
// FOLDER/games.txt has a line a game: width, height, winner (0, 1), then for each ply
// cell|value|cell:visits,... , cells row by row from 0, the value of the search for the mover in thousandths,
// the list empty where it was quick. The last is the position that was decided: no cell, all moves known to
// win.
#pragma once

#include <cstdint>
#include <span>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/experiment/experiment_shell.hpp"
#include "core/util/result.hpp"

namespace ludex::games::hex {

struct SelfPlayExperiment {
  static constexpr PluginInfo kInfo{"hex-self-play", "1.0.0",
                                    "games from which the weights of Hex's network are learned", "MIT"};
  static constexpr std::uint32_t kNeeds = Experiment::kNeedsFolder;

  static std::span<const ParamSpec> parameters();
  static Result<void> run(const ExperimentTask& task, TextSink& progress);
};

}  // namespace ludex::games::hex
