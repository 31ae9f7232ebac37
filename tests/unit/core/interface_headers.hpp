// What the headers of core/ declare, read as text: classes with virtual functions or an id, structures and
// enumerations, without comments and in one spacing. Knows as much of C++ as these headers use.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::tests {

struct Declarations {
  struct Interface {
    std::string id;                    // its kId or kInterface, or ""
    std::vector<std::string> methods;  // pure virtual functions in order, without names of parameters
    std::size_t virtuals = 0;          // occurrences of the word
  };
  std::map<std::string, Interface> interfaces;
  std::map<std::string, std::vector<std::string>> structures;  // members in order
  std::map<std::string, std::string> enumerations;             // "enum class X : T { ... }"
};

namespace header_text {

// Without comments and preprocessor lines; runs of blanks are one blank.
inline std::string normalised(std::istream& in) {
  std::string text;
  bool continued = false;
  for (std::string line; std::getline(in, line);) {
    const auto first = line.find_first_not_of(' ');
    const bool directive = continued || (first != std::string::npos && line[first] == '#');
    continued = directive && line.ends_with('\\');
    if (directive) continue;
    for (const char c : line.substr(0, line.find("//")) + ' ') {
      if (c != ' ' || (!text.empty() && text.back() != ' ')) text += c;
    }
  }
  return text;
}

// Where the brace that opens at `open` is closed.
inline std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && --depth == 0) return i;
  }
  return text.size();
}

// The statements of a class body that end in ';', without what has a body of its own.
inline std::vector<std::string> statements(std::string_view body) {
  std::vector<std::string> found;
  std::string now;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i] == '{') {
      i = closing(body, i);
      now.clear();
    } else if (body[i] == ';') {
      for (const char* label : {"public:", "protected:", "private:"}) {
        if (const auto at = now.find(label); at != std::string::npos) now.erase(0, at + std::strlen(label));
      }
      // A default is each side's own.
      if (now.find("virtual ") == std::string::npos) now.erase(std::min(now.find(" = "), now.size()));
      const auto first = now.find_first_not_of(' ');
      if (first != std::string::npos) found.push_back(now.substr(first));
      now.clear();
    } else {
      now += body[i];
    }
  }
  return found;
}

// "const State* state" -> "const State*".
inline std::string without_name(std::string parameter) {
  parameter.erase(0, parameter.find_first_not_of(' '));
  static const std::regex named(R"((.*[\s*&])(\w+)((?:\[\w*\])?)\s*)");
  std::smatch match;
  if (!std::regex_match(parameter, match, named)) return parameter;
  std::string type = match[1];
  while (type.ends_with(' ')) type.pop_back();
  return type == "const" ? parameter : type + match[3].str();
}

// "[[nodiscard]] virtual Status read(const State* state) const noexcept = 0" -> "Status read(const State*)
// const noexcept".
inline std::string signature(const std::string& statement) {
  static const std::regex form(R"((?:\[\[\w+\]\] )?virtual (.*?)\(([^()]*)\)(.*?) = 0)");
  std::smatch match;
  if (!std::regex_match(statement, match, form)) return statement;
  std::string parameters;
  std::stringstream list(match[2].str());
  for (std::string parameter; std::getline(list, parameter, ',');)
    parameters += (parameters.empty() ? "" : ", ") + without_name(parameter);
  return match[1].str() + "(" + parameters + ")" + match[3].str();
}

}  // namespace header_text

inline void read_declarations(const std::filesystem::path& header, Declarations& found) {
  std::ifstream in(header);
  const std::string text = header_text::normalised(in);
  static const std::regex head(R"(\b(class|struct|enum class|enum) (\w+)(?: final)?( : [^{;]*)? \{)");
  std::size_t inside_until = 0;  // of the last class: what is nested is its own business
  for (std::sregex_iterator it(text.begin(), text.end(), head), end; it != end; ++it) {
    const std::smatch& match = *it;
    if (static_cast<std::size_t>(match.position()) < inside_until) continue;
    const auto open = static_cast<std::size_t>(match.position() + match.length() - 1);
    const auto close = header_text::closing(text, open);
    inside_until = close;
    const std::string body = text.substr(open + 1, close - open - 1);
    const std::string kind = match[1];
    const std::string name = match[2];
    if (kind.starts_with("enum")) {
      found.enumerations[name] = match.str() + body + "}";
      continue;
    }
    Declarations::Interface interface;
    for (auto at = body.find("virtual "); at != std::string::npos; at = body.find("virtual ", at + 1))
      ++interface.virtuals;
    const auto parts = header_text::statements(body);
    static const std::regex id("(kId|kInterface) = \"([^\"]*)\"");
    std::smatch found_id;
    if (std::regex_search(body, found_id, id)) interface.id = found_id[2];
    if (interface.virtuals == 0 && interface.id.empty()) {
      if (kind == "struct" && match[3].length() == 0) found.structures[name] = parts;
      continue;
    }
    for (const auto& part : parts) {
      if (part.find("virtual ") != std::string::npos)
        interface.methods.push_back(header_text::signature(part));
    }
    found.interfaces[name] = std::move(interface);
  }
}

// Of every header in the folders of `core` whose types cross the boundary.
inline Declarations read_all_declarations(const std::filesystem::path& core) {
  Declarations found;
  for (const char* folder : {"abi", "agent", "study", "game", "system", "util"}) {
    for (const auto& item : std::filesystem::recursive_directory_iterator(core / folder)) {
      if (item.path().extension() == ".hpp") read_declarations(item.path(), found);
    }
  }
  return found;
}

}  // namespace ludex::tests
