# The front door. `make` lists what it opens.
PYTHON ?= python3
VENV := .venv
TOOLS := .tools
DEPLOY := .deploy
TYPESCRIPT := clients/typescript
BIN := $(VENV)/bin
GAME ?= blossom_ridge
PYTEST := $(BIN)/python -m pytest -q
FOR_AS_LONG_AS_IT_TAKES := -o faulthandler_timeout=0
MANIFESTS := pyproject.toml engines/pyproject.toml clients/python/pyproject.toml service/pyproject.toml
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Runs a command that has something to say only when it fails.
quietly = out=$$($(1) 2>&1) || { printf '%s\n' "$$out"; exit 1; }

# Makes an environment ($(1)) and installs a hashed lock ($(2)) in it, also where the system's
# Python has no ensurepip and its pip refuses to install for everybody (Debian).
define environment
@$(PYTHON) -c 'import sys; sys.exit("Croupier needs Python 3.11 or newer; this is %d.%d: set PYTHON=/path/to/python3" % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
@test -x $(1)/bin/python || $(PYTHON) -m venv $(1) >/dev/null 2>&1 || $(PYTHON) -m venv --clear --without-pip $(1)
@$(call pip,$(1)) install -q --require-hashes -r $(2)
endef
pip = if $(1)/bin/python -m pip --version >/dev/null 2>&1; then set -- $(1)/bin/python -m pip; \
	elif $(PYTHON) -m pip --version >/dev/null 2>&1; then set -- $(PYTHON) -m pip --python $(1)/bin/python; \
	else echo 'Croupier needs pip: install python3-pip' >&2; exit 1; fi; \
	PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore "$$@"

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: setup
setup: $(VENV)/ready ## Make .venv with everything pinned, and .venv/bin/croupier

$(VENV)/ready: requirements.lock $(MANIFESTS)
	$(call environment,$(VENV),requirements.lock)
	@$(call pip,$(VENV)) install -q --no-deps --no-build-isolation -e engines -e clients/python -e service
	@touch $@

$(TOOLS)/ready: requirements-tools.lock
	$(call environment,$(TOOLS),requirements-tools.lock)
	@touch $@

.PHONY: serve
serve: setup ## Run the service here (settings: .venv/bin/croupier serve --help)
	@$(BIN)/croupier serve

.PHONY: demo
demo: setup ## Watch the house play one whole game over gRPC, and verify it
	@$(BIN)/croupier demo

.PHONY: play
play: setup ## Play against the house in this terminal
	@$(BIN)/croupier play

.PHONY: test
test: setup ## Run every test at a twentieth of its stated quantity (minutes)
	@$(PYTEST) -n 2 --dist worksteal -m 'not alone' tests
	@$(PYTEST) -m alone tests

.PHONY: deploy
deploy: setup $(DEPLOY)/ready ## Render and check what is in deploy/ with the real engines
	@$(PYTEST) tests/deploy

.PHONY: deploy-tools
deploy-tools: $(DEPLOY)/ready ## Make .deploy, so that `make test` runs those checks, too

$(DEPLOY)/ready: requirements-deploy.lock
	$(call environment,$(DEPLOY),requirements-deploy.lock)
	@touch $@

.PHONY: typescript
typescript: setup typescript-tools ## Build the TypeScript client and run its tests (needs Node and npm)
	@cd $(TYPESCRIPT) && npm run --silent build
	@$(PYTEST) tests/typescript

.PHONY: typescript-tools
typescript-tools: $(TOOLS)/ready $(TYPESCRIPT)/node_modules/ready ## Install what it is built with, so that `make test` runs them, too

$(TYPESCRIPT)/node_modules/ready: $(TYPESCRIPT)/package-lock.json
	@$(call quietly,cd $(TYPESCRIPT) && npm ci)
	@touch $@

.PHONY: proof
proof: setup ## Run every test at its full stated quantity (an hour or more)
	@CROUPIER_FULL=1 $(PYTEST) $(FOR_AS_LONG_AS_IT_TAKES) -n 2 --dist worksteal -m 'not alone' tests
	@CROUPIER_FULL=1 $(PYTEST) $(FOR_AS_LONG_AS_IT_TAKES) -m alone tests

.PHONY: laws
laws: setup ## Prove a game's laws at random tables (GAME=blossom_ridge, FULL=1 for all of them)
	@CROUPIER_FULL=$(FULL) $(PYTEST) $(FOR_AS_LONG_AS_IT_TAKES) -n 2 --dist worksteal -rP tests/engines/$(GAME)/test_laws.py

.PHONY: playthroughs
playthroughs: setup ## Write the playthrough files of every game again; then read the diff
	@CROUPIER_PLAYTHROUGHS=write $(PYTEST) tests/engines -k playthrough

.PHONY: bench
bench: setup ## Measure against a bare gRPC echo; writes bench/out
	@$(BIN)/python -m bench

.PHONY: check
check: setup $(TOOLS)/ready ## Format, lint, types, import contracts, protos, tidiness
	@$(BIN)/ruff check -q
	@$(call quietly,$(BIN)/ruff format --diff)
	@$(BIN)/mypy --no-error-summary
	@$(call quietly,$(BIN)/lint-imports)
	@$(call quietly,$(BIN)/python -m pytest -q --no-header tests/tidy)
	@$(call quietly,protos/check)

.PHONY: protos
protos: setup $(TOOLS)/ready ## Generate clients, descriptors and documents from protos/ again
	@protos/generate
	@$(BIN)/python -m protos.openapi
	@if command -v npm >/dev/null; then \
		$(MAKE) typescript-tools && cd $(TYPESCRIPT) && npm run --silent generate; \
	else echo 'The TypeScript stubs are left as they are: they need Node and npm'; fi

.PHONY: lock
lock: $(TOOLS)/ready ## Resolve the newest allowed dependencies into the lock files
	@$(call resolve,requirements.lock) --no-emit-package croupier --no-emit-package croupier-engines \
		--no-emit-package croupier-client $(filter-out pyproject.toml,$(MANIFESTS)) requirements.in
	@$(call resolve,requirements-tools.lock) requirements-tools.in
	@$(call resolve,requirements-deploy.lock) requirements-deploy.in
	@echo hatchling | $(call resolve,deploy/build.lock) -c requirements.lock -
	@$(call resolve,deploy/image.lock) -c requirements.lock --no-emit-package croupier \
		--no-emit-package croupier-engines --no-emit-package croupier-client $(filter-out pyproject.toml,$(MANIFESTS))
resolve = $(TOOLS)/bin/uv pip compile -q --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links -o $(1)
