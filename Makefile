# Needs Python 3.11 or newer, git and make, and the network the first time.
#   make play ARGS="list"        PYTHON=python3.12 make test        make test PYTEST_ARGS="-n 0 -k retreat"

PYTHON ?= python3
ARGS ?=
PYTEST_ARGS ?= -n auto --dist worksteal

VENV := .venv
PY := $(VENV)/bin/python
PIP_INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check --no-input
# Every package in constraints.txt has a hash. Our own package has none, so it is installed separately.
INSTALL_OURS = $(PIP_INSTALL) --no-deps --editable .
PIP_COMPILE = $(VENV)/pins/bin/pip-compile --quiet --generate-hashes --strip-extras --no-annotate --no-header \
    --no-emit-index-url --no-emit-find-links --allow-unsafe
PIP_HELP := "If this keeps failing although the network is up, run 'make clean' and try again."
WHEELS := dist
# Rebuilt when the versions or the metadata change; other runs start at once.
PLAY_READY := $(VENV)/.ready-to-play
DEV_READY := $(VENV)/.ready-to-develop
# An environment whose Python is gone (after an upgrade, or in a moved folder) is rebuilt.
$(shell test -x $(PY) || rm -f $(VENV)/.ready-*)

# The tests start hundreds of programs. If Python may not store compiled modules, that costs minutes.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play check test lint format bench coverage mutants puzzles games long screens picture pictures manual docs \
    single-file deb pins hooks clean

help:
	@echo "make play    play (ARGS=\"...\" goes to the westwall command)"
	@echo "make check   lint, then the fast tests, for daily work"
	@echo "make test    lint, then every test, before a change lands"
	@echo "make lint    style, types and import rules"
	@echo "make format  fix the style as far as possible"
	@echo "make bench   measure the figures that the project promises"
	@echo "make coverage report the branches of the rules that the engine's fast tests never take"
	@echo "make mutants change the rules place by place, and list changes that no test notices (ARGS=\"NAME*\")"
	@echo "make puzzles prove every puzzle and check the prover by brute force, for many minutes"
	@echo "make games   play random games, and kill programs in hosted ones, 20 times as often as make test"
	@echo "make long    run all cases of the tests of which make test runs a sample"
	@echo "make screens accept the screens of tests/screens as they are now"
	@echo "make picture make the pictures of the screen in docs again"
	@echo "make pictures draw the boards in docs/boards again"
	@echo "make manual  make the manual page and the tables in docs again"
	@echo "make docs    build the site in build/site: the pages of docs and a reference of the library"
	@echo "make single-file build dist/westwall.pyz, which runs with any Python from 3.11 on, without pip"
	@echo "make deb     build the Debian package dist/westwall_VERSION_all.deb, which needs only python3"
	@echo "make pins    rewrite constraints.txt with the newest versions"
	@echo "make hooks   have git check the subjects of your commit messages"
	@echo "make clean   remove the environment and all caches, but no saved games"

# Without a terminal, as in a pipe or on a build machine, show a game of the computer in lines instead.
play: $(PLAY_READY)
	@if [ -n "$(strip $(ARGS))" ] || { [ -t 0 ] && [ -t 1 ]; }; then $(PY) -m westwall_tui $(ARGS); \
	else $(PY) -m westwall_tui demo; fi

check: lint
	@$(PY) -m pytest -m "not slow" $(PYTEST_ARGS)

# Many tests wait for programs, terminals and clocks, so one more worker than processors keeps the processors busy. With a second
# one they are never idle, but that takes as long, because each worker reads all tests.
test: export PYTEST_XDIST_AUTO_NUM_WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
test: lint
	@$(PY) -m pytest $(PYTEST_ARGS)

lint: $(DEV_READY)
	@$(PY) -m ruff check --quiet
	@$(PY) -m ruff format --quiet --check || { echo "'make format' fixes this."; exit 1; }
	@$(PY) -m mypy --no-error-summary
	@$(VENV)/bin/lint-imports --no-logo > $(VENV)/imports.log 2>&1 || { cat $(VENV)/imports.log; exit 1; }
	@$(PY) -m tests.english
	@echo "style, types, import rules and English: good"

# Only in this checkout; 'git config --unset core.hooksPath' ends it.
hooks:
	@git config core.hooksPath .githooks

format: $(DEV_READY)
	@$(PY) -m ruff check --quiet --fix-only
	@$(PY) -m ruff format --quiet

bench: $(DEV_READY)
	@$(PY) -m benchmarks $(ARGS)

# Only the engine's own tests count: a branch that only random games reach is not tested.
coverage: $(DEV_READY)
	@$(PY) -m coverage run -m pytest -n 0 -m "not slow" tests/engine
	@$(PY) -m coverage report

# Works on a copy in mutants/, which also stores the results so far. Then: .venv/bin/mutmut results, mutmut show NAME.
mutants: $(DEV_READY)
	@$(PY) -m mutmut run --max-children 1 $(ARGS)

# Does with all puzzles and positions what `make test` does with a sample.
puzzles: $(DEV_READY)
	@WESTWALL_WHOLE=1 $(PY) -m pytest $(PYTEST_ARGS) tests/learn/puzzles/test_prover.py tests/learn/puzzles/test_catalog.py

# Plays more games and kills more programs than `make test`.
games: $(DEV_READY)
	@WESTWALL_RANDOM_GAMES=20 WESTWALL_KILLS=50 WESTWALL_WHOLE_GAMES=1 $(PY) -m pytest $(PYTEST_ARGS) \
	    tests/engine/test_random_play.py tests/engine/test_legal.py tests/files/sessions/test_kill.py tests/ui/test_kills.py \
	    tests/net/test_kills.py tests/net/test_whole_games.py tests/net/test_terminals.py

# Does with all cases, boards, sizes and positions what `make test` does with a sample.
long: $(DEV_READY)
	@WESTWALL_LONG=1 $(PY) -m pytest $(PYTEST_ARGS) $$(grep -rlE '^from tests(\.long)? import .*(long|sample|paired|LONG)' tests)

screens: $(DEV_READY)
	@PYTHONPATH=. $(PY) -m tests.screens.record

picture: $(DEV_READY)
	@PYTHONPATH=. $(PY) docs/picture.py

manual: $(DEV_READY)
	@$(PY) -m westwall_tui manual > docs/westwall.6
	@$(PY) docs/generated.py

pictures: $(DEV_READY)
	@mkdir -p docs/boards
	@for board in scenarios/*/board.toml; do \
	    battle=$$(basename $$(dirname $$board)); \
	    $(PY) -m westwall_tui board $$battle --svg docs/boards/$$battle.svg || exit 1; \
	done

docs: $(DEV_READY)
	@$(VENV)/bin/mkdocs build --strict --quiet

# Everything that the game needs, except modules compiled for one Python. `python3 build/single` plays.
SINGLE := build/.single-ready
PROGRAM := build/single
$(SINGLE): $(PLAY_READY) LICENSE README.md $(shell find westwall_tui scenarios docs/westwall.6 -type f ! -name '*.pyc')
	@rm -rf $(PROGRAM) && mkdir -p build
	@sed '/^# -- development/,$$d' constraints.txt | sed '/^tomli==/,/^[a-z#]/{/^tomli==/d;/^ /d}' > $(VENV)/single.txt
	@$(PIP_INSTALL) --no-compile --require-hashes --requirement $(VENV)/single.txt --target $(PROGRAM)
	@$(PIP_INSTALL) --no-compile --upgrade --no-deps --target $(PROGRAM) .
	@rm -rf $(PROGRAM)/bin $(PROGRAM)/share && cp westwall_tui/__main__.py $(PROGRAM)
	@touch $@

# Python runs the file without unpacking it: it needs no writable folder and leaves no copies. Python compiles it
# at each start, which takes a second, unless it is the version that built the file.
single-file: $(SINGLE)
	@mkdir -p $(WHEELS) && rm -rf build/zipped && cp -r $(PROGRAM) build/zipped
	@$(PY) -m compileall -q -b -s build/zipped --invalidation-mode unchecked-hash build/zipped
	@$(PY) -m zipapp build/zipped --compress --python '/usr/bin/env python3' --output $(WHEELS)/westwall.pyz
	@echo "python3 $(WHEELS)/westwall.pyz"

# The same modules as a Debian package, with manual page and completion. Debian's own Textual is too old to depend on.
DEB = build/deb
DOC = $(DEB)/usr/share/doc/westwall
VERSION = $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' westwall_tui/__init__.py)
deb: $(SINGLE)
	@rm -rf $(DEB) && mkdir -p $(WHEELS) $(DEB)/DEBIAN $(DEB)/usr/games $(DEB)/usr/share $(DOC)
	@cp -r $(PROGRAM) $(DEB)/usr/share/westwall
	@printf '#!/bin/sh\nexec /usr/bin/python3 /usr/share/westwall "$$@"\n' > $(DEB)/usr/games/westwall
	@find $(PROGRAM)/*.dist-info -type f -iname '*licen[cs]e*' ! -path '*westwall*' | sort | \
	    xargs tail -n +1 LICENSE scenarios/LICENSE > $(DOC)/copyright
	@install -D -m 644 docs/westwall.6 $(DEB)/usr/share/man/man6/westwall.6 && gzip -9n $(DEB)/usr/share/man/man6/westwall.6
	@gzip -9nc CHANGELOG.md > $(DOC)/changelog.gz
	@mkdir -p $(DEB)/usr/share/bash-completion/completions
	@$(PY) -B $(DEB)/usr/share/westwall completion bash > $(DEB)/usr/share/bash-completion/completions/westwall
	@printf '#!/bin/sh\nset -e\npy3compile -p westwall /usr/share/westwall\n' > $(DEB)/DEBIAN/postinst
	@printf '#!/bin/sh\nset -e\npy3clean -p westwall /usr/share/westwall\n' > $(DEB)/DEBIAN/prerm
	@printf '%s\n' 'Package: westwall' 'Version: $(VERSION)' 'Architecture: all' 'Section: games' 'Priority: optional' \
	    'Depends: python3 (>= 3.11)' 'Homepage: https://github.com/westwall-tui/westwall' \
	    'Maintainer: the westwall developers <westwall-tui@users.noreply.github.com>' \
	    "Description: SPI's WestWall war games in a terminal, every rule enforced" \
	    ' Arnhem, Bastogne, Hurtgen Forest and Remagen on maps of hexes, for two players or' \
	    ' against the computer. Lessons teach the game.' > $(DEB)/DEBIAN/control
	@chmod -R u=rwX,go=rX $(DEB) && chmod 755 $(DEB)/usr/games/westwall $(DEB)/DEBIAN/postinst $(DEB)/DEBIAN/prerm
	@dpkg-deb --root-owner-group --build $(DEB) $(WHEELS)/westwall_$(VERSION)_all.deb

pins: $(PY)
	@rm -rf $(VENV)/pins
	@$(PYTHON) -m venv $(VENV)/pins
	@$(VENV)/pins/bin/python -m pip install --quiet --disable-pip-version-check --no-input pip-tools
	@$(PIP_COMPILE) --extra fast --output-file $(VENV)/pins/game.txt pyproject.toml
	@$(PIP_COMPILE) --extra fast --extra dev --constraint $(VENV)/pins/game.txt --output-file $(VENV)/pins/all.txt pyproject.toml
	@{ sed '/^# -- the game/,$$d' constraints.txt; echo '# -- the game'; cat $(VENV)/pins/game.txt; \
	    echo '# -- development'; \
	    awk 'NR == FNR { seen[$$1] = 1; next } /^[A-Za-z]/ { skip = $$1 in seen } !skip' \
	        $(VENV)/pins/game.txt $(VENV)/pins/all.txt; } > $(VENV)/pins.txt
	@mv $(VENV)/pins.txt constraints.txt && rm -rf $(VENV)/pins
	@git --no-pager diff --stat constraints.txt

clean:
	@rm -rf $(VENV) build dist mutants .coverage *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	@find westwall_tui tests benchmarks examples -name __pycache__ -prune -exec rm -rf {} +

$(PY):
	@command -v "$(PYTHON)" > /dev/null || { echo "There is no '$(PYTHON)' here. Install Python 3.11 or newer," \
	    "or say where it is: make PYTHON=/path/to/python3"; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "westwall needs Python 3.11 or newer;" \
	    "'$(PYTHON)' is $$("$(PYTHON)" --version 2>&1). If you have a newer one: make PYTHON=python3.12"; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2> /dev/null || { echo "'$(PYTHON)' cannot make environments:" \
	    "its venv module is missing. On Debian or Ubuntu: sudo apt install python3-venv"; exit 1; }
	@echo "Setting up $(VENV), just this once ..."
	@"$(PYTHON)" -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }

$(PLAY_READY): $(PY) pyproject.toml constraints.txt
	@echo "Installing what the game needs ..."
	@sed '/^# -- development/,$$d' constraints.txt > $(VENV)/game.txt
	@$(PIP_INSTALL) --require-hashes --requirement $(VENV)/game.txt && $(INSTALL_OURS) || { echo $(PIP_HELP); exit 1; }
	@touch $@

# The list is complete, so pip need not look for dependencies. It need not compile two million lines either, most of which are
# never read: Python compiles the rest when it first reads them. Together that saves a third of this step.
$(DEV_READY): $(PY) pyproject.toml constraints.txt
	@echo "Installing what development needs ..."
	@$(PIP_INSTALL) --no-deps --no-compile --require-hashes --requirement constraints.txt && $(INSTALL_OURS) || \
	    { echo $(PIP_HELP); exit 1; }
	@touch $(PLAY_READY) $@
