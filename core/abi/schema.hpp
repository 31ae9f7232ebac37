// Schema<Config>: declares each setting of a game or an agent once. The parameters that the host shows and
// checks, and the reading of their values into the struct, follow from the declaration:
//
//   struct Config {
//     double epsilon = 0.1;
//     Playout playout = Playout::kUniform;
//   };
//   const Schema<Config>& schema() {
//     static const Schema<Config> made([](auto& s) {
//       s.choice("playout", &Config::playout, "which moves playouts make");
//       s.real("epsilon", &Config::epsilon, 0, 1, "share of random moves", "Tak et al. 2012");
//     });
//     return made;
//   }
//   static std::span<const ParamSpec> parameters() { return schema().specs(); }
//   explicit Agent(const ParamValues& values) : config_(schema().read(values)) {}
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/abi/enum_text.hpp"
#include "core/abi/params.hpp"

namespace ludex {

// The member of a member, for Schema: nested(&Config::search, &Search::depth).
template <class Outer, class Inner>
[[nodiscard]] constexpr auto nested(Outer outer, Inner inner) noexcept {
  return [ outer, inner ](auto& config) -> auto& {
    return std::invoke(inner, std::invoke(outer, config));
  };
}

// Parameters keep the order of their declarations, which is that of the documentation. `Member` is a pointer
// to a member, or a function that returns a reference into a Config. The default of a parameter is the value
// of its member in a Config as the constructor gets it. All texts have static lifetime; ranges are inclusive;
// `doc` is one line; `source` a paper or rule.
template <class Config>
class Schema {
  template <class Member>
  using Value = std::remove_cvref_t<std::invoke_result_t<Member, Config&>>;

 public:
  template <class Declare>
  requires std::invocable<Declare, Schema&>
  explicit Schema(Declare&& declare, Config defaults = {}) : defaults_(std::move(defaults)) {
    std::forward<Declare>(declare)(*this);
  }
  Schema(const Schema&) = delete;
  Schema& operator=(const Schema&) = delete;

  // Valid as long as this object.
  [[nodiscard]] std::span<const ParamSpec> specs() const noexcept { return specs_; }

  // `values` may have other parameters too.
  [[nodiscard]] Config read(const ParamValues& values) const {
    Config config = defaults_;
    for (std::size_t i = 0; i < specs_.size(); ++i) readers_[i](config, values.value(specs_[i].name));
    return config;
  }

  template <class Member>
  void boolean(const char* name, Member member, const char* doc, const char* source = "") {
    add(params::boolean(name, std::invoke(member, defaults_), doc, source),
        [member](Config& config, const ParamValue& value) { std::invoke(member, config) = value.boolean; });
  }
  template <class Member>
  void integer(const char* name, Member member, double min, double max, const char* doc,
               const char* source = "") {
    using Integer = Value<Member>;
    static_assert(std::is_integral_v<Integer>);
    add(params::integer(name, keep(std::to_string(std::invoke(member, defaults_))), min, max, doc, source),
        [member](Config& config, const ParamValue& value) {
          std::invoke(member, config) = static_cast<Integer>(value.integer);
        });
  }
  template <class Member>
  void real(const char* name, Member member, double min, double max, const char* doc,
            const char* source = "") {
    static_assert(std::is_same_v<Value<Member>, double>);
    add(params::real(name, keep(number_text(std::invoke(member, defaults_))), min, max, doc, source),
        [member](Config& config, const ParamValue& value) { std::invoke(member, config) = value.real; });
  }

  // The member is an enumeration with texts (enum_text.hpp).
  template <class Member>
  requires TextEnum<Value<Member>>
  void choice(const char* name, Member member, const char* doc, const char* source = "") {
    using Enum = Value<Member>;
    std::vector<std::pair<const char*, Enum>> choices;
    for (std::size_t i = 0; i < kEnumSize<Enum>; ++i) {
      const auto value = static_cast<Enum>(i);
      if (in_range(value)) choices.emplace_back(to_text(value).data(), value);
    }
    add_choice(name, member, std::move(choices), doc, source);
  }
  // The texts of the values are given: s.choice("ties", &Config::first, {{"stay", false}, {"first", true}}).
  template <class Member>
  void choice(const char* name, Member member,
              std::initializer_list<std::pair<const char*, Value<Member>>> choices, const char* doc,
              const char* source = "") {
    add_choice(name, member, std::vector<std::pair<const char*, Value<Member>>>(choices), doc, source);
  }

  template <class Member>
  void text(const char* name, Member member, const char* doc, const char* source = "") {
    add_text(params::text(name, keep(std::invoke(member, defaults_)), doc, source), member);
  }
  // `read(config, text)` reads the text; it may throw what the user is to see.
  template <class Read>
  void parsed(const char* name, const char* fallback, Read read, const char* doc, const char* source = "") {
    add(params::text(name, fallback, doc, source),
        [read](Config& config, const ParamValue& value) { read(config, value.text); });
  }
  // Files, folders and programs: a specification resolves them (ParamNames). The default is none.
  template <class Member>
  void path(const char* name, Member member, const char* doc, const char* source = "") {
    add_text(params::path(name, doc, source), member);
  }
  template <class Member>
  void program(const char* name, Member member, const char* doc, const char* source = "") {
    add_text(params::program(name, doc, source), member);
  }

 private:
  using Reader = std::function<void(Config&, const ParamValue&)>;

  void add(const ParamSpec& spec, Reader reader) {
    specs_.push_back(spec);
    readers_.push_back(std::move(reader));
  }
  template <class Member>
  void add_text(const ParamSpec& spec, Member member) {
    add(spec,
        [member](Config& config, const ParamValue& value) { std::invoke(member, config) = value.text; });
  }
  template <class Member>
  void add_choice(const char* name, Member member, std::vector<std::pair<const char*, Value<Member>>> choices,
                  const char* doc, const char* source) {
    std::string all;
    const char* fallback = "";
    for (const auto& [text, value] : choices) {
      all.append(all.empty() ? "" : "|").append(text);
      if (value == std::invoke(member, defaults_)) fallback = text;
    }
    add(params::choice(name, fallback, keep(std::move(all)), doc, source),
        [member, choices = std::move(choices)](Config& config, const ParamValue& value) {
          for (const auto& [text, chosen] : choices) {
            if (value.text == text) std::invoke(member, config) = chosen;
          }
        });
  }

  [[nodiscard]] const char* keep(std::string text) { return texts_.emplace_back(std::move(text)).c_str(); }
  // The shortest text that is read back as the same number: "0.1", "1e-5".
  [[nodiscard]] static std::string number_text(double x) {
    char buffer[32];
    std::string text(buffer, std::to_chars(buffer, buffer + sizeof buffer, x).ptr);
    const auto exponent = text.find("e-0");
    if (exponent != std::string::npos) text.erase(exponent + 2, 1);
    return text;
  }

  Config defaults_;
  std::deque<std::string> texts_;  // to which specs_ points
  std::vector<ParamSpec> specs_;
  std::vector<Reader> readers_;
};

}  // namespace ludex
