// Text functions of GameModule, and the extensions that consist of text only: ludex.uci/1, ludex.gtp/1,
// ludex.draft.san/1, ludex.draft.sgf/1, ludex.svg/1, ludex.draft.sides/1 and ludex.draft.svg-cells/1.
#pragma once

#include <cstdint>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "core/abi/text.hpp"
#include "core/game/extensions.hpp"
#include "core/game/move_reader.hpp"
#include "core/util/result.hpp"

namespace ludex {

namespace module_text {

// Writes the string that `make(of)` returns. Compiled once, not for each text of each game.
[[gnu::noinline]] inline void write_made(TextSink& out, std::string (*make)(const void*),
                                         const void* of) noexcept {
  static_cast<void>(guarded(out, [&] {
    out.write(make(of));
    return Status::kOk;
  }));
}

// Writes the string that `make` returns.
template <class F>
void write_text(TextSink& out, const F& make) noexcept {
  write_made(
      out, [](const void* of) -> std::string { return (*static_cast<const F*>(of))(); }, &make);
}

// Writes the result of `make`, a Result<T>, to uninitialised memory; or its error.
template <class T, class F>
Status read_value(TextSink& error, T* out, F&& make) noexcept {
  return guarded(error, [&] {
    const Result<T> value = make();
    if (!value) {
      error.write(value.error());
      return Status::kInvalidArgument;
    }
    new (out) T(*value);
    return Status::kOk;
  });
}

// Reads a position by `make(warning)`, like read_value; a warning goes to `error`, with kOk.
template <class T, class F>
Status read_warned(TextSink& error, T* out, F&& make) noexcept {
  return read_value(error, out, [&] {
    std::string warning;
    Result<T> value = make(warning);
    if (value && !warning.empty()) error.write(warning);
    return value;
  });
}

// A legal move of `state`, or why `text` is none: `read` returns a move or an error, `write` a move's text.
template <class R, class Read, class Write>
[[nodiscard]] Result<Move> read_move(const R& rules, const typename R::State& state, std::string_view text,
                                     const Read& read, const Write& write) {
  struct All {
    const R& rules;
    const typename R::State& state;
    const Read& read;
    const Write& write;
  };
  const All all{rules, state, read, write};
  const MoveTexts texts{
      &all, rules.traits().max_moves,
      [](const void* of, Move* out) {
        const All& a = *static_cast<const All*>(of);
        return a.rules.legal_moves(a.state, out);
      },
      [](const void* of, std::string_view what) -> Result<Move> {
        return static_cast<const All*>(of)->read(what);
      },
      [](const void* of, Move move) -> std::string { return static_cast<const All*>(of)->write(move); }};
  return read_legal(texts, text);
}

}  // namespace module_text

// The extension I of a game, made from its rules.
template <class I, class R>
class FromRules : public I {
 public:
  using Interface = I;
  explicit FromRules(const R& rules) : rules_(rules) {}

 protected:
  using S = typename R::State;
  static S& view(State* state) noexcept { return *reinterpret_cast<S*>(state); }
  static const S& view(const State* state) noexcept { return *reinterpret_cast<const S*>(state); }

  const R& rules_;
};

template <class R>
concept HasUci = requires(const R& r, const typename R::State& s) {
  r.uci_position(s, UciDialect::kUci);
};
template <class R>
class UciOf final : public FromRules<Uci, R> {
 public:
  explicit UciOf(const R& rules) : FromRules<Uci, R>(rules), variant_(rules.uci_variant()) {}
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
      if constexpr (requires { this->rules_.parse_uci_position({text, size}, dialect, warning); })
        return this->rules_.parse_uci_position({text, size}, dialect, warning);
      else
        return this->rules_.parse_uci_position({text, size}, dialect);
    });
  }

 private:
  std::string variant_;
};

template <class R>
concept HasGtp = requires(const R& r, const typename R::State& s) {
  r.gtp_setup(s);
};
template <class R>
class GtpOf final : public FromRules<Gtp, R> {
 public:
  using FromRules<Gtp, R>::FromRules;
  [[nodiscard]] char color(const State* state) const noexcept override {
    if constexpr (requires { this->rules_.gtp_color(this->view(state)); })
      return this->rules_.gtp_color(this->view(state));
    return this->rules_.to_move(this->view(state)) == 0 ? 'b' : 'w';
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

template <class R>
concept HasSan = requires(const R& r, const typename R::State& s) {
  r.san(s, kNoMove);
};
template <class R>
class SanOf final : public FromRules<San, R> {
 public:
  using FromRules<San, R>::FromRules;
  void write_move(const State* state, Move move, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.san(this->view(state), move); });
  }
};

template <class R>
concept HasSgf = requires(const R& r, const typename R::State& s) {
  r.sgf_move(s, kNoMove);
};
template <class R>
class SgfOf final : public FromRules<Sgf, R> {
 public:
  using FromRules<Sgf, R>::FromRules;
  [[nodiscard]] std::uint32_t game_number() const noexcept override { return R::kSgfGame; }
  void write_size(TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.sgf_size(); });
  }
  void write_move(const State* state, Move move, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.sgf_move(this->view(state), move); });
  }
  void write_setup(const State* state, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.sgf_setup(this->view(state)); });
  }
};

template <class R>
concept HasSvg = requires(const R& r, const typename R::State& s) {
  r.svg(s, kNoMove);
};
template <class R>
class SvgOf final : public FromRules<Svg, R> {
 public:
  using FromRules<Svg, R>::FromRules;
  void draw_svg(const State* state, Move last, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.svg(this->view(state), last); });
  }
};

template <class R>
concept HasSides = requires(const R& r, const typename R::State& s) {
  r.side(s, Player{});
};
template <class R>
class SidesOf final : public FromRules<Sides, R> {
 public:
  using FromRules<Sides, R>::FromRules;
  [[nodiscard]] const char* name(const State* state, Player player) const noexcept override {
    return this->rules_.side(this->view(state), player).name;
  }
  [[nodiscard]] const char* colour(const State* state, Player player) const noexcept override {
    return this->rules_.side(this->view(state), player).colour;
  }
};

template <class R>
concept HasSvgCells = requires(const R& r, const typename R::State& s) {
  r.svg_cells(s);
  r.svg_move_cells(s, kNoMove);
};
template <class R>
class SvgCellsOf final : public FromRules<SvgCells, R> {
 public:
  using FromRules<SvgCells, R>::FromRules;
  void write_cells(const State* state, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.svg_cells(this->view(state)); });
  }
  void write_move_cells(const State* state, Move move, TextSink& out) const noexcept override {
    module_text::write_text(out, [&] { return this->rules_.svg_move_cells(this->view(state), move); });
  }
};

}  // namespace ludex
