// Nodes that are not written out: the interpreter evaluates them.
#pragma once

#include "games/lud/runtime/workspace.hpp"

namespace ludex::games::lud::runtime {

LUD_COLD i32 ask_int(u32 node, u8* s, const Iterators& it) {
  return it.workspace->host->integer(it.workspace->host, node, s, &it);
}
LUD_COLD bool ask_bool(u32 node, u8* s, const Iterators& it) {
  return it.workspace->host->boolean(it.workspace->host, node, s, &it) != 0;
}
LUD_COLD SiteSet ask_region(u32 node, u8* s, const Iterators& it) {
  SiteSet r;
  it.workspace->host->region(it.workspace->host, node, s, &it, r.w);
  return r;
}
LUD_COLD u32 ask_directions(u32 node, u8* s, const Iterators& it) {
  return it.workspace->host->directions(it.workspace->host, node, s, &it);
}

}  // namespace ludex::games::lud::runtime
