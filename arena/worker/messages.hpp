// Messages between host and worker beyond a single cell.
#pragma once

#include <cstring>
#include <string>
#include <string_view>

#include "arena/match/seat.hpp"
#include "arena/worker/shared_block.hpp"

namespace ludex::arena {

// Longest text of a note: longer ones are cut.
inline constexpr std::size_t kMaxNote = 4096;

struct MoveMessage {
  std::uint64_t iterations;
  std::uint64_t nodes;
  std::int64_t cpu_ns;
  std::int64_t wall_ns;
  double value;
  Move move;
  std::uint32_t depth;
  std::uint32_t outcome;
  std::uint32_t value_unit;
};
static_assert(sizeof(MoveMessage) == 56);

inline MoveMessage pack(Move move, const MoveReport& report) noexcept {
  return {report.iterations,
          report.nodes,
          static_cast<std::int64_t>(report.cpu_seconds * 1e9),
          static_cast<std::int64_t>(report.wall_seconds * 1e9),
          report.value,
          move,
          report.depth,
          static_cast<std::uint32_t>(report.outcome),
          static_cast<std::uint32_t>(report.value_unit)};
}
// Whatever the bytes are.
inline MoveReport unpack(const MoveMessage& message) noexcept {
  constexpr auto kUnits = static_cast<std::uint32_t>(ValueUnit::kCenti);
  return {message.iterations,
          message.nodes,
          message.depth,
          message.outcome <= static_cast<std::uint32_t>(Outcome::kWin) ? static_cast<Outcome>(message.outcome)
                                                                       : Outcome::kUnknown,
          static_cast<double>(message.cpu_ns) * 1e-9,
          static_cast<double>(message.wall_ns) * 1e-9,
          message.value,
          message.value_unit <= kUnits ? static_cast<ValueUnit>(message.value_unit) : ValueUnit::kNone};
}

// The seat number of the oracle in breadcrumbs.
inline constexpr std::uint32_t kOracleSeat = 2;

// An opening as the bytes behind a GameRequest: position text, then moves.
inline std::string pack(const Opening& opening) {
  std::string data = opening.position;
  data.append(reinterpret_cast<const char*>(opening.moves.data()), opening.moves.size() * sizeof(Move));
  return data;
}
// Precondition: `data` has the size that the request says.
inline Opening unpack_opening(const GameRequest& request, std::string_view data) {
  Opening opening{std::string(data.substr(0, request.position_bytes)),
                  std::vector<Move>(request.opening_moves)};
  data.remove_prefix(request.position_bytes);
  if (!data.empty()) std::memcpy(opening.moves.data(), data.data(), data.size());
  return opening;
}
inline std::size_t data_size(const GameRequest& request) noexcept {
  return request.position_bytes + request.opening_moves * sizeof(Move);
}

}  // namespace ludex::arena
