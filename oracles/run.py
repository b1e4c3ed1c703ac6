"""Runs the oracles, all or those named, and writes their results to tests/oracles.

python -m oracles.run [NAME ...]
"""

import importlib
import sys
import time

from oracles.shared import write_results

ORACLES = ["parameters", "adapters", "fsdp", "activations", "deepspeed_estimates"]


def main(names: list[str]) -> int:
    """Run the oracles of these names, in the order of the list above."""
    unknown = sorted(set(names) - set(ORACLES))
    if unknown:
        print(f"unknown: {', '.join(unknown)}; there are {', '.join(ORACLES)}", file=sys.stderr)
        return 2
    for name in [each for each in ORACLES if each in names] if names else ORACLES:
        begun = time.monotonic()
        oracle = importlib.import_module(f"oracles.{name}")
        path = write_results(name.removesuffix("_estimates"), oracle.PACKAGES, oracle.measure())
        print(f"{path.name}: {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
