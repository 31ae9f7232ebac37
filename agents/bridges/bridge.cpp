#include "agents/bridges/bridge.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "core/abi/host.hpp"
#include "core/system/host_patience.hpp"
#include "core/util/clock.hpp"

namespace ludex::agents::bridges {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::int64_t nanoseconds(double seconds) {
  return static_cast<std::int64_t>(seconds * 1e9);
}

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

}  // namespace

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = '\0';
  for (const char c : text) {
    if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      inside = true;
    } else if (is_blank(c)) {
      if (inside) words.push_back(std::exchange(word, {}));
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (quote != '\0')
    throw std::invalid_argument("'" + std::string(text) + "': a quotation mark is not closed");
  if (inside) words.push_back(word);
  return words;
}

std::vector<std::string> split_items(std::string_view text) {
  std::vector<std::string> items;
  while (!text.empty()) {
    const auto end = text.find(';');
    std::string_view item = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    while (!item.empty() && is_blank(item.front())) item.remove_prefix(1);
    while (!item.empty() && is_blank(item.back())) item.remove_suffix(1);
    if (!item.empty()) items.emplace_back(item);
  }
  return items;
}

std::string_view next_word(std::string_view& line) {
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  std::size_t n = 0;
  while (n < line.size() && !is_blank(line[n])) ++n;
  const std::string_view word = line.substr(0, n);
  line.remove_prefix(n);
  return word;
}

std::string seconds_text(std::int64_t ns) {
  std::array<char, 32> text;
  const int size = std::snprintf(text.data(), text.size(), "%.3f", static_cast<double>(ns) * 1e-9);
  return {text.data(), static_cast<std::size_t>(size)};
}
std::string stopped_text(std::int64_t waited_ns, std::int64_t time_ns) {
  // The host's clock and the bridge's end the time at about the same moment.
  if (waited_ns >= time_ns / 10 * 9) return seconds_text(time_ns) + " s";
  return seconds_text(waited_ns) + " s, until the host ended the search,";
}

Bridge::Bridge(const CommonConfig& config, const char* quit_command) : quit_command_(quit_command) {
  settings_.command = {config.command, split_words(config.args), config.folder,
                       split_items(config.environment)};
  settings_.start_ns = nanoseconds(config.start_timeout);
  settings_.move_ns = nanoseconds(config.move_timeout);
  settings_.patience_ns = nanoseconds(config.patience);
  if (const auto* host_patience = find<HostPatience>(host());
      host_patience != nullptr && host_patience->start_ns() != 0) {
    host_start_ns_ = host_patience->start_ns();
    settings_.patience_ns = std::min(settings_.patience_ns, host_patience->grace_ns() / 10 * 9);
  }
  settings_.overhead_ns = nanoseconds(config.overhead);
  settings_.transcripts = config.transcripts;
  if (const auto* folders = find<Folders>(host()); settings_.transcripts.empty() && folders != nullptr)
    settings_.transcripts = folders->transcripts();
  if (config.keep == Keep::kNone) settings_.transcripts.clear();
  settings_.every_transcript = config.keep == Keep::kAll;
}

Bridge::~Bridge() {
  try {
    if (settings_.every_transcript) save_transcript();
    if (engine_ == nullptr) return;
    constexpr std::int64_t kFarewell = kSecond / 5;
    engine_->send(quit_command_, kFarewell);
    engine_->ends_within(kFarewell);
  } catch (const std::exception&) {
    // The engine is killed in any case.
  }
}

std::string Bridge::save_transcript() const {
  if (settings_.transcripts.empty() || transcript_.text().empty()) return "";
  std::array<char, 64> name;
  std::snprintf(name.data(), name.size(), "%016llx-%u.txt", static_cast<unsigned long long>(seed_),
                seat_ + 1);
  const auto path = std::filesystem::path(settings_.transcripts) / name.data();
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  std::ofstream out(path);
  out << transcript_.text();
  return out.flush() ? "; transcript: " + std::string(name.data()) : "";
}

void Bridge::fail(const std::string& what, AgentEnd end) {
  const std::string saved = save_transcript();
  engine_.reset();
  board_.reset();
  throw EngineFault(what + saved, end);
}

void Bridge::begin(const Game& game, Player seat, std::uint64_t seed) {
  if (settings_.every_transcript) save_transcript();
  transcript_.clear();
  game_ = &game;
  seat_ = seat;
  seed_ = seed;
  board_.reset();
  clock_.reset();
  opponent_clock_.reset();
  legal_.resize(game.traits().max_moves);
}

void Bridge::begin_call(Call call) noexcept {
  const bool limited = call == Call::kStart && host_start_ns_ != 0;
  // A third is reserved for the remaining steps on a busy machine: ending the engine, writing the transcript.
  call_ends_ns_ = limited ? wall_clock_ns() + host_start_ns_ / 3 * 2 : 0;
}

std::int64_t Bridge::start_time_ns() const noexcept {
  constexpr std::int64_t kLeast = 1'000'000;
  if (call_ends_ns_ == 0) return settings_.start_ns;
  return std::min(settings_.start_ns, std::max(call_ends_ns_ - wall_clock_ns(), kLeast));
}

void Bridge::start_engine() {
  if (settings_.command.program.empty())
    throw EngineFault("command: no engine is given; expected the program to start");
  engine_ = std::make_unique<Engine>(settings_.command, transcript_);
}

std::string Bridge::silence() const {
  if (!engine_->unfinished_line().empty()) return "";
  return std::string(engine_->has_spoken() ? "" : ", and the engine has sent nothing at all") +
         "; does it flush its output? A program that writes to a pipe must do so after each line (Python: "
         "print(..., flush=True), or python3 -u)";
}

bool Bridge::follow(const State* before) {
  if (board_ && game_->hash(board_->state()) == game_->hash(before) &&
      game_->to_move(board_->state()) == game_->to_move(before))
    return false;
  if (!board_) board_.emplace(*game_);
  game_->copy(board_->state(), before);
  return true;
}

std::int64_t Bridge::time_to_tell_ns(const Budget& budget) const noexcept {
  // The engine is another process, so the agent's CPU clock excludes it. An engine with this much elapsed
  // time on a processor of its own uses no more CPU time.
  std::int64_t time = budget.wall_ns;
  if (budget.cpu_ns > 0 && (time == 0 || budget.cpu_ns < time)) time = budget.cpu_ns;
  if (time == 0) return 0;
  return std::max<std::int64_t>(time - std::min(settings_.overhead_ns, time / 10), 1);
}

std::int64_t Bridge::left_to_tell_ns(const ClockFace& clock) const noexcept {
  constexpr std::int64_t kLeast = 1'000'000;
  return std::max(clock.left_ns - std::min(settings_.overhead_ns, clock.left_ns / 10), kLeast);
}

std::int64_t Bridge::answer_ns(const Budget& budget) const noexcept {
  if (budget.cpu_ns == 0 && budget.wall_ns == 0) return settings_.move_ns;
  if (budget.cpu_ns == 0) return budget.wall_ns;
  return budget.wall_ns == 0 ? budget.cpu_ns : std::min(budget.cpu_ns, budget.wall_ns);
}

}  // namespace ludex::agents::bridges
