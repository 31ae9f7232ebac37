#include "arena/faces/cli/check_plugin.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arena/base/files/text_file.hpp"
#include "arena/base/json/value.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/host/contract/check.hpp"

namespace ludex::arena::cli {
namespace {

using Json = json::Value;
using contract::Standing;
using contract::Verdict;

// Boards small enough for exhaustive search, a cyclic one, and one with scored moves; the check uses those
// that are installed and that the agent supports.
constexpr std::array kBoards{"mnk",
                             "connect-k:width=4,height=4,k=3",
                             "hex:size=3",
                             "hex:size=4,circuit=bridges",
                             "breakthrough:width=3,height=5",
                             "othello:size=4",
                             "loa:size=5"};

contract::PerftFact read_fact(const std::string& text) {
  contract::PerftFact fact{};
  const char* const end = text.data() + text.size();
  const auto [colon, depth_error] = std::from_chars(text.data(), end, fact.depth);
  if (depth_error == std::errc{} && colon != end && *colon == ':') {
    const auto [rest, error] = std::from_chars(colon + 1, end, fact.leaves);
    if (error == std::errc{} && rest == end) return fact;
  }
  throw Failure::usage(fmt::format("--perft '{}': expected DEPTH:COUNT, as in 4:197281", text));
}

std::pair<std::string, std::string> read_setting(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == 0 || equals == std::string::npos)
    throw Failure::usage(fmt::format("--set '{}': expected NAME=VALUE", text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<host::CheckBoard> find_boards(Context& context, const std::vector<std::string>& asked) {
  std::vector<host::CheckBoard> boards;
  const auto add = [&](const std::string& text, bool needed) {
    const auto component = host::parse_component(text);
    if (!component) throw Failure::usage(component.error());
    const auto& plugins = context.registry().plugins();
    const auto found = std::find_if(plugins.begin(), plugins.end(), [&](const host::PluginRecord& record) {
      return record.accepted && record.kind == PluginKind::kGame && record.id == component->id;
    });
    if (found != plugins.end()) {
      boards.push_back({text, found->file.string(), component->settings});
    } else if (needed) {
      throw Failure::usage(
          fmt::format("--game: there is no game '{}'; `ludex list` shows those that are", component->id));
    }
  };
  for (const auto& text : asked) add(text, true);
  if (asked.empty()) {
    for (const char* text : kBoards) add(text, false);
  }
  return boards;
}

Json to_json(const Verdict& verdict) {
  Json json{{"promise", verdict.promise.id},
            {"text", verdict.promise.text},
            {"standing", contract::to_text(verdict.standing())},
            {"checks", verdict.checks}};
  if (verdict.standing() == Standing::kNotApplicable) json["reason"] = verdict.excuse;
  if (verdict.witness) {
    json["witness"] = {{"found", verdict.witness->found},
                       {"expected", verdict.witness->expected},
                       {"position", verdict.witness->position},
                       {"moves", verdict.witness->moves}};
  }
  return json;
}

void print_check_json(const host::PluginRecord& record, const std::string& file,
                      const host::CheckResult* result) {
  Json json{{"file", file}, {"accepted", record.accepted}};
  if (record.accepted) {
    json["kind"] = ludex::to_text(record.kind);
    json["id"] = record.id;
    json["version"] = record.version;
    json["build"] = record.build;
  } else {
    json["refusal"] = record.refusal;
  }
  if (result != nullptr) {
    json["kept"] = result->first_broken() == nullptr;
    json["games"] = result->boards;
    auto& promises = json["promises"] = Json::array();
    for (const Verdict& verdict : result->verdicts) promises.push_back(to_json(verdict));
  }
  fmt::print("{}\n", json.sorted_dump());
}

void print_result(const std::string& name, const host::CheckResult& result) {
  if (!result.boards.empty()) fmt::print("  played on: {}\n", fmt::join(result.boards, ", "));
  std::uint64_t kept = 0;
  std::size_t excused = 0;
  for (const Verdict& verdict : result.verdicts) {
    const Standing standing = verdict.standing();
    if (standing == Standing::kNotApplicable) {
      ++excused;
      fmt::print("  {:<6}  {:<13}  not checked: {}\n", "-", verdict.promise.id, verdict.excuse);
      continue;
    }
    kept += standing == Standing::kKept ? 1 : 0;
    fmt::print("  {:<6}  {:<13}  {}\n", standing == Standing::kKept ? "kept" : "BROKEN", verdict.promise.id,
               verdict.promise.text);
  }
  if (const Verdict* broken = result.first_broken(); broken == nullptr) {
    fmt::print("{} keeps the contract: {} kept{}\n", name, plural(kept, "promise"),
               excused == 0 ? "" : fmt::format(", {} not checked", excused));
    return;
  }
  fmt::print("{} breaks the contract\n", name);
  for (const Verdict& verdict : result.verdicts) {
    if (verdict.witness) fmt::print("{}", contract::to_text(verdict));
  }
}

// A Python file with a method legal_moves() is a game, any other an agent.
PluginKind kind_of_python(const std::filesystem::path& file) {
  constexpr std::size_t kMost = 16U << 20;
  const auto text = read_text_file(file.string(), kMost);
  return text && text->find("def legal_moves(") != std::string::npos ? PluginKind::kGame : PluginKind::kAgent;
}

}  // namespace

void check_plugin_file(Context& context, const PluginCheckOptions& options) {
  if (!std::filesystem::exists(options.file))
    throw Failure::usage(fmt::format(
        "{}: no such file, expected a plug-in (.so), an agent in Python (.py) or a tournament (.yaml)",
        options.file));
  host::CheckRequest request;
  const std::filesystem::path file = std::filesystem::absolute(options.file);
  const bool python = file.extension() == ".py";
  request.file = file;
  if (python) {
    request.settings.emplace_back("file", file.string());
    request.file = context.library(kind_of_python(request.file), "python")->file();
  }
  request.level = options.thorough ? host::CheckLevel::kThorough : host::CheckLevel::kQuick;
  request.seed = options.seed;
  request.call_seconds = options.call_seconds;
  for (const auto& text : options.settings) request.settings.push_back(read_setting(text));
  for (const auto& text : options.perft) request.perft.push_back(read_fact(text));

  const host::PluginRecord record = host::probe(request.file, host::SearchPath::standard({}).prober);
  if (record.unexamined) throw Failure::system(fmt::format("{}: {}", options.file, record.refusal));
  if (!record.accepted) {
    context.exit_code = kRefused;
    if (options.json) return print_check_json(record, request.file.string(), nullptr);
    fmt::print("refused: {}\n  {}\n", request.file.string(), record.refusal);
    return;
  }
  const std::string name = python ? file.filename().string() : record.id;
  request.kind = record.kind;
  if (record.kind != PluginKind::kGame && !options.perft.empty())
    throw Failure::usage(
        fmt::format("--perft is for games; this plug-in is {}", with_article(to_text(record.kind))));
  if (record.kind == PluginKind::kAgent) {
    request.boards = find_boards(context, options.games);
  } else if (!options.games.empty()) {
    throw Failure::usage(
        fmt::format("--game is for agents; this plug-in is {}", with_article(to_text(record.kind))));
  }
  const bool promises = record.kind == PluginKind::kGame || record.kind == PluginKind::kAgent;
  if (!promises && options.json) return print_check_json(record, file.string(), nullptr);
  if (!options.json) {
    const std::string version = python ? "" : " " + record.version;
    const std::string host =
        python ? fmt::format("run by {} {}, ", record.file.filename().string(), record.version) : "";
    fmt::print("accepted: {} {}{}: {}\n  {}built by {}\n", ludex::to_text(record.kind), name, version,
               record.summary, host, record.build);
    std::fflush(stdout);
  }
  if (!promises)
    return fmt::print("  {} promises nothing that could be checked\n", with_article(to_text(record.kind)));
  const auto result = host::check_plugin(request, context.registry().executable());
  if (!result) throw Failure::system(result.error());
  if (!result->refusal.empty())
    throw Failure::usage(fmt::format("{} '{}': {}", ludex::to_text(record.kind), name, result->refusal));
  if (result->first_broken() != nullptr) context.exit_code = kRefused;
  if (options.json) {
    print_check_json(record, file.string(), &*result);
  } else {
    print_result(name, *result);
  }
}

}  // namespace ludex::arena::cli
