// The parts of MiniShogi that its training needs (plugins/studies/training/train_network.hpp).
#pragma once

#include <cstdint>

#include "games/minishogi/network.hpp"
#include "games/minishogi/rules.hpp"

namespace ludex::games::minishogi {

struct NetworkSubject {
  using Inputs = NetworkInputs;
  using Rules = MinishogiRules<true>;
  static Rules rules() { return {FourfoldRule::kOfficial, false, 512}; }
  static const Position& position(const Rules::State& state) noexcept { return state.position; }
  static std::int32_t prior(const Position& p) noexcept { return evaluate_position(p); }
};

}  // namespace ludex::games::minishogi
