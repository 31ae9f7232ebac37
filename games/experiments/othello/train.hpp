// Learns the weights of Othello's evaluation: `ludex experiment othello-train --out FOLDER`.
//
// A generation plays games against itself, fits all weights to them, and becomes the evaluation of the next
// one; the first plays by mobility and corners. A game opens with random moves, continues by a shallow search
// with a few random moves among them, and is played perfectly from `exact` empty squares on (endgame.hpp),
// again with random moves among them: there every position is labelled with its exact score, before with the
// score of perfect play from there on. So no data comes from outside; `records` adds games of WTHOR files.
//
// The fit minimises the squared error of the predicted score over all positions of 13 and more discs, plus
// `ridge` times the squared weights, by preconditioned conjugate gradients (the diagonal of the normal
// equations is the preconditioner, which Nagai & Imai call scaling). It fits the quartic of every weight in
// the number of discs at once, instead of a weight for every stage and the quartic to these: the same family
// of functions, from far fewer games.
//
// Files in the folder: games-G.txt, one game per line (moves, then the scores for black from `exact` on),
// appended in order, so that an interrupted run resumes where it stopped and ends with the same bytes;
// weights-G.txt.
#pragma once

#include <cstdint>
#include <span>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/types.hpp"
#include "core/experiment/experiment_shell.hpp"
#include "core/util/result.hpp"

namespace ludex::games::othello {

struct TrainExperiment {
  static constexpr PluginInfo kInfo{"othello-train", "1.0.0",
                                    "learns the weights of Othello's evaluation by games of its own", "MIT"};
  static constexpr std::uint32_t kNeeds = Experiment::kNeedsFolder;

  static std::span<const ParamSpec> parameters();
  // Writes progress lines for people.
  static Result<void> run(const ExperimentTask& task, TextSink& progress);
};

}  // namespace ludex::games::othello
