// The steps and lines from every site of the board in a set of directions, one after the other as evaluation
// follows them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "games/lud/board/topology.hpp"

namespace ludex::games::lud {

class Routes {
 public:
  Routes(const Topology& of, std::uint32_t directions)
      : board(&of), bits(directions), words_((of.size() + 63) / 64) {
    first_step_.push_back(0);
    first_line_.push_back(0);
    first_axis_.push_back(0);
    const auto all = static_cast<std::size_t>(of.size() * words_);
    targets_.resize(all);
    hurdles_.resize(all);
    for (int at = 0; at < of.size(); ++at) {
      for (std::uint32_t rest = directions; rest != 0; rest &= rest - 1) {
        const int d = __builtin_ctz(rest);
        steps_.insert(steps_.end(), of.steps(d, at).begin(), of.steps(d, at).end());
        for (const Radial& line : of.radials(d, at)) {
          const Radial* const back = line.opposite;
          const bool before = d >= kConcrete && back != nullptr && back < &line && back->opposite == &line;
          repeats_.push_back(before ? 1 : 0);
          lines_.push_back(line);
          if (line.size > 1) add_bit(hurdles_, at, line.sites[0]);
        }
      }
      distinct_ = distinct_ && add_targets(at);
      first_step_.push_back(static_cast<std::uint32_t>(steps_.size()));
      for (std::size_t k = first_line_.back(); k < lines_.size(); ++k)
        if (repeats_[k] == 0) axes_.push_back(axis_of(lines_[k]));
      first_line_.push_back(static_cast<std::uint32_t>(lines_.size()));
      first_axis_.push_back(static_cast<std::uint32_t>(axes_.size()));
    }
  }
  // The sites that steps lead to.
  [[nodiscard]] const std::uint64_t* targets(int site) const {
    return targets_.data() + static_cast<std::size_t>(site * words_);
  }
  // True if no site has two steps to the same.
  [[nodiscard]] bool reaches_once() const { return distinct_; }
  // The first sites of the lines that have others after them.
  [[nodiscard]] const std::uint64_t* hurdles(int site) const {
    return hurdles_.data() + static_cast<std::size_t>(site * words_);
  }
  [[nodiscard]] int words() const { return words_; }  // of such a set
  // Empty for an invalid site.
  [[nodiscard]] std::span<const std::int16_t> steps(int site) const { return of(steps_, first_step_, site); }
  [[nodiscard]] std::span<const Radial> lines(int site) const { return of(lines_, first_line_, site); }

  // The lines through a site: each with its continuation backwards, once.
  struct Axis {
    const std::int16_t* ahead;
    const std::int16_t* back;
    std::int16_t ahead_size;
    std::int16_t back_size;
  };
  [[nodiscard]] std::span<const Axis> axes(int site) const { return of(axes_, first_axis_, site); }
  // True if a line of lines() continues one before it backwards, and that one continues it.
  [[nodiscard]] bool repeats(const Radial& line) const {
    return repeats_[static_cast<std::size_t>(&line - lines_.data())] != 0;
  }

  const Topology* const board;
  const std::uint32_t bits;

 private:
  [[nodiscard]] static Axis axis_of(const Radial& line) {
    const Radial* const back = line.opposite;
    return {line.sites, back != nullptr ? back->sites : nullptr, static_cast<std::int16_t>(line.size),
            static_cast<std::int16_t>(back != nullptr ? back->size : 0)};
  }
  // Adds a site to the set of another; false if it is there.
  bool add_bit(std::vector<std::uint64_t>& sets, int site, int other) const {
    std::uint64_t& word = sets[static_cast<std::size_t>(site * words_ + other / 64)];
    const std::uint64_t bit = std::uint64_t{1} << (other % 64);
    const bool is_new = (word & bit) == 0;
    word |= bit;
    return is_new;
  }
  // The sites reached by the last steps added; false if one of them is reached twice.
  bool add_targets(int site) {
    bool once = true;
    for (std::size_t k = first_step_.back(); k < steps_.size(); ++k)
      once = add_bit(targets_, site, steps_[k]) && once;
    return once;
  }
  template <class T>
  static std::span<const T> of(const std::vector<T>& all, const std::vector<std::uint32_t>& first, int site) {
    const auto k = static_cast<std::size_t>(site);
    return k + 1 < first.size() ? std::span(all.data() + first[k], first[k + 1] - first[k])
                                : std::span<const T>{};
  }
  int words_ = 0;  // of a set of the board's sites
  bool distinct_ = true;
  std::vector<std::uint64_t> targets_, hurdles_;  // by site
  std::vector<std::int16_t> steps_;
  std::vector<Radial> lines_;
  std::vector<std::uint8_t> repeats_;  // by line
  std::vector<Axis> axes_;
  std::vector<std::uint32_t> first_step_, first_line_, first_axis_;  // by site
};

inline constexpr int kFacings = 16;  // compass points
// The routes of directions by the facing of the piece that they are relative to.
struct RoutesByFacing {
  bool relative = false;  // they differ
  std::array<const Routes*, kFacings> of{};
};

// Directions at a site: as bits, and with the routes if they are known.
struct Directions {
  std::uint32_t bits = 0;
  const Routes* routes = nullptr;
};

}  // namespace ludex::games::lud
