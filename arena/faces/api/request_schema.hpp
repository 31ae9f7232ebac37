// The requests of schema.json: whether a JSON value is one of them, and if not, why.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/faces/api/json.hpp"

namespace ludex::arena::api {

// schema.json, as it is in the source tree.
[[nodiscard]] std::string_view schema_text() noexcept;

// The part of JSON Schema that requests use, compiled once: type, const, enum, bounds, lengths, items,
// properties, required, additionalProperties, oneOf of different types, $ref. Immutable, hence thread-safe.
class RequestSchema {
 public:
  [[nodiscard]] static const RequestSchema& get();

  // Throws Refusal, which names the key, unless it is a request.
  void check(const Json& request) const;
  [[nodiscard]] std::vector<std::string> actions() const;

 private:
  enum Kind : unsigned {
    kNull = 1,
    kBoolean = 2,
    kInteger = 4,
    kNumber = 8,
    kString = 16,
    kArray = 32,
    kObject = 64,
    kAny = 127
  };
  // A schema; indices of others are into nodes_.
  struct Node {
    static constexpr std::size_t kNone = ~std::size_t{0};
    unsigned kinds = kAny;
    std::string description;
    std::vector<std::string> choices;  // of a text; empty: any
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    std::size_t min_size = 0;  // of a text, in characters, or an array
    std::size_t max_size = ~std::size_t{0};
    std::size_t items = kNone;  // of every item
    std::vector<std::pair<std::string, std::size_t>> properties;
    std::vector<std::string> required;
    bool closed = false;           // additionalProperties: false
    std::size_t others = kNone;    // additionalProperties: of every value
    std::vector<std::size_t> any;  // oneOf, each of other kinds
  };

  RequestSchema();
  std::size_t compile(const Json& schema, const Json& definitions);
  void check(const Node& node, const Json& value, const std::string& key) const;
  void check_object(const Node& node, const Json& value, const std::string& key) const;
  [[nodiscard]] std::string expected(const Node& node) const;
  [[nodiscard]] static unsigned kind_of(const Json& value) noexcept;

  std::vector<Node> nodes_;
  std::map<std::string, std::size_t, std::less<>> actions_;
};

}  // namespace ludex::arena::api
