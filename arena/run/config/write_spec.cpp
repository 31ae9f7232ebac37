#include "arena/run/config/write_spec.hpp"

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/run/config/clock_text.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::run {
namespace {

// A YAML scalar that reads back as `text`, inside flow collections too.
std::string yaml_scalar(std::string_view text) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+=-";
  const bool plain = !text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos &&
                     text.find_first_of("-=") != 0 && text != "null" && text != "Null" && text != "NULL";
  if (plain) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

std::string list(const std::vector<std::string>& texts) {
  std::string text;
  for (const std::string& item : texts) text += (text.empty() ? "" : ", ") + yaml_scalar(item);
  return "[" + text + "]";
}

class Writer {
 public:
  // `identity`: omits everything that cannot change a game.
  std::string write(const TournamentSpec& spec, bool identity) {
    line("name: {}", yaml_scalar(spec.name));
    line("seed: {}", spec.seed);
    line("games:");
    for (const auto& game : spec.games) {
      line("  - label: {}", yaml_scalar(game.label));
      line("    game: {}", yaml_scalar(game.id));
      params(game.params);
      if (game.trusted && !identity) line("    trusted: {}", *game.trusted);
      line("    openings: {}", openings(game.openings, identity));
    }
    line("agents:");
    for (const auto& agent : spec.agents) {
      line("  - name: {}", yaml_scalar(agent.name));
      line("    agent: {}", yaml_scalar(agent.id));
      params(agent.params);
      line("    budget: {}", budget(agent.budget));
      line("    limits: {{memory_mib: {}, processes: {}, sandbox: {}{}{}}}", memory(agent.limits),
           agent.limits.processes, agent.limits.sandbox, agent.limits.ponder ? ", ponder: allowed" : "",
           agent.limits.readable.empty() ? "" : ", readable: " + list(agent.limits.readable));
    }
    if (spec.tune) {
      tune(*spec.tune);
    } else {
      line("format:");
      line("  type: {}", to_text(spec.format.type));
      format(spec.format, most_players(spec) > 2);
    }
    if (spec.adjudication != AdjudicationSpec{}) adjudication(spec.adjudication);
    line("grace: {}", duration_text(spec.grace_ns));
    if (spec.reference_ns != 0) line("reference: {}", duration_text(spec.reference_ns));
    line("limits:");
    line("  memory_mib: {}", memory(spec.limits));
    line("  move: {}", duration_text(spec.limits.move_ns));
    line("  start: {}", duration_text(spec.limits.start_ns));
    line("  faults_in_a_row: {}", spec.limits.faults_in_a_row);
    line("  processes: {}", spec.limits.processes);
    line("  sandbox: {}", spec.limits.sandbox);
    if (spec.limits.ponder) line("  ponder: allowed");
    if (!spec.limits.readable.empty()) line("  readable: {}", list(spec.limits.readable));
    // The place where agents run does not change a game, but losing by late answers does.
    if (!identity || spec.competition)
      line("mode: {}", spec.competition ? "competition" : to_text(spec.mode));
    if (!identity) {
      line("concurrency: {}", spec.concurrency == 0 ? "auto" : std::to_string(spec.concurrency));
      line("record_moves: {}", spec.record_moves);
      if (spec.compress_log) line("compress_log: true");
      if (spec.strict) line("strict: true");
      line("out: {}", yaml_scalar(spec.out));
      if (!spec.scratch.empty()) line("scratch: {}", yaml_scalar(spec.scratch));
    }
    return std::move(text_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    text_ += fmt::format(format, std::forward<Args>(args)...) + "\n";
  }
  void params(const Params& values) {
    if (values.empty()) return;
    line("    params:");
    for (const auto& [name, value] : values) line("      {}: {}", yaml_scalar(name), yaml_scalar(value));
  }
  // A specification with games of two players only is written with `games_per_pair`.
  void rounds(const FormatSpec& spec, bool many) {
    if (many) {
      line("  rounds: {}", spec.rounds());
    } else {
      line("  games_per_pair: {}", spec.games_per_pair);
    }
    if (spec.copies) line("  against: copies");
  }
  // `many`: some game has more than two players.
  void format(const FormatSpec& spec, bool many) {
    switch (spec.type) {
      case FormatType::kRoundRobin:
        rounds(spec, many);
        break;
      case FormatType::kGauntlet:
        rounds(spec, many);
        line("  challengers:");
        for (const auto& name : spec.challengers) line("    - {}", yaml_scalar(name));
        break;
      case FormatType::kSwiss:
        line("  rounds: {}", spec.swiss_rounds);
        line("  games: {}", spec.match_games);
        break;
      case FormatType::kKnockout:
        line("  games: {}", spec.match_games);
        line("  max_games: {}", spec.max_games);
        line("  seeding: {}", spec.random_seeding ? "random" : "file");
        break;
      case FormatType::kSprt:
        line("  elo0: {}", spec.sprt.elo0);
        line("  elo1: {}", spec.sprt.elo1);
        line("  alpha: {}", spec.sprt.alpha);
        line("  beta: {}", spec.sprt.beta);
        line("  model: {}", to_text(spec.sprt.model));
        line("  max_games: {}", spec.max_games);
        break;
    }
  }
  void tune(const TuneSpec& spec) {
    line("tune:");
    line("  agent: {}", yaml_scalar(spec.agent));
    if (spec.self) {
      line("  opponents: self");
    } else {
      line("  opponents:");
      for (const auto& name : spec.opponents) line("    - {}", yaml_scalar(name));
    }
    line("  parameters:");
    for (const TunedParameter& p : spec.parameters) {
      if (p.kind == TuneKind::kCategory) {
        std::string values;
        for (const auto& value : p.values) values += (values.empty() ? "" : ", ") + yaml_scalar(value);
        line("    {}: {{type: category, values: [{}], default: {}}}", yaml_scalar(p.name), values,
             yaml_scalar(p.fallback));
      } else {
        line("    {}: {{type: {}, range: [{}, {}], scale: {}, default: {}}}", yaml_scalar(p.name),
             to_text(p.kind), p.low, p.high, p.log_scale ? "log" : "linear", yaml_scalar(p.fallback));
      }
    }
    if (!spec.constraints.empty()) {
      line("  constraints:");
      for (const TuneConstraint& constraint : spec.constraints)
        line("    - {}", yaml_scalar(constraint.text));
    }
    line("  method: {}", method(spec.method));
    line("  games: {}", spec.games);
    line("  ahead: {}", spec.ahead);
    line("  control: {}", spec.control);
    line("  same: {}", spec.same);
    if (spec.validation == 0) {
      line("  validation: none");
    } else {
      line("  validation: {{games: {}, times: {}, elo0: {}, elo1: {}, alpha: {}, beta: {}}}", spec.validation,
           spec.times, spec.sprt.elo0, spec.sprt.elo1, spec.sprt.alpha, spec.sprt.beta);
    }
  }
  static std::string method(const TuneMethodSpec& spec) {
    switch (spec.type) {
      case TuneMethod::kClop:
        return fmt::format("{{type: clop, confidence: {}, recommend: {}}}", spec.confidence,
                           to_text(spec.recommend));
      case TuneMethod::kSpsa:
        return fmt::format("{{type: spsa, c_end: {}, r_end: {}}}", spec.c_end, spec.r_end);
      case TuneMethod::kNtbea:
        return fmt::format(
            "{{type: ntbea, exploration: {}, neighbours: {}, restarts: {}, levels: {}, race: {}}}",
            spec.exploration, spec.neighbours, spec.restarts, spec.levels, spec.race);
      case TuneMethod::kExternal:
        return fmt::format("{{type: external, command: {}, answer: {}}}", yaml_scalar(spec.command),
                           duration_text(spec.answer_ns));
    }
    return "";
  }
  void adjudication(const AdjudicationSpec& spec) {
    line("adjudication:");
    if (spec.plies != 0) {
      line("  plies: {}", spec.plies);
      line("  result: {}", limit_result_text(spec.limit_result));
    }
    line("  agreed_proof: {}", spec.agreed_proof);
    if (spec.fault != FaultRule::kEnd) line("  fault: {}", to_text(spec.fault));
    if (spec.resign.movecount != 0) {
      line("  resign: {{movecount: {}, score: {}, twosided: {}}}", spec.resign.movecount, spec.resign.score,
           spec.resign.twosided);
    }
    if (spec.draw.movecount != 0) {
      line("  draw: {{movenumber: {}, movecount: {}, score: {}}}", spec.draw.movenumber, spec.draw.movecount,
           spec.draw.score);
    }
    if (!spec.oracle) return;
    line("  oracle:");
    line("    agent: {}", yaml_scalar(spec.oracle->id));
    params(spec.oracle->params);
    line("    budget: {}", budget(spec.oracle->budget));
    line("    every: {}", spec.oracle_every);
  }
  // order, start and seed, unless they are the defaults.
  static std::string opening_order(const OpeningSpec& spec) {
    std::string text = fmt::format("order: {}", to_text(spec.order));
    if (spec.start != 0) text += fmt::format(", start: {}", spec.start);
    if (spec.seed) text += fmt::format(", seed: {}", *spec.seed);
    return text;
  }
  static std::string openings(const OpeningSpec& spec, bool identity) {
    switch (spec.kind) {
      case OpeningKind::kNone:
        break;
      case OpeningKind::kRandomPlies:
        return fmt::format("{{random_plies: {}{}}}", spec.random_plies,
                           spec.seed ? fmt::format(", seed: {}", *spec.seed) : "");
      case OpeningKind::kAllFirstMoves:
        return fmt::format("{{all_first_moves: {}, {}}}", spec.plies, opening_order(spec));
      case OpeningKind::kFile:
        return fmt::format("{{{}{}{}, fingerprint: {}}}",
                           identity ? "" : "file: " + yaml_scalar(spec.file) + ", ",
                           spec.plies != 0 ? fmt::format("plies: {}, ", spec.plies) : "", opening_order(spec),
                           hash_text(spec.fingerprint));
    }
    return "none";
  }
  static std::string memory(const LimitsSpec& spec) {
    return spec.memory_mib == 0 ? "auto" : std::to_string(spec.memory_mib);
  }
  static std::string budget(const BudgetSpec& spec) {
    std::string text = "{";
    const auto add = [&](std::string_view key, const auto& value) {
      text += fmt::format("{}: {}, ", key, value);
    };
    if (spec.iterations != 0) add("iterations", spec.iterations);
    if (spec.nodes != 0) add("nodes", spec.nodes);
    if (spec.depth != 0) add("depth", spec.depth);
    if (spec.cpu_ns != 0) add("cpu", duration_text(spec.cpu_ns));
    if (spec.wall_ns != 0) add("wall", duration_text(spec.wall_ns));
    if (spec.clock.runs()) add("clock", clock_text(spec.clock));
    if (spec.scale) add("scale", true);
    if (spec.memory_mib != 0) add("memory_mib", spec.memory_mib);
    return text + fmt::format("threads: {}}}", spec.threads);
  }

  std::string text_;
};

}  // namespace

std::string write_spec(const TournamentSpec& spec) {
  return Writer().write(spec, false);
}
std::string spec_identity(const TournamentSpec& spec) {
  return Writer().write(spec, true);
}
std::uint64_t spec_hash(const TournamentSpec& spec) {
  return fnv1a(spec_identity(spec));
}
std::string hash_text(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

}  // namespace ludex::arena::run
