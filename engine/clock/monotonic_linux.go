package clock

import "golang.org/x/sys/unix"

// OriginMonotonicNs is CLOCK_MONOTONIC at the origin, which all processes of a machine share; 0 where
// it cannot be read.
func OriginMonotonicNs() int64 {
	var now unix.Timespec
	if unix.ClockGettime(unix.CLOCK_MONOTONIC, &now) != nil {
		return 0
	}
	return now.Nano() - NowNs()
}
