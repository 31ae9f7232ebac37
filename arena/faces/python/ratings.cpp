// Ratings, match statistics and sequential tests: the commands `rate`, `match` and `sprt`, for games from
// files or from a frame.
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arena/faces/python/error.hpp"
#include "arena/faces/python/objects.hpp"
#include "arena/faces/statistics/match.hpp"
#include "arena/faces/statistics/rate.hpp"
#include "arena/results/rating/log_reader.hpp"

namespace ludex::python {
namespace {

namespace py = pybind11;
namespace statistics = arena::statistics;
namespace rating = arena::rating;

// A column of texts: an index for each row, -1 for a missing one, and the list of texts.
struct Texts {
  py::array_t<std::int64_t, py::array::c_style | py::array::forcecast> codes;
  std::vector<std::string> texts;

  static Texts of(const py::dict& columns, const char* name, std::size_t rows) {
    Texts column;
    const auto pair = columns[name].cast<py::tuple>();
    column.codes = pair[0].cast<decltype(column.codes)>();
    for (const py::handle& text : pair[1]) column.texts.push_back(py::str(text));
    if (static_cast<std::size_t>(column.codes.size()) != rows)
      throw Error(fmt::format("column '{}' has {} rows, expected {}", name, column.codes.size(), rows));
    return column;
  }
  [[nodiscard]] std::string_view at(std::size_t row) const {
    const std::int64_t code = codes.data()[row];
    return code < 0 || static_cast<std::size_t>(code) >= texts.size() ? std::string_view()
                                                                      : texts[static_cast<std::size_t>(code)];
  }
  [[nodiscard]] std::int64_t code(std::size_t row) const { return codes.data()[row]; }
};

// A frame's games, in the form of a log reader's.
class FrameGames {
 public:
  explicit FrameGames(const py::dict& columns)
      : rows_(py::len(columns["first"].cast<py::tuple>()[0])),
        first_(Texts::of(columns, "first", rows_)),
        second_(Texts::of(columns, "second", rows_)),
        outcome_(Texts::of(columns, "outcome", rows_)),
        termination_(Texts::of(columns, "termination", rows_)),
        game_(Texts::of(columns, "game", rows_)),
        file_(Texts::of(columns, "file", rows_)),
        position_(Texts::of(columns, "position", rows_)),
        opening_(Texts::of(columns, "opening", rows_)),
        round_(Texts::of(columns, "round", rows_)) {
    if (!columns.contains("ranked")) return;
    for (const py::handle& item : columns["ranked"]) {
      const auto [row, agents, ranks] =
          item.cast<std::tuple<std::size_t, std::vector<std::string>, std::vector<std::uint32_t>>>();
      if (agents.size() > kMaxPlayers || (!ranks.empty() && ranks.size() != agents.size()))
        throw Error(fmt::format("row {}: 'agents' and 'ranks' do not have one entry a seat", row));
      rating::RankedGame& game = ranked_[row];
      game.players = agents;
      game.ranks = ranks;
    }
  }

  Result<void> read(const rating::ReadOptions& how, rating::ResultTable& table, rating::ReadSummary& summary,
                    const std::function<void()>& next_file) const {
    for (std::size_t i = 0; i < rows_; ++i) {
      if (i > 0 && file_.code(i) != file_.code(i - 1) && next_file) next_file();
      if (const auto ranked = ranked_.find(i); ranked != ranked_.end()) {
        count_ranked(i, ranked->second, how, table, summary);
        continue;
      }
      rating::LoggedGame game{first_.at(i), second_.at(i), std::nullopt, std::nullopt, game_.at(i), {}};
      if (game.first.empty() || game.second.empty())
        return ludex::Error{fmt::format("row {}: a name is missing in 'first' or 'second'", i)};
      const std::string_view outcome = outcome_.at(i);
      if (outcome != "*" && !outcome.empty()) {
        game.result = rating::result_of(outcome);
        if (!game.result)
          return ludex::Error{
              fmt::format("row {}: the outcome is '{}', expected 1-0, 0-1, 1/2-1/2 or *", i, outcome)};
      }
      if (const auto termination = termination_.at(i); !termination.empty()) game.termination = termination;
      if (rating::count_game(game, how, table, summary) && how.sink)
        how.sink(game.first, game.second, *game.result, game.game,
                 fmt::format("{} {} {} {}", game_.code(i), round_.at(i), position_.code(i), opening_.code(i)),
                 game.key);
    }
    if (table.games() == 0) return ludex::Error{"the frame has no games that count"};
    return {};
  }

 private:
  // A frame knows who failed only where that ended the game: everyone behind the first.
  void count_ranked(std::size_t row, rating::RankedGame game, const rating::ReadOptions& how,
                    rating::ResultTable& table, rating::ReadSummary& summary) const {
    game.game = game_.at(row);
    const std::string_view termination = termination_.at(row);
    if (!termination.empty() && rating::is_failure(termination)) {
      for (std::uint32_t seat = 0; seat < game.ranks.size(); ++seat) {
        if (game.ranks[seat] > 1) game.forfeits.push_back({seat, std::string(termination)});
      }
    }
    if (rating::count_game(game, how, table, summary) && how.rank_sink) how.rank_sink(game);
  }

  std::size_t rows_;
  Texts first_, second_, outcome_, termination_, game_, file_, position_, opening_, round_;
  std::unordered_map<std::size_t, rating::RankedGame> ranked_;  // by row
};

// The command's JSON document, and its warnings.
py::tuple answer(const statistics::RateOutput& output) {
  if (output.exit_code != 0) {
    // "ludex rate: --model: ..."
    const auto colon = output.err.find(": ");
    std::string why = output.err.substr(colon == std::string::npos ? 0 : colon + 2);
    if (!why.empty() && why.back() == '\n') why.pop_back();
    throw Error(why);
  }
  return py::make_tuple(output.out, output.err);
}

statistics::RateOptions rate_options(const py::dict& options) {
  statistics::RateOptions rate;
  rate.json = true;
  const auto take = [&](const char* name, auto& out) {
    if (options.contains(name)) out = options[name].cast<std::decay_t<decltype(out)>>();
  };
  take("logs", rate.logs), take("model", rate.model), take("prior", rate.prior),
      take("advantage", rate.advantage);
  take("draw_elo", rate.draw_elo), take("confidence", rate.confidence), take("offset", rate.offset);
  take("anchor", rate.anchor), take("without_forfeits", rate.without_forfeits), take("strict", rate.strict),
      take("games", rate.games);
  take("by_game", rate.by_game), take("population", rate.population), take("alpha", rate.alpha);
  rate.offset_given = options.contains("offset");
  return rate;
}

statistics::MatchOptions match_options(const py::dict& options) {
  statistics::MatchOptions match;
  match.json = true;
  const auto take = [&](const char* name, auto& out) {
    if (options.contains(name)) out = options[name].cast<std::decay_t<decltype(out)>>();
  };
  take("logs", match.logs), take("sprt", match.sprt), take("confidence", match.confidence);
  take("without_forfeits", match.without_forfeits), take("strict", match.strict), take("games", match.games),
      take("by_game", match.by_game);
  return match;
}

template <class Work>
py::tuple without_gil(const Work& work) {
  statistics::RateOutput output;
  {
    const py::gil_scoped_release release;
    output = work();
  }
  return answer(output);
}

}  // namespace

void bind_ratings(py::module_& module) {
  module.def("rate_files", [](const py::dict& options) {
    const statistics::RateOptions rate = rate_options(options);
    return without_gil([&] { return statistics::rate(rate); });
  });
  module.def("rate_frame", [](const py::dict& columns, const py::dict& options) {
    const statistics::RateOptions rate = rate_options(options);
    const FrameGames games(columns);
    return without_gil([&] {
      return statistics::rate(rate, [&](const rating::ReadOptions& how, statistics::RateInput& input) {
        return games.read(how, input.table, input.summary, nullptr);
      });
    });
  });
  module.def("match_files", [](const py::dict& options) {
    const statistics::MatchOptions match = match_options(options);
    return without_gil([&] { return statistics::match(match); });
  });
  module.def("match_frame", [](const py::dict& columns, const py::dict& options) {
    const statistics::MatchOptions match = match_options(options);
    const FrameGames games(columns);
    return without_gil([&] {
      return statistics::match(match, [&](const rating::ReadOptions& how, rating::ReadSummary& summary) {
        const rating::GameSource source = [&](const auto& options_of, auto& table, auto& sum,
                                              const auto& next_file) {
          return games.read(options_of, table, sum, next_file);
        };
        return rating::count_matches(source, how, summary);
      });
    });
  });
  module.def("sprt_counts", [](const std::string& wdl, const std::string& penta, const std::string& test,
                               double confidence) {
    return answer(statistics::sprt({wdl, penta, test, confidence, true}));
  });
}

}  // namespace ludex::python
