// Logs as columns: one row per game, one row per move.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arena/base/files/mapped_file.hpp"
#include "arena/base/json/value.hpp"
#include "arena/faces/export/game_labels.hpp"
#include "arena/faces/export/replay.hpp"
#include "arena/faces/python/columns.hpp"
#include "arena/faces/python/error.hpp"
#include "arena/faces/python/interrupt.hpp"
#include "arena/faces/python/objects.hpp"
#include "arena/results/log/log_cursor.hpp"
#include "arena/results/log/log_files.hpp"
#include "arena/results/log/record_json.hpp"
#include "arena/results/log/record_scan.hpp"

namespace ludex::python {
namespace {

namespace py = pybind11;
using arena::GameRecord;
using arena::SeatStats;

// Converts `["d4","e5"]` to "d4 e5".
std::string joined(const std::string& list) {
  std::string text;
  if (list.find('\\') == std::string::npos) {
    bool inside = false;
    for (const char c : list) {
      if (c == '"') {
        inside = !inside;
        if (inside && !text.empty()) text += ' ';
      } else if (inside) {
        text += c;
      }
    }
    return text;
  }
  const auto parsed = arena::json::Value::parse_if_valid(list);
  if (!parsed || !parsed->is_array()) return text;
  for (const auto& item : *parsed) {
    if (item.is_string()) text += (text.empty() ? "" : " ") + item.text();
  }
  return text;
}

struct SeatColumns {
  std::vector<std::uint32_t> moves;
  std::vector<std::uint64_t> iterations;
  std::vector<std::uint64_t> nodes;
  std::vector<double> cpu_seconds;
  std::vector<double> wall_seconds;
  std::vector<std::uint32_t> depth_max;
  std::vector<std::uint32_t> overruns;

  void add(const SeatStats& stats) {
    moves.push_back(static_cast<std::uint32_t>(stats.moves));
    iterations.push_back(stats.iterations);
    nodes.push_back(stats.nodes);
    cpu_seconds.push_back(stats.cpu_seconds);
    wall_seconds.push_back(stats.wall_seconds);
    depth_max.push_back(stats.depth_max);
    overruns.push_back(static_cast<std::uint32_t>(stats.overruns));
  }
  void finish(const std::string& seat, py::dict& out) {
    const auto put = [&](const char* name, auto& column) {
      out[py::str(seat + name)] = to_array(std::move(column));
    };
    put("_moves", moves), put("_iterations", iterations), put("_nodes", nodes),
        put("_cpu_seconds", cpu_seconds);
    put("_wall_seconds", wall_seconds), put("_depth_max", depth_max), put("_overruns", overruns);
  }
};

// All texts of an enumeration, as categories.
template <class E>
py::list texts_of() {
  py::list list;
  for (const std::string_view text : enum_texts(E{})) list.append(py::str(text.data(), text.size()));
  return list;
}

class GameColumns {
 public:
  // Reads the games of one file. The error names the line.
  Result<void> read(std::int32_t file, const std::string& path, std::string_view text, Interrupt& interrupt,
                    std::vector<std::string>& warnings) {
    arena::log::LogCursor lines(text, path);
    GameRecord record;
    arena::log::UnreadPlay play;
    while (lines.next()) {
      if (lines.number() % 4096 == 0 && interrupt.requested()) return {};
      const std::string_view line = lines.line();
      if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
      arena::log::PlayHash ignored;
      const auto good = arena::log::read_record(line, record, ignored, &play, false);
      if (lines.torn()) {
        warnings.push_back(
            lines.error("the last line is incomplete (the writer was interrupted) and is ignored").message);
        return {};
      }
      if (!good) return lines.error(good.error());
      files_.push_back(file);
      offsets_.push_back(line.data() - text.data());
      ids_ += record.id;
      id_ends_.push_back(ids_.size());
      games_.add(record.game);
      firsts_.add(record.agents[0]);
      seconds_.add(record.agents[1]);
      rounds_.push_back(record.round);
      positions_.add(record.position);
      openings_.add(play.opening == "[]" ? std::string_view() : play.opening);
      add_outcome(record);
      terminations_.push_back(static_cast<std::int8_t>(record.termination));
      forfeits_.push_back(any_forfeit(record) ? 1 : 0);
      notes_.add(record.note);
      seeds_.push_back(record.seed);
      plies_.push_back(static_cast<std::uint32_t>(record.plies));
      seats_[0].add(record.stats[0]);
      seats_[1].add(record.stats[1]);
      spec_hashes_.add(record.spec_hash);
    }
    return {};
  }

  [[nodiscard]] py::dict finish(const std::vector<std::string>& paths) {
    py::dict out;
    py::list ids(id_ends_.size());
    std::size_t from = 0;
    for (std::size_t i = 0; i < id_ends_.size(); ++i) {
      ids[i] = py::reinterpret_steal<py::object>(
          PyUnicode_DecodeUTF8(ids_.data() + from, static_cast<py::ssize_t>(id_ends_[i] - from), "replace"));
      from = id_ends_[i];
    }
    out["id"] = std::move(ids);
    out["game"] = games_.finish();
    out["first"] = firsts_.finish();
    out["second"] = seconds_.finish();
    out["round"] = to_array(std::move(rounds_));
    out["position"] = positions_.finish();
    out["opening"] = openings_.finish(joined);
    py::list outcomes;
    for (const std::string& text : outcome_texts_) outcomes.append(text);
    out["outcome"] = py::make_tuple(to_array(std::move(outcomes_)), std::move(outcomes));
    if (!ranked_.empty()) out["ranked"] = finish_ranked();
    out["termination"] = py::make_tuple(to_array(std::move(terminations_)), texts_of<arena::Termination>());
    out["forfeit"] = to_array(std::move(forfeits_)).attr("view")("bool");
    out["note"] = notes_.finish();
    out["seed"] = to_array(std::move(seeds_));
    out["plies"] = to_array(std::move(plies_));
    seats_[0].finish("first", out);
    seats_[1].finish("second", out);
    out["spec_hash"] = spec_hashes_.finish();
    out["file"] = py::make_tuple(to_array(std::move(files_)), py::cast(paths));
    out["offset"] = to_array(std::move(offsets_));
    return out;
  }

 private:
  // A game of three and more players.
  struct Ranked {
    std::size_t row;
    std::vector<std::string> agents;
    std::vector<double> returns;
    std::vector<std::uint32_t> ranks;
  };

  static bool any_forfeit(const GameRecord& record) {
    if (is_forfeit(record.termination)) return true;
    return std::any_of(record.faults.begin(), record.faults.end(),
                       [](const arena::SeatFault& fault) { return is_forfeit(fault.reason); });
  }
  void add_outcome(const GameRecord& record) {
    const std::string text = outcome_text(record);
    const auto known = std::find(outcome_texts_.begin(), outcome_texts_.end(), text);
    outcomes_.push_back(static_cast<std::int16_t>(known - outcome_texts_.begin()));
    if (known == outcome_texts_.end()) outcome_texts_.push_back(text);
    if (players(record) > 2)
      ranked_.push_back({outcomes_.size() - 1, record.agents, record.returns, record.ranks});
  }
  // [(row, agents, returns, ranks)]; returns and ranks are None without a result.
  [[nodiscard]] py::list finish_ranked() const {
    py::list list;
    for (const Ranked& game : ranked_) {
      py::object returns = py::none();
      py::object ranks = py::none();
      if (!game.ranks.empty())
        returns = py::tuple(py::cast(game.returns)), ranks = py::tuple(py::cast(game.ranks));
      list.append(py::make_tuple(game.row, py::tuple(py::cast(game.agents)), returns, ranks));
    }
    return list;
  }

  std::vector<std::int32_t> files_;
  std::vector<std::int64_t> offsets_;
  std::string ids_;
  std::vector<std::size_t> id_ends_;
  TextColumn games_, firsts_, seconds_, positions_, openings_, notes_, spec_hashes_;
  std::vector<std::uint32_t> rounds_;
  std::vector<std::int16_t> outcomes_;
  // Those of two players first, in the order of GameResult.
  std::vector<std::string> outcome_texts_{"1-0", "0-1", "1/2-1/2", "*"};
  std::vector<Ranked> ranked_;
  std::vector<std::int8_t> terminations_;
  std::vector<std::uint8_t> forfeits_;
  std::vector<std::uint64_t> seeds_;
  std::vector<std::uint32_t> plies_;
  std::array<SeatColumns, 2> seats_;
};

// (columns, warnings)
py::tuple read_games(const std::vector<std::string>& paths) {
  GameColumns columns;
  std::vector<std::string> warnings;
  Interrupt interrupt;
  {
    const py::gil_scoped_release release;
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const auto file = value_or_throw(arena::MappedFile::open(paths[i]));
      if (const auto read =
              columns.read(static_cast<std::int32_t>(i), paths[i], file.bytes(), interrupt, warnings);
          !read)
        throw Error(read.error());
    }
  }
  interrupt.check();
  return py::make_tuple(columns.finish(paths), warnings);
}

struct Mover {
  int seat = -1;         // kChanceSeat; -1: unknown
  bool recorded = true;  // its agent chose the move, so that the log has its numbers
};

// The players in turn, from `first`; -1: unknown.
std::vector<Mover> alternating(const GameRecord& record, int first) {
  std::vector<Mover> movers(record.opening.size() + record.moves.size());
  for (std::size_t i = 0; i < movers.size(); ++i) {
    if (first >= 0) movers[i].seat = (first + static_cast<int>(i)) % 2;
    movers[i].recorded = i >= record.opening.size() && first >= 0;
  }
  return movers;
}

// The mover of each ply. Without the rules (null) players of two are supposed to alternate.
std::vector<Mover> movers_of(const Game* game, const GameRecord& record) {
  const bool two = players(record) == 2;
  if (game == nullptr) return alternating(record, two && record.position.empty() ? 0 : -1);
  constexpr std::uint32_t kInTurn = kAlternating | kDeterministic;
  if (two && game->traits().players == 2 && (game->traits().flags & kInTurn) == kInTurn) {
    if (record.position.empty()) return alternating(record, 0);
    const auto start = Position::from_text(*game, record.position);
    return alternating(record, start && !start->over() ? static_cast<int>(start->to_move()) : -1);
  }
  const auto played = arena::exports::replay(*game, record);
  if (!played) return alternating(record, -1);
  std::vector<Mover> movers;
  for (const auto& ply : played->plies)
    movers.push_back({seat_number(ply.mover), !ply.opening && !ply.random && !ply.rolled()});
  return movers;
}

class MoveColumns {
 public:
  void add(std::int64_t row, const GameRecord& record, const Game* game) {
    std::array<std::size_t, kMaxPlayers> own{};
    const std::vector<Mover> movers = movers_of(game, record);
    std::uint32_t ply = 0;
    for (const bool opening : {true, false}) {
      for (const std::string& move : opening ? record.opening : record.moves) {
        const Mover mover = movers[ply];
        const auto seat = static_cast<std::size_t>(mover.seat);
        rows_.push_back(row);
        plies_.push_back(ply++);
        seats_.push_back(static_cast<std::int8_t>(mover.seat));
        agents_.add(mover.seat < 0 ? std::string_view() : record.agents[seat]);
        moves_.add(move);
        openings_.push_back(opening ? 1 : 0);
        if (mover.recorded) {
          add_numbers(&record.stats[seat].series, own[seat]++);
        } else {
          add_numbers(nullptr, 0);
        }
      }
    }
  }

  [[nodiscard]] py::dict finish() {
    py::dict out;
    out["row"] = to_array(std::move(rows_));
    out["ply"] = to_array(std::move(plies_));
    out["seat"] = to_array(std::move(seats_));
    out["agent"] = agents_.finish();
    out["move"] = moves_.finish();
    out["opening"] = to_array(std::move(openings_)).attr("view")("bool");
    out["cpu_us"] = to_array(std::move(cpu_us_));
    out["wall_us"] = to_array(std::move(wall_us_));
    out["iterations"] = to_array(std::move(iterations_));
    out["nodes"] = to_array(std::move(nodes_));
    out["depth"] = to_array(std::move(depths_));
    out["clock_ms"] = to_array(std::move(clock_ms_));
    out["value"] = to_array(std::move(values_));
    out["unit"] = py::make_tuple(to_array(std::move(units_)), texts_of<ValueUnit>());
    out["bound"] = py::make_tuple(to_array(std::move(bounds_)), texts_of<ValueBound>());
    return out;
  }

 private:
  void add_numbers(const arena::MoveSeries* series, std::size_t i) {
    const auto at = [&](const std::vector<std::uint64_t>& list) { return i < list.size() ? list[i] : 0; };
    static const arena::MoveSeries none;
    const arena::MoveSeries& from = series != nullptr ? *series : none;
    cpu_us_.push_back(at(from.cpu_us));
    wall_us_.push_back(at(from.wall_us.empty() ? from.cpu_us : from.wall_us));
    iterations_.push_back(at(from.iterations));
    nodes_.push_back(at(from.nodes));
    depths_.push_back(at(from.depth));
    clock_ms_.push_back(at(from.clock_ms));
    const auto value = i < from.value.size() ? from.value[i] : std::nullopt;
    values_.push_back(value ? value->value : std::numeric_limits<double>::quiet_NaN());
    units_.push_back(static_cast<std::int8_t>(value ? value->unit : ValueUnit::kNone));
    bounds_.push_back(static_cast<std::int8_t>(value ? value->bound : ValueBound::kNone));
  }

  std::vector<std::int64_t> rows_;
  std::vector<std::uint32_t> plies_;
  std::vector<std::int8_t> seats_, units_, bounds_;
  TextColumn agents_, moves_;
  std::vector<std::uint8_t> openings_;
  std::vector<std::uint64_t> cpu_us_, wall_us_, iterations_, nodes_, depths_, clock_ms_;
  std::vector<double> values_;
};

using Codes = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

// Reads the games at these offsets of these files (indices of `paths`). `games`: the rules of each, or None.
py::dict read_moves(const std::vector<std::string>& paths, const Codes& files, const Codes& offsets,
                    const py::list& ids, const py::list& games) {
  std::vector<GameRef> rules;
  for (const py::handle& game : games) rules.push_back(game.is_none() ? nullptr : game.cast<GameRef>());
  std::vector<std::string> expected;
  for (const py::handle& id : ids) expected.push_back(py::str(id));
  std::vector<std::optional<arena::MappedFile>> open(paths.size());
  MoveColumns columns;
  Interrupt interrupt;
  const auto count = static_cast<std::size_t>(files.size());
  const std::int64_t* const file_of = files.data();
  const std::int64_t* const offset_of = offsets.data();
  {
    const py::gil_scoped_release release;
    for (std::size_t i = 0; i < count && !interrupt.requested(); ++i) {
      const auto f = static_cast<std::size_t>(file_of[i]);
      if (f >= paths.size()) throw Error(fmt::format("row {} belongs to no file", i));
      if (!open[f]) open[f].emplace(value_or_throw(arena::MappedFile::open(paths[f])));
      const std::string_view text = open[f]->bytes();
      const auto changed = [&] {
        return Error(fmt::format("{}: the log has changed since it was read (game '{}'): read it again",
                                 paths[f], expected[i]));
      };
      if (offset_of[i] < 0 || static_cast<std::size_t>(offset_of[i]) >= text.size()) throw changed();
      std::string_view line = text.substr(static_cast<std::size_t>(offset_of[i]));
      line = line.substr(0, line.find('\n'));
      const auto record = arena::log::game_record_from_json(line);
      if (!record || record->id != expected[i]) throw changed();
      columns.add(static_cast<std::int64_t>(i), *record, rules[i] == nullptr ? nullptr : &rules[i]->game());
    }
  }
  interrupt.check();
  return columns.finish();
}

}  // namespace

void bind_logs(py::module_& module) {
  module.def("log_in", &arena::log::log_in, py::arg("folder"),
             "The log of a run's folder, compressed or not.");
  module.def(
      "label_text",
      [](const std::string& label, const std::string& folder) {
        return to_text(value_or_throw(arena::exports::GameLabels(folder).component(label)));
      },
      py::arg("label"), py::arg("folder"),
      "The game, as game() takes it, that a label of the log in this folder stands for.");
  module.def("read_games", &read_games, py::arg("paths"), "See ludex.read_log().");
  module.def("read_moves", &read_moves, py::arg("paths"), py::arg("files"), py::arg("offsets"),
             py::arg("ids"), py::arg("games"), "See ludex.Log.moves().");
}

}  // namespace ludex::python
