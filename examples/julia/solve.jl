# julia solve.jl PUZZLE
puzzle = ARGS[1]
solution = zeros(UInt8, 81)
count = @ccall "libbatchdoku".bd_solve(puzzle::Cstring, 2::Csize_t, solution::Ptr{UInt8}, C_NULL::Ptr{Csize_t})::Csize_t
if count == typemax(Csize_t)
    error(unsafe_string(@ccall "libbatchdoku".bd_error()::Cstring))
end
println(count == 0 ? "no solution" : String(solution))
