#include "arena/run/tournament/ranks_of_run.hpp"

#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "arena/base/files/text_file.hpp"
#include "arena/base/text/failure.hpp"
#include "arena/run/config/write_spec.hpp"
#include "arena/run/transport/greeting.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::run {
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

void prepare_ranks(Ranks& ranks, const TournamentSpec& spec, log::RunSegment& segment) {
  const Token token(spec.out);
  const Greeting greeting{segment.version, segment.build,    segment.commit,
                          segment.plugins, write_spec(spec), hash_text(spec_hash(spec)),
                          segment.files,   token.path(),     0};
  if (const auto greeted = ranks.greet(greeting, spec); !greeted) throw Failure::usage(greeted.error());
  if (const auto started = ranks.start(in_time(spec)); !started) throw Failure::system(started.error());
  segment.nodes = ranks.nodes();
  segment.concurrency = ranks.slots();
}

}  // namespace ludex::arena::run
