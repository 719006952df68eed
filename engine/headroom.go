package main

import (
	"os"
	"runtime"
)

// headroomBytes is how much the heap may grow before a collection, beyond the doubling that Go allows.
// The heap of a few virtual users is small: without headroom it would be collected several times a
// second, and each time the timestamps of some 20 ms would be late.
const headroomBytes = 24 << 20

// headroom counts as heap in use and is never written to, so it uses no memory.
var headroom = make([]byte, headroomBytes)

// spareThreads run Go code in addition to one thread per core. Go lets a script compute for up to 10 ms
// before it reads an answer that has arrived; the kernel switches between threads without that wait.
const spareThreads = 2

func addSpareThreads() {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + spareThreads)
	}
}
