// How much of a catalogue of ludemes the table of ludemes has: `ludex lud check ludemes.csv`. The catalogue
// says of every ludeme (a symbol such as functions.booleans.is.Is:Line) which parameters games give it and
// how many games; catalogue.csv beside it at which rank of the ludemes each game is covered.
#pragma once

#include <filesystem>

#include "core/abi/text.hpp"
#include "core/util/result.hpp"

namespace ludex::games::lud {

Result<void> report_coverage(const std::filesystem::path& ludemes_csv, TextSink& out);

}  // namespace ludex::games::lud
