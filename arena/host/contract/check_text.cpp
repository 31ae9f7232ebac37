#include "arena/host/contract/check_text.hpp"

#include <span>

#include "arena/base/json/value.hpp"
#include "core/contract/agent_contract.hpp"

namespace ludex::arena::host {
namespace {

using Json = json::Value;

std::string dump(const Json& json) {
  return json.dump();
}

Json to_json(const contract::Verdict& verdict) {
  Json json{{"id", verdict.promise.id}, {"checks", verdict.checks}, {"excuse", verdict.excuse}};
  if (verdict.witness) {
    const contract::Witness& w = *verdict.witness;
    json["witness"] = {
        {"found", w.found}, {"expected", w.expected}, {"position", w.position}, {"moves", w.moves}};
  }
  return json;
}
contract::Verdict verdict_from(const Json& json, PluginKind kind) {
  contract::Verdict verdict;
  verdict.checks = json.at("checks");
  verdict.excuse = json.at("excuse");
  if (json.contains("witness")) {
    const Json& w = json.at("witness");
    verdict.witness = contract::Witness{w.at("found"), w.at("expected"), w.at("position"), w.at("moves")};
  }
  // Uses the host's texts of the promise.
  for (const contract::Promise& promise : promises_of(kind)) {
    if (promise.id == json.at("id").text()) verdict.promise = promise;
  }
  return verdict;
}

}  // namespace

std::span<const contract::Promise> promises_of(PluginKind kind) {
  if (kind == PluginKind::kGame) return contract::kGamePromises;
  return contract::kAgentPromises;
}

std::string to_text(const CheckRequest& request, bool digest_only) {
  Json json{{"file", request.file.string()},
            {"kind", static_cast<std::uint32_t>(request.kind)},
            {"settings", request.settings},
            {"level", static_cast<std::uint32_t>(request.level)},
            {"seed", request.seed},
            {"perft", Json::array()},
            {"boards", Json::array()},
            {"call_seconds", request.call_seconds},
            {"memory_mib", request.memory_mib},
            {"boxed", request.sandboxed},
            {"digest_only", digest_only}};
  for (const auto& fact : request.perft) json["perft"].push_back({fact.depth, fact.leaves});
  for (const auto& board : request.boards)
    json["boards"].push_back({{"text", board.text}, {"file", board.file}, {"settings", board.settings}});
  return dump(json);
}

Result<CheckRequest> request_from_text(std::string_view text, bool& digest_only) {
  try {
    const Json json = Json::parse(text);
    CheckRequest request;
    request.file = json.at("file").get<std::string>();
    request.sandboxed = json.at("boxed");
    request.kind = static_cast<PluginKind>(json.at("kind").get<std::uint32_t>());
    request.settings = json.at("settings").get<Settings>();
    request.level = static_cast<CheckLevel>(json.at("level").get<std::uint32_t>());
    request.seed = json.at("seed");
    for (const Json& fact : json.at("perft")) request.perft.push_back({fact.at(0), fact.at(1)});
    for (const Json& board : json.at("boards"))
      request.boards.push_back({board.at("text"), board.at("file"), board.at("settings").get<Settings>()});
    request.call_seconds = json.at("call_seconds");
    request.memory_mib = json.at("memory_mib");
    digest_only = json.at("digest_only");
    return request;
  } catch (const json::Exception& e) {
    return Error{std::string("request: ") + e.what()};
  }
}

std::string to_text(const CheckAnswer& answer) {
  Json json{{"refusal", answer.result.refusal},
            {"digest", answer.digest},
            {"boards", answer.result.boards},
            {"verdicts", Json::array()}};
  for (const auto& verdict : answer.result.verdicts) json["verdicts"].push_back(to_json(verdict));
  return dump(json);
}

Result<CheckAnswer> answer_from_text(std::string_view text, PluginKind kind) {
  try {
    const Json json = Json::parse(text);
    CheckAnswer answer;
    answer.result.refusal = json.at("refusal");
    answer.digest = json.at("digest");
    answer.result.boards = json.at("boards").get<std::vector<std::string>>();
    for (const Json& verdict : json.at("verdicts"))
      answer.result.verdicts.push_back(verdict_from(verdict, kind));
    return answer;
  } catch (const json::Exception& e) {
    return Error{e.what()};
  }
}

}  // namespace ludex::arena::host
