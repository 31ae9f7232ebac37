"""Every relative link of a site made by mkdocs leads to a file, and to an item of that page.

usage: site_test.py SITE
"""

import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, file):
        super().__init__()
        self.links, self.ids = [], set()
        self.feed(file.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name == "id":
                self.ids.add(value)


def main():
    site = pathlib.Path(sys.argv[1]).resolve()
    pages = {file: Page(file) for file in site.rglob("*.html") if file.name != "404.html"}
    links = broken = 0
    for file, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            links += 1
            target = (file.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else file
            there = target.exists() and (not parts.fragment or target not in pages or urllib.parse.unquote(parts.fragment) in pages[target].ids)
            if not there:
                broken += 1
                print(f"{file.relative_to(site)}: {link}")
    if len(pages) < 50 or links < 1000:
        sys.exit(f"{site}: only {len(pages)} pages with {links} links")
    if broken:
        sys.exit(f"{broken} links of {len(pages)} pages lead nowhere")
    print(f"{links} links of {len(pages)} pages")


if __name__ == "__main__":
    main()
