#!/usr/bin/env bash
# The types of the page's scripts (arena/faces/web/page), as their comments say them, checked by tsc: Debian's node-typescript, or any
# other on the path.
set -euo pipefail
cd "$(dirname "$0")/../../arena/faces/web/page"
if ! command -v tsc > /dev/null; then
  echo "skipped: there is no tsc (Debian: node-typescript)"
  exit 0
fi
tsc --allowJs --checkJs --noEmit --strict --noUnusedLocals --target ES2022 --module ES2022 --moduleResolution node \
    --lib ES2022,DOM,DOM.Iterable app.js static.js
