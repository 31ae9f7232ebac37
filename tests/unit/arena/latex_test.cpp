// LaTeX tables: text that stands for itself.
#include "arena/base/formats/latex.hpp"

#include <doctest/doctest.h>

namespace ludex::arena {

TEST_CASE("LaTeX: every special character is escaped, once") {
  CHECK(latex("uct:c=1.4,solver=true") == "uct:c=1.4,solver=true");
  CHECK(latex("a_b & 50 % #1 $x^2 {~}\\") ==
        "a\\_b \\& 50 \\% \\#1 \\$x\\textasciicircum{}2 \\{\\textasciitilde{}\\}\\textbackslash{}");
  CHECK(latex("\u2212"
              "1.5 \u00B1 2 \u2013 \u00BD") == "$-$1.5 $\\pm$ 2 -- \\textonehalf{}");
  CHECK(latex("two\nlines\x01") == "two lines");
  CHECK(latex("J\u00F6rg") == "J\u00F6rg");
}

TEST_CASE("LaTeX: a table") {
  LatexTable table("lr", {"", "%"});
  table.row({"a&b", "1"});
  table.gap();
  table.row({"c",
             "\u2212"
             "2"});
  CHECK(std::move(table).finish("what\nit is") ==
        "% what it is\n% \\usepackage{booktabs}\n\\begin{tabular}{@{}lr@{}}\n\\toprule\n & \\% \\\\\n"
        "\\midrule\na\\&b & 1 \\\\\n\\addlinespace\nc & $-$2 \\\\\n\\bottomrule\n\\end{tabular}\n");
}

}  // namespace ludex::arena
