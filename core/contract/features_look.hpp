// Checks what a game promises by ludex.draft.features/1.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/contract/game_promises.hpp"
#include "core/game/draft/features.hpp"
#include "core/game/extensions/symmetry.hpp"

namespace ludex::contract {

class FeaturesLook {
 public:
  explicit FeaturesLook(Scene& scene)
      : scene_(scene),
        features_(ludex::find<Features>(scene.game())),
        symmetry_(ludex::find<Symmetry>(scene.game())) {
    if (features_ == nullptr && scene_.report()[P::kFeatures].checks == 0)
      scene_.report().set_excuse(P::kFeatures, "the game does not offer it");
  }

  // `parsed`: the position read back from its text. `mapped(k)` is the image of the position, as a Position;
  // `map_move(move, k)` the image of a move.
  template <class Mapped, class MapMove>
  bool look(const Place& at, const std::vector<Move>& moves, const Position& parsed, Mapped&& mapped,
            MapMove&& map_move) {
    if (features_ == nullptr) return true;
    scene_.look_at(P::kFeatures);
    if (!plan_checked_ && !check_plan(at)) return false;
    plan_checked_ = true;
    std::vector<Position> images;
    for (std::uint32_t k = 0; k < symmetries(); ++k) images.push_back(k == 0 ? at.position : mapped(k));
    for (Player player = 0; player < scene_.traits().players; ++player) {
      const Seen seen = observe(at.position, player);
      if (!check_ranges(at, seen)) return false;
      // A position read from its text has another past, which the observation of a cyclic game may show.
      if (!scene_.require(P::kFeatures, scene_.has(kCyclic) || seen == observe(parsed, player), at, [] {
            return Words{"the observation changes when the position is read back from its text", "the same"};
          }))
        return false;
      for (std::uint32_t k = 0; k < symmetries(); ++k) {
        if (!scene_.require(P::kFeatures, image(seen, k) == observe(images[k], player), at, [&] {
              return Words{"symmetry " + std::to_string(k) + " does not permute the sites as map_site says",
                           "the same codes at the images of their sites"};
            }))
          return false;
      }
    }
    if (at.position.to_move() == kChance) return true;
    return std::all_of(moves.begin(), moves.end(),
                       [&](Move move) { return check_move(at, move, images, map_move); });
  }

 private:
  using P = GamePromise;

  struct Seen {
    std::vector<std::uint8_t> codes;
    std::vector<float> numbers;
    bool operator==(const Seen&) const = default;
  };

  [[nodiscard]] const FeatureShape& shape() const { return features_->shape(); }
  [[nodiscard]] std::uint32_t symmetries() const { return symmetry_ == nullptr ? 1 : symmetry_->count(); }

  bool says(const Place& at, bool holds, const std::string& fault, const std::string& expected) {
    return scene_.require(P::kFeatures, holds, at, [&] { return Words{fault, expected}; });
  }
  bool check_plan(const Place& at) {
    const FeatureShape& s = shape();
    if (!says(at, s.sites >= 1 && s.sites <= 65'535, "there are " + std::to_string(s.sites) + " sites",
              "1 to 65535") ||
        !says(at, s.rows * s.columns == s.sites || (s.rows == 0 && s.columns == 0),
              std::to_string(s.rows) + " rows of " + std::to_string(s.columns) + " columns",
              "rows * columns = sites, or both 0") ||
        !says(at, s.layers >= 1 && s.layers <= kMaxFeatureLayers, "layers = " + std::to_string(s.layers),
              "1 to " + std::to_string(kMaxFeatureLayers)))
      return false;
    for (std::uint32_t i = 0; i < s.layers; ++i)
      if (!says(at, s.codes[i] >= 2 && s.codes[i] <= 256,
                "layer " + std::to_string(i) + " has " + std::to_string(s.codes[i]) + " codes", "2 to 256"))
        return false;
    std::vector<std::vector<std::uint32_t>> next(s.sites);
    for (std::uint32_t site = 0; site < s.sites; ++site) {
      std::array<std::uint32_t, kMaxNeighbours> list{};
      const std::uint32_t n = features_->neighbours(site, list.data());
      if (!says(at, n <= kMaxNeighbours, "site " + std::to_string(site) + " has " + std::to_string(n),
                "at most 16 neighbours"))
        return false;
      next[site].assign(list.begin(), list.begin() + n);
      if (!says(at, std::all_of(next[site].begin(), next[site].end(), [&](auto b) { return b < s.sites; }),
                "a neighbour of site " + std::to_string(site) + " is not on the board", "sites of the board"))
        return false;
    }
    for (std::uint32_t a = 0; a < s.sites; ++a)
      for (const std::uint32_t b : next[a])
        if (!says(at, std::count(next[b].begin(), next[b].end(), a) == 1 && a != b,
                  "site " + std::to_string(b) + " is next to " + std::to_string(a), "both ways, each once"))
          return false;
    return check_map(at);
  }
  bool check_map(const Place& at) {
    for (std::uint32_t k = 0; k < symmetries(); ++k) {
      std::vector<std::uint8_t> hit(shape().sites);
      for (std::uint32_t site = 0; site < shape().sites; ++site) {
        const std::uint32_t there = features_->map_site(site, k);
        const bool fresh = there < shape().sites && hit[there]++ == 0 && (k != 0 || there == site);
        if (!says(at, fresh,
                  "map_site of site " + std::to_string(site) + " under symmetry " + std::to_string(k) +
                      " is " + std::to_string(there),
                  "a permutation of the sites, the identity for symmetry 0"))
          return false;
      }
    }
    return true;
  }

  Seen observe(const Position& position, Player player) {
    Seen seen{std::vector<std::uint8_t>(std::size_t{shape().layers} * shape().sites, 0xff),
              std::vector<float>(shape().numbers, NAN)};
    const GuardedGame::Frozen frozen(scene_.game(), position.state(), "observe");
    features_->observe(GuardedGame::inner(position.state()), player, seen.codes.data(), seen.numbers.data());
    return seen;
  }
  bool check_ranges(const Place& at, const Seen& seen) {
    for (std::size_t i = 0; i < seen.codes.size(); ++i) {
      const std::uint32_t most = shape().codes[i / shape().sites];
      if (!scene_.require(P::kFeatures, seen.codes[i] < most, at, [&] {
            return Words{"the code of site " + std::to_string(i % shape().sites) + " in layer " +
                             std::to_string(i / shape().sites) + " is " + std::to_string(seen.codes[i]),
                         "written, and below " + std::to_string(most)};
          }))
        return false;
    }
    return scene_.require(
        P::kFeatures,
        std::all_of(seen.numbers.begin(), seen.numbers.end(), [](float x) { return std::abs(x) <= 10; }), at,
        [] {
          return Words{"a number of the observation is missing, infinite or above 10", "about -1 to 1"};
        });
  }
  [[nodiscard]] Seen image(const Seen& seen, std::uint32_t k) const {
    Seen to = seen;
    for (std::size_t i = 0; i < seen.codes.size(); ++i) {
      const std::size_t layer = i / shape().sites;
      const auto site = static_cast<std::uint32_t>(i % shape().sites);
      to.codes[layer * shape().sites + features_->map_site(site, k)] = seen.codes[i];
    }
    return to;
  }

  template <class MapMove>
  bool check_move(const Place& at, Move move, const std::vector<Position>& images, MapMove&& map_move) {
    const auto in_range = [&](std::uint32_t site) { return site == kNoSite || site < shape().sites; };
    const MoveSites here = sites_of(at.position, move);
    if (!scene_.require(P::kFeatures, in_range(here.from) && in_range(here.to), at, [&] {
          return Words{"move_sites of " + at.position.move_text(move) + " are not on the board",
                       "sites, or kNoSite"};
        }))
      return false;
    for (std::uint32_t k = 1; k < symmetries(); ++k) {
      const auto there = [&](std::uint32_t site) {
        return site == kNoSite ? kNoSite : features_->map_site(site, k);
      };
      const MoveSites theirs = sites_of(images[k], map_move(move, k));
      if (!scene_.require(P::kFeatures, theirs.from == there(here.from) && theirs.to == there(here.to), at,
                          [&] {
                            return Words{"under symmetry " + std::to_string(k) + " move_sites of " +
                                             at.position.move_text(move) + " are not the images of its sites",
                                         "map_site of them"};
                          }))
        return false;
    }
    return true;
  }
  MoveSites sites_of(const Position& position, Move move) {
    const GuardedGame::Frozen frozen(scene_.game(), position.state(), "move_sites");
    return features_->move_sites(GuardedGame::inner(position.state()), move);
  }

  Scene& scene_;
  const Features* features_;
  const Symmetry* symmetry_;
  bool plan_checked_ = false;
};

}  // namespace ludex::contract
