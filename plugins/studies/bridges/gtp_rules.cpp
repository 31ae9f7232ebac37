// The rules of GTP. Source: G. Farneback, "Specification of the Go Text Protocol, version 2, draft 2", 2002.
#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string>

#include "core/game/gtp_texts.hpp"
#include "core/util/clock.hpp"
#include "plugins/studies/bridges/conformance.hpp"

namespace ludex::agents::bridges {
namespace {

// Section 6.5, without komi, which only Go has.
constexpr std::array kRequired{
    "protocol_version", "name",        "version", "known_command", "list_commands", "quit",
    "boardsize",        "clear_board", "play",    "genmove"};

class GtpRules {
 public:
  GtpRules(const StudyTask& task, const ConformanceConfig& config, TextSink& out)
      : task_(task),
        config_(config),
        texts_(*task.game),
        dialogue_(config, task.stop),
        report_(task, "gtp", config.json, out) {}

  void check() {
    if (rule("handshake", "'protocol_version' is answered by '= 2'", [&] { return handshake(); })) {
      rule("answers", "an answer is '=' or '?', the command's number, a text and an empty line",
           [&] { return answers(); });
      rule("commands", "'list_commands' has the required commands, and 'known_command' agrees",
           [&] { return commands(); });
      rule("setup", "'boardsize' and 'clear_board' set up the game", [&] { return set_up(); });
      rule("moves", "legal moves are taken, and 'genmove' is answered by a legal one",
           [&] { return positions(); });
      rule("illegal", "an illegal move is refused, and changes nothing", [&] { return illegal(); });
      rule("game-first", "a whole game as first player", [&] { return game(0); });
      rule("game-second", "a whole game as second player", [&] { return game(1); });
      rule("end", "the engine lives on at a game's end, and 'final_score' tells the winner",
           [&] { return ends(); });
      rule("undo", "'undo' takes the last move back", [&] { return undo(); });
      rule("time", "'genmove' takes no longer than 'time_settings' allow", [&] { return times(); });
      rule("garbage", "unknown commands are refused; comments, tabs and empty lines are ignored",
           [&] { return garbage(); });
      rule("quit", "'quit' is answered, and ends the engine", [&] { return quit(); });
    }
    report_.finish();
  }

 private:
  struct Answer {
    bool ok;
    std::string text;
  };

  template <class Body>
  bool rule(const char* name, const char* what, const Body& body) {
    const bool good = report_.check(name, what, [&]() -> std::string {
      if (!dialogue_.running() && std::string_view(name) != "handshake") handshake();
      return body();
    });
    if (!good) dialogue_.end();
    return good;
  }

  Answer ask(const std::string& command) { return ask(command, dialogue_.start_ns()); }
  // The answer to a command, exactly as the protocol wants it.
  Answer ask(const std::string& command, std::int64_t time_ns) {
    const std::string number = config_.numbered ? std::to_string(++number_) : "";
    dialogue_.send(number + (config_.numbered ? " " : "") + command + "\n");
    const std::string asked = " to " + in_quotes(command);
    Answer answer{false, ""};
    bool inside = false;
    const std::int64_t deadline = wall_clock_ns() + time_ns;
    while (true) {
      const auto line = dialogue_.line(deadline);
      if (!line)
        throw BrokenRule("no answer" + asked + " within " + seconds_text(time_ns) + " s" +
                         (inside ? ": the empty line at its end is missing" : "") + dialogue_.last_words());
      if (inside) {
        if (line->empty()) return answer;
        answer.text += "\n" + *line;
        continue;
      }
      // An engine may write anything between answers.
      if (line->empty() || ((*line)[0] != '=' && (*line)[0] != '?')) continue;
      inside = true;
      answer.ok = (*line)[0] == '=';
      const auto digits = std::find_if_not(line->begin() + 1, line->end(), [](char c) {
        return std::isdigit(static_cast<unsigned char>(c)) != 0;
      });
      const std::string said(line->begin() + 1, digits);
      if (said != number)
        throw BrokenRule("the answer" + asked + " has the number '" + said + "', expected '" + number + "'");
      answer.text.assign(digits, line->end());
      if (!answer.text.empty() && answer.text[0] != ' ' && answer.text[0] != '\t')
        throw BrokenRule("no blank before the text of the answer" + asked + ": " + in_quotes(*line));
      answer.text.erase(0, answer.text.find_first_not_of(" \t"));
      answer.text.erase(answer.text.find_last_not_of(" \t") + 1);
    }
  }
  std::string demand(const std::string& command) {
    Answer answer = ask(command);
    if (!answer.ok) throw BrokenRule(in_quotes(command) + " is refused: " + in_quotes(answer.text));
    return std::move(answer.text);
  }
  [[nodiscard]] bool knows(const std::string& command) const {
    return ("\n" + list_ + "\n").find("\n" + command + "\n") != std::string::npos;
  }

  std::string handshake() {
    dialogue_.start();
    if (const std::string version = demand("protocol_version"); version != "2")
      throw BrokenRule("the version is " + in_quotes(version));
    std::string name = demand("name");
    report_.name_engine(name);
    list_ = demand("list_commands");
    return in_quotes(name);
  }

  std::string answers() {
    demand("name");
    // Without a number, section 2.5.
    dialogue_.send("name\n");
    const std::int64_t deadline = wall_clock_ns() + dialogue_.start_ns();
    const auto line = dialogue_.line(deadline);
    if (!line || !line->starts_with("= "))
      throw BrokenRule("'name' without a number is answered by " + in_quotes(line ? *line : ""));
    while (const auto rest = dialogue_.line(deadline)) {
      if (rest->empty()) return "with and without a number";
    }
    throw BrokenRule("the empty line after the answer is missing");
  }

  std::string commands() {
    for (const char* const name : kRequired) {
      if (!knows(name)) throw BrokenRule("'list_commands' lacks " + in_quotes(name));
      if (const std::string known = demand("known_command " + std::string(name)); known != "true")
        throw BrokenRule("'known_command " + std::string(name) + "' is answered by " + in_quotes(known));
    }
    if (const std::string known = demand("known_command ludex-no-such-command"); known != "false")
      throw BrokenRule("'known_command ludex-no-such-command' is answered by " + in_quotes(known));
    return std::to_string(1 + std::count(list_.begin(), list_.end(), '\n')) + " commands";
  }

  void send_setup(const Position& position) {
    const auto lines = texts_.setup(position.state());
    if (!lines) throw NotApplicable(lines.error());
    std::istringstream in(*lines);
    for (std::string line; std::getline(in, line);) demand(line);
  }
  std::string set_up() {
    send_setup(Position(*task_.game));
    if (const std::string size = texts_.board_size(); !size.empty()) return "boardsize " + size;
    return "clear_board";
  }

  [[nodiscard]] std::string play_text(const Position& position, Move move) const {
    return std::string("play ") + texts_.color(position.state()) + ' ' +
           texts_.move_text(position.state(), move);
  }
  // From the beginning to the end of the walk.
  void replay(const Walk& walk) {
    Position position(*task_.game);
    send_setup(position);
    for (const Move move : walk.moves) {
      demand(play_text(position, move));
      position.apply(move);
    }
  }
  std::optional<Move> generate(const Position& position, std::int64_t time_ns) {
    const std::string command = std::string("genmove ") + texts_.color(position.state());
    const Answer answer = ask(command, time_ns);
    if (!answer.ok) throw BrokenRule(in_quotes(command) + " is refused: " + in_quotes(answer.text));
    std::string word = answer.text.substr(0, answer.text.find_first_of(" \n"));
    if (word == "resign" || word == "RESIGN") return std::nullopt;
    const auto move = texts_.read_move(position.state(), word);
    if (!move)
      throw BrokenRule(in_quotes(command) + " is answered by " + in_quotes(answer.text) + " in " +
                       in_quotes(position.text()) + ": " + move.error());
    return *move;
  }
  // Limits every later move to a second, if the engine has a command for it.
  void limit_time() {
    if (knows("time_settings")) demand("time_settings 0 1 1");
  }

  std::string positions() {
    Rng rng = Rng::seeded(1);
    std::size_t asked = 0;
    std::size_t moves = 0;
    limit_time();
    // Engines may take their whole second, so only every tenth position is followed by a move.
    for (const Walk& walk : walk_positions(*task_.game, static_cast<std::size_t>(config_.positions), rng)) {
      if (task_.stopped()) break;
      replay(walk);
      if (++asked % 10 != 1) continue;
      generate(walk.position, 1'000'000'000 + dialogue_.start_ns());
      ++moves;
    }
    return std::to_string(asked) + " positions, " + std::to_string(moves) + " moves";
  }

  std::string illegal() {
    const Position start(*task_.game);
    send_setup(start);
    const Move move = start.legal_moves().front();
    Position next(*task_.game);
    const std::string play = play_text(start, move);
    next.apply(move);
    const std::string nonsense = std::string("play ") + texts_.color(start.state()) + " ludex-no-such-move";
    if (ask(nonsense).ok) throw BrokenRule(in_quotes(nonsense) + " is taken");
    demand(play);
    if (next.over()) return "nonsense";
    // The same move again, if it is not legal any more.
    const std::string text = texts_.move_text(start.state(), move);
    if (texts_.read_move(next.state(), text)) return "nonsense";
    const std::string again = std::string("play ") + texts_.color(next.state()) + ' ' + text;
    if (ask(again).ok) throw BrokenRule(in_quotes(again) + " is taken after " + in_quotes(play));
    return "nonsense, and a move that is no longer legal";
  }

  std::string game(Player seat) {
    // If each move may take a second, only the opening is played.
    const std::size_t most = 30;
    Rng rng = Rng::seeded(7 + seat);
    Position position(*task_.game);
    send_setup(position);
    limit_time();
    std::size_t plies = 0;
    for (; !position.over() && plies < most && !task_.stopped(); ++plies) {
      const auto moves = position.legal_moves();
      Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      // Engines answer a forced pass in different ways.
      const bool forced = moves.size() == 1 && texts_.move_text(position.state(), move) == "pass";
      if (position.to_move() == seat && !forced) {
        const auto answer = generate(position, 1'000'000'000 + dialogue_.start_ns());
        if (!answer) return std::to_string(plies) + " plies, the engine resigned";
        move = *answer;
      } else if (const std::string play = play_text(position, move); !ask(play).ok && !forced) {
        throw BrokenRule("the legal move " + in_quotes(play) + " is refused");
      }
      position.apply(move);
    }
    if (position.over()) return std::to_string(plies) + " plies, " + end_text(position);
    return "the first " + std::to_string(plies) + " plies";
  }

  std::string ends() {
    Rng rng = Rng::seeded(3);
    std::string note;
    for (const Walk& walk : find_ends(*task_.game, rng)) {
      replay(walk);
      note += (note.empty() ? "" : ", ") + end_text(walk.position);
      if (knows("final_score")) {
        const Answer score = ask("final_score");
        const Player winner = winner_of(walk.position.status());
        const char side = winner == kNobody                                              ? '0'
                          : texts_.color_of_winner(walk.position.state(), winner) == 'b' ? 'B'
                                                                                         : 'W';
        if (score.ok &&
            (score.text.empty() || std::toupper(static_cast<unsigned char>(score.text[0])) != side))
          throw BrokenRule("'final_score' is " + in_quotes(score.text) + " in a game " +
                           end_text(walk.position) + ", expected '" + std::string(1, side) +
                           (side == '0' ? "'" : "+'"));
        note += score.ok ? ": " + score.text : "";
      }
      demand("name");
    }
    return note;
  }

  std::string undo() {
    if (!knows("undo")) throw NotApplicable("the engine does not know it");
    const Position start(*task_.game);
    send_setup(start);
    const std::string play = play_text(start, start.legal_moves().front());
    demand(play);
    demand("undo");
    demand(play);
    return "and the move can be played again";
  }

  std::string times() {
    if (!knows("time_settings")) throw NotApplicable("the engine does not know 'time_settings'");
    const Position start(*task_.game);
    for (int i = 0; i < 2; ++i) {
      send_setup(start);
      demand("time_settings 0 1 1");
      generate(start, 1'000'000'000 + dialogue_.patience_ns());
    }
    return "2 moves in a second each";
  }

  std::string garbage() {
    if (ask("ludex-no-such-command").ok) throw BrokenRule("'ludex-no-such-command' is answered by '='");
    dialogue_.send("\n   \n# a comment\n\t\n");
    const Answer name = ask("name\t# with a comment");
    if (!name.ok) throw BrokenRule("a comment behind a command is not ignored: " + in_quotes(name.text));
    if (ask(std::string(4000, 'x')).ok) throw BrokenRule("4000 letters are answered by '='");
    demand("name");
    return "unknown commands, comments, empty lines";
  }

  std::string quit() {
    if (!ask("quit").ok) throw BrokenRule("it is refused");
    if (!dialogue_.ends_within(1'000'000'000 + dialogue_.patience_ns())) throw BrokenRule("it runs on");
    dialogue_.end();
    return "ended";
  }

  const StudyTask& task_;
  const ConformanceConfig& config_;
  GtpTexts texts_;
  Dialogue dialogue_;
  RuleReport report_;
  std::string list_;  // of commands, one a line
  std::uint64_t number_ = 0;
};

}  // namespace

void check_gtp_rules(const StudyTask& task, const ConformanceConfig& config, TextSink& out) {
  GtpRules(task, config, out).check();
}

}  // namespace ludex::agents::bridges
