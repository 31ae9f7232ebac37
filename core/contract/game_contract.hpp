// All promises of a game, checked on random games over the binary interface by `ludex check`, by the host
// before it uses a game, and by tests. Rules that are consistently wrong (a board whose lines wrap around its
// edge) break no promise; known perft counts (GameOptions::perft) and symmetries find some such errors.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/contract/chance_look.hpp"
#include "core/contract/game_extensions.hpp"
#include "core/contract/game_look.hpp"
#include "core/contract/game_promises.hpp"
#include "core/contract/playout_check.hpp"
#include "core/contract/position_book.hpp"
#include "core/util/hash.hpp"

namespace ludex::contract {

// Checks the traits that every later check relies on.
[[nodiscard]] inline bool check_traits(const GameTraits& traits, Report& report) {
  constexpr std::uint32_t kMost = 1U << 24;
  const auto fails = [&](const char* name, std::uint32_t found, const char* expected) {
    report.set_broken(GamePromise::kTraits,
                      {std::string("traits().") + name + " is " + std::to_string(found), expected, "", ""});
    return false;
  };
  ++report[GamePromise::kTraits].checks;
  if (traits.players < 2 || traits.players > kMaxPlayers) return fails("players", traits.players, "2..8");
  if (traits.max_moves < 1 || traits.max_moves > kMost)
    return fails("max_moves", traits.max_moves, "1..2^24");
  if (traits.max_plies < 1 || traits.max_plies > kMost)
    return fails("max_plies", traits.max_plies, "1..2^24");
  if (traits.move_classes < 1) return fails("move_classes", traits.move_classes, "at least 1");
  if (traits.state_size < 1 || traits.state_size > kMost)
    return fails("state_size", traits.state_size, "1..2^24");
  if (!std::has_single_bit(traits.state_align) || traits.state_align > 64)
    return fails("state_align", traits.state_align, "a power of two, at most 64");
  return true;
}

class GameContract {
 public:
  GameContract(const Game& game, const Game& twin, const GameOptions& options, Report& report, Trail& trail)
      : scene_(game, options, report, trail),
        twin_(twin, trail),
        look_(scene_),
        chance_(scene_),
        book_(scene_),
        extensions_(scene_),
        playouts_(scene_) {}

  void run() {
    const GameOptions& options = scene_.options();
    std::uint32_t left = options.steps;
    bool sound = true;
    for (std::uint32_t i = 0; i < options.walks && left > 0 && sound; ++i) sound = walk(left);
    for (std::size_t i = 0; i < near_ends_.size() && i < options.trees && sound; ++i)
      sound = tree(near_ends_[i]);
    if (sound) sound = tree({Position(scene_.game()), {}});
    for (const PerftFact& fact : options.perft) sound = sound && check_perft(fact);
    // A playout of an endless game would not return.
    if (options.playouts == 0 || !sound) {
      scene_.report().set_excuse(GamePromise::kPlayout,
                                 sound ? "the check is one without playouts" : "another promise is broken");
      return;
    }
    for (const Place& place : starts_) sound = sound && playouts_.replay(place);
    if (sound) sound = playouts_.compare({Position(scene_.game()), {}}, options.playouts);
    if (scene_.has(kDeterministic)) return;
    for (const Place& place : near_ends_) sound = sound && playouts_.compare_exactly(place, options.playouts);
  }

  // A digest of all answers of the game: the same in every process.
  [[nodiscard]] std::uint64_t digest() const noexcept { return digest_; }

 private:
  // Plays a random game; false once a promise is broken.
  bool walk(std::uint32_t& left) {
    using enum GamePromise;
    Trail& trail = scene_.trail();
    trail.playing("");
    Place at{Position(scene_.game()), {}};
    Position twin(twin_);
    std::optional<Position> shadow;  // the same game, continued from a position read back from its text
    std::unordered_set<std::string> texts;
    std::string played;
    while (true) {
      if (!look_.look(at)) return false;
      if (!compare_twin(at, twin) || (shadow && !compare_shadow(at, shadow))) return false;
      const std::uint64_t hash = at.position.hash();
      digest_ = hash_combine(hash_combine(digest_, hash), fnv1a(at.position.text()));
      for (const Move move : look_.moves()) digest_ = hash_combine(digest_, static_cast<std::uint64_t>(move));
      if (!scene_.has(kCyclic)) {
        scene_.look_at(kRepetition);
        if (!scene_.require(kRepetition, texts.insert(at.position.text()).second, at, [] {
              return Words{"this position has occurred before in this game",
                           "no repetition: traits().flags lacks kCyclic"};
            }))
          return false;
      } else {
        scene_.report().set_excuse(kRepetition, "the game declares that positions can repeat");
      }
      if (!is_over(look_.status()) && !chance_.look(at, look_.moves())) return false;
      if (!book_.visit(at)) return false;
      if (scene_.options().extensions && !extensions_.look(at, look_.moves(), *look_.parsed())) return false;
      note(at, is_over(look_.status()));
      if (is_over(look_.status())) return true;
      scene_.look_at(kLength);
      if (!scene_.require(kLength, at.route.size() < scene_.traits().max_plies, at, [&] {
            return Words{"the game goes on after " + std::to_string(at.route.size()) + " plies",
                         "an end: traits().max_plies is " + std::to_string(scene_.traits().max_plies)};
          }))
        return false;
      if (left == 0) return true;
      --left;
      if (!shadow && scene_.rng().below(4) == 0) shadow = std::move(*look_.parsed());
      const Move move = scene_.random_move(at.position, look_.moves());
      played.append(played.empty() ? "" : " ").append(at.position.move_text(move));
      trail.playing(played);
      if (!look_.play(at, move)) return false;
      twin.apply(move);
      if (shadow) shadow->apply(move);
    }
  }

  bool compare_twin(const Place& at, const Position& twin) {
    scene_.look_at(GamePromise::kDeterminism);
    const auto same = [&](bool holds, const char* what) {
      return scene_.require(GamePromise::kDeterminism, holds, at, [&] {
        return Words{std::string("a second instance of the game, given the same moves, has another ") + what,
                     "the same answers"};
      });
    };
    return same(twin.status() == look_.status(), "status") &&
           same(twin.text() == at.position.text(), "position text") &&
           same(twin.hash() == at.position.hash(), "hash") &&
           same(twin.legal_moves() == look_.moves(), "list of legal moves");
  }

  // Drops the shadow if its shorter past may explain a difference.
  bool compare_shadow(const Place& at, std::optional<Position>& shadow) {
    const bool alike =
        shadow->status() == look_.status() && shadow->hash() == at.position.hash() &&
        shadow->text() == at.position.text() &&
        (is_over(look_.status()) || Scene::sorted(shadow->legal_moves()) == Scene::sorted(look_.moves()));
    if (alike) {
      if (is_over(look_.status()) || scene_.rng().below(8) == 0) shadow.reset();
      return true;
    }
    const bool past = scene_.has(kCyclic) && shadow->status() != look_.status() &&
                      (!scene_.has(kHistoryDraws) || look_.status() == GameStatus::kDraw);
    const bool kept = scene_.require(GamePromise::kPositionText, past, at, [&] {
      return Words{"a position of this game, read back from its text, becomes after the same moves " +
                       shadow->text() + " (" + Scene::status_text(shadow->status()) + ", hash " +
                       Scene::hash_text(shadow->hash()) + ")",
                   at.position.text() + " (" + Scene::status_text(look_.status()) + ", hash " +
                       Scene::hash_text(at.position.hash()) + ")"};
    });
    shadow.reset();
    return kept;
  }

  // Keeps places for later checks: some as starts of playouts, some close to the ends of games.
  void note(const Place& at, bool over) {
    constexpr std::size_t kStarts = 64;
    if (starts_.size() < kStarts && (over ? starts_.size() < kStarts / 4 : scene_.rng().below(6) == 0))
      starts_.push_back(at);
    if (recent_.size() == kRecent) recent_.erase(recent_.begin());
    recent_.push_back(at);
    if (!over) return;
    if (near_ends_.size() < scene_.options().trees)
      near_ends_.push_back(recent_[scene_.rng().below(static_cast<std::uint32_t>(recent_.size()))]);
    recent_.clear();
  }

  // Searches breadth first from here. Takes few moves per position, if possible the same ones everywhere, so
  // that different orders of the same moves lead to one position.
  bool tree(const Place& root) {
    constexpr std::size_t kBranches = 5;
    const std::size_t most = std::min<std::size_t>(scene_.options().tree_nodes, scene_.room());
    scene_.trail().playing(scene_.moves_text(root.route));
    const std::uint64_t taste = scene_.rng().next();
    std::vector<Place> queue{root};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const Place at = queue[i];
      if (!book_.visit(at)) return false;
      if (at.position.over()) continue;
      std::vector<Move> moves = at.position.legal_moves();
      if (moves.size() > kBranches) {
        std::partial_sort(moves.begin(), moves.begin() + kBranches, moves.end(), [&](Move a, Move b) {
          return mix64(taste ^ static_cast<std::uint64_t>(a)) < mix64(taste ^ static_cast<std::uint64_t>(b));
        });
        moves.resize(kBranches);
      }
      for (const Move move : moves) {
        if (queue.size() >= most) break;
        Place next = at;
        next.position.apply(move);
        next.route.push_back(move);
        queue.push_back(std::move(next));
      }
    }
    return true;
  }

  std::uint64_t perft(const Position& position, std::uint32_t depth) {
    if (depth == 0) return 1;
    const auto moves = position.legal_moves();
    if (depth == 1) return moves.size();
    std::uint64_t leaves = 0;
    for (const Move move : moves) {
      Position next = position;
      next.apply(move);
      leaves += perft(next, depth - 1);
    }
    return leaves;
  }
  bool check_perft(const PerftFact& fact) {
    scene_.look_at(GamePromise::kPerft);
    const Place start{Position(scene_.game()), {}};
    const std::uint64_t leaves = perft(start.position, fact.depth);
    return scene_.require(GamePromise::kPerft, leaves == fact.leaves, start, [&] {
      return Words{std::to_string(leaves) + " leaves at depth " + std::to_string(fact.depth),
                   std::to_string(fact.leaves)};
    });
  }

  static constexpr std::size_t kRecent = 6;
  Scene scene_;
  GuardedGame twin_;
  GameLook look_;
  ChanceLook chance_;
  PositionBook book_;
  ExtensionLook extensions_;
  PlayoutCheck playouts_;
  std::vector<Place> starts_;
  std::vector<Place> recent_;
  std::vector<Place> near_ends_;
  std::uint64_t digest_ = 0;
};

struct GameFindings {
  Report report{kGamePromises};
  std::uint64_t digest = 0;  // compare it with that of another process
};

// Makes the game twice and runs all requested checks. Not thread-safe. Author's code that crashes takes this
// process down: check untrusted code in another process.
[[nodiscard]] inline Result<GameFindings> check_game(const MakeGame& make, const GameOptions& options,
                                                     Trail& trail) {
  GameFindings findings;
  Report& report = findings.report;
  if (options.perft.empty()) report.set_excuse(GamePromise::kPerft, "no known counts were given (--perft)");
  trail.calling("create");
  const auto game = make();
  if (!game) return Error{game.error()};
  const auto twin = make();
  if (!twin) return Error{twin.error()};
  trail.calling("traits");
  const GameTraits traits = (*game)->traits();
  const GameTraits again = (*twin)->traits();
  if (!check_traits(traits, report)) return findings;
  if (std::memcmp(&traits, &again, sizeof traits) != 0) {
    report.set_broken(GamePromise::kDeterminism,
                      {"two instances of the game have different traits", "the same", "", ""});
    return findings;
  }
  GameContract contract(**game, **twin, options, report, trail);
  contract.run();
  findings.digest = contract.digest();
  return findings;
}

}  // namespace ludex::contract
