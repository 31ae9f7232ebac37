// Checks one position of a game in all respects: status, moves, texts, result.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "core/contract/game_promises.hpp"

namespace ludex::contract {

class GameLook {
 public:
  explicit GameLook(Scene& scene) : scene_(scene) {}

  // False once a promise is broken. Results are valid until the next call.
  bool look(const Place& at) {
    parsed_.reset();
    if (at.route.empty()) last_player_ = kNobody;
    return check_status(at) && check_list(at) && (is_over(status_) || check_moves(at)) && check_text(at) &&
           (!is_over(status_) || check_result(at));
  }
  [[nodiscard]] GameStatus status() const noexcept { return status_; }
  [[nodiscard]] const std::vector<Move>& moves() const noexcept { return moves_; }
  // The position read back from its own text.
  [[nodiscard]] std::optional<Position>& parsed() noexcept { return parsed_; }

  // Plays the move on a copy first, then in place.
  bool play(Place& at, Move move) {
    using enum GamePromise;
    scene_.look_at(kCopy);
    const std::string text = at.position.text();
    const std::uint64_t hash = at.position.hash();
    Position copy = at.position;
    if (!scene_.require(kCopy, copy.text() == text && copy.hash() == hash && copy.legal_moves() == moves_, at,
                        [&] {
                          return Words{"the copy is " + copy.text(), "an equal position"};
                        }))
      return false;
    const GameStatus there = copy.apply(move);
    if (!scene_.require(kCopy, at.position.text() == text && at.position.hash() == hash, at, [&] {
          return Words{"playing on the copy changes the original to " + at.position.text(), text};
        }))
      return false;
    if (const Player mover = at.position.to_move(); mover != kChance) last_player_ = mover;
    scene_.look_at(kStatus);
    const GameStatus here = at.position.apply(move);
    at.route.push_back(move);
    if (!scene_.require(
            kCopy, here == there && at.position.text() == copy.text() && at.position.hash() == copy.hash(),
            at, [&] {
              return Words{"the same move on a copy leads to " + copy.text(), at.position.text()};
            }))
      return false;
    if (!scene_.require(kStatus, at.position.status() == here, at, [&] {
          return Words{"apply returned: " + Scene::status_text(here) +
                           "; status returns: " + Scene::status_text(at.position.status()),
                       "the same"};
        }))
      return false;
    if (is_over(here)) return true;
    const Player next = at.position.to_move();
    if (!scene_.has(kAlternating) || next == kChance || last_player_ == kNobody) return true;
    const Player expected = (last_player_ + 1) % scene_.traits().players;
    return scene_.require(kTurnOrder, next == expected, at, [&] {
      return Words{
          "player " + std::to_string(next) + " is to move after player " + std::to_string(last_player_),
          "player " + std::to_string(expected) + ": traits().flags has kAlternating"};
    });
  }

 private:
  bool check_status(const Place& at) {
    scene_.look_at(GamePromise::kStatus);
    status_ = at.position.status();
    return scene_.require(
        GamePromise::kStatus,
        static_cast<std::uint32_t>(status_) < static_cast<std::uint32_t>(win_for(scene_.traits().players)),
        at, [&] {
          return Words{
              "status " + std::to_string(static_cast<std::uint32_t>(status_)),
              "0 (not over), 1 (draw) or 2 + a player of 0.." + std::to_string(scene_.traits().players - 1)};
        });
  }

  bool check_list(const Place& at) {
    using enum GamePromise;
    scene_.look_at(kLegalMoves);
    moves_ = at.position.legal_moves();
    const std::uint32_t count = scene_.game().last_count();
    if (count > scene_.traits().max_moves) {
      static_cast<void>(scene_.game().take_damage());  // the same fault, reported better here
    }
    if (!scene_.require(kLegalMoves, count <= scene_.traits().max_moves, at, [&] {
          return Words{std::to_string(count) + " legal moves",
                       "at most traits().max_moves = " + std::to_string(scene_.traits().max_moves)};
        }))
      return false;
    if (!scene_.require(kLegalMoves, moves_.empty() == is_over(status_), at, [&] {
          return Words{
              std::to_string(count) + " legal moves, but status returns: " + Scene::status_text(status_),
              "legal moves if and only if the game is not over"};
        }))
      return false;
    const auto sorted = Scene::sorted(moves_);
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (!scene_.require(kLegalMoves, twice == sorted.end(), at, [&] {
          return Words{"the move " + at.position.move_text(*twice) + " is listed twice", "each move once"};
        }))
      return false;
    return scene_.require(kDeterminism, at.position.legal_moves() == moves_, at, [&] {
      return Words{"two calls of legal_moves return different lists", "the same moves in the same order"};
    });
  }

  bool check_moves(const Place& at) {
    using enum GamePromise;
    scene_.look_at(kTurnOrder);
    const Player mover = at.position.to_move();
    const std::uint32_t players = scene_.traits().players;
    const bool begins = last_player_ == kNobody;  // outcomes may precede the first move of a player
    if (!scene_.require(kTurnOrder, mover == kChance || (mover < players && (mover == 0 || !begins)), at,
                        [&] {
                          return Words{"player " + std::to_string(mover) + " is to move",
                                       begins ? "player 0" : "a player of 0.." + std::to_string(players - 1)};
                        }))
      return false;
    scene_.look_at(kMoveClass);
    for (const Move move : moves_) {
      const std::uint32_t index = scene_.game().move_class(at.position.state(), move);
      if (!scene_.require(kMoveClass, index < scene_.traits().move_classes, at, [&] {
            return Words{"the class of " + at.position.move_text(move) + " is " + std::to_string(index),
                         "below traits().move_classes = " + std::to_string(scene_.traits().move_classes)};
          }))
        return false;
    }
    scene_.look_at(kMoveText);
    for (const std::size_t i : sample(moves_.size())) {
      const std::string text = at.position.move_text(moves_[i]);
      const auto again = at.position.parse_move(text);
      if (!scene_.require(kMoveText, !text.empty() && again && *again == moves_[i], at, [&] {
            return Words{"the legal move '" + text + "' (" +
                             std::to_string(static_cast<std::uint32_t>(moves_[i])) + ") reads back as " +
                             (again ? "move " + std::to_string(static_cast<std::uint32_t>(*again))
                                    : "an error: " + again.error()),
                         "the same move"};
          }))
        return false;
    }
    return true;
  }

  // Indices of all moves, or of a sample that keeps the check cheap.
  std::vector<std::size_t> sample(std::size_t count) {
    std::vector<std::size_t> indices(count);
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    const std::size_t wanted = scene_.options().sampled;
    if (count <= wanted) return indices;
    for (std::size_t i = 0; i < wanted; ++i)
      std::swap(indices[i], indices[i + scene_.rng().below(static_cast<std::uint32_t>(count - i))]);
    indices.resize(wanted);
    return indices;
  }

  bool check_text(const Place& at) {
    using enum GamePromise;
    scene_.look_at(kPositionText);
    const std::string text = at.position.text();
    auto read = Position::from_text(scene_.game(), text);
    if (!scene_.require(kPositionText, read.ok(), at, [&] {
          return Words{"its text cannot be read back: " + read.error(), "an equal position"};
        }))
      return false;
    parsed_ = std::move(*read);
    const std::string again = parsed_->text();
    if (!scene_.require(kPositionText, again == text, at, [&] {
          return Words{"read back, its text becomes '" + again + "'", "the same text"};
        }))
      return false;
    scene_.look_at(kHash);
    if (!scene_.require(kHash, parsed_->hash() == at.position.hash(), at, [&] {
          return Words{"its hash is " + Scene::hash_text(at.position.hash()) + ", read back from its text " +
                           Scene::hash_text(parsed_->hash()),
                       "the same hash for the same position"};
        }))
      return false;
    scene_.look_at(kPositionText);
    const GameStatus status = parsed_->status();
    // A text need not include the past that decided the game.
    const bool by_past = scene_.has(kCyclic) && is_over(status_) && !is_over(status);
    if (!scene_.require(kPositionText, status == status_ || by_past, at, [&] {
          return Words{"read back from its text: " + Scene::status_text(status), Scene::status_text(status_)};
        }))
      return false;
    if (!is_over(status_)) {
      if (!scene_.require(kPositionText, parsed_->to_move() == at.position.to_move(), at, [&] {
            return Words{
                "read back from its text, player " + std::to_string(parsed_->to_move()) + " is to move",
                "player " + std::to_string(at.position.to_move())};
          }))
        return false;
      const auto moves = parsed_->legal_moves();
      if (!scene_.require(kPositionText, Scene::sorted(moves) == Scene::sorted(moves_), at, [&] {
            return Words{"read back from its text, the legal moves are " + Scene::list_text(*parsed_, moves),
                         Scene::list_text(at.position, moves_)};
          }))
        return false;
    }
    // The drawing must end with a newline even if the author's code threw.
    const std::string drawing = at.position.drawing();
    return scene_.require(kPositionText, drawing.ends_with('\n'), at, [&] {
      return Words{"draw writes '" + drawing + "'", "lines that each end with a newline"};
    });
  }

  bool check_result(const Place& at) {
    using enum GamePromise;
    scene_.look_at(kReturns);
    const std::uint32_t players = scene_.traits().players;
    std::vector<float> values(kMaxPlayers, -99.0F);
    scene_.game().returns(at.position.state(), values.data());
    const auto says = [&] {
      std::string text = "returns";
      for (std::uint32_t p = 0; p < players; ++p) text += " " + std::to_string(values[p]);
      return text + " (" + Scene::status_text(status_) + ")";
    };
    float sum = 0;
    bool in_range = true;
    for (std::uint32_t p = 0; p < players; ++p) {
      in_range = in_range && std::abs(values[p]) <= 1.0F;  // false for a NaN
      sum += values[p];
    }
    // The first place belongs to the winner alone, or it is a draw.
    const Player winner = winner_of(status_);
    const float most = *std::max_element(values.begin(), values.begin() + players);
    const auto firsts =
        std::count_if(values.begin(), values.begin() + players, [&](float v) { return most - v < 1e-5F; });
    const bool fits = winner == kNobody ? firsts > 1 : firsts == 1 && values[winner] == most;
    return scene_.require(kReturns, in_range, at, [&] {
      return Words{says(), "each in [-1, 1]"};
    }) && scene_.require(kReturns, !scene_.has(kZeroSum) || std::abs(sum) < 1e-5F, at, [&] {
      return Words{says(), "a sum of 0: traits().flags has kZeroSum"};
    }) && scene_.require(kReturns, fits, at, [&] {
      return Words{says(), winner != kNobody ? "the largest value for the winner"
                           : players == 2    ? "the same value for both"
                                             : "the largest value for two or more: nobody has won"};
    }) && scene_.require(kReturns, status_ != GameStatus::kDraw || scene_.has(kDrawsPossible), at, [&] {
      return Words{"a draw", "none: traits().flags lacks kDrawsPossible"};
    });
  }

  Scene& scene_;
  GameStatus status_ = GameStatus::kOngoing;
  Player last_player_ = kNobody;  // the last one to move in this game
  std::vector<Move> moves_;
  std::optional<Position> parsed_;
};

}  // namespace ludex::contract
