// The lines of progress of a study that learns, shown to people and kept as a curve.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "arena/faces/report/training.hpp"
#include "core/abi/text.hpp"

namespace ludex::arena::cli {

// A line "500 games, 1200 games/s, 31.5 plies a game, error 0.12": the fields before the name-and-number
// pairs in any order. None for other lines.
[[nodiscard]] std::optional<report::LearningPoint> learning_point(std::string_view line);

// Writes lines to standard error, so that standard output has the results, and means of them, at most some
// hundreds, to kCurveFile of the training's folder. begin() and end() enclose the time of learning.
class LearningCurve final : public TextSink {
 public:
  // `seconds`: the planned time of the whole training.
  LearningCurve(const std::string& folder, double seconds, bool quiet);

  // Continues after the points that the folder has.
  void go_on();
  void begin();
  void end();
  // Time of learning so far, with earlier runs.
  [[nodiscard]] double seconds() const noexcept { return before_; }

  using TextSink::write;
  void write(const char* text, std::size_t size) noexcept override;

 private:
  void line(std::string_view text);
  void add(report::LearningPoint point);
  void keep();
  void write_before(std::uint64_t games);

  std::filesystem::path file_;
  double least_;  // seconds between two points
  bool quiet_;
  std::string rest_;  // an incomplete line
  double before_ = 0;
  double began_ = 0;
  double kept_ = 0;  // seconds of the last point
  std::uint64_t games_ = 0;
  report::LearningPoint sum_;  // of the points since, for their means
  std::size_t summed_ = 0;
};

}  // namespace ludex::arena::cli
