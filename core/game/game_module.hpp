// GameModule<R>: turns rules written as an ordinary C++20 value type into the binary interface of
// core/game/game.hpp. The class is final, so code that knows R (GameModule<R>&) inlines every call; code that
// holds a Game& pays one virtual call.
#pragma once

#include <concepts>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/abi/entry.hpp"
#include "core/abi/text.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/module_text.hpp"
#include "core/util/result.hpp"

namespace ludex {

// Rules of one game with its parameters fixed: an immutable value. The methods mean what their namesakes in
// Game mean; those that return text or Result may allocate and throw, the others may not.
//
// Optional methods, each found by its presence:
//   PlayoutResult playout(State&, Rng&, PlayoutTrace*) const      a faster uniform playout
//   void copy(State&, const State&) const                         a cheaper copy than memcpy of the whole
//   block void returns(const State&, float*) const                      utilities other than -1, 0, 1
//   Result<Move> parse_move(const State&, std::string_view) const  more spellings than move_text's own
//   std::int32_t evaluate(const State&) const                     ludex.evaluate/1
//   void move_scores(const State&, const Move*, std::uint32_t, float*) const       ludex.move-scores/1
//   std::uint32_t winning_moves(const State&, Move*) const        ludex.tactics/1
//   std::uint32_t must_play(const State&, Move*) const            ludex.must-play/1
//   std::uint32_t captures(const State&, Move*) const             ludex.captures/1
//   std::uint32_t count_moves(const State&) const                 ludex.count-moves/1
//   std::uint32_t symmetries() const, State map_state(const State&, std::uint32_t) const,
//     Move map_move(const State&, Move, std::uint32_t) const      ludex.symmetry/1
//   std::uint32_t occurrences(const State&) const, bool repeats(const State&, Move) const ludex.repetition/1
//   bool tense(const State&) const, void gains(const State&, const Move*, std::uint32_t, std::int32_t*)
//   const,
//     bool pass(State&) const, bool drawish(const State&) const   ludex.draft.selective/1
//   std::array<std::uint64_t, 2> wide_hash(const State&) const, static constexpr bool kInjectiveHash
//                                                                 ludex.wide-hash/1
//   std::uint32_t stage(const State&) const                       ludex.stage/1
//   std::int32_t score(const State&, Player) const, std::int32_t max_score() const     ludex.score/1
//   bool near_end(const State&) const, std::int32_t solve_score(const State&, std::int32_t alpha,
//     std::int32_t beta, std::uint64_t& nodes) const, std::int32_t score_at_most(const State&) const
//                                                                 ludex.draft.exact-score/1
//   std::uint32_t successors(const State&, Successor*) const, void evaluate_successors(const State&,
//     const Successor*, const std::uint32_t*, std::uint32_t, std::int32_t*) const  ludex.draft.successors/1
//   static std::span<const ParamSpec> train_parameters(), Result<void> train(const std::string& folder,
//     const ParamValues&, const std::uint32_t* stop, TextSink& progress) const      ludex.draft.train/1
//   std::shared_ptr<void> open_workspaces(std::uint32_t threads) const    ludex.draft.workspaces/1
//   bool speaks(UciDialect) const, std::string uci_variant() const, std::string uci_move(const State&, Move,
//     UciDialect) const, Result<Move> parse_uci_move(const State&, std::string_view, UciDialect) const,
//     std::string uci_position(const State&, UciDialect) const,
//     Result<State> parse_uci_position(std::string_view, UciDialect) const             ludex.uci/1
//   std::string gtp_move(const State&, Move) const, Result<Move> parse_gtp_move(const State&,
//     std::string_view) const, Result<std::string> gtp_setup(const State&) const,
//     std::string gtp_board_size() const; char gtp_color(const State&) const unless the first player is 'b'
//                                                                 ludex.gtp/1
//   std::string svg(const State&, Move last) const                ludex.svg/1
//   bool offers(std::string_view id) const      of these, which this instance has (parameters may decide)
template <class R>
concept GameRules = std::is_trivially_copyable_v<typename R::State> && std::copy_constructible<R> &&
    requires(const R& rules, typename R::State& state, const typename R::State& position, Move move,
             Move* out, std::string_view text) {
  { rules.traits() } -> std::same_as<GameTraits>;  // state_size and state_align are filled in
  { rules.initial() } -> std::same_as<typename R::State>;
  { rules.to_move(position) }
  noexcept->std::same_as<Player>;
  { rules.status(position) }
  noexcept->std::same_as<GameStatus>;
  { rules.legal_moves(position, out) }
  noexcept->std::same_as<std::uint32_t>;
  { rules.apply(state, move) }
  noexcept->std::same_as<GameStatus>;
  { rules.hash(position) }
  noexcept->std::same_as<std::uint64_t>;
  { rules.move_class(position, move) }
  noexcept->std::same_as<std::uint32_t>;
  { rules.move_text(position, move) } -> std::same_as<std::string>;
  { rules.position_text(position) } -> std::same_as<std::string>;
  { rules.parse_position(text) } -> std::same_as<Result<typename R::State>>;
  { rules.board_text(position) } -> std::same_as<std::string>;
};

// Appends one ply to a trace if there is one with room.
inline void record(PlayoutTrace* trace, Move move, std::uint32_t move_class, Player player) noexcept {
  if (trace != nullptr && trace->size < trace->capacity)
    trace->moves[trace->size++] = {move, move_class, player};
}

// The plain uniform playout, by move generation; the yardstick for every faster one.
template <GameRules R>
PlayoutResult play_uniformly(const R& rules, typename R::State& state, Rng& rng, PlayoutTrace* trace,
                             Move* buffer) noexcept {
  if (trace != nullptr) trace->size = 0;
  PlayoutResult result{rules.status(state), 0};
  while (!is_over(result.status)) {
    const Move move = buffer[rng.below(rules.legal_moves(state, buffer))];
    if (trace != nullptr) record(trace, move, rules.move_class(state, move), rules.to_move(state));
    result.status = rules.apply(state, move);
    ++result.plies;
  }
  return result;
}

template <GameRules R>
class GameModule final : public Game {
  using S = typename R::State;

 public:
  // Upper bound of max_moves for rules without a playout of their own (their move buffer is on the stack).
  static constexpr std::uint32_t kMaxStackMoves = 2048;

  explicit GameModule(R rules) : rules_(std::move(rules)), traits_(rules_.traits()) {
    traits_.state_size = sizeof(S);
    traits_.state_align = alignof(S);
  }

  [[nodiscard]] const R& rules() const noexcept { return rules_; }
  static S& view(State* state) noexcept { return *reinterpret_cast<S*>(state); }
  static const S& view(const State* state) noexcept { return *reinterpret_cast<const S*>(state); }

  void destroy() noexcept override { delete this; }
  [[nodiscard]] const GameTraits& traits() const noexcept override { return traits_; }
  [[nodiscard]] const void* extension(const char* id) const noexcept override {
    const std::string_view wanted(id);
    if constexpr (requires { rules_.offers(wanted); }) {
      if (!rules_.offers(wanted)) return nullptr;
    }
    const void* found = nullptr;
    const auto offer = [&]<class E>(const E& ext) {
      if constexpr (!std::is_same_v<E, std::monostate>) {
        using Interface = typename E::Interface;
        if (wanted == Interface::kId) found = static_cast<const Interface*>(&ext);
      }
    };
    offer(evaluate_), offer(move_scores_), offer(tactics_), offer(captures_), offer(count_moves_);
    offer(must_play_);
    offer(symmetry_), offer(repetition_), offer(selective_), offer(svg_), offer(wide_hash_);
    offer(stage_), offer(score_), offer(train_), offer(uci_), offer(gtp_);
    offer(exact_score_), offer(successors_), offer(workspaces_);
    return found;
  }

  void initial(State* state) const noexcept override { new (state) S(rules_.initial()); }
  void copy(State* to, const State* from) const noexcept override {
    if constexpr (requires { rules_.copy(view(to), view(from)); }) {
      rules_.copy(view(to), view(from));
    } else {
      std::memcpy(static_cast<void*>(to), static_cast<const void*>(from), sizeof(S));
    }
  }
  [[nodiscard]] Player to_move(const State* state) const noexcept override {
    return rules_.to_move(view(state));
  }
  [[nodiscard]] GameStatus status(const State* state) const noexcept override {
    return rules_.status(view(state));
  }
  std::uint32_t legal_moves(const State* state, Move* out) const noexcept override {
    return rules_.legal_moves(view(state), out);
  }
  GameStatus apply(State* state, Move move) const noexcept override {
    return rules_.apply(view(state), move);
  }
  void returns(const State* state, float* out) const noexcept override {
    if constexpr (requires { rules_.returns(view(state), out); }) {
      rules_.returns(view(state), out);
    } else {
      const Player winner = winner_of(rules_.status(view(state)));
      for (Player p = 0; p < traits_.players; ++p)
        out[p] = winner == kNobody ? 0.0F : winner == p ? 1.0F : -1.0F;
    }
  }
  [[nodiscard]] std::uint64_t hash(const State* state) const noexcept override {
    return rules_.hash(view(state));
  }
  [[nodiscard]] std::uint32_t move_class(const State* state, Move move) const noexcept override {
    return rules_.move_class(view(state), move);
  }
  PlayoutResult playout(State* state, Rng* rng, PlayoutTrace* trace) const noexcept override {
    if (trace != nullptr) trace->size = 0;
    if constexpr (requires { rules_.playout(view(state), *rng, trace); }) {
      return rules_.playout(view(state), *rng, trace);
    } else {
      Move buffer[kMaxStackMoves];
      return play_uniformly(rules_, view(state), *rng, trace, buffer);
    }
  }

  void move_to_text(const State* state, Move move, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return rules_.move_text(view(state), move); });
  }
  Status move_from_text(const State* state, const char* text, std::size_t size, Move* out,
                        TextSink& error) const noexcept override {
    return module_text::read_value(error, out, [&] { return find_move(view(state), {text, size}); });
  }
  void position_to_text(const State* state, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return rules_.position_text(view(state)); });
  }
  Status position_from_text(const char* text, std::size_t size, State* out,
                            TextSink& error) const noexcept override {
    return module_text::read_value(error, reinterpret_cast<S*>(out), [&] {
      return rules_.parse_position({text, size});
    });
  }
  void draw(const State* state, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return rules_.board_text(view(state)); });
  }

 private:
  [[nodiscard]] Result<Move> find_move(const S& state, std::string_view text) const {
    if constexpr (requires { rules_.parse_move(state, text); }) {
      return module_text::among_legal(rules_, state, text, rules_.parse_move(state, text));
    } else {
      auto moves = std::make_unique<Move[]>(traits_.max_moves);
      const std::uint32_t count = rules_.legal_moves(state, moves.get());
      for (std::uint32_t i = 0; i < count; ++i) {
        if (rules_.move_text(state, moves[i]) == text) return moves[i];
      }
      std::string message = module_text::quoted(text) + " is not a legal move here; legal are";
      if (count == 0) message.append(" none");
      for (std::uint32_t i = 0; i < count && i < 8; ++i) {
        message.append(1, ' ').append(rules_.move_text(state, moves[i]));
      }
      if (count > 8) message.append(" ...");
      return Error{std::move(message)};
    }
  }

  // The extensions: each forwards to the rules when they have the method, else is an empty std::monostate.
  class EvaluateImpl final : public Evaluate {
   public:
    using Interface = Evaluate;
    explicit EvaluateImpl(const R& rules) : rules_(rules) {}
    [[nodiscard]] std::int32_t evaluate(const State* state) const noexcept override {
      return rules_.evaluate(view(state));
    }

   private:
    const R& rules_;
  };
  class MoveScoresImpl final : public MoveScores {
   public:
    using Interface = MoveScores;
    explicit MoveScoresImpl(const R& rules) : rules_(rules) {}
    void move_scores(const State* state, const Move* moves, std::uint32_t count,
                     float* out) const noexcept override {
      rules_.move_scores(view(state), moves, count, out);
    }

   private:
    const R& rules_;
  };
  class TacticsImpl final : public Tactics {
   public:
    using Interface = Tactics;
    explicit TacticsImpl(const R& rules) : rules_(rules) {}
    std::uint32_t winning_moves(const State* state, Move* out) const noexcept override {
      return rules_.winning_moves(view(state), out);
    }

   private:
    const R& rules_;
  };
  class MustPlayImpl final : public MustPlay {
   public:
    using Interface = MustPlay;
    explicit MustPlayImpl(const R& rules) : rules_(rules) {}
    std::uint32_t must_play(const State* state, Move* out) const noexcept override {
      return rules_.must_play(view(state), out);
    }

   private:
    const R& rules_;
  };
  class CapturesImpl final : public Captures {
   public:
    using Interface = Captures;
    explicit CapturesImpl(const R& rules) : rules_(rules) {}
    std::uint32_t captures(const State* state, Move* out) const noexcept override {
      return rules_.captures(view(state), out);
    }

   private:
    const R& rules_;
  };
  class CountMovesImpl final : public CountMoves {
   public:
    using Interface = CountMoves;
    explicit CountMovesImpl(const R& rules) : rules_(rules) {}
    [[nodiscard]] std::uint32_t count_moves(const State* state) const noexcept override {
      return rules_.count_moves(view(state));
    }

   private:
    const R& rules_;
  };
  class SymmetryImpl final : public Symmetry {
   public:
    using Interface = Symmetry;
    explicit SymmetryImpl(const R& rules) : rules_(rules) {}
    [[nodiscard]] std::uint32_t count() const noexcept override { return rules_.symmetries(); }
    void map_state(const State* from, std::uint32_t symmetry, State* to) const noexcept override {
      new (to) S(rules_.map_state(view(from), symmetry));
    }
    [[nodiscard]] Move map_move(const State* state, Move move,
                                std::uint32_t symmetry) const noexcept override {
      return rules_.map_move(view(state), move, symmetry);
    }

   private:
    const R& rules_;
  };
  class RepetitionImpl final : public Repetition {
   public:
    using Interface = Repetition;
    explicit RepetitionImpl(const R& rules) : rules_(rules) {}
    [[nodiscard]] std::uint32_t occurrences(const State* state) const noexcept override {
      return rules_.occurrences(view(state));
    }
    [[nodiscard]] bool repeats(const State* state, Move move) const noexcept override {
      return rules_.repeats(view(state), move);
    }

   private:
    const R& rules_;
  };
  class SelectiveImpl final : public Selective {
   public:
    using Interface = Selective;
    explicit SelectiveImpl(const R& rules) : rules_(rules) {}
    [[nodiscard]] bool tense(const State* state) const noexcept override { return rules_.tense(view(state)); }
    void gains(const State* state, const Move* moves, std::uint32_t count,
               std::int32_t* out) const noexcept override {
      rules_.gains(view(state), moves, count, out);
    }
    bool pass(State* state) const noexcept override { return rules_.pass(view(state)); }
    [[nodiscard]] bool drawish(const State* state) const noexcept override {
      return rules_.drawish(view(state));
    }

   private:
    const R& rules_;
  };
  class WideHashImpl final : public WideHash {
   public:
    using Interface = WideHash;
    explicit WideHashImpl(const R& rules) : rules_(rules) {}
    void wide_hash(const State* state, std::uint64_t out[2]) const noexcept override {
      const auto hash = rules_.wide_hash(view(state));
      out[0] = hash[0];
      out[1] = hash[1];
    }
    [[nodiscard]] bool injective() const noexcept override { return R::kInjectiveHash; }

   private:
    const R& rules_;
  };
  class StageImpl final : public Stage {
   public:
    using Interface = Stage;
    explicit StageImpl(const R& rules) : rules_(rules) {}
    [[nodiscard]] std::uint32_t stage(const State* state) const noexcept override {
      return rules_.stage(view(state));
    }

   private:
    const R& rules_;
  };
  class ScoreImpl final : public Score {
   public:
    using Interface = Score;
    explicit ScoreImpl(const R& rules) : rules_(rules) {}
    [[nodiscard]] std::int32_t bound() const noexcept override { return rules_.max_score(); }
    [[nodiscard]] std::int32_t score(const State* state, Player player) const noexcept override {
      return rules_.score(view(state), player);
    }

   private:
    const R& rules_;
  };
  class ExactScoreImpl final : public ExactScore {
   public:
    using Interface = ExactScore;
    explicit ExactScoreImpl(const R& rules) : rules_(rules) {}
    [[nodiscard]] bool near_end(const State* state) const noexcept override {
      return rules_.near_end(view(state));
    }
    std::int32_t solve(const State* state, std::int32_t alpha, std::int32_t beta,
                       std::uint64_t* nodes) const noexcept override {
      return rules_.solve_score(view(state), alpha, beta, *nodes);
    }
    [[nodiscard]] std::int32_t at_most(const State* state) const noexcept override {
      return rules_.score_at_most(view(state));
    }

   private:
    const R& rules_;
  };
  class SuccessorsImpl final : public Successors {
   public:
    using Interface = Successors;
    explicit SuccessorsImpl(const R& rules) : rules_(rules) {}
    std::uint32_t successors(const State* state, Successor* out) const noexcept override {
      return rules_.successors(view(state), out);
    }
    void evaluate_successors(const State* state, const Successor* list, const std::uint32_t* which,
                             std::uint32_t count, std::int32_t* out) const noexcept override {
      rules_.evaluate_successors(view(state), list, which, count, out);
    }

   private:
    const R& rules_;
  };
  class TrainImpl final : public Train {
   public:
    using Interface = Train;
    explicit TrainImpl(const R& rules) : rules_(rules) {}
    [[nodiscard]] const ParamSpec* parameters(std::uint32_t* count) const noexcept override {
      const std::span<const ParamSpec> specs = R::train_parameters();
      *count = static_cast<std::uint32_t>(specs.size());
      return specs.data();
    }
    Status train(const char* folder, const ParamText* settings, std::uint32_t count,
                 const std::uint32_t* stop, TextSink& progress, TextSink& error) const noexcept override {
      return guarded(error, [&] {
        const auto values = ParamValues::resolve(R::train_parameters(), {settings, count});
        if (!values) {
          error.write(values.error());
          return Status::kInvalidArgument;
        }
        const Result<void> done = rules_.train(folder, *values, stop, progress);
        if (done) return Status::kOk;
        error.write(done.error());
        return Status::kInternal;
      });
    }

   private:
    const R& rules_;
  };
  class WorkspacesImpl final : public Workspaces {
   public:
    using Interface = Workspaces;
    explicit WorkspacesImpl(const R& rules) : rules_(rules) {}
    OpenWorkspaces* open(std::uint32_t threads, TextSink& error) const noexcept override {
      OpenWorkspaces* opened = nullptr;
      static_cast<void>(guarded(error, [&] {
        opened = new Opened(rules_.open_workspaces(threads));
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

    const R& rules_;
  };
  class SvgImpl final : public Svg {
   public:
    using Interface = Svg;
    explicit SvgImpl(const R& rules) : rules_(rules) {}
    void draw_svg(const State* state, Move last, TextSink& out) const noexcept override {
      module_text::write_text(out, [&] { return rules_.svg(view(state), last); });
    }

   private:
    const R& rules_;
  };

  static constexpr bool kHasEvaluate = requires(const R& r, const S& s) { r.evaluate(s); };
  static constexpr bool kHasMoveScores = requires(const R& r, const S& s, float* f) {
    r.move_scores(s, static_cast<const Move*>(nullptr), 0U, f);
  };
  static constexpr bool kHasTactics = requires(const R& r, const S& s, Move* m) { r.winning_moves(s, m); };
  static constexpr bool kHasMustPlay = requires(const R& r, const S& s, Move* m) { r.must_play(s, m); };
  static constexpr bool kHasCaptures = requires(const R& r, const S& s, Move* m) { r.captures(s, m); };
  static constexpr bool kHasCountMoves = requires(const R& r, const S& s) { r.count_moves(s); };
  static constexpr bool kHasSymmetry = requires(const R& r, const S& s) { r.map_state(s, 0U); };
  static constexpr bool kHasRepetition = requires(const R& r, const S& s) { r.occurrences(s); };
  static constexpr bool kHasSelective = requires(const R& r, const S& s) { r.tense(s); };
  static constexpr bool kHasWideHash = requires(const R& r, const S& s) { r.wide_hash(s); };
  static constexpr bool kHasStage = requires(const R& r, const S& s) { r.stage(s); };
  static constexpr bool kHasScore = requires(const R& r, const S& s) { r.score(s, Player{0}); };
  static constexpr bool kHasExactScore = requires(const R& r, const S& s) { r.near_end(s); };
  static constexpr bool kHasSuccessors = requires(const R& r, const S& s, Successor* o) {
    r.successors(s, o);
  };
  static constexpr bool kHasTrain = requires { R::train_parameters(); };
  static constexpr bool kHasWorkspaces = requires(const R& r) { r.open_workspaces(1U); };
  static constexpr bool kHasUci = requires(const R& r, const S& s) { r.uci_position(s, UciDialect::kUci); };
  static constexpr bool kHasGtp = requires(const R& r, const S& s) { r.gtp_setup(s); };
  static constexpr bool kHasSvg = requires(const R& r, const S& s) { r.svg(s, kNoMove); };

  template <bool present, class Impl>
  using Ability = std::conditional_t<present, Impl, std::monostate>;
  template <class A>
  A make() const {
    if constexpr (std::is_same_v<A, std::monostate>) {
      return {};
    } else {
      return A(rules_);
    }
  }

  R rules_;
  GameTraits traits_;
  Ability<kHasEvaluate, EvaluateImpl> evaluate_ = make<Ability<kHasEvaluate, EvaluateImpl>>();
  Ability<kHasMoveScores, MoveScoresImpl> move_scores_ = make<Ability<kHasMoveScores, MoveScoresImpl>>();
  Ability<kHasTactics, TacticsImpl> tactics_ = make<Ability<kHasTactics, TacticsImpl>>();
  Ability<kHasMustPlay, MustPlayImpl> must_play_ = make<Ability<kHasMustPlay, MustPlayImpl>>();
  Ability<kHasCaptures, CapturesImpl> captures_ = make<Ability<kHasCaptures, CapturesImpl>>();
  Ability<kHasCountMoves, CountMovesImpl> count_moves_ = make<Ability<kHasCountMoves, CountMovesImpl>>();
  Ability<kHasSymmetry, SymmetryImpl> symmetry_ = make<Ability<kHasSymmetry, SymmetryImpl>>();
  Ability<kHasRepetition, RepetitionImpl> repetition_ = make<Ability<kHasRepetition, RepetitionImpl>>();
  Ability<kHasSelective, SelectiveImpl> selective_ = make<Ability<kHasSelective, SelectiveImpl>>();
  Ability<kHasWideHash, WideHashImpl> wide_hash_ = make<Ability<kHasWideHash, WideHashImpl>>();
  Ability<kHasStage, StageImpl> stage_ = make<Ability<kHasStage, StageImpl>>();
  Ability<kHasScore, ScoreImpl> score_ = make<Ability<kHasScore, ScoreImpl>>();
  Ability<kHasExactScore, ExactScoreImpl> exact_score_ = make<Ability<kHasExactScore, ExactScoreImpl>>();
  Ability<kHasSuccessors, SuccessorsImpl> successors_ = make<Ability<kHasSuccessors, SuccessorsImpl>>();
  Ability<kHasTrain, TrainImpl> train_ = make<Ability<kHasTrain, TrainImpl>>();
  Ability<kHasWorkspaces, WorkspacesImpl> workspaces_ = make<Ability<kHasWorkspaces, WorkspacesImpl>>();
  Ability<kHasUci, UciModule<R>> uci_ = make<Ability<kHasUci, UciModule<R>>>();
  Ability<kHasGtp, GtpModule<R>> gtp_ = make<Ability<kHasGtp, GtpModule<R>>>();
  Ability<kHasSvg, SvgImpl> svg_ = make<Ability<kHasSvg, SvgImpl>>();
};

// What a games/ folder offers to its shell:
//   static constexpr PluginInfo kInfo;
//   static std::span<const ParamSpec> parameters();
//   static Result<Rules> create(const ParamValues&);   Rules: GameRules, or a std::variant of several (for
//   example
//                                                      one a board size class)
template <class D>
class GameShell final : public GameFactory {
 public:
  [[nodiscard]] const ParamSpec* parameters(std::uint32_t* count) const noexcept override {
    const std::span<const ParamSpec> specs = D::parameters();
    *count = static_cast<std::uint32_t>(specs.size());
    return specs.data();
  }
  Game* create(const ParamText* values, std::uint32_t count, TextSink& error) const noexcept override {
    Game* game = nullptr;
    static_cast<void>(guarded(error, [&] {
      const auto resolved = ParamValues::resolve(D::parameters(), {values, count});
      if (!resolved) return fail(resolved.error(), error);
      auto rules = D::create(*resolved);
      if (!rules) return fail(rules.error(), error);
      game = wrap(std::move(*rules));
      return Status::kOk;
    }));
    return game;
  }
  static const void* factory(const char* interface_id) noexcept {
    static const GameShell shell;
    return std::string_view(interface_id) == kInterface ? static_cast<const GameFactory*>(&shell) : nullptr;
  }

 private:
  static Status fail(const std::string& message, TextSink& error) noexcept {
    error.write(message);
    return Status::kInvalidArgument;
  }
  template <GameRules R>
  static Game* wrap(R rules) {
    return new GameModule<R>(std::move(rules));
  }
  template <class... R>
  static Game* wrap(std::variant<R...> rules) {
    return std::visit([](auto&& chosen) -> Game* { return wrap(std::move(chosen)); }, std::move(rules));
  }
};

}  // namespace ludex

// The whole shell of a game plug-in: LUDEX_GAME_PLUGIN(ludex::games::hex::Hex);
#define LUDEX_GAME_PLUGIN(DESCRIPTOR) \
  LUDEX_EXPORT_PLUGIN(::ludex::PluginKind::kGame, DESCRIPTOR::kInfo, &::ludex::GameShell<DESCRIPTOR>::factory)
