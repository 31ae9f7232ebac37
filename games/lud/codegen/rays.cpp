#include "games/lud/codegen/rays.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "games/lud/codegen/shifts.hpp"
#include "games/lud/interpreter/directions.hpp"

namespace ludex::games::lud::codegen {

std::optional<std::vector<Ray>> rays_from(const Topology& board, int at, std::uint32_t mask, int words) {
  const Region none(static_cast<std::size_t>(words), 0);
  Region seen = none;
  std::vector<Ray> rays;
  bool fits = true;
  for_each_radial(board, at, mask, [&](const Radial& radial) {
    if (radial.size == 0) return;
    Ray ray{none, {radial.sites, radial.sites + radial.size}, radial.sites[0] > at, radial.direction};
    for (int k = 0; k < radial.size; ++k) {
      const int before = k == 0 ? at : radial.sites[k - 1], site = radial.sites[k];
      fits = fits && (site > before) == ray.grows && site != at && !test(seen.data(), site);
      set(seen.data(), site);
      set(ray.sites.data(), site);
    }
    rays.push_back(std::move(ray));
  });
  if (!fits) return std::nullopt;
  return rays;
}

namespace {
// The place of a line among those of each site: lines of a direction that grow, and those that fall.
int kind_of(const Ray& ray) {
  return 2 * ray.direction + (ray.grows ? 1 : 0);
}
bool grows(int kind) {
  return kind % 2 != 0;
}

void unite(Region& sites, const Region& more) {
  for (std::size_t w = 0; w < sites.size(); ++w) sites[w] |= more[w];
}

// Adds the lines of the next site; false: they are too long.
bool add_site(const std::vector<Ray>& rays, const std::vector<int>& order, int words, RayTable& table) {
  constexpr int kLongestPair = 63, kMostSites = 127;
  const Ray none{Region(static_cast<std::size_t>(words), 0)};
  const auto ups = static_cast<std::size_t>(std::count_if(order.begin(), order.end(), grows));
  const std::size_t most = std::max(ups, order.size() - ups);
  std::vector<Region> pairs(most, none.sites);
  std::vector<int> below(most, 0), sizes(most, 0);
  Region near = none.sites, beyond = none.sites;
  int reached = 0;
  std::size_t up = 0, down = 0;
  for (const int kind : order) {
    const auto found =
        std::find_if(rays.begin(), rays.end(), [&](const Ray& each) { return kind_of(each) == kind; });
    const Ray& ray = found == rays.end() ? none : *found;
    const std::size_t pair = grows(kind) ? up++ : down++;
    const int size = static_cast<int>(ray.order.size());
    table.lines.push_back(ray.sites);
    table.begins.push_back(static_cast<int>(table.pool.size()));
    table.pool.insert(table.pool.end(), ray.order.begin(), ray.order.end());
    table.pool.push_back(-1);
    unite(pairs[pair], ray.sites);
    sizes[pair] += size;
    if (!grows(kind)) below[pair] = size;
    unite(beyond, ray.sites);
    reached += size;
    if (size > 0) set(near.data(), ray.order[0]);
  }
  table.pairs.insert(table.pairs.end(), pairs.begin(), pairs.end());
  table.below.insert(table.below.end(), below.begin(), below.end());
  table.near.push_back(std::move(near));
  table.beyond.push_back(std::move(beyond));
  return reached <= kMostSites &&
         std::all_of(sizes.begin(), sizes.end(), [](int size) { return size <= kLongestPair; });
}

}  // namespace

std::optional<RayTable> rays_of(const Topology& board, std::uint32_t mask, int words) {
  constexpr std::size_t kMostWays = 16, kMostEntries = 60'000;
  std::map<int, std::set<int>> before;  // the kinds that come before each
  std::vector<std::vector<Ray>> all;
  for (int at = 0; at < board.size(); ++at) {
    auto rays = rays_from(board, at, mask, words);
    if (!rays) return std::nullopt;
    std::set<int> here;
    int last = -1;
    for (const Ray& ray : *rays) {
      const int kind = kind_of(ray);
      if (!here.insert(kind).second) return std::nullopt;
      auto& earlier = before[kind];
      if (last >= 0) earlier.insert(last);
      last = kind;
    }
    all.push_back(std::move(*rays));
  }
  const std::vector<int> order = common_order(before);
  if (order.size() != before.size() || order.empty() || order.size() > kMostWays) return std::nullopt;
  RayTable table;
  table.ways = static_cast<int>(order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    if (grows(order[k])) table.grows |= 1U << k;
  for (const std::vector<Ray>& rays : all)
    if (!add_site(rays, order, words, table) || table.pool.size() > kMostEntries) return std::nullopt;
  return table;
}

}  // namespace ludex::games::lud::codegen
