// Dice: rolls, and what moves do to what they show.
#pragma once

#include "games/lud/runtime/cells.hpp"
#include "games/lud/runtime/turns.hpp"

namespace ludex::games::lud::runtime {

// True if the position waits for chance.
LUD_INLINE bool is_chance(const u8* s) {
  return kChance && (more(s).rolling == kToRoll || more(s).draw_size != 0) && head(s).status == kGoesOn;
}
// The place of a number among those of a die.
LUD_INLINE int face_of(int die, int value) {
  int k = 0;
  while (kFaces[die][k] >= 0 && kFaces[die][k] != value) ++k;
  return k;
}
// Shows the numbers that chance has said for this list of moves, if there are any.
LUD_FUNCTION void roll(u8* s) {
  More& m = more(s);
  if (m.rolling == kNoRoll) return;
  m.rolling = kNoRoll;
  // Equal are dice that show the same of their faces, whatever the faces say.
  m.equal = 1;
  for (int k = 0; k < kDice; ++k) {
    m.face[k] = m.dice[k] = m.rolled[k];
    if (face_of(k, m.rolled[k]) != face_of(0, m.rolled[0])) m.equal = 0;
  }
}
// The dice before a roll, to which a position returns when the moves after it are listed.
struct DiceBefore {
  u8* s;
  u8 rolling, equal;
  i16 face[kDice + 1], dice[kDice + 1];
  [[gnu::always_inline]] inline explicit DiceBefore(u8* position) : s(position) {
    const More& m = more(s);
    rolling = m.rolling, equal = m.equal;
    for (int k = 0; k < kDice; ++k) face[k] = m.face[k], dice[k] = m.dice[k];
  }
  ~DiceBefore() {
    More& m = more(s);
    m.rolling = rolling, m.equal = equal;
    for (int k = 0; k < kDice; ++k) m.face[k] = face[k], m.dice[k] = dice[k];
  }
};

LUD_INLINE int pips_of(const u8* s, int dice) {
  int sum = 0;
  for (int k = 0; k < kDice; ++k) sum += (dice >> k & 1) != 0 ? more(s).dice[k] : 0;
  return sum;
}
LUD_INLINE bool all_unused(const u8* s, int dice) {
  for (int k = 0; k < kDice; ++k)
    if ((dice >> k & 1) != 0 && more(s).dice[k] == 0) return false;
  return true;
}
LUD_INLINE bool all_used(const u8* s) {
  for (int k = 0; k < kDice; ++k)
    if (more(s).dice[k] != 0) return false;
  return true;
}
LUD_INLINE bool any_die(const u8* s, int value) {
  for (int k = 0; k < kDice; ++k)
    if (more(s).dice[k] == value) return true;
  return false;
}
LUD_INLINE int face_at(const u8* s, int die) {
  return die >= 0 && die < kDice ? more(s).face[die] : (int)kOff;
}

// How a move uses dice, as Eval::use_dice says; found before the move is made.
struct DiceUse {
  int dice, variable;
  int again;  // what all dice show again; -1: nothing
};
LUD_INLINE DiceUse dice_use(const u8* s, int dice, bool replays) {
  DiceUse use{dice, kUndefined, kOff};
  if (!replays) return use;
  const int first = more(s).dice[0], kept = rest(s).variable;
  bool equal = first != 0;
  for (int k = 1; k < kDice; ++k) equal &= more(s).dice[k] == first;
  if (equal)
    use.variable = kept == kOff ? pips_of(s, dice) : (int)kOff;
  else if (kept != kOff)
    use.again = kept;
  return use;
}
LUD_INLINE void use_dice(u8* s, const DiceUse& use) {
  More& m = more(s);
  for (int k = 0; k < kDice; ++k)
    if (use.again != kOff || (use.dice >> k & 1) != 0) m.dice[k] = (i16)(use.again != kOff ? use.again : 0);
  if (use.variable != kUndefined) rest(s).variable = use.variable;
}

}  // namespace ludex::games::lud::runtime
