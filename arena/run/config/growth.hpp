// Growing tournaments: a specification that contains every game of an earlier one, unchanged, and more.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/model/spec.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::run {

// Removes from `spec` the games, agents and rounds that a specification with this identity (spec_identity)
// did not have. The error names earlier games that would be missing or different.
[[nodiscard]] Result<TournamentSpec> earlier_part(const TournamentSpec& spec, const std::string& identity);

// The first line in which two texts differ, in words, with both versions; "" if they are equal.
[[nodiscard]] std::string first_difference(const std::string& before, const std::string& now);

// Describes the additions of `now` to `before`: "agent 'x' and 4 more games a pair".
[[nodiscard]] std::string growth_text(const TournamentSpec& before, const TournamentSpec& now);

// A tournament and the specifications it has grown from. Plays the games of the oldest specification in its
// order, then those added by the next one, and so on: the order does not depend on the dates of growth.
struct Stages {
  std::vector<TournamentSpec> earlier;  // oldest first
  std::vector<std::string> identities;  // of these and of the specification itself
  bool grown = false;                   // by this run: the last of `earlier` was the specification before

  // Contents of DIR/spec.identity.
  [[nodiscard]] std::string text() const;
};

// `kept` is the contents of DIR/spec.identity; empty for a new tournament.
[[nodiscard]] Result<Stages> stages_of(const TournamentSpec& spec, std::string_view kept);
// The identities in DIR/spec.identity, oldest first.
[[nodiscard]] std::vector<std::string> split_identities(std::string_view kept);

}  // namespace ludex::arena::run
