// Messages between host and worker beyond a single cell.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "arena/model/per_seat.hpp"
#include "arena/run/match/seat.hpp"
#include "arena/run/worker/shared_block.hpp"

namespace ludex::arena::run {

// Longest text of a note: longer ones are cut.
inline constexpr std::size_t kMaxNote = 4096;

inline void put_move_report(Cell& cell, const MoveReport& report) noexcept {
  cell.put<MoveBytes>(report);
  cell.number = report.engine_cpu;
}
// The report in a kMoved message, made safe: an agent can overwrite the memory that carries the bytes.
inline MoveReport move_report_of(const Cell& cell) noexcept {
  MoveReport report{cell.get<MoveBytes>(), cell.number};
  report.flaws.confine();
  check_value(report, report.flaws);
  report.cpu_ns = std::max<std::int64_t>(report.cpu_ns, 0);
  report.wall_ns = std::max<std::int64_t>(report.wall_ns, 0);
  return report;
}

// Contents of kChoose.
struct ClockMessage {
  ClockFace own{};
  ClockFace opponent{};
  std::uint8_t has_own = 0;
  std::uint8_t has_opponent = 0;

  static ClockMessage of(const MoveTime& time) noexcept {
    ClockMessage message;
    if ((message.has_own = time.clock != nullptr) != 0) message.own = *time.clock;
    if ((message.has_opponent = time.opponent != nullptr) != 0) message.opponent = *time.opponent;
    return message;
  }
};

// The oracle's seat number in call markers.
inline constexpr std::uint32_t kOracleSeat = kMaxPlayers;
// The seat number of an agent that is being removed because it is not in the game.
inline constexpr std::uint32_t kDepartingSeat = kMaxPlayers + 1;

// Serializes an opening for a GameRequest: the position's text, then the moves.
inline std::string pack(const Opening& opening) {
  std::string data = opening.position;
  data.append(reinterpret_cast<const char*>(opening.moves.data()), opening.moves.size() * sizeof(Move));
  return data;
}
// Precondition: `data` has opening_size().
inline Opening unpack_opening(const GameRequest& request, std::string_view data) {
  Opening opening{std::string(data.substr(0, request.position_bytes)),
                  std::vector<Move>(request.opening_moves)};
  data.remove_prefix(request.position_bytes);
  if (!data.empty()) std::memcpy(opening.moves.data(), data.data(), data.size());
  return opening;
}
inline std::size_t opening_size(const GameRequest& request) noexcept {
  return request.position_bytes + request.opening_moves * sizeof(Move);
}

// Serializes the seats after the second.
inline std::string pack_seats(const PerSeat<SeatRequest>& seats) {
  std::string data;
  for (std::size_t seat = 2; seat < seats.size(); ++seat)
    data.append(reinterpret_cast<const char*>(&seats[seat]), sizeof seats[seat]);
  return data;
}
inline std::size_t seats_size(const GameRequest& request) noexcept {
  return request.players <= 2 ? 0 : (request.players - 2) * sizeof(SeatRequest);
}
// All seats of the request. Precondition: `data` has seats_size().
inline PerSeat<SeatRequest> unpack_seats(const GameRequest& request, std::string_view data) {
  PerSeat<SeatRequest> seats(std::min(request.players, kMaxPlayers));
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    if (seat < 2) {
      seats[seat] = request.first[seat];
    } else {
      std::memcpy(&seats[seat], data.data() + (seat - 2) * sizeof(SeatRequest), sizeof(SeatRequest));
    }
  }
  return seats;
}

// Serializes settings: alternating names and values, each terminated by 0.
inline std::string pack(const host::Settings& settings) {
  std::string data;
  for (const auto& [name, value] : settings)
    data.append(name).push_back('\0'), data.append(value).push_back('\0');
  return data;
}
inline host::Settings unpack_settings(std::string_view data) {
  host::Settings settings;
  const auto take = [&] {
    const std::size_t end = data.find('\0');
    std::string text(data.substr(0, end));
    data.remove_prefix(end == std::string_view::npos ? data.size() : end + 1);
    return text;
  };
  while (!data.empty()) {
    std::string name = take();
    settings.emplace_back(std::move(name), take());
  }
  return settings;
}

}  // namespace ludex::arena::run
