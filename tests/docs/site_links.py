"""A hook of mkdocs: links that leave docs/ lead to the file in the checkout, or where LUDEX_DOCS_ROOT says.

mkdocs knows pages in docs/ only and reports all other relative links. tests/docs/pages_test.py checks these instead.
LUDEX_DOCS_ROOT is the path from the site's folder to the one that has README.md, core/, games/ ...: ".." in a package that
has the site beside them.
"""

import os
import pathlib
import posixpath
import re

LINK = re.compile(r"\]\(([^)\s#]+)(#[^)\s]*)?\)")
OUTSIDE = "/outside-of-docs/"
CHECKOUT = pathlib.Path(__file__).resolve().parents[2]


def on_page_markdown(markdown, page, **_):
    folder = posixpath.dirname(page.file.src_path)

    def mark(found):
        path = found.group(1)
        target = posixpath.normpath(posixpath.join("docs", folder, path))
        if re.match(r"[a-z]+:|/", path) or target.startswith("docs/"):
            return found.group(0)
        return f"]({OUTSIDE}{target}{found.group(2) or ''})"

    return LINK.sub(mark, markdown)


def on_page_content(html, page, config, **_):
    root = os.environ.get("LUDEX_DOCS_ROOT") or os.path.relpath(CHECKOUT, config["site_dir"])
    up = posixpath.relpath(".", posixpath.dirname(page.url) or ".")
    return html.replace(f'="{OUTSIDE}', f'="{posixpath.normpath(posixpath.join(up, root))}/')
