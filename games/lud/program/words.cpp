#include <algorithm>

#include "games/lud/program/node.hpp"

namespace ludex::games::lud {

namespace {

template <std::size_t N>
int index_of(const std::array<std::string_view, N>& words, std::string_view word) {
  const auto at = std::find(words.begin(), words.end(), word);
  return at == words.end() ? -1 : static_cast<int>(at - words.begin());
}

constexpr std::array<std::string_view, 25> kRoles{
    "Neutral",  "P1",    "P2",    "P3",    "P4",    "P5",    "P6",       "P7",    "P8",
    "Shared",   "Mover", "Next",  "Prev",  "Each",  "All",   "Player",   "Enemy", "Friend",
    "NonMover", "Any",   "Team1", "Team2", "Team3", "Team4", "TeamMover"};
constexpr std::array<std::string_view, 3> kSites{"Cell", "Vertex", "Edge"};
constexpr std::array<std::string_view, kDirectionKinds> kAbsolutes{
    "N",   "NNE", "NE",  "ENE",      "E",          "ESE",      "SE",          "SSE",       "S",
    "SSW", "SW",  "WSW", "W",        "WNW",        "NW",       "NNW",         "CW",        "CCW",
    "In",  "Out", "All", "Adjacent", "Orthogonal", "Diagonal", "OffDiagonal", "Rotational"};
constexpr std::array<std::string_view, 22> kRelatives{"Forward",
                                                      "Backward",
                                                      "Rightward",
                                                      "Leftward",
                                                      "Forwards",
                                                      "Backwards",
                                                      "Rightwards",
                                                      "Leftwards",
                                                      "FR",
                                                      "FRR",
                                                      "FRRR",
                                                      "FL",
                                                      "FLL",
                                                      "FLLL",
                                                      "BR",
                                                      "BRR",
                                                      "BRRR",
                                                      "BL",
                                                      "BLL",
                                                      "BLLL",
                                                      "SameDirection",
                                                      "OppositeDirection"};

}  // namespace

std::vector<std::string> words_of(Type type) {
  std::vector<std::string> words;
  const auto add = [&](const auto& list) { words.insert(words.end(), list.begin(), list.end()); };
  if (type == Type::kRole) add(kRoles);
  if (type == Type::kSiteType) add(kSites);
  if (type == Type::kAbsolute || type == Type::kDirections) add(kAbsolutes);
  if (type == Type::kRelative || type == Type::kDirections) add(kRelatives);
  if (type == Type::kBool) add(std::array<std::string_view, 2>{"True", "False"});
  if (type == Type::kInt) add(std::array<std::string_view, 4>{"Off", "End", "Undefined", "Infinity"});
  return words;
}
int role_of(std::string_view word) {
  return index_of(kRoles, word);
}
int site_type_of(std::string_view word) {
  return index_of(kSites, word);
}
int absolute_of(std::string_view word) {
  return index_of(kAbsolutes, word);
}
int relative_of(std::string_view word) {
  return index_of(kRelatives, word);
}
const char* absolute_text(int direction) {
  return kAbsolutes[static_cast<std::size_t>(direction)].data();
}

const char* type_text(Type type) {
  switch (type) {
    case Type::kInt:
      return "a number";
    case Type::kBool:
      return "a condition";
    case Type::kRegion:
      return "a region";
    case Type::kInts:
      return "numbers";
    case Type::kMoves:
      return "moves";
    case Type::kDirections:
      return "directions";
    case Type::kRange:
      return "a range";
    case Type::kGraph:
      return "a board";
    case Type::kFloat:
      return "a real number";
    case Type::kFrom:
      return "(from ...)";
    case Type::kTo:
      return "(to ...)";
    case Type::kBetween:
      return "(between ...)";
    case Type::kApply:
      return "(apply ...)";
    case Type::kThen:
      return "(then ...)";
    case Type::kPiece:
      return "(piece ...)";
    case Type::kPlayerOf:
      return "(player ...)";
    case Type::kFlips:
      return "(flips ...)";
    case Type::kPair:
      return "(pair ...)";
    case Type::kTrack:
      return "(track ...)";
    case Type::kScore:
      return "(score ...)";
    case Type::kPoly:
      return "(poly ...)";
    case Type::kLandmark:
      return "FirstSite, LastSite or the like";
    case Type::kGame:
      return "(game ...)";
    case Type::kPlayers:
      return "(players ...)";
    case Type::kPlayer:
      return "(player ...)";
    case Type::kEquipment:
      return "(equipment ...)";
    case Type::kItem:
      return "an item of the equipment";
    case Type::kRules:
      return "(rules ...)";
    case Type::kMeta:
      return "(meta ...)";
    case Type::kMetaRule:
      return "a meta rule";
    case Type::kStart:
      return "(start ...)";
    case Type::kStartRule:
      return "a start rule";
    case Type::kPlay:
      return "(play ...)";
    case Type::kPhase:
      return "(phase ...)";
    case Type::kNextPhase:
      return "(nextPhase ...)";
    case Type::kEnd:
      return "(end ...)";
    case Type::kEndRule:
      return "an end rule";
    case Type::kResult:
      return "(result ...)";
    case Type::kRole:
      return "a role such as Mover or P1";
    case Type::kSiteType:
      return "Cell, Vertex or Edge";
    case Type::kAbsolute:
      return "a direction such as N or Orthogonal";
    case Type::kRelative:
      return "a direction such as Forward";
    case Type::kWord:
      return "a word";
    case Type::kString:
      return "a string";
    case Type::kArray:
      return "{...}";
  }
  return "?";
}

}  // namespace ludex::games::lud
