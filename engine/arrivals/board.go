package arrivals

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Process is the board of this process: k6 makes executors from a registry, so there is no other
// way to reach them.
var Process = NewBoard()

// Board sums up the arrivals of all scenarios, and can stop them.
type Board struct {
	started, finished, interrupted atomic.Int64

	mu       sync.Mutex
	lines    []*line
	lateness []time.Duration // of the arrivals started since the last second
	stopOnce sync.Once
	stopping chan struct{}
}

// Second is what the arrivals did, up to a moment; lateness is of the time since the call before.
type Second struct {
	Asked, Started, Finished, InFlight int64
	LatenessP99, LatenessMax           time.Duration
}

// Totals is what the arrivals of a run came to.
type Totals struct {
	Asked, Started, NotStarted, Interrupted int64
}

// NewBoard returns an empty board.
func NewBoard() *Board {
	return &Board{stopping: make(chan struct{})}
}

// Stop ends all starts; what is in flight ends within the graceful stop of its scenario.
func (b *Board) Stop() {
	b.stopOnce.Do(func() { close(b.stopping) })
}

// Second returns the state of the arrivals and starts a new second of lateness.
func (b *Board) Second(now time.Time) Second {
	b.mu.Lock()
	defer b.mu.Unlock()
	slices.Sort(b.lateness)
	var second Second
	if count := len(b.lateness); count > 0 {
		second.LatenessP99 = b.lateness[(count*99+99)/100-1]
		second.LatenessMax = b.lateness[count-1]
	}
	b.lateness = b.lateness[:0]
	for _, line := range b.lines {
		asked, waiting := line.progress(now)
		second.Asked += asked
		// An arrival that still waits is late already: without it, a generator that starts
		// nothing at all would look punctual.
		second.LatenessP99 = max(second.LatenessP99, waiting)
		second.LatenessMax = max(second.LatenessMax, waiting)
	}
	second.Finished = b.finished.Load() + b.interrupted.Load()
	second.Started = b.started.Load()
	second.InFlight = second.Started - second.Finished
	return second
}

// Totals returns the sums over the run.
func (b *Board) Totals(now time.Time) Totals {
	b.mu.Lock()
	defer b.mu.Unlock()
	var totals Totals
	for _, line := range b.lines {
		asked, _ := line.progress(now)
		totals.Asked += asked
	}
	totals.Started = b.started.Load()
	totals.Interrupted = b.interrupted.Load()
	totals.NotStarted = totals.Asked - totals.Started
	return totals
}

func (b *Board) add(l *line) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lines = append(b.lines, l)
}

func (b *Board) begin(late time.Duration) {
	b.started.Add(1)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lateness = append(b.lateness, late)
}
