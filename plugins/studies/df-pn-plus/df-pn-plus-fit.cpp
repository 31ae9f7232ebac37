// B and C of the sigmoid by least squares on solved problems, as Nagai & Imai fit them (`ludex study
// df-pn-plus-fit GAME`). Results: arena/papers/df-pn-plus.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "agents/common/proof-number/engine.hpp"
#include "agents/common/proof-number/settings.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/game/position.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/hash.hpp"
#include "plugins/studies/common/print.hpp"
#include "plugins/studies/df-pn-plus/files.hpp"
#include "plugins/studies/df-pn-plus/sigmoid_fit.hpp"

namespace ludex::agents::df_pn_plus {

using proof_number::DfPnSearch;
using proof_number::PnDn;
using proof_number::ProofNumber;
using proof_number::ProofTable;
using proof_number::Question;
using proof_number::Settings;

// Plays games by the game's move scores and takes one position per stage from each; df-pn solves it, and the
// file records the thresholds that the root needed, with its evaluation. Continues an existing file of
// problems: a line with a dot ends each game.
class FitStudy {
 public:
  static constexpr PluginInfo kInfo{
      "df-pn-plus-fit", "1.0.0",
      "B and C of the sigmoid by stage, from problems of self-play solved by df-pn", "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsGame;

  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::integer("games", "300", 1, 1e6, "games; each gives one problem per stage"),
        params::integer("from", "2", 1, 60, "the lowest stage (Othello: empty squares)"),
        params::integer("to", "16", 1, 60, "the highest"),
        params::integer("seed", "1", 0, 1e15, "seed of the games"),
        params::integer("nodes", "3000000", 1, 1e12, "limit for a problem; unsolved ones are left out"),
        params::text("file", "", "file of the problems solved so far; the study continues it"),
    };
    return specs;
  }
  static Result<void> supports(const StudyTask& task) {
    const Game& game = *task.game;
    if ((game.traits().flags & kCyclic) != 0 || find<Stage>(game) == nullptr ||
        find<Evaluate>(game) == nullptr || find<MoveScores>(game) == nullptr)
      return Error{"needs an acyclic game with stages, evaluation and move scores"};
    if (task.values.integer("from") > task.values.integer("to")) return Error{"needs from <= to"};
    return {};
  }
  static Result<void> run(const StudyTask& task, TextSink& out) {
    FitStudy(task).measure(out);
    return {};
  }

 private:
  explicit FitStudy(const StudyTask& task) : task_(task) {
    const ParamValues& values = task.values;
    games_ = static_cast<std::uint64_t>(values.integer("games"));
    from_ = static_cast<std::uint32_t>(values.integer("from"));
    to_ = static_cast<std::uint32_t>(values.integer("to"));
    seed_ = static_cast<std::uint64_t>(values.integer("seed"));
    nodes_ = static_cast<std::uint64_t>(values.integer("nodes"));
    file_ = values.text("file");
    stage_ = find<Stage>(*task.game);
    evaluate_ = find<Evaluate>(*task.game);
    scores_ = find<MoveScores>(*task.game);
    settings_.init = proof_number::Init::kOne;
    settings_.shuffle = false;
    search_.new_game(*task.game, settings_);
    table_ = ProofTable(std::size_t{64} << 20);
  }

  void measure(TextSink& out) {
    std::uint64_t done = 0;
    if (!file_.empty()) {
      std::vector<std::string> kept;
      std::size_t whole = 0;
      for (std::string& line : read_lines(file_)) {
        kept.push_back(std::move(line));
        if (kept.back() != ".") continue;
        whole = kept.size();
        ++done;
      }
      kept.resize(whole);
      std::ofstream rewrite(file_);
      for (const std::string& line : kept) {
        rewrite << line << '\n';
        take(line);
      }
    }
    std::ofstream file;
    if (!file_.empty()) file.open(file_, std::ios::app);
    for (std::uint64_t game = done; game < games_ && !task_.stopped(); ++game) {
      std::string lines;
      play(game, lines);
      if (task_.stopped()) break;
      std::istringstream in(lines);
      for (std::string line; std::getline(in, line);) take(line);
      if (file.is_open()) file << lines << ".\n" << std::flush;
    }
    write(out);
  }

  void play(std::uint64_t number, std::string& lines) {
    Rng rng = Rng::seeded(hash_combine(seed_, number));
    Position position(*task_.game);
    const std::uint32_t opening = 4 + rng.below(17);
    std::vector<float> scores(task_.game->traits().max_moves);
    for (std::uint32_t ply = 0; !position.over(); ++ply) {
      const std::uint32_t stage = stage_->stage(position.state());
      if (stage < from_) return;
      const auto moves = position.legal_moves();
      const auto count = static_cast<std::uint32_t>(moves.size());
      if (stage <= to_ && count > 1) solve(position, stage, lines);
      if (task_.stopped()) return;
      std::uint32_t chosen = rng.below(count);
      if (ply >= opening) {
        scores_->move_scores(position.state(), moves.data(), count, scores.data());
        double sum = 0;
        for (std::uint32_t i = 0; i < count; ++i) sum += static_cast<double>(scores[i]);
        double left = rng.uniform() * sum;
        for (chosen = 0; chosen + 1 < count && left >= static_cast<double>(scores[chosen]); ++chosen)
          left -= static_cast<double>(scores[chosen]);
      }
      position.apply(moves[chosen]);
    }
  }

  // Raises a threshold of the root by a tenth whenever its number has reached it.
  void solve(const Position& position, std::uint32_t stage, std::string& lines) {
    Budget budget{};
    budget.nodes = nodes_;
    budget.threads = 1;
    budget.stop = task_.stop;
    BudgetMeter meter(budget);
    table_.clear();
    const Question question{position.to_move(), 1, false};
    PnDn limit{ProofNumber(2), ProofNumber(2)};
    for (;;) {
      search_.start(position.state(), question, Identity::kPosition, {}, 0, table_, meter);
      const auto result = search_.run(limit);
      if (result.value.solved()) {
        const bool yes = result.value.is_proven();
        std::array<char, 128> line;
        std::snprintf(line.data(), line.size(), "%u %d %d %u\n", stage, evaluate_->evaluate(position.state()),
                      yes ? 1 : 0, yes ? limit.phi.value() : limit.delta.value());
        lines += line.data();
        return;
      }
      if (search_.stopped()) return;
      const auto raised = [](ProofNumber bound, ProofNumber reached) {
        return reached < bound ? bound
                               : ProofNumber::saturated(std::max<std::int64_t>(reached.value() + 1,
                                                                               reached.value() * 11LL / 10));
      };
      limit = {raised(limit.phi, result.value.phi), raised(limit.delta, result.value.delta)};
    }
  }

  void take(const std::string& line) {
    std::uint32_t stage = 0;
    int evaluation = 0, yes = 0;
    unsigned threshold = 0;
    if (std::sscanf(line.c_str(), "%u %d %d %u", &stage, &evaluation, &yes, &threshold) != 4) return;
    data_[stage].push_back({evaluation / 100.0, yes != 0, static_cast<double>(threshold)});
  }

  void write(TextSink& out) const {
    std::vector<StageFit> fits;
    print(out,
          "| stage | problems | proven | B phi | C phi | B delta | C delta | B doubled | C doubled |\n"
          "|---|---|---|---|---|---|---|---|---|\n");
    for (const auto& [stage, problems] : data_) {
      const StageFit f = fit_stage(stage, problems);
      fits.push_back(f);
      print(out, "| ", stage, " | ", problems.size(), " | ", f.proven);
      for (const Sigmoid& s : {f.phi, f.delta, f.both})
        print(out, " | ", fixed(s.b, 2), " | ", fixed(s.c, 2));
      print(out, " |\n");
    }
    if (fits.empty()) return;
    const auto print_table = [&](const char* name, auto&& phi, auto&& delta) {
      print(out, "\n", name, ": h_table=");
      for (const StageFit& f : fits) {
        const Sigmoid p = phi(f), d = delta(f);
        print(out, &f == fits.data() ? "" : "/", f.stage, ":", fixed(p.b, 3), ":", fixed(p.c, 3), ":",
              fixed(d.b, 3), ":", fixed(d.c, 3));
      }
    };
    const auto both = [](const StageFit& f) { return f.both; };
    print_table(
        "naive", [](const StageFit& f) { return f.phi; }, [](const StageFit& f) { return f.delta; });
    print_table("doubled", both, both);
    const auto curve = [&](double Sigmoid::*member, Sigmoid StageFit::*which) {
      std::vector<std::pair<double, double>> points;
      for (const StageFit& f : fits) points.emplace_back(f.stage, (f.*which).*member);
      return fit_exponential(points);
    };
    const auto bp = curve(&Sigmoid::b, &StageFit::phi), cp = curve(&Sigmoid::c, &StageFit::phi);
    const auto bd = curve(&Sigmoid::b, &StageFit::delta), cd = curve(&Sigmoid::c, &StageFit::delta);
    print_table(
        "smoothed",
        [&](const StageFit& f) {
          return Sigmoid{bp(f.stage), cp(f.stage)};
        },
        [&](const StageFit& f) {
          return Sigmoid{bd(f.stage), cd(f.stage)};
        });
    const auto b = curve(&Sigmoid::b, &StageFit::both), c = curve(&Sigmoid::c, &StageFit::both);
    print(out, "\ndoubled and smoothed: h_b0=", fixed(b.log0, 3), ",h_b1=", fixed(b.rate, 4),
          ",h_c0=", fixed(c.log0, 3), ",h_c1=", fixed(c.rate, 4), "\n");
  }

  const StudyTask& task_;
  std::uint64_t games_ = 0;
  std::uint32_t from_ = 0;
  std::uint32_t to_ = 0;
  std::uint64_t seed_ = 0;
  std::uint64_t nodes_ = 0;
  std::string file_;
  const Stage* stage_ = nullptr;
  const Evaluate* evaluate_ = nullptr;
  const MoveScores* scores_ = nullptr;
  Settings settings_;
  DfPnSearch search_;
  ProofTable table_;
  std::map<std::uint32_t, std::vector<Problem>> data_;
};

}  // namespace ludex::agents::df_pn_plus

LUDEX_STUDY_PLUGIN(ludex::agents::df_pn_plus::FitStudy);
