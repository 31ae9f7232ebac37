#include "arena/run/tuning/ntbea.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/util/hash.hpp"

namespace ludex::arena::tuning {
namespace {

constexpr std::size_t kBestOfRun = 4;

}  // namespace

TupleModel::TupleModel(std::vector<std::size_t> sizes) : sizes_(std::move(sizes)) {
  std::size_t total = 0;
  for (std::size_t a = 0; a < sizes_.size(); ++a) {
    total += sizes_[a];
    for (std::size_t b = a + 1; b < sizes_.size(); ++b) total += sizes_[a] * sizes_[b];
  }
  entries_.resize(total);
}

template <class Visit>
void TupleModel::visit(const Cell& cell, const Visit& visit) const {
  std::size_t base = 0;
  for (std::size_t a = 0; a < sizes_.size(); ++a) {
    visit(base + cell[a]);
    base += sizes_[a];
    for (std::size_t b = a + 1; b < sizes_.size(); ++b) {
      visit(base + cell[a] * sizes_[b] + cell[b]);
      base += sizes_[a] * sizes_[b];
    }
  }
}

void TupleModel::add(const Cell& cell, double score, double games) {
  visit(cell, [&](std::size_t i) { entries_[i].sum += score * games, entries_[i].games += games; });
  auto& [sum, count] = whole_[cell];
  sum += score * games, count += games;
  sum_ += score * games, games_ += games;
}

double TupleModel::value(const Cell& cell, double k) const {
  const double average = games_ > 0 ? sum_ / games_ : 0.5;
  const double logarithm = std::log(games_ + 1);
  constexpr double kEpsilon = 0.5;
  double total = 0;
  std::size_t tables = 0;
  const auto add = [&](double sum, double games) {
    total += (games > 0 ? sum / games : average) + k * std::sqrt(logarithm / (games + kEpsilon));
    ++tables;
  };
  visit(cell, [&](std::size_t i) { add(entries_[i].sum, entries_[i].games); });
  // Only with three or more dimensions: with two, the pair is the whole cell.
  if (sizes_.size() > 2) {
    const auto at = whole_.find(cell);
    add(at == whole_.end() ? 0 : at->second.first, at == whole_.end() ? 0 : at->second.second);
  }
  return total / static_cast<double>(tables);
}

Ntbea::Ntbea(const Space& space, const TuneMethodSpec& spec, std::uint64_t seed, std::uint64_t trials)
    : space_(space), exploration_(spec.exploration), neighbours_(spec.neighbours) {
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i < space.size(); ++i) {
    const TunedParameter& p = space.parameter(i);
    std::vector<double> levels;
    const double own = space.fallback()[i];
    const bool all = p.kind == TuneKind::kCategory ||
                     (p.kind == TuneKind::kInteger && p.high - p.low < static_cast<double>(spec.levels));
    const std::size_t n = p.kind == TuneKind::kCategory ? p.values.size()
                          : all                         ? static_cast<std::size_t>(p.high - p.low) + 1
                                                        : spec.levels;
    for (std::size_t k = 0; k < n; ++k) {
      levels.push_back(all ? space.coordinate(i, p.kind == TuneKind::kCategory
                                                     ? static_cast<double>(k)
                                                     : p.low + static_cast<double>(k))
                           : 2 * static_cast<double>(k) / static_cast<double>(n - 1) - 1);
    }
    auto nearest = std::min_element(levels.begin(), levels.end(), [&](double a, double b) {
      return std::abs(a - own) < std::abs(b - own);
    });
    if (!all) *nearest = own;
    fallback_.push_back(static_cast<std::uint16_t>(nearest - levels.begin()));
    sizes.push_back(n);
    levels_.push_back(std::move(levels));
  }
  race_ = static_cast<std::uint64_t>(spec.race * static_cast<double>(trials));
  search_ = trials - race_;
  for (std::uint32_t r = 0; r < spec.restarts; ++r) {
    runs_.push_back({TupleModel(sizes), {}, Rng::seeded(hash_combine(seed, r + 1))});
    runs_.back().current = random_cell(runs_.back().rng);
  }
}

Point Ntbea::point(const Cell& cell) const {
  Point point;
  for (std::size_t i = 0; i < cell.size(); ++i) point.push_back(levels_[i][cell[i]]);
  return point;
}

Cell Ntbea::random_cell(Rng& rng) const {
  constexpr int kTries = 1000;
  for (int i = 0; i < kTries; ++i) {
    Cell cell;
    for (const auto& levels : levels_)
      cell.push_back(static_cast<std::uint16_t>(rng.below(static_cast<std::uint32_t>(levels.size()))));
    if (feasible(cell)) return cell;
  }
  return fallback_;
}

Cell Ntbea::next_cell(Run& run) const {
  const auto dimensions = static_cast<std::uint32_t>(levels_.size());
  Cell best = run.current;
  double best_value = -1;
  for (std::uint32_t n = 0; n < neighbours_; ++n) {
    Cell cell = run.current;
    const std::uint32_t sure = run.rng.below(dimensions);
    for (std::uint32_t i = 0; i < dimensions; ++i) {
      const auto size = static_cast<std::uint32_t>(levels_[i].size());
      if (i != sure && run.rng.below(dimensions) != 0) continue;
      // A value other than the present one.
      const std::uint32_t shift = 1 + run.rng.below(size - 1);
      cell[i] = static_cast<std::uint16_t>((cell[i] + shift) % size);
    }
    if (!feasible(cell)) continue;
    // Breaks ties at random, not in favour of the first.
    const double value = run.model.value(cell, exploration_) + 1e-6 * run.rng.uniform();
    if (value > best_value) best = std::move(cell), best_value = value;
  }
  return best;
}

std::vector<Cell> Ntbea::best_of(const Run& run, std::size_t count) const {
  std::vector<std::pair<double, const Cell*>> ranked;
  for (const auto& [cell, known] : run.model.cells()) ranked.emplace_back(-run.model.mean(cell), &cell);
  const std::size_t n = std::min(count, ranked.size());
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(n), ranked.end(),
                    [](const auto& a, const auto& b) {
                      return a.first != b.first ? a.first < b.first : *a.second < *b.second;
                    });
  std::vector<Cell> best;
  for (std::size_t i = 0; i < n; ++i) best.push_back(*ranked[i].second);
  return best;
}

void Ntbea::begin_race() {
  const auto add = [&](const Cell& cell) {
    const bool known =
        std::any_of(racers_.begin(), racers_.end(), [&](const Racer& racer) { return racer.cell == cell; });
    if (!known) racers_.push_back({cell});
  };
  add(fallback_);
  for (const Run& run : runs_) {
    for (const Cell& cell : best_of(run, kBestOfRun)) add(cell);
  }
  alive_ = racers_.size();
  heats_ = 1;
  while ((std::size_t{1} << heats_) < alive_) ++heats_;
  heat_end_ = search_ + race_ / heats_;
}

void Ntbea::halve() {
  std::stable_sort(racers_.begin(), racers_.begin() + static_cast<std::ptrdiff_t>(alive_),
                   [](const Racer& a, const Racer& b) { return a.mean() > b.mean(); });
  alive_ = std::max<std::size_t>(1, (alive_ + 1) / 2);
}

Result<Trial> Ntbea::ask() {
  const std::uint64_t n = asked_++;
  if (n < search_) {
    const std::size_t r = static_cast<std::size_t>(n % runs_.size());
    Run& run = runs_[r];
    if (n >= runs_.size()) run.current = next_cell(run);
    open_.push_back({r, false});
    return Trial{point(run.current)};
  }
  if (racers_.empty()) begin_race();
  if (n >= heat_end_ && alive_ > 2) {
    halve();
    heat_end_ += race_ / heats_;
  }
  const auto next = std::min_element(racers_.begin(), racers_.begin() + static_cast<std::ptrdiff_t>(alive_),
                                     [](const Racer& a, const Racer& b) { return a.asked < b.asked; });
  ++next->asked;
  // Identified by cell, because indices change.
  open_.push_back({0, true});
  return Trial{point(next->cell)};
}

void Ntbea::learn(const Trial& trial, const Score& score) {
  const Tag tag = open_.front();
  open_.pop_front();
  if (score.games() == 0) return;
  const double games = score.games();
  if (!tag.racing) {
    Cell cell;
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      const auto at = std::find(levels_[i].begin(), levels_[i].end(), trial.point[i]);
      cell.push_back(static_cast<std::uint16_t>(at - levels_[i].begin()));
    }
    runs_[tag.owner].model.add(cell, score.mean(), games);
    return;
  }
  for (Racer& racer : racers_) {
    if (point(racer.cell) != trial.point) continue;
    racer.sum += score.mean() * games, racer.games += games;
  }
}

Point Ntbea::recommendation() const {
  if (!racers_.empty()) {
    const auto end = racers_.begin() + static_cast<std::ptrdiff_t>(alive_);
    const auto best = std::max_element(racers_.begin(), end,
                                       [](const Racer& a, const Racer& b) { return a.mean() < b.mean(); });
    return point(best->cell);
  }
  const Cell* best = nullptr;
  double best_mean = -1;
  std::vector<Cell> tops;
  for (const Run& run : runs_) {
    for (const Cell& cell : best_of(run, 1)) tops.push_back(cell);
  }
  for (const Cell& cell : tops) {
    double mean = 0;
    for (const Run& run : runs_) mean += run.model.mean(cell);
    if (mean > best_mean) best_mean = mean, best = &cell;
  }
  return best == nullptr ? space_.fallback() : point(*best);
}

}  // namespace ludex::arena::tuning
