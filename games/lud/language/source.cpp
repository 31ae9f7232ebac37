#include "games/lud/language/source.hpp"

namespace ludex::games::lud {

namespace {
std::string plain(const Place& place) {
  if (place.source == nullptr) return "?";
  return place.source->name + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}
}  // namespace

std::string Sources::text(const Place& place) const {
  std::string out = plain(place);
  // A chain of definitions can be long; its beginning and its end suffice.
  std::uint32_t via = place.via;
  for (int depth = 0; via != 0 && depth < 3; ++depth) {
    out += ", in " + calls_[via].name + " at " + plain(calls_[via].where);
    via = calls_[via].where.via;
  }
  if (via != 0) {
    while (calls_[via].where.via != 0) via = calls_[via].where.via;
    out += ", ... at " + plain(calls_[via].where);
  }
  return out;
}

}  // namespace ludex::games::lud
