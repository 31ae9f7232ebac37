#include "agents/bridges/gnubg/gnubg_bridge.hpp"

#include <array>
#include <cstdint>
#include <sstream>

#include "core/abi/text.hpp"
#include "core/system/engine_cpu.hpp"
#include "core/util/clock.hpp"

namespace ludex::agents::bridges {
namespace {

// A question after each other one; its answer ends theirs.
constexpr const char* kLastQuestion = "show prompt\n";
constexpr std::string_view kLastAnswer = "The prompt is set to";

// The men of one side by points, 25 the bar, from "24:2,13:5,bar:1"; "-" for none.
std::array<int, 26> read_men(const std::string& text) {
  std::array<int, 26> men{};
  std::istringstream items(text == "-" ? "" : text);
  for (std::string item; std::getline(items, item, ',');) {
    const auto colon = item.find(':');
    const std::string point = item.substr(0, colon);
    men.at(point == "bar" ? 25 : std::stoul(point)) = std::stoi(item.substr(colon + 1));
  }
  return men;
}

// "set board simple": men on the mover's bar, on points 1 to 24 (the opponent's negative), on the opponent's
// bar.
std::string board_command(const std::array<int, 26>& mover, const std::array<int, 26>& other) {
  std::string command = "set board simple " + std::to_string(mover[25]);
  for (std::size_t point = 1; point <= 24; ++point)
    command += ' ' + std::to_string(mover[point] - other[25 - point]);
  return command + ' ' + std::to_string(other[25]) + '\n';
}

// The play of "    1. Cubeful 0-ply    8/5 6/5                      Eq.: +0.200"; "" in other lines.
std::string play_in(std::string_view line) {
  if (next_word(line) != "1." || !next_word(line).starts_with("Cube")) return "";
  static_cast<void>(next_word(line));
  std::string play;
  for (std::string_view word = next_word(line); !word.empty() && word != "Eq.:" && word != "MWC:";
       word = next_word(line))
    play += (play.empty() ? "" : " ") + std::string(word);
  return play;
}

}  // namespace

const Schema<GnubgBridge::Config>& GnubgBridge::schema() {
  static const Schema<Config> made([](auto& s) {
    s.program("command", &Config::command, "the program; empty: gnubg, in PATH or /usr/games");
    s.integer("plies", &Config::plies, 0, 4, "plies that it looks ahead",
              "its manual: 0 is the network alone");
    s.boolean("cubeful", &Config::cubeful, "whether it plays as with a doubling cube");
    s.text(
        "options", &Config::options,
        "COMMAND; COMMAND: sent at the start, for example set evaluation chequerplay evaluation noise 0.02");
    declare_common(s);
  });
  return made;
}

// The game must write positions as the game backgammon does.
Result<void> GnubgBridge::supports(const Game& game) {
  constexpr std::string_view kStart = "24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 first roll 0";
  const auto position = Position::from_text(game, "4HPwATDgc/ABMA");
  if (position && position->text() == kStart) return {};
  return Error{"needs backgammon: a game that reads and writes its positions"};
}

GnubgBridge::GnubgBridge(const Config& config) : Bridge(config, "quit\n") {
  if (settings_.command.program.empty()) settings_.command.program = "gnubg";
  if (settings_.command.arguments.empty()) settings_.command.arguments = {"-t", "-q"};
  const std::string evaluation = "set evaluation chequerplay evaluation ";
  setup_ =
      "set confirm new off\nset automatic roll off\nset automatic game off\nset automatic bearoff off\n"
      "set automatic move off\nset player 0 human\nset player 1 human\n" +
      evaluation + "plies " + std::to_string(config.plies) + '\n' + evaluation + "cubeful " +
      (config.cubeful ? "on" : "off") + '\n';
  for (const std::string& option : split_items(config.options)) setup_ += option + '\n';
}

std::vector<std::string> GnubgBridge::ask(const std::string& commands, std::int64_t time_ns,
                                          const std::uint32_t* stop) {
  engine().new_exchange();
  const std::int64_t deadline = wall_clock_ns() + time_ns;
  send(commands + kLastQuestion);
  std::vector<std::string> lines;
  std::string_view line;
  while (engine().read_line(deadline, stop, line) == Engine::Event::kLine) {
    if (line.starts_with(kLastAnswer)) return lines;
    lines.emplace_back(line);
  }
  throw EngineFault(
      "no answer within " + seconds_text(time_ns) + " s" + engine().flood() + engine().last_words(),
      AgentEnd::kNoAnswer);
}

void GnubgBridge::handshake() {
  start_engine();
  engine_name_.clear();
  for (const std::string& line : ask("show version\n" + setup_, start_time_ns(), nullptr)) {
    if (engine_name_.empty() && line.starts_with("GNU Backgammon")) engine_name_ = line;
  }
  if (engine_name_.empty())
    throw EngineFault("command: the program does not answer as GNU Backgammon", AgentEnd::kProtocol);
}

void GnubgBridge::new_game(const Game& game, Player seat, std::uint64_t seed) {
  guard(Call::kStart, [&] {
    begin(game, seat, seed);
    if (!running()) handshake();
    static_cast<void>(ask("new game\nset turn 1\n", start_time_ns(), nullptr));
  });
}

Move GnubgBridge::choose(const State* position, const Budget& budget, SearchReport& report) {
  return guard(Call::kChoose, [&]() -> Move {
    if (!running()) throw EngineFault("the engine is gone");
    follow(position);
    const std::uint32_t count = game_->legal_moves(position, legal().data());
    Move move = legal()[0];
    if (count > 1) {
      const std::int64_t cpu = engine().cpu_ns();
      std::istringstream fields(board().text());
      std::array<std::string, 4> words;  // men of first and of second, the side, the roll
      for (std::string& word : words) fields >> word;
      const bool first = words[2] == "first";
      const std::string commands =
          board_command(read_men(words[first ? 0 : 1]), read_men(words[first ? 1 : 0])) + "set dice " +
          words[3][0] + ' ' + words[3][1] + "\nhint 1\n";
      std::string play;
      for (const std::string& line : ask(commands, answer_ns(budget) + settings_.patience_ns, budget.stop)) {
        if (play.empty()) play = play_in(line);
      }
      if (play.empty()) throw EngineFault("no play in the answer to a hint", AgentEnd::kProtocol);
      const auto read = board().parse_move(play);
      if (!read)
        throw EngineFault(
            "illegal or unreadable play '" + play + "' in " + board().text() + ": " + read.error(),
            AgentEnd::kIllegalMove);
      move = *read;
      report.add_counter(kEngineCpuCounter, static_cast<double>(engine().cpu_ns() - cpu) * 1e-9);
    }
    report.add_pv(move);
    return move;
  });
}

std::string GnubgBridge::try_out(const Budget&, const ClockFace*) {
  return "'" + engine_name_ + "'";
}

}  // namespace ludex::agents::bridges
