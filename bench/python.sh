#!/bin/sh
# Compares arbiter.chess and arbiter.batch with python-chess by CPU time per call, in alternation. bench/python.sh BUILD
# python-chess must be installed for /usr/bin/python3 or in the folder that PYTHON_CHESS names; otherwise only ours is
# measured, beside three published figures of another machine.
set -eu
cd "$(dirname "$0")/.."
build=$(cd "${1:?"usage: $0 BUILD"}" && pwd)
top=$PWD
python=${PYTHON:-/usr/bin/python3}
"$python" -c 'import setuptools, wheel' 2>/dev/null || { echo "python: no $python with setuptools and wheel, nothing to run"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd bindings/python && cp -r setup.py pyproject.toml README.md arbiter src "$work/")
rm -f "$work"/arbiter/*.so
(cd "$work" && ARBITER_LIBRARY=$build/libarbiter.a ARBITER_INCLUDE=$top/include "$python" setup.py -q build_ext --inplace \
    >log 2>&1 || { cat log; exit 1; })
PYTHONPATH=$work${PYTHON_CHESS:+:$PYTHON_CHESS} PYTHONDONTWRITEBYTECODE=1 "$python" bench/programs/python_calls.py ${BENCH_RESULTS:+"$BENCH_RESULTS"}
