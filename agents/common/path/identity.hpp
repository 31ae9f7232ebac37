// The identity of a position for a search. In games without cycles the position is enough; where positions
// recur, its value can depend on the path to it (the graph-history interaction problem; Kishimoto & Mueller,
// AAAI 2004), so that results need the path too, or the key is that of the path.
#pragma once

#include <cstdint>

#include "core/abi/text.hpp"
#include "core/game/extensions.hpp"
#include "core/game/game.hpp"
#include "core/util/hash.hpp"
#include "core/util/rng.hpp"

namespace ludex::agents {

// Identifies a position, or a path (and the question asked about it).
struct WideKey {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  [[nodiscard]] friend constexpr WideKey operator^(WideKey a, WideKey b) noexcept {
    return {a.low ^ b.low, a.high ^ b.high};
  }
  [[nodiscard]] constexpr bool operator==(const WideKey&) const noexcept = default;
};

// The key of a position; the same, but results that depend on the past are stored with their path ("twin"
// entries); the key of the path, which excludes all transpositions.
enum class Identity { kPosition, kPositionAndTwins, kPath };

// kPositionAndTwins if the past decides nothing but draws.
[[nodiscard]] inline Identity identity_of(const GameTraits& traits) noexcept {
  if ((traits.flags & kCyclic) == 0) return Identity::kPosition;
  return (traits.flags & kHistoryDraws) != 0 ? Identity::kPositionAndTwins : Identity::kPath;
}

// The code of a path from the root: equal sequences of moves have equal codes.
[[nodiscard]] constexpr std::uint64_t extend_path(std::uint64_t path, Move move) noexcept {
  return mix64(path + 0x9E3779B97F4A7C15ULL * (static_cast<std::uint32_t>(move) + 1ULL));
}
[[nodiscard]] constexpr WideKey path_key(std::uint64_t path) noexcept {
  return {mix64(path ^ 0xD1B54A32D192ED03ULL), mix64(path + 0x8CB92BA72F3D8DD7ULL)};
}

// Source of a position's key: its hash of 64 bits; ludex.wide-hash/1 where the game has it; or else the hash
// and the text of the position.
enum class KeySource { kHash, kWideHash, kWideHashOrText };

// Makes the keys of one search.
class KeyMaker {
 public:
  void new_game(const Game& game, KeySource source) {
    game_ = &game;
    wide_ = source == KeySource::kHash ? nullptr : find<WideHash>(game);
    text_ = source == KeySource::kWideHashOrText && wide_ == nullptr;
  }
  // `salt` separates the keys of this search from those of others.
  void start(Identity identity, WideKey salt) noexcept {
    identity_ = identity;
    salt_ = salt;
  }

  [[nodiscard]] Identity identity() const noexcept { return identity_; }
  [[nodiscard]] WideKey salt() const noexcept { return salt_; }
  [[nodiscard]] bool wide() const noexcept { return wide_ != nullptr; }

  // The key of a position; `path` is the code of the path to it.
  [[nodiscard]] WideKey key(std::uint64_t path, const State* position) const {
    return (identity_ == Identity::kPath ? path_key(path) : position_key(position)) ^ salt_;
  }
  // The same for the position after a move on that path.
  [[nodiscard]] WideKey key_after(std::uint64_t path, Move move, const State* position) const {
    return (identity_ == Identity::kPath ? path_key(extend_path(path, move)) : position_key(position)) ^
           salt_;
  }

 private:
  [[nodiscard]] WideKey position_key(const State* position) const {
    if (wide_ != nullptr) {
      std::uint64_t words[2];
      wide_->wide_hash(position, words);
      return {words[0], words[1]};
    }
    WideKey key{game_->hash(position), 0};
    if (text_) {
      StringSink text;
      game_->position_to_text(position, text);
      key.high = mix64(fnv1a(text.text()));
    }
    return key;
  }

  // Set for each game.
  const Game* game_ = nullptr;
  const WideHash* wide_ = nullptr;
  bool text_ = false;
  // Set for each search.
  Identity identity_ = Identity::kPosition;
  WideKey salt_;
};

}  // namespace ludex::agents
