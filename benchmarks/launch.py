"""Runs one command and writes down what it took: ``launch.py REPORT once|sampled COMMAND…``.

A program of its own, and as small as Python can be, since a process starts with the peak memory of the one that
started it. Sampled, it also adds up the memory of all processes together, which takes time of the machine's own.
"""

import os
import sys
import time

INTERVAL = 0.05  # seconds between two looks at the memory of all processes


def main():
    """Run the command; wall seconds, processor seconds, KiB of the largest process and of all, and how it ended."""
    report, mode, *command = sys.argv[1:]
    begun = time.perf_counter()
    child = os.posix_spawnp(command[0], command, os.environ)
    together = 0
    while mode == "sampled":
        together = max(together, sum(map(proportional, family(child))))
        ended, status, used = os.wait4(child, os.WNOHANG)
        if ended:
            break
        time.sleep(INTERVAL)
    else:
        _, status, used = os.wait4(child, 0)
    wall = time.perf_counter() - begun
    with open(report, "w") as file:
        code = os.waitstatus_to_exitcode(status)
        print(wall, used.ru_utime + used.ru_stime, used.ru_maxrss, together, code, file=file)


def family(first):
    """A process and all that descend from it."""
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                parents.setdefault(int(file.read().rpartition(")")[2].split()[1]), []).append(int(name))
        except OSError:  # it has ended
            continue
    found = [first]
    for process in found:
        found += parents.get(process, [])
    return found


def proportional(process):
    """KiB of a process, with what it shares divided among those that share it."""
    try:
        with open(f"/proc/{process}/smaps_rollup") as file:
            return next((int(line.split()[1]) for line in file if line.startswith("Pss:")), 0)
    except OSError:
        return 0


main()
