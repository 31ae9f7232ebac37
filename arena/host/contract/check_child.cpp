// The child's side of a check.
#include <algorithm>

#include <sys/resource.h>
#include <unistd.h>

#include "arena/base/process/box.hpp"
#include "arena/base/process/child.hpp"
#include "arena/base/process/limits.hpp"
#include "arena/host/contract/check.hpp"
#include "arena/host/contract/check_text.hpp"
#include "arena/host/contract/shared_trail.hpp"
#include "arena/host/plugins/examine.hpp"
#include "core/contract/agent_contract.hpp"
#include "core/contract/game_contract.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::host {
namespace {

contract::GameOptions game_options(const CheckRequest& request, CheckLevel level) {
  contract::GameOptions options = level == CheckLevel::kBrief      ? contract::GameOptions::brief()
                                  : level == CheckLevel::kThorough ? contract::GameOptions::thorough()
                                                                   : contract::GameOptions{};
  options.seed = request.seed;
  options.exact_tactics = request.settings.empty();
  if (level != CheckLevel::kBrief) options.perft = request.perft;
  return options;
}
contract::AgentOptions agent_options(const CheckRequest& request, CheckLevel level) {
  contract::AgentOptions options =
      level == CheckLevel::kThorough ? contract::AgentOptions::thorough() : contract::AgentOptions{};
  options.seed = request.seed;
  // Several agents exist at once, each with its own tables.
  options.memory_mib = std::max(1U, request.memory_mib / 32);
  if (level == CheckLevel::kBrief) {
    options.walks = 1;
    options.games = 1;
    options.exhaustive = 0;
    options.stop_flag = false;
  }
  return options;
}

CheckAnswer check_game_plugin(const CheckRequest& request, const Library& library, bool digest_only,
                              SharedTrail& trail) {
  CheckAnswer answer;
  const contract::MakeGame make = [&] { return library.make_game(request.settings); };
  // The digest comes from the same brief check in every process.
  const auto brief = contract::check_game(make, game_options(request, CheckLevel::kBrief), trail);
  if (!brief) {
    answer.result.refusal = brief.error();
    return answer;
  }
  answer.digest = brief->digest;
  answer.result.verdicts = brief->report.verdicts();
  if (digest_only || request.level == CheckLevel::kBrief || !brief->report.kept()) return answer;
  const auto findings = contract::check_game(make, game_options(request, request.level), trail);
  if (!findings) {
    answer.result.refusal = findings.error();
  } else {
    answer.result.verdicts = findings->report.verdicts();
  }
  return answer;
}

CheckAnswer check_agent_plugin(const CheckRequest& request, const Library& library, bool digest_only,
                               SharedTrail& trail) {
  CheckAnswer answer;
  std::vector<GamePtr> games;
  std::vector<contract::Board> boards;
  std::string refusals;
  for (const CheckBoard& board : request.boards) {
    const auto found = Library::load(board.file);
    auto game = found ? (*found)->make_game(board.settings) : Result<GamePtr>(Error{found.error()});
    if (!game) {
      answer.result.refusal = board.text + ": " + game.error();
      return answer;
    }
    trail.on_board(board.text);
    trail.calling("supports");
    if (const auto fits = library.supports(**game); !fits) {
      refusals += "\n  " + board.text + ": it " + fits.error();
      continue;
    }
    games.push_back(std::move(*game));
    boards.push_back({board.text, games.back().get()});
    answer.result.boards.push_back(board.text);
  }
  if (boards.empty()) {
    answer.result.refusal = "no game fits this agent; name one that it supports with --game" + refusals;
    return answer;
  }
  const contract::MakeAgent make = [&] { return library.make_agent(request.settings); };
  trail.calling("create");
  if (const auto agent = make(); !agent) {
    answer.result.refusal = agent.error();
    return answer;
  }
  const auto brief = contract::check_agent(make, std::span(boards).first(1),
                                           agent_options(request, CheckLevel::kBrief), trail);
  answer.digest = brief.digest;
  answer.result.verdicts = brief.report.verdicts();
  if (digest_only || !brief.report.kept()) return answer;
  answer.result.verdicts =
      contract::check_agent(make, boards, agent_options(request, request.level), trail).report.verdicts();
  return answer;
}

}  // namespace

int check_in_this_process(const std::string& text) {
  tie_to_reader(kAnswerDescriptor);
  bool digest_only = false;
  const auto request = request_from_text(text, digest_only);
  auto trail = SharedTrail::attach(kSharedDescriptor);
  if (!request || !trail) return 1;
  const MemoryLimit limit;
  CheckAnswer answer;
  std::vector<std::string> readable;
  add_readable(request->file, request->settings, readable);
  if (const auto sandboxed =
          request->sandboxed ? enter_box({.sandbox = true, .readable = readable}) : Result<void>();
      !sandboxed) {
    answer.result.refusal = "sandbox: " + sandboxed.error();
  } else if (const auto library = Library::load(request->file); !library) {
    answer.result.refusal = library.error();
  } else {
    limit.set(std::uint64_t{request->memory_mib} << 20);
    watch_for_hangs(**trail, request->call_seconds);
    answer = request->kind == PluginKind::kGame
                 ? check_game_plugin(*request, **library, digest_only, **trail)
                 : check_agent_plugin(*request, **library, digest_only, **trail);
  }
  const std::string written = to_text(answer);
  for (std::size_t done = 0; done < written.size();) {
    const ssize_t n = write(kAnswerDescriptor, written.data() + done, written.size() - done);
    if (n <= 0) _exit(1);
    done += static_cast<std::size_t>(n);
  }
  // Skip the destructors of an untrusted library.
  _exit(0);
}

}  // namespace ludex::arena::host
