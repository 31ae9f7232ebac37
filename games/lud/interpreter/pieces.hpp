// Sites of the board by what stands there.
#pragma once

#include "games/lud/interpreter/eval.hpp"

namespace ludex::games::lud {

// Calls f with a function that says whether a site of the board has the same as another, or is as empty.
template <class F>
bool with_alike(const Eval& e, int as, F&& f) {
  const int piece = e.what_at(e.own(), as);
  if (e.layout.has_bytes()) {
    const std::byte* const bytes = e.position + e.layout.what + e.index(e.own(), 0);
    return f([&](int at) { return bytes[at] == static_cast<std::byte>(piece); });
  }
  if (piece == 0) return f([&](int at) { return !e.has_piece(at); });
  const std::uint64_t* const sites = e.owned(e.own(), e.who_of(piece));
  return f([&](int at) { return test(sites, at); });
}

// Sites with pieces of an owner.
class OfOwner {
 public:
  OfOwner(const Eval& e, int owner) : e_(e), sites_(e.owned(e.own(), owner)), owner_(owner) {}
  [[nodiscard]] bool has(int at) const {
    if (!e_.layout.has_unowned) return test(sites_, at);
    return e_.what_at(e_.own(), at) != 0 && e_.who_at(e_.own(), at) == owner_;
  }

 private:
  const Eval& e_;
  const std::uint64_t* sites_;
  int owner_;
};

}  // namespace ludex::games::lud
