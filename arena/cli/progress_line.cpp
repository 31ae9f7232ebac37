#include "arena/cli/progress_line.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "core/util/clock.hpp"

namespace ludex::arena::cli {
namespace {

std::string number_text(double n) {
  return std::isfinite(n) ? fmt::format("{:.0f}", n) : "infinite";
}

}  // namespace

ProgressLine::ProgressLine(const ProgressSource* source)
    : source_(source), terminal_(isatty(STDERR_FILENO) == 1), start_ns_(wall_clock_ns()) {
  if (source_ != nullptr) thread_ = std::thread([this] { run(); });
}

ProgressLine::~ProgressLine() {
  if (source_ == nullptr) return;
  {
    const std::scoped_lock lock(mutex_);
    done_ = true;
  }
  changed_.notify_all();
  thread_.join();
  if (terminal_) std::fputs("\r\033[K", stderr);
}

void ProgressLine::run() {
  const auto interval = std::chrono::milliseconds(terminal_ ? 200 : 1000);
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, interval, [this] { return done_; })) draw();
}

void ProgressLine::draw() {
  SearchProgress now{};
  source_->read(&now);
  const double seconds = static_cast<double>(wall_clock_ns() - start_ns_) * 1e-9;
  const std::string line = fmt::format("pn {} dn {}  {:.0f} nodes  {:.0f} nodes/s  table {:.1f} %  {:.1f} s",
                                       number_text(now.proof), number_text(now.disproof), now.nodes,
                                       now.nodes / seconds, now.table_fill * 100, seconds);
  std::fprintf(stderr, "%s%s%s", terminal_ ? "\r\033[K" : "", line.c_str(), terminal_ ? "" : "\n");
  std::fflush(stderr);
}

}  // namespace ludex::arena::cli
