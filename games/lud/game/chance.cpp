// Rolls as outcomes of chance, and results of several players.
#include <cmath>

#include "games/lud/game/lud_game.hpp"

namespace ludex::games::lud {

namespace {

// An outcome's move: no sites, and its number in the other 20 bits from kFirstOutcome on.
constexpr std::uint32_t kFirstOutcome = 0x80000;
constexpr Move move_of(std::uint32_t outcome) {
  return static_cast<Move>(0xFFFU << 20 | (kFirstOutcome + outcome));
}

const Head& head_of(const std::byte* state) {
  return *reinterpret_cast<const Head*>(state);
}

}  // namespace

bool LudGame::is_chance(const std::byte* state) const noexcept {
  return !program().dice.empty() &&
         reinterpret_cast<const More*>(state + program().layout.more)->rolling == kToRoll &&
         head_of(state).status == kGoesOn;
}

std::uint32_t LudGame::max_outcomes() const noexcept {
  std::uint32_t outcomes = program().dice.empty() ? 0 : 1;
  for (const Die& die : program().dice) outcomes *= static_cast<std::uint32_t>(die.values.size());
  return outcomes;
}

std::uint32_t LudGame::list_outcomes(Move* out) const noexcept {
  const std::uint32_t count = max_outcomes();
  for (std::uint32_t k = 0; k < count; ++k) out[k] = move_of(k);
  return count;
}

std::uint32_t LudGame::outcome_probabilities(const std::byte*, double* out) const noexcept {
  const std::uint32_t count = max_outcomes();
  for (std::uint32_t k = 0; k < count; ++k) {
    double probability = 1;
    std::uint32_t rest = k;
    for (const Die& die : program().dice) {
      const auto size = static_cast<std::uint32_t>(die.values.size());
      probability *= static_cast<double>(die.values[rest % size].second) / die.faces;
      rest /= size;
    }
    out[k] = probability;
  }
  return count;
}

Move LudGame::draw_outcome(const std::byte*, Rng& rng) const noexcept {
  std::uint32_t outcome = 0;
  std::uint32_t unit = 1;
  for (const Die& die : program().dice) {
    auto face = static_cast<int>(rng.below(static_cast<std::uint32_t>(die.faces)));
    std::uint32_t value = 0;
    while (face >= die.values[value].second) face -= die.values[value++].second;
    outcome += unit * value;
    unit *= static_cast<std::uint32_t>(die.values.size());
  }
  return move_of(outcome);
}

void LudGame::roll(std::byte* state, Move move) const noexcept {
  More& more = *reinterpret_cast<More*>(state + program().layout.more);
  std::uint32_t rest = (static_cast<std::uint32_t>(move) & 0xFFFFF) - kFirstOutcome;
  std::size_t k = 0;
  for (const Die& die : program().dice) {
    const auto size = static_cast<std::uint32_t>(die.values.size());
    more.rolled[k++] = static_cast<std::int16_t>(die.values[rest % size].first);
    rest /= size;
  }
  more.rolling = kRolled;
}

std::string LudGame::roll_text(Move move) const {
  std::string text;
  std::uint32_t rest = (static_cast<std::uint32_t>(move) & 0xFFFFF) - kFirstOutcome;
  for (const Die& die : program().dice) {
    const auto size = static_cast<std::uint32_t>(die.values.size());
    text += (text.empty() ? "R" : ",") + std::to_string(die.values[rest % size].first);
    rest /= size;
  }
  return text;
}

Result<Move> LudGame::parse_roll(std::string_view text) const {
  std::string known;
  for (std::uint32_t k = 0; k < max_outcomes(); ++k) {
    const std::string each = roll_text(move_of(k));
    if (each == text || (!text.empty() && text[0] == 'r' && each.substr(1) == text.substr(1))) return move_of(k);
    if (k < 4) known += " " + each;
  }
  return Error{"'" + std::string(text) + "' is no roll of these dice; rolls are" + known +
               (max_outcomes() > 4 ? " ..." : "")};
}

void LudGame::ranks(const std::byte* state, float* out) const noexcept {
  const Program& p = program();
  const Head& head = head_of(state);
  for (int q = 1; q <= p.players; ++q) {
    float rank = static_cast<float>(p.players + 1) / 2;
    if (p.goes_on) {
      rank = static_cast<float>(reinterpret_cast<const More*>(state + p.layout.more)->rank[q]) / 2;
    } else if (head.next == 0) {  // by scores
      int ahead = 0;
      int level = 0;
      for (int other = 1; other <= p.players; ++other) {
        ahead += head.score[other] > head.score[q] ? 1 : 0;
        level += head.score[other] == head.score[q] ? 1 : 0;
      }
      rank = static_cast<float>(ahead) + static_cast<float>(level + 1) / 2;
    } else if (const Player winner = winner_of(status(state)); winner != kNobody) {
      const float others = p.players == 2 ? 2.0F : static_cast<float>(p.players + 2) / 2;
      rank = static_cast<int>(winner) + 1 == q ? 1.0F : others;
    }
    // After a swap of two players their seats are exchanged: status() says whose win it is.
    out[q - 1] = rank;
  }
}

void LudGame::returns(const std::byte* state, float* out) const noexcept {
  ranks(state, out);
  const auto n = static_cast<std::size_t>(program().players);
  for (std::size_t k = 0; k < n; ++k) out[k] = 1 - 2 * (out[k] - 1) / static_cast<float>(n - 1);
}

}  // namespace ludex::games::lud
