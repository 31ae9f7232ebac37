#include "arena/host/analysis/sampled_lines.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "core/util/rng.hpp"

namespace ludex::arena::host {
namespace {

constexpr std::size_t kLongest =
    10'000;  // plies: where positions recur, proven moves need not come nearer to the end

bool kept(const Position& end, Claim claim) {
  const Player winner = winner_of(end.status());
  return winner == claim.player || (claim.goal == Goal::kDraw && winner == kNobody);
}

// One game. Its moves are kept as text, because a move's text depends on its position.
class Line {
 public:
  Line(const Position& start, Claim claim, const Prover& prove, SampledLines& all)
      : position_(start), claim_(claim), prove_(prove), all_(all) {}

  void play(Rng& rng) {
    for (std::size_t ply = 0; ply < kLongest; ++ply) {
      if (position_.over()) {
        if (kept(position_, claim_)) {
          ++all_.kept;
        } else {
          all_.contradiction = std::move(moves_);
        }
        return;
      }
      std::vector<Move> moves = position_.legal_moves();
      if (position_.to_move() != claim_.player) {
        go_on(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      } else if (!go_on_as_proved(std::move(moves))) {
        return;
      }
    }
    ++all_.open;
  }

 private:
  void go_on(Move move) {
    if (!moves_.empty()) moves_ += ' ';
    moves_ += position_.move_text(move);
    position_.apply(move);
    ++all_.plies;
  }

  std::optional<bool> ask(const Position& position, Goal goal, Move& move) {
    ++all_.proved;
    return prove_(position, goal, move);
  }

  // The claim's player wins if and only if the opponent, to move, cannot at least draw.
  std::optional<bool> holds_after(Move move) {
    Position next = position_;
    next.apply(move);
    if (next.over()) return kept(next, claim_);
    Move best = kNoMove;
    if (next.to_move() == claim_.player) return ask(next, claim_.goal, best);
    const std::optional<bool> other = ask(next, claim_.goal == Goal::kWin ? Goal::kDraw : Goal::kWin, best);
    if (!other) return {};
    return !*other;
  }

  bool go_on_as_proved(std::vector<Move> moves) {
    Move best = kNoMove;
    (void)ask(position_, claim_.goal, best);
    if (const auto first = std::find(moves.begin(), moves.end(), best); first != moves.end())
      std::rotate(moves.begin(), first, first + 1);
    bool decided = true;
    for (const Move move : moves) {
      const std::optional<bool> holds = holds_after(move);
      if (holds.value_or(false)) {
        go_on(move);
        return true;
      }
      decided = decided && holds.has_value();
    }
    if (decided) {
      all_.contradiction = moves_.empty() ? "(the first position)" : std::move(moves_);
    } else {
      ++all_.open;
    }
    return false;
  }

  Position position_;
  Claim claim_;
  const Prover& prove_;
  SampledLines& all_;
  std::string moves_;
};

}  // namespace

std::optional<bool> answer_to(Goal goal, const SearchReport& report) {
  for (std::uint32_t i = 0; i < report.counter_size; ++i) {
    if (std::string_view(report.counters[i].name) == "answer") return report.counters[i].value > 0;
  }
  if (report.outcome == Outcome::kUnknown) return {};
  return report.outcome == Outcome::kWin || (goal == Goal::kDraw && report.outcome == Outcome::kDraw);
}

std::vector<Claim> claims_of(const Position& start, Goal goal, const SearchReport& report) {
  const Player mover = start.to_move();
  const Player other = 1 - mover;
  if (goal == Goal::kValue) {
    if (report.outcome == Outcome::kUnknown) return {};
    if (report.outcome == Outcome::kDraw) return {{mover, Goal::kDraw}, {other, Goal::kDraw}};
    return {{report.outcome == Outcome::kWin ? mover : other, Goal::kWin}};
  }
  const std::optional<bool> answer = answer_to(goal, report);
  if (!answer) return {};
  if (*answer) return {{mover, goal}};
  return {{other, goal == Goal::kWin ? Goal::kDraw : Goal::kWin}};
}

SampledLines sample_lines(const Position& start, std::span<const Claim> claims, std::uint64_t count,
                          std::uint64_t seed, const Prover& prove,
                          const std::function<bool(const SampledLines&)>& more) {
  SampledLines all;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const std::uint64_t share = (count + claims.size() - 1 - i) / claims.size();
    Rng rng = Rng::seeded(seed + i);
    for (std::uint64_t k = 0; k < share && all.contradiction.empty() && more(all); ++k)
      Line(start, claims[i], prove, all).play(rng);
  }
  return all;
}

}  // namespace ludex::arena::host
