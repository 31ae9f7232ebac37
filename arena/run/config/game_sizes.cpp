#include "arena/run/config/game_sizes.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/base/text/shown.hpp"
#include "arena/run/schedule/make_schedule.hpp"
#include "arena/run/schedule/scheduler.hpp"
#include "arena/run/schedule/seat_orders.hpp"

namespace ludex::arena::run {
namespace {

class SizeCheck {
 public:
  SizeCheck(const Node& root, const TournamentSpec& spec, Problems& problems)
      : root_(root), spec_(spec), problems_(problems) {
    const auto by_players = [](const GameSpec& a, const GameSpec& b) { return a.players < b.players; };
    const auto [least, most] = std::minmax_element(spec.games.begin(), spec.games.end(), by_players);
    least_ = &*least;
    most_ = &*most;
  }

  void run(const std::vector<Place>& games) {
    if (most_->players > 2) {
      if (const Node* tune = root_.find("tune"); tune != nullptr && least_->players != most_->players)
        problems_.add(tune->place,
                      fmt::format("all games of a tuning have the same number of players, but {} and {}",
                                  of(*least_), of(*most_)));
      check_format();
      check_keys();
      for (std::size_t i = 0; i < games.size(); ++i) check_agents(spec_.games[i], games[i]);
    }
    check_adjudication();
    if (problems_.count() == 0) check_total();
  }

 private:
  [[nodiscard]] const Node* in_format(std::string_view key) const {
    const Node* const format = root_.find("format");
    return format == nullptr ? nullptr : format->find(key);
  }
  [[nodiscard]] static std::string of(const GameSpec& game) {
    return fmt::format("{} has {}", in_quotes(game.label), plural(game.players, "player"));
  }
  [[nodiscard]] bool lists() const {
    return spec_.format.type == FormatType::kRoundRobin || spec_.format.type == FormatType::kGauntlet;
  }

  void check_format() {
    const Node* const type = in_format("type");
    if (type == nullptr) return;
    if (spec_.format.type == FormatType::kKnockout) {
      problems_.add(
          type->place,
          fmt::format("type {} is for games of two players, and {}", to_text(spec_.format.type), of(*most_)),
          "round-robin, gauntlet, swiss or sprt");
    }
    const bool test = spec_.format.type == FormatType::kSprt;
    if ((spec_.format.type == FormatType::kSwiss || test) && least_->players != most_->players) {
      problems_.add(type->place,
                    fmt::format("all games of a {} have the same number of players, but {} and {}",
                                test ? "sequential test" : "Swiss tournament", of(*least_), of(*most_)),
                    "a tournament for each number, or round-robin");
    }
  }

  void check_keys() {
    if (const Node* games = in_format("games_per_pair"); games != nullptr && lists()) {
      problems_.add(
          games->place, fmt::format("'games_per_pair' is for games of two players, and {}", of(*most_)),
          fmt::format("'rounds: {}': as many openings, each in all orders of the seats (two players: "
                      "twice)",
                      spec_.format.rounds()));
    }
    if (least_->players != most_->players) return;
    if (const Node* games = in_format("max_games"); games != nullptr &&
                                                    spec_.format.type == FormatType::kSprt &&
                                                    spec_.format.max_games % most_->players != 0) {
      problems_.add(
          games->place,
          fmt::format("'max_games' is {}, expected a multiple of {}", spec_.format.max_games, most_->players),
          fmt::format("{}, and every opening is played with the first agent in each seat", of(*most_)));
    }
    if (spec_.format.type != FormatType::kSwiss) return;
    const auto orders = static_cast<std::uint32_t>(seat_orders(most_->players).size());
    if (const Node* games = in_format("games"); games != nullptr && spec_.format.match_games % orders != 0) {
      problems_.add(
          games->place,
          fmt::format("'games' is {}, expected a multiple of {}", spec_.format.match_games, orders),
          fmt::format("{}, and every opening is played in {} orders of the seats", of(*most_), orders));
    }
  }

  // Reports a game for which there are too few agents.
  void check_agents(const GameSpec& game, const Place& place) {
    if (game.players <= 2 || spec_.tune) return;
    const bool gauntlet = spec_.format.type == FormatType::kGauntlet;
    std::size_t have = spec_.agents.size();
    if (spec_.format.type == FormatType::kSprt) return;  // two agents in any game
    std::size_t need = spec_.format.copies ? 2 : game.players;
    const char* who = "agents";
    if (gauntlet) {
      have -= std::min(have, spec_.format.challengers.size());
      --need;
      who = "agents that are no challengers";
    }
    if (have >= need) return;
    problems_.add(
        place, fmt::format("game {}, and there are {} {}, expected at least {}", of(game), have, who, need),
        lists() && !spec_.format.copies
            ? "more agents, or 'format: {against: copies}': each agent among copies of another"
            : "more agents");
  }

  void check_adjudication() {
    const Node* const node = root_.find("adjudication");
    if (node == nullptr) return;
    const Node* const fault = node->find("fault");
    if (fault != nullptr && most_->players == 2)
      problems_.add(fault->place,
                    "'fault' is for games of more than two players: among two it ends the game");
    if (most_->players == 2) return;
    if (const Node* maxmoves = node->find("maxmoves")) {
      problems_.add(maxmoves->place,
                    fmt::format("'maxmoves' counts moves of two players, and {}", of(*most_)), "'plies'");
    }
    if (least_->players == 2) return;  // the others are for these games
    for (const char* key : {"agreed_proof", "resign", "draw", "oracle"}) {
      const Node* const found = node->find(key);
      // Written specifications have 'agreed_proof: false'.
      const bool off =
          found != nullptr && std::string_view(key) == "agreed_proof" && !spec_.adjudication.agreed_proof;
      if (found != nullptr && !off)
        problems_.add(found->place, fmt::format("'{}' is for games of two players, and there are none", key));
    }
  }

  void check_total() {
    if (spec_.tune) return;
    const std::uint64_t total = lists() ? Scheduler(spec_).total() : make_schedule(spec_)->total();
    if (total <= kMaxScheduled) return;
    const Node* place = in_format("rounds");
    if (place == nullptr) place = in_format("games_per_pair");
    if (place == nullptr) place = root_.find("format");
    if (place == nullptr) place = root_.find("agents");
    std::string hint = "fewer rounds, agents or games";
    if (lists()) {
      const std::uint64_t round = Scheduler(spec_).per_round();
      hint =
          round > kMaxScheduled
              ? fmt::format("a round alone has {}: fewer agents{}", games_text(round),
                            most_->players > 2 && !spec_.format.copies ? ", or 'against: copies'" : "")
              : fmt::format("a round has {}: 'rounds: {}' at most", games_text(round), kMaxScheduled / round);
    }
    problems_.add(place->place,
                  fmt::format("the tournament has {}, expected at most {}", games_text(total), kMaxScheduled),
                  hint);
  }
  static std::string games_text(std::uint64_t games) {
    return games == ~std::uint64_t{0} ? "more than 10^19 games" : plural(games, "game");
  }

  const Node& root_;
  const TournamentSpec& spec_;
  Problems& problems_;
  const GameSpec* least_ = nullptr;
  const GameSpec* most_ = nullptr;
};

}  // namespace

void check_sizes(const Node& root, const TournamentSpec& spec, const std::vector<Place>& games,
                 Problems& problems) {
  if (!spec.games.empty()) SizeCheck(root, spec, problems).run(games);
}

}  // namespace ludex::arena::run
