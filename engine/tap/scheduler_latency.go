package tap

import (
	"runtime/metrics"
	"time"
)

// busyLatency is what goroutines wait at p99 where other work could delay a token: 0.1 to 1 ms at 400 streams/s on
// two cores, and 8 to 25 ms when the load alone needs all cores. With a limit of 1 ms, the error of TTFT at 400/s
// was 1.56 ms at p99; with this one, 0.66 ms.
const busyLatency = 100 * time.Microsecond

// schedulerLatency is how long runnable goroutines waited for a thread.
type schedulerLatency struct {
	samples []metrics.Sample
	// previous are the counts of the last call.
	previous []uint64
}

func newSchedulerLatency() *schedulerLatency {
	return &schedulerLatency{samples: []metrics.Sample{{Name: "/sched/latencies:seconds"}}}
}

// isBusy returns whether the cores were busy since the last call.
func (l *schedulerLatency) isBusy() bool {
	return l.p99() > busyLatency
}

// p99 is that of the time since the last call; 0 at first.
func (l *schedulerLatency) p99() time.Duration {
	metrics.Read(l.samples)
	current := l.samples[0].Value.Float64Histogram()
	before := l.previous
	l.previous = append([]uint64(nil), current.Counts...)
	if before == nil {
		return 0
	}
	var total, sum uint64
	for i, count := range current.Counts {
		total += count - before[i]
	}
	for i, count := range current.Counts {
		sum += count - before[i]
		if total > 0 && sum*100 >= total*99 {
			// The last bucket has no upper edge: its lower edge is a lower limit.
			edge := current.Buckets[i+1]
			if i == len(current.Counts)-1 {
				edge = current.Buckets[i]
			}
			return time.Duration(edge * float64(time.Second))
		}
	}
	return 0
}
