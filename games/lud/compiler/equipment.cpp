// Players, board, pieces, hands, regions, maps and tracks of a game.
#include <algorithm>

#include "games/lud/compiler/compiler.hpp"
#include "games/lud/interpreter/directions.hpp"

namespace ludex::games::lud {

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
  p_->containers.push_back({"Board", 0, p_->board_sites, 0, false});
}

void Compiler::make_board(const Node& node) {
  const std::string& head = node.tree->head();
  const Node* tracks = nullptr;
  if (head == "board") {
    if (node.has(2)) p_->site_type = static_cast<SiteType>(node.kid(2).imm);
    resolve(const_cast<Node&>(node.kid(0)));
    if (!problems_.empty()) return;
    p_->graph = graph(node.kid(0));
    if (has_edges_through_vertices(p_->graph))
      fail(node, "edges that cross vertices or other edges are not implemented");
    tracks = node.has(1) ? &node.kid(1) : nullptr;
  } else if (head == "boardless") {
    if (node.kid(0).imm != 0) fail(node, "only (boardless Hexagonal) is implemented");
    p_->graph = hexagon_of_hexes(21);
  } else if (head == "surakartaBoard") {
    const Node& square = node.kid(0);
    resolve(const_cast<Node&>(square));
    p_->site_type = SiteType::kVertex;
    if (square.tree->head() != "square" || square.has(1) || square.kid(0).imm % 2 != 0)
      fail(node, "a surakartaBoard is implemented only for (square n) with n even");
    p_->graph = graph(square);
    p_->surakarta = square.kid(0).imm;
  } else {
    resolve(const_cast<Node&>(node.kid(0)));
    resolve(const_cast<Node&>(node.kid(1)));
    p_->site_type = SiteType::kVertex;
    p_->mancala = true;
    const bool stores = !node.has(2) || node.kid(2).imm != 0;
    const int rows = dimension(node.kid(0), 2, 6);
    if (stores && rows != 2)
      fail(node, "stores are not implemented for mancala boards of more than two rows");
    p_->graph = mancala(rows, dimension(node.kid(1), 1, 60), stores);
    tracks = node.has(3) ? &node.kid(3) : nullptr;
  }
  for (int type = 0; type < kSiteTypes; ++type) {
    const auto site_type = static_cast<SiteType>(type);
    if (p_->graph.size(site_type) <= kMaxSites)
      p_->topologies[static_cast<std::size_t>(type)] = std::make_unique<Topology>(p_->graph, site_type);
  }
  if (!p_->topologies[static_cast<std::size_t>(p_->site_type)] || p_->board().size() == 0)
    fail(node, "the board has no sites or more than " + std::to_string(kMaxSites));
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
    // A player's pieces all have the player's facing.
    if (owner >= 1 && owner <= p_->players && p_->facing[static_cast<std::size_t>(owner)] >= 0)
      component.facing = p_->facing[static_cast<std::size_t>(owner)];
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
    p_->containers.push_back({"Hand" + suffix, next, size, owner, false});
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

// (dice [d:faces] [from:first] [faces:{values}] [facesByDie:{{values}}] [num:dice]): the pieces come before
// all others, the sites after those of the hands.
void Compiler::add_dice(const Node& node) {
  enum : std::size_t { kFaces, kFrom, kValues, kByDie, kOwner, kNumber };
  const auto constant = [&](std::size_t k, int fallback, int low, int high) {
    if (!node.has(k)) return fallback;
    resolve(*node.kids[k]);
    return dimension(node.kid(k), low, high);
  };
  if (node.has(kOwner) && static_cast<Role>(node.kid(kOwner).imm) != Role::kShared)
    fail(node, "dice of one player are not implemented");
  const int first = constant(kFrom, 1, -1000, 1000);
  const int faces =
      constant(kFaces, node.has(kValues) ? static_cast<int>(node.kid(kValues).kids.size()) : 6, 1, 100);
  const int number = constant(kNumber, 1, 1, kMaxDice);
  for (int k = 0; k < number; ++k) {
    std::vector<int> values;
    const Node* list = node.has(kValues) ? &node.kid(kValues) : nullptr;
    if (node.has(kByDie)) {
      if (k >= static_cast<int>(node.kid(kByDie).kids.size())) fail(node, "expected the faces of every die");
      list = node.kid(kByDie).kids[static_cast<std::size_t>(k)];
    }
    if (list != nullptr) {
      for (Node* each : list->kids) {
        resolve(*each);
        values.push_back(dimension(*each, -30'000, 30'000));
      }
    } else {
      for (int face = 0; face < faces; ++face) values.push_back(first + face);
    }
    Die die;
    die.faces = static_cast<int>(values.size());
    for (const int value : values) {
      const auto known = std::find_if(die.values.begin(), die.values.end(),
                                      [&](const auto& each) { return each.first == value; });
      if (known != die.values.end())
        ++known->second;
      else
        die.values.emplace_back(value, 1);
    }
    if (die.values.empty() || static_cast<int>(p_->dice.size()) >= kMaxDice)
      fail(node, "expected 1 to " + std::to_string(kMaxDice) + " dice");
    p_->dice.push_back(std::move(die));
    Component component;
    component.base = "Die";
    component.name = "Die" + std::to_string(p_->dice.size());
    component.owner = p_->players + 1;
    p_->components.push_back(std::move(component));
  }
  double outcomes = 1;
  for (const Die& die : p_->dice) outcomes *= static_cast<double>(die.values.size());
  if (outcomes > 16'384) fail(node, "more than 16384 outcomes of a roll are not implemented");
}

void Compiler::place_dice() {
  if (p_->dice.empty()) return;
  const Container& last = p_->containers.back();
  p_->first_die = std::max(p_->first_hand, last.first + (last.first == 0 ? 0 : last.size));
  p_->containers.push_back(
      {"Dice0", p_->first_die, static_cast<int>(p_->dice.size()), p_->players + 1, true});
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
// True if a text names a region: "Palace" names any "PalaceP1".
bool names_region(const Tree& tree, const std::string& region, const Tree* definition) {
  if (&tree == definition) return false;
  if (tree.is_string() && region.find(tree.text) != std::string::npos) return true;
  return std::any_of(tree.items.begin(), tree.items.end(),
                     [&](const Tree& item) { return names_region(item, region, definition); });
}
}  // namespace

// Drops unowned regions that nothing names, which serve drawings only, on boards whose colours are unknown.
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
  Eval eval(*p_, no_state.data(), workspace);
  const auto value = [&](const Node& each) {
    if (each.type == Type::kString) {
      const int piece = board().site_of(each.text()) < 0 ? p_->component(each.text()) : 0;
      return piece != 0 ? piece : site(each, each.text());
    }
    if (each.type == Type::kLandmark) {
      const Topology& b = board();
      switch (each.imm) {
        case 0:
          return 0;
        case 1:
          return b.size() - 1;
        case 2:
          if (b.centre.empty()) fail(each, "the centre of a board of this shape is not implemented");
          return b.centre[0];
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
      track.sites.push_back(dimension(*site_node, kEnd, std::max(p_->board_sites, p_->first_hand) + 200));
    p_->tracks.push_back(std::move(track));
    return;
  }
  // "0,E,N,W": from a site, in each direction to the end, or for the number of steps given after it.
  const std::string& text = path.text();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::string word = text.substr(begin, end - begin);
    begin = end + 1;
    const auto digits = word.find_first_of("0123456789");
    if (digits == 0) {
      // Hands come later: their sites may begin a track.
      if (word.size() > 4 || word.find_first_not_of("0123456789") != std::string::npos ||
          std::stoi(word) >= std::max(p_->board_sites, p_->first_hand) + 200)
        fail(path, "the board has no site " + word);
      track.sites.push_back(std::stoi(word));
      continue;
    }
    if (word == "End" || word == "Off") {
      track.sites.push_back(word == "End" ? kEnd : kOff);
      continue;
    }
    int steps = kInfinity;
    if (digits != std::string::npos) {
      const std::string number = word.substr(digits);
      if (number.size() > 4 || number.find_first_not_of("0123456789") != std::string::npos)
        fail(path, "'" + word + "' is not an element of a track");
      steps = std::stoi(number);
      word.resize(digits);
    }
    const int direction = absolute_of(word);
    if (direction < 0 || direction >= kConcrete || track.sites.empty() || track.sites.back() < 0 ||
        track.sites.back() >= p_->board_sites)
      fail(path, "'" + word + "' is not an element of a track");
    // A track may cross itself, and return to its start.
    for (const Radial& radial : board().radials(direction, track.sites.back())) {
      for (int k = 0; k < std::min(steps, radial.size); ++k) track.sites.push_back(radial.sites[k]);
    }
    if (track.sites.size() > kMaxSites) fail(path, "this track never ends");
  }
  track.sites.erase(std::unique(track.sites.begin(), track.sites.end()), track.sites.end());
  p_->tracks.push_back(std::move(track));
}

}  // namespace ludex::games::lud
