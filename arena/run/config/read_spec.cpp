#include "arena/run/config/read_spec.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <random>

#include <fmt/format.h>

#include "arena/base/files/text_file.hpp"
#include "arena/base/text/quantity.hpp"
#include "arena/base/text/shown.hpp"
#include "arena/base/text/suggest.hpp"
#include "arena/host/plugins/parameters.hpp"
#include "arena/host/plugins/registry.hpp"
#include "arena/run/config/fields.hpp"
#include "arena/run/config/game_folders.hpp"
#include "arena/run/config/game_sizes.hpp"
#include "arena/run/config/override.hpp"
#include "arena/run/config/read_parts.hpp"
#include "arena/run/config/read_tune.hpp"
#include "arena/run/config/sweep.hpp"
#include "arena/run/schedule/openings.hpp"
#include "core/game/extensions.hpp"

namespace ludex::arena::run {
namespace {

class SpecReader {
 public:
  SpecReader(const Node& root, std::string folder, const Catalogue& catalogue, Problems& problems)
      : root_(root), folder_(std::move(folder)), catalogue_(catalogue), problems_(problems) {}

  TournamentSpec read() {
    const Fields fields(root_, kSpecificationKeys, problems_);
    if (!fields.usable()) return spec_;
    read_top(fields);
    if (const Node* node = fields.find("budget")) default_budget_ = read_budget(*node, problems_);
    if (const Node* node = fields.find("limits")) spec_.limits = read_limits(*node, folder_, problems_);
    spec_.limits.sandbox = spec_.limits.sandbox || spec_.competition;
    if (const Node* node = fields.find("openings"))
      default_openings_ = read_openings(*node, folder_, problems_);
    default_openings_place_ = fields.find("openings") != nullptr ? fields.find("openings")->place : Place{};
    if (const Node* node = fields.require("games")) read_games(*node);
    if (const Node* node = fields.require("agents")) read_agents(*node);
    if (const Node* node = fields.find("format"))
      spec_.format = read_format(*node, names_, most_players(spec_), problems_);
    if (const Node* node = fields.find("tune")) read_tuning(*node);
    if (const Node* node = fields.find("adjudication")) read_adjudications(*node);
    check_sizes(root_, spec_, game_places_, problems_);
    check_pairings();
    check_reference(fields);
    if (problems_.count() == 0) try_out();
    return std::move(spec_);
  }

  // Number of problems due to refused plug-ins or agents that cannot be prepared for a game.
  [[nodiscard]] std::size_t refused() const { return refused_; }
  // The games of read(), in order; complete if there was no problem.
  [[nodiscard]] std::vector<PreparedGame> take_games() { return std::move(made_games_); }

 private:
  struct CheckedAgent {
    std::string id;
    LimitsSpec limits;
    std::string name;
    Place place;
  };
  // An agent to try once all else is valid, with the places of its possible errors.
  struct Candidate {
    std::size_t agent;  // in the specification
    Place place;        // of all other errors
    std::vector<std::pair<std::string, Place>> places;
  };

  void check_reference(const Fields& fields) {
    const bool oracle = spec_.adjudication.oracle && spec_.adjudication.oracle->budget.scale;
    const bool any = oracle || std::any_of(spec_.agents.begin(), spec_.agents.end(),
                                           [](const AgentSpec& agent) { return agent.budget.scale; });
    const Node* node = fields.find("reference");
    if (any && node == nullptr) {
      problems_.add(root_.place, "budgets are scaled, but there is no 'reference' to scale them to",
                    "give the time of the reference work on the machine that the budgets are meant for, for "
                    "example 'reference: 0.5s'; run.json of a part played there has it as reference_seconds");
    }
    if (!any && node != nullptr)
      problems_.add(node->place, "'reference' is for budgets with 'scale: true', and there is none");
  }

  void read_top(const Fields& fields) {
    if (const Node* node = fields.require("name"))
      spec_.name = read_name(*node, "name", problems_).value_or("");
    spec_.seed = fields.integer("seed").value_or(spec_.seed);
    spec_.dice_seed = fields.integer("dice_seed");
    spec_.grace_ns = fields.duration("grace").value_or(spec_.grace_ns);
    spec_.reference_ns = fields.duration("reference").value_or(0);
    if (const auto mode = fields.choice("mode")) {
      spec_.competition = *mode == 3;
      spec_.mode = spec_.competition ? SeatMode::kDedicated : static_cast<SeatMode>(*mode);
    }
    spec_.compress_log = fields.boolean("compress_log").value_or(spec_.compress_log);
    spec_.strict = fields.boolean("strict").value_or(spec_.strict);
    spec_.record_moves = fields.boolean("record_moves").value_or(spec_.record_moves);
    if (const Node* node = fields.find("concurrency");
        node != nullptr && !(node->kind == NodeKind::kScalar && node->text == "auto")) {
      const auto value = node->kind == NodeKind::kScalar ? parse_unsigned(node->text) : std::nullopt;
      spec_.concurrency = static_cast<std::uint32_t>(value.value_or(0));
      if (!value || *value < 1 || *value > kMaxConcurrency)
        problems_.add(node->place, fmt::format("'concurrency' is {}, expected 'auto' or an integer in 1..{}",
                                               describe(*node), kMaxConcurrency));
    }
    spec_.out = "results/" + spec_.name;
    read_folder(fields, "out", spec_.out);
    read_folder(fields, "scratch", spec_.scratch);
  }

  void read_folder(const Fields& fields, const char* key, std::string& folder) {
    const Node* const node = fields.find(key);
    if (node == nullptr) return;
    const auto text = read_scalar(*node, key, "a folder", problems_);
    if (!text) return;
    folder = *text;
    if (text->empty() || text->find('\0') != std::string::npos)
      problems_.add(node->place, fmt::format("'{}' is {}, expected a folder", key, in_quotes(*text)));
  }

  // Expands `hex:size=5`, as on the command line, to `{game: hex, params: {size: 5}}`. Other nodes stay
  // unchanged.
  static Node long_form(const Node& item, const char* kind) {
    if (item.kind != NodeKind::kScalar) return item;
    const auto component = host::parse_component(item.text);
    if (!component) return item;
    const auto scalar = [&](const std::string& text) {
      return Node{.kind = NodeKind::kScalar, .place = item.place, .text = text, .items = {}, .entries = {}};
    };
    Node map{.kind = NodeKind::kMap, .place = item.place, .text = "", .items = {}, .entries = {}};
    map.entries.push_back({kind, item.place, scalar(component->id)});
    if (!component->settings.empty()) {
      Node params = map;
      params.entries.clear();
      for (const auto& [name, value] : component->settings)
        params.entries.push_back({name, item.place, scalar(value)});
      map.entries.push_back({"params", item.place, std::move(params)});
    }
    return map;
  }

  void read_games(const Node& node) {
    const auto* items = read_list(node, "games", kMaxGames, problems_);
    if (items == nullptr) return;
    for (const auto& item : *items) read_game(long_form(item, "game"));
  }

  void read_game(const Node& node) {
    const Fields fields(node, kGameKeys, problems_);
    if (!fields.usable()) return;
    GameSpec game;
    const std::size_t problems_before = problems_.count();
    const auto given = read_plugin(fields, PluginKind::kGame, game.id, game.params);
    game.trusted = fields.boolean("trusted");
    const bool strange = !game.trusted.value_or(catalogue_.foreign_file(PluginKind::kGame, game.id).empty());
    game.sandboxed = strange && spec_.limits.sandbox && spec_.mode == SeatMode::kDedicated;
    if (game.trusted == false && !game.sandboxed)
      problems_.add(fields.find("trusted")->place, "games that are not trusted are played in the sandbox",
                    "'mode: competition', or 'mode: dedicated' with 'limits: {sandbox: true}' at the top");
    const bool valid = problems_.count() == problems_before && !game.id.empty();
    game.label = name_of(fields, "label", game.id, given, &Catalogue::game_parameters);
    // A label derived from invalid parameters may collide by accident.
    if (valid || fields.find("label") != nullptr)
      check_unique(labels_, label_places_, game.label, node, "label");
    const Node* own = fields.find("openings");
    game.openings = own != nullptr ? read_openings(*own, folder_, problems_) : default_openings_;
    made_games_.push_back(valid ? make_game(game, node, own != nullptr ? own->place : default_openings_place_)
                                : PreparedGame{});
    if (made_games_.back().game != nullptr) game.players = made_games_.back().game->traits().players;
    game_places_.push_back(node.place);
    spec_.games.push_back(std::move(game));
  }

  // In a competition the host runs only agents that came with ludex.
  void refuse_foreign_oracle(const std::string& id, const Node& node) {
    if (!spec_.competition || id.empty()) return;
    const std::string file = catalogue_.foreign_file(PluginKind::kAgent, id);
    if (file.empty()) return;
    problems_.add(
        node.place,
        fmt::format("oracle {} is {}, which did not come with ludex, and the code of oracles runs in "
                    "the host",
                    in_quotes(id), file),
        "an oracle that came with ludex, or another mode");
  }

  // Without a game or openings after a problem.
  PreparedGame make_game(const GameSpec& spec, const Node& node, Place openings_place) {
    auto made = catalogue_.make_game(spec.id, spec.params, spec.sandboxed);
    const Place place = node.find("params") != nullptr ? node.find("params")->place : node.place;
    if (!made) {
      problems_.add(place, made.error());
      return {};
    }
    std::shared_ptr<const Game> game = *std::move(made);
    demand_dice_seed(*game, place);
    std::vector<Diagnostic> found;
    std::vector<Diagnostic> left_out;
    auto openings = OpeningSource::make(*game, spec.openings, spec.label, spec_.seed, found, &left_out);
    if (spec_.strict) {
      found.insert(found.end(), left_out.begin(), left_out.end());
    } else {
      for (const auto& one : left_out) spec_.warnings.push_back(to_text(one, "warning"));
    }
    for (auto& problem : found) {
      if (problem.file.empty()) {
        problems_.add(openings_place, std::move(problem.message), std::move(problem.hint));
      } else {
        problems_.add(std::move(problem));
      }
    }
    return {std::move(game), std::move(openings)};
  }

  // Agents of a competition may guess `seed`, and try what outcomes follow from it.
  void demand_dice_seed(const Game& game, Place place) {
    if (!spec_.competition || spec_.dice_seed || find<Chance>(game) == nullptr) return;
    std::random_device random;
    problems_.add(place,
                  "in a competition a game with chance needs 'dice_seed', a number that no agent can guess",
                  fmt::format("for example 'dice_seed: {}'; keep the file where agents cannot read it",
                              (std::uint64_t{random()} << 32U) ^ random()));
  }

  void read_agents(const Node& node) {
    const auto* items = read_list(node, "agents", kMaxAgents, problems_);
    if (items == nullptr) return;
    if (items->size() < 2 && root_.find("tune") == nullptr)
      problems_.add(node.place, "a tournament needs at least two agents");
    for (const auto& item : *items) read_agent(long_form(item, "agent"));
  }

  void read_agent(const Node& node) {
    const Fields fields(node, kAgentKeys, problems_);
    if (!fields.usable()) return;
    AgentSpec agent;
    const std::size_t problems_before = problems_.count();
    const auto given = read_plugin(fields, PluginKind::kAgent, agent.id, agent.params);
    const bool valid = problems_.count() == problems_before && !agent.id.empty();
    agent.name = name_of(fields, "name", agent.id, given, &Catalogue::agent_parameters);
    if (valid || fields.find("name") != nullptr) check_unique(names_, name_places_, agent.name, node, "name");
    const Node* limits = fields.find("limits");
    agent.limits =
        limits != nullptr ? read_agent_limits(*limits, spec_.limits, folder_, problems_) : spec_.limits;
    if (spec_.competition) agent.limits.sandbox = true;
    const Node* budget = fields.find("budget");
    const std::size_t before_budget = problems_.count();
    BudgetSpec own;
    own.threads = 0;
    if (budget != nullptr) own = read_budget(*budget, problems_);
    agent.budget = complete_budget(own, default_budget_);
    const bool missing =
        !agent.budget.limited() && problems_.count() == before_budget && root_.find("budget") == nullptr;
    const AgentTraits traits = valid ? check_agent(agent, node) : AgentTraits{};
    const bool needs_budget = traits.needs_budget;
    if (traits.wants_tryout) candidates_.push_back(candidate(fields, node));
    if (missing && needs_budget)
      problems_.add(node.place,
                    agent.name.empty() ? "an agent has no budget"
                                       : fmt::format("agent {} has no budget", in_quotes(agent.name)),
                    "give it one, or all a default: 'budget: {iterations: 1000}' at the top");
    spec_.agents.push_back(std::move(agent));
  }

  // The agent read next. Errors go to the part's place in the agent, else at the top level, else to the
  // agent.
  [[nodiscard]] Candidate candidate(const Fields& fields, const Node& node) const {
    Candidate made{spec_.agents.size(), fields.find("agent")->place, {}};
    if (const Node* params = fields.find("params")) {
      made.place = params->place;
      for (const auto& entry : params->entries) made.places.emplace_back(entry.key, entry.value.place);
    }
    for (const char* key : {"budget", "limits"}) {
      const Node* part = node.find(key);
      if (part == nullptr) part = root_.find(key);
      if (part != nullptr) made.places.emplace_back(key, part->place);
    }
    return made;
  }

  // Prepares agents that depend on other programs once for each of their games.
  void try_out() {
    for (const Candidate& candidate : candidates_) {
      const auto answer = catalogue_.try_out(spec_, candidate.agent);
      if (answer) continue;
      const std::string& why = answer.error();
      const auto named = std::find_if(candidate.places.begin(), candidate.places.end(),
                                      [&](const auto& part) { return why.starts_with(part.first + ": "); });
      problems_.add(named != candidate.places.end() ? named->second : candidate.place,
                    fmt::format("agent {}: {}", in_quotes(spec_.agents[candidate.agent].name), why));
      ++refused_;
    }
  }

  AgentTraits check_agent(const AgentSpec& agent, const Node& node) {
    const auto answer = catalogue_.check_agent(agent.id, agent.params, agent.limits);
    if (!answer) {
      const Place place = node.find("params") != nullptr ? node.find("params")->place : node.place;
      problems_.add(place, fmt::format("agent {}: {}", in_quotes(agent.id), answer.error()));
      return {};
    }
    checked_agents_.push_back({agent.id, agent.limits, agent.name, node.find("agent")->place});
    return *answer;
  }

  void read_tuning(const Node& node) {
    if (const Node* format = root_.find("format"))
      problems_.add(format->place, "'format' and 'tune' exclude each other: 'tune' determines the pairings");
    spec_.tune = read_tune(
        node, spec_.agents, most_players(spec_),
        [&](std::string_view id) { return catalogue_.agent_parameters(id); }, folder_, problems_);
    refuse_tuned_preset(node);
    for (const GameSpec& game : spec_.games) {
      if (game.openings.kind != OpeningKind::kNone || spec_.tune->validation == 0) continue;
      problems_.add(node.place, fmt::format("game {} has no openings", in_quotes(game.label)),
                    "the tuned parameters are validated on openings that tuning did not use: 'openings: "
                    "{random_plies: 2}'");
    }
  }

  // A tuned value replaces one of the agent's complete list, so that another preset would change nothing.
  void refuse_tuned_preset(const Node& node) {
    const Node* const parameters = node.find("parameters");
    const Node* const preset = parameters != nullptr ? parameters->find(host::kPresetParameter) : nullptr;
    const bool has_presets =
        std::any_of(spec_.agents.begin(), spec_.agents.end(), [&](const AgentSpec& agent) {
          return agent.name == spec_.tune->agent && !catalogue_.agent_presets(agent.id).empty();
        });
    if (preset != nullptr && has_presets)
      problems_.add(preset->place, "a preset cannot be tuned",
                    "tune parameters that it sets, or let agents with different presets play");
  }

  void read_adjudications(const Node& node) {
    const Fields fields(node, kAdjudicationKeys, problems_);
    if (!fields.usable()) return;
    spec_.adjudication = read_adjudication(fields, problems_);
    if (const Node* oracle = fields.find("oracle")) read_oracle(*oracle);
  }

  // Reads the oracle, an agent without a name that plays no games.
  void read_oracle(const Node& node) {
    const Fields fields(node, kOracleKeys, problems_);
    if (!fields.usable()) return;
    AgentSpec oracle;
    oracle.name = "oracle";
    const std::size_t problems_before = problems_.count();
    read_plugin(fields, PluginKind::kAgent, oracle.id, oracle.params);
    refuse_foreign_oracle(oracle.id, node);
    if (std::any_of(spec_.games.begin(), spec_.games.end(),
                    [](const GameSpec& game) { return game.sandboxed; }))
      problems_.add(node.place,
                    "an oracle is not in the sandbox, where games that are not trusted are played",
                    "'trusted: true' for these games, or no oracle");
    const bool valid = problems_.count() == problems_before && !oracle.id.empty();
    if (const Node* budget = fields.require("budget")) {
      oracle.budget = complete_budget(read_budget(*budget, problems_), {});
      if (!oracle.budget.limited() && problems_.count() == problems_before)
        problems_.add(budget->place, "the oracle's budget has no limit", "for example {nodes: 10000}");
    }
    spec_.adjudication.oracle_every = fields.count("every", 1);
    if (valid) check_agent(oracle, node);
    spec_.adjudication.oracle = std::move(oracle);
  }

  // Reports agents that cannot play a game. Agents of one kind with equal parameters share the answer.
  void check_pairings() {
    for (std::size_t i = 0; i < made_games_.size(); ++i) {
      const auto& game = made_games_[i].game;
      const auto& label = spec_.games[i].label;
      const bool sandboxed = spec_.games[i].sandboxed;
      if (game == nullptr) continue;  // already reported
      for (const auto& agent : checked_agents_) {
        if (sandboxed && !agent.limits.sandbox) {
          problems_.add(
              agent.place,
              fmt::format("agent {} is not in the sandbox, where {} is played, which is not trusted",
                          in_quotes(agent.name), in_quotes(label)),
              "'limits: {sandbox: true}' for this agent, or 'trusted: true' for the game");
          continue;
        }
        const auto answer = catalogue_.check_pairing(*game, agent.id, agent.limits);
        if (!answer)
          problems_.add(agent.place, fmt::format("agent {} cannot play {}: {}", in_quotes(agent.name),
                                                 in_quotes(label), answer.error()));
      }
    }
  }

  // Reads `game: ID` or `agent: ID`, and its settings. Fills in every parameter: as given, else by the
  // preset, else by default. Returns those given.
  Params read_plugin(const Fields& fields, PluginKind which, std::string& id, Params& params) {
    const bool agent = which == PluginKind::kAgent;
    const std::string kind(to_text(which));
    const std::vector<std::string> known = agent ? catalogue_.agents() : catalogue_.games();
    const Node* node = fields.require(kind);
    const auto text = node != nullptr ? read_scalar(*node, kind, "an id", problems_) : std::nullopt;
    if (!text) return {};
    if (std::find(known.begin(), known.end(), *text) == known.end()) {
      if (const std::string why = catalogue_.refusal(*text); !why.empty()) {
        problems_.add(node->place, fmt::format("{} {} is refused: {}", kind, in_quotes(*text), why), "");
        ++refused_;
        return {};
      }
      const std::string missing = host::left_out(which, *text);
      problems_.add(node->place, fmt::format("unknown {} {}", kind, in_quotes(*text)),
                    missing.empty() ? host::suggest_plugin(*text, known) : missing);
      return {};
    }
    id = *text;
    const auto specs = agent ? catalogue_.agent_parameters(id) : catalogue_.game_parameters(id);
    const auto presets = agent ? catalogue_.agent_presets(id) : std::span<const host::Preset>();
    const std::string owner = fmt::format("{} '{}'", kind, id);
    Params given = agent ? read_preset_key(fields, specs, owner) : Params();
    if (const Node* settings = fields.find("params")) {
      const Params own = read_settings(*settings, specs, owner);
      if (!given.empty() && host::find_setting(own, host::kPresetParameter) != nullptr)
        problems_.add(settings->find(host::kPresetParameter)->place, "'preset' is given twice",
                      "next to 'agent' or in 'params'");
      given.insert(given.end(), own.begin(), own.end());
    }
    const Params complete = host::expand_preset(presets, given);
    for (const auto& spec : specs) {
      const std::string* value = host::find_setting(given, spec.name);
      if (value == nullptr) value = host::find_setting(complete, spec.name);
      params.emplace_back(spec.name, value != nullptr ? *value : spec.fallback);
    }
    return given;
  }

  // Reads `preset: NAME` beside `agent`, another way to write it among the parameters.
  Params read_preset_key(const Fields& fields, std::span<const ParamSpec> specs, const std::string& owner) {
    const Node* const name = fields.find(host::kPresetParameter);
    if (name == nullptr) return {};
    Node map{.kind = NodeKind::kMap, .place = name->place, .text = "", .items = {}, .entries = {}};
    map.entries.push_back({host::kPresetParameter, name->place, *name});
    return read_settings(map, specs, owner);
  }

  Params read_settings(const Node& node, std::span<const ParamSpec> specs, const std::string& owner) {
    Params given;
    if (node.kind != NodeKind::kMap) {
      problems_.add(node.place, fmt::format("'params' is {}, expected a map", describe(node)));
      return given;
    }
    for (const auto& entry : node.entries) {
      const std::string& key = entry.key;
      const Place& place = entry.place;
      const Node& value = entry.value;
      const ParamSpec* const spec = host::find_parameter(specs, key);
      if (spec == nullptr) {
        problems_.add(place, fmt::format("{} has no parameter {}", owner, in_quotes(key)),
                      host::parameter_hint(specs, key));
        continue;
      }
      const auto text = spec->type == ParamType::kText && value.kind == NodeKind::kSequence
                            ? quoted_list(value, key)
                            : read_scalar(value, key, expected_text(*spec), problems_);
      if (!text) continue;
      if (const auto parsed = parse_param(*spec, *text); !parsed) {
        problems_.add(value.place, parsed.error(), host::value_hint(*spec, *text));
      } else {
        given.emplace_back(key,
                           host::names_path(*spec, *text) ? path_beside(*text, value.place, folder_) : *text);
      }
    }
    return given;
  }

  // The texts of a list, each in quotes, as the value of a text parameter.
  std::optional<std::string> quoted_list(const Node& list, const std::string& key) {
    std::string joined;
    for (const Node& item : list.items) {
      const auto text = read_scalar(item, key, "a text", problems_);
      if (!text) return std::nullopt;
      if (text->find('"') != std::string::npos) {
        problems_.add(item.place, fmt::format("{} has a quote in it", in_quotes(*text)));
        return std::nullopt;
      }
      joined += (joined.empty() ? "\"" : " \"") + *text + "\"";
    }
    return joined;
  }

  // The value of `key`, or the command-line form "id:param=value,...", with paths cut to their last part. If
  // that is not a valid name, the paths alone, or the id.
  std::string name_of(const Fields& fields, const char* key, const std::string& id, const Params& given,
                      std::span<const ParamSpec> (Catalogue::*schema)(std::string_view) const) {
    if (const Node* node = fields.find(key)) return read_name(*node, key, problems_).value_or("");
    std::string name = id;
    std::string short_name = id;
    const auto add = [&](std::string& to, const std::string& text) {
      to += (to.size() == id.size() ? ':' : ',') + text;
    };
    for (const auto& [param, value] : given) {
      const ParamSpec* const spec = host::find_parameter((catalogue_.*schema)(id), param);
      const bool path = spec != nullptr && host::names_path(*spec, value);
      const std::string text =
          param + "=" + (path ? std::filesystem::path(value).filename().string() : value);
      add(name, text);
      if (path) add(short_name, text);
    }
    const auto fits = [](const std::string& text) {
      return text.size() <= kMaxNameLength && std::none_of(text.begin(), text.end(), [](char c) {
               return c == '/' || c == '\\' || c == '"' || static_cast<unsigned char>(c) < 0x20;
             });
    };
    return fits(name) ? name : fits(short_name) ? short_name : id;
  }

  void check_unique(std::vector<std::string>& names, std::vector<Place>& places, const std::string& name,
                    const Node& node, const char* key) {
    if (name.empty()) return;
    const Place place = node.find(key) != nullptr ? node.find(key)->place : node.place;
    const auto same = std::find(names.begin(), names.end(), name);
    if (same == names.end()) {
      names.push_back(name);
      places.push_back(place);
      return;
    }
    const Place& first = places[static_cast<std::size_t>(same - names.begin())];
    std::string hint = first.line != 0 ? fmt::format("first in line {}", first.line) : "";
    if (node.find(key) == nullptr)
      hint += fmt::format("{}give each its own '{}'", hint.empty() ? "" : "; ", key);
    problems_.add(place, fmt::format("{} {} is used twice", key, in_quotes(name)), hint);
  }

  const Node& root_;
  std::string folder_;
  const Catalogue& catalogue_;
  Problems& problems_;

  TournamentSpec spec_;
  BudgetSpec default_budget_;
  OpeningSpec default_openings_;
  Place default_openings_place_;
  std::vector<std::string> labels_;
  std::vector<Place> label_places_;
  std::vector<Place> game_places_;  // as spec_.games
  std::vector<std::string> names_;
  std::vector<Place> name_places_;
  std::size_t refused_ = 0;
  std::vector<PreparedGame> made_games_;  // as spec_.games
  std::vector<CheckedAgent> checked_agents_;
  std::vector<Candidate> candidates_;
};

}  // namespace

SpecReading read_spec(const std::string& file, std::string_view text, std::span<const std::string> overrides,
                      const Catalogue& catalogue) {
  Problems problems(file);
  SpecReading reading;
  if (text.size() > kMaxSpecBytes) {
    problems.add({}, fmt::format("longer than {} MiB", kMaxSpecBytes >> 20));
    reading.problems = problems.take();
    return reading;
  }
  Node root = parse_tree(text, 0, false, problems);
  // After a syntax error the rest of the file is missing, so messages about it would be noise.
  if (problems.count() == 0 || root.kind == NodeKind::kMap) {
    for (const auto& override : overrides) apply_override(root, override, problems);
    expand_sweeps(root, problems);
    const std::string folder = std::filesystem::path(file).parent_path().string();
    expand_game_folders(root, folder, problems);
    SpecReader reader(root, folder, catalogue, problems);
    TournamentSpec spec = reader.read();
    reading.refused = reader.refused();
    if (problems.count() == 0) {
      reading.spec = std::move(spec);
      reading.games = reader.take_games();
    }
  }
  reading.problems = problems.take();
  return reading;
}

SpecReading read_spec_file(const std::string& path, std::span<const std::string> overrides,
                           const Catalogue& catalogue) {
  const auto text = read_text_file(path, kMaxSpecBytes);
  if (text) return read_spec(path, *text, overrides, catalogue);
  SpecReading reading;
  reading.problems.push_back({"", 0, 0, text.error(), ""});
  return reading;
}

}  // namespace ludex::arena::run
