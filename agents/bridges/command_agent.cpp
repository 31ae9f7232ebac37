#include "agents/bridges/command_agent.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <utility>

#include <unistd.h>

#include "agents/bridges/json_text.hpp"
#include "core/abi/host.hpp"
#include "core/abi/text.hpp"
#include "core/game/extensions.hpp"
#include "core/system/engine_cpu.hpp"
#include "core/util/clock.hpp"

namespace ludex::agents::bridges {
namespace {

std::string json_list(const std::vector<std::string>& texts) {
  std::string list = "[";
  for (const std::string& text : texts) list += (list.size() > 1 ? "," : "") + json_text(text);
  return list + "]";
}

}  // namespace

const Schema<CommandAgent::Config>& CommandAgent::schema() {
  static const Schema<Config> made([](auto& s) {
    declare_command(s);
    s.integer("retries", &Config::retries, 0, 1000,
              "number of times that an illegal answer is asked again, within the time of the move");
    s.boolean("picture", &Config::picture,
              "each position is also drawn as SVG; \"picture\" is the file's path");
    declare_common(s);
  });
  return made;
}

CommandAgent::CommandAgent(const Config& config)
    : Bridge(config, ""), retries_(config.retries), picture_(config.picture) {}

CommandAgent::~CommandAgent() {
  if (picture_file_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove(picture_file_, ignored);
}

void CommandAgent::new_game(const Game& game, Player seat, std::uint64_t seed) {
  begin(game, seat, seed);
  moves_.clear();
  last_ = kNoMove;
  guard(Call::kStart, [&] {
    if (!running()) start_engine();
  });
}

// Restarts the list of moves if the position belongs to another game.
void CommandAgent::take_note(const State* before) {
  if (!follow(before)) return;
  moves_.clear();
  last_ = kNoMove;
}

void CommandAgent::observe(const State* before, Move move) {
  take_note(before);
  moves_.push_back(board().move_text(move));
  last_ = move;
  advance(move);
}

std::string CommandAgent::draw_picture() {
  const auto* const svg = find<Svg>(*game_);
  if (svg == nullptr) return "";
  if (picture_file_.empty()) {
    const auto* const folders = find<Folders>(host());
    std::filesystem::path folder = folders != nullptr ? folders->scratch() : "";
    if (folder.empty()) folder = std::filesystem::temp_directory_path();
    std::filesystem::create_directories(folder);
    picture_file_ = (folder / ("ludex-" + std::to_string(getpid()) + "-" +
                               std::to_string(reinterpret_cast<std::uintptr_t>(this)) + ".svg"))
                        .string();
  }
  StringSink text;
  svg->draw_svg(board().state(), last_, text);
  std::ofstream out(picture_file_);
  out << text.text();
  if (!out.flush()) throw EngineFault("picture: cannot write " + picture_file_);
  return picture_file_;
}

std::string CommandAgent::request(const Budget& budget, const std::string& error) {
  std::vector<std::string> texts;
  for (const Move move : board().legal_moves()) texts.push_back(board().move_text(move));
  std::string json = "{\"seat\":" + std::to_string(seat_) +
                     ",\"players\":" + std::to_string(game_->traits().players) +
                     ",\"position\":" + json_text(board().text()) + ",\"legal\":" + json_list(texts) +
                     ",\"moves\":" + json_list(moves_) + ",\"drawing\":" + json_text(board().drawing());
  if (const std::int64_t time = time_to_tell_ns(budget); time != 0)
    json += ",\"seconds\":" + seconds_text(time);
  if (picture_)
    if (const std::string file = draw_picture(); !file.empty()) json += ",\"picture\":" + json_text(file);
  if (!error.empty()) json += ",\"error\":" + json_text(error);
  return json + "}\n";
}

std::string CommandAgent::answer(const std::string& question, std::int64_t deadline_ns,
                                 const Budget& budget) {
  engine().new_exchange();
  const std::int64_t start = wall_clock_ns();
  send(question);
  const std::uint32_t* stop = budget.stop;
  std::string within = seconds_text(deadline_ns - start) + " s";
  std::string_view line;
  while (true) {
    const auto event = engine().read_line(deadline_ns, stop, line);
    if (event == Engine::Event::kTimeout) break;
    if (event == Engine::Event::kStopped) {
      stop = nullptr;
      within = seconds_text(wall_clock_ns() - start) + " s, when the host ended the search";
      deadline_ns = std::min(deadline_ns, wall_clock_ns() + settings_.patience_ns);
      continue;
    }
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
    if (!line.empty()) return std::string(line);
  }
  throw EngineFault("no answer within " + within + silence() + engine().flood() + engine().last_words(),
                    AgentEnd::kNoAnswer);
}

Move CommandAgent::choose(const State* position, const Budget& budget, SearchReport& report) {
  return guard(Call::kChoose, [&]() -> Move {
    if (!running()) throw EngineFault("the program is gone");
    take_note(position);
    const std::int64_t cpu = engine().cpu_ns();
    const std::int64_t deadline = wall_clock_ns() + answer_ns(budget) + settings_.patience_ns;
    std::string error;
    for (std::uint32_t tries = 0; tries <= retries_; ++tries) {
      const std::string said = answer(request(budget, error), deadline, budget);
      if (said == "resign") resign();
      const auto move = board().parse_move(said);
      if (move) {
        report.add_pv(*move);
        report.add_counter(kEngineCpuCounter, static_cast<double>(engine().cpu_ns() - cpu) * 1e-9);
        if (tries != 0) report.add_counter("retries", tries);
        return *move;
      }
      error = move.error();
    }
    throw EngineFault("illegal answer, asked " + std::to_string(retries_ + 1) + " times: " + error,
                      AgentEnd::kIllegalMove);
  });
}

}  // namespace ludex::agents::bridges
