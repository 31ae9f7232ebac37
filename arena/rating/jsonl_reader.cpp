// Ludex logs: one JSON object a line. The arena appends and syncs whole lines, so only the last line of a log
// can be torn, by a host that was killed.
#include <algorithm>
#include <array>
#include <optional>

#include <nlohmann/json.hpp>

#include "arena/log/line_scanner.hpp"
#include "arena/log/log_cursor.hpp"
#include "arena/rating/log_reader.hpp"

namespace ludex::arena::rating {

namespace {

using Json = nlohmann::json;

const Json* find(const Json& object, const char* key) {
  const auto it = object.find(key);
  return it == object.end() ? nullptr : &*it;
}

// Whether a participant failed (crash, time, illegal move ...). Other writers have other words for that, and
// may write the arena's without hyphens.
bool is_failure(std::string_view text) {
  std::string word;
  if (text.find(' ') != std::string_view::npos) {
    word = text;
    std::replace(word.begin(), word.end(), ' ', '-');
    text = word;
  }
  const auto termination = enum_from_text<Termination>(text);
  return !termination || is_forfeit(*termination);
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// Nothing for a game without a result.
std::optional<GameResult> result_of(std::string_view text) {
  const auto result = enum_from_text<GameResult>(text);
  return result == GameResult::kNone ? std::nullopt : result;
}

// A line as the arena writes most of them. Whatever is unusual about a line is left to the JSON parser.
struct PlainLine {
  std::array<std::string_view, 2> agents;
  std::optional<GameResult> result;
  std::string_view termination;
  std::string_view game;
};

std::optional<PlainLine> scan(std::string_view text) {
  LineScanner in(text);
  PlainLine line;
  in.object([&](std::string_view key) {
    if (key == "agents") {
      std::size_t n = 0;
      in.array([&] {
        if (n == 2) return void(in.fail());
        line.agents[n++] = in.plain_text();
      });
      if (n != 2) in.fail();
    } else if (key == "outcome") {
      line.result = result_of(in.plain_text());
    } else if (key == "termination") {
      line.termination = in.plain_text();
    } else if (key == "game") {
      line.game = in.plain_text();
    } else {
      in.skip();
    }
  });
  const bool plain = in.at_end() && line.result && !line.termination.empty() &&
                     std::none_of(line.agents.begin(), line.agents.end(),
                                  [](std::string_view name) { return name.empty() || !is_ascii(name); });
  return plain ? std::optional(line) : std::nullopt;
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

// Where the games of one label are counted besides.
class Label {
 public:
  Label(std::string_view game, const ReadOptions& options)
      : entry_(options.by_game == nullptr || game.empty() ? nullptr : &options.by_game->of(game)),
        wanted_(options.games.empty() ||
                std::find(options.games.begin(), options.games.end(), game) != options.games.end()) {}

  [[nodiscard]] bool wanted() const noexcept { return wanted_; }
  // Calls count(ReadSummary&) for all games and for those of the label.
  template <class Count>
  void each(ReadSummary& summary, const Count& count) const {
    count(summary);
    if (entry_ != nullptr) count(entry_->summary);
  }
  void add(std::string_view first, std::string_view second, GameResult result, ResultTable& table,
           ReadSummary& summary) const {
    add_game(first, second, result, table, summary);
    if (entry_ != nullptr) add_game(first, second, result, entry_->table, entry_->summary);
  }

 private:
  GameResults::Entry* entry_;
  bool wanted_;
};

}  // namespace

Result<void> read_jsonl(std::string_view text, const std::string& file, const ReadOptions& options,
                        ResultTable& table, ReadSummary& summary) {
  LogCursor lines(text, file);
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (trim(line).empty()) continue;
    if (const auto plain = options.sink ? std::nullopt : scan(line);
        plain && !(options.labels_required && plain->game.empty())) {
      const Label label(plain->game, options);
      if (!label.wanted()) continue;
      if (is_failure(plain->termination)) {
        label.each(summary, [](ReadSummary& s) { ++s.forfeits; });
        if (options.without_forfeits) continue;
      }
      label.add(plain->agents[0], plain->agents[1], *plain->result, table, summary);
      continue;
    }
    const Json game = Json::parse(line.begin(), line.end(), nullptr, false);
    if (game.is_discarded()) {
      if (lines.torn()) {
        summary.warnings.push_back(
            lines.error("the last line is torn (the writer was cut off) and was left out").message);
        return {};
      }
      return lines.error("not JSON: " + quote(line) + ", expected one object a line");
    }
    if (!game.is_object()) {
      return lines.error("not an object: " + quote(line) +
                         ", expected {\"agents\":[first,second],\"outcome\":...}");
    }
    const Json* agents = find(game, "agents");
    if (agents == nullptr || !agents->is_array() || agents->size() != 2 || !(*agents)[0].is_string() ||
        !(*agents)[1].is_string()) {
      return lines.error(std::string(agents == nullptr ? "no" : "bad") +
                         " \"agents\", expected \"agents\":[\"first\",\"second\"]");
    }
    const auto& first = (*agents)[0].get_ref<const std::string&>();
    const auto& second = (*agents)[1].get_ref<const std::string&>();
    if (first.empty() || second.empty()) {
      return lines.error("a name is empty, expected \"agents\":[\"first\",\"second\"]");
    }
    const Json* termination = find(game, "termination");
    if (termination != nullptr && !termination->is_string() && !termination->is_null()) {
      return lines.error("bad \"termination\", expected a string");
    }
    const Json* outcome = find(game, "outcome");
    if (outcome != nullptr && !outcome->is_string() && !outcome->is_null()) {
      return lines.error("bad \"outcome\", expected \"1-0\", \"0-1\", \"1/2-1/2\" or \"*\"");
    }
    const std::string_view result = outcome == nullptr || outcome->is_null()
                                        ? std::string_view("*")
                                        : std::string_view(outcome->get_ref<const std::string&>());
    const Json* named = find(game, "game");
    const std::string_view name =
        named != nullptr && named->is_string() ? std::string_view(named->get_ref<const std::string&>()) : "";
    if (name.empty() && options.labels_required)
      return lines.error("the game is not named, expected \"game\":\"hex:size=7\"");
    const Label label(name, options);
    if (!label.wanted()) continue;
    const auto value = result_of(result);
    if (!value) {
      label.each(summary, [](ReadSummary& s) { ++s.unfinished; });
      continue;
    }
    if (termination != nullptr && termination->is_string() &&
        is_failure(termination->get_ref<const std::string&>())) {
      label.each(summary, [](ReadSummary& s) { ++s.forfeits; });
      if (options.without_forfeits) continue;
    }
    label.add(first, second, *value, table, summary);
    if (options.sink && first != second) options.sink(first, second, *value, name, opening_of(game));
  }
  return {};
}

}  // namespace ludex::arena::rating
