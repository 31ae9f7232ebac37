// The rules of MiniShogi once more, without bitboards, pins or hashes: pieces in a grid, every pseudo-legal
// move tried out, the history as strings. Reads and writes SFEN and USI.
#pragma once

#include <array>
#include <cctype>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "core/abi/types.hpp"

namespace ludex::tests {

// A position and its legal moves.
class NaivePosition {
 public:
  explicit NaivePosition(const std::string& sfen) {
    std::istringstream in(sfen);
    std::string board, side, hands;
    in >> board >> side >> hands;
    int rank = 0, column = 0;
    for (std::size_t i = 0; i < board.size(); ++i) {
      if (board[i] == '/') {
        ++rank, column = 0;
      } else if (std::isdigit(static_cast<unsigned char>(board[i])) != 0) {
        column += board[i] - '0';
      } else {
        const bool promoted = board[i] == '+';
        if (promoted) ++i;
        at(rank, column++) = {board[i], promoted};
      }
    }
    gote_moves_ = side == "w";
    int n = 1;
    for (const char c : hands) {
      if (c == '-') break;
      if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
        n = c - '0';
      } else {
        for (; n > 0; --n) hand_ += c;
        n = 1;
      }
    }
  }

  [[nodiscard]] bool gote_moves() const { return gote_moves_; }
  [[nodiscard]] bool in_check() const { return attacked_king(gote_moves_); }
  [[nodiscard]] std::vector<std::string> legal(bool uchifuzume_legal) const {
    std::vector<std::string> moves;
    for (const auto& move : pseudo_legal()) {
      if (allowed(move, uchifuzume_legal)) moves.push_back(move);
    }
    return moves;
  }
  void play(const std::string& move) {
    const int to_column = '5' - move[2];
    const int to_rank = move[3] - 'a';
    Piece piece;
    if (move[1] == '*') {
      piece.letter = gote_moves_ ? static_cast<char>(std::tolower(move[0])) : move[0];
      hand_.erase(hand_.find(piece.letter), 1);
    } else {
      Piece& from = at(move[1] - 'a', '5' - move[0]);
      piece = from;
      from = {};
      if (move.size() == 5) piece.promoted = true;
      const char captured = base(at(to_rank, to_column).letter);
      if (captured != 0) hand_ += gote_moves_ ? static_cast<char>(std::tolower(captured)) : captured;
    }
    at(to_rank, to_column) = piece;
    gote_moves_ = !gote_moves_;
  }
  [[nodiscard]] std::string text() const {
    std::string result;
    for (const auto& p : grid_)
      result += std::string(p.promoted ? "+" : "") + (p.letter == 0 ? '.' : p.letter);
    result += gote_moves_ ? " w" : " b";
    for (const char c : std::string("PSGBRpsgbr")) {
      for (const char h : hand_) {
        if (h == c) result += c;
      }
    }
    return result;
  }

 private:
  struct Piece {
    char letter = 0;  // 0: empty; capital: Sente's
    bool promoted = false;
  };
  Piece& at(int rank, int column) { return grid_[static_cast<std::size_t>(rank * 5 + column)]; }
  [[nodiscard]] const Piece& at(int rank, int column) const {
    return grid_[static_cast<std::size_t>(rank * 5 + column)];
  }
  static bool inside(int rank, int column) { return rank >= 0 && rank < 5 && column >= 0 && column < 5; }
  static bool is_gote(char letter) { return letter >= 'a'; }
  static char base(char letter) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  }
  [[nodiscard]] bool mine(const Piece& p) const { return p.letter != 0 && is_gote(p.letter) == gote_moves_; }
  static std::string square(int rank, int column) {
    return {static_cast<char>('5' - column), static_cast<char>('a' + rank)};
  }

  // Calls f(rank, column) for every square the piece attacks.
  template <class F>
  void attacks(int rank, int column, F&& f) const {
    const Piece piece = at(rank, column);
    const int up = is_gote(piece.letter) ? 1 : -1;
    const char kind = base(piece.letter);
    const bool golden = kind == 'G' || (piece.promoted && (kind == 'P' || kind == 'S'));
    for (int dr = -1; dr <= 1; ++dr) {
      for (int dc = -1; dc <= 1; ++dc) {
        if (dr == 0 && dc == 0) continue;
        const bool diagonal = dr != 0 && dc != 0;
        bool one = false, far = false;
        if (kind == 'K') {
          one = true;
        } else if (golden) {
          one = !diagonal || dr == up;
        } else if (kind == 'P') {
          one = dr == up && !diagonal;
        } else if (kind == 'S') {
          one = diagonal || dr == up;
        } else {
          far = diagonal == (kind == 'B');
          one = piece.promoted;
        }
        for (int k = 1; k == 1 ? (one || far) : far; ++k) {
          if (!inside(rank + k * dr, column + k * dc)) break;
          f(rank + k * dr, column + k * dc);
          if (at(rank + k * dr, column + k * dc).letter != 0) break;
        }
      }
    }
  }
  // Whether the king of Gote, or of Sente, is attacked.
  [[nodiscard]] bool attacked_king(bool gote) const {
    bool found = false;
    for (int r = 0; r < 5; ++r) {
      for (int c = 0; c < 5; ++c) {
        if (at(r, c).letter == 0 || is_gote(at(r, c).letter) == gote) continue;
        attacks(r, c, [&](int u, int v) { found = found || at(u, v).letter == (gote ? 'k' : 'K'); });
      }
    }
    return found;
  }

  [[nodiscard]] std::vector<std::string> pseudo_legal() const {
    std::vector<std::string> moves;
    const int last = gote_moves_ ? 4 : 0;
    for (int r = 0; r < 5; ++r) {
      for (int c = 0; c < 5; ++c) {
        const Piece piece = at(r, c);
        if (!mine(piece)) continue;
        const char kind = base(piece.letter);
        attacks(r, c, [&](int u, int v) {
          if (mine(at(u, v))) return;
          const bool may = !piece.promoted && kind != 'G' && kind != 'K' && (r == last || u == last);
          if (may) moves.push_back(square(r, c) + square(u, v) + "+");
          if (!may || kind != 'P') moves.push_back(square(r, c) + square(u, v));
        });
      }
    }
    std::string kinds;
    for (const char h : hand_) {
      if (is_gote(h) == gote_moves_ && kinds.find(base(h)) == std::string::npos) kinds += base(h);
    }
    for (const char kind : kinds) {
      for (int r = 0; r < 5; ++r) {
        for (int c = 0; c < 5; ++c) {
          if (at(r, c).letter != 0) continue;
          if (kind == 'P' && (r == last || pawn_on_file(c))) continue;
          moves.push_back(std::string{kind, '*'} + square(r, c));
        }
      }
    }
    return moves;
  }
  [[nodiscard]] bool pawn_on_file(int column) const {
    for (int r = 0; r < 5; ++r) {
      const Piece p = at(r, column);
      if (mine(p) && base(p.letter) == 'P' && !p.promoted) return true;
    }
    return false;
  }
  [[nodiscard]] bool allowed(const std::string& move, bool uchifuzume_legal) const {
    NaivePosition after = *this;
    after.play(move);
    if (after.attacked_king(gote_moves_)) return false;
    const bool pawn_mate = move[0] == 'P' && move[1] == '*' && after.in_check() && after.legal(true).empty();
    return uchifuzume_legal || !pawn_mate;
  }

  std::array<Piece, 25> grid_{};  // row by row from rank a, file 5
  std::string hand_;
  bool gote_moves_ = false;
};

// A game: the position, its past and its result.
class NaiveMinishogi {
 public:
  enum class Rule { kOfficial, kDraw, kNone };

  NaiveMinishogi(const std::string& sfen, Rule rule, bool uchifuzume_legal, int cap)
      : position_(sfen), rule_(rule), uchifuzume_legal_(uchifuzume_legal), cap_(cap) {
    settle();
  }

  [[nodiscard]] Player to_move() const { return position_.gote_moves() ? 1 : 0; }
  [[nodiscard]] GameStatus status() const { return status_; }
  [[nodiscard]] std::vector<std::string> legal() const { return legal_; }
  void play(const std::string& move) {
    position_.play(move);
    ++plies_;
    settle();
  }
  // How often the present position has been on the board before.
  [[nodiscard]] std::uint32_t occurrences() const {
    std::uint32_t n = 0;
    for (const auto& past : history_) n += past.position == history_.back().position;
    return n - 1;
  }

 private:
  struct Past {
    std::string position;
    bool gote_moves;
    bool check;
  };

  // The status of the position just reached.
  void settle() {
    history_.push_back({position_.text(), position_.gote_moves(), position_.in_check()});
    legal_ = position_.legal(uchifuzume_legal_);
    if (legal_.empty()) {
      status_ = win_for(1 - to_move());
    } else if (rule_ != Rule::kNone && occurrences() == 3) {
      std::size_t first = 0;
      while (history_[first].position != history_.back().position) ++first;
      bool sente_always_checks = true, gote_always_checks = true;
      for (std::size_t i = first + 1; i < history_.size(); ++i) {
        bool& always = history_[i].gote_moves ? sente_always_checks : gote_always_checks;
        always = always && history_[i].check;
      }
      if (sente_always_checks != gote_always_checks) {
        status_ = win_for(sente_always_checks ? 1 : 0);
      } else {
        status_ = rule_ == Rule::kDraw ? GameStatus::kDraw : win_for(1);
      }
    } else if (plies_ >= cap_) {
      status_ = GameStatus::kDraw;
    }
  }

  NaivePosition position_;
  Rule rule_;
  bool uchifuzume_legal_;
  int cap_;
  int plies_ = 0;
  std::vector<Past> history_;
  std::vector<std::string> legal_;
  GameStatus status_ = GameStatus::kOngoing;
};

}  // namespace ludex::tests
