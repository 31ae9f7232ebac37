// GameModule<R>: turns rules written as an ordinary C++20 value type into the binary interface of
// core/game/game.hpp. The class is final, so code that knows R (GameModule<R>&) inlines every call; code that
// holds a Game& pays one virtual call.
#pragma once

#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "core/abi/text.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/game/module_text.hpp"
#include "core/game/rules.hpp"
#include "core/util/offers.hpp"
#include "core/util/result.hpp"

namespace ludex {

template <GameRules R>
class GameModule final : public Game {
  using S = typename R::State;
  static_assert(sizeof(RulesBasics<const R>) != 0);
  static_assert(offers::checked<RulesMethods, const R>(OffersOf<R>()) &&
                offers::checked<RulesMethods, const R>(EveryRulesItem()));

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
    if constexpr (kOffers<R, OffersByParameter>) {
      if (!rules_.offers(wanted)) return nullptr;
    }
    return extensions_.find(wanted);
  }

  void initial(State* state) const noexcept override { new (state) S(rules_.initial()); }
  void copy(State* to, const State* from) const noexcept override {
    if constexpr (kOffers<R, OwnCopy>) {
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
    if constexpr (kOffers<R, OwnReturns>) {
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
    if constexpr (kOffers<R, OwnPlayout>) {
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
    return module_text::read_warned(error, reinterpret_cast<S*>(out), [&](std::string& warning) {
      if constexpr (kOffers<R, PositionWarnings>)
        return rules_.parse_position({text, size}, warning);
      else
        return rules_.parse_position({text, size});
    });
  }
  void draw(const State* state, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return rules_.board_text(view(state)); });
  }

 private:
  [[nodiscard]] Result<Move> find_move(const S& state, std::string_view text) const {
    const auto write = [&](Move move) -> std::string { return rules_.move_text(state, move); };
    const auto read = [&](std::string_view part) -> Result<Move> {
      if constexpr (kOffers<R, OwnMoveReader>) {
        return rules_.parse_move(state, part);
      } else {
        return among_texts(state, part);
      }
    };
    return module_text::read_move(rules_, state, text, read, write);
  }
  // For rules without a reader of their own.
  [[nodiscard]] Result<Move> among_texts(const S& state, std::string_view text) const {
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

  R rules_;
  GameTraits traits_;
  offers::MadeList<FromRules, const R, OffersOf<R>> extensions_{rules_};
};

// Interface of a games/ folder to its shell:
//   static constexpr PluginInfo kInfo;
//   static std::span<const ParamSpec> parameters();
//   static Result<Rules> create(const ParamValues&);   Rules: GameRules, or a std::variant of several, for
//                                                      example one per class of board sizes
// If the rules take long to compile, a source file of that folder says `template class GameShell<D>;`, and
// the shell `extern template class GameShell<D>;`: the plug-in and its static twin then share that object.
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
