// The constants of a game. The generator writes them for each game; these are those of a sample, noughts and
// crosses on 3 x 3 cells, by which the headers of this folder are compiled and tested.
#pragma once

#include <cstdint>

namespace ludex::games::lud::runtime {

// Sites and players.
constexpr int kWords = 1;      // of 64 bits of a set of sites
constexpr int kSites = 9;      // of all types together
constexpr int kSlots = 1;      // types of sites that the game uses
constexpr int kOwn = 0;        // SiteType of the board
constexpr int kFirstHand = 9;  // sites from here on belong to hands
constexpr int kPlayers = 2;
constexpr int kFirstOwner = 1;  // of pieces: nobody is 0, all are kPlayers + 1
constexpr int kOwners = 2;
constexpr int kPhases = 1;
// By SiteType: the first site of the type among all, its set of sites (-1: it has none), its sites with those
// of hands, and its sites on the board.
constexpr short kBase[3] = {0, -1, -1};
constexpr short kSlot[3] = {0, -1, -1};
constexpr short kSize[3] = {9, 0, 0};
constexpr short kBoard[3] = {9, 0, 0};
// By piece: its owner.
constexpr signed char kOwner[256] = {0, 1, 2};
// By owner: his only kind of piece; read where positions have no bytes of pieces.
constexpr short kPieceOf[4] = {0, 1, 2, 0};

// The layout of a position: offsets in bytes.
constexpr int kBytes = 64;
constexpr bool kHasCount = false;
constexpr bool kHasState = false;
constexpr bool kHasRotation = false;
constexpr bool kHasValue = false;
constexpr bool kHasVisited = false;
constexpr bool kHasToClear = false;
constexpr bool kHasHistory = false;
constexpr int kWhatAt = 32;  // a byte a site; 0: the sets of owners say what stands there
constexpr int kCountAt = 0;
constexpr int kStateAt = 0;
constexpr int kRotationAt = 0;
constexpr int kValueAt = 0;
constexpr int kOwnedAt = 48;  // a set for each owner
constexpr int kToClearAt = 0;
constexpr int kVisitedAt = 0;
constexpr int kHistoryAt = 0;
constexpr int kHistorySize = 0;
constexpr int kRestAt = 0;  // see Fields; 0: the game has none
constexpr int kPendingAt = 0;
constexpr int kScoresAt = 0;
constexpr int kPlayerValuesAt = 0;
constexpr int kPhasesAt = 0;
constexpr int kVariablesAt = 0;
constexpr int kMoreAt = 0;
constexpr bool kHasStacks = false;
constexpr bool kHasLeftLevels = false;
constexpr int kStartsAt = 0;
constexpr int kLevelsAt = 0;
constexpr int kLeftLevelsAt = 0;
constexpr int kMostLevels = 0;
constexpr int kPlacesAt = 0;

// The memory of a thread.
constexpr std::uint32_t kMaxMoves = 1024;
constexpr std::uint32_t kMoveCapacity = 5120;
constexpr std::uint32_t kActionCapacity = 8192;
constexpr std::uint32_t kCopies = 12;

// Rules: see Program.
constexpr int kNoRepeat = -1;
constexpr int kCycle = 0;
constexpr bool kSwapRule = false;
constexpr bool kPassDraws = true;
constexpr bool kTriesLater = false;
constexpr bool kDrawsOnce = false;  // and so list moves once that a description lists twice
constexpr bool kDraws = false;      // playouts draw moves from sets in some phase
constexpr bool kUsesLastTouched = false;
constexpr bool kOthersGoOn = false;
constexpr bool kTeams = false;

// Chance: see Program. A row of kFaces has the numbers that a die shows, ended by -1.
constexpr int kDice = 0;
constexpr bool kChance = false;        // some positions wait for it
constexpr bool kDrawsNumbers = false;  // moves draw numbers at random
constexpr short kFaces[1][1] = {{-1}};

// Tracks that come to a site twice: where their memory of places begins, and their sites.
constexpr int kPlacedTracks = 0;
constexpr int kPlacedMemory[] = {0};
constexpr short kPlacedLength[] = {0};
constexpr short kPlacedSites[][1] = {{0}};

// The generated code.
constexpr bool kAsksHost = false;      // for moves
constexpr bool kReadsHistory = false;  // looks ahead read the history
constexpr int kKeepsList =
    0;  // 1: (no Moves Next) finds the moves of the next ply if the turn ends, 2: always
constexpr bool kDistinct = false;    // no two moves of a list have the same first and the same last site
constexpr bool kAddsPieces = false;  // playouts play additions without a general ply
// By piece and site what it adds to the hash of a position, if that depends on nothing else.
constexpr bool kHasKeys = false;
constexpr std::uint64_t kKeys[] = {0};
constexpr bool kHashesAfter = false;  // moves are made without hashes, which are found from what they changed
#define LUD_MANY_CHANGES 0
// Data of playouts: see track.hpp.
constexpr bool kTracks = true;
constexpr int kTrackWays = 4;   // directions of lines
constexpr int kTrackRows = 16;  // lines
constexpr bool kTrackLinks = true;
constexpr bool kTrackFirsts = true;
// By site and direction: 32 times the line, and the place in it.
constexpr std::uint16_t kLineOf[] = {0,  96, 256, 352, 1,  128, 288, 385, 2,  160, 320, 418,
                                     32, 97, 224, 384, 33, 129, 257, 417, 34, 161, 289, 449,
                                     64, 98, 192, 416, 65, 130, 225, 448, 66, 162, 258, 480};
// By site: the regions that contain it, as bits. Here the sides left and right.
constexpr std::uint16_t kTouch[] = {1, 0, 2, 1, 0, 2, 1, 0, 2};

}  // namespace ludex::games::lud::runtime
