# Everything that one does with the project. Only Python 3.11+ and make are needed first.
PYTHON ?= python3
PORT ?= 8765
BIN := .venv/bin
PAGE := $(shell find web \( -name node_modules -o -name __pycache__ \) -prune -o -type f -print)

.PHONY: run test test-web test-live test-heavy test-corpus conformance check bench bench-field snapshots docs site bundle format clean

run: .venv/installed  ## Start the server with the sample documents
	@mkdir -p playground && cp -n samples/* playground/ 2>/dev/null || true
	$(BIN)/quire serve --port $(PORT) --root playground playground/*.md playground/*.docx

test: .venv/developing  ## The whole suite but for what has a target of its own
	$(BIN)/pytest -m "not heavy and not corpus and not live and not long" --ignore tests/web --numprocesses auto --dist worksteal

test-long: .venv/developing  ## Any content in any place, any call after any other, and what means ill: minutes
	$(BIN)/pytest -m "long and not live" --numprocesses auto --dist loadfile

test-web: .venv/developing  ## The page in a real browser
	$(BIN)/pytest tests/web --numprocesses auto --dist worksteal

test-live: .venv/developing  ## The Word tools over the add-in, in a real browser
	$(BIN)/pytest tests/word -m live --numprocesses auto --dist worksteal

test-heavy: .venv/developing  ## Kills, failovers and load: minutes
	$(BIN)/pytest -m "heavy and not corpus"

test-corpus: .venv/developing  ## Every real Word file, edited and judged: many minutes
	$(BIN)/pytest -m corpus --numprocesses auto

conformance: .venv/developing  ## The protocol's own suite and its Inspector
	$(BIN)/python -m tests.conformance

check: .venv/developing  ## Style, types, imports, generated files
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

snapshots: .venv/developing  ## Write down what clients see of each tool
	$(BIN)/python -m tests.snapshot

docs: .venv/developing  ## Generate the tables and pages that are made from the code
	$(BIN)/python -m docs.readme
	$(BIN)/python -m docs.pages
	$(BIN)/python -m release.registry
	$(BIN)/python -m web.protocol

site: .venv/developing  ## The documentation as a site with search, in build/site
	$(BIN)/python -m docs.site

bundle: .venv/developing  ## Pack what desktop clients install with a click: dist/*.mcpb
	$(BIN)/python -m release.bundle

format: .venv/developing
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

.venv/developing: .venv/installed tests/package.json tests/corpus.py tests/debian.py
	@echo "Installing what tests and checks need ..."
	@$(BIN)/pip install --quiet --editable . --group dev
	$(BIN)/python -m tests.node
	$(BIN)/python -m tests.corpus
	$(BIN)/python -m tests.debian
	@touch $@
