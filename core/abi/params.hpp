// Parameter schema: how games and agents declare parameters, and the only place where values are checked.
// ParamSpec and ParamText cross the boundary; the rest is header code that each side compiles for itself.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/abi/enum_text.hpp"
#include "core/util/result.hpp"

namespace ludex {

enum class ParamType : std::uint32_t {
  kBool = 0,    // true | false
  kInt = 1,     // decimal, 64 bits
  kReal = 2,    // decimal or scientific, finite
  kChoice = 3,  // one of `choices`
  kText = 4,    // anything
};
[[nodiscard]] constexpr auto enum_texts(ParamType) noexcept {
  return EnumTexts{"bool", "int", "real", "choice", "text"};
}

// One parameter. All pointers have static lifetime and are never null ("" for an empty text).
struct ParamSpec {
  const char* name;
  const char* fallback;  // the default, as text
  const char* doc;       // one line
  const char* source;    // paper or rule reference
  const char* choices;   // kChoice: the values, separated by '|'
  double min;            // kInt, kReal: inclusive range
  double max;
  ParamType type;
  std::uint32_t reserved;  // kText: what the text names, a ParamNames value; else 0
};

// Meaning of a kText value. Relative paths in a specification are resolved against the folder of its file, so
// that it means the same wherever it is run.
enum ParamNames : std::uint32_t {
  kNamesNothing = 0,
  kNamesPath = 1,     // a file or a folder; empty: none
  kNamesProgram = 2,  // a path if it has a '/', else a name to look for in PATH
};

// One setting, as text. Pointers are valid during the call.
struct ParamText {
  const char* name;
  const char* value;
};

namespace params {

inline ParamSpec boolean(const char* name, bool fallback, const char* doc, const char* source = "") {
  return {name, fallback ? "true" : "false", doc, source, "", 0, 0, ParamType::kBool, 0};
}
inline ParamSpec integer(const char* name, const char* fallback, double min, double max, const char* doc,
                         const char* source = "") {
  return {name, fallback, doc, source, "", min, max, ParamType::kInt, 0};
}
inline ParamSpec real(const char* name, const char* fallback, double min, double max, const char* doc,
                      const char* source = "") {
  return {name, fallback, doc, source, "", min, max, ParamType::kReal, 0};
}
inline ParamSpec choice(const char* name, const char* fallback, const char* choices, const char* doc,
                        const char* source = "") {
  return {name, fallback, doc, source, choices, 0, 0, ParamType::kChoice, 0};
}
inline ParamSpec text(const char* name, const char* fallback, const char* doc, const char* source = "") {
  return {name, fallback, doc, source, "", 0, 0, ParamType::kText, kNamesNothing};
}
inline ParamSpec path(const char* name, const char* doc, const char* source = "") {
  return {name, "", doc, source, "", 0, 0, ParamType::kText, kNamesPath};
}
inline ParamSpec program(const char* name, const char* doc, const char* source = "") {
  return {name, "", doc, source, "", 0, 0, ParamType::kText, kNamesProgram};
}

}  // namespace params

// "an integer in 1..19", for messages and documentation.
[[nodiscard]] inline std::string expected_text(const ParamSpec& spec) {
  const auto number = [](double x) {
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, x).ptr;
    return std::string(buffer, end);
  };
  switch (spec.type) {
    case ParamType::kBool:
      return "true or false";
    case ParamType::kInt:
      return "an integer in " + number(spec.min) + ".." + number(spec.max);
    case ParamType::kReal:
      return "a number in " + number(spec.min) + ".." + number(spec.max);
    case ParamType::kChoice:
      return std::string("one of ") + spec.choices;
    case ParamType::kText:
      return "text";
  }
  return "";
}

// A parsed value; the type in the schema says which member is valid.
struct ParamValue {
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;
  std::string text;  // always the text as given
};

[[nodiscard]] inline Result<ParamValue> parse_param(const ParamSpec& spec, std::string_view text) {
  ParamValue value;
  value.text = std::string(text);
  const char* const end = text.data() + text.size();
  const auto bad = [&]() -> Error {
    return {"parameter '" + std::string(spec.name) + "' is '" + std::string(text) + "', expected " +
            expected_text(spec)};
  };
  switch (spec.type) {
    case ParamType::kBool:
      if (text != "true" && text != "false") return bad();
      value.boolean = text == "true";
      return value;
    case ParamType::kInt: {
      const auto [rest, code] = std::from_chars(text.data(), end, value.integer);
      const auto as_real = static_cast<double>(value.integer);
      if (code != std::errc{} || rest != end || as_real < spec.min || as_real > spec.max) return bad();
      value.real = as_real;
      return value;
    }
    case ParamType::kReal: {
      const auto [rest, code] = std::from_chars(text.data(), end, value.real);
      // This form rejects NaN.
      if (code != std::errc{} || rest != end || !(value.real >= spec.min && value.real <= spec.max))
        return bad();
      return value;
    }
    case ParamType::kChoice:
      for (std::string_view rest = spec.choices;;) {
        const auto bar = rest.find('|');
        if (rest.substr(0, bar) == text) return value;
        if (bar == std::string_view::npos) return bad();
        rest.remove_prefix(bar + 1);
      }
    case ParamType::kText:
      return value;
  }
  return bad();
}

// The values of a whole schema, defaults filled in. Looking up a name that the schema lacks is a programming
// error and throws std::out_of_range.
class ParamValues {
 public:
  // Every setting must name a parameter of the schema, once, with a valid value.
  [[nodiscard]] static Result<ParamValues> resolve(std::span<const ParamSpec> specs,
                                                   std::span<const ParamText> settings) {
    ParamValues values;
    values.specs_ = specs;
    for (const auto& spec : specs) {
      auto fallback = parse_param(spec, spec.fallback);
      if (!fallback) return Error{"invalid default: " + fallback.error()};
      values.values_.push_back(std::move(*fallback));
    }
    std::vector<bool> seen(specs.size(), false);
    for (const auto& setting : settings) {
      const std::size_t i = values.find(setting.name);
      if (i == specs.size()) {
        std::string message = "unknown parameter '";
        message.append(setting.name).append("', known: ");
        if (specs.empty()) message.append("none");
        for (const auto& spec : specs) {
          if (&spec != specs.data()) message.append(", ");
          message.append(spec.name);
        }
        return Error{std::move(message)};
      }
      if (seen[i]) return Error{"parameter '" + std::string(setting.name) + "' is given twice"};
      seen[i] = true;
      auto value = parse_param(specs[i], setting.value);
      if (!value) return Error{value.error()};
      values.values_[i] = std::move(*value);
    }
    return values;
  }

  [[nodiscard]] bool boolean(const char* name) const { return at(name).boolean; }
  [[nodiscard]] std::int64_t integer(const char* name) const { return at(name).integer; }
  [[nodiscard]] double real(const char* name) const { return at(name).real; }
  [[nodiscard]] const std::string& text(const char* name) const { return at(name).text; }
  [[nodiscard]] const ParamValue& value(const char* name) const { return at(name); }

 private:
  [[nodiscard]] std::size_t find(const char* name) const {
    std::size_t i = 0;
    while (i < specs_.size() && std::strcmp(specs_[i].name, name) != 0) ++i;
    return i;
  }
  [[nodiscard]] const ParamValue& at(const char* name) const { return values_.at(find(name)); }

  std::span<const ParamSpec> specs_;
  std::vector<ParamValue> values_;
};

}  // namespace ludex
