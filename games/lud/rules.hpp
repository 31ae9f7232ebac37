// Rules of a described game for positions of up to Bytes bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/game/extensions.hpp"
#include "core/game/side.hpp"
#include "core/util/offers.hpp"
#include "games/lud/game/lud_features.hpp"
#include "games/lud/game/lud_game.hpp"

namespace ludex::games::lud {

template <std::size_t Bytes>
class LudRules {
 public:
  using Offers = Extensions<Chance, Features, Sides, Svg, SvgCells, OwnCopy, OwnPlayout, OwnReturns,
                            OwnMoveReader, OffersByParameter>;
  struct State {
    alignas(16) std::array<std::byte, Bytes> block;
  };

  explicit LudRules(std::shared_ptr<const LudGame> game) : game_(std::move(game)) {}

  [[nodiscard]] GameTraits traits() const { return game_->traits(); }
  [[nodiscard]] State initial() const {
    State state{};
    game_->initial(state.block.data());
    return state;
  }
  void copy(State& to, const State& from) const noexcept {
    // Small positions whole, at once.
    constexpr std::size_t kSmall = 128;
    std::memcpy(to.block.data(), from.block.data(), Bytes <= kSmall ? Bytes : game_->used(from.block.data()));
  }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return game_->to_move(s.block.data()); }
  [[nodiscard]] GameStatus status(const State& s) const noexcept { return game_->status(s.block.data()); }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    return game_->legal_moves(s.block.data(), out);
  }
  GameStatus apply(State& s, Move move) const noexcept { return game_->apply(s.block.data(), move); }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return game_->hash(s.block.data()); }
  [[nodiscard]] std::uint32_t move_class(const State& s, Move move) const noexcept {
    return game_->move_class(s.block.data(), move);
  }
  PlayoutResult playout(State& s, Rng& rng, PlayoutTrace* trace) const noexcept {
    return game_->playout(s.block.data(), rng, trace);
  }
  void returns(const State& s, float* out) const noexcept { game_->returns(s.block.data(), out); }
  [[nodiscard]] bool offers(std::string_view id) const noexcept {
    return id != Chance::kId || game_->max_outcomes() != 0;
  }
  [[nodiscard]] std::uint32_t max_outcomes() const noexcept { return game_->max_outcomes(); }
  std::uint32_t outcome_probabilities(const State& s, double* out) const noexcept {
    return game_->outcome_probabilities(s.block.data(), out);
  }
  [[nodiscard]] Move draw_outcome(const State& s, Rng& rng) const noexcept {
    return game_->draw_outcome(s.block.data(), rng);
  }
  [[nodiscard]] std::string move_text(const State& s, Move move) const {
    return game_->move_text(s.block.data(), move);
  }
  [[nodiscard]] Result<Move> parse_move(const State& s, std::string_view text) const {
    return game_->parse_move(s.block.data(), text);
  }
  [[nodiscard]] std::string position_text(const State& s) const {
    return game_->position_text(s.block.data());
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    State state{};
    if (auto read = game_->parse_position(text, state.block.data()); !read) return Error{read.error()};
    return state;
  }
  [[nodiscard]] std::string board_text(const State& s) const { return game_->board_text(s.block.data()); }
  [[nodiscard]] std::string svg(const State& s, Move last) const { return game_->svg(s.block.data(), last); }
  [[nodiscard]] Side side(const State& s, Player player) const noexcept {
    return game_->side(s.block.data(), player);
  }
  [[nodiscard]] std::string svg_cells(const State& s) const { return game_->svg_cells(s.block.data()); }
  [[nodiscard]] std::string svg_move_cells(const State& s, Move move) const {
    return game_->svg_move_cells(s.block.data(), move);
  }
  [[nodiscard]] FeaturePlan feature_plan() const { return game_->features().plan(); }
  void observe(const State& s, Player player, std::uint8_t* codes, float* numbers) const noexcept {
    game_->observe(s.block.data(), player, codes, numbers);
  }
  [[nodiscard]] MoveSites move_sites(const State& s, Move move) const noexcept {
    return game_->move_sites(s.block.data(), move);
  }
  [[nodiscard]] static std::uint32_t map_site(std::uint32_t site, std::uint32_t) noexcept { return site; }
  [[nodiscard]] const LudGame& game() const { return *game_; }

 private:
  std::shared_ptr<const LudGame> game_;
};

}  // namespace ludex::games::lud
