package arrivals

import "time"

// bursts are this many arrivals at one moment, again and again.
type bursts struct {
	size  int64
	every time.Duration
	count int64
}

func newBursts(size int64, every time.Duration) Schedule {
	return &bursts{size: size, every: every}
}

func (b *bursts) Next() (Point, bool) {
	at := time.Duration(b.count/b.size) * b.every
	b.count++
	return Point{At: at}, true
}
