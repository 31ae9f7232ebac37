// Uniform random games. Draws a pseudo-legal move and accepts it if it is legal, which is uniform over the
// legal moves and needs no pins, attack map or move list. In check, and after a few rejected draws (few moves
// may be legal), draws from the legal list instead: also uniform.
#pragma once

#include <map>

#include "core/util/rng.hpp"
#include "games/chess/movegen.hpp"

namespace ludex::games::chess {

// Upper bound of legal moves. The maximum of reachable positions is 218.
inline constexpr std::uint32_t kMaxMoves = 256;

// The pseudo-legal moves of a side that is not in check, as sets of targets.
template <class Sliders, Color us>
class PseudoLegal {
 public:
  explicit PseudoLegal(const Position& p) noexcept : p_(p), occupied_(p.occupied()), king_(p.king(us)) {
    constexpr int kUp = us == kWhite ? 8 : -8;
    constexpr Bitboard kThird = rank_mask(us == kWhite ? 2 : 5);
    const Bitboard pawns = p.pieces(us, kPawn);
    const Bitboard enemy = p.color[kThem];
    pawn_targets_[0] = shift<kUp>(pawns) & ~occupied_;
    pawn_targets_[1] = shift<kUp>(pawn_targets_[0] & kThird) & ~occupied_;
    pawn_targets_[2] = shift<kUp - 1>(pawns) & enemy;
    pawn_targets_[3] = shift<kUp + 1>(pawns) & enemy;
    for (std::uint32_t i = 0; i < 4; ++i) pawn_moves_ += count(pawn_targets_[i]);
    constexpr Bitboard kLast = rank_mask(us == kWhite ? 7 : 0);
    promotions_ =
        count(pawn_targets_[0] & kLast) + count(pawn_targets_[2] & kLast) + count(pawn_targets_[3] & kLast);
    total_ = pawn_moves_ + 3 * promotions_;
    if (p.en_passant != kNoSquare) {
      capturers_ = kGeometry.pawn[kThem][p.en_passant] & pawns;
      total_ += count(capturers_);
    }
    if (p.castling != 0) {
      CastlingSink sink{*this};
      visit_castling<Sliders, us>(
          p, 0, [](Bitboard) { return false; }, sink);
    }

    const Bitboard allowed = ~p.color[us];
    for (Bitboard b = p.pieces(us, kKnight); b != 0;) {
      const Square from = pop_square(b);
      add(kKnight, from, kGeometry.knight[from] & allowed);
    }
    for (Bitboard b = p.pieces(us, kBishop); b != 0;) {
      const Square from = pop_square(b);
      add(kBishop, from, Sliders::bishop(from, occupied_) & allowed);
    }
    for (Bitboard b = p.pieces(us, kRook); b != 0;) {
      const Square from = pop_square(b);
      add(kRook, from, Sliders::rook(from, occupied_) & allowed);
    }
    for (Bitboard b = p.pieces(us, kQueen); b != 0;) {
      const Square from = pop_square(b);
      add(kQueen, from, (Sliders::bishop(from, occupied_) | Sliders::rook(from, occupied_)) & allowed);
    }
    add(kKing, king_, kGeometry.king[king_] & allowed);
  }

  [[nodiscard]] std::uint32_t total() const noexcept { return total_; }

  // The n-th move, n < total(), or kNoMove if it would leave the king in check.
  [[nodiscard]] Move legal_or_none(std::uint32_t n) const noexcept {
    if (n < pawn_moves_) return pawn_move(n);
    n -= pawn_moves_;
    for (std::uint32_t i = 0; i < pieces_; ++i) {
      const std::uint32_t moves = count(targets_[i]);
      if (n < moves) {
        const Square to = Sliders::select(targets_[i], n);
        const Move move{origin_[i] | to << 6U};
        return piece_of(move) == kKing ? king_move(move) : shielded(move);
      }
      n -= moves;
    }
    return rare_move(n);
  }

 private:
  static constexpr Color kThem = opponent(us);

  struct CastlingSink {
    PseudoLegal& moves;
    void single(Move move) noexcept {
      moves.castling_[moves.castlings_++] = move;
      ++moves.total_;
    }
  };

  void add(PieceType type, Square from, Bitboard targets) noexcept {
    origin_[pieces_] = from | type << 12U;
    targets_[pieces_++] = targets;
    total_ += count(targets);
  }

  // Moves of pawns, including promotions to a queen.
  [[nodiscard]] Move pawn_move(std::uint32_t n) const noexcept {
    constexpr int kUp = us == kWhite ? 8 : -8;
    constexpr std::array<int, 4> kSteps{kUp, 2 * kUp, kUp - 1, kUp + 1};
    std::uint32_t i = 0;
    for (std::uint32_t moves; n >= (moves = count(pawn_targets_[i])); ++i) n -= moves;
    const Square to = Sliders::select(pawn_targets_[i], n);
    const auto from = static_cast<Square>(static_cast<int>(to) - kSteps[i]);
    const bool promotes = rank_of(to) == (us == kWhite ? 7U : 0U);
    return shielded(make_code(kPawn, from, to, i == 1 ? Special::kDoubleStep : Special::kNone,
                              promotes ? kQueen : kPawn));
  }

  // Rare moves: promotions to less than a queen, en passant, castling.
  [[nodiscard]] Move rare_move(std::uint32_t n) const noexcept {
    if (n < 3 * promotions_) {
      constexpr int kUp = us == kWhite ? 8 : -8;
      constexpr Bitboard kLast = rank_mask(us == kWhite ? 7 : 0);
      const auto piece = static_cast<PieceType>(kKnight + n % 3);
      n /= 3;
      for (const auto& [set, step] : {std::pair{pawn_targets_[0], kUp}, std::pair{pawn_targets_[2], kUp - 1},
                                      std::pair{pawn_targets_[3], kUp + 1}}) {
        const std::uint32_t moves = count(set & kLast);
        if (n < moves) {
          const Square to = Sliders::select(set & kLast, n);
          return shielded(
              make_code(kPawn, static_cast<Square>(static_cast<int>(to) - step), to, Special::kNone, piece));
        }
        n -= moves;
      }
    }
    n -= 3 * promotions_;
    if (n < count(capturers_)) {
      const Square from = Sliders::select(capturers_, n);
      return en_passant_is_safe<Sliders>(p_, us, from, p_.en_passant)
                 ? make_code(kPawn, from, p_.en_passant, Special::kEnPassant)
                 : kNoMove;
    }
    const Move move = castling_[n - count(capturers_)];
    if constexpr (kAnyFile<Sliders>) return safe_castling(move);
    const Square to = to_of(move);
    const bool safe = !attacked(to, occupied_) && !attacked((from_of(move) + to) / 2, occupied_);
    return safe ? move : kNoMove;
  }

  [[nodiscard]] Move safe_castling(Move move) const noexcept {
    const CastlingSteps steps = castling_steps<Sliders>(move);
    for (Bitboard path = king_path_of(steps); path != 0;) {
      if (attacked(pop_square(path), occupied_ ^ bit(king_))) return kNoMove;
    }
    // The rook may have shielded the king.
    return attacked(steps.king_to, occupied_ ^ steps.king() ^ steps.rook()) ? kNoMove : move;
  }
  [[nodiscard]] bool attacked(Square s, Bitboard occupied) const noexcept {
    return attackers<Sliders>(p_, s, kThem, occupied) != 0;
  }
  [[nodiscard]] Move king_move(Move move) const noexcept {
    return attacked(to_of(move), occupied_ ^ bit(king_)) ? kNoMove : move;
  }
  // Refuses a move that opens a line to the king.
  [[nodiscard]] Move shielded(Move move) const noexcept {
    const Bitboard from = bit(from_of(move));
    const Bitboard to = bit(to_of(move));
    if (((kGeometry.orthogonal[king_] | kGeometry.diagonal[king_]) & from) == 0) return move;
    const Bitboard occupied = (occupied_ ^ from) | to;
    const Bitboard opened = (kGeometry.orthogonal[king_] & from) != 0
                                ? Sliders::rook(king_, occupied) & p_.orthogonal_sliders(kThem)
                                : Sliders::bishop(king_, occupied) & p_.diagonal_sliders(kThem);
    return (opened & ~to) == 0 ? move : kNoMove;
  }

  const Position& p_;
  Bitboard occupied_;
  Square king_;
  std::uint32_t total_ = 0;
  std::uint32_t pawn_moves_ = 0;
  std::uint32_t promotions_ = 0;
  std::uint32_t pieces_ = 0;
  std::uint32_t castlings_ = 0;
  Bitboard capturers_ = 0;
  std::array<Bitboard, 4> pawn_targets_;
  std::array<Move, 2> castling_;
  std::array<std::uint32_t, 16> origin_;
  std::array<Bitboard, 16> targets_;
};

// A uniformly random legal move, or kNoMove if there is none. Updates checkers and pinned when it returns
// kNoMove; may leave them stale otherwise.
template <class Sliders, Color us>
[[nodiscard]] inline Move draw_move(Position& p, Rng& rng) noexcept {
  constexpr int kDraws = 4;
  if (attackers<Sliders>(p, p.king(us), opponent(us), p.occupied()) == 0) {
    const PseudoLegal<Sliders, us> moves(p);
    if (moves.total() != 0) {
      for (int i = 0; i < kDraws; ++i) {
        const Move move = moves.legal_or_none(rng.below(moves.total()));
        if (move != kNoMove) return move;
      }
    }
  }
  find_checks_and_pins(p);
  Move legal[kMaxMoves];
  const std::uint32_t moves = list_legal<Sliders>(p, legal);
  return moves == 0 ? kNoMove : legal[rng.below(moves)];
}

}  // namespace ludex::games::chess
