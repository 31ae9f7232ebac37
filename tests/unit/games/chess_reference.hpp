// A second, independent chess: a mailbox of characters, moves tried and taken back if the king can be
// captured, history as a map of texts. Slow and plain; shares nothing with games/chess.
#pragma once

#include <array>
#include <cctype>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/abi/types.hpp"

namespace ludex::tests {

class NaiveChess {
 public:
  explicit NaiveChess(const std::string& fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                      bool draws = true, int max_plies = 11800)
      : draws_(draws), max_plies_(max_plies) {
    std::istringstream in(fen);
    std::string placement, side, rights, passed;
    int number = 1;
    in >> placement >> side >> rights >> passed >> clock_ >> number;
    int x = 0, y = 7;
    board_.fill('.');
    for (const char c : placement) {
      if (c == '/') {
        x = 0, --y;
      } else if (std::isdigit(static_cast<unsigned char>(c))) {
        x += c - '0';
      } else {
        at(x++, y) = c;
      }
    }
    white_ = side == "w";
    ply_ = 2 * (number - 1) + (white_ ? 0 : 1);
    for (const char c : rights) {
      if (c != '-') rights_ += c;
    }
    if (passed != "-") passed_x_ = passed[0] - 'a', passed_y_ = passed[1] - '1';
    settle();
  }

  [[nodiscard]] std::vector<std::string> legal() const {
    return is_over(status_) ? std::vector<std::string>{} : legal_;
  }
  [[nodiscard]] GameStatus status() const { return status_; }
  [[nodiscard]] Player to_move() const { return white_ ? 0 : 1; }
  [[nodiscard]] int repetitions() const { return seen_.at(key()); }
  [[nodiscard]] int clock() const { return clock_; }

  void play(const std::string& move) {
    make(move);
    settle();
  }

 private:
  char& at(int x, int y) { return board_[static_cast<std::size_t>(y * 8 + x)]; }
  [[nodiscard]] char at(int x, int y) const { return board_[static_cast<std::size_t>(y * 8 + x)]; }
  [[nodiscard]] static bool inside(int x, int y) { return x >= 0 && x < 8 && y >= 0 && y < 8; }
  [[nodiscard]] static bool is_white(char c) { return c >= 'A' && c <= 'Z'; }
  [[nodiscard]] static bool is_black(char c) { return c >= 'a' && c <= 'z'; }
  [[nodiscard]] bool own(char c) const { return white_ ? is_white(c) : is_black(c); }
  [[nodiscard]] bool enemy(char c) const { return white_ ? is_black(c) : is_white(c); }
  static char kind(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
  static std::string name(int x, int y) { return {static_cast<char>('a' + x), static_cast<char>('1' + y)}; }

  // Whether a piece of the given side could capture on (x, y).
  [[nodiscard]] bool attacked(int x, int y, bool by_white) const {
    for (int fy = 0; fy < 8; ++fy) {
      for (int fx = 0; fx < 8; ++fx) {
        const char c = at(fx, fy);
        if (c == '.' || is_white(c) != by_white) continue;
        const int dx = x - fx, dy = y - fy;
        const int ax = std::abs(dx), ay = std::abs(dy);
        if (ax == 0 && ay == 0) continue;
        switch (kind(c)) {
          case 'p':
            if (ax == 1 && dy == (by_white ? 1 : -1)) return true;
            continue;
          case 'n':
            if (ax * ay == 2) return true;
            continue;
          case 'k':
            if (ax <= 1 && ay <= 1) return true;
            continue;
          case 'b':
            if (ax != ay) continue;
            break;
          case 'r':
            if (dx != 0 && dy != 0) continue;
            break;
          default:
            if (ax != ay && dx != 0 && dy != 0) continue;
        }
        const int sx = (dx > 0) - (dx < 0), sy = (dy > 0) - (dy < 0);
        int tx = fx + sx, ty = fy + sy;
        while ((tx != x || ty != y) && at(tx, ty) == '.') tx += sx, ty += sy;
        if (tx == x && ty == y) return true;
      }
    }
    return false;
  }
  [[nodiscard]] bool king_attacked(bool white) const {
    for (int y = 0; y < 8; ++y) {
      for (int x = 0; x < 8; ++x) {
        if (at(x, y) == (white ? 'K' : 'k')) return attacked(x, y, !white);
      }
    }
    return false;
  }

  [[nodiscard]] std::vector<std::string> pseudo_legal() const {
    std::vector<std::string> moves;
    const auto add = [&](int x, int y, int tx, int ty) {
      const std::string move = name(x, y) + name(tx, ty);
      if (kind(at(x, y)) == 'p' && (ty == 0 || ty == 7)) {
        for (const char c : {'q', 'r', 'b', 'n'}) moves.push_back(move + c);
      } else {
        moves.push_back(move);
      }
    };
    for (int y = 0; y < 8; ++y) {
      for (int x = 0; x < 8; ++x) {
        const char c = at(x, y);
        if (!own(c)) continue;
        const auto ride = [&](int dx, int dy, int limit) {
          for (int i = 1; i <= limit; ++i) {
            const int tx = x + i * dx, ty = y + i * dy;
            if (!inside(tx, ty) || own(at(tx, ty))) return;
            add(x, y, tx, ty);
            if (at(tx, ty) != '.') return;
          }
        };
        const auto straight = [&](int limit) {
          ride(1, 0, limit), ride(-1, 0, limit), ride(0, 1, limit), ride(0, -1, limit);
        };
        const auto oblique = [&](int limit) {
          ride(1, 1, limit), ride(-1, 1, limit), ride(1, -1, limit), ride(-1, -1, limit);
        };
        switch (kind(c)) {
          case 'p': {
            const int up = white_ ? 1 : -1;
            if (at(x, y + up) == '.') {
              add(x, y, x, y + up);
              if (y == (white_ ? 1 : 6) && at(x, y + 2 * up) == '.') add(x, y, x, y + 2 * up);
            }
            for (const int dx : {-1, 1}) {
              if (!inside(x + dx, y + up)) continue;
              if (enemy(at(x + dx, y + up)) || (x + dx == passed_x_ && y + up == passed_y_))
                add(x, y, x + dx, y + up);
            }
            break;
          }
          case 'n':
            for (const int dx : {-2, -1, 1, 2}) {
              for (const int dy : {-2, -1, 1, 2}) {
                if (std::abs(dx) != std::abs(dy)) ride(dx, dy, 1);
              }
            }
            break;
          case 'b':
            oblique(7);
            break;
          case 'r':
            straight(7);
            break;
          case 'q':
            straight(7), oblique(7);
            break;
          default: {
            straight(1), oblique(1);
            if (attacked(x, y, !white_)) break;
            const bool short_right = rights_.find(white_ ? 'K' : 'k') != std::string::npos;
            const bool long_right = rights_.find(white_ ? 'Q' : 'q') != std::string::npos;
            if (short_right && at(5, y) == '.' && at(6, y) == '.' && !attacked(5, y, !white_))
              add(x, y, 6, y);
            if (long_right && at(3, y) == '.' && at(2, y) == '.' && at(1, y) == '.' &&
                !attacked(3, y, !white_))
              add(x, y, 2, y);
          }
        }
      }
    }
    return moves;
  }

  void make(const std::string& move) {
    const int x = move[0] - 'a', y = move[1] - '1', tx = move[2] - 'a', ty = move[3] - '1';
    const char piece = at(x, y);
    const bool pawn = kind(piece) == 'p';
    clock_ = pawn || at(tx, ty) != '.' ? 0 : clock_ + 1;
    if (pawn && x != tx && at(tx, ty) == '.') at(tx, y) = '.';
    if (kind(piece) == 'k' && std::abs(tx - x) == 2) {
      const int rook = tx == 6 ? 7 : 0;
      at(tx == 6 ? 5 : 3, y) = at(rook, y);
      at(rook, y) = '.';
    }
    at(tx, ty) = piece;
    at(x, y) = '.';
    if (move.size() == 5) at(tx, ty) = white_ ? static_cast<char>(std::toupper(move[4])) : move[4];
    // A right dies when king or rook are no longer at home.
    std::string kept;
    for (const char c : rights_) {
      const bool w = is_white(c);
      const int home = w ? 0 : 7;
      if (at(4, home) == (w ? 'K' : 'k') && at(kind(c) == 'k' ? 7 : 0, home) == (w ? 'R' : 'r')) kept += c;
    }
    rights_ = kept;
    passed_x_ = passed_y_ = -1;
    if (pawn && std::abs(ty - y) == 2) passed_x_ = x, passed_y_ = (y + ty) / 2;
    white_ = !white_;
    ++ply_;
  }

  [[nodiscard]] std::string key() const {
    std::string key(board_.begin(), board_.end());
    key += white_ ? 'w' : 'b';
    key += rights_;
    for (const std::string& move : legal_) {
      if (move[2] - 'a' == passed_x_ && move[3] - '1' == passed_y_ &&
          kind(at(move[0] - 'a', move[1] - '1')) == 'p')
        key += move.substr(2, 2);
    }
    return key;
  }

  void settle() {
    legal_.clear();
    for (const std::string& move : pseudo_legal()) {
      const auto board = board_;
      const auto rights = rights_;
      const int clock = clock_, px = passed_x_, py = passed_y_;
      make(move);
      const bool safe = !king_attacked(!white_);
      board_ = board, rights_ = rights, clock_ = clock, passed_x_ = px, passed_y_ = py;
      white_ = !white_;
      --ply_;
      if (safe) legal_.push_back(move);
    }
    const int times = ++seen_[key()];
    status_ = GameStatus::kOngoing;
    if (legal_.empty()) {
      status_ = king_attacked(white_) ? win_for(white_ ? 1 : 0) : GameStatus::kDraw;
    } else if (ply_ >= max_plies_ || (draws_ && (clock_ >= 100 || times >= 3 || dead()))) {
      status_ = GameStatus::kDraw;
    }
  }
  [[nodiscard]] bool dead() const {
    std::string men;
    for (const char c : board_) {
      if (c != '.' && kind(c) != 'k') men += kind(c);
    }
    return men.empty() || men == "n" || men == "b";
  }

  std::array<char, 64> board_{};
  bool white_ = true;
  std::string rights_;
  int passed_x_ = -1;
  int passed_y_ = -1;
  int clock_ = 0;
  int ply_ = 0;
  bool draws_;
  int max_plies_;
  std::vector<std::string> legal_;
  std::map<std::string, int> seen_;
  GameStatus status_ = GameStatus::kOngoing;
};

}  // namespace ludex::tests
