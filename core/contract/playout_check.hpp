// Checks playouts against single moves: each is legal, recorded correctly and a function of position and rng;
// many together match random play by single moves in length, result and first move.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/contract/chi_square.hpp"
#include "core/contract/game_promises.hpp"
#include "core/game/extensions.hpp"

namespace ludex::contract {

class PlayoutCheck {
 public:
  explicit PlayoutCheck(Scene& scene) : scene_(scene) {}

  // Makes one playout from here and replays it.
  bool replay(const Place& at) {
    scene_.look_at(GamePromise::kPlayout);
    constexpr std::uint32_t kMostTraced = 1U << 20;
    const std::uint32_t capacity = std::min(scene_.traits().max_plies, kMostTraced) + 1;
    traced_.resize(capacity + kGuard);
    const Rng seed = scene_.rng();
    scene_.rng().next();
    Run run = play(at.position, seed, capacity);
    const auto fails = [&](const std::string& found, const std::string& expected) {
      return scene_.require(GamePromise::kPlayout, false, at, [&] { return Words{found, expected}; });
    };
    if (run.trace.size > capacity || !guard_is_whole(capacity))
      return fails("the trace is written beyond its capacity", "no write there");
    if (!is_over(run.result.status))
      return fails("the playout ends before the game is over", "a finished game");
    if (run.result.plies > scene_.traits().max_plies)
      return fails(std::to_string(run.result.plies) + " plies", "at most max_plies");
    if (at.position.over()) {
      return (run.result.plies == 0 && run.end.text() == at.position.text()) ||
             fails("the playout continues from a finished position", "no change");
    }
    if (run.trace.size != run.result.plies)
      return fails(
          "the trace has " + std::to_string(run.trace.size) + " moves of " + std::to_string(run.result.plies),
          "all of them");
    Position position = at.position;
    std::string played;
    for (std::uint32_t i = 0; i < run.trace.size; ++i) {
      const TracedMove& ply = traced_[i];
      if (position.over()) return fails("it continues after the end of the game, after " + played, "its end");
      if (!position.is_legal(ply.move))
        return fails("move " + std::to_string(static_cast<std::uint32_t>(ply.move)) + " after " + played,
                     "a legal move of " + position.text());
      if (ply.player != position.to_move() ||
          ply.move_class != scene_.game().move_class(position.state(), ply.move))
        return fails("the trace has player " + std::to_string(ply.player) + " and class " +
                         std::to_string(ply.move_class) + " after " + played,
                     "the values of to_move and move_class");
      played.append(played.empty() ? "" : " ").append(position.move_text(ply.move));
      position.apply(ply.move);
    }
    if (position.status() != run.result.status || position.text() != run.end.text() ||
        position.hash() != run.end.hash())
      return fails("the playout " + played + " ends in " + run.end.text() + ": " +
                       Scene::status_text(run.result.status),
                   position.text() + ": " + Scene::status_text(position.status()));
    // Repeats it without a trace, and with one that is too short.
    for (const std::uint32_t room : {0U, run.result.plies / 2}) {
      const Run again = play(at.position, seed, room);
      if (again.result.status != run.result.status || again.result.plies != run.result.plies ||
          again.end.text() != run.end.text())
        return fails("the same rng gives a different game" + std::string(room == 0 ? " without a trace" : ""),
                     "a function of position and rng");
      if (room != 0 && (again.trace.size != room || !guard_is_whole(room)))
        return fails("a trace of small capacity is exceeded", "only the first moves");
    }
    return scene_.require(GamePromise::kPlayout, true, at, [] { return Words{}; });
  }

  // Compares `games` playouts from here with uniform play by single moves. Fails beyond five standard errors:
  // one correct game in a million.
  bool compare(const Place& at, std::uint32_t games) {
    Sums fast;
    Sums plain;
    std::unordered_map<std::uint32_t, double> first;
    const std::vector<Move> moves = at.position.legal_moves();
    if (moves.empty() || games == 0) return true;
    traced_.resize(1 + kGuard);
    for (std::uint32_t g = 0; g < games; ++g) {
      scene_.look_at(GamePromise::kPlayout);
      Position position = at.position;
      PlayoutTrace trace{traced_.data(), 1, 0};
      fast.add(scene_.game().playout(position.state(), &scene_.rng(), &trace));
      if (trace.size > 0) ++first[static_cast<std::uint32_t>(traced_[0].move)];
      plain.add(by_moves(at.position));
    }
    const auto* const quick = find<QuickPlayout>(scene_.game());
    Sums drawn;
    for (std::uint32_t g = 0; quick != nullptr && g < games; ++g) {
      scene_.look_at(GamePromise::kPlayout);
      const GuardedGame::Frozen frozen(scene_.game(), at.position.state(), "quick_playout");
      const GameStatus status = quick->quick_playout(GuardedGame::inner(at.position.state()), &scene_.rng());
      if (!scene_.require(GamePromise::kPlayout, is_over(status), at, [] {
            return Words{"quick_playout ends before the game is over", "a finished game"};
          }))
        return false;
      drawn.add({status, 0});
    }
    const double n = games;
    const auto fails = [&](const std::string& what, double a, double b) {
      return scene_.require(GamePromise::kPlayout, false, at, [&] {
        return Words{what + " " + std::to_string(a) + " in " + std::to_string(games) + " playouts",
                     "about " + std::to_string(b) + ", as in random play by single moves"};
      });
    };
    const double variance = plain.squares / n - plain.plies / n * (plain.plies / n) + 1e-9;
    if (std::abs(fast.plies - plain.plies) / n > 5 * std::sqrt(2 * variance / n) + 1e-9)
      return fails("mean length", fast.plies / n, plain.plies / n);
    const auto rare = [&](double a, double b) {
      const double p = (a + b) / (2 * n);
      return std::abs(a - b) / n > 5 * std::sqrt(2 * p * (1 - p) / n) + 2 / n;
    };
    for (Player p = 0; p < scene_.traits().players; ++p) {
      if (rare(fast.wins[p], plain.wins[p]))
        return fails("wins of player " + std::to_string(p) + ":", fast.wins[p], plain.wins[p]);
      if (quick != nullptr && rare(drawn.wins[p], plain.wins[p]))
        return fails("quick_playout: wins of player " + std::to_string(p) + ":", drawn.wins[p],
                     plain.wins[p]);
    }
    if (rare(fast.draws, plain.draws)) return fails("draws:", fast.draws, plain.draws);
    if (quick != nullptr && rare(drawn.draws, plain.draws))
      return fails("quick_playout: draws:", drawn.draws, plain.draws);
    const std::vector<double> shares = shares_of(at.position, moves);
    ChiSquare chi2(at.position.to_move() == kChance ? 20 : 0);
    for (std::size_t i = 0; i < moves.size(); ++i)
      chi2.add(n * shares[i], first[static_cast<std::uint32_t>(moves[i])]);
    chi2.close();
    const double freedom = chi2.freedom();
    if (chi2.value() >= freedom + 6 * std::sqrt(2 * freedom) + 15)
      return fails("first moves do not follow their probabilities: chi-square", chi2.value(), freedom);
    return scene_.require(GamePromise::kPlayout, true, at, [] { return Words{}; });
  }

  // Compares `games` playouts from a position close to the end of the game with the exact expectations of
  // random play, if these take no more than GameOptions::exact positions. Bound as in compare().
  bool compare_exactly(const Place& at, std::uint32_t games) {
    std::uint32_t left = scene_.options().exact;
    const auto exact = expectation(at.position, left);
    if (!exact || at.position.over() || games == 0) return true;
    Sums found;
    for (std::uint32_t g = 0; g < games; ++g) {
      scene_.look_at(GamePromise::kPlayout);
      Position position = at.position;
      found.add(scene_.game().playout(position.state(), &scene_.rng(), nullptr));
    }
    const double n = games;
    const auto close = [&](const char* what, double sum, double mean, double variance) {
      const double bound = 5 * std::sqrt(std::max(variance, 0.0) / n) + 6 / n;
      return scene_.require(GamePromise::kPlayout, std::abs(sum / n - mean) <= bound, at, [&] {
        return Words{
            std::string(what) + " in " + std::to_string(games) + " playouts: " + std::to_string(sum / n),
            "about " + std::to_string(mean) + ", the expectation of random play"};
      });
    };
    for (Player player = 0; player < scene_.traits().players; ++player) {
      const double p = exact->wins[player];
      const std::string what = "wins of player " + std::to_string(player);
      if (!close(what.c_str(), found.wins[player], p, p * (1 - p))) return false;
    }
    const double q = exact->draws;
    return close("draws", found.draws, q, q * (1 - q)) &&
           close("plies", found.plies, exact->plies, exact->squares - exact->plies * exact->plies);
  }

 private:
  static constexpr std::uint32_t kGuard = 64;
  static constexpr TracedMove kCanary{Move{0xC5C5C5C5U}, 0xC5C5C5C5U, 0xC5C5C5C5U};

  struct Run {
    Position end;
    PlayoutResult result;
    PlayoutTrace trace;
  };
  struct Sums {
    double plies = 0, squares = 0, draws = 0;
    std::array<double, kMaxPlayers> wins{};
    void add(const PlayoutResult& r) {
      plies += r.plies;
      squares += double(r.plies) * r.plies;
      if (const Player winner = winner_of(r.status); winner < kMaxPlayers) {
        ++wins[winner];
      } else {
        ++draws;
      }
    }
  };

  // Probabilities of these moves in random play.
  std::vector<double> shares_of(const Position& position, const std::vector<Move>& moves) const {
    if (position.to_move() != kChance)
      return std::vector<double>(moves.size(), 1 / static_cast<double>(moves.size()));
    std::uint32_t count = 0;
    return scene_.probabilities(position, count);
  }

  // Expectations of random play by chance-weighted search of the whole tree; nothing if it has more than
  // `left` positions.
  std::optional<Sums> expectation(const Position& position, std::uint32_t& left) {
    if (left == 0) return std::nullopt;
    --left;
    Sums sums;
    if (const GameStatus status = position.status(); is_over(status)) {
      sums.add({status, 0});
      return sums;
    }
    const std::vector<Move> moves = position.legal_moves();
    const std::vector<double> shares = shares_of(position, moves);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      Position next = position;
      next.apply(moves[i]);
      const auto below = expectation(next, left);
      if (!below) return std::nullopt;
      for (Player p = 0; p < scene_.traits().players; ++p) sums.wins[p] += shares[i] * below->wins[p];
      sums.draws += shares[i] * below->draws;
      sums.plies += shares[i] * (below->plies + 1);
      sums.squares += shares[i] * (below->squares + 2 * below->plies + 1);
    }
    return sums;
  }

  // `room` 0: without a trace.
  Run play(const Position& from, Rng rng, std::uint32_t room) {
    Run run{from, {}, {traced_.data(), room, 0}};
    std::fill(traced_.begin(), traced_.end(), kCanary);
    run.result = scene_.game().playout(run.end.state(), &rng, room == 0 ? nullptr : &run.trace);
    return run;
  }
  [[nodiscard]] bool guard_is_whole(std::uint32_t room) const {
    return std::all_of(traced_.begin() + room, traced_.end(), [](const TracedMove& m) {
      return m.move == kCanary.move && m.player == kCanary.player;
    });
  }
  PlayoutResult by_moves(Position position) {
    PlayoutResult result{position.status(), 0};
    list_.resize(scene_.traits().max_moves);
    while (!is_over(result.status)) {
      const std::uint32_t count = scene_.game().legal_moves(position.state(), list_.data());
      result.status = position.apply(scene_.random_move(position, {list_.data(), count}));
      ++result.plies;
    }
    return result;
  }

  Scene& scene_;
  std::vector<TracedMove> traced_;
  std::vector<Move> list_;
};

}  // namespace ludex::contract
