// ludex.uci/1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"
#include "core/game/module_text.hpp"
#include "core/util/result.hpp"

namespace ludex {

// The protocol: UCI and USI share these methods.
enum class UciDialect : std::uint32_t { kUci = 0, kUsi = 1 };

// Notation of UCI and USI engines, which differs from the game's own.
class Uci {
 public:
  static constexpr const char* kId = "ludex.uci/1";
  // True if the dialect is used for this game. Call the other methods for such dialects only.
  [[nodiscard]] virtual bool speaks(UciDialect dialect) const noexcept = 0;
  // The value of the engine option UCI_Variant; "" if engines need none. Valid as long as the game.
  [[nodiscard]] virtual const char* variant() const noexcept = 0;
  // "e2e4"; USI: "P*3c". `move` is legal in `state`.
  virtual void write_move(const State* state, Move move, UciDialect dialect,
                          TextSink& out) const noexcept = 0;
  // A legal move of `state`, or kInvalidArgument.
  virtual Status read_move(const State* state, UciDialect dialect, const char* text, std::size_t size,
                           Move* out, TextSink& error) const noexcept = 0;
  // The text after "position fen" or "position sfen"; read_position reads it.
  virtual void write_position(const State* state, UciDialect dialect, TextSink& out) const noexcept = 0;
  virtual Status read_position(const char* text, std::size_t size, UciDialect dialect, State* out,
                               TextSink& error) const noexcept = 0;

 protected:
  ~Uci() = default;
};

// Option: a position of UCI that is read with a warning, as PositionWarnings (core/game/options.hpp).
class UciWarnings {};

template <class Author, bool offered>
struct RulesMethods<UciWarnings, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_OVERLOAD(UciWarnings, Result<State>, parse_uci_position, (text, dialect, warning),
                       std::string_view text, UciDialect dialect, std::string& warning);
};

template <class Author, bool offered>
struct RulesMethods<Uci, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Uci, bool, speaks, (dialect), UciDialect dialect);
  LUDEX_RULES_METHOD(Uci, std::string, uci_variant, (), );
  LUDEX_RULES_METHOD(Uci, std::string, uci_move, (state, move, dialect), const State& state, Move move,
                     UciDialect dialect);
  LUDEX_RULES_METHOD(Uci, Result<Move>, parse_uci_move, (state, text, dialect), const State& state,
                     std::string_view text, UciDialect dialect);
  LUDEX_RULES_METHOD(Uci, std::string, uci_position, (state, dialect), const State& state,
                     UciDialect dialect);
  LUDEX_RULES_METHOD(Uci, Result<State>, parse_uci_position, (text, dialect), std::string_view text,
                     UciDialect dialect);
};

template <class R>
class FromRules<Uci, R> final : public WithRules<Uci, R> {
 public:
  explicit FromRules(R& rules) : WithRules<Uci, R>(rules), variant_(rules.uci_variant()) {}
  [[nodiscard]] bool speaks(UciDialect dialect) const noexcept override {
    return this->rules_.speaks(dialect);
  }
  [[nodiscard]] const char* variant() const noexcept override { return variant_.c_str(); }
  void write_move(const State* state, Move move, UciDialect dialect, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.uci_move(this->view(state), move, dialect); });
  }
  Status read_move(const State* state, UciDialect dialect, const char* text, std::size_t size, Move* out,
                   TextSink& error) const noexcept override {
    const std::string_view word(text, size);
    return module_text::read_value(error, out, [&] {
      const auto& s = this->view(state);
      return module_text::read_move(
          this->rules_, s, word,
          [&](std::string_view part) { return this->rules_.parse_uci_move(s, part, dialect); },
          [&](Move move) { return this->rules_.uci_move(s, move, dialect); });
    });
  }
  void write_position(const State* state, UciDialect dialect, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.uci_position(this->view(state), dialect); });
  }
  Status read_position(const char* text, std::size_t size, UciDialect dialect, State* out,
                       TextSink& error) const noexcept override {
    using Own = typename R::State;
    return module_text::read_warned(error, reinterpret_cast<Own*>(out), [&](std::string& warning) {
      if constexpr (kOffers<R, UciWarnings>)
        return this->rules_.parse_uci_position({text, size}, dialect, warning);
      else
        return this->rules_.parse_uci_position({text, size}, dialect);
    });
  }

 private:
  std::string variant_;
};

}  // namespace ludex
