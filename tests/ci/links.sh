#!/usr/bin/env bash
# Every relative link of every page of a folder leads to something there. Prints those that do not: PAGE: LINK.
# usage: tests/ci/links.sh FOLDER
set -euo pipefail
cd "$1"
broken=0
pages=0
while IFS= read -r -d '' page; do
  pages=$((pages + 1))
  # Not in examples of code, and without the place in the page.
  while IFS= read -r link; do
    [ -z "$link" ] || [ -e "$(dirname "$page")/$link" ] || { echo "$page: $link"; broken=$((broken + 1)); }
  done < <(awk '/^ *```/ { code = !code; next } !code' "$page" | sed 's/`[^`]*`//g' |
    { grep -oE '\]\([^) ]+\)' || true; } | sed -e 's/^](//' -e 's/)$//' -e 's/#.*//' | { grep -vE '^[a-z]+:' || true; })
done < <(find . -name '*.md' -print0)
[ "$pages" -gt 0 ] || { echo "links.sh: no pages in $1" >&2; exit 1; }
[ "$broken" -eq 0 ] || { echo "links.sh: $broken links of $pages pages in $1 lead nowhere" >&2; exit 1; }
