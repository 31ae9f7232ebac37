// The structures that cross the boundary, member by member. The fingerprint (fingerprint.hpp) and the
// structures of snapshot.txt are made from this one list. A missing member or padding does not compile; a
// test finds a missing structure.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "core/abi/host_services.hpp"
#include "core/abi/params.hpp"
#include "core/abi/plugin_entry.hpp"
#include "core/abi/types.hpp"
#include "core/agent/budget.hpp"
#include "core/agent/game_clock.hpp"
#include "core/agent/inspect.hpp"
#include "core/agent/progress.hpp"
#include "core/agent/report.hpp"
#include "core/game/draft/exact_score.hpp"
#include "core/game/draft/features.hpp"
#include "core/game/draft/successors.hpp"
#include "core/game/game.hpp"
#include "core/util/rng.hpp"

namespace ludex::abi {

struct Member {
  std::string_view name;
  std::size_t offset;
  std::size_t size;
};

struct Layout {
  std::string_view extension;  // id of the extension it belongs to; "" for version 1 of the interface
  std::string_view name;
  std::size_t size;
  std::size_t align;
  std::initializer_list<Member> members;

  // True if the members, in this order, fill the whole structure.
  [[nodiscard]] constexpr bool whole() const {
    std::size_t end = 0;
    for (const Member& member : members) {
      if (member.offset != end) return false;
      end += member.size;
    }
    return end == size;
  }
};

#define LUDEX_MEMBER(member)                        \
  Member {                                          \
#member, offsetof(T, member), sizeof(T::member) \
  }
#define LUDEX_LAYOUT(extension, type, ...)                                                \
  {                                                                                       \
    using T = type;                                                                       \
    static_assert(Layout{extension, #type, sizeof(T), alignof(T), {__VA_ARGS__}}.whole(), \
                  #type " has padding, or a member missing from this list");              \
    visit(Layout{extension, #type, sizeof(T), alignof(T), {__VA_ARGS__}});                \
  }
#define M LUDEX_MEMBER

// Calls visit(layout) for every structure. Those without an extension belong to version 1 and never change;
// those of a new extension are added with its id.
template <class Visit>
constexpr void for_each_layout(Visit&& visit) {
  LUDEX_LAYOUT("", PluginEntry, M(magic), M(struct_size), M(abi_major), M(kind), M(reserved), M(fingerprint),
               M(fingerprint_text), M(id), M(version), M(summary), M(licence), M(build), M(init), M(deinit),
               M(factory))
  LUDEX_LAYOUT("", HostServices, M(threads), M(reserved), M(log), M(parallel_for), M(extension))
  LUDEX_LAYOUT("", ParamSpec, M(name), M(fallback), M(doc), M(source), M(choices), M(min), M(max), M(type),
               M(reserved))
  LUDEX_LAYOUT("", ParamText, M(name), M(value))
  LUDEX_LAYOUT("", Rng, M(s0), M(s1))
  LUDEX_LAYOUT("", GameTraits, M(players), M(flags), M(max_moves), M(max_plies), M(move_classes),
               M(state_size), M(state_align))
  LUDEX_LAYOUT("", TracedMove, M(move), M(move_class), M(player))
  LUDEX_LAYOUT("", PlayoutTrace, M(moves), M(capacity), M(size))
  LUDEX_LAYOUT("", PlayoutResult, M(status), M(plies))
  LUDEX_LAYOUT("", Budget, M(iterations), M(nodes), M(cpu_ns), M(wall_ns), M(depth), M(threads),
               M(memory_mib), M(reserved), M(stop))
  LUDEX_LAYOUT("", RootMove, M(value), M(visits), M(move), M(outcome), M(bound))
  LUDEX_LAYOUT("", ReportCounter, M(name), M(value))
  LUDEX_LAYOUT("", SearchReport, M(reserved), M(depth), M(value), M(value_unit), M(bound), M(outcome),
               M(reserved2), M(iterations), M(nodes), M(tree_bytes), M(pv_size), M(counter_size),
               M(root_size), M(root_capacity), M(root), M(pv), M(counters))
  LUDEX_LAYOUT(ExactScore::kId, ScoreRange, M(low), M(high))
  LUDEX_LAYOUT(Features::kId, FeatureShape, M(sites), M(rows), M(columns), M(layers), M(codes), M(numbers))
  LUDEX_LAYOUT(Features::kId, MoveSites, M(from), M(to))
  LUDEX_LAYOUT(Successors::kId, Successor, M(move), M(status), M(stage), M(replies), M(key), M(board))
  LUDEX_LAYOUT(ProgressSource::kId, SearchProgress, M(value), M(proof), M(disproof), M(table_fill), M(nodes),
               M(iterations), M(depth), M(pv_size), M(value_unit), M(bound), M(outcome), M(reserved), M(pv))
  LUDEX_LAYOUT(GameClock::kId, ClockFace, M(left_ns), M(increment_ns), M(moves_to_go), M(reserved))
  LUDEX_LAYOUT(Inspect::kId, InspectRow, M(values), M(move), M(outcome), M(children))
}

#undef M
#undef LUDEX_LAYOUT
#undef LUDEX_MEMBER

}  // namespace ludex::abi
