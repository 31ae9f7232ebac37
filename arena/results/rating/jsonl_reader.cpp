// Ludex logs: one JSON object per line. The arena appends and syncs whole lines, so only the last line can be
// torn, by a host that was killed.
#include <algorithm>
#include <array>
#include <optional>

#include "arena/base/json/value.hpp"
#include "arena/results/log/chain.hpp"
#include "arena/results/log/line_scanner.hpp"
#include "arena/results/log/play_hash.hpp"
#include "arena/results/log/run_info.hpp"
#include "arena/results/rating/log_reader.hpp"
#include "arena/results/rating/player_name.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::rating {

std::optional<GameResult> result_of(std::string_view text) {
  const auto result = enum_from_text<GameResult>(text);
  return result == GameResult::kNone || result == GameResult::kRanked ? std::nullopt : result;
}

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

namespace {

using Json = json::Value;

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// Keys that are equal in games with the same opening.
constexpr std::array<std::string_view, 4> kOpeningKeys = {"game", "round", "position", "opening"};

// Keys whose values tell games apart, those of the start first, and the values as the log writes them; ""
// for a missing one. The names of the agents come in addition.
constexpr std::array<std::string_view, 8> kPlayKeys = {"game",    "position",    "opening", "moves",
                                                       "outcome", "termination", "ranks",   "params"};
using PlayTexts = std::array<std::string_view, kPlayKeys.size()>;

PlayKey key_of(const PlayTexts& texts, std::uint64_t agents) {
  constexpr std::size_t kMoves = 3;
  constexpr std::size_t kTermination = 5;
  if (texts[kMoves].empty() || texts[kTermination] == "\"withdrawn\"") return {};
  PlayKey key{1, agents};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::uint64_t& hash = i < kMoves ? key.start : key.whole;
    hash = hash_combine(hash, log::text_hash(texts[i]));
  }
  key.whole = hash_combine(key.start, key.whole);
  return key;
}

std::uint64_t with_agent(std::uint64_t agents, std::string_view name) {
  return hash_combine(agents, log::text_hash(name));
}

// Likewise of a parsed line with valid agents.
PlayKey key_of(const Json& game) {
  std::array<std::string, kPlayKeys.size()> values;
  PlayTexts texts;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (const Json* value = game.find(kPlayKeys[i])) values[i] = value->dump();
    texts[i] = values[i];
  }
  const Json& names = *game.find("agents");
  std::uint64_t agents = 1;
  for (std::size_t i = 0; i < names.size(); ++i) agents = with_agent(agents, names[i].text());
  return key_of(texts, agents);
}

// Reads a line in the arena's usual form; `opening`, unless null, becomes its opening_of(). Leaves unusual
// lines to the JSON parser.
std::optional<LoggedGame> scan(std::string_view text, std::string* opening) {
  log::LineScanner in(text);
  LoggedGame line;
  std::array<std::string_view, kOpeningKeys.size()> parts;
  PlayTexts play;
  std::uint64_t agents = 1;
  // The text of a value without escapes.
  const auto plain = [&](std::string_view value) {
    const bool good = value.size() >= 2 && value.starts_with('"') &&
                      std::none_of(value.begin(), value.end(),
                                   [](char c) { return c == '\\' || static_cast<unsigned char>(c) < 0x20; });
    if (!good) in.fail();
    return good ? value.substr(1, value.size() - 2) : std::string_view();
  };
  in.object([&](std::string_view key) {
    if (key == "agents") {
      std::size_t n = 0;
      in.array([&] {
        if (n == 2) return void(in.fail());
        const std::string_view name = in.plain_text();
        (n++ == 0 ? line.first : line.second) = name;
        agents = with_agent(agents, name);
      });
      if (n != 2) in.fail();
      return;
    }
    const std::string_view value = in.skip();
    if (const auto at = std::find(kPlayKeys.begin(), kPlayKeys.end(), key); at != kPlayKeys.end())
      play[static_cast<std::size_t>(at - kPlayKeys.begin())] = value;
    if (const auto at = std::find(kOpeningKeys.begin(), kOpeningKeys.end(), key); at != kOpeningKeys.end())
      parts[static_cast<std::size_t>(at - kOpeningKeys.begin())] = value;
    if (key == "outcome") {
      line.result = result_of(plain(value));
    } else if (key == "termination") {
      line.termination = plain(value);
    } else if (key == "game") {
      line.game = plain(value);
    }
  });
  const auto plain_name = [](std::string_view name) { return !name.empty() && is_ascii(name); };
  const bool usual = in.at_end() && line.result && line.termination && !line.termination->empty() &&
                     plain_name(line.first) && plain_name(line.second);
  if (!usual) return std::nullopt;
  line.key = key_of(play, agents);
  if (opening == nullptr) return line;
  opening->clear();
  for (const std::string_view part : parts) {
    // Only texts that the parser would write in the same way.
    if (std::any_of(part.begin(), part.end(), [](char c) {
          return c == ' ' || c == '\\' || c == '\t' || static_cast<unsigned char>(c) >= 0x80;
        }))
      return std::nullopt;
    opening->append(part) += '\n';
  }
  return line;
}

// A key that is only compared for equality.
std::string opening_of(const Json& game) {
  std::string text;
  for (const std::string_view key : kOpeningKeys) {
    if (const Json* value = game.find(key)) text += value->dump();
    text += '\n';
  }
  return text;
}

}  // namespace

CountedGame::CountedGame(std::string_view label, const ReadOptions& options, ResultTable& table,
                         ReadSummary& summary)
    : table_(table),
      summary_(summary),
      own_(options.by_game == nullptr || label.empty() ? nullptr : &options.by_game->of(label)),
      wanted_(options.games.empty() ||
              std::find(options.games.begin(), options.games.end(), label) != options.games.end()) {}

bool count_game(const LoggedGame& game, const ReadOptions& options, ResultTable& table,
                ReadSummary& summary) {
  const CountedGame counted(game.game, options, table, summary);
  if (!counted.wanted()) return false;
  if (!game.result) {
    counted.each([](ResultTable&, ReadSummary& sum) { ++sum.unfinished; });
    return false;
  }
  if (game.termination && *game.result != GameResult::kDraw && is_failure(*game.termination)) {
    const bool first = *game.result == GameResult::kSecondWins;
    counted.each([&](ResultTable&, ReadSummary& sum) {
      ++sum.forfeits;
      sum.lost_by.add(first ? game.first : game.second, *game.termination);
    });
    if (options.without_forfeits) return false;
  }
  counted.each([&](ResultTable& results, ReadSummary& sum) {
    add_game(game.first, game.second, *game.result, results, sum, game.key);
  });
  return game.first != game.second;
}

Result<void> read_jsonl(log::LogCursor lines, const ReadOptions& options, ResultTable& table,
                        ReadSummary& summary) {
  std::string opening;
  std::string first_buffer;
  std::string second_buffer;
  std::optional<log::ChainCheck> chain;
  if (options.verify) chain.emplace(log::company_of(lines.file()));
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (chain && !lines.torn()) chain->add(line);
    if (trim(line).empty()) continue;
    const auto leave_out = [&](std::string_view noun, std::string_view what, std::string_view value) {
      summary.findings.left_out(noun, what, lines.place(), value);
    };
    // False if either name is invalid; both are then replaced as in all readers.
    const auto named_players = [&](std::string_view& first, std::string_view& second) {
      first = player_name(first, first_buffer);
      second = player_name(second, second_buffer);
      if (first.empty() || second.empty()) {
        leave_out("game",
                  "without the names of both players left out, expected \"agents\":[\"first\",\"second\"]",
                  line);
        return false;
      }
      if (const std::string why = too_long(first, second); !why.empty()) {
        leave_out("game", "with too long a name left out", why);
        return false;
      }
      return true;
    };
    if (auto plain = scan(line, options.sink ? &opening : nullptr);
        plain && !(options.labels_required && plain->game.empty())) {
      if (!named_players(plain->first, plain->second)) continue;
      if (count_game(*plain, options, table, summary) && options.sink)
        options.sink(plain->first, plain->second, *plain->result, plain->game, opening, plain->key);
      continue;
    }
    const auto parsed = Json::parse_if_valid(line);
    if (!parsed) {
      if (lines.torn()) {
        summary.warnings.push_back(
            lines.error("the last line is incomplete (the writer was interrupted) and is ignored").message);
        break;
      }
      leave_out("line", "without JSON left out, expected one object a line", line);
      continue;
    }
    const Json& game = *parsed;
    if (!game.is_object()) {
      leave_out("line", "without an object left out, expected {\"agents\":[first,second],\"outcome\":...}",
                line);
      continue;
    }
    const Json* agents = game.find("agents");
    if (agents != nullptr && agents->is_array() && agents->size() > 2 && agents->size() <= kMaxPlayers) {
      auto ranked = read_ranked(game, lines.place(), summary);
      if (!ranked) continue;
      if (ranked->game.empty() && options.labels_required) {
        leave_out("game", "without its label left out, expected \"game\":\"hex:size=7\"", "");
        continue;
      }
      ranked->opening = opening_of(game);
      ranked->key = key_of(game);
      if (count_game(*ranked, options, table, summary) && options.rank_sink) options.rank_sink(*ranked);
      continue;
    }
    if (agents == nullptr || !agents->is_array() || agents->size() != 2 || !(*agents)[0].is_string() ||
        !(*agents)[1].is_string()) {
      leave_out("line", "without two players left out, expected \"agents\":[\"first\",\"second\"]",
                agents == nullptr ? std::string_view(line) : agents->dump());
      continue;
    }
    std::string_view first = (*agents)[0].text();
    std::string_view second = (*agents)[1].text();
    if (!named_players(first, second)) continue;
    const Json* termination = game.find("termination");
    if (termination != nullptr && !termination->is_string() && !termination->is_null()) {
      leave_out("game", "with a \"termination\" that is no text left out", termination->dump());
      continue;
    }
    const Json* outcome = game.find("outcome");
    if (outcome != nullptr && !outcome->is_string() && !outcome->is_null()) {
      leave_out("game",
                "without a usable \"outcome\" left out, expected \"1-0\", \"0-1\", \"1/2-1/2\" or \"*\"",
                outcome->dump());
      continue;
    }
    const std::string_view result =
        outcome == nullptr || outcome->is_null() ? std::string_view("*") : std::string_view(outcome->text());
    const Json* named = game.find("game");
    const std::string_view name =
        named != nullptr && named->is_string() ? std::string_view(named->text()) : "";
    if (name.empty() && options.labels_required) {
      leave_out("game", "without its label left out, expected \"game\":\"hex:size=7\"", "");
      continue;
    }
    const auto usual = foreign_result(result);
    if (!usual && !result.empty() && result != "*") {
      leave_out("game", "without a usable result left out", result);
      continue;
    }
    const auto reason = termination != nullptr && termination->is_string()
                            ? std::optional<std::string_view>(termination->text())
                            : std::nullopt;
    const LoggedGame logged{first, second, usual, reason, name, key_of(game)};
    if (count_game(logged, options, table, summary) && options.sink)
      options.sink(first, second, *logged.result, name, opening_of(game), logged.key);
  }
  if (chain) {
    const bool broken = chain->state() == log::ChainCheck::State::kBroken;
    summary.logs.push_back(
        {lines.file(), chain->state() == log::ChainCheck::State::kVerified, chain->text()});
    if (broken) summary.warnings.push_back(lines.file() + ": " + chain->text());
  }
  return {};
}

}  // namespace ludex::arena::rating
