// Reads typed values from a tree; an invalid value becomes a diagnostic at its place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/run/config/keys.hpp"
#include "arena/run/config/tree.hpp"

namespace ludex::arena::run {

// A scalar in quotes, or "a list" ...
[[nodiscard]] std::string describe(const Node& node);

// Reads the map `node`, whose keys are those of `table`; reports unknown keys with a suggestion at once. A
// node of another kind is reported and read as an empty map. Ranges and choices are those of the table, where
// a call does not narrow them.
class Fields {
 public:
  // `what` names the map in messages, if not as the table does.
  Fields(const Node& node, const KeyTable& table, Problems& problems, std::string what = "");

  // Whether the node is a map. If not, further messages about it are useless.
  [[nodiscard]] bool usable() const noexcept { return usable_; }
  [[nodiscard]] const Node* find(std::string_view key) const;
  // Like find(), but reports a missing key.
  const Node* require(std::string_view key) const;

  // nullopt for absent keys, and for invalid values, which are reported.
  [[nodiscard]] std::optional<std::uint64_t> integer(std::string_view key) const;
  [[nodiscard]] std::optional<std::uint64_t> integer(std::string_view key, std::uint64_t min,
                                                     std::uint64_t max) const;
  // For keys whose range and default fit.
  [[nodiscard]] std::uint32_t count(std::string_view key, std::uint32_t fallback) const;
  [[nodiscard]] std::optional<double> number(std::string_view key) const;
  [[nodiscard]] std::optional<bool> boolean(std::string_view key) const;
  // In nanoseconds.
  [[nodiscard]] std::optional<std::int64_t> duration(std::string_view key) const;
  // Index of the text among the choices.
  [[nodiscard]] std::optional<std::size_t> choice(std::string_view key) const;

 private:
  [[nodiscard]] const Key& declared(std::string_view key, KeyType type) const;
  [[nodiscard]] std::optional<std::size_t> one_of(std::string_view key,
                                                  const std::vector<std::string>& words) const;

  const Node& node_;
  const KeyTable& table_;
  std::string what_;
  Problems& problems_;
  bool usable_;
};

// A scalar's text; `key` is for messages. `expected` reads like "a name".
[[nodiscard]] std::optional<std::string> read_scalar(const Node& node, std::string_view key,
                                                     std::string_view expected, Problems& problems);
// Makes a path of a specification absolute. A relative path starts from `folder`, the specification's own;
// one in an override starts from the working directory.
[[nodiscard]] std::string path_beside(const std::string& path, const Place& place, const std::string& folder);
// A name that is safe in game ids, file names and tables: no control characters, '/', '\' or '"', no blanks
// at the ends, at most kMaxNameLength bytes.
[[nodiscard]] std::optional<std::string> read_name(const Node& node, std::string_view key,
                                                   Problems& problems);
// The list `node`; nullptr and a diagnostic if it is no list, empty or longer than `max`.
[[nodiscard]] const std::vector<Node>* read_list(const Node& node, std::string_view key, std::size_t max,
                                                 Problems& problems);

}  // namespace ludex::arena::run
