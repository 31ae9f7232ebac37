#!/usr/bin/env bash
# Every C++ file as .clang-format wants it (templates with @placeholders@ are not C++ yet), and comments that begin
# as sentences do.
set -euo pipefail
cd "$(dirname "$0")/../.."

# A comment that opens with one of these words is a fragment or a clause used as a noun. The number may only fall.
allowed=0
openings=$(git grep -nE '^ *//+ (What|Of|Who|Whose|Nor) ' -- {core,agents,games,plugins,arena}/'*.'{cpp,hpp} || true)
count=$(grep -c . <<< "$openings" || true)
if ((count > allowed)); then
  echo "$openings"
  echo "error: $count comments open with What, Of, Who, Whose or Nor, and $allowed are allowed (allowed= in" \
    "tests/ci/format.sh)."
  echo "Rewrite yours as subject, verb, object, or as a noun with its article: not '// What a move costs.' but" \
    "'// The cost of a move.'; not '// Who loses pays.' but '// The loser pays.'; not '// Of the last search.' but" \
    "'// Results of the last search.'"
  exit 1
fi
if ((count < allowed)); then echo "note: $count such openings are left: set allowed=$count in tests/ci/format.sh"; fi

# Other versions format otherwise; Debian 13 has no 14.
if ! command -v clang-format-14 > /dev/null && ! ./setup.sh ci --print | grep -qx clang-format-14; then
  echo "skipped: the format is that of clang-format 14, which this system does not have"
  exit 0
fi
git ls-files '*.cpp' '*.hpp' ':!plugins/template' | xargs clang-format-14 --dry-run --Werror
