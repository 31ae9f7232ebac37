// Compares a catalogue with the table of ludemes: `ludex lud check ludemes.csv`. The catalogue lists for
// every ludeme (a symbol such as functions.booleans.is.Is:Line) the parameters that games give it and the
// number of games; catalogue.csv next to it lists the rank of the ludemes at which each game is covered.
#pragma once

#include <filesystem>

#include "core/abi/text.hpp"
#include "core/util/result.hpp"

namespace ludex::games::lud {

Result<void> report_coverage(const std::filesystem::path& ludemes_csv, TextSink& out);

}  // namespace ludex::games::lud
