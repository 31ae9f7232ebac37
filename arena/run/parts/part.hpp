// One of N parts of a tournament whose games are known in advance. Parts need no network; `ludex gather`
// merges their logs into the log that a single machine would have written.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/model/spec.hpp"
#include "arena/run/schedule/schedule.hpp"
#include "core/util/result.hpp"

namespace ludex::arena::run {

inline constexpr std::uint32_t kMaxParts = 1'000'000;

struct Part {
  std::uint32_t number = 1;  // from 1
  std::uint32_t count = 1;

  bool operator==(const Part&) const = default;
};

// "3/200"
[[nodiscard]] Result<Part> parse_part(std::string_view text);
[[nodiscard]] std::string to_text(const Part& part);
// "003-of-200"
[[nodiscard]] std::string folder_name(const Part& part);
[[nodiscard]] std::optional<Part> part_of_folder(std::string_view name);
// OUT/parts/003-of-200
[[nodiscard]] std::string part_folder(const std::string& out, const Part& part);
// The parts that have a folder in OUT/parts, sorted by count and number.
[[nodiscard]] std::vector<Part> parts_in(const std::string& out);

// Games [begin, end) of the schedule. They are consecutive, so that a part withdraws an agent no earlier than
// the whole would; pairs of games stay together.
struct GameRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  [[nodiscard]] std::uint64_t size() const noexcept { return end - begin; }
  bool operator==(const GameRange&) const = default;
};
// Precondition: part.number <= part.count, games is even.
[[nodiscard]] GameRange range_of(const Part& part, std::uint64_t games) noexcept;

// The reason why the tournament cannot be split into `count` parts: its games depend on results, or it has
// fewer pairs of games than parts.
[[nodiscard]] Result<void> check_parts(const TournamentSpec& spec, std::uint32_t count);

// The schedule of one part. Precondition: check_parts(). `spec` must outlive the schedule.
[[nodiscard]] std::unique_ptr<Schedule> make_part_schedule(const TournamentSpec& spec, const Part& part);

}  // namespace ludex::arena::run
