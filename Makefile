# `make help` lists what can be done.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
# The same order of tests in every worker.
PYTEST := PYTHONHASHSEED=0 $(BIN)/python -m pytest -q -n auto --dist loadfile
export REFLEX_TELEMETRY_ENABLED = false

.DEFAULT_GOAL := help
.PHONY: help run test setup web check fmt lint types arch unit contract e2e docker-test docs cov bench wheel lock completeness api clean

help: ## show this list
	@grep -E '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

run: web ## set up if needed, then serve the studio on one port
	@$(BIN)/studio ui $(ARGS)

test: web unit contract e2e ## set up if needed, then run every test

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "Studio needs Python 3.11 or newer. Name one: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing pinned dependencies..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(STAMP)

web: setup ## build the front end if its sources changed
	@$(BIN)/python -m studio.ui.build

check: lint types arch unit contract ## what must be green before a landing

fmt: setup ## format and mend what can be mended
	@$(BIN)/ruff format studio tests
	@$(BIN)/ruff check --fix studio tests

lint: setup
	@$(BIN)/ruff format --check studio tests
	@$(BIN)/ruff check studio tests

types: setup
	@$(BIN)/pyright

arch: setup
	@$(BIN)/lint-imports

unit: setup
	@$(PYTEST) tests/unit

contract: setup
	@$(PYTEST) tests/contract

# Playwright keeps an event loop of its own in its process, so browser tests have one to themselves.
e2e: web ## browser, server and command-line tests
	@$(PYTEST) -n 2 tests/e2e/cli tests/e2e/server
	@$(PYTEST) -n 2 tests/e2e/browser || { echo "Once more, one at a time, what failed:"; \
	$(PYTEST) -n 0 tests/e2e/browser --last-failed --last-failed-no-failures none; }

cov: setup ## branch coverage of unit and contract tests
	@$(BIN)/python -m pytest tests/unit tests/contract -q --cov=studio --cov-branch --cov-report=term-missing:skip-covered

bench: web ## measure and print; asserts nothing about time
	@$(BIN)/python -m tests.bench

docker-test: setup ## build and run an exported image; needs a Docker daemon and a package index
	@$(BIN)/python -m pytest tests/e2e/docker -q -m docker

docs: setup ## write the pages that come from the program itself
	@$(BIN)/python -m studio.domain.rules.catalogue > docs/checks.md
	@$(BIN)/python -m tests.contract.house.error_codes > docs/errors.md

wheel: web ## build the wheel with the front end inside
	@rm -rf dist && $(BIN)/python -m build --wheel --no-isolation -o dist . >/dev/null && ls dist

lock: setup ## write what is installed into constraints.txt
	@$(BIN)/python -m pip freeze --exclude-editable | sort -f > constraints.txt

completeness: wheel ## share of the public surface that is typed
	@$(BIN)/python -m tests.bench.completeness

api: setup ## write down the public surface; read the diff
	@$(BIN)/python -m tests.contract.public_api

clean: ## remove everything that was built
	@rm -rf .web studio/_web dist build coverage .pytest_cache .ruff_cache
