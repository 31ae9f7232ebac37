#include "arena/faces/api/request_schema.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arena/base/text/suggest.hpp"
#include "arena/faces/api/refusal.hpp"

namespace ludex::arena::api {
namespace {

constexpr const char* kSchemaAdvice = "`ludex api --schema` has every key and its values";

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string below(const std::string& key, const std::string& name) {
  return key.empty() ? name : key + "." + name;
}

// "did you mean 'x'?", or `otherwise`.
std::string near_or(std::string_view word, std::span<const std::string> known, const char* otherwise) {
  const std::string hint = did_you_mean(word, known);
  return hint.empty() ? otherwise : hint;
}

// As in the request, cut short.
std::string shown(const Json& value) {
  std::string text = value.dump();
  constexpr std::size_t kMost = 60;
  return text.size() > kMost ? text.substr(0, kMost) + "..." : text;
}

}  // namespace

const RequestSchema& RequestSchema::get() {
  static const RequestSchema made;
  return made;
}

RequestSchema::RequestSchema() {
  const Json json = Json::parse(schema_text());
  const Json& definitions = json.at("$defs");
  for (const Json& item : definitions.at("request").at("oneOf")) {
    const std::size_t node = compile(item, definitions);
    for (const auto& [name, property] : nodes_[node].properties) {
      if (name == "action") actions_[nodes_[property].choices.at(0)] = node;
    }
  }
}

std::size_t RequestSchema::compile(const Json& schema, const Json& definitions) {
  if (const Json* const reference = schema.find("$ref")) {
    constexpr std::string_view kPrefix = "#/$defs/";
    return compile(definitions.at(std::string_view(reference->text()).substr(kPrefix.size())), definitions);
  }
  constexpr std::pair<std::string_view, unsigned> kKinds[] = {
      {"null", kNull},     {"boolean", kBoolean}, {"integer", kInteger}, {"number", kInteger | kNumber},
      {"string", kString}, {"array", kArray},     {"object", kObject}};
  Node node;
  const auto add_kind = [&](const Json& name) {
    for (const auto& [word, kind] : kKinds) {
      if (word == name.text()) node.kinds |= kind;
    }
  };
  if (const Json* const type = schema.find("type")) {
    node.kinds = 0;
    if (type->is_string()) add_kind(*type);
    if (type->is_array()) std::for_each(type->begin(), type->end(), add_kind);
  }
  node.description = schema.value("description", "");
  node.choices = schema.value("enum", std::vector<std::string>{});
  if (const Json* const only = schema.find("const")) node.choices = {only->text()};
  if (!node.choices.empty()) node.kinds = kString;
  node.least = schema.value("minimum", node.least);
  node.most = schema.value("maximum", node.most);
  node.min_size = schema.value("minLength", schema.value("minItems", node.min_size));
  node.max_size = schema.value("maxLength", schema.value("maxItems", node.max_size));
  node.required = schema.value("required", std::vector<std::string>{});
  if (const Json* const items = schema.find("items")) node.items = compile(*items, definitions);
  if (const Json* const properties = schema.find("properties")) {
    for (const json::Member& member : properties->items())
      node.properties.emplace_back(member.name, compile(member.value, definitions));
  }
  if (const Json* const others = schema.find("additionalProperties")) {
    node.closed = !others->is_object();
    if (others->is_object()) node.others = compile(*others, definitions);
  }
  if (const Json* const any = schema.find("oneOf")) {
    node.kinds = 0;
    for (const Json& item : *any) {
      node.any.push_back(compile(item, definitions));
      node.kinds |= nodes_[node.any.back()].kinds;
    }
  }
  nodes_.push_back(std::move(node));
  return nodes_.size() - 1;
}

unsigned RequestSchema::kind_of(const Json& value) noexcept {
  switch (value.type()) {
    case json::Type::kNull:
      return kNull;
    case json::Type::kBoolean:
      return kBoolean;
    case json::Type::kInteger:
    case json::Type::kUnsigned:
      return kInteger;
    case json::Type::kDouble: {
      const auto x = value.get<double>();
      return std::floor(x) == x && std::abs(x) < 0x1p63 ? kInteger : kNumber;
    }
    case json::Type::kString:
      return kString;
    case json::Type::kArray:
      return kArray;
    case json::Type::kObject:
      return kObject;
  }
  return kNull;
}

std::string RequestSchema::expected(const Node& node) const {
  if (!node.choices.empty()) return fmt::format("one of {}", fmt::join(node.choices, ", "));
  const bool numeric = (node.kinds & (kInteger | kNumber)) != 0 && (node.kinds & ~(kInteger | kNumber)) == 0;
  if (!numeric) return node.description;
  return fmt::format("a {}number, {}..{}: {}", (node.kinds & kNumber) != 0 ? "" : "whole ", node.least,
                     node.most, node.description);
}

void RequestSchema::check(const Node& node, const Json& value, const std::string& key) const {
  const unsigned kind = kind_of(value);
  const auto refuse = [&] {
    const std::string hint =
        value.is_string() ? near_or(value.text(), node.choices, kSchemaAdvice) : kSchemaAdvice;
    throw Refusal("bad_value", fmt::format("{} is {}", key, shown(value)), expected(node), hint).in(key);
  };
  if ((node.kinds & kind) == 0) refuse();
  for (const std::size_t other : node.any) {
    if ((nodes_[other].kinds & kind) == 0) continue;
    // The alternatives have no descriptions of their own.
    if (kind == kObject) return check_object(nodes_[other], value, key);
    Node own = nodes_[other];
    own.description = node.description;
    return check(own, value, key);
  }
  if (value.is_number() && (value.get<double>() < node.least || value.get<double>() > node.most)) refuse();
  if (value.is_string()) {
    const std::size_t size = characters(value.text());
    const bool chosen = node.choices.empty() || std::find(node.choices.begin(), node.choices.end(),
                                                          value.text()) != node.choices.end();
    if (!chosen || size < node.min_size || size > node.max_size) refuse();
  }
  if (value.is_array()) {
    if (value.size() < node.min_size || value.size() > node.max_size) refuse();
    if (node.items == Node::kNone) return;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const Node& items = nodes_[node.items];
      // Plain texts, as moves, without the text of their key.
      if (value[i].is_string() && items.choices.empty() && items.any.empty() && items.kinds == kString &&
          !value[i].text().empty() && value[i].text().size() <= items.max_size)
        continue;
      check(items, value[i], fmt::format("{}[{}]", key, i));
    }
  }
  if (value.is_object()) check_object(node, value, key);
}

void RequestSchema::check_object(const Node& node, const Json& value, const std::string& key) const {
  for (const json::Member& member : value.items()) {
    const auto known = std::find_if(node.properties.begin(), node.properties.end(),
                                    [&](const auto& property) { return property.first == member.name; });
    if (known != node.properties.end()) {
      check(nodes_[known->second], member.value, below(key, member.name));
    } else if (node.others != Node::kNone) {
      check(nodes_[node.others], member.value, below(key, member.name));
    } else if (node.closed) {
      std::vector<std::string> names;
      for (const auto& property : node.properties) names.push_back(property.first);
      throw Refusal("unknown_key",
                    fmt::format("{} has no key {}", key.empty() ? "the request" : key, shown(member.name)),
                    fmt::format("{}", fmt::join(names, ", ")),
                    near_or(member.name, names, "leave it out; `ludex api --schema` has every key"))
          .in(below(key, member.name));
    }
  }
  for (const std::string& name : node.required) {
    if (value.contains(name)) continue;
    std::string what;
    for (const auto& [property, index] : node.properties) {
      if (property == name) what = expected(nodes_[index]);
    }
    throw Refusal("missing_key", fmt::format("{} has no key \"{}\"", key.empty() ? "the request" : key, name),
                  what, kSchemaAdvice)
        .in(below(key, name));
  }
}

std::vector<std::string> RequestSchema::actions() const {
  std::vector<std::string> names;
  for (const auto& [name, node] : actions_) names.push_back(name);
  return names;
}

void RequestSchema::check(const Json& request) const {
  const auto one_of = [&] { return fmt::format("one of {}", fmt::join(actions(), ", ")); };
  const Json* const action = request.find("action");
  if (action == nullptr)
    throw Refusal("missing_key", "the request has no key \"action\"", one_of(), kSchemaAdvice).in("action");
  const auto known = action->is_string() ? actions_.find(action->text()) : actions_.end();
  if (known == actions_.end())
    throw Refusal("unknown_action", fmt::format("action is {}", shown(*action)), one_of(),
                  action->is_string() ? near_or(action->text(), actions(), kSchemaAdvice) : kSchemaAdvice)
        .in("action");
  check_object(nodes_[known->second], request, "");
}

}  // namespace ludex::arena::api
