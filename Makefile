# The front door. CMake is the build: see CMakeLists.txt.
#   make          build/arbiter, optimised, and the library
#   make run      starts the board page and prints its address
#   make check    the whole check; all that .ci/run calls
#   make deep     the long tiers, hours (TIERS=... for some): docs/trust.md
#   make fuzz     every fuzz target for MINUTES=5 (TARGET=... for one, BY=afl for AFL++)
#   make coverage what the tests reach of the source
#   make mutation what the tests notice of changed operators and constants (COUNT=150)
#   make quick    unit and golden tests, in seconds
#   make bench    speed beside the peers
#   make check-cluster   collections over Slurm and GNU parallel, on this machine (docs/cluster.md)
#   make golden   rewrites the expected output of the golden tests: review the diff
#   make wasm     the package for JavaScript, dist/js (bindings/js/README.md)
#   make dist     source archive, SBOM, npm and Python packages, static commands, with checksums: dist/
#   make python   the package for Python, wheel and sdist in dist/python (bindings/python/README.md)
#   make install  into PREFIX (/usr/local), under DESTDIR if set
MAKEFLAGS += --no-print-directory
PREFIX ?= /usr/local
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

all: build/Makefile
	@cmake --build build -j $(JOBS) --target product

build/Makefile:
	@command -v cmake >/dev/null || { echo 'cmake is missing: try tools/install-deps build'; exit 1; }
	@cmake -S . -B build -G "Unix Makefiles" -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null || \
	    { rm -f $@; echo 'What is missing, tools/install-deps build installs on Debian.'; exit 1; }

run:
	@tools/install-deps build
	@$(MAKE) all >/dev/null
	@engines=; for engine in stockfish fairy-stockfish; do \
	    [ ! -x /usr/games/$$engine ] || engines=$${engines:+$$engines,}$$engine; done; \
	exec build/arbiter serve $${engines:+--engine $$engines}

check:
	@tools/install-deps check
	@tools/check

deep:
	@tools/install-deps deep
	@tools/deep $(TIERS)

fuzz:
	@tools/install-deps deep
	@tests/fuzz/run $(or $(MINUTES),5) "$(TARGET)" $(or $(BY),libfuzzer)

coverage:
	@tools/install-deps deep
	@tools/coverage

mutation:
	@tools/install-deps check
	@tools/mutate $(COUNT)

check-cluster:
	@tools/install-deps cluster
	@$(MAKE) all
	@cmake --build build -j $(JOBS) --target bench-pgn_generate
	@tests/cluster/run build


quick: build/Makefile
	@cmake --build build -j $(JOBS)
	@ctest --test-dir build -j $(JOBS) --output-on-failure --label-regex quick

golden: all
	@tools/golden --update build

bench: build/Makefile
	@cmake --build build -j $(JOBS) >/dev/null
	@bench/run build

wasm:
	@tools/install-deps check
	@bindings/js/build dist/js

dist:
	@tools/install-deps deep
	@tools/dist

python:
	@tools/install-deps check
	@bindings/python/build dist/python

install: all
	@cmake --install build --prefix $(PREFIX)
	@[ "$(PREFIX)" = /usr/local ] || echo 'pkg-config finds it by PKG_CONFIG_PATH=$(PREFIX)/lib/pkgconfig'

clean:
	rm -rf build build-check build-deep build-fuzz dist

.PHONY: all run check check-cluster deep fuzz coverage mutation quick golden bench wasm python dist install clean
