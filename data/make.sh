#!/usr/bin/env bash
# Generates all files of this folder. Needs batchdoku on the PATH (or BATCHDOKU=path).
set -euo pipefail
cd "$(dirname "$0")"
run=${BATCHDOKU:-batchdoku}

"$run" generate -q -n 2000 --seed 1 --difficulty easy -o easy.txt
"$run" generate -q -n 2000 --seed 2 --difficulty medium -o medium.txt
"$run" generate -q -n 2000 --seed 3 --difficulty hard -o hard.txt
"$run" generate -q -n 2000 --seed 4 --difficulty search -o expert.txt
"$run" generate -q -n 2000 --seed 5 --difficulty long_search -o extreme.txt
"$run" generate -q -n 5000 --seed 6 --minimal -o minimal.txt
"$run" generate -q -n 5000 --seed 7 --clues 36 -o clues36.txt
"$run" generate -q -n 3000 --seed 8 --minimal --invalid multiple -o multiple.txt
"$run" generate -q -n 3000 --seed 9 --minimal --invalid unsolvable -o nosolution.txt

for set in easy medium hard expert extreme minimal clues36 examples; do
  "$run" solve -q --unique "$set.txt" -o "$set.sol"
done
