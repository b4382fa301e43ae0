# `make` alone prints this list. Each target's line after ## is its help.
.DEFAULT_GOAL := help
.PHONY: help setup client play cluster test headless browser browser-after quick check bench screens docs golden rules mutants league proof proof-cluster audit pythons FORCE
.DELETE_ON_ERROR:

BIN := .venv/bin
READY := .venv/ready
TOOLS := .venv/ready-tools
CODE := $(wildcard src tests tools bench)
PYTHON ?= python3
# In CI a failed test is tried once more, and the summary names it: one that needs it is a bug. The
# summary also says which tests take longest.
RETRY := $(if $(CI),--reruns 1 -raR --durations=40 --durations-min=3)

HEADLESS := $(BIN)/python -m pytest --dist worksteal -p no:playwright --ignore=tests/web $(RETRY)
BROWSER := $(BIN)/python -m pytest tests/web $(RETRY)

# Without its bytecode kept, each of the many processes that tests start would compile all of Freehold.
unexport PYTHONDONTWRITEBYTECODE

# A virtual environment knows its own path, so a moved or copied tree needs a new one.
ifneq ($(shell cat $(READY) 2>/dev/null),$(CURDIR))
$(READY) $(TOOLS): FORCE
else ifneq ($(shell cat $(TOOLS) 2>/dev/null),$(CURDIR))
$(TOOLS): FORCE
endif

# What playing needs; and what tests and checks need, which is that and more.
$(READY): pyproject.toml constraints.txt tools/setup.sh
	@sh tools/setup.sh play

$(TOOLS): pyproject.toml constraints.txt tools/setup.sh
	@sh tools/setup.sh tools

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

setup: $(TOOLS) ## make .venv with the package and its tools in it (the others call it)
	@:

client: ## build the browser client, if web/ has changed (the others call it)
	@$(PYTHON) tools/client.py

play: $(READY) client ## build the client and serve it: open the printed address (HOST=0.0.0.0 lets others in)
	@$(BIN)/freehold serve $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT)) $(ARGS)

cluster: $(TOOLS) client ## several nodes as one site on this machine, to try out (NODES=3, PORT=8000)
	@$(BIN)/python tools/cluster.py $(or $(NODES),3) $(if $(PORT),--port $(PORT))

test: $(TOOLS) client ## run all tests, those in a browser beside the others (ARGS="..." chooses some of the others)
	@$(PYTHON) tools/client.py run test
	@sh tools/postgres.sh >/dev/null
	@sh tools/nats.sh >/dev/null
	@$(if $(ARGS),$(HEADLESS) -n 3 $(ARGS),$(MAKE) --no-print-directory -j 2 headless browser-after)

browser: $(TOOLS) client ## run the tests in a browser, one after the other (a part of `make test`)
	@$(BROWSER) $(ARGS)

# The two parts of `make test`. A browser's tests wait a lot, so both fit on two cores. What those say comes last.
headless:
	@$(HEADLESS) -n 2

browser-after:
	@mkdir -p build
	@$(BROWSER) >build/browser.log 2>&1; result=$$?; cat build/browser.log; exit $$result

quick: $(TOOLS) ## run the fast tests, in under a minute
	@$(HEADLESS) -n 2 -m "not slow" $(ARGS)

check: $(TOOLS) ## lint, format, types, the import ladder, purity, generated files, wording, the client's types and ladder
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy --strict $(CODE)
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m pytest -q tests/test_architecture.py
	$(BIN)/python tools/protocol.py --check
	$(BIN)/python tools/vectors.py --check
	$(BIN)/python tools/words.py
	$(PYTHON) tools/client.py run check

bench: $(TOOLS) ## measure speed
	@$(BIN)/python bench/run.py $(ARGS)

screens: $(TOOLS) client ## take pictures of every screen into docs/screens (ARGS="home settings": only these)
	@$(BIN)/python tools/screens.py $(ARGS)

docs: $(TOOLS) ## build the documentation site into build/site, and check its links
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet && echo "Open build/site/index.html."

golden: $(TOOLS) ## rewrite the golden playthroughs; read the diff before you keep it
	@$(BIN)/python tools/golden.py $(ARGS)

rules: $(TOOLS) ## list every clause of the rulebooks with the tests that carry it
	@$(BIN)/python tools/rules.py $(ARGS)

mutants: $(TOOLS) ## break code in small ways and see that tests notice (GAME=land-grab, PART=server)
	@test -n "$(GAME)$(PART)" || { echo "make mutants needs a game or a part (match, protocol, store, server), as in: \
	make mutants GAME=land-grab, make mutants PART=server/match/live.py" >&2; exit 2; }
	@$(BIN)/python tools/mutants.py $(or $(PART),$(GAME)) $(ARGS)

league: $(TOOLS) ## five bots with a dialled error, over 200 matches of each game, killed twice on the way (about ten minutes)
	@$(BIN)/python tools/dialled_league.py $(ARGS)

proof: $(TOOLS) ## try every claim of docs/proof.md on many seeds, within an hour (ARGS="--list" says which there are)
	@$(BIN)/python tools/proof.py $(ARGS)

proof-cluster: $(TOOLS) ## three nodes, PostgreSQL and NATS that are killed, frozen and cut off under players of all games
	@sh tools/postgres.sh >/dev/null
	@sh tools/nats.sh >/dev/null
	@$(BIN)/python -m tests.cluster.proving $(ARGS)

audit: ## ask whether weaknesses are known in what we depend on (needs the network)
	@$(PYTHON) tools/audit.py

pythons: ## run the golden fingerprints on every Python found, under two hash seeds
	@sh tools/pythons.sh
