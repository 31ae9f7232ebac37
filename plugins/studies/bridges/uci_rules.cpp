// The rules of UCI, USI and UGI. Sources: S. Meyer-Kahlen, "Description of the universal chess interface
// (UCI)", April 2004; T. Shibahara, "The Universal Shogi Interface"; ugi.md of cutegames.
#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string>

#include "agents/bridges/uci_bridge.hpp"
#include "core/game/engine_texts.hpp"
#include "core/util/clock.hpp"
#include "plugins/studies/bridges/conformance.hpp"

namespace ludex::agents::bridges {
namespace {

constexpr std::int64_t kRuleMillisecond = 1'000'000;

std::int64_t within(std::int64_t time_ns) {
  return wall_clock_ns() + time_ns;
}

std::string after(std::string_view line, std::string_view word) {
  const std::string mark = " " + std::string(word) + " ";
  const auto at = line.find(mark);
  return at == std::string_view::npos ? "" : std::string(line.substr(at + mark.size()));
}

std::optional<std::int64_t> number_after(std::string_view line, std::string_view word) {
  const std::string rest = after(line, word);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc() || (end != rest.data() + rest.size() && *end != ' ')) return std::nullopt;
  return number;
}

class UciRules {
 public:
  UciRules(const StudyTask& task, const ConformanceConfig& config, TextSink& out)
      : task_(task),
        config_(config),
        protocol_(config.protocol),
        word_(to_text(protocol_)),
        texts_(*task.game, protocol_),
        dialogue_(config, task.stop),
        report_(task, word_, config.json, out) {}

  void check() {
    if (rule("handshake", "the first word is answered by 'id name' and the word with 'ok'",
             [&] { return handshake(); })) {
      rule("options", "option lines have a name, a type, and a default within their range",
           [&] { return options(); });
      rule("isready", "'isready' is answered by 'readyok'", [&] {
        ready();
        return std::string("readyok");
      });
      rule("moves", "'position startpos moves ...' and 'go' are answered by a legal bestmove",
           [&] { return positions(false); });
      rule("position", "a position given by its text and 'go' are answered by a legal bestmove",
           [&] { return positions(true); });
      rule("notation", "moves are written as the protocol writes them", [&] { return notation(); });
      rule("game-first", "a whole game as first player", [&] { return game(0); });
      rule("game-second", "a whole game as second player", [&] { return game(1); });
      rule("end", "the engine lives on when it is asked at a game's end", [&] { return ends(); });
      if (protocol_ == EngineProtocol::kUgi)
        rule("query", "'query gameover|result|p1turn' is answered by 'response' and the truth",
             [&] { return queries(); });
      rule("stop", "'go infinite' goes on until 'stop', and ends then", [&] { return stop(); });
      rule("time", "a move takes no longer than 'movetime' or the clock allow", [&] { return times(); });
      rule("garbage", "unknown words and empty lines are ignored", [&] { return garbage(); });
      rule("unasked", "no bestmove without 'go'", [&] { return unasked(); });
      rule("quit", "'quit' ends the engine", [&] { return quit(); });
    }
    report_.finish();
  }

 private:
  template <class Body>
  bool rule(const char* name, const char* what, const Body& body) {
    const bool good = report_.check(name, what, [&]() -> std::string {
      if (!dialogue_.running() && std::string_view(name) != "handshake") handshake();
      return body();
    });
    // Its state is unknown.
    if (!good) dialogue_.end();
    return good;
  }

  // Lines until one begins with `wanted`. Throws BrokenRule if there is none within the time.
  std::string await(std::string_view wanted, std::int64_t time_ns, const std::string& asked) {
    const std::int64_t deadline = within(time_ns);
    while (auto line = dialogue_.line(deadline)) {
      std::string_view rest = *line;
      const std::string_view first = next_word(rest);
      if (first == wanted) return std::string(rest);
      if (first == "bestmove") unasked_.push_back(*line);
    }
    throw BrokenRule("no '" + std::string(wanted) + "' after " + asked + " within " + seconds_text(time_ns) +
                     " s" + dialogue_.last_words());
  }

  std::string handshake() {
    option_lines_.clear();
    dialogue_.start();
    dialogue_.send(word_ + "\n");
    std::string name;
    const std::string wanted = word_ + "ok";
    const std::int64_t deadline = within(dialogue_.start_ns());
    while (auto line = dialogue_.line(deadline)) {
      std::string_view rest = *line;
      const std::string_view first = next_word(rest);
      if (first == wanted) {
        if (name.empty()) throw BrokenRule("no 'id name' before '" + wanted + "'");
        report_.name_engine(name);
        set_variant();
        return in_quotes(name) + ", " + std::to_string(option_lines_.size()) + " options";
      }
      if (first == "id" && next_word(rest) == "name") name = rest.empty() ? "" : rest.substr(1);
      if (first == "option") option_lines_.push_back(*line);
    }
    throw BrokenRule("no '" + wanted + "' within " + seconds_text(dialogue_.start_ns()) + " s" +
                     (dialogue_.silent() ? ", and nothing else: does it flush its output?" : "") +
                     dialogue_.last_words());
  }
  // Engines of several variants play the first one unless told.
  void set_variant() {
    const std::string variant(texts_.variant());
    for (const std::string& line : option_lines_) {
      if (!variant.empty() && (after(line, "name").starts_with("UCI_Variant type") ||
                               after(line, "name").starts_with("USI_Variant type")))
        dialogue_.send("setoption name " + after(line, "name").substr(0, 11) + " value " + variant + "\n");
      if (variant == "chess960" && after(line, "name").starts_with("UCI_Chess960 type"))
        dialogue_.send("setoption name UCI_Chess960 value true\n");
    }
  }

  void ready() {
    dialogue_.send("isready\n");
    await("readyok", dialogue_.start_ns(), "'isready'");
  }

  std::string options() {
    const std::set<std::string> types{"check", "spin", "combo", "button", "string", "filename"};
    std::set<std::string> names;
    for (const std::string& line : option_lines_) {
      const auto broken = [&](const std::string& why) { throw BrokenRule(why + ": " + in_quotes(line)); };
      const auto at = line.find(" type ");
      if (!line.starts_with("option name ") || at == std::string::npos || at <= 12)
        broken("expected 'option name NAME type TYPE ...'");
      const std::string name = line.substr(12, at - 12);
      if (!names.insert(name).second) broken("the same name twice");
      const std::string more = line.substr(at + 5);
      std::string_view rest = more;
      const std::string type(next_word(rest));
      if (types.count(type) == 0) broken("unknown type " + in_quotes(type));
      const std::string value = after(more, "default");
      if (type == "check" && value != "true" && value != "false")
        broken("the default of a check is true or false");
      if (type == "spin") {
        const auto least = number_after(more, "min");
        const auto most = number_after(more, "max");
        const auto usual = number_after(more, "default");
        if (!least || !most || !usual) broken("a spin has default, min and max");
        if (*usual < *least || *usual > *most) broken("the default is not within min and max");
        dialogue_.send("setoption name " + name + " value " + std::to_string(*usual) + "\n");
      }
      if (type == "combo") {
        const std::string usual = value.substr(0, value.find(" var "));
        if ((more + " ").find(" var " + usual + " ") == std::string::npos)
          broken("the default of a combo is none of its 'var'");
      }
    }
    ready();
    return std::to_string(option_lines_.size()) + ", and defaults can be set";
  }

  [[nodiscard]] std::string position_line(const Walk& walk) const {
    std::string line = "position startpos";
    Position position(*task_.game);
    for (std::size_t i = 0; i < walk.moves.size(); ++i) {
      line += (i == 0 ? " moves " : " ") + texts_.move_text(position.state(), walk.moves[i]);
      position.apply(walk.moves[i]);
    }
    return line;
  }
  [[nodiscard]] std::string go(int milliseconds) const {
    const std::string time = std::to_string(milliseconds);
    return protocol_ == EngineProtocol::kUsi ? "go btime 0 wtime 0 byoyomi " + time : "go movetime " + time;
  }

  // The legal move that answers these lines in `position`; none if the engine resigns, which USI allows.
  std::optional<Move> ask(const std::string& position_text, const std::string& go_text,
                          const Position& position, std::int64_t time_ns) {
    dialogue_.send(position_text + "\n" + go_text + "\n");
    const std::string answer =
        await("bestmove", time_ns, in_quotes(go_text) + " at " + in_quotes(position_text));
    return read(answer, position, position_text);
  }
  std::optional<Move> read(std::string_view answer, const Position& position, const std::string& asked) {
    const std::string word(next_word(answer));
    if (protocol_ == EngineProtocol::kUsi && word == "resign") return std::nullopt;
    const auto move = texts_.read_move(position.state(), word);
    if (!move)
      throw BrokenRule("'bestmove" + (word.empty() ? "'" : " " + word + "'") + " at " + in_quotes(asked) +
                       ": " + (word.empty() ? "without a move" : move.error()));
    if (const std::string right = texts_.move_text(position.state(), *move);
        right != word && misspelt_.empty())
      misspelt_ = in_quotes(word) + " for " + in_quotes(right);
    return *move;
  }

  std::string positions(bool by_text) {
    Rng rng = Rng::seeded(by_text ? 2 : 1);
    const auto half = static_cast<std::size_t>(config_.positions + 1) / 2;
    const char* const format = protocol_ == EngineProtocol::kUsi ? "position sfen " : "position fen ";
    std::size_t asked = 0;
    for (const Walk& walk : walk_positions(*task_.game, half, rng)) {
      if (task_.stopped()) break;
      const std::string line =
          by_text ? format + texts_.position_text(walk.position.state()) : position_line(walk);
      ask(line, go(20), walk.position, dialogue_.start_ns());
      ++asked;
    }
    return std::to_string(asked) + " positions";
  }

  std::string notation() const {
    if (!misspelt_.empty()) throw BrokenRule(misspelt_);
    return "of all moves so far";
  }

  std::string game(Player seat) {
    constexpr std::size_t kPlies = 300;
    Rng rng = Rng::seeded(7 + seat);
    if (protocol_ != EngineProtocol::kUsi || seat == 0) dialogue_.send(word_ + "newgame\n");
    ready();
    Walk walk{Position(*task_.game), {}};
    while (!walk.position.over() && walk.moves.size() < kPlies && !task_.stopped()) {
      const auto moves = walk.position.legal_moves();
      Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      if (walk.position.to_move() == seat) {
        const auto answer = ask(position_line(walk), go(20), walk.position, dialogue_.start_ns());
        if (!answer) return std::to_string(walk.moves.size()) + " plies, the engine resigned";
        move = *answer;
      }
      walk.moves.push_back(move);
      walk.position.apply(move);
    }
    const std::string plies = std::to_string(walk.moves.size()) + " plies";
    return walk.position.over() ? plies + ", " + end_text(walk.position) : "the first " + plies;
  }

  // Asks at the ends of games. The protocols do not say what the answer is: a null move, nothing, or, where
  // the engine does not know the rule that ended the game, a move.
  std::string ends() {
    Rng rng = Rng::seeded(3);
    std::string note;
    for (const Walk& walk : find_ends(*task_.game, rng)) {
      const std::string line = position_line(walk);
      dialogue_.send(line + "\n" + go(20) + "\n");
      std::string answer = "nothing";
      const std::int64_t deadline = within(20 * kRuleMillisecond + dialogue_.patience_ns());
      while (auto said = dialogue_.line(deadline)) {
        if (!said->starts_with("bestmove")) continue;
        answer = in_quotes(*said);
        break;
      }
      // An engine that thinks forever here is told to stop, and its answer does not count.
      const std::size_t before = unasked_.size();
      dialogue_.send("stop\n");
      ready();
      if (answer == "nothing") unasked_.resize(before);
      note += (note.empty() ? "" : ", ") + end_text(walk.position) + ": " + answer;
      const Walk start{Position(*task_.game), {}};
      ask(position_line(start), go(20), start.position, dialogue_.start_ns());
    }
    return note;
  }

  std::string ask_query(const std::string& question) {
    dialogue_.send("query " + question + "\n");
    std::string answer = await("response", dialogue_.start_ns(), "'query " + question + "'");
    answer.erase(0, answer.find_first_not_of(' '));
    return answer;
  }
  std::string queries() {
    Rng rng = Rng::seeded(4);
    std::vector<Walk> walks = find_ends(*task_.game, rng);
    const std::size_t ends = walks.size();
    for (Walk& walk : walk_positions(*task_.game, 10, rng)) walks.push_back(std::move(walk));
    for (const Walk& walk : walks) {
      const std::string line = position_line(walk);
      dialogue_.send(line + "\n");
      const bool over = walk.position.over();
      const Player winner = winner_of(walk.position.status());
      const std::array<std::array<std::string, 2>, 3> truths{
          {{"gameover", over ? "true" : "false"},
           {"result", !over               ? "none"
                      : winner == kNobody ? "draw"
                      : winner == 0       ? "p1win"
                                          : "p2win"},
           {"p1turn", walk.position.to_move() == 0 ? "true" : "false"}}};
      for (const auto& [question, truth] : truths) {
        if (over && question == "p1turn") continue;
        if (const std::string answer = ask_query(question); answer != truth)
          throw BrokenRule("'query " + question + "' is answered by " + in_quotes(answer) + ", expected '" +
                           truth + "' at " + in_quotes(line));
      }
    }
    return std::to_string(walks.size()) + " positions, " + std::to_string(ends) + " of them ends";
  }

  std::string stop() {
    const Walk start{Position(*task_.game), {}};
    const std::string line = position_line(start);
    dialogue_.send(line + "\ngo infinite\n");
    const std::int64_t soon = within(100 * kRuleMillisecond);
    while (auto said = dialogue_.line(soon)) {
      if (said->starts_with("bestmove")) throw BrokenRule("'bestmove' before 'stop'");
    }
    dialogue_.send("isready\n");
    const std::int64_t deadline = within(dialogue_.start_ns());
    while (true) {
      const auto said = dialogue_.line(deadline);
      if (!said) throw BrokenRule("no 'readyok' during a search" + dialogue_.last_words());
      if (said->starts_with("bestmove")) throw BrokenRule("'isready' ends the search");
      if (said->starts_with("readyok")) break;
    }
    dialogue_.send("stop\n");
    const std::string answer = await("bestmove", 1000 * kRuleMillisecond + dialogue_.patience_ns(), "'stop'");
    read(answer, start.position, line);
    return "'bestmove" + answer.substr(0, answer.find(" ponder")) + "' after it";
  }

  std::string times() {
    Rng rng = Rng::seeded(5);
    const std::string clock = protocol_ == EngineProtocol::kUgi ? "go p1time 1000 p2time 1000 p1inc 0 p2inc 0"
                                                                : "go wtime 1000 btime 1000 winc 0 binc 0";
    for (const Walk& walk : walk_positions(*task_.game, 3, rng)) {
      ask(position_line(walk), go(100), walk.position, 100 * kRuleMillisecond + dialogue_.patience_ns());
      ask(position_line(walk), clock, walk.position, 1000 * kRuleMillisecond + dialogue_.patience_ns());
    }
    return "3 moves by time, 3 by the clock";
  }

  std::string garbage() {
    dialogue_.send("\n   \nxyzzy\nsetoption\nsetoption name No Such Option value 7\n" +
                   std::string(4000, 'x') + "\n\x01\x7f\xff\ndebug maybe\n");
    ready();
    const Walk start{Position(*task_.game), {}};
    ask(position_line(start), go(20), start.position, dialogue_.start_ns());
    return "8 lines";
  }

  std::string unasked() {
    ready();
    if (!unasked_.empty())
      throw BrokenRule(std::to_string(unasked_.size()) + " of them, the first " +
                       in_quotes(unasked_.front()));
    return "none";
  }

  std::string quit() {
    dialogue_.send("quit\n");
    if (!dialogue_.ends_within(1000 * kRuleMillisecond + dialogue_.patience_ns()))
      throw BrokenRule("it runs on");
    dialogue_.end();
    return "ended";
  }

  const StudyTask& task_;
  const ConformanceConfig& config_;
  EngineProtocol protocol_;
  std::string word_;  // "uci"
  EngineTexts texts_;
  Dialogue dialogue_;
  RuleReport report_;
  std::vector<std::string> option_lines_;
  std::vector<std::string> unasked_;  // lines with a bestmove
  std::string misspelt_;              // the first move not in the protocol's notation
};

}  // namespace

void check_uci_rules(const StudyTask& task, const ConformanceConfig& config, TextSink& out) {
  UciRules(task, config, out).check();
}

}  // namespace ludex::agents::bridges
