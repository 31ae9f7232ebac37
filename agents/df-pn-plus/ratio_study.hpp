// `ludex experiment df-pn-plus ratios GAME --positions FILE`: how much work df-pn+ needs against df-pn,
// problem by problem, by stage of the game; as a table or as curves like those of the paper.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agents/df-pn-plus/study.hpp"
#include "core/util/clock.hpp"

namespace ludex::agents::df_pn_plus {

class RatioStudy {
 public:
  // The first is what the others are compared with.
  static constexpr const char* kAgents =
      "df-pn|init=one,unit=1,epsilon=0,h_mobility=0,cost=0;"
      "cost only|init=one,unit=1,epsilon=0,h_mobility=0,cost=-1;"
      "df-pn+|";

  RatioStudy(const StudyTask& task, std::span<const ParamSpec> agent_specs)
      : task_(task), specs_(agent_specs) {
    static const std::array specs{
        params::text("agents", kAgents, "NAME|SETTINGS;NAME|SETTINGS...; the first is the yardstick"),
        params::text("file", "", "results so far; gone on with"),
        params::choice("format", "table", "table|svg", "figures, or curves of the means of ratios"),
        params::choice("count", "nodes", "nodes|visits", "what the curves count"),
    };
    const ParamValues values = task.settings(specs);
    file_ = values.text("file");
    svg_ = values.text("format") == "svg";
    what_ = values.text("count") == "nodes" ? 1 : 0;
    for (const std::string& item : split(values.text("agents"), ';')) {
      const std::size_t bar = item.find('|');
      if (bar == std::string::npos) throw std::runtime_error("'" + item + "' is not NAME|SETTINGS");
      variants_.push_back({item.substr(0, bar), item.substr(bar + 1), {}});
    }
    stage_ = static_cast<const Stage*>(task.game.extension(Stage::kId));
    if ((task.game.traits().flags & kCyclic) != 0 || variants_.empty() || task.count == 0 ||
        stage_ == nullptr)
      throw std::runtime_error("needs --positions, agents, and an acyclic game with stages");
  }

  void run(TextSink& out) {
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
      if (task_.stopped()) return;
      if (answers[v] != answers[0])
        throw std::runtime_error(variants_[v].name + " answers otherwise than df-pn");
    }
    if (svg_) {
      write_svg(out);
    } else {
      write_table(out);
    }
  }

 private:
  using Work = std::array<double, 4>;  // visits, nodes, expansions, seconds
  struct Variant {
    std::string name;
    std::string settings;
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

  Settings read(const std::string& text) const {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const std::string& item : split(text, ',')) {
      const std::size_t equals = item.find('=');
      if (equals == std::string::npos) throw std::runtime_error("'" + item + "' is not NAME=VALUE");
      pairs.emplace_back(item.substr(0, equals), item.substr(equals + 1));
    }
    std::vector<ParamText> texts;
    for (const auto& [name, value] : pairs) texts.push_back({name.c_str(), value.c_str()});
    auto values = ParamValues::resolve(specs_, texts);
    if (!values) throw std::runtime_error(values.error());
    return proof_number::read_settings(*values, specs_);
  }

  void search(Variant& variant, std::vector<int>& answers) {
    const Settings settings = read(variant.settings);
    DfPnSearch<Game> search;
    search.new_game(task_.game, settings);
    ProofTable table(static_cast<std::size_t>(settings.memory_mib * 1024 * 1024));
    // Pages are touched, and weights unpacked, before anything is timed.
    for (std::uint32_t i = 0; i < task_.count && !task_.stopped(); ++i) {
      const State* const state = task_.positions[i];
      StringSink text;
      task_.game.position_to_text(state, text);
      const std::string key = variant.settings + '\t' + text.text();
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
        search.start(state, Question{task_.game.to_move(state), 1, false}, Identity::kPosition, {},
                     hash_combine(1, task_.game.hash(state)), table, meter);
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
    for (std::uint32_t i = 0; i < task_.count; ++i) list.push_back(stage_->stage(task_.positions[i]));
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
  }
  [[nodiscard]] Summary summary(const Variant& variant, std::uint32_t stage) const {
    Summary s;
    Work base{};
    const auto& first = variants_.front().work;
    for (std::uint32_t i = 0; i < task_.count; ++i) {
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
        print(out,
              "| %u | %zu | %s | %.0f | %.0f | %.0f | %.1f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f |\n",
              stage, s.problems, v.name.c_str(), s.sum[0] / n, s.sum[1] / n, s.sum[2] / n,
              s.sum[1] / s.sum[3] / 1e6, s.of_totals[0], s.of_totals[1], s.of_totals[3], s.mean_ratio[0],
              s.mean_ratio[1], s.mean_ratio[3]);
      }
    }
    for (const Variant& v : variants_) print(out, "\n    %s: %s", v.name.c_str(), v.settings.c_str());
    print(out, "\n");
  }

  // The mean of ratios over the stages, far from the end at the left as in the paper's figures.
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
      print(out, "<path d=\"M%.0f %.1fH%.0f\" stroke=\"#ddd\"/><text x=\"22\" y=\"%.1f\">%.1f</text>\n",
            kLeft, y, kLeft + kWidth, y + 4, 0.2 * k);
    }
    const auto x_of = [&](double stage) { return kLeft + 10 + (kWidth - 20) * (list.back() - stage) / span; };
    for (const std::uint32_t stage : list)
      print(out, "<text x=\"%.1f\" y=\"%.0f\" text-anchor=\"middle\">%u</text>\n", x_of(stage),
            kTop + kHeight + 16, stage);
    for (std::size_t v = 0; v < variants_.size(); ++v) {
      const char* const colour = kColours[v % kColours.size()];
      print(out, "<polyline fill=\"none\" stroke-width=\"1.6\" stroke=\"%s\" points=\"", colour);
      for (const std::uint32_t stage : list)
        print(out, "%.1f,%.1f ", x_of(stage), y_of(summary(variants_[v], stage).mean_ratio[what_]));
      const double y = kTop + 12 + 18 * static_cast<double>(v);
      print(out,
            "\"/>\n<path d=\"M485 %.1fh18\" stroke-width=\"1.6\" stroke=\"%s\"/><text x=\"508\" "
            "y=\"%.1f\">%s</text>\n",
            y - 4, colour, y, variants_[v].name.c_str());
    }
    print(out,
          "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\">plies left; mean of the ratios of %s to "
          "df-pn's</text>\n"
          "</svg>\n",
          kLeft + kWidth / 2, kTop + kHeight + 38, what_ == 1 ? "nodes" : "visits");
  }

  StudyTask task_;
  std::span<const ParamSpec> specs_;
  std::string file_;
  bool svg_ = false;
  std::size_t what_ = 1;
  const Stage* stage_ = nullptr;
  std::vector<Variant> variants_;
  std::map<std::string, std::pair<int, Work>> known_;
};

}  // namespace ludex::agents::df_pn_plus
