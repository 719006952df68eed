package arrivals

import (
	"syscall"
	"time"
)

// spin is what the kernel may add to a sleep, its timer slack, and what waking up takes.
const spin = 80 * time.Microsecond

// sleepExactly sleeps in the kernel, whose timers are finer than those of Go's runtime, and spins
// for the rest. It holds a thread, so it is for short waits only.
func sleepExactly(wait time.Duration) {
	deadline := time.Now().Add(wait)
	if wait > spin {
		timespec := syscall.NsecToTimespec(int64(wait - spin))
		// A signal may cut it short: the arrival then waits in the spin below, or comes a
		// little early for the schedule, never for the request before it.
		_ = syscall.Nanosleep(&timespec, nil)
	}
	for time.Now().Before(deadline) {
		continue
	}
}
