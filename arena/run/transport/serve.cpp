#include "arena/run/transport/serve.hpp"

#include <cmath>
#include <ctime>
#include <filesystem>
#include <limits>
#include <memory>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "arena/run/config/read_spec.hpp"
#include "arena/run/config/registry_catalogue.hpp"
#include "arena/run/config/write_spec.hpp"
#include "arena/run/match/tournament_context.hpp"
#include "arena/run/transport/greeting.hpp"
#include "arena/run/transport/message.hpp"
#include "arena/run/transport/rank_source.hpp"
#include "arena/run/transport/reference_work.hpp"
#include "arena/run/worker/messages.hpp"
#include "arena/run/worker/slots.hpp"
#include "core/util/clock.hpp"

namespace ludex::arena::run {
namespace {

constexpr std::uint32_t kHost = 0;
constexpr double kForever = 1e9;

class Rank {
 public:
  Rank(Link& link, host::Registry& registry, const DescribeRun& describe)
      : link_(link), registry_(registry), describe_(describe) {}

  Result<bool> run() {
    while (true) {
      auto next = next_message();
      if (!next) return Error{next.error()};
      MessageReader in(*next);
      switch (in.get<MessageKind>()) {
        case MessageKind::kGreeting: {
          MessageWriter out(MessageKind::kAnswer);
          out.put_text(to_json(answer(std::string(in.get_text()))));
          if (auto sent = send(out); !sent) return Error{sent.error()};
          break;
        }
        case MessageKind::kStart: {
          const auto slots = in.get<std::uint32_t>();
          const bool measure = in.get<std::uint8_t>() != 0;
          if (auto played = play(slots, measure); !played) return Error{played.error()};
          return true;
        }
        default: {  // kQuit
          MessageWriter out(MessageKind::kFarewell);
          if (auto sent = send(out); !sent) return Error{sent.error()};
          return false;
        }
      }
    }
  }

 private:
  Result<void> send(const MessageWriter& out) { return link_.send(kHost, out.bytes()); }
  // The bytes are valid until the next call.
  Result<std::string_view> next_message() {
    while (true) {
      const auto received = wait_for_message(link_, message_, kForever);
      if (!received) return Error{received.error()};
      if (*received) return std::string_view(message_.bytes);
    }
  }

  // Reads the specification and checks that this process has everything that the host has.
  Answer answer(const std::string& text) {
    Answer answer;
    answer.machine = log::this_machine();
    answer.cores_online = static_cast<std::uint32_t>(::sysconf(_SC_NPROCESSORS_ONLN));
    answer.load = log::load_of_this_machine();
    answer.unix_seconds = static_cast<double>(std::time(nullptr));
    const std::string& node = answer.machine.node;
    const auto greeting = greeting_from_json(text);
    if (!greeting) {
      answer.problems.push_back(fmt::format("node {}: {}", node, greeting.error()));
      return answer;
    }
    const RegistryCatalogue catalogue(registry_);
    SpecReading reading = read_spec("the specification as the host sent it", greeting->spec, {}, catalogue);
    log::RunSegment here;
    if (reading.spec) {
      spec_ = std::move(reading.spec);
      games_ = std::move(reading.games);
      here = describe_(*spec_);
    } else {
      here.version = greeting->version;
      here.build = greeting->build;
      here.commit = greeting->commit;
      here.machine = answer.machine;
      here.plugins = greeting->plugins;
    }
    answer.problems = compare(*greeting, here);
    if (!spec_) {
      answer.problems.push_back(fmt::format("node {}: {}", node, to_text(reading.problems)));
    } else if (hash_text(spec_hash(*spec_)) != greeting->spec_hash && answer.problems.empty()) {
      answer.problems.push_back(fmt::format("node {}: the specification reads differently here", node));
    }
    std::error_code ignored;
    if (!greeting->token.empty() && !std::filesystem::exists(greeting->token, ignored)) {
      answer.problems.push_back(
          fmt::format("node {}: the output folder {} is not the host's: it must lie where all nodes have it",
                      node, std::filesystem::path(greeting->token).parent_path().string()));
    }
    if (const double apart = answer.unix_seconds - greeting->unix_seconds;
        std::abs(apart) > kMostClockDifference) {
      answer.problems.push_back(fmt::format(
          "node {}: its clock is {:.0f} s {} that of the host; expected at most {:.0f} s: set it, as by NTP",
          node, std::abs(apart), apart > 0 ? "before" : "behind", kMostClockDifference));
    }
    return answer;
  }

  Result<void> play(std::uint32_t slots, bool measure) {
    const double seconds = measure ? reference_seconds(slots) : 0;
    MessageWriter ready(MessageKind::kReady);
    ready.put(seconds);
    if (auto sent = send(ready); !sent) return sent;
    spec_ = scaled(*std::move(spec_), seconds);
    spec_->concurrency = slots;
    RankSource source(*spec_, slots);
    const auto context = TournamentContext::make(*spec_, std::move(games_), registry_, source.stop());
    if (!context) source.fail(context.error());
    // Slots get another thread: this one belongs to the transport.
    std::thread players([&] {
      if (context) play_on_this_machine(**context, source);
    });
    const auto end = carry(source);
    source.quit();
    players.join();
    if (!end) return end;
    // Records since the last message.
    if (auto sent = send_records(source.collect(std::chrono::microseconds(0))); !sent) return sent;
    return send(MessageWriter(MessageKind::kFarewell));
  }

  Result<void> send_records(const RankSource::Outgoing& out) {
    if (!out.news) return {};
    MessageWriter message(MessageKind::kRecords);
    message.put(out.limit);
    message.put(static_cast<std::uint32_t>(out.records.size()));
    for (const auto& [index, line] : out.records) {
      message.put(index);
      message.put_text(line);
    }
    return send(message);
  }

  // Receives games and sends records until the host ends the run.
  Result<void> carry(RankSource& source) {
    using std::chrono::microseconds;
    // While every slot has a game only records are sent; an idle slot waits for the host.
    constexpr microseconds kCalm(2000);
    constexpr microseconds kUrgent(50);
    microseconds patience = kUrgent;
    bool told_failure = false;
    while (true) {
      RankSource::Outgoing out = source.collect(patience);
      if (out.failure && !told_failure) {
        told_failure = true;
        MessageWriter message(MessageKind::kFailed);
        message.put_text(fmt::format("node {}: {}", log::this_machine().node, *out.failure));
        if (auto sent = send(message); !sent) return sent;
      }
      if (auto sent = send_records(out); !sent) return sent;
      bool busy = out.news;
      while (true) {
        const auto received = link_.receive(message_);
        if (!received) return Error{received.error()};
        if (!*received) break;
        busy = true;
        MessageReader in(message_.bytes);
        if (in.get<MessageKind>() != MessageKind::kGames) return {};  // kQuit
        for (auto n = in.get<std::uint32_t>(); n != 0; --n) {
          const auto order = in.get<GameOrder>();
          std::vector<ParamTexts> params;
          bool any = false;
          for (std::size_t seat = 0; seat < order.agents.size(); ++seat) {
            params.push_back(unpack_settings(in.get_text()));
            any = any || !params.back().empty();
          }
          if (!any) params.clear();
          source.add(order, std::move(params));
        }
      }
      patience = busy ? kUrgent : std::min(2 * patience, kCalm);
    }
  }

  Link& link_;
  host::Registry& registry_;
  const DescribeRun& describe_;
  Link::Message message_;
  std::optional<TournamentSpec> spec_;
  std::vector<PreparedGame> games_;  // of the specification
};

}  // namespace

Result<bool> serve(Link& link, host::Registry& registry, const DescribeRun& describe) {
  return Rank(link, registry, describe).run();
}

}  // namespace ludex::arena::run
