#include "agents/common/model/tuple_network.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <utility>

#include "core/game/extensions/symmetry.hpp"

namespace ludex::agents::model {
namespace {

// Weights are read while other threads learn: without locks (Niu et al. 2011), but never torn.
float read(const float& weight) noexcept {
  return std::atomic_ref<float>(const_cast<float&>(weight)).load(std::memory_order_relaxed);
}

// A walk that visits each site once, at most `length` sites.
TupleNetwork::Places walk(const Features& features, std::uint32_t length, Rng& rng) {
  TupleNetwork::Places sites{rng.below(features.shape().sites)};
  std::array<std::uint32_t, kMaxNeighbours> near{};
  // Sites next to any of the walk, so that a dead end does not end it.
  while (sites.size() < length) {
    std::vector<std::uint32_t> fresh;
    for (const std::uint32_t site : sites) {
      const std::uint32_t n = features.neighbours(site, near.data());
      for (std::uint32_t i = 0; i < n; ++i)
        if (std::find(sites.begin(), sites.end(), near[i]) == sites.end()) fresh.push_back(near[i]);
    }
    if (fresh.empty()) break;
    sites.push_back(fresh[rng.below(static_cast<std::uint32_t>(fresh.size()))]);
  }
  std::sort(sites.begin(), sites.end());
  return sites;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> site_maps(const Game& game) {
  const Features& features = *find<Features>(game);
  const auto* const symmetry = find<Symmetry>(game);
  const std::uint32_t symmetries = symmetry == nullptr ? 1 : symmetry->count();
  std::vector<std::vector<std::uint32_t>> maps(symmetries);
  for (std::uint32_t k = 0; k < symmetries; ++k)
    for (std::uint32_t site = 0; site < features.shape().sites; ++site)
      maps[k].push_back(features.map_site(site, k));
  return maps;
}

Result<TupleNetwork> TupleNetwork::make(const FeatureShape& shape,
                                        std::span<const std::vector<std::uint32_t>> maps,
                                        std::vector<Places> tuples, std::size_t most) {
  TupleNetwork made;
  made.numbers_ = shape.numbers;
  std::size_t size = 0;
  for (const Places& places : tuples) {
    std::size_t table = 1;
    for (const std::uint32_t place : places) {
      if (place >= shape.layers * shape.sites)
        return Error{"a tuple reads place " + std::to_string(place) + " of an observation of " +
                     std::to_string(shape.layers * shape.sites)};
      table = std::min(table * shape.codes[place / shape.sites], most + 1);
    }
    if (size + table > most) return Error{"the tables have more than " + std::to_string(most) + " weights"};
    std::vector<Places> seen;
    for (const auto& map : maps) {
      Places image;
      for (const std::uint32_t place : places)
        image.push_back(place / shape.sites * shape.sites + map[place % shape.sites]);
      if (std::find(seen.begin(), seen.end(), image) != seen.end()) continue;
      const auto begin = static_cast<std::uint32_t>(made.steps_.size());
      for (const std::uint32_t place : image)
        made.steps_.push_back({place, shape.codes[place / shape.sites]});
      made.images_.push_back(
          {static_cast<std::uint32_t>(size), begin, static_cast<std::uint32_t>(made.steps_.size())});
      seen.push_back(std::move(image));
    }
    size += table;
  }
  made.tuples_ = std::move(tuples);
  made.weights_.assign(size + shape.numbers + 1, 0.0F);
  return made;
}

float TupleNetwork::sum(const std::uint8_t* codes, const float* numbers) const noexcept {
  float total = read(weights_.back());
  for (const Image& image : images_) total += read(weights_[index_of(image, codes)]);
  const std::size_t first = table_weights();
  for (std::uint32_t i = 0; i < numbers_; ++i) total += read(weights_[first + i]) * numbers[i];
  return total;
}

float TupleNetwork::value(const std::uint8_t* codes, const float* numbers) const noexcept {
  return std::tanh(sum(codes, numbers));
}

void TupleNetwork::look(const std::uint8_t* codes, std::uint32_t* out) const noexcept {
  for (const Image& image : images_) *out++ = index_of(image, codes);
}

std::uint32_t longest_tuples(const FeatureShape& shape, std::uint32_t count, std::uint32_t length,
                             double weights) noexcept {
  double table = 1;
  for (std::uint32_t n = 0; n < length; ++n) {
    table *= shape.codes[0];
    if (count * table > weights) return n;
  }
  return length;
}

std::vector<TupleNetwork::Places> random_walks(const Features& features,
                                               std::span<const std::vector<std::uint32_t>> maps,
                                               std::uint32_t count, std::uint32_t length, Rng& rng) {
  const FeatureShape& shape = features.shape();
  std::vector<TupleNetwork::Places> tuples;
  for (std::uint32_t i = 0; i < count; ++i) tuples.push_back(walk(features, length, rng));
  for (std::uint32_t layer = 1; layer < shape.layers; ++layer) {
    for (std::uint32_t site = 0; site < shape.sites; ++site) {
      const bool first =
          std::all_of(maps.begin(), maps.end(), [&](const auto& map) { return map[site] >= site; });
      if (first) tuples.push_back({layer * shape.sites + site});
    }
  }
  return tuples;
}

}  // namespace ludex::agents::model
