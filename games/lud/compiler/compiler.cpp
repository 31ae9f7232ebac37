#include "games/lud/compiler/compiler.hpp"

#include <algorithm>

#include "core/util/nearest.hpp"
#include "games/lud/compiler/endless.hpp"
#include "games/lud/compiler/find_routes.hpp"
#include "games/lud/compiler/find_rows.hpp"
#include "games/lud/compiler/find_site_sets.hpp"
#include "games/lud/compiler/find_site_tables.hpp"
#include "games/lud/compiler/shortcuts.hpp"
#include "games/lud/interpreter/directions.hpp"

namespace ludex::games::lud {

namespace {

int constant_int(const Node& n, Eval&) {
  return n.imm;
}
bool constant_bool(const Node& n, Eval&) {
  return n.imm != 0;
}
int constant_role(const Node& n, Eval& e) {
  return e.role(n.imm);
}

// Sets the functions of a constant.
void bind_constant(Node& node) {
  switch (node.type) {
    case Type::kInt:
      node.fn.as_int = constant_int;
      break;
    case Type::kBool:
      node.fn.as_bool = constant_bool;
      break;
    case Type::kRole:
      node.fn.as_int = constant_role;
      break;
    case Type::kAbsolute:
    case Type::kDirections:
      node.fn.as_directions = constant_directions;
      break;
    case Type::kRegion:
      node.fn.as_region = constant_region;
      break;
    default:
      break;
  }
}

void bind(Node& node) {
  const Row::Fn& fn = node.row->fn;
  switch (node.type) {
    case Type::kInt:
      node.fn.as_int = fn.as_int;
      break;
    case Type::kBool:
      node.fn.as_bool = fn.as_bool;
      break;
    case Type::kRegion:
      node.fn.as_region = fn.as_region;
      break;
    case Type::kMoves:
      node.fn.as_moves = fn.as_moves;
      node.counts = fn.counts;
      break;
    case Type::kDirections:
      node.fn.as_directions = fn.as_directions;
      break;
    case Type::kInts:
      node.fn.as_ints = fn.as_ints;
      break;
    default:
      break;
  }
}

constexpr const char* kCirclesUnknown =
    "directions in, out and around are implemented only on vertices of concentric circles with a centre";
bool is_of_circles(int direction) {
  return (direction >= static_cast<int>(Absolute::kCW) && direction < kConcrete) ||
         direction == static_cast<int>(Absolute::kRotational);
}

bool all_constant(const Node& node) {
  return std::all_of(node.kids.begin(), node.kids.end(), [](const Node* kid) {
    return kid == nullptr || (kid->constant && kid->type != Type::kRole);
  });
}

}  // namespace

int Program::component(const std::string& wanted) const {
  for (std::size_t i = 1; i < components.size(); ++i) {
    if (components[i].name == wanted) return static_cast<int>(i);
  }
  return 0;
}
int Program::component(const std::string& part, int owner) const {
  for (std::size_t i = 1; i < components.size(); ++i) {
    if (components[i].is_called(part) && components[i].owner == owner) return static_cast<int>(i);
  }
  return 0;
}

std::string Program::short_name(const Component& piece) const {
  const auto shared = [&](std::size_t letters) {
    return std::any_of(components.begin() + 1, components.end(), [&](const Component& other) {
      return other.base != piece.base && other.base.compare(0, letters, piece.base, 0, letters) == 0;
    });
  };
  constexpr std::size_t kMost = 3;
  std::size_t letters = 1;
  while (letters < kMost && shared(letters)) ++letters;
  return piece.base.substr(0, letters);
}

int Compiler::index_in(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  names.push_back(name);
  return static_cast<int>(names.size() - 1);
}

void Compiler::uses(const Node& node, int type) {
  if (!p_->topologies[static_cast<std::size_t>(type)]) fail(node, "the board has no such sites");
  used_types_[static_cast<std::size_t>(type)] = true;
}

const Topology& Compiler::board() const {
  if (!p_->topologies[static_cast<std::size_t>(p_->site_type)])
    throw CompileError{board_tree_, "the definition of the board depends on its pieces or sites"};
  return p_->board();
}

void Compiler::fail(const Node& node, std::string message, const std::string& name,
                    const std::vector<std::string>& known) {
  const std::string meant = did_you_mean(name, known);
  if (!meant.empty()) message += "; " + meant;
  fail(node, message);
}

void Compiler::no_piece(const Node& node, const std::string& name) const {
  std::vector<std::string> known;
  for (std::size_t i = 1; i < p_->components.size(); ++i) {
    known.push_back(p_->components[i].base);
    known.push_back(p_->components[i].name);
  }
  fail(node, "there is no piece '" + name + "'", name, known);
}

int Compiler::site(const Node& node, const std::string& label) const {
  const int at = board().site_of(label);
  if (at < 0) fail(node, "the board has no site '" + label + "'");
  return at;
}

void Compiler::make_region(Node& node, const std::vector<int>& sites) {
  auto region = std::make_unique<Region>(static_cast<std::size_t>(p_->layout.words), 0);
  for (const int at : sites) {
    if (at < 0 || at >= 64 * p_->layout.words) fail(node, "there is no site " + std::to_string(at));
    set(region->data(), at);
  }
  node.table = region.get();
  node.constant = true;
  node.fn.as_region = constant_region;
  p_->constants.push_back(std::move(region));
}

void Compiler::needs_places(const Track& of) {
  for (Track& track : p_->tracks) {
    if (&track != &of || track.memory >= 0) continue;
    track.memory = p_->place_memory;
    p_->place_memory += static_cast<int>(track.sites.size() * p_->components.size());
  }
}

const std::vector<int>* Compiler::table(std::vector<int> values) {
  p_->tables.push_back(std::make_unique<std::vector<int>>(std::move(values)));
  return p_->tables.back().get();
}

namespace {

bool has_text(const Node& node, std::string_view text) {
  return node.row != nullptr && std::string_view(node.row->text).starts_with(text);
}
// Marks counts of a kind of site at (site), but not within moves and iterations, which have other sites.
void mark_counts_at_site(Node& node) {
  if (node.type == Type::kMoves || has_text(node, "(forEach ") || has_text(node, "(all ")) return;
  if (has_text(node, "(count [sitetype] at:") && node.has(0) && has_text(node.kid(1), "(site)")) node.aux = 1;
  for (Node* const kid : node.kids)
    if (kid != nullptr) mark_counts_at_site(*kid);
}

// (all Sites (sites Hand P1) if:(= 0 (count Cell at:(site)))) needs no cells on a board of vertices.
void mark_counts_of_hands(Node& node) {
  if (has_text(node, "(all Sites ") && has_text(node.kid(0), "(sites Hand "))
    mark_counts_at_site(*node.kids[1]);
}

}  // namespace

void Compiler::resolve(Node& node) {
  if (node.resolved) return;  // overloads may share nodes
  for (Node* kid : node.kids) {
    if (kid != nullptr) resolve(*kid);
  }
  node.resolved = true;
  if (node.row == nullptr) {
    if (node.constant) bind_constant(node);
    const bool known = p_->graph.pivot && p_->site_type == SiteType::kVertex;
    const bool direction = node.type == Type::kAbsolute || node.type == Type::kDirections;
    if (direction && is_of_circles(node.imm) && circles_ && !known)
      problems_.push_back({node.tree, kCirclesUnknown});
    return;
  }
  bind(node);
  try {
    if (node.row->resolve != nullptr) node.row->resolve(node, *this);
    if (node.constant && node.type == Type::kInt) bind_constant(node);
    if (node.row->pure && !node.constant && problems_.empty() && all_constant(node)) make_constant(node);
  } catch (const CompileError& error) {
    problems_.push_back({error.tree, error.message});
  }
}

void Compiler::make_constant(Node& node) {
  std::vector<std::byte> no_state(std::max<std::size_t>(sizeof(Head), p_->layout.bytes) + 64);
  Workspace workspace;
  Eval eval(*p_, no_state.data(), workspace);
  if (node.type == Type::kInt) {
    node.imm = node.fn.as_int(node, eval);
  } else if (node.type == Type::kBool) {
    node.imm = node.fn.as_bool(node, eval) ? 1 : 0;
  } else if (node.type == Type::kRegion) {
    static_cast<void>(board());  // there must be one
    auto region = std::make_unique<Region>(static_cast<std::size_t>(p_->layout.words), 0);
    node.fn.as_region(node, eval, region->data());
    node.table = region.get();
    node.fn.as_region = constant_region;
    p_->constants.push_back(std::move(region));
  } else {
    return;
  }
  node.constant = true;
  if (node.type != Type::kRegion) bind_constant(node);
}

void Compiler::guarded(const Node& node, void (*step)(Compiler&, const Node&)) {
  try {
    step(*this, node);
  } catch (const CompileError& error) {
    problems_.push_back({error.tree, error.message});
  }
}

std::unique_ptr<Program> Compiler::compile(const Tree& tree, std::vector<Problem>& problems) {
  auto program = std::make_unique<Program>();
  Matcher matcher(ludemes(), program->nodes);
  const Node* game = matcher.match(tree, Type::kGame);
  problems.insert(problems.end(), matcher.problems().begin(), matcher.problems().end());
  if (game == nullptr) return nullptr;
  Compiler compiler(std::move(program), problems);
  compiler.guarded(*game, [](Compiler& c, const Node& node) { c.run(node); });
  if (problems.empty()) find_endless(*compiler.p_, problems);
  if (problems.empty()) {
    find_shortcuts(*compiler.p_);
    find_routes(*compiler.p_);
    find_rows(*compiler.p_);
    find_site_tables(*compiler.p_);
    find_site_sets(*compiler.p_);
  }
  return problems.empty() ? std::move(compiler.p_) : nullptr;
}

namespace {
bool no_moves_in_play(const Node& rules) {
  if (rules.type == Type::kPlay) return rules.tree->to_text().find("(no Moves") != std::string::npos;
  return std::any_of(rules.kids.begin(), rules.kids.end(),
                     [](const Node* kid) { return kid != nullptr && no_moves_in_play(*kid); });
}
}  // namespace

// The reference counts a heap twice that a player adds to, and still finds it after it is gone.
void Compiler::refuse_heaps_counted_twice() {
  const auto is_row = [](const Node& node, const char* text) {
    return node.row != nullptr && node.resolved && std::string_view(node.row->text).starts_with(text);
  };
  bool all = false;
  for (const auto& node : p_->nodes.all())
    all = all || (is_row(*node, "(no Pieces ") && (!node->has(0) || node->kid(0).tree->text == "All"));
  for (const auto& node : p_->nodes.all()) {
    if (all && !p_->layout.has_stacks && is_row(*node, "(move from to ") && node->has(2) &&
        node->kid(1).tree->to_text().find("Empty") == std::string::npos)
      fail(*node,
           "moves of several pieces onto other pieces are not implemented in rules that ask for all pieces");
  }
}

namespace {
// Terms that are not known to mean in games with stacks what they mean here, by recorded games or for want of
// them.
void refuse_unknown_of_stacks(Program& program, const std::vector<const Node*>& promotions) {
  const Node* level = nullptr;
  for (const auto& each : program.nodes.all()) {
    const Node& node = *each;
    if (is_resolved_row(node, "(what [") && !node.has(2))
      Compiler::fail(node, "'what at:' without level: in games with stacks is not implemented");
    if ((is_resolved_row(node, "(count Groups ") || is_resolved_row(node, "(all Groups ") ||
         is_resolved_row(node, "(forEach Group ")) &&
        !node.has(1))
      Compiler::fail(node, "groups without a condition in games with stacks are not implemented");
    if (is_resolved_row(node, "(from [") && node.has(3)) level = &node;
    if (is_resolved_row(node, "(value Piece ") && node.has(1))
      Compiler::fail(node, "values of levels are not implemented");
    if (is_resolved_row(node, "(remove [") && node.has(2) && node.has(3))
      Compiler::fail(node, "removals of several pieces of a stack at the end of a turn are not implemented");
    // In which state the reference leaves the levels of such a stack is not known.
    if (program.layout.has_left_levels && is_resolved_row(node, "(move Remove ") &&
        node.tree->to_text().find("(remove (last From) level:") != std::string::npos)
      Compiler::fail(
          node, "removals that follow a removal by its level, of pieces with states, are not implemented");
  }
  // The reference goes on listing a piece that was promoted on a stack of which levels move.
  if (level != nullptr && !promotions.empty())
    Compiler::fail(*promotions.front(), "promotions in games that move levels of stacks are not implemented");
}
}  // namespace

void Compiler::run(const Node& game) {
  p_->name = game.kid(0).text();
  read_players(game.kid(1));
  const Node& items = game.kid(2).kid(0);
  find_board(game.kid(2));
  if (!problems_.empty()) return;
  for (const Node* item : items.kids)
    if (item->tree->head() == "dice") add_dice(*item);
  for (const Node* item : items.kids) {
    const std::string& head = item->tree->head();
    if (head == "piece" || head == "tile") add_piece(*item);
    if (head == "hand") add_hand(*item);
  }
  place_dice();
  make_layout();
  for (const Node* item : items.kids) {
    const std::string& head = item->tree->head();
    if (head == "regions") add_regions(*item);
    if (head == "map") p_->maps.push_back({item->has(0) ? item->kid(0).text() : "", {}});
  }
  drop_unread_regions(game);
  for (const auto& node : p_->nodes.all()) mark_counts_of_hands(*node);
  resolve(const_cast<Node&>(game));
  if (!problems_.empty()) return;
  for (const Component& component : p_->components) {
    // A move threatens the piece it captures; moves that capture several may be illegal because of the
    // others, so all rules must be asked.
    if (!threats_ || component.moves == nullptr) continue;
    const std::string text = component.moves->tree->to_text();
    if (text.find("(forEach Site") != std::string::npos && text.find("(remove (site") != std::string::npos)
      p_->threats_by_play = true;
  }
  // A move that captures several may capture its own piece, and is promoted all the same.
  p_->layout.has_unowned =
      p_->threats_by_play && game.kid(3).tree->to_text().find("(move Promote (last To)") != std::string::npos;
  // Threats are found among the moves of pieces, which must not depend on whether other moves exist.
  refuse_heaps_counted_twice();
  if (threats_ && no_moves_in_play(game.kid(3)))
    fail(game, "'is Threatened' is not implemented if moves depend on whether there are any moves");
  for (const Node* item : items.kids) {
    if (item->tree->head() == "map") add_map(*item);
  }
  for (NamedRegion& region : p_->regions) {
    region.constant =
        std::all_of(region.nodes.begin(), region.nodes.end(), [](const Node* n) { return n->constant; });
    if (!region.constant) continue;
    region.sites.assign(static_cast<std::size_t>(p_->layout.words), 0);
    for (const Node* node : region.nodes) {
      const auto& words = *static_cast<const Region*>(node->table);
      for (std::size_t w = 0; w < words.size(); ++w) region.sites[w] |= words[w];
    }
  }
  read_rules(game.kid(3));
  for (Phase& phase : p_->phases) {
    phase.rolls = phase.play->tree->to_text().find("(roll)") != std::string::npos;
    check_rolls(*phase.play, RollPlace::kList);
  }
  for (const Component& component : p_->components)
    if (component.moves != nullptr) check_rolls(*component.moves, RollPlace::kNone);
  if (!p_->dice.empty() || p_->most_draws != 0) p_->pass_draws = false;
  if (p_->random_start) check_random_sites();
  if (p_->most_draws != 0) check_draws(game.kid(3), false);
  if (p_->layout.has_stacks) refuse_unknown_of_stacks(*p_, not_in_stacks_);
  for (const Node* node : not_with_dice_)
    if (!p_->dice.empty()) fail(*node, "threats by given moves in games with dice are not implemented");
  say_why_interpreted();
  find_fields();
  make_layout(true);
}

// Rolls are asked for before the list of moves: by the first moves of a (do ... next:...), which is all of
// the list or what a condition chooses.
void Compiler::check_rolls(const Node& moves, RollPlace place) {
  const auto starts = [&](const char* text) {
    return moves.row != nullptr && std::string_view(moves.row->text).starts_with(text);
  };
  if (starts("(roll") && place != RollPlace::kFirst) fail(moves, "a roll in this place is not implemented");
  // Whether such a list has moves does not depend on its roll.
  if (starts("(do ") && place == RollPlace::kTest && moves.has(1) &&
      is_resolved_row(moves.kid(1), "(move Pass") && is_resolved_row(moves.kid(0), "(roll"))
    return;
  const bool choice = starts("(if ");
  const bool all = starts("(or ") || starts("(and ") || moves.type == Type::kArray;
  for (std::size_t k = 0; k < moves.kids.size(); ++k) {
    const Node* const kid = moves.kids[k];
    if (kid == nullptr) continue;
    RollPlace below = RollPlace::kNone;
    if (place == RollPlace::kList && starts("(do ")) below = k == 0 ? RollPlace::kFirst : RollPlace::kNone;
    if (place == RollPlace::kTest && (choice || all || moves.type == Type::kPlay)) below = place;
    if (starts("(can Move")) below = RollPlace::kTest;
    if (choice || (all && place == RollPlace::kFirst)) below = place;
    if (kid->type == Type::kThen) below = RollPlace::kNone;
    check_rolls(*kid, below);
  }
}

// Numbers are drawn at random in consequents, when a ply of the game is made, not in looks ahead.
void Compiler::check_draws(const Node& node, bool in_then) {
  const auto starts = [&](const char* text) {
    return node.row != nullptr && std::string_view(node.row->text).starts_with(text);
  };
  if ((starts("(do ") && node.has(2)) || starts("(max Moves") || starts("(avoidStored") || p_->no_repeat >= 0)
    fail(node, "numbers drawn at random in a game that looks ahead are not implemented");
  if (starts("(value Random") && !in_then)
    fail(node, "a number drawn at random outside of consequents is not implemented");
  for (const Node* kid : node.kids)
    if (kid != nullptr) check_draws(*kid, in_then || kid->type == Type::kThen);
}

// Sites are chosen by chance for a piece at the start, and nowhere else.
void Compiler::check_random_sites() {
  for (const auto& node : p_->nodes.all()) {
    if (!is_resolved_row(*node, "(sites Random")) continue;
    const bool at_start = std::any_of(p_->start.begin(), p_->start.end(), [&](const Node* rule) {
      return is_resolved_row(*rule, "(place string region") && &rule->kid(1) == node.get();
    });
    if (!at_start) fail(*node, "sites chosen at random are implemented for the pieces of the start");
  }
  if (p_->layout.has_stacks) fail(*p_->start.front(), "random starts with stacks are not implemented");
}

void Compiler::say_why_interpreted() {
  if (p_->layout.has_unowned) p_->interpreted = "it has pieces that are nobody's for a time";
}

void Compiler::read_rules(const Node& node) {
  const bool with_phases = std::string_view(node.row->text).find("phases") != std::string_view::npos;
  if (node.has(0)) {
    const Node& metas = node.kid(0).kid(0);
    const auto read_meta = [&](const Node& meta) {
      if (meta.tree->head() == "swap") {
        if (p_->players != 2) fail(meta, "the swap rule is not implemented for more than two players");
        p_->swap_rule = true;
      } else {
        if (p_->layout.has_history)
          fail(meta, "cycles and remembered states are not implemented in a game that forbids repetition");
        p_->no_repeat = meta.imm_or(0, 0);
        needs_history();
      }
    };
    if (metas.type == Type::kArray) {
      for (const Node* meta : metas.kids) read_meta(*meta);
    } else {
      read_meta(metas);
    }
  }
  if (node.has(1)) {
    const Node& rules = node.kid(1).kid(0);
    if (rules.type == Type::kArray) {
      for (const Node* rule : rules.kids) p_->start.push_back(rule);
    } else {
      p_->start.push_back(&rules);
    }
  }
  const auto read_ends = [](const Node& end, std::vector<const Node*>& out) {
    if (end.kid(0).type == Type::kArray) {
      for (const Node* rule : end.kid(0).kids) out.push_back(rule);
    } else {
      out.push_back(&end.kid(0));
    }
  };
  if (!with_phases) {
    Phase phase;
    phase.play = node.kid(2).kids[0];
    p_->phases.push_back(std::move(phase));
    read_ends(node.kid(3), p_->ends);
    return;
  }
  if (node.has(2)) fail(node.kid(2), "(play ...) together with (phases ...) is not implemented");
  for (const Node* phase : node.kid(3).kids) {
    Phase read;
    read.name = phase->kid(0).text();
    read.owner = phase->imm_or(1, -1);
    if (read.owner > p_->players) read.owner = -1;
    read.play = phase->kid(2).kids[0];
    if (phase->has(3)) read_ends(phase->kid(3), read.ends);
    p_->phases.push_back(std::move(read));
  }
  if (p_->phases.empty() || p_->phases.size() > 100) fail(node, "expected 1 to 100 phases");
  for (std::size_t i = 0; i < p_->phases.size(); ++i) read_next_phases(*node.kid(3).kids[i], i);
  if (node.has(4)) read_ends(node.kid(4), p_->ends);
}

void Compiler::read_next_phases(const Node& phase, std::size_t index) {
  if (!phase.has(4)) return;
  const auto read = [&](const Node& node) {
    NextPhase next;
    next.role = node.imm_or(0, -1);
    next.condition = node.has(1) ? &node.kid(1) : nullptr;
    if (node.has(2)) {
      for (std::size_t k = 0; k < p_->phases.size(); ++k) {
        if (p_->phases[k].name == node.kid(2).text()) next.phase = static_cast<int>(k);
      }
      if (next.phase < 0) {
        std::vector<std::string> known;
        for (const Phase& each : p_->phases) known.push_back(each.name);
        fail(node, "there is no phase '" + node.kid(2).text() + "'", node.kid(2).text(), known);
      }
    } else {
      next.phase = static_cast<int>((index + 1) % p_->phases.size());
    }
    p_->phases[index].next.push_back(next);
  };
  if (phase.kid(4).type == Type::kArray) {
    for (const Node* node : phase.kid(4).kids) read(*node);
  } else {
    read(phase.kid(4));
  }
}

}  // namespace ludex::games::lud
