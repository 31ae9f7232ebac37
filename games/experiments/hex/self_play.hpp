// Games for train.hpp, played by the network against itself:
//   ludex experiment hex-self-play --set games=1000 --out FOLDER
//
// The first move is random, and in every other game the second; then some plies are drawn by their visits;
// later the most visited move is played. Part of the moves, drawn at random, are searched with `visits`
// visits and noise, and their visit counts recorded; the others, with `quick` visits, only serve to finish
// the game (D. Wu, "Accelerating self-play learning in Go", 2019). A game ends when the mover is known to win
// or to lose.
//
// FOLDER/games.txt has one line per game: width, height, winner (0, 1), then for each ply
// cell|value|cell:visits,... , cells row by row from 0, the value of the search for the mover in thousandths,
// the list empty after a quick search. The last is the decided position: no cell, all winning moves.
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
