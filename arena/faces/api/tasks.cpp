#include "arena/faces/api/tasks.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "arena/model/game_record.hpp"
#include "core/game/extensions.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::api {
namespace {

constexpr const char* kAgentAdvice = "another budget, other parameters or another agent";

Refusal cancelled_refusal() {
  return {"cancelled", "it was cancelled", "", "ask again if it is wanted"};
}
Refusal dropped_refusal(const std::string& why, bool cancelled) {
  return cancelled ? Refusal("cancelled", why, "", "ask again if it is wanted")
                   : Refusal("internal", why, "a worker process", "ask again, or for less");
}
Refusal fault_refusal(const run::Fault& fault) {
  return {"agent_fault", fmt::format("{}: {}", to_text(fault.reason), fault.note), "a move", kAgentAdvice};
}

class Analyze final : public Task {
 public:
  Analyze(std::shared_ptr<Reply> reply, AnalyzeRequest request)
      : reply_(std::move(reply)), request_(std::move(request)), turn_(request_.turn) {}

  std::optional<Question> next(bool) override {
    if (asked_) return std::nullopt;
    asked_ = true;
    const std::vector<std::string>& moves = request_.played->moves;
    const Json json{{"op", "search"},
                    {"position", request_.played->position},
                    {"moves", std::vector<std::string>(moves.begin(),
                                                       moves.begin() + static_cast<std::ptrdiff_t>(turn_))},
                    {"seat", request_.seat},
                    {"seed", request_.seed},
                    {"fresh", true},
                    {"progress_ms", request_.report_every_ms},
                    {"budget", request_.budget.worker}};
    return Question{0, json.dump(), request_.budget.limit};
  }
  void answered(const Json& answer, bool cancelled) override {
    if (const Json* const progress = answer.find("progress")) return reply_->update(*progress, turn_);
    const Json* const done = answer.find("done");
    if (done == nullptr || !done->is_object())
      return reply_->error({"agent_error", answer.value("error", ""), "a search", kAgentAdvice}, turn_);
    Json result = *done;
    result["to_move"] = request_.seat;
    if (cancelled) result["cancelled"] = true;
    reply_->result(std::move(result), turn_);
  }
  void failed(const run::Fault& fault, bool cancelled) override {
    reply_->error(cancelled ? cancelled_refusal() : fault_refusal(fault), turn_);
  }
  void dropped(const std::string& why, bool cancelled) override {
    reply_->error(dropped_refusal(why, cancelled), turn_);
  }

 private:
  std::shared_ptr<Reply> reply_;
  AnalyzeRequest request_;
  std::size_t turn_;
  bool asked_ = false;
};

class Play final : public Task {
 public:
  Play(std::shared_ptr<Reply> reply, PlayRequest request)
      : reply_(std::move(reply)), request_(std::move(request)), position_(request_.line.start) {
    set_players(record_, request_.game->traits().players);
    for (const Move move : request_.line.moves) add(move, Json::object());
  }

  std::optional<Question> next(bool cancelled) override {
    if (ended_) return std::nullopt;
    if (cancelled) return reply_->error(cancelled_refusal()), std::nullopt;
    while (!position_.over() && position_.to_move() == kChance && texts_.size() < request_.max_plies)
      tell(roll());
    if (position_.over()) return finish(Termination::kNormal), std::nullopt;
    if (texts_.size() >= request_.max_plies) return finish(Termination::kPlyLimit), std::nullopt;
    const Player seat = position_.to_move();
    const RequestedBudget& budget = request_.budgets[seat];
    const Json json{{"op", "search"},
                    {"position", request_.position},
                    {"moves", texts_},
                    {"seat", seat},
                    {"seed", hash_combine(request_.seed, seat)},
                    {"progress_ms", 0},
                    {"budget", budget.worker}};
    return Question{seat, json.dump(), budget.limit};
  }
  void answered(const Json& answer, bool) override {
    if (answer.contains("progress")) return;
    const Player seat = position_.to_move();
    const Json* const done = answer.find("done");
    if (done == nullptr || !done->is_object()) {
      Termination reason = Termination::kException;
      for (const Termination known : {Termination::kResigned, Termination::kIllegalMove}) {
        if (answer.value("reason", "") == to_text(known)) reason = known;
      }
      return lose(seat, reason, answer.value("error", ""));
    }
    // The host plays by its own rules.
    const auto move = position_.parse_move(done->value("move", ""));
    if (!move) return lose(seat, Termination::kIllegalMove, move.error());
    Json note = Json::object();
    for (const char* key :
         {"value", "unit", "bound", "iterations", "nodes", "depth", "cpu_seconds", "wall_seconds"}) {
      if (const Json* const value = done->find(key)) note[key] = *value;
    }
    tell(add(*move, std::move(note)));
  }
  void failed(const run::Fault& fault, bool cancelled) override {
    if (cancelled) return reply_->error(cancelled_refusal());
    lose(position_.to_move(), fault.reason, fault.note);
  }
  void dropped(const std::string& why, bool cancelled) override {
    reply_->error(dropped_refusal(why, cancelled));
  }

 private:
  // As in `ludex play`: depends on the seed and the ply only.
  const Json& roll() {
    Rng rng = Rng::seeded(hash_combine(hash_combine(request_.seed, kChance), texts_.size()));
    return add(find<Chance>(*request_.game)->draw(position_.state(), &rng), Json::object());
  }
  const Json& add(Move move, Json note) {
    Json item{{"ply", texts_.size() + 1},
              {"mover", mover_json(position_.to_move())},
              {"move", position_.move_text(move)}};
    item.update(note);
    texts_.push_back(position_.move_text(move));
    position_.apply(move);
    moves_.push_back(std::move(item));
    return moves_.back();
  }
  void tell(const Json& move) {
    if (request_.report_moves) reply_->update(move);
  }

  void finish(Termination termination) {
    if (termination == Termination::kNormal) {
      std::vector<float> returns(players(record_));
      request_.game->returns(position_.state(), returns.data());
      if (returns.size() == 2) record_.outcome = game_result(position_.status());
      if (returns.size() != 2) set_ranked(record_, {returns.begin(), returns.end()});
    }
    answer(termination, {});
  }
  void lose(Player seat, Termination termination, const std::string& note) {
    std::vector<bool> lost(players(record_));
    lost[seat] = true;
    if (lost.size() == 2) record_.outcome = loss_of(seat);
    if (lost.size() != 2) set_losers(record_, lost);
    answer(termination, {{"loser", seat}, {"note", note}});
  }
  void answer(Termination termination, const Json& more) {
    ended_ = true;
    Json json{{"moves", moves_},
              {"position", position_.text()},
              {"status", status_text(position_)},
              {"termination", to_text(termination)},
              {"outcome", outcome_text(record_)}};
    put_result(position_, json);
    if (const auto ranks = ranks_of(record_); !ranks.empty()) json["ranks"] = ranks;
    if (!more.is_null()) json.update(more);
    reply_->result(std::move(json));
  }

  std::shared_ptr<Reply> reply_;
  PlayRequest request_;
  Position position_;
  GameRecord record_;  // its result only
  std::vector<std::string> texts_;
  Json moves_ = Json::array();
  bool ended_ = false;
};

}  // namespace

RequestedBudget budget_of(const Json& json, const PoolLimits& limits) {
  const Json given = json.is_null() ? Json::object() : json;
  const auto count = [&](const char* key) { return given.value(key, std::uint64_t{0}); };
  const auto ms = [&](const char* key) { return given.value(key, 0.0); };
  const auto threads = given.value("threads", std::uint32_t{1});
  if (threads > limits.threads)
    throw Refusal("bad_value", fmt::format("budget.threads is {}", threads),
                  fmt::format("1..{}: the threads of all searches together", limits.threads),
                  "start `ludex api` with --threads")
        .in("budget.threads");
  double cpu_ms = ms("cpu_ms");
  const bool limited =
      count("iterations") != 0 || count("nodes") != 0 || count("depth") != 0 || ms("ms") > 0 || cpu_ms > 0;
  if (!limited) cpu_ms = 1000;
  const auto ns = [](double x) { return static_cast<std::int64_t>(x * 1e6); };
  RequestedBudget budget;
  budget.worker = {{"iterations", count("iterations")},
                   {"nodes", count("nodes")},
                   {"depth", count("depth")},
                   {"cpu_ns", ns(cpu_ms)},
                   {"wall_ns", ns(ms("ms"))},
                   {"threads", threads},
                   {"memory_mib", std::min<std::uint64_t>(count("memory_mib"), limits.memory_mib / 2)}};
  budget.limit = std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(ms("ms"))));
  budget.threads = threads;
  return budget;
}

std::unique_ptr<Task> analyze_task(std::shared_ptr<Reply> reply, AnalyzeRequest request) {
  const std::uint32_t threads = request.budget.threads;
  auto task = std::make_unique<Analyze>(std::move(reply), std::move(request));
  task->threads = threads;
  return task;
}

std::unique_ptr<Task> play_task(std::shared_ptr<Reply> reply, PlayRequest request) {
  std::uint32_t threads = 1;
  for (const RequestedBudget& budget : request.budgets) threads = std::max(threads, budget.threads);
  auto task = std::make_unique<Play>(std::move(reply), std::move(request));
  task->threads = threads;
  return task;
}

}  // namespace ludex::arena::api
