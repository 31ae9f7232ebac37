// A YAML document as a plain tree that records all places. All scalars stay text: "on", 0x10 and 1_000 mean
// what is written, and the schema decides the type.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/base/text/diagnostic.hpp"

namespace ludex::arena::run {

struct Place {
  std::uint32_t source = 0;  // index in Problems' list of sources
  std::uint32_t line = 0;    // from 1; 0: the source as a whole
  std::uint32_t column = 0;
};

enum class NodeKind { kNull, kScalar, kSequence, kMap };

struct Node {
  struct Entry;

  NodeKind kind = NodeKind::kNull;
  Place place;
  std::string text;            // kScalar
  std::vector<Node> items;     // kSequence
  std::vector<Entry> entries;  // kMap, in file order; a repeated key is an error found by the parser

  // The value of a key of a map, or nullptr.
  [[nodiscard]] const Node* find(std::string_view key) const;
  [[nodiscard]] Node* find(std::string_view key);
};

struct Node::Entry {
  std::string key;
  Place place;  // of the key
  Node value;
};

// "a list", for messages.
[[nodiscard]] std::string_view kind_text(NodeKind kind) noexcept;

// Collects diagnostics. Sources are the file (0) and the overrides.
class Problems {
 public:
  explicit Problems(std::string file) : sources_{std::move(file)} {}

  std::uint32_t add_source(std::string name);
  void add(const Place& place, std::string message, std::string hint = "");
  void add(Diagnostic diagnostic) { list_.push_back(std::move(diagnostic)); }

  [[nodiscard]] std::size_t count() const noexcept { return list_.size(); }
  // Sorted, without repetitions (an anchor used twice is reported once), the file's own first.
  [[nodiscard]] std::vector<Diagnostic> take();

 private:
  std::vector<std::string> sources_;
  std::vector<Diagnostic> list_;
};

// Parses the single document of `text`. Reports problems to `problems` and returns the readable part. Expands
// aliases; limits the size of the tree, so that a document that expands exponentially is refused. `source`:
// its index in `problems`; with `whole`, places refer to the whole source (overrides).
[[nodiscard]] Node parse_tree(std::string_view text, std::uint32_t source, bool whole, Problems& problems);

}  // namespace ludex::arena::run
