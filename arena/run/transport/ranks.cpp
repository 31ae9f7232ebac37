#include "arena/run/transport/ranks.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ctime>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/results/log/record_scan.hpp"
#include "arena/run/worker/messages.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::run {
namespace {

// Time limit for a rank to read the specification, or to leave; a longer silence is a failure that MPI has
// not noticed.
constexpr double kPatienceSeconds = 600;

// Games with the same agents in other seats are taken to last equally long.
std::vector<std::uint32_t> duration_key(const GameTask& task) {
  std::vector<std::uint32_t> key(task.agents.begin(), task.agents.end());
  std::sort(key.begin(), key.end());
  key.push_back(task.game);
  return key;
}

}  // namespace

Ranks::Ranks(Link& link) : link_(link), ranks_(link.ranks()) {}

Ranks::~Ranks() {
  let_go(nullptr);
}

Result<void> Ranks::send(std::uint32_t rank, const std::string& bytes) {
  if (auto sent = link_.send(rank, bytes); !sent)
    return Error{fmt::format("rank {} ({}): {}", rank, ranks_[rank].answer.machine.node, sent.error())};
  return {};
}

template <class Read>
Result<void> Ranks::one_from_each(MessageKind kind, const Read& read) {
  for (std::size_t n = 1; n < ranks_.size();) {
    const auto received = wait_for_message(link_, message_, kPatienceSeconds);
    if (!received) return Error{received.error()};
    if (!*received) return Error{fmt::format("a rank has not answered for {} s", kPatienceSeconds)};
    MessageReader in(message_.bytes);
    const auto found = in.get<MessageKind>();
    // Faster ranks may already ask for games, or report that they could not make their agents.
    if (found == MessageKind::kRecords) ranks_[message_.from].limit = in.get<std::uint64_t>();
    if (found == MessageKind::kFailed) return Error{std::string(in.get_text())};
    if (found != kind) continue;
    if (auto taken = read(ranks_[message_.from], in); !taken) return taken;
    ++n;
  }
  return {};
}

Result<void> Ranks::greet(Greeting greeting, const TournamentSpec& spec) {
  default_slots_ = spec.concurrency;
  greeting.unix_seconds = static_cast<double>(std::time(nullptr));
  MessageWriter out(MessageKind::kGreeting);
  out.put_text(to_json(greeting));
  for (std::uint32_t rank = 1; rank < ranks_.size(); ++rank) {
    if (auto sent = send(rank, out.bytes()); !sent) return sent;
  }
  auto answered = one_from_each(MessageKind::kAnswer, [&](Rank& rank, MessageReader& in) -> Result<void> {
    auto answer = answer_from_json(in.get_text());
    if (!answer) return Error{answer.error()};
    rank.answer = *std::move(answer);
    return {};
  });
  if (!answered) return answered;
  // Ranks of one node report the same problems.
  std::vector<std::string> problems;
  for (const Rank& rank : ranks_) {
    for (const std::string& problem : rank.answer.problems) {
      if (std::find(problems.begin(), problems.end(), problem) == problems.end()) problems.push_back(problem);
    }
  }
  if (problems.empty()) return {};
  std::string text = fmt::format("{} on other nodes; no game was played", plural(problems.size(), "problem"));
  for (const std::string& problem : problems) text += "\n" + problem;
  return Error{text};
}

Result<void> Ranks::start(bool measure) {
  std::map<std::string, std::uint32_t> on_node;
  for (std::size_t i = 1; i < ranks_.size(); ++i) ++on_node[ranks_[i].answer.machine.node];
  slots_ = 0;
  for (std::uint32_t i = 1; i < ranks_.size(); ++i) {
    Rank& rank = ranks_[i];
    // A rank bound to certain cores uses these; otherwise the ranks of a node share all its cores.
    const log::Machine& machine = rank.answer.machine;
    const bool bound = machine.cores < rank.answer.cores_online;
    rank.slots = default_slots_ != 0 ? default_slots_
                 : bound             ? std::max(1U, machine.cores)
                                     : std::max(1U, machine.cores / on_node[machine.node]);
    slots_ += rank.slots;
    MessageWriter out(MessageKind::kStart);
    out.put(rank.slots);
    out.put(static_cast<std::uint8_t>(measure ? 1 : 0));
    if (auto sent = send(i, out.bytes()); !sent) return sent;
  }
  return one_from_each(MessageKind::kReady, [](Rank& rank, MessageReader& in) -> Result<void> {
    rank.reference_seconds = in.get<double>();
    return {};
  });
}

Result<void> Ranks::play(Ledger& ledger) {
  using std::chrono::microseconds;
  constexpr microseconds kShort(20);
  constexpr microseconds kLong(1000);
  microseconds pause = kShort;
  while (!ledger.stopping() && !ledger.finished()) {
    bool busy = false;
    while (true) {
      const auto received = link_.receive(message_);
      if (!received) {
        ledger.fail(received.error());
        break;
      }
      if (!*received) break;
      busy = true;
      if (auto taken = take_message(ledger); !taken) ledger.fail(taken.error());
    }
    if (ledger.stopping()) break;
    const auto dealt = deal(ledger);
    if (!dealt) {
      ledger.fail(dealt.error());
      break;
    }
    if (busy || *dealt) {
      pause = kShort;
      continue;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, kLong);
  }
  let_go(&ledger);
  return ledger.close();
}

Result<void> Ranks::take_message(Ledger& ledger) {
  Rank& rank = ranks_[message_.from];
  MessageReader in(message_.bytes);
  switch (in.get<MessageKind>()) {
    case MessageKind::kRecords:
      return take_records(ledger, rank, in);
    case MessageKind::kFailed:
      return Error{std::string(in.get_text())};
    default:
      return Error{fmt::format("rank {} ({}) has left", message_.from, rank.answer.machine.node)};
  }
}

Result<void> Ranks::take_records(Ledger& ledger, Rank& rank, MessageReader& in) {
  const auto nonsense = [&] {
    return Error{fmt::format("rank {} ({}) sent something that is no record of a game that it was given",
                             message_.from, rank.answer.machine.node)};
  };
  rank.limit = in.get<std::uint64_t>();
  for (auto n = in.get<std::uint32_t>(); n != 0; --n) {
    const auto index = in.get<std::uint64_t>();
    std::string line(in.get_text());
    const auto order = under_way_.find(index);
    if (!in.ok() || order == under_way_.end() || order->second.rank != message_.from) return nonsense();
    log::PlayHash play;
    if (!log::read_record(line, record_, play) || record_.id != order->second.ticket.task.id)
      return nonsense();
    const GameTask& task = order->second.ticket.task;
    Duration& duration = durations_[duration_key(task)];
    for (const SeatStats& stats : record_.stats) duration.seconds += stats.wall_seconds;
    ++duration.games;
    ++rank.games;
    log::add_to_ranges(rank.ranges, index);
    ledger.give(order->second.ticket, record_, std::move(line), play);
    under_way_.erase(order);
  }
  return in.ok() ? Result<void>() : nonsense();
}

// Sends out batches of as many games as there are slots, the longest first, because the last games determine
// the end of the run. In larger batches, records would wait long for the first one of the log.
void Ranks::refill(Ledger& ledger) {
  while (batch_.size() < slots_) {
    auto ticket = ledger.take(false);
    if (!ticket) break;
    batch_.push_back(*std::move(ticket));
  }
  const auto seconds = [&](const Ticket& ticket) {
    const auto known = durations_.find(duration_key(ticket.task));
    return known == durations_.end() ? 0.0 : known->second.mean();
  };
  std::reverse(batch_.begin(), batch_.end());
  std::stable_sort(batch_.begin(), batch_.end(),
                   [&](const Ticket& a, const Ticket& b) { return seconds(a) < seconds(b); });
}

// Sends games to ranks; true if there were any.
Result<bool> Ranks::deal(Ledger& ledger) {
  std::vector<std::vector<std::pair<GameOrder, std::vector<std::string>>>> orders(ranks_.size());
  bool any = false;
  // Deals one game each in turn, so that the last games are spread over all ranks.
  for (bool more = true; more;) {
    more = false;
    for (std::uint32_t i = 1; i < ranks_.size(); ++i) {
      Rank& rank = ranks_[i];
      if (rank.sent >= rank.limit) continue;
      if (batch_.empty()) refill(ledger);
      if (batch_.empty()) break;
      Ticket ticket = std::move(batch_.back());
      batch_.pop_back();
      GameOrder order{ticket.index, ticket.task.game, ticket.task.agents, ticket.task.round, {}};
      const std::string hash = ledger.record(ticket).spec_hash;
      std::memcpy(order.spec_hash, hash.data(), std::min(hash.size(), sizeof order.spec_hash));
      std::vector<std::string> params(ticket.task.agents.size());
      for (std::size_t seat = 0; seat < ticket.task.params.size(); ++seat)
        params[seat] = pack(ticket.task.params[seat]);
      orders[i].emplace_back(order, std::move(params));
      under_way_.emplace(ticket.index, UnderWay{std::move(ticket), i});
      ++rank.sent;
      any = more = true;
    }
  }
  for (std::uint32_t i = 1; i < ranks_.size(); ++i) {
    if (orders[i].empty()) continue;
    MessageWriter out(MessageKind::kGames);
    out.put(static_cast<std::uint32_t>(orders[i].size()));
    for (const auto& [order, params] : orders[i]) {
      out.put(order);
      for (const std::string& text : params) out.put_text(text);
    }
    if (auto sent = send(i, out.bytes()); !sent) return Error{sent.error()};
  }
  return any;
}

void Ranks::let_go(Ledger* ledger) {
  if (std::exchange(gone_, true)) return;
  const MessageWriter out(MessageKind::kQuit);
  for (std::uint32_t i = 1; i < ranks_.size(); ++i) {
    if (!link_.send(i, out.bytes())) return link_.abort(1);
  }
  // Waits for all farewells: no message may be pending when the link is closed.
  for (std::size_t left = ranks_.size() - 1; left != 0;) {
    const auto received = wait_for_message(link_, message_, kPatienceSeconds);
    if (!received || !*received) return link_.abort(1);
    MessageReader in(message_.bytes);
    const auto kind = in.get<MessageKind>();
    if (kind == MessageKind::kFarewell) --left;
    if (kind != MessageKind::kRecords || ledger == nullptr) continue;
    // Games finished meanwhile need not be replayed.
    if (auto taken = take_records(*ledger, ranks_[message_.from], in); !taken) ledger->fail(taken.error());
  }
  if (!link_.close()) link_.abort(1);
}

std::vector<log::RunNode> Ranks::nodes() const {
  std::vector<log::RunNode> nodes;
  for (std::size_t i = 1; i < ranks_.size(); ++i) {
    const Rank& rank = ranks_[i];
    const log::Machine& machine = rank.answer.machine;
    auto node = std::find_if(nodes.begin(), nodes.end(),
                             [&](const log::RunNode& known) { return known.machine.node == machine.node; });
    if (node == nodes.end()) {
      node = nodes.insert(node, log::RunNode{});
      node->machine = machine;
      node->ranks = 0;
    }
    ++node->ranks;
    node->slots += rank.slots;
    node->load = std::max(node->load, rank.answer.load);
    node->reference_seconds = std::max(node->reference_seconds, rank.reference_seconds);
    node->games += rank.games;
    node->ranges.insert(node->ranges.end(), rank.ranges.begin(), rank.ranges.end());
  }
  for (log::RunNode& node : nodes) log::tidy_ranges(node.ranges);
  return nodes;
}

}  // namespace ludex::arena::run
