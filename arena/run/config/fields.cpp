#include "arena/run/config/fields.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "arena/base/text/quantity.hpp"
#include "arena/base/text/shown.hpp"
#include "arena/base/text/suggest.hpp"
#include "arena/model/spec.hpp"
#include "core/system/utf8.hpp"

namespace ludex::arena::run {
namespace {

// "'seed' is 'abc'", "'seed' is a list".
std::string found(const Node& node, std::string_view key) {
  return fmt::format("'{}' is {}", key, describe(node));
}

}  // namespace

std::string describe(const Node& node) {
  return node.kind == NodeKind::kScalar ? in_quotes(node.text) : std::string(kind_text(node.kind));
}

Fields::Fields(const Node& node, const KeyTable& table, Problems& problems, std::string what)
    : node_(node),
      table_(table),
      what_(what.empty() ? std::string(table.what) : std::move(what)),
      problems_(problems),
      usable_(node.kind == NodeKind::kMap) {
  if (!usable_) {
    problems.add(node.place, fmt::format("{} is {}, expected a map", what_, describe(node)));
    return;
  }
  std::vector<std::string> words;
  for (const Key& key : table.keys) words.emplace_back(key.name);
  for (const auto& entry : node.entries) {
    if (table.find(entry.key) == nullptr)
      problems.add(entry.place, fmt::format("unknown key {} in {}", in_quotes(entry.key), what_),
                   suggest(entry.key, words));
  }
}

const Node* Fields::find(std::string_view key) const {
  return node_.find(key);
}

const Node* Fields::require(std::string_view key) const {
  const Node* node = find(key);
  if (node == nullptr && usable_) problems_.add(node_.place, fmt::format("{} lacks '{}'", what_, key));
  return node;
}

const Key& Fields::declared(std::string_view name, KeyType type) const {
  const Key* const key = table_.find(name);
  if (key == nullptr || key->type != type)
    throw std::logic_error(fmt::format("{} declares no '{}' of this type", table_.what, name));
  return *key;
}

std::optional<std::uint64_t> Fields::integer(std::string_view key) const {
  const Key& range = declared(key, KeyType::kInteger);
  return integer(key, range.min, range.max);
}

std::uint32_t Fields::count(std::string_view key, std::uint32_t fallback) const {
  return static_cast<std::uint32_t>(integer(key).value_or(fallback));
}

std::optional<std::uint64_t> Fields::integer(std::string_view key, std::uint64_t min,
                                             std::uint64_t max) const {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const Result<std::uint64_t> value =
      node->kind == NodeKind::kScalar ? parse_count(node->text) : Result<std::uint64_t>(Error{""});
  if (value && *value >= min && *value <= max) return *value;
  const bool starts_well = node->text.find_first_of("0123456789") == 0;
  problems_.add(node->place, fmt::format("{}, expected an integer in {}..{}", found(*node, key), min, max),
                !value && starts_well ? value.error() : "");
  return std::nullopt;
}

std::optional<double> Fields::number(std::string_view key) const {
  const Key& range = declared(key, KeyType::kNumber);
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto value = node->kind == NodeKind::kScalar ? parse_number(node->text) : std::nullopt;
  if (value && *value >= range.least && *value <= range.most) return value;
  problems_.add(node->place,
                fmt::format("{}, expected a number in {}..{}", found(*node, key), range.least, range.most));
  return std::nullopt;
}

std::optional<bool> Fields::boolean(std::string_view key) const {
  static_cast<void>(declared(key, KeyType::kBoolean));
  const auto index = one_of(key, {"false", "true"});
  return index ? std::optional(*index == 1) : std::nullopt;
}

std::optional<std::int64_t> Fields::duration(std::string_view key) const {
  const Key& range = declared(key, KeyType::kDuration);
  const auto min_ns = static_cast<std::int64_t>(range.min);
  const auto max_ns = static_cast<std::int64_t>(range.max);
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const auto value = node->kind == NodeKind::kScalar ? parse_duration(node->text) : std::nullopt;
  if (value && *value >= min_ns && *value <= max_ns) return value;
  const bool lacks_unit = node->kind == NodeKind::kScalar && parse_unsigned(node->text);
  problems_.add(node->place,
                fmt::format("{}, expected a time in {}..{}", found(*node, key), duration_text(min_ns),
                            duration_text(max_ns)),
                lacks_unit ? fmt::format("with its unit: '{}ms' or '{}s'", node->text, node->text)
                           : "units: ns, us, ms, s, min, h");
  return std::nullopt;
}

std::optional<std::size_t> Fields::choice(std::string_view key) const {
  return one_of(key, words_of(declared(key, KeyType::kChoice).choices));
}

std::optional<std::size_t> Fields::one_of(std::string_view key, const std::vector<std::string>& words) const {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (node->kind == NodeKind::kScalar) {
    const auto at = std::find(words.begin(), words.end(), node->text);
    if (at != words.end()) return static_cast<std::size_t>(at - words.begin());
  }
  problems_.add(node->place, fmt::format("{}, expected one of {}", found(*node, key), fmt::join(words, ", ")),
                node->kind == NodeKind::kScalar ? did_you_mean(node->text, words) : "");
  return std::nullopt;
}

std::optional<std::string> read_scalar(const Node& node, std::string_view key, std::string_view expected,
                                       Problems& problems) {
  if (node.kind == NodeKind::kScalar) return node.text;
  problems.add(node.place, fmt::format("{}, expected {}", found(node, key), expected));
  return std::nullopt;
}

std::string path_beside(const std::string& path, const Place& place, const std::string& folder) {
  const std::filesystem::path base = place.source == 0 ? folder : "";
  return std::filesystem::absolute(base / path).lexically_normal().string();
}

std::optional<std::string> read_name(const Node& node, std::string_view key, Problems& problems) {
  auto name = read_scalar(node, key, "a name", problems);
  if (!name) return std::nullopt;
  std::string reason;
  if (name->empty()) {
    reason = "a name cannot be empty";
  } else if (name->size() > kMaxNameLength) {
    reason = fmt::format("a name has at most {} bytes", kMaxNameLength);
  } else if (!is_printable_utf8(*name) || name->find_first_of("/\\\"") != std::string::npos) {
    reason = "a name has no '/', '\\', '\"', control characters or characters that cannot be seen";
  } else if (std::string_view("=+-@").find(name->front()) != std::string_view::npos) {
    reason = "a name does not start with '=', '+', '-' or '@': tables of numbers take that for a formula";
  } else if (name->front() == ' ' || name->back() == ' ') {
    reason = "a name must not start or end with a blank";
  } else if (*name == "." || *name == "..") {
    reason = "names become parts of file names";
  }
  if (reason.empty()) return name;
  problems.add(node.place, found(node, key) + ", which is no name", reason);
  return std::nullopt;
}

const std::vector<Node>* read_list(const Node& node, std::string_view key, std::size_t max,
                                   Problems& problems) {
  if (node.kind != NodeKind::kSequence) {
    problems.add(node.place, found(node, key) + ", expected a list",
                 node.kind == NodeKind::kScalar ? fmt::format("for example [{}]", node.text) : "");
  } else if (node.items.empty()) {
    problems.add(node.place, fmt::format("'{}' is an empty list", key));
  } else if (node.items.size() > max) {
    problems.add(node.place, fmt::format("'{}' has {} elements, at most {}", key, node.items.size(), max));
  } else {
    return &node.items;
  }
  return nullptr;
}

}  // namespace ludex::arena::run
