"""PEP 517: wheels of the package `ludex`, with the executable and the plug-ins: all that `import ludex` and agents in Python need.

Needs nothing but CMake and what it needs; no network. pip's options:
    --config-settings=build-dir=DIR     a build folder to use (default: one of its own, which is removed)
    --config-settings=cmake-args="..."  for `cmake -S . -B DIR`
"""

import base64
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
VERSION = re.search(r"^project\(ludex VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)[1]
PLATFORM = sysconfig.get_platform().replace("-", "_").replace(".", "_")
METADATA = f"""Metadata-Version: 2.1
Name: ludex
Version: {VERSION}
Summary: Game-search algorithms against each other: games, agents, tournaments, logs and ratings
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy
Requires-Dist: pandas
"""
ENTRY_POINTS = "[console_scripts]\nludex = ludex.__main__:main\n"


def get_requires_for_build_wheel(config_settings=None):
    """Nothing from the network."""
    return []


def _build(folder, arguments):
    configure = ["cmake", "-S", str(ROOT), "-B", str(folder), "-DLUDEX_PYTHON=ON", f"-DLUDEX_PYTHON_EXECUTABLE={sys.executable}"]
    if not (folder / "CMakeCache.txt").exists():
        configure += ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DLUDEX_BUILD_TESTS=OFF"]
    # pip hides the interpreter's own packages from what it builds; NumPy's headers are not needed, but NumPy is looked for.
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONNOUSERSITE")}
    subprocess.run(configure + shlex.split(arguments), check=True, env=environment)
    subprocess.run(["cmake", "--build", str(folder), "--target", "python_package"], check=True, env=environment)


def files(folder):
    """(name in the wheel, file) of all that a build puts into it."""
    for path in sorted((folder / "python" / "ludex").iterdir()):
        if path.is_file():
            yield f"ludex/{path.name}", path
    yield "ludex/bin/ludex", folder / "ludex"
    for path in sorted((folder / "plugins").glob("*.so")):
        yield f"ludex/bin/plugins/{path.name}", path


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The wheel, built by CMake."""
    settings = config_settings or {}
    own = None
    if "build-dir" in settings:
        folder = pathlib.Path(settings["build-dir"]).resolve()
    else:
        own = tempfile.mkdtemp(prefix="ludex-build-")
        folder = pathlib.Path(own)
    try:
        _build(folder, settings.get("cmake-args", ""))
        return pack(pathlib.Path(wheel_directory), list(files(folder)), PLATFORM)
    finally:
        if own is not None:
            shutil.rmtree(own, ignore_errors=True)


def _tags(contents, platform):
    """The wheel's tags: one for each Python that it has a module for."""
    modules = [re.match(r"ludex/_core\.cpython-(\d+)", name) for name, _ in contents]
    pythons = sorted({f"cp{module[1]}" for module in modules if module})
    return ".".join(pythons) + "-" + ".".join(pythons) + "-" + platform, [f"{python}-{python}-{platform}" for python in pythons]


def pack(directory, contents, platform):
    """Writes the wheel with these files, (name, path) each; returns its name."""
    tag, tags = _tags(contents, platform)
    name = f"ludex-{VERSION}-{tag}.whl"
    info = f"ludex-{VERSION}.dist-info"
    texts = {f"{info}/METADATA": METADATA, f"{info}/entry_points.txt": ENTRY_POINTS, f"{info}/LICENSE": (ROOT / "LICENSE").read_text(encoding="utf-8"), f"{info}/NOTICE": (ROOT / "NOTICE").read_text(encoding="utf-8"),
             f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: ludex\nRoot-Is-Purelib: false\n" + "".join(f"Tag: {tag}\n" for tag in tags)}
    record = []
    with zipfile.ZipFile(directory / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        def write(path, content, mode):
            entry = zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = mode << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)

        def add(path, content, mode):
            write(path, content, mode)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{path},sha256={digest},{len(content)}")

        for path, file in contents:
            add(path, file.read_bytes(), 0o100755 if os.access(file, os.X_OK) else 0o100644)
        for path, text in texts.items():
            add(path, text.encode(), 0o100644)
        record.append(f"{info}/RECORD,,")
        write(f"{info}/RECORD", "\n".join(record) + "\n", 0o100644)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """The tree itself is the source."""
    raise NotImplementedError("ludex has no source distribution: install from a checkout")
