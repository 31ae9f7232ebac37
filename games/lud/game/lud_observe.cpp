// Observations of positions: the codes and numbers of LudFeatures' plan.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "games/lud/game/lud_features.hpp"
#include "games/lud/game/lud_game.hpp"

namespace ludex::games::lud {

namespace {

// Numbers without bound, in (-1, 1).
float squashed(double x, double half) noexcept {
  return static_cast<float>(x / (std::abs(x) + half));
}

int behind(int colour, int who, int players) noexcept {
  return (colour - 1 + who) % players + 1;
}

}  // namespace

std::uint8_t LudFeatures::code_of(const Eval& e, int i, CodedLayer layer, int colour) const noexcept {
  const auto bounded = [](int n, int most) { return static_cast<std::uint8_t>(std::clamp(n, 0, most)); };
  switch (layer.kind) {
    case Layer::kPiece:
      return piece_code(e.what(i), e.state(i), colour);
    case Layer::kSeeds:
      return bounded(e.count(i), kMostSeeds);
    case Layer::kBelow: {
      const int level = e.height(i) - 1 - layer.level;
      if (level < 0) return 0;
      const Level piece = e.level_of(i, level);
      return piece_code(piece.what, piece.state, colour);
    }
    case Layer::kHeight:
      return bounded(e.height(i), kMostCount);
    case Layer::kCount:
      return bounded(e.count(i) - 1, kMostCount);
    case Layer::kState:
      return bounded(state_code(e.state(i), colour), kMostState);
    case Layer::kRotation:
      return bounded(e.rotation(i), kMostState);
    case Layer::kValue: {
      const int value = e.cell_value(i);
      return value < 0 ? std::uint8_t{kMostValue + 1} : bounded(value, kMostValue);
    }
    case Layer::kMark:
      break;
  }
  return kNoMark;
}

// Later marks replace earlier ones.
void LudFeatures::mark(const Eval& e, int colour, std::uint8_t* codes) const noexcept {
  const Layout& layout = program_.layout;
  const int base = layout.base[static_cast<std::size_t>(e.own())];
  const auto put = [&](int index, Mark mark) {
    const std::uint32_t site = site_of(index, colour);
    if (site != kNoSite) codes[site] = mark;
  };
  const auto put_all = [&](bool has, std::uint32_t offset, Mark mark) {
    if (!has) return;
    for_each_site(e.words_at(offset, 0), layout.words, [&](int at) { put(base + at, mark); });
  };
  const Head& head = e.head();
  put_all(layout.has_unowned, layout.unowned, kUnowned);
  put_all(layout.has_visited, layout.visited, kVisited);
  if (head.mover == head.prev && head.last_to >= 0) {
    const int index = e.index(head.last_type, head.last_to);
    put(index, kCameHere);
  }
  for (int k = 0; layout.pending != 0 && k < e.pending().count; ++k) {
    const int at = e.pending().values[k];
    if (e.in_range(e.own(), at)) put(base + at, kPending);
  }
  put_all(layout.has_to_clear, layout.to_clear, kToTake);
}

float LudFeatures::number(const Eval& e, int colour, const NumberOf& of) const noexcept {
  const Head& head = e.head();
  const int players = program_.players;
  const int who = behind(colour, of.who, players);
  const auto q = static_cast<std::size_t>(who);
  const auto flag = [](bool holds) { return holds ? 1.0F : 0.0F; };
  const auto shown = [&](int die) -> int {
    const More& more = e.more();
    return more.rolling == kToRoll ? 0 : more.rolling == kRolled ? more.rolled[die] : more.dice[die];
  };
  switch (of.kind) {
    case Number::kSeat:
      return flag(colour == of.who + 1);
    case Number::kTurn:
      return flag(head.mover == who);
    case Number::kScore:
      return squashed(e.scores()[who], 24);
    case Number::kPlayerValue:
      return squashed(e.player_values()[who], 8);
    case Number::kPhase:
      return flag(e.phase_of(who) == of.which);
    case Number::kEvent:
      return flag((e.rest().triggered >> trigger_bit(of.which, who, players) & 1U) != 0);
    case Number::kRank:
      return static_cast<float>(e.more().rank[q]) / static_cast<float>(2 * players);
    case Number::kTeam:
      return flag(e.more().team[q] == e.more().team[static_cast<std::size_t>(colour)]);
    case Number::kPasses:
      return static_cast<float>(std::min(head.passes & kPassCount, players)) / static_cast<float>(players);
    case Number::kSwap:
      return flag(static_cast<int>(head.plies) == players - 1);
    case Number::kCounter:
      return squashed(e.rest().counter, 24);
    case Number::kVariable:
      return squashed(e.variables(of.which), 24);
    case Number::kPlies:
      return squashed(head.plies, 64);
    case Number::kTurns:
      return squashed(head.turns, 64);
    case Number::kTurnMoves:
      return squashed(head.turn_moves, 4);
    case Number::kDie:
      return flag(shown(of.which) == of.value && e.more().rolling != kToRoll);
    case Number::kPips:
      return squashed(shown(of.which), 8);
    case Number::kEqual:
      return flag(e.more().equal != 0);
    case Number::kProposed:
      return flag((e.rest().proposed >> of.which & 1) != 0);
    case Number::kKept: {
      std::int16_t size;
      std::memcpy(&size,
                  e.position + program_.layout.memories +
                      2 * static_cast<std::size_t>(of.which * program_.layout.memory_size),
                  2);
      return squashed(size, 8);
    }
  }
  return 0;
}

void LudFeatures::observe(const std::byte* state, int colour, std::uint8_t* codes,
                          float* numbers) const noexcept {
  const Eval e = reader(program_, state);
  const std::size_t sites = plan_.graph.size();
  for (const CodedLayer& layer : layers_) {
    if (layer.kind == Layer::kMark) {
      std::fill_n(codes, sites, std::uint8_t{kNoMark});
      mark(e, colour, codes);
    } else {
      for (int i = 0; i < layout_sites_; ++i) {
        const std::uint32_t site = site_of(i, colour);
        if (site != kNoSite) codes[site] = code_of(e, i, layer, colour);
      }
    }
    if (const int shift = (colour - 1) * layer.by_seat; shift != 0)
      for (std::size_t site = 0; site < sites; ++site)
        if (codes[site] != 0) codes[site] = static_cast<std::uint8_t>(codes[site] + shift);
    codes += sites;
  }
  for (const NumberOf& of : numbers_) *numbers++ = number(e, colour, of);
}

const LudFeatures& LudGame::features() const {
  // By the interpreter, so that it does not depend on a compiler.
  std::call_once(features_once_,
                 [this] { features_ = std::make_unique<const LudFeatures>(LudGame(description_, false)); });
  return *features_;
}

void LudGame::observe(const std::byte* state, Player player, std::uint8_t* codes,
                      float* numbers) const noexcept {
  // After a swap each of the two players has the other's colour, so seat() is its own inverse.
  features().observe(state, static_cast<int>(seat(static_cast<int>(player) + 1, state)) + 1, codes, numbers);
}

MoveSites LudGame::move_sites(const std::byte* state, Move move) const noexcept {
  if (is_chance(state) || !is_piece_move(move)) return {};
  const Program& p = program();
  int from_type = static_cast<int>(p.site_type);
  int to_type = from_type;
  const std::uint32_t pair = static_cast<std::uint32_t>(move) >> 8;
  if (p.layout.slots > 1) {  // a move has no kinds of sites: its list has
    const auto count = static_cast<std::ptrdiff_t>(list(const_cast<std::byte*>(state)));
    const auto moves = Workspace::of_thread().moves.begin();
    const auto found =
        std::find_if(moves, moves + count, [&](const ListedMove& each) { return pair_of(each) == pair; });
    if (found == moves + count) return {};
    to_type = found->type;
    if (found->from == found->to) from_type = to_type;
  }
  const Eval e = reader(p, state);
  const auto site = [&](std::uint32_t at, int type) {
    const int index = e.index(type, static_cast<int>(at));
    return index == p.layout.sites ? kNoSite : features().site_of(index, e.mover());
  };
  const std::uint32_t from = pair >> 12;
  const std::uint32_t to = pair & 4095;
  return {from == to ? kNoSite : site(from, from_type), site(to, to_type)};
}

}  // namespace ludex::games::lud
