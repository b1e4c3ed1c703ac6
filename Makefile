# Two commands: "make site" builds the site, "make test" passes every test. Both set up what they need.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin

.PHONY: site test messages oracles bench lock clean

site: .venv/installed
	$(BIN)/python build.py

test: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto

# Reads the translations; fails for errors, not for warnings.
messages: .venv/installed
	$(BIN)/python build.py messages check

# Counts again what the engine is compared with, by torch, transformers, PEFT and DeepSpeed; then compares.
oracles: .venv-oracles/installed .venv/installed
	.venv-oracles/bin/python -m oracles.run
	$(BIN)/pytest tests/sizing/test_oracles.py tests/test_configs.py

# Sizes a hundred thousand configurations and says how long each takes.
bench: .venv/installed
	$(BIN)/python -m benchmarks.sweep

.venv-oracles/installed: pyproject.toml
	$(PYTHON) -m venv .venv-oracles
	.venv-oracles/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[oracles]'
	touch $@

.venv/installed: requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	touch $@

# Writes the versions that pyproject.toml allows today into the lock.
lock: .venv/installed
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --strip-extras --extra test --generate-hashes --allow-unsafe --no-emit-index-url \
	    --no-emit-find-links --output-file requirements.lock pyproject.toml

clean:
	rm -rf .venv .venv-oracles public build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
