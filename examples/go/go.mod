module solve

go 1.19
