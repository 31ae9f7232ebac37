#include "games/lud/game/lud_features.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "games/lud/game/lud_game.hpp"
#include "games/lud/game/seat_shift.hpp"

namespace ludex::games::lud {

namespace {

std::vector<std::string> counted(int most, const std::string& first, const std::string& what) {
  std::vector<std::string> names{first};
  for (int n = 1; n <= most; ++n) names.push_back(std::to_string(n) + (n == most ? " or more" : "") + what);
  return names;
}

// One to one: each index has an image, and none twice.
bool is_permutation(const std::vector<int>& map) {
  std::vector<bool> hit(map.size());
  for (const int to : map) {
    if (to < 0 || static_cast<std::size_t>(to) >= map.size() || hit[static_cast<std::size_t>(to)])
      return false;
    hit[static_cast<std::size_t>(to)] = true;
  }
  return true;
}

std::vector<int> inverse(const std::vector<int>& map) {
  std::vector<int> back(map.size());
  for (std::size_t k = 0; k < map.size(); ++k) back[static_cast<std::size_t>(map[k])] = static_cast<int>(k);
  return back;
}

}  // namespace

LudFeatures::LudFeatures(const LudGame& game) : program_(game.program()) {
  make_sites(game);
  make_graph();
  add_layers(game);
  add_numbers();
}

// The own order of the sites, then what each player sees of it.
void LudFeatures::make_sites(const LudGame& game) {
  const Program& p = program_;
  layout_sites_ = p.layout.sites;
  const int base = p.layout.base[static_cast<std::size_t>(p.site_type)];
  std::vector<int> order;
  for (int i = 0; i < layout_sites_; ++i) {
    const int at = i - base;
    const bool die =
        !p.dice.empty() && at >= p.first_die && at < p.layout.size[static_cast<std::size_t>(p.site_type)];
    if (!die) order.push_back(i);
  }
  const Topology& board = p.board();
  if (game.names().grid() && static_cast<int>(order.size()) == board.size() &&
      board.rows * board.columns == board.size()) {
    const auto place = [&](int i) {
      const auto k = static_cast<std::size_t>(i);
      return board.row[k] * board.columns + board.column[k];
    };
    std::sort(order.begin(), order.end(), [&](int a, int b) { return place(a) < place(b); });
    plan_.rows = static_cast<std::uint32_t>(board.rows);
    plan_.columns = static_cast<std::uint32_t>(board.columns);
  }
  std::vector<std::uint32_t> own(static_cast<std::size_t>(layout_sites_), kNoSite);
  for (std::size_t k = 0; k < order.size(); ++k)
    own[static_cast<std::size_t>(order[k])] = static_cast<std::uint32_t>(k);
  plan_.grid = FeaturePlan::Grid::kNone;
  plan_.graph.resize(order.size());

  const auto colours = static_cast<std::size_t>(p.players);
  sites_.assign(colours, own);
  std::vector<std::uint8_t> codes(p.components.size());
  for (std::size_t c = 0; c < codes.size(); ++c) codes[c] = static_cast<std::uint8_t>(c);
  pieces_.assign(colours, codes);
  const std::optional<SeatShift> shift = find_seat_shift(game);
  seats_correspond_ = shift && is_permutation(shift->sites) && is_permutation(shift->pieces);
  if (!seats_correspond_) return;
  // The inverse: from a player to the one before.
  states_ = shift->states;
  const std::vector<int> site_before = inverse(shift->sites);
  const std::vector<int> piece_before = inverse(shift->pieces);
  for (std::size_t q = 1; q < colours; ++q) {
    for (std::size_t i = 0; i < own.size(); ++i)
      sites_[q][i] = sites_[q - 1][static_cast<std::size_t>(site_before[i])];
    for (std::size_t c = 0; c < codes.size(); ++c)
      pieces_[q][c] = pieces_[q - 1][static_cast<std::size_t>(piece_before[c])];
  }
}

// Neighbours in all directions, orthogonal ones first where a site has more than the most that are allowed.
void LudFeatures::make_graph() {
  const Program& p = program_;
  auto& graph = plan_.graph;
  for (const Absolute kind : {Absolute::kOrthogonal, Absolute::kAdjacent, Absolute::kDiagonal}) {
    for (std::size_t type = 0; type < kSiteTypes; ++type) {
      if (p.layout.base[type] < 0) continue;
      const Topology& board = *p.topologies[type];
      for (int at = 0; at < board.size(); ++at) {
        for (const std::int16_t next : board.steps(static_cast<int>(kind), at)) {
          const std::uint32_t a = sites_[0][static_cast<std::size_t>(p.layout.base[type] + at)];
          const std::uint32_t b = sites_[0][static_cast<std::size_t>(p.layout.base[type] + next)];
          if (a == b || a == kNoSite || b == kNoSite || graph[a].size() == kMaxNeighbours ||
              graph[b].size() == kMaxNeighbours ||
              std::find(graph[a].begin(), graph[a].end(), b) != graph[a].end())
            continue;
          graph[a].push_back(b);
          graph[b].push_back(a);
        }
      }
    }
  }
}

bool LudFeatures::uses(const char* text) const {
  const auto& nodes = const_cast<Nodes&>(program_.nodes).all();
  return std::any_of(nodes.begin(), nodes.end(), [&](const auto& node) {
    return node->row != nullptr && std::strncmp(node->row->text, text, std::strlen(text)) == 0;
  });
}

// "own score", "other score", of several players "score of player +2".
std::string LudFeatures::called(int who, const std::string& what) const {
  if (who == 0) return "own " + what;
  if (program_.players == 2) return "other " + what;
  return what + " of player +" + std::to_string(who);
}

void LudFeatures::add_layer(CodedLayer layer, std::vector<std::string> names) {
  const std::size_t own = names.size() - 1;
  if (!seats_correspond_ && own * static_cast<std::size_t>(program_.players) < 256) {
    layer.by_seat = static_cast<int>(own);
    for (int colour = 2; colour <= program_.players; ++colour)
      for (std::size_t k = 1; k <= own; ++k)
        names.push_back(names[k] + " seen by player " + std::to_string(colour));
    for (std::size_t k = 1; k <= own; ++k) names[k] += " seen by player 1";
  }
  layers_.push_back(layer);
  plan_.layers.push_back(std::move(names));
}

// The contents of sites in random games, always the same ones, in order, each component at least once; the
// components without states if that is too much.
std::vector<LudFeatures::Content> LudFeatures::contents_of(const LudGame& game) {
  std::vector<Content> found, alone;
  const int components = static_cast<int>(program_.components.size());
  for (int piece = 1; piece < components; ++piece) alone.push_back({piece, 0});
  if (!program_.layout.has_state) return alone;
  std::vector<std::byte> state(game.bytes());
  std::vector<Move> moves(game.traits().max_moves);
  Rng rng = Rng::seeded(2);
  constexpr std::int64_t kWork = 60'000;                              // moves listed and sites looked at
  for (std::int64_t work = 0; work < kWork; work += layout_sites_) {  // a game may begin ended
    game.initial(state.data());
    for (; work < kWork && !is_over(game.status(state.data())); work += layout_sites_) {
      const Eval e = reader(program_, state.data());
      for (int i = 0; i < layout_sites_; ++i) {
        const Content here{e.what(i), std::min(e.state(i), kMostState)};
        if (here.piece == 0 || std::find(found.begin(), found.end(), here) != found.end()) continue;
        found.push_back(here);
      }
      if (game.is_chance(state.data())) {
        game.apply(state.data(), game.draw_outcome(state.data(), rng));
        continue;
      }
      const std::uint32_t n = game.legal_moves(state.data(), moves.data());
      work += n + 8 * std::int64_t{Workspace::of_thread().looks};
      game.apply(state.data(), moves[rng.below(n)]);
    }
  }
  for (const Content& content : alone)
    if (std::none_of(found.begin(), found.end(),
                     [&](const Content& each) { return each.piece == content.piece; }))
      found.push_back(content);
  std::sort(found.begin(), found.end());
  return found.size() > kMostContents ? alone : found;
}

// The codes of pieces: the first player's names for them.
void LudFeatures::add_pieces(const std::vector<Content>& contents) {
  const Program& p = program_;
  // Pieces of one base may differ in more than their owners.
  const auto unique = [&](std::size_t c) {
    const Component& piece = p.components[c];
    return std::none_of(p.components.begin() + 1, p.components.end(), [&](const Component& each) {
      return &each != &piece && each.base == piece.base && each.owner == piece.owner;
    });
  };
  const auto name = [&](const Content& content) {
    const auto c = static_cast<std::size_t>(content.piece);
    const Component& piece = p.components[c];
    std::string text = unique(c) ? piece.base : piece.name;
    if (piece.owner >= 1 && piece.owner <= p.players)
      text = seats_correspond_ ? called(piece.owner - 1, text)
                               : text + " of player " + std::to_string(piece.owner);
    if (content.state == 0) return text;
    return text + ", " +
           (states_ && content.state <= p.players ? called(content.state - 1, "state")
                                                  : "state " + std::to_string(content.state));
  };
  const auto code = [&](int piece, int state) {
    auto at = std::find(contents.begin(), contents.end(), Content{piece, state});
    if (at == contents.end())
      at = std::find_if(contents.begin(), contents.end(),
                        [&](const Content& each) { return each.piece == piece; });
    return static_cast<std::uint8_t>(at - contents.begin() + 1);
  };
  for (int colour = 1; colour <= p.players; ++colour) {
    auto& codes = codes_.emplace_back(p.components.size() * kStates);
    for (std::size_t c = 1; c < p.components.size(); ++c)
      for (int state = 0; state < kStates; ++state)
        codes[c * kStates + static_cast<std::size_t>(state)] =
            code(pieces_[static_cast<std::size_t>(colour - 1)][c], state_code(state, colour));
  }
  std::vector<std::string> names{"empty"};
  for (const Content& content : contents) names.push_back(name(content));
  add_layer({Layer::kPiece}, names);
  for (int level = 1; p.layout.has_stacks && level < kLevelsShown; ++level) {
    std::vector<std::string> below{"none"};
    for (std::size_t k = 1; k < names.size(); ++k)
      below.push_back(names[k] + ", " + std::to_string(level) + " below the top");
    add_layer({Layer::kBelow, level}, std::move(below));
  }
}

void LudFeatures::add_layers(const LudGame& game) {
  const Layout& layout = program_.layout;
  // Where all pieces are alike their number says everything: seeds.
  if (program_.components.size() == 2 && layout.has_count && !layout.has_stacks) {
    add_layer({Layer::kSeeds}, counted(kMostSeeds, "empty", " " + program_.components[1].base));
  } else {
    add_pieces(contents_of(game));
    if (layout.has_stacks) {
      add_layer({Layer::kHeight}, counted(kMostCount, "no pieces", " pieces"));
    } else if (layout.has_count) {
      add_layer({Layer::kCount}, counted(kMostCount, "at most one", " more"));
    }
  }
  if (layout.has_state) add_layer({Layer::kState}, counted(kMostState, "state 0", " as state"));
  if (layout.has_rotation) add_layer({Layer::kRotation}, counted(kMostState, "rotation 0", " as rotation"));
  if (layout.has_value) {
    std::vector<std::string> names = counted(kMostValue, "value 0", " as value");
    names.emplace_back("negative value");
    add_layer({Layer::kValue}, std::move(names));
  }
  if (layout.has_to_clear || layout.has_visited || layout.has_unowned || uses("(is Pending") ||
      uses("(sites Pending") || uses("(moveAgain"))
    add_layer({Layer::kMark},
              {"unmarked", "to be taken", "pending", "this turn came here", "visited", "unowned"});
}

void LudFeatures::add_number(NumberOf number, std::string name) {
  numbers_.push_back(number);
  plan_.numbers.push_back(std::move(name));
}

void LudFeatures::add_player_numbers() {
  const Program& p = program_;
  const bool scores = p.layout.scores != 0;
  const bool values = p.layout.player_values != 0;
  for (int who = 0; who < p.players; ++who) {
    if (scores) add_number({Number::kScore, who}, called(who, "score"));
    if (values) add_number({Number::kPlayerValue, who}, called(who, "value"));
    if (p.goes_on) add_number({Number::kRank, who}, called(who, "rank"));
    if (p.teams && who > 0) add_number({Number::kTeam, who}, called(who, "place in the team"));
    for (std::size_t k = 1; k < p.phases.size(); ++k)
      add_number({Number::kPhase, who, static_cast<int>(k)}, called(who, "phase " + p.phases[k].name));
    for (std::size_t k = 0; k < p.events.size(); ++k)
      add_number({Number::kEvent, who, static_cast<int>(k)}, called(who, "event " + p.events[k]));
  }
}

void LudFeatures::add_dice() {
  const Program& p = program_;
  for (std::size_t k = 0; k < p.dice.size(); ++k) {
    const int die = static_cast<int>(k);
    const std::string name = "die " + std::to_string(k + 1);
    if (p.dice[k].values.size() > 8) {
      add_number({Number::kPips, 0, die}, name);
      continue;
    }
    for (const auto& [value, faces] : p.dice[k].values)
      add_number({Number::kDie, 0, die, value}, name + " shows " + std::to_string(value));
  }
  if (p.dice.size() > 1) add_number({Number::kEqual}, "equal dice");
}

void LudFeatures::add_numbers() {
  const Program& p = program_;
  for (int who = 1; !seats_correspond_ && who < p.players; ++who)
    add_number({Number::kSeat, who}, "seat of player " + std::to_string(who + 1));
  // With two players who take turns the player on move looks.
  const bool turns = p.players > 2 || !p.dice.empty() || p.most_draws != 0 || p.random_start ||
                     uses("(moveAgain") || uses("(set NextPlayer");
  for (int who = 0; turns && who < (p.players == 2 ? 1 : p.players); ++who)
    add_number({Number::kTurn, who}, called(who, "turn"));
  add_player_numbers();
  add_dice();
  add_number({Number::kPasses}, "turns passed");
  if (p.swap_rule) add_number({Number::kSwap}, "a swap is possible");
  if (p.layout.rest != 0 && uses("(counter)")) add_number({Number::kCounter}, "counter");
  if (p.layout.rest != 0 && uses("(var")) {
    add_number({Number::kVariable, 0, -1}, "variable");
    for (std::size_t k = 0; k < p.variables.size(); ++k)
      add_number({Number::kVariable, 0, static_cast<int>(k)}, "variable " + p.variables[k]);
  }
  if (uses("(count Moves)")) add_number({Number::kPlies}, "moves so far");
  if (uses("(count Turns)")) add_number({Number::kTurns}, "turns so far");
  if (uses("(count MovesThisTurn)")) add_number({Number::kTurnMoves}, "moves of this turn");
  for (std::size_t k = 0; k < p.votes.size(); ++k)
    add_number({Number::kProposed, 0, static_cast<int>(k)}, "proposed " + p.votes[k]);
  for (std::size_t k = 0; k < p.memories.size(); ++k)
    add_number({Number::kKept, 0, static_cast<int>(k)},
               "remembered" + (p.memories[k].empty() ? "" : " " + p.memories[k]));
}

}  // namespace ludex::games::lud
