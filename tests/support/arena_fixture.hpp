// A small game and a catalogue without plug-ins, for tests of the arena.
#pragma once

#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "arena/run/config/catalogue.hpp"
#include "core/game/game_module.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::tests {

// "line": players fill the cells 0..size-1 in any order; a full line is a draw. Cell 0 wins at once.
struct LineRules {
  struct State {
    std::uint32_t filled;
    std::uint32_t ply;
    std::uint32_t won;
  };
  std::uint32_t size;
  std::uint32_t players = 2;

  [[nodiscard]] GameTraits traits() const {
    return {players, kZeroSum | kDrawsPossible | kPerfectInformation, size, size, size, 0, 0};
  }
  [[nodiscard]] State initial() const { return {}; }
  [[nodiscard]] Player to_move(const State& s) const noexcept { return s.ply % 2; }
  [[nodiscard]] GameStatus status(const State& s) const noexcept {
    if (s.won != 0) return win_for(s.won - 1);
    return s.ply == size ? GameStatus::kDraw : GameStatus::kOngoing;
  }
  std::uint32_t legal_moves(const State& s, Move* out) const noexcept {
    std::uint32_t n = 0;
    if (is_over(status(s))) return n;
    for (std::uint32_t i = 0; i < size; ++i) {
      if ((s.filled >> i & 1U) == 0) out[n++] = Move{i};
    }
    return n;
  }
  GameStatus apply(State& s, Move move) const noexcept {
    if (move == Move{0}) s.won = 1 + s.ply % 2;
    s.filled |= 1U << static_cast<std::uint32_t>(move);
    ++s.ply;
    return status(s);
  }
  [[nodiscard]] std::uint64_t hash(const State& s) const noexcept { return mix64(s.filled); }
  [[nodiscard]] std::uint32_t move_class(const State&, Move move) const noexcept {
    return static_cast<std::uint32_t>(move);
  }
  [[nodiscard]] std::string move_text(const State&, Move move) const {
    return "c" + std::to_string(static_cast<std::uint32_t>(move));
  }
  // The filled cells as a row of '.' and 'x', then a blank and the side to move.
  [[nodiscard]] std::string position_text(const State& s) const {
    std::string text;
    for (std::uint32_t i = 0; i < size; ++i) text += (s.filled >> i & 1U) != 0 ? 'x' : '.';
    return text + (s.ply % 2 == 0 ? " first" : " second");
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    State s{};
    if (text.size() < size) return Error{"expected " + std::to_string(size) + " cells"};
    for (std::uint32_t i = 0; i < size; ++i) {
      if (text[i] == 'x') s.filled |= 1U << i, ++s.ply;
    }
    return s;
  }
  [[nodiscard]] std::string board_text(const State& s) const { return position_text(s) + "\n"; }
};

class FixtureCatalogue : public arena::run::Catalogue {
 public:
  [[nodiscard]] std::vector<std::string> games() const override { return {"connect-k", "line", "trio"}; }
  [[nodiscard]] std::vector<std::string> agents() const override { return {"alpha-beta", "random", "uct"}; }
  [[nodiscard]] std::string foreign_file(PluginKind, std::string_view id) const override {
    return id == "connect-k" || id == "alpha-beta" ? "/strangers/" + std::string(id) + ".so" : "";
  }
  [[nodiscard]] std::span<const ParamSpec> game_parameters(std::string_view id) const override {
    static const std::array specs{params::integer("size", "9", 1, 19, "cells"),
                                  params::choice("rules", "plain", "plain|wild", "which")};
    return id == "line" ? std::span<const ParamSpec>(specs) : std::span<const ParamSpec>();
  }
  [[nodiscard]] std::span<const ParamSpec> agent_parameters(std::string_view id) const override {
    static const std::array specs{params::real("c", "1.41421356", 0, 10, "exploration"),
                                  params::boolean("solver", false, "prove"),
                                  params::text("tag", "", "any text")};
    return id == "uct" ? std::span<const ParamSpec>(specs) : std::span<const ParamSpec>();
  }
  [[nodiscard]] Result<arena::host::GamePtr> make_game(std::string_view id, const arena::Params& values,
                                                       bool) const override {
    LineRules rules{9};
    if (id == "trio") rules.players = 3;
    if (id == "line") {
      const std::string& size = values.at(0).second;
      std::from_chars(size.data(), size.data() + size.size(), rules.size);
      if (rules.size == 13 && values.at(1).second == "wild")
        return Error{"game 'line': size 13 cannot be wild"};
    }
    return arena::host::GamePtr(new GameModule<LineRules>(rules));
  }
  [[nodiscard]] Result<arena::run::AgentTraits> check_agent(std::string_view id, const arena::Params& values,
                                                            const arena::LimitsSpec&) const override {
    if (id == "uct" && values.at(0).second == "0" && values.at(1).second == "true")
      return Error{"c = 0 leaves nothing to solve"};
    return arena::run::AgentTraits{.needs_budget = id != "random"};
  }
  [[nodiscard]] Result<void> check_pairing(const Game& game, std::string_view agent,
                                           const arena::LimitsSpec&) const override {
    if (agent == "alpha-beta" && game.traits().max_moves == 19) return Error{"needs at most 18 moves"};
    return {};
  }
};

}  // namespace ludex::tests
