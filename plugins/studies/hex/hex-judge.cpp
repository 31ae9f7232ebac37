// Judges the evaluations of Hex by games of other players:
//   ludex study hex-judge --set games=RUN/games.jsonl [--set agents=mohex,wolve]
//
// Measures how well the network (games/hex/policy_value_net.hpp), circuits (games/hex/circuit.hpp) and both
// predict the moves of the named agents, among the moves of the must-play region: the mean of -ln of the
// played move's share of the scores, in nats, how often its score is the largest, and how often it is far
// from it, below e^-3 of it (for `scns:preset=hex` an error of 150 units). Also predicts the winner: fits
// logistic(slope * x + constant), with x the evaluation for the mover in centi-units / 500, to the outcomes
// by Newton's method, and reports its mean logarithmic loss (a coin: 0.6931 nats) and its share of correct
// signs. Positions decided by virtual connections are counted and excluded. Positions of one game are
// dependent: errors are larger than their number suggests.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/result.hpp"
#include "games/hex/knowledge.hpp"
#include "games/hex/rules.hpp"
#include "plugins/studies/training/game_log.hpp"
#include "plugins/studies/training/training_loop.hpp"

namespace ludex::games::hex {

struct JudgeStudy {
  static constexpr PluginInfo kInfo{"hex-judge", "1.1.0",
                                    "how well evaluations of Hex predict games of a log", "MIT"};
  static constexpr std::uint32_t kNeeds = 0;

  static std::span<const ParamSpec> parameters();
  static Result<void> run(const StudyTask& task, TextSink& progress);
};

namespace {

constexpr std::size_t kWords = 4;  // up to 16x16
using Rules = HexRules<kWords>;
using Stones = std::array<Bits<kWords>, 2>;

// logistic(slope x + constant), fitted to outcomes.
struct Fit {
  double slope = 0;
  double constant = 0;
  double loss = 0;   // mean, in nats
  double right = 0;  // share
};

Fit fit(const std::vector<double>& x, const std::vector<bool>& won) {
  Fit fit;
  const auto chance = [&](std::size_t i) { return 1 / (1 + std::exp(-fit.slope * x[i] - fit.constant)); };
  constexpr int kSteps = 30;
  for (int step = 0; step < kSteps; ++step) {
    // Gradient and second derivatives; kLittle keeps the fit finite if all outcomes are equal.
    constexpr double kLittle = 1e-3;
    double gs = -kLittle * fit.slope, gc = -kLittle * fit.constant, ss = kLittle, sc = 0, cc = kLittle;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double p = chance(i);
      const double error = (won[i] ? 1 : 0) - p;
      const double weight = p * (1 - p);
      gs += error * x[i], gc += error;
      ss += weight * x[i] * x[i], sc += weight * x[i], cc += weight;
    }
    const double determinant = ss * cc - sc * sc;
    fit.slope += (cc * gs - sc * gc) / determinant;
    fit.constant += (ss * gc - sc * gs) / determinant;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double p = chance(i);
    fit.loss -= std::log(std::max(won[i] ? p : 1 - p, 1e-12)) / static_cast<double>(x.size());
    fit.right += ((p > 0.5) == won[i] ? 1.0 : 0.0) / static_cast<double>(x.size());
  }
  return fit;
}

// The evaluations in the order of the tables. The last evaluates like the one before.
struct Kind {
  const char* name;
  CircuitKind circuit;
  LearnedKind learned;
};

constexpr std::array kKinds{Kind{"network", CircuitKind::kNone, LearnedKind::kAll},
                            Kind{"circuits, bridges", CircuitKind::kBridges, LearnedKind::kNone},
                            Kind{"circuits, connections", CircuitKind::kConnections, LearnedKind::kNone},
                            Kind{"network and connections", CircuitKind::kConnections, LearnedKind::kScores}};
constexpr std::size_t kEvaluations = 3;

KnowledgeOptions for_kind(const Kind& kind) {
  KnowledgeOptions options;
  options.circuit = kind.circuit;
  options.learned = kind.learned;
  return options;
}
KnowledgeOptions for_region() {
  KnowledgeOptions options;
  options.must_play = MustPlayKind::kRegion;
  return options;
}

class Judge {
 public:
  Judge(std::uint32_t size, std::uint32_t first, std::uint32_t end, const std::string& agents)
      : board_(size, size),
        rules_(size, size, false),
        region_(board_, for_region()),
        first_(first),
        end_(end),
        agents_("," + agents + ",") {
    for (const Kind& kind : kKinds)
      asked_.push_back(std::make_unique<Knowledge<kWords>>(board_, for_kind(kind)));
  }

  Result<void> take(const LoggedGame& game) {
    auto state = rules_.initial();
    std::uint32_t ply = 0;
    for (const auto* moves : {&game.opening, &game.moves}) {
      for (const std::string& text : *moves) {
        const auto move = rules_.parse_move(state, text);
        if (!move || (state.stones[0] | state.stones[1]).test(static_cast<std::uint32_t>(*move)))
          return Error{"'" + text + "' is not a move of Hex " + std::to_string(board_.width()) + "x" +
                       std::to_string(board_.height()) + " here"};
        if (moves == &game.moves && ply >= first_ && ply < end_)
          look(game, state, static_cast<std::uint32_t>(*move));
        rules_.apply(state, *move);
        ++ply;
      }
    }
    ++games_;
    return {};
  }

  void report(TextSink& out) const {
    const auto line = [&](const char* format, auto... values) {
      std::array<char, 160> text{};
      std::snprintf(text.data(), text.size(), format, values...);
      out.write(text.data());
    };
    line("%zu games, %zu positions, %zu more decided by connections\n", games_, won_.size(), decided_);
    line("%-26s %8s %9s %9s\n", "moves, by", "nats", "predicted", "far");
    for (std::size_t i = 0; i < kKinds.size() && predicted_ != 0; ++i) {
      const auto n = static_cast<double>(predicted_);
      line("%-26s %8.4f %7.1f %% %7.1f %%\n", kKinds[i].name, moves_[i].nats / n, 100 * moves_[i].first / n,
           100 * moves_[i].far / n);
    }
    line("%-26s %8s %9s %9s %9s\n", "who wins, by", "nats", "right", "slope", "constant");
    for (std::size_t i = 0; i < kEvaluations && !won_.empty(); ++i) {
      const Fit f = fit(values_[i], won_);
      line("%-26s %8.4f %7.1f %% %9.3f %9.3f\n", kKinds[i].name, f.loss, 100 * f.right, f.slope, f.constant);
    }
  }

 private:
  static constexpr double kFar = 3;  // ln of the largest score over the played move's

  struct MovePrediction {
    double nats = 0;
    double first = 0;
    double far = 0;

    void add(const std::vector<float>& scores, std::size_t played) {
      double sum = 0;
      for (const float score : scores) sum += static_cast<double>(score);
      const auto own = static_cast<double>(scores[played]);
      const double best = *std::max_element(scores.begin(), scores.end());
      nats += std::log(sum / own);
      first += own >= best ? 1 : 0;
      far += std::log(best / own) > kFar ? 1 : 0;
    }
  };

  void look(const LoggedGame& game, const Rules::State& state, std::uint32_t played) {
    const Player mover = rules_.to_move(state);
    const Stones& stones = state.stones;
    const std::int32_t by_connections = asked_.back()->evaluate(stones, mover);
    if (std::abs(by_connections) == Knowledge<kWords>::kDecided) {
      ++decided_;
      return;
    }
    won_.push_back((game.outcome == 1) == (mover == 0));
    for (std::size_t i = 0; i < kEvaluations; ++i)
      values_[i].push_back(asked_[i]->evaluate(stones, mover) / Knowledge<kWords>::kScale);
    const auto cells = region_.must_play(stones, mover);
    if (!cells.test(played)) return;
    if (agents_ == ",," || agents_.find("," + game.agents[mover] + ",") != std::string::npos)
      predict(stones, mover, cells, played);
  }
  void predict(const Stones& stones, Player mover, const Bits<kWords>& region, std::uint32_t played) {
    std::vector<std::uint32_t> cells;
    std::size_t at = 0;
    region.for_each([&](std::uint32_t cell) {
      if (cell == played) at = cells.size();
      cells.push_back(cell);
    });
    std::vector<float> scores(cells.size());
    for (std::size_t i = 0; i < kKinds.size(); ++i) {
      asked_[i]->score_cells(stones, mover, cells.data(), static_cast<std::uint32_t>(cells.size()),
                             scores.data());
      moves_[i].add(scores, at);
    }
    ++predicted_;
  }

  const HexBoard<kWords> board_;
  const Rules rules_;
  const Knowledge<kWords> region_;
  std::vector<std::unique_ptr<Knowledge<kWords>>> asked_;
  const std::uint32_t first_;
  const std::uint32_t end_;
  const std::string agents_;
  std::size_t games_ = 0;
  std::size_t decided_ = 0;
  std::size_t predicted_ = 0;
  std::array<MovePrediction, kKinds.size()> moves_{};
  std::array<std::vector<double>, kEvaluations> values_;
  std::vector<bool> won_;
};

}  // namespace

std::span<const ParamSpec> JudgeStudy::parameters() {
  static const std::array specs{
      params::text("games", "", "logs (a:b:c) of games of Hex, games.jsonl"),
      params::integer("size", "11", 2, 16, "columns and rows"),
      params::text("agents", "", "agents whose moves are to be predicted (a,b); empty: all"),
      params::integer("first", "4", 0, 1000, "ply of the first position of a game"),
      params::integer("end", "50", 0, 1000, "ply after the last position of a game"),
  };
  return specs;
}

Result<void> JudgeStudy::run(const StudyTask& task, TextSink& progress) {
  const ParamValues& values = task.values;
  const auto number = [&](const char* name) { return static_cast<std::uint32_t>(values.integer(name)); };
  Judge judge(number("size"), number("first"), number("end"), values.text("agents"));
  bool any = false;
  const auto read = for_each_file(values, [&](const std::string& name) -> Result<void> {
    any = true;
    return read_log(name, LogNeeds::kMoves, [&](const LoggedGame& game) -> Result<void> {
      if (task.stopped()) return Error{"stopped"};
      return judge.take(game);
    });
  });
  if (!read) return read;
  if (!any) return Error{"no games: the parameter 'games' names logs of the arena"};
  judge.report(progress);
  return {};
}

}  // namespace ludex::games::hex

LUDEX_STUDY_PLUGIN(ludex::games::hex::JudgeStudy);
