#include "games/breakthrough/breakthrough.hpp"

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/csv.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/ludii_trace.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/playout_statistics.hpp"

namespace ludex::games::breakthrough {
namespace {

using namespace ludex::tests;

// The rules once more, on a grid of letters, as slowly and plainly as they are written.
class Naive {
 public:
  Naive(int width, int height) : width_(width), height_(height), rows_(std::size_t(height)) {
    for (int y = 0; y < height; ++y) {
      const char c = y < 2 ? 'w' : y >= height - 2 ? 'b' : '.';
      rows_[std::size_t(y)] = std::string(std::size_t(width), c);
    }
  }

  [[nodiscard]] Player to_move() const { return mover_; }
  [[nodiscard]] GameStatus status() const {
    int white = 0;
    int black = 0;
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        white += at(x, y) == 'w';
        black += at(x, y) == 'b';
        if (at(x, y) == 'w' && y == height_ - 1) return win_for(0);
        if (at(x, y) == 'b' && y == 0) return win_for(1);
      }
    }
    if (white == 0) return win_for(1);
    if (black == 0) return win_for(0);
    return GameStatus::kOngoing;
  }
  [[nodiscard]] std::vector<std::string> legal() const {
    std::vector<std::string> moves;
    if (is_over(status())) return moves;
    const char own = mover_ == 0 ? 'w' : 'b';
    const int forward = mover_ == 0 ? 1 : -1;
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        if (at(x, y) != own) continue;
        for (int dx = -1; dx <= 1; ++dx) {
          const int nx = x + dx;
          const int ny = y + forward;
          if (nx < 0 || nx >= width_ || ny < 0 || ny >= height_) continue;
          const char there = at(nx, ny);
          if (there == own || (dx == 0 && there != '.')) continue;
          moves.push_back(name(x, y) + name(nx, ny));
        }
      }
    }
    return moves;
  }
  void play(const std::string& move) {
    const std::size_t second = move.find_first_of("abcdefghijklmnop", 1);
    const auto square = [](const std::string& text) {
      return std::pair{text[0] - 'a', std::stoi(text.substr(1)) - 1};
    };
    const auto [x, y] = square(move.substr(0, second));
    const auto [nx, ny] = square(move.substr(second));
    set(nx, ny, at(x, y));
    set(x, y, '.');
    mover_ = 1 - mover_;
  }

 private:
  [[nodiscard]] char at(int x, int y) const { return rows_[std::size_t(y)][std::size_t(x)]; }
  void set(int x, int y, char c) { rows_[std::size_t(y)][std::size_t(x)] = c; }
  static std::string name(int x, int y) { return static_cast<char>('a' + x) + std::to_string(y + 1); }

  int width_;
  int height_;
  std::vector<std::string> rows_;
  Player mover_ = 0;
};

// Whether the side to move wins: negamax to the end with every position remembered.
class Solver {
 public:
  explicit Solver(const Small& rules) : rules_(rules) {}
  bool wins(const Small::State& s) {
    Move moves[128];
    if (rules_.winning_moves(s, moves) > 0) return true;
    const auto known = known_.find(s.hash);
    if (known != known_.end()) return known->second;
    const std::uint32_t count = rules_.legal_moves(s, moves);
    bool found = false;
    for (std::uint32_t i = 0; i < count && !found; ++i) {
      Small::State next = s;
      rules_.apply(next, moves[i]);
      found = !wins(next);
    }
    known_[s.hash] = found;
    return found;
  }

 private:
  const Small& rules_;
  std::unordered_map<std::uint64_t, bool> known_;
};

Small::State position(const Small& rules, const std::string& text) {
  const auto parsed = rules.parse_position(text);
  REQUIRE_MESSAGE(parsed.ok(), (parsed.ok() ? "" : parsed.error()));
  return *parsed;
}

std::string refusal(const Small& rules, const std::string& text) {
  const auto parsed = rules.parse_position(text);
  return parsed.ok() ? "accepted" : parsed.error();
}

const Small kStandard(8, 8);

}  // namespace

TEST_CASE("breakthrough keeps the game contract on every kind of board") {
  check_game_contract(kStandard, samples(300), 1);
  check_game_contract(Small(2, 4), samples(300), 2);
  check_game_contract(Small(3, 6), samples(300), 3);
  check_game_contract(Small(16, 4), samples(100), 4);
  check_game_contract(Small(2, 26), samples(100), 5);
  check_game_contract(Large(8, 8), samples(100), 6);
  check_game_contract(Large(11, 11), samples(60), 7);
  check_game_contract(Large(16, 8), samples(60), 8);
}

TEST_CASE("breakthrough agrees with the naive rules move list by move list") {
  check_against_reference(kStandard, Naive(8, 8), samples(100'000), 11);
  check_against_reference(Small(2, 7), Naive(2, 7), samples(10'000), 12);
  check_against_reference(Small(5, 6), Naive(5, 6), samples(20'000), 13);
  check_against_reference(Small(16, 4), Naive(16, 4), samples(10'000), 14);
  check_against_reference(Large(10, 10), Naive(10, 10), samples(20'000), 15);
  check_against_reference(Large(16, 8), Naive(16, 8), samples(10'000), 16);
}

TEST_CASE("breakthrough: counts from the start") {
  // Counted by Fairy-Stockfish and an independent counter.
  const std::array<std::uint64_t, 6> counts{22, 484, 11132, 256036, 6182818, 149264638};
  for (std::size_t d = 0; d < counts.size() - (kSanitized ? 2 : 0); ++d)
    CHECK(perft(kStandard, kStandard.initial(), static_cast<int>(d) + 1) == counts[d]);
}

TEST_CASE("breakthrough: every row of the perft table") {
  const auto path = oracle("breakthrough/perft_breakthrough.csv");
  if (!path) return;
  int rows = 0;
  for (const auto& row : read_csv(*path)) {
    const std::uint64_t nodes = std::stoull(row.at("nodes"));
    const auto s = position(kStandard, row.at("fen"));
    const std::string text = kStandard.position_text(s);
    const std::string& fen = row.at("fen");
    CHECK(text == fen.substr(0, fen.find(' ')) + fen.substr(fen.find(' '), 2) + " - - 0 1");
    if (nodes > (kSanitized ? 1'000'000 : 50'000'000)) continue;
    CAPTURE(fen);
    CHECK(perft(kStandard, s, std::stoi(row.at("depth"))) == nodes);
    ++rows;
  }
  CHECK(rows >= 55);
}

TEST_CASE("breakthrough: the recorded games of Ludii") {
  const auto path = oracle("ludii_traces/breakthrough.txt.gz");
  if (!path) return;
  // Sites count from the lower left, row by row: "9-17" is b2b3.
  const auto translate = [](const std::string& move) {
    const std::size_t dash = move.find('-');
    const auto name = [](int site) {
      return static_cast<char>('a' + site % 8) + std::to_string(site / 8 + 1);
    };
    return name(std::stoi(move.substr(0, dash))) + name(std::stoi(move.substr(dash + 1)));
  };
  const auto games = read_ludii_trace(*path);
  CHECK(games.size() == 50);
  const GameModule<Small> game(kStandard);
  for (const auto& recorded : games) {
    Small::State s = kStandard.initial();
    for (const auto& ply : recorded.plies) {
      std::vector<std::string> expected;
      for (const auto& move : ply.legal) expected.push_back(translate(move));
      std::sort(expected.begin(), expected.end());
      REQUIRE(kStandard.to_move(s) + 1 == Player(ply.mover));
      REQUIRE(legal_texts(kStandard, s) == expected);
      const std::string text = translate(ply.move);
      Move move = kNoMove;
      StringSink error;
      REQUIRE(game.move_from_text(reinterpret_cast<const State*>(&s), text.data(), text.size(), &move,
                                  error) == Status::kOk);
      kStandard.apply(s, move);
    }
    REQUIRE(winner_of(kStandard.status(s)) + 1 == Player(recorded.winner));
  }
}

TEST_CASE("breakthrough: winners of small boards") {
  // First-player wins among small boards (width x height), by plain negamax; 5x4 and 4x5 also published by
  // Saffidine, Jouandeau and Cazenave 2011.
  struct Board {
    int width, height;
    bool first_wins;
  };
  std::vector<Board> boards{{2, 4, false}, {2, 5, false}, {2, 6, true}, {2, 7, false}, {2, 8, true},
                            {3, 4, false}, {3, 5, false}, {3, 6, true}, {4, 4, false}, {5, 4, false}};
  if (!kSanitized) boards.insert(boards.end(), {{6, 4, false}, {4, 5, false}});
  for (const auto& b : boards) {
    CAPTURE(b.width);
    CAPTURE(b.height);
    const Small rules(b.width, b.height);
    CHECK(Solver(rules).wins(rules.initial()) == b.first_wins);
  }
}

TEST_CASE("breakthrough: playouts are uniform and as published") {
  check_playouts(kStandard, samples(20'000), 21);
  check_playouts(Small(3, 5), samples(20'000), 22);
  check_playouts(Large(10, 10), samples(4'000), 23);
  // 10,000 games by Ludii 1.3.12.
  check_published_playouts(kStandard, {10'000, 64.11, 16.0, 0.508, 0.493, 0}, 10'000, 24, 0.05, 0.0005);
  check_published_branching(kStandard, 25.7, 10'000, 41);
}

TEST_CASE("breakthrough: a move is drawn with the same probability in the middle of a game, too") {
  check_uniform_choice(
      kStandard,
      position(kStandard, "1p1p1ppp/1ppppp1p/3p4/1ppp1pP1/1P6/PP1PP2P/1PPP3P/1P1P1PPP b - - 25 13"),
      samples(60'000), 31);
}

TEST_CASE("breakthrough: the last row and the last man win") {
  // The man on b3 may step to either corner, or take on its way; the one on a1 may take nothing.
  const Small rules(3, 4);
  auto s = position(rules, "2p/1P1/3/P2 w");
  CHECK(legal_texts(rules, s) == std::vector<std::string>{"a1a2", "a1b2", "b3a4", "b3b4", "b3c4"});
  std::array<Move, 16> moves;
  CHECK(rules.winning_moves(s, moves.data()) == 3);
  CHECK(rules.captures(s, moves.data()) == 3);

  // Taking the last man wins anywhere on the board.
  s = position(rules, "3/1p1/P2/3 w");
  REQUIRE(rules.winning_moves(s, moves.data()) == 1);
  CHECK(rules.move_text(s, moves[0]) == "a2b3");
  CHECK(rules.apply(s, moves[0]) == win_for(0));
  CHECK(rules.position_text(s) == "3/1P1/3/3 b - - 0 1");
  CHECK(rules.legal_moves(s, moves.data()) == 0);
  CHECK(rules.status(position(rules, "3/1P1/3/3 b - - 0 1")) == win_for(0));

  // Straight ahead is no capture.
  s = position(rules, "3/p2/P2/3 b");
  CHECK(legal_texts(rules, s) == std::vector<std::string>{"a3b2"});
}

TEST_CASE("breakthrough: texts that are no positions are refused with the reason") {
  const std::string start = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP";
  CHECK(kStandard.position_text(position(kStandard, start + " w")) == start + " w - - 0 1");
  const auto why = [&](const std::string& text) { return refusal(kStandard, text); };
  CHECK(why("").find("1 fields") != std::string::npos);
  CHECK(why(start).find("1 fields") != std::string::npos);
  CHECK(why(start + " w ").find("3 fields") != std::string::npos);
  CHECK(why(start + "  w").find("3 fields") != std::string::npos);
  CHECK(why(start + " x").find("expected w or b") != std::string::npos);
  CHECK(why(start + " w - - 0 0").find("turn") != std::string::npos);
  CHECK(why(start + " w - - -1 1").find("last capture") != std::string::npos);
  CHECK(why(start + " w - - 01 1").find("last capture") != std::string::npos);
  CHECK(why(start + " w KQkq - 0 1").find("field 3") != std::string::npos);
  CHECK(why(start + " w - e3 0 1").find("field 4") != std::string::npos);
  CHECK(why(start + " w - pass 0 1").find("nobody passes") != std::string::npos);
  CHECK(why(start + "/8 w").find("more than 8 rows") != std::string::npos);
  CHECK(why("pppppppp/8/8/8/8/8/PPPPPPPP w").find("has 7 rows") != std::string::npos);
  CHECK(why("ppppppppp/8/8/8/8/8/8/PPPPPPPP w").find("row 8") != std::string::npos);
  CHECK(why("ppppppp/8/8/8/8/8/8/PPPPPPPP w").find("has 7 squares") != std::string::npos);
  CHECK(why("pppppppp/44/8/8/8/8/8/PPPPPPPP w").find("'44'") != std::string::npos);
  CHECK(why("pppppppp/9/8/8/8/8/8/PPPPPPPP w").find("row 7") != std::string::npos);
  CHECK(why("pppppppp/08/8/8/8/8/8/PPPPPPPP w").find("row 7") != std::string::npos);
  CHECK(why("ppppnppp/8/8/8/8/8/8/PPPPPPPP w").find("'n'") != std::string::npos);
  CHECK(why("8/8/8/8/8/8/8/8 w").find("empty") != std::string::npos);
  CHECK(why("8/8/8/pppppppp/8/8/8/8 b").find("no men") != std::string::npos);
  CHECK(why("pppppppp/pppppppp/p7/8/8/8/8/PPPPPPPP w").find("17 men") != std::string::npos);
  CHECK(why("P7/pppppppp/8/8/8/8/8/PPPPPPPP w").find("ended before") != std::string::npos);
  CHECK(why("PP6/pppppppp/8/8/8/8/8/PPPPPPPP b").find("several") != std::string::npos);
  CHECK(why("P7/8/8/8/8/8/8/p7 b").find("ended before") != std::string::npos);
}

TEST_CASE("breakthrough: parameters") {
  const auto create = [](const char* width, const char* height) {
    const std::array<ParamText, 2> texts{{{"width", width}, {"height", height}}};
    const auto values = ParamValues::resolve(Breakthrough::parameters(), texts);
    if (!values) return std::string("refused");
    const auto rules = Breakthrough::create(*values);
    return rules ? std::to_string(rules->index()) : rules.error();
  };
  CHECK(create("8", "8") == "0");
  CHECK(create("6", "5") == "0");
  CHECK(create("9", "8") == "1");
  CHECK(create("16", "8") == "1");
  CHECK(create("16", "9").find("144") != std::string::npos);
  CHECK(create("1", "8") == "refused");
  CHECK(create("8", "3") == "refused");
}

TEST_CASE("breakthrough: states are small") {
  CHECK(sizeof(Small::State) == 32);
  CHECK(sizeof(Large::State) == 48);
}

TEST_CASE("breakthrough: the drawing is one SVG element with all men") {
  const std::string svg = kStandard.svg(kStandard.initial(), kNoMove);
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.ends_with("</svg>\n"));
  std::size_t discs = 0;
  for (std::size_t at = svg.find("<circle"); at != std::string::npos; at = svg.find("<circle", at + 1))
    ++discs;
  CHECK(discs == 32);
}

}  // namespace ludex::games::breakthrough
