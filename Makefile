# Everything from Python 3.11+ and make:  make lab  opens the notebooks,  make test  runs every test.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
LAB := $(VENV)/.lab
READY := $(VENV)/.ready
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
TIMED := $(BIN)/python tests/timed.py
# The lead-in of every pytest call; WORKERS=0 runs the unit tests in one process.
PYTEST := $(BIN)/python -m pytest -q
WORKERS ?= 2

.PHONY: lab test lint unit wheel notebooks notebooks-write browser chromium torture bench constraints clean

lab: $(LAB)
	@$(BIN)/python -c "from gmkit.lab import lab; lab()"

test: $(READY)
	@$(TIMED) --start
	@$(TIMED) chromium $(MAKE) --no-print-directory chromium
	@$(TIMED) lint $(MAKE) --no-print-directory lint
	@$(TIMED) unit $(MAKE) --no-print-directory unit
	@$(TIMED) wheel $(MAKE) --no-print-directory wheel
	@$(TIMED) notebooks $(MAKE) --no-print-directory notebooks
	@$(TIMED) browser $(MAKE) --no-print-directory browser
	@$(TIMED) --report

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Unit and conformance tests: all that need neither a browser nor a wheel.
unit: $(READY)
	$(PYTEST) tests -n $(WORKERS) -p no:benchmark --ignore=tests/browser --ignore=tests/test_packaging.py -m "not torture and not bench"

wheel: $(READY)
	$(PYTEST) tests/test_packaging.py

# Each notebook is run again and must show what is stored in it.
notebooks: $(READY)
	$(BIN)/python tests/run_notebooks.py --check

notebooks-write: $(READY)
	$(BIN)/python tests/run_notebooks.py

browser: $(READY)
	$(PYTEST) tests/browser -m "not torture and not bench"

chromium: $(READY)
	@$(BIN)/python tests/find_chromium.py

# The long forms: those that are marked so, and the random games whose number depends on GMKIT_TORTURE.
torture: $(READY)
	GMKIT_TORTURE=1 $(PYTEST) tests --ignore=tests/browser -p no:benchmark -m torture
	GMKIT_TORTURE=1 $(PYTEST) -n $(WORKERS) -p no:benchmark $$(grep -rl GMKIT_TORTURE tests/systems --include=*.py)

bench: $(READY)
	$(PYTEST) tests -m bench -s

# The environment; brought up to date when what it is made from has changed. A game master needs no test tools.
$(LAB): pyproject.toml constraints.txt
	@python=$$(PYTHON="$(PYTHON)" sh tests/find_python.sh) && { test -x $(BIN)/python || $$python -m venv $(VENV) || { \
	  rm -rf $(VENV); echo "Python cannot make an environment: install its venv module (on Debian: apt-get install python3-venv)." >&2; exit 2; }; }
	@echo "Bringing the environment up to date (the first time takes a minute or two) ..."
	@$(PIP) -e .
	@touch $@

$(READY): $(LAB)
	@$(PIP) -e ".[test]"
	@touch $@

# Writes down the versions of this environment, after every test has passed in it.
constraints: $(READY)
	@{ sed -n '/^#/p' constraints.txt; $(BIN)/python -m pip freeze --exclude-editable | grep -v '@'; } > constraints.new
	@mv constraints.new constraints.txt && touch $(LAB) $(READY)

clean:
	rm -rf $(VENV) dist build tests/browser/artefacts .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
