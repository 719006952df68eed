package clock

import "golang.org/x/sys/unix"

// samples: this process may be paused between the two clocks of a sample, and the best of several counts.
const samples = 5

// OriginMonotonicNs is CLOCK_MONOTONIC at the origin, which all processes of a machine share; 0 where
// it cannot be read.
func OriginMonotonicNs() int64 {
	var originNs int64
	for range samples {
		var now unix.Timespec
		if unix.ClockGettime(unix.CLOCK_MONOTONIC, &now) != nil {
			return 0
		}
		originNs = max(originNs, now.Nano()-NowNs())
	}
	return originNs
}
