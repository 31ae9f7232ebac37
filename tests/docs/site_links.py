"""A hook of mkdocs: links that leave docs/ keep their relative path, so that they lead to the same file beside the site.

mkdocs knows pages in docs/ only and reports all other relative links. tests/docs/pages_test.py checks these instead.
"""

import posixpath
import re

LINK = re.compile(r"\]\(([^)\s#]+)(#[^)\s]*)?\)")
OUTSIDE = "/outside-of-docs/"


def on_page_markdown(markdown, page, **_):
    folder = posixpath.dirname(page.file.src_path)

    def mark(found):
        path = found.group(1)
        if re.match(r"[a-z]+:|/", path) or not posixpath.normpath(posixpath.join(folder, path)).startswith(".."):
            return found.group(0)
        return f"]({OUTSIDE}{path}{found.group(2) or ''})"

    return LINK.sub(mark, markdown)


def on_page_content(html, **_):
    return html.replace(f'="{OUTSIDE}', '="')
