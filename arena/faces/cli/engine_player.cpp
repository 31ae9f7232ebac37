#include "arena/faces/cli/engine_player.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "arena/faces/cli/search_text.hpp"
#include "core/agent/ending.hpp"

namespace ludex::arena::cli {

EnginePlayer::EnginePlayer(Context& context, const std::string& agent)
    : context_(context), component_(context.component(agent)) {}

void EnginePlayer::set(const Game& game, const std::string& name, const std::string& value) {
  host::Component changed = component_;
  const auto old = std::find_if(changed.settings.begin(), changed.settings.end(),
                                [&](const auto& setting) { return setting.first == name; });
  if (old == changed.settings.end()) {
    changed.settings.emplace_back(name, value);
  } else {
    old->second = value;
  }
  agent_ = context_.agent(changed, game);
  component_ = std::move(changed);
  playing_ = false;
}

void EnginePlayer::set_seed(std::uint64_t seed) {
  seed_ = seed;
  playing_ = false;
}

void EnginePlayer::prepare(const Game& game) {
  if (agent_ == nullptr) agent_ = context_.agent(component_, game);
}

ProgressSource* EnginePlayer::progress() const noexcept {
  if (agent_ == nullptr) return nullptr;
  return find<ProgressSource>(*agent_);
}

void EnginePlayer::observe(const Position& before, Move move) {
  StringSink error;
  const Status status = agent_->observe(before.state(), move, error);
  if (status != Status::kOk)
    throw Failure::answered(status, fmt::format("agent '{}': {}", component_.id, error.take()));
}

std::optional<Move> EnginePlayer::choose(const Position& start, const std::vector<Move>& moves,
                                         const Budget& budget, SearchReport& report) {
  const Game& game = start.game();
  prepare(game);
  Position position = start;
  for (const Move move : moves) position.apply(move);
  const std::string start_text = start.text();
  const bool goes_on = playing_ && game_ == &game && start_ == start_text && seat_ == position.to_move() &&
                       told_.size() <= moves.size() && std::equal(told_.begin(), told_.end(), moves.begin());
  StringSink error;
  // Until the move has succeeded, there is no game to continue.
  playing_ = false;
  if (!goes_on) {
    seat_ = position.to_move();
    game_ = &game;
    start_ = start_text;
    told_.clear();
    if (const Status status = agent_->new_game(&game, seat_, seed_, error); status != Status::kOk)
      throw Failure::declined(status, fmt::format("agent '{}': {}", component_.id, error.take()));
  }
  Position before = start;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i >= told_.size()) observe(before, moves[i]);
    before.apply(moves[i]);
  }
  told_ = moves;
  Move move = kNoMove;
  const std::span<RootMove> root(report.root, report.root_capacity);
  if (const Status status = agent_->choose(position.state(), &budget, &report, &move, error);
      status != Status::kOk) {
    if (end_of(*agent_, status) == AgentEnd::kResigned) return std::nullopt;
    throw Failure::answered(status, fmt::format("agent '{}': {}", component_.id, error.take()));
  }
  check_search(report, root, component_.id);
  if (!position.is_legal(move))
    throw Failure::plugin(fmt::format("agent '{}' chose an illegal move", component_.id));
  playing_ = true;
  return move;
}

}  // namespace ludex::arena::cli
