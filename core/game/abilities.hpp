// The extensions of a game, made from its rules. For each extension: Has...<R> is true if the rules have its
// methods, and ...Of<R> forwards to them.
#pragma once

#include <memory>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/abi/text.hpp"
#include "core/game/extensions.hpp"
#include "core/game/module_text.hpp"

namespace ludex {

template <class R>
concept HasEvaluate = requires(const R& r, const typename R::State& s) {
  r.evaluate(s);
};
template <class R>
class EvaluateOf final : public FromRules<Evaluate, R> {
 public:
  using FromRules<Evaluate, R>::FromRules;
  [[nodiscard]] std::int32_t evaluate(const State* state) const noexcept override {
    return this->rules_.evaluate(this->view(state));
  }
};

template <class R>
concept HasMoveScores = requires(const R& r, const typename R::State& s, float* f) {
  r.move_scores(s, static_cast<const Move*>(nullptr), 0U, f);
};
template <class R>
class MoveScoresOf final : public FromRules<MoveScores, R> {
 public:
  using FromRules<MoveScores, R>::FromRules;
  void move_scores(const State* state, const Move* moves, std::uint32_t count,
                   float* out) const noexcept override {
    this->rules_.move_scores(this->view(state), moves, count, out);
  }
};

template <class R>
concept HasTactics = requires(const R& r, const typename R::State& s, Move* m) {
  r.winning_moves(s, m);
};
template <class R>
class TacticsOf final : public FromRules<Tactics, R> {
 public:
  using FromRules<Tactics, R>::FromRules;
  std::uint32_t winning_moves(const State* state, Move* out) const noexcept override {
    return this->rules_.winning_moves(this->view(state), out);
  }
};

template <class R>
concept HasMustPlay = requires(const R& r, const typename R::State& s, Move* m) {
  r.must_play(s, m);
};
template <class R>
class MustPlayOf final : public FromRules<MustPlay, R> {
 public:
  using FromRules<MustPlay, R>::FromRules;
  std::uint32_t must_play(const State* state, Move* out) const noexcept override {
    return this->rules_.must_play(this->view(state), out);
  }
};

template <class R>
concept HasCaptures = requires(const R& r, const typename R::State& s, Move* m) {
  r.captures(s, m);
};
template <class R>
class CapturesOf final : public FromRules<Captures, R> {
 public:
  using FromRules<Captures, R>::FromRules;
  std::uint32_t captures(const State* state, Move* out) const noexcept override {
    return this->rules_.captures(this->view(state), out);
  }
};

template <class R>
concept HasCountMoves = requires(const R& r, const typename R::State& s) {
  r.count_moves(s);
};
template <class R>
class CountMovesOf final : public FromRules<CountMoves, R> {
 public:
  using FromRules<CountMoves, R>::FromRules;
  [[nodiscard]] std::uint32_t count_moves(const State* state) const noexcept override {
    return this->rules_.count_moves(this->view(state));
  }
};

template <class R>
concept HasSymmetry = requires(const R& r, const typename R::State& s) {
  r.map_state(s, 0U);
};
template <class R>
class SymmetryOf final : public FromRules<Symmetry, R> {
 public:
  using FromRules<Symmetry, R>::FromRules;
  [[nodiscard]] std::uint32_t count() const noexcept override { return this->rules_.symmetries(); }
  void map_state(const State* from, std::uint32_t symmetry, State* to) const noexcept override {
    new (to) typename R::State(this->rules_.map_state(this->view(from), symmetry));
  }
  [[nodiscard]] Move map_move(const State* state, Move move, std::uint32_t symmetry) const noexcept override {
    return this->rules_.map_move(this->view(state), move, symmetry);
  }
};

template <class R>
concept HasRepetition = requires(const R& r, const typename R::State& s) {
  r.occurrences(s);
};
template <class R>
class RepetitionOf final : public FromRules<Repetition, R> {
 public:
  using FromRules<Repetition, R>::FromRules;
  [[nodiscard]] std::uint32_t occurrences(const State* state) const noexcept override {
    return this->rules_.occurrences(this->view(state));
  }
  [[nodiscard]] bool repeats(const State* state, Move move) const noexcept override {
    return this->rules_.repeats(this->view(state), move);
  }
};

template <class R>
concept HasSelective = requires(const R& r, const typename R::State& s) {
  r.tense(s);
};
template <class R>
class SelectiveOf final : public FromRules<Selective, R> {
 public:
  using FromRules<Selective, R>::FromRules;
  [[nodiscard]] bool tense(const State* state) const noexcept override {
    return this->rules_.tense(this->view(state));
  }
  void gains(const State* state, const Move* moves, std::uint32_t count,
             std::int32_t* out) const noexcept override {
    this->rules_.gains(this->view(state), moves, count, out);
  }
  [[nodiscard]] bool may_threaten(const State* state, Move move) const noexcept override {
    if constexpr (requires { this->rules_.may_threaten(this->view(state), move); })
      return this->rules_.may_threaten(this->view(state), move);
    return true;
  }
  bool pass(State* state) const noexcept override { return this->rules_.pass(this->view(state)); }
  [[nodiscard]] bool drawish(const State* state) const noexcept override {
    return this->rules_.drawish(this->view(state));
  }
};

template <class R>
concept HasWideHash = requires(const R& r, const typename R::State& s) {
  r.wide_hash(s);
};
template <class R>
class WideHashOf final : public FromRules<WideHash, R> {
 public:
  using FromRules<WideHash, R>::FromRules;
  void wide_hash(const State* state, std::uint64_t out[2]) const noexcept override {
    const auto hash = this->rules_.wide_hash(this->view(state));
    out[0] = hash[0];
    out[1] = hash[1];
  }
  [[nodiscard]] bool injective() const noexcept override { return R::kInjectiveHash; }
};

template <class R>
concept HasStage = requires(const R& r, const typename R::State& s) {
  r.stage(s);
};
template <class R>
class StageOf final : public FromRules<Stage, R> {
 public:
  using FromRules<Stage, R>::FromRules;
  [[nodiscard]] std::uint32_t stage(const State* state) const noexcept override {
    return this->rules_.stage(this->view(state));
  }
};

template <class R>
concept HasScore = requires(const R& r, const typename R::State& s) {
  r.score(s, Player{0});
};
template <class R>
class ScoreOf final : public FromRules<Score, R> {
 public:
  using FromRules<Score, R>::FromRules;
  [[nodiscard]] std::int32_t bound() const noexcept override { return this->rules_.max_score(); }
  [[nodiscard]] std::int32_t score(const State* state, Player player) const noexcept override {
    return this->rules_.score(this->view(state), player);
  }
};

template <class R>
concept HasExactScore = requires(const R& r, const typename R::State& s) {
  r.near_end(s);
};
template <class R>
class ExactScoreOf final : public FromRules<ExactScore, R> {
 public:
  using FromRules<ExactScore, R>::FromRules;
  [[nodiscard]] bool near_end(const State* state) const noexcept override {
    return this->rules_.near_end(this->view(state));
  }
  std::int32_t solve(const State* state, std::int32_t alpha, std::int32_t beta,
                     std::uint64_t* nodes) const noexcept override {
    return this->rules_.solve_score(this->view(state), alpha, beta, *nodes);
  }
  [[nodiscard]] std::int32_t at_most(const State* state) const noexcept override {
    return this->rules_.score_at_most(this->view(state));
  }
};

template <class R>
concept HasSuccessors = requires(const R& r, const typename R::State& s, Successor* o) {
  r.successors(s, o);
};
template <class R>
class SuccessorsOf final : public FromRules<Successors, R> {
 public:
  using FromRules<Successors, R>::FromRules;
  std::uint32_t successors(const State* state, Successor* out) const noexcept override {
    return this->rules_.successors(this->view(state), out);
  }
  void evaluate_successors(const State* state, const Successor* list, const std::uint32_t* which,
                           std::uint32_t count, std::int32_t* out) const noexcept override {
    this->rules_.evaluate_successors(this->view(state), list, which, count, out);
  }
};

template <class R>
concept HasCountReplies = requires(const R& r, const typename R::State& s) {
  r.count_replies(s);
};
template <class R>
class CountRepliesOf final : public FromRules<CountReplies, R> {
 public:
  using FromRules<CountReplies, R>::FromRules;
  [[nodiscard]] std::uint64_t count_replies(const State* state) const noexcept override {
    return this->rules_.count_replies(this->view(state));
  }
};

template <class R>
concept HasQuickPlayout = requires(const R& r, const typename R::State& s, Rng& rng) {
  r.quick_playout(s, rng);
};
template <class R>
class QuickPlayoutOf final : public FromRules<QuickPlayout, R> {
 public:
  using FromRules<QuickPlayout, R>::FromRules;
  [[nodiscard]] GameStatus quick_playout(const State* state, Rng* rng) const noexcept override {
    return this->rules_.quick_playout(this->view(state), *rng);
  }
};

template <class R>
concept HasWorkspaces = requires(const R& r) {
  r.open_workspaces(1U);
};
template <class R>
class WorkspacesOf final : public FromRules<Workspaces, R> {
 public:
  using FromRules<Workspaces, R>::FromRules;
  OpenWorkspaces* open(std::uint32_t threads, TextSink& error) const noexcept override {
    OpenWorkspaces* opened = nullptr;
    static_cast<void>(guarded(error, [&] {
      opened = new Opened(this->rules_.open_workspaces(threads));
      return Status::kOk;
    }));
    return opened;
  }

 private:
  class Opened final : public OpenWorkspaces {
   public:
    explicit Opened(std::shared_ptr<void> memory) : memory_(std::move(memory)) {}
    void destroy() noexcept override { delete this; }

   private:
    std::shared_ptr<void> memory_;
  };
};

// One extension: `present` or not.
template <class R, bool present, template <class> class Of>
class Ability {
 public:
  explicit Ability(const R&) noexcept {}
  [[nodiscard]] const void* find(std::string_view) const noexcept { return nullptr; }
};
template <class R, template <class> class Of>
class Ability<R, true, Of> {
  using Interface = typename Of<R>::Interface;

 public:
  explicit Ability(const R& rules) : extension_(rules) {}
  [[nodiscard]] const void* find(std::string_view id) const noexcept {
    return id == Interface::kId ? static_cast<const Interface*>(&extension_) : nullptr;
  }

 private:
  Of<R> extension_;
};

template <class R, class... A>
class AbilityList {
 public:
  explicit AbilityList(const R& rules) : all_(A(rules)...) {}
  // The extension with that id, or nullptr.
  [[nodiscard]] const void* find(std::string_view id) const noexcept {
    const void* found = nullptr;
    std::apply([&](const A&... each) { static_cast<void>(((found = each.find(id)) || ...)); }, all_);
    return found;
  }

 private:
  std::tuple<A...> all_;
};

// All extensions that the rules have.
template <class R>
using Abilities =
    AbilityList<R, Ability<R, HasEvaluate<R>, EvaluateOf>, Ability<R, HasMoveScores<R>, MoveScoresOf>,
                Ability<R, HasTactics<R>, TacticsOf>, Ability<R, HasMustPlay<R>, MustPlayOf>,
                Ability<R, HasCaptures<R>, CapturesOf>, Ability<R, HasCountMoves<R>, CountMovesOf>,
                Ability<R, HasSymmetry<R>, SymmetryOf>, Ability<R, HasRepetition<R>, RepetitionOf>,
                Ability<R, HasSelective<R>, SelectiveOf>, Ability<R, HasWideHash<R>, WideHashOf>,
                Ability<R, HasStage<R>, StageOf>, Ability<R, HasScore<R>, ScoreOf>,
                Ability<R, HasExactScore<R>, ExactScoreOf>, Ability<R, HasSuccessors<R>, SuccessorsOf>,
                Ability<R, HasCountReplies<R>, CountRepliesOf>,
                Ability<R, HasQuickPlayout<R>, QuickPlayoutOf>, Ability<R, HasWorkspaces<R>, WorkspacesOf>,
                Ability<R, HasUci<R>, UciOf>, Ability<R, HasGtp<R>, GtpOf>, Ability<R, HasSan<R>, SanOf>,
                Ability<R, HasSgf<R>, SgfOf>, Ability<R, HasSvg<R>, SvgOf>, Ability<R, HasSides<R>, SidesOf>,
                Ability<R, HasSvgCells<R>, SvgCellsOf>>;

}  // namespace ludex
