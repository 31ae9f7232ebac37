#include "arena/run/config/read_parts.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include "arena/base/files/text_file.hpp"
#include "arena/base/formats/text_kind.hpp"
#include "arena/base/text/shown.hpp"
#include "arena/base/text/suggest.hpp"
#include "arena/run/config/clock_text.hpp"
#include "arena/run/config/fields.hpp"
#include "arena/run/config/write_spec.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::run {
namespace {

std::optional<std::uint64_t> parse_fingerprint(const std::string& text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(text.data(), end, value, 16);
  return code == std::errc{} && rest == end && text.size() == 16 ? std::optional(value) : std::nullopt;
}

// Reads absolute paths; an agent's list replaces the tournament's.
void read_readable(const Node& node, const std::string& folder, LimitsSpec& limits, Problems& problems) {
  const auto* const items = read_list(node, "readable", kLimitsKeys.find("readable")->max, problems);
  if (items == nullptr) return;
  limits.readable.clear();
  for (const Node& item : *items) {
    const auto given = read_scalar(item, "readable", "paths of files and folders", problems);
    if (!given) continue;
    const std::string path = path_beside(*given, item.place, folder);
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
      problems.add(
          item.place,
          fmt::format("{} is not there, expected a file or folder that an agent in the sandbox may read",
                      in_quotes(path)));
    } else {
      limits.readable.push_back(path);
    }
  }
}

// Reads memory_mib, processes, sandbox, ponder, readable.
void read_own_limits(const Fields& fields, const std::string& folder, LimitsSpec& limits,
                     Problems& problems) {
  if (const Node* node = fields.find("memory_mib");
      node != nullptr && node->kind == NodeKind::kScalar && node->text == "auto") {
    limits.memory_mib = 0;
  } else {
    limits.memory_mib = fields.count("memory_mib", limits.memory_mib);
  }
  limits.processes = fields.count("processes", limits.processes);
  limits.sandbox = fields.boolean("sandbox").value_or(limits.sandbox);
  if (const auto ponder = fields.choice("ponder")) limits.ponder = *ponder == 1;
  if (const Node* node = fields.find("readable")) read_readable(*node, folder, limits, problems);
}

ClockSpec read_clock(const Fields& fields, Problems& problems) {
  const Node* node = fields.find("clock");
  if (node == nullptr) return {};
  const auto text = read_scalar(*node, "clock", "a clock, as 60s+0.6s", problems);
  if (!text) return {};
  if (fields.find("wall") != nullptr) {
    problems.add(node->place, "a budget has either 'wall', time a move, or 'clock', time for the game");
    return {};
  }
  const auto clock = parse_clock(*text);
  if (!clock) {
    problems.add(
        node->place,
        fmt::format("'clock' is {}, expected [MOVES/]TIME[+INCREMENT] with 1ms to 24h of time and 1 to "
                    "1000 moves, as 60s+0.6s or 40/10min; up to {} periods are separated by ':', as "
                    "40/90min+30s:30min+30s",
                    in_quotes(*text), ClockSpec::kMostPeriods));
  }
  return clock.value_or(ClockSpec{});
}

void read_opening_file(const Fields& fields, const std::string& folder, OpeningSpec& openings,
                       Problems& problems) {
  const Node& node = *fields.find("file");
  const auto file = read_scalar(node, "file", "a path", problems);
  if (!file) return;
  openings.file = path_beside(*file, node.place, folder);
  // Must be a regular file, because every resumed run reads it again.
  std::error_code ignored;
  if (std::filesystem::exists(openings.file, ignored) &&
      !std::filesystem::is_regular_file(openings.file, ignored)) {
    problems.add(node.place, fmt::format("opening file: '{}' is no regular file", openings.file));
    return;
  }
  const auto contents = read_text_file(openings.file, kMaxOpeningBytes);
  if (!contents) {
    problems.add(node.place, "opening file: " + contents.error());
    return;
  }
  openings.kind = OpeningKind::kFile;
  openings.fingerprint = fnv1a(*contents);
  const Node* expected = fields.find("fingerprint");
  if (expected == nullptr) return;
  const auto text = read_scalar(*expected, "fingerprint", "16 hexadecimal digits", problems);
  if (!text) return;
  const auto value = parse_fingerprint(*text);
  if (!value) {
    problems.add(expected->place,
                 fmt::format("'fingerprint' is {}, expected 16 hexadecimal digits", in_quotes(*text)));
  } else if (*value != openings.fingerprint) {
    problems.add(expected->place,
                 fmt::format("the opening file has changed: its fingerprint is {}, expected {}",
                             hash_text(openings.fingerprint), *text),
                 "remove the key if that is meant");
  }
}

}  // namespace

BudgetSpec read_budget(const Node& node, Problems& problems) {
  BudgetSpec budget;
  budget.threads = 0;
  const Fields fields(node, kBudgetKeys, problems);
  if (!fields.usable()) return budget;
  budget.iterations = fields.integer("iterations").value_or(0);
  budget.nodes = fields.integer("nodes").value_or(0);
  budget.depth = fields.count("depth", 0);
  budget.cpu_ns = fields.duration("cpu").value_or(0);
  budget.wall_ns = fields.duration("wall").value_or(0);
  budget.clock = read_clock(fields, problems);
  budget.scale = fields.boolean("scale").value_or(false);
  if (budget.scale && !budget.in_time()) {
    problems.add(node.find("scale")->place, "'scale' is for times, and this budget has none",
                 "give it 'cpu', 'wall' or 'clock', or leave 'scale' out");
  }
  budget.memory_mib = fields.count("memory_mib", 0);
  budget.threads = fields.count("threads", 0);
  return budget;
}

BudgetSpec complete_budget(BudgetSpec own, const BudgetSpec& fallback) noexcept {
  BudgetSpec budget = own.limited() ? own : fallback;
  budget.memory_mib = own.memory_mib != 0 ? own.memory_mib : fallback.memory_mib;
  budget.threads = own.threads != 0 ? own.threads : std::max<std::uint32_t>(1, fallback.threads);
  return budget;
}

LimitsSpec read_limits(const Node& node, const std::string& folder, Problems& problems) {
  LimitsSpec limits;
  const Fields fields(node, kLimitsKeys, problems);
  if (!fields.usable()) return limits;
  limits.move_ns = fields.duration("move").value_or(limits.move_ns);
  limits.start_ns = fields.duration("start").value_or(limits.start_ns);
  limits.faults_in_a_row = fields.count("faults_in_a_row", limits.faults_in_a_row);
  read_own_limits(fields, folder, limits, problems);
  return limits;
}

LimitsSpec read_agent_limits(const Node& node, const LimitsSpec& fallback, const std::string& folder,
                             Problems& problems) {
  LimitsSpec limits = fallback;
  const Fields fields(node, kAgentLimitsKeys, problems);
  if (fields.usable()) read_own_limits(fields, folder, limits, problems);
  return limits;
}

AdjudicationSpec read_adjudication(const Fields& fields, Problems& problems) {
  AdjudicationSpec adjudication;
  adjudication.plies = fields.count("plies", 0);
  if (const Node* maxmoves = fields.find("maxmoves")) {
    // The same limit, in moves of both players.
    if (fields.find("plies") != nullptr)
      problems.add(maxmoves->place, "'maxmoves' and 'plies' are the same limit, expected one of them");
    adjudication.plies = 2 * fields.count("maxmoves", 0);
  }
  if (const auto result = fields.choice("result")) {
    constexpr std::array kResults{GameResult::kDraw, GameResult::kFirstWins, GameResult::kSecondWins};
    adjudication.limit_result = kResults[*result];
    if (fields.find("plies") == nullptr && fields.find("maxmoves") == nullptr)
      problems.add(fields.find("result")->place, "'result' goes with 'plies' or 'maxmoves' only");
  }
  adjudication.agreed_proof = fields.boolean("agreed_proof").value_or(false);
  if (fields.choice("fault") == std::size_t{1}) adjudication.fault = FaultRule::kRandom;
  const auto score = [](const Fields& part) {
    part.require("score");
    return part.count("score", 0);
  };
  if (const Node* node = fields.find("resign")) {
    const Fields resign(*node, kResignKeys, problems);
    if (resign.usable())
      adjudication.resign = {resign.count("movecount", 1), score(resign),
                             resign.boolean("twosided").value_or(false)};
  }
  if (const Node* node = fields.find("draw")) {
    const Fields draw(*node, kDrawKeys, problems);
    if (draw.usable())
      adjudication.draw = {draw.count("movenumber", 0), draw.count("movecount", 1), score(draw)};
  }
  return adjudication;
}

OpeningSpec read_openings(const Node& node, const std::string& folder, Problems& problems) {
  OpeningSpec openings;
  if (node.kind == NodeKind::kScalar && node.text == "none") return openings;
  if (node.kind != NodeKind::kMap) {
    problems.add(node.place, "'openings' is " + describe(node) +
                                 ", expected 'none', {random_plies: N}, {all_first_moves: N} or {file: F}");
    return openings;
  }
  const Fields fields(node, kOpeningsKeys, problems);
  const bool from_file = fields.find("file") != nullptr;
  const bool random = fields.find("random_plies") != nullptr;
  const bool all = fields.find("all_first_moves") != nullptr;
  if (from_file + random + all != 1) {
    problems.add(node.place, fmt::format("'openings' has {} of 'random_plies', 'all_first_moves' and 'file', "
                                         "expected one",
                                         from_file + random + all == 0 ? "none" : "more than one"));
  }
  if (random) {
    openings.random_plies = fields.count("random_plies", 0);
    if (openings.random_plies > 0) openings.kind = OpeningKind::kRandomPlies;
  }
  if (all) {
    openings.plies = fields.count("all_first_moves", 1);
    openings.kind = OpeningKind::kAllFirstMoves;
  }
  if (from_file) {
    read_opening_file(fields, folder, openings, problems);
    openings.plies = fields.count("plies", 0);
  }
  if (fields.choice("order") == std::size_t{1}) openings.order = OpeningOrder::kRandom;
  openings.start = fields.integer("start").value_or(0);
  openings.seed = fields.integer("seed");
  const auto only_with = [&](const char* key, bool fits, const char* what) {
    const Node* extra = fields.find(key);
    if (extra != nullptr && !fits)
      problems.add(extra->place, fmt::format("'{}' goes with {} only", key, what));
  };
  only_with("plies", from_file, "'file'");
  if (from_file)
    only_with("plies", kind_by_name(openings.file) != TextKind::kEpd,
              "files that have moves, not .epd or .fen,");
  only_with("order", from_file || all, "'file' or 'all_first_moves'");
  only_with("start", from_file || all, "'file' or 'all_first_moves'");
  only_with("seed", random || openings.order == OpeningOrder::kRandom, "'random_plies' or 'order: random'");
  only_with("fingerprint", from_file, "'file'");
  return openings;
}

}  // namespace ludex::arena::run
