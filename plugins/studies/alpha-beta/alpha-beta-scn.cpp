// Single conspiracy numbers (`ludex study alpha-beta-scn checkers`): plays self-play matches, computes
// every position's number at every even depth, as in the paper, and summarises by threshold, depth and result
// of the game. Results: arena/papers/scn.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "agents/alpha-beta/alpha_beta.hpp"
#include "agents/alpha-beta/engine.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/game/position.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "plugins/studies/common/print.hpp"

namespace ludex::agents::alpha_beta {

class ScnStudy {
 public:
  static constexpr PluginInfo kInfo{"alpha-beta-scn", "1.0.0", "single conspiracy numbers in self-play",
                                    "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsGame;

  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::integer("threshold", "150", 1, 30000, "centi-units, the threshold of the conspiracy number"),
        params::integer("depth", "10", 2, 24, "the deepest search; the even depths up to it are reported"),
        params::integer("games", "4", 1, 10000, "matches"),
        params::integer("opening", "4", 0, 100, "random plies before each match"),
        params::integer("plies", "120", 1, 10000, "plies after which a match is drawn"),
        params::boolean("table", true, "use the transposition table"),
        params::choice("format", "table", "table|csv|svg",
                       "figures by result, every number, or a plot of the first match"),
    };
    return specs;
  }
  static Result<void> supports(const StudyTask& task) { return AlphaBeta::supports(*task.game); }
  static Result<void> run(const StudyTask& task, TextSink& out) {
    ScnStudy(task).measure(out);
    return {};
  }

 private:
  explicit ScnStudy(const StudyTask& task) : task_(task) {
    const ParamValues& values = task.values;
    threshold_ = static_cast<Score>(values.integer("threshold"));
    depth_ = static_cast<std::uint32_t>(values.integer("depth")) / 2 * 2;
    games_ = static_cast<std::uint32_t>(values.integer("games"));
    opening_ = static_cast<std::uint32_t>(values.integer("opening"));
    plies_ = static_cast<std::uint32_t>(values.integer("plies"));
    table_ = values.boolean("table");
    format_ = values.text("format");
  }

  void measure(TextSink& out) {
    for (std::uint32_t g = 0; g < games_ && !task_.stopped(); ++g) play(g);
    if (format_ == "csv") {
      write_csv(out);
    } else if (format_ == "svg") {
      write_svg(out);
    } else {
      write_table(out);
    }
  }

  struct Record {
    std::uint32_t game;
    std::uint32_t ply;
    Player mover;
    bool forced;                         // in check or bound to capture
    std::vector<std::uint32_t> numbers;  // at depths 2, 4, ...
    Outcome result = Outcome::kUnknown;  // of the match, for the mover
  };

  void play(std::uint32_t number) {
    const Settings settings{
        .search = {.exact = true, .scout = false, .table = table_}, .shuffle = false, .scn = threshold_};
    Engine<SingleTally> engine(settings);
    engine.new_game(*task_.game, 0, number + 1);
    const auto* selective = find<Selective>(*task_.game);
    Position position(*task_.game);
    Rng rng = Rng::seeded(number + 1);
    for (std::uint32_t i = 0; i < opening_; ++i) {
      const auto moves = position.legal_moves();
      if (is_over(position.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]))) return;
    }
    const std::size_t first = records_.size();
    for (std::uint32_t ply = 0; ply < plies_ && !position.over() && !task_.stopped(); ++ply) {
      Budget budget{};
      budget.depth = depth_;
      budget.threads = 1;
      budget.stop = task_.stop;
      SearchReport report = SearchReport::empty(nullptr, 0);
      const Move move = engine.choose(position.state(), budget, report);
      Record record{number,
                    ply,
                    position.to_move(),
                    selective != nullptr && selective->in_check_or_forced(position.state()),
                    {}};
      // A win found early ends the search: deeper ones would give the same number.
      const auto& found = engine.numbers();
      for (std::uint32_t d = 2; d <= depth_ && !found.empty(); d += 2)
        record.numbers.push_back(found[std::min<std::size_t>(d, found.size()) - 1]);
      if (!record.numbers.empty()) records_.push_back(std::move(record));
      position.apply(move);
    }
    const GameStatus status = position.over() ? position.status() : GameStatus::kDraw;
    for (std::size_t i = first; i < records_.size(); ++i)
      records_[i].result = outcome_for(status, records_[i].mover);
  }

  // log2(1 + n), an infinite number as 2^32.
  [[nodiscard]] static double height(std::uint32_t n) noexcept {
    return n == SingleTally::kInfinite ? 32.0 : std::log2(1.0 + n);
  }

  void write_table(TextSink& out) const {
    print(out, "threshold ", threshold_, ", table ", table_ ? "on" : "off", ", ", games_, " matches\n\n");
    print(out,
          "| depth | match for the mover | positions | zero % | infinite % | at most 1 % | mean log2(1+n) "
          "| step | deeper | forced: at most 1 % |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (std::uint32_t d = 2; d <= depth_; d += 2) {
      for (const Outcome result : {Outcome::kWin, Outcome::kDraw, Outcome::kLoss}) {
        double n = 0, zero = 0, infinite = 0, low = 0, sum = 0, steps = 0, pairs = 0, deeper = 0, forced = 0,
               forced_low = 0;
        for (std::size_t i = 0; i < records_.size(); ++i) {
          const Record& r = records_[i];
          if (r.result != result) continue;
          const std::uint32_t number = r.numbers[d / 2 - 1];
          ++n;
          zero += number == 0 ? 1 : 0;
          infinite += number == SingleTally::kInfinite ? 1 : 0;
          low += number <= 1 ? 1 : 0;
          sum += height(number);
          if (d > 2) deeper += std::abs(height(number) - height(r.numbers[d / 2 - 2]));
          forced += r.forced ? 1 : 0;
          forced_low += r.forced && number <= 1 ? 1 : 0;
          // Compares with the same player's previous position.
          if (i >= 2 && records_[i - 2].game == r.game && records_[i - 2].mover == r.mover) {
            steps += std::abs(height(number) - height(records_[i - 2].numbers[d / 2 - 1]));
            ++pairs;
          }
        }
        if (n == 0) continue;
        print(out, "| ", d, " | ", to_text(result), " | ", fixed(n, 0));
        for (const double share : {zero, infinite, low}) print(out, " | ", fixed(100 * share / n, 1));
        for (const double mean : {sum / n, pairs == 0 ? 0 : steps / pairs, deeper / n})
          print(out, " | ", fixed(mean, 2));
        print(out, " | ", fixed(forced == 0 ? 0 : 100 * forced_low / forced, 1), " |\n");
      }
    }
  }
  void write_csv(TextSink& out) const {
    print(out, "threshold,game,ply,player,result,forced,depth,scn\n");
    for (const Record& r : records_) {
      for (std::size_t k = 0; k < r.numbers.size(); ++k) {
        print(out, threshold_, ",", r.game, ",", r.ply, ",", r.mover, ",", to_text(r.result), ",",
              r.forced ? 1 : 0, ",", 2 * k + 2, ",");
        if (r.numbers[k] == SingleTally::kInfinite) {
          print(out, "inf\n");
        } else {
          print(out, r.numbers[k], "\n");
        }
      }
    }
  }
  // The first match: log2(1+n) over the moves of the first player, one line per depth, darker for deeper.
  void write_svg(TextSink& out) const {
    constexpr double kLeft = 40, kTop = 10, kWidth = 600, kHeight = 260;
    std::uint32_t last = 1;
    for (const Record& r : records_) last = std::max(last, r.game == 0 ? r.ply : 0U);
    print(out,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 680 310\" font-family=\"sans-serif\" "
          "font-size=\"11\">\n<rect width=\"680\" height=\"310\" fill=\"#fff\"/>\n");
    for (int h = 0; h <= 32; h += 8) {
      const double y = kTop + kHeight * (1 - h / 32.0);
      const std::string label = h == 0 ? "0" : h == 32 ? "inf" : "2^" + std::to_string(h);
      print(out, "<path d=\"M", fixed(kLeft, 0), " ", fixed(y, 1), "H", fixed(kLeft + kWidth, 0),
            "\" stroke=\"#ddd\"/><text x=\"8\" y=\"", fixed(y + 4, 1), "\">", label, "</text>\n");
    }
    for (std::uint32_t d = 2; d <= depth_; d += 2) {
      const int shade = static_cast<int>(210 - 190.0 * d / depth_);
      print(out, "<polyline fill=\"none\" stroke=\"rgb(", shade, ",", shade, ",200)\" points=\"");
      for (const Record& r : records_) {
        if (r.game != 0 || r.mover != records_.front().mover) continue;
        print(out, fixed(kLeft + kWidth * r.ply / last, 1), ",",
              fixed(kTop + kHeight * (1 - height(r.numbers[d / 2 - 1]) / 32.0), 1), " ");
      }
      print(out, "\"/>\n<text x=\"645\" y=\"", fixed(kTop + 7.0 * d, 0), "\" fill=\"rgb(", shade, ",", shade,
            ",200)\">d=", d, "</text>\n");
    }
    print(out, "<text x=\"", fixed(kLeft + 200, 0), "\" y=\"300\">plies; threshold ", threshold_, ", table ",
          table_ ? "on" : "off", "</text>\n</svg>\n");
  }

  const StudyTask& task_;
  Score threshold_ = 150;
  std::uint32_t depth_ = 10;
  std::uint32_t games_ = 4;
  std::uint32_t opening_ = 4;
  std::uint32_t plies_ = 120;
  bool table_ = true;
  std::string format_;
  std::vector<Record> records_;
};

}  // namespace ludex::agents::alpha_beta

LUDEX_STUDY_PLUGIN(ludex::agents::alpha_beta::ScnStudy);
