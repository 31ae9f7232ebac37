// Ludex logs: one JSON object a line. The arena appends and syncs whole lines, so only the last line of a log
// can be torn, by a host that was killed.
#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "arena/rating/log_reader.hpp"

namespace ludex::arena::rating {

namespace {

using Json = nlohmann::json;

// Endings that are part of the game or of a match agreement; any other one is a failure of a participant
// (crash, time, illegal move ...). Spelled with hyphens by the arena; other writers are met half-way.
constexpr std::array<std::string_view, 6> kOrdinary = {"normal",       "ply-limit",    "ply limit",
                                                       "agreed-proof", "agreed proof", "oracle"};

const Json* find(const Json& object, const char* key) {
  const auto it = object.find(key);
  return it == object.end() ? nullptr : &*it;
}

// Of no meaning but equality.
std::string opening_of(const Json& game) {
  std::string text;
  for (const char* key : {"game", "round", "position", "opening"}) {
    if (const Json* value = find(game, key))
      text += value->dump(-1, ' ', false, Json::error_handler_t::replace);
    text += '\n';
  }
  return text;
}

}  // namespace

Result<void> read_jsonl(std::string_view text, const std::string& file, const ReadOptions& options,
                        ResultTable& table, ReadSummary& summary) {
  LineReader lines(text);
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    const Json game = Json::parse(line.begin(), line.end(), nullptr, false);
    if (game.is_discarded()) {
      if (lines.unterminated()) {
        summary.warnings.push_back(
            error_at(file, lines.number(), "the last line is torn (the writer was cut off) and was left out")
                .message);
        return {};
      }
      return error_at(file, lines.number(), "not JSON: " + quote(line) + ", expected one object a line");
    }
    if (!game.is_object()) {
      return error_at(
          file, lines.number(),
          "not an object: " + quote(line) + ", expected {\"agents\":[first,second],\"outcome\":...}");
    }
    const Json* agents = find(game, "agents");
    if (agents == nullptr || !agents->is_array() || agents->size() != 2 || !(*agents)[0].is_string() ||
        !(*agents)[1].is_string()) {
      return error_at(file, lines.number(),
                      std::string(agents == nullptr ? "no" : "bad") +
                          " \"agents\", expected \"agents\":[\"first\",\"second\"]");
    }
    const auto& first = (*agents)[0].get_ref<const std::string&>();
    const auto& second = (*agents)[1].get_ref<const std::string&>();
    if (first.empty() || second.empty()) {
      return error_at(file, lines.number(), "a name is empty, expected \"agents\":[\"first\",\"second\"]");
    }
    const Json* termination = find(game, "termination");
    if (termination != nullptr && !termination->is_string() && !termination->is_null()) {
      return error_at(file, lines.number(), "bad \"termination\", expected a string");
    }
    const Json* outcome = find(game, "outcome");
    if (outcome != nullptr && !outcome->is_string() && !outcome->is_null()) {
      return error_at(file, lines.number(),
                      "bad \"outcome\", expected \"1-0\", \"0-1\", \"1/2-1/2\" or \"*\"");
    }
    const std::string_view result = outcome == nullptr || outcome->is_null()
                                        ? std::string_view("*")
                                        : std::string_view(outcome->get_ref<const std::string&>());
    GameResult value = GameResult::kDraw;
    if (result == "1-0") {
      value = GameResult::kFirstWins;
    } else if (result == "0-1") {
      value = GameResult::kSecondWins;
    } else if (result != "1/2-1/2") {
      ++summary.unfinished;
      continue;
    }
    if (termination != nullptr && termination->is_string() &&
        std::find(kOrdinary.begin(), kOrdinary.end(), termination->get_ref<const std::string&>()) ==
            kOrdinary.end()) {
      ++summary.forfeits;
      if (options.without_forfeits) continue;
    }
    add_game(first, second, value, table, summary);
    if (options.sink && first != second) options.sink(first, second, value, opening_of(game));
  }
  return {};
}

}  // namespace ludex::arena::rating
