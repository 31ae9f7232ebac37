#!/usr/bin/env python3
"""A wheel and an archive that run on every Linux with glibc 2.36 (portable.py), made on Debian 12.

    release.py OUT [--pythons FOLDER] [--jobs N]

OUT gets ludex-VERSION-...-manylinux_2_36_x86_64.whl and ludex-VERSION-linux-x86_64.tar.gz. The programs are for x86-64-v2; plug-ins
are there twice, and processors with x86-64-v3 take those made for it (builds: build/portable/x86-64-v2 and, as the preset `release`, build/release). --pythons: headers of further versions of Python, a folder each
(LUDEX_MORE_PYTHONS in arena/faces/python/CMakeLists.txt); the module for each of them is in both. Needs NumPy, as the Python package does,
and patchelf.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

import portable

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "arena/faces/python"))
import build_backend  # noqa: E402

PLAIN = ROOT / "build/portable/x86-64-v2"
FASTER = ROOT / "build/release"


def _build(folder, arch, targets, jobs, *options):
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", f"-DLUDEX_ARCH={arch}", "-DLUDEX_PYTHON=ON", *options],
                   check=True)
    subprocess.run(["cmake", "--build", folder, "--parallel", jobs, "--target", *targets], check=True)


def _add_faster(plugins):
    """The plug-ins for x86-64-v3 beside the others, of which each is there in both."""
    faster = plugins.with_name(f"{plugins.name}-x86-64-v3")
    faster.mkdir()
    for plugin in plugins.glob("*.so"):
        shutil.copy(FASTER / "plugins" / plugin.name, faster)


def _finish(root, libs):
    portable.repair(root, libs)
    print(root.name, portable.check(root))


def archive(out, work):
    name = f"ludex-{build_backend.VERSION}-linux-x86_64"
    root = work / name
    # Without the component `mpi`: no system has the same one.
    subprocess.run(["cmake", "--install", PLAIN, "--prefix", root, "--component", "Unspecified"], check=True, stdout=subprocess.DEVNULL)
    _add_faster(root / "lib/ludex/plugins")
    _finish(root, "lib/ludex/libs")

    def plain(member):
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        return member

    # A bare system has no xz.
    with tarfile.open(out / f"{name}.tar.gz", "w:gz") as tar:
        tar.add(root, name, filter=plain)


def wheel(out, work):
    root = work / "wheel"
    for name, file in build_backend.files(PLAIN):
        if not name.endswith("/transport-mpi.so"):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, root / name)
    _add_faster(root / "ludex/bin/plugins")
    _finish(root, "ludex.libs")
    files = [(str(path.relative_to(root)), path) for path in sorted(root.rglob("*")) if path.is_file()]
    build_backend.pack(out, files, f"{portable.TAG}_x86_64")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--pythons", type=pathlib.Path)
    parser.add_argument("--jobs", default="2")
    given = parser.parse_args()
    pythons = given.pythons.resolve() if given.pythons else ""
    _build(PLAIN, "x86-64-v2", ["installed"], given.jobs, f"-DLUDEX_MORE_PYTHONS={pythons}")
    _build(FASTER, "x86-64-v3", ["all_plugins"], given.jobs)
    given.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        archive(given.out, pathlib.Path(work))
        wheel(given.out, pathlib.Path(work))


if __name__ == "__main__":
    try:
        main()
    except portable.Broken as broken:
        sys.exit(f"release.py: {broken}")
