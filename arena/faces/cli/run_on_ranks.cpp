#include "arena/faces/cli/run_on_ranks.hpp"

#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "arena/base/files/text_file.hpp"
#include "arena/faces/cli/describe_run.hpp"
#include "arena/faces/cli/interrupt.hpp"
#include "arena/run/config/write_spec.hpp"
#include "arena/run/transport/greeting.hpp"
#include "arena/run/transport/serve.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::cli {
namespace {

namespace fs = std::filesystem;

// A file in the output folder during this object's life; a process that sees it shares the folder.
class Token {
 public:
  explicit Token(const std::string& folder)
      : path_((fs::absolute(folder) / fmt::format("seen.{}.{}", ::getpid(), wall_clock_ns())).string()) {
    // Removes files of a killed host: the owner of the folder's lock is the only host.
    std::error_code ignored;
    for (const auto& item : fs::directory_iterator(folder, ignored)) {
      if (item.path().filename().string().starts_with("seen.")) fs::remove(item.path(), ignored);
    }
    if (const auto written = replace_text_file(path_, ""); !written) throw Failure::system(written.error());
  }
  ~Token() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  Token(const Token&) = delete;
  Token& operator=(const Token&) = delete;
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

}  // namespace

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
    return describe_run(spec, context.registry());
  });
  const auto closed = served ? link.close() : Result<void>(Error{served.error()});
  if (closed) return;
  complain(fmt::format("rank {}: {}", link.rank(), closed.error()));
  link.abort(kInternal);
}

void prepare_ranks(run::Ranks& ranks, const TournamentSpec& spec, log::RunStretch& stretch) {
  const Token token(spec.out);
  const run::Greeting greeting{stretch.version, stretch.build,         stretch.commit,
                               stretch.plugins, run::write_spec(spec), run::hash_text(run::spec_hash(spec)),
                               stretch.files,   token.path(),          0};
  if (const auto greeted = ranks.greet(greeting, spec); !greeted) throw Failure::usage(greeted.error());
  if (const auto started = ranks.start(in_time(spec)); !started) throw Failure::system(started.error());
  stretch.nodes = ranks.nodes();
  stretch.concurrency = ranks.slots();
}

}  // namespace ludex::arena::cli
