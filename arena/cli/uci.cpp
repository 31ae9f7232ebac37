// ludex uci: an agent as a UCI or USI engine, on standard input and output.
#include <charconv>
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
#include "arena/match/game_clocks.hpp"
#include "core/game/extensions.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::cli {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

class UciServer {
 public:
  UciServer(Context& context, const std::string& game, const std::string& agent)
      : context_(context), game_(context.game(game)), player_(context, agent), start_(*game_) {
    texts_ = static_cast<const Uci*>(game_->extension(Uci::kId));
    if (texts_ == nullptr) throw Failure::usage(fmt::format("'{}' has no UCI notation", game));
    player_.prepare(*game_);
  }
  // The end of input lets a search that has a limit finish; "quit" does not.
  ~UciServer() {
    if (infinite_) stop();
    finish();
  }

  void run() {
    for (std::string line; std::getline(std::cin, line);) {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      std::istringstream words(line);
      std::string command;
      if (!(words >> command)) continue;
      if (command == "quit") {
        stop();
        return;
      }
      try {
        obey(command, words);
      } catch (const Failure& error) {
        say(fmt::format("info string error: {}", error.what()));
      }
    }
  }

 private:
  void obey(const std::string& command, std::istringstream& words) {
    if (command == "uci" || command == "usi") {
      const UciDialect dialect = command == "usi" ? UciDialect::kUsi : UciDialect::kUci;
      if (!texts_->speaks(dialect))
        throw Failure::usage(fmt::format("this game is not played over '{}'", command));
      finish();
      dialect_ = dialect;
      introduce();
    } else if (command == "isready") {
      say("readyok");
    } else if (command == "ucinewgame" || command == "usinewgame") {
      finish();
      player_.forget();
    } else if (command == "setoption") {
      finish();
      set_option(words);
    } else if (command == "position") {
      finish();
      set_position(words);
    } else if (command == "go") {
      finish();
      go(words);
    } else if (command == "stop") {
      stop();
      finish();
    } else if (command == "d") {
      finish();
      say(board().drawing());
    } else if (command != "debug" && command != "register" && command != "ponderhit" &&
               command != "gameover") {
      say(fmt::format("info string unknown command '{}'", command));
    }
  }

  void say(const std::string& line) {
    const std::scoped_lock lock(output_);
    std::cout << line << std::endl;
  }
  void stop() { __atomic_store_n(&stop_, 1U, __ATOMIC_RELAXED); }
  void finish() {
    if (search_.joinable()) search_.join();
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

  Budget read_budget(std::istringstream& words) {
    Budget budget{};
    budget.threads = threads_;
    budget.memory_mib = memory_mib_;
    std::int64_t left = -1;
    std::int64_t increment = 0;
    std::int64_t byoyomi = 0;
    std::uint32_t moves_to_go = 0;
    infinite_ = false;
    // In UCI the first player is white, in USI black.
    const bool first = board().to_move() == 0;
    const char own = first == (dialect_ == UciDialect::kUci) ? 'w' : 'b';
    for (std::string word; words >> word;) {
      if (word == "infinite" || word == "ponder") {
        infinite_ = true;
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
      if (word == "movetime") budget.wall_ns = std::max<std::int64_t>(n, 1) * kMillisecond;
      if (word == std::string{own} + "time") left = std::max<std::int64_t>(n, 0) * kMillisecond;
      if (word == std::string{own} + "inc") increment = std::max<std::int64_t>(n, 0) * kMillisecond;
      if (word == "byoyomi") byoyomi = std::max<std::int64_t>(n, 0) * kMillisecond;
      if (word == "movestogo") moves_to_go = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, 1000));
    }
    if (budget.wall_ns == 0 && (left >= 0 || byoyomi > 0))
      budget.wall_ns =
          share_of_clock({std::max<std::int64_t>(left, 0) + byoyomi, increment + byoyomi, moves_to_go, 0},
                         kManagerOverheadNs);
    if (byoyomi > 0 && left <= 0)
      budget.wall_ns = std::max<std::int64_t>(byoyomi - kManagerOverheadNs, kMillisecond);
    if (budget.nodes == 0 && budget.depth == 0 && budget.wall_ns == 0) infinite_ = true;
    budget.stop = &stop_;
    return budget;
  }

  void go(std::istringstream& words) {
    __atomic_store_n(&stop_, 0U, __ATOMIC_RELAXED);
    const Budget budget = read_budget(words);
    search_ = std::thread([this, budget] { think(budget); });
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
      const Move move = player_.choose(start_, moves_, budget, report);
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
  GamePtr game_;
  const Uci* texts_ = nullptr;
  UciDialect dialect_ = UciDialect::kUci;
  EnginePlayer player_;
  Position start_;
  std::vector<Move> moves_;
  std::uint32_t threads_ = 1;
  std::uint32_t memory_mib_ = 0;
  bool infinite_ = false;
  std::uint32_t stop_ = 0;
  std::mutex output_;
  std::thread search_;
};

}  // namespace

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
  command.callback([&context, options] { UciServer(context, options->game, options->agent).run(); });
}

}  // namespace ludex::arena::cli
