#include "arena/faces/cli/progress_line.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <span>

#include <fmt/format.h>
#include <unistd.h>

#include "arena/faces/cli/search_text.hpp"
#include "core/contract/report_check.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::cli {
namespace {

std::string number_text(double n) {
  return std::isfinite(n) ? fmt::format("{:.0f}", n) : "infinite";
}

}  // namespace

std::string progress_text(const SearchProgress& progress, const Position& start, double seconds) {
  std::string line;
  const auto add = [&](const std::string& part) { line.append(line.empty() ? "" : "  ").append(part); };
  if (progress.depth != 0) add(fmt::format("depth {}", progress.depth));
  if (has_value(progress))
    add(fmt::format("value {}", value_text(progress.value, progress.value_unit, progress.bound)));
  if (progress.proof >= 0 && progress.disproof >= 0)
    add(fmt::format("pn {} dn {}", number_text(progress.proof), number_text(progress.disproof)));
  const auto nodes = static_cast<double>(progress.nodes);
  add(fmt::format("{:.0f} nodes  {:.0f} nodes/s", nodes, seconds > 0 ? nodes / seconds : 0));
  if (progress.table_fill >= 0) add(fmt::format("table {:.1f} %", progress.table_fill * 100));
  add(fmt::format("{:.1f} s", seconds));
  const auto moves = host::variation_text(start, std::span(progress.pv, progress.pv_size));
  if (!moves.empty()) add(fmt::format("pv {}", fmt::join(moves, " ")));
  return line;
}

ProgressLine::ProgressLine(const Agent& agent, const Position& start, Show show)
    : start_(start), terminal_(isatty(STDERR_FILENO) == 1), start_ns_(wall_clock_ns()) {
  if (show == Show::kNever) return;
  source_ = find<ProgressSource>(agent);
  if (source_ == nullptr) return;
  constexpr std::int64_t kSecond = 1'000'000'000;
  interval_ns_ = terminal_ ? kSecond / 5 : show == Show::kOften ? kSecond : 10 * kSecond;
  source_->watch(true);
  thread_ = std::thread([this] { run(); });
}

ProgressLine::~ProgressLine() {
  if (source_ == nullptr) return;
  {
    const std::scoped_lock lock(mutex_);
    done_ = true;
  }
  changed_.notify_all();
  thread_.join();
  source_->watch(false);
  if (terminal_) std::fputs("\r\033[K", stderr);
}

void ProgressLine::run() {
  // A search updates its numbers only after a request, so look twice.
  constexpr std::int64_t kAnswer = 50'000'000;
  std::unique_lock lock(mutex_);
  const auto ends_within = [&](std::int64_t ns) {
    return changed_.wait_for(lock, std::chrono::nanoseconds(ns), [this] { return done_; });
  };
  SearchProgress old{};
  while (!ends_within(interval_ns_ - kAnswer)) {
    source_->read(&old);
    if (ends_within(kAnswer)) return;
    draw();
  }
}

void ProgressLine::draw() {
  SearchProgress now{};
  source_->read(&now);
  check_progress(now);
  const double seconds = static_cast<double>(wall_clock_ns() - start_ns_) * 1e-9;
  // A line that wraps cannot be redrawn.
  constexpr std::size_t kColumns = 79;
  const std::string line =
      progress_text(now, start_, seconds).substr(0, terminal_ ? kColumns : std::string::npos);
  std::fflush(stdout);
  std::fprintf(stderr, "%s%s%s", terminal_ ? "\r\033[K" : "", line.c_str(), terminal_ ? "" : "\n");
  std::fflush(stderr);
}

}  // namespace ludex::arena::cli
