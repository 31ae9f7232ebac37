// The game as the plug-in presents it: name, parameters, and the rules for given values.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/util/result.hpp"
#include "games/chess/rules.hpp"

namespace ludex::games::chess {

struct Chess {
  static constexpr PluginInfo kInfo{"chess", "1.0.0", "Chess by the FIDE Laws", "MIT"};
#if defined(__BMI2__)
  using Rules = std::variant<ChessRules<Bmi2>, ChessRules<Portable>, ChessRules<AnyFile<Bmi2>>,
                             ChessRules<AnyFile<Portable>>>;
#else
  using Rules = std::variant<ChessRules<Portable>, ChessRules<AnyFile<Portable>>>;
#endif

  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::choice("draws", "fide", "fide|none",
                       "fide: threefold repetition, fifty moves and dead positions draw at once; none: only "
                       "stalemate and max_plies do",
                       "FIDE Laws 5.2.2, 9.2, 9.3"),
        params::integer("max_plies", "11800", 1, 60000,
                        "plies after which the game is drawn; the default "
                        "is never reached with draws=fide"),
        params::choice(
            "variant", "standard", "standard|chess960",
            "chess960: kings and rooks start on any file, castling by the FIDE Laws, guidelines II",
            "R. Fischer, 1996"),
        params::integer("start", "518", 0, 959,
                        "number of the initial position, with variant=chess960 (518: the usual one)",
                        "R. Scharnagl's numbering"),
        params::choice(
            "evaluation", "tapered", "tapered|piece-squares",
            "what ludex.evaluate/1 answers: a tapered evaluation with learned weights, or the sum of "
            "piece-square values"),
        params::path("piece_squares", "file of the tables, with evaluation=piece-squares"),
    };
    return specs;
  }
  static Result<Rules> create(const ParamValues& values) {
    Options options{.draws = values.text("draws") == "fide",
                    .max_plies = static_cast<std::uint32_t>(values.integer("max_plies")),
                    .piece_squares = nullptr,
                    .start = static_cast<std::uint32_t>(values.integer("start"))};
    const bool any_file = values.text("variant") == "chess960";
    if (!any_file && options.start != kChessStart)
      return Error{"'start' numbers positions of Chess960: expected variant=chess960 with it"};
    const bool by_squares = values.text("evaluation") == "piece-squares";
    const std::string& file = values.text("piece_squares");
    if (by_squares == file.empty())
      return Error{
          "'evaluation=piece-squares' and 'piece_squares=FILE' go together: expected both or neither"};
    if (by_squares) {
      auto tables = read_piece_squares(file);
      if (!tables) return Error{"piece_squares: " + tables.error()};
      options.piece_squares = std::make_shared<const PieceSquares>(*tables);
    }
#if defined(__BMI2__)
    if (has_fast_pext()) return make<Bmi2>(any_file, std::move(options));
#endif
    return make<Portable>(any_file, std::move(options));
  }

 private:
  template <class Sliders>
  static Rules make(bool any_file, Options options) {
    if (any_file) return ChessRules<AnyFile<Sliders>>(std::move(options));
    return ChessRules<Sliders>(std::move(options));
  }
};

}  // namespace ludex::games::chess
