"""Look at every built page on a telephone and on a desk, in light and in dark, and say what is wrong with it.

    python -m docs.check_pages SITE [--pictures FOLDER] [--browser PATH] [--only TEXT]

SITE is the folder that Sphinx wrote. Nothing may run over the side of a page, nothing may be asked of another machine,
and axe finds no fault against WCAG 2.2, levels A and AA (contrast, names, keyboard, ...). Screenshots go into FOLDER,
which should lie outside of the sources.

The extra `pages` brings what is needed; `playwright install chromium` a browser, or `--browser` names one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDTHS = (390, 1280)
THEMES = ("light", "dark")
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
"""The rules that axe checks."""

_OVERFLOW = """() => {
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide) return [];
  const scrolls = (e) =>
    e && (["auto", "scroll", "hidden"].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
  return [...document.querySelectorAll("main *, article *")]
    .filter((e) => e.getBoundingClientRect().right > wide + 1 && !scrolls(e.parentElement))
    .slice(0, 3).map((e) => `${e.tagName.toLowerCase()}.${e.className} ${(e.textContent || "").trim().slice(0, 40)}`)
    .concat(["page"]);
}"""


def faults(page: Page, site: Path, name: str, pictures: Path | None) -> Iterator[str]:
    """What is wrong with one page."""
    from axe_playwright_python.sync_playwright import Axe

    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for theme in THEMES:
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            page.goto((site / name).as_uri())
            page.evaluate(f"document.body.dataset.theme = {theme!r}")
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
            page.evaluate("dispatchEvent(new Event('resize'))")
            where = f"{name} at {width} px, {theme}"
            if pictures:
                file = f"{name.removesuffix('.html').replace('/', '-')}-{width}-{theme}.png"
                page.screenshot(path=pictures / file, full_page=True)
            for wide in page.evaluate(_OVERFLOW):
                yield f"{where}: too wide: {wide}"
            report: dict[str, Any] = Axe().run(page, options={"runOnly": WCAG, "resultTypes": ["violations"]}).response
            for rule in report["violations"]:
                for node in rule["nodes"][:2]:
                    yield f"{where}: {rule['id']}: {' '.join(map(str, node['target']))}"
    yield from (f"{name}: asks {url}" for url in dict.fromkeys(asked) if not url.startswith(("file:", "data:")))


def main(words: list[str]) -> int:
    """Check the pages; 1 if one has a fault."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(prog="python -m docs.check_pages", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("site", type=lambda text: Path(text).resolve())
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--browser", help="a Chromium to use instead of playwright's own")
    parser.add_argument("--only", default="", help="pages with this in their names")
    asked = parser.parse_args(words)
    if asked.pictures:
        asked.pictures.mkdir(parents=True, exist_ok=True)
    names = sorted(path.relative_to(asked.site).as_posix() for path in asked.site.rglob("*.html"))
    names = [name for name in names if asked.only in name and not name.startswith(("_modules", "_static"))]
    count = 0
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=asked.browser, args=["--no-sandbox"])
        for name in names:
            page = browser.new_page()
            for line in faults(page, asked.site, name, asked.pictures):
                print(line, flush=True)
                count += 1
            page.close()
        browser.close()
    print(f"{len(names)} pages, {count} faults")
    return bool(count) or not names


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
