#include "games/awari/awari.hpp"

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/awari_endgames.hpp"
#include "tests/support/game_contract.hpp"
#include "tests/support/ludii_trace.hpp"
#include "tests/support/naive_awari.hpp"
#include "tests/support/oracle.hpp"

namespace ludex::tests {
namespace {

using games::awari::AbapaRules;
using games::awari::Awari;
using games::awari::LudiiRules;

template <class R>
typename R::State position(const R& rules, const std::string& text) {
  const auto state = rules.parse_position(text);
  REQUIRE_MESSAGE(state.ok(), (state.ok() ? "" : state.error()));
  return *state;
}

template <class R>
Move move(const R& rules, const typename R::State& state, const std::string& text) {
  std::array<Move, 6> moves;
  const std::uint32_t n = rules.legal_moves(state, moves.data());
  for (std::uint32_t i = 0; i < n; ++i) {
    if (rules.move_text(state, moves[i]) == text) return moves[i];
  }
  FAIL("not legal: " << text);
  return kNoMove;
}

// The position after one move.
template <class R>
std::string after(const R& rules, const std::string& text, const std::string& played) {
  auto state = position(rules, text);
  rules.apply(state, move(rules, state, played));
  return rules.position_text(state);
}

// The legal moves, sorted, with blanks between them.
template <class R>
std::string legal(const R& rules, const std::string& text) {
  std::string out;
  for (const auto& one : legal_texts(rules, position(rules, text)))
    out.append(out.empty() ? "" : " ").append(one);
  return out;
}

}  // namespace

TEST_CASE("Awari keeps the game contract") {
  check_game_contract(LudiiRules(), samples(60), 1);
  check_game_contract(AbapaRules(), samples(60), 2);
}

TEST_CASE("Awari: both rule sets agree with a seed-by-seed implementation") {
  check_against_reference(LudiiRules(), NaiveAwari{}, samples(150'000), 3);
  NaiveAwari abapa;
  abapa.abapa = true;
  check_against_reference(AbapaRules(), abapa, samples(150'000), 4);
}

TEST_CASE("Awari: perft from the start") {
  // Two independent programs; see rules.md.
  const std::vector<std::uint64_t> counts{6, 36, 190, 1014, 5219, 27332, 139157, 711414, 3592872, 18137964};
  const LudiiRules rules;
  const std::size_t depths = kSanitized ? 7 : counts.size();
  for (std::size_t d = 0; d < depths; ++d) {
    CHECK(perft(rules, rules.initial(), static_cast<int>(d + 1)) == counts[d]);
  }
}

TEST_CASE("Awari: sowing and capturing") {
  const LudiiRules ludii;
  const AbapaRules abapa;
  SUBCASE("captures go backwards over pits of two or three, and end with the row") {
    // C's five seeds fill D E F a b: b has three then, a two, and F, with three, is one's own.
    CHECK(after(abapa, "2,2,5,0,0,2/1,2,4,4,4,4 9:9 S 0 20", "C") == "2,2,0,1,1,3/0,0,4,4,4,4 14:9 N 0 20");
    // A pit of four in between ends the chain.
    CHECK(after(abapa, "0,0,0,0,4,0/1,3,2,9,9,0 10:10 S 0 20", "E") ==
          "0,0,0,0,0,1/2,4,0,9,9,0 13:10 N 0 20");
    // North captures from south just the same.
    CHECK(after(abapa, "1,2,0,4,4,4/0,0,0,0,0,2 15:16 N 0 20", "f") ==
          "0,0,0,4,4,4/0,0,0,0,0,0 15:21 S 0 21");
  }
  SUBCASE("no capture in one's own row") {
    CHECK(after(ludii, "1,1,0,0,0,0/4,4,4,4,4,4 11:11 S 0 9", "A") == "0,2,0,0,0,0/4,4,4,4,4,4 11:11 N 0 9");
  }
  SUBCASE("the origin is skipped on every lap") {
    CHECK(after(ludii, "0,0,12,0,0,0/4,4,4,4,4,4 6:6 S 0 9", "C") == "1,1,0,2,1,1/5,5,5,5,5,5 6:6 N 0 9");
    CHECK(after(ludii, "24,0,0,0,0,0/4,4,4,4,4,4 0:0 S 0 9", "A") == "0,3,3,2,2,2/6,6,6,6,6,6 0:0 N 0 9");
  }
  SUBCASE("quirk of rules=ludii: the seed right after the skipped origin captures nothing") {
    // Twelve seeds from F end in a, which then holds two.
    const std::string text = "1,1,1,1,1,12/0,8,8,8,4,1 1:1 S 0 9";
    CHECK(after(ludii, text, "F") == "2,2,2,2,2,0/2,9,9,9,5,2 1:1 N 0 9");
    CHECK(after(abapa, text, "F") == "2,2,2,2,2,0/0,9,9,9,5,2 3:1 N 0 9");
  }
}

TEST_CASE("Awari: feeding and grand slams") {
  const LudiiRules ludii;
  const AbapaRules abapa;
  SUBCASE("an opponent without seeds must be fed") {
    const std::string text = "1,2,3,2,1,1/0,0,0,0,0,0 19:19 S 0 30";
    CHECK(legal(ludii, text) == "F");
    CHECK(legal(abapa, text) == "F");
  }
  SUBCASE("a grand slam is illegal while another move feeds") {
    // E would take both a and b and leave north with nothing; F takes only a.
    const std::string text = "1,0,0,0,3,1/1,1,0,0,0,0 20:21 S 0 30";
    CHECK(legal(ludii, text) == "A F");
    CHECK(legal(abapa, text) == "A F");
  }
  SUBCASE("nothing feeds: ludii passes, abapa plays on and the owner gets the rest") {
    const std::string text = "2,0,0,0,0,0/0,0,0,0,0,0 22:24 S 0 30";
    CHECK(legal(ludii, text) == "pass");
    CHECK(legal(abapa, text) == "A");
    auto state = position(abapa, text);
    CHECK(abapa.apply(state, move(abapa, state, "A")) == GameStatus::kDraw);  // 22 + 2 : 24
  }
  SUBCASE("abapa: a grand slam that is the only move captures") {
    const std::string text = "0,0,0,0,0,1/1,0,0,0,0,0 22:24 S 0 30";
    CHECK(legal(abapa, text) == "F");
    auto state = position(abapa, text);
    CHECK(abapa.apply(state, move(abapa, state, "F")) == GameStatus::kDraw);  // 24 : 24, north cannot move
  }
  SUBCASE("ludii: two passes draw, whoever has captured more") {
    auto state = position(ludii, "2,0,0,0,0,0/0,0,0,0,0,0 30:16 S 0 30");
    CHECK(ludii.apply(state, move(ludii, state, "pass")) == GameStatus::kOngoing);
    CHECK(ludii.apply(state, move(ludii, state, "pass")) == GameStatus::kDraw);
    CHECK(ludii.position_text(state) == "2,0,0,0,0,0/0,0,0,0,0,0 30:16 S 2 31");
  }
}

TEST_CASE("Awari: the end of the game") {
  const LudiiRules ludii;
  const AbapaRules abapa;
  SUBCASE("ludii: over when no pit holds two; seeds on the board count for nobody") {
    const auto end = [&](const std::string& text) { return ludii.status(position(ludii, text)); };
    CHECK(end("1,1,1,1,1,0/1,1,0,0,0,0 20:21 S 0 40") == win_for(1));
    CHECK(end("1,1,1,1,1,1/0,0,0,0,0,0 21:21 S 0 40") == GameStatus::kDraw);
    CHECK(end("2,1,1,1,1,0/0,0,0,0,0,0 22:20 S 0 40") == GameStatus::kOngoing);
    CHECK(end("0,0,0,0,0,0/0,0,0,0,0,1 24:23 N 0 40") == win_for(0));
  }
  SUBCASE("abapa: 25 seeds win at once, 24 do not") {
    const auto end = [&](const std::string& text) { return abapa.status(position(abapa, text)); };
    CHECK(end("4,4,4,1,0,0/4,4,2,0,0,0 25:0 N 0 40") == win_for(0));
    CHECK(end("4,4,4,2,0,0/4,4,2,0,0,0 24:0 N 0 40") == GameStatus::kOngoing);
    CHECK(end("0,0,0,0,0,0/0,0,0,0,0,5 20:23 S 0 40") == win_for(1));
  }
  SUBCASE("abapa: at the third occurrence the rest is divided evenly") {
    // Two single seeds walk round the board, all moves forced; everything returns after twelve plies.
    auto state = position(abapa, "1,0,0,0,0,0/1,0,0,0,0,0 23:23 S 0 40");
    std::uint32_t plies = 0;
    GameStatus status = GameStatus::kOngoing;
    const std::uint64_t start = abapa.hash(state);
    while (!is_over(status)) {
      std::array<Move, 6> moves;
      REQUIRE(abapa.legal_moves(state, moves.data()) == 1);
      const bool will_repeat = abapa.repeats(state, moves[0]);
      status = abapa.apply(state, moves[0]);
      ++plies;
      REQUIRE(will_repeat == (abapa.occurrences(state) > 0));
      REQUIRE(abapa.occurrences(state) == plies / 12);
      REQUIRE((abapa.hash(state) == start) == (plies % 12 == 0));
    }
    CHECK(plies == 24);
    CHECK(status == GameStatus::kDraw);
  }
  SUBCASE("the cap draws") {
    auto state = position(ludii, "4,4,4,4,4,4/4,4,4,4,0,0 4:4 N 0 1250");
    CHECK(ludii.status(state) == GameStatus::kOngoing);
    CHECK(ludii.apply(state, move(ludii, state, "a")) == GameStatus::kDraw);
    CHECK_FALSE(ludii.parse_position("4,4,4,4,4,4/4,4,4,4,0,0 4:4 N 0 1251").ok());
  }
}

TEST_CASE("Awari: turning the board and exchanging the players changes nothing") {
  const AbapaRules rules;
  Rng rng = Rng::seeded(8);
  const auto turned = [](AbapaRules::State s) {
    std::swap(s.board[0], s.board[1]);
    s.ply = static_cast<std::uint16_t>(s.ply ^ 1U);
    return s;
  };
  for (std::uint32_t game = 0; game < samples(400); ++game) {
    auto state = rules.initial();
    std::array<Move, 6> moves, image_moves;
    while (!is_over(rules.status(state))) {
      auto image = turned(state);
      const std::uint32_t n = rules.legal_moves(state, moves.data());
      REQUIRE(rules.legal_moves(image, image_moves.data()) == n);
      const std::uint32_t chosen = rng.below(n);
      rules.apply(image, image_moves[chosen]);
      rules.apply(state, moves[chosen]);
      REQUIRE(state.board[0] == image.board[1]);
      REQUIRE(state.board[1] == image.board[0]);
    }
  }
}

TEST_CASE("Awari abapa: what can be reached is what Romein and Bal counted") {
  // 889,063,398,406 positions ("Awari is Solved", 2002): every distribution of 0..46 or 48 seeds over twelve
  // pits in which the player who has just moved has an empty pit, and the start.
  const auto binomial = [](std::uint64_t n, std::uint64_t k) {
    std::uint64_t value = 1;
    for (std::uint64_t i = 1; i <= k; ++i) value = value * (n - k + i) / i;
    return value;
  };
  std::uint64_t count = 1;
  for (std::uint64_t seeds = 0; seeds <= 48; ++seeds) {
    if (seeds != 47) count += binomial(seeds + 11, 11) - (seeds >= 6 ? binomial(seeds + 5, 11) : 0);
  }
  CHECK(count == 889'063'398'406ULL);

  using games::awari::seeds_in_pits, games::awari::store_of;
  const AbapaRules rules;
  Rng rng = Rng::seeded(9);
  std::array<Move, 6> moves;
  for (std::uint32_t game = 0; game < samples(2000); ++game) {
    auto state = rules.initial();
    while (!is_over(rules.status(state))) {
      const Player mover = rules.to_move(state);
      rules.apply(state, moves[rng.below(rules.legal_moves(state, moves.data()))]);
      REQUIRE(games::awari::occupied(state.board[mover]) != 0b111111);
      const unsigned seeds = seeds_in_pits(state.board[0]) + seeds_in_pits(state.board[1]);
      REQUIRE(seeds != 47);
      REQUIRE(seeds + store_of(state.board[0]) + store_of(state.board[1]) == 48);
    }
  }
}

TEST_CASE("Awari abapa: all endgames up to eight seeds, solved twice") {
  const SeedIndex index;
  const int seeds = kSanitized ? 4 : 8;
  CHECK(index.count(8) == 75582);
  for (std::size_t rank = 0; rank < index.count(seeds); ++rank) {
    REQUIRE(index.rank(index.unrank(rank, seeds), seeds) == rank);
  }
  const AwariValues south = solve_by_iteration(index, seeds, 0);
  CHECK(south == solve_by_iteration(index, seeds, 1));
  CHECK(south == solve_by_thresholds(index, seeds));
}

// Takes minutes: run with --no-skip.
TEST_CASE("Awari abapa: an entry of the published database" * doctest::skip()) {
  // Vrije Universiteit Amsterdam, Awari score database (data to Romein & Bal, IEEE Computer 36(10), 2003),
  // the example of db_lookup: 1 1 1 1 1 2 4 2 3 0 0 0 has score 0, its moves -1 -1 -2 -2 -2 0.
  const SeedIndex index;
  const AwariValues values = solve_by_iteration(index, 16, 0);
  const NaiveAwari::Pits pits{1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0};
  CHECK(values[16][index.rank(pits, 16)] == 0);
  std::array<AwariChild, 6> children;
  REQUIRE(module_children(pits, 0, children) == 6);
  const std::array expected{-1, -1, -2, -2, -2, 0};
  for (std::size_t i = 0; i < 6; ++i) {
    const int left = 16 - children[i].captured;
    const auto& level = values[static_cast<std::size_t>(left)];
    CHECK(children[i].captured - level[index.rank(children[i].pits, left)] == expected[i]);
  }
}

TEST_CASE("Awari: every list and result of the games recorded from Ludii") {
  const auto path = oracle("ludii_traces/awari.txt.gz");
  if (!path) return;
  const LudiiRules rules;
  // Sites 0..5 are A..F, 6..11 the other row from left to right, f..a.
  const auto translated = [](const std::string& site_to_site) -> std::string {
    if (site_to_site == "pass") return site_to_site;
    return std::string(1, "ABCDEFfedcba"[std::stoul(site_to_site)]);
  };
  std::size_t plies = 0;
  for (const TraceGame& game : read_ludii_trace(*path)) {
    auto state = rules.initial();
    for (const TracePly& ply : game.plies) {
      REQUIRE(rules.status(state) == GameStatus::kOngoing);
      REQUIRE(rules.to_move(state) == static_cast<Player>(ply.mover - 1));
      std::vector<std::string> expected;
      for (const std::string& one : ply.legal) expected.push_back(translated(one));
      std::sort(expected.begin(), expected.end());
      REQUIRE(legal_texts(rules, state) == expected);
      rules.apply(state, move(rules, state, translated(ply.move)));
      ++plies;
    }
    REQUIRE(rules.status(state) ==
            (game.winner == 0 ? GameStatus::kDraw : win_for(static_cast<Player>(game.winner - 1))));
  }
  CHECK(plies > 15'000);
}

TEST_CASE("Awari: playouts are uniform and have Ludii's statistics") {
  check_playouts(LudiiRules(), samples(10'000), 5);
  check_playouts(AbapaRules(), samples(10'000), 6);

  // 10,000 games by Ludii 1.3.12: rules.md.
  const LudiiRules rules;
  Rng rng = Rng::seeded(7);
  const double games = samples(10'000);
  double plies = 0, first = 0, second = 0, moves = 0;
  std::vector<TracedMove> traced(LudiiRules::kMaxPlies);
  for (int g = 0; g < games; ++g) {
    auto state = rules.initial();
    PlayoutTrace trace{traced.data(), static_cast<std::uint32_t>(traced.size()), 0};
    const PlayoutResult result = rules.playout(state, rng, &trace);
    plies += result.plies;
    first += result.status == win_for(0);
    second += result.status == win_for(1);
    auto replay = rules.initial();
    for (std::uint32_t i = 0; i < trace.size; ++i) {
      moves += rules.count_moves(replay);
      rules.apply(replay, traced[i].move);
    }
  }
  const double errors = 4 * std::sqrt(1 / games + 1 / 10'000.0);
  CHECK(std::abs(plies / games - 108.14) < errors * 29.3);
  CHECK(std::abs(first / games - 0.434) < errors * std::sqrt(0.434 * 0.566));
  CHECK(std::abs(second / games - 0.463) < errors * std::sqrt(0.463 * 0.537));
  CHECK(moves / plies == doctest::Approx(4.12).epsilon(kSanitized ? 0.03 : 0.01));
}

TEST_CASE("Awari: drawing without replacement leaves the legal moves equally likely") {
  // B, C, D and E would starve north.
  const std::string text = "7,1,1,1,1,2/0,0,0,0,0,0 17:18 S 0 30";
  const auto check = [&](const auto& rules) {
    REQUIRE(legal(rules, text) == "A F");
    const auto start = position(rules, text);
    Rng rng = Rng::seeded(10);
    const double games = samples(20'000);
    double a = 0;
    for (int g = 0; g < games; ++g) {
      auto state = start;
      TracedMove traced{};
      PlayoutTrace trace{&traced, 1, 0};
      rules.playout(state, rng, &trace);
      const std::string played = rules.move_text(start, traced.move);
      REQUIRE((played == "A" || played == "F"));
      a += played == "A";
    }
    CHECK(std::abs(a / games - 0.5) < 4 * 0.5 / std::sqrt(games));
  };
  check(LudiiRules());
  check(AbapaRules());
}

TEST_CASE("Awari: positions that contradict themselves or the grammar are refused") {
  const LudiiRules ludii;
  const AbapaRules abapa;
  CHECK(ludii.position_text(ludii.initial()) == "4,4,4,4,4,4/4,4,4,4,4,4 0:0 S 0 1");
  for (const std::string text : {"",
                                 " ",
                                 "4",
                                 "4,4,4,4,4,4/4,4,4,4,4,4 0:0 S 0",
                                 "4,4,4,4,4,4/4,4,4,4,4,4 0:0 S 0 1 ",
                                 " 4,4,4,4,4,4/4,4,4,4,4,4 0:0 S 0 1",
                                 "4,4,4,4,4,4/4,4,4,4,4,4  0:0 S 0 1",
                                 "4,4,4,4,4/4,4,4,4,4,4,4 0:0 S 0 1",
                                 "4,4,4,4,4,4/4,4,4,4,4,4 0:0 s 0 1",
                                 "4,4,4,4,4,4/4,4,4,4,4,4 0:0 S 0 0",
                                 "4,4,4,4,4,4/4,4,4,4,4,4 0:0 S 0 01",
                                 "04,4,4,4,4,4/4,4,4,4,4,4 0:0 S 0 1",
                                 "4,4,4,4,4,4/4,4,4,4,4,4 0:1 S 0 1",
                                 "4,4,4,4,4,4/4,4,4,4,4,3 0:0 S 0 1",
                                 "4,4,4,4,4,4/4,4,4,4,4,4 0:0 S 1 4",
                                 "4,4,4,4,4,4/4,4,4,4,4,4 0:0 S 3 4",
                                 "4,4,4,4,4,4/4,4,4,4,4,4 0:0 S 0 99999999999999999999",
                                 "-4,4,4,4,4,4/4,4,4,4,4,4 0:8 S 0 1",
                                 "49,0,0,0,0,0/0,0,0,0,0,0 0:0 S 0 1",
                                 "256,4,4,4,4,4/4,4,4,4,4,0 0:0 S 0 1",
                                 "4,4,4,4,4,4/4,4,4,4,4,4 0:0 S 0 1252",
                                 "1,0,0,0,0,0/0,0,0,0,0,0 30:17 N 1 30",
                                 "2,0,0,0,0,0/0,0,0,0,0,0 30:16 N 2 1"}) {
    CAPTURE(text);
    const auto state = ludii.parse_position(text);
    CHECK_FALSE(state.ok());
    if (!state.ok()) CHECK_FALSE(state.error().empty());
  }
  const std::string passed = "2,0,0,0,0,0/0,0,0,0,0,0 30:16 N 1 30";
  CHECK(ludii.position_text(position(ludii, passed)) == passed);
  CHECK_FALSE(abapa.parse_position(passed).ok());
}

TEST_CASE("Awari: damaged texts are refused or read as what they say") {
  const LudiiRules rules;
  Rng rng = Rng::seeded(12);
  const std::string alphabet = "0123456789,/: SN-p";
  std::uint32_t accepted = 0;
  for (std::uint32_t i = 0; i < samples(40'000); ++i) {
    std::string text = "4,0,12,1,3,2/0,4,4,5,1,2 8:2 N 0 17";
    for (std::uint32_t n = 1 + rng.below(2); n > 0; --n) {
      const std::size_t at = rng.below(static_cast<std::uint32_t>(text.size()));
      const char c = alphabet[rng.below(static_cast<std::uint32_t>(alphabet.size()))];
      switch (rng.below(3)) {
        case 0:
          text[at] = c;
          break;
        case 1:
          text.insert(at, 1, c);
          break;
        default:
          text.erase(at, 1);
      }
    }
    CAPTURE(text);
    const auto state = rules.parse_position(text);
    if (!state.ok()) continue;
    ++accepted;
    REQUIRE(rules.position_text(*state) == text);  // the grammar has one text a position
  }
  CHECK(accepted > 0);
}

TEST_CASE("Awari: parameters, extensions and drawings") {
  const auto resolve = [](const char* name) {
    const ParamText setting{"rules", name};
    return ParamValues::resolve(Awari::parameters(), {&setting, 1});
  };
  REQUIRE(resolve("ludii").ok());
  CHECK(std::holds_alternative<LudiiRules>(*Awari::create(*resolve("ludii"))));
  CHECK(std::holds_alternative<AbapaRules>(*Awari::create(*resolve("abapa"))));
  CHECK_FALSE(resolve("kalah").ok());

  const auto ludii = std::make_unique<GameModule<LudiiRules>>(LudiiRules());
  const auto abapa = std::make_unique<GameModule<AbapaRules>>(AbapaRules());
  CHECK(find<Repetition>(*ludii) == nullptr);
  CHECK(find<Repetition>(*abapa) != nullptr);
  CHECK(find<CountMoves>(*ludii) != nullptr);
  CHECK(ludii->traits().state_size == 24);

  const LudiiRules rules;
  const auto state = rules.initial();
  CHECK(rules.board_text(state) ==
        "          f    e    d    c    b    a\n"
        "       +----+----+----+----+----+----+\n"
        " north |  4 |  4 |  4 |  4 |  4 |  4 | captured 0\n"
        "       +----+----+----+----+----+----+\n"
        " south |  4 |  4 |  4 |  4 |  4 |  4 | captured 0\n"
        "       +----+----+----+----+----+----+\n"
        "          A    B    C    D    E    F\n"
        "south (A to F) to move\n");
  const std::string drawing = rules.svg(state, Move{2});
  CHECK(drawing.find("<svg") == 0);
  // The side to move has its mark, the last move another one.
  const auto marks = [](const std::string& svg) {
    std::size_t n = 0;
    for (std::size_t at = svg.find("#c33"); at != std::string::npos; at = svg.find("#c33", at + 1)) ++n;
    return n;
  };
  CHECK(marks(drawing) == 2);
  CHECK(marks(rules.svg(state, kNoMove)) == 1);
}

}  // namespace ludex::tests
