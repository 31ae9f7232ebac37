#include "tests/fuzz/text_formats.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "arena/base/formats/epd.hpp"
#include "arena/base/formats/pgn.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/host/plugins/registry.hpp"
#include "arena/results/log/chain.hpp"
#include "arena/results/log/record_json.hpp"
#include "arena/results/log/record_scan.hpp"
#include "arena/results/log/run_info.hpp"
#include "arena/results/rating/log_reader.hpp"
#include "arena/run/config/clock_text.hpp"
#include "arena/run/config/read_spec.hpp"
#include "arena/run/config/write_spec.hpp"
#include "arena/run/worker/messages.hpp"
#include "tests/fuzz/check_text.hpp"
#include "tests/support/arena_fixture.hpp"

namespace ludex::tests::fuzz {
namespace {

using namespace std::string_view_literals;

using namespace arena;
using namespace arena::host;
using namespace arena::log;
using namespace arena::run;

bool check_specification(std::string_view bytes) {
  static const FixtureCatalogue catalogue;
  const SpecReading reading = read_spec("t.yaml", bytes, {}, catalogue);
  require(reading.spec.has_value() == reading.problems.empty(), "a specification or problems");
  for (const Diagnostic& problem : reading.problems)
    require(!problem.message.empty(), "a problem has a message");
  if (!reading.spec) return false;
  const std::string written = write_spec(*reading.spec);
  const SpecReading again = read_spec("t.yaml", written, {}, catalogue);
  require(again.spec.has_value(), "what is written is read", written + "\n" + arena::to_text(again.problems));
  require(spec_hash(*again.spec) == spec_hash(*reading.spec), "and is the same", written);
  return true;
}

bool check_record(std::string_view bytes) {
  // A line of a log.
  const std::string_view line = bytes.substr(0, bytes.find('\n'));
  const auto slow = game_record_from_json(line);
  GameRecord fast;
  PlayHash play;
  const bool scanned = scan_record(line, fast, play);
  if (!slow) {
    require(!slow.error().empty(), "a refusal has a reason");
    return false;
  }
  const std::string written = to_json_line(*slow);
  const auto again = game_record_from_json(written);
  require(again && to_json_line(*again) == written, "what is written is read, and is the same", written);
  GameRecord other;
  PlayHash other_play;
  require(static_cast<bool>(read_record(written, other, other_play)), "both readers read it", written);
  if (scanned) {
    require(fast.id == slow->id && fast.agents == slow->agents && fast.outcome == slow->outcome &&
                fast.termination == slow->termination && fast.plies == slow->plies && fast.seed == slow->seed,
            "the fast reader reads the same", line);
    require(play == other_play, "also of the moves", line);
  }
  const SealedLine sealed = split_seal(line);
  require(sealed.body.size() + sealed.chain.size() <= line.size(), "a seal is part of its line");
  Chain chain;
  Chain reader;
  require(reader.follow(chain.seal(written)), "a sealed line is in its chain", written);
  return true;
}

bool check_run_info(std::string_view bytes) {
  const auto info = run_info_from_json(bytes);
  if (!info) {
    require(!info.error().empty(), "a refusal has a reason");
    return false;
  }
  const std::string written = to_json(*info);
  const auto again = run_info_from_json(written);
  require(again && to_json(*again) == written, "what is written is read, and is the same", written);
  return true;
}

template <auto Read>
bool check_results(std::string_view bytes) {
  rating::ResultTable table;
  rating::ReadSummary summary;
  const auto read = Read(bytes, table, summary);
  require(static_cast<bool>(read), "no record ends the reading", read ? "" : read.error());
  for (const Finding& finding : summary.findings.list()) {
    require(finding.count > 0 && !finding.places.empty() && finding.places[0].starts_with("f:"),
            "what is odd is counted and has a place", finding.text());
  }
  return summary.games > 0;
}
Result<void> csv(std::string_view bytes, rating::ResultTable& table, rating::ReadSummary& summary) {
  return rating::read_csv(bytes, "f", table, summary);
}
Result<void> pgn(std::string_view bytes, rating::ResultTable& table, rating::ReadSummary& summary) {
  PgnReader reader(bytes);
  for (PgnGame game; reader.next(game);) {
    for (const auto& [name, value] : game.tags) {
      std::string_view read_name;
      std::string read_value;
      bool flawed = false;
      const std::string written = pgn_tag(name, value);
      std::string expected = value;
      // A tag is one line.
      std::replace_if(
          expected.begin(), expected.end(), [](unsigned char c) { return c < 0x20; }, ' ');
      std::string_view rest = written;
      require(read_pgn_tag(rest, read_name, read_value, flawed) && rest == "\n" && read_name == name &&
                  read_value == expected,
              "a tag is written and read as the same", written);
    }
    for (const PgnWord& word : game.moves)
      require(word.line >= 1 && word.column >= 1 && !word.text.empty(), "a word has a place");
  }
  for (const PgnRemark& remark : reader.take_remarks())
    require(remark.line >= 1 && remark.column >= 1, "a remark has a place");
  return rating::read_pgn(bytes, "f", table, summary);
}
Result<void> jsonl(std::string_view bytes, rating::ResultTable& table, rating::ReadSummary& summary) {
  rating::ReadOptions options;
  options.verify = true;
  return rating::read_jsonl(LogCursor(bytes, "f"), options, table, summary);
}

bool check_quantities(std::string_view bytes) {
  bool accepted = false;
  if (const auto ns = parse_duration(bytes)) {
    accepted = true;
    require(*ns >= 0, "no time is negative");
    require(parse_duration(duration_text(*ns)) == ns, "a time is written and read as the same",
            duration_text(*ns));
  }
  if (const auto number = parse_number(bytes)) require(std::isfinite(*number), "a number is finite");
  if (const auto count = parse_unsigned(bytes)) {
    accepted = true;
    require(parse_unsigned(std::to_string(*count)) == count, "a count is written and read as the same");
  }
  if (const auto clock = parse_clock(bytes)) {
    accepted = true;
    const auto again = parse_clock(clock_text(*clock));
    require(again && clock_text(*again) == clock_text(*clock), "a clock is written and read as the same",
            clock_text(*clock));
  }
  return accepted;
}

// A line of an EPD file, of a game with 9 cells.
bool check_epd(std::string_view bytes) {
  static const FixtureCatalogue catalogue;
  static const GamePtr game = *catalogue.make_game("connect-k", {}, false);
  const std::string_view line = bytes.substr(0, bytes.find('\n'));
  const auto read = read_epd_position(*game, line);
  if (!read) {
    require(!read.error().empty(), "a refusal has a reason");
    return false;
  }
  require(line.ends_with(read->operations) || read->operations.empty() ||
              line.find(read->operations) != std::string_view::npos,
          "operations are part of the line", read->operations);
  for (const char* opcode : {"bm", "id", "hmvc", "fmvn", "c0"}) {
    const std::string_view operands = epd_operands(read->operations, opcode);
    require(operands.empty() || read->operations.find(operands) != std::string::npos,
            "operands are part of the operations", operands);
  }
  const auto again = Position::from_text(*game, read->position.text());
  require(again && again->text() == read->position.text(), "a position is written and read as the same");
  return true;
}

// "id:name=value,name=value" of the command line, and each value under every type of parameter.
bool check_component(std::string_view bytes) {
  const auto component = parse_component(bytes);
  if (!component) {
    require(!component.error().empty(), "a refusal has a reason");
    return false;
  }
  const std::string written = arena::host::to_text(*component);
  require(written == bytes, "what was read is written as it was", written);
  static const std::array specs{params::boolean("b", false, "b"), params::integer("i", "0", -9e15, 9e15, "i"),
                                params::real("r", "0", -1e300, 1e300, "r"),
                                params::choice("c", "x", "x|y|0.7", "c"), params::text("t", "", "t")};
  for (const auto& [name, value] : component->settings) {
    for (const ParamSpec& spec : specs) {
      const auto parsed = parse_param(spec, value);
      if (!parsed) {
        require(!parsed.error().empty(), "a refusal has a reason");
        continue;
      }
      require(parsed->text == value, "the text is kept");
      if (spec.type == ParamType::kReal)
        require(std::isfinite(parsed->real) && parsed->real >= spec.min && parsed->real <= spec.max,
                "a number is finite and in its range", value);
      if (spec.type == ParamType::kInt)
        require(parse_param(spec, std::to_string(parsed->integer))->integer == parsed->integer,
                "an integer is written and read as the same", value);
    }
    const std::array<ParamText, 1> texts{{{name.c_str(), value.c_str()}}};
    const auto resolved = ParamValues::resolve(specs, texts);
    require(resolved || !resolved.error().empty(), "a refusal has a reason");
  }
  return true;
}

// What a worker wrote into the memory that it shares with its host.
bool check_messages(std::string_view bytes) {
  Cell cell;
  std::memcpy(&cell, bytes.data(), std::min(bytes.size(), sizeof cell));
  const MoveReport report = move_report_of(cell);
  require(in_range(report.value_unit) && in_range(report.bound) && in_range(report.outcome),
          "enumerators exist");
  require(report.cpu_ns >= 0 && report.wall_ns >= 0, "no time is negative");
  require(!report.flaws.text().empty() || !report.flaws.any(), "flaws have names");
  // The whole ring, as it may be.
  using Events = Ring<8>;
  const auto ring = std::make_unique<Events>();
  std::memcpy(static_cast<void*>(ring.get()), bytes.data(), std::min(bytes.size(), sizeof(Events)));
  RingReader<8> reader(*ring);
  std::size_t popped = 0;
  while (reader.state() == RingReader<8>::State::kCell && popped <= 8) {
    static_cast<void>(reader.take_data(reader.peek().number % 200));
    if (reader.state() != RingReader<8>::State::kCell) break;
    reader.pop();
    ++popped;
  }
  require(popped <= 8, "a ring holds no more than it can");
  const Settings settings = unpack_settings(bytes);
  require(unpack_settings(pack(settings)) == settings, "settings are packed and unpacked as the same");
  return true;
}

constexpr std::string_view kRecord =
    R"({"id":"line/r000/a/b","game":"line","agents":["a","b"],"round":0,"opening":["1"],"moves":["2","3"],)"
    R"("outcome":"1-0","termination":"normal","seed":7062007656980295533,"plies":3,"stats":[{"moves":1,)"
    R"("iterations":60,"nodes":9,"cpu_seconds":0.25,"wall_seconds":0.5,"depth_max":3,"by_move":{"cpu_us":[1],)"
    R"("wall_us":[2],"unit":"expected","value":[-0.5]}},{"moves":1,"iterations":0,"nodes":0,"cpu_seconds":0,)"
    R"("wall_seconds":0,"depth_max":0}],"spec_hash":"8236915a273356e3"})";

std::vector<TextFormat> make_formats() {
  std::vector<TextFormat> formats;
  formats.push_back(
      {"specification",
       check_specification,
       {"name: t\ngames: [{game: line, params: {size: 9}}, connect-k]\nagents:\n"
        "  - {name: u, agent: uct, params: {c: 0.7}, budget: {iterations: 10}}\n"
        "  - {name: r, agent: random}\nbudget: {cpu: 20ms}\n"
        "format: {type: round-robin, games_per_pair: 4}\nopenings: {random_plies: 2}\nout: x\n",
        "name: t\nseed: 3\ngames: [line]\nagents:\n  - {name: u, agent: uct}\n  - {name: v, agent: uct, "
        "params: {solver: true}}\nbudget: {nodes: 100}\nformat: {type: sprt, elo0: 0, elo1: 10}\nmode: "
        "shared\n",
        "name: t\ngames: [line]\nagents:\n  - {name: u, agent: uct}\n  - {name: ab, agent: alpha-beta}\n"
        "budget: {iterations: 10}\nopenings: {random_plies: 1}\ntune:\n  agent: u\n  opponents: [ab]\n"
        "  parameters:\n    c: {range: [0.1, 3], scale: log}\n    solver: {}\n"
        "  constraints: [\"c <= 2.5\"]\n  method: {type: ntbea, restarts: 2}\n  games: 500\n"}});
  formats.push_back({"record", check_record, {std::string(kRecord)}});
  RunInfo info;
  info.name = "t", info.spec_hash = "00", info.total = 4, info.warnings = {"w"}, info.log = LogHead{4, "ab"};
  info.segments.push_back({.started = {"2026-01-31T12:00:00Z"},
                           .version = "0.1.0",
                           .build = "g++",
                           .mode = "inline",
                           .concurrency = 2,
                           .machine = {"c", "k", 2, 100},
                           .plugins = {{"agent", "uct", "1", "b", "00"}},
                           .total = 4,
                           .games_played = 4,
                           .load = 0.5});
  formats.push_back({"run-info", check_run_info, {to_json(info)}});
  formats.push_back(
      {"csv",
       check_results<csv>,
       {"a,b,1-0\nb,a,1/2-1/2\n", "first,second,result\n\"a, b\",c,0-1\n# note\n\n\"d\"\"e\",c,*\n"}});
  formats.push_back({"pgn",
                     check_results<pgn>,
                     {"[White \"a\"]\n[Black \"b \\\"c\\\"\"]\n[Result \"1-0\"]\n\n1. e4 {why} e5 (1... c5) "
                      "2. Nf3 $1 1-0\n"}});
  formats.push_back({"jsonl", check_results<jsonl>, {std::string(kRecord) + "\n"}});
  formats.push_back({"epd",
                     check_epd,
                     {"xx....... first bm c3; id \"a; b\"; c0 \"why\";", "......... first hmvc 0; fmvn 1;",
                      "x........ second"}});
  formats.push_back({"component",
                     check_component,
                     {"uct", "uct:c=0.7,solver=true", "hex:size=11", "a:b=true,i=-12,r=1e9,t=x=y"}});
  formats.push_back({"quantity", check_quantities, {"20ms", "1.5s", "60s+0.6s", "40/120s", "1000", "2h"}});
  std::string cells(sizeof(Ring<8>), '\0');
  cells[0] = 3;  // three messages
  cells[256] = 1;
  formats.push_back({"message", check_messages, {cells, std::string("c\0000.7\0solver\0true\0"sv)}});
  return formats;
}

}  // namespace

std::span<const TextFormat> text_formats() {
  static const std::vector<TextFormat> formats = make_formats();
  return formats;
}

}  // namespace ludex::tests::fuzz
