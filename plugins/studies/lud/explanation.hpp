// Says how a description became code: `ludex lud compile --explain FILE`.
#pragma once

#include <filesystem>
#include <string>

#include "core/abi/text.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/result.hpp"

namespace ludex::games::lud {

// The rewritings that were used, what is left to the interpreter, the bytes of a position by part, and the
// time of a ply by part, in nanoseconds of CPU time, over positions of random games. Stops early if the task
// is stopped.
Result<void> explain(const StudyTask& task, const std::filesystem::path& file, const std::string& definitions,
                     TextSink& out);

}  // namespace ludex::games::lud
