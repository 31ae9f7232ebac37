// An external method, called over JSON lines (docs/reference/tuning-notes.md, "Ask and tell").
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "arena/base/files/descriptor.hpp"
#include "arena/run/tuning/tuner.hpp"

namespace ludex::arena::tuning {

// Exchanges lines with another process.
class LineChannel {
 public:
  // Starts `command` by the shell in its own process group; its standard input and output form the channel.
  // `stop` may be null.
  [[nodiscard]] static Result<std::unique_ptr<LineChannel>> start(const std::string& command,
                                                                  const std::string& folder,
                                                                  const std::uint32_t* stop);
  // Uses this process's standard input and output; nothing else may write to the latter.
  [[nodiscard]] static std::unique_ptr<LineChannel> standard(const std::uint32_t* stop);
  // Ends the process.
  ~LineChannel();
  LineChannel(const LineChannel&) = delete;
  LineChannel& operator=(const LineChannel&) = delete;

  // The error describes the other side's end and last output, or is kStopped if the host is to stop.
  [[nodiscard]] Result<void> write(std::string line);
  [[nodiscard]] Result<std::string> read(std::int64_t timeout_ns);
  static constexpr std::string_view kStopped = "stopped";

 private:
  LineChannel() = default;
  [[nodiscard]] Error gone();

  Descriptor input_;   // read from
  Descriptor output_;  // written to
  Descriptor noise_;   // the other side's standard error
  int pid_ = -1;
  const std::uint32_t* stop_ = nullptr;
  std::string buffer_;
};

class External final : public Method {
 public:
  // `space` must outlive it. The first line, "hello", is written with the first question.
  External(const Space& space, const TuneMethodSpec& spec, std::uint64_t seed, std::uint64_t trials,
           std::unique_ptr<LineChannel> channel);

  [[nodiscard]] Result<Trial> ask() override;
  [[nodiscard]] Result<void> assume(const Trial& trial) override;
  void learn(const Trial& trial, const Score& score) override;
  [[nodiscard]] Result<void> finish() override;
  [[nodiscard]] Point recommendation() const override { return recommendation_; }

 private:
  [[nodiscard]] Result<Point> point_of(const std::string& line, const char* what) const;
  [[nodiscard]] Result<void> say(std::string line);

  const Space& space_;
  std::int64_t answer_ns_;
  std::unique_ptr<LineChannel> channel_;
  std::string hello_;
  std::uint64_t asked_ = 0;
  std::uint64_t learned_ = 0;
  std::string failure_;  // of a tell: reported with the next question
  Point recommendation_;
};

// An external method as found in a log: its trials and its recommendation.
class Recorded final : public Method {
 public:
  explicit Recorded(Point recommendation) : recommendation_(std::move(recommendation)) {}
  [[nodiscard]] Result<Trial> ask() override { return Error{"the external tuner is not there to be asked"}; }
  void learn(const Trial&, const Score&) override {}
  [[nodiscard]] Point recommendation() const override { return recommendation_; }

 private:
  Point recommendation_;
};

}  // namespace ludex::arena::tuning
