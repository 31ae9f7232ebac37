// Texts from outside: what is shown of them, and what is refused.
#include "arena/base/text/shown.hpp"

#include <cstdint>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "arena/base/formats/csv.hpp"
#include "arena/base/text/diagnostic.hpp"
#include "arena/model/game_record.hpp"
#include "arena/results/log/record_json.hpp"
#include "arena/results/rating/log_reader.hpp"
#include "tests/support/temporary_folder.hpp"

namespace ludex::arena {

using namespace log;

TEST_CASE("what a terminal would obey, what turns a line around and what is no text are not shown") {
  CHECK(shown("Zo\u00EB plays\td2\nb1") == "Zo\u00EB plays\td2\nb1");
  CHECK(shown("a\x1b[2Jb") == "a\uFFFD[2Jb");
  CHECK(shown("a\r\x7f\x07") == "a\uFFFD\uFFFD\uFFFD");
  CHECK(shown("\u202Egnp.exe") == "\uFFFDgnp.exe");
  CHECK(shown("a\u200Bb\uFEFF") == "a\uFFFDb\uFFFD");
  CHECK(shown("M\xFCller") == "M\uFFFDller");
  CHECK(shown("\u009B2J") == "\uFFFD2J");  // CSI of eight bits
  CHECK(shown("").empty());
  CHECK(shown_briefly("ab\ncd", 10, '\'') == "'ab cd'");
  CHECK(shown_briefly("abcdef", 3, '"') == "\"abc...\"");
  CHECK(shown_briefly("ab\u00EBf", 3, '"') == "\"ab...\"");  // no half characters
  CHECK(to_text(Diagnostic{"a\x1b.yaml", 1, 2, "x\u202Ey", ""}) == "a\uFFFD.yaml:1:2: error: x\uFFFDy");
}

TEST_CASE("a spreadsheet takes no name for a formula") {
  CHECK(csv_text("=1+1") == "'=1+1");
  CHECK(csv_text("+b") == "'+b");
  CHECK(csv_text("-b") == "'-b");
  CHECK(csv_text("@SUM(A1)") == "'@SUM(A1)");
  CHECK(csv_text("=HYPERLINK(\"a\",\"b\")") == "\"'=HYPERLINK(\"\"a\"\",\"\"b\"\")\"");
  CHECK(csv_text("\t=1") == "'\t=1");
  CHECK(csv_text("uct-4k") == "uct-4k");
  CHECK(csv_text("").empty());
}

TEST_CASE("counts that agents tell do not wrap") {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  CHECK(saturating_add(kMost, 1) == kMost);
  CHECK(saturating_add(kMost, kMost) == kMost);
  CHECK(saturating_add(kMost - 1, 1) == kMost);
  CHECK(saturating_add(2, 3) == 5);
}

TEST_CASE("names of foreign logs have a bound, and are shown as others") {
  const tests::TemporaryFolder folder;
  const auto read = [&](const std::string& name, const std::string& text, rating::ResultTable& table) {
    rating::ReadSummary summary;
    const auto done = rating::read_log(folder.write(name, text), {}, table, summary);
    return done ? summary.findings.text("\n") : done.error();
  };
  for (const std::size_t size : {std::size_t{1024}, std::size_t{1025}, std::size_t{2'000'000}}) {
    CAPTURE(size);
    const std::string name(size, 'x');
    const std::string escaped = "\\u0041" + name.substr(1);  // which the quick scan leaves to the JSON reader
    const std::string end = "\",\"b\"],\"outcome\":\"1-0\",\"termination\":\"normal\"}\n";
    for (const auto& foreign :
         {std::pair<std::string, std::string>{"a.jsonl", "{\"agents\":[\"" + name + end},
          {"b.jsonl", "{\"agents\":[\"" + escaped + end},
          {"c.csv", name + ",b,1\n"},
          {"d.pgn", "[White \"" + name + "\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1-0\n"}}) {
      const std::string& file = foreign.first;
      CAPTURE(file);
      rating::ResultTable table;
      const std::string said = read(file, foreign.second, table);
      if (size <= kLongestForeignName) {
        CHECK(said.empty());
        CHECK(table.games() == 1);
      } else {
        CHECK(said.find("too long a name left out: \"a name of " + std::to_string(size) +
                        " bytes, expected at most 1024\" (") != std::string::npos);
        CHECK(table.games() == 0);
        CHECK(said.size() < 1000);
      }
    }
  }
  rating::ResultTable table;
  CHECK(read("e.jsonl",
             R"({"agents":["a\u001b[2J\u202e","b"],"outcome":"1-0"})"
             "\n",
             table)
            .empty());
  CHECK(table.name(0) == "a\uFFFD[2J\uFFFD");
  // The same raw name is the same player still.
  CHECK(table.intern("a\x1b[2J\u202E") == 0);
  const std::string bad = read("f.jsonl", "{\x1b[2J\u202E" + std::string(1000, 'y') + "\n{}\n", table);
  CHECK(bad.find("expected one object a line: \"{\uFFFD[2J\uFFFDyyy") != std::string::npos);
  CHECK(bad.size() < 500);
}

}  // namespace ludex::arena
