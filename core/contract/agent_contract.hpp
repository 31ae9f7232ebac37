// All promises of an agent, whatever the host (core/agent/agent.hpp), checked over the binary interface on
// positions of random games and in whole games. No check limits elapsed time, so a loaded machine fails no
// agent.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/abi/destroy.hpp"
#include "core/agent/agent.hpp"
#include "core/contract/answer.hpp"
#include "core/contract/exhaustive.hpp"
#include "core/contract/report_check.hpp"
#include "core/contract/trail.hpp"
#include "core/contract/verdict.hpp"
#include "core/game/draft/chance.hpp"
#include "core/game/position.hpp"
#include "core/util/clock.hpp"
#include "core/util/hash.hpp"
#include "core/util/result.hpp"
#include "core/util/stop_flag.hpp"

namespace ludex::contract {

using OwnedAgent = std::unique_ptr<Agent, Destroy>;
// Makes the agent under test; called more than once.
using MakeAgent = std::function<Result<OwnedAgent>()>;

enum class AgentPromise : std::uint8_t {
  kAnswers,
  kLegalMove,
  kMemory,
  kReport,
  kBudget,
  kDeterminism,
  kProofs,
  kSolve,
  kStopFlag,
  kGames,
};

inline constexpr std::array kAgentPromises{
    Promise{"answers", "every call returns without an error"},
    Promise{"legal-move", "choose returns a legal move"},
    Promise{"memory", "the agent does not change the position or write outside the report"},
    Promise{"report", "units, values, sizes, variation and root moves of a report are in range and legal"},
    Promise{"budget", "the agent stays within its budget of iterations, nodes and CPU time"},
    Promise{"determinism", "same position, seed and budget of iterations or nodes: same answer"},
    Promise{"proofs", "no outcome reported as proven contradicts exhaustive search"},
    Promise{"solve", "solve returns the value that exhaustive search finds, or unknown"},
    Promise{"stop-flag", "the search ends soon after the stop flag is set"},
    Promise{"games", "the agent plays whole games in every seat and observes all moves"},
};
static_assert(kAgentPromises.size() == static_cast<std::size_t>(AgentPromise::kGames) + 1);

struct AgentOptions {
  std::uint64_t seed = 1;
  std::uint32_t walks = 6;  // positions on each board
  std::uint32_t games = 2;  // whole games on each board, per seat
  // Positions that exhaustive search may visit; 0: no exhaustive search.
  std::size_t exhaustive = 300'000;
  std::uint32_t memory_mib = 0;  // granted to each search; 0: the agent's own default
  bool stop_flag = true;         // also test a stop flag that a thread sets during a search
  // Promises of Ludex's own agents beyond the interface: they use up a budget unless everything is proven,
  // they overrun it by one descent at most, and they always report a principal variation.
  bool strict = false;

  [[nodiscard]] static AgentOptions thorough() {
    AgentOptions options;
    options.walks = 40;
    options.games = 8;
    return options;
  }
};

// A game to play the agent on.
struct Board {
  std::string name;
  const Game* game;
  Exhaustive* truth = nullptr;  // null: the check makes one if the rules allow it
};

[[nodiscard]] inline Budget budget_of(std::uint64_t iterations, std::uint64_t nodes) {
  Budget budget{};
  budget.iterations = iterations;
  budget.nodes = nodes;
  budget.threads = 1;
  return budget;
}

// A random move, or where chance decides an outcome by the game's probabilities.
[[nodiscard]] inline Move random_move(const Position& position, Rng& rng) {
  if (position.to_move() == kChance) return find<Chance>(position.game())->draw(position.state(), &rng);
  const auto moves = position.legal_moves();
  return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

// The position after a number of random moves, or the last one before the game ended. A player is to move
// there, except in a game where none ever is.
[[nodiscard]] inline Position random_position(const Game& game, std::uint32_t plies, Rng& rng) {
  Position position(game);
  Position asked = position;
  for (std::uint32_t ply = 0; ply < plies || position.to_move() == kChance; ++ply) {
    if (is_over(position.apply(random_move(position, rng)))) break;
    if (position.to_move() != kChance) asked = position;
  }
  return asked;
}

class AgentContract {
 public:
  AgentContract(const MakeAgent& make, const AgentOptions& options, Report& report, Trail& trail)
      : make_(make), options_(options), report_(report), trail_(trail), rng_(Rng::seeded(options.seed)) {
    report_.set_excuse(P::kProofs, "the agent reported no outcome as proven");
  }

  [[nodiscard]] std::uint64_t digest() const noexcept { return digest_; }

  // Checks one board. False once a promise is broken.
  bool run(const Board& board) {
    board_ = board;
    trail_.on_board(board.name);
    trail_.playing("");
    const GameTraits& traits = board.game->traits();
    Exhaustive own([](const Position& p) { return p.hash(); }, options_.exhaustive);
    constexpr std::uint32_t kKnowable = kZeroSum | kDeterministic;
    const bool knowable =
        traits.players == 2 && (traits.flags & kKnowable) == kKnowable && (traits.flags & kCyclic) == 0;
    truth_ = board.truth != nullptr ? board.truth : knowable && options_.exhaustive > 0 ? &own : nullptr;
    for (OwnedAgent* agent : {&one_, &two_}) {
      look_at(AgentPromise::kAnswers, "create");
      auto made = make_();
      if (!require(AgentPromise::kAnswers, made.ok(), nullptr, [&] {
            return Words{"create: " + made.error(), "an agent"};
          }))
        return false;
      *agent = std::move(*made);
    }
    for (std::uint32_t walk = 0; walk < options_.walks; ++walk) {
      if (!check_position(random_position(*board.game, rng_.below(std::min(traits.max_plies, 8U)), rng_)))
        return false;
    }
    return check_games() && check_solve() && (!options_.stop_flag || check_stop_flag());
  }

 private:
  using P = AgentPromise;

  void look_at(AgentPromise promise, const char* method) noexcept {
    trail_.checking(static_cast<std::size_t>(promise));
    trail_.calling(method);
  }
  template <class F>
  bool require(AgentPromise promise, bool holds, const Position* position, F&& words) {
    if (holds) {
      ++report_[promise].checks;
      return true;
    }
    Words said = words();
    report_.set_broken(promise, {board_.name + ": " + said.found, std::move(said.expected),
                                 position != nullptr ? position->text() : "", moves_});
    return false;
  }

  bool begin(Agent& agent, Player seat, std::uint64_t seed) {
    look_at(P::kAnswers, "new_game");
    StringSink error;
    const Status status = agent.new_game(board_.game, seat, seed, error);
    return require(P::kAnswers, status == Status::kOk, nullptr, [&] {
      return Words{"new_game: " + error.text(), "a started game"};
    });
  }

  bool ask(Agent& agent, const Position& position, const Budget& budget, Answer& answer,
           AgentPromise purpose = P::kLegalMove) {
    constexpr std::size_t kGuard = 16;
    constexpr unsigned char kCanary = 0xC5;
    const std::size_t room = board_.game->traits().max_moves;
    std::vector<RootMove> root(room + kGuard);
    std::memset(static_cast<void*>(root.data()), kCanary, root.size() * sizeof(RootMove));
    answer = Answer{};
    answer.report = SearchReport::empty(root.data(), static_cast<std::uint32_t>(room));
    std::vector<unsigned char> before(board_.game->traits().state_size);
    std::memcpy(before.data(), static_cast<const void*>(position.state()), before.size());
    StringSink error;
    look_at(purpose, "choose");
    Budget granted = budget;
    granted.memory_mib = options_.memory_mib;
    const Status status = agent.choose(position.state(), &granted, &answer.report, &answer.move, error);
    trail_.returned();
    if (!require(P::kAnswers, status == Status::kOk, &position, [&] {
          return Words{"choose: " + error.text(), "a move"};
        }))
      return false;
    const auto* const guard = reinterpret_cast<const unsigned char*>(root.data() + room);
    const bool whole =
        std::all_of(guard, guard + kGuard * sizeof(RootMove), [](unsigned char c) { return c == kCanary; }) &&
        std::memcmp(before.data(), static_cast<const void*>(position.state()), before.size()) == 0 &&
        answer.report.root == root.data() && answer.report.root_capacity == room;
    if (!require(P::kMemory, whole, &position, [] {
          return Words{"choose changed the position or wrote outside its list of root moves",
                       "no write there"};
        }))
      return false;
    const ReportFlaws flaws = check_report(answer.report, root.data(), static_cast<std::uint32_t>(room));
    if (!require(P::kReport, !flaws.any(), &position, [&] {
          return Words{"these values of the report are impossible: " + flaws.text(), "a report in range"};
        }))
      return false;
    if (!require(P::kLegalMove, position.is_legal(answer.move), &position, [&] {
          return Words{"choose returned " + std::to_string(static_cast<std::uint32_t>(answer.move)),
                       "one of the legal moves"};
        }))
      return false;
    const auto fault = report_fault(position, answer.move, answer.report, options_.strict);
    if (!require(P::kReport, !fault, &position, [&] { return *fault; })) return false;
    answer.root.assign(root.begin(), root.begin() + answer.report.root_size);
    answer.report.root = nullptr;
    return true;
  }

  void add_to_digest(const Answer& answer) noexcept {
    digest_ = hash_combine(hash_combine(digest_, static_cast<std::uint64_t>(answer.move)),
                           hash_combine(answer.report.iterations, answer.report.nodes));
  }

  bool check_proofs(const Position& position, const Answer& answer) {
    if (!has_proof(answer)) return true;
    const ProofReading reading = truth_ != nullptr ? read_proofs(position, answer, *truth_) : ProofReading{};
    if (reading.claims == 0) {
      report_.set_excuse(
          P::kProofs,
          "exhaustive search could confirm no outcome: these boards are too large for it, or have "
          "repetition, chance or more than two players");
      return true;
    }
    return require(P::kProofs, !reading.fault, &position, [&] { return *reading.fault; });
  }

  bool check_position(const Position& position) {
    const GameTraits& traits = board_.game->traits();
    const std::uint64_t seed = rng_.next();
    const Player seat = position.to_move();
    // With chance or several opponents a search to all ends of the game may find no certain outcome.
    const bool has_outcome = traits.players == 2 && (traits.flags & kDeterministic) != 0;
    Answer answer, again, by_nodes;
    for (const std::uint64_t limit : {1U, 2U, 37U, 400U}) {
      const Budget iterations = budget_of(limit, 0);
      const Budget nodes = budget_of(0, limit);
      if (!begin(*one_, seat, seed) || !begin(*two_, seat, seed)) return false;
      if (!ask(*one_, position, iterations, answer) || !check_proofs(position, answer)) return false;
      add_to_digest(answer);
      if (!require(P::kBudget, answer.report.iterations <= limit, &position, [&] {
            return Words{std::to_string(answer.report.iterations) + " iterations",
                         "at most " + std::to_string(limit)};
          }))
        return false;
      if (options_.strict && has_outcome && answer.report.iterations < limit &&
          !require(P::kBudget, answer.report.outcome != Outcome::kUnknown, &position, [&] {
            return Words{std::to_string(answer.report.iterations) + " of " + std::to_string(limit) +
                             " iterations although nothing is proven",
                         "all of them"};
          }))
        return false;
      if (!ask(*two_, position, iterations, again) ||
          !same(position, answer, again, "another agent of the kind"))
        return false;
      // This search must not influence the next game: new_game() forgets it.
      if (!ask(*one_, position, nodes, by_nodes) || !check_proofs(position, by_nodes)) return false;
      // An agent may finish its current step: a descent, or in other agents all replies to all moves.
      const std::uint64_t replies = std::uint64_t{traits.max_moves} * (traits.max_moves + 1);
      const std::uint64_t most = limit + traits.max_plies + (options_.strict ? 0U : replies);
      if (!require(P::kBudget, by_nodes.report.nodes <= most, &position, [&] {
            return Words{
                std::to_string(by_nodes.report.nodes) + " nodes under a budget of " + std::to_string(limit),
                "at most " + std::to_string(most) + " (including the unit of work in progress)"};
          }))
        return false;
      if (!begin(*one_, seat, seed) || !ask(*one_, position, iterations, again) ||
          !same(position, answer, again, "the same agent in a new game"))
        return false;
    }
    return check_cpu(position) && check_stopped(position);
  }
  bool same(const Position& position, const Answer& a, const Answer& b, const char* who) {
    return require(P::kDeterminism, same_answer(a, b), &position, [&] {
      const auto said = [&](const Answer& answer) {
        return position.move_text(answer.move) + ", value " + std::to_string(answer.report.value) + ", " +
               std::to_string(answer.report.iterations) + " iterations, " +
               std::to_string(answer.report.nodes) + " nodes";
      };
      return Words{std::string(who) + ", with the same seed and budget, answers " + said(b), said(a)};
    });
  }

  // Fails only an agent that uses more than ten times its CPU budget plus one second.
  bool check_cpu(const Position& position) {
    constexpr std::int64_t kGranted = 10'000'000;
    constexpr std::int64_t kMost = 10 * kGranted + 1'000'000'000;
    Budget budget = budget_of(0, 0);
    budget.cpu_ns = kGranted;
    Answer answer;
    const std::int64_t began = process_cpu_ns();
    if (!ask(*one_, position, budget, answer, P::kBudget)) return false;
    const std::int64_t used = process_cpu_ns() - began;
    return require(P::kBudget, used <= kMost, &position, [&] {
      return Words{std::to_string(used / 1'000'000) + " ms of CPU time where " +
                       std::to_string(kGranted / 1'000'000) + " ms were granted",
                   "at most " + std::to_string(kMost / 1'000'000) + " ms"};
    });
  }
  // An agent whose stop flag is set from the start must still answer a legal move.
  bool check_stopped(const Position& position) {
    StopFlag stop;
    stop.request();
    Budget budget = budget_of(0, 0);
    budget.stop = stop.address();
    Answer answer;
    return ask(*one_, position, budget, answer, P::kStopFlag);
  }

  // Sets the stop flag from another thread during a search without other limits.
  bool check_stop_flag() {
    const Position start = random_position(*board_.game, 0, rng_);
    StopFlag stop;
    Budget budget = budget_of(0, 0);
    budget.stop = stop.address();
    if (!begin(*one_, start.to_move(), options_.seed)) return false;
    std::atomic<std::int64_t> stopped_at = 0;
    std::thread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      stopped_at = process_cpu_ns();
      stop.request();
    });
    Answer answer;
    const bool answered = ask(*one_, start, budget, answer, P::kStopFlag);
    const std::int64_t ended = process_cpu_ns();
    stopper.join();
    constexpr std::int64_t kMost = 2'000'000'000;
    const std::int64_t used = std::max<std::int64_t>(0, ended - stopped_at);
    return answered && require(P::kStopFlag, used <= kMost, &start, [&] {
             return Words{std::to_string(used / 1'000'000) + " ms of CPU time after the stop flag was set",
                          "an answer soon, within " + std::to_string(kMost / 1'000'000) + " ms at most"};
           });
  }

  bool check_games() {
    const std::uint32_t players = board_.game->traits().players;
    for (std::uint32_t game = 0; game < options_.games * players; ++game) {
      if (!play_game(game % players)) return false;
    }
    return true;
  }
  // Plays a whole game against random moves; nobody but chance chooses outcomes.
  bool play_game(Player seat) {
    moves_.clear();
    trail_.playing("");
    if (!begin(*one_, seat, rng_.next())) return false;
    Position position(*board_.game);
    Answer answer;
    while (!position.over()) {
      Move move = random_move(position, rng_);
      if (position.to_move() == seat) {
        if (!ask(*one_, position, budget_of(50, 0), answer, P::kGames) || !check_proofs(position, answer))
          return false;
        add_to_digest(answer);
        move = answer.move;
      }
      look_at(P::kGames, "observe");
      StringSink error;
      const Status status = one_->observe(position.state(), move, error);
      if (!require(P::kAnswers, status == Status::kOk, &position, [&] {
            return Words{"observe: " + error.text(), "no error"};
          }))
        return false;
      moves_.append(moves_.empty() ? "" : " ").append(position.move_text(move));
      trail_.playing(moves_);
      position.apply(move);
    }
    moves_.clear();
    trail_.playing("");
    return require(P::kGames, true, nullptr, [] { return Words{}; });
  }

  bool check_solve() {
    const Position start = random_position(*board_.game, 0, rng_);
    static constexpr std::array kGoals{Goal::kWin, Goal::kDraw, Goal::kValue};
    for (const Goal goal : kGoals) {
      if (!begin(*one_, start.to_move(), options_.seed)) return false;
      SearchReport report = SearchReport::empty(nullptr, 0);
      const std::uint32_t never = 0;
      Budget budget = budget_of(0, 20'000);
      budget.memory_mib = options_.memory_mib;
      budget.stop = &never;
      StringSink error;
      look_at(P::kSolve, "solve");
      const Status status = one_->solve(start.state(), goal, &budget, &report, error);
      trail_.returned();
      if (status == Status::kUnsupported) {
        report_.set_excuse(P::kSolve, "the agent does not solve positions");
        return true;
      }
      if (!require(P::kSolve, status == Status::kOk && in_range(report.outcome), &start, [&] {
            return Words{"solve: " + error.text(), "an answer"};
          }))
        return false;
      const Outcome is =
          truth_ == nullptr || report.outcome == Outcome::kUnknown ? Outcome::kUnknown : truth_->solve(start);
      if (is != Outcome::kUnknown && !require(P::kSolve, report.outcome == is, &start, [&] {
            return Words{"solve says " + std::string(to_text(report.outcome)),
                         "it is a " + std::string(to_text(is))};
          }))
        return false;
    }
    return true;
  }

  const MakeAgent& make_;
  const AgentOptions& options_;
  Report& report_;
  Trail& trail_;
  Rng rng_;
  Board board_{};
  Exhaustive* truth_ = nullptr;
  OwnedAgent one_, two_;
  std::string moves_;
  std::uint64_t digest_ = 0;
};

struct AgentFindings {
  Report report{kAgentPromises};
  std::uint64_t digest = 0;  // of the answers; compare it with that of another process
};

// Checks each board in turn, until a promise is broken. The agent must support every board.
[[nodiscard]] inline AgentFindings check_agent(const MakeAgent& make, std::span<const Board> boards,
                                               const AgentOptions& options, Trail& trail) {
  AgentFindings findings;
  AgentContract contract(make, options, findings.report, trail);
  for (const Board& board : boards) {
    if (!contract.run(board)) break;
  }
  findings.digest = contract.digest();
  return findings;
}

}  // namespace ludex::contract
