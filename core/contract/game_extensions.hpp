// Checks the promises of a game's extensions (core/game/extensions.hpp) in one position.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/contract/exhaustive.hpp"
#include "core/contract/features_look.hpp"
#include "core/contract/game_promises.hpp"
#include "core/game/extensions.hpp"

namespace ludex::contract {

class ExtensionLook {
 public:
  explicit ExtensionLook(Scene& scene) : scene_(scene), features_(scene), to_solve_(scene.options().solved) {
    find(count_moves_, GamePromise::kCountMoves), find(count_replies_, GamePromise::kCountMoves);
    find(tactics_, GamePromise::kTactics);
    find(must_play_, GamePromise::kMustPlay), find(captures_, GamePromise::kCaptures);
    find(known_outcome_, GamePromise::kKnownOutcome), find(move_scores_, GamePromise::kMoveScores);
    find(evaluate_, GamePromise::kEvaluate), find(evaluate_all_, GamePromise::kEvaluate);
    find(symmetry_, GamePromise::kSymmetry), find(repetition_, GamePromise::kOccurrences);
    find(wide_hash_, GamePromise::kWideHash), find(stage_, GamePromise::kStage);
    find(score_, GamePromise::kScore), find(successors_, GamePromise::kSuccessors);
    find(uci_, GamePromise::kProtocols), find(gtp_, GamePromise::kProtocols);
  }

  // `moves`: the legal moves; `parsed`: the position read back from its text.
  bool look(const Place& at, const std::vector<Move>& moves, const Position& parsed) {
    return check_any(at, moves, parsed) && check_features(at, moves, parsed) &&
           (moves.empty() || (check_ongoing(at, moves, parsed) && check_skip(at)));
  }

 private:
  using P = GamePromise;

  template <class E>
  void find(const E*& slot, GamePromise promise) {
    slot = ludex::find<E>(scene_.game());
    if (slot == nullptr && scene_.report()[promise].checks == 0)
      scene_.report().set_excuse(promise, "the game does not offer it");
  }
  static const State* in(const Position& position) { return GuardedGame::inner(position.state()); }
  GuardedGame::Frozen calling(const Place& at, GamePromise promise, const char* method) {
    scene_.look_at(promise);
    return {scene_.game(), at.position.state(), method};
  }

  // Checks that apply to finished games too.
  bool check_any(const Place& at, const std::vector<Move>& moves, const Position& parsed) {
    if (count_moves_ != nullptr) {
      const auto count = [&] {
        const auto frozen = calling(at, P::kCountMoves, "count_moves");
        return count_moves_->count_moves(in(at.position));
      }();
      if (!scene_.require(P::kCountMoves, count == moves.size(), at, [&] {
            return Words{"count_moves returns " + std::to_string(count),
                         std::to_string(moves.size()) + " legal moves"};
          }))
        return false;
    }
    if (wide_hash_ != nullptr) {
      scene_.look_at(P::kWideHash);
      const auto here = wide(at.position);
      if (!scene_.require(P::kWideHash, here == wide(parsed), at, [] {
            return Words{"the wide hash changes when the position is read back from its text", "the same"};
          }))
        return false;
    }
    if (score_ != nullptr && moves.empty() && !check_score(at)) return false;
    return true;
  }

  bool check_ongoing(const Place& at, const std::vector<Move>& moves, const Position& parsed) {
    const bool chance = at.position.to_move() == kChance;
    return (chance || (check_tactics(at, moves) && check_subsets(at, moves) && check_scores(at, moves) &&
                       check_known_outcome(at, parsed))) &&
           check_values(at, parsed) && check_symmetry(at, moves) && check_repetition(at, moves) &&
           check_successors(at, moves) && check_replies(at, moves) && check_protocols(at, moves);
  }

  template <class F>
  std::vector<Move> listed(const Place& at, const char* method, F&& write) {
    std::vector<Move> list(scene_.traits().max_moves);
    const GuardedGame::Frozen frozen(scene_.game(), at.position.state(), method);
    list.resize(scene_.game().list_moves(method, list.data(), write));
    return list;
  }
  static bool includes(const std::vector<Move>& moves, Move move) {
    return std::find(moves.begin(), moves.end(), move) != moves.end();
  }

  bool check_tactics(const Place& at, const std::vector<Move>& moves) {
    if (tactics_ == nullptr) return true;
    scene_.look_at(P::kTactics);
    const auto said =
        listed(at, "winning_moves", [&](Move* out) { return tactics_->winning_moves(in(at.position), out); });
    std::vector<Move> expected;
    for (const Move move : moves) {
      Position next = at.position;
      if (winner_of(next.apply(move)) == at.position.to_move()) expected.push_back(move);
    }
    const auto a = Scene::sorted(said);
    const auto b = Scene::sorted(expected);
    const bool more = !scene_.options().exact_tactics && a != b &&
                      std::any_of(a.begin(), a.end(), [&](Move m) { return !includes(b, m); }) &&
                      std::all_of(a.begin(), a.end(), [&](Move m) { return includes(moves, m); });
    return scene_.require(P::kTactics, a == b || more, at, [&] {
      return Words{"winning_moves lists " + Scene::list_text(at.position, said),
                   Scene::list_text(at.position, expected)};
    });
  }

  bool check_subsets(const Place& at, const std::vector<Move>& moves) {
    if (captures_ != nullptr) {
      scene_.look_at(P::kCaptures);
      const auto said =
          listed(at, "captures", [&](Move* out) { return captures_->captures(in(at.position), out); });
      const auto sorted = Scene::sorted(said);
      const bool once = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
      if (!scene_.require(
              P::kCaptures,
              once && std::all_of(said.begin(), said.end(), [&](Move m) { return includes(moves, m); }), at,
              [] {
                return Words{"captures lists a move twice or an illegal move",
                             "some of the legal moves, each once"};
              }))
        return false;
    }
    if (must_play_ != nullptr) {
      scene_.look_at(P::kMustPlay);
      const auto said =
          listed(at, "must_play", [&](Move* out) { return must_play_->must_play(in(at.position), out); });
      std::size_t next = 0;
      for (const Move move : moves) next += next < said.size() && said[next] == move ? 1U : 0U;
      if (!scene_.require(P::kMustPlay, next == said.size(), at, [&] {
            return Words{"must_play lists " + Scene::list_text(at.position, said),
                         "some of the legal moves, in the order of legal_moves"};
          }))
        return false;
    }
    return true;
  }

  bool check_known_outcome(const Place& at, const Position& parsed) {
    if (known_outcome_ == nullptr) return true;
    const auto claim_of = [&](const Position& position) {
      const GuardedGame::Frozen frozen(scene_.game(), position.state(), "known_outcome");
      return known_outcome_->known_outcome(in(position));
    };
    scene_.look_at(P::kKnownOutcome);
    const Outcome claim = claim_of(at.position);
    if (!scene_.require(P::kKnownOutcome, in_range(claim), at, [&] {
          return Words{"known_outcome returns " + std::to_string(static_cast<int>(claim)),
                       "a win, a draw, a loss or kUnknown"};
        }))
      return false;
    // The past may decide a game with kCyclic: its text and a search without history say nothing then.
    if (scene_.has(kCyclic) || !scene_.has(kDeterministic) || scene_.traits().players != 2) return true;
    const Outcome again = claim_of(parsed);
    if (!scene_.require(P::kKnownOutcome, claim == again, at, [&] {
          return Words{"known_outcome claims " + std::string(to_text(claim)) + ", and " +
                           std::string(to_text(again)) + " for the same position",
                       "one result"};
        }))
      return false;
    if (claim == Outcome::kUnknown || to_solve_ == 0) return true;
    constexpr std::size_t kShort = 4'000;
    Exhaustive search([](const Position& p) { return p.hash(); }, std::min(kShort, to_solve_));
    const Outcome found = search.solve(at.position);
    to_solve_ -= search.positions();
    return scene_.require(P::kKnownOutcome, found == Outcome::kUnknown || found == claim, at, [&] {
      return Words{"known_outcome claims " + std::string(to_text(claim)),
                   std::string(to_text(found)) + " for the side to move, by search to the end"};
    });
  }

  bool check_scores(const Place& at, const std::vector<Move>& moves) {
    if (move_scores_ == nullptr) return true;
    std::vector<float> scores(moves.size());
    {
      const auto frozen = calling(at, P::kMoveScores, "move_scores");
      move_scores_->move_scores(in(at.position), moves.data(), static_cast<std::uint32_t>(moves.size()),
                                scores.data());
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (!scene_.require(P::kMoveScores, scores[i] > 0 && std::isfinite(scores[i]), at, [&] {
            return Words{
                "the score of " + at.position.move_text(moves[i]) + " is " + std::to_string(scores[i]),
                "a positive number"};
          }))
        return false;
    }
    return true;
  }

  bool check_values(const Place& at, const Position& parsed) {
    if (evaluate_ != nullptr) {
      const auto value_of = [&](const Position& position) {
        scene_.look_at(P::kEvaluate);
        const GuardedGame::Frozen frozen(scene_.game(), position.state(), "evaluate");
        return evaluate_->evaluate(in(position));
      };
      const std::int32_t value = value_of(at.position);
      // A position read from its text has another past, on which the evaluation of a cyclic game may depend.
      const std::int32_t again = value_of(scene_.has(kCyclic) ? at.position : parsed);
      if (!scene_.require(P::kEvaluate, value >= -30000 && value <= 30000 && value == again, at, [&] {
            return Words{"evaluate returns " + std::to_string(value) + ", and " + std::to_string(again) +
                             " for the same position",
                         "one value in [-30000, 30000]"};
          }))
        return false;
    }
    if (!check_all_values(at, parsed)) return false;
    if (stage_ != nullptr) {
      const auto stage = [&] {
        const auto frozen = calling(at, P::kStage, "stage");
        return stage_->stage(in(at.position));
      }();
      if (!scene_.require(P::kStage, stage < scene_.traits().max_plies, at, [&] {
            return Words{"stage says " + std::to_string(stage),
                         "below max_plies = " + std::to_string(scene_.traits().max_plies)};
          }))
        return false;
    }
    return true;
  }

  bool check_all_values(const Place& at, const Position& parsed) {
    if (evaluate_all_ == nullptr) return true;
    const auto values_of = [&](const Position& position) {
      scene_.look_at(P::kEvaluate);
      const GuardedGame::Frozen frozen(scene_.game(), position.state(), "evaluate_all");
      std::vector<std::int32_t> values(scene_.traits().players);
      evaluate_all_->evaluate_all(in(position), values.data());
      return values;
    };
    const std::vector<std::int32_t> values = values_of(at.position);
    const std::vector<std::int32_t> again = values_of(scene_.has(kCyclic) ? at.position : parsed);
    for (std::size_t p = 0; p < values.size(); ++p) {
      const std::int32_t value = values[p];
      const bool holds = value >= -30000 && value <= 30000 && value == again[p];
      if (!scene_.require(P::kEvaluate, holds, at, [&] {
            return Words{"evaluate_all says " + std::to_string(value) + ", and " + std::to_string(again[p]) +
                             " for the same position, for player " + std::to_string(p),
                         "one value in [-30000, 30000]"};
          }))
        return false;
    }
    return true;
  }

  bool check_skip(const Place& at) {
    const auto* const skip = ludex::find<Skip>(scene_.game());
    const Player mover = at.position.to_move();
    if (skip == nullptr || mover == kChance) return true;
    scene_.look_at(P::kTurnOrder);
    scene_.game().calling("skip");
    Position next = at.position;
    const bool skipped = skip->skip(GuardedGame::inner(next.state()));
    const bool holds = skipped ? !next.over() && next.to_move() != mover : next.text() == at.position.text();
    return scene_.require(P::kTurnOrder, holds, at, [&] {
      return Words{(skipped ? "skip leads to " : "skip refuses, and leads to ") + next.text(),
                   skipped ? "another player to move" : "the same position"};
    });
  }

  bool check_symmetry(const Place& at, const std::vector<Move>& moves) {
    if (symmetry_ == nullptr) return true;
    scene_.look_at(P::kSymmetry);
    const std::uint32_t count = symmetry_->count();
    if (!scene_.require(P::kSymmetry, count >= 1, at, [] {
          return Words{"no symmetry at all", "at least the identity"};
        }))
      return false;
    const Move move = moves[scene_.rng().below(static_cast<std::uint32_t>(moves.size()))];
    Position after = at.position;
    const GameStatus status_after = after.apply(move);
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::string name = "symmetry " + std::to_string(k);
      Position image = mapped(at.position, k);
      std::vector<Move> images;
      for (const Move m : moves) images.push_back(map_move(at, m, k));
      if (!scene_.require(P::kSymmetry,
                          image.status() == at.position.status() && image.to_move() == at.position.to_move(),
                          at, [&] {
                            return Words{name + " leads to " + image.text(), "same status, same mover"};
                          }))
        return false;
      if (!scene_.require(P::kSymmetry, Scene::sorted(images) == Scene::sorted(image.legal_moves()), at, [&] {
            return Words{name + " leads to " + image.text() + ", where the legal moves are " +
                             Scene::list_text(image, image.legal_moves()),
                         "the images of the legal moves"};
          }))
        return false;
      if (!scene_.require(P::kSymmetry, k != 0 || image.text() == at.position.text(), at, [&] {
            return Words{name + " leads to " + image.text(), "symmetry 0 is the identity"};
          }))
        return false;
      // Playing a move and then mapping the position equals mapping it and then playing the move's image.
      const GameStatus there = image.apply(map_move(at, move, k));
      if (!scene_.require(
              P::kSymmetry, there == status_after && mapped(after, k).text() == image.text(), at, [&] {
                return Words{"under " + name + " the move " + at.position.move_text(move) + " leads to " +
                                 image.text() + " (" + Scene::status_text(there) + ")",
                             mapped(after, k).text() + " (" + Scene::status_text(status_after) + ")"};
              }))
        return false;
    }
    return true;
  }
  bool check_features(const Place& at, const std::vector<Move>& moves, const Position& parsed) {
    return features_.look(
        at, moves, parsed, [&](std::uint32_t k) { return mapped(at.position, k); },
        [&](Move move, std::uint32_t k) { return map_move(at, move, k); });
  }
  Position mapped(const Position& position, std::uint32_t symmetry) const {
    Position image(scene_.game());
    scene_.game().prepare(image.state());
    const GuardedGame::Frozen frozen(scene_.game(), position.state(), "map_state");
    symmetry_->map_state(in(position), symmetry, GuardedGame::inner(image.state()));
    scene_.game().check_guards(image.state(), "map_state");
    return image;
  }
  Move map_move(const Place& at, Move move, std::uint32_t symmetry) const {
    const GuardedGame::Frozen frozen(scene_.game(), at.position.state(), "map_move");
    return symmetry_->map_move(in(at.position), move, symmetry);
  }

  bool check_repetition(const Place& at, const std::vector<Move>& moves) {
    if (repetition_ == nullptr) return true;
    scene_.look_at(P::kOccurrences);
    const Move move = moves[scene_.rng().below(static_cast<std::uint32_t>(moves.size()))];
    Position next = at.position;
    next.apply(move);
    scene_.game().calling("repeats");
    const bool said = repetition_->repeats(in(at.position), move);
    scene_.game().calling("occurrences");
    const std::uint32_t then = repetition_->occurrences(in(next));
    return scene_.require(P::kOccurrences, said == (then > 0), at, [&] {
      return Words{std::string("repeats returns ") + (said ? "yes" : "no") + " of " +
                       at.position.move_text(move) + ", but occurrences then returns " + std::to_string(then),
                   "the same"};
    });
  }

  std::array<std::uint64_t, 2> wide(const Position& position) const {
    std::array<std::uint64_t, 2> words{};
    const GuardedGame::Frozen frozen(scene_.game(), position.state(), "wide_hash");
    wide_hash_->wide_hash(in(position), words.data());
    return words;
  }

  bool check_score(const Place& at) {
    scene_.look_at(P::kScore);
    const std::int32_t bound = score_->bound();
    const Player winner = winner_of(at.position.status());
    for (Player p = 0; p < scene_.traits().players; ++p) {
      const std::int32_t score = score_->score(in(at.position), p);
      const bool fits = winner == kNobody ? score == 0 : p == winner ? score > 0 : score <= 0;
      if (!scene_.require(P::kScore, score >= -bound && score <= bound && fits, at, [&] {
            return Words{"the score of player " + std::to_string(p) + " is " + std::to_string(score),
                         "within " + std::to_string(bound) + ", positive for a winner, 0 for a draw"};
          }))
        return false;
    }
    return true;
  }

  bool check_replies(const Place& at, const std::vector<Move>& moves) {
    if (count_replies_ == nullptr) return true;
    const std::uint64_t said = [&] {
      const auto frozen = calling(at, P::kCountMoves, "count_replies");
      return count_replies_->count_replies(in(at.position));
    }();
    std::uint64_t expected = 0;
    for (const Move move : moves) {
      Position next = at.position;
      next.apply(move);
      expected += next.legal_moves().size();
    }
    return scene_.require(P::kCountMoves, said == expected, at, [&] {
      return Words{"count_replies returns " + std::to_string(said), std::to_string(expected)};
    });
  }

  bool check_successors(const Place& at, const std::vector<Move>& moves) {
    if (successors_ == nullptr) return true;
    std::vector<Successor> list(scene_.traits().max_moves);
    const std::uint32_t count = [&] {
      const auto frozen = calling(at, P::kSuccessors, "successors");
      return successors_->successors(in(at.position), list.data());
    }();
    bool agree = count == moves.size();
    for (std::uint32_t i = 0; agree && i < count; ++i) {
      Position next = at.position;
      agree = list[i].move == moves[i] && next.apply(moves[i]) == list[i].status;
      if (agree && wide_hash_ != nullptr) agree = wide(next) == std::array{list[i].key[0], list[i].key[1]};
    }
    return scene_.require(P::kSuccessors, agree, at, [&] {
      return Words{"successors lists moves, statuses or keys that differ from those of apply", "the same"};
    });
  }

  bool check_protocols(const Place& at, const std::vector<Move>& moves) {
    const Move move = moves[scene_.rng().below(static_cast<std::uint32_t>(moves.size()))];
    const auto judge = [&](const char* dialect, const std::string& text, Status status, Move again) {
      return scene_.require(P::kProtocols, status == Status::kOk && again == move, at, [&] {
        return Words{std::string("the ") + dialect + " text '" + text + "' of the move " +
                         at.position.move_text(move) + " cannot be read back",
                     "the same move"};
      });
    };
    for (const UciDialect dialect : {UciDialect::kUci, UciDialect::kUsi}) {
      if (uci_ == nullptr || !uci_->speaks(dialect)) continue;
      scene_.look_at(P::kProtocols);
      StringSink text, error;
      Move again = kNoMove;
      scene_.game().calling("Uci::write_move");
      uci_->write_move(in(at.position), move, dialect, text);
      scene_.game().calling("Uci::read_move");
      const Status status =
          uci_->read_move(in(at.position), dialect, text.text().data(), text.text().size(), &again, error);
      if (!judge(dialect == UciDialect::kUci ? "UCI" : "USI", text.text(), status, again)) return false;
    }
    if (gtp_ == nullptr) return true;
    scene_.look_at(P::kProtocols);
    StringSink text, error;
    Move again = kNoMove;
    scene_.game().calling("Gtp::write_move");
    gtp_->write_move(in(at.position), move, text);
    scene_.game().calling("Gtp::read_move");
    const Status status =
        gtp_->read_move(in(at.position), text.text().data(), text.text().size(), &again, error);
    return judge("GTP", text.text(), status, again);
  }

  Scene& scene_;
  FeaturesLook features_;
  std::size_t to_solve_;  // positions that searches to the end may still visit
  const CountMoves* count_moves_ = nullptr;
  const CountReplies* count_replies_ = nullptr;
  const Tactics* tactics_ = nullptr;
  const MustPlay* must_play_ = nullptr;
  const KnownOutcome* known_outcome_ = nullptr;
  const Captures* captures_ = nullptr;
  const MoveScores* move_scores_ = nullptr;
  const Evaluate* evaluate_ = nullptr;
  const EvaluateAll* evaluate_all_ = nullptr;
  const Symmetry* symmetry_ = nullptr;
  const Repetition* repetition_ = nullptr;
  const WideHash* wide_hash_ = nullptr;
  const Stage* stage_ = nullptr;
  const Score* score_ = nullptr;
  const Successors* successors_ = nullptr;
  const Uci* uci_ = nullptr;
  const Gtp* gtp_ = nullptr;
};

}  // namespace ludex::contract
