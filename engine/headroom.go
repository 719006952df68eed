package main

import (
	"os"
	"runtime"
)

// headroomBytes is what the heap may grow by before it is collected, beyond the doubling that Go
// allows. A heap of few virtual users is small: without it, it would be collected several times a
// second, and each time the stamps of some 20 ms would be late.
const headroomBytes = 24 << 20

// headroom counts as heap in use and is never touched, so it takes no memory.
var headroom = make([]byte, headroomBytes)

// spareThreads run Go code beyond one for each core. Go lets a script that computes go on for 10 ms
// before an answer that has come is read; between threads the kernel decides, and does not wait.
const spareThreads = 2

func addSpareThreads() {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + spareThreads)
	}
}
