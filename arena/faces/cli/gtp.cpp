// ludex gtp: an agent as a GTP engine, on standard input and output.
#include <algorithm>
#include <array>
#include <charconv>
#include <iostream>
#include <memory>
#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arena/faces/cli/engine_player.hpp"
#include "arena/faces/cli/protocols.hpp"
#include "arena/run/match/game_clocks.hpp"
#include "core/agent/needs.hpp"
#include "core/game/gtp_texts.hpp"

namespace ludex::arena::cli {
namespace {

constexpr std::array kGtpCommands{
    "all_legal_moves",  "boardsize",     "clear_board", "final_score",    "genmove",   "komi",
    "known_command",    "list_commands", "ludex-game",  "ludex-position", "name",      "play",
    "protocol_version", "quit",          "reg_genmove", "set_game",       "showboard", "time_left",
    "time_settings",    "undo",          "version"};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

class GtpServer {
 public:
  GtpServer(Context& context, const GtpOptions& options, std::istream& in, std::ostream& out)
      : context_(context),
        options_(options),
        in_(in),
        out_(out),
        component_(context.component(options.game)),
        player_(context, options.agent) {
    use(context.game(options.game));
    player_.set_seed(options.seed);
    player_.prepare(*game_);
  }

  void run() {
    bool open = true;
    for (std::string line; open && std::getline(in_, line);) {
      // Section 2.5 of the protocol: control characters are ignored, a tab is a blank, '#' begins a comment.
      std::replace(line.begin(), line.end(), '\t', ' ');
      line.erase(std::remove_if(line.begin(), line.end(),
                                [](char c) { return static_cast<unsigned char>(c) < 0x20; }),
                 line.end());
      std::istringstream words(line.substr(0, line.find('#')));
      std::string command;
      if (!(words >> command)) continue;
      std::string number;
      if (command.find_first_not_of("0123456789") == std::string::npos) {
        number = command;
        command.clear();
        words >> command;
      }
      open = command != "quit";
      std::string answer;
      bool good = true;
      try {
        answer = obey(command, words);
      } catch (const Failure& error) {
        answer = error.what();
        good = false;
      }
      while (!answer.empty() && answer.back() == '\n') answer.pop_back();
      out_ << (good ? '=' : '?') << number << (answer.empty() ? "" : " ") << answer << "\n\n" << std::flush;
    }
  }

 private:
  void use(host::GamePtr game) {
    if (const auto fits = needs(*game, kDeterministic, 2); !fits)
      throw Failure::usage(
          fmt::format("'{}' cannot be played over GTP, which {}", options_.game, fits.error()));
    start_.reset();
    player_.forget();
    // The agent may point to the old game until its next new_game.
    old_game_ = std::move(game_);
    game_ = std::move(game);
    texts_.emplace(*game_);
    restart();
  }
  void restart() {
    start_.emplace(*game_);
    clear();
  }
  // Before the first move.
  void clear() {
    moves_.clear();
    player_.forget();
  }
  [[nodiscard]] Position board() const {
    Position position = *start_;
    for (const Move move : moves_) position.apply(move);
    return position;
  }

  std::string obey(const std::string& command, std::istringstream& words) {
    if (command == "protocol_version") return "2";
    if (command == "name") return "Ludex " + player_.component().id;
    if (command == "version") return LUDEX_VERSION;
    if (command == "list_commands") return fmt::format("{}", fmt::join(kGtpCommands, "\n"));
    if (command == "known_command") {
      const std::string name = word(words);
      return std::find(kGtpCommands.begin(), kGtpCommands.end(), name) != kGtpCommands.end() ? "true"
                                                                                             : "false";
    }
    if (command == "boardsize") return board_size(words);
    if (command == "clear_board") return restart(), "";
    if (command == "play") return play(words);
    if (command == "genmove" || command == "reg_genmove") return genmove(words, command == "genmove");
    if (command == "undo") {
      if (moves_.empty()) throw Failure::usage("cannot undo");
      moves_.pop_back();
      return "";
    }
    if (command == "showboard") return "\n" + board().drawing();
    if (command == "final_score") return final_score();
    if (command == "all_legal_moves") {
      const Position position = board();
      std::string list;
      for (const Move move : position.legal_moves())
        list += (list.empty() ? "" : " ") + vertex(position, move);
      return list;
    }
    if (command == "ludex-game") return host::to_text(component_);
    if (command == kGtpPosition) return position(words);
    if (command == "time_settings") return time_settings(words);
    if (command == "time_left") return time_left(words);
    if (command == "komi" || command == "set_game" || command == "quit") return "";
    throw Failure::usage("unknown command");
  }

  static std::string word(std::istringstream& words) {
    std::string text;
    words >> text;
    return text;
  }
  static double number(const std::string& text) {
    double value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || rest != text.data() + text.size() || !(value >= 0 && value < 1e7))
      throw Failure::usage("syntax error");
    return value;
  }

  std::string board_size(std::istringstream& words) {
    std::string wanted = word(words);
    if (const std::string height = word(words); !height.empty() && height != wanted) wanted += ' ' + height;
    if (wanted != texts_->board_size()) {
      host::Component component = component_;
      std::erase_if(component.settings, [](const auto& setting) {
        return setting.first == "size" || setting.first == "width" || setting.first == "height";
      });
      const auto blank = wanted.find(' ');
      const bool has_size = has_parameter(component.id, "size");
      if (blank == std::string::npos && has_size) {
        component.settings.emplace_back("size", wanted);
      } else {
        component.settings.emplace_back("width", wanted.substr(0, blank));
        component.settings.emplace_back("height",
                                        blank == std::string::npos ? wanted : wanted.substr(blank + 1));
      }
      auto game = context_.registry().make_game(component);
      if (!game) throw Failure::usage("unacceptable size");
      use(std::move(*game));
      component_ = std::move(component);
    }
    restart();
    return "";
  }
  [[nodiscard]] bool has_parameter(const std::string& id, std::string_view name) {
    const auto library = context_.registry().library(PluginKind::kGame, id);
    const auto specs = (*library)->parameters();
    return std::any_of(specs.begin(), specs.end(), [&](const ParamSpec& spec) { return spec.name == name; });
  }

  [[nodiscard]] std::string vertex(const Position& position, Move move) const {
    return texts_->move_text(position.state(), move);
  }
  // Passes the turn to this colour if the other side's only move is a pass.
  void turn_to(const std::string& text) {
    const std::string color = lower(text);
    if (color != "b" && color != "w" && color != "black" && color != "white")
      throw Failure::usage("syntax error");
    Position position = board();
    if (position.over()) throw Failure::usage("the game is over");
    if (texts_->color(position.state()) == color[0]) return;
    const auto moves = position.legal_moves();
    if (moves.size() != 1 || vertex(position, moves[0]) != "pass")
      throw Failure::usage("it is the other side's turn");
    moves_.push_back(moves[0]);
    if (is_over(position.apply(moves[0]))) throw Failure::usage("the game is over");
  }

  // Sets up the position of the game's own text; without one, returns that of the present position.
  std::string position(std::istringstream& words) {
    std::string text;
    std::getline(words >> std::ws, text);
    if (text.empty()) return board().text();
    auto read = Position::from_text(*game_, text);
    if (!read) throw Failure::usage("unreadable position: " + read.error());
    start_.emplace(std::move(*read));
    clear();
    return "";
  }

  std::string play(std::istringstream& words) {
    const std::string color = word(words);
    const std::string text = word(words);
    const auto before = moves_;
    turn_to(color);
    const Position position = board();
    const auto move = texts_->read_move(position.state(), text);
    if (!move) {
      moves_ = before;
      throw Failure::usage("illegal move: " + move.error());
    }
    moves_.push_back(*move);
    return "";
  }

  std::string genmove(std::istringstream& words, bool keep) {
    const auto before = moves_;
    turn_to(word(words));
    const Position position = board();
    Budget budget = options_.budget.budget(1.0, nullptr);
    if (time_ns_ != 0) {
      budget.wall_ns = time_ns_;
      budget.cpu_ns = 0;
    }
    SearchReport report = SearchReport::empty(nullptr, 0);
    const auto move = player_.choose(*start_, moves_, budget, report);
    if (keep && move) {
      moves_.push_back(*move);
    } else {
      moves_ = before;
    }
    return move ? vertex(position, *move) : "resign";
  }

  [[nodiscard]] std::string final_score() const {
    const Position position = board();
    if (!position.over()) throw Failure::usage("cannot score");
    const Player winner = winner_of(position.status());
    if (winner == kNobody) return "0";
    return texts_->color_of_winner(position.state(), winner) == 'b' ? "B+" : "W+";
  }

  // Main time, byo-yomi time, byo-yomi stones (section 4.2). Each move gets its share.
  std::string time_settings(std::istringstream& words) {
    const double main_time = number(word(words));
    const double period = number(word(words));
    const double stones = number(word(words));
    time_ns_ = 0;
    if (period > 0 && stones < 1) return "";  // no limit
    set_time(main_time > 0 ? main_time : period, main_time > 0 ? 0 : stones);
    return "";
  }
  std::string time_left(std::istringstream& words) {
    static_cast<void>(word(words));
    const double left = number(word(words));
    set_time(left, number(word(words)));
    return "";
  }
  void set_time(double seconds, double stones) {
    const auto ns = static_cast<std::int64_t>(seconds * 1e9);
    // An equal share per stone of the period, minus 10 ms.
    time_ns_ = stones >= 1 ? std::max<std::int64_t>(
                                 ns / static_cast<std::int64_t>(stones) - kManagerOverheadNs, 1'000'000)
                           : run::share_of_clock({ns, 0, 0, 0}, kManagerOverheadNs);
  }

  Context& context_;
  const GtpOptions& options_;
  std::istream& in_;
  std::ostream& out_;
  host::Component component_;  // the game
  host::GamePtr old_game_;
  host::GamePtr game_;
  EnginePlayer player_;
  std::optional<GtpTexts> texts_;
  std::optional<Position> start_;
  std::vector<Move> moves_;
  std::int64_t time_ns_ = 0;
};

}  // namespace

void serve_gtp(Context& context, const GtpOptions& options, std::istream& in, std::ostream& out) {
  GtpServer(context, options, in, out).run();
}

void add_gtp(CommandLine& app, Context& context) {
  const auto options = std::make_shared<GtpOptions>();
  CommandLine command = app.add_subcommand("gtp", "Run an agent as a GTP engine for other programs");
  command.add_option("GAME", options->game, kGameHelp).required();
  command.add_option("AGENT", options->agent, kAgentHelp).required();
  command.add_option("--seed", options->seed, "Seed of the random numbers").show_default();
  options->budget.add_to(command);
  command.callback([&context, options] { serve_gtp(context, *options, std::cin, std::cout); });
}

}  // namespace ludex::arena::cli
