// Rolls as outcomes of chance, and results of several players.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <vector>

#include "core/util/nearest.hpp"
#include "games/lud/game/lud_game.hpp"

namespace ludex::games::lud {

namespace {

// An outcome's move: no sites, and its number in the other 20 bits from kFirstOutcome on.
constexpr std::uint32_t kFirstOutcome = 0x80000;
constexpr Move move_of(std::uint32_t outcome) {
  return static_cast<Move>(0xFFFU << 20 | (kFirstOutcome + outcome));
}

const Head& head_in(const std::byte* state) {
  return *reinterpret_cast<const Head*>(state);
}

}  // namespace

const More& LudGame::more_of(const std::byte* state) const noexcept {
  return *reinterpret_cast<const More*>(state + program().layout.more);
}

bool LudGame::waits_for_chance(const std::byte* state) const noexcept {
  const More& more = more_of(state);
  return (more.rolling == kToRoll || more.draw_size != 0) && head_in(state).status == kGoesOn;
}

std::uint32_t LudGame::rolls() const noexcept {
  std::uint32_t outcomes = program().dice.empty() ? 0 : 1;
  for (const Die& die : program().dice) outcomes *= static_cast<std::uint32_t>(die.values.size());
  return outcomes;
}

std::uint32_t LudGame::max_outcomes() const noexcept {
  const int at_start = program().random_start ? program().board_sites : 0;
  return std::max(rolls(), static_cast<std::uint32_t>(std::max(program().most_draws, at_start)));
}

std::uint32_t LudGame::list_outcomes(const std::byte* state, Move* out) const noexcept {
  const int draws = more_of(state).draw_size;
  const std::uint32_t count = draws != 0 ? static_cast<std::uint32_t>(draws) : rolls();
  for (std::uint32_t k = 0; k < count; ++k) out[k] = move_of(k);
  return count;
}

std::uint32_t LudGame::outcome_probabilities(const std::byte* state, double* out) const noexcept {
  if (const int draws = more_of(state).draw_size; draws != 0) {
    for (int k = 0; k < draws; ++k) out[k] = 1.0 / draws;
    return static_cast<std::uint32_t>(draws);
  }
  const std::uint32_t count = rolls();
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

Move LudGame::draw_outcome(const std::byte* state, Rng& rng) const noexcept {
  if (const int draws = more_of(state).draw_size; draws != 0)
    return move_of(rng.below(static_cast<std::uint32_t>(draws)));
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
  if (more.draw_size != 0) {
    const int number = static_cast<int>((static_cast<std::uint32_t>(move) & 0xFFFFF) - kFirstOutcome);
    if (more.start_rule >= 0) return Eval(program(), state, Workspace::of_thread()).choose_at_start(number);
    more.draws[more.drawn++] = static_cast<std::int16_t>(more.draw_low + number);
    more.draw_size = 0;
    return apply_drawing(state, static_cast<Move>(more.waiting));
  }
  std::uint32_t rest = (static_cast<std::uint32_t>(move) & 0xFFFFF) - kFirstOutcome;
  std::size_t k = 0;
  for (const Die& die : program().dice) {
    const auto size = static_cast<std::uint32_t>(die.values.size());
    more.rolled[k++] = static_cast<std::int16_t>(die.values[rest % size].first);
    rest /= size;
  }
  more.rolling = kRolled;
}

// Makes the ply on a copy; where a number is missing the position stays, and waits for it.
void LudGame::apply_drawing(std::byte* state, Move move) const noexcept {
  static thread_local std::vector<std::uint64_t> memory;
  const std::size_t size = used(state);
  memory.resize(std::max(memory.size(), (bytes() + 7) / 8));
  auto* const copy = reinterpret_cast<std::byte*>(memory.data());
  std::memcpy(copy, state, size);
  More& more = *reinterpret_cast<More*>(state + program().layout.more);
  Workspace& ws = Workspace::of_thread();
  more.draw_size = 0;
  ws.draws = &more;
  ws.draws_used = 0;
  play_move(copy, move);
  ws.draws = nullptr;
  if (more.draw_size != 0) {
    more.waiting = static_cast<std::uint32_t>(move);
    return;
  }
  std::memcpy(state, copy, used(copy));
  more.drawn = 0;
  more.waiting = 0;
  std::fill(std::begin(more.draws), std::end(more.draws), std::int16_t{0});
  more.draw_low = more.draw_size = 0;
}

std::string LudGame::roll_text(const std::byte* state, Move move) const {
  if (const More& more = more_of(state); more.start_rule >= 0) {
    std::vector<std::byte> copy(state, state + bytes());
    Eval e(program(), copy.data(), Workspace::of_thread());
    const Words choices(e);
    e.start_choices(choices);
    int number = static_cast<int>((static_cast<std::uint32_t>(move) & 0xFFFFF) - kFirstOutcome);
    int chosen = kOff;
    for_each_site(choices.get(), program().layout.words, [&](int at) {
      if (number-- == 0) chosen = at;
    });
    return "S" + std::to_string(chosen);
  }
  if (const More& more = more_of(state); more.draw_size != 0)
    return "V" +
           std::to_string(more.draw_low +
                          static_cast<int>((static_cast<std::uint32_t>(move) & 0xFFFFF) - kFirstOutcome));
  std::string text;
  std::uint32_t rest = (static_cast<std::uint32_t>(move) & 0xFFFFF) - kFirstOutcome;
  for (const Die& die : program().dice) {
    const auto size = static_cast<std::uint32_t>(die.values.size());
    text += (text.empty() ? "R" : ",") + std::to_string(die.values[rest % size].first);
    rest /= size;
  }
  return text;
}

Result<Move> LudGame::parse_roll(const std::byte* state, std::string_view text) const {
  std::string known;
  std::vector<Move> outcomes(max_outcomes());
  outcomes.resize(list_outcomes(state, outcomes.data()));
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const std::string each = roll_text(state, outcomes[k]);
    if (lower_case(each) == lower_case(text)) return outcomes[k];
    if (k < 4) known += " " + each;
  }
  return Error{"'" + std::string(text) + "' is no outcome of chance here; outcomes are" + known +
               (outcomes.size() > 4 ? " ..." : "")};
}

void LudGame::ranks(const std::byte* state, float* out) const noexcept {
  const Program& p = program();
  const Head& head = head_in(state);
  for (int q = 1; q <= p.players; ++q) {
    float rank = static_cast<float>(p.players + 1) / 2;
    if (p.goes_on) {
      rank = static_cast<float>(more_of(state).rank[q]) / 2;
    } else if (head.next == 0 && p.layout.scores != 0) {  // by scores
      const auto* const score = reinterpret_cast<const std::int32_t*>(state + p.layout.scores);
      int ahead = 0;
      int level = 0;
      for (int other = 1; other <= p.players; ++other) {
        ahead += score[other] > score[q] ? 1 : 0;
        level += score[other] == score[q] ? 1 : 0;
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

void LudGame::returns_by_rank(const std::byte* state, float* out) const noexcept {
  ranks(state, out);
  const auto n = static_cast<std::size_t>(program().players);
  for (std::size_t k = 0; k < n; ++k) out[k] = 1 - 2 * (out[k] - 1) / static_cast<float>(n - 1);
}

}  // namespace ludex::games::lud
