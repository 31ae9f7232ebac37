#include "games/lud/game/seat_shift.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "games/lud/board/isometries.hpp"

namespace ludex::games::lud {

namespace {

// Plies that a candidate must survive, and the work that is spent on one and on all of them: moves listed,
// and positions looked at for that.
constexpr int kPlies = 600;
constexpr std::int64_t kWork = 40'000;
constexpr std::int64_t kAllWork = 120'000;

// The piece of the next player for each piece, by its name or (Noughts and Crosses have none in common) by
// its place among the owner's; empty: some piece has none.
std::vector<int> next_pieces(const Program& p, bool by_name) {
  const auto place = [&](std::size_t c) {
    return std::count_if(p.components.begin() + 1, p.components.begin() + static_cast<std::ptrdiff_t>(c),
                         [&](const Component& each) { return each.owner == p.components[c].owner; });
  };
  std::vector<int> next(p.components.size());
  for (std::size_t c = 1; c < p.components.size(); ++c) {
    const int owner = seat_after(p.components[c].owner, p.players);
    for (std::size_t k = 1; k < p.components.size() && next[c] == 0; ++k) {
      if (p.components[k].owner != owner ||
          (by_name ? p.components[k].base != p.components[c].base : place(k) != place(c)) ||
          std::find(next.begin(), next.end(), static_cast<int>(k)) != next.end())
        continue;
      next[c] = static_cast<int>(k);
    }
    if (next[c] == 0) return {};
  }
  return next;
}

// The sites of hands, each mapped to the next player's hand; false: some hand has none.
bool shift_hands(const Program& p, std::vector<int>& sites) {
  const int base = p.layout.base[static_cast<std::size_t>(p.site_type)];
  for (const Container& hand : p.containers) {
    if (hand.first < p.first_hand || hand.dice || hand.size == 0) continue;
    const auto next = std::find_if(p.containers.begin() + 1, p.containers.end(), [&](const Container& each) {
      return !each.dice && each.owner == seat_after(hand.owner, p.players) && each.size == hand.size;
    });
    if (next == p.containers.end()) return false;
    for (int k = 0; k < hand.size; ++k)
      sites[static_cast<std::size_t>(base + hand.first + k)] = base + next->first + k;
  }
  return true;
}

class Trial {
 public:
  // Takes what it needs of `work`.
  Trial(const LudGame& game, const SeatShift& shift, std::int64_t& work)
      : game_(game), p_(game.program()), shift_(shift), all_(work), moves_(game.traits().max_moves) {}

  // True if everything that was compared is equal.
  bool survives() {
    Position here(game_.bytes());
    Position image(game_.bytes());
    Rng rng = Rng::seeded(1);
    for (int left = kPlies; left > 0 && !is_tired(); --left) {  // a game may begin ended
      game_.initial(here.data());
      game_.initial(image.data());
      if (!shift_start(here, image)) return false;
      for (; left > 0 && !is_tired() && !is_over(game_.status(here.data())); --left) {
        const std::optional<std::pair<Move, Move>> move = common_move(here, image, rng);
        if (!move) return false;
        if (move->first == kUnclear) break;
        game_.apply(here.data(), move->first);
        game_.apply(image.data(), move->second);
        if (shifted(game_.status(here.data())) != game_.status(image.data())) return false;
      }
    }
    return true;
  }

 private:
  using Position = std::vector<std::byte>;
  [[nodiscard]] bool is_tired() const { return work_ > kWork || all_ <= 0; }
  std::uint32_t list(const Position& position) {
    const std::uint32_t n = game_.legal_moves(position.data(), moves_.data());
    const std::int64_t spent = n + 8 * std::int64_t{Workspace::of_thread().looks};
    work_ += spent;
    all_ -= spent;
    return n;
  }
  static constexpr Move kUnclear = static_cast<Move>(0xFFFFFFFFU);

  // Makes the second of two starting positions the image of the first; false: its pieces differ.
  [[nodiscard]] bool shift_start(const Position& from, Position& to) const {
    const Eval a = reader(p_, from.data());
    const Eval b = reader(p_, to.data());
    for (int i = 0; i < p_.layout.sites; ++i) {
      const int k = shift_.sites[static_cast<std::size_t>(i)];
      if (a.height(i) != b.height(k) || a.count(i) != b.count(k) || a.cell_value(i) != b.cell_value(k) ||
          shifted_state(a.state(i)) != b.state(k) ||
          shift_.pieces[static_cast<std::size_t>(a.what(i))] != b.what(k))
        return false;
    }
    const Head& old = a.head();
    Head& head = b.head();
    head.mover = static_cast<std::int8_t>(seat_after(old.mover, p_.players));
    head.next = static_cast<std::int8_t>(seat_after(old.next, p_.players));
    head.prev = static_cast<std::int8_t>(seat_after(old.prev, p_.players));
    for (int q = 1; q <= p_.players; ++q) {
      const int there = seat_after(q, p_.players);
      if (p_.layout.phases != 0) b.set_phase(there, a.phase_of(q));
      if (p_.layout.scores != 0) b.scores()[there] = a.scores()[q];
      if (p_.layout.player_values != 0) b.player_values()[there] = a.player_values()[q];
    }
    return true;
  }

  [[nodiscard]] int shifted_state(int state) const {
    return shift_.states ? seat_after(state, p_.players) : state;
  }
  [[nodiscard]] GameStatus shifted(GameStatus status) const {
    const Player winner = winner_of(status);
    return winner == kNobody ? status
                             : win_for(static_cast<Player>((winner + 1) % static_cast<Player>(p_.players)));
  }
  [[nodiscard]] std::uint32_t image_of(Move move) const {
    const std::uint32_t pair = static_cast<std::uint32_t>(move) >> 8;
    if (!is_piece_move(move)) return pair;
    // A move does not name the kinds of its sites: taken for the board's own, others differ and so are
    // refused.
    const int base = p_.layout.base[static_cast<std::size_t>(p_.site_type)];
    const auto site = [&](std::uint32_t at) {
      const auto k = static_cast<std::size_t>(base) + at;
      return k < shift_.sites.size() ? static_cast<std::uint32_t>(shift_.sites[k] - base) : at;
    };
    return site(pair >> 12) << 12 | site(pair & 4095);
  }

  // A random move whose sites no other move shares, and its image; kUnclear: there is no such move. None if
  // the lists of moves differ.
  std::optional<std::pair<Move, Move>> common_move(const Position& here, const Position& image, Rng& rng) {
    if (game_.is_chance(here.data()) != game_.is_chance(image.data())) return std::nullopt;
    if (game_.is_chance(here.data())) {
      const Move outcome = game_.draw_outcome(here.data(), rng);
      return std::pair(outcome, outcome);
    }
    const std::uint32_t n = list(here);
    std::vector<std::pair<std::uint32_t, Move>> mine;
    for (std::uint32_t i = 0; i < n; ++i) mine.emplace_back(image_of(moves_[i]), moves_[i]);
    if (list(image) != n) return std::nullopt;
    std::vector<std::pair<std::uint32_t, Move>> theirs;
    for (std::uint32_t i = 0; i < n; ++i)
      theirs.emplace_back(static_cast<std::uint32_t>(moves_[i]) >> 8, moves_[i]);
    std::sort(mine.begin(), mine.end());
    std::sort(theirs.begin(), theirs.end());
    std::vector<std::size_t> clear;
    for (std::size_t i = 0; i < n; ++i) {
      if (mine[i].first != theirs[i].first) return std::nullopt;
      if ((i == 0 || mine[i - 1].first != mine[i].first) &&
          (i + 1 == n || mine[i + 1].first != mine[i].first))
        clear.push_back(i);
    }
    if (clear.empty()) return std::pair(kUnclear, kUnclear);
    const std::size_t k = clear[rng.below(static_cast<std::uint32_t>(clear.size()))];
    return std::pair(mine[k].second, theirs[k].second);
  }

  const LudGame& game_;
  const Program& p_;
  const SeatShift& shift_;
  std::int64_t work_ = 0;
  std::int64_t& all_;
  std::vector<Move> moves_;
};

}  // namespace

std::optional<SeatShift> find_seat_shift(const LudGame& game) {
  const Program& p = game.program();
  if (p.teams || p.random_start) return std::nullopt;
  std::vector<const Topology*> kinds{&p.board()};
  std::vector<int> bases{p.layout.base[static_cast<std::size_t>(p.site_type)]};
  for (std::size_t type = 0; type < kSiteTypes; ++type) {
    if (p.layout.base[type] < 0 || type == static_cast<std::size_t>(p.site_type)) continue;
    kinds.push_back(p.topologies[type].get());
    bases.push_back(p.layout.base[type]);
  }
  const std::vector<Isometry> maps = isometries(kinds);
  std::int64_t work = kAllWork;
  SeatShift shift;
  shift.sites.resize(static_cast<std::size_t>(p.layout.sites));
  struct Kind {
    bool by_name, states;
  };
  for (const Kind& way : {Kind{true, false}, Kind{true, true}, Kind{false, false}, Kind{false, true}}) {
    shift.pieces = next_pieces(p, way.by_name);
    shift.states = way.states;
    if (shift.pieces.empty() || (way.states && !p.layout.has_state)) continue;
    for (const Isometry& map : maps) {
      std::iota(shift.sites.begin(), shift.sites.end(), 0);
      for (std::size_t kind = 0; kind < kinds.size(); ++kind)
        for (std::size_t at = 0; at < map[kind].size(); ++at)
          shift.sites[static_cast<std::size_t>(bases[kind]) + at] = bases[kind] + map[kind][at];
      if (!shift_hands(p, shift.sites)) return std::nullopt;
      if (Trial(game, shift, work).survives() && work > 0) return shift;
      // It is not known how turned pieces must be mapped.
      if (p.layout.has_rotation || work <= 0) return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace ludex::games::lud
