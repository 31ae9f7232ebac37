#include "agents/bridges/gtp_bridge.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <stdexcept>

#include "core/abi/text.hpp"
#include "core/agent/needs.hpp"
#include "core/system/engine_cpu.hpp"
#include "core/util/clock.hpp"
#include "core/util/nearest.hpp"

namespace ludex::agents::bridges {
namespace {

std::string in_quotes(std::string_view text) {
  std::string shown(text.substr(0, 200));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, '?');
  return "'" + shown + "'";
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

// Placeholders, in braces, of the commands that pass a budget on.
const std::array<std::string, 6> kMarks{"seconds", "nodes", "iterations", "depth", "threads", "memory"};

// Rejects unknown placeholders, which would reach the engine unreplaced.
void check_marks(std::string_view commands) {
  for (auto open = commands.find('{'); open != std::string_view::npos; open = commands.find('{', open + 1)) {
    const auto close = commands.find('}', open);
    const std::string mark(commands.substr(open + 1, close - open - 1));
    if (close != std::string_view::npos && std::find(kMarks.begin(), kMarks.end(), mark) != kMarks.end())
      continue;
    std::string text =
        "budget: {" + mark + (close == std::string_view::npos ? " is not closed" : "} is unknown");
    const std::string meant = nearest(mark, kMarks);
    text += meant.empty() ? ", expected one of" : "; did you mean {" + meant + "}?";
    for (std::size_t i = 0; meant.empty() && i < kMarks.size(); ++i) text += " {" + kMarks[i] + "}";
    throw std::invalid_argument(text);
  }
}

// Replaces {name} by `value`; false if the command contains {name} but there is no value.
bool substitute(std::string& command, std::string_view name, const std::string& value) {
  const std::string mark = "{" + std::string(name) + "}";
  for (auto at = command.find(mark); at != std::string::npos; at = command.find(mark)) {
    if (value.empty()) return false;
    command.replace(at, mark.size(), value);
  }
  return true;
}

}  // namespace

const Schema<GtpBridge::Config>& GtpBridge::schema() {
  static const Schema<Config> made([](auto& s) {
    declare_command(s);
    s.text("options", &Config::options,
           "COMMAND; COMMAND: commands sent at the start, for example param_game allow_swap 1");
    s.text("budget", &Config::budget,
           "COMMAND; COMMAND: commands that pass the budget on, with {seconds} {nodes} {iterations} {depth} "
           "{threads} {memory} (MiB); empty: time_settings; own: the engine's own settings");
    s.boolean("numbered", &Config::numbered, "number the commands, as the protocol allows");
    declare_common(s);
  });
  return made;
}

Result<void> GtpBridge::supports(const Game& game) {
  return needs(game, kDeterministic, 2);
}

GtpBridge::GtpBridge(const Config& config)
    : Bridge(config, "quit\n"),
      options_(split_items(config.options)),
      budget_commands_(config.budget),
      numbered_(config.numbered) {
  check_marks(budget_commands_);
}

GtpBridge::Answer GtpBridge::ask(const std::string& command, std::int64_t time_ns, std::int64_t patience_ns,
                                 const std::uint32_t* stop) {
  engine().new_exchange();
  const std::int64_t asked_ns = wall_clock_ns();
  std::int64_t deadline = asked_ns + time_ns;
  bool patient = false;
  std::string within = seconds_text(time_ns) + " s";
  const std::uint64_t number = ++number_;
  send((numbered_ ? std::to_string(number) + ' ' : std::string()) + command + "\n");
  Answer answer{false, ""};
  bool inside = false;  // the answer has begun
  bool other = false;   // it belongs to an earlier command
  std::string_view line;
  while (true) {
    const auto event = engine().read_line(deadline, stop, line);
    if (event != Engine::Event::kLine) {
      if (patient) break;
      patient = true;
      stop = nullptr;
      deadline = wall_clock_ns() + patience_ns;
      if (event == Engine::Event::kStopped) within = stopped_text(wall_clock_ns() - asked_ns, time_ns);
      continue;
    }
    if (inside) {
      if (line.empty()) {
        if (!other) return answer;
        inside = other = false;
      } else {
        (answer.text += '\n') += line;
      }
      continue;
    }
    // The engine may print anything between answers.
    if (line.empty() || (line[0] != '=' && line[0] != '?')) continue;
    inside = true;
    answer.ok = line[0] == '=';
    line.remove_prefix(1);
    std::uint64_t said = number;
    if (!line.empty() && line[0] >= '0' && line[0] <= '9') {
      const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), said);
      line.remove_prefix(static_cast<std::size_t>(rest - line.data()));
    }
    other = numbered_ && said < number;
    if (other) ++stale_answers_;
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
    answer.text = line;
  }
  const std::string partial = engine().unfinished_line();
  throw EngineFault("no answer to " + in_quotes(command) + " within " + within +
                        (patience_ns > 0 ? " and " + seconds_text(patience_ns) + " s of patience" : "") +
                        (inside ? ": the empty line at its end is missing" : "") +
                        (partial.empty() ? "" : "; no newline after " + in_quotes(partial)) +
                        engine().flood() + engine().last_words(),
                    inside ? AgentEnd::kProtocol : AgentEnd::kNoAnswer);
}

void GtpBridge::demand(const std::string& command, const char* parameter) {
  const Answer answer = ask(command);
  if (answer.ok) return;
  throw EngineFault((parameter != nullptr ? std::string(parameter) + ": " : std::string()) +
                        "the engine refuses " + in_quotes(command) + ": " + in_quotes(answer.text),
                    AgentEnd::kProtocol);
}

void GtpBridge::handshake() {
  told_budget_.clear();
  commands_.clear();
  start_engine();
  try {
    const Answer version = ask("protocol_version");
    if (version.ok && version.text != "2" && version.text != "1")
      throw EngineFault("protocol version " + in_quotes(version.text) + ", expected 2", AgentEnd::kProtocol);
  } catch (const EngineFault& fault) {
    throw EngineFault(
        std::string("no handshake: ") + fault.what() + (fault.end() == AgentEnd::kNoAnswer ? silence() : ""),
        fault.end());
  }
  if (const Answer name = ask("name"); name.ok) engine_name_ = name.text;
  if (const Answer list = ask("list_commands"); list.ok && !list.text.empty())
    commands_ = '\n' + list.text + '\n';
  // An engine that does not know its time limit thinks as long as it likes, and then seems to hang.
  if (budget_commands_.empty() && !commands_.empty() && !knows("time_settings")) refuse_untold();
  for (const std::string& command : options_) demand(command, "options");
}

bool GtpBridge::knows(std::string_view command) const {
  return commands_.find("\n" + std::string(command) + "\n") != std::string::npos;
}

void GtpBridge::refuse_untold() const {
  // Benzene's engines take their time limit as a parameter.
  std::string example = "COMMAND {seconds}";
  for (const std::string_view command : {"param_mohex", "param_wolve"}) {
    if (knows(command)) example = std::string(command) + " max_time {seconds}";
  }
  throw EngineFault(
      "budget: the engine has no command time_settings, so its time cannot be set. Name the commands that "
      "set it in the parameter 'budget', for example budget: '" +
      example + "', or use the engine's own settings with budget: own");
}

void GtpBridge::new_game(const Game& game, Player seat, std::uint64_t seed) {
  begin(game, seat, seed);
  guard(Call::kStart, [&] {
    texts_.emplace(game);
    if (!running()) handshake();
    own_.clear();
    told_clock_ = false;
    const Position start(game);
    take_note(start.state());
    // An engine that does not support this board fails now.
    catch_up();
  });
}

std::string GtpBridge::vertex(const State* state, Move move) const {
  return texts_->move_text(state, move);
}

void GtpBridge::take_note(const State* before) {
  if (!follow(before)) return;
  const auto commands = texts_->setup(before);
  if (!commands) throw EngineFault(commands.error());
  setup_ = split_lines(*commands);
  set_up_ = false;
  plays_.clear();
  own_.clear();
  told_ = 0;
}

void GtpBridge::observe(const State* before, Move move) {
  guard(Call::kStart, [&] {
    take_note(before);
    plays_.push_back(std::string("play ") + texts_->color(before) + ' ' + vertex(before, move));
    if (!own_.empty() && own_ == plays_.back()) {
      told_ = plays_.size();
    } else if (!own_.empty()) {
      // The game continued with a move other than the engine's: set up the position again.
      set_up_ = false;
      told_ = 0;
    }
    own_.clear();
    advance(move);
  });
}

void GtpBridge::catch_up() {
  if (!set_up_) {
    for (const std::string& command : setup_) demand(command);
    set_up_ = true;
  }
  for (; told_ < plays_.size(); ++told_) {
    const Answer answer = ask(plays_[told_]);
    // Some engines pass by themselves when they must, and then reject the play command.
    if (answer.ok || plays_[told_].ends_with(" pass")) continue;
    throw EngineFault(
        "the engine refuses the legal move " + in_quotes(plays_[told_]) + ": " + in_quotes(answer.text),
        AgentEnd::kProtocol);
  }
}

void GtpBridge::tell_budget(const Budget& budget) {
  const std::int64_t time = time_to_tell_ns(budget);
  std::string commands = budget_commands_;
  if (commands == kOwn) return;
  if (commands.empty()) {
    if (time == 0)
      throw EngineFault(
          "budget: GTP has no command for this budget: give a time budget, or name the commands that set "
          "this one in the parameter 'budget', for example budget: 'param_mohex max_games {iterations}'");
    // Uses no main time and byo-yomi of one move; GTP allows whole seconds only.
    constexpr std::int64_t kSecond = 1'000'000'000;
    const std::int64_t whole = (budget.wall_ns != 0 ? budget.wall_ns : budget.cpu_ns) / kSecond;
    if (whole == 0)
      throw EngineFault(
          "budget: GTP counts time in whole seconds, and this is less than one: name the commands that set "
          "it in the parameter 'budget', for example budget: 'param_mohex max_time {seconds}'");
    commands = "time_settings 0 " + std::to_string(whole) + " 1";
  }
  const auto count = [](std::uint64_t n) { return n != 0 ? std::to_string(n) : std::string(); };
  std::vector<std::string> lines;
  for (std::string command : split_items(commands)) {
    if (substitute(command, "seconds", time != 0 ? seconds_text(time) : "") &&
        substitute(command, "nodes", count(budget.nodes)) &&
        substitute(command, "iterations", count(budget.iterations)) &&
        substitute(command, "depth", count(budget.depth)) &&
        substitute(command, "threads", count(budget.threads)) &&
        substitute(command, "memory", count(budget.memory_mib)))
      lines.push_back(command);
  }
  if (lines.empty())
    throw EngineFault("budget: no command of '" + budget_commands_ +
                      "' can be sent: the agent's budget limits none of the quantities in braces");
  std::string all;
  for (const auto& line : lines) (all += line) += '\n';
  if (all == told_budget_) return;
  for (const auto& line : lines) {
    if (budget_commands_.empty() && !ask(line).ok) refuse_untold();
    if (!budget_commands_.empty()) demand(line, "budget");
  }
  told_budget_ = all;
}

void GtpBridge::tell_clock(const std::string& color) {
  // GTP allows whole seconds and no increments: the time left before each move includes them.
  constexpr std::int64_t kSecond = 1'000'000'000;
  const std::string left = std::to_string(std::max<std::int64_t>(left_to_tell_ns(*clock_) / kSecond, 1));
  const std::string stones = std::to_string(clock_->moves_to_go);
  if (!told_clock_) {
    const std::string whole = std::to_string(std::max<std::int64_t>(clock_->left_ns / kSecond, 1));
    const bool periods = clock_->moves_to_go != 0;
    const std::string settings =
        periods ? "time_settings 0 " + whole + ' ' + stones : "time_settings " + whole + " 0 0";
    if (!ask(settings).ok) refuse_untold();
    told_clock_ = true;
    told_budget_.clear();
  }
  if (commands_.empty() || knows("time_left")) demand("time_left " + color + ' ' + left + ' ' + stones);
}

Move GtpBridge::choose(const State* position, const Budget& budget, SearchReport& report) {
  return guard(Call::kChoose, [&]() -> Move {
    if (!running()) throw EngineFault("the engine is gone");
    take_note(position);
    const std::int64_t cpu = engine().cpu_ns();
    const std::uint32_t count = game_->legal_moves(position, legal().data());
    Move move = legal()[0];
    const std::string color(1, texts_->color(position));
    // Does not ask for a forced pass: at the end of a game engines answer it in different ways.
    const bool forced_pass = count == 1 && vertex(position, move) == "pass";
    if (!forced_pass) {
      if (clock_) tell_clock(color);
      if (!clock_) tell_budget(budget);
      catch_up();
      const Answer answer = ask("genmove " + color, answer_ns(budget), settings_.patience_ns, budget.stop);
      if (!answer.ok)
        throw EngineFault("the engine refuses 'genmove " + color + "': " + in_quotes(answer.text),
                          AgentEnd::kProtocol);
      // The vertex comes first; some engines print more after it.
      std::string_view rest = std::string_view(answer.text).substr(0, answer.text.find('\n'));
      const std::string_view answered = next_word(rest);
      if (answered.empty())
        throw EngineFault("the engine answers 'genmove " + color + "' without a move", AgentEnd::kProtocol);
      if (lower_case(answered) == "resign") resign();
      const auto read = texts_->read_move(position, answered);
      if (!read)
        throw EngineFault("illegal or unreadable move " + in_quotes(answer.text) + " in " + board().text() +
                              ": " + read.error(),
                          AgentEnd::kIllegalMove);
      move = *read;
      own_ = "play " + color + ' ' + vertex(position, move);
    }
    clock_.reset();
    report.add_pv(move);
    report.add_counter(kEngineCpuCounter, static_cast<double>(engine().cpu_ns() - cpu) * 1e-9);
    if (stale_answers_ != 0) report.add_counter("stale_answers", static_cast<double>(stale_answers_));
    return move;
  });
}

std::string GtpBridge::try_out(const Budget& budget, const ClockFace* clock) {
  return guard(Call::kStart, [&] {
    constexpr std::int64_t kSecond = 1'000'000'000;
    if (clock == nullptr || !budget_commands_.empty()) {
      // With a clock each move gets another share of the time: this tests only that the engine accepts one.
      Budget told = budget;
      if (clock != nullptr) told.wall_ns = clock->left_ns;
      tell_budget(told);
      told_budget_.clear();
      return greeting();
    }
    if (clock->left_ns < kSecond)
      throw EngineFault("budget: GTP counts time in whole seconds, and the clock has less than one");
    see_clock(*clock, nullptr);
    tell_clock(std::string(1, texts_->color(board().state())));
    clock_.reset();
    return greeting();
  });
}

std::string GtpBridge::greeting() const {
  const auto known = std::count(commands_.begin(), commands_.end(), '\n');
  return "'" + engine_name_ + "', " + std::to_string(known > 0 ? known - 1 : 0) + " commands";
}

}  // namespace ludex::agents::bridges
