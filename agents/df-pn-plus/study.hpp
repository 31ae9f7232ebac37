// The experiments of Nagai & Imai (`ludex experiment df-pn-plus fit|ratios GAME`): B and C of the sigmoid by
// least squares on solved problems, and what h and cost are worth. RESULTS.md has commands and results.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "agents/common/proof-number/engine.hpp"
#include "agents/common/proof-number/settings.hpp"
#include "agents/df-pn-plus/sigmoid_fit.hpp"
#include "core/abi/params.hpp"
#include "core/agent/study.hpp"
#include "core/game/position.hpp"
#include "core/util/clock.hpp"
#include "core/util/hash.hpp"

namespace ludex::agents::df_pn_plus {

inline constexpr const char* kStudyList =
    "fit B and C of the sigmoid by stage, from problems of self-play solved by df-pn (games=300, from=2, "
    "to=16, seed=1, nodes=3000000, file=)\n"
    "ratios df-pn+ against df-pn on --positions (agents=SETTINGS;SETTINGS..., file=, format=table|svg)\n"
    "threads one thread against several on --positions (threads=2, least=2, most=60, count=1000)\n";

using proof_number::DfPnSearch;
using proof_number::PnDn;
using proof_number::ProofNumber;
using proof_number::ProofTable;
using proof_number::Question;
using proof_number::Settings;

// Complete lines of a file that grows by whole lines.
[[nodiscard]] inline std::vector<std::string> read_lines(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line) && !in.eof();) lines.push_back(std::move(line));
  return lines;
}

// Games by the game's move scores, a position a stage of each; each is solved by df-pn, and the thresholds
// that the root needed are recorded with its evaluation. A file of problems, if one is named, is gone on
// with: a game's lines are followed by one with a dot.
class FitStudy {
 public:
  explicit FitStudy(const StudyTask& task) : task_(task) {
    static const std::array specs{
        params::integer("games", "300", 1, 1e6, "games, one problem a stage of each"),
        params::integer("from", "2", 1, 60, "the lowest stage (Othello: empty squares)"),
        params::integer("to", "16", 1, 60, "the highest"),
        params::integer("seed", "1", 0, 1e15, "of the games"),
        params::integer("nodes", "3000000", 1, 1e12, "limit for a problem; unsolved ones are left out"),
        params::text("file", "", "problems solved so far; gone on with"),
    };
    const ParamValues values = task.settings(specs);
    games_ = static_cast<std::uint64_t>(values.integer("games"));
    from_ = static_cast<std::uint32_t>(values.integer("from"));
    to_ = static_cast<std::uint32_t>(values.integer("to"));
    seed_ = static_cast<std::uint64_t>(values.integer("seed"));
    nodes_ = static_cast<std::uint64_t>(values.integer("nodes"));
    file_ = values.text("file");
    stage_ = static_cast<const Stage*>(task.game.extension(Stage::kId));
    evaluate_ = static_cast<const Evaluate*>(task.game.extension(Evaluate::kId));
    scores_ = static_cast<const MoveScores*>(task.game.extension(MoveScores::kId));
    if ((task.game.traits().flags & kCyclic) != 0 || stage_ == nullptr || evaluate_ == nullptr ||
        scores_ == nullptr || from_ > to_)
      throw std::runtime_error(
          "needs an acyclic game with stages, evaluation and move scores, and from <= to");
    settings_.init = proof_number::Init::kOne;
    settings_.shuffle = false;
    search_.new_game(task.game, settings_);
    table_ = ProofTable(std::size_t{64} << 20);
  }

  void run(TextSink& out) {
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

 private:
  void play(std::uint64_t number, std::string& lines) {
    Rng rng = Rng::seeded(hash_combine(seed_, number));
    Position position(task_.game);
    const std::uint32_t opening = 4 + rng.below(17);
    std::vector<float> scores(task_.game.traits().max_moves);
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

  // Thresholds of the root grow by a tenth, each when its number has reached it.
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
      print(out, "| %u | %zu | %zu | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |\n", stage, problems.size(),
            f.proven, f.phi.b, f.phi.c, f.delta.b, f.delta.c, f.both.b, f.both.c);
    }
    if (fits.empty()) return;
    print(out, "\nnaive: h_table=");
    for (std::size_t i = 0; i < fits.size(); ++i)
      print(out, "%s%u:%.3f:%.3f:%.3f:%.3f", i == 0 ? "" : "/", fits[i].stage, fits[i].phi.b, fits[i].phi.c,
            fits[i].delta.b, fits[i].delta.c);
    print(out, "\ndoubled: h_table=");
    for (std::size_t i = 0; i < fits.size(); ++i)
      print(out, "%s%u:%.3f:%.3f:%.3f:%.3f", i == 0 ? "" : "/", fits[i].stage, fits[i].both.b, fits[i].both.c,
            fits[i].both.b, fits[i].both.c);
    const auto curve = [&](double Sigmoid::*member, Sigmoid StageFit::*which) {
      std::vector<std::pair<double, double>> points;
      for (const StageFit& f : fits) points.emplace_back(f.stage, (f.*which).*member);
      return fit_exponential(points);
    };
    const auto bp = curve(&Sigmoid::b, &StageFit::phi), cp = curve(&Sigmoid::c, &StageFit::phi);
    const auto bd = curve(&Sigmoid::b, &StageFit::delta), cd = curve(&Sigmoid::c, &StageFit::delta);
    print(out, "\nsmoothed: h_table=");
    for (std::size_t i = 0; i < fits.size(); ++i) {
      const double e = fits[i].stage;
      print(out, "%s%u:%.3f:%.3f:%.3f:%.3f", i == 0 ? "" : "/", fits[i].stage, bp(e), cp(e), bd(e), cd(e));
    }
    const auto b = curve(&Sigmoid::b, &StageFit::both), c = curve(&Sigmoid::c, &StageFit::both);
    print(out, "\ndoubled and smoothed: h_b0=%.3f,h_b1=%.4f,h_c0=%.3f,h_c1=%.4f\n", b.log0, b.rate, c.log0,
          c.rate);
  }

  StudyTask task_;
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
  DfPnSearch<Game> search_;
  ProofTable table_;
  std::map<std::uint32_t, std::vector<Problem>> data_;
};

}  // namespace ludex::agents::df_pn_plus
