// Games for hex-train.cpp, played by the network against itself:
//   ludex study hex-self-play --set games=1000 --out FOLDER
//
// The first move is random, and in every other game the second; then some plies are drawn by their visits;
// later the most visited move is played. Part of the moves, drawn at random, are searched with `visits`
// visits and noise, and their visit counts recorded; the others, with `quick` visits, only serve to finish
// the game (D. Wu, "Accelerating self-play learning in Go", 2019). A game ends when the mover is known to win
// or to lose.
//
// FOLDER/games.txt has one line per game: width, height, winner (0, 1), then for each ply
// cell|value|cell:visits,... , cells row by row from 0, the value of the search for the mover in thousandths,
// the list empty after a quick search. The last is the decided position: no cell, all winning moves.
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <string>

#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/result.hpp"
#include "core/util/rng.hpp"
#include "plugins/studies/hex/self_play_search.hpp"
#include "plugins/studies/training/weights_file.hpp"

namespace ludex::games::hex {

struct SelfPlayStudy {
  static constexpr PluginInfo kInfo{"hex-self-play", "1.0.0",
                                    "games from which the weights of Hex's network are learned", "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsFolder;

  static std::span<const ParamSpec> parameters();
  static Result<void> run(const StudyTask& task, TextSink& progress);
};

namespace {

struct Plan {
  std::uint32_t visits;
  std::uint32_t quick;
  double share;  // of the moves that get `visits`
  std::uint32_t drawn_plies;
};

// A move, drawn by the visits or the most visited.
template <class Node>
std::uint32_t choose(std::span<const Node> moves, bool drawn, Rng& rng) {
  const Node* best = nullptr;
  std::uint32_t sum = 0;
  for (const Node& move : moves) {
    if (move.proven == -1) continue;
    if (best == nullptr || move.visits > best->visits) best = &move;
    sum += move.visits;
  }
  if (!drawn || sum == 0) return best->cell;
  std::uint32_t at = rng.below(sum);
  for (const Node& move : moves) {
    if (move.proven == -1) continue;
    if (at < move.visits) return move.cell;
    at -= move.visits;
  }
  return best->cell;
}

template <class Board>
std::uint32_t any_cell(const Board& cells, Rng& rng) {
  std::uint32_t at = rng.below(cells.count());
  std::uint32_t chosen = 0;
  cells.for_each([&](std::uint32_t cell) {
    if (at-- == 0) chosen = cell;
  });
  return chosen;
}

// One game as a line.
template <std::size_t W>
std::string play(SelfPlaySearch<W>& search, const Plan& plan, Rng& rng) {
  search.clear();
  std::string line;
  const std::uint32_t random_plies = 1 + rng.below(2);
  for (std::uint32_t ply = 0;; ++ply) {
    if (ply < random_plies) {
      const std::uint32_t cell = any_cell(search.empty(), rng);
      line += " " + std::to_string(cell) + "||";
      search.play(cell);
      continue;
    }
    const bool full = rng.uniform() < plan.share;
    search.search(full ? plan.visits : plan.quick, full);
    if (const int proven = search.proven(); proven != 0) {
      line += " -|" + std::to_string(1000 * proven) + "|";
      if (proven > 0) {
        search.must_play().for_each([&](std::uint32_t cell) { line += std::to_string(cell) + ":1,"; });
      }
      const Player winner = proven > 0 ? search.mover() : 1 - search.mover();
      return std::to_string(search.board().width()) + " " + std::to_string(search.board().height()) + " " +
             std::to_string(winner) + line + "\n";
    }
    const auto& root = search.root();
    const std::uint32_t cell = choose(search.moves(), ply < plan.drawn_plies, rng);
    line += " " + std::to_string(cell) + "|" +
            std::to_string(std::lround(-1000 * root.sum / static_cast<float>(root.visits))) + "|";
    if (full) {
      for (const auto& move : search.moves()) {
        if (move.visits != 0 && move.proven != -1)
          line += std::to_string(move.cell) + ":" + std::to_string(move.visits) + ",";
      }
    }
    search.play(cell);
  }
}

}  // namespace

std::span<const ParamSpec> SelfPlayStudy::parameters() {
  static const std::array specs{
      params::integer("games", "100", 1, 1e9, "how many"),
      params::integer("size", "11", 2, 16, "columns and rows"),
      params::text("weights", "", "weights.inc of the network; empty: the one compiled in"),
      params::integer("visits", "300", 1, 1e6, "iterations of a searched move"),
      params::integer("quick", "60", 1, 1e6, "iterations of a quick move"),
      params::real("share", "0.35", 0, 1, "share of the moves that are searched"),
      params::integer("drawn_plies", "10", 0, 1000,
                      "plies whose moves are drawn in proportion to their visits"),
      params::real("puct", "1.5", 0, 100, "weight of a move's share of the network's scores"),
      params::real("playout_share", "0.5", 0, 1, "weight of playouts in the value of a position"),
      params::integer("seed", "1", 0, 1e18, "seed of all random numbers"),
  };
  return specs;
}

Result<void> SelfPlayStudy::run(const StudyTask& task, TextSink& progress) {
  const ParamValues& values = task.values;
  std::unique_ptr<const QuantizedNet> loaded;
  if (const std::string& name = values.text("weights"); !name.empty()) {
    const auto weights = read_weights<PolicyValueNet>(name);
    if (!weights) return Error{weights.error()};
    loaded = std::make_unique<const QuantizedNet>(*weights);
  }
  const QuantizedNet& net = loaded != nullptr ? *loaded : QuantizedNet::learned();
  SelfPlaySettings settings;
  settings.puct = values.real("puct");
  settings.playout_share = values.real("playout_share");
  if (settings.playout_share == 0) settings.playouts = 0;
  const auto number = [&](const char* name) { return static_cast<std::uint32_t>(values.integer(name)); };
  const Plan plan{number("visits"), number("quick"), values.real("share"), number("drawn_plies")};
  const std::string path = (std::filesystem::path(task.folder) / "games.txt").string();
  std::ofstream file(path, std::ios::binary);
  Rng rng = Rng::seeded(static_cast<std::uint64_t>(values.integer("seed")));
  const std::uint32_t size = number("size");
  const std::uint32_t games = number("games");
  const auto play_all = [&](auto& search) -> Result<void> {
    for (std::uint32_t i = 1; i <= games; ++i) {
      if (task.stopped()) return Error{"stopped"};
      file << play(search, plan, rng) << std::flush;
      if (!file) return Error{"cannot write " + path};
      if (i % 100 == 0 || i == games) progress.write(std::to_string(i) + " games\n");
    }
    return {};
  };
  if (size <= 11) {
    SelfPlaySearch<2> search(size, size, net, settings, rng);
    return play_all(search);
  }
  SelfPlaySearch<4> search(size, size, net, settings, rng);
  return play_all(search);
}

}  // namespace ludex::games::hex

LUDEX_STUDY_PLUGIN(ludex::games::hex::SelfPlayStudy);
