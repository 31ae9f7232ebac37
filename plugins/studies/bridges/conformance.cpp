#include "plugins/studies/bridges/conformance.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "agents/bridges/json_text.hpp"
#include "core/util/clock.hpp"

namespace ludex::agents::bridges {

Dialogue::Dialogue(const ConformanceConfig& config, const std::uint32_t* stop)
    : command_{config.command, split_words(config.args), config.folder, split_items(config.environment)},
      start_ns_(static_cast<std::int64_t>(config.start_timeout * 1e9)),
      patience_ns_(static_cast<std::int64_t>(config.patience * 1e9)),
      stop_(stop) {}

void Dialogue::start() {
  engine_.reset();
  transcript_.clear();
  if (command_.program.empty())
    throw EngineFault("command: no engine is given; expected the program to start");
  engine_ = std::make_unique<Engine>(command_, transcript_);
}

void Dialogue::send(std::string_view lines) {
  engine_->new_exchange();
  engine_->send(lines, start_ns_);
}

std::optional<std::string> Dialogue::line(std::int64_t deadline_ns) {
  std::string_view text;
  const auto event = engine_->read_line(deadline_ns, stop_, text);
  if (event == Engine::Event::kStopped) throw NotApplicable("interrupted");
  if (event == Engine::Event::kTimeout) return std::nullopt;
  return std::string(text);
}

std::string Dialogue::last_words() const {
  const std::string partial = engine_->unfinished_line();
  return (partial.empty() ? "" : "; no newline after " + in_quotes(partial)) + engine_->flood() +
         engine_->last_words();
}

bool RuleReport::check(const char* rule, const char* what, const std::function<std::string()>& body) {
  if (task_->stopped()) return true;
  Line line{rule, what, "ok", "", 0};
  const std::int64_t start = wall_clock_ns();
  try {
    line.note = body();
  } catch (const NotApplicable& reason) {
    line.result = "skipped";
    line.note = reason.what();
  } catch (const std::exception& fault) {
    line.result = "broken";
    line.note = fault.what();
  }
  line.seconds = static_cast<double>(wall_clock_ns() - start) * 1e-9;
  const bool good = std::string_view(line.result) != "broken";
  if (!json_) {
    std::array<char, 32> time;
    std::snprintf(time.data(), time.size(), " (%.3f s)\n", line.seconds);
    const char* const head = !good ? "BROKEN " : line.result[0] == 's' ? "skip   " : "ok     ";
    out_->write(head + std::string(rule) + ": " + (good ? "" : std::string(what) + ": ") + line.note +
                time.data());
  }
  lines_.push_back(std::move(line));
  return good;
}

void RuleReport::finish() {
  const bool passed = std::all_of(lines_.begin(), lines_.end(),
                                  [](const Line& line) { return std::string_view(line.result) != "broken"; });
  if (!json_) {
    out_->write(task_->stopped() ? "interrupted\n" : passed ? "passed\n" : "failed\n");
    return;
  }
  std::string text = "{\"protocol\":" + json_text(protocol_) + ",\"engine\":" + json_text(engine_) +
                     ",\"interrupted\":" + (task_->stopped() ? "true" : "false") +
                     ",\"passed\":" + (passed && !task_->stopped() ? "true" : "false") + ",\"rules\":[";
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Line& line = lines_[i];
    text += std::string(i == 0 ? "" : ",") + "{\"rule\":" + json_text(line.rule) +
            ",\"what\":" + json_text(line.what) + ",\"result\":" + json_text(line.result) +
            ",\"note\":" + json_text(line.note) + ",\"seconds\":" + std::to_string(line.seconds) + "}";
  }
  out_->write(text + "]}\n");
}

std::vector<Walk> walk_positions(const Game& game, std::size_t count, Rng& rng) {
  std::vector<Walk> list;
  // The length of a random game, so that positions come from all of it.
  std::size_t length = 0;
  for (Position position(game); !position.over(); ++length) {
    const auto moves = position.legal_moves();
    position.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  list.push_back({Position(game), {}});
  while (list.size() < count) {
    Walk walk{Position(game), {}};
    for (std::size_t plies = rng.below(static_cast<std::uint32_t>(std::min<std::size_t>(length, 200)));
         plies > 0 && !walk.position.over(); --plies) {
      const auto moves = walk.position.legal_moves();
      walk.moves.push_back(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      walk.position.apply(walk.moves.back());
    }
    if (!walk.position.over()) list.push_back(std::move(walk));
  }
  return list;
}

std::vector<Walk> find_ends(const Game& game, Rng& rng) {
  constexpr int kGames = 300;
  std::array<std::optional<Walk>, 3> found;
  for (int i = 0; i < kGames; ++i) {
    Walk walk{Position(game), {}};
    while (!walk.position.over()) {
      const auto moves = walk.position.legal_moves();
      walk.moves.push_back(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      walk.position.apply(walk.moves.back());
    }
    const Player winner = winner_of(walk.position.status());
    auto& place = found[winner == kNobody ? 2 : winner];
    // The shortest: its line of moves is easier to read in a fault.
    if (!place || walk.moves.size() < place->moves.size()) place = std::move(walk);
  }
  std::vector<Walk> list;
  for (auto& walk : found) {
    if (walk) list.push_back(std::move(*walk));
  }
  return list;
}

std::string end_text(const Position& position) {
  const Player winner = winner_of(position.status());
  return winner == kNobody ? "drawn" : winner == 0 ? "won by the first player" : "won by the second player";
}

std::string in_quotes(std::string_view text) {
  std::string shown(text.substr(0, 160));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; },
      '?');
  return "'" + shown + (text.size() > 160 ? "...'" : "'");
}

}  // namespace ludex::agents::bridges
