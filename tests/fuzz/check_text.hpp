// What must hold for any text whatever, of any game: check_input throws Violation if it does not. Used by the
// libFuzzer targets and, on the corpus, by an ordinary test.
//
// A refused text has a reason and leaves the output alone. An accepted position is a position in every
// respect: it is written as it was read (TextRule), the written text gives the same position again, its moves
// keep the promises of core/game/game.hpp, each leads to a position whose text is accepted, and a game from
// there ends in time. A move text is refused or names a legal move.
#pragma once

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/extensions.hpp"
#include "core/game/position.hpp"
#include "core/util/hash.hpp"
#include "tests/fuzz/subject.hpp"
#include "tests/support/protocol_contract.hpp"

namespace ludex::tests::fuzz {

class Violation : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline void require(bool holds, const char* promise, std::string_view detail = {}) {
  if (!holds) throw Violation(std::string(promise) + (detail.empty() ? "" : ": ") + std::string(detail));
}

class TextCheck {
 public:
  TextCheck(const Game& game, const TextRule& rule, std::uint64_t seed)
      : game_(game), traits_(game.traits()), rule_(rule), rng_(Rng::seeded(seed)) {}

  // Whether the position was accepted.
  bool run(std::string_view position_text, std::string_view move_text) {
    Position position(game_);
    if (!read(position_text, position)) return false;
    const std::string written = position.text();
    require(rule_.allows(position_text, written), "a text is read as the position it describes", written);
    check_reread(position);
    check_drawing(position, kNoMove);
    const std::vector<Move> moves = check_moves(position);
    check_extensions(position, moves);
    for (const std::string_view any : {position_text, move_text}) {
      const std::string violation = position.over() ? "" : protocol_violation(game_, position, moves, any);
      require(violation.empty(), "engines are told the game as it is", violation);
    }
    check_move_text(position, move_text, moves);
    check_successors(position, moves);
    check_playout(position);
    return true;
  }

 private:
  static constexpr std::size_t kSuccessors = 12;  // a sample: boards have hundreds of moves
  static constexpr std::uint32_t kReplayed = 128;

  // Texts are read from a block of exactly their size, so that a sanitizer sees a step beyond the end.
  static std::vector<char> exact(std::string_view text) { return {text.begin(), text.end()}; }

  bool read(std::string_view text, Position& position) const {
    const std::vector<char> bytes = exact(text);
    const StateBuffer blank(traits_, 1);
    std::memset(static_cast<void*>(position.state()), 0xA5, traits_.state_size);
    std::memset(static_cast<void*>(blank[0]), 0xA5, traits_.state_size);
    StringSink error;
    const Status status = game_.position_from_text(bytes.data(), bytes.size(), position.state(), error);
    if (status == Status::kOk) return true;
    require(status == Status::kInvalidArgument, "a position is refused, not an accident", error.text());
    require(!error.text().empty(), "a refused position has a reason");
    require(std::memcmp(static_cast<const void*>(position.state()), static_cast<const void*>(blank[0]),
                        traits_.state_size) == 0,
            "a refused position leaves the output alone");
    return false;
  }

  // The text of a position is canonical, and nothing but the past is lost in it.
  void check_reread(const Position& position, bool may_be_over_by_past = false) const {
    const std::string text = position.text();
    Position again(game_);
    require(read(text, again), "the text of a position is accepted", text);
    require(again.text() == text, "a text reads as itself", text);
    require(again.hash() == position.hash(), "equal positions have equal hashes", text);
    if (may_be_over_by_past && position.over()) return;
    require(again.status() == position.status(), "a text keeps the status", text);
    require(again.legal_moves() == position.legal_moves(), "a text keeps the moves", text);
    if (!position.over()) require(again.to_move() == position.to_move(), "a text keeps the mover", text);
  }

  void check_drawing(const Position& position, Move last) const {
    require(!position.drawing().empty(), "a position can be drawn");
    const auto* const svg = find<Svg>(game_);
    if (svg == nullptr) return;
    StringSink out;
    svg->draw_svg(position.state(), last, out);
    require(out.text().starts_with("<svg") && out.text().find("</svg>") != std::string::npos,
            "a drawing is an svg element", out.text());
  }

  [[nodiscard]] std::vector<Move> check_moves(const Position& position) const {
    const std::vector<Move> moves = position.legal_moves();
    require(moves.size() <= traits_.max_moves, "no more than max_moves moves");
    require(moves.empty() == position.over(), "no moves if and only if the game is over");
    std::vector<Move> sorted = moves;
    std::sort(sorted.begin(), sorted.end());
    require(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end(), "each move once");
    if (position.over()) {
      float returns[kMaxPlayers];
      game_.returns(position.state(), returns);
      for (Player p = 0; p < traits_.players; ++p)
        require(returns[p] >= -1.0F && returns[p] <= 1.0F, "returns in [-1, 1]");
      require(position.status() != GameStatus::kDraw || (traits_.flags & kDrawsPossible) != 0, "draws exist");
    } else {
      const bool chance = position.to_move() == kChance && (traits_.flags & kDeterministic) == 0;
      require(chance || position.to_move() < traits_.players, "the mover is a player, or chance decides");
      if (chance) check_outcomes(position, moves);
    }
    return moves;
  }

  void check_outcomes(const Position& position, const std::vector<Move>& moves) const {
    const auto* const chance = find<Chance>(game_);
    require(chance != nullptr && moves.size() <= chance->max_outcomes(), "chance has outcomes");
    std::vector<double> shares(chance->max_outcomes());
    require(chance->probabilities(position.state(), shares.data()) == moves.size(), "each has a probability");
    double sum = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) sum += shares[i];
    require(sum > 1 - 1e-6 && sum < 1 + 1e-6, "probabilities sum to 1");
  }

  void check_extensions(const Position& position, const std::vector<Move>& moves) const {
    if (position.over()) return;
    const auto is_legal = [&](Move m) { return std::find(moves.begin(), moves.end(), m) != moves.end(); };
    std::vector<Move> found(traits_.max_moves);
    if (const auto* count = find<CountMoves>(game_))
      require(count->count_moves(position.state()) == moves.size(), "count-moves counts the moves");
    if (const auto* captures = find<Captures>(game_)) {
      const std::uint32_t n = captures->captures(position.state(), found.data());
      require(n <= moves.size() && std::all_of(found.begin(), found.begin() + n, is_legal),
              "captures are legal");
    }
    if (const auto* tactics = find<Tactics>(game_)) {
      const std::uint32_t n = tactics->winning_moves(position.state(), found.data());
      require(n <= moves.size(), "no more winning moves than moves");
      std::vector<Move> expected;
      for (const Move move : moves) {
        Position next = position;
        if (winner_of(next.apply(move)) == position.to_move()) expected.push_back(move);
      }
      found.resize(n);
      std::sort(found.begin(), found.end());
      std::sort(expected.begin(), expected.end());
      require(found == expected, "tactics finds the winning moves");
    }
    if (const auto* symmetry = find<Symmetry>(game_)) {
      Position image(game_);
      for (std::uint32_t k = 0; k < symmetry->count(); ++k) {
        symmetry->map_state(position.state(), k, image.state());
        require(image.status() == position.status(), "a symmetry keeps the status");
        std::vector<Move> expected;
        for (const Move move : moves) expected.push_back(symmetry->map_move(position.state(), move, k));
        std::vector<Move> mapped = image.legal_moves();
        std::sort(expected.begin(), expected.end());
        std::sort(mapped.begin(), mapped.end());
        require(mapped == expected, "a symmetry maps the moves");
        check_reread(image);
      }
    }
    if (const auto* repetition = find<Repetition>(game_)) {
      require(repetition->occurrences(position.state()) == 0, "a position that was read has no past");
      for (const Move move : moves)
        require(!repetition->repeats(position.state(), move), "no move repeats it");
    }
  }

  void check_move_text(const Position& position, std::string_view text,
                       const std::vector<Move>& moves) const {
    const std::vector<char> bytes = exact(text);
    Move move = kNoMove;
    StringSink error;
    const Status status = game_.move_from_text(position.state(), bytes.data(), bytes.size(), &move, error);
    if (status != Status::kOk) {
      require(status == Status::kInvalidArgument, "a move is refused, not an accident", error.text());
      require(!error.text().empty(), "a refused move has a reason");
      require(move == kNoMove, "a refused move leaves the output alone");
      return;
    }
    require(std::find(moves.begin(), moves.end(), move) != moves.end(), "an accepted move is legal", text);
    check_canonical(position, move);
  }

  void check_canonical(const Position& position, Move move) const {
    const std::string text = position.move_text(move);
    const Result<Move> again = position.parse_move(text);
    require(again.ok(), "the text of a move is accepted", text);
    require(*again == move, "a move reads as itself", text);
    require(game_.move_class(position.state(), move) < traits_.move_classes, "a move has a class", text);
  }

  void check_successors(const Position& position, std::vector<Move> moves) {
    for (std::size_t i = 0; i < std::min(moves.size(), kSuccessors); ++i) {
      std::swap(moves[i], moves[i + rng_.below(static_cast<std::uint32_t>(moves.size() - i))]);
      check_canonical(position, moves[i]);
      Position next = position;
      const GameStatus status = next.apply(moves[i]);
      require(status == next.status(), "apply returns the status");
      check_reread(next);
      static_cast<void>(check_moves(next));
      if (i == 0) check_drawing(next, moves[i]);
    }
  }

  void check_playout(const Position& start) {
    std::vector<TracedMove> moves(kReplayed);
    PlayoutTrace trace{moves.data(), kReplayed, 0};
    Position end = start;
    const PlayoutResult result = game_.playout(end.state(), &rng_, &trace);
    require(is_over(result.status) && result.status == end.status(), "a playout ends");
    require(result.plies <= traits_.max_plies, "a playout ends within max_plies");
    require(trace.size == std::min(result.plies, kReplayed), "a playout is recorded");
    check_reread(end, true);

    Position replay = start;
    const std::uint32_t probe = trace.size == 0 ? 0 : rng_.below(trace.size);
    for (std::uint32_t i = 0; i < trace.size; ++i) {
      const std::vector<Move> legal = check_moves(replay);
      require(std::find(legal.begin(), legal.end(), moves[i].move) != legal.end(),
              "a playout plays legal moves");
      require(moves[i].player == replay.to_move(), "a playout records the mover");
      require(moves[i].move_class == game_.move_class(replay.state(), moves[i].move), "and the move's class");
      replay.apply(moves[i].move);
      if (i == probe) check_reread(replay, true);
    }
    if (trace.size < result.plies) return;
    require(replay.text() == end.text() && replay.hash() == end.hash() && replay.status() == end.status(),
            "a playout and its moves lead to the same position");
  }

  const Game& game_;
  const GameTraits& traits_;
  const TextRule& rule_;
  Rng rng_;
};

// Whether the position in it was accepted. A pure function of the bytes.
inline bool check_input(const Subject& subject, std::string_view bytes) {
  const Input input(subject, bytes);
  TextCheck check(subject.game(input.variant), subject.rule(), fnv1a(bytes));
  return check.run(input.position, input.move);
}

}  // namespace ludex::tests::fuzz
