// ludex uci, ludex ugi: an agent as a UCI, USI or UGI engine, on standard input and output.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "arena/faces/cli/engine_player.hpp"
#include "arena/faces/cli/protocols.hpp"
#include "arena/faces/cli/uci_go.hpp"
#include "arena/faces/cli/uci_text.hpp"
#include "arena/host/analysis/restricted_game.hpp"
#include "core/game/engine_texts.hpp"
#include "core/util/clock.hpp"
#include "core/util/nearest.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex::arena::cli {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

class UciServer {
 public:
  UciServer(Context& context, EngineProtocol protocol, const std::string& game, const std::string& agent,
            std::istream& in, std::ostream& out)
      : context_(context),
        in_(in),
        out_(out),
        game_(context.game(game)),
        protocol_(protocol),
        player_(context, agent),
        start_(*game_) {
    if (protocol == EngineProtocol::kUci && find<Uci>(*game_) == nullptr)
      throw Failure::usage(fmt::format("'{}' has no UCI notation; `ludex ugi` serves any game", game));
    player_.prepare(*game_);
  }

  // This thread reads input, so that `stop`, `quit` and the end of input never wait. Another thread handles
  // all other commands in order, after the search in progress.
  void run() {
    std::thread worker([this] { work(); });
    for (std::string line; std::getline(in_, line);) {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      std::istringstream words(line);
      std::string command;
      if (!(words >> command)) continue;
      if (command == "quit") {
        end(Ending::kQuit);
        break;
      }
      if (command == "stop") {
        stop();
      } else if (command == "ponderhit") {
        hit();
      } else if (command == "isready" && searching()) {
        say("readyok");
      } else {
        enqueue(std::move(line), command == "go");
      }
    }
    end(Ending::kNoInput);
    worker.join();
  }

 private:
  // Earlier commands are still executed, but searches end at once; at the end of input only unlimited ones.
  enum class Ending { kNone, kNoInput, kQuit };
  struct Said {
    std::string line;
    std::uint64_t number;
    bool search;  // "go"
  };

  // Contents of a "go".
  struct Search {
    Budget budget{};
    bool infinite = false;   // answered only after `stop`
    bool ponder = false;     // or after `ponderhit`, from which the budget's time runs
    std::vector<Move> only;  // moves to choose from; empty: all
  };

  void enqueue(std::string line, bool search) {
    const std::scoped_lock lock(mutex_);
    said_.push_back({std::move(line), next_number_++, search});
    changed_.notify_all();
  }
  // The expected move was played: a pondering search uses its time from now on.
  void hit() {
    const std::scoped_lock lock(mutex_);
    hit_before_ = next_number_;
    if (searching_) pondering_ = false;
    changed_.notify_all();
  }
  // Ends the search, and earlier requests that have not begun.
  void stop() {
    const std::scoped_lock lock(mutex_);
    stopped_before_ = next_number_;
    if (searching_) stop_.request();
    changed_.notify_all();
  }
  void end(Ending ending) {
    const std::scoped_lock lock(mutex_);
    if (ending_ == Ending::kQuit) return;
    ending_ = ending;
    if (searching_ && (ending == Ending::kQuit || infinite_ || pondering_)) stop_.request();
    changed_.notify_all();
  }
  // True also if a search is waiting: questions must not wait for one that only `stop` may end.
  [[nodiscard]] bool searching() {
    const std::scoped_lock lock(mutex_);
    return searching_ ||
           std::any_of(said_.begin(), said_.end(), [](const Said& said) { return said.search; });
  }

  void work() {
    while (true) {
      Said said;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !said_.empty() || ending_ != Ending::kNone; });
        if (said_.empty()) return;
        said = std::move(said_.front());
        said_.pop_front();
        searching_ = said.search;
      }
      std::istringstream words(said.line);
      std::string command;
      words >> command;
      try {
        obey(command, words, said.number);
      } catch (const Failure& error) {
        say(fmt::format("info string error: {}", error.what()));
      }
      const std::scoped_lock lock(mutex_);
      searching_ = false;
    }
  }

  void obey(const std::string& command, std::istringstream& words, std::uint64_t number) {
    if (const auto protocol = enum_from_text<EngineProtocol>(command)) {
      if (!EngineTexts::speaks(*game_, *protocol))
        throw Failure::usage(fmt::format("this game is not played over '{}'", command));
      protocol_ = *protocol;
      introduce();
    } else if (command == "isready") {
      say("readyok");
    } else if (command == "ucinewgame" || command == "usinewgame" || command == "uginewgame") {
      player_.forget();
    } else if (command == "setoption") {
      set_option(words);
    } else if (command == "position") {
      set_position(words);
    } else if (command == "go") {
      go(words, number);
    } else if (command == "query") {
      query(words);
    } else if (command == "d") {
      say(board().drawing());
    } else if (command != "debug" && command != "register" && command != "gameover") {
      say(fmt::format("info string unknown command '{}'", command));
    }
  }

  void say(const std::string& line) {
    const std::scoped_lock lock(output_);
    out_ << line << std::endl;
  }
  // UGI's questions about the position.
  void query(std::istringstream& words) {
    std::string question;
    words >> question;
    const Position position = board();
    const auto truth = [&](bool holds) { say(holds ? "response true" : "response false"); };
    if (question == "gameover") return truth(position.over());
    if (question == "p1turn") return truth(!position.over() && position.to_move() == 0);
    if (question != "result")
      throw Failure::usage(fmt::format("query '{}': expected gameover, p1turn or result", question));
    const Player winner = winner_of(position.status());
    say(!position.over()    ? "response none"
        : winner == kNobody ? "response draw"
                            : fmt::format("response p{}win", winner + 1));
  }
  [[nodiscard]] EngineTexts texts() const { return {*game_, protocol_}; }
  [[nodiscard]] Position board() const {
    Position position = start_;
    for (const Move move : moves_) position.apply(move);
    return position;
  }

  void introduce() {
    say(fmt::format("id name Ludex {} {}", LUDEX_VERSION, player_.component().id));
    say("id author the authors of Ludex");
    say("option name Threads type spin default 1 min 1 max 1024");
    say("option name Hash type spin default 0 min 0 max 1048576");
    say("option name Seed type string default 1");
    if (protocol_ == EngineProtocol::kUci) say("option name Ponder type check default false");
    if (chess960()) {
      say("option name UCI_Chess960 type check default true");
    } else if (const std::string_view variant = texts().variant(); !variant.empty())
      say(fmt::format("option name UCI_Variant type combo default {0} var {0}", variant));
    const auto library = context_.registry().library(PluginKind::kAgent, player_.component().id);
    host::Settings settings = player_.component().settings;
    for (const auto& [name, value] : host::expand_preset((*library)->presets(), settings)) {
      if (host::find_setting(settings, name) == nullptr) settings.emplace_back(name, value);
    }
    for (const ParamSpec& spec : (*library)->parameters()) say(describe(spec, settings));
    say(fmt::format("{}ok", to_text(protocol_)));
  }
  // Chess960 has its own option in UCI, older than UCI_Variant.
  [[nodiscard]] bool chess960() const { return texts().variant() == "chess960"; }
  [[nodiscard]] static std::string describe(const ParamSpec& spec, const host::Settings& settings) {
    std::string value = spec.fallback;
    if (const std::string* const own = host::find_setting(settings, spec.name)) value = *own;
    const std::string head = fmt::format("option name {} type ", spec.name);
    switch (spec.type) {
      case ParamType::kBool:
        return fmt::format("{}check default {}", head, value);
      case ParamType::kInt:
        return fmt::format("{}spin default {} min {:.0f} max {:.0f}", head, value, spec.min, spec.max);
      case ParamType::kChoice: {
        std::string text = fmt::format("{}combo default {}", head, value);
        std::istringstream choices(spec.choices);
        for (std::string choice; std::getline(choices, choice, '|');) text += " var " + choice;
        return text;
      }
      case ParamType::kReal:
      case ParamType::kText:
        break;
    }
    return fmt::format("{}string default {}", head, value.empty() ? "<empty>" : value);
  }

  void set_option(std::istringstream& words) {
    std::string rest;
    std::getline(words, rest);
    const auto name_at = rest.find("name ");
    if (name_at == std::string::npos) throw Failure::usage("setoption without a name");
    const auto value_at = rest.find(" value", name_at);
    const std::string name =
        rest.substr(name_at + 5, value_at == std::string::npos ? value_at : value_at - name_at - 5);
    std::string value = value_at == std::string::npos ? "" : rest.substr(value_at + 6);
    if (!value.empty() && value[0] == ' ') value.erase(0, 1);
    if (value == "<empty>") value.clear();
    // UCI ignores case in names.
    const std::string known = lower_case(name);
    if (known == "threads") {
      threads_ = number<std::uint32_t>(name, value);
    } else if (known == "hash" || known == "usi_hash") {
      memory_mib_ = number<std::uint32_t>(name, value);
    } else if (known == "seed") {
      player_.set_seed(number<std::uint64_t>(name, value));
    } else if (known == "ponder" || known == "usi_ponder") {
      // The `go` command says when to ponder.
    } else if (known == "uci_chess960" && lower_case(value) != (chess960() ? "true" : "false")) {
      throw Failure::usage(fmt::format("UCI_Chess960: this engine plays chess:variant={} only",
                                       chess960() ? "chess960" : "standard"));
    } else if (known == "uci_chess960") {
      // Already so.
    } else if (known == "uci_variant") {
      if (value != texts().variant())
        throw Failure::usage(fmt::format("this engine plays '{}' only", texts().variant()));
    } else {
      player_.set(*game_, name, value);
    }
  }
  template <class T>
  static T number(const std::string& name, std::string_view text) {
    T value{};
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || rest != text.data() + text.size())
      throw Failure::usage(fmt::format("{}: '{}' is not a number", name, text));
    return value;
  }

  // Reads "startpos", "fen TEXT" or "sfen TEXT", optionally with "moves ...". An error leaves the position
  // unchanged.
  void set_position(std::istringstream& words) {
    std::string kind;
    words >> kind;
    Position start(*game_);
    std::string word;
    if (kind == "fen" || kind == "sfen") {
      std::string text;
      while (words >> word && word != "moves") text += (text.empty() ? "" : " ") + word;
      const auto warning = texts().read_position(text, start.state());
      if (!warning) throw Failure::usage(fmt::format("position '{}': {}", text, warning.error()));
      if (!warning->empty()) say(fmt::format("info string warning: {}", *warning));
    } else if (kind == "startpos") {
      words >> word;
    } else {
      throw Failure::usage("expected 'position startpos' or 'position fen'");
    }
    std::vector<Move> moves;
    Position position = start;
    while (word == "moves" && words >> kind) {
      if (position.over()) throw Failure::usage("moves after the end of the game");
      const auto move = texts().read_move(position.state(), kind);
      if (!move) throw Failure::usage(move.error());
      moves.push_back(*move);
      position.apply(*move);
    }
    start_ = std::move(start);
    moves_ = std::move(moves);
  }

  // Never fails: reports unreadable words and ignores them.
  Search read_search(std::istringstream& words) {
    std::string rest;
    std::getline(words, rest);
    const Position position = board();
    UciGo go = read_go(rest, protocol_, position.to_move() == 0);
    for (const std::string& problem : go.problems) say(fmt::format("info string error: go: {}", problem));
    Search search{go.budget, go.infinite, go.ponder, {}};
    search.budget.threads = threads_;
    search.budget.memory_mib = memory_mib_;
    search.budget.stop = stop_.address();
    for (const std::string& text : go.only) {
      if (position.over()) break;
      if (const auto move = texts().read_move(position.state(), text)) {
        search.only.push_back(*move);
      } else {
        say(fmt::format("info string error: searchmoves: {}", move.error()));
      }
    }
    return search;
  }

  void go(std::istringstream& words, std::uint64_t number) {
    Search search = read_search(words);
    {
      const std::scoped_lock lock(mutex_);
      if (number < hit_before_) search.ponder = false;
      const bool endless = search.infinite || search.ponder;
      const bool over =
          number < stopped_before_ || ending_ == Ending::kQuit || (ending_ == Ending::kNoInput && endless);
      if (over) {
        stop_.request();
      } else {
        stop_.clear();
      }
      infinite_ = search.infinite;
      pondering_ = search.ponder;
      number_ = number;
      thinking_ = true;
    }
    think(search);
  }

  [[nodiscard]] std::string move_text(const Position& position, Move move) const {
    return texts().move_text(position.state(), move);
  }

  // " pv e2e4 e7e5"; `plies_to_end` becomes its length if the game is over after it, else 0.
  [[nodiscard]] std::string variation(const Position& start, const Move* moves, std::uint32_t size,
                                      std::uint32_t& plies_to_end) const {
    plies_to_end = 0;
    std::string text;
    Position after = start;
    for (std::uint32_t i = 0; i < size && !after.over() && after.is_legal(moves[i]); ++i) {
      text += ' ' + move_text(after, moves[i]);
      if (is_over(after.apply(moves[i]))) plies_to_end = i + 1;
    }
    return text.empty() ? "" : " pv" + text;
  }
  static std::string count_words(std::uint32_t depth, std::uint64_t nodes, std::int64_t elapsed_ns,
                                 double table_fill) {
    const std::int64_t ms = elapsed_ns / kMillisecond;
    const double seconds = std::max(static_cast<double>(elapsed_ns) * 1e-9, 1e-6);
    std::string text = fmt::format("info depth {} nodes {} nps {:.0f} time {}", depth, nodes,
                                   static_cast<double>(nodes) / seconds, ms);
    if (table_fill >= 0) text += fmt::format(" hashfull {:.0f}", std::min(table_fill, 1.0) * 1000);
    return text;
  }
  [[nodiscard]] std::string info(const Position& position, const SearchProgress& shown,
                                 std::int64_t elapsed_ns) const {
    std::uint32_t plies = 0;
    const std::string pv = variation(position, shown.pv, shown.pv_size, plies);
    return count_words(shown.depth, shown.nodes != 0 ? shown.nodes : shown.iterations, elapsed_ns,
                       shown.table_fill) +
           score_words({shown.value, shown.value_unit, shown.bound, shown.outcome, plies}, protocol_) + pv;
  }

  // Runs in a thread during the search: reports progress, and ends a search that has pondered and then used
  // its time.
  void accompany(const Position& position, const Search& search, ProgressSource* source, std::int64_t start) {
    constexpr auto kLook = std::chrono::milliseconds(20);
    constexpr std::int64_t kSilence = 1000 * kMillisecond;
    std::int64_t deadline = 0;
    std::int64_t said = start;
    std::uint32_t depth = 0;
    std::unique_lock lock(mutex_);
    while (!accompanied_.wait_for(lock, kLook, [&] { return !thinking_; })) {
      const std::int64_t now = wall_clock_ns();
      if (search.ponder && !pondering_ && search.budget.wall_ns != 0) {
        if (deadline == 0) deadline = now + search.budget.wall_ns;
        if (now >= deadline) stop_.request();
      }
      if (source == nullptr) continue;
      lock.unlock();
      SearchProgress shown{};
      source->read(&shown);
      if (shown.nodes + shown.iterations != 0 && (shown.depth != depth || now - said >= kSilence)) {
        say(info(position, shown, now - start));
        depth = shown.depth;
        said = now;
      }
      lock.lock();
    }
  }

  // Chooses among all moves, or among `search.only`.
  [[nodiscard]] std::optional<Move> choose(const Position& position, const Search& search,
                                           SearchReport& report) {
    Budget budget = search.budget;
    if (search.ponder) budget.wall_ns = 0;  // runs from `ponderhit`
    if (search.only.empty()) return player_.choose(start_, moves_, budget, report);
    restricted_ = std::make_unique<host::RestrictedGame>(position, search.only);
    player_.forget();
    auto chosen = player_.choose(restricted_->of(position), {}, budget, report);
    player_.forget();
    return chosen;
  }

  void think(const Search& search) {
    const Position position = board();
    const char* const none = protocol_ == EngineProtocol::kUsi ? "bestmove resign" : "bestmove (none)";
    std::string answer = none;
    if (!position.over()) {
      try {
        answer = searched(position, search).value_or(none);
      } catch (const Failure& error) {
        say(fmt::format("info string error: {}", error.what()));
      }
      wait_to_answer();
    }
    say(answer);
  }
  // Delays the answer to an `infinite` or `ponder` search until the manager requests it.
  void wait_to_answer() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] {
      return !(infinite_ || pondering_) || number_ < stopped_before_ || ending_ != Ending::kNone;
    });
  }

  // Searches; prints the last `info` and returns the line of the answer; no value if the agent resigns.
  [[nodiscard]] std::optional<std::string> searched(const Position& position, const Search& search) {
    player_.prepare(*game_);
    ProgressSource* const source = player_.progress();
    if (source != nullptr) source->watch(true);
    SearchReport report = SearchReport::empty(nullptr, 0);
    const std::int64_t start = wall_clock_ns();
    std::thread companion([&] { accompany(position, search, source, start); });
    std::optional<Move> chosen;
    const auto end = [&] {
      {
        const std::scoped_lock lock(mutex_);
        thinking_ = false;
      }
      accompanied_.notify_all();
      companion.join();
    };
    try {
      chosen = choose(position, search, report);
    } catch (...) {
      end();
      throw;
    }
    end();
    if (!chosen) return std::nullopt;
    const std::int64_t elapsed = wall_clock_ns() - start;
    double fill = -1;
    if (source != nullptr) {
      SearchProgress shown{};
      source->read(&shown);
      fill = shown.table_fill;
    }
    std::uint32_t plies = 0;
    std::string pv;
    if (report.pv_size > 0 && report.pv[0] == *chosen)
      pv = variation(position, report.pv, report.pv_size, plies);
    say(count_words(report.depth, report.nodes != 0 ? report.nodes : report.iterations, elapsed, fill) +
        score_words({report.value, report.value_unit, report.bound, report.outcome, plies}, protocol_) + pv);
    std::string answer = "bestmove " + move_text(position, *chosen);
    if (report.pv_size > 1 && report.pv[0] == *chosen) {
      Position after = position;
      if (!is_over(after.apply(*chosen)) && after.is_legal(report.pv[1]))
        answer += " ponder " + move_text(after, report.pv[1]);
    }
    return answer;
  }

  Context& context_;
  std::istream& in_;
  std::ostream& out_;
  host::GamePtr game_;
  EngineProtocol protocol_;
  std::unique_ptr<host::RestrictedGame>
      restricted_;  // of the last restricted search; the agent may point to it
  EnginePlayer player_;
  Position start_;
  std::vector<Move> moves_;
  std::uint32_t threads_ = 1;
  std::uint32_t memory_mib_ = 0;
  StopFlag stop_;
  std::mutex output_;

  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  std::deque<Said> said_;  // pending commands
  std::uint64_t next_number_ = 0;
  std::uint64_t stopped_before_ = 0;  // stops searches with a lower number
  Ending ending_ = Ending::kNone;
  bool searching_ = false;
  std::condition_variable accompanied_;
  std::uint64_t number_ = 0;      // of the search in progress
  std::uint64_t hit_before_ = 0;  // searches with a lower number no longer ponder
  bool thinking_ = false;         // the agent is searching
  bool infinite_ = false;         // the present search ends only by `stop`
  bool pondering_ = false;        // the present search waits for `ponderhit` or `stop`
};

}  // namespace

void serve_uci(Context& context, EngineProtocol protocol, const std::string& game, const std::string& agent,
               std::istream& in, std::ostream& out) {
  UciServer(context, protocol, game, agent, in, out).run();
}

namespace {

void add_engine(CommandLine& app, Context& context, const char* name, EngineProtocol protocol,
                const char* help) {
  struct Options {
    std::string game;
    std::string agent;
  };
  const auto options = std::make_shared<Options>();
  CommandLine command = app.add_subcommand(name, help);
  command.add_option("GAME", options->game, kGameHelp).required();
  command.add_option("AGENT", options->agent, kAgentHelp).required();
  command.callback([&context, options, protocol] {
    serve_uci(context, protocol, options->game, options->agent, std::cin, std::cout);
  });
}

}  // namespace

void add_uci(CommandLine& app, Context& context) {
  add_engine(app, context, "uci", EngineProtocol::kUci,
             "Run an agent as a UCI or USI engine for other programs");
}

void add_ugi(CommandLine& app, Context& context) {
  add_engine(app, context, "ugi", EngineProtocol::kUgi,
             "Run an agent as a UGI engine, for any game, for other programs");
}

}  // namespace ludex::arena::cli
