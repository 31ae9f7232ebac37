#include "plugins/studies/lud/explanation.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <vector>

#include "core/abi/params.hpp"
#include "core/util/clock.hpp"
#include "core/util/rng.hpp"
#include "games/lud/codegen/library.hpp"
#include "games/lud/game/description.hpp"
#include "games/lud/game/lud_game.hpp"

namespace ludex::games::lud {

namespace {

using Position = std::vector<std::byte>;

std::vector<Position> positions_of_random_games(const LudGame& game, std::size_t wanted) {
  std::vector<Position> found;
  std::vector<Move> moves(game.traits().max_moves);
  Rng rng = Rng::seeded(1);
  Position state(game.bytes());
  for (int games = 0; found.size() < wanted && games < 200; ++games) {
    game.initial(state.data());
    while (found.size() < wanted && !is_over(game.status(state.data()))) {
      const std::uint32_t count = game.legal_moves(state.data(), moves.data());
      if (count == 0) break;
      if (rng.below(4) == 0) found.push_back(state);
      game.apply(state.data(), moves[rng.below(count)]);
    }
  }
  return found;
}

// Nanoseconds of CPU time of a call, which is repeated for at least 50 ms; it returns how often it did its
// work.
template <class F>
double time_of(const StudyTask& task, F&& f) {
  constexpr std::int64_t kLeast = 50'000'000;
  std::uint64_t done = 0;
  const std::int64_t began = thread_cpu_ns();
  std::int64_t used = 0;
  do {
    done += f();
    used = thread_cpu_ns() - began;
  } while (used < kLeast && !task.stopped());
  return static_cast<double>(used) / static_cast<double>(std::max<std::uint64_t>(done, 1));
}

struct Cost {
  double ply = 0, list = 0, apply = 0, copy = 0;  // ns
  double plies = 0;                               // of a playout
};

Cost cost_of(const StudyTask& task, const LudGame& game) {
  const std::vector<Position> positions = positions_of_random_games(game, 500);
  std::vector<Move> moves(game.traits().max_moves);
  Position state(game.bytes());
  Rng rng = Rng::seeded(1);
  Cost cost;
  std::uint64_t playouts = 0, all_plies = 0;
  cost.ply = time_of(task, [&] {
    game.initial(state.data());
    const std::uint64_t plies = game.playout(state.data(), rng, nullptr).plies;
    ++playouts, all_plies += plies;
    return plies;
  });
  cost.plies = static_cast<double>(all_plies) / static_cast<double>(std::max<std::uint64_t>(playouts, 1));
  if (positions.empty()) return cost;
  const auto each = [&](auto&& f) {
    for (const Position& from : positions) f(from);
    return positions.size();
  };
  cost.copy = time_of(task, [&] {
    return each(
        [&](const Position& from) { std::copy_n(from.data(), game.used(from.data()), state.data()); });
  });
  cost.list = time_of(
      task, [&] { return each([&](const Position& from) { game.legal_moves(from.data(), moves.data()); }); });
  // A move is applied to a copy of the position in which it was listed.
  std::vector<Move> chosen;
  each([&](const Position& from) {
    chosen.push_back(moves[rng.below(game.legal_moves(from.data(), moves.data()))]);
  });
  cost.apply = time_of(task, [&] {
    std::size_t k = 0;
    return each([&](const Position& from) {
      std::copy_n(from.data(), game.used(from.data()), state.data());
      game.apply(state.data(), chosen[k++]);
    });
  });
  return cost;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + '"';
}

struct Left {
  std::string place, text;
};
std::vector<Left> left_to_interpreter(const Description& description, const codegen::Generated& made) {
  constexpr std::size_t kLongest = 100;
  std::vector<Left> all;
  for (const Node* node : made.interpreted) {
    std::string text = node->tree->to_text();
    if (text.size() > kLongest) text = text.substr(0, kLongest - 3) + "...";
    all.push_back({description.sources.text(node->tree->place), std::move(text)});
  }
  return all;
}

void write_text(const codegen::Generated& made, const std::vector<Left>& left, const Layout& layout,
                bool fast, const Cost& cost, TextSink& out) {
  out.write("\nrewritings that were used, and how often\n");
  for (const auto& [name, count] : made.passes) out.write("  " + name + "  " + std::to_string(count) + "\n");
  if (made.passes.empty()) out.write("  none\n");
  out.write("\nleft to the interpreter\n");
  for (const Left& each : left) out.write("  " + each.place + ": " + each.text + "\n");
  if (left.empty()) out.write(fast ? "  nothing\n" : "  everything\n");
  out.write("  " + std::to_string(made.nodes_interpreted) + " of " + std::to_string(made.nodes) +
            " nodes evaluated in play" +
            (codegen::is_mostly_interpreted(made) ? ": compile=auto prefers the interpreter\n" : "\n"));
  out.write("\nbytes of a position: " + std::to_string(layout.bytes) + ", the head's " +
            std::to_string(sizeof(Head)) + " among them\n\nns of CPU time\n");
  const auto line = [&](const char* what, double value) {
    out.write("  " + number(value) + "  " + what + "\n");
  };
  line("a ply of a playout", cost.ply);
  line("a list of legal moves", cost.list);
  line("a legal move applied to a copy", cost.apply);
  line("a copy", cost.copy);
  out.write("\nplies of a playout: " + number(cost.plies) + "\n");
}

void write_json(const codegen::Generated& made, const std::vector<Left>& left, const Layout& layout,
                bool fast, const Cost& cost, TextSink& out) {
  std::string passes, nodes;
  for (const auto& [name, count] : made.passes)
    passes += (passes.empty() ? "" : ", ") + quoted(name) + ": " + std::to_string(count);
  for (const Left& each : left)
    nodes += (nodes.empty() ? "" : ", ") + ("{\"place\": " + quoted(each.place)) +
             ", \"text\": " + quoted(each.text) + "}";
  out.write("{\n  \"compiled\": " + std::string(fast ? "true" : "false") + ",\n  \"rewritings\": {" + passes +
            "},\n  \"interpreted\": [" + nodes + "],\n  \"nodes\": " + std::to_string(made.nodes) +
            ",\n  \"nodes_interpreted\": " + std::to_string(made.nodes_interpreted) +
            ",\n  \"auto\": " + (codegen::is_mostly_interpreted(made) ? "\"interpreted\"" : "\"compiled\"") +
            ",\n  \"position_bytes\": " + std::to_string(layout.bytes) + ",\n  \"ns\": {\"playout_ply\": " +
            number(cost.ply) + ", \"list\": " + number(cost.list) + ", \"apply\": " + number(cost.apply) +
            ", \"copy\": " + number(cost.copy) + "},\n  \"playout_plies\": " + number(cost.plies) + "\n}\n");
}

}  // namespace

Result<void> explain(const StudyTask& task, const std::filesystem::path& file, const std::string& definitions,
                     TextSink& out) {
  const auto text = read_text(file.string());
  if (!text) return Error{text.error()};
  auto description = describe(file.string(), *text, definitions, {});
  if (!description) return Error{description.error()};
  const bool json = task.values.boolean("json");
  if (!(*description)->program) {
    std::string message = "this description cannot be played:";
    for (const std::string& problem : (*description)->problems) message += "\n  " + problem;
    return Error{std::move(message)};
  }
  const Program& program = *(*description)->program;
  const codegen::Generated made = codegen::generate(program);
  LudGame game(*description, true);
  const auto library = codegen::Library::load(made.source);
  if (library) game.use(*library);
  if (!library && !json) out.write(file.string() + ": " + library.error() + "\n");
  const auto left = left_to_interpreter(**description, made);
  const Cost cost = cost_of(task, game);
  (json ? write_json : write_text)(made, left, program.layout, library.ok(), cost, out);
  return {};
}

}  // namespace ludex::games::lud
