// Tournaments that grow: a specification that has every game of an earlier one, unchanged, and more.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/model/spec.hpp"
#include "core/util/result.hpp"

namespace ludex::arena {

// What is left of `spec` if all is taken away that a specification with this identity (spec_identity) did not
// have: games, agents, rounds. The error says which of its games would not be played, or would be different
// ones.
[[nodiscard]] Result<TournamentSpec> earlier_part(const TournamentSpec& spec, const std::string& identity);

// The first line in which two texts differ, for people, with both; "" if they do not.
[[nodiscard]] std::string first_difference(const std::string& before, const std::string& now);

// What `now` has beyond `before`, for people: "agent 'x' and 4 more games a pair".
[[nodiscard]] std::string growth_text(const TournamentSpec& before, const TournamentSpec& now);

// A tournament and what it has grown from. Its games are those of the oldest specification in that one's
// order, then what the next one adds, and so on: an order that does not depend on when it grew.
struct Stages {
  std::vector<TournamentSpec> earlier;  // oldest first
  std::vector<std::string> identities;  // of these and of the specification itself
  bool grown = false;                   // by this run: the last of `earlier` was the specification until now

  // What stands in DIR/spec.identity.
  [[nodiscard]] std::string text() const;
};

// `kept` is the contents of DIR/spec.identity; empty for a new tournament.
[[nodiscard]] Result<Stages> stages_of(const TournamentSpec& spec, std::string_view kept);
// The identities in DIR/spec.identity, oldest first.
[[nodiscard]] std::vector<std::string> split_identities(std::string_view kept);

}  // namespace ludex::arena
