// All extensions and options that rules can name in Offers. An extension is one header in extensions/, or in
// draft/ while it may still change (core/README.md, "The boundary"): the interface, which agents get by
// find<E>(game), the methods that rules must have, and what makes one of the other.
//
// Interfaces follow the same rules as Game: immutable, thread-safe, noexcept, valid as long as the game; none
// blocks or allocates except those that write text and open(). A changed interface gets a new id ("/2"),
// never a new method.
#pragma once

#include "core/game/draft/chance.hpp"
#include "core/game/draft/count_replies.hpp"
#include "core/game/draft/evaluate_all.hpp"
#include "core/game/draft/exact_score.hpp"
#include "core/game/draft/features.hpp"
#include "core/game/draft/known_outcome.hpp"
#include "core/game/draft/quick_playout.hpp"
#include "core/game/draft/san.hpp"
#include "core/game/draft/selective.hpp"
#include "core/game/draft/sgf.hpp"
#include "core/game/draft/sides.hpp"
#include "core/game/draft/skip.hpp"
#include "core/game/draft/successors.hpp"
#include "core/game/draft/svg_cells.hpp"
#include "core/game/draft/workspaces.hpp"
#include "core/game/extensions/captures.hpp"
#include "core/game/extensions/count_moves.hpp"
#include "core/game/extensions/evaluate.hpp"
#include "core/game/extensions/gtp.hpp"
#include "core/game/extensions/move_scores.hpp"
#include "core/game/extensions/must_play.hpp"
#include "core/game/extensions/repetition.hpp"
#include "core/game/extensions/score.hpp"
#include "core/game/extensions/stage.hpp"
#include "core/game/extensions/svg.hpp"
#include "core/game/extensions/symmetry.hpp"
#include "core/game/extensions/tactics.hpp"
#include "core/game/extensions/uci.hpp"
#include "core/game/extensions/wide_hash.hpp"
#include "core/game/options.hpp"

namespace ludex {

// Used only to refuse methods of extensions that the rules do not name. An extension that is missing here
// works all the same, but a test fails.
using EveryRulesItem =
    Extensions<Chance, CountReplies, EvaluateAll, ExactScore, Features, KnownOutcome, QuickPlayout, San,
               Selective, Sgf, Sides, Skip, Successors, SvgCells, Workspaces, Captures, CountMoves, Evaluate,
               Gtp, MoveScores, MustPlay, Repetition, Score, Stage, Svg, Symmetry, Tactics, Uci, UciWarnings,
               WideHash, OwnPlayout, OwnCopy, OwnReturns, OwnMoveReader, PositionWarnings, OffersByParameter>;

}  // namespace ludex
