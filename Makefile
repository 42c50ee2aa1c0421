# Everything that one does with the project. Only Python 3.11+ and make are needed first.
PYTHON ?= python3
PORT ?= 8765
BIN := .venv/bin
PAGE := $(shell find web \( -name node_modules -o -name __pycache__ \) -prune -o -type f -print)

PYTEST := $(BIN)/pytest --numprocesses auto --dist worksteal
PROGRAMS := libreoffice or browser or validator or node
ALONE := tests/heavy/test_load.py tests/heavy/test_clients.py  # measure what one client has of the machine
THOROUGH := long or corpus or heavy

.PHONY: run test-fast test test-thorough test-corpus test-web test-live test-heavy conformance check bench bench-field \
	snapshots docs site bundle format clean announce

run: .venv/installed  ## Start the server with the sample documents
	@mkdir -p playground && cp -n samples/* playground/ 2>/dev/null || true
	$(BIN)/quire serve --port $(PORT) --root playground playground/*.md playground/*.docx

test-fast: .venv/testing  ## The engine, the tools and the protocol, with Python alone: two minutes
	QUIRE_TESTS=fast $(PYTEST) -m "not ($(PROGRAMS) or $(THOROUGH) or process or slow)"

test: announce .venv/developing  ## What proves the product, with LibreOffice, Microsoft's validator and a browser: ten minutes
	$(PYTEST) -m "not ($(THOROUGH))"

test-thorough: .venv/developing  ## All examples of the laws, every edited file judged, every real file, hostile input
	QUIRE_TESTS=thorough $(PYTEST) -m "(law or long or corpus or judged) and not heavy"

test-corpus: .venv/developing  ## Every real file, edited and judged
	$(PYTEST) -m corpus

test-web: .venv/developing  ## The page in a real browser
	$(PYTEST) tests/web -m "not heavy"

test-live: .venv/developing  ## The Word tools over the add-in, in a real browser
	$(PYTEST) tests/word -m live

test-heavy: .venv/developing  ## Kills, failovers and load, and each defence taken away
	$(PYTEST) -m "heavy and not corpus" $(ALONE:%=--ignore %)
	$(BIN)/pytest $(ALONE) -m heavy

conformance: .venv/developing  ## The protocol's own suite and its Inspector
	$(BIN)/python -m tests.conformance

check: .venv/testing  ## Style, types, imports, generated files
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m docs.readme --check
	$(BIN)/python -m docs.pages --check
	$(BIN)/python -m release.registry --check
	$(BIN)/python -m web.protocol --check
	$(BIN)/python -m web.check

bench: .venv/developing  ## Bounds, and Quire beside others: writes docs/benchmarks.md; most of an hour
	$(BIN)/python -m benchmarks

bench-field: .venv/developing  ## Only Quire beside others
	$(BIN)/python -m benchmarks.field

snapshots: .venv/testing  ## Write down what clients see of each tool
	$(BIN)/python -m tests.snapshot

docs: .venv/testing  ## Generate the tables and pages that are made from the code
	$(BIN)/python -m docs.readme
	$(BIN)/python -m docs.pages
	$(BIN)/python -m release.registry
	$(BIN)/python -m web.protocol

site: .venv/developing  ## The documentation as a site with search, in build/site
	$(BIN)/python -m docs.site

bundle: .venv/developing  ## Pack what desktop clients install with a click: dist/*.mcpb
	$(BIN)/python -m release.bundle

format: .venv/testing
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/python -m web.check --write

clean:
	rm -rf .venv playground web/node_modules src/quire/server/page

.venv/ready:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Quire needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	@echo "Making a Python environment in .venv ..."
	@$(PYTHON) -m venv .venv || { test "$$(id -u)" = 0 && apt-get update && apt-get install -y python3-venv && $(PYTHON) -m venv .venv; }
	@$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'  # the first that knows dependency groups
	@touch $@

.venv/installed: .venv/ready pyproject.toml $(PAGE)
	@echo "Installing Quire and what it stands on into .venv: a minute or two, most of it downloads ..."
	@$(BIN)/pip install --quiet --editable .
	@touch $@

.venv/testing: .venv/installed tests/corpus.py
	@echo "Installing what tests and checks need, and fetching real documents for them: a minute or two ..."
	@$(BIN)/pip install --quiet --editable . --group dev
	$(BIN)/python -m tests.corpus
	@touch $@

.venv/developing: .venv/testing tests/package.json tests/programs.py
	@echo "Installing the programs that tests run ..."
	$(BIN)/python -m tests.node
	$(BIN)/python -m tests.programs
	@touch $@

announce:
	@test -f .venv/developing || echo "First, once: Python packages into .venv, npm packages into web/ and tests/, real documents into .venv," \
		"and, where root may install them, LibreOffice, Chromium and poppler from Debian: five minutes, 2 GB."
	@echo "Then the tests: ten minutes on two cores (make test-fast: two)."
