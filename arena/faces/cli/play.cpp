// ludex play: one game on the terminal. `human` reads moves and commands from standard input.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "arena/base/text/quantity.hpp"
#include "arena/base/text/suggest.hpp"
#include "arena/faces/cli/commands.hpp"
#include "arena/faces/cli/line_reader.hpp"
#include "core/agent/ending.hpp"
#include "core/game/extensions.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::cli {
namespace {

constexpr const char* kHuman = "human";

struct PlayOptions {
  std::string game;
  std::vector<std::string> agents;
  std::uint64_t seed = 1;
  bool quiet = false;
  bool dice = false;  // asks for outcomes
  StartOptions start;
  BudgetOptions budget;
};

struct Command {
  const char* name;
  const char* what;
};
constexpr Command kPlayCommands[] = {
    {"help", "this list"},
    {"moves", "the legal moves"},
    {"draw", "the position again, as a drawing and as text"},
    {"hint",
     "the move that the opponent's agent would play; `hint AGENT` asks another agent, for example hint uct"},
    {"undo", "take back your last move and the answer to it"},
    {"save", "the game so far as a line of an opening file; `save FILE` adds it to the file"},
    {"quit", "leave; so does Ctrl-C, which in an agent's turn first stops its search"},
};

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// No value if the agent resigns.
std::optional<Move> choose(Agent& agent, const std::string& name, const Position& position,
                           const Budget& budget) {
  SearchReport report = SearchReport::empty(nullptr, 0);
  Move move = kNoMove;
  StringSink error;
  const Status status = agent.choose(position.state(), &budget, &report, &move, error);
  if (end_of(agent, status) == AgentEnd::kResigned) return std::nullopt;
  if (status != Status::kOk)
    throw Failure::answered(status, fmt::format("agent '{}': {}", name, error.take()));
  if (!position.is_legal(move)) {
    throw Failure::plugin(
        fmt::format("agent '{}' played an illegal move ({:#x})", name, static_cast<std::uint32_t>(move)));
  }
  return move;
}

void observe(Agent& agent, const std::string& name, const Position& before, Move move) {
  StringSink error;
  const Status status = agent.observe(before.state(), move, error);
  if (status != Status::kOk)
    throw Failure::answered(status, fmt::format("agent '{}': {}", name, error.take()));
}

class Session {
 public:
  Session(Context& context, const PlayOptions& options)
      : context_(context),
        options_(options),
        game_(context.sound_game(options.game)),
        budget_(options.budget.budget(1.0, interrupt_.flag())) {
    const std::uint32_t players = game_->traits().players;
    if (options.agents.size() != players) {
      throw Failure::usage(fmt::format(
          "{} has {}, but {} named", options.game, plural(players, "player"),
          options.agents.size() == 1 ? "1 agent is" : plural(options.agents.size(), "agent") + " are"));
    }
    Line line = options.start.line(*game_);
    positions_.push_back(std::move(line.origin));
    for (const Move move : line.moves) append(move);
    for (const std::string& name : options.agents)
      agents_.push_back(name == kHuman ? host::AgentPtr() : context.agent(name, *game_));
    begin_agents();
  }

  void run() {
    if (!options_.quiet) {
      fmt::print("{}\n", board().drawing());
      if (has_human()) fmt::print("`help` lists the commands.\n");
    }
    while (!board().over()) {
      const std::optional<Move> move = next_move();
      if (left_) return;
      if (move) play(*move);
    }
    fmt::print("moves: {}\nresult: {}\n", moves_text(), result_text());
    if (agents_.size() > 2) fmt::print("returns: {}\n", returns_text());
  }

 private:
  [[nodiscard]] const Position& board() const { return positions_.back(); }
  [[nodiscard]] bool is_human(Player seat) const { return seat != kChance && agents_[seat] == nullptr; }
  [[nodiscard]] bool has_human() const {
    return std::find(agents_.begin(), agents_.end(), nullptr) != agents_.end();
  }

  std::optional<Move> next_move() {
    const Player mover = board().to_move();
    if (mover == kChance) return options_.dice ? ask("the outcome: ") : roll();
    return is_human(mover) ? ask(moves_again() ? "your move again: " : "your move: ") : think();
  }
  // Depends on the seed and the ply only, so that moves taken back change no later roll.
  [[nodiscard]] Move roll() const {
    Rng rng = Rng::seeded(hash_combine(hash_combine(options_.seed, kChance), moves_.size()));
    return find<Chance>(*game_)->draw(board().state(), &rng);
  }

  // Whether the player to move has also made the last move.
  [[nodiscard]] bool moves_again() const {
    return positions_.size() > 1 && positions_[positions_.size() - 2].to_move() == board().to_move();
  }

  void append(Move move) {
    Position next = board();
    next.apply(move);
    positions_.push_back(std::move(next));
    moves_.push_back(move);
  }

  // Starts the agent at the present point of the game.
  void begin(Agent& agent, const std::string& name, Player seat) const {
    StringSink error;
    const Status status = agent.new_game(game_.get(), seat, hash_combine(options_.seed, seat), error);
    if (status != Status::kOk)
      throw Failure::declined(status, fmt::format("agent '{}': {}", name, error.take()));
    for (std::size_t i = 0; i < moves_.size(); ++i) observe(agent, name, positions_[i], moves_[i]);
  }
  void begin_agents() const {
    for (Player seat = 0; seat < agents_.size(); ++seat) {
      if (!is_human(seat)) begin(*agents_[seat], options_.agents[seat], seat);
    }
  }

  void play(Move move) {
    const Player mover = board().to_move();
    const std::string text = board().move_text(move);
    for (Player seat = 0; seat < agents_.size(); ++seat) {
      if (!is_human(seat)) observe(*agents_[seat], options_.agents[seat], board(), move);
    }
    append(move);
    if (!options_.quiet) fmt::print("{}: {}\n{}\n", player_text(mover), text, board().drawing());
  }

  // The agent's move. If its search was stopped, the user decides; no value if the move is not to be played.
  std::optional<Move> think() {
    std::fflush(stdout);  // shows the board so far
    const Player mover = board().to_move();
    const std::string& name = options_.agents[mover];
    const auto chosen = choose(*agents_[mover], name, board(), budget_);
    if (!chosen) return resign(mover);
    const Move move = *chosen;
    if (!interrupt_.requested()) return move;
    if (!has_human() && isatty(STDIN_FILENO) == 0) return leave(kInterrupted, "interrupted");
    interrupt_.clear();
    stopped_ = move;
    fmt::print("\n{} was stopped; so far it likes {}.\n", name, board().move_text(move));
    const auto answer = ask("Enter plays that, `undo` takes back, `quit` leaves: ");
    stopped_.reset();
    return answer;
  }

  // A move of the user, or no value after a command that changes the game.
  std::optional<Move> ask(const char* prompt) {
    while (true) {
      fmt::print("{}", prompt);
      std::fflush(stdout);
      std::string line;
      const LineReader::Event event = reader_.read(line);
      if (event != LineReader::Event::kLine) {
        fmt::print("\n");
        return leave(kInterrupted, event == LineReader::Event::kEnd ? "end of input" : "interrupted");
      }
      line = trimmed(line);
      if (line.empty()) {
        if (stopped_) return stopped_;
        continue;
      }
      const auto move = board().parse_move(line);
      if (move) return *move;
      const auto blank = line.find(' ');
      const std::string command = line.substr(0, blank);
      const std::string rest = blank == std::string::npos ? "" : trimmed(line.substr(blank));
      if (command == "quit" || command == "exit") return leave(kDone, "left");
      if (command == "undo") {
        if (undo()) return std::nullopt;
        fmt::print("you have no move to take back\n");
      } else if (!obey(command, rest)) {
        refuse(line, move.error());
      }
    }
  }

  // Runs a command that does not change the game.
  bool obey(const std::string& command, const std::string& rest) {
    if (command == "help") {
      fmt::print("a move, or\n");
      for (const Command& item : kPlayCommands) fmt::print("  {:<6} {}\n", item.name, item.what);
    } else if (command == "moves") {
      fmt::print("{}\n", fmt::join(legal_texts(), " "));
    } else if (command == "draw") {
      fmt::print("{}{}\n", board().drawing(), board().text());
    } else if (command == "hint") {
      hint(rest);
    } else if (command == "save") {
      save(rest);
    } else {
      return false;
    }
    return true;
  }

  [[nodiscard]] std::vector<std::string> legal_texts() const {
    std::vector<std::string> texts;
    for (const Move move : board().legal_moves()) texts.push_back(board().move_text(move));
    return texts;
  }

  void refuse(const std::string& line, const std::string& reason) const {
    constexpr std::size_t kShown = 8;
    std::vector<std::string> known = legal_texts();
    const auto near = by_distance(line, known, kShown);
    for (const Command& item : kPlayCommands) known.emplace_back(item.name);
    const std::string meant = did_you_mean(line, known);
    fmt::print("{}{}\nlegal moves like it: {}{}\n", reason, meant.empty() ? "" : " (" + meant + ")",
               fmt::join(near, ", "), near.size() + std::size(kPlayCommands) < known.size() ? ", ..." : "");
  }

  void hint(const std::string& wanted) {
    std::string name = wanted;
    for (const std::string& agent : options_.agents) {
      if (name.empty() && agent != kHuman) name = agent;
    }
    if (board().to_move() == kChance) return fmt::print("chance decides here\n");
    if (name.empty())
      return fmt::print("expected an agent, for example `hint uct`; `ludex list agents` shows them\n");
    try {
      const host::AgentPtr agent = context_.agent(name, *game_);
      const Player mover = board().to_move();
      begin(*agent, name, mover);
      const auto move = choose(*agent, name, board(), budget_);
      fmt::print("{} {}\n", name, move ? "suggests " + board().move_text(*move) : "would resign");
    } catch (const Failure& error) {
      fmt::print("{}\n", error.what());
    }
    // Ctrl-C has ended the search, not the game.
    interrupt_.clear();
  }

  // Returns to the last position in which a human was to move; without humans, takes back one move.
  bool undo() {
    std::size_t n = moves_.size();
    do {
      if (n == 0) return false;
      --n;
    } while (has_human() && !is_human(positions_[n].to_move()));
    moves_.resize(n);
    positions_.erase(positions_.begin() + static_cast<std::ptrdiff_t>(n) + 1, positions_.end());
    begin_agents();
    if (!options_.quiet) fmt::print("{}\n", board().drawing());
    return true;
  }

  // The game in the format of opening files (docs/reference/tournament-notes.md).
  [[nodiscard]] std::string line_text() const {
    const std::string moves = moves_text();
    if (options_.start.position.empty()) return moves;
    return "position " + positions_.front().text() + (moves.empty() ? "" : " moves " + moves);
  }
  void save(const std::string& file) const {
    if (file.empty()) return fmt::print("{}\n", line_text());
    errno = 0;
    std::ofstream out(file, std::ios::app);
    out << "# " << options_.game << ": " << fmt::format("{}", fmt::join(options_.agents, " against ")) << '\n'
        << line_text() << '\n';
    out.close();
    if (out) {
      fmt::print("added to {}\n", file);
    } else {
      fmt::print("cannot write {}: {}\n", file, std::strerror(errno));
    }
  }

  std::nullopt_t resign(Player seat) {
    fmt::print("moves: {}\nresult: {} resigns", moves_text(), player_text(seat));
    if (agents_.size() == 2) fmt::print(", {} wins", player_text(1 - seat));
    fmt::print("\n");
    left_ = true;
    return std::nullopt;
  }

  std::nullopt_t leave(int exit_code, const char* why) {
    fmt::print("{} after: {}\n", why, moves_text());
    context_.exit_code = exit_code;
    left_ = true;
    return std::nullopt;
  }

  [[nodiscard]] std::string moves_text() const {
    std::string text;
    for (std::size_t i = 0; i < moves_.size(); ++i)
      text += (i == 0 ? "" : " ") + positions_[i].move_text(moves_[i]);
    return text;
  }
  [[nodiscard]] std::string result_text() const {
    const Player winner = winner_of(board().status());
    if (winner == kNobody) return "draw";
    return player_text(winner) + " wins";
  }
  // "player 1 (uct)"; the sides of more than two players are named, too: "player 1 (Red, uct)".
  [[nodiscard]] std::string player_text(Player seat) const {
    if (seat == kChance) return "chance";
    const auto* const sides = agents_.size() > 2 ? find<Sides>(*game_) : nullptr;
    const std::string side = sides == nullptr ? "" : fmt::format("{}, ", sides->name(board().state(), seat));
    return fmt::format("player {} ({}{})", seat + 1, side, options_.agents[seat]);
  }
  // "player 1 (Red, uct) 1, player 2 (Green, random) -0.5"
  [[nodiscard]] std::string returns_text() const {
    std::vector<float> values(agents_.size());
    game_->returns(board().state(), values.data());
    std::string text;
    for (Player seat = 0; seat < agents_.size(); ++seat)
      text += fmt::format("{}{} {:.3g}", seat == 0 ? "" : ", ", player_text(seat), values[seat]);
    return text;
  }

  Context& context_;
  const PlayOptions& options_;
  host::GamePtr game_;
  Interrupt interrupt_;
  LineReader reader_{interrupt_};
  Budget budget_;
  std::vector<host::AgentPtr> agents_;  // null: a person
  std::vector<Position> positions_;
  std::vector<Move> moves_;      // moves_[i] was played in positions_[i]
  std::optional<Move> stopped_;  // the move of an agent whose search was stopped
  bool left_ = false;
};

}  // namespace

void add_play(CommandLine& app, Context& context) {
  const auto options = std::make_shared<PlayOptions>();
  CommandLine command = app.add_subcommand(
      "play",
      "Play one game in the terminal (the agent `human` is you; default budget: 1 CPU second a move)");
  command.add_option("GAME", options->game, kGameHelp).required();
  command.add_option("AGENTS", options->agents, "One agent per seat, the first player first").required();
  command.add_option("--seed", options->seed, "Seed of the random numbers").show_default();
  command.add_flag("--quiet", options->quiet, "Print only the moves and the result");
  command.add_flag("--dice", options->dice, "Ask for the outcome of each roll instead of rolling");
  options->start.add_to(command);
  options->budget.add_to(command);
  command.callback([&context, options] { Session(context, *options).run(); });
}

}  // namespace ludex::arena::cli
