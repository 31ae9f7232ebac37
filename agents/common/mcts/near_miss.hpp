// Likely misspellings of hooks: other forms of their words.
#pragma once

namespace ludex::agents::mcts {

// The first of these names that P has; nullptr: none.
template <class P>
[[nodiscard]] consteval const char* near_miss() {
#define LUDEX_MCTS_NO_HOOK(name) \
  if constexpr (requires { &P::name; }) return #name
  LUDEX_MCTS_NO_HOOK(starts);
  LUDEX_MCTS_NO_HOOK(init);
  LUDEX_MCTS_NO_HOOK(prepares);
  LUDEX_MCTS_NO_HOOK(prepared);
  LUDEX_MCTS_NO_HOOK(clear);
  LUDEX_MCTS_NO_HOOK(release);
  LUDEX_MCTS_NO_HOOK(finish);
  LUDEX_MCTS_NO_HOOK(finishes);
  LUDEX_MCTS_NO_HOOK(is_finished);
  LUDEX_MCTS_NO_HOOK(outcomes);
  LUDEX_MCTS_NO_HOOK(standings);
  LUDEX_MCTS_NO_HOOK(expand_all);
  LUDEX_MCTS_NO_HOOK(weigh_untried);
  LUDEX_MCTS_NO_HOOK(open);
  LUDEX_MCTS_NO_HOOK(opens);
  LUDEX_MCTS_NO_HOOK(pick_tried);
  LUDEX_MCTS_NO_HOOK(complete);
  LUDEX_MCTS_NO_HOOK(completes);
  LUDEX_MCTS_NO_HOOK(create);
  LUDEX_MCTS_NO_HOOK(creates);
  LUDEX_MCTS_NO_HOOK(enter);
  LUDEX_MCTS_NO_HOOK(enters);
  LUDEX_MCTS_NO_HOOK(visits);
  LUDEX_MCTS_NO_HOOK(visited);
  LUDEX_MCTS_NO_HOOK(halt);
  LUDEX_MCTS_NO_HOOK(asks_game);
  LUDEX_MCTS_NO_HOOK(selects);
  LUDEX_MCTS_NO_HOOK(steps);
  LUDEX_MCTS_NO_HOOK(playout);
  LUDEX_MCTS_NO_HOOK(plays_out);
  LUDEX_MCTS_NO_HOOK(learns);
  LUDEX_MCTS_NO_HOOK(learned);
  LUDEX_MCTS_NO_HOOK(begins);
  LUDEX_MCTS_NO_HOOK(began);
  LUDEX_MCTS_NO_HOOK(resumes);
  LUDEX_MCTS_NO_HOOK(resumed);
  LUDEX_MCTS_NO_HOOK(arrive);
  LUDEX_MCTS_NO_HOOK(arrives);
  LUDEX_MCTS_NO_HOOK(deduces);
  LUDEX_MCTS_NO_HOOK(deduced);
  LUDEX_MCTS_NO_HOOK(settled);
  LUDEX_MCTS_NO_HOOK(credit);
  LUDEX_MCTS_NO_HOOK(credits);
  LUDEX_MCTS_NO_HOOK(allow_batches);
#undef LUDEX_MCTS_NO_HOOK
  return nullptr;
}

}  // namespace ludex::agents::mcts
