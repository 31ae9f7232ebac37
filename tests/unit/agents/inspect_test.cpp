// ludex.draft.inspect/1 of the agents that offer it: the tree that is shown is the tree of the search.
#include "core/agent/inspect.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/abi/text.hpp"
#include "core/game/position.hpp"
#include "tests/support/plugins.hpp"

namespace ludex::tests {
namespace {

constexpr std::uint32_t kRoom = 512;

struct Looked {
  explicit Looked(const char* agent_id, const Settings& settings, const Game& rules, std::uint64_t iterations,
                  const std::string& moves = "")
      : game(rules), agent(make_agent(agent_id, settings)), start(rules), root(kRoom) {
    std::string word;
    for (const char c : moves + " ") {
      if (c != ' ') {
        word += c;
        continue;
      }
      if (!word.empty()) start.apply(*start.parse_move(word));
      word.clear();
    }
    StringSink error;
    REQUIRE(agent->new_game(&game, start.to_move(), 1, error) == Status::kOk);
    Budget budget{};
    budget.iterations = iterations;
    budget.nodes = iterations * 20;
    budget.threads = 1;
    report = SearchReport::empty(root.data(), kRoom);
    REQUIRE_MESSAGE(agent->choose(start.state(), &budget, &report, &best, error) == Status::kOk,
                    error.text());
    tree = find<Inspect>(*agent);
    REQUIRE(tree != nullptr);
    for (std::uint32_t i = 0; tree->column(i) != nullptr; ++i) columns[tree->column(i)] = i;
    CHECK(columns.size() <= kMaxInspectColumns);
  }
  bool rows(std::span<const Move> path, InspectRows& out) const {
    out.resize(kRoom);
    std::uint32_t count = 0;
    StringSink error;
    const Status status = tree->children(path.data(), static_cast<std::uint32_t>(path.size()), out.data(),
                                         kRoom, &count, error);
    out.resize(status == Status::kOk ? count : 0);
    return status == Status::kOk;
  }
  [[nodiscard]] double at(const InspectRow& row, const char* column) const {
    return row.values[columns.at(column)];
  }

  const Game& game;
  OwnedAgent agent;
  Position start;
  std::vector<RootMove> root;
  SearchReport report;
  Move best = kNoMove;
  Inspect* tree = nullptr;
  std::map<std::string, std::uint32_t> columns;
};

// Every node that can be reached: legal moves, each once; visit(position, path, rows).
using Visit = std::function<void(const Position&, std::span<const Move>, const InspectRows&)>;
void walk(const Looked& looked, const Position& at, std::vector<Move>& path, int depth, const Visit& visit,
          std::size_t& nodes) {
  InspectRows rows;
  if (!looked.rows(path, rows)) {
    CHECK_MESSAGE(path.size() > 1, "the root can be looked at");
    return;
  }
  const auto legal = at.legal_moves();
  std::vector<Move> seen;
  for (const InspectRow& row : rows) {
    REQUIRE(std::find(legal.begin(), legal.end(), row.move) != legal.end());
    REQUIRE(std::find(seen.begin(), seen.end(), row.move) == seen.end());
    seen.push_back(row.move);
  }
  ++nodes;
  visit(at, path, rows);
  if (depth == 0) return;
  for (const InspectRow& row : rows) {
    if (row.children == 0 || nodes > 3000) continue;
    Position next = at;
    next.apply(row.move);
    path.push_back(row.move);
    walk(looked, next, path, depth - 1, visit, nodes);
    path.pop_back();
  }
}
std::size_t walk(const Looked& looked, int depth, const Visit& visit) {
  std::vector<Move> path;
  std::size_t nodes = 0;
  walk(looked, looked.start, path, depth, visit, nodes);
  return nodes;
}

}  // namespace

TEST_CASE("uct: the root's rows are the report's, and a child is visited once more than what lies below it") {
  const OwnedGame game = make_game("othello", {{"size", "6"}});
  for (const char* const solver : {"false", "true", "bounds"}) {
    CAPTURE(solver);
    const Looked looked("uct", {{"solver", solver}}, *game, 3000);
    InspectRows rows;
    REQUIRE(looked.rows({}, rows));
    REQUIRE(rows.size() == looked.report.root_size);
    double all = 0;
    for (const InspectRow& row : rows) {
      const auto known = std::find_if(looked.root.begin(), looked.root.end(),
                                      [&](const RootMove& move) { return move.move == row.move; });
      REQUIRE(known != looked.root.end());
      CHECK(looked.at(row, "visits") == static_cast<double>(known->visits));
      CHECK(looked.at(row, "value") == known->value);
      all += looked.at(row, "visits");
    }
    CHECK(all == 3000);
    std::map<std::vector<Move>, double> visits;
    const std::size_t nodes =
        walk(looked, 3, [&](const Position&, std::span<const Move> path, const InspectRows& list) {
          double sum = 0;
          for (const InspectRow& row : list) {
            std::vector<Move> below(path.begin(), path.end());
            below.push_back(row.move);
            visits[below] = looked.at(row, "visits");
            sum += looked.at(row, "visits");
            CHECK(std::abs(looked.at(row, "value")) <= 1);
          }
          // The simulation that made the node went no further.
          if (!path.empty()) CHECK(sum <= visits.at({path.begin(), path.end()}));
        });
    CHECK(nodes > 20);
  }
  InspectRows rows;
  const Looked looked("uct", {}, *game, 100);
  const Move nowhere[] = {looked.best, looked.best, looked.best, looked.best};
  CHECK_FALSE(looked.rows(nowhere, rows));
}

TEST_CASE("pns: the numbers of a node are those of proof-number search over its children") {
  const OwnedGame game = make_game("mnk", {{"m", "3"}, {"n", "3"}});
  const Looked looked("pns", {{"fallback", "numbers"}}, *game, 60, "a1 b2");
  // By Allis: pn of a node is the least pn of its moves, dn the sum of theirs; seen by the mover, whose
  // numbers they are, those of the reply are exchanged.
  std::map<std::vector<Move>, std::pair<double, double>> numbers;
  const std::size_t nodes =
      walk(looked, 6, [&](const Position&, std::span<const Move> path, const InspectRows& rows) {
        double least = HUGE_VAL, sum = 0;
        for (const InspectRow& row : rows) {
          const double pn = looked.at(row, "pn"), dn = looked.at(row, "dn");
          least = std::min(least, pn);
          sum += dn;
          std::vector<Move> below(path.begin(), path.end());
          below.push_back(row.move);
          numbers[below] = {pn, dn};
        }
        if (path.empty() || rows.empty()) return;
        const auto [pn, dn] = numbers.at({path.begin(), path.end()});
        // Children of solved nodes are given back, all but the one that proves.
        if (pn == 0 || dn == 0) return;
        CHECK(pn == sum);
        CHECK(dn == least);
      });
  CHECK(nodes > 10);
}

TEST_CASE("what is shown as proven is true on a board that can be searched to its end") {
  const OwnedGame game = make_game("mnk", {{"m", "3"}, {"n", "3"}});
  std::function<int(const Position&)> value = [&](const Position& at) {
    if (at.over())
      return at.status() == GameStatus::kDraw ? 0 : winner_of(at.status()) == at.to_move() ? 1 : -1;
    int best = -2;
    for (const Move move : at.legal_moves()) {
      Position next = at;
      next.apply(move);
      const int after = next.over() ? (next.status() == GameStatus::kDraw ? 0 : 1) : -value(next);
      best = std::max(best, after);
    }
    return best;
  };
  struct Who {
    const char* agent;
    Settings settings;
  };
  const std::vector<Who> agents{{"uct", {{"solver", "true"}}},
                                {"uct", {{"graph", "true"}, {"solver", "true"}}},
                                {"pn-mcts", {}},
                                {"pn-mcts", {{"layers", "2"}}},
                                {"gpn-mcts", {}},
                                {"pns", {}},
                                {"df-pn", {{"fallback", "numbers"}}},
                                {"scns", {}},
                                {"alpha-beta", {}}};
  for (const Who& who : agents) {
    CAPTURE(who.agent);
    const Looked looked(who.agent, who.settings, *game, 2000, "a1 b2 c1");
    std::size_t proven = 0;
    const std::size_t nodes =
        walk(looked, 4, [&](const Position& at, std::span<const Move>, const InspectRows& rows) {
          for (const InspectRow& row : rows) {
            if (row.outcome == Outcome::kUnknown) continue;
            Position next = at;
            next.apply(row.move);
            const int exact = next.over() ? (next.status() == GameStatus::kDraw ? 0 : 1) : -value(next);
            CHECK_MESSAGE(row.outcome == (exact > 0   ? Outcome::kWin
                                          : exact < 0 ? Outcome::kLoss
                                                      : Outcome::kDraw),
                          at.text() << " " << at.move_text(row.move) << ": " << to_text(row.outcome)
                                    << ", it is " << exact);
            ++proven;
          }
        });
    CHECK(nodes >= 1);
    CHECK(proven > 0);
  }
}

TEST_CASE("alpha-beta: the moves of the root, and below the best one the variation") {
  const OwnedGame game = make_game("othello", {{"size", "6"}});
  const Looked looked("alpha-beta", {}, *game, 2000);
  InspectRows rows;
  REQUIRE(looked.rows({}, rows));
  CHECK(rows.size() == looked.report.root_size);
  REQUIRE(looked.report.pv_size > 1);
  const Move line[] = {looked.report.pv[0]};
  REQUIRE(looked.rows(line, rows));
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].move == looked.report.pv[1]);
}

TEST_CASE("before a search, and after another game has begun, there is nothing to look at") {
  const OwnedGame game = make_game("mnk");
  for (const char* const id : {"uct", "pn-mcts", "gpn-mcts", "pns", "df-pn", "scns", "alpha-beta"}) {
    CAPTURE(id);
    const OwnedAgent agent = make_agent(id);
    auto* const tree = find<Inspect>(*agent);
    REQUIRE(tree != nullptr);
    InspectRow row;
    std::uint32_t count = 0;
    StringSink error;
    CHECK(tree->children(nullptr, 0, &row, 1, &count, error) == Status::kInvalidArgument);
    REQUIRE(agent->new_game(game.get(), 0, 1, error) == Status::kOk);
    CHECK(tree->children(nullptr, 0, &row, 1, &count, error) == Status::kInvalidArgument);
  }
}

}  // namespace ludex::tests
