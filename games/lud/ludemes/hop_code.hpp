// Generated code of hops: the native parts of (move Hop ...) and (hop ...), see Native.
#pragma once

#include "games/lud/ludemes/code.hpp"

namespace ludex::games::lud {

void write_hop(const Node& n, Emitter& e, CodeWriter& out);
void ways_of_hop(const Node& n, Emitter& e, codegen::WayWriter& out);
std::optional<std::string> starts_of_hop(const Node& n, Emitter& e);
bool reach_of_hop(const Node& n, Emitter& e, std::vector<Region>& sites);
bool ends_of_hop(const Node& n, Emitter& e, codegen::Ends& out);
void attacks_of_hop(const Node& n, Emitter& e, codegen::Attacks& out);

}  // namespace ludex::games::lud
