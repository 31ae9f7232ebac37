// Positions seen so far, by hash and by text: equal ones must hash equally whatever moves led to them, and
// different ones differently; two that cannot be distinguished must play on alike.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/contract/game_promises.hpp"
#include "core/game/extensions.hpp"

namespace ludex::contract {

class PositionBook {
 public:
  explicit PositionBook(Scene& scene)
      : scene_(scene), left_(scene.options().lockstep), repetition_(find<Repetition>(scene.game())) {}

  // Compares with earlier positions; false once a promise is broken.
  bool visit(const Place& at) {
    scene_.look_at(GamePromise::kHash);
    std::string text = at.position.text();
    const std::uint64_t hash = at.position.hash();
    if (const auto known = hash_of_text_.find(text); known != hash_of_text_.end()) {
      const bool same = scene_.require(GamePromise::kHash, known->second.hash == hash, at, [&] {
        return Words{"the hash is " + Scene::hash_text(hash) + ", but " +
                         Scene::hash_text(known->second.hash) + " " + scene_.after_text(known->second.route),
                     "the same hash for the same position, whatever moves led to it"};
      });
      if (!same) return false;
    } else if (hash_of_text_.size() < scene_.room()) {
      hash_of_text_.emplace(text, Known{hash, at.route});
    }
    const auto met = by_hash_.find(hash);
    if (met == by_hash_.end()) {
      if (by_hash_.size() < scene_.room()) by_hash_.emplace(hash, Met{at, std::move(text)});
      return true;
    }
    const Met& before = met->second;
    if (before.text == text) {
      return before.place.route == at.route || left_ == 0 ||
             plays_alike(
                 before.place.position, at.position, at, GamePromise::kPositionText,
                 "the position " + scene_.after_text(before.place.route) + " has the same text and hash");
    }
    // Where positions can repeat, a text may hold more of the past than the hash does, such as clocks.
    if (!scene_.has(kCyclic)) {
      return scene_.require(GamePromise::kHash, false, at, [&] {
        return Words{"the position '" + before.text + "', " + scene_.after_text(before.place.route) +
                         ", has the same hash " + Scene::hash_text(hash),
                     "different positions have different hashes"};
      });
    }
    return differs_in_the_past_only(before, text, at);
  }

  // Plays both on with the same random moves. Where positions can repeat, the past may end one game and not
  // the other: that difference is allowed.
  bool plays_alike(const Position& a, const Position& b, const Place& at, GamePromise promise,
                   const std::string& relation) {
    Position x = a;
    Position y = b;
    std::string played;
    const auto differ = [&](const std::string& found) {
      return scene_.require(promise, false, at, [&] {
        return Words{relation + "; " + (played.empty() ? "" : "after " + played + " more: ") + found,
                     "positions of the same text and hash have the same continuations"};
      });
    };
    while (true) {
      const GameStatus s = x.status();
      const GameStatus t = y.status();
      if (s != t) {
        return past_may_decide(s, t, x, y) ||
               differ("there " + Scene::status_text(s) + ", here " + Scene::status_text(t));
      }
      if (is_over(s)) {
        if (returns_of(x) == returns_of(y)) break;
        return differ("the returns differ");
      }
      if (x.to_move() != y.to_move()) return differ("different players are to move");
      const std::vector<Move> moves = y.legal_moves();
      if (Scene::sorted(x.legal_moves()) != Scene::sorted(moves)) {
        // The past may also forbid moves, if it decides more than draws.
        if (scene_.has(kCyclic) && !scene_.has(kHistoryDraws) && !played.empty()) break;
        return differ("the legal moves there are " + Scene::list_text(x, x.legal_moves()) + ", here " +
                      Scene::list_text(y, moves));
      }
      if (left_ == 0) break;
      --left_;
      const Move move = scene_.random_move(y, moves);
      played.append(played.empty() ? "" : " ").append(y.move_text(move));
      x.apply(move);
      y.apply(move);
      // Where one game is over and the other is not, statuses are compared, not the hashes.
      if (x.status() == y.status() && x.hash() != y.hash()) return differ("the hashes differ");
    }
    return scene_.require(promise, true, at, [] { return Words{}; });
  }

 private:
  struct Known {
    std::uint64_t hash;
    Route route;
  };
  struct Met {
    Place place;
    std::string text;
  };

  [[nodiscard]] std::vector<float> returns_of(const Position& position) const {
    std::vector<float> values(kMaxPlayers);
    scene_.game().returns(position.state(), values.data());
    return values;
  }

  // True if the earlier moves may explain the difference between two statuses.
  [[nodiscard]] bool past_may_decide(GameStatus s, GameStatus t, const Position& x, const Position& y) const {
    if (!scene_.has(kCyclic)) return false;
    if (scene_.has(kHistoryDraws) || !is_over(s) || !is_over(t))
      return s == GameStatus::kDraw || t == GameStatus::kDraw || !scene_.has(kHistoryDraws);
    if (s == GameStatus::kDraw || t == GameStatus::kDraw || repetition_ == nullptr) return true;
    return occurrences(x) > 0 || occurrences(y) > 0;
  }
  [[nodiscard]] std::uint32_t occurrences(const Position& position) const {
    scene_.game().calling("occurrences");
    return repetition_->occurrences(GuardedGame::inner(position.state()));
  }

  // Two texts have one hash: read from their texts, so without their pasts, both positions must play alike.
  bool differs_in_the_past_only(const Met& before, const std::string& text, const Place& at) {
    if (left_ == 0) return true;
    const auto a = Position::from_text(scene_.game(), before.text);
    const auto b = Position::from_text(scene_.game(), text);
    if (!a || !b) return true;  // the position-text promise covers that
    return plays_alike(*a, *b, at, GamePromise::kHash,
                       "the position '" + before.text + "' has the same hash");
  }

  Scene& scene_;
  std::uint32_t left_;
  const Repetition* repetition_;
  std::unordered_map<std::string, Known> hash_of_text_;
  std::unordered_map<std::uint64_t, Met> by_hash_;
};

}  // namespace ludex::contract
