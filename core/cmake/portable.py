#!/usr/bin/env python3
"""Programs that run on every Linux with glibc 2.36: the rules of the tag manylinux_2_36 (PEP 600), for wheels and archives.

    portable.py check FOLDER|WHEEL|ARCHIVE    every program and library keeps the rules, and finds what it needs in the folder
    portable.py repair FOLDER --libs LIBS     makes it so: copies the libraries it needs to FOLDER/LIBS, with their licences

Needs objdump; repair also strip, patchelf, ldd and dpkg. The rules: only the libraries below come from the system, and no symbol of
theirs is younger than that release of them. A shipped library has a name of its own, so that no other one of the process is taken
for it, and is found relative to who needs it ($ORIGIN).
"""

import argparse
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

SYSTEM = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libgcc_s.so.1", "libstdc++.so.6",
          "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
# The youngest symbols of glibc 2.36 and of GCC 12, the compiler of the first systems that had it (Debian 12, Fedora 37).
YOUNGEST = {"GLIBC": (2, 36), "GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13), "GCC": (12, 0, 0)}
TAG = "manylinux_2_36"


class Broken(Exception):
    """A rule that is broken."""


class Binary:
    """What the dynamic section of a program or library says."""

    def __init__(self, path):
        self.path = path
        text = subprocess.run(["objdump", "-p", path], check=True, capture_output=True, text=True).stdout
        self.needed = re.findall(r"^  NEEDED +(\S+)$", text, re.MULTILINE)
        self.folders = [folder for found in re.findall(r"^  (?:RUNPATH|RPATH) +(\S+)$", text, re.MULTILINE) for folder in found.split(":")]
        self.machine = re.search(r"file format (\S+)", text)[1]
        self.versions = set(re.findall(r"^    0x\S+ 0x\S+ \d+ (\S+)$", text.partition("Version References:")[2], re.MULTILINE))


def binaries(root):
    """Every program and library below the folder."""
    for folder, _, names in os.walk(root):
        for name in sorted(names):
            path = pathlib.Path(folder) / name
            if path.is_symlink():
                continue
            with open(path, "rb") as file:
                if file.read(4) == b"\x7fELF":
                    yield Binary(path)


def check(root):
    """Raises Broken with every broken rule; returns the youngest symbol version used of each kind."""
    errors = []
    used = {}
    machines = set()
    found = list(binaries(root))
    if not found:
        raise Broken(f"{root} has no program and no library")
    for binary in found:
        name = binary.path.relative_to(root)
        machines.add(binary.machine)
        for folder in binary.folders:
            if not re.match(r"\$ORIGIN(/|$)", folder):
                errors.append(f"{name} looks for libraries in {folder}")
        for library in set(binary.needed) - SYSTEM:
            places = [pathlib.Path(os.path.normpath(folder.replace("$ORIGIN", str(binary.path.parent)))) / library for folder in binary.folders]
            if not any(place.is_file() and place.is_relative_to(root) for place in places):
                errors.append(f"{name} needs {library}, which is not shipped")
        for version in binary.versions:
            kind, _, number = version.rpartition("_")
            if kind not in YOUNGEST:  # of a shipped library
                continue
            if not re.fullmatch(r"[0-9.]+", number):  # GLIBC_PRIVATE
                errors.append(f"{name} needs {version}")
                continue
            parts = tuple(map(int, number.split(".")))
            used[kind] = max(used.get(kind, ()), parts)
            if parts > YOUNGEST[kind]:
                errors.append(f"{name} needs {version}, {TAG} has {'.'.join(map(str, YOUNGEST[kind]))}")
    if len(machines) > 1:
        errors.append(f"programs for several machines: {', '.join(sorted(machines))}")
    if errors:
        raise Broken("\n".join(sorted(errors)))
    return {kind: ".".join(map(str, parts)) for kind, parts in sorted(used.items())}


def _libraries_of(path):
    """Where the system has the libraries that a program needs: name to path."""
    text = subprocess.run(["ldd", path], check=True, capture_output=True, text=True).stdout
    return dict(re.findall(r"^\s+(\S+) => (/\S+) \(", text, re.MULTILINE))


def _licence(library):
    """(package, licence) of a library of the system."""
    for path in {library, library.resolve(), pathlib.Path("/usr" + str(library)), pathlib.Path(str(library.resolve()).replace("/usr/lib/", "/lib/", 1))}:
        asked = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True, check=False)
        if asked.returncode == 0:
            package = asked.stdout.split(":")[0]
            return package, pathlib.Path("/usr/share/doc") / package / "copyright"
    raise Broken(f"{library} belongs to no package, so its licence is unknown")


def repair(root, libs):
    """Ships what programs below `root` need and the system may not have, in root/libs."""
    libs = root / libs
    shipped = {}  # name that is needed: name in libs

    def ship(name, source):
        if name in shipped:
            return
        content = source.resolve().read_bytes()
        stem, dot, rest = name.partition(".so")
        shipped[name] = f"{stem}-{hashlib.sha256(content).hexdigest()[:8]}{dot}{rest}"
        target = libs / shipped[name]
        (libs / "licenses").mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        target.chmod(0o755)
        package, licence = _licence(source)
        shutil.copyfile(licence, libs / "licenses" / package)
        subprocess.run(["patchelf", "--set-soname", shipped[name], target], check=True)
        adapt(Binary(target), _libraries_of(source))

    def adapt(binary, places):
        foreign = [name for name in binary.needed if name not in SYSTEM]
        for name in foreign:
            if name not in places:
                raise Broken(f"{binary.path} needs {name}, which this system does not have")
            ship(name, pathlib.Path(places[name]))
        if foreign:
            way = os.path.relpath(libs, binary.path.parent)
            rename = [option for name in foreign for option in ("--replace-needed", name, shipped[name])]
            # Debian 12's patchelf mixes the two up in one call.
            subprocess.run(["patchelf", *rename, binary.path], check=True)
            subprocess.run(["patchelf", "--set-rpath", "$ORIGIN" if way == "." else f"$ORIGIN/{way}", binary.path], check=True)
        elif binary.folders:
            subprocess.run(["patchelf", "--remove-rpath", binary.path], check=True)

    for binary in list(binaries(root)):
        subprocess.run(["strip", "--strip-unneeded", binary.path], check=True)
        adapt(binary, _libraries_of(binary.path))


def _unpacked(path, folder):
    if path.is_dir():
        return path.resolve()
    if zipfile.is_zipfile(path):
        zipfile.ZipFile(path).extractall(folder)
    else:
        tarfile.open(path).extractall(folder)
    return pathlib.Path(folder).resolve()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["check", "repair"])
    parser.add_argument("path", type=pathlib.Path)
    parser.add_argument("--libs", default="ludex.libs")
    given = parser.parse_args()
    try:
        if given.what == "repair":
            repair(given.path.resolve(), given.libs)
        with tempfile.TemporaryDirectory() as folder:
            used = check(_unpacked(given.path, folder))
    except Broken as broken:
        sys.exit(f"portable.py: {given.path} is not {TAG}:\n{broken}")
    print(f"{given.path} is {TAG}: needs at most", ", ".join(f"{kind}_{version}" for kind, version in used.items()))


if __name__ == "__main__":
    main()
