#include "games/minishogi/minishogi.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/game_contract.hpp"
#include "tests/support/ludii_trace.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/playout_statistics.hpp"
#include "tests/unit/games/naive_minishogi.hpp"

namespace ludex::games::minishogi {
namespace {

using Remembering = MinishogiRules<true>;
using Forgetful = MinishogiRules<false>;
using tests::NaiveMinishogi;
using tests::samples;

constexpr const char* kStart = "rbsgk/4p/5/P4/KGSBR b - 1";

const Remembering kOfficial(FourfoldRule::kOfficial, false, 512);
const Remembering kDrawn(FourfoldRule::kDraw, false, 512);
const Forgetful kUnlimited(FourfoldRule::kNone, false, 2500);
const Forgetful kUchifuzumeLegal(FourfoldRule::kNone, true, 2500);

template <class R>
typename R::State position(const R& rules, const std::string& sfen) {
  const auto parsed = rules.parse_position(sfen);
  REQUIRE_MESSAGE(parsed.ok(), (parsed.ok() ? "" : parsed.error()));
  return *parsed;
}
template <class R>
GameStatus play(const R& rules, typename R::State& state, const std::string& usi) {
  CAPTURE(rules.position_text(state));
  CAPTURE(usi);
  const auto move = rules.parse_move(state, usi);
  REQUIRE(move.ok());
  std::vector<Move> moves(rules.traits().max_moves);
  moves.resize(rules.legal_moves(state, moves.data()));
  REQUIRE(std::find(moves.begin(), moves.end(), *move) != moves.end());
  return rules.apply(state, *move);
}
bool legal(const Forgetful& rules, const std::string& sfen, const std::string& usi) {
  const auto moves = tests::legal_texts(rules, position(rules, sfen));
  return std::find(moves.begin(), moves.end(), usi) != moves.end();
}

// The fields of a line of comma-separated values, quotes removed.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}
// Fairy-Stockfish's FEN has the hands in brackets and calls Sente white.
std::string sfen_of(const std::string& fen) {
  const auto open = fen.find('[');
  const auto close = fen.find(']');
  const std::string hands = fen.substr(open + 1, close - open - 1);
  return fen.substr(0, open) + (fen[close + 2] == 'w' ? " b " : " w ") + (hands.empty() ? "-" : hands);
}

// The count of the first row is that of rules.md; depth 6 agrees in both conventions.
TEST_CASE("minishogi: counts of moves from the start") {
  const std::uint64_t published[] = {14, 181, 2512, 35401, 533203, 8276188};
  for (int depth = 1; depth <= (tests::kSanitized ? 4 : 6); ++depth) {
    CHECK(tests::perft(kUnlimited, kUnlimited.initial(), depth) == published[depth - 1]);
    CHECK(tests::perft(kUchifuzumeLegal, kUchifuzumeLegal.initial(), depth) == published[depth - 1]);
  }
}

TEST_CASE("minishogi: counts of moves from other positions, with and without drop-pawn mates") {
  const std::uint64_t most = tests::kSanitized ? 300'000 : 50'000'000;
  for (const auto& [file, sfen_column, fen_column] :
       {std::tuple{"perft_minishogi_strict.csv", 1U, 0U}, {"perft_minishogi_rules.csv", 99U, 1U}}) {
    const auto path = tests::oracle(std::string("minishogi/") + file);
    if (!path) continue;
    std::ifstream in(*path);
    std::string line;
    std::getline(in, line);
    int rows = 0;
    while (std::getline(in, line)) {
      CAPTURE(line);
      const auto fields = fields_of(line);
      const std::string sfen = sfen_column < 99 ? fields[sfen_column] : sfen_of(fields[fen_column]);
      const int depth = std::atoi(fields[2].c_str());
      const std::uint64_t counted = std::strtoull(fields[3].c_str(), nullptr, 10);
      const std::uint64_t strict = std::strtoull(fields[4].c_str(), nullptr, 10);
      if (counted <= most)
        CHECK(tests::perft(kUchifuzumeLegal, position(kUchifuzumeLegal, sfen), depth) == counted);
      if (!fields[4].empty() && strict <= most)
        CHECK(tests::perft(kUnlimited, position(kUnlimited, sfen), depth) == strict);
      ++rows;
    }
    CHECK(rows >= 49);
  }
}

TEST_CASE("minishogi: contract") {
  tests::check_game_contract(kOfficial, samples(60), 1);
  tests::check_game_contract(kDrawn, samples(20), 2);
  tests::check_game_contract(kUnlimited, samples(40), 3);
  tests::check_game_contract(Forgetful(FourfoldRule::kNone, true, 50), samples(40), 4);
}

TEST_CASE("minishogi: agrees with a plain implementation") {
  tests::check_against_reference(
      kOfficial, NaiveMinishogi(kStart, NaiveMinishogi::Rule::kOfficial, false, 512), samples(100'000), 1);
  tests::check_against_reference(
      kUchifuzumeLegal, NaiveMinishogi(kStart, NaiveMinishogi::Rule::kNone, true, 2500), samples(20'000), 2);
}

// Few pieces; one side prefers checks (that repeat), the other repetitions: most games end by the fourth
// occurrence, a good part of them by perpetual check.
TEST_CASE("minishogi: repetition agrees with a plain implementation") {
  std::map<std::pair<GameStatus, GameStatus>, int> ends;
  Rng rng = Rng::seeded(5);
  for (const char* sfen : {"4k/5/2R2/5/K4 b - 1", "4k/r4/5/5/1K3 b - 1", "k4/5/2B2/5/K4 w r 9",
                           "4k/5/5/5/K4 b - 1", "2k2/5/R3b/5/2K2 b G 1", kStart}) {
    for (std::uint32_t game = 0; game < samples(200); ++game) {
      auto official = position(kOfficial, sfen);
      auto drawn = position(kDrawn, sfen);
      NaiveMinishogi plain(sfen, NaiveMinishogi::Rule::kOfficial, false, 512);
      NaiveMinishogi plain_drawn(sfen, NaiveMinishogi::Rule::kDraw, false, 512);
      const Player checker = rng.below(2);
      while (true) {
        CAPTURE(kOfficial.position_text(official));
        REQUIRE(kOfficial.status(official) == plain.status());
        REQUIRE(kDrawn.status(drawn) == plain_drawn.status());
        REQUIRE(kOfficial.occurrences(official) == plain.occurrences());
        if (is_over(plain.status())) break;
        auto expected = plain.legal();
        std::sort(expected.begin(), expected.end());
        REQUIRE(tests::legal_texts(kOfficial, official) == expected);
        std::vector<Move> moves(300);
        moves.resize(kOfficial.legal_moves(official, moves.data()));
        std::array<std::vector<Move>, 3> preferred{moves, {}, {}};
        for (const Move move : moves) {
          auto next = official;
          kOfficial.apply(next, move);
          const bool repeats = kOfficial.repeats(official, move);
          REQUIRE(repeats == (kOfficial.occurrences(next) != 0));
          const bool checks = next.position.checkers != 0;
          if (kOfficial.to_move(official) != checker) {
            if (repeats) preferred[2].push_back(move);
          } else if (checks) {
            preferred[repeats ? 2 : 1].push_back(move);
          }
        }
        std::size_t best = rng.below(32) == 0 ? 0 : 2;
        while (preferred[best].empty()) --best;
        const Move move = preferred[best][rng.below(static_cast<std::uint32_t>(preferred[best].size()))];
        const std::string usi = kOfficial.move_text(official, move);
        kOfficial.apply(official, move);
        kDrawn.apply(drawn, move);
        plain.play(usi);
        plain_drawn.play(usi);
      }
      if (plain.occurrences() == 3) ++ends[{plain.status(), plain_drawn.status()}];
    }
  }
  if (!tests::kSanitized) {
    CHECK(ends[{win_for(1), GameStatus::kDraw}] > 20);  // ordinary repetition
    CHECK(ends[{win_for(0), win_for(0)}] > 10);         // perpetual check by Gote
    CHECK(ends[{win_for(1), win_for(1)}] > 10);         // by Sente
  }
}

TEST_CASE("minishogi: playouts") {
  tests::check_playouts(kOfficial, samples(10'000), 1);
  tests::check_playouts(kUnlimited, samples(10'000), 2);
  tests::check_playouts(Remembering(FourfoldRule::kDraw, true, 40), samples(5'000), 3);

  // Pins, drops and promotions among the moves; and answers to a check.
  for (const char* sfen : {"2srB/2k1g/Pg3/2S2/1K1B1 w pr 24", "4k/5/r4/5/K4 b GP 1"})
    tests::check_uniform_choice(kOfficial, position(kOfficial, sfen), samples(20'000), 7);

  // From a position with a past: the playout goes on counting occurrences.
  auto state = position(kOfficial, "4k/5/5/5/K4 b - 1");
  Rng rng = Rng::seeded(6);
  int repetitions = 0;
  for (int game = 0; game < 200; ++game) {
    auto end = state;
    TracedMove moves[513];
    PlayoutTrace trace{moves, 513, 0};
    const auto result = kOfficial.playout(end, rng, &trace);
    auto replay = state;
    for (std::uint32_t i = 0; i < trace.size; ++i) {
      REQUIRE(kOfficial.status(replay) == GameStatus::kOngoing);
      kOfficial.apply(replay, moves[i].move);
    }
    REQUIRE(kOfficial.status(replay) == result.status);
    REQUIRE(kOfficial.occurrences(replay) == kOfficial.occurrences(end));
    repetitions += kOfficial.occurrences(end) == 3;
  }
  CHECK(repetitions > 100);
}

// Ludii plays a promotion as a second sub-move of the same player: "site=component" or "pass"; pawns that
// must promote do so at once. Hands are sites 25..29 (first player) and 30..34.
TEST_CASE("minishogi: games recorded by Ludii") {
  const auto path = tests::oracle("ludii_traces/minishogi.txt.gz");
  if (!path) return;
  const auto square = [](int site) {
    return std::string{static_cast<char>('5' - site % 5), static_cast<char>('e' - site / 5)};
  };
  constexpr std::string_view kHand = "PSRBG";  // components in Ludii's order
  const auto translate = [&](const std::string& move) {
    const auto dash = move.find('-');
    const int from = std::stoi(move.substr(0, dash));
    const std::string to = square(std::stoi(move.substr(dash + 1)));
    return from < 25 ? square(from) + to : std::string{kHand[static_cast<std::size_t>(from % 5)], '*'} + to;
  };
  int promotions = 0;
  for (const auto& game : tests::read_ludii_trace(*path)) {
    auto state = kUnlimited.initial();
    for (std::size_t i = 0; i < game.plies.size(); ++i) {
      const auto& ply = game.plies[i];
      CAPTURE(kUnlimited.position_text(state));
      REQUIRE(kUnlimited.status(state) == GameStatus::kOngoing);
      REQUIRE(kUnlimited.to_move(state) + 1 == static_cast<unsigned>(ply.mover));
      std::set<std::string> expected;
      for (const auto& move : ply.legal) expected.insert(translate(move));
      const auto ours = tests::legal_texts(kUnlimited, state);
      std::set<std::string> first_parts;
      for (const auto& move : ours) first_parts.insert(move.substr(0, 4));
      REQUIRE(first_parts == expected);

      std::string move = translate(ply.move);
      const bool plain = std::find(ours.begin(), ours.end(), move) != ours.end();
      const bool promoting = std::find(ours.begin(), ours.end(), move + "+") != ours.end();
      if (plain && promoting) {
        REQUIRE(i + 1 < game.plies.size());
        const auto& second = game.plies[++i];
        REQUIRE(second.mover == ply.mover);
        REQUIRE(second.legal.size() == 2);
        if (second.move != "pass") move += '+';
        ++promotions;
      } else if (promoting) {
        move += '+';
      }
      play(kUnlimited, state, move);
    }
    CHECK(kUnlimited.status(state) == win_for(static_cast<Player>(game.winner - 1)));
  }
  CHECK(promotions == 1010);
}

template <Side side>
std::vector<Move> legal_candidates(const Position& p, bool uchifuzume_legal, std::uint32_t& others) {
  const PlayoutBoard board(p);
  const Candidates<side> candidates(board);
  others += candidates.total();
  std::vector<Move> moves;
  for (std::uint32_t i = 0; i < candidates.total(); ++i) {
    MoveParts move{};
    if (!candidates.pick(i, uchifuzume_legal, move)) continue;
    if (!move.drop) move.type = board.type_on(move.from);
    moves.push_back(pack(move));
  }
  others -= static_cast<std::uint32_t>(moves.size());
  std::sort(moves.begin(), moves.end());
  return moves;
}

TEST_CASE(
    "minishogi: the candidates of a draw are the legal moves, each once, and others that are told apart") {
  Rng rng = Rng::seeded(5);
  std::uint32_t compared = 0;
  std::uint32_t checks = 0;
  std::uint32_t others = 0;
  const auto walk = [&](const Forgetful& rules, bool uchifuzume_legal) {
    auto state = rules.initial();
    std::vector<Move> moves(rules.traits().max_moves);
    while (!is_over(rules.status(state))) {
      moves.resize(rules.traits().max_moves);
      moves.resize(rules.legal_moves(state, moves.data()));
      const Position& p = state.position;
      const Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      CAPTURE(rules.position_text(state));
      std::sort(moves.begin(), moves.end());
      REQUIRE((p.mover == 0 ? legal_candidates<0>(p, uchifuzume_legal, others)
                            : legal_candidates<1>(p, uchifuzume_legal, others)) == moves);
      ++compared;
      checks += p.checkers != 0 ? 1 : 0;
      PlayoutBoard board(p);
      if (p.mover == 0) {
        board.make<0>(unpack(move));
      } else {
        board.make<1>(unpack(move));
      }
      rules.apply(state, move);
      Position made{};
      board.write(made, p.mover);
      REQUIRE(made.side == p.side);
      REQUIRE(made.type == p.type);
      REQUIRE(made.promoted == p.promoted);
      REQUIRE(made.checkers == p.checkers);
      REQUIRE(made.hands == p.hands);
      REQUIRE(made.mover == p.mover);
      REQUIRE(made.key == p.key);
    }
  };
  for (std::uint32_t i = 0; i < samples(200); ++i) {
    walk(kUnlimited, false);
    walk(kUchifuzumeLegal, true);
  }
  CHECK(compared > samples(20'000));
  CHECK(checks > compared / 20);
  CHECK(others > compared / 20);
}

TEST_CASE("minishogi: drop-pawn mate") {
  const char* const sfen = "k4/2S2/1G3/5/4K b P 1";
  CHECK_FALSE(legal(kUnlimited, sfen, "P*5b"));
  CHECK(legal(kUchifuzumeLegal, sfen, "P*5b"));
  auto state = position(kUchifuzumeLegal, sfen);
  CHECK(play(kUchifuzumeLegal, state, "P*5b") == win_for(0));
  CHECK(legal(kUnlimited, "k4/r1S2/1G3/5/4K b P 1", "P*1b"));
  CHECK(legal(kUnlimited, "k4/5/1G3/5/4K b P 1", "P*5b"));  // the king escapes to 4a
  CHECK(legal(kUnlimited, "kr3/2S2/1G3/5/4K b P 1", "P*5b") ==
        false);                                                // 4a is blocked, the rook cannot capture
  CHECK(legal(kUnlimited, "kb3/2S2/1G3/5/4K b P 1", "P*5b"));  // the bishop captures
  CHECK(legal(kUnlimited, "k4/2S2/PG3/5/4K b - 1", "5c5b"));   // mate by a pawn on the board is allowed
  auto moved = position(kUnlimited, "k4/2S2/PG3/5/4K b - 1");
  CHECK(play(kUnlimited, moved, "5c5b") == win_for(0));
}

TEST_CASE("minishogi: two pawns, dead squares, promotion") {
  CHECK_FALSE(legal(kUnlimited, "4k/5/5/P4/4K b P 1", "P*5c"));
  CHECK(legal(kUnlimited, "4k/5/5/P4/4K b P 1", "P*4c"));
  CHECK(legal(kUnlimited, "4k/+P4/5/5/4K b P 1", "P*5c"));       // a promoted pawn does not count
  CHECK_FALSE(legal(kUnlimited, "2k2/5/5/5/4K b P 1", "P*5a"));  // last rank
  CHECK_FALSE(legal(kUnlimited, "4k/5/5/5/2K2 w p 1", "P*5e"));
  CHECK_FALSE(legal(kUnlimited, "4k/P4/5/5/4K b - 1", "5b5a"));  // must promote
  CHECK(legal(kUnlimited, "4k/P4/5/5/4K b - 1", "5b5a+"));
  CHECK(legal(kUnlimited, "S3k/5/5/5/4K b - 1", "5a4b+"));  // out of the last rank
  CHECK(legal(kUnlimited, "S3k/5/5/5/4K b - 1", "5a4b"));
  CHECK_FALSE(legal(kUnlimited, "4k/2S2/5/5/4K b - 1", "3b4c+"));  // neither in nor out
  CHECK_FALSE(legal(kUnlimited, "4k/2G2/5/5/4K b - 1", "3b3a+"));
  // A captured promoted piece is in hand unpromoted.
  auto state = position(kUnlimited, "4k/1+r3/1B3/5/4K w - 1");
  play(kUnlimited, state, "4b4c");
  CHECK(kUnlimited.position_text(state) == "4k/5/1+r3/5/4K b b 2");
}

TEST_CASE("minishogi: stalemate loses") {
  // Gote has nothing but a king without a square.
  auto state = position(kUnlimited, "k4/2G2/1R3/5/4K b - 1");
  CHECK(kUnlimited.status(state) == GameStatus::kOngoing);
  CHECK(play(kUnlimited, state, "4c4b") == win_for(0));
  CHECK(state.position.checkers == 0);
  CHECK(kUnlimited.legal_moves(state, nullptr) == 0);
}

TEST_CASE("minishogi: fourth occurrence") {
  auto official = kOfficial.initial();
  auto drawn = kDrawn.initial();
  auto none = kUnlimited.initial();
  const char* const cycle[] = {"4e4d", "2a2b", "4d4e", "2b2a"};
  CHECK(kOfficial.occurrences(official) == 0);
  for (int ply = 0; ply < 12; ++ply) {
    const bool last = ply == 11;
    CHECK(kOfficial.repeats(official, *kOfficial.parse_move(official, cycle[ply % 4])) == (ply >= 3));
    CHECK(play(kOfficial, official, cycle[ply % 4]) == (last ? win_for(1) : GameStatus::kOngoing));
    CHECK(play(kDrawn, drawn, cycle[ply % 4]) == (last ? GameStatus::kDraw : GameStatus::kOngoing));
    CHECK(play(kUnlimited, none, cycle[ply % 4]) == GameStatus::kOngoing);
    CHECK(kOfficial.occurrences(official) == static_cast<unsigned>((ply + 1) / 4));
  }
  CHECK(kOfficial.hash(official) == kOfficial.hash(kOfficial.initial()));
}

TEST_CASE("minishogi: perpetual check") {
  // A rook chases the king between two squares. Sente's, then Gote's.
  for (const auto& [sfen, cycle, winner] :
       {std::tuple{"4k/5/2R2/5/K4 b - 1", std::array{"3c1c", "1a2a", "1c2c", "2a1a", "2c1c"}, win_for(1)},
        std::tuple{"4k/5/2r2/5/K4 w - 1", std::array{"3c5c", "5e4e", "5c4c", "4e5e", "4c5c"}, win_for(0)}}) {
    auto official = position(kOfficial, sfen);
    auto drawn = position(kDrawn, sfen);
    for (int ply = 0; ply < 13; ++ply) {
      const char* const move = ply == 0 ? cycle[0] : cycle[static_cast<std::size_t>((ply - 1) % 4 + 1)];
      const GameStatus expected = ply == 12 ? winner : GameStatus::kOngoing;
      CHECK(play(kOfficial, official, move) == expected);
      CHECK(play(kDrawn, drawn, move) == expected);
    }
  }
}

TEST_CASE("minishogi: the move that completes the other's perpetual check wins") {
  auto state = position(kDrawn, "3k1/5/4R/5/K4 b - 1");
  const char* const cycle[] = {"1c2c", "2a1a", "2c1c", "1a2a"};
  for (int ply = 0; ply < 11; ++ply) CHECK(play(kDrawn, state, cycle[ply % 4]) == GameStatus::kOngoing);
  Move winning[300];
  REQUIRE(kDrawn.winning_moves(state, winning) == 1);
  CHECK(kDrawn.move_text(state, winning[0]) == "1a2a");
  CHECK(play(kDrawn, state, "1a2a") == win_for(1));
}

// One quiet move in the cycle, and it is an ordinary repetition.
TEST_CASE("minishogi: checks with a quiet move between are not perpetual") {
  auto official = position(kOfficial, "4k/5/2r2/5/K4 w - 1");
  auto drawn = position(kDrawn, "4k/5/2r2/5/K4 w - 1");
  const char* const cycle[] = {"3c5c", "5e4e", "5c3c", "4e5e"};
  for (int ply = 0; ply < 12; ++ply) {
    const bool last = ply == 11;
    CHECK(play(kOfficial, official, cycle[ply % 4]) == (last ? win_for(1) : GameStatus::kOngoing));
    CHECK(play(kDrawn, drawn, cycle[ply % 4]) == (last ? GameStatus::kDraw : GameStatus::kOngoing));
  }
}

TEST_CASE("minishogi: the cap draws, mate goes first") {
  const Forgetful two(FourfoldRule::kNone, false, 2);
  auto state = two.initial();
  CHECK(play(two, state, "4e4d") == GameStatus::kOngoing);
  CHECK(play(two, state, "2a2b") == GameStatus::kDraw);
  CHECK(two.status(position(two, two.position_text(state))) == GameStatus::kDraw);
  const Forgetful one(FourfoldRule::kNone, false, 1);
  auto mate = position(one, "k4/2S2/PG3/5/4K b - 1");
  CHECK(play(one, mate, "5c5b") == win_for(0));
}

TEST_CASE("minishogi: text") {
  for (const char* sfen : {kStart, "2srB/2k1g/Pg3/2S2/1K1B1 w pr 24", "1+B+S2/g4/4G/5/K1Bk1 w PS2r 42"}) {
    const auto once = kUnlimited.position_text(position(kUnlimited, sfen));
    CHECK(kUnlimited.position_text(position(kUnlimited, once)) == once);
  }
  CHECK(kUnlimited.position_text(position(kUnlimited, "2srB/2k1g/Pg3/2S2/1K1B1 w pr 24")) ==
        "2srB/2k1g/Pg3/2S2/1K1B1 w rp 24");
  CHECK(kUnlimited.position_text(position(kUnlimited, "4k/5/5/5/K4 b 2rP")) == "4k/5/5/5/K4 b P2r 1");

  for (const char* sfen : {"",
                           "rbsgk/4p/5/P4/KGSBR",
                           "rbsgk/4p/5/P4/KGSBR b",
                           "rbsgk/4p/5/P4/KGSBR x - 1",
                           "rbsgk/4p/5/P4/KGSBR b - 0",
                           "rbsgk/4p/5/P4/KGSBR b - 01",
                           "rbsgk/4p/5/P4/KGSBR b - 1 ",
                           "rbsgk/4p/5/P4/KGSBR b - -1",
                           "rbsgk/4p/5/P4/KGSBR b - 2502",
                           "rbsgk/4p/5/P4/KGSBR b  1",
                           "rbsgk/4p/5/P4/KGSBR b  - 1",
                           "rbsgk/4p/5/P4 b - 1",
                           "rbsgk/4p/5/P4/KGSBR/5 b - 1",
                           "rbsgk/4p/5/P5/KGSBR b - 1",
                           "rbsgk/4p/5/P3/KGSBR b - 1",
                           "rbsgk/4p/41/P4/KGSBR b - 1",
                           "rbsgk/4p/6/P4/KGSBR b - 1",
                           "rbsgk/4p/5/P4/KGSBX b - 1",
                           "rbsgk/4p/5/P4/KGSB+ b - 1",
                           "rbs+gk/4p/5/P4/KGSBR b - 1",
                           "rbsg1/4p/5/P4/KGSBR b - 1",
                           "rbsgk/4p/5/P4/KGSBK b - 1",
                           "4k/5/5/5/K4 b K 1",
                           "4k/5/5/5/K4 b 3P 1",
                           "4k/5/5/5/K4 b 1P 1",
                           "4k/5/5/5/K4 b PP 1",
                           "4k/5/5/5/K4 b 2 1",
                           "4k/5/5/5/K4 b 2P2p 1",
                           "4k/5/5/PRr2/K4 b R 1",
                           "4k/P4/P4/5/K4 b - 1",
                           "P3k/5/5/5/K4 b - 1",
                           "4k/5/5/5/K3p b - 1",
                           "4k/5/5/4R/K4 b - 1",
                           "4k/4K/5/5/5 b - 1",
                           "4k/5/5/5/K4 b -- 1",
                           "4k/5/5/5/K4 b - 99999999999999999999"}) {
    CAPTURE(sfen);
    const auto parsed = kUnlimited.parse_position(sfen);
    CHECK_FALSE(parsed.ok());
    if (!parsed.ok()) CHECK_FALSE(parsed.error().empty());
  }
  const auto start = kUnlimited.initial();
  for (const char* usi : {"", "4e", "4e4", "4e4dd", "4e4d++", "4e4d-", "6e5e", "4f4e", "P4d", "P*6a", "p*3c",
                          "K*3c", "P*3c+", "3c3b", "4a4b", "4E4D", " 4e4d"}) {
    CAPTURE(usi);
    CHECK_FALSE(kUnlimited.parse_move(start, usi).ok());
  }
}

TEST_CASE("minishogi: parameters and sizes") {
  const auto make = [](std::vector<ParamText> settings) {
    return Minishogi::create(*ParamValues::resolve(Minishogi::parameters(), settings));
  };
  CHECK(make({})->index() == 0);
  CHECK(make({{"repetition", "none"}, {"max_plies", "2500"}})->index() == 1);
  CHECK_FALSE(make({{"max_plies", "513"}}).ok());
  CHECK(sizeof(Forgetful::State) == 64);
  CHECK(sizeof(Remembering::State) == 4184);
}

TEST_CASE("minishogi: drawing") {
  const auto state = position(kUnlimited, "4k/+S4/5/5/4K b R2p 1");
  CHECK(kUnlimited.board_text(state).find("+S") != std::string::npos);
  const std::string svg = kUnlimited.svg(state, kNoMove);
  std::size_t pieces = 0;
  for (auto at = svg.find("#f6e2b3"); at != std::string::npos; at = svg.find("#f6e2b3", at + 1)) ++pieces;
  CHECK(pieces == 5);
  CHECK(svg.ends_with("</svg>\n"));
}

}  // namespace
}  // namespace ludex::games::minishogi
