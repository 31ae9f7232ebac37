// Writes the normalised specification: every key, fixed order. Reading it gives an equal TournamentSpec.
#pragma once

#include <cstdint>
#include <string>

#include "arena/model/spec.hpp"

namespace ludex::arena::run {

[[nodiscard]] std::string write_spec(const TournamentSpec& spec);

// The normalised text without everything that cannot change a game: out, concurrency, mode, and the folders
// of opening files. Specifications with equal identities schedule the same games.
[[nodiscard]] std::string spec_identity(const TournamentSpec& spec);
// fnv1a of the identity.
[[nodiscard]] std::uint64_t spec_hash(const TournamentSpec& spec);
// 16 hexadecimal digits, for logs.
[[nodiscard]] std::string hash_text(std::uint64_t hash);

}  // namespace ludex::arena::run
