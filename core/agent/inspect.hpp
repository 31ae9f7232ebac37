// Access to the tree of the last search, one node at a time on request (extension of Agent).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/abi/text.hpp"
#include "core/abi/types.hpp"
#include "core/agent/from_agent.hpp"

namespace ludex {

inline constexpr std::uint32_t kMaxInspectColumns = 12;

// A child of a node: the search's statistics of one move.
struct InspectRow {
  double values[kMaxInspectColumns];  // by column; NaN: not known. Infinite: a proof number
  Move move;
  Outcome outcome;         // proven, for the side to move in the node, or kUnknown
  std::uint16_t children;  // 1: the search went below this move; 0: there is nothing to show

  // A row without values.
  [[nodiscard]] static InspectRow of(Move move) noexcept {
    InspectRow row{};
    for (double& value : row.values) value = std::numeric_limits<double>::quiet_NaN();
    row.move = move;
    return row;
  }
};

// Obtained through Agent::extension. Used after choose() or solve(), while no search runs.
class Inspect {
 public:
  static constexpr const char* kId = "ludex.draft.inspect/1";

  // Names of the columns in order, such as "visits", "value", "pn"; nullptr after the last of at most
  // kMaxInspectColumns. Valid as long as the agent; may depend on its parameters. "value" is for the side to
  // move in the node, in the unit of the agent's reports. Rows are sorted by the first column unless the user
  // picks another.
  [[nodiscard]] virtual const char* column(std::uint32_t index) const noexcept = 0;
  // The children of the node reached from the position of the last search by the moves of `path` (empty: that
  // position itself). Writes the first `capacity` of them and their number to *count. kInvalidArgument: the
  // search has no such node, or there was no search.
  virtual Status children(const Move* path, std::uint32_t size, InspectRow* out, std::uint32_t capacity,
                          std::uint32_t* count, TextSink& error) noexcept = 0;

 protected:
  ~Inspect() = default;
};

// Filled by an agent's class.
using InspectRows = std::vector<InspectRow>;

template <class Author, bool offered>
struct AgentMethods<Inspect, Author, offered> {
  using Columns = std::span<const char* const>;
  using Path = std::span<const Move>;
  LUDEX_AGENT_METHOD(Inspect, Columns, inspect_columns, (), );
  LUDEX_AGENT_METHOD(Inspect, bool, inspect, (path, rows), Path path, InspectRows& rows);  // false: no node
};

template <class T>
class FromAgent<Inspect, T> final : public WithAgent<Inspect, T> {
 public:
  using WithAgent<Inspect, T>::WithAgent;
  [[nodiscard]] const char* column(std::uint32_t index) const noexcept override {
    const std::span<const char* const> names = this->agent_.inspect_columns();
    return index < names.size() && index < kMaxInspectColumns ? names[index] : nullptr;
  }
  Status children(const Move* path, std::uint32_t size, InspectRow* out, std::uint32_t capacity,
                  std::uint32_t* count, TextSink& error) noexcept override {
    return guarded(error, [&] {
      InspectRows rows;
      if (!this->agent_.inspect({path, size}, rows)) {
        error.write("the search has no such node");
        return Status::kInvalidArgument;
      }
      *count = static_cast<std::uint32_t>(rows.size());
      std::copy_n(rows.begin(), std::min(*count, capacity), out);
      return Status::kOk;
    });
  }
};

}  // namespace ludex
