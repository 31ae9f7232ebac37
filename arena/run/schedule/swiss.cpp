#include "arena/run/schedule/swiss.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "arena/run/schedule/matching.hpp"

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

SwissSchedule::SwissSchedule(const TournamentSpec& spec)
    : WaveSchedule(spec), state_(static_cast<std::uint32_t>(spec.agents.size())) {}

std::uint64_t SwissSchedule::total() const noexcept {
  const FormatSpec& format = spec().format;
  return std::uint64_t{format.swiss_rounds} * (spec().agents.size() / 2) * format.match_games *
         spec().games.size();
}

std::vector<GameTask> SwissSchedule::plan() {
  std::vector<GameTask> tasks;
  const FormatSpec& format = spec().format;
  if (round_ == format.swiss_rounds) return tasks;
  const SwissRound round = pair_swiss_round(state_);
  if (round.bye) {
    ++state_.byes[*round.bye];
    state_.score[*round.bye] += 2 * std::uint64_t{format.match_games} * spec().games.size();
  }
  for (const auto& [a, b] : round.pairs) {
    ++state_.met(a, b);
    ++state_.met(b, a);
  }
  const std::uint32_t openings = format.match_games / 2;
  for (std::uint32_t opening = 0; opening < openings; ++opening) {
    for (const auto& [a, b] : round.pairs) add_pairs(round_ * openings + opening, a, b, tasks);
  }
  ++round_;
  return tasks;
}

void SwissSchedule::count(const GameTask& task, std::uint32_t first_half_points,
                          std::uint32_t second_half_points) {
  state_.score[task.agents[0]] += first_half_points;
  state_.score[task.agents[1]] += second_half_points;
}

std::string SwissSchedule::summary() const {
  std::size_t width = 5;
  for (const auto& agent : spec().agents) width = std::max(width, agent.name.size());
  std::string text =
      fmt::format("Swiss, round {} of {}\n{:>4}  {:<{}}  {:>8}  {:>8}  {:>4}\n", round_,
                  spec().format.swiss_rounds, "rank", "agent", width, "points", "Buchholz", "byes");
  int rank = 0;
  for (const std::uint32_t agent : state_.order()) {
    text += fmt::format("{:>4}  {:<{}}  {:>8.1f}  {:>8.1f}  {:>4}\n", ++rank, spec().agents[agent].name,
                        width, static_cast<double>(state_.score[agent]) / 2,
                        static_cast<double>(state_.buchholz(agent)) / 2, state_.byes[agent]);
  }
  return text;
}

}  // namespace ludex::arena::run
