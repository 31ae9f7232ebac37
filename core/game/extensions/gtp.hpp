// ludex.gtp/1.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/abi/text.hpp"
#include "core/abi/types.hpp"
#include "core/game/from_rules.hpp"
#include "core/game/module_text.hpp"
#include "core/util/result.hpp"

namespace ludex {

// Notation of GTP engines.
class Gtp {
 public:
  static constexpr const char* kId = "ludex.gtp/1";
  // The colour ('b' or 'w') by which the engine knows the side to move. A position may change it: after Hex's
  // swap-pieces the players have exchanged colours.
  [[nodiscard]] virtual char color(const State* state) const noexcept = 0;
  // The vertex of "play COLOR VERTEX": "d3", "pass". `move` is legal in `state`.
  virtual void write_move(const State* state, Move move, TextSink& out) const noexcept = 0;
  // A legal move of `state`, or kInvalidArgument.
  virtual Status read_move(const State* state, const char* text, std::size_t size, Move* out,
                           TextSink& error) const noexcept = 0;
  // Writes the commands, one per line, that set up this position in an engine in any state: boardsize,
  // clear_board and, for positions other than the initial one, plays. kUnsupported if GTP cannot express it.
  virtual Status write_setup(const State* state, TextSink& out, TextSink& error) const noexcept = 0;
  // The argument of "boardsize" for this game: "11", "11 9".
  virtual void write_board_size(TextSink& out) const noexcept = 0;

 protected:
  ~Gtp() = default;
};

template <class Author, bool offered>
struct RulesMethods<Gtp, Author, offered> {
  using State = typename Author::State;
  LUDEX_RULES_METHOD(Gtp, char, gtp_color, (state), const State& state);
  LUDEX_RULES_METHOD(Gtp, std::string, gtp_move, (state, move), const State& state, Move move);
  LUDEX_RULES_METHOD(Gtp, Result<Move>, parse_gtp_move, (state, text), const State& state,
                     std::string_view text);
  LUDEX_RULES_METHOD(Gtp, Result<std::string>, gtp_setup, (state), const State& state);
  LUDEX_RULES_METHOD(Gtp, std::string, gtp_board_size, (), );
};

template <class R>
class FromRules<Gtp, R> final : public WithRules<Gtp, R> {
 public:
  using WithRules<Gtp, R>::WithRules;
  [[nodiscard]] char color(const State* state) const noexcept override {
    return this->rules_.gtp_color(this->view(state));
  }
  void write_move(const State* state, Move move, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.gtp_move(this->view(state), move); });
  }
  Status read_move(const State* state, const char* text, std::size_t size, Move* out,
                   TextSink& error) const noexcept override {
    const std::string_view word(text, size);
    return module_text::read_value(error, out, [&] {
      const auto& s = this->view(state);
      return module_text::read_move(
          this->rules_, s, word, [&](std::string_view part) { return this->rules_.parse_gtp_move(s, part); },
          [&](Move move) { return this->rules_.gtp_move(s, move); });
    });
  }
  Status write_setup(const State* state, TextSink& out, TextSink& error) const noexcept override {
    return guarded(error, [&] {
      const Result<std::string> commands = this->rules_.gtp_setup(this->view(state));
      if (!commands) {
        error.write(commands.error());
        return Status::kUnsupported;
      }
      out.write(*commands);
      return Status::kOk;
    });
  }
  void write_board_size(TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.gtp_board_size(); });
  }
};

}  // namespace ludex
