# Everything a person types. Needs python3 (3.11 or newer), pip and make; nothing is installed outside
# .venv, except the browser for the browser tests where apt-get is at hand and none is found.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
# The first Python on the PATH that is new enough.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help
help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-9s %s\n", $$1, $$2}'

.PHONY: play
play: $(VENV)/.ready ## Serve the site on http://127.0.0.1:8000 (PORT=8001 make play for another port)
	@echo "Daily Train is on http://127.0.0.1:$(PORT) - stop it with Ctrl+C"
	@$(BIN)/python -m web.worker & worker=$$!; trap "kill $$worker 2>/dev/null || true" EXIT; \
		PORT=$(PORT) $(BIN)/gunicorn --config web/gunicorn_conf.py web.wsgi:app

.PHONY: test
test: lint types unit browser ## Run everything: lint, types, all tests, the browser tests

.PHONY: lint
lint: $(VENV)/.test-ready ## Check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

.PHONY: types
types: $(VENV)/.test-ready ## Check types
	$(BIN)/mypy

.PHONY: unit
unit: $(VENV)/.test-ready ## Run all tests but those in a browser
	$(BIN)/pytest -n 2 --ignore=tests/browser

.PHONY: browser
browser: $(VENV)/.test-ready $(VENV)/.browser-ready ## Run the tests in a browser
	$(BIN)/pytest tests/browser

.PHONY: format
format: $(VENV)/.test-ready ## Put the code in shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# NEW=fr begins a language. What is no longer said goes from the files, too.
.PHONY: texts
texts: $(VENV)/.test-ready ## Gather the site's texts and bring web/translations up to date (NEW=fr begins one)
	@mkdir -p build
	$(BIN)/pybabel --quiet extract --mapping-file pyproject.toml --keyword marked \
		--add-location file --sort-by-file --width 100 --project "Daily Train" --output build/texts.pot web
	@if [ -n "$(NEW)" ]; then $(BIN)/pybabel --quiet init --width 100 --locale $(NEW) \
		--input-file build/texts.pot --output-file web/translations/$(NEW).po; fi
	for file in web/translations/*.po; do name=$${file##*/}; $(BIN)/pybabel --quiet update --width 100 \
		--locale $${name%.po} --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date \
		--input-file build/texts.pot --output-file $$file; done

.PHONY: clean
clean: ## Remove what was built and installed here (never the data folder)
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@if [ -z "$(PYTHON)" ]; then echo "Python 3.11 or newer is needed, as python3 on the PATH." >&2; exit 1; fi
# Debian keeps venv in a package of its own.
	$(PYTHON) -m venv $(VENV) \
		|| { rm -rf $(VENV); apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-venv \
		&& $(PYTHON) -m venv $(VENV); } \
		|| { rm -rf $(VENV); echo "$(PYTHON) has no venv module: install it (Debian: python3-venv)." >&2; exit 1; }

# Compiled search is used where it can be had; a machine without a wheel for it plays all the same.
$(VENV)/.ready: pyproject.toml | $(VENV)/bin/python
	@echo "Installing Daily Train into $(VENV)"
	$(PIP) install --only-binary numba,llvmlite,numpy --editable '.[fast]' \
		|| { echo "No wheel of the compiled search fits here: the opponents will think in plain Python."; \
		$(PIP) install --editable .; }
	@$(BIN)/python -m bots.fast || true
	@touch $@

$(VENV)/.test-ready: $(VENV)/.ready
	@echo "Installing what the tests need into $(VENV)"
	$(PIP) install --editable '.[test]'
	@touch $@

# Playwright drives the system's Chromium; it downloads no browser of its own.
$(VENV)/.browser-ready: | $(VENV)/bin/python
	@if [ -z "$$(command -v chromium || command -v chromium-browser || command -v google-chrome)" ]; then \
		if [ -z "$$(command -v apt-get)" ]; then echo "The browser tests need Chromium: please install it." >&2; exit 1; fi; \
		apt-get update -qq; \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-noto-color-emoji >/dev/null; \
	fi
	@touch $@
