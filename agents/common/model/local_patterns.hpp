// Features of moves: patterns of the codes around the sites where a move begins and ends, as the spatial
// features of Soemers, Piette, Stephenson & Browne ("Learning policies from self-play with policy gradients
// and MCTS value estimates", CoG 2019), with fixed patterns: each is a table with a weight for every
// combination of codes.
//
// On a grid a pattern is a few offsets from the site, in the same table as its images by those symmetries of
// the game that turn or mirror the board: each site within two steps; three sites in a line outwards; four in
// a line through the site; three next to each other; two neighbours and the site beyond both; the whole ring
// of neighbours if its table has at most 2^16 combinations. On another board: the site, its neighbours, and
// pairs of a neighbour and a site next to it. Layers other than the first: the site and its neighbours. The
// edge of the board is one more code. A move from one site to another has a weight for their offset, cut to
// three steps, and both codes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/common/model/move_places.hpp"
#include "core/game/draft/features.hpp"
#include "core/game/game.hpp"

namespace ludex::agents::model {

class LocalPatterns {
 public:
  enum class Role : std::uint8_t { kTo, kFrom };

  // The game has ludex.draft.features/1. Equal games give equal patterns.
  explicit LocalPatterns(const Game& game);

  [[nodiscard]] std::size_t weights() const noexcept { return weights_; }
  // Calls visit(weight) for the features of a move, each once for every occurrence. Its logit is the sum of
  // their weights. `codes` is the observation of the mover.
  template <class Visit>
  void for_each_feature(const MovePlace& place, const std::uint8_t* codes, Visit&& visit) const {
    if (place.to != kNoSite) for_each_at(Role::kTo, place.to, codes, visit);
    if (place.from != kNoSite) for_each_at(Role::kFrom, place.from, codes, visit);
    visit(rest(place, codes));
  }
  // Those of a site where a move ends or begins.
  template <class Visit>
  void for_each_at(Role role, std::uint32_t site, const std::uint8_t* codes, Visit&& visit) const {
    for_each_entry(site, codes, [&](std::uint32_t entry) { visit(weight_of(role, entry)); });
  }
  // The weight of both sites, or of no site, and the kind.
  [[nodiscard]] std::uint32_t rest(const MovePlace& place, const std::uint8_t* codes) const noexcept;

  // The same in another order, for playouts: for_each_entry() of a site calls visit(entry), and weight_of
  // gives the weight of an entry. A table of entries() numbers then needs no second look-up.
  [[nodiscard]] std::uint32_t entries() const noexcept { return static_cast<std::uint32_t>(classes_.size()); }
  [[nodiscard]] std::uint32_t weight_of(Role role, std::uint32_t entry) const noexcept {
    return classes_[entry] + (role == Role::kTo ? 0 : site_weights_);
  }
  template <class Visit>
  void for_each_entry(std::uint32_t site, const std::uint8_t* codes, Visit&& visit) const {
    for (std::uint32_t i = first_[site]; i < first_[site + 1]; ++i) {
      const Reading& reading = readings_[i];
      std::uint32_t entry = reading.base;
      for (std::uint32_t k = reading.begin; k < reading.end; ++k) entry += factors_[k] * codes[places_[k]];
      visit(entry);
    }
  }
  // The sites whose patterns read this one.
  [[nodiscard]] std::span<const std::uint32_t> readers(std::uint32_t site) const noexcept {
    return {readers_.data() + first_reader_[site], first_reader_[site + 1] - first_reader_[site]};
  }

 private:
  // A pattern at a site: the entry is base + sum of factors * codes.
  struct Reading {
    std::uint32_t base;
    std::uint32_t begin;  // in places_ and factors_
    std::uint32_t end;
  };
  friend class PatternMaker;

  [[nodiscard]] std::uint32_t relation(std::uint32_t from, std::uint32_t to) const noexcept;

  std::size_t weights_ = 0;
  std::uint32_t site_weights_ = 0;  // of one role
  std::uint32_t sites_ = 0;
  std::uint32_t columns_ = 0;  // 0: not a grid
  std::array<std::uint32_t, kMaxFeatureLayers> codes_{};
  std::vector<std::uint32_t> first_;  // readings of each site
  std::vector<Reading> readings_;
  std::vector<std::uint32_t> places_;
  std::vector<std::uint32_t> factors_;
  std::vector<std::uint32_t> classes_;       // entry -> weight: mirrored combinations share one
  std::vector<std::uint32_t> first_reader_;  // of each site
  std::vector<std::uint32_t> readers_;
  std::vector<std::uint32_t> relations_;  // of offsets, cut, or of being neighbours -> 0..
  std::vector<bool> adjacent_;            // not a grid: [from][to]
  bool detailed_ = true;                  // moves between sites are told apart by the code that they meet
};

}  // namespace ludex::agents::model
