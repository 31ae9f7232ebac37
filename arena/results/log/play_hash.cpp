#include "arena/results/log/play_hash.hpp"

#include <cstring>

#include "arena/base/json/value.hpp"
#include "core/util/hash.hpp"

namespace ludex::arena::log {

std::uint64_t text_hash(std::string_view text) noexcept {
  std::uint64_t hash = text.size();
  while (text.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), 8);
    hash = mix64(hash ^ word);
    text.remove_prefix(8);
  }
  return hash_combine(hash, fnv1a(text));
}

PlayHash PlayHash::of(std::string_view position, std::string_view opening, std::string_view moves) noexcept {
  const std::uint64_t start = hash_combine(fnv1a(position), text_hash(opening));
  return {start, hash_combine(start, text_hash(moves))};
}

PlayHash PlayHash::of(const GameRecord& record) {
  return of(record.position, json::Value(record.opening).dump(), json::Value(record.moves).dump());
}

}  // namespace ludex::arena::log
