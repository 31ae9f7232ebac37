"""What holds of every page: links and anchors lead somewhere, a command is in a block that is run, and pages of reference
written by hand have every field and route that the sources have.

usage: pages_test.py CHECKOUT
"""

import pathlib
import re
import subprocess
import sys
import unittest

CHECKOUT = pathlib.Path(sys.argv[1]).resolve()
LINK = re.compile(r"(?<!\\)\[[^\]\[]*(?:\[[^\]]*\][^\]\[]*)*\]\(([^)\s]+)(?: \"[^\"]*\")?\)")


def pages():
    names = subprocess.run(
        ["git", "-C", CHECKOUT, "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\n")
    return [CHECKOUT / name for name in names if name and (CHECKOUT / name).exists()]


def prose(text):
    """The text without code."""
    text = re.sub(r"^( *)```.*?^\1```$", "", text, flags=re.S | re.M)
    text = re.sub(r"^    .*$", "", text, flags=re.M)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(file):
    found = set()
    for heading in re.findall(r"^#+ (.*)$", re.sub(r"^( *)```.*?^\1```$", "", file.read_text(), flags=re.S | re.M), re.M):
        name = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
        base = re.sub(r"[^\w\- ]", "", name).replace(" ", "-")
        name, copies = base, 0
        while name in found:
            copies += 1
            name = f"{base}-{copies}"
        found.add(name)
    return found


class Pages(unittest.TestCase):
    def test_relative_links_and_anchors_lead_somewhere(self):
        links = 0
        for page in pages():
            for link in LINK.findall(prose(page.read_text())):
                if re.match(r"[a-z]+:", link):
                    continue
                links += 1
                path, _, anchor = link.partition("#")
                target = (page.parent / path).resolve() if path else page
                with self.subTest(page=str(page.relative_to(CHECKOUT)), link=link):
                    self.assertTrue(target.exists())
                    if anchor and target.suffix == ".md":
                        self.assertIn(anchor, anchors(target))
        self.assertGreater(links, 100)

    def test_every_page_of_reference_is_linked_from_where_a_reader_comes_from(self):
        """From a tutorial, a how-to, an explanation or a page of results; generated pages of single plug-ins have their lists."""
        linked = set()
        for folder in ("tutorials", "how-to", "explanation", "results"):
            for page in (CHECKOUT / "docs" / folder).glob("*.md"):
                for link in LINK.findall(prose(page.read_text())):
                    linked.add((page.parent / link.partition("#")[0]).resolve())
        pages = list((CHECKOUT / "docs/reference").glob("*.md"))
        self.assertGreater(len(pages), 25)
        for page in pages:
            with self.subTest(page=page.name):
                self.assertTrue(page in linked)

    def test_commands_of_the_documentation_are_in_blocks_that_are_run(self):
        for page in (CHECKOUT / "docs").rglob("*.md"):
            if page.read_text().startswith("<!-- Generated"):
                continue
            previous, inside, run = "", False, False
            for number, line in enumerate(page.read_text().split("\n"), 1):
                if re.match(r" *```", line):
                    inside = not inside
                    run = "console" in line or "title=" in line or previous.strip().startswith("<!-- not run: ")
                elif re.match(r"( {4,}|\t)?\$? ?ludex [a-z]", line) and not (inside and run):
                    if inside or line.startswith("    "):
                        with self.subTest(page=str(page.relative_to(CHECKOUT)), line=number):
                            self.fail(f"'{line.strip()}' is not in a ```console block")
                if line.strip():
                    previous = line

    def test_lines_of_prose_have_at_most_100_columns(self):
        checked = [page for page in pages() if page.parent == CHECKOUT or page.name == "README.md"]
        for page in [*checked, *(CHECKOUT / "docs").rglob("*.md")]:
            text = page.read_text()
            if text.startswith("<!-- Generated"):
                continue
            code = False
            for number, line in enumerate(text.split("\n"), 1):
                if re.match(r" *```", line):
                    code = not code
                elif not code and not line.startswith(("|", "    ", "![")):
                    with self.subTest(page=str(page.relative_to(CHECKOUT)), line=number):
                        self.assertLessEqual(len(line), 100)

    def test_readmes_of_folders_are_one_screen(self):
        readmes = [page for page in pages() if page.name == "README.md" and page.parent != CHECKOUT]
        self.assertGreater(len(readmes), 30)
        for page in readmes:
            with self.subTest(page=str(page.relative_to(CHECKOUT))):
                self.assertLessEqual(page.read_text().count("\n"), 60)

    def test_the_page_of_the_log_has_every_field_that_is_written(self):
        page = (CHECKOUT / "docs/reference/log.md").read_text()
        for name in ("record_json.cpp", "run_info.cpp"):
            source = (CHECKOUT / "arena/results/log" / name).read_text()
            written = set(re.findall(r'\bjson\["(\w+)"\]|\{"(\w+)",|\bput\(json, "(\w+)"', source))
            keys = {key for found in written for key in found if key}
            self.assertGreater(len(keys), 15)
            for key in sorted(keys):
                with self.subTest(file=name, field=key):
                    self.assertIn(f"`{key}`", page)

    def test_the_page_of_the_server_has_every_route(self):
        page = (CHECKOUT / "docs/reference/http.md").read_text()
        source = (CHECKOUT / "arena/faces/web/service.cpp").read_text()
        routes = re.findall(r'\{"(GET|POST|DELETE)", "([^"]+)", &', source)
        self.assertGreater(len(routes), 10)
        for method, pattern in routes:
            with self.subTest(route=f"{method} {pattern}"):
                shown = re.escape(f"{method} /api/{pattern}").replace(r"\*", "[A-Z]+")
                self.assertRegex(page, f"`{shown}[`?]")

    def test_the_top_readme_names_every_game_and_agent(self):
        text = (CHECKOUT / "README.md").read_text()
        for kind, heading in (("games", "## Games"), ("agents", "## Agents")):
            section = text.split(heading)[1].split("\n## ")[0]
            named = set(re.findall(r"[a-z][a-z-]+", re.sub(r"\]\([^)]*\)", "]", section)))
            plugins = [file.stem for file in (CHECKOUT / "plugins" / kind).glob("*.cpp")]
            self.assertGreater(len(plugins), 10)
            for plugin in sorted(plugins):
                with self.subTest(kind=kind, plugin=plugin):
                    self.assertIn(plugin, named)
        self.assertLessEqual(text.count("\n"), 120)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
