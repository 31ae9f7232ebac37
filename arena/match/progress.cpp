#include "arena/match/progress.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/util/clock.hpp"

namespace ludex::arena {
namespace {

constexpr std::int64_t kInterval = 200'000'000;

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

std::string time_text(double seconds) {
  const auto s = static_cast<std::uint64_t>(seconds);
  return s >= 3600 ? fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
                   : fmt::format("{}:{:02}", s / 60, s % 60);
}

}  // namespace

Progress::Progress(std::uint64_t done, bool quiet)
    : first_(done), active_(!quiet && isatty(STDERR_FILENO) == 1), start_ns_(wall_clock_ns()) {}

Progress::~Progress() {
  clear_line();
}

void Progress::clear_line() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

void Progress::say(const std::string& text) {
  clear_line();
  std::fprintf(stderr, "ludex: %s\n", text.c_str());
}

void Progress::update(std::uint64_t done, std::uint64_t total, const Standings& standings) {
  const std::int64_t now = wall_clock_ns();
  if (!active_ || now - last_ns_ < kInterval) return;
  last_ns_ = now;
  const double elapsed = static_cast<double>(now - start_ns_) * 1e-9;
  const double rate = static_cast<double>(done - first_) / elapsed;
  const double left = static_cast<double>(total - std::min(done, total)) / rate;
  const std::string head =
      fmt::format("{}/{} games, {:.1f}/s, {} left: ", done, total, rate, time_text(left));
  const std::size_t width = terminal_width() - 1;
  fmt::print(stderr, "\r\033[K{}{}", head, standings.line(width > head.size() ? width - head.size() : 0));
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace ludex::arena
