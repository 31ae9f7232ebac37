#include "arena/run/schedule/openings.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/run/schedule/opening_book.hpp"
#include "core/game/extensions.hpp"
#include "core/game/position.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::run {
namespace {

constexpr std::size_t kMaxOpenings = 200'000;

class NoOpenings final : public OpeningSource {
 public:
  Result<Opening> opening(std::uint32_t) override { return Opening{}; }
  [[nodiscard]] std::optional<std::uint64_t> size() const noexcept override { return 1; }
};

// Uniformly random legal plies, and outcomes by their probabilities. Draws again if an opening ends the game
// or repeats the position of an earlier round: rounds differ until all positions seem used up, after which
// all are allowed again. Round r thus depends on the rounds before it, so they are drawn in order and stored.
class RandomOpenings final : public OpeningSource {
 public:
  RandomOpenings(const Game& game, std::uint32_t plies, std::uint64_t seed)
      : game_(game), plies_(plies), rng_(Rng::seeded(seed)) {}

  Result<Opening> opening(std::uint32_t round) override {
    const std::lock_guard lock(mutex_);
    while (drawn_ <= round) {
      if (!draw())
        return Error{fmt::format("no {} random plies leave the game unfinished ({} tries)", plies_, kTries)};
      ++drawn_;
    }
    const auto first = moves_.begin() + static_cast<std::ptrdiff_t>(round) * plies_;
    return Opening{"", {first, first + plies_}};
  }
  [[nodiscard]] std::optional<std::uint64_t> size() const noexcept override { return std::nullopt; }

 private:
  static constexpr int kTries = 1000;

  // Appends the moves of one opening; false if every attempt ended the game.
  bool draw() {
    std::vector<Move> repeated;
    std::uint64_t repeated_hash = 0;
    for (int i = 0; i < kTries; ++i) {
      Position position(game_);
      std::vector<Move> line = play_line(position);
      if (line.empty()) continue;
      if (seen_.insert(position.hash()).second) {
        moves_.insert(moves_.end(), line.begin(), line.end());
        return true;
      }
      repeated = std::move(line);
      repeated_hash = position.hash();
    }
    if (repeated.empty()) return false;
    seen_ = {repeated_hash};
    moves_.insert(moves_.end(), repeated.begin(), repeated.end());
    return true;
  }

  // Empty if the game ends.
  std::vector<Move> play_line(Position& position) {
    std::vector<Move> line;
    for (std::uint32_t ply = 0; ply < plies_; ++ply) {
      const auto legal = position.legal_moves();
      if (legal.empty()) return {};
      line.push_back(position.to_move() == kChance
                         ? find<Chance>(game_)->draw(position.state(), &rng_)
                         : legal[rng_.below(static_cast<std::uint32_t>(legal.size()))]);
      position.apply(line.back());
    }
    if (position.over()) line.clear();
    return line;
  }

  const Game& game_;
  std::uint32_t plies_;
  std::mutex mutex_;  // guards the members below
  Rng rng_;
  std::uint32_t drawn_ = 0;
  std::vector<Move> moves_;  // `plies_` per round
  std::unordered_set<std::uint64_t> seen_;
};

// A list, used cyclically.
class ListOpenings final : public OpeningSource {
 public:
  ListOpenings(std::vector<Opening> book, const OpeningSpec& spec, std::uint64_t seed)
      : book_(std::move(book)), start_(spec.start) {
    if (spec.order == OpeningOrder::kSequential) return;
    Rng rng = Rng::seeded(seed);
    for (std::size_t i = book_.size(); i > 1; --i)
      std::swap(book_[i - 1], book_[rng.below(static_cast<std::uint32_t>(i))]);
  }
  Result<Opening> opening(std::uint32_t round) override { return book_[(start_ + round) % book_.size()]; }
  [[nodiscard]] std::optional<std::uint64_t> size() const noexcept override { return book_.size(); }

 private:
  std::vector<Opening> book_;
  std::uint64_t start_;
};

// All openings of `plies` plies that leave the game unfinished, in the order of the game's move lists. Of
// several lines to one position (by its hash) keeps the first, at every ply. No value if there are more than
// kMaxOpenings.
std::optional<std::vector<Opening>> all_first_moves(const Game& game, std::uint32_t plies) {
  std::vector<Opening> openings{{}};
  for (std::uint32_t ply = 0; ply < plies; ++ply) {
    std::vector<Opening> longer;
    std::unordered_set<std::uint64_t> seen;
    for (const Opening& opening : openings) {
      Position position(game);
      for (const Move move : opening.moves) position.apply(move);
      for (const Move move : position.legal_moves()) {
        Position next = position;
        if (is_over(next.apply(move)) || !seen.insert(next.hash()).second) continue;
        if (longer.size() == kMaxOpenings) return std::nullopt;
        longer.push_back(opening);
        longer.back().moves.push_back(move);
      }
    }
    openings = std::move(longer);
  }
  return openings;
}

}  // namespace

std::unique_ptr<OpeningSource> OpeningSource::make(const Game& game, const OpeningSpec& spec,
                                                   std::string_view label, std::uint64_t seed,
                                                   std::vector<Diagnostic>& problems,
                                                   std::vector<Diagnostic>* left_out) {
  const std::uint64_t source_seed =
      hash_combine(hash_combine(spec.seed.value_or(seed), fnv1a("openings")), fnv1a(label));
  switch (spec.kind) {
    case OpeningKind::kNone:
      break;
    case OpeningKind::kRandomPlies: {
      auto source = std::make_unique<RandomOpenings>(game, spec.random_plies, source_seed);
      if (const auto first = source->opening(0); !first) {
        problems.push_back({"", 0, 0, fmt::format("{}: {}", label, first.error()), "fewer 'random_plies'"});
        return nullptr;
      }
      return source;
    }
    case OpeningKind::kFile: {
      auto book = read_opening_book(game, label, spec.file, spec.plies);
      if (!book.problem.empty()) {
        problems.insert(problems.end(), book.left_out.begin(), book.left_out.end());
        problems.push_back({spec.file, 0, 0, std::move(book.problem), ""});
        return nullptr;
      }
      if (left_out != nullptr) left_out->insert(left_out->end(), book.left_out.begin(), book.left_out.end());
      return std::make_unique<ListOpenings>(std::move(book.openings), spec, source_seed);
    }
    case OpeningKind::kAllFirstMoves: {
      auto book = all_first_moves(game, spec.plies);
      if (!book || book->empty()) {
        problems.push_back({"", 0, 0,
                            book ? fmt::format("{}: no opening of {} leaves the game unfinished", label,
                                               plural(spec.plies, "ply"))
                                 : fmt::format("{}: more than {} openings of {}", label, kMaxOpenings,
                                               plural(spec.plies, "ply")),
                            "fewer 'all_first_moves'"});
        return nullptr;
      }
      return std::make_unique<ListOpenings>(*std::move(book), spec, source_seed);
    }
  }
  return std::make_unique<NoOpenings>();
}

}  // namespace ludex::arena::run
