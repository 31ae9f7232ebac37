// ludex api: requests as JSON lines on standard input, answers on standard output.
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "arena/base/files/descriptor.hpp"
#include "arena/faces/api/request_schema.hpp"
#include "arena/faces/api/server.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/interrupt.hpp"

namespace ludex::arena::cli {
namespace {

constexpr int kMoment = 50;  // ms after which a wait looks for signals

struct ApiOptions {
  bool schema = false;
  std::uint32_t threads = std::max(1U, std::thread::hardware_concurrency());
  std::uint32_t queue = 1024;
  std::uint32_t workers = 16;
  std::uint32_t memory_mib = 2048;
  std::uint32_t processes = 0;
};

// Standard output, which plug-ins can no longer write to.
class Answers final : public api::Client {
 public:
  explicit Answers(const Interrupt& interrupt)
      : interrupt_(interrupt),
        reader_(std::this_thread::get_id()),
        out_(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)) {
    if (out_.get() < 0) throw Failure::system(fmt::format("standard output: {}", std::strerror(errno)));
    // Without standard error, what plug-ins print stays among the answers.
    static_cast<void>(dup2(STDERR_FILENO, STDOUT_FILENO));
  }

  // The reading thread's answers wait for flush().
  void say(const std::string& line, bool) override {
    const std::scoped_lock lock(mutex_);
    text_ += line;
    text_ += '\n';
    constexpr std::size_t kEnough = std::size_t{64} << 10;
    if (text_.size() > kEnough || std::this_thread::get_id() != reader_) write();
  }
  [[nodiscard]] bool waits() override {
    flush();
    return !interrupt_.requested() && !closed();
  }
  void flush() {
    const std::scoped_lock lock(mutex_);
    write();
  }
  // Whether nobody reads any more. Never goes back.
  [[nodiscard]] bool closed() {
    pollfd output{out_.get(), 0, 0};
    if (poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) closed_ = true;
    return closed_;
  }
  // errno of a failure that is not the reader's end; 0: none.
  [[nodiscard]] int error() const noexcept { return error_; }

 private:
  void write() {
    std::string_view rest = text_;
    while (!rest.empty() && !closed_ && !interrupt_.requested()) {
      pollfd output{out_.get(), POLLOUT, 0};
      if (poll(&output, 1, kMoment) <= 0) continue;
      // A pipe that is ready takes this many bytes without blocking.
      constexpr std::size_t kAtOnce = 4096;
      const ssize_t n = ::write(out_.get(), rest.data(), std::min(rest.size(), kAtOnce));
      if (n >= 0) {
        rest.remove_prefix(static_cast<std::size_t>(n));
      } else if (errno != EINTR && errno != EAGAIN) {
        if (errno != EPIPE) error_ = errno;
        closed_ = true;
      }
    }
    text_.clear();
  }

  const Interrupt& interrupt_;
  const std::thread::id reader_;
  Descriptor out_;
  std::mutex mutex_;  // guards text_
  std::string text_;
  std::atomic<bool> closed_ = false;
  std::atomic<int> error_ = 0;
};

// Standard input as lines. One that is longer than any request is cut short, which makes it an error.
class Requests {
 public:
  // The next line that has been read whole, without its end. Valid until fill().
  [[nodiscard]] bool next(std::string_view& line) {
    while (true) {
      const std::size_t end = text_.find('\n', from_);
      if (end == std::string::npos && !(ended_ && from_ < text_.size())) return false;
      line = std::string_view(text_).substr(from_, end == std::string::npos ? end : end - from_);
      from_ = end == std::string::npos ? text_.size() : end + 1;
      if (line.find_first_not_of(" \t\r") != std::string_view::npos) return true;
    }
  }
  // Reads what there is; waits for a moment if there is nothing.
  void fill() {
    text_.erase(0, std::exchange(from_, 0));
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, kMoment) <= 0) return;
    std::array<char, 65536> chunk;
    const ssize_t n = ::read(STDIN_FILENO, chunk.data(), chunk.size());
    if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) ended_ = true;
    if (n <= 0) return;
    std::string_view bytes(chunk.data(), static_cast<std::size_t>(n));
    const std::size_t begun = text_.size() - (text_.rfind('\n') + 1);
    if (begun > api::kLongestRequest) bytes = bytes.substr(std::min(bytes.find('\n'), bytes.size()));
    text_.append(bytes);
  }
  [[nodiscard]] bool ended() const noexcept { return ended_; }

 private:
  std::string text_;
  std::size_t from_ = 0;
  bool ended_ = false;
};

void serve_lines(Context& context, const ApiOptions& options) {
  const Interrupt interrupt;
  signal(SIGPIPE, SIG_IGN);
  api::PoolLimits limits;
  limits.threads = options.threads;
  limits.queue = options.queue;
  limits.workers = options.workers;
  limits.memory_mib = options.memory_mib;
  limits.processes = options.processes;
  api::GameCache games(std::move(context.registry()), true, {});
  const auto answers = std::make_shared<Answers>(interrupt);
  {
    api::Server server(games, limits);
    Requests requests;
    std::string_view line;
    while (!interrupt.requested()) {
      if (!requests.next(line)) {
        if (!answers->waits() || requests.ended()) break;
        requests.fill();
        continue;
      }
      server.handle(line, answers);
    }
    server.pool().wait_for_end([&] { return !answers->waits(); });
  }
  answers->flush();
  if (interrupt.requested()) context.exit_code = kInterrupted;
  if (const int error = answers->error(); error != 0)
    throw Failure::system(fmt::format("cannot write to standard output: {}", std::strerror(error)));
}

}  // namespace

void add_api(CommandLine& app, Context& context) {
  const auto options = std::make_shared<ApiOptions>();
  CommandLine command =
      app.add_subcommand("api", "Answer requests about all games: JSON lines on standard input and output");
  command.add_flag("--schema", options->schema, "Print the JSON Schema of requests and answers");
  command
      .add_option("--threads", options->threads,
                  "Threads of all searches together (default: one for each processor)")
      .range(1, 1024);
  command.add_option("--queue", options->queue, "Searches that may wait; with more, no input is read")
      .range(1, 1'000'000)
      .show_default();
  command.add_option("--workers", options->workers, "Agents that may be loaded at once, each a process")
      .range(1, 1024)
      .show_default();
  command.add_option("--memory", options->memory_mib, "Memory of each agent, in MiB")
      .range(16, 1'000'000)
      .show_default();
  command
      .add_option("--processes", options->processes,
                  "Processes that each agent may start (engines of others)")
      .range(0, 1024)
      .show_default();
  command.callback([&context, options] {
    if (options->schema) return fmt::print("{}", api::schema_text());
    serve_lines(context, *options);
  });
}

}  // namespace ludex::arena::cli
