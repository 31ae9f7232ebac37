// The game as the plug-in presents it: name, parameters, and the rules for given values.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/schema.hpp"
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

  struct Config {
    bool draws = true;
    std::uint32_t max_plies = kLongestGame;
    bool any_file = false;
    std::uint32_t start = kChessStart;
    bool by_squares = false;
    std::string piece_squares;
  };
  static const Schema<Config>& schema() {
    static const Schema<Config> made([](auto& s) {
      s.choice("draws", &Config::draws, {{"fide", true}, {"none", false}},
               "fide: threefold repetition, fifty moves and dead positions draw at once; none: only "
               "stalemate and max_plies draw",
               "FIDE Laws 5.2.2, 9.2, 9.3");
      s.integer("max_plies", &Config::max_plies, 1, 60000,
                "plies after which the game is drawn; the default is never reached with draws=fide");
      s.choice("variant", &Config::any_file, {{"standard", false}, {"chess960", true}},
               "chess960: kings and rooks start on any file, castling by the FIDE Laws, guidelines II",
               "R. Fischer, 1996");
      s.integer("start", &Config::start, 0, 959,
                "number of the initial position with variant=chess960; 518: the standard one",
                "R. Scharnagl's numbering");
      s.choice("evaluation", &Config::by_squares, {{"tapered", false}, {"piece-squares", true}},
               "source of ludex.evaluate/1: a tapered evaluation with learned weights, or a sum of "
               "piece-square values");
      s.path("piece_squares", &Config::piece_squares, "file of the tables for evaluation=piece-squares");
    });
    return made;
  }
  static std::span<const ParamSpec> parameters() {
    return schema().specs();
  }
  static Result<Rules> create(const ParamValues& values) {
    const Config config = schema().read(values);
    Options options{.draws = config.draws,
                    .max_plies = config.max_plies,
                    .piece_squares = nullptr,
                    .start = config.start};
    if (!config.any_file && options.start != kChessStart)
      return Error{"'start' is the number of a Chess960 position and needs variant=chess960"};
    if (config.by_squares == config.piece_squares.empty())
      return Error{"'evaluation=piece-squares' needs 'piece_squares=FILE', and the reverse"};
    if (config.by_squares) {
      auto tables = read_piece_squares(config.piece_squares);
      if (!tables) return Error{"piece_squares: " + tables.error()};
      options.piece_squares = std::make_shared<const PieceSquares>(*tables);
    }
#if defined(__BMI2__)
    if (has_fast_pext()) return make<Bmi2>(config.any_file, std::move(options));
#endif
    return make<Portable>(config.any_file, std::move(options));
  }

 private:
  template <class Sliders>
  static Rules make(bool any_file, Options options) {
    if (any_file) return ChessRules<AnyFile<Sliders>>(std::move(options));
    return ChessRules<Sliders>(std::move(options));
  }
};

}  // namespace ludex::games::chess
