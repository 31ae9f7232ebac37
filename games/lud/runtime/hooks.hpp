// The functions that the generator writes for each game.
#pragma once

#include "games/lud/runtime/types.hpp"

namespace ludex::games::lud::runtime {

// A ply of the game, of a look ahead, or a move made for its effects alone.
enum PlyKind : int { kOfNone, kOfLookAhead, kOfGame };

// Kinds of moves with a number of their own in PackedMove::generator; the others follow from kFirstGenerator
// on.
enum : u16 { kInterpreted, kForcedPass, kSwapSeats, kFirstGenerator = 8 };

// Appends the moves of a player to the list.
LUD_FUNCTION void moves_of(u8* s, const Iterators& it, int player);
// The generator of a phase whose moves add a piece to any empty site; 0: the phase has other moves.
LUD_INLINE int adds_anywhere(int phase);
// True for a phase whose moves are drawn from sets.
LUD_INLINE bool is_drawn(int phase);
// The mover's moves in such a phase. kAny: 0 if there is none. kDraw: their number, and one of them at
// random. kList: they are appended to the list. kFind: 1 and the move between `sites`, FROM << 12 | TO, or 0
// if there is none. kNotDrawn: this list is not known as sets.
constexpr u32 kNotDrawn = ~0U;
enum class Ways { kAny, kDraw, kList, kFind };
template <Ways USE>
LUD_FUNCTION u32 draw(u8* s, Workspace* w, Rng* rng, PackedMove& m, u32 sites);
// Makes a move, with its consequents.
template <bool Hashes>
LUD_FUNCTION void exec(u8* s, const Iterators& base, const PackedMove& m, PlyKind mode);
// Evaluates a consequent.
LUD_FUNCTION void then_of(int id, bool hashed, u8* s, Iterators it);
// The first site that a move captures other than its end; kOff: none.
LUD_FUNCTION int taken_by(u8* s, const Iterators& base, const PackedMove& m);
// True if such moves are made by one action and consequents that are the same wherever they are made: two
// moves with the same sites and different numbers then differ.
LUD_INLINE bool is_fixed(u32 generator);
// True if a move passes its test (Program::tries_later).
LUD_FUNCTION bool stands(u8* s, Workspace* w, const PackedMove& m);
// Evaluates the end rules; true if the game is over.
LUD_FUNCTION bool ends(u8* s, const Iterators& base, int phase);
LUD_FUNCTION void next_phases(u8* s, const Iterators& base);
// Games whose moves only ever add a piece of the mover to an empty site (kAddsPieces). False: after the mover
// added a piece at a site, no end rule holds as long as there are empty sites. `own`: his pieces.
struct SiteSet;
struct Tracked;
LUD_INLINE bool may_end(u8* s, int mover, const SiteSet& own, int at, const Tracked& kept);
// The same without the data of a playout.
LUD_INLINE bool may_end(u8* s, int mover, const SiteSet& own, int at);
// The neighbours of a site in the groups that playouts keep.
LUD_INLINE const SiteSet& track_near(int at);
// The same in order, and, by a word with the bits of some of them, a few of these, next to which are all
// others of the word, or next to others that are.
LUD_INLINE const i16* track_sites(int at);
LUD_INLINE const u8* track_firsts(int at);
// True if the list of moves of a phase needs a roll.
LUD_FUNCTION bool asks_for_roll(u8* s, const Iterators& base, int phase);

// Functions of ply.hpp that the generated ones call.
LUD_FUNCTION bool has_moves(u8* s, const Iterators& it, int player);
LUD_FUNCTION void keep_longest(u8* s, Workspace* w, u32 first);

}  // namespace ludex::games::lud::runtime
