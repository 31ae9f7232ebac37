#include "arena/run/schedule/swiss.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "arena/run/schedule/matching.hpp"
#include "arena/run/schedule/seat_orders.hpp"

namespace ludex::arena::run {
namespace {

using Order = std::vector<std::uint32_t>;

// Indices of preferred opponents of the first agent in `left` (in order, all free), best first.
std::vector<std::size_t> preferences(const SwissState& state, const Order& left) {
  const std::uint64_t score = state.score[left.front()];
  const auto group = static_cast<std::size_t>(
      std::find_if(left.begin(), left.end(), [&](auto agent) { return state.score[agent] != score; }) -
      left.begin());
  const std::size_t half = std::max<std::size_t>(1, group / 2);
  std::vector<std::size_t> list;
  for (std::size_t i = half; i < group; ++i) list.push_back(i);
  for (std::size_t i = half; i-- > 1;) list.push_back(i);
  for (std::size_t i = std::max<std::size_t>(1, group); i < left.size(); ++i) list.push_back(i);
  return list;
}

std::uint32_t fewest_meetings(const SwissState& state, const Order& agents) {
  std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
  for (std::size_t i = 0; i < agents.size(); ++i) {
    for (std::size_t j = i + 1; j < agents.size(); ++j)
      fewest = std::min(fewest, state.met(agents[i], agents[j]));
  }
  return fewest;
}

// The graph of possible pairs: those that met least among the given agents. Nodes are agents.
Matching opponents(const SwissState& state, const Order& agents) {
  const std::uint32_t level = fewest_meetings(state, agents);
  Matching graph(state.agents());
  for (std::size_t i = 0; i < agents.size(); ++i) {
    for (std::size_t j = i + 1; j < agents.size(); ++j) {
      if (state.met(agents[i], agents[j]) <= level) graph.connect(agents[i], agents[j]);
    }
  }
  graph.maximise();
  return graph;
}

std::uint32_t choose_bye(const SwissState& state, const Order& order) {
  const std::uint32_t fewest = *std::min_element(state.byes.begin(), state.byes.end());
  const Matching graph = opponents(state, order);
  std::optional<std::uint32_t> lowest;
  for (auto agent = order.rbegin(); agent != order.rend(); ++agent) {
    if (state.byes[*agent] != fewest) continue;
    if (!lowest) lowest = *agent;
    Matching rest = graph;
    if (rest.remove(*agent)) return *agent;
  }
  return *lowest;
}

// Pairs as many agents as possible with partners they met least; returns the others, in order.
Order pair_some(const SwissState& state, Order left, SwissRound& round) {
  Matching graph = opponents(state, left);
  Order floaters;
  while (!left.empty()) {
    const std::uint32_t agent = left.front();
    const auto list = preferences(state, left);
    const auto choice = std::find_if(list.begin(), list.end(), [&](std::size_t i) {
      return graph.connected(agent, left[i]) && graph.take(agent, left[i]);
    });
    if (choice == list.end()) {
      graph.remove(agent);
      floaters.push_back(agent);
    } else {
      round.pairs.emplace_back(agent, left[*choice]);
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(*choice));
    }
    left.erase(left.begin());
  }
  return floaters;
}

}  // namespace

SwissState::SwissState(std::uint32_t agents)
    : score(agents, 0), byes(agents, 0), meetings(std::size_t{agents} * agents, 0) {}

std::uint64_t SwissState::buchholz(std::uint32_t agent) const {
  std::uint64_t sum = byes[agent] * score[agent];
  for (std::uint32_t other = 0; other < agents(); ++other) sum += met(agent, other) * score[other];
  return sum;
}

std::vector<std::uint32_t> SwissState::order() const {
  std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>> keys;
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  for (std::uint32_t agent = 0; agent < agents(); ++agent)
    keys.emplace_back(kMost - score[agent], kMost - buchholz(agent), agent);
  std::sort(keys.begin(), keys.end());
  Order order;
  for (const auto& key : keys) order.push_back(std::get<2>(key));
  return order;
}

SwissRound pair_swiss_round(const SwissState& state) {
  SwissRound round;
  Order left = state.order();
  if (left.size() % 2 != 0) {
    round.bye = choose_bye(state, left);
    left.erase(std::find(left.begin(), left.end(), *round.bye));
  }
  while (!left.empty()) left = pair_some(state, std::move(left), round);
  return round;
}

SwissGroups group_swiss_round(const SwissState& state, std::uint32_t players) {
  SwissGroups round;
  Order left = state.order();
  const auto fewer_byes = [&](std::uint32_t a, std::uint32_t b) { return state.byes[a] < state.byes[b]; };
  while (left.size() % players != 0) {
    const auto lowest = std::min_element(left.rbegin(), left.rend(), fewer_byes);
    round.byes.push_back(*lowest);
    left.erase(std::prev(lowest.base()));
  }
  while (!left.empty()) {
    PerSeat<std::uint32_t> group{left.front()};
    left.erase(left.begin());
    while (group.size() < players) {
      const auto meetings = [&](std::uint32_t agent) {
        std::uint64_t sum = 0;
        for (const std::uint32_t other : group) sum += state.met(agent, other);
        return sum;
      };
      const auto next = std::min_element(left.begin(), left.end(), [&](std::uint32_t a, std::uint32_t b) {
        return meetings(a) < meetings(b);
      });
      group.push_back(*next);
      left.erase(next);
    }
    round.groups.push_back(group);
  }
  return round;
}

SwissSchedule::SwissSchedule(const TournamentSpec& spec)
    : WaveSchedule(spec),
      players_(most_players(spec)),
      orders_(static_cast<std::uint32_t>(seat_orders(players_).size())),
      state_(static_cast<std::uint32_t>(spec.agents.size())) {}

std::uint64_t SwissSchedule::total() const noexcept {
  const FormatSpec& format = spec().format;
  return std::uint64_t{format.swiss_rounds} * (spec().agents.size() / players_) * format.match_games *
         spec().games.size();
}

SwissGroups SwissSchedule::next_round() const {
  if (players_ != 2) return group_swiss_round(state_, players_);
  const SwissRound round = pair_swiss_round(state_);
  SwissGroups groups;
  for (const auto& [a, b] : round.pairs) groups.groups.push_back({a, b});
  if (round.bye) groups.byes.push_back(*round.bye);
  return groups;
}

std::vector<GameTask> SwissSchedule::plan() {
  std::vector<GameTask> tasks;
  const FormatSpec& format = spec().format;
  if (round_ == format.swiss_rounds) return tasks;
  const SwissGroups round = next_round();
  for (const std::uint32_t agent : round.byes) {
    ++state_.byes[agent];
    state_.score[agent] += std::uint64_t{2} * (players_ - 1) * format.match_games * spec().games.size();
  }
  for (const auto& group : round.groups) {
    for (const std::uint32_t a : group) {
      for (const std::uint32_t b : group) {
        if (a != b) ++state_.met(a, b);
      }
    }
  }
  const std::uint32_t openings = format.match_games / orders_;
  for (std::uint32_t opening = 0; opening < openings; ++opening) {
    for (const auto& group : round.groups) add_games(round_ * openings + opening, group, tasks);
  }
  ++round_;
  return tasks;
}

void SwissSchedule::count(const GameTask& task, const PerSeat<std::uint32_t>& half_points) {
  for (std::size_t seat = 0; seat < half_points.size(); ++seat)
    state_.score[task.agents[seat]] += half_points[seat];
}

std::string SwissSchedule::summary() const {
  std::size_t width = 5;
  for (const auto& agent : spec().agents) width = std::max(width, agent.name.size());
  std::string text =
      fmt::format("Swiss, round {} of {}\n{:>4}  {:<{}}  {:>8}  {:>8}  {:>4}\n", round_,
                  spec().format.swiss_rounds, "rank", "agent", width, "points", "Buchholz", "byes");
  const auto points = [&](std::uint64_t half_points) {
    return static_cast<double>(half_points) / (2.0 * (players_ - 1));
  };
  int rank = 0;
  for (const std::uint32_t agent : state_.order()) {
    text +=
        fmt::format("{:>4}  {:<{}}  {:>8.1f}  {:>8.1f}  {:>4}\n", ++rank, spec().agents[agent].name, width,
                    points(state_.score[agent]), points(state_.buchholz(agent)), state_.byes[agent]);
  }
  return text;
}

}  // namespace ludex::arena::run
