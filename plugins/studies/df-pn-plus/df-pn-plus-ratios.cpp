// `ludex study df-pn-plus-ratios GAME --positions FILE`: the work of df-pn+ relative to df-pn, problem
// by problem, by stage of the game; as a table or as curves like those of the paper.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "agents/common/proof-number/engine.hpp"
#include "agents/common/proof-number/settings.hpp"
#include "agents/df-pn-plus/df_pn_plus.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/text.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/clock.hpp"
#include "core/util/hash.hpp"
#include "plugins/studies/common/print.hpp"
#include "plugins/studies/df-pn-plus/files.hpp"

namespace ludex::agents::df_pn_plus {

using proof_number::DfPnSearch;
using proof_number::ProofTable;
using proof_number::Question;
using proof_number::Settings;

class RatiosStudy {
 public:
  static constexpr PluginInfo kInfo{"df-pn-plus-ratios", "1.0.0", "work of df-pn+ against that of df-pn",
                                    "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsPositions;

  // The first is the baseline of the comparison.
  static constexpr const char* kAgents =
      "df-pn|init=one,unit=1,epsilon=0,h_mobility=0,cost=0;"
      "cost only|init=one,unit=1,epsilon=0,h_mobility=0,cost=-1;"
      "df-pn+|";

  static std::span<const ParamSpec> parameters() {
    static const std::array specs{
        params::text("agents", kAgents, "NAME|SETTINGS;NAME|SETTINGS...; the first is the reference"),
        params::text("file", "", "file of the results so far; the study continues it"),
        params::choice("format", "table", "table|svg", "figures, or curves of the means of ratios"),
        params::choice("count", "nodes", "nodes|visits", "quantity of the curves"),
    };
    return specs;
  }
  static Result<void> supports(const StudyTask& task) {
    if ((task.game->traits().flags & kCyclic) != 0 || find<Stage>(*task.game) == nullptr)
      return Error{"needs an acyclic game with stages"};
    const auto variants = read_variants(task.values.text("agents"));
    if (!variants) return Error{variants.error()};
    return {};
  }
  static Result<void> run(const StudyTask& task, TextSink& out) { return RatiosStudy(task).measure(out); }

 private:
  explicit RatiosStudy(const StudyTask& task)
      : task_(task),
        file_(task.values.text("file")),
        svg_(task.values.text("format") == "svg"),
        what_(task.values.text("count") == "nodes" ? 1 : 0),
        stage_(find<Stage>(*task.game)),
        variants_(*read_variants(task.values.text("agents"))) {}

  Result<void> measure(TextSink& out) {
    if (!file_.empty()) {
      for (const std::string& line : read_lines(file_)) {
        const std::size_t tab = line.rfind('\t');
        Work w{};
        int answer = 0;
        if (tab != std::string::npos && std::sscanf(line.c_str() + tab + 1, "%d %lf %lf %lf %lf", &answer,
                                                    &w[0], &w[1], &w[2], &w[3]) == 5)
          known_[line.substr(0, tab)] = {answer, w};
      }
    }
    std::vector<std::vector<int>> answers(variants_.size());
    for (std::size_t v = 0; v < variants_.size(); ++v) {
      search(variants_[v], answers[v]);
      if (task_.stopped()) return {};
      if (answers[v] != answers[0])
        return Error{variants_[v].name + " returns a different result from df-pn"};
    }
    if (svg_) {
      write_svg(out);
    } else {
      write_table(out);
    }
    return {};
  }

  using Work = std::array<double, 4>;  // visits, nodes, expansions, seconds
  struct Variant {
    std::string name;
    std::string text;
    Settings settings;
    std::vector<Work> work;  // by position
  };
  struct Summary {
    std::size_t problems = 0;
    Work sum{};
    Work of_totals{};
    Work mean_ratio{};
  };

  static std::vector<std::string> split(const std::string& text, char mark) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find(mark, at), text.size());
      if (end > at) parts.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    return parts;
  }

  static Result<std::vector<Variant>> read_variants(const std::string& text) {
    std::vector<Variant> variants;
    for (const std::string& item : split(text, ';')) {
      const std::size_t bar = item.find('|');
      if (bar == std::string::npos) return Error{"'" + item + "' is not NAME|SETTINGS"};
      const std::string settings = item.substr(bar + 1);
      const auto read = read_variant(settings);
      if (!read) return Error{"'" + item + "': " + read.error()};
      variants.push_back({item.substr(0, bar), settings, *read, {}});
    }
    if (variants.empty()) return Error{"needs agents"};
    return variants;
  }
  static Result<Settings> read_variant(const std::string& text) {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const std::string& item : split(text, ',')) {
      const std::size_t equals = item.find('=');
      if (equals == std::string::npos) return Error{"'" + item + "' is not NAME=VALUE"};
      pairs.emplace_back(item.substr(0, equals), item.substr(equals + 1));
    }
    std::vector<ParamText> texts;
    for (const auto& [name, value] : pairs) texts.push_back({name.c_str(), value.c_str()});
    const auto values = ParamValues::resolve(DfPnPlus::parameters(), texts);
    if (!values) return Error{values.error()};
    return DfPnPlus::schema().read(*values);
  }

  void search(Variant& variant, std::vector<int>& answers) {
    const Settings& settings = variant.settings;
    DfPnSearch search;
    search.new_game(*task_.game, settings);
    ProofTable table(static_cast<std::size_t>(settings.memory_mib * 1024 * 1024));
    // Touches pages and unpacks weights before any measurement.
    for (const State* const state : task_.positions) {
      if (task_.stopped()) return;
      StringSink text;
      task_.game->position_to_text(state, text);
      const std::string key = variant.text + '\t' + text.text();
      const auto found = known_.find(key);
      if (found != known_.end()) {
        answers.push_back(found->second.first);
        variant.work.push_back(found->second.second);
        continue;
      }
      Budget budget{};
      budget.threads = 1;
      budget.stop = task_.stop;
      Work work{};
      int answer = -1;
      for (int run = variant.work.empty() ? 0 : 1; run < 2; ++run) {
        BudgetMeter meter(budget);
        table.clear();
        const std::int64_t start = thread_cpu_ns();
        search.start(state, Question{task_.game->to_move(state), 1, false}, Identity::kPosition, {},
                     hash_combine(1, task_.game->hash(state)), table, meter);
        const auto result = search.run();
        const auto effort = search.effort();
        work = {static_cast<double>(effort.visits), static_cast<double>(search.nodes()),
                static_cast<double>(effort.expansions),
                static_cast<double>((thread_cpu_ns() - start) / 1000) / 1e6};
        answer = result.value.is_proven() ? 1 : result.value.is_disproven() ? 0 : -1;
      }
      if (search.stopped()) return;
      answers.push_back(answer);
      variant.work.push_back(work);
      if (file_.empty()) continue;
      std::ofstream file(file_, std::ios::app);
      std::array<char, 160> line;
      std::snprintf(line.data(), line.size(), "\t%d %.0f %.0f %.0f %.6f\n", answer, work[0], work[1], work[2],
                    work[3]);
      file << key << line.data();
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> stages() const {
    std::vector<std::uint32_t> list;
    for (const State* const state : task_.positions) list.push_back(stage_->stage(state));
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
  }
  [[nodiscard]] Summary summary(const Variant& variant, std::uint32_t stage) const {
    Summary s;
    Work base{};
    const auto& first = variants_.front().work;
    for (std::size_t i = 0; i < task_.positions.size(); ++i) {
      if (stage_->stage(task_.positions[i]) != stage) continue;
      ++s.problems;
      for (std::size_t k = 0; k < base.size(); ++k) {
        s.sum[k] += variant.work[i][k];
        base[k] += first[i][k];
        s.mean_ratio[k] += variant.work[i][k] / std::max(first[i][k], 1e-7);
      }
    }
    for (std::size_t k = 0; k < base.size(); ++k) {
      s.of_totals[k] = s.sum[k] / base[k];
      s.mean_ratio[k] /= static_cast<double>(s.problems);
    }
    return s;
  }

  void write_table(TextSink& out) const {
    print(out,
          "| stage | problems | search | visits | nodes | expansions | M nodes/s | totals: visits | nodes | "
          "time | "
          "mean of ratios: visits | nodes | time |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (const std::uint32_t stage : stages()) {
      for (const Variant& v : variants_) {
        const Summary s = summary(v, stage);
        const auto n = static_cast<double>(s.problems);
        print(out, "| ", stage, " | ", s.problems, " | ", v.name);
        for (std::size_t k = 0; k < 3; ++k) print(out, " | ", fixed(s.sum[k] / n, 0));
        print(out, " | ", fixed(s.sum[1] / s.sum[3] / 1e6, 1));
        for (const Work& ratios : {s.of_totals, s.mean_ratio})
          for (const std::size_t k : {0U, 1U, 3U}) print(out, " | ", fixed(ratios[k], 3));
        print(out, " |\n");
      }
    }
    for (const Variant& v : variants_) print(out, "\n    ", v.name, ": ", v.text);
    print(out, "\n");
  }

  // Draws the mean of ratios over the stages, far from the end at the left as in the paper's figures.
  void write_svg(TextSink& out) const {
    constexpr double kLeft = 50, kTop = 20, kWidth = 420, kHeight = 260;
    static constexpr std::array<const char*, 8> kColours{"#222222", "#d95f02", "#1b6ca8", "#2f9e44",
                                                         "#9c36b5", "#c92a2a", "#0b7285", "#868e96"};
    const auto list = stages();
    const double last = list.front();
    const double span = std::max<double>(list.back() - last, 1);
    print(out,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 700 330\" font-family=\"sans-serif\" "
          "font-size=\"11\">\n<rect width=\"700\" height=\"330\" fill=\"#fff\"/>\n");
    const auto y_of = [&](double ratio) { return kTop + kHeight * (1 - std::min(ratio, 1.2) / 1.2); };
    for (int k = 0; k <= 6; ++k) {
      const double y = y_of(0.2 * k);
      print(out, "<path d=\"M", fixed(kLeft, 0), " ", fixed(y, 1), "H", fixed(kLeft + kWidth, 0),
            "\" stroke=\"#ddd\"/><text x=\"22\" y=\"", fixed(y + 4, 1), "\">", fixed(0.2 * k, 1),
            "</text>\n");
    }
    const auto x_of = [&](double stage) { return kLeft + 10 + (kWidth - 20) * (list.back() - stage) / span; };
    for (const std::uint32_t stage : list)
      print(out, "<text x=\"", fixed(x_of(stage), 1), "\" y=\"", fixed(kTop + kHeight + 16, 0),
            "\" text-anchor=\"middle\">", stage, "</text>\n");
    for (std::size_t v = 0; v < variants_.size(); ++v) {
      const char* const colour = kColours[v % kColours.size()];
      print(out, "<polyline fill=\"none\" stroke-width=\"1.6\" stroke=\"", colour, "\" points=\"");
      for (const std::uint32_t stage : list)
        print(out, fixed(x_of(stage), 1), ",", fixed(y_of(summary(variants_[v], stage).mean_ratio[what_]), 1),
              " ");
      const double y = kTop + 12 + 18 * static_cast<double>(v);
      print(out, "\"/>\n<path d=\"M485 ", fixed(y - 4, 1), "h18\" stroke-width=\"1.6\" stroke=\"", colour,
            "\"/><text x=\"508\" y=\"", fixed(y, 1), "\">", variants_[v].name, "</text>\n");
    }
    print(out, "<text x=\"", fixed(kLeft + kWidth / 2, 0), "\" y=\"", fixed(kTop + kHeight + 38, 0),
          "\" text-anchor=\"middle\">plies left; mean of the ratios of ", what_ == 1 ? "nodes" : "visits",
          " to df-pn's</text>\n</svg>\n");
  }

  const StudyTask& task_;
  std::string file_;
  bool svg_;
  std::size_t what_;
  const Stage* stage_;
  std::vector<Variant> variants_;
  std::map<std::string, std::pair<int, Work>> known_;
};

}  // namespace ludex::agents::df_pn_plus

LUDEX_STUDY_PLUGIN(ludex::agents::df_pn_plus::RatiosStudy);
