#include "agents/bridges/uci_bridge.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "core/abi/text.hpp"
#include "core/agent/needs.hpp"
#include "core/system/engine_cpu.hpp"
#include "core/util/clock.hpp"
#include "core/util/nearest.hpp"

namespace ludex::agents::bridges {
namespace {

template <class T>
bool read_number(std::string_view word, T& out) {
  const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), out);
  return error == std::errc{} && rest == word.data() + word.size();
}

constexpr const char* kPonderHit = "ponderhit\n";
// The variant that engines know by an option of its own.
constexpr std::string_view kChess960 = "chess960";

std::string in_quotes(std::string_view text) {
  std::string shown(text.substr(0, 100));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, '?');
  return "'" + shown + "'";
}

// The number after a word of an option's line; nothing if there is none.
std::optional<std::int64_t> number_behind(std::string_view more, std::string_view word) {
  const auto at = more.find(word);
  if (at == std::string_view::npos) return std::nullopt;
  more.remove_prefix(at + word.size());
  std::int64_t number = 0;
  return read_number(next_word(more), number) ? std::optional(number) : std::nullopt;
}

// Choices of a combo box.
std::vector<std::string> choices_of(std::string_view more) {
  constexpr std::string_view kVar = " var ";
  std::vector<std::string> list;
  for (auto at = more.find(kVar); at != std::string_view::npos; at = more.find(kVar)) {
    more.remove_prefix(at + kVar.size());
    list.emplace_back(more.substr(0, more.find(kVar)));
  }
  return list;
}

std::string trimmed(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
  return std::string(text);
}

// The values that such an option allows, if `value` is not one of them; "" if it is, or if the engine gives
// none.
std::string expected_value(std::string_view type, std::string_view more, const std::string& value) {
  if (type == "check")
    return lower_case(value) == "true" || lower_case(value) == "false" ? "" : "true or false";
  if (type == "spin") {
    std::int64_t number = 0;
    const auto [rest, code] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (code != std::errc{} || rest != value.data() + value.size()) return "a whole number";
    const auto least = number_behind(more, " min ");
    const auto most = number_behind(more, " max ");
    if (!least || !most || *least > *most || (number >= *least && number <= *most)) return "";
    return std::to_string(*least) + " to " + std::to_string(*most);
  }
  const auto choices = type == "combo" ? choices_of(more) : std::vector<std::string>();
  if (choices.empty() || std::any_of(choices.begin(), choices.end(), [&](const std::string& choice) {
        return lower_case(choice) == lower_case(value);
      }))
    return "";
  std::string text;
  for (const std::string& choice : choices) text += (text.empty() ? "one of " : ", ") + choice;
  return text;
}

}  // namespace

const Schema<UciBridge::Config>& UciBridge::schema() {
  static const Schema<Config> made([](auto& s) {
    declare_command(s);
    s.choice("protocol", &Config::protocol, {{"uci", EngineProtocol::kUci}, {"usi", EngineProtocol::kUsi}},
             "usi: the dialect of shogi engines");
    s.text("variant", &Config::variant, "value of UCI_Variant; empty: the game's variant");
    s.boolean("ponder", &Config::ponder,
              "let the engine think in the opponent's time (go ponder); in mode dedicated it also needs "
              "'limits: {ponder: allowed}'");
    declare_options(s);
    declare_common(s);
  });
  return made;
}

void UciBridge::declare_options(Schema<Config>& s) {
  s.text("options", &Config::options,
         "NAME=VALUE; NAME=VALUE: options set at the start; an option that the engine does not offer is an "
         "error");
  s.text("seed_option", &Config::seed_option, "the engine's option that takes a seed; set before each game");
}

Result<void> UciBridge::supports(const Game& game) {
  if (find<Uci>(game) == nullptr)
    return Error{"needs a game with UCI notation (ludex.uci/1); ugi-engine plays any game"};
  return needs(game, kDeterministic);
}

const Schema<UciBridge::Config>& UgiBridge::schema() {
  static const Schema<Config> made([](auto& s) {
    declare_command(s);
    declare_options(s);
    declare_common(s);
  });
  return made;
}

Result<void> UgiBridge::supports(const Game& game) {
  if (game.traits().players != 2) return Error{"UGI has no clocks and results for more than two players"};
  return {};
}

UgiBridge::UgiBridge(const ParamValues& values)
    : UciBridge([&] {
        Config config = schema().read(values);
        config.protocol = EngineProtocol::kUgi;
        return config;
      }()) {}

UciBridge::UciBridge(const Config& config)
    : Bridge(config, "quit\n"),
      protocol_(config.protocol),
      variant_(config.variant),
      seed_option_(config.seed_option),
      ponders_(config.ponder) {
  for (const std::string& item : split_items(config.options)) {
    const auto equals = item.find('=');
    if (equals == std::string::npos || equals == 0)
      throw std::invalid_argument("options: " + in_quotes(item) + " is not NAME=VALUE");
    options_.emplace_back(trimmed(item.substr(0, equals)), trimmed(item.substr(equals + 1)));
  }
}

void UciBridge::note_option(std::string_view line) {
  constexpr std::string_view kType = " type ";
  const auto type = line.find(kType);
  if (type == std::string_view::npos || type == 0) return;
  std::string_view more = line.substr(type + kType.size());
  Offered option{std::string(line.substr(1, type - 1)), std::string(next_word(more)), ""};
  option.more = more;
  const auto same = std::find_if(offered_.begin(), offered_.end(),
                                 [&](const Offered& offered) { return offered.name == option.name; });
  if (same == offered_.end()) {
    offered_.push_back(std::move(option));
  } else {
    *same = std::move(option);
  }
}

const UciBridge::Offered* UciBridge::find_option(std::string_view name) const {
  const std::string wanted = lower_case(name);
  const Offered* found = nullptr;
  for (const Offered& offered : offered_) {
    if (offered.name == name) return &offered;
    if (lower_case(offered.name) == wanted) found = &offered;
  }
  return found;
}

const UciBridge::Offered& UciBridge::demand_option(const char* parameter, const std::string& name) const {
  if (const Offered* const found = find_option(name)) return *found;
  std::vector<std::string> known;
  for (const Offered& offered : offered_) known.push_back(offered.name);
  std::string hint = did_you_mean(name, known);
  if (hint.empty()) {
    constexpr std::size_t kShown = 20;
    hint = known.empty() ? "the engine offers no options" : "it offers ";
    for (std::size_t i = 0; i < known.size() && i < kShown; ++i) hint += (i == 0 ? "" : ", ") + known[i];
    if (known.size() > kShown) hint += " ...";
  }
  throw EngineFault(std::string(parameter) + ": the engine has no option " + in_quotes(name) + "; " + hint);
}

void UciBridge::await(std::string_view word, const char* what, bool first) {
  const std::int64_t time = start_time_ns();
  const std::int64_t deadline = wall_clock_ns() + time;
  std::string_view line;
  engine().new_exchange();
  while (engine().read_line(deadline, nullptr, line) == Engine::Event::kLine) {
    const std::string_view start = next_word(line);
    if (start == word) return;
    if (start == "bestmove") ++stale_answers_;
    if (start == "id" && next_word(line) == "name") {
      while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
      engine_name_ = line;
    } else if (start == "option" && next_word(line) == "name") {
      note_option(line);
    }
  }
  const std::string partial = engine().unfinished_line();
  throw EngineFault(std::string(what) + ": no '" + std::string(word) + "' within " + seconds_text(time) +
                        " s" + (first ? silence() : "") +
                        (partial.empty() ? "" : "; no newline after " + in_quotes(partial)) +
                        engine().flood() + engine().last_words(),
                    AgentEnd::kNoAnswer);
}

void UciBridge::synchronise(const char* what) {
  send("isready\n");
  await("readyok", what);
}

void UciBridge::set_option(const std::string& name, const std::string& value) {
  send("setoption name " + name + (value.empty() ? "" : " value " + value) + "\n");
}

void UciBridge::handshake() {
  offered_.clear();
  told_threads_.clear();
  told_hash_.clear();
  pondering_.clear();
  start_engine();
  const std::string protocol(to_text(protocol_));
  send(protocol + "\n");
  await(protocol + "ok", "no handshake", true);
  const std::string variant = variant_.empty() ? std::string(texts_->variant()) : variant_;
  for (const auto& [name, value] : options_) {
    const Offered& option = demand_option("options", name);
    if (const std::string expected = expected_value(option.type, option.more, value); !expected.empty())
      throw EngineFault("options: " + in_quotes(option.name) + " is " + in_quotes(value) + ", expected " +
                        expected);
    set_option(option.name, value);
  }
  if (!seed_option_.empty()) seed_option_ = demand_option("seed_option", seed_option_).name;
  if (ponders_) {
    // Engines want to know, so that they allocate their time differently.
    if (const Offered* const option =
            find_option(protocol_ == EngineProtocol::kUsi ? "USI_Ponder" : "Ponder"))
      set_option(option->name, "true");
  }
  const bool chess960 = variant == kChess960;
  if (const Offered* const option = find_option("UCI_Chess960")) {
    if (chess960) return set_option(option->name, "true");
  } else if (chess960) {
    throw EngineFault("the engine has no option 'UCI_Chess960': it does not play this variant");
  }
  if (variant.empty()) return;
  // Fairy-Stockfish 11 calls it UCI_Variant in USI too.
  for (const char* name : {"UCI_Variant", "USI_Variant"}) {
    const Offered* const option = find_option(name);
    if (option == nullptr) continue;
    set_option(option->name, variant);
    return;
  }
}

void UciBridge::new_game(const Game& game, Player seat, std::uint64_t seed) {
  begin(game, seat, seed);
  guard(Call::kStart, [&] {
    if (!EngineTexts::speaks(game, protocol_))
      throw EngineFault("this game has no notation for " + protocol_name());
    texts_.emplace(game, protocol_);
    if (running()) end_pondering();
    if (!running()) handshake();
    if (!seed_option_.empty()) set_option(seed_option_, std::to_string(seed));
    send(std::string(to_text(protocol_)) + "newgame\n");
    synchronise("getting ready for the game");
  });
}

std::string UciBridge::protocol_name() const {
  std::string name(to_text(protocol_));
  for (char& c : name) c = static_cast<char>(c - 'a' + 'A');
  return name;
}

// Restarts the position line if it belongs to another game.
void UciBridge::take_note(const State* before) {
  if (!follow(before)) return;
  const std::string text = texts_->position_text(before);
  const Position start(*game_);
  position_line_ = text == texts_->position_text(start.state()) ? "position startpos"
                   : protocol_ == EngineProtocol::kUsi          ? "position sfen " + text
                                                                : "position fen " + text;
  has_moves_ = false;
}

void UciBridge::add_move(const std::string& text) {
  position_line_ += has_moves_ ? " " : " moves ";
  position_line_ += text;
  has_moves_ = true;
}

void UciBridge::observe(const State* before, Move move) {
  take_note(before);
  const bool own = game_->to_move(before) == seat_;
  const std::string text = texts_->move_text(before, move);
  if (!pondering_.empty()) {
    // The expected reply: `ponderhit` follows when the host asks for the move, and the engine's clock runs.
    if (!own && text == pondering_) {
      foreseen_ = true;
    } else {
      guard(Call::kStart, [&] { end_pondering(); });
    }
  }
  add_move(text);
  advance(move);
  if (own && running() && !is_over(board().status())) guard(Call::kStart, [&] { ponder(); });
}

void UciBridge::ponder() {
  const std::string reply = std::exchange(expected_, {});
  const std::string limits = std::exchange(ponder_limits_, {});
  if (reply.empty() || limits.empty()) return;
  const auto move = texts_->read_move(board().state(), reply);
  if (!move) return;
  Position after = board();
  const std::string text = texts_->move_text(after.state(), *move);
  if (is_over(after.apply(*move))) return;
  pondering_ = text;
  foreseen_ = false;
  send(position_line_ + (has_moves_ ? " " : " moves ") + text + "\n" + limits + "\n");
}

void UciBridge::end_pondering() {
  if (std::exchange(pondering_, {}).empty() || !running()) return;
  foreseen_ = false;
  const std::int64_t time = start_time_ns();
  const std::int64_t deadline = wall_clock_ns() + time;
  engine().new_exchange();
  send("stop\n");
  std::string_view line;
  while (engine().read_line(deadline, nullptr, line) == Engine::Event::kLine) {
    if (next_word(line) == "bestmove") return;
  }
  throw EngineFault("no bestmove within " + seconds_text(time) + " s of the 'stop' that ended its pondering" +
                        engine().flood() + engine().last_words(),
                    AgentEnd::kNoAnswer);
}

void UciBridge::adapt(const Budget& budget) {
  const auto set_by_user = [&](const char* name) {
    return std::any_of(options_.begin(), options_.end(),
                       [&](const auto& option) { return lower_case(option.first) == lower_case(name); });
  };
  const auto tell = [&](const char* name, std::uint32_t value, std::string& told) {
    const std::string text = std::to_string(value);
    if (value == 0 || text == told || set_by_user(name)) return;
    const Offered* const option = find_option(name);
    if (option == nullptr) return;
    set_option(option->name, text);
    told = text;
  };
  tell("Threads", budget.threads, told_threads_);
  tell(protocol_ == EngineProtocol::kUsi && find_option("Hash") == nullptr ? "USI_Hash" : "Hash",
       budget.memory_mib, told_hash_);
}

std::string UciBridge::clock_words() const {
  constexpr std::int64_t kMillisecond = 1'000'000;
  // An opponent without a clock: report the engine's own for both.
  const ClockFace& other = opponent_clock_ ? *opponent_clock_ : *clock_;
  const std::array faces{seat_ == 0 ? &*clock_ : &other, seat_ == 0 ? &other : &*clock_};
  // In UCI the first player is white, in USI black.
  constexpr std::array<std::array<const char*, 2>, 3> kPlayers{{{"w", "b"}, {"b", "w"}, {"p1", "p2"}}};
  const auto& players = kPlayers[static_cast<std::size_t>(protocol_)];
  std::string words;
  for (std::size_t i = 0; i < 2; ++i)
    words +=
        std::string(" ") + players[i] + "time " + std::to_string(left_to_tell_ns(*faces[i]) / kMillisecond);
  for (std::size_t i = 0; i < 2; ++i)
    words += std::string(" ") + players[i] + "inc " + std::to_string(faces[i]->increment_ns / kMillisecond);
  if (clock_->moves_to_go != 0 && protocol_ == EngineProtocol::kUci)
    words += " movestogo " + std::to_string(clock_->moves_to_go);
  return words;
}

std::string UciBridge::go_command(const Budget& budget) const {
  const std::string limits = limit_words(budget);
  return "go" + (limits.empty() ? " infinite" : limits);
}

std::string UciBridge::limit_words(const Budget& budget) const {
  std::string go;
  if (budget.depth != 0) go += " depth " + std::to_string(budget.depth);
  // For an engine that counts no iterations, nodes replace them.
  const std::uint64_t nodes = budget.nodes != 0 ? budget.nodes : budget.iterations;
  if (nodes != 0) go += " nodes " + std::to_string(nodes);
  if (clock_) {
    go += clock_words();
  } else if (const std::int64_t time = time_to_tell_ns(budget); time != 0) {
    constexpr std::int64_t kMillisecond = 1'000'000;
    const std::string ms = std::to_string(std::max<std::int64_t>(time / kMillisecond, 1));
    go += protocol_ == EngineProtocol::kUsi ? " btime 0 wtime 0 byoyomi " + ms : " movetime " + ms;
  }
  return go;
}

// Lines may hold any part of the information; values that a line does not repeat stay valid.
void UciBridge::read_info(std::string_view line, Info& info) {
  Info fresh = info;
  bool is_bound = false;
  bool is_progress = false;
  for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
    if (word == "string") break;
    if (word == "multipv") {
      if (next_word(line) != "1") return;
    } else if (word == "currmove") {
      is_progress = true;  // its depth is not reached yet
    } else if (word == "depth") {
      read_number(next_word(line), fresh.depth);
    } else if (word == "nodes") {
      read_number(next_word(line), fresh.nodes);
    } else if (word == "score") {
      const std::string_view unit = next_word(line);
      std::string_view value = next_word(line);
      if (unit != "cp" && unit != "mate") continue;
      // USI allows a bare sign: mate at an unknown distance.
      const bool bare_sign = unit == "mate" && (value == "+" || value == "-");
      std::int64_t score = value == "-" ? -1 : 1;
      if (value.starts_with('+')) value.remove_prefix(1);
      if (!bare_sign && !read_number(value, score)) continue;
      fresh.has_score = true;
      fresh.mate = unit == "mate";
      fresh.score = score;
    } else if (word == "lowerbound" || word == "upperbound") {
      is_bound = true;
    } else if (word == "pv") {
      if (!line.empty()) fresh.pv = line;
      break;
    }
  }
  if (is_progress) fresh.depth = info.depth;
  // Keeps an exact score rather than a later bound.
  if (is_bound) {
    fresh.has_score = info.has_score;
    fresh.mate = info.mate;
    fresh.score = info.score;
  }
  info = std::move(fresh);
}

std::string UciBridge::think(const std::string& question, const Budget& budget, Info& info) {
  engine().new_exchange();
  const std::int64_t start = wall_clock_ns();
  send(question);
  const std::int64_t time = answer_ns(budget);
  std::int64_t deadline = start + time;
  const std::uint32_t* stop = budget.stop;
  std::string within = seconds_text(time) + " s";
  bool told = false;
  bool ready = question == kPonderHit;
  std::string_view line;
  while (true) {
    const auto event = engine().read_line(deadline, stop, line);
    if (event == Engine::Event::kLine) {
      const std::string_view first = next_word(line);
      if (first == "readyok") ready = true;
      // Output before the engine has confirmed the position belongs to another search.
      if (!ready) {
        if (first == "bestmove") ++stale_answers_;
        continue;
      }
      if (first == "bestmove") {
        const std::string best(next_word(line));
        expected_ = next_word(line) == "ponder" ? next_word(line) : std::string_view();
        return best;
      }
      if (first == "info") read_info(line, info);
    } else if (!told) {
      told = true;
      stop = nullptr;
      deadline = wall_clock_ns() + settings_.patience_ns;
      if (event == Engine::Event::kStopped) within = stopped_text(wall_clock_ns() - start, time);
      send("stop\n");
    } else {
      break;
    }
  }
  const std::string partial = engine().unfinished_line();
  throw EngineFault(std::string(ready ? "no bestmove" : "no readyok for the position") + " within " + within +
                        " and " + seconds_text(settings_.patience_ns) + " s of patience" +
                        (partial.empty() ? "" : "; no newline after " + in_quotes(partial)) +
                        engine().flood() + engine().last_words(),
                    AgentEnd::kNoAnswer);
}

Move UciBridge::read_move(const std::string& word) {
  if (word.empty()) throw EngineFault("bestmove without a move", AgentEnd::kProtocol);
  const std::string small = lower_case(word);
  if (small == "resign") resign();
  if (small == "win")
    throw EngineFault("the engine declared a win, which these rules do not allow", AgentEnd::kIllegalMove);
  if (small == "(none)" || small == "none" || small == "0000" || small == "null")
    throw EngineFault("bestmove " + word + ", but the game is not over: " + board().text(),
                      AgentEnd::kIllegalMove);
  const auto move = texts_->read_move(board().state(), word);
  if (!move)
    throw EngineFault("illegal or unreadable move " + in_quotes(word) + " in " +
                          texts_->position_text(board().state()) + ": " + move.error(),
                      AgentEnd::kIllegalMove);
  return *move;
}

void UciBridge::fill(const Info& info, Move move, SearchReport& report) const {
  report.depth = info.depth;
  report.nodes = info.nodes;
  if (info.has_score) {
    // A mate beats any evaluation, the nearer the more. It is the engine's claim, not a proof.
    constexpr double kMate = 30000;
    report.value_unit = ValueUnit::kCenti;
    const auto score = static_cast<double>(info.score);
    report.value = !info.mate ? score : info.score > 0 ? kMate - score : -kMate - score;
  }
  report.add_pv(move);
  std::string_view line = info.pv;
  Position position = board();
  if (next_word(line) != texts_->move_text(position.state(), move)) return;
  while (!is_over(position.apply(report.pv[report.pv_size - 1]))) {
    const std::string_view word = next_word(line);
    if (word.empty() || report.pv_size == kMaxPv) return;
    const auto next = texts_->read_move(position.state(), word);
    if (!next) return;
    report.add_pv(*next);
  }
}

Move UciBridge::choose(const State* position, const Budget& budget, SearchReport& report) {
  return guard(Call::kChoose, [&]() -> Move {
    if (!running()) throw EngineFault("the engine has exited");
    take_note(position);
    const std::int64_t cpu = engine().cpu_ns();
    Info info;
    const bool hit = !pondering_.empty() && foreseen_;
    if (!hit) end_pondering();
    const std::int64_t began = wall_clock_ns();
    std::string question = kPonderHit;
    if (!hit) {
      adapt(budget);
      // Sent at once, so that on a loaded machine the engine wakes up only once.
      question = position_line_ + "\nisready\n" + go_command(budget) + "\n";
    }
    pondering_.clear();
    const Move move = read_move(think(question, budget, info));
    if (ponders_) remember_limits(budget, wall_clock_ns() - began);
    clock_.reset();
    fill(info, move, report);
    if (hit) report.add_counter("ponder_hit", 1);
    report.add_counter(kEngineCpuCounter, static_cast<double>(engine().cpu_ns() - cpu) * 1e-9);
    if (stale_answers_ != 0) report.add_counter("stale_answers", static_cast<double>(stale_answers_));
    return move;
  });
}

void UciBridge::remember_limits(const Budget& budget, std::int64_t used_ns) {
  // The own clock when the opponent moves. The time that the next period adds is not known here.
  if (clock_) {
    if (clock_->moves_to_go == 1) return;
    clock_->left_ns += clock_->increment_ns - used_ns;
    if (clock_->moves_to_go > 1) --clock_->moves_to_go;
  }
  const std::string limits = limit_words(budget);
  ponder_limits_ = "go ponder" + (limits.empty() ? " infinite" : limits);
}

std::string UciBridge::try_out(const Budget& budget, const ClockFace* clock) {
  return guard(Call::kStart, [&] {
    constexpr std::int64_t kMillisecond = 1'000'000;
    const std::int64_t time = clock != nullptr ? clock->left_ns : answer_ns(budget);
    if ((clock != nullptr || budget.wall_ns != 0 || budget.cpu_ns != 0) && time < kMillisecond)
      throw EngineFault("budget: " + protocol_name() +
                        " counts time in whole milliseconds, and this is less than one");
    adapt(budget);
    synchronise("getting ready");
    return greeting();
  });
}

std::string UciBridge::greeting() const {
  return "'" + engine_name_ + "', " + std::to_string(offered_.size()) + " options";
}

}  // namespace ludex::agents::bridges
