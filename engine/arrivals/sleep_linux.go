package arrivals

import (
	"syscall"
	"time"
)

// spinTime covers what the kernel may add to a sleep (its timer slack) and the time of waking up.
const spinTime = 80 * time.Microsecond

// sleepExactly sleeps in the kernel, whose timers are finer than those of Go's runtime, and spins
// for the rest. It occupies a thread, so use it for short waits only.
func sleepExactly(wait time.Duration) {
	deadline := time.Now().Add(wait)
	if wait > spinTime {
		timespec := syscall.NsecToTimespec(int64(wait - spinTime))
		// A signal may interrupt it: the rest of the wait is then spent in the loop below.
		_ = syscall.Nanosleep(&timespec, nil)
	}
	for time.Now().Before(deadline) {
		continue
	}
}
