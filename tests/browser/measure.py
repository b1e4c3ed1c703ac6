"""How fast the first article appears, measured by the browser itself and written to its section of a document.

``make measure`` runs it. Lighthouse's conditions for a telephone are kept: a processor four times slower, 1.6 Mbit/s
and 150 ms to the server; and none, for what the machine itself can do.
"""

from __future__ import annotations

import datetime
import os
import platform
import statistics
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from benchmarks.sections import DOCUMENT, write_section
from browser.programs import SWITCHES, chromium
from browser.serving import ARTICLE, SPOKEN, Served, served_site
from browser.sizes import CODE_BUDGET, HTML_BUDGET, page_sizes

RUNS = 5
SECTION = "browser"
READ = """() => new Promise(seen => {
    const found = {shift: 0, blocking: 0, largest: 0}
    const watch = (type, note) => new PerformanceObserver(list => list.getEntries().forEach(note))
        .observe({type, buffered: true})
    const tasks = []
    watch("longtask", entry => tasks.push(entry))
    watch("largest-contentful-paint", entry => found.largest = entry.startTime)
    watch("layout-shift", entry => found.shift += entry.value)
    setTimeout(() => {
        found.first = performance.getEntriesByName("first-contentful-paint")[0].startTime
        tasks.forEach(({startTime, duration}) => {
            const felt = startTime + duration - Math.max(startTime, found.first)
            found.blocking += Math.max(0, felt - 50)
        })
        seen([found.first, found.largest, found.blocking, found.shift])
    }, 500)
})"""


@dataclass(frozen=True)
class Conditions:
    """Under which a page is opened."""

    name: str
    slowdown: int  # of the processor
    throughput: int  # bytes a second; 0 for as fast as it goes
    latency: int  # milliseconds


TELEPHONE = Conditions("a telephone", 4, 1_600_000 // 8, 150)
HERE = Conditions("this machine", 1, 0, 0)


@dataclass(frozen=True)
class Timing:
    """What the browser noted of one page, in milliseconds but for the shift."""

    first: float  # contentful paint
    largest: float  # contentful paint
    blocking: float  # after the first paint and beyond 50 ms, summed over all tasks until half a second after loading
    shift: float  # of the layout, as browsers count it


def timing(browser: Browser, address: str, conditions: Conditions) -> Timing:
    """Open a page afresh, as a telephone of 360 pixels shows it."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, device_scale_factor=2, is_mobile=True)
    page = context.new_page()
    protocol = context.new_cdp_session(page)
    protocol.send("Network.enable")
    protocol.send("Network.setCacheDisabled", {"cacheDisabled": True})
    protocol.send("Emulation.setCPUThrottlingRate", {"rate": conditions.slowdown})
    rate = conditions.throughput or -1
    protocol.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": conditions.latency, "downloadThroughput": rate, "uploadThroughput": rate},
    )
    page.goto(address, wait_until="load")
    found = Timing(*page.evaluate(READ))
    context.close()
    return found


def median(timings: list[Timing]) -> Timing:
    """The median of each measure."""
    return Timing(*(statistics.median(measures) for measures in zip(*map(astuple, timings), strict=True)))


def report(browser: Browser, site: Served) -> Iterator[str]:
    """The lines of the section."""
    cores = os.cpu_count() or 1
    yield "## The first article in a browser\n"
    yield "Written by `make measure`; a test holds the budgets.\n"
    chromium_version = browser.version.partition(".")[0]
    yield f"Measured on {datetime.date.today().isoformat()} with Chromium {chromium_version}, headless, on a virtual"
    yield f"machine ({platform.machine()}, {cores} cores), from a server on the same machine that compresses with"
    yield f"gzip. Times are medians of {RUNS} runs with an empty cache, seen 360 pixels wide. A telephone is what"
    yield "Lighthouse takes for one: a processor four times slower, 1.6 Mbit/s, 150 ms to the server.\n"
    yield "### Times\n"
    yield "| page | on | first contentful paint | largest contentful paint | total blocking time | layout shift |"
    yield "|---|---|--:|--:|--:|--:|"
    for tag in SPOKEN:
        for conditions in (TELEPHONE, HERE):
            address = site.url(f"{tag}/{ARTICLE}/index.html")
            found = median([timing(browser, address, conditions) for _ in range(RUNS)])
            times = f"{found.first:.0f} ms | {found.largest:.0f} ms | {found.blocking:.0f} ms | {found.shift:.3f}"
            yield f"| {tag} | {conditions.name} | {times} |"
    yield "\nBlocking is what tasks take beyond 50 ms each, from the first paint until half a second after loading.\n"
    yield "### Sizes\n"
    yield "| page | HTML, compressed | style sheets and scripts, compressed |"
    yield "|---|--:|--:|"
    for tag in SPOKEN:
        sizes = page_sizes(site, f"{tag}/{ARTICLE}/index.html")
        yield f"| {tag} | {sizes.html:,} bytes | {sizes.code:,} bytes |"
    yield f"| budget | {HTML_BUDGET:,} bytes | {CODE_BUDGET:,} bytes |"
    yield "\nScripts count that the page itself names, and not what these fetch once a reader uses them."


def main() -> int:
    """Measure, and write the section."""
    program = chromium()
    if program is None:
        print("chromium is not installed", file=sys.stderr)
        return 1
    with (
        tempfile.TemporaryDirectory() as folder,
        served_site(Path(folder), pseudo=False) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=list(SWITCHES))
        lines = list(report(browser, site))
        browser.close()
    write_section(SECTION, "\n".join(lines))
    print(f"{DOCUMENT} is written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
