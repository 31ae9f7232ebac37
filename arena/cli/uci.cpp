// ludex uci: an agent as a UCI or USI engine, on standard input and output.
#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <deque>
#include <iostream>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string_view>
#include <thread>

#include <fmt/format.h>

#include "arena/cli/engine_player.hpp"
#include "arena/cli/protocols.hpp"
#include "arena/match/game_clocks.hpp"
#include "core/game/extensions.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::cli {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

class UciServer {
 public:
  UciServer(Context& context, const std::string& game, const std::string& agent, std::istream& in,
            std::ostream& out)
      : context_(context),
        in_(in),
        out_(out),
        game_(context.game(game)),
        player_(context, agent),
        start_(*game_) {
    texts_ = static_cast<const Uci*>(game_->extension(Uci::kId));
    if (texts_ == nullptr) throw Failure::usage(fmt::format("'{}' has no UCI notation", game));
    player_.prepare(*game_);
  }

  // Input is read whatever the search does: `stop`, `quit` and the end of input are never kept waiting. All
  // else is done in its order by another thread, and so waits for a search to end.
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
      if (command == "stop" ||
          command == "ponderhit") {  // it does not ponder: what it has found is its answer
        stop();
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
  // Whatever was said before is done, but searches end at once, at the end of input those without a limit.
  enum class Ending { kNone, kNoInput, kQuit };
  struct Said {
    std::string line;
    std::uint64_t number;
    bool search;  // "go"
  };

  void enqueue(std::string line, bool search) {
    const std::scoped_lock lock(mutex_);
    said_.push_back({std::move(line), next_number_++, search});
    changed_.notify_one();
  }
  // Ends the search, and those that were asked for before and have not begun.
  void stop() {
    const std::scoped_lock lock(mutex_);
    stopped_before_ = next_number_;
    if (searching_) __atomic_store_n(&stop_, 1U, __ATOMIC_RELAXED);
  }
  void end(Ending ending) {
    const std::scoped_lock lock(mutex_);
    if (ending_ == Ending::kQuit) return;
    ending_ = ending;
    if (searching_ && (ending == Ending::kQuit || infinite_)) __atomic_store_n(&stop_, 1U, __ATOMIC_RELAXED);
    changed_.notify_one();
  }
  // Or about to: what is asked then is not to wait for a search that perhaps only `stop` ends.
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
    if (command == "uci" || command == "usi") {
      const UciDialect dialect = command == "usi" ? UciDialect::kUsi : UciDialect::kUci;
      if (!texts_->speaks(dialect))
        throw Failure::usage(fmt::format("this game is not played over '{}'", command));
      dialect_ = dialect;
      introduce();
    } else if (command == "isready") {
      say("readyok");
    } else if (command == "ucinewgame" || command == "usinewgame") {
      player_.forget();
    } else if (command == "setoption") {
      set_option(words);
    } else if (command == "position") {
      set_position(words);
    } else if (command == "go") {
      go(words, number);
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
    if (*texts_->variant() != '\0')
      say(fmt::format("option name UCI_Variant type combo default {0} var {0}", texts_->variant()));
    const auto library = context_.registry().library(PluginKind::kAgent, player_.component().id);
    for (const ParamSpec& spec : (*library)->parameters()) say(describe(spec));
    say(dialect_ == UciDialect::kUsi ? "usiok" : "uciok");
  }
  [[nodiscard]] std::string describe(const ParamSpec& spec) const {
    std::string value = spec.fallback;
    for (const auto& [name, own] : player_.component().settings) {
      if (name == spec.name) value = own;
    }
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
    if (name == "Threads") {
      threads_ = number<std::uint32_t>(name, value);
    } else if (name == "Hash" || name == "USI_Hash") {
      memory_mib_ = number<std::uint32_t>(name, value);
    } else if (name == "Seed") {
      player_.set_seed(number<std::uint64_t>(name, value));
    } else if (name == "UCI_Variant") {
      if (value != texts_->variant())
        throw Failure::usage(fmt::format("this engine plays '{}' only", texts_->variant()));
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

  // "startpos" | "fen TEXT" | "sfen TEXT", then perhaps "moves ...". A bad one leaves the position as it was.
  void set_position(std::istringstream& words) {
    std::string kind;
    words >> kind;
    Position start(*game_);
    std::string word;
    if (kind == "fen" || kind == "sfen") {
      std::string text;
      while (words >> word && word != "moves") text += (text.empty() ? "" : " ") + word;
      StringSink error;
      if (texts_->read_position(text.data(), text.size(), dialect_, start.state(), error) != Status::kOk)
        throw Failure::usage(fmt::format("position '{}': {}", text, error.take()));
    } else if (kind == "startpos") {
      words >> word;
    } else {
      throw Failure::usage("expected 'position startpos' or 'position fen'");
    }
    std::vector<Move> moves;
    Position position = start;
    while (word == "moves" && words >> kind) {
      StringSink error;
      Move move = kNoMove;
      if (position.over() || texts_->read_move(position.state(), dialect_, kind.data(), kind.size(), &move,
                                               error) != Status::kOk)
        throw Failure::usage(position.over() ? "moves after the end of the game" : error.take());
      moves.push_back(move);
      position.apply(move);
    }
    start_ = std::move(start);
    moves_ = std::move(moves);
  }

  // `infinite`: only `stop` ends the search.
  Budget read_budget(std::istringstream& words, bool& infinite) {
    Budget budget{};
    budget.threads = threads_;
    budget.memory_mib = memory_mib_;
    std::int64_t left = -1;
    std::int64_t increment = 0;
    std::int64_t byoyomi = 0;
    std::uint32_t moves_to_go = 0;
    infinite = false;
    // In UCI the first player is white, in USI black.
    const bool first = board().to_move() == 0;
    const char own = first == (dialect_ == UciDialect::kUci) ? 'w' : 'b';
    for (std::string word; words >> word;) {
      if (word == "infinite" || word == "ponder") {
        infinite = true;
        continue;
      }
      std::string value;
      if (!(words >> value)) break;
      // Clocks may have run out.
      const std::int64_t n = number<std::int64_t>(word, value);
      const auto count = static_cast<std::uint64_t>(std::max<std::int64_t>(n, 0));
      if (word == "nodes") budget.nodes = count;
      if (word == "depth")
        budget.depth = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, 1U << 20));
      constexpr std::int64_t kLongest = 1'000'000'000;  // 11 days: nanoseconds have room for some of these
      const std::int64_t ns = std::clamp<std::int64_t>(n, 0, kLongest) * kMillisecond;
      if (word == "movetime") budget.wall_ns = std::max(ns, kMillisecond);
      if (word == std::string{own} + "time") left = ns;
      if (word == std::string{own} + "inc") increment = ns;
      if (word == "byoyomi") byoyomi = ns;
      if (word == "movestogo") moves_to_go = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, 1000));
    }
    if (budget.wall_ns == 0 && (left >= 0 || byoyomi > 0))
      budget.wall_ns =
          share_of_clock({std::max<std::int64_t>(left, 0) + byoyomi, increment + byoyomi, moves_to_go, 0},
                         kManagerOverheadNs);
    if (byoyomi > 0 && left <= 0)
      budget.wall_ns = std::max<std::int64_t>(byoyomi - kManagerOverheadNs, kMillisecond);
    if (budget.nodes == 0 && budget.depth == 0 && budget.wall_ns == 0) infinite = true;
    budget.stop = &stop_;
    return budget;
  }

  void go(std::istringstream& words, std::uint64_t number) {
    bool infinite = false;
    const Budget budget = read_budget(words, infinite);
    {
      const std::scoped_lock lock(mutex_);
      const bool over =
          number < stopped_before_ || ending_ == Ending::kQuit || (ending_ == Ending::kNoInput && infinite);
      __atomic_store_n(&stop_, over ? 1U : 0U, __ATOMIC_RELAXED);
      infinite_ = infinite;
    }
    think(budget);
  }

  [[nodiscard]] std::string move_text(const Position& position, Move move) const {
    StringSink text;
    texts_->write_move(position.state(), move, dialect_, text);
    return text.take();
  }

  void think(const Budget& budget) {
    Position position = board();
    const char* const none = dialect_ == UciDialect::kUsi ? "bestmove resign" : "bestmove (none)";
    if (position.over()) return say(none);
    try {
      SearchReport report = SearchReport::empty(nullptr, 0);
      const std::int64_t start = wall_clock_ns();
      const auto chosen = player_.choose(start_, moves_, budget, report);
      if (!chosen) return say(none);
      const Move move = *chosen;
      const std::int64_t elapsed = (wall_clock_ns() - start) / kMillisecond;
      std::string info = fmt::format("info depth {} nodes {} time {}", report.depth,
                                     report.nodes != 0 ? report.nodes : report.iterations, elapsed);
      if (has_value(report)) {
        // An expected result counts in thousandths, a point of score as a whole unit of evaluations.
        const double centi = report.value_unit == ValueUnit::kExpected ? 1000
                             : report.value_unit == ValueUnit::kScore  ? 100
                                                                       : 1;
        info += fmt::format(" score cp {:.0f}", centi * report.value);
        if (report.bound != ValueBound::kExact) info += fmt::format(" {}bound", to_text(report.bound));
      }
      const std::string best = move_text(position, move);
      if (report.pv_size > 0 && report.pv[0] == move) {
        info += " pv";
        Position after = position;
        for (std::uint32_t i = 0; i < report.pv_size && after.is_legal(report.pv[i]); ++i) {
          info += ' ' + move_text(after, report.pv[i]);
          after.apply(report.pv[i]);
        }
      }
      say(info);
      say("bestmove " + best);
    } catch (const Failure& error) {
      say(fmt::format("info string error: {}", error.what()));
      say(none);
    }
  }

  Context& context_;
  std::istream& in_;
  std::ostream& out_;
  GamePtr game_;
  const Uci* texts_ = nullptr;
  UciDialect dialect_ = UciDialect::kUci;
  EnginePlayer player_;
  Position start_;
  std::vector<Move> moves_;
  std::uint32_t threads_ = 1;
  std::uint32_t memory_mib_ = 0;
  std::uint32_t stop_ = 0;  // atomic: the flag of Budget
  std::mutex output_;

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<Said> said_;  // not done yet
  std::uint64_t next_number_ = 0;
  std::uint64_t stopped_before_ = 0;  // searches with a lower number are to stop
  Ending ending_ = Ending::kNone;
  bool searching_ = false;
  bool infinite_ = false;  // the search in progress ends by `stop` only
};

}  // namespace

void serve_uci(Context& context, const std::string& game, const std::string& agent, std::istream& in,
               std::ostream& out) {
  UciServer(context, game, agent, in, out).run();
}

void add_uci(CommandLine& app, Context& context) {
  struct Options {
    std::string game;
    std::string agent;
  };
  const auto options = std::make_shared<Options>();
  CommandLine command =
      app.add_subcommand("uci", "An agent as a UCI or USI engine, for other programs' managers and boards");
  command.add_option("GAME", options->game, "id or id:param=value,...").required();
  command.add_option("AGENT", options->agent, "id or id:param=value,...").required();
  command.callback(
      [&context, options] { serve_uci(context, options->game, options->agent, std::cin, std::cout); });
}

}  // namespace ludex::arena::cli
