// Mistakes in a plug-in's class must not compile, and the compiler must name them: the sources here are
// compiled by the compiler of this build.
#include <cstdlib>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/command.hpp"

namespace ludex::tests {
namespace {

const std::string kRoot = std::filesystem::path(LUDEX_TEST_DIR).parent_path().string();

// What the compiler says of a source file.
CommandResult compile(const std::string& source) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "plugin.cpp";
  write_file(file, source);
  const char* const compiler = std::getenv("LUDEX_TEST_COMPILER");
  const std::string ccache_off = "CCACHE_DISABLE=1 ";
  return run_shell(ccache_off + (compiler != nullptr ? compiler : "c++") + " -std=c++20 -fsyntax-only -I '" +
                   kRoot + "' '" + file + "'");
}

// Rules with all basics, to derive from.
const std::string kRules = R"(
#include <array>
#include "core/plugin/game_plugin.hpp"
using namespace ludex;
struct Basics {
  struct State { int n; };
  GameTraits traits() const { return {}; }
  State initial() const { return {}; }
  Player to_move(const State&) const noexcept { return 0; }
  GameStatus status(const State&) const noexcept { return GameStatus::kDraw; }
  std::uint32_t legal_moves(const State&, Move*) const noexcept { return 0; }
  GameStatus apply(State&, Move) const noexcept { return GameStatus::kDraw; }
  std::uint64_t hash(const State&) const noexcept { return 0; }
  std::uint32_t move_class(const State&, Move) const noexcept { return 0; }
  std::string move_text(const State&, Move) const { return ""; }
  std::string position_text(const State&) const { return ""; }
  Result<State> parse_position(std::string_view) const { return State{}; }
  std::string board_text(const State&) const { return ""; }
};
)";

const std::string kAgent = R"(
#include <array>
#include "core/plugin/agent_plugin.hpp"
using namespace ludex;
struct Basics {
  static constexpr PluginInfo kInfo{"x", "1.0.0", "x", "MIT"};
  static std::span<const ParamSpec> parameters() { return {}; }
  explicit Basics(const ParamValues&) {}
  void new_game(const Game&, Player, std::uint64_t) {}
  Move choose(const State*, const Budget&, SearchReport&) { return Move{0}; }
};
)";

// The member of one class, and what the compiler must say of it.
struct Mistake {
  std::string members;
  std::string message;
};

// Compiles one source with a class for each mistake. `use` makes the shell of class C.
void check(const std::string& basics, const std::string& use, const std::vector<Mistake>& mistakes) {
  std::string source = basics;
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    const std::string name = "C" + std::to_string(i);
    std::string made = use;
    for (auto at = made.find('$'); at != std::string::npos; at = made.find('$')) made.replace(at, 1, name);
    source += "struct " + name + " : Basics {\n  using Basics::Basics;\n" + mistakes[i].members + "};\n" +
              made + "\n";
  }
  const CommandResult result = compile(source);
  CAPTURE(result.err);
  CHECK(result.exit_code != 0);
  for (const Mistake& mistake : mistakes) {
    CAPTURE(mistake.members);
    CHECK(result.err.find(mistake.message) != std::string::npos);
  }
}

const std::string kGame = "auto* make_$() { return new GameModule<$>($()); }";
const std::string kFactory = "template class ludex::AgentShell<$>;";

}  // namespace

TEST_CASE("rules and agents without mistakes compile, whatever they offer") {
  const CommandResult rules = compile(kRules + R"(
// An extension of the author's own.
class Mine {
 public:
  static constexpr const char* kId = "org.example.mine/1";
  virtual int mine(const State*) const noexcept = 0;

 protected:
  ~Mine() = default;
};
template <class Author, bool offered>
struct ludex::RulesMethods<Mine, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Mine, int, mine, (state), const State& state);
};
template <class R>
class ludex::FromRules<Mine, R> final : public WithRules<Mine, R> {
 public:
  using WithRules<Mine, R>::WithRules;
  int mine(const State* state) const noexcept override { return this->rules_.mine(this->view(state)); }
};
struct Offering : Basics {
  using Offers = Extensions<Mine, Evaluate, ExtensionsIf<true, Tactics, Svg>, ExtensionsIf<false, Stage>, OwnPlayout>;
  std::int32_t evaluate(const State&) const { return 0; }
  std::uint32_t winning_moves(const State&, Move*) const { return 0; }
  const char* svg(const State&, Move) const { return ""; }
  PlayoutResult playout(State&, Rng&, PlayoutTrace*) const { return {}; }
  int mine(const State&) const { return 1; }
  int pass = 0;  // no method
 private:
  int stage(const State&) const { return 0; }  // nobody else's business
};
auto* basics() { return new GameModule<Basics>(Basics()); }
auto* offering() { return new GameModule<Offering>(Offering()); }
)");
  CHECK_MESSAGE(rules.exit_code == 0, rules.err);
  const CommandResult agents = compile(kAgent + R"(
struct Offering : Basics {
  using Offers = Extensions<ChoosesGames, NoBudget>;
  using Basics::Basics;
  static Result<void> supports(const Game&) { return {}; }
  bool needs_budget() const { return false; }
};
template class ludex::AgentShell<Basics>;
template class ludex::AgentShell<Offering>;
)");
  CHECK_MESSAGE(agents.exit_code == 0, agents.err);
}

TEST_CASE("an extension that rules name needs its methods, with their names and types") {
  check(kRules, kGame,
        {{"using Offers = Extensions<Evaluate>;\n",
          "Offers of the rules names Evaluate, which needs the method std::int32_t evaluate(const State& "
          "state) const"},
         {"using Offers = Extensions<MustPlay>;\n std::uint32_t must_plai(const State&, Move*) const;\n",
          "names MustPlay, which needs the method std::uint32_t must_play(const State& state, Move* out) "
          "const"},
         {"using Offers = Extensions<Stage>;\n double stage(const State&) const;\n",
          "names Stage, which needs the method std::uint32_t stage(const State& state) const"},
         {"using Offers = Extensions<CountMoves>;\n std::uint32_t count_moves(const State&);\n",
          "names CountMoves, which needs the method std::uint32_t count_moves(const State& state) const"},
         {"using Offers = Extensions<Sgf>;\n std::string sgf_move(const State&, Move) const;\n"
          " std::string sgf_setup(const State&) const;\n std::string sgf_size() const;\n",
          "names Sgf, which needs static constexpr std::uint32_t kSgfGame"},
         {"using Offers = Extensions<OwnPlayout>;\n PlayoutResult play_out(State&, Rng&, PlayoutTrace*) "
          "const;\n",
          "names OwnPlayout, which needs the method PlayoutResult playout("},
         {"using Offers = Extensions<GameTraits>;\n", "Offers names an extension that rules cannot offer"}});
}

TEST_CASE("a method of an extension that rules do not name is refused") {
  const auto stray = [](const std::string& method, const std::string& extension) {
    return "the method " + method + " belongs to " + extension +
           ", which Offers of the rules does not name: add it to Offers, or rename the method";
  };
  check(kRules, kGame,
        {{"std::int32_t evaluate(const State&) const;\n", stray("evaluate", "Evaluate")},
         {"double score(int);\n", stray("score", "Score")},
         {"using Offer = Extensions<Captures>;\n std::uint32_t captures(const State&, Move*) const;\n",
          stray("captures", "Captures")},
         {"using Offers = Extensions<>;\n PlayoutResult playout(State&, Rng&, PlayoutTrace*) const;\n",
          stray("playout", "OwnPlayout")},
         {"static constexpr std::uint32_t kSgfGame = 3;\n", stray("kSgfGame", "Sgf")}});
}

TEST_CASE("basics that rules lack are named") {
  check(kRules, kGame,
        {{"GameStatus apply(const State&, int) const noexcept;\n",
          "rules need the method GameStatus apply(State& state, Move move) const noexcept"},
         {"Player to_move(const State&) const;\n",
          "rules need the method Player to_move(const State& state) const noexcept"},
         {"int legal_moves(const State&, Move*) const noexcept;\n",
          "rules need the method std::uint32_t legal_moves(const State& state, Move* out) const noexcept"}});
}

TEST_CASE("the same for agents") {
  check(kAgent, kFactory,
        {{"using Offers = Extensions<NoBudget>;\n bool need_budget() const;\n",
          "Offers of the agent names NoBudget, which needs the method bool needs_budget()"},
         {"using Offers = Extensions<GameClock>;\n bool take_clock(const ClockFace&);\n",
          "names GameClock, which needs the method bool take_clock(const ClockFace& own, const ClockFace* "
          "opponent)"},
         {"bool needs_budget() const;\n",
          "the method needs_budget belongs to NoBudget, which Offers of the agent does not name"},
         {"void solve(const State*, Goal, const Budget&);\n",
          "the method solve belongs to SolvesPositions, which Offers of the agent does not name"},
         {"int choose(const State*, const Budget&, SearchReport&);\n",
          "agents need the method Move choose(const State* position, const Budget& budget, SearchReport& "
          "report)"}});
}

}  // namespace ludex::tests
