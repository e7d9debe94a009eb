#!/usr/bin/env bash
# Installs the package into a clean environment as its README says, and runs its tests.
#
# Needs CPython 3.11 or later with venv and pip, Rust, a C compiler, GNU parallel, and Java 17 or later for Spark. What
# is missing is named, and is an error.
set -euo pipefail
cd "$(dirname "$0")/.."

die() {
  echo "error: $*" >&2
  exit 1
}

command -v python3 >/dev/null || die "python3 is missing: install python3 and python3-venv"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || die "python3 is older than 3.11"
python3 -c 'import venv, ensurepip' || die "python3 has no venv: install python3-venv"
command -v cargo >/dev/null || die "cargo is missing: install Rust"
command -v parallel >/dev/null || die "GNU parallel is missing: install parallel"
command -v java >/dev/null || die "java is missing: install openjdk-17-jre-headless"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

echo "== format and lints of the extension"
cargo fmt --check -p batchdoku-python
cargo clippy --locked -p batchdoku-python -- -D warnings

echo "== the program, as the judge of the tests"
cargo build --locked --bin batchdoku --features parquet
BATCHDOKU=$(realpath "${CARGO_TARGET_DIR:-target}")/debug/batchdoku
export BATCHDOKU

echo "== install by the README's line"
python3 -m venv "$scratch/venv"
line=$(sed -n '/<!-- install -->/,/^```$/p' python/README.md | sed '1,2d;$d')
PATH="$scratch/venv/bin:$PATH" bash -euxc "$line"

echo "== tests"
# Spark alone is half a gigabyte: a cache would hold it twice more. An interrupted transfer is tried again.
for attempt in 1 2 3; do
  if "$scratch/venv/bin/pip" install --quiet --no-cache-dir -r python/requirements-test.txt; then break; fi
  [ $attempt != 3 ] || die "cannot install what the tests need"
  df -h "$scratch"
done
"$scratch/venv/bin/ruff" check python
"$scratch/venv/bin/ruff" format --check python
"$scratch/venv/bin/mypy" --config-file python/pyproject.toml python/batchdoku
# Not from the tree: it has no extension module.
cp -r python/tests python/examples python/benches python/README.md python/pyproject.toml "$scratch"
BATCHDOKU_ROOT=$PWD PYTHONPATH= "$scratch/venv/bin/python" -m pytest -q -rs --durations=5 "$scratch/tests"
