// No description of this tree is Ludii's, in whole or in part: none shares a run of 45 characters with one of
// Ludii's descriptions or definitions, where these are beside the checkout (../shared/data/lud and lud2).
//
// Before they are compared all texts are laid out alike: one blank between words, none behind an opening and
// none before a closing bracket, one dash of a line of dashes. Nothing is exempt. Some runs of 45 characters
// are hardly more than the language's grammar, such as `(players {(player N) (player S)}) (equipment {(` or
// `(play (move Add (to (sites Empty)))) (end (if`; ours say the same otherwise: other parts first, a player's
// heading at the piece, `(sites Empty Cell)`, a definition.
//
// Ours are the files *.lud, the texts that the fuzzers start from, and the string literals of the sources of
// tests/ and games/lud/. Literals that follow each other are one text, as the compiler has it; what a program
// puts together when it runs is compared part by part.
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "games/lud/game/description.hpp"
#include "paths.hpp"
#include "tests/support/oracle.hpp"

namespace ludex::games::lud {
namespace {

namespace fs = std::filesystem;
using namespace ludex::tests;

constexpr std::size_t kRun = 45;

struct Text {
  std::string name;
  std::string text;
};

std::string laid_out(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (c == '-' && !out.empty() && out.back() == '-') continue;
    if (!blank) {
      if ((c == ')' || c == '}') && !out.empty() && out.back() == ' ') out.pop_back();
      out += c;
    } else if (!out.empty() && out.back() != ' ' && out.back() != '(' && out.back() != '{') {
      out += ' ';
    }
  }
  return out;
}

// The string literals of a source, those that follow each other as one, each with the line of its first.
class Literals {
 public:
  Literals(std::string name, std::string_view source) : name_(std::move(name)), source_(source) { read(); }
  [[nodiscard]] std::vector<Text> take() { return std::move(texts_); }

 private:
  [[nodiscard]] char at(std::size_t i) const { return i < source_.size() ? source_[i] : '\0'; }
  void end_text() {
    if (!text_.empty()) texts_.push_back({name_ + ":" + std::to_string(text_line_), std::move(text_)});
    text_.clear();
  }
  void read() {
    while (i_ < source_.size()) {
      const char c = source_[i_];
      if (c == '/' && at(i_ + 1) == '/') {
        i_ = std::min(source_.find('\n', i_), source_.size());
      } else if (c == '/' && at(i_ + 1) == '*') {
        skip_to("*/");
      } else if (c == '"') {
        begin_literal();
        if (i_ > 0 && source_[i_ - 1] == 'R')
          read_raw();
        else
          read_quoted('"', true);
      } else if (c == '\'' && (i_ == 0 || std::isalnum(static_cast<unsigned char>(source_[i_ - 1])) == 0)) {
        end_text();
        read_quoted('\'', false);
      } else {
        if (c == '\n') ++line_;
        // The R of a raw literal parts nothing.
        if (std::isspace(static_cast<unsigned char>(c)) == 0 && !(c == 'R' && at(i_ + 1) == '"')) end_text();
        ++i_;
      }
    }
    end_text();
  }
  void begin_literal() {
    if (text_.empty()) text_line_ = line_;
  }
  void skip_to(std::string_view end) {
    const std::size_t found = std::min(source_.find(end, i_ + 2), source_.size());
    line_ += static_cast<int>(std::count(source_.begin() + static_cast<std::ptrdiff_t>(i_),
                                         source_.begin() + static_cast<std::ptrdiff_t>(found), '\n'));
    i_ = std::min(found + end.size(), source_.size());
  }
  void read_quoted(char quote, bool keep) {
    for (++i_; i_ < source_.size() && source_[i_] != quote; ++i_) {
      char c = source_[i_];
      if (c == '\\') {
        c = at(++i_);
        if (c == 'n' || c == 't') c = ' ';
      }
      if (c == '\n') ++line_;
      if (keep) text_ += c;
    }
    ++i_;
  }
  void read_raw() {
    const std::size_t open = std::min(source_.find('(', i_), source_.size());
    const std::string end = ")" + std::string(source_.substr(i_ + 1, open - i_ - 1)) + "\"";
    const std::size_t close = std::min(source_.find(end, open), source_.size());
    const std::string_view body =
        source_.substr(std::min(open + 1, close), close - std::min(open + 1, close));
    text_ += body;
    line_ += static_cast<int>(std::count(body.begin(), body.end(), '\n'));
    i_ = std::min(close + end.size(), source_.size());
  }

  std::string name_;
  std::string_view source_;
  std::size_t i_ = 0;
  int line_ = 1;
  std::string text_;
  int text_line_ = 1;
  std::vector<Text> texts_;
};

// Pairs of texts that share a run, by their names, each with its longest.
class Runs {
 public:
  explicit Runs(std::vector<Text> ours) : ours_(std::move(ours)) {
    for (std::size_t k = 0; k < ours_.size(); ++k) {
      ours_[k].text = laid_out(ours_[k].text);
      const std::string_view text = ours_[k].text;
      for (std::size_t at = 0; at + kRun <= text.size(); ++at)
        places_[text.substr(at, kRun)].push_back({k, at});
    }
  }
  void compare(const Text& other) {
    const std::string text = laid_out(other.text);
    for (std::size_t at = 0; at + kRun <= text.size(); ++at) {
      const auto found = places_.find(std::string_view(text).substr(at, kRun));
      if (found == places_.end()) continue;
      for (const auto& [k, place] : found->second) {
        const std::string_view mine = std::string_view(ours_[k].text).substr(place);
        const std::string_view theirs = std::string_view(text).substr(at);
        const auto end = std::mismatch(mine.begin(), mine.end(), theirs.begin(), theirs.end()).first;
        std::string& longest = shared_[{ours_[k].name, other.name}];
        const std::string run(mine.begin(), end);
        if (run.size() > longest.size()) longest = run;
      }
    }
  }
  [[nodiscard]] const std::map<std::pair<std::string, std::string>, std::string>& shared() const {
    return shared_;
  }

 private:
  std::vector<Text> ours_;
  std::unordered_map<std::string_view, std::vector<std::pair<std::size_t, std::size_t>>> places_;
  std::map<std::pair<std::string, std::string>, std::string> shared_;
};

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Text> texts_of_the_tree() {
  const fs::path root = (fs::path(LUDEX_TEST_DIR) / "..").lexically_normal();
  std::vector<Text> texts;
  for (const char* const part : {"agents", "arena", "core", "games", "plugins", "tests"}) {
    for (const fs::path& file : files_below(root / part)) {
      const std::string name = file.lexically_relative(root).generic_string();
      const bool whole = file.extension() == ".lud" || name.starts_with("tests/fuzz/corpus/");
      const bool source = (file.extension() == ".cpp" || file.extension() == ".hpp") &&
                          (name.starts_with("tests/") || name.starts_with("games/lud/"));
      if (!whole && !source) continue;
      const auto text = read_text(file.string());
      REQUIRE(text.ok());
      if (whole) {
        texts.push_back({name, *text});
      } else {
        for (Text& literal : Literals(name, *text).take()) texts.push_back(std::move(literal));
      }
    }
  }
  return texts;
}

std::vector<std::string> texts_of(std::vector<Text> literals) {
  std::vector<std::string> texts;
  for (Text& literal : literals) texts.push_back(std::move(literal.text));
  return texts;
}

}  // namespace

TEST_CASE("texts are laid out alike") {
  CHECK(laid_out(" ( a\n\t{ b  (c) }\n) ") == "(a {b (c)}) ");
  CHECK(laid_out("(a {b (c)}) ") == "(a {b (c)}) ");
  CHECK(laid_out("//----\n(- 1 -2)") == "//- (- 1 -2)");
}

TEST_CASE("the literals of a source") {
  const std::string source =
      "// \"none\"\nf(\"a \\\"b\\\" \"\n  \"c\", '\"', 1'000, \"d\"); /* \"none\" */\ng(R\"(e \"f\"\n)\" "
      "\"g\")";
  const auto literals = Literals("s", source).take();
  CHECK(texts_of(literals) == std::vector<std::string>{"a \"b\" c", "d", "e \"f\"\ng"});
  REQUIRE(literals.size() == 3);
  CHECK(literals[0].name == "s:2");
  CHECK(literals[1].name == "s:3");
  CHECK(literals[2].name == "s:4");
}

TEST_CASE("shared runs are found, with their pair") {
  const std::string run = "(move Hop (from (to)) Orthogonal (sites Left))";  // 46 characters
  Runs runs({{"a", "(x " + run + " b)"}, {"c", run.substr(2) + "} d"}});
  runs.compare({"e", "(y\n" + run.substr(0, 10) + "\n" + run.substr(10) + " f)"});
  runs.compare({"g", run.substr(1, 44)});
  REQUIRE(runs.shared().size() == 1);
  CHECK(runs.shared().begin()->first == std::pair<std::string, std::string>{"a", "e"});
  CHECK(runs.shared().begin()->second == " " + run + " ");
}

TEST_CASE("descriptions of our own share no sentence with Ludii's") {
  const auto first = oracle("lud");
  const auto second = oracle("lud2");
  if (!first || !second) return;
  const auto ours = texts_of_the_tree();
  const auto described = std::count_if(ours.begin(), ours.end(), [](const Text& each) {
    return each.text.find("(game \"") != std::string::npos;
  });
  CHECK(described >= 30);
  Runs runs(ours);
  int theirs = 0;
  for (const fs::path& folder : {*first, *second}) {
    for (const fs::path& file : files_below(folder)) {
      if (file.extension() != ".lud" && file.extension() != ".def") continue;
      const auto text = read_text(file.string());
      REQUIRE(text.ok());
      runs.compare({file.lexically_relative(folder.parent_path()).generic_string(), *text});
      ++theirs;
    }
  }
  CHECK(theirs >= 300);
  for (const auto& [pair, run] : runs.shared())
    FAIL_CHECK(pair.first << " and " << pair.second << " share: " << run);
}

}  // namespace ludex::games::lud
