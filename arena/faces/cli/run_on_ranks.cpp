#include "arena/faces/cli/run_on_ranks.hpp"

#include <fmt/format.h>

#include "arena/faces/cli/interrupt.hpp"
#include "arena/run/tournament/describe_run.hpp"
#include "arena/run/transport/serve.hpp"

namespace ludex::arena::cli {
std::unique_ptr<run::Link> join_ranks(Context& context, const std::string& transport) {
  const std::string id = transport == "auto"   ? run::launcher_transport()
                         : transport == "none" ? ""
                                               : transport;
  if (id.empty()) return nullptr;
  auto link = run::open_link(context.registry(), id);
  if (!link) {
    throw Failure::usage(fmt::format("{}{}", link.error(),
                                     transport == "auto" ? "\nThis process was started as one of several; "
                                                           "--transport none plays by itself"
                                                         : ""));
  }
  if ((*link)->ranks() > 1) return *std::move(link);
  static_cast<void>((*link)->close());
  throw Failure::usage(
      fmt::format("--transport {}: there is only one rank: the first one is the host, the others "
                  "play; expected at least 2, as in: mpirun -n 3 ludex run ...",
                  id));
}

void serve_run(Context& context, run::Link& link) {
  // The launcher may signal every rank; rank 0 decides.
  const Interrupt interrupt;
  const auto served = run::serve(link, context.registry(), [&](const TournamentSpec& spec) {
    return run::describe_run(spec, context.registry());
  });
  const auto closed = served ? link.close() : Result<void>(Error{served.error()});
  if (closed) return;
  complain(fmt::format("rank {}: {}", link.rank(), closed.error()));
  link.abort(kInternal);
}

}  // namespace ludex::arena::cli
