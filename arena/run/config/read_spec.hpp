// Reads a TournamentSpec from YAML. Reports all problems at once, each with its place.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/base/text/diagnostic.hpp"
#include "arena/model/spec.hpp"
#include "arena/run/config/catalogue.hpp"
#include "arena/run/schedule/prepared.hpp"

namespace ludex::arena::run {

inline constexpr std::size_t kMaxSpecBytes = 1U << 20;

// `spec` is present if and only if `problems` is empty.
struct SpecReading {
  std::optional<TournamentSpec> spec;
  std::vector<PreparedGame> games;   // its games, in order
  std::vector<Diagnostic> problems;  // by position
  std::size_t refused = 0;           // how many of these are plug-ins that the host refuses, and agents
                                     // that cannot be prepared for a game

  // Precondition: `spec` is present.
  [[nodiscard]] PreparedTournament take() && { return {*std::move(spec), std::move(games)}; }
};

// Reads `text`; `file` is its name in messages, and its folder is that of relative opening files. `overrides`
// are "dotted.key=value" (overrides), applied in order before anything is checked; problems that they have or
// cause name them as "--set dotted.key=value". Opening files are read and checked, too.
[[nodiscard]] SpecReading read_spec(const std::string& file, std::string_view text,
                                    std::span<const std::string> overrides, const Catalogue& catalogue);
[[nodiscard]] SpecReading read_spec_file(const std::string& path, std::span<const std::string> overrides,
                                         const Catalogue& catalogue);

}  // namespace ludex::arena::run
