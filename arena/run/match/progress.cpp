#include "arena/run/match/progress.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "arena/base/text/quantity.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::run {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::int64_t interval_of(Progress::Style style) {
  return style == Progress::Style::kLive ? kSecond / 5 : 60 * kSecond;
}

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

std::string time_text(double seconds) {
  const auto s = static_cast<std::uint64_t>(seconds);
  return s >= 3600 ? fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
                   : fmt::format("{}:{:02}", s / 60, s % 60);
}

// "4.1/s", "2.5/min", "0.8/h"
std::string rate_text(double per_second) {
  if (per_second >= 1) return fmt::format("{:.1f}/s", per_second);
  return per_second * 60 >= 1 ? fmt::format("{:.1f}/min", per_second * 60)
                              : fmt::format("{:.1f}/h", per_second * 3600);
}

std::string leader_text(const Standings& standings) {
  const auto rows = standings.sorted();
  if (rows.empty() || rows.front().games() == 0) return "";
  const Standings::Row& row = rows.front();
  const auto level = std::count_if(rows.begin(), rows.end(), [&](const Standings::Row& other) {
    return other.games() != 0 && other.score() >= row.score();
  });
  const auto playing =
      std::count_if(rows.begin(), rows.end(), [](const Standings::Row& other) { return other.games() != 0; });
  if (level > 1 && level == playing) return ", a tie";
  if (level > 1) return fmt::format(", {} agents lead with {:.1f} % each", level, 100 * row.score());
  return fmt::format(", {} leads with {:g}/{} ({:.1f} %)", row.name, row.points, row.games(),
                     100 * row.score());
}

}  // namespace

Progress::Style Progress::style(bool quiet) {
  return quiet ? Style::kSilent : isatty(STDERR_FILENO) == 1 ? Style::kLive : Style::kLines;
}

Progress::Surroundings Progress::standard_error() {
  return {[](std::string_view text) {
            std::fflush(stdout);  // keeps the order in a file that receives both
            std::fwrite(text.data(), 1, text.size(), stderr);
            std::fflush(stderr);
          },
          [] { return wall_clock_ns(); }};
}

Progress::Progress(std::uint64_t done, Style style, Surroundings surroundings)
    : first_(done),
      style_(style),
      surroundings_(std::move(surroundings)),
      start_ns_(surroundings_.now_ns()),
      last_ns_(start_ns_) {}

Progress::~Progress() {
  clear_line();
}

void Progress::clear_line() {
  if (drawn_) surroundings_.write("\r\033[K");
  drawn_ = false;
}

void Progress::say(const std::string& text) {
  clear_line();
  surroundings_.write("ludex: " + text + "\n");
}

std::string Progress::line(std::uint64_t done, std::uint64_t total, bool ended) const {
  const double elapsed = static_cast<double>(surroundings_.now_ns() - start_ns_) / 1e9;
  std::string text = fmt::format("{}/{}", done, plural(total, "game"));
  if (ended) text += " in " + time_text(elapsed);
  // There is no rate before the first game of this run.
  if (done <= first_ || elapsed <= 0) return ended ? text : text + " after " + time_text(elapsed);
  const double rate = static_cast<double>(done - first_) / elapsed;
  text += ", " + rate_text(rate);
  if (!ended) text += ", " + time_text(static_cast<double>(total - std::min(done, total)) / rate) + " left";
  return text;
}

void Progress::update(std::uint64_t done, std::uint64_t total, const Standings& standings) {
  const std::int64_t now = surroundings_.now_ns();
  if (style_ == Style::kSilent || now - last_ns_ < interval_of(style_)) return;
  last_ns_ = now;
  std::string text = line(done, total, false);
  if (style_ == Style::kLines) {
    surroundings_.write(text + (note_.empty() ? leader_text(standings) : ", " + note_) + "\n");
    return;
  }
  text += ": ";
  const std::size_t width = terminal_width() - 1;
  const std::size_t room = width > text.size() ? width - text.size() : 0;
  surroundings_.write("\r\033[K" + text + (note_.empty() ? standings.line(room) : note_.substr(0, room)));
  drawn_ = true;
}

void Progress::finish(std::uint64_t done, std::uint64_t total, const Standings& standings) {
  clear_line();
  if (style_ == Style::kLines) surroundings_.write(line(done, total, true) + leader_text(standings) + "\n");
}

}  // namespace ludex::arena::run
