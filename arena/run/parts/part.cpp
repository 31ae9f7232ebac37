#include "arena/run/parts/part.hpp"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/run/schedule/scheduler.hpp"

namespace ludex::arena::run {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOf = "-of-";

class PartSchedule final : public Schedule {
 public:
  PartSchedule(const TournamentSpec& spec, const Part& part)
      : scheduler_(spec), range_(range_of(part, scheduler_.total())), next_(range_.begin) {}

  [[nodiscard]] Next next(GameTask& task) override {
    if (next_ == range_.end) return Next::kDone;
    task = scheduler_.at(next_++);
    return Next::kTask;
  }
  void commit(const GameTask&, const GameRecord&, const log::PlayHash&) override {}
  [[nodiscard]] std::uint64_t total() const noexcept override { return range_.size(); }

 private:
  Scheduler scheduler_;
  GameRange range_;
  std::uint64_t next_;
};

// Two numbers separated by `between`.
std::optional<Part> two_numbers(std::string_view text, std::string_view between) {
  const std::size_t at = text.find(between);
  if (at == std::string_view::npos) return std::nullopt;
  const auto number = parse_unsigned(text.substr(0, at));
  const auto count = parse_unsigned(text.substr(at + between.size()));
  if (!number || !count || *number == 0 || *number > *count || *count > kMaxParts) return std::nullopt;
  return Part{static_cast<std::uint32_t>(*number), static_cast<std::uint32_t>(*count)};
}

}  // namespace

Result<Part> parse_part(std::string_view text) {
  if (const auto part = two_numbers(text, "/")) return *part;
  return Error{fmt::format(
      "'{}' is no part: expected K/N with K from 1 to N and N up to {}, as 3/200 for the third of 200 parts",
      text, kMaxParts)};
}

std::string to_text(const Part& part) {
  return fmt::format("{}/{}", part.number, part.count);
}

std::string folder_name(const Part& part) {
  const std::size_t width = std::max<std::size_t>(3, std::to_string(part.count).size());
  return fmt::format("{:0{}}{}{:0{}}", part.number, width, kOf, part.count, width);
}

std::optional<Part> part_of_folder(std::string_view name) {
  const auto part = two_numbers(name, kOf);
  return part && folder_name(*part) == name ? part : std::nullopt;
}

std::string part_folder(const std::string& out, const Part& part) {
  return (fs::path(out) / "parts" / folder_name(part)).string();
}

std::vector<Part> parts_in(const std::string& out) {
  std::vector<Part> parts;
  std::error_code error;
  for (const auto& item : fs::directory_iterator(fs::path(out) / "parts", error)) {
    if (const auto part = part_of_folder(item.path().filename().string())) parts.push_back(*part);
  }
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
    return std::tuple(a.count, a.number) < std::tuple(b.count, b.number);
  });
  return parts;
}

GameRange range_of(const Part& part, std::uint64_t games) noexcept {
  const std::uint64_t pairs = games / 2;
  // The last part has the last game of an odd number.
  const std::uint64_t end = part.number == part.count ? games : pairs * part.number / part.count * 2;
  return {pairs * (part.number - 1) / part.count * 2, end};
}

Result<void> check_parts(const TournamentSpec& spec, std::uint32_t count) {
  if (spec.tune) {
    return Error{
        "a tuning has no parts: each trial depends on the results of earlier ones; use MPI to play it on "
        "many machines"};
  }
  const FormatType type = spec.format.type;
  if (type != FormatType::kRoundRobin && type != FormatType::kGauntlet) {
    return Error{fmt::format(
        "a tournament of the format '{}' has no parts: later games depend on the results of earlier ones. "
        "Only 'round-robin' and 'gauntlet' have parts; use MPI to play this one on many machines",
        to_text(type))};
  }
  const std::uint64_t pairs = Scheduler(spec).total() / 2;
  if (count <= pairs) return {};
  return Error{
      fmt::format("{} are too many: the tournament has {}, and two games with seats swapped stay together; "
                  "expected at most {}",
                  plural(count, "part"), plural(2 * pairs, "game"), plural(pairs, "part"))};
}

std::unique_ptr<Schedule> make_part_schedule(const TournamentSpec& spec, const Part& part) {
  return std::make_unique<PartSchedule>(spec, part);
}

}  // namespace ludex::arena::run
