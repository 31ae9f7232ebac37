#include "games/lud/ir/compiler.hpp"

#include <algorithm>

#include "games/lud/interp/tables.hpp"
#include "games/lud/ir/shortcuts.hpp"

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

// What a constant does when it is evaluated.
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
int Program::component(const std::string& base, int owner) const {
  for (std::size_t i = 1; i < components.size(); ++i) {
    if ((components[i].base == base || components[i].name == base) && components[i].owner == owner)
      return static_cast<int>(i);
  }
  return 0;
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
    throw CompileError{board_tree_, "the board is said by what there is on it"};
  return p_->board();
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

const std::vector<int>* Compiler::table(std::vector<int> values) {
  p_->tables.push_back(std::make_unique<std::vector<int>>(std::move(values)));
  return p_->tables.back().get();
}

void Compiler::resolve(Node& node) {
  if (node.resolved) return;  // nodes may be shared by overloads
  for (Node* kid : node.kids) {
    if (kid != nullptr) resolve(*kid);
  }
  node.resolved = true;
  if (node.row == nullptr) {
    if (node.constant) bind_constant(node);
    return;
  }
  bind(node);
  if (node.row->resolve != nullptr) {
    try {
      node.row->resolve(node, *this);
    } catch (const CompileError& error) {
      problems_.push_back({error.tree, error.message});
    }
  }
  if (node.constant && node.type == Type::kInt) bind_constant(node);
  if (node.row->pure && !node.constant && problems_.empty() && all_constant(node)) {
    std::vector<std::byte> no_state(sizeof(Head) + 64);
    Workspace workspace;
    workspace.words.resize(static_cast<std::size_t>(std::max(1, p_->layout.words)) * kWordsDeep);
    Eval eval(*p_, no_state.data(), workspace);
    if (node.type == Type::kInt) {
      node.imm = node.fn.as_int(node, eval);
      node.constant = true;
      bind_constant(node);
    } else if (node.type == Type::kBool) {
      node.imm = node.fn.as_bool(node, eval) ? 1 : 0;
      node.constant = true;
      bind_constant(node);
    } else if (node.type == Type::kRegion) {
      auto region = std::make_unique<Region>(static_cast<std::size_t>(p_->layout.words), 0);
      node.fn.as_region(node, eval, region->data());
      node.table = region.get();
      node.constant = true;
      node.fn.as_region = constant_region;
      p_->constants.push_back(std::move(region));
    }
  }
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
  if (problems.empty()) find_shortcuts(*compiler.p_);
  return problems.empty() ? std::move(compiler.p_) : nullptr;
}

void Compiler::run(const Node& game) {
  p_->name = game.kid(0).text();
  read_players(game.kid(1));
  const Node& items = game.kid(2).kid(0);
  find_board(game.kid(2));
  if (!problems_.empty()) return;
  for (const Node* item : items.kids) {
    const std::string& head = item->tree->head();
    if (head == "piece" || head == "tile") add_piece(*item);
    if (head == "hand") add_hand(*item);
  }
  make_layout();
  for (const Node* item : items.kids) {
    const std::string& head = item->tree->head();
    if (head == "regions") add_regions(*item);
    if (head == "map") p_->maps.push_back({item->has(0) ? item->kid(0).text() : "", {}});
  }
  drop_unread_regions(game);
  resolve(const_cast<Node&>(game));
  if (!problems_.empty()) return;
  for (const Component& component : p_->components) {
    // What a move threatens is the piece it takes; of moves that take several it is not known which.
    if (!threats_ || component.moves == nullptr) continue;
    const std::string text = component.moves->tree->to_text();
    if (text.find("(forEach Site") != std::string::npos && text.find("(remove (site") != std::string::npos)
      fail(*component.moves, "'is Threatened' with pieces that take several at a time is not implemented");
  }
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
  make_layout();
}

void Compiler::read_players(const Node& node) {
  p_->facing.fill(-1);
  if (node.kid(0).type == Type::kInt) {
    if (!node.kid(0).constant) fail(node, "the number of players must be a constant");
    p_->players = node.kid(0).imm;
  } else {
    p_->players = static_cast<int>(node.kid(0).kids.size());
    for (int q = 1; q <= p_->players && q <= kMaxPlayersHere; ++q) {
      const Node& player = *node.kid(0).kids[static_cast<std::size_t>(q - 1)];
      p_->facing[static_cast<std::size_t>(q)] = player.imm_or(0, -1);
    }
  }
  if (p_->players < 2 || p_->players > kMaxPlayersHere) {
    fail(node, "games of " + std::to_string(p_->players) + " players are not implemented: 2 to " +
                   std::to_string(kMaxPlayersHere));
  }
}

void Compiler::find_board(const Node& equipment) {
  const Node* board_node = nullptr;
  for (const Node* item : equipment.kid(0).kids) {
    const std::string& head = item->tree->head();
    if (head != "board" && head != "boardless" && head != "mancalaBoard" && head != "surakartaBoard")
      continue;
    if (board_node != nullptr) fail(*item, "a second board");
    board_node = item;
  }
  if (board_node == nullptr) fail(equipment, "there is no board");
  p_->components.emplace_back();
  board_tree_ = board_node->tree;
  make_board(*board_node);
  if (!problems_.empty()) return;
  p_->containers.push_back({"Board", 0, p_->board_sites, 0});
}

void Compiler::make_board(const Node& node) {
  const std::string& head = node.tree->head();
  const Node* tracks = nullptr;
  if (head == "board") {
    if (node.has(2)) p_->site_type = static_cast<SiteType>(node.kid(2).imm);
    resolve(const_cast<Node&>(node.kid(0)));
    if (!problems_.empty()) return;
    p_->graph = graph(node.kid(0));
    tracks = node.has(1) ? &node.kid(1) : nullptr;
  } else if (head == "boardless") {
    if (node.kid(0).imm != 0) fail(node, "only (boardless Hexagonal) is implemented");
    p_->graph = hexagon_of_hexes(21);
  } else if (head == "surakartaBoard") {
    const Node& square = node.kid(0);
    resolve(const_cast<Node&>(square));
    p_->site_type = SiteType::kVertex;
    if (square.tree->head() != "square" || square.has(1) || square.kid(0).imm % 2 != 0)
      fail(node, "a surakartaBoard of another form than (square n), n even, is not implemented");
    p_->graph = graph(square);
    p_->surakarta = square.kid(0).imm;
  } else {
    resolve(const_cast<Node&>(node.kid(0)));
    resolve(const_cast<Node&>(node.kid(1)));
    p_->site_type = SiteType::kVertex;
    p_->mancala = true;
    const bool stores = !node.has(2) || node.kid(2).imm != 0;
    const int rows = dimension(node.kid(0), 2, 6);
    if (stores && rows != 2) fail(node, "stores of mancala boards of more than two rows are not implemented");
    p_->graph = mancala(rows, dimension(node.kid(1), 1, 60), stores);
    tracks = node.has(3) ? &node.kid(3) : nullptr;
  }
  for (int type = 0; type < kSiteTypes; ++type) {
    const auto site_type = static_cast<SiteType>(type);
    if (p_->graph.size(site_type) <= kMaxSites)
      p_->topologies[static_cast<std::size_t>(type)] = std::make_unique<Topology>(p_->graph, site_type);
  }
  if (!p_->topologies[static_cast<std::size_t>(p_->site_type)] || p_->board().size() == 0)
    fail(node, "the board has no sites, or more than " + std::to_string(kMaxSites));
  p_->board_sites = p_->board().size();
  p_->first_hand = std::max(p_->board_sites, static_cast<int>(p_->graph.faces.size()));
  used_types_[static_cast<std::size_t>(p_->site_type)] = true;
  if (tracks == nullptr) return;
  if (tracks->type == Type::kArray) {
    for (const Node* track : tracks->kids) add_track(*track, nullptr);
  } else {
    add_track(*tracks, nullptr);
  }
}

void Compiler::add_piece(const Node& node) {
  const bool tile = node.tree->head() == "tile";
  const std::string& base = node.kid(0).text();
  const int role = node.imm_or(1, static_cast<int>(Role::kEach));
  const auto add = [&](int owner, const std::string& suffix) {
    Component component;
    component.base = base;
    component.name = base + suffix;
    component.owner = owner;
    component.facing = tile ? -1 : node.imm_or(2, -1);
    if (!tile && node.has(3)) component.flips = {node.kid(3).kid(0).imm, node.kid(3).kid(1).imm};
    const std::size_t moves = tile ? 3 : 4;
    component.moves = node.has(moves) ? &node.kid(moves) : nullptr;
    p_->components.push_back(std::move(component));
  };
  if (p_->components.size() > 200) fail(node, "more than 200 kinds of pieces");
  switch (static_cast<Role>(role)) {
    case Role::kEach:
      for (int q = 1; q <= p_->players; ++q) add(q, std::to_string(q));
      return;
    case Role::kNeutral:
      return add(0, "0");
    case Role::kShared:
      return add(p_->players + 1, "");
    default:
      if (role < 1 || role > p_->players) fail(node, "this owner of a piece is not implemented");
      return add(role, std::to_string(role));
  }
}

void Compiler::add_hand(const Node& node) {
  const int role = node.kid(0).imm;
  int next = p_->first_hand;
  for (const Container& hand : p_->containers)
    next = std::max(next, hand.first + (hand.first == 0 ? 0 : hand.size));
  if (node.has(1)) resolve(const_cast<Node&>(node.kid(1)));
  const int size = node.has(1) ? dimension(node.kid(1), 1, 200) : 1;
  const auto add = [&](int owner, const std::string& suffix) {
    p_->containers.push_back({"Hand" + suffix, next, size, owner});
    next += size;
  };
  if (static_cast<Role>(role) == Role::kEach) {
    for (int q = 1; q <= p_->players; ++q) add(q, std::to_string(q));
  } else if (static_cast<Role>(role) == Role::kShared) {
    add(p_->players + 1, "0");
  } else if (role >= 1 && role <= p_->players) {
    add(role, std::to_string(role));
  } else {
    fail(node, "this owner of a hand is not implemented");
  }
}

void Compiler::add_regions(const Node& node) {
  NamedRegion region;
  region.name = node.has(0) ? node.kid(0).text() : "";
  if (node.has(1)) {
    region.owner = node.kid(1).imm;
    if (region.owner > p_->players) fail(node, "this owner of a region is not implemented");
  }
  const Node& what = node.kid(2);
  if (what.type != Type::kArray) {
    region.nodes.push_back(&what);
  } else if (!what.kids.empty() && what.kids[0]->type == Type::kInt) {
    Node* sites = p_->nodes.make(Type::kRegion, what.tree);
    std::vector<int> list;
    for (const Node* each : what.kids) list.push_back(each->imm);
    make_region(*sites, list);
    region.nodes.push_back(sites);
  } else {
    for (const Node* each : what.kids) region.nodes.push_back(each);
  }
  p_->regions.push_back(std::move(region));
}

namespace {
// Whether a text names a region: "Palace" any "PalaceP1".
bool names_region(const Tree& tree, const std::string& region, const Tree* definition) {
  if (&tree == definition) return false;
  if (tree.is_string() && region.find(tree.text) != std::string::npos) return true;
  return std::any_of(tree.items.begin(), tree.items.end(),
                     [&](const Tree& item) { return names_region(item, region, definition); });
}
}  // namespace

// A region of nobody that nothing names is for drawings: of boards whose colours are not known it is left
// out.
void Compiler::drop_unread_regions(const Node& game) {
  for (std::size_t k = 0; k < p_->regions.size();) {
    const NamedRegion& region = p_->regions[k];
    const Node* item = nullptr;
    for (const Node* each : game.kid(2).kid(0).kids) {
      if (!region.nodes.empty() && each->tree->head() == "regions" &&
          each->kid(2).tree == region.nodes[0]->tree)
        item = each;
    }
    const std::size_t before = problems_.size();
    const bool unread = item != nullptr && region.owner < 0 && !region.name.empty() &&
                        !names_region(*game.tree, region.name, item->tree);
    if (unread) resolve(const_cast<Node&>(*item));
    if (problems_.size() == before) {
      ++k;
      continue;
    }
    problems_.resize(before);
    p_->regions.erase(p_->regions.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

void Compiler::add_map(const Node& node) {
  const std::string name = node.has(0) ? node.kid(0).text() : "";
  NamedMap* map = nullptr;
  for (NamedMap& each : p_->maps) {
    if (each.name == name && each.entries.empty() && map == nullptr) map = &each;
  }
  if (map == nullptr) return;
  make_layout();
  std::vector<std::byte> no_state(p_->layout.bytes + 64);
  new (no_state.data()) Head();
  Workspace workspace;
  workspace.words.resize(static_cast<std::size_t>(p_->layout.words) * kWordsDeep);
  Eval eval(*p_, no_state.data(), workspace);
  const auto value = [&](const Node& each) {
    if (each.type == Type::kString) return site(each, each.text());
    if (each.type == Type::kLandmark) {
      const Topology& b = board();
      switch (each.imm) {
        case 0:
          return 0;
        case 1:
          return b.size() - 1;
        case 2:
          return b.centre.empty() ? kOff : b.centre[0];
        case 3:
          return b.left.empty() ? kOff : b.left[0];
        case 4:
          return b.right.empty() ? kOff : b.right[0];
        case 5:
          return b.top.empty() ? kOff : b.top[0];
        default:
          return b.bottom.empty() ? kOff : b.bottom[0];
      }
    }
    return each.fn.as_int(each, eval);
  };
  for (const Node* pair : node.kid(1).kids) map->entries[value(pair->kid(0))] = value(pair->kid(1));
}

void Compiler::add_track(const Node& node, const Node*) {
  Track track;
  track.name = node.kid(0).text();
  if (node.has(2)) track.owner = node.kid(2).imm;
  track.loop = node.has(3) && node.kid(3).imm != 0;
  const Node& path = node.kid(1);
  if (path.type == Type::kArray) {
    for (const Node* site_node : path.kids)
      track.sites.push_back(dimension(*site_node, 0, p_->board_sites - 1));
    p_->tracks.push_back(std::move(track));
    return;
  }
  // "0,E,N,W": from a site on, in each direction as far as it goes, or as many steps as the number behind it
  // says.
  const std::string& text = path.text();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::string word = text.substr(begin, end - begin);
    begin = end + 1;
    const auto digits = word.find_first_of("0123456789");
    if (digits == 0) {
      if (word.size() > 4 || word.find_first_not_of("0123456789") != std::string::npos ||
          std::stoi(word) >= p_->board_sites)
        fail(path, "the board has no site " + word);
      track.sites.push_back(std::stoi(word));
      continue;
    }
    int steps = kInfinity;
    if (digits != std::string::npos) {
      const std::string number = word.substr(digits);
      if (number.size() > 4 || number.find_first_not_of("0123456789") != std::string::npos)
        fail(path, "'" + word + "' is no part of a track");
      steps = std::stoi(number);
      word.resize(digits);
    }
    const int direction = absolute_of(word);
    if (direction < 0 || direction >= kConcrete || track.sites.empty())
      fail(path, "'" + word + "' is no part of a track");
    for (int k = 0; k < steps; ++k) {
      const auto& next = board().steps(direction, track.sites.back());
      if (next.empty() || (track.sites.size() > 1 && next[0] == track.sites[0])) break;
      track.sites.push_back(next[0]);
      if (track.sites.size() > kMaxSites) fail(path, "this track never ends");
    }
  }
  p_->tracks.push_back(std::move(track));
}

void Compiler::read_rules(const Node& node) {
  const bool with_phases = std::string_view(node.row->text).find("phases") != std::string_view::npos;
  if (node.has(0)) {
    const Node& metas = node.kid(0).kid(0);
    const auto read_meta = [&](const Node& meta) {
      if (meta.tree->head() == "swap") {
        if (p_->players != 2) fail(meta, "the swap rule for more than two players is not implemented");
        p_->swap_rule = true;
      } else {
        if (p_->layout.has_history)
          fail(meta, "remembered states in a game that forbids repetition are not implemented");
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
  if (node.has(2)) fail(node.kid(2), "a (play ...) beside phases is not implemented");
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
      if (next.phase < 0) fail(node, "there is no phase '" + node.kid(2).text() + "'");
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

void Compiler::make_layout() {
  Layout& L = p_->layout;
  const int hands = p_->containers.back().first + p_->containers.back().size;
  const bool any_hand = p_->containers.size() > 1;
  L.sites = 0;
  L.slots = 0;
  int most = 0;
  for (int type = 0; type < kSiteTypes; ++type) {
    const auto k = static_cast<std::size_t>(type);
    if (p_->topologies[k]) most = std::max(most, p_->topologies[k]->size());
    if (!used_types_[k]) continue;
    L.base[k] = L.sites;
    L.slot[k] = L.slots++;
    L.size[k] = type == static_cast<int>(p_->site_type) && any_hand ? hands : p_->topologies[k]->size();
    L.sites += L.size[k];
    most = std::max(most, L.size[k]);
  }
  L.words = (most + 63) / 64;
  L.owners = p_->players + 2;
  std::uint32_t at = (sizeof(Head) + 7) / 8 * 8;
  const auto take = [&](std::uint32_t bytes) {
    const std::uint32_t here = at;
    at = (at + bytes + 7) / 8 * 8;
    return here;
  };
  const auto n = static_cast<std::uint32_t>(L.sites + 1);  // and one for what is no site
  const std::uint32_t set_bytes = 8U * static_cast<std::uint32_t>(L.words);
  L.what = take(n);
  if (L.has_count) L.count = take(2 * n);
  if (L.has_state) L.state = take(n);
  if (L.has_rotation) L.rotation = take(n);
  if (L.has_value) L.value = take(2 * n);
  L.empty = take(set_bytes * static_cast<std::uint32_t>(L.slots));
  L.owned = take(set_bytes * static_cast<std::uint32_t>(L.slots * L.owners));
  if (L.has_to_clear) L.to_clear = take(set_bytes);
  if (L.has_visited) L.visited = take(set_bytes);
  L.variables = take(4U * static_cast<std::uint32_t>(p_->variables.size()));
  L.memory_size = 512;
  L.memories =
      take(2U * static_cast<std::uint32_t>(L.memory_size) * static_cast<std::uint32_t>(p_->memories.size()));
  // Last, so that a copy need not go further than what has happened.
  L.history_size = L.has_history ? kMaxTurns * p_->players + 64 : 0;
  L.history = take(8U * static_cast<std::uint32_t>(L.history_size));
  L.bytes = at;
}

}  // namespace ludex::games::lud
