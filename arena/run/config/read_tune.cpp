#include "arena/run/config/read_tune.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arena/base/text/quantity.hpp"
#include "arena/base/text/shown.hpp"
#include "arena/base/text/suggest.hpp"
#include "arena/host/plugins/parameters.hpp"
#include "arena/run/config/fields.hpp"

namespace ludex::arena::run {
namespace {

using Schema = std::function<std::span<const ParamSpec>(std::string_view)>;

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

std::string names_of(std::span<const TunedParameter> parameters) {
  std::vector<std::string> names;
  for (const TunedParameter& p : parameters) names.push_back(p.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// Adds one side of a constraint, "2*a - b + 3", times `sign`.
std::optional<std::string> add_side(std::string_view text, double sign,
                                    std::span<const TunedParameter> parameters, TuneConstraint& constraint) {
  while (true) {
    text = text.substr(std::min(text.size(), text.find_first_not_of(' ')));
    if (text.empty()) return "a term is missing";
    double factor = sign;
    if (text.front() == '-' || text.front() == '+') {
      if (text.front() == '-') factor = -factor;
      text.remove_prefix(1);
    }
    // Reads up to the next sign after a blank: names may contain '-'.
    std::size_t end = std::min(text.find(" +"), text.find(" -"));
    end = std::min(end, text.size());
    std::string term = trimmed(text.substr(0, end));
    if (const auto star = term.find('*'); star != std::string::npos) {
      const auto number = parse_number(trimmed(std::string_view(term).substr(0, star)));
      if (!number) return fmt::format("{} is no number", in_quotes(trimmed(term.substr(0, star))));
      factor *= *number;
      term = trimmed(std::string_view(term).substr(star + 1));
    }
    const auto at = std::find_if(parameters.begin(), parameters.end(),
                                 [&](const TunedParameter& p) { return p.name == term; });
    if (at != parameters.end()) {
      if (at->kind == TuneKind::kCategory) return fmt::format("{} is no number", in_quotes(term));
      constraint.weights[static_cast<std::size_t>(at - parameters.begin())] += factor;
    } else if (const auto number = parse_number(term)) {
      constraint.limit -= factor * *number;
    } else {
      return fmt::format("{} is neither a number nor one of the tuned parameters ({})", in_quotes(term),
                         names_of(parameters));
    }
    if (end == text.size()) return std::nullopt;
    text.remove_prefix(end + 1);
  }
}

class TuneReader {
 public:
  // `players` 0: not known, and not checked.
  TuneReader(std::vector<AgentSpec>& agents, std::uint32_t players, const Schema* schema, Problems& problems)
      : agents_(agents), players_(players), schema_(schema), problems_(problems) {}

  TuneSpec read(const Node& node) {
    const Fields fields(node, kTuneKeys, problems_);
    if (!fields.usable()) return spec_;
    read_agent(fields);
    read_opponents(fields);
    if (const Node* parameters = fields.require("parameters")) read_parameters(*parameters);
    if (const Node* list = fields.find("constraints")) read_constraints(*list);
    if (const Node* method = fields.find("method")) read_method(*method);
    read_games(fields);
    spec_.ahead = fields.count("ahead", spec_.ahead);
    spec_.control = fields.count("control", spec_.control);
    if (spec_.control == 1)
      problems_.add(fields.find("control")->place, "'control' is 1, which leaves no games to tune with",
                    "8 is the default, 0 is never");
    spec_.same = fields.boolean("same").value_or(false);
    if (const Node* validation = fields.find("validation")) {
      read_validation(*validation);
      if (players_ > 2 && spec_.validation != 0)
        problems_.add(validation->place,
                      fmt::format("'validation' is a match of two players, and the games have {}", players_),
                      "'validation: none', which is the default here");
    } else if (players_ > 2) {
      spec_.validation = 0, spec_.times = 0;
    }
    check_method(node);
    return std::move(spec_);
  }

 private:
  void read_games(const Fields& fields) {
    if (players_ > 2) spec_.games -= spec_.games % players_;
    spec_.games = fields.count("games", spec_.games);
    if (players_ == 0 || spec_.games % players_ == 0) return;
    problems_.add(
        fields.find("games")->place,
        players_ == 2
            ? fmt::format("'games' is {}, expected an even number: every opening is played twice, with "
                          "seats swapped",
                          spec_.games)
            : fmt::format("'games' is {}, expected a multiple of {}: every opening is played with the "
                          "tuned agent in each seat",
                          spec_.games, players_));
  }

  const AgentSpec* find_agent(const std::string& name) const {
    const auto at =
        std::find_if(agents_.begin(), agents_.end(), [&](const AgentSpec& a) { return a.name == name; });
    return at == agents_.end() ? nullptr : &*at;
  }

  const AgentSpec* named_agent(const Node& node, const char* key) {
    const auto name = read_scalar(node, key, "the name of an agent", problems_);
    if (!name) return nullptr;
    const AgentSpec* agent = find_agent(*name);
    if (agent != nullptr || schema_ == nullptr) return agent;
    std::vector<std::string> names;
    for (const AgentSpec& a : agents_) names.push_back(a.name);
    problems_.add(node.place, fmt::format("no agent is called {}", in_quotes(*name)), suggest(*name, names));
    return nullptr;
  }

  void read_agent(const Fields& fields) {
    const Node* node = fields.require("agent");
    if (node == nullptr) return;
    spec_.agent = node->text;
    if (const AgentSpec* agent = named_agent(*node, "agent")) tuned_ = *agent;
  }

  void read_opponents(const Fields& fields) {
    const Node* node = fields.find("opponents");
    const std::string copy = spec_.agent + "-default";
    if (node == nullptr || (node->kind == NodeKind::kScalar && node->text == "self")) {
      spec_.self = true;
      spec_.opponents = {copy};
      if (tuned_ && find_agent(copy) == nullptr) {
        agents_.push_back(*tuned_);
        agents_.back().name = copy;
      }
      return;
    }
    const auto* items = read_list(*node, "opponents", kMaxAgents, problems_);
    if (items == nullptr) return;
    for (const Node& item : *items) {
      const auto name = read_scalar(item, "opponents", "the name of an agent", problems_);
      if (!name) continue;
      if (*name == spec_.agent) {
        problems_.add(item.place, fmt::format("{} is the agent tuned", in_quotes(*name)),
                      "for a copy of it with the defaults: 'opponents: self'");
      } else if (named_agent(item, "opponents") != nullptr || schema_ == nullptr) {
        spec_.opponents.push_back(*name);
      }
    }
  }

  void read_parameters(const Node& node) {
    if (node.kind != NodeKind::kMap || node.entries.empty()) {
      problems_.add(node.place,
                    fmt::format("'parameters' is {}, expected a map of parameters",
                                node.kind == NodeKind::kMap ? "empty" : describe(node)),
                    "for example {c: {range: [0.1, 3]}}");
      return;
    }
    if (node.entries.size() > kMaxTuned) {
      problems_.add(node.place,
                    fmt::format("{} parameters, expected at most {}", node.entries.size(), kMaxTuned));
    }
    for (const Node::Entry& entry : node.entries) read_parameter(entry);
  }

  void read_parameter(const Node::Entry& entry) {
    const Fields fields(entry.value, kTunedParameterKeys, problems_,
                        fmt::format("parameter '{}'", entry.key));
    if (!fields.usable()) return;
    TunedParameter p;
    p.name = entry.key;
    const ParamSpec* spec = nullptr;
    const bool inside = p.name.find('.') != std::string::npos;
    if (schema_ != nullptr) {
      if (!tuned_) return;
      const std::string owner = p.name.substr(0, p.name.find('.'));
      const auto specs = (*schema_)(tuned_->id);
      spec = host::find_parameter(specs, owner);
      if (spec == nullptr) {
        problems_.add(entry.place,
                      fmt::format("agent '{}' has no parameter {}", tuned_->id, in_quotes(owner)),
                      host::parameter_hint(specs, owner));
        return;
      }
      if (inside && spec->type != ParamType::kText) {
        problems_.add(entry.place, fmt::format("parameter '{}' is no text with settings inside", owner));
        return;
      }
    }
    const bool text = spec == nullptr || spec->type == ParamType::kText;
    const auto type = fields.choice("type");
    if (type) {
      p.kind = static_cast<TuneKind>(*type);
    } else if (fields.find("values") != nullptr) {
      p.kind = TuneKind::kCategory;
    } else if (text) {
      problems_.add(entry.place, fmt::format("parameter '{}' is a text, so its 'type' must be given", p.name),
                    "real, integer or category");
      return;
    } else {
      p.kind = spec->type == ParamType::kReal  ? TuneKind::kReal
               : spec->type == ParamType::kInt ? TuneKind::kInteger
                                               : TuneKind::kCategory;
    }
    read_default(entry, fields, spec, inside, p);
    if (p.kind == TuneKind::kCategory) {
      if (!read_values(entry, fields, spec, p)) return;
    } else if (!read_range(entry, fields, spec, p)) {
      return;
    }
    spec_.parameters.push_back(std::move(p));
  }

  void read_default(const Node::Entry& entry, const Fields& fields, const ParamSpec* spec, bool inside,
                    TunedParameter& p) {
    if (const Node* node = fields.find("default")) {
      p.fallback = read_scalar(*node, "default", "a value", problems_).value_or("");
      if (spec == nullptr || spec->type == ParamType::kText) return;
      if (same_value(*spec, p.fallback, value_of(*spec))) {
        p.fallback = value_of(*spec);
      } else {
        problems_.add(node->place,
                      fmt::format("'default' is {}, but agent '{}' plays with {}", in_quotes(p.fallback),
                                  tuned_->name, in_quotes(value_of(*spec))),
                      "leave it out, or give the agent this value");
      }
      return;
    }
    if (spec != nullptr && !inside) p.fallback = value_of(*spec);
    if (inside)
      problems_.add(entry.place, fmt::format("'{}' has no 'default'", p.name),
                    "the value with which the engine is compared");
  }

  // "0.30" and "0.3" are the same number.
  static bool same_value(const ParamSpec& spec, const std::string& a, const std::string& b) {
    const bool number = spec.type == ParamType::kInt || spec.type == ParamType::kReal;
    const auto first = parse_param(spec, a);
    const auto second = parse_param(spec, b);
    return a == b || (number && first && second && first->real == second->real);
  }

  std::string value_of(const ParamSpec& spec) const {
    for (const auto& [name, value] : tuned_->params) {
      if (name == spec.name) return value;
    }
    return spec.fallback;
  }

  bool read_values(const Node::Entry& entry, const Fields& fields, const ParamSpec* spec, TunedParameter& p) {
    for (const char* key : {"range", "scale"}) {
      if (const Node* node = fields.find(key))
        problems_.add(node->place, fmt::format("'{}' goes with numbers, '{}' is a category", key, p.name));
    }
    const std::size_t before = problems_.count();
    if (const Node* node = fields.find("values")) {
      const auto* items = read_list(*node, "values", kMaxLevels, problems_);
      if (items == nullptr) return false;
      for (const Node& item : *items) {
        const auto value = read_scalar(item, "values", "a value", problems_);
        if (!value) continue;
        if (spec != nullptr) {
          if (const auto parsed = parse_param(*spec, *value); !parsed)
            problems_.add(item.place, parsed.error(), host::value_hint(*spec, *value));
        }
        if (std::find(p.values.begin(), p.values.end(), *value) != p.values.end())
          problems_.add(item.place, fmt::format("value {} is there twice", in_quotes(*value)));
        p.values.push_back(*value);
      }
    } else if (spec != nullptr && spec->type == ParamType::kBool) {
      p.values = {"false", "true"};
    } else if (spec != nullptr && spec->type == ParamType::kChoice) {
      for (std::string_view rest = spec->choices;;) {
        const auto bar = rest.find('|');
        p.values.emplace_back(rest.substr(0, bar));
        if (bar == std::string_view::npos) break;
        rest.remove_prefix(bar + 1);
      }
    }
    if (problems_.count() != before) return false;
    if (p.values.size() < 2) {
      problems_.add(entry.place, fmt::format("parameter '{}' has no 'values' to choose from", p.name),
                    "a list of two or more");
      return false;
    }
    if (std::find(p.values.begin(), p.values.end(), p.fallback) == p.values.end()) {
      problems_.add(entry.place,
                    fmt::format("the default of '{}', {}, is not among its values ({})", p.name,
                                in_quotes(p.fallback), fmt::join(p.values, ", ")),
                    "the tuning is compared with it: add it, or give the agent another value");
      return false;
    }
    return true;
  }

  bool read_range(const Node::Entry& entry, const Fields& fields, const ParamSpec* spec, TunedParameter& p) {
    const Node* node = fields.find("range");
    if (node == nullptr) {
      problems_.add(entry.place, fmt::format("parameter '{}' has no 'range'", p.name),
                    spec != nullptr && spec->type != ParamType::kText
                        ? fmt::format("it takes {}", expected_text(*spec))
                        : "for example [0, 10]");
      return false;
    }
    const auto number = [&](std::size_t i) -> std::optional<double> {
      return node->kind == NodeKind::kSequence && node->items.size() == 2 &&
                     node->items[i].kind == NodeKind::kScalar
                 ? parse_number(node->items[i].text)
                 : std::nullopt;
    };
    const auto low = number(0);
    const auto high = number(1);
    if (!low || !high || !(*low < *high)) {
      problems_.add(node->place,
                    fmt::format("'range' of '{}' is {}, expected two numbers, the smaller first", p.name,
                                describe(*node)),
                    "for example [0.1, 3]");
      return false;
    }
    p.low = *low, p.high = *high;
    const bool whole = p.low == std::round(p.low) && p.high == std::round(p.high);
    if (p.kind == TuneKind::kInteger && !whole) {
      problems_.add(node->place, fmt::format("'range' of '{}' is {:g}..{:g}, expected whole numbers", p.name,
                                             p.low, p.high));
      return false;
    }
    const bool has_own = spec != nullptr && (spec->type == ParamType::kInt || spec->type == ParamType::kReal);
    if (has_own && (p.low < spec->min || p.high > spec->max)) {
      problems_.add(node->place, fmt::format("'range' of '{}' is {:g}..{:g}, but the agent takes {}", p.name,
                                             p.low, p.high, expected_text(*spec)));
      return false;
    }
    p.log_scale = fields.choice("scale") == std::size_t{1};
    if (p.log_scale && p.low <= 0) {
      problems_.add(fields.find("scale")->place,
                    fmt::format("'scale' of '{}' is log, and its range begins at {:g}", p.name, p.low),
                    "a logarithmic scale needs a range above 0");
      return false;
    }
    const auto fallback = parse_number(p.fallback);
    if (!fallback) {
      problems_.add(
          entry.place,
          fmt::format("the default of '{}' is {}, which is no number", p.name, in_quotes(p.fallback)),
          "give one: 'default: 0.5'");
      return false;
    }
    if (*fallback < p.low || *fallback > p.high) {
      problems_.add(node->place,
                    fmt::format("the default of '{}', {}, lies outside of its range {:g}..{:g}", p.name,
                                p.fallback, p.low, p.high),
                    "the tuning is compared with it: widen the range, or give the agent another value");
      return false;
    }
    return true;
  }

  void read_constraints(const Node& node) {
    const auto* items = read_list(node, "constraints", 100, problems_);
    if (items == nullptr) return;
    for (const Node& item : *items) {
      const auto text = read_scalar(item, "constraints", "as 'low <= high'", problems_);
      if (!text) continue;
      auto constraint = parse_constraint(*text, spec_.parameters);
      if (!constraint) {
        problems_.add(item.place, constraint.error(), "for example 'low <= high' or '2*a - b >= 3'");
        continue;
      }
      double sum = -constraint->limit;
      for (std::size_t i = 0; i < spec_.parameters.size(); ++i) {
        if (constraint->weights[i] != 0)
          sum += constraint->weights[i] * parse_number(spec_.parameters[i].fallback).value_or(0);
      }
      if (sum > 1e-9)
        problems_.add(item.place, fmt::format("the defaults do not keep to {}", in_quotes(*text)));
      spec_.constraints.push_back(*std::move(constraint));
    }
  }

  void read_method(const Node& node) {
    TuneMethodSpec& method = spec_.method;
    if (node.kind == NodeKind::kScalar) {
      if (const auto known = enum_from_text<TuneMethod>(node.text)) {
        method.type = *known;
        method_place_ = node.place;
        if (method.type == TuneMethod::kExternal)
          problems_.add(node.place, "method 'external' needs a command",
                        "method: {type: external, command: 'python3 tuner.py'}, or --external COMMAND");
        return;
      }
      problems_.add(
          node.place,
          fmt::format("'method' is {}, expected clop, spsa, ntbea or external", in_quotes(node.text)),
          suggest(node.text, std::vector<std::string>{"clop", "spsa", "ntbea", "external"}));
      return;
    }
    const Fields fields(node, kTuneMethodKeys, problems_);
    if (!fields.usable()) return;
    method_place_ = node.place;
    if (fields.require("type") == nullptr) return;
    if (const auto type = fields.choice("type")) method.type = static_cast<TuneMethod>(*type);
    const auto only_with = [&](TuneMethod type, std::initializer_list<const char*> keys) {
      for (const char* key : keys) {
        const Node* extra = fields.find(key);
        if (extra != nullptr && method.type != type)
          problems_.add(extra->place, fmt::format("'{}' goes with method {} only", key, to_text(type)));
      }
    };
    only_with(TuneMethod::kClop, {"confidence", "recommend"});
    only_with(TuneMethod::kSpsa, {"c_end", "r_end"});
    only_with(TuneMethod::kNtbea, {"exploration", "neighbours", "restarts", "levels", "race"});
    only_with(TuneMethod::kExternal, {"command", "answer"});
    method.confidence = fields.number("confidence").value_or(method.confidence);
    if (const auto choice = fields.choice("recommend")) method.recommend = static_cast<ClopChoice>(*choice);
    method.c_end = fields.number("c_end").value_or(method.c_end);
    method.r_end = fields.number("r_end").value_or(method.r_end);
    method.exploration = fields.number("exploration").value_or(method.exploration);
    method.neighbours = fields.count("neighbours", method.neighbours);
    method.restarts = fields.count("restarts", method.restarts);
    method.levels = fields.count("levels", method.levels);
    method.race = fields.number("race").value_or(method.race);
    if (const Node* command = fields.find("command"))
      method.command = read_scalar(*command, "command", "a command", problems_).value_or("");
    method.answer_ns = fields.duration("answer").value_or(method.answer_ns);
  }

  void read_validation(const Node& node) {
    if (node.kind == NodeKind::kScalar && node.text == "none") {
      spec_.validation = 0, spec_.times = 0;
      return;
    }
    const Fields fields(node, kValidationKeys, problems_);
    if (!fields.usable()) return;
    spec_.validation = fields.count("games", spec_.validation);
    spec_.times = fields.count("times", spec_.times);
    SprtTest& test = spec_.sprt;
    test.elo0 = fields.number("elo0").value_or(test.elo0);
    test.elo1 = fields.number("elo1").value_or(test.elo1);
    test.alpha = fields.number("alpha").value_or(test.alpha);
    test.beta = fields.number("beta").value_or(test.beta);
    if (!(test.elo0 < test.elo1))
      problems_.add(node.place, fmt::format("'elo0' is {:g} and 'elo1' is {:g}, expected elo0 < elo1",
                                            test.elo0, test.elo1));
    spec_.validation += spec_.validation % 2;
  }

  // Reports settings that the method does not support.
  void check_method(const Node& node) {
    const Place place = method_place_.value_or(node.place);
    const bool continuous = spec_.method.type == TuneMethod::kClop || spec_.method.type == TuneMethod::kSpsa;
    for (const TunedParameter& p : spec_.parameters) {
      if (continuous && p.kind == TuneKind::kCategory) {
        problems_.add(place,
                      fmt::format("method {} tunes numbers, and '{}' is a category",
                                  to_text(spec_.method.type), p.name),
                      "method: ntbea");
      }
    }
  }

  std::vector<AgentSpec>& agents_;
  std::uint32_t players_;
  const Schema* schema_;  // nullptr: a kept specification, read without checks
  Problems& problems_;
  TuneSpec spec_;
  std::optional<AgentSpec> tuned_;
  std::optional<Place> method_place_;
};

}  // namespace

Result<TuneConstraint> parse_constraint(std::string_view text, std::span<const TunedParameter> parameters) {
  TuneConstraint constraint;
  constraint.text = std::string(text);
  constraint.weights.assign(parameters.size(), 0);
  const std::size_t less = text.find("<=");
  const std::size_t more = text.find(">=");
  const std::size_t at = std::min(less, more);
  if (at == std::string_view::npos)
    return Error{fmt::format("constraint {} has no '<=' or '>='", in_quotes(text))};
  const double sign = less < more ? 1 : -1;
  for (const auto& [side, factor] : {std::pair(text.substr(0, at), sign), {text.substr(at + 2), -sign}}) {
    if (const auto why = add_side(side, factor, parameters, constraint))
      return Error{fmt::format("constraint {}: {}", in_quotes(text), *why)};
  }
  return constraint;
}

TuneSpec read_tune(const Node& node, std::vector<AgentSpec>& agents, std::uint32_t players,
                   const Schema& schema, const std::string& folder, Problems& problems) {
  TuneSpec spec = TuneReader(agents, players, &schema, problems).read(node);
  const Node* const method = node.find("method");
  const Node* const command = method == nullptr ? nullptr : method->find("command");
  if (command != nullptr) spec.method.folder = path_beside(".", command->place, folder);
  return spec;
}

std::optional<TuneSpec> read_kept_tune(std::string_view text) {
  Problems problems("spec.yaml");
  const Node root = parse_tree(text, 0, false, problems);
  const Node* node = root.find("tune");
  if (node == nullptr) return std::nullopt;
  std::vector<AgentSpec> none;
  TuneSpec spec = TuneReader(none, 0, nullptr, problems).read(*node);
  if (problems.count() != 0) return std::nullopt;
  return spec;
}

}  // namespace ludex::arena::run
