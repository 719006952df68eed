package schedule

import "time"

// bursts are groups of simultaneous arrivals, at a fixed interval.
type bursts struct {
	size     int64
	interval time.Duration
	count    int64
}

// NewBursts returns size arrivals at once, every interval.
func NewBursts(size int64, interval time.Duration) Schedule {
	return &bursts{size: size, interval: interval}
}

func (b *bursts) Next() (Point, bool) {
	at := time.Duration(b.count/b.size) * b.interval
	b.count++
	return Point{At: at}, true
}
