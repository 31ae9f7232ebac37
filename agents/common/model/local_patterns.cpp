#include "agents/common/model/local_patterns.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "agents/common/model/board_steps.hpp"

namespace ludex::agents::model {
namespace {

constexpr std::size_t kMostEntries = 1 << 16;
constexpr std::size_t kMostRelations = 1 << 18;
constexpr int kReach = 3;  // offsets between the sites of a move are cut to -kReach .. kReach
constexpr int kSide = 2 * kReach + 1;

std::size_t relation_index(Step step) noexcept {
  const int row = std::clamp(step.rows, -kReach, kReach) + kReach;
  return static_cast<std::size_t>(row * kSide + std::clamp(step.columns, -kReach, kReach) + kReach);
}

}  // namespace

// Fills the tables of a LocalPatterns.
class PatternMaker {
 public:
  PatternMaker(LocalPatterns& made, const Game& game)
      : made_(made), features_(*find<Features>(game)), shape_(features_.shape()), read_(shape_.sites) {
    made_.sites_ = shape_.sites;
    made_.columns_ = shape_.rows == 0 ? 0 : shape_.columns;
    for (std::uint32_t layer = 0; layer < shape_.layers; ++layer)
      made_.codes_[layer] = shape_.codes[layer] + 1;
    at_.resize(shape_.sites);
    if (made_.columns_ != 0) {
      turns_ = turns(game);
      on_grid();
    } else {
      on_graph();
    }
    finish();
    relate();
  }

 private:
  // Sites of a pattern, and the layer that it reads; kNoSite is beyond the edge.
  using Sites = std::vector<std::uint32_t>;
  using Steps = std::vector<Step>;

  // A table for patterns of `size` sites of a layer. `orders`: permutations of the sites that leave the
  // pattern what it is. Returns the first entry, or nothing if the table would be too large.
  std::uint32_t add_table(std::uint32_t layer, std::size_t size,
                          const std::vector<std::vector<std::size_t>>& orders) {
    const std::uint32_t codes = made_.codes_[layer];
    std::size_t entries = 1;
    for (std::size_t i = 0; i < size; ++i) {
      entries *= codes;
      if (entries > kMostEntries && size > 1) return kNoSite;
    }
    const auto base = static_cast<std::uint32_t>(made_.classes_.size());
    std::vector<std::uint32_t> digits(size);
    for (std::size_t entry = 0; entry < entries; ++entry) {
      std::size_t rest = entry;
      for (std::uint32_t& digit : digits) {
        digit = static_cast<std::uint32_t>(rest % codes);
        rest /= codes;
      }
      std::size_t least = entry;
      for (const auto& order : orders) {
        std::size_t image = 0;
        for (std::size_t i = size; i-- > 0;) image = image * codes + digits[order[i]];
        least = std::min(least, image);
      }
      made_.classes_.push_back(least == entry ? made_.site_weights_++ : made_.classes_[base + least]);
    }
    return base;
  }
  void add_reading(std::uint32_t at, std::uint32_t base, std::uint32_t layer, const Sites& sites) {
    const auto begin = static_cast<std::uint32_t>(made_.places_.size());
    std::uint32_t factor = 1;
    for (const std::uint32_t site : sites) {
      if (site == kNoSite) {
        base += factor * (made_.codes_[layer] - 1);
      } else {
        made_.places_.push_back(layer * shape_.sites + site);
        made_.factors_.push_back(factor);
        read_[site].push_back(at);
      }
      factor *= made_.codes_[layer];
    }
    at_[at].push_back({base, begin, static_cast<std::uint32_t>(made_.places_.size())});
  }

  // A pattern of a grid with all its images.
  void add_steps(std::uint32_t layer, const Steps& pattern) {
    std::vector<Steps> images;
    std::vector<std::vector<std::size_t>> orders;
    const auto same_sites = [](const Steps& a, const Steps& b) {
      return std::is_permutation(a.begin(), a.end(), b.begin(), b.end());
    };
    for (const Turn& turn : turns_) {
      Steps image;
      for (const Step step : pattern) image.push_back(turn(step));
      if (same_sites(image, pattern)) {
        std::vector<std::size_t> order;
        for (const Step step : image)
          order.push_back(
              static_cast<std::size_t>(std::find(pattern.begin(), pattern.end(), step) - pattern.begin()));
        orders.push_back(std::move(order));
      }
      if (std::none_of(images.begin(), images.end(), [&](const Steps& b) { return same_sites(image, b); }))
        images.push_back(std::move(image));
    }
    for (const auto& [done, size] : done_)
      if (done == layer && same_sites(size, images.front())) return;
    for (const Steps& image : images) done_.emplace_back(layer, image);
    const std::uint32_t base = add_table(layer, pattern.size(), orders);
    if (base == kNoSite) return;
    const BoardSteps board(shape_);
    for (std::uint32_t at = 0; at < shape_.sites; ++at) {
      for (const Steps& image : images) {
        Sites sites;
        for (const Step step : image) sites.push_back(board.site(at, step));
        add_reading(at, base, layer, sites);
      }
    }
  }

  void on_grid() {
    const std::vector<Step> around = directions(features_);
    const std::size_t n = around.size();
    const auto next = [&](std::size_t i) { return around[(i + 1) % n]; };
    add_steps(0, {Step{}});
    for (std::size_t i = 0; i < n; ++i) {
      const Step d = around[i];
      add_steps(0, {d});
      add_steps(0, {2 * d});
      add_steps(0, {d + next(i)});
      add_steps(0, {d, 2 * d, 3 * d});
      add_steps(0, {-2 * d, -1 * d, d, 2 * d});
      add_steps(0, {around[(i + n - 1) % n], d, next(i)});
      add_steps(0, {d, d + next(i), next(i)});
    }
    add_steps(0, around);
    for (std::uint32_t layer = 1; layer < shape_.layers; ++layer) {
      add_steps(layer, {Step{}});
      for (const Step d : around) add_steps(layer, {d});
    }
  }

  void on_graph() {
    for (std::uint32_t layer = 0; layer < shape_.layers; ++layer) {
      const std::uint32_t own = add_table(layer, 1, {});
      const std::uint32_t near = add_table(layer, 1, {});
      const std::uint32_t pair = layer == 0 ? add_table(layer, 2, {}) : kNoSite;
      for (std::uint32_t at = 0; at < shape_.sites; ++at) {
        add_reading(at, own, layer, {at});
        for (const std::uint32_t one : neighbours(at)) {
          add_reading(at, near, layer, {one});
          if (pair == kNoSite) continue;
          for (const std::uint32_t other : neighbours(one))
            if (other != at) add_reading(at, pair, layer, {one, other});
        }
      }
    }
  }
  [[nodiscard]] Sites neighbours(std::uint32_t site) const {
    Sites near(kMaxNeighbours);
    near.resize(features_.neighbours(site, near.data()));
    return near;
  }

  // Puts the readings of each site, and the sites that read it, one after the other.
  void finish() {
    made_.first_.push_back(0);
    made_.first_reader_.push_back(0);
    for (std::uint32_t site = 0; site < shape_.sites; ++site) {
      made_.readings_.insert(made_.readings_.end(), at_[site].begin(), at_[site].end());
      made_.first_.push_back(static_cast<std::uint32_t>(made_.readings_.size()));
      std::vector<std::uint32_t>& readers = read_[site];
      std::sort(readers.begin(), readers.end());
      readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
      made_.readers_.insert(made_.readers_.end(), readers.begin(), readers.end());
      made_.first_reader_.push_back(static_cast<std::uint32_t>(made_.readers_.size()));
    }
  }

  // Numbers the relations between the sites of a move, and counts the weights.
  void relate() {
    std::uint32_t relations = 2;
    if (made_.columns_ != 0) {
      relations = 0;
      made_.relations_.resize(kSide * kSide);
      for (int i = 0; i < kSide * kSide; ++i) {
        const Step step{i / kSide - kReach, i % kSide - kReach};
        std::size_t least = static_cast<std::size_t>(i);
        for (const Turn& turn : turns_) least = std::min(least, relation_index(turn(step)));
        made_.relations_[static_cast<std::size_t>(i)] =
            least == static_cast<std::size_t>(i) ? relations++ : made_.relations_[least];
      }
    } else {
      made_.adjacent_.resize(std::size_t{shape_.sites} * shape_.sites);
      for (std::uint32_t from = 0; from < shape_.sites; ++from)
        for (const std::uint32_t to : neighbours(from)) made_.adjacent_[from * shape_.sites + to] = true;
    }
    // Passes have one weight, moves with one site one for each kind, moves with both one for each relation,
    // the codes there and the kind, or without the last two if they were too many.
    const std::size_t codes = made_.codes_[0];
    std::size_t between = relations * codes * codes * codes;
    made_.detailed_ = between <= kMostRelations;
    if (!made_.detailed_) between = relations * codes;
    made_.weights_ = 2 * std::size_t{made_.site_weights_} + 1 + 2 * codes + between;
  }

  LocalPatterns& made_;
  const Features& features_;
  const FeatureShape& shape_;
  std::vector<Turn> turns_;
  std::vector<std::vector<LocalPatterns::Reading>> at_;  // of each site
  std::vector<std::vector<std::uint32_t>> read_;         // sites that read this one
  std::vector<std::pair<std::uint32_t, Steps>> done_;
};

LocalPatterns::LocalPatterns(const Game& game) {
  PatternMaker(*this, game);
}

std::uint32_t LocalPatterns::rest(const MovePlace& place, const std::uint8_t* codes) const noexcept {
  const std::uint32_t pass = 2 * site_weights_;
  const std::uint32_t all = codes_[0];
  if (place.last() == kNoSite) return pass;
  if (place.from == kNoSite) return pass + 1 + place.kind;
  if (place.to == kNoSite) return pass + 1 + all + place.kind;
  const std::uint32_t pair = relation(place.from, place.to) * all + codes[place.from];
  return pass + 1 + 2 * all + (detailed_ ? (pair * all + codes[place.to]) * all + place.kind : pair);
}

std::uint32_t LocalPatterns::relation(std::uint32_t from, std::uint32_t to) const noexcept {
  if (columns_ == 0) return adjacent_[std::size_t{from} * sites_ + to] ? 1 : 0;
  return relations_[relation_index({static_cast<int>(to / columns_) - static_cast<int>(from / columns_),
                                    static_cast<int>(to % columns_) - static_cast<int>(from % columns_)})];
}

}  // namespace ludex::agents::model
