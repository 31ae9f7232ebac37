#include "games/knightthrough/knightthrough.hpp"

#include <array>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/csv.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/ludii_trace.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/playout_statistics.hpp"

namespace ludex::games::knightthrough {
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
    for (int x = 0; x < width_; ++x) {
      if (at(x, height_ - 1) == 'w') return win_for(0);
      if (at(x, 0) == 'b') return win_for(1);
    }
    return passes_ == 2 ? GameStatus::kDraw : GameStatus::kOngoing;
  }
  [[nodiscard]] std::vector<std::string> legal() const {
    std::vector<std::string> moves;
    if (is_over(status())) return moves;
    const char own = mover_ == 0 ? 'w' : 'b';
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        if (at(x, y) != own) continue;
        for (int dx = -2; dx <= 2; ++dx) {
          if (dx == 0) continue;
          const int dy = (3 - std::abs(dx)) * (mover_ == 0 ? 1 : -1);
          const int nx = x + dx;
          const int ny = y + dy;
          if (nx < 0 || nx >= width_ || ny < 0 || ny >= height_ || at(nx, ny) == own) continue;
          moves.push_back(name(x, y) + name(nx, ny));
        }
      }
    }
    if (moves.empty()) moves.push_back("pass");
    return moves;
  }
  void play(const std::string& move) {
    if (move == "pass") {
      ++passes_;
      mover_ = 1 - mover_;
      return;
    }
    passes_ = 0;
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
  int passes_ = 0;
};

// The value for the side to move (1 win, 0 draw, -1 loss): negamax to the end, every position remembered.
class Solver {
 public:
  explicit Solver(const Small& rules) : rules_(rules) {}
  int value(const Small::State& s) {
    if (is_over(s.status())) return s.status() == GameStatus::kDraw ? 0 : -1;  // the last to move has won
    Move moves[128];
    if (rules_.winning_moves(s, moves) > 0) return 1;
    const auto known = known_.find(s.hash);
    if (known != known_.end()) return known->second;
    const std::uint32_t count = rules_.legal_moves(s, moves);
    int best = -1;
    for (std::uint32_t i = 0; i < count && best < 1; ++i) {
      Small::State next = s;
      rules_.apply(next, moves[i]);
      best = std::max(best, -value(next));
    }
    known_[s.hash] = best;
    return best;
  }

 private:
  const Small& rules_;
  std::unordered_map<std::uint64_t, int> known_;
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

TEST_CASE("knightthrough keeps the game contract on every kind of board") {
  check_game_contract(kStandard, samples(300), 1);
  check_game_contract(Small(2, 4), samples(300), 2);
  check_game_contract(Small(3, 6), samples(300), 3);
  check_game_contract(Small(16, 4), samples(100), 4);
  check_game_contract(Small(2, 26), samples(100), 5);
  check_game_contract(Large(8, 8), samples(100), 6);
  check_game_contract(Large(11, 11), samples(60), 7);
  check_game_contract(Large(16, 8), samples(60), 8);
}

TEST_CASE("knightthrough agrees with the naive rules move list by move list") {
  check_against_reference(kStandard, Naive(8, 8), samples(100'000), 11);
  check_against_reference(Small(2, 7), Naive(2, 7), samples(10'000), 12);
  check_against_reference(Small(5, 6), Naive(5, 6), samples(20'000), 13);
  check_against_reference(Small(16, 4), Naive(16, 4), samples(10'000), 14);
  check_against_reference(Large(10, 10), Naive(10, 10), samples(20'000), 15);
  check_against_reference(Large(16, 8), Naive(16, 8), samples(10'000), 16);
}

TEST_CASE("knightthrough: counts from the start") {
  // Counted by two independent programs; also in games by Ludii.
  const std::array<std::uint64_t, 5> counts{40, 1600, 63520, 2521306, 99598454};
  for (std::size_t d = 0; d < counts.size() - (kSanitized ? 2 : 0); ++d)
    CHECK(perft(kStandard, kStandard.initial(), static_cast<int>(d) + 1) == counts[d]);
}

TEST_CASE("knightthrough: every row of the perft table") {
  const auto path = oracle("knightthrough/perft_knightthrough.csv");
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
  CHECK(rows >= (kSanitized ? 50 : 65));
}

TEST_CASE("knightthrough: the recorded games of Ludii") {
  const auto path = oracle("ludii_traces/knightthrough.txt.gz");
  if (!path) return;
  // Sites count from the lower left, row by row: "14-29" is g2f4.
  const auto translate = [](const std::string& move) {
    const std::size_t dash = move.find('-');
    const auto name = [](int site) {
      return static_cast<char>('a' + site % 8) + std::to_string(site / 8 + 1);
    };
    return name(std::stoi(move.substr(0, dash))) + name(std::stoi(move.substr(dash + 1)));
  };
  const auto games = read_ludii_trace(*path);
  CHECK(games.size() == 150);
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

TEST_CASE("knightthrough: winners of small boards") {
  // Computed by plain negamax in another program (width x height).
  struct Board {
    int width, height, value;
  };
  std::vector<Board> boards{{3, 5, 1}, {3, 6, -1}, {4, 5, 1}};
  if (!kSanitized) boards.insert(boards.end(), {{3, 7, -1}, {5, 5, 1}, {4, 6, 1}});
  for (const auto& b : boards) {
    CAPTURE(b.width);
    CAPTURE(b.height);
    const Small rules(b.width, b.height);
    CHECK(Solver(rules).value(rules.initial()) == b.value);
  }
}

TEST_CASE("knightthrough: playouts are uniform and as published") {
  check_playouts(kStandard, samples(20'000), 21);
  check_playouts(Small(3, 5), samples(20'000), 22);
  check_playouts(Large(10, 10), samples(4'000), 23);
  // 10,000 games by Ludii 1.3.12.
  check_published_playouts(kStandard, {10'000, 33.58, 11.74, 0.512, 0.489, 0}, 10'000, 24, 0.05, 0.0005);
  check_published_branching(kStandard, 37.2, 10'000, 41);
}

TEST_CASE("knightthrough: a move is drawn with the same probability in the middle of a game, too") {
  check_uniform_choice(kStandard,
                       position(kStandard, "pp3p1p/p1p1p2p/1Pp1p3/3pP2p/1PPP1p2/1P4P1/P5P1/P2PPP1P b"),
                       samples(60'000), 31);
}

TEST_CASE("knightthrough: leaps, captures and the goal") {
  const Small rules(4, 5);
  // From b3: a5 and c5 win, d4 captures; back and sideways there is nothing.
  auto s = position(rules, "1p2/3p/1P2/4/4 w");
  CHECK(legal_texts(rules, s) == std::vector<std::string>{"b3a5", "b3c5", "b3d4"});
  std::array<Move, 64> moves;
  CHECK(rules.winning_moves(s, moves.data()) == 2);
  CHECK(rules.captures(s, moves.data()) == 3);
  s = position(rules, "1p2/1p2/1P2/4/4 b");
  CHECK(legal_texts(rules, s) == std::vector<std::string>{"b4a2", "b4c2", "b4d3", "b5a3", "b5c3", "b5d4"});
  CHECK(rules.winning_moves(s, moves.data()) == 0);
}

TEST_CASE("knightthrough: a side without a leap passes, two passes in succession are a draw") {
  const Small rules(3, 4);
  const auto play = [&](Small::State& s, const std::string& text) {
    std::array<Move, 64> moves;
    const std::uint32_t count = rules.legal_moves(s, moves.data());
    for (std::uint32_t i = 0; i < count; ++i) {
      if (rules.move_text(s, moves[i]) == text) return rules.apply(s, moves[i]);
    }
    FAIL(text << " is not legal");
    return GameStatus::kDraw;
  };
  // The knights of b3 and b2 have nowhere to land.
  auto s = position(rules, "3/1P1/1p1/3 w");
  CHECK(legal_texts(rules, s) == std::vector<std::string>{"pass"});
  CHECK(rules.count_moves(s) == 1);
  CHECK(play(s, "pass") == GameStatus::kOngoing);
  CHECK(rules.position_text(s) == "3/1P1/1p1/3 b - pass 0 1");
  CHECK(play(s, "pass") == GameStatus::kDraw);
  CHECK(rules.position_text(s) == "3/1P1/1p1/3 w - end 0 1");
  CHECK(rules.status(position(rules, "3/1P1/1p1/3 w - end 0 1")) == GameStatus::kDraw);
  CHECK(position(rules, "3/1P1/1p1/3 w - end 0 1").hash == s.hash);
  CHECK(position(rules, "3/1P1/1p1/3 w").hash != s.hash);

  // One side only: after the pass the game goes on, and passing before does not matter.
  s = position(rules, "p2/1P1/3/3 w");
  CHECK(play(s, "pass") == GameStatus::kOngoing);
  CHECK(s.hash == position(rules, "p2/1P1/3/3 b").hash);
  CHECK(legal_texts(rules, s) == std::vector<std::string>{"a4b2", "a4c3"});
  CHECK(play(s, "a4b2") == GameStatus::kOngoing);
  CHECK(play(s, "pass") == GameStatus::kOngoing);
  CHECK(play(s, "pass") == GameStatus::kDraw);

  // Taking the last knight does not win by itself.
  s = position(rules, "3/2p/P2/3 w");
  CHECK(play(s, "a2c3") == GameStatus::kOngoing);
  CHECK(play(s, "pass") == GameStatus::kOngoing);
  CHECK(rules.to_move(s) == 0);
  CHECK(refusal(rules, "3/2P/3/3 w") == "accepted");

  Rng rng = Rng::seeded(1);
  s = position(rules, "3/1P1/1p1/3 w");
  const PlayoutResult result = rules.playout(s, rng, nullptr);
  CHECK(result.status == GameStatus::kDraw);
  CHECK(result.plies == 2);
  CHECK(rules.position_text(s) == "3/1P1/1p1/3 w - end 0 1");
  CHECK(s.hash == position(rules, "3/1P1/1p1/3 w - end 0 1").hash);
}

TEST_CASE("knightthrough: texts that are no positions are refused with the reason") {
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
  CHECK(why(start + " w - pass 0 1").find("neither side can move") != std::string::npos);
  CHECK(why(start + "/8 w").find("more than 8 rows") != std::string::npos);
  CHECK(why("pppppppp/8/8/8/8/8/PPPPPPPP w").find("has 7 rows") != std::string::npos);
  CHECK(why("ppppppppp/8/8/8/8/8/8/PPPPPPPP w").find("row 8") != std::string::npos);
  CHECK(why("ppppppp/8/8/8/8/8/8/PPPPPPPP w").find("has 7 squares") != std::string::npos);
  CHECK(why("pppppppp/44/8/8/8/8/8/PPPPPPPP w").find("'44'") != std::string::npos);
  CHECK(why("pppppppp/9/8/8/8/8/8/PPPPPPPP w").find("row 7") != std::string::npos);
  CHECK(why("pppppppp/08/8/8/8/8/8/PPPPPPPP w").find("row 7") != std::string::npos);
  CHECK(why("ppppnppp/8/8/8/8/8/8/PPPPPPPP w").find("'n'") != std::string::npos);
  CHECK(why("8/8/8/8/8/8/8/8 w").find("empty") != std::string::npos);
  CHECK(why("P7/pppppppp/8/8/8/8/8/8 b - end 0 1").find("neither side") != std::string::npos);
  CHECK(why("pppppppp/pppppppp/p7/8/8/8/8/PPPPPPPP w").find("17 men") != std::string::npos);
  CHECK(why("P7/pppppppp/8/8/8/8/8/PPPPPPPP w").find("ended before") != std::string::npos);
  CHECK(why("PP6/pppppppp/8/8/8/8/8/PPPPPPPP b").find("several") != std::string::npos);
  CHECK(why("P7/8/8/8/8/8/8/p7 b").find("ended before") != std::string::npos);
}

TEST_CASE("knightthrough: parameters") {
  const auto create = [](const char* width, const char* height) {
    const std::array<ParamText, 2> texts{{{"width", width}, {"height", height}}};
    const auto values = ParamValues::resolve(Knightthrough::parameters(), texts);
    if (!values) return std::string("refused");
    const auto rules = Knightthrough::create(*values);
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

TEST_CASE("knightthrough: states are small") {
  CHECK(sizeof(Small::State) == 32);
  CHECK(sizeof(Large::State) == 48);
}

TEST_CASE("knightthrough: the drawing is one SVG element with all men") {
  const std::string svg = kStandard.svg(kStandard.initial(), kNoMove);
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.ends_with("</svg>\n"));
  std::size_t discs = 0;
  for (std::size_t at = svg.find("<circle"); at != std::string::npos; at = svg.find("<circle", at + 1))
    ++discs;
  CHECK(discs == 32);
}

}  // namespace ludex::games::knightthrough
