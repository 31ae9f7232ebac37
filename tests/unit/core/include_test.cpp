// Precompiled headers and files that are compiled together hide a missing #include from the compiler. This
// test finds it: who uses a name of the standard library includes one of the headers that declare it,
// directly or by a header of this tree.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "paths.hpp"

namespace ludex {
namespace {

namespace fs = std::filesystem;
const fs::path kRoot = fs::path(LUDEX_TEST_DIR).parent_path();

using Headers = std::set<std::string>;

// Names, and the headers that declare them. Names that nearly every header brings along (std::move,
// std::size_t) are left out.
struct Declared {
  const char* names;
  const char* headers;
};
constexpr Declared kDeclared[] = {
    {"vector", "vector"},
    {"string to_string stoi stod getline", "string"},
    {"string_view", "string string_view"},
    {"optional nullopt make_optional", "optional"},
    {"span as_bytes", "span"},
    {"map multimap", "map"},
    {"unordered_map", "unordered_map"},
    {"unordered_set", "unordered_set"},
    {"set multiset", "set"},
    {"deque", "deque"},
    {"list", "list"},
    {"function hash greater less reference_wrapper ref cref", "functional"},
    {"unique_ptr make_unique shared_ptr make_shared weak_ptr", "memory"},
    {"array to_array", "array"},
    {"sort stable_sort find find_if min max clamp any_of all_of none_of copy fill count count_if remove_if "
     "unique reverse min_element max_element lower_bound upper_bound equal nth_element partial_sort "
     "is_sorted "
     "transform for_each copy_n fill_n rotate shuffle binary_search minmax",
     "algorithm"},
    {"filesystem", "filesystem"},
    {"chrono", "chrono"},
    {"from_chars to_chars chars_format", "charconv"},
    {"mutex lock_guard unique_lock scoped_lock once_flag call_once", "mutex"},
    {"thread this_thread jthread", "thread"},
    {"atomic atomic_flag atomic_ref memory_order_relaxed memory_order_acquire memory_order_release",
     "atomic"},
    {"ifstream ofstream fstream", "fstream"},
    {"ostringstream istringstream stringstream", "sstream"},
    {"variant visit get_if holds_alternative monostate", "variant"},
    {"condition_variable", "condition_variable"},
    {"runtime_error logic_error invalid_argument out_of_range", "stdexcept"},
    {"numeric_limits", "limits"},
    {"bit_cast popcount countr_zero countl_zero bit_ceil bit_width has_single_bit", "bit"},
    {"accumulate iota gcd", "numeric"},
    {"uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t uintptr_t", "cstdint"},
    {"sqrt exp log log2 log10 pow fabs isfinite isnan isinf floor ceil round lround llround erf erfc tanh "
     "sin "
     "cos atan2 hypot cbrt nextafter trunc",
     "cmath"},
    {"FILE fopen fclose fprintf printf snprintf fputs fflush fwrite fread", "cstdio"},
    {"memcpy memset strlen strcmp memcmp strerror strchr strncmp", "cstring"},
    {"getenv abort exit _Exit strtol strtod malloc free", "cstdlib"},
    {"tuple tie make_tuple", "tuple"},
    {"queue priority_queue", "queue"},
    {"mt19937 mt19937_64 uniform_int_distribution", "random"},
    {"same_as convertible_to integral", "concepts"},
    {"cout cerr", "iostream ostream"},
    {"pair exchange", "utility map unordered_map"},
};

std::map<std::string, Headers, std::less<>> declared() {
  std::map<std::string, Headers, std::less<>> table;
  for (const auto& [names, headers] : kDeclared) {
    std::istringstream all(names);
    for (std::string name; all >> name;) {
      std::istringstream each(headers);
      table[name].insert(std::istream_iterator<std::string>(each), {});
    }
  }
  return table;
}

// `text` without comments and without what stands in string literals.
std::string code_of(const std::string& text) {
  std::string code;
  for (std::size_t i = 0; i < text.size();) {
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size());
    } else if (text.compare(i, 2, "R\"") == 0 && (i == 0 || std::isalnum(text[i - 1]) == 0)) {
      const std::string end = ")" + text.substr(i + 2, text.find('(', i) - i - 2) + "\"";
      i = text.find(end, i) + end.size();
    } else if (text[i] == '"' && (i == 0 || text[i - 1] != '\'')) {
      for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\' ? 1U : 0U;
      ++i;
    } else {
      code += text[i++];
    }
  }
  return code;
}

class Tree {
 public:
  // The headers outside this tree that `file` includes, also by headers of this tree.
  const Headers& outside(const fs::path& file) {
    const auto [found, fresh] = outside_.try_emplace(file.string());
    if (!fresh) return found->second;
    Headers all;
    std::istringstream lines(text_of(file));
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("#include ") || line.size() < 11) continue;
      const std::string name = line.substr(10, line.find_first_of(">\"", 10) - 10);
      if (line[9] == '<') {
        all.insert(name);
        continue;
      }
      for (const fs::path& folder : {kRoot, file.parent_path()}) {
        if (!fs::exists(folder / name)) continue;
        const Headers theirs = outside(folder / name);
        all.insert(theirs.begin(), theirs.end());
        break;
      }
    }
    return outside_[file.string()] = std::move(all);
  }

  static std::string text_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  std::map<std::string, Headers> outside_;
};

// "std::NAME: <HEADER>" of each name in `code` that no header of `included` declares.
std::set<std::string> missing(const std::string& code, const Headers& included) {
  static const auto kTable = declared();
  std::set<std::string> result;
  for (std::size_t at = 0; (at = code.find("std::", at)) != std::string::npos;) {
    at += 5;
    std::size_t end = at;
    while (end < code.size() && (std::isalnum(code[end]) != 0 || code[end] == '_')) ++end;
    const auto known = kTable.find(std::string_view(code).substr(at, end - at));
    if (known == kTable.end()) continue;
    bool there = false;
    for (const std::string& header : known->second) there = there || included.count(header) != 0;
    if (!there) result.insert("std::" + known->first + ": <" + *known->second.begin() + ">");
  }
  return result;
}

TEST_CASE("a name without its header is found, also behind literals, and comments are no uses") {
  CHECK(missing(code_of("std::vector<int> v; // std::map\n"), {}) ==
        std::set<std::string>{"std::vector: <vector>"});
  CHECK(missing(code_of("f(\"\\\" std::map\", R\"x(std::set \" )x\"); std::span s;"), {"string"}) ==
        std::set<std::string>{"std::span: <span>"});
  CHECK(missing(code_of("char c = '\"'; std::string_view s;"), {"string"}).empty());
}

TEST_CASE("every file includes what it uses of the standard library") {
  Tree tree;
  std::size_t files = 0;
  for (const char* const folder : {"core", "games", "agents", "plugins", "arena", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      const fs::path& file = entry.path();
      if (file.extension() != ".cpp" && file.extension() != ".hpp") continue;
      if (file.string().find("/template/") != std::string::npos) continue;  // has placeholders
      ++files;
      for (const std::string& name : missing(code_of(Tree::text_of(file)), tree.outside(file)))
        FAIL_CHECK(fs::relative(file, kRoot).string() << " uses " << name);
    }
  }
  CHECK(files > 700);
}

}  // namespace
}  // namespace ludex
