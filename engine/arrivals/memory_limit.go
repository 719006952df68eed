package arrivals

import (
	"os"
	"runtime/debug"
	"sync/atomic"
)

const (
	// usualMemory keeps an engine of usualUsers below 300 MiB, of which 35 MiB are the program itself. The headroom
	// counts in it and takes no memory.
	usualMemory = 240 << 20
	usualUsers  = 500
	// memoryPerUser is what each further virtual user needs, with its connection and an answer, and savedPerUser what
	// each one less does not need.
	memoryPerUser = 400 << 10
	savedPerUser  = 300 << 10
	// leastMemory has room for the answers that the budget admits, and keeps an engine of 64 users below 125 MiB.
	leastMemory = 112 << 20
)

// users is the number of virtual users of all executors of this process.
var users atomic.Int64

// limitMemory lets the collector run more often when answers are large, or wait for a busy judging process, instead
// of letting the heap double. That slows the load of a closed model down to what is judged. GOMEMLIMIT takes
// precedence.
func limitMemory(more int64) {
	all := users.Add(more)
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryFor(all))
	}
}

func memoryFor(users int64) int64 {
	if users > usualUsers {
		return usualMemory + (users-usualUsers)*memoryPerUser
	}
	return max(leastMemory, usualMemory-(usualUsers-users)*savedPerUser)
}
