package arrivals

import (
	"os"
	"runtime/debug"
	"sync/atomic"
)

const (
	// usualMemory keeps an engine of usualUsers below 125 MiB, of which 35 MiB are the program itself, and one of
	// 500 below 300 MiB. The headroom counts in it and takes no memory.
	usualMemory = 112 << 20
	usualUsers  = 64
	// memoryPerUser is what each further virtual user needs, with its connection and an answer.
	memoryPerUser = 400 << 10
)

// users is the number of virtual users of all executors of this process.
var users atomic.Int64

// limitMemory lets the collector run more often when answers are large, or wait for a busy judging process, instead
// of letting the heap double. That slows the load of a closed model down to what is judged. GOMEMLIMIT takes
// precedence.
func limitMemory(more int64) {
	all := users.Add(more)
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(usualMemory + max(0, all-usualUsers)*memoryPerUser)
	}
}
