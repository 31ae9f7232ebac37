// Where a piece attacks, as sets of sites: the ends of its moves onto pieces of its enemies.
#pragma once

#include <cstdint>
#include <vector>

#include "games/lud/program/program.hpp"

namespace ludex::games::lud::codegen {

// The knowledge of a condition on the end of a move.
enum class Truth : std::uint8_t { kFalse, kTrue, kUnknown };
// The contents of that site.
enum class Target : std::uint8_t { kEnemy, kNothing };

// `site`: the iterator that is the end, "(to)" or "(between)".
[[nodiscard]] Truth truth_of(const Node& condition, Target target, int players, const char* site = "(to)");

// Attacks of one kind of piece by the site where it stands.
struct Attacks {
  using Sets = std::vector<std::vector<std::uint64_t>>;

  explicit Attacks(const Program& program);

  Sets steps;   // at once
  Sets slides;  // if nothing stands between
  Sets maybe;   // if the position has more that the sets do not say
  // The sites between two, by the first times their number plus the second: shared by all pieces.
  Sets* between = nullptr;
  bool in_doubt = false;  // what is added depends on more than the end of the move
  int players = 0;

  // A step or leap to a site, with what is known of its condition for an enemy there.
  void step(int from, int to, Truth holds);
  // Along a line; false: it comes to a site twice, or other lines lead from one of its sites to another.
  [[nodiscard]] bool slide(int from, const std::int16_t* line, int size);
  // True if everything that may be attacked is known to be.
  [[nodiscard]] bool is_exact() const;
};

// The sites that moves of a list go between: of a piece by the site where it stands, of pieces in hands by
// piece, and a pass. No two moves share theirs as long as whatever is added is new.
struct Ends {
  using Sets = std::vector<std::vector<std::uint64_t>>;

  explicit Ends(const Program& program);

  Sets sites;
  std::vector<char> from_hand;  // by piece: it moves from a hand
  bool pass = false;

  // False: it is one already.
  [[nodiscard]] bool add(int from, int to);
  // On any site, also of a hand, which is both ends.
  [[nodiscard]] bool add_staying(const Program& program);
  [[nodiscard]] bool add_from_hand(const std::vector<char>& pieces);
  [[nodiscard]] bool add_pass();
  void unite(const Ends& other);
  [[nodiscard]] bool meets(const Ends& other) const;
};

// The changes that a move makes besides going from a site to another.
enum class Besides : std::uint8_t {
  kMuch,
  kHead,     // nothing on the board; in the head of the position also who is next
  kNothing,  // nothing on the board, and the same player is next
};
// True if a move with that effect captures at its end or nowhere; null: no effect. Captures of its
// consequents are no threats.
[[nodiscard]] bool takes_at_end_only(const Node* effect);

// Where an effect stands: in a consequent; at the end of the move; there if something is captured.
enum class EffectOf : std::uint8_t { kConsequent, kEnd, kCapture };
// The changes by an effect. `taken`: cleared for the pieces whose capture may change something on the board.
[[nodiscard]] Besides besides(const Node& effect, EffectOf of, const Program& program,
                              std::vector<char>& taken);

}  // namespace ludex::games::lud::codegen
