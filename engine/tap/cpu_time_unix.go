//go:build unix

package tap

import (
	"syscall"
	"time"
)

// processCPU returns the CPU time of this process so far.
func processCPU() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
