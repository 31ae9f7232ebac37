#include "agents/cns/cns.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/abi/enum_text.hpp"
#include "core/abi/schema.hpp"
#include "core/util/hash.hpp"

namespace ludex::agents::cns {

namespace {

enum class Ends { kFixed, kThreshold, kMixed };
[[nodiscard]] constexpr auto enum_texts(Ends) noexcept {
  return EnumTexts{"fixed", "threshold", "mixed"};
}

struct Config : Settings {
  Ends ends = Ends::kMixed;
  double eta_share = 0;

  Config() {
    own = {3, 50};
    other = {4, 50};
  }
};

const Schema<Config>& schema() {
  static const Schema<Config> made([](auto& s) {
    const auto own = [](auto member) { return nested(&Config::own, member); };
    const auto other = [](auto member) { return nested(&Config::other, member); };
    s.choice("interval", &Config::ends,
             "ends of the search interval: v_root +- delta_p, delta_d; the values where the root's functions "
             "exceed P_max, D_max; the farther of the two",
             "eq. 6; eq. 7; eq. 8");
    s.integer("P_max", own(&Reach::threshold), 0, 1e9, "threshold of the root's proof function");
    s.integer("D_max", other(&Reach::threshold), 0, 1e9, "threshold of the root's disproof function");
    s.integer("delta_p", own(&Reach::extension), 0, 1e6, "centi-units above the root's value");
    s.integer("delta_d", other(&Reach::extension), 0, 1e6, "centi-units below the root's value");
    s.integer(
        "tolerance", &Config::tolerance, 0, 1e6,
        "Delta: while the interval is not wider than this, double the thresholds and continue the search",
        "section 2.6");
    s.choice("leaf", &Config::leaf, "functions of leaves", "eq. 4, 15");
    s.integer("delta", &Config::delta, 1, 1e6,
              "end of the first step of a leaf, in centi-units; not of two-step");
    s.integer("leaf_cap", &Config::leaf_cap, 1, 1e6, "largest height of a leaf");
    s.real("eta", &Config::eta_share, 0, 10, "allowed relative error of heights", "Definition 4");
    s.boolean("shuffle", &Config::shuffle,
              "shuffle the root moves, so that each of several equal moves is equally likely to be played");
    s.real("memory_mib", &Config::memory_mib, 1.0 / 64, 131072, "memory for the tree");
  });
  return made;
}

}  // namespace

std::span<const ParamSpec> Cns::parameters() {
  return schema().specs();
}

Cns::Cns(const ParamValues& values) {
  const Config config = schema().read(values);
  settings_ = config;
  settings_.eta = staircase::Eta::of(config.eta_share);
  if (config.ends == Ends::kFixed) settings_.own.threshold = settings_.other.threshold = 0;
  if (config.ends == Ends::kThreshold) settings_.own.extension = settings_.other.extension = 0;
}

void Cns::new_game(const Game& game, Player, std::uint64_t seed) {
  game_ = &game;
  seed_ = seed;
  search_.new_game(game, settings_);
  moves_.resize(game.traits().max_moves);
}

Move Cns::choose(const State* position, const Budget& budget, SearchReport& report) {
  BudgetMeter meter(budget, &board_);
  search(position, Draws::kZero, budget, meter);
  fill(report, meter);
  const auto children = search_.children(search_.root());
  if (children.empty()) {  // no budget at all
    game_->legal_moves(position, moves_.data());
    report.add_pv(moves_[0]);
    return moves_[0];
  }
  const Node& best = choice();
  add_line(report, best);
  return best.move;
}

void Cns::solve(const State* position, Goal goal, const Budget& budget, SearchReport& report) {
  BudgetMeter meter(budget, &board_);
  search(position, staircase::draws_for(goal), budget, meter);
  fill(report, meter);
  staircase::report_answer(report, goal, (game_->traits().flags & kDrawsPossible) != 0);
  if (!search_.children(search_.root()).empty()) add_line(report, choice());
}

void Cns::search(const State* position, Draws draws, const Budget& budget, BudgetMeter& meter) {
  search_.start(position, draws, hash_combine(seed_, game_->hash(position)), budget.memory_mib, meter);
  search_.run(board_, [this](SearchProgress& shown) {
    shown.value = staircase::expected(search_.root().own_x, kHalf);
    shown.value_unit = ValueUnit::kExpected;
    shown.bound = ValueBound::kExact;
    shown.depth = search_.depth();
    const auto moves = search_.children(search_.root());
    const auto best = std::max_element(moves.begin(), moves.end(),
                                       [](const Node& a, const Node& b) { return a.work < b.work; });
    shown.pv_size = best == moves.end() ? 0 : 1;
    if (shown.pv_size != 0) shown.pv[0] = best->move;
  });
}

const Node& Cns::choice() const {
  const auto children = search_.children(search_.root());
  return children[staircase::choose_move(
      static_cast<std::uint32_t>(children.size()), search_.proven(search_.root(), false).outcome(),
      [&](std::uint32_t i) { return search_.proven(children[i], true); },
      [&](std::uint32_t i, std::uint32_t j) {
        return children[i].work != children[j].work ? children[i].work > children[j].work
                                                    : value(children[i]) > value(children[j]);
      })];
}

void Cns::fill(SearchReport& report, const BudgetMeter& meter) const {
  report.iterations = meter.iterations();
  report.nodes = meter.nodes();
  report.depth = search_.depth();
  report.tree_bytes = search_.bytes();
  report.outcome = search_.proven(search_.root(), false).outcome();
  report.set_value(staircase::expected(search_.root().own_x, kHalf), ValueUnit::kExpected);
  report.add_counter("expansions", static_cast<double>(search_.expansions()));
  const Interval interval = search_.interval();
  report.add_counter("v_max", interval.own);
  report.add_counter("v_min", -interval.other);
  for (const Node& child : search_.children(search_.root()))
    report.add_root({staircase::expected(value(child), kHalf), child.work, child.move,
                     search_.proven(child, true).outcome()});
}

void Cns::add_line(SearchReport& report, const Node& first) const {
  const Node* node = &first;
  for (;;) {
    report.add_pv(node->move);
    const auto children = search_.children(*node);
    if (children.empty() || report.pv_size == kMaxPv) return;
    const Node* best = &children[0];
    for (const Node& child : children) {
      const bool wins = search_.proven(child, true).outcome() == Outcome::kWin;
      if (wins || child.work > best->work) best = &child;
      if (wins) break;
    }
    node = best;
  }
}

}  // namespace ludex::agents::cns
