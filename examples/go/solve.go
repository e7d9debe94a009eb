// go run solve.go PUZZLE
package main

// #cgo pkg-config: batchdoku
// #include <batchdoku.h>
// #include <stdlib.h>
import "C"

import (
	"fmt"
	"os"
	"unsafe"
)

func main() {
	puzzle := C.CString(os.Args[1])
	defer C.free(unsafe.Pointer(puzzle))
	var solution [81]C.char
	switch C.bd_solve(puzzle, 2, &solution[0], nil) {
	case ^C.size_t(0):
		fmt.Fprintln(os.Stderr, C.GoString(C.bd_error()))
		os.Exit(2)
	case 0:
		fmt.Println("no solution")
	default:
		fmt.Println(C.GoStringN(&solution[0], 81))
	}
}
