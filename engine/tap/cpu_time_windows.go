package tap

import (
	"syscall"
	"time"
)

// fileTimeUnit is what a Filetime counts.
const fileTimeUnit = 100 * time.Nanosecond

// processCPU returns the CPU time of this process so far.
func processCPU() time.Duration {
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0
	}
	var created, exited, kernel, user syscall.Filetime
	if syscall.GetProcessTimes(process, &created, &exited, &kernel, &user) != nil {
		return 0
	}
	return duration(kernel) + duration(user)
}

// duration reads a Filetime that is a length of time: Filetime.Nanoseconds takes it for a date.
func duration(length syscall.Filetime) time.Duration {
	return fileTimeUnit * time.Duration(int64(length.HighDateTime)<<32|int64(length.LowDateTime))
}
