// Main function of a worker process: `ludex --worker ROLE PARENT`, not for users.
#pragma once

#include <string_view>

namespace ludex::arena::run {

// `role` is "shared", "dedicated:AGENT", "oracle", "interactive", or "sandboxed:AGENT" (dedicated, in
// namespaces of its own). Descriptor 3 is the SharedBlock, 4 the WorkerSetup. Does not return while there is
// work; the exit code is for the host.
[[noreturn]] void worker_main(std::string_view role, int parent);

}  // namespace ludex::arena::run
