// Learns the weights of Othello's evaluation: `ludex study othello-train --out FOLDER`.
//
// A generation plays games against itself, fits all weights to them, and becomes the evaluation of the next
// one; the first plays by mobility and corners. A game opens with random moves, continues by a shallow search
// with a few random moves among them, and is played perfectly from `exact` empty squares on (endgame.hpp),
// again with random moves among them: there every position is labelled with its exact score, before with the
// score of perfect play from there on. So no data comes from outside; `records` adds games of WTHOR files.
//
// The fit minimises the squared error of the predicted score over all positions of 13 and more discs, plus
// `ridge` times the squared weights, by preconditioned conjugate gradients (the diagonal of the normal
// equations is the preconditioner, which Nagai & Imai call scaling). It fits the quartic of every weight in
// the number of discs at once, instead of a weight for every stage and the quartic to these: the same family
// of functions, from far fewer games.
//
// Files in the folder: games-G.txt, one game per line (moves, then the scores for black from `exact` on),
// appended in order, so that an interrupted run resumes where it stopped and ends with the same bytes;
// weights-G.txt.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <span>
#include <sstream>
#include <vector>

#include "core/abi/host.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_info.hpp"
#include "core/abi/types.hpp"
#include "core/plugin/study_plugin.hpp"
#include "core/study/study_shell.hpp"
#include "core/util/hash.hpp"
#include "core/util/result.hpp"
#include "plugins/studies/common/in_parallel.hpp"
#include "plugins/studies/othello/self_play.hpp"

namespace ludex::games::othello {

struct TrainStudy {
  static constexpr PluginInfo kInfo{"othello-train", "1.0.0",
                                    "trains the weights of the Othello evaluation by self-play", "MIT"};
  static constexpr std::uint32_t kNeeds = Study::kNeedsFolder;

  static std::span<const ParamSpec> parameters();
  // Writes progress lines for people.
  static Result<void> run(const StudyTask& task, TextSink& progress);
};

namespace {

void say(TextSink& progress, const std::string& line) {
  progress.write(line + "\n");
}

// WTHOR: a header of 16 bytes, games of 68: 8 bytes about the game, 60 moves as 10 * row + column from 1.
std::vector<std::vector<int>> read_records(const std::string& files) {
  std::vector<std::vector<int>> games;
  std::istringstream names(files);
  for (std::string name; std::getline(names, name, ':');) {
    std::ifstream in(name, std::ios::binary);
    std::array<char, 68> bytes{};
    in.read(bytes.data(), 16);
    while (in.read(bytes.data(), 68)) {
      std::vector<int> game;
      for (std::size_t i = 8; i < 68 && bytes[i] != 0; ++i)
        game.push_back((bytes[i] / 10 - 1) * 8 + bytes[i] % 10 - 1);
      games.push_back(std::move(game));
    }
  }
  return games;
}

class Fit {
 public:
  Fit(std::vector<Sample> samples, double ridge)
      : samples_(std::move(samples)),
        ridge_(ridge),
        size_(std::size_t{patterns_.classes()} * Evaluation::kKnots) {
    for (int discs = 0; discs <= 64; ++discs) {
      const auto share = Evaluation::shares(std::max(discs, Evaluation::kFirstStage));
      for (std::size_t k = 0; k < Evaluation::kKnots; ++k)
        shares_[static_cast<std::size_t>(discs)][k] = static_cast<float>(share[k]);
    }
  }

  // Preconditioned conjugate gradients on (A'A + ridge) x = A'y.
  std::vector<float> solve(int iterations, TextSink& progress, const StudyTask& task) {
    std::vector<double> x(size_, 0.0), r(size_, 0.0), diagonal(size_, ridge_), z(size_), p(size_), q(size_);
    std::vector<float> residual(samples_.size());
    double square = 0;
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      residual[i] = static_cast<float>(samples_[i].score);
      square += static_cast<double>(residual[i]) * static_cast<double>(residual[i]);
    }
    say(progress, "  " + std::to_string(samples_.size()) + " positions, standard deviation " +
                      std::to_string(std::sqrt(square / static_cast<double>(samples_.size()))));
    transposed(residual, r, &diagonal);
    double rho = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      z[i] = r[i] / diagonal[i];
      p[i] = z[i];
      rho += r[i] * z[i];
    }
    std::vector<float> image(samples_.size());
    for (int iteration = 1; iteration <= iterations && !task.stopped(); ++iteration) {
      apply(p, image);
      transposed(image, q, nullptr);
      double curvature = 0;
      for (std::size_t i = 0; i < size_; ++i) {
        q[i] += ridge_ * p[i];
        curvature += p[i] * q[i];
      }
      const double alpha = rho / curvature;
      double next = 0;
      for (std::size_t i = 0; i < size_; ++i) {
        x[i] += alpha * p[i];
        r[i] -= alpha * q[i];
        z[i] = r[i] / diagonal[i];
        next += r[i] * z[i];
      }
      for (std::size_t i = 0; i < size_; ++i) p[i] = z[i] + next / rho * p[i];
      rho = next;
      double error = 0;
      for (std::size_t i = 0; i < samples_.size(); ++i) {
        residual[i] -= static_cast<float>(alpha) * image[i];
        error += static_cast<double>(residual[i]) * static_cast<double>(residual[i]);
      }
      if (iteration % 5 == 0)
        say(progress, "  iteration " + std::to_string(iteration) + ", error " +
                          std::to_string(std::sqrt(error / static_cast<double>(samples_.size()))));
    }
    return {x.begin(), x.end()};
  }

 private:
  // out = A v: the prediction of each sample.
  void apply(const std::vector<double>& v, std::vector<float>& out) const {
    const auto class_of = patterns_.class_of();
    std::array<std::uint32_t, Patterns::kPlaces> places{};
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      const auto& share = configurations(samples_[i], places);
      double sum = 0;
      for (const std::uint32_t place : places) {
        const double* const knots = v.data() + std::size_t{class_of[place]} * Evaluation::kKnots;
        for (std::size_t k = 0; k < Evaluation::kKnots; ++k) sum += static_cast<double>(share[k]) * knots[k];
      }
      out[i] = static_cast<float>(sum);
    }
  }
  // out = A' v; the diagonal of A'A is added to `diagonal`.
  void transposed(const std::vector<float>& v, std::vector<double>& out,
                  std::vector<double>* diagonal) const {
    const auto class_of = patterns_.class_of();
    std::fill(out.begin(), out.end(), 0.0);
    std::array<std::uint32_t, Patterns::kPlaces> places{};
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      const auto& share = configurations(samples_[i], places);
      for (const std::uint32_t place : places) {
        const std::size_t at = std::size_t{class_of[place]} * Evaluation::kKnots;
        for (std::size_t k = 0; k < Evaluation::kKnots; ++k) {
          out[at + k] += static_cast<double>(share[k] * v[i]);
          if (diagonal != nullptr) (*diagonal)[at + k] += static_cast<double>(share[k] * share[k]);
        }
      }
    }
  }
  const std::array<float, Evaluation::kKnots>& configurations(
      const Sample& sample, std::array<std::uint32_t, Patterns::kPlaces>& places) const {
    patterns_.configurations(sample.own, sample.other, places.data());
    return shares_[static_cast<std::size_t>(bits::count(sample.own | sample.other))];
  }

  std::vector<Sample> samples_;
  double ridge_;
  const Patterns& patterns_ = Patterns::instance();
  std::size_t size_;
  std::array<std::array<float, Evaluation::kKnots>, 65> shares_{};
};

// The complete lines of a file; truncates an incomplete last line.
std::vector<std::string> read_lines(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  std::uintmax_t bytes = 0;
  for (std::string line; std::getline(in, line) && !in.eof();) {
    bytes += line.size() + 1;
    lines.push_back(std::move(line));
  }
  in.close();
  std::error_code ignored;
  if (std::filesystem::exists(path)) std::filesystem::resize_file(path, bytes, ignored);
  return lines;
}

}  // namespace

std::span<const ParamSpec> TrainStudy::parameters() {
  static const std::array specs{
      params::integer("games", "100000", 1, 1e9, "games of a generation"),
      params::integer("generations", "2", 1, 100,
                      "number of generations; the first plays by mobility and corners"),
      params::integer("depth", "2", 1, 10, "depth of the search before the exact part"),
      params::integer("exact", "14", 1, 24, "empty squares at which the exact part starts"),
      params::real("random", "0.05", 0, 1, "probability of a random move before the exact part"),
      params::real("deviate", "0.15", 0, 1, "probability of a random move in the exact part"),
      params::real("ridge", "2", 0, 1e6, "weight of the squared weights in the fit"),
      params::integer("iterations", "40", 1, 10000, "conjugate gradient steps"),
      params::integer("seed", "1", 0, 1e18, "seed of the games"),
      params::text("records", "", "WTHOR files (a:b:c) whose games join every generation"),
  };
  return specs;
}

Result<void> TrainStudy::run(const StudyTask& task, TextSink& progress) {
  namespace fs = std::filesystem;
  const ParamValues& values = task.values;
  const PlayOptions options{static_cast<int>(values.integer("exact")),
                            static_cast<int>(values.integer("depth")), values.real("random"),
                            values.real("deviate")};
  const auto records = read_records(values.text("records"));
  const auto games = static_cast<std::size_t>(values.integer("games")) + records.size();
  std::unique_ptr<Evaluation> evaluation;
  for (std::int64_t generation = 1; generation <= values.integer("generations"); ++generation) {
    const fs::path games_path = fs::path(task.folder) / ("games-" + std::to_string(generation) + ".txt");
    const fs::path weights_path = fs::path(task.folder) / ("weights-" + std::to_string(generation) + ".txt");
    if (!fs::exists(weights_path)) {
      std::vector<std::string> lines = read_lines(games_path);
      say(progress, "generation " + std::to_string(generation) + ": " + std::to_string(lines.size()) +
                        " of " + std::to_string(games) + " games exist");
      std::ofstream out(games_path, std::ios::app);
      constexpr std::size_t kBlock = 250;
      constexpr std::size_t kBlocks = 8;
      while (lines.size() < games) {
        if (task.stopped()) return Error{"stopped; the same command continues from here"};
        const std::size_t first = lines.size();
        const std::size_t count = std::min(games - first, kBlock * kBlocks);
        lines.resize(first + count);
        studies::in_parallel(
            static_cast<std::uint32_t>((count + kBlock - 1) / kBlock), [&](std::uint32_t block) {
              SelfPlay player(options, evaluation.get());
              const std::size_t end = first + std::min(count, (block + 1) * kBlock);
              for (std::size_t i = first + block * kBlock; i < end; ++i) {
                const std::uint64_t seed = hash_combine(static_cast<std::uint64_t>(values.integer("seed")) +
                                                            1000ULL * static_cast<std::uint64_t>(generation),
                                                        i);
                if (i < records.size())
                  lines[i] = player.follow(records[i], seed).value_or("");
                else
                  lines[i] = player.play(seed);
              }
            });
        for (std::size_t i = first; i < lines.size(); ++i) out << lines[i] << '\n';
        if (!out.flush()) return Error{"cannot write " + games_path.string()};
        say(progress, "  " + std::to_string(lines.size()) + " games");
      }
      std::vector<Sample> samples;
      for (const std::string& line : lines) {
        const auto some = SelfPlay::samples(line, options.exact);
        if (!some) {
          if (line.empty()) continue;
          return Error{games_path.string() + ": not a game: " + line};
        }
        for (const Sample& sample : *some) {
          if (bits::count(sample.own | sample.other) >= Evaluation::kFirstStage) samples.push_back(sample);
        }
      }
      Fit fit(std::move(samples), values.real("ridge"));
      const auto weights = fit.solve(static_cast<int>(values.integer("iterations")), progress, task);
      if (task.stopped()) return Error{"stopped; the same command continues from here"};
      std::ofstream file(weights_path);
      file << Evaluation::to_text(weights);
      if (!file.flush()) return Error{"cannot write " + weights_path.string()};
    }
    std::ifstream in(weights_path);
    std::stringstream text;
    text << in.rdbuf();
    auto read = Evaluation::from_text(text.str());
    if (!read) return Error{weights_path.string() + ": " + read.error()};
    evaluation = std::make_unique<Evaluation>(std::move(*read));
    say(progress, "generation " + std::to_string(generation) + ": " + weights_path.string());
  }
  return {};
}

}  // namespace ludex::games::othello

LUDEX_STUDY_PLUGIN(ludex::games::othello::TrainStudy);
