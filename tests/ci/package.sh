#!/usr/bin/env bash
# The Debian package of `cmake --workflow --preset package`: looked into, installed into an empty root, used there (which
# is not where it was made for), and removed without a trace.
# usage: tests/ci/package.sh BUILD_FOLDER
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "package.sh: $*" >&2; exit 1; }

package=$(ls -t "$build"/ludex_*.deb | head -n 1)
dpkg-deb --info "$package"
version=$(sed -n 's/^project(ludex VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ "$(dpkg-deb --field "$package" Version)" = "$version-1" ] || fail "$package is not of version $version"
depends=$(dpkg-deb --field "$package" Depends)
for library in libc6 libstdc++6 libtbb12 libyaml-cpp; do
  grep -q "$library" <<< "$depends" || fail "Depends: $depends, expected also $library"
done
if command -v lintian > /dev/null; then
  lintian --no-cfg --fail-on error --tag-display-limit 0 "$package"
else
  echo "skipped: no lintian here"
fi

root=$work/root
mkdir -p "$root"
as_root=""
if [ "$(id -u)" -ne 0 ]; then as_root=fakeroot; fi
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$work/log"
touch "$root/var/lib/dpkg/status"
# The libraries it depends on are those of the system around this root.
dpkg_there() {
  $as_root dpkg --root="$root" --log="$work/log/dpkg" --force-not-root --force-script-chrootless --force-depends "$@" \
    > "$work/log/out" 2>&1 || { cat "$work/log/out"; fail "dpkg $*"; }
}
dpkg_there --install "$package"
documents=$root/usr/share/doc/ludex
# Every page of the tree, where it stands in the tree: their links hold.
while read -r page; do
  [ -s "$documents/$page" ] || fail "$page is not installed"
done < <(git ls-files '*.md' ':!plugins/template' ':!CHANGELOG.md')
bash tests/ci/links.sh "$documents"
# The site, where the machine that made the package has mkdocs.
if command -v mkdocs > /dev/null; then
  python3 -B tests/docs/site_test.py "$documents/site"
fi
for file in share/doc/ludex/copyright share/doc/ludex/changelog.gz share/doc/ludex/changelog.Debian.gz \
    share/man/man1/ludex.1.gz share/zsh/vendor-completions/_ludex share/fish/vendor_completions.d/ludex.fish include/ludex/core/agent/agent.hpp; do
  [ -s "$root/usr/$file" ] || fail "$file is not installed"
done
# Every library whose code is compiled in or embedded, with its licence.
for library in Chart.js @kurkle/color CLI11 fmt nlohmann-json Eigen Boost pybind11; do
  grep -q "^Files: $library" "$documents/copyright" || fail "copyright does not name $library"
done
bash -n "$root/usr/share/bash-completion/completions/ludex"
if find "$root" -type f -perm /022 | grep .; then fail "files that others may write"; fi

export XDG_CACHE_HOME=$work/cache
ludex=$root/usr/bin/ludex
[ "$("$ludex" --version)" = "ludex $version" ] || fail "wrong version"
"$ludex" list > "$work/list"
for kind in games agents; do
  for shell in plugins/$kind/*.cpp; do
    grep -q "^  $(basename "$shell" .cpp) " "$work/list" || fail "$(basename "$shell" .cpp) is not listed"
  done
done
"$ludex" play hex:size=5 uct random --iterations 200 --quiet
"$ludex" run "$documents/arena/tournaments/first-steps.yaml" --out "$work/out" --set format.games_per_pair=2 --quiet
"$ludex" rate "$work/out"
cmake -S plugins/examples/two-ply -B "$work/two-ply" -G Ninja -DCMAKE_PREFIX_PATH="$root/usr" > /dev/null
cmake --build "$work/two-ply" > /dev/null
"$ludex" check "$work/two-ply/agent-two-ply.so"

dpkg_there --purge ludex
if find "$root" -not -type d -not -path "$root/var/lib/dpkg/*" | grep .; then fail "left behind after removal"; fi
if [ -d "$root/usr/lib/ludex" ] || [ -d "$documents" ]; then fail "folders left behind after removal"; fi
echo "package.sh: $package is installed, used and removed"
