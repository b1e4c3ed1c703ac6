# Two commands: "make site" builds the site, "make test" passes every test. Both set up what they need.
# "make bench" measures builds, against other generators where they can be had, and sizings.
# "make soak" looks at every page in every language, width and scheme, which takes minutes.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin

.PHONY: site test soak screenshots measure messages sources oracles bench bench-sizing lock clean

site: .venv/installed
	$(BIN)/python build.py

test: .venv/installed .venv/checker
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto --dist loadfile

soak: .venv/installed .venv/checker
	$(BIN)/pytest -n auto --dist loadscope -m "soak or browser"

# Takes the stored screenshots and the README's picture again; look at them before you commit them.
screenshots: .venv/installed
	$(BIN)/pytest tests/browser/test_screenshots.py -m browser --force-regen

# Measures the first article in a browser and writes that section of docs/performance.md.
measure: .venv/installed
	cd tests && PYTHONPATH=.. ../$(BIN)/python -m browser.measure

# Reads the translations; fails for errors, not for warnings.
messages: .venv/installed
	$(BIN)/python build.py messages check

# Names the sources that are to be read again; fails where there are any.
sources: .venv/installed
	$(BIN)/python build.py sources --stale

# Counts again what the engine is compared with, by torch, transformers, PEFT and DeepSpeed; then compares.
oracles: .venv-oracles/installed .venv/installed
	.venv-oracles/bin/python -m oracles.run
	$(BIN)/pytest tests/sizing/test_oracles.py tests/test_configs.py

# Measures builds of a made-up site and writes that section of docs/performance.md.
#   N="10 100"    numbers of articles       REPEATS=5    runs of each case
#   LIMIT=60      seconds of a cold build beyond which a generator is measured once, and at no larger size
#   ONLY=zahlwerk generators by the beginnings of their names; lean Hugo is always among them
N ?= 10 100 1000
REPEATS ?= 3
LIMIT ?= 300
ONLY ?=
bench: .venv/installed .venv-bench/installed .venv-bench/eleventy
	$(BIN)/python -m benchmarks.builds --articles $(N) --repeats $(REPEATS) --limit $(LIMIT) --only $(ONLY)

# Sizes a hundred thousand configurations and says how long each takes.
bench-sizing: .venv/installed
	$(BIN)/python -m benchmarks.sweep

# What is missing here is left out of the tables, so nothing fails for the lack of it.
.venv-bench/installed: pyproject.toml
	$(PYTHON) -m venv .venv-bench
	-.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	touch $@

.venv-bench/eleventy: benchmarks/package-lock.json | .venv-bench/installed
	mkdir -p .venv-bench/node
	cp benchmarks/package.json benchmarks/package-lock.json .venv-bench/node/
	-if command -v npm >/dev/null; then \
	    npm ci --silent --ignore-scripts --no-audit --no-fund --prefix .venv-bench/node && touch $@; fi

.venv-oracles/installed: pyproject.toml
	$(PYTHON) -m venv .venv-oracles
	.venv-oracles/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[oracles]'
	touch $@

.venv/installed: requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

# The Nu checker of HTML. Where there is no npm, tests that need it say that they are skipped.
.venv/checker: tests/browser/package-lock.json | .venv/installed
	mkdir -p .venv/node
	cp tests/browser/package.json tests/browser/package-lock.json .venv/node/
	if command -v npm >/dev/null; then \
	    npm ci --silent --ignore-scripts --no-audit --no-fund --prefix .venv/node && touch $@; fi

# Writes the versions that pyproject.toml allows today into the lock.
lock: .venv/installed
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --strip-extras --extra test --generate-hashes --allow-unsafe --no-emit-index-url \
	    --no-emit-find-links --output-file requirements.lock pyproject.toml

clean:
	rm -rf .venv .venv-bench .venv-oracles public build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
