#include "agents/descent/settings.hpp"

namespace ludex::agents::descent {

const Schema<Config>& schema() {
  static const Schema<Config> made([](auto& s) {
    s.choice(
        "search", &Config::search,
        "ubfm: each simulation adds one position to the tree; descent: it goes on to the end of the game",
        "Korf & Chickering 1996; Cohen-Solal 2020");
    s.boolean("completion", &Config::completion,
              "wins and losses that are proven come before all values, and proven positions are not searched "
              "again; solve() always does so",
              "Cohen-Solal 2020");
    s.choice("decision", &Config::decision,
             "the move to play: the most visited (the safest) or the one with the best value; a proven win "
             "first, a proven loss last",
             "Cohen-Solal 2020");
    s.choice("terminal", &Config::terminal,
             "value of a finished game: a sooner win is worth more; 100 centi-units a point of "
             "ludex.score/1, where the game has it; or win, draw and loss only",
             "Cohen-Solal 2020");
    s.boolean("evaluation", &Config::evaluation,
              "use the evaluation of the game or of the model; false: only finished games have a value");
    s.text("model", &Config::model,
           "evaluate by the model in this file (ludex train); empty: by the game (ludex.evaluate/1)");
    s.real("memory_mib", &Config::memory_mib, 1.0 / 1024, 131072,
           "memory for the tree; at least 1 KiB; when it is full the search ends");
    s.boolean("shuffle", &Config::shuffle,
              "shuffle the root moves, so that each of several equal moves is equally likely to be played");
  });
  return made;
}

}  // namespace ludex::agents::descent
