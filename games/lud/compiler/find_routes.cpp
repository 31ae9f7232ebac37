#include "games/lud/compiler/find_routes.hpp"

#include <algorithm>

#include "games/lud/interpreter/directions.hpp"

namespace ludex::games::lud {

namespace {

const Routes* routes_of(Program& program, std::uint32_t directions) {
  const auto found = std::find_if(program.routes.begin(), program.routes.end(),
                                  [&](const auto& each) { return each->bits == directions; });
  if (found != program.routes.end()) return found->get();
  program.routes.push_back(std::make_unique<Routes>(program.board(), directions));
  return program.routes.back().get();
}

}  // namespace

void find_routes(Program& program) {
  program.adjacent = routes_of(program, 1U << static_cast<int>(Absolute::kAdjacent));
  std::vector<std::byte> no_state(sizeof(Head) + program.layout.bytes);
  Workspace workspace;
  Eval e(program, no_state.data(), workspace);
  for (const auto& node : program.nodes.all()) {
    const bool directions = node->type == Type::kAbsolute || node->type == Type::kDirections;
    bool relative = false;
    if (!directions || !node->resolved || node->fn.as_directions == nullptr || !is_static(*node, relative))
      continue;
    auto by_facing = std::make_unique<RoutesByFacing>();
    for (int facing = 0; facing < kFacings; ++facing) {
      e.way = facing;
      DirectionSet set;
      node->fn.as_directions(*node, e, set);
      by_facing->of[static_cast<std::size_t>(facing)] = routes_of(program, set.bits());
    }
    by_facing->relative = relative;
    node->routes = by_facing.get();
    program.by_facing.push_back(std::move(by_facing));
  }
}

}  // namespace ludex::games::lud
