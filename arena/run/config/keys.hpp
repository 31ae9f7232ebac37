// The keys of a specification, as tables of constants: the reader checks values against them (fields.hpp),
// and `ludex schema` and the reference are made from them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::arena::run {

// Games of a match of a Swiss tournament or a knockout. Limited because a wave of games is planned as a list.
inline constexpr std::uint32_t kMaxMatchGames = 1000;

enum class KeyType {
  kText,      // any scalar
  kName,      // a name: see read_name()
  kPath,      // of a file or folder
  kBoolean,   // true or false
  kInteger,   // min..max
  kNumber,    // least..most
  kDuration,  // min..max nanoseconds, written with a unit
  kChoice,    // one of `choices`
  kMap,       // with the keys of `part`
  kList,      // min..max items: maps with the keys of `part`, else scalars
  kSettings,  // a map whose keys are parameters of a plug-in
  kNamed,     // a map of maps with the keys of `part`; their names are the user's
};

struct KeyTable;

struct Key {
  std::string_view name;
  KeyType type;
  std::string_view text = "";  // its meaning, as a sentence without a full stop
  bool required = false;
  std::uint64_t min = 0;
  std::uint64_t max = 0;
  double least = 0;
  double most = 0;
  std::string_view choices = "";   // "inline|shared"
  std::string_view fallback = "";  // a YAML value that means the same as leaving the key out; may be empty
  std::string_view also = "";      // words accepted instead of a value of this type: "auto", "clop|spsa"
  const KeyTable* part = nullptr;  // kMap, kList, kNamed
};

struct KeyTable {
  std::string_view id;    // in the schema: "agent"
  std::string_view what;  // in messages: "an agent"
  std::span<const Key> keys;

  // nullptr if it has no such key.
  [[nodiscard]] const Key* find(std::string_view name) const noexcept;
};

// The words of Key::choices or Key::also.
[[nodiscard]] std::vector<std::string> words_of(std::string_view list);

extern const KeyTable kSpecificationKeys;
extern const KeyTable kGameKeys;
extern const KeyTable kGameFolderKeys;  // a game that stands for the files of a folder
extern const KeyTable kAgentKeys;
extern const KeyTable kBudgetKeys;
extern const KeyTable kLimitsKeys;
extern const KeyTable kAgentLimitsKeys;
extern const KeyTable kFormatKeys;
extern const KeyTable kOpeningsKeys;
extern const KeyTable kAdjudicationKeys;
extern const KeyTable kResignKeys;
extern const KeyTable kDrawKeys;
extern const KeyTable kOracleKeys;
extern const KeyTable kTuneKeys;
extern const KeyTable kTunedParameterKeys;
extern const KeyTable kTuneMethodKeys;
extern const KeyTable kValidationKeys;

}  // namespace ludex::arena::run
