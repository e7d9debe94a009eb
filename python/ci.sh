#!/usr/bin/env bash
# Installs the package into a clean environment as its README says, and runs its tests.
#
#   python/ci.sh          all but those of Apache Spark
#   python/ci.sh spark    those alone
#
# Needs CPython 3.11 or later with venv and pip, Rust and a C compiler; GNU parallel and Node.js, and Java 17 or later for
# Spark.
# What is missing is named, and is an error. Format and lints of the extension are steps of .ci/run.
set -euo pipefail
cd "$(dirname "$0")/.."

die() {
  echo "error: $*" >&2
  exit 1
}

needs() { command -v "$1" >/dev/null || die "$1 is missing: install $2"; }

needs python3 "python3 and python3-venv"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || die "python3 is older than 3.11"
python3 -c 'import venv, ensurepip' || die "python3 has no venv: install python3-venv"
needs cargo Rust
requirements=(-r python/requirements-test.txt)
case ${1:-} in
  "")
    needs parallel parallel
    needs node nodejs
    ;;
  spark)
    needs java openjdk-17-jre-headless
    requirements+=(-r python/requirements-spark.txt)
    ;;
  *) die "there are no tests '$1'" ;;
esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

echo "== the program, as the judge of the tests"
cargo build --locked -p batchdoku --bin batchdoku --features parquet
BATCHDOKU=$(realpath "${CARGO_TARGET_DIR:-target}")/debug/batchdoku
export BATCHDOKU

echo "== install by the README's line"
python3 -m venv "$scratch/venv"
line=$(sed -n '/<!-- install -->/,/^```$/p' python/README.md | sed '1,2d;$d')
PATH="$scratch/venv/bin:$PATH" bash -euxc "$line"

echo "== tests"
# A cache would hold half a gigabyte of Spark twice more. An interrupted transfer is tried again.
for attempt in 1 2 3; do
  if "$scratch/venv/bin/pip" install --quiet --no-cache-dir "${requirements[@]}"; then break; fi
  [ $attempt != 3 ] || die "cannot install what the tests need"
  df -h "$scratch"
done
# Not from the tree: it has no extension module.
cp -r python/tests python/examples python/benches python/README.md python/pyproject.toml "$scratch"
mypy() { "$scratch/venv/bin/mypy" --config-file python/pyproject.toml "$@"; }
tests() { BATCHDOKU_ROOT=$PWD PYTHONPATH='' "$scratch/venv/bin/python" -m pytest -q -rs --durations=5 "$@"; }
if [ "${1:-}" = spark ]; then
  mypy python/batchdoku/spark.py
  tests "$scratch/tests/test_spark.py"
else
  "$scratch/venv/bin/ruff" check python
  "$scratch/venv/bin/ruff" format --check python
  mypy --exclude '/spark\.py$' python/batchdoku
  # What users' type checkers make of it: each misuse that they let pass is an error.
  mypy python/tests/typed.py
  "$scratch/venv/bin/pyright" --pythonpath "$scratch/venv/bin/python" --project python
  tests --ignore "$scratch/tests/test_spark.py" "$scratch/tests"
fi
