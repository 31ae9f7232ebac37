// The options of a description, and the rule sets, which are named choices of them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/util/result.hpp"
#include "games/lud/language/forms.hpp"
#include "games/lud/language/token.hpp"

namespace ludex::games::lud {

// One value of an option: the replacement of each of its arguments.
struct OptionItem {
  std::string name;
  int stars = 0;  // the item with most stars is the default
  std::vector<Tokens> contents;
  std::vector<std::string> texts;  // the same verbatim, for placeholders within strings
};

// (option "Board Size" <Board> args:{ <size> } { (item "8x8" <8> "...")* ... })
struct Option {
  std::string heading;
  std::string tag;
  std::vector<std::string> arguments;
  std::vector<OptionItem> items;
  std::size_t chosen = 0;
};

class Options {
 public:
  Result<void> add_option(const Form& form, const Sources& sources);
  Result<void> add_rulesets(const Form& form, const Sources& sources);

  // Chooses "Heading/Item", or all options of the rule set of that name. The others keep their defaults.
  Result<void> choose(const std::string& choice);

  // Replaces every placeholder.
  Result<Tokens> apply(const Tokens& tokens, Sources& sources) const;

  [[nodiscard]] const std::vector<Option>& all() const { return options_; }

 private:
  struct Found {
    const Option* option = nullptr;
    std::size_t argument = 0;
  };
  [[nodiscard]] Found find(std::string_view placeholder) const;
  [[nodiscard]] std::string in_string(const std::string& text) const;
  Result<void> apply_into(const Tokens& tokens, Tokens& out, int depth, Sources& sources) const;

  std::vector<Option> options_;
  std::map<std::string, std::vector<std::string>> rulesets_;
};

}  // namespace ludex::games::lud
